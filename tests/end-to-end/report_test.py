"""danno league report: an author gets all of his agent's games and faults, and no word of another's agent.

Run as: report_test.py PATH/TO/danno PATH/TO/sdk/python/danno.py [unittest arguments]
"""

import base64
import csv
import json
import pathlib
import re
import shlex
import sqlite3
import sys

from driver import DANNO, InAFolder, danno, unittest

SDK = pathlib.Path(sys.argv.pop(1)).read_text(encoding="utf-8")

# Banks what it gets, and dies of it once it has 500 points.
FAULTY = """import danno

def decide(question):
    if question.is_offer:
        return danno.decline()
    if question.total >= 500:
        raise ValueError("the secret of %s")
    return danno.bank(0) if question.bank_counts(0) else danno.roll(0)

danno.play(decide)
"""
LEAGUE = """
[league]
name = "spring"
rules = ["koans"]
deals = 4
seed = "report"
agents = "bots/*"
[limits]
answer_ms = 10000
isolation = "none"
"""


class Report(InAFolder):
    def setUp(self):
        super().setUp()
        self.write("bots/hold/agent.toml", 'name = "hold"\nrun = ["%s"]\n' % self.bundled("hold"))
        for name in ("ada", "bob"):
            self.write_faulty(name, name)
        self.write("league.toml", LEAGUE)
        self.danno("run", "league.toml")

    @staticmethod
    def bundled(name):
        return pathlib.Path(DANNO).parent.parent / "agents" / name / name

    def write_faulty(self, name, secret):
        self.write("bots/%s/agent.toml" % name, 'name = "%s"\nrun = ["python3", "-B", "bot.py"]\n' % name)
        self.write("bots/%s/danno.py" % name, SDK)
        self.write("bots/%s/bot.py" % name, FAULTY % secret)

    def danno(self, *arguments):
        result = danno("league", *arguments, "-q", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_what_it_printed_before_its_greeting_is_told(self):
        self.write("bots/jvm/agent.toml", 'name = "jvm"\nrun = ["sh", "bot.sh"]\n')
        self.write("bots/jvm/bot.sh", "echo Could not reserve enough space for object heap; exit 1\n")
        self.danno("run", "league.toml", "--out", "others")
        self.danno("report", "jvm", "others", "--to", "for-jvm")
        self.assertIn("  stdout:\n\n      Could not reserve enough space for object heap\n",
                      (self.folder / "for-jvm/README.md").read_text())

    def test_all_of_ones_own_and_no_word_of_another(self):
        told = json.loads(self.danno("report", "ada", "--to", "for-ada", "--json"))
        self.assertEqual((told["agent"], told["folder"], told["games"]), ("ada", "for-ada", 16))
        folder = self.folder / "for-ada"
        games = [json.loads(line) for line in (folder / "games.ndjson").read_text().splitlines()]
        exported = [json.loads(line) for line in self.danno("export", "--all", "--json").splitlines()]
        self.assertEqual([game["game"] for game in games],
                         [game["game"] for game in exported if "ada" in game["players"]])
        own = sum(fault["player"] == "ada" for game in exported for fault in game["faults"])
        self.assertEqual((told["faults"], len(list((folder / "faults").iterdir()))), (own, own))
        self.assertGreater(own, 0)
        self.assertIn("the secret of bob", "".join(path.read_text() for path in (self.folder / "out").rglob("*bob*.json")))
        written = {path: path.read_text() for path in folder.rglob("*") if path.is_file()}
        self.assertEqual([path for path, text in written.items() if "the secret of bob" in text], [])
        self.assertTrue(any("the secret of ada" in text for text in written.values()))
        self.assertEqual({fault["player"] for game in games for fault in game["faults"]}, {"ada"})

    def test_what_it_says_to_type_repeats_the_fault(self):
        self.danno("report", "ada")
        folder = self.folder / "out/spring/reports/ada"
        typed = re.findall(r"^ {6}danno (repeat .*) AGENT$", (folder / "README.md").read_text(), re.M)
        self.assertEqual(len(typed), len(list((folder / "faults").iterdir())))
        repeated = danno(*shlex.split(typed[0]), self.folder / "bots/ada", "--isolation", "none", cwd=folder)
        self.assertEqual(repeated.returncode, 1, repeated.stderr)
        self.assertIn("the same fault: exit", repeated.stdout)

    def test_opponents_stand_worst_first_with_the_worst_game(self):
        self.danno("report", "hold", "--to", "for-hold")
        readme = (self.folder / "for-hold/README.md").read_text()
        self.assertNotIn("## Faults", readme)
        rows = re.findall(r"^\| koans \| hold \| (\w+) \| 8 \| ([\d.]+) % \| 0 \| `(\S+)` \|", readme, re.M)
        self.assertEqual({opponent for opponent, _, _ in rows}, {"ada", "bob"})
        self.assertEqual(rows, sorted(rows, key=lambda row: float(row[1])))
        for _, _, game in rows:
            self.assertEqual(danno("audit", self.folder / "for-hold" / game).returncode, 0)

    def test_every_version_of_the_agent_is_told(self):
        self.write_faulty("ada", "ada again")
        self.danno("run", "league.toml")
        self.assertEqual(json.loads(self.danno("report", "ada", "--json"))["games"], 32)
        readme = (self.folder / "out/spring/reports/ada/README.md").read_text()
        self.assertNotIn("&#", readme)
        for heading, row in (("## Standing", r"\| (ada\S*) \|"), ("## Faults", "### (.*)"),
                             ("## Opponents", r"\| koans \| (ada\S*) \|")):
            section = readme[readme.index(heading):][len(heading):].split("\n## ")[0]
            told = re.findall("(?m)^%s" % row, section)
            self.assertEqual(list(dict.fromkeys(told)), ["ada@2", "ada"], heading)
        self.assertRegex(readme, r"(?m)^\| ada@2 \| koans \| [23] of 3 \| .* \| [\d.]+ % \| 16 \|$")
        self.assertRegex(readme, r"(?m)^\| ada \| koans \| - \| - \| [\d.]+ % \| - \|$")

    def test_all_reports_are_written_again_into_the_same_place(self):
        self.danno("report", "--all")
        reports = self.folder / "out/spring/reports"
        self.assertEqual(sorted(path.name for path in reports.iterdir()), ["ada", "bob", "hold"])
        (reports / "ada/games/old.txt").touch()
        (reports / "ada/note.txt").touch()
        told = json.loads(self.danno("report", "--all", "out/spring", "--json"))
        self.assertEqual([(one["agent"], one["games"]) for one in told], [("ada", 16), ("bob", 16), ("hold", 16)])
        self.assertFalse((reports / "ada/games/old.txt").exists())
        self.assertTrue((reports / "ada/note.txt").exists())

    def test_what_it_says_to_type_explains_a_game(self):
        self.danno("report", "hold", "--to", "for-hold")
        game = re.search(r"`(games/\S+)`", (self.folder / "for-hold/README.md").read_text()).group(1)
        explained = danno("explain", game, cwd=self.folder / "for-hold")
        self.assertEqual(explained.returncode, 0, explained.stderr)

    def test_why_an_agent_never_started_is_told_and_it_has_no_score(self):
        self.write("bots/ada/bot.py", "import danno\nraise RuntimeError('*no* start')\n")
        self.danno("run", "league.toml", "--out", "late")
        self.danno("report", "ada", "late", "--to", "for-ada")
        readme = (self.folder / "for-ada/README.md").read_text()
        self.assertIn("      RuntimeError: *no* start\n", readme)
        self.assertIn("  stderr: the same\n", readme)
        late = self.folder / "late"
        ada = json.loads((late / "table.json").read_text())["divisions"][0]["agents"][-1]
        self.assertEqual([ada[key] for key in ("name", "score", "points", "win_share")], ["ada", None, None, None])
        self.assertRegex((late / "table.md").read_text(), r"\| ada \| - \| - \| 16 \| 8 \| - \| - \| - \|")
        rows = {row["name"]: row for row in csv.DictReader((late / "table.csv").read_text().splitlines())}
        self.assertEqual([rows["ada"][key] for key in ("elo", "games", "score", "points", "win_share")], ["", "16", "", "", ""])
        self.assertEqual(rows["ada"]["faults"], "never-ready 4")

    def test_grades_are_joined_on_authors_and_know_no_versions(self):
        self.write("bots/ada/agent.toml", 'name = "ada"\nauthor = "4711"\nrun = ["python3", "-B", "bot.py"]\n')
        self.write("bots/bob/bot.py", "import danno\nraise RuntimeError('no start')\n")
        self.danno("run", "league.toml")
        agents = json.loads((self.folder / "out/spring/table.json").read_text())["divisions"][0]["agents"]
        # Another author makes another agent.
        self.assertEqual({agent["name"] for agent in agents}, {"4711/ada", "bob@2", "hold"})
        sheet = self.danno("export", "--grades", "--scale", "5..1")
        rows = {row["agent"]: row for row in csv.DictReader(sheet.splitlines())}
        self.assertEqual([rows[name]["author"] for name in ("4711/ada", "bob", "hold")], ["4711", "bob", "hold"])
        ratings = {agent["name"].split("@")[0]: agent["adjusted"]["elo"] for agent in agents if agent["adjusted"]}
        for name, rating in ratings.items():
            chances = [1 / (1 + 10 ** ((other - rating) / 400)) for one, other in ratings.items() if one != name]
            self.assertAlmostEqual(float(rows[name]["koans"]), 5 - 4 * sum(chances) / len(chances), delta=0.01)
        self.assertEqual(rows["bob"]["grade"], "5.00")

    def test_nothing_that_is_shown_tells_of_dice_to_come(self):
        self.write("secret.toml", LEAGUE.replace('seed = "report"\n', "").replace("spring", "secret"))
        self.danno("run", "secret.toml")
        out = self.folder / "out/secret"
        league = sqlite3.connect(out / "league.db")
        (seed, agents), = league.execute("SELECT seed, agent_secret FROM epoch").fetchall()
        self.assertEqual((len(seed), len(agents)), (64, 64))
        self.assertIn(seed, self.shown(out, "finished"))
        # The season goes on, with deals to come of the same seed.
        league.execute("UPDATE epoch SET revealed = 0")
        league.commit()
        league.close()
        shown = self.shown(out, "going-on")
        self.assertIn("the secret of ada", shown)
        for secret in (seed, agents):
            for form in (secret, secret.upper(), secret.encode().hex(), base64.b64encode(bytes.fromhex(secret)).decode()):
                self.assertNotIn(form.rstrip("="), shown)

    def shown(self, out, name):
        """All that a site and every author's folder hold; what frames are made of in hex stands as text, too."""
        folder = self.folder / name
        self.danno("site", out, "--to", folder / "site", "--faults", "details", "--games", "all")
        self.danno("report", "--all", out, "--to", folder / "reports")
        files = [path for path in folder.rglob("*") if path.is_file()]
        self.assertTrue(any(path.suffix == ".json" and path.parent.name == "faults" for path in files))
        texts = [path.read_text(encoding="utf-8") for path in files]
        frames = [bytes.fromhex(frame) for text in texts for frame in re.findall(r'"hex": "([0-9a-f]*)"', text)]
        self.assertTrue(frames)
        return "\n".join(texts + [frame.decode("latin-1") for frame in frames])

    def test_wrong_use_is_one_line_and_writes_nothing(self):
        for arguments, told in ((("adda",), "did you mean 'ada'?"), (("zoe",), "no agent 'zoe' in the league"),
                                (("ada", "--to", "bots"), "'bots' already exists"),
                                (("ada", "league.toml", "--all"), "expected the NAME of an agent, or --all"),
                                ((), "expected the NAME of an agent, or --all")):
            result = danno("league", "report", *arguments, cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (2, "", 1), result.stderr)
            self.assertIn(told, result.stderr)
        self.assertFalse((self.folder / "out/spring/reports").exists())


if __name__ == "__main__":
    unittest.main()
