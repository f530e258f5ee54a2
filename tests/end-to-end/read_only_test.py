"""A league is read where nothing can be written, as by another user or from a read-only disk.

Run as: read_only_test.py PATH/TO/danno [unittest arguments]
"""

import hashlib
import json
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import unittest

from driver import DANNO, InAFolder, await_deals, danno, league_file, line_up_hashes

LEAGUE = league_file("""
name = "closed"
rules = ["koans"]
deals = {deals}
{more}
""", agents=("hold", "timid", "random"))

# The user who owns nothing here; root may write everywhere.
NOBODY = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] if os.getuid() == 0 else []
if NOBODY and subprocess.run([*NOBODY, "test", "-x", DANNO], stderr=subprocess.DEVNULL).returncode != 0:
    print("skipped: no ordinary user can reach", DANNO)
    sys.exit(77)


class ReadOnly(InAFolder):
    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.home = self.folder / "home"
        self.home.mkdir()
        self.home.chmod(0o777)
        self.folder.chmod(0o755)

    def tearDown(self):
        self.out.chmod(0o755)
        super().tearDown()

    def play(self, deals=6, more=""):
        file = self.write("league.toml", LEAGUE.format(deals=deals, more=more))
        result = danno("league", "run", file, "--out", str(self.out), "-q")
        self.assertEqual(result.returncode, 0, result.stderr)

    def close(self):
        """Nobody may write there any more."""
        for path in self.out.iterdir():
            path.chmod(0o444)
        self.out.chmod(0o555)

    def files(self):
        return {path.name: path.read_bytes() for path in self.out.iterdir() if path.is_file()}

    def read(self, *arguments):
        environment = dict(os.environ, HOME=str(self.home), XDG_CACHE_HOME=str(self.home))
        return subprocess.run([*NOBODY, DANNO, *arguments], capture_output=True, text=True, timeout=280,
                              cwd=self.folder, env=environment)

    def assertAllCommandsRead(self):
        before = self.files()
        game = "koans/hold,random/1/0"
        for command in (("league", "status"), ("league", "table"), ("league", "history"), ("league", "verify"),
                     ("league", "similar"),
                     ("league", "export", "--game", game), ("league", "export", "--all", "--json"),
                     ("league", "report", "hold", "--to", str(self.home / "report")),
                     ("replay", game), ("explain", game)):
            with self.subTest(command):
                result = self.read(*command, str(self.out))
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertTrue(result.stdout)
        self.assertEqual(self.files(), before)
        for command, told in (("report", "--to FOLDER"), ("export", "--json")):
            result = self.read("league", command, *(("hold",) if command == "report" else ("--all",)), str(self.out))
            self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
            self.assertIn(told, result.stderr)
        self.assertIn("its table files are unchanged", self.read("league", "table", str(self.out)).stderr)

    def test_a_finished_league_is(self):
        self.play()
        self.assertEqual([path.name for path in self.out.iterdir() if path.name.startswith("league.db")],
                         ["league.db"])
        self.close()
        self.assertAllCommandsRead()

    def test_one_is_whose_file_was_left_in_the_mode_of_a_run(self):
        self.play()
        with sqlite3.connect(self.out / "league.db") as database:
            database.execute("PRAGMA journal_mode = WAL")
        database.close()
        self.assertEqual((self.out / "league.db").read_bytes()[18:20], b"\2\2")
        self.close()
        self.assertAllCommandsRead()

    def test_it_is_said_what_to_do_where_one_cannot_be(self):
        run = subprocess.Popen([DANNO, "league", "run", self.write("league.toml", LEAGUE.format(deals=100000, more="")),
                                "--out", str(self.out)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        await_deals(run, self.out)
        run.send_signal(signal.SIGKILL)
        run.communicate()
        (self.out / "league.db-shm").unlink()
        self.close()
        result = self.read("league", "status", str(self.out))
        self.assertEqual((result.returncode, result.stderr.count("\n")), (3, 1), result.stderr)
        self.assertIn("copy the folder to where you may write", result.stderr)
        copy = self.home / "copy"
        shutil.copytree(self.out, copy)
        copy.chmod(0o777)
        for path in copy.iterdir():
            path.chmod(0o666)
        self.assertEqual(self.read("league", "status", str(copy)).returncode, 0)
        (self.out / "league.db").chmod(0o400)
        if NOBODY:
            result = self.read("league", "status", str(self.out))
            self.assertEqual(result.returncode, 3)
            self.assertIn("chmod a+r", result.stderr)

    def test_the_digest_is_the_one_of_the_page(self):
        """docs/league-db.md, read by somebody who has only SQLite."""
        self.play(more='seed = "open"')
        def row(*values):
            data = [value if isinstance(value, bytes) else str(value).encode() for value in values]
            return b"".join(b"-," if value is None else b"%d:%b," % (len(bytes_), bytes_)
                            for value, bytes_ in zip(values, data)) + b"\n"

        def deal_rows(database):
            hashes = line_up_hashes(database)
            runs = {}
            for line_up, first, deals, *rest in database.execute(
                    "SELECT line_up, first, deals, epoch, conditions, at / 86400 FROM block ORDER BY line_up, first"):
                before = runs.setdefault(line_up, [])
                if before and before[-1][0] + before[-1][1] == first and before[-1][2:] == rest:
                    before[-1][1] += deals
                else:
                    before.append([first, deals, *rest])
            for line_up, those in runs.items():
                yield from ((line_up, *run) for run in those)
                yield line_up, hashes[line_up]

        whole = hashlib.blake2b(digest_size=32)
        with sqlite3.connect(self.out / "league.db") as database:
            for table, key in (("league", "name"), ("agent", "id"), ("division", "id"), ("line_up", "id"),
                               ("epoch", "id"), ("conditions", "id"), ("deal", None),
                               ("fault", "line_up, deal, seating, seat")):
                columns = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")
                           if table != "fault" or name not in ("id", "report")]
                rows = (database.execute(f"SELECT {', '.join(columns)} FROM {table} ORDER BY {key}") if key
                        else deal_rows(database))
                digest = hashlib.blake2b(b"".join(row(*values) for values in rows), digest_size=32)
                whole.update(f"{table} {digest.hexdigest()}\n".encode())
        table = json.loads((self.out / "table.json").read_text())
        self.assertEqual(table["digest"], whole.hexdigest())
        self.assertEqual(json.loads(danno("league", "verify", str(self.out), "--json", "-q").stdout)["digest"],
                         whole.hexdigest())


class Surroundings(InAFolder):
    """Limits of the process that are too low: one line each, with the command that helps, exit 3."""

    def told(self, limit, value, *arguments):
        result = subprocess.run([DANNO, *arguments], cwd=self.folder, capture_output=True, text=True,
                                preexec_fn=lambda: resource.setrlimit(limit, (value, value)))
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertRegex(result.stderr, r"\Aerror: [^\n]*\n\Z")
        return result.stderr

    def test_few_open_files(self):
        for files in (24, 32, 48, 64):
            for arguments in (("match", "hold", "timid", "--deals", "2"), ("league", "new", "spring")):
                self.assertIn(f"may have {files} files open; expected at least 128: run 'ulimit -n 1024' first",
                              self.told(resource.RLIMIT_NOFILE, files, *arguments))

    def test_no_folder_for_temporary_files(self):
        (self.folder / "bot").mkdir()
        for arguments in (("match", "hold", "timid", "--isolation", "none"), ("league", "add", "bot", "--to", ".")):
            run = danno(*arguments, cwd=self.folder, env={**os.environ, "TMPDIR": "/nowhere"})
            self.assertEqual(run.returncode, 3, run.stderr)
            self.assertIn("TMPDIR is '/nowhere': No such file or directory; set it to a folder in which", run.stderr)

    def test_a_small_stack(self):
        for size in (64 << 10, 512 << 10):
            self.assertIn(f"may have {size >> 10} KB of stack; expected at least 1024: run 'ulimit -s 8192' first",
                          self.told(resource.RLIMIT_STACK, size, "match", "hold", "timid", "--deals", "2"))

    def test_a_parent_that_waits_for_no_child(self):
        result = subprocess.run([DANNO, "match", "hold", "timid", "--deals", "2", "-q"], cwd=self.folder,
                                capture_output=True, text=True,
                                preexec_fn=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_a_low_soft_limit_is_raised(self):
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        result = subprocess.run([DANNO, "rules", "koans"], capture_output=True, text=True,
                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (24, hard)))
        self.assertEqual(result.returncode, 0, result.stderr)
        hard = resource.getrlimit(resource.RLIMIT_STACK)[1]
        result = danno("match", "hold", "timid", "--deals", "20", "--isolation", "none", "-q", cwd=self.folder,
                       preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (64 << 10, hard)))
        self.assertEqual(result.returncode, 0, result.stderr)


if __name__ == "__main__":
    unittest.main()
