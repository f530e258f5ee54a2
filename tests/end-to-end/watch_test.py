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

from driver import DANNO, danno

MATCH = ["match", "hold", "timid", "--deals", "1", "--seed", "watch", "--isolation", "none", "--watch", "-q"]


def at_a_terminal(arguments, keys):
    """All that is shown, and whether the terminal was left as it was."""
    leader, follower = pty.openpty()
    flags = termios.ICANON | termios.ECHO | termios.ISIG
    before = termios.tcgetattr(follower)[3] & flags
    os.write(leader, keys)
    program = subprocess.Popen([DANNO, *arguments], stdin=follower, stdout=follower, stderr=subprocess.DEVNULL,
                               cwd=tempfile.gettempdir())
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


if __name__ == "__main__":
    unittest.main()
