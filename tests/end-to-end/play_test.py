"""A person at the terminal: piped, and at a pseudo-terminal.

Run as: play_test.py PATH/TO/danno [unittest arguments]
"""

import os
import pty
import re
import subprocess
import unittest

from driver import DANNO, InAFolder, danno

QUICK = ("--set", "target=1000", "--seed", "play", "--isolation", "none", "-q")


class Play(InAFolder):
    def play(self, typed, *arguments):
        return danno("play", *arguments, *QUICK, input=typed, cwd=self.folder)

    def played(self, *arguments):
        """A game of who always takes the last choice, which banks where it can."""
        result = self.play("2\n1\n" * 500, *arguments)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return result.stdout

    def file(self, shown):
        return shown.split("explain ")[1].split()[0]

    def test_a_game_is_told_coached_and_kept(self):
        shown = self.played("hold")
        self.assertRegex(shown, r"   1  keep \d+, roll \d dice with \d+\n")
        self.assertRegex(shown, r"(?m)^you: the dice gave [+-]\d+\.\d % of winning chance, \d+ decisions? cost ")
        self.assertIn("better: ", shown)
        file = self.file(shown)
        self.assertEqual(file, "out/play/koans/you/hold/0-0.txt")
        for command in ("audit", "explain", "replay"):
            self.assertEqual(danno(command, file, cwd=self.folder).returncode, 0, command)

    def test_a_bot_that_faults_is_told_with_the_reason(self):
        bot = self.write("bot", "#!/bin/sh\nhead -c 1 >/dev/null\necho lost the dice >&2\nexit 3\n", 0o755)
        shown = self.play("", bot)
        self.assertEqual(shown.returncode, 1, shown.stdout)
        self.assertIn("bot: never-ready: exited with code 3\n", shown.stdout)
        self.assertIn("   stderr  lost the dice\n", shown.stdout)
        self.assertIn(f"then danno check {bot}\n", shown.stdout.replace(str(DANNO), "danno"))
        self.assertNotIn("the game is not over", shown.stdout)
        told = self.play("2\n1\n" * 500, "/bin/cat").stdout
        self.assertIn("cat: garbled: ", told)
        again = re.search(r"danno repeat (\S+) /bin/cat$", told, re.M)[1]
        self.assertTrue((self.folder / again).exists())

    def test_it_begins_with_the_goal_and_the_keys(self):
        shown = danno("play", "hold", *QUICK[:-1], input="q\n", cwd=self.folder)
        self.assertEqual(shown.stdout.splitlines()[:3],
                         ["Greed of the koans: the first to reach 1000 points wins, unless the others pass it.",
                          "The first bank needs 300 points.",
                          "keys: the number of a choice; ? for advice; q leaves the game"])
        self.assertEqual(shown.stderr, "")
        self.assertNotIn("decisions cost", shown.stdout)

    def test_a_bank_that_is_worth_nothing_says_so(self):
        shown = self.played("hold")
        self.assertRegex(shown, r"bank (50|100|150|200|250) \(records 0: the first bank needs 300\)\n")
        self.assertNotRegex(shown, r"bank [3-9]\d\d \(records 0")
        behind = danno("play", "hold", "--set", "target=1000", "--seed", "i", "--isolation", "none", "-q",
                       input="2\n1\n" * 500, cwd=self.folder)  # hold is the first at the target
        self.assertIn(" (loses: your last turn)\n", behind.stdout)

    def test_a_rule_file_is_told_and_the_menu_says_what_it_costs(self):
        self.write("house.toml", """
            rules = { id = "house" }
            score = { "1" = 100, "5" = 50, "aaa" = "100 * a" }
            [turn]
            busts = { in_a_row = 2, penalty = 100 }
            minimum_bank = 200
            [game]
            target = 1000
            exact = true
            ending = "at-once"
            """)
        shown = self.played("hold", "--rules", "./house.toml", "--set", "max_turns=30")
        self.assertEqual(shown.splitlines()[:3], ["house: the first to reach exactly 1000 points wins.",
                                                  "  when all thrown dice score, a full set may be rolled",
                                                  "  every bank is at least 200"])
        for line in ("  2 busts in a row cost 100", "  no bank: each needs 200", "  a bust now costs 100",
                     "  bust, 1 of 2 in a row", "  bust, 2 of 2 in a row: 100 points lost",
                     "  passes 1000: bust, 1 of 2 in a row"):
            self.assertIn(f"\n{line}\n", shown)
        self.assertRegex(shown, r"bank \d+ \(passes 1000: a bust\)\n")
        self.assertRegex(shown, r"keep \d+, roll 6 new dice with ")
        self.assertEqual(danno("replay", self.file(shown), cwd=self.folder).returncode, 0)

    def test_the_next_game_is_kept_beside_it(self):
        first, second = self.file(self.played("hold")), self.file(self.played("hold"))
        self.assertNotEqual(first, second)
        self.assertTrue((self.folder / first).exists() and (self.folder / second).exists())

    def test_advice_is_given_and_what_is_no_number_is_asked_again(self):
        shown = self.play("?\nseven\n99\n\nq\n", "hold").stdout
        self.assertRegex(shown, r"optimal would keep \d+, (roll|bank) .*\n  wins +\d+\.\d %: keep ")
        of_three = self.play("?\nq\n", "hold", "timid", "--rules", "dollar").stdout
        self.assertRegex(of_three, r"odds would keep ")
        self.assertEqual(shown.count("expected a number from 1 to "), 3)

    def test_who_follows_the_advice_loses_nothing_by_choice(self):
        typed = []
        while True:  # the game goes the same way as far as it was typed before
            shown = self.play("".join(f"{choice}\n" for choice in typed) + "?\n", "hold", "--out",
                              f"out/{len(typed)}").stdout
            advice = re.findall(r"(?:^|> )optimal would (.*)", shown)
            if not advice:
                break
            choices = re.findall(r"(?m)^ +(\d+)  (.*)$", shown[:shown.rindex("optimal would")])
            typed.append(next(number for number, choice in reversed(choices) if choice == advice[-1]))
        self.assertRegex(shown, r"you: the dice gave .*, \d+ decisions? cost -?0\.0 %\n")

    def test_who_leaves_forfeits(self):
        for typed in ("q\n", ""):
            shown = self.play(typed, "timid")
            self.assertEqual(shown.returncode, 0, shown.stderr)
            self.assertIn("you forfeits", shown.stdout)
            self.assertRegex(shown.stdout, r"(?m)^1\. timid ")

    def test_a_reader_who_stops_ends_the_game(self):
        """As in `danno play | head`: the answer of a person whose game nobody reads is no failure of the machine."""
        with subprocess.Popen([DANNO, "play", "hold", *QUICK], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, cwd=self.folder) as game:
            shown = b""
            while not shown.endswith(b"you> "):
                shown += game.stdout.read(1) or self.fail(shown)
            game.stdout.close()
            game.stdin.write(b"1\n")
            game.stdin.flush()
            self.assertEqual(game.stderr.read(), b"")
            self.assertEqual(game.wait(timeout=280), 141)

    def test_people_play_each_other_and_bots(self):
        self.assertRegex(self.played("--person", "ann", "--person", "bob"), r"(?m)^bob: the dice gave ")
        self.assertRegex(self.played("--person", "ann", "--person", "bob", "hold", "--rules", "dollar"), r"(?m)^3\. ")

    def test_an_offer_is_a_choice(self):
        self.assertRegex(self.played("timid", "--rules", "tyghe"), r"   1  accept \d+ points and roll \d (?:dice|die)\n   2  decline")

    def test_wrong_use_is_told(self):
        for arguments, words in ((("--person", "a b"), "--person 'a b'"), (("--person", "ann", "--person", "ann"), "is given twice"),
                                 (["hold"] * 6, "a game of 7; expected 2 to 6"), (["hodl"], "did you mean 'hold'?")):
            result = self.play("", *arguments)
            self.assertEqual(result.returncode, 2, result.stdout)
            self.assertIn(words, result.stderr)

    def test_dice_are_drawn_at_a_terminal(self):
        reader, writer = pty.openpty()
        process = subprocess.Popen([DANNO, "play", "hold", *QUICK], stdin=subprocess.PIPE, stdout=writer, cwd=self.folder,
                                   stderr=writer, env={**os.environ, "TERM": "xterm"})
        os.close(writer)
        process.stdin.write(b"q\n")
        process.stdin.close()
        shown = b""
        while True:
            try:
                piece = os.read(reader, 4096)
            except OSError:  # nobody writes any more
                break
            if not piece:
                break
            shown += piece
        os.close(reader)
        self.assertEqual(process.wait(60), 0, shown)
        self.assertIn("┌───┐", shown.decode())


if __name__ == "__main__":
    unittest.main()
