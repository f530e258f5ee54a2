"""A kill at any call that writes, or a limit on the size of files, leaves what the same command goes on with.

Run as: kill_at_write_test.py PATH/TO/danno [unittest arguments]
DANNO_KILL_STEP: 1 kills at every call; default 29, for every 29th. Ends with 77 where strace is missing.
"""

import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import time
import unittest

from driver import DANNO, InAFolder, league_file
from seasons import FINAL, SEASON, utc

if not shutil.which("strace"):
    print("skipped: no strace")
    sys.exit(77)

STEP = int(os.environ.get("DANNO_KILL_STEP", "29"))
CALLS = "pwrite64,fdatasync,fsync,ftruncate,unlink,rename"
LEAGUE = league_file('name = "o"\nrules = ["koans"]\ndeals = 30\nseed = "e2e"', agents=("hold", "timid"))
PLAY = ("--isolation", "none", "--answer-ms", "10000", "-q")
# The commands that must go on, each with the folder that `verify` checks afterwards, if it makes a league.
COMMANDS = {
    "league": (("league", "run", "l.toml", "--out", "o", "-q"), "o"),
    "gate": (("gate", "hold", "--against", "timid", "--max-deals", "100", "--out", "o", "--attempts", "a.jsonl", *PLAY), "o"),
    "tune": (("tune", "hold --at {at}", "--set", "at=200,350", "--against", "hold", "--max-deals", "200", "--seed", "e2e",
              "--out", "o", *PLAY), "o"),
    "match to a folder": (("match", "hold", "timid", "--deals", "4", "--seed", "e2e", "--out", "o", *PLAY), None),
    "match to a file": (("match", "hold", "timid", "--deals", "4", "--seed", "e2e", "--out", "o.jsonl", *PLAY), None),
}


class AKillAtAWrite(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.write("l.toml", LEAGUE)

    def start(self, *command, **options):
        return subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                stdin=subprocess.DEVNULL, **options)

    def end(self, run, timeout=280):
        told = run.communicate(timeout=timeout)[1]
        return run.returncode, told

    def run_danno(self, *command, **options):
        return self.end(self.start(DANNO, *command, **options))

    def traced(self, *command, kill_at=None):
        inject = ("-e", f"inject={CALLS}:signal=KILL:when={kill_at}") if kill_at else ()
        return ("strace", "-f", "-o", "trace", "-e", f"trace={CALLS}", *inject, DANNO, *command)

    def empty(self):
        for entry in self.folder.iterdir():
            if entry.name not in ("l.toml", "season.toml", "trace"):
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()

    def count_calls(self):
        calls = tuple(call + "(" for call in CALLS.split(","))
        return sum(any(call in line for call in calls) for line in (self.folder / "trace").read_text().splitlines())

    def check_goes_on(self, command, out):
        code, told = self.run_danno(*command)
        self.assertIn(code, (0, 1, 4), told)
        if out:
            code, told = self.run_danno("league", "verify", out, "-q")
            self.assertEqual(code, 0, told)

    def test_is_survived(self):
        for name, (command, out) in COMMANDS.items():
            self.empty()
            self.assertIn(self.end(self.start(*self.traced(*command)))[0], (0, 1, 4))
            count = self.count_calls()
            self.assertGreater(count, 0, name)
            for call in range(1, count + 1, STEP):
                with self.subTest(name, call=call, of=count):
                    self.empty()
                    self.end(self.start(*self.traced(*command, kill_at=call)))
                    self.check_goes_on(command, out)

    def test_a_limit_on_the_size_of_files_is_told_and_survived(self):
        for name, (command, out) in COMMANDS.items():
            for size in (1, 100):
                with self.subTest(name, kilobytes=size):
                    self.empty()
                    limit = (size << 10, resource.getrlimit(resource.RLIMIT_FSIZE)[1])
                    code, told = self.run_danno(*command,
                                                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit))
                    if code not in (0, 1, 4):
                        self.assertEqual(code, 3, told)
                        self.assertRegex(told, r"(?m)^error: .*(File too large|disk I/O error); .* run 'ulimit -f unlimited' first$")
                    self.check_goes_on(command, out)


class AKillOfASeasonAtAWrite(AKillAtAWrite):
    test_a_limit_on_the_size_of_files_is_told_and_survived = None

    def setUp(self):
        super().setUp()
        self.write("season.toml", SEASON.format(season=f"closes = {utc(time.time() + 3600)}", final=FINAL, format="ladder",
                                                league="until = { games = 40 }", agents="bots/*", isolation="none"))

    def hand_in(self):
        for name in ("ada", "bob"):
            item = self.folder / "inbox" / name / "bot"
            item.mkdir(parents=True)
            (item / "agent.toml").write_text(f'name = "{name}"\nrun = ["sh", "bot.sh"]\n')
            (item / "bot.sh").write_text("exit 1\n")

    def is_at_rest(self):
        letters = list((self.folder / "outbox").glob("*/*.md"))
        return len(letters) >= 2 and not list((self.folder / "inbox").glob("*/bot"))

    def rest_and_end(self, run, seconds):
        end = time.monotonic() + seconds
        while run.poll() is None and not self.is_at_rest() and time.monotonic() < end:
            time.sleep(0.02)
        rested = self.is_at_rest()
        if run.poll() is None:
            # strace keeps signals to itself: its child is the season.
            children = pathlib.Path(f"/proc/{run.pid}/task/{run.pid}/children").read_text().split()
            os.kill(int(children[0]) if run.args[0] == "strace" else run.pid, signal.SIGTERM)
        return rested, *self.end(run)

    def test_is_survived(self):
        command = ("season", "run", "season.toml", "-q")
        self.hand_in()
        rested, code, told = self.rest_and_end(self.start(*self.traced(*command)), 120)
        self.assertTrue(rested, told)
        count = self.count_calls()
        for call in range(1, count + 1, 2 * STEP):
            with self.subTest(call=call, of=count):
                self.empty()
                self.hand_in()
                self.rest_and_end(self.start(*self.traced(*command, kill_at=call)), 20)
                rested, code, told = self.rest_and_end(self.start(DANNO, *command), 120)
                self.assertTrue(rested, told)
                self.assertIn(code, (143, -15), told)
                code, told = self.run_danno("league", "verify", "out/autumn", "-q")
                self.assertEqual(code, 0, told)


if __name__ == "__main__":
    unittest.main()
