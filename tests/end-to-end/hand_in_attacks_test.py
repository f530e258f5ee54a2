"""Attacks on the nginx of a season, with the configuration of `danno season web`: none gets in.

Run as: hand_in_attacks_test.py PATH/TO/danno [unittest arguments]
DANNO_ATTACK_STEP: every eleventh path is tried, unless it is another number.
DANNO_LOGINS: how many tokens are guessed; default 1000.
DANNO_UPLOAD_KILLS: how often an upload is cut; default 20.
"""

import base64
import hashlib
import http.client
import os
import random
import re
import shutil
import socket
import sys
import threading
import time
import unittest

import nginx
from seasons import SeasonFolder, hold, zipped

MAX_MB = 2
SECRET = "for the eyes of bob alone"
STEP = int(os.environ.get("DANNO_ATTACK_STEP", "11"))
LOGINS = int(os.environ.get("DANNO_LOGINS", "1000"))
KILLS = int(os.environ.get("DANNO_UPLOAD_KILLS", "20"))


BOT = zipped(hold("mybot"))


class SeasonServer(SeasonFolder):
    """ada attacks; bob is another author."""

    def setUp(self):
        super().setUp()
        self.write_season(f"max_mb = {MAX_MB}")
        self.tokens = nginx.invite(self.folder, "ada", "bob")
        self.nginx = nginx.Nginx(self.folder)
        self.configure()
        self.nginx.start()
        self.addCleanup(lambda: self.nginx.stop())
        (self.outbox / "bob/000001-x.md").write_text(SECRET)

    def configure(self):
        """Changes the configuration where a test waits for what is in it."""

    def login(self, author="ada", token=None):
        pair = f"{author}:{self.tokens[author] if token is None else token}".encode()
        return b"Authorization: Basic " + base64.b64encode(pair) + b"\r\n"

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.nginx.port), timeout=60)

    def exchange(self, request):
        """Everything that the server sends until it closes the connection."""
        with self.connect() as connection:
            try:
                connection.sendall(request)
                connection.shutdown(socket.SHUT_WR)
            except OSError:  # it closed before it had read everything
                pass
            return self.read(connection)

    @staticmethod
    def read(connection):
        parts = []
        try:
            while part := connection.recv(1 << 16):
                parts.append(part)
        except ConnectionError:
            pass
        return b"".join(parts)

    def request(self, method, path, body=b"", headers=b"", login=None):
        path = path if isinstance(path, bytes) else path.encode()
        length = b"Content-Length: %d\r\n" % len(body) if method == b"PUT" or body else b""
        return (method + b" " + path + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
                + (self.login() if login is None else login) + length + headers + b"\r\n" + body)

    def ask(self, request):
        """The answer of a server with room."""
        answer = self.exchange(request)
        if self.code(answer) != 429:
            return answer
        self.nginx.restart()
        return self.exchange(request)

    def put(self, path, body=BOT, headers=b"", login=None):
        return self.ask(self.request(b"PUT", path, body, headers, login))

    def get(self, path, headers=b"", login=None):
        return self.ask(self.request(b"GET", path, b"", headers, login))

    @staticmethod
    def code(answer):
        """0 for no answer at all."""
        return int(answer[9:12]) if answer.startswith(b"HTTP/1.") else 0

    def inbox(self, author="ada"):
        """The content by name."""
        return {path.name: path.read_bytes() for path in (self.folder / "inbox" / author).iterdir()}

    def tree(self):
        """A hash by path of everything but what nginx writes for itself and what ada may write."""
        tree = {}
        for path in sorted(self.folder.rglob("*")):
            name = str(path.relative_to(self.folder))
            if name.startswith(("nginx/", "inbox/ada/", "inbox/.uploads", "told")):
                continue
            tree[name] = os.readlink(path) if path.is_symlink() else hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
        return tree

    def assert_still_open(self, author="bob"):
        """Another author is served at once."""
        request = self.request(b"PUT", "/hand-in/still-open.zip", BOT, login=self.login(author))
        self.assertEqual(self.code(self.exchange(request)), 201)
        (self.folder / "inbox" / author / "still-open.zip").unlink()


UP = ("..", "%2e%2e", ".%2e", "%2E.", "%252e%252e", "%25252e%25252e", "..%00", "%c0%ae%c0%ae", "%e0%80%ae%e0%80%ae", "%uff0e%uff0e",
      "%ef%bc%8e%ef%bc%8e", "\uff0e\uff0e", "\u2025", "..;", "...", ".", "%2e")
SLASH = ("/", "%2f", "%2F", "%252f", "\\", "%5c", "%c0%af", "%ef%bc%8f", "\u2215", "//", "/./", ";/", "%00/")
NAMES = (".x.zip", "..zip", "x.zip%00", "x%00.zip", "x.zip%0a", "x.zip%0d%0aSet-Cookie:%20a=b", "x.zip/", "x.zip/.", "x.zip//", "x.zip/../y.zip.",
         "x.ZIP", "x.zip.exe", "x.php", "x.zip;.html", "~root.zip", "-x.zip", "%20x.zip", "x%20.zip", "%c3%a4.zip", "a%cc%88.zip", "%e2%80%aegnp.zip",
         "\u00e4.zip", "x.zip?a=b/../../c", "*.zip", "{a,b}.zip", "$remote_user.zip", "${document_root}.zip", "`id`.zip", "x" * 4096 + ".zip",
         "x" * 97 + ".zip", "%78" * 1200 + ".zip", "", "%", "%zz.zip", "con%3a.zip", ".uploads", ".htaccess", "x|y.zip", "'x'.zip", '"x".zip')


class Paths(SeasonServer):
    def test_no_upload_leaves_the_authors_folder(self):
        before = self.tree()
        targets = ("bob/evil.zip", "../outbox/ada/evil.zip", "../web/htpasswd", "evil.zip")
        paths = [f"/hand-in/{up}{slash}{target}" for up in UP for slash in SLASH for target in targets][::STEP]
        paths += [f"/hand-in/{up}{slash}{up}{slash}outbox{slash}ada{slash}evil.zip" for up in UP for slash in SLASH][::STEP]
        paths += [f"/{where}/{name}" for where in ("hand-in", "hand-in/ada", "hand-in/bob") for name in NAMES]
        paths += ["/mine/evil.zip", "/inbox/bob/evil.zip", "/web/evil.zip", "/evil.zip", "evil.zip", "*", "//hand-in//evil.zip",
                  "http://127.0.0.1/../inbox/bob/evil.zip", "http://[::1]/hand-in/%2e%2e/bob/evil.zip", "/hand-in", "/HAND-IN/evil.zip"]
        for path in paths:
            answer = self.put(path, b"evil", login=self.login())
            self.assertIn(self.code(answer), (0, 201, 204, 301, 400, 403, 404, 405, 409, 414), path)
            # Whatever it made of the path, it lies under a plain name among ada's own.
            for name in self.inbox():
                self.assertRegex(name, r"\A[A-Za-z0-9_][A-Za-z0-9._-]{0,95}\.(zip|tgz|tar\.gz)\Z", path)
            for file in (self.folder / "inbox/ada").iterdir():
                file.unlink()
        self.assertEqual(self.tree(), before)
        self.assert_still_open()

    def test_no_page_of_others_is_read(self):
        (self.outbox / "ada/mine.md").write_text("for ada")
        (self.out / "season").mkdir(parents=True)
        (self.out / "season/answers.ndjson").write_text(SECRET)
        secrets = [SECRET.encode(), b"{SSHA}", self.tokens["bob"].encode(), b"[league]", b"root:x:0:0"]
        targets = ("bob/000001-x.md", "../outbox/bob/000001-x.md", "../web/htpasswd", "../web/tokens.csv", "../season.toml",
                   "../out/autumn/season/answers.ndjson", "../" * 12 + "etc/passwd")
        paths = [f"/{page}{up}{slash}{target.replace('../', up + slash)}" for page in ("mine/", "", "hand-in/", "mine") for up in UP
                 for slash in SLASH for target in targets][::STEP]
        paths += [f"/{target}" for target in targets] + ["/out/autumn/season/answers.ndjson", "/.git/config", "/mine/.", "/mine//etc/passwd"]
        found = []
        for path in paths:
            answer = self.get(path)
            found += [(path, secret) for secret in secrets if secret in answer]
        self.assertEqual(found, [])
        self.assertIn(b"for ada", self.get("/mine/mine.md"))

    def test_links_in_the_outbox_lead_nowhere(self):
        mine = self.outbox / "ada"
        (mine / "file.md").symlink_to(self.outbox / "bob/000001-x.md")
        (mine / "folder").symlink_to(self.outbox / "bob")
        (mine / "relative").symlink_to("../bob")
        (mine / "agents").mkdir()
        (mine / "agents/report.md").symlink_to(self.folder / "web/tokens.csv")
        (mine / "index.html").unlink(missing_ok=True)
        (mine / "index.html").symlink_to(self.outbox / "bob/000001-x.md")
        for path in ("file.md", "folder/000001-x.md", "relative/000001-x.md", "agents/report.md", "index.html", ""):
            self.assertIn(self.code(self.get(f"/mine/{path}")), (403, 404), path)
        shutil.rmtree(mine)
        mine.symlink_to("bob")
        self.assertIn(self.code(self.get("/mine/000001-x.md")), (403, 404))


class Requests(SeasonServer):
    def test_headers_that_name_another_author(self):
        for name in ("X-Remote-User", "X-Forwarded-User", "Remote-User", "REMOTE_USER", "X-Forwarded-For", "X-Real-IP", "X-Original-URL",
                     "X-Rewrite-URL", "X-Accel-Redirect", "X-HTTP-Method-Override", "Destination", "Proxy-Authorization"):
            value = "DELETE" if "Method" in name else "http://127.0.0.1/hand-in/../bob/evil.zip" if name == "Destination" else "bob"
            header = f"{name}: {value}\r\n".encode()
            self.assertEqual(self.code(self.get("/mine/000001-x.md", header)), 404, name)
            self.assertIn(self.code(self.put("/hand-in/x.zip", headers=header)), (201, 409), name)
            self.assertEqual(self.code(self.get("/mine/000001-x.md", header, login=b"")), 401, name)
        # Two logins are no login, or one of them: never that of an author without a token.
        for both in (self.login() + self.login("bob", "x"), self.login("bob", "x") + self.login()):
            self.assertNotIn(SECRET.encode(), self.get("/mine/000001-x.md", login=both))
        for login in (b"Authorization: Basic\r\n", b"Authorization: Basic %%%\r\n", b"Authorization: Bearer " + self.tokens["bob"].encode() + b"\r\n",
                      b"Authorization: Basic " + base64.b64encode(b"bob") + b"\r\n", self.login("bob", ""), self.login("bob", "\0"),
                      self.login("bob\0", self.tokens["ada"]), self.login("../bob", self.tokens["ada"]), self.login("bob:", self.tokens["bob"]),
                      b"Authorization: Basic " + base64.b64encode(b"bob:" + b"x" * 3000) + b"\r\n"):
            self.assertIn(self.code(self.get("/mine/000001-x.md", login=login)), (400, 401), login)
        self.assertEqual(self.inbox("bob"), {})
        self.assertEqual(list(self.inbox()), ["x.zip"])

    def test_no_request_hides_in_another(self):
        hidden = b"PUT /hand-in/hidden.zip HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nevil"
        head = b"PUT /hand-in/shown.zip HTTP/1.1\r\nHost: x\r\n" + self.login()
        chunked = b"0\r\n\r\n" + hidden
        for headers in (b"Content-Length: %d\r\nTransfer-Encoding: chunked\r\n", b"Transfer-Encoding: chunked\r\nContent-Length: %d\r\n",
                        b"Content-Length: 5\r\nContent-Length: %d\r\n", b"Content-Length: %d\r\nContent-Length: 5\r\n",
                        b"Transfer-Encoding: xchunked\r\nContent-Length: %d\r\n", b"Transfer-Encoding : chunked\r\nContent-Length: %d\r\n",
                        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\nX: %d\r\n", b"Content-Length: +%d\r\n",
                        b"Content-Length: -%d\r\n", b"Content-Length: 0x%d\r\n", b"Transfer-Encoding:\tchunked\r\nContent-Length: %d\r\n",
                        b"X: y\nContent-Length: 5\r\nContent-Length: %d\r\n", b" Content-Length: 5\r\nContent-Length: %d\r\n"):
            self.ask(head + headers % len(chunked) + b"\r\n" + chunked)
            self.ask(head.replace(b"shown", b"shown2") + headers % len(chunked) + b"\r\n" + chunked)
        # A second request comes without a login, and with one it is ada's own.
        self.assertLessEqual({"hidden.zip"} & set(self.inbox()), set(), self.inbox())
        self.assertEqual(self.inbox("bob"), {})
        # A body that is named twice is refused, so nothing is shown either.
        for content in self.inbox().values():
            self.assertIn(content, (b"", chunked, chunked[:5]))

    def test_a_wrong_length_is_no_submission(self):
        for length in (len(BOT) + 1, 10 * len(BOT), MAX_MB << 20):
            self.put("/hand-in/long.zip", headers=b"X: y\r\n", body=BOT)
            (self.folder / "inbox/ada/long.zip").unlink()
            request = self.request(b"PUT", "/hand-in/short.zip", BOT).replace(b"Content-Length: %d" % len(BOT), b"Content-Length: %d" % length)
            self.assertNotIn(self.code(self.ask(request)), (201, 204))
        # A length that is too small is the whole body; what follows is no request.
        for length in (0, 1, len(BOT) - 1):
            request = self.request(b"PUT", f"/hand-in/cut{length}.zip", BOT).replace(b"Content-Length: %d" % len(BOT), b"Content-Length: %d" % length)
            self.ask(request)
        self.assertEqual(self.inbox(), {f"cut{length}.zip": BOT[:length] for length in (0, 1, len(BOT) - 1)})
        for body in (b"5\r\nabc", b"ffffffffffffffff\r\nabc", b"-1\r\nabc", b"5;x=y\r\nabcde\r\n", b"zz\r\n"):
            self.ask(self.request(b"PUT", "/hand-in/chunks.zip", b"", b"Transfer-Encoding: chunked\r\n").replace(b"Content-Length: 0\r\n", b"") + body)
        self.assertNotIn("chunks.zip", self.inbox())
        self.assertEqual(self.uploads(), [])

    def uploads(self):
        """What was received in part; nginx removes it when it closes the connection."""
        end = time.monotonic() + 60
        folder = self.folder / "inbox/.uploads"
        while any(folder.iterdir()) and time.monotonic() < end:
            os.sched_yield()
        return list(folder.iterdir())

    def stored(self):
        """The bytes of what was received in part."""
        size = 0
        for file in (self.folder / "inbox/.uploads").iterdir():
            try:
                size += file.stat().st_size
            except FileNotFoundError:
                pass
        return size

    def test_an_endless_body_ends_at_the_limit(self):
        with self.connect() as connection:
            connection.sendall(self.request(b"PUT", "/hand-in/endless.zip", b"", b"Transfer-Encoding: chunked\r\n").replace(b"Content-Length: 0\r\n", b""))
            stored = 0
            try:
                for _ in range(64 << 4):  # 64 MB; nginx reads on for a while so that the client can read its answer
                    connection.sendall(b"10000\r\n" + bytes(1 << 16) + b"\r\n")
                    stored = max(stored, self.stored())
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            self.assertIn(self.code(self.read(connection)), (0, 413))
        self.assertLessEqual(stored, (MAX_MB + 1) << 20)
        self.assertEqual((self.inbox(), self.uploads()), ({}, []))
        self.assert_still_open()

    def test_ranges_and_dates(self):
        # A part of a file would be a file; a date would be the time at which it came.
        self.assertNotIn(self.code(self.put("/hand-in/part.zip", headers=b"Content-Range: bytes 0-3/9\r\n")), (201, 204))
        self.assertEqual(self.inbox(), {})
        self.assertEqual(self.code(self.put("/hand-in/old.zip", headers=b"Date: Thu, 01 Jan 1970 00:00:01 GMT\r\n")), 201)
        came = (self.folder / "inbox/ada/old.zip").stat().st_ctime
        self.assertLess(abs(came - time.time()), 3600)  # the season goes by this time

    def test_an_upload_does_not_replace_one_that_is_under_way(self):
        with self.connect() as first:
            request = self.request(b"PUT", "/hand-in/x.zip", b"first" * 1000)
            first.sendall(request[:-100])
            statuses = [self.code(self.exchange(self.request(b"PUT", "/hand-in/x.zip", b"second")))]
            first.sendall(request[-100:])
            statuses.append(self.code(self.read(first)))
        self.assertEqual(statuses.count(201), 1, statuses)
        self.assertEqual(self.inbox()["x.zip"], b"second" if statuses[0] == 201 else b"first" * 1000)


class Sites(SeasonServer):
    """What a page of another site can do with a browser that knows the token."""

    def cross_site_answers(self):
        (self.outbox / "ada/000001-x.html").write_text("<p>x")
        # A public game may be framed; a game among an author's own pages may not.
        for path in ("/", "/mine/", "/mine/games/1.html", "//mine/games/1.html", "/mine/000001-x.html", "/mine/nothing", "/hand-in/", "/hand-in/x.zip"):
            for method in (b"GET", b"HEAD", b"POST", b"OPTIONS", b"PUT"):
                for login in (None, b""):
                    headers = b"Origin: https://evil.example\r\nAccess-Control-Request-Method: PUT\r\nSec-Fetch-Site: cross-site\r\n"
                    yield path, method, self.ask(self.request(method, path, b"x=y" if method == b"POST" else b"", headers, login))

    def test_no_answer_can_be_framed_or_read(self):
        for path, method, answer in self.cross_site_answers():
            head = answer.partition(b"\r\n\r\n")[0].decode().lower()
            with self.subTest(path, method=method, head=head[:20]):
                self.assertNotIn("access-control-", head)
                self.assertIn("x-frame-options: deny", head)
                self.assertIn("frame-ancestors 'none'", head)
                self.assertIn("x-content-type-options: nosniff", head)
                self.assertNotIn("set-cookie", head)
                if method in (b"POST", b"OPTIONS"):  # what a form can send, and what a script must ask first
                    self.assertIn(self.code(answer), (401, 403, 404, 405))

    def test_words_of_authors_are_text(self):
        words = "<script>alert(1)</script><img src=x onerror=alert(1)>"
        (self.outbox / "ada/000001-x.md").write_text(words)
        answer = self.get("/mine/000001-x.md")
        self.assertIn(b"Content-Type: text/plain", answer)
        self.assertIn(b"default-src 'none'", answer)
        self.write_season(f"max_mb = {MAX_MB}", final="")
        self.start()
        manifest = f'name = "{words}"\nrun = ["sh", "-c", "echo \'{words}\' >&2; exit 1"]\n'
        letters = []
        for name in ("a", "b"):
            files = {"agent.toml": manifest if name == "a" else manifest.replace(words, "plain", 1)}
            self.assertEqual(self.code(self.put(f"/hand-in/{name}.zip", zipped(files))), 201)
            self.wait_until("a letter", lambda: len(self.letters("ada")) == len(letters) + 2)
            letters.append(name)
        for path in self.outbox.rglob("*.html"):
            self.assertNotRegex(path.read_text(), r"(?i)<script>alert|<img[^>]*onerror", path)
        self.assertEqual(self.end(), 143)

    def test_a_bomb_is_refused_with_a_letter(self):
        self.write_season(f"max_mb = {MAX_MB}", final="")
        self.start()
        bombs = {"zeros": zipped({**hold("mybot"), "bomb": bytes(20 << 20)}), "many": zipped({**hold("mybot"), **{f"f{i}": "" for i in range(3000)}}),
                 "up": zipped({**hold("mybot"), "../../../bob/x": "x"}), "none": b"PK", "hidden": zipped({".hidden": "x"})}
        for name, bomb in bombs.items():
            self.assertEqual(self.code(self.put(f"/hand-in/{name}.zip", bomb)), 201)
        self.wait_until("all letters", lambda: len(self.letters("ada")) == len(bombs), 300)
        self.assertEqual({answer["verdict"] for answer in self.answers().values()}, {"refused"})
        self.assertEqual(self.end(), 143)


class Floods(SeasonServer):
    def test_guesses_of_tokens_are_slowed_and_nobody_is_locked_out(self):
        statuses = []

        def guess(first):
            connection = http.client.HTTPConnection("127.0.0.1", self.nginx.port, timeout=60)
            for attempt in range(first, LOGINS, 10):
                login = base64.b64encode(f"ada:{attempt}".encode()).decode()
                connection.request("GET", "/mine/", headers={"Authorization": f"Basic {login}"})
                answer = connection.getresponse()
                answer.read()
                statuses.append(answer.status)
            connection.close()

        threads = [threading.Thread(target=guess, args=(first,)) for first in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((len(statuses), set(statuses) - {401, 429}), (LOGINS, set()))
        end = time.monotonic() + 60
        mine = self.request(b"GET", "/mine/")
        while self.code(self.exchange(mine)) == 429 and time.monotonic() < end:
            os.sched_yield()
        self.assertNotEqual(self.code(self.exchange(mine)), 401)

    def test_an_author_who_floods_keeps_nobody_out(self):
        statuses = [self.code(self.exchange(self.request(b"PUT", f"/hand-in/x{number}.zip", BOT))) for number in range(60)]
        self.assertEqual(set(statuses), {201, 429})
        self.assertEqual(len(self.inbox()), statuses.count(201))
        self.assert_still_open()


class SlowSenders(SeasonServer):
    def configure(self):
        file = self.folder / "web/nginx.conf"
        text, times = re.subn(r"_timeout 10s;", "_timeout 2s;", file.read_text())
        self.assertEqual(times, 3)
        file.write_text(text)

    def test_are_closed_and_keep_nobody_out(self):
        heads = [b"PUT /hand-in/x.zip HTTP/1.1\r\nHost: x\r\n", self.request(b"PUT", "/hand-in/slow.zip", BOT)[:-len(BOT) + 3], b"", b"G"]
        slow = []
        for number in range(40):
            connection = self.connect()
            connection.sendall(heads[number % 4].replace(b"slow", b"slow%d" % number))
            slow.append(connection)
        self.assert_still_open()
        for connection in slow:  # the timeout is nginx's
            self.assertNotIn(self.code(self.read(connection)), (201, 204))
            connection.close()
        self.assertEqual(self.inbox(), {})
        self.assert_still_open("ada")


class HalfAnUpload(SeasonServer):
    def test_is_never_a_submission(self):
        chance = random.Random(1)
        whole = BOT + bytes(chance.randbytes(300_000))
        shown = []
        for number in range(KILLS):
            request = self.request(b"PUT", f"/hand-in/bot{number}.zip", whole)
            cut = chance.choice((chance.randrange(len(request)), len(request) - chance.randrange(1, 50), len(request)))
            with self.connect() as connection:
                connection.sendall(request[:cut])
                if number % 2:  # the server dies
                    self.nginx.kill()
                elif cut < len(request):  # the client dies
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                else:
                    shown.append(self.code(self.read(connection)))
            if number % 2 or number % 20 == 0:
                self.nginx.restart()
            for name, content in self.inbox().items():
                self.assertEqual(len(content), len(whole), name)
        self.assertEqual(set(shown), {201})
        arrived = self.inbox()
        self.assertEqual(set(arrived.values()), {whole})
        self.assertGreaterEqual(len(arrived), len(shown))


if __name__ == "__main__":
    if nginx.PROGRAM is None or shutil.which("curl") is None:
        print("skipped: nginx (nginx-light) and curl are not installed", file=sys.stderr)
        sys.exit(77)
    unittest.main()
