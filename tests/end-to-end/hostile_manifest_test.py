"""Whatever an author writes into agent.toml is that author's: it is named, and everybody else plays.

Run as: hostile_manifest_test.py PATH/TO/danno [unittest arguments]
"""

import json
import re
import unittest

from driver import InAFolder, danno, league_file
from seasons import HOLD, SeasonFolder, hold

NUL = '"a\\u0000b"'
LONG = '"' + "x" * 1025 + '"'
HUGE = '"' + "x" * (16 << 20) + '"'
WRONG = ("7", "1.5", "true", "1979-05-27", "[7]", "[[]]", "{ a = [] }", '"""\nlines\n"""')
TEXT = {"nul": NUL, "long": LONG, "huge": HUGE, "empty": '""', "unicode": '"\\u202Egnp.\\u0007"', "path": '"../../etc/passwd"',
        **{f"wrong{i}": value for i, value in enumerate(WRONG)}}
WORDS = {"nul": f"[{NUL}]", "long": f'["{"x" * 17000}"]', "many": "[" + '"x",' * 10000 + "]", "huge": f"[{HUGE}]", "none": "[]",
         "path": '["../../../../bin/sh"]', "unicode": '["./\\u202Egnp"]', "absolute": '["/etc/passwd"]',
         **{f"wrong{i}": value for i, value in enumerate(WRONG)}}
USED = 'run = ["sh", ' + '"{x}",' * 2000 + "]\n"
# The lines of agent.toml in place of the key. A key that is not here fails the test: it must join.
KEYS = {
    "name": {trick: f"name = {value}\n" for trick, value in TEXT.items()},
    "author": {trick: f"author = {value}\n" for trick, value in TEXT.items()},
    "run": {trick: f"run = {value}\n" for trick, value in WORDS.items()},
    "build": {trick: f"build = {value}\n" for trick, value in WORDS.items()},
    "parameters": {
        "nul": f"parameters = {{ x = {NUL} }}\n",
        "long": f"parameters = {{ x = {LONG} }}\n",
        "huge": f"parameters = {{ x = {HUGE} }}\n",
        "many": "parameters = { " + ", ".join(f"x{i} = {i}" for i in range(5000)) + " }\n",
        "long name": f"parameters = {{ {'x' * 1000} = 1 }}\n",
        "used often": USED + f'parameters = {{ x = "{"y" * 1000}" }}\n',
        "infinite": "parameters = { x = inf }\n",
        "none": "parameters = { x = nan }\n",
        "path": 'parameters = { "../x" = 1 }\n',
        **{f"wrong{i}": f"parameters = {value}\n" for i, value in enumerate(WRONG)},
        **{f"wrong value {i}": f"parameters = {{ x = {value} }}\n" for i, value in enumerate(WRONG[2:7])},
    },
}
HARMLESS = {("name", "path"), ("run", "path"), ("author", "empty"), ("author", "path"), ("author", "wrong7"), ("parameters", "wrong6")}


def manifest(name, key, line):
    """agent.toml of a bot that could be built, where that key is not in the way."""
    own = {"name": f'name = "{name}"\n', "run": 'run = ["sh", "bot.sh"]\n'}
    own.pop(key, None)
    if line.startswith("run"):
        own.pop("run", None)
    return "".join(own.values()) + line


class AHostileManifest(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.tricks = {}
        for key, tricks in KEYS.items():
            for trick, line in tricks.items():
                name = f"{key}-{trick}".replace(" ", "-")
                self.tricks[name] = key, trick
                self.write(f"bots/{name}/agent.toml", manifest(name, key, line))
                self.write(f"bots/{name}/bot.sh", "exit 1\n")

    def danno(self, *arguments):
        result = danno(*arguments, cwd=self.folder)
        self.assertIn(result.returncode, (0, 1, 2), f"{arguments}: {result.stdout[-500:]}{result.stderr[-1000:]}")
        self.assertNotIn("bad_alloc", result.stderr)
        self.assertLess(len(result.stdout) + len(result.stderr), 200_000, arguments)
        return result

    def test_the_table_has_all_keys(self):
        self.write("bots/unknown/agent.toml", 'name = "a"\nrun = ["sh"]\nqqqqqq = 1\n')
        told = self.danno("check", "bots/unknown", "--isolation", "none")
        keys = re.search(r"unknown key 'qqqqqq'; expected ([a-z, ]+)", told.stdout + told.stderr)
        self.assertIsNotNone(keys, told.stdout + told.stderr)
        self.assertEqual(sorted(keys[1].strip().split(", ")), sorted(KEYS))

    def test_is_refused_by_check(self):
        for name, which in self.tricks.items():
            with self.subTest(name):
                result = self.danno("check", f"bots/{name}", "--rules", "koans", "--isolation", "none", "-q")
                self.assertIn(result.returncode, (1, 2), result.stdout + result.stderr)  # bot.sh plays nothing
                if which not in HARMLESS:
                    self.assertRegex(result.stdout + result.stderr, r"agent\.toml|no program|not a program|not executable")

    def test_is_charged_with_its_match_and_its_gate(self):
        for name in list(self.tricks)[::4]:
            with self.subTest(name):
                bot = f"bots/{name}"
                self.danno("match", bot, "hold", "--deals", "2", "--isolation", "none", "-q")
                self.danno("gate", bot, "--against", "hold", "--max-deals", "10", "--isolation", "none", "-q")

    def test_keeps_nobody_from_a_league(self):
        names = list(self.tricks)
        for begin in range(0, len(names), 8):  # everybody meets
            some = names[begin:begin + 8]
            bots = tuple(f"bots/{name}" for name in some)
            self.write("l.toml", league_file('name = "l"\nrules = ["koans"]\ndeals = 1', agents=("hold", "timid", *bots)))
            result = self.danno("league", "run", "l.toml", "--out", f"o{begin}", "-q")
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            rows = json.loads((self.folder / f"o{begin}/table.json").read_text())["divisions"][0]["agents"]
            self.assertEqual(len(rows), len(some) + 2)

    def test_keeps_nobody_from_being_taken_in(self):
        folders = [f"bots/{name}" for name in self.tricks]
        self.write("bots/zz/agent.toml", f'name = "good"\nrun = ["{HOLD}"]\n')
        result = self.danno("league", "add", *folders, "bots/zz", "--to", "taken", "--isolation", "none", "--json", "-q")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertEqual([entry["name"] for entry in json.loads(result.stdout) if entry["added"]], ["good"])


class AHostileManifestInASeason(SeasonFolder):
    def test_is_answered_to_its_author_alone(self):
        self.write_season(season="max_per_day = 1000")
        tricks = [(f"{key}{number}", manifest("bot", key, line)) for key, lines in KEYS.items()
                  for number, line in enumerate(lines.values())]
        for author, text in tricks:
            self.hand_in(author, {"agent.toml": text, "bot.sh": "exit 1\n"}, "bot")
        self.hand_in("zz", hold("good"), "good")
        self.start()
        for author, item in [(author, "bot") for author, _ in tricks] + [("zz", "good")]:
            self.wait_until(f"an answer to {author}", lambda: item in self.letters(author))
            self.assertEqual(" plays\n" in self.letters(author)[item], author == "zz", self.letters(author)[item])
        self.assertEqual(self.end(), 143)


if __name__ == "__main__":
    unittest.main()
