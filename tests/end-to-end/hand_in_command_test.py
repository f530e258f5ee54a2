"""danno hand-in: the zip, the token, the wait and the messages, against a server that behaves well or badly.

Run as: hand_in_command_test.py PATH/TO/danno [unittest arguments]
"""

import base64
import http.server
import io
import json
import os
import pty
import select
import shutil
import signal
import subprocess
import sys
import threading
import time
import unittest
import zipfile

from driver import DANNO, InAFolder, danno
from seasons import hold

TOKEN = "0123456789abcdef0123456789abcdef"
HUGE = 50 << 20


class Season(http.server.BaseHTTPRequestHandler):
    """What the configuration of `danno season web` answers, and what a broken server may."""

    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=b"", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def is_let_in(self):
        login = base64.b64encode(f"ada:{TOKEN}".encode()).decode()
        if self.headers.get("Authorization") == f"Basic {login}":
            return True
        self.answer(401, **{"WWW-Authenticate": 'Basic realm="autumn"'})
        return False

    def do_GET(self):
        server = self.server
        server.seen.append(("GET", self.path, self.headers.get("Authorization")))
        if self.path in server.redirects:
            return self.answer(302, Location=server.redirects[self.path])
        if not self.path.startswith(server.path + "/mine/"):
            return self.answer(404)
        if not self.is_let_in():
            return None
        file = self.path.removeprefix(server.path + "/mine/")
        if file == "endless.md":
            self.send_response(200)
            self.end_headers()
            try:
                for _ in range(HUGE >> 16):
                    self.wfile.write(bytes(1 << 16))
            except OSError:
                pass
            self.close_connection = True
            return None
        body = server.files.get(file)
        return self.answer(404) if body is None else self.answer(200, body)

    def do_PUT(self):
        server = self.server
        server.seen.append(("PUT", self.path, self.headers.get("Authorization")))
        status = server.statuses.pop(0) if server.statuses else 201
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.is_let_in():
            return None
        if status == 0:  # the answer is lost
            server.take(self.path, body)
            self.close_connection = True
            return self.connection.close()
        if status == 201:
            server.take(self.path, body)
        return self.answer(status)


class FakeSeason(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, path=""):
        super().__init__(("127.0.0.1", 0), Season)
        self.path = path
        self.address = f"http://127.0.0.1:{self.server_port}{path}"
        self.files = {}
        self.redirects = {}
        self.statuses = []  # of the next uploads
        self.number = 17
        self.taken = []
        self.seen = []
        self.verdict = "taken"  # None: no answer comes
        self.letter = "# mybot plays\n"
        self.letter_file = "000018-mybot.zip.md"
        self.list([{"number": 17, "item": "mybot.zip", "verdict": "refused", "agent": "", "letter": "000017-mybot.zip.md"}])

    def list(self, answers=(), waiting=()):
        self.files["answers.json"] = json.dumps({"answers": answers}).encode()
        self.files["waiting.json"] = json.dumps({"waiting": waiting}).encode()

    def take(self, path, body):
        self.taken.append((path.removeprefix(self.path), body))
        item = path.rpartition("/")[2]
        self.number += 1
        if self.verdict is None:
            return self.list(waiting=[{"number": self.number, "item": item, "place": 3}])
        self.files[self.letter_file] = self.letter.encode()
        self.files["standings.json"] = json.dumps({"standings": [
            {"agent": "mybot@2", "rules": "koans", "place": 2, "agents": 9, "elo": "+5 ±3", "games": 40}]}).encode()
        return self.list([{"number": self.number, "item": item, "verdict": self.verdict, "agent": "mybot", "letter": self.letter_file}])


class HandIn(InAFolder):
    PATH = ""

    def setUp(self):
        super().setUp()
        self.season = FakeSeason(self.PATH)
        self.addCleanup(self.season.server_close)
        threading.Thread(target=self.season.serve_forever, args=(0.01,), daemon=True).start()
        self.addCleanup(self.season.shutdown)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.scratch_folder = self.folder / "tmp"
        self.scratch_folder.mkdir()
        for name, text in hold("mybot").items():
            self.write(f"mybot/{name}", text)

    def tearDown(self):
        self.assertEqual(list(self.scratch_folder.iterdir()), [])
        super().tearDown()

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
        return {**kept, "HOME": str(self.home), "TMPDIR": str(self.scratch_folder), **more}

    def run_it(self, *arguments, token=f"ada:{TOKEN}", to=None, **environment):
        if token is not None:
            environment["DANNO_TOKEN"] = token
        return danno("hand-in", *arguments, "--to", to or self.season.address, cwd=self.folder,
                     env=self.environment(**environment), start_new_session=True)

    def hand_in(self, *arguments, **more):
        return self.run_it("mybot", "--no-check", *arguments, **more)

    def assert_ends(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        text = " ".join((done.stdout + done.stderr).split())
        for word in words:
            self.assertIn(word, text)


class TheAnswer(HandIn):
    def test_accepted(self):
        self.assert_ends(self.hand_in(), 0, "# mybot plays", "mybot@2 in koans: place 2 of 9, Elo +5 ±3, 40 games",
                         f"{self.season.address}/mine/")
        self.assertRegex(" ".join(path for path, _ in self.season.taken), r"^/hand-in/mybot-[0-9a-f]{8}\.zip$")

    def test_refused(self):
        self.season.verdict = "refused"
        self.season.letter = "# mybot cannot play\n\nthe build failed\n"
        self.assert_ends(self.hand_in(), 1, "the build failed")

    def test_no_answer_yet(self):
        self.season.verdict = None
        self.assert_ends(self.hand_in("--wait", "0"), 4, ".zip yet; place 3 in the queue",
                         f"hand-in --to {self.season.address}")
        # That command shows the answer when it is there.
        self.season.verdict = "taken"
        self.season.take("/hand-in/mybot.zip", b"")
        self.assert_ends(self.run_it(), 0, "# mybot plays")

    def test_two_of_one_name_at_once_get_their_own(self):
        self.season.verdict = None
        runs = {}
        for at in (300, 350):
            for name, text in hold("mybot", at).items():
                self.write(f"{at}/mybot/{name}", text)
            runs[at] = subprocess.Popen([DANNO, "hand-in", f"{at}/mybot", "--no-check", "--to", self.season.address], cwd=self.folder,
                                        env=self.environment(DANNO_TOKEN=f"ada:{TOKEN}"), stdout=subprocess.PIPE, text=True,
                                        start_new_session=True)
        while len(self.season.taken) < 2:
            self.assertEqual([run.poll() for run in runs.values()], [None, None])
            time.sleep(0.01)
        answers = []
        for number, (path, body) in enumerate(self.season.taken, 18):
            with zipfile.ZipFile(io.BytesIO(body)) as packed:
                self.season.files[f"{number}.md"] = packed.read("agent.toml")
            answers.append({"number": number, "item": path.rpartition("/")[2], "verdict": "taken", "agent": "mybot", "letter": f"{number}.md"})
        self.season.list(answers)
        for at, run in runs.items():
            self.assertIn(f'"--at", "{at}"', run.communicate(timeout=120)[0])

    def test_nothing_to_look_at(self):
        self.season.list()
        self.assert_ends(self.run_it(), 4, "nothing was handed in yet")

    def test_json(self):
        done = self.hand_in("--json")
        self.assert_ends(done, 0)
        found = json.loads(done.stdout)
        self.assertEqual((found["state"], found["number"], found["verdict"], found["letter"], found["standings"][0]["place"]),
                         ("accepted", 18, "taken", "# mybot plays\n", 2))
        self.assertEqual(done.stderr, "")

    def test_words_of_the_server_do_nothing_at_the_terminal(self):
        self.season.letter = "# \x1b[2J\x1b]0;x\x07\n::error::x\n"
        done = self.hand_in()
        self.assert_ends(done, 0, "\\x1b[2J")
        self.assertNotIn("\x1b", done.stdout + done.stderr)

    def test_a_letter_elsewhere_or_without_end(self):
        for name in ("../../etc/passwd", "endless.md"):
            self.season.letter_file = name
            done = self.hand_in("--json")
            self.assert_ends(done, 0)
            self.assertLessEqual(len(json.loads(done.stdout)["letter"]), 1 << 20)
        self.assertNotIn("passwd", "".join(path for _, path, _ in self.season.seen))


class TheZip(HandIn):
    def sent(self):
        self.assert_ends(self.hand_in(), 0)
        return self.season.taken[-1][1]

    def test_has_what_the_intake_takes_and_is_always_the_same(self):
        for name in (".git/config", "__pycache__/agent.pyc", "lib/.cache/x"):
            self.write(f"mybot/{name}", "x")
        self.write("mybot/lib/run me.sh", "#!/bin/sh\n", 0o755)
        self.write("mybot/größe.txt", "x")
        (self.folder / "mybot/link").symlink_to("lib/run me.sh")
        first = self.sent()
        with zipfile.ZipFile(io.BytesIO(first)) as packed:
            self.assertEqual(packed.namelist(), ["agent.toml", "größe.txt", "lib/run me.sh", "link"])
            self.assertEqual(packed.read("link"), b"#!/bin/sh\n")
            self.assertEqual([info.external_attr >> 16 & 0o777 for info in packed.infolist()], [0o644, 0o644, 0o755, 0o755])
        for path in (self.folder / "mybot").rglob("*"):
            os.utime(path, (10**9, 10**9), follow_symlinks=False)
        self.assertEqual(self.hand_in(TZ="Asia/Tokyo", LC_ALL="C").returncode, 0)
        self.assertEqual(self.season.taken[-1][1], first)

    def test_a_zip_is_sent_as_it_is(self):
        shutil.make_archive(self.folder / "My bot (2)", "zip", self.folder, "mybot")
        done = self.run_it("My bot (2).zip", "--no-check")
        self.assert_ends(done, 0)
        [(path, body)] = self.season.taken
        self.assertRegex(path, r"^/hand-in/My-bot--2--[0-9a-f]{8}\.zip$")
        self.assertEqual(body, (self.folder / "My bot (2).zip").read_bytes())

    def test_what_is_no_bot(self):
        for bot, words in {"nothing": "'nothing' is not there; expected a bot's folder", "told": "the folder has no agent.toml",
                           "home/x.tar": "'home/x.tar' is no folder"}.items():
            (self.folder / "told").mkdir(exist_ok=True)
            self.write("home/x.tar", "x")
            self.assert_ends(self.run_it(bot, "--no-check"), 2, words)
        self.assertEqual(self.season.taken, [])

    def test_what_fails_its_check_is_not_sent(self):
        self.write("league.toml", '[league]\nname = "x"\nrules = ["koans"]\n[limits]\nanswer_ms = 10000\nisolation = "none"\n')
        self.write("mybot/agent.toml", 'name = "mybot"\nrun = ["false"]\n')
        self.assert_ends(self.run_it("mybot"), 1, "not sent:", "check mybot")
        self.assertEqual(self.season.taken, [])
        shutil.make_archive(self.folder / "zipped", "zip", self.folder, "mybot")
        self.assert_ends(self.run_it("zipped.zip"), 1, "not sent:")
        for name, text in hold("mybot").items():
            self.write(f"mybot/{name}", text)
        self.assert_ends(self.run_it("mybot"), 0, "# mybot plays")


class TheToken(HandIn):
    def test_no_process_shows_it(self):
        real = shutil.which("curl")
        self.write("bin/curl", f'#!/bin/sh\nprintf "%s\\n" "$@" >>"{self.folder}/arguments"\nenv >>"{self.folder}/environment"\n'
                   f'tee -a "{self.folder}/stdin" | "{real}" "$@"\n', 0o755)
        self.assert_ends(self.hand_in(PATH=f"{self.folder}/bin:{os.environ['PATH']}"), 0)
        self.assertNotIn(TOKEN, (self.folder / "arguments").read_text() + (self.folder / "environment").read_text())
        self.assertIn(TOKEN, (self.folder / "stdin").read_text())

    def test_of_the_file(self):
        file = self.home / ".config/danno/tokens"
        file.parent.mkdir(parents=True)
        # A line that is none keeps no other from use.
        file.write_text(f"# mine\nhttps://elsewhere.example bob x\nhtp://wrong ada x\n{self.season.address}/ ada {TOKEN}\n")
        file.chmod(0o640)
        self.assert_ends(self.hand_in(token=None), 2, "can be read by others (mode 640)", "chmod 600")
        self.assertEqual(self.season.seen, [])
        file.chmod(0o600)
        self.assert_ends(self.hand_in(token=None), 0)
        file.write_text(file.read_text() + f"{self.season.address} eve x\n")
        self.assert_ends(self.hand_in(token=None), 2, "has ada and eve")
        self.assert_ends(self.hand_in(token=None, to=self.season.address.replace("//", "//ada@")), 0)

    def test_mistakes(self):
        wrong = "does not know this token of 'ada'"
        for token, words in {None: "no token for", "ada:wrong": wrong, TOKEN: "names no author", "ada:": "is empty",
                             "ada:a\nb": "blanks or control characters"}.items():
            self.assert_ends(self.hand_in(token=token), 2, words)
        self.assert_ends(self.hand_in(to=self.season.address.replace("//", f"//ada:{TOKEN}@")), 2, "on the command line")
        self.assertEqual(self.season.taken, [])
        # The author in the address is enough beside the token.
        self.assert_ends(self.hand_in(token=TOKEN, to=self.season.address.replace("//", "//ada@")), 0)

    def typed(self, *lines, to=None):
        """Runs it at a terminal. The exit code and what the terminal showed."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.execve(DANNO, [DANNO, "hand-in", "mybot", "--no-check", "--to", to or self.season.address], self.environment())
        shown, rest = b"", list(lines)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            if not select.select([terminal], [], [], 1)[0]:
                continue
            try:
                shown += os.read(terminal, 4096)
            except OSError:
                break
            if rest and rest[0][0].encode() in shown:
                os.write(terminal, rest.pop(0)[1].encode())
        os.close(terminal)
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), shown.decode()

    def test_typed_and_stored(self):
        file = self.home / ".config/danno/tokens"
        code, shown = self.typed(("author at", "ada\n"), ("token of ada", TOKEN + "\n"), ("store it", "y\n"))
        self.assertEqual(code, 0, shown)
        self.assertNotIn(TOKEN, shown)
        self.assertEqual(file.read_text(), f"{self.season.address} ada {TOKEN}\n")
        self.assertEqual(file.stat().st_mode & 0o777, 0o600)
        self.assert_ends(self.hand_in(token=None), 0)

    def test_not_stored(self):
        code, shown = self.typed(("token of ada", TOKEN + "\n"), ("store it", "n\n"), to=self.season.address.replace("//", "//ada@"))
        self.assertEqual(code, 0, shown)
        self.assertFalse((self.home / ".config").exists())
        self.assertEqual(self.typed(("author at", "\x03"))[0], 130)
        # A wrong token is not stored.
        code, shown = self.typed(("author at", "ada\n"), ("token of ada", "wrong\n"))
        self.assertEqual((code, "does not know" in " ".join(shown.split())), (2, True), shown)
        self.assertEqual(len(self.season.taken), 1)


class TheWay(HandIn):
    PATH = "/greed"

    def test_pages_of_the_season_are_its_address(self):
        self.season.list()
        for page in ("", "/", "/hand-in/", "/hand-in.html", "/mine/", "/index.html"):
            self.assert_ends(self.run_it(to=self.season.address + page), 4, "nothing was handed in yet")
        self.assert_ends(self.hand_in(), 0)
        self.assertEqual(len(self.season.taken), 1)

    def test_a_move_on_the_same_host(self):
        self.season.redirects["/old/mine/"] = self.season.address + "/mine/"
        self.season.redirects["/older/mine/"] = "/old/mine/"
        self.assert_ends(self.hand_in(to=self.season.address.replace("/greed", "/older")), 0)

    def test_a_move_to_another_host_gets_no_token(self):
        other = FakeSeason()
        self.addCleanup(other.server_close)
        for to in (f"http://localhost:{other.server_port}/mine/", "http://127.0.0.1.example.org/mine/", "javascript:x",
                   "https://sso.example.org/login?back=%2Fmine%2F", "/greed/login"):
            self.season.redirects["/greed/mine/"] = to
            self.assert_ends(self.hand_in(), 2, f"{self.season.address} leads to ", "so nothing was sent")
        self.season.redirects["/greed/mine/"] = self.season.address + "/mine/"  # to itself
        self.assert_ends(self.hand_in(), 2, "leads to")
        self.assertEqual([login for _, _, login in self.season.seen + other.seen if login], [])
        self.assertEqual(self.season.taken, [])

    def test_what_is_no_season(self):
        root = self.season.address.replace("/greed", "")
        for to, words in {root: f"{root} is not the address of a season: {root}/mine/ answers 404",
                          "http://127.0.0.1:1": "http://127.0.0.1:1 cannot be reached: Failed to connect",
                          "https://no.such.host.invalid": "cannot be reached: Could not resolve host",
                          "http://greed.example.org/": "http://greed.example.org would send your token so that others",
                          "ftp://127.0.0.1": "it is no address", "https://x/?a=b": "it is no address", "https://": "it has no host",
                          root.replace("http", "https"): "cannot be reached: "}.items():
            self.assert_ends(self.hand_in(to=to), 2, words)
        self.assertEqual([login for _, _, login in self.season.seen if login], [])

    def test_no_curl(self):
        self.write("bin/head", "#!/bin/sh\n", 0o755)
        self.assert_ends(self.hand_in(PATH=f"{self.folder}/bin"), 2, "there is no curl on this machine; install it")

    def test_a_busy_server_is_asked_again(self):
        for statuses in ([429, 503, 201], [0, 409]):
            self.season.statuses = statuses
            self.season.list()
            self.assert_ends(self.hand_in(), 0)

    def test_what_the_server_does_not_take(self):
        for status, code, words in ((413, 2, ".zip is larger than the season takes"), (403, 2, "answers 403, so mybot-"),
                                    (500, 3, "answers 500")):
            self.season.statuses = [status]
            self.assert_ends(self.hand_in(), code, words)
        self.assertEqual(self.season.taken, [])

    def test_what_no_season_writes(self):
        for text in (b"<html>", b"[]", b'{"answers": 7}', b'{"answers": [{"number": "x"}]}', b'{"answers": [7]}'):
            self.season.files["answers.json"] = text
            self.assert_ends(self.hand_in(), 2, "as new as yours")
        self.assertEqual(self.season.taken, [])

    def test_interrupted_while_it_waits(self):
        self.season.verdict = None
        process = subprocess.Popen([DANNO, "hand-in", "mybot", "--no-check", "--to", self.season.address], cwd=self.folder,
                                   env=self.environment(DANNO_TOKEN=f"ada:{TOKEN}"), stderr=subprocess.PIPE, text=True,
                                   start_new_session=True)
        while not self.season.taken:
            self.assertIsNone(process.poll())
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn("what was sent stays sent; look again:", " ".join(told.split()))


if __name__ == "__main__":
    if shutil.which("curl") is None:
        print("skipped: curl is not installed", file=sys.stderr)
        sys.exit(77)
    unittest.main()
