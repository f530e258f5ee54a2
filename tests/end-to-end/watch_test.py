"""A game shown in the terminal: drawn and stepped by key at one, plain elsewhere.

Run as: watch_test.py PATH/TO/danno [unittest arguments]
"""

import os
import pty
import re
import select
import subprocess
import tempfile
import termios
import unittest

from driver import DANNO, InAFolder, danno, league_file

MATCH = ["match", "hold", "timid", "--deals", "1", "--seed", "watch", "--isolation", "none", "--watch", "-q"]


def at_a_terminal(arguments, keys, cwd=tempfile.gettempdir()):
    """All that is shown, and whether the terminal was left as it was."""
    leader, follower = pty.openpty()
    flags = termios.ICANON | termios.ECHO | termios.ISIG
    before = termios.tcgetattr(follower)[3] & flags
    os.write(leader, keys)
    program = subprocess.Popen([DANNO, *arguments], stdin=follower, stdout=follower, stderr=subprocess.DEVNULL,
                               cwd=cwd, env={**os.environ, "TERM": "xterm"})
    shown = b""
    while program.poll() is None or select_readable(leader):
        if select_readable(leader):
            shown += os.read(leader, 65536)
    same = termios.tcgetattr(follower)[3] & flags == before
    os.close(leader)
    os.close(follower)
    return program.returncode, shown.decode(), same


def select_readable(fd):
    return bool(select.select([fd], [], [], 0.05)[0])


class Watch(unittest.TestCase):
    def test_is_plain_where_there_is_no_terminal(self):
        result = danno(*MATCH, timeout=60, cwd=tempfile.gettempdir())
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertNotIn("\x1b", result.stdout)
        self.assertNotIn("┌", result.stdout)
        self.assertRegex(result.stdout, r"(?m)^  keeps \S+ for \d+, (banks|rolls on) with \d+$")
        self.assertRegex(result.stdout, r"(?m)^  \[(hold|timid) \d+, (hold|timid) \d+\]$")
        self.assertIn("1. ", result.stdout)

    def test_is_drawn_at_a_terminal_and_stepped_by_key(self):
        code, shown, same = at_a_terminal(MATCH, b" " * 400)
        self.assertEqual(code, 0, shown)
        self.assertIn("┌───┐", shown)
        self.assertIn("space: next", shown)
        self.assertTrue(same)
        text = re.sub(r"\x1b\[[0-9;]*m", "", shown)
        game = text[text.index("koans: hold, timid"):text.index("agent ")]
        self.assertLessEqual(max(len(line.rstrip("\r")) for line in game.split("\n")), 80)

    def test_leaves_at_q_and_tells_the_end(self):
        code, shown, same = at_a_terminal(MATCH, b"q")
        self.assertEqual(code, 0, shown)
        self.assertLess(shown.count("┌───┐"), 7)
        self.assertIn("1. ", shown)
        self.assertTrue(same)


class WatchALeague(InAFolder):
    def begin(self, deals):
        self.write("league.toml", league_file(f'name = "spring"\nrules = ["koans"]\ndeals = {deals}', ("hold", "timid", "odds")))
        self.assertEqual(danno("league", "run", "league.toml", "--for", "1s", "-q", cwd=self.folder).returncode, 4)

    def watch(self, keys):
        return at_a_terminal(["league", "watch", "league.toml"], keys, self.folder)

    def test_the_tables_stand_in_place_until_the_league_is_played(self):
        self.begin(10_000_000)
        code, shown, same = self.watch(b"q")
        self.assertEqual(code, 0, shown)
        self.assertTrue(same)
        drawn, left = shown.split("\x1b[?1049l")
        self.assertRegex(drawn, r"q: leave \(the league continues\)  spring: \S+ deals left to play; \S+ deals stored")
        self.assertRegex(left, r"(?m)^ *1 +\S+ +odds ")

        text = (self.folder / "league.toml").read_text().replace("10000000", "100")
        self.write("league.toml", text)
        run = subprocess.Popen([DANNO, "league", "run", "league.toml", "-q"], cwd=self.folder, stdout=subprocess.DEVNULL)
        code, shown, _ = self.watch(b"")
        self.assertEqual((code, run.wait(100)), (0, 0), shown)
        self.assertIn("spring: complete", shown.split("\x1b[?1049l")[1])

    def test_without_a_terminal_it_says_what_prints_once(self):
        self.begin(10_000_000)
        result = danno("league", "watch", "league.toml", cwd=self.folder)
        self.assertEqual(result.returncode, 2)
        self.assertIn("'danno league status' and 'danno league table' print once", result.stderr)


if __name__ == "__main__":
    unittest.main()
