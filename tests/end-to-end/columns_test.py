"""What danno prints at terminals of 60, 80 and 120 columns: no line goes past the edge, so none breaks within a word.

Run as: columns_test.py PATH/TO/danno [unittest arguments]
"""

import fcntl
import os
import pty
import re
import struct
import termios

from driver import DANNO, InAFolder, danno, league_file, unittest

COMMANDS = """rules
rules koans
rules official
rules true-greed
rules check rules.toml
check good --isolation none --rules koans --answer-ms 10000
check bad --isolation none --rules koans --answer-ms 10000
match hold odds --deals 30 --isolation none
match hold odds timid random --deals 6 --isolation none --seed short
match bad hold --deals 4 --isolation none
match no-such-agent hold
gate odds --against hold timid --max-deals 100 --isolation none
tune good --set share=6..20/7 --set threshold=1..2 --against hold --max-deals 600 --seed x --isolation none --answer-ms 10000 --out t
gate bad --against hold --max-faults 0 --max-deals 20 --isolation none
ask hold --dice 11553 --turn 300 --totals 1200,2800 --isolation none
explain game.txt
explain odds league
replay game.txt
audit game.txt
league run league.toml --out league
league table league
league table league -v
league status league
league history league
league verify league
league similar league
league export league --grades
league add bad good --to bots --isolation none
keeps official 12341
solve koans
rate results.txt
new --list
doctor
--help
match --help
league --help
""".splitlines()

# Commands and digests, which are copied from the screen; what the machine says of itself.
WHOLE = re.compile(r"^\s*(next|again|seed|danno|\S*/danno|the agents' secret's|the seed's)\b")
NAMES = [f"student-number-{number}" for number in range(1, 9)]


def at_terminal(columns, command, folder):
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(folder)
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("4H", 24, columns, 0, 0))
        modes = termios.tcgetattr(1)
        modes[3] &= ~termios.ECHO  # what is typed before it listens is no output
        termios.tcsetattr(1, termios.TCSANOW, modes)
        os.execve(DANNO, ["danno", *command.split()], {**os.environ, "TERM": "xterm", "NO_COLOR": "1"})
    output = b""
    try:
        while piece := os.read(terminal, 65536):
            output += piece
            if command.startswith("replay "):
                os.write(terminal, b" ")  # the next throw, at once
    except OSError:  # how Linux tells that nobody has the other end any more
        pass
    os.waitpid(pid, 0)
    return output.decode().replace("\r\n", "\n")


def shown(text):
    """The lines as they stand at the end, without escapes."""
    return [re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", line.split("\r")[-1]) for line in text.split("\n")]


class Columns(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        agents = "".join(f'[[agent]]\nname = "{name}"\npath = "hold"\n' for name in NAMES)
        self.write("league.toml", league_file('rules = ["koans", "tyghe"]\ndeals = 6\nseed = "x"', ("odds",)) + agents)
        self.write("bad/agent.toml", 'name = "bad"\nrun = ["sh", "bad.sh"]\n')
        self.write("bad/bad.sh", "echo this goes to the log, and it is a line that is longer than any terminal here is wide: "
                                 "one hundred and twenty columns at most >&2; exit 3\n")
        self.assertEqual(danno("new", "python", "good", cwd=self.folder).returncode, 0)
        with open(self.folder / "good/agent.toml", "a") as manifest:
            manifest.write("parameters = { threshold = 1 }\n")
        self.assertEqual(danno("league", "run", "league.toml", "--out", "league", "-q", cwd=self.folder).returncode, 0)
        game = danno("league", "export", "league", "--game", "koans/odds,student-number-1/0/0", cwd=self.folder)
        self.assertEqual(game.returncode, 0, game.stderr)
        self.write("game.txt", game.stdout)
        self.write("rules.toml", danno("rules", "koans", "--toml").stdout.replace('id = "koans"', 'id = "ours"'))
        self.write("results.txt", '{"players":["ada","bob"],"places":[1,2]}\n{"players":["bob","ada"],"places":[1,2]}\n')

    def test_nothing_goes_past_the_edge(self):
        for columns in (60, 80, 120):
            for command in COMMANDS:
                with self.subTest(command, columns=columns):
                    text = at_terminal(columns, command, self.folder)
                    self.assertNotEqual(text, "")
                    wide = [line for line in shown(text) if len(line) > columns and not WHOLE.match(line)
                            and max(map(len, line.split())) + 12 < columns]
                    self.assertEqual(wide, [])

    def test_a_live_line_is_erased_before_what_follows(self):
        text = at_terminal(80, "league run league.toml --out again", self.folder)
        text += at_terminal(80, "league export league --all", self.folder)
        for line in text.split("\n"):
            for live, after in zip(line.split("\r"), line.split("\r")[1:]):
                if re.search(r" (exported|left)$", live):
                    self.assertTrue(after.startswith("\x1b[K"), line)
            self.assertNotRegex(line, r"(exported|left)[^\r\n ]")

    def test_what_is_no_terminal_gets_whole_lines(self):
        told = danno("rules", "official").stdout
        self.assertIn("the target makes a score to beat; a player that beats it gives all others one more turn, until none does\n", told)


if __name__ == "__main__":
    unittest.main()
