"""Every option that takes a number refuses odd spellings in one line, and survives huge and tiny values.

Run as: numbers_test.py PATH/TO/danno [unittest arguments]
"""

import re
import subprocess
import unittest

from driver import InAFolder, danno, league_file

# Never a number: one way to read them all refuses each.
NO_NUMBERS = ("", " 5", "5 ", "0x10", "1,5", "1_000", "inf", "-inf", "nan", "1e400", "--", "5e", "e5", "1e+", "½", "٣", "1\n2",
              "9" * 400 + "x")
# Numbers that may be out of range: an answer or one line, never a crash.
EXTREMES = ("1e30", "-1e30", "1e-320", "-0", "+5", "007", "9223372036854775808", "18446744073709551616", "9" * 400, ".5", "5.")
# The words behind an option in help: a number that the parser reads, a text that holds a number, or a text. A new word
# must join. For the texts with numbers, a command with {} in the number's place.
NUMBERS = {"NUMBER", "ELO", "P"}
WITH_NUMBERS = {
    "TIME": ("league", "run", "l.toml", "--out", "o", "-q", "--for", "{}"),
    "N": ("league", "site", "o", "-q", "--games", "{}"),
    "NAME=ELO0:ELO1": ("gate", "hold", "--against", "timid", "--max-deals", "10", "--isolation", "none", "--bounds",
                       "timid={}:800"),
    "NAME=ELO": ("rate", "games.jsonl", "--anchor", "a={}"),
    "NAME=GRADE": ("league", "export", "o", "--grades", "--scale", "0..20", "--anchor", "hold={}", "--anchor", "timid=1"),
    "LOW..HIGH": ("league", "export", "o", "--grades", "--scale", "{}..20"),
    "NAME=RANGE": ("tune", "hold --at {at}", "--against", "timid", "--max-deals", "200", "--isolation", "none", "-q", "--set",
                   "at={}..400/50"),
    "NAME=VALUE": ("match", "hold", "timid", "--deals", "1", "--isolation", "none", "-q", "--set", "target={}"),
    "POINTS": ("ask", "hold", "--dice", "11122", "--rules", "koans", "--isolation", "none", "--turn", "{}"),
    "POINTS,POINTS": ("ask", "hold", "--dice", "11122", "--rules", "koans", "--isolation", "none", "--totals", "{},100"),
    "ADDRESS:PORT": ("season", "web", "s.toml", "--address", "http://localhost", "--no-tls", "--listen", "127.0.0.1:{}"),
    "I/N": ("cluster", "play", "plan", "--part", "{}/2"),
}
TEXTS = {"AGENT…", "AUTHOR", "DICE", "DIR", "FILE", "FOLDER", "GAME", "ID", "ID|FILE", "ID|FILE…", "LANGUAGE", "LEVEL", "NAME", "OPTIONS",
         "PLAN", "S", "TEXT", "URL", "WORD", "I"}


def takes_number(what):
    return what in NUMBERS or re.fullmatch(r"-?\d+\.\.-?\d+", what)


class Numbers(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("l.toml", league_file('name = "l"\nrules = ["koans"]\ndeals = 1\nseed = "e2e"', agents=("hold", "timid")))
        self.write("s.toml", league_file('name = "s"\nrules = ["koans"]\nformat = "ladder"\nagents = "bots/*"\n[season]'))
        self.write("games.jsonl", '{"players":["a","b"],"places":[1,2]}\n' * 3)
        self.assertEqual(self.danno("league", "run", "l.toml", "--out", "o", "-q").returncode, 0)

    def danno(self, *arguments):
        try:
            return danno(*arguments, cwd=self.folder, timeout=60)
        except subprocess.TimeoutExpired:
            self.fail(f"{arguments} goes on for ever")

    def options(self):
        """All options: the words of the command, the option, what it takes."""
        for command in self.commands():
            for option, what in re.findall(r"(?m)^ {2,6}(?:-\w, )?(--[a-z-]+) (\S+)", self.danno(*command, "--help").stdout):
                if what != "auto|always|never":
                    yield command, option, what

    def commands(self, *above):
        inner = re.findall(r"(?m)^  ([a-z]+)  +\S", re.split(r"(?m)^(?:Options|Arguments):", self.danno(*above, "--help" if above else "--help-all").stdout)[0])
        if not inner:
            yield above
        for command in inner:
            yield from self.commands(*above, command)

    def test_every_option_is_in_the_tables(self):
        options = list(self.options())
        self.assertGreater(len(options), 100)
        for command, option, what in options:
            known = takes_number(what) or what in WITH_NUMBERS or what in TEXTS or re.fullmatch(r"[a-z-]+(\|[a-z-]+)+", what)
            self.assertTrue(known, f"{' '.join(command)} {option} {what}: say in this file whether it is a number")

    def assert_refused(self, arguments, number):
        result = self.danno(*arguments)
        self.assertEqual(result.returncode, 2, f"{arguments}: {result.stdout}{result.stderr}")
        self.assertRegex(result.stderr, r"\Aerror: [^\n]*\n\Z", arguments)

    def assert_survived(self, arguments):
        result = self.danno(*arguments)
        self.assertIn(result.returncode, (0, 1, 2, 4), f"{arguments}: {result.stdout}{result.stderr}")
        if result.returncode == 2:
            self.assertRegex(result.stderr, r"\Aerror: [^\n]*\n\Z", arguments)

    def test_what_is_no_number_is_refused(self):
        for command, option, what in self.options():
            if takes_number(what):
                for text in NO_NUMBERS:
                    self.assert_refused((*command, f"{option}={text}"), text)

    def test_what_is_huge_or_tiny_is_survived(self):
        for command, option, what in self.options():
            if takes_number(what):
                for text in EXTREMES:
                    self.assert_survived((*command, f"{option}={text}"))

    def test_texts_with_numbers_are_read_the_same_way(self):
        for what, command in WITH_NUMBERS.items():
            for text in NO_NUMBERS:
                if not (what == "POINTS,POINTS" and text == "1,5"):
                    with self.subTest(what, text=text):
                        self.assert_refused(tuple(word.replace("{}", text) for word in command), text)
            for text in EXTREMES:
                with self.subTest(what, text=text):
                    self.assert_survived(tuple(word.replace("{}", text) for word in command))

    def test_values_that_failed(self):
        for arguments in (("rate", "games.jsonl", "--confidence", "0.9999999999999999"),
                          ("rate", "games.jsonl", "--prior", "1e30"), ("rate", "games.jsonl", "--prior", "1e-320"),
                          ("league", "run", "l.toml", "--out", "o", "-q", "--for", "9999999h"),
                          ("league", "run", "l.toml", "--out", "o", "-q", "--for", "9223372036s"),
                          ("sprt", "--counts", "1e30", "1", "1"), ("sprt", "--counts", "1", "1", "1", "--alpha", "1e-320")):
            self.assert_survived(arguments)


if __name__ == "__main__":
    unittest.main()
