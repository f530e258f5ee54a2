"""Knock-outs of the real program against a calculation of their own, tests/oracle/knock_out.py.

Run as: knock_out_test.py PATH/TO/danno PATH/TO/source [unittest arguments]
"""

import collections
import csv
import json
import pathlib
import signal
import sqlite3
import subprocess
import sys
import unittest

from driver import DANNO, InAFolder, danno, stored_deals

SOURCE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "tests" / "oracle"))
import knock_out  # noqa: E402

FILE = """
[league]
name = "cup"
rules = [{rules}]
format = "knock-out"
deals = {deals}
seed = "e2e"
{more}
[limits]
answer_ms = 10000
isolation = "none"
[rules.koans]
target = 300
"""


def earned(game, name, absent):
    """Half points of a stored game; a forfeit earns none, also one that comes after the other's."""
    if name in absent or f"{name} forfeit" in game["events"]:
        return 0
    tied = len(set(game["places"].values())) == 1
    return 1 if tied else 2 if game["places"][name] == 1 else 0


class KnockOuts(InAFolder):
    def danno(self, *arguments):
        return danno(*arguments, cwd=self.folder)

    def write(self, agents, deals=2, rules='"koans"', more="", crashing=(), authors=()):
        crash = self.folder / "crash"
        crash.write_text("#!/bin/sh\nexit 3\n")
        crash.chmod(0o755)
        text = FILE.format(rules=rules, deals=deals, more=more)
        for i in range(agents):
            program = "./crash" if i in crashing else ("hold", "timid", "random")[i % 3]
            text += f'[[agent]]\nname = "bot{i}"\nrun = ["{program}"]\n'
            text += f'author = "{authors[i]}"\n' if authors else ""
        (self.folder / "league.toml").write_text(text)

    def run_league(self, out="out", *flags):
        return self.danno("league", "run", "league.toml", "--out", out, "--json", "-q", *flags)

    def play(self, out="out"):
        result = self.run_league(out)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def refused(self, told, **file):
        self.write(**file)
        result = self.run_league("refused")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(told, result.stderr)

    def deals(self, rules, out="out", absent=()):
        """By pair of names: half points of both, in the order of the deals; who is absent never starts."""
        points = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
        exported = self.danno("league", "export", out, "--json", "--all").stdout
        for game in map(json.loads, exported.splitlines()):
            _, names, deal, _ = game["game"].split("/")
            if game["rules"] != rules:
                continue
            pair = tuple(names.split(","))
            for i, name in enumerate(pair):
                points[pair][int(deal)][i] += earned(game, name, absent)
        return {pair: [deals[deal] for deal in sorted(deals)] for pair, deals in points.items()}

    def check(self, cup, seeding, deals, **terms):
        self.assertTrue(cup["finished"])
        for division in cup["divisions"]:
            event = knock_out.Event(seeding, deals, self.deals(division["rules"]))
            places = event.places(**terms)
            self.assertEqual({row["name"]: row["place"] for row in division["standings"]}, places)
            self.assertEqual(sum("deals" in duel for duel in division["bracket"]), event.duels)

    def test_every_size_is_told_again_from_its_deals(self):
        for agents, crashing in ((2, ()), (3, (0,)), (5, (1, 4)), (8, ()), (11, (3,))):
            for double in (False, True):
                with self.subTest(agents=agents, double=double):
                    out = f"out-{agents}-{double}"
                    self.write(agents, more="double_elimination = true" if double else "", crashing=crashing)
                    cup = self.play(out)
                    names = [f"bot{i}" for i in range(agents)]
                    event = knock_out.Event(names, 2, self.deals("koans", out, {f"bot{i}" for i in crashing}))
                    places = event.places(double=double, third_place=not double)
                    standings = cup["divisions"][0]["standings"]
                    self.assertEqual({row["name"]: row["place"] for row in standings}, places)
                    self.assertEqual(self.danno("league", "verify", out, "-q").returncode, 0)

    def test_seeds_are_those_of_the_file_or_of_another_leagues_table(self):
        self.write(5, more='seeding = ["bot4", "bot2"]')
        cup = self.play()
        self.check(cup, ["bot4", "bot2", "bot0", "bot1", "bot3"], 2, third_place=True)
        rated = {row["name"]: row["elo"] for row in cup["divisions"][0]["agents"]}
        self.write(5, more='seeding = "out/table.json"')
        standings = self.play("again")["divisions"][0]["standings"]
        by_seed = [row["name"] for row in sorted(standings, key=lambda row: row["seed"])]
        self.assertEqual(by_seed, sorted(rated, key=rated.get, reverse=True))

    def test_goes_on_where_it_was_killed(self):
        self.write(8, deals=40, rules='"koans", "tyghe"')
        whole = self.play("whole")
        for stop in (30, 200, 400):
            run = subprocess.Popen([DANNO, "league", "run", "league.toml", "--out", "out", "-q"],
                                   cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            while run.poll() is None and stored_deals(self.folder / "out") < stop:
                pass
            run.send_signal(signal.SIGKILL)
            run.wait()
            self.assertEqual(self.danno("league", "verify", "out", "-q").returncode, 0)
        self.assertEqual(self.play("out"), whole)
        self.assertEqual(self.danno("league", "verify", "out", "-q").returncode, 0)

    def test_tells_how_far_it_is(self):
        self.write(4)
        self.play()
        status = json.loads(self.danno("league", "status", "out", "--json").stdout)
        self.assertTrue(status["complete"])
        self.assertEqual(status["divisions"][0]["round"], 2)
        with open(self.folder / "out" / "table.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["place"] for row in rows], ["1", "2", "3", "4"])

    def test_another_bracket_needs_another_folder(self):
        self.write(6)
        self.play()
        self.write(6, more='seeding = ["bot3"]')
        for command in (("run", "league.toml", "--out", "out"), ("status", "league.toml", "--out", "out")):
            result = self.danno("league", *command)
            self.assertEqual(result.returncode, 2)
            self.assertIn("a knock-out goes on with those of its rounds; --out DIR", result.stderr)
        self.assertEqual(self.danno("league", "verify", "out", "-q").returncode, 0)

    def test_what_was_changed_in_the_store_is_found(self):
        self.write(4)
        self.play()
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            line_ups = {row[0] for row in database.execute("SELECT agents FROM line_up")}
            other = next(pair for pair in ("[1,2]", "[1,3]", "[1,4]") if pair not in line_ups)
            database.execute("UPDATE line_up SET agents = ? WHERE agents = ?", (other, min(line_ups)))
        result = self.danno("league", "verify", "out", "-q")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the rounds do not have this pairing", result.stdout)

    def test_mistakes_in_the_file_are_one_line(self):
        self.refused("league.toml:8:15: double elimination settles the third place", agents=4,
                     more="third_place = true\ndouble_elimination = true")
        self.refused("a knock-out has two seats; expected seats = 2", agents=4, more="seats = 3")
        self.refused("no agent 'bot9'", agents=4, more='seeding = ["bot9"]')
        self.refused("the agent 'bot1' is seeded twice", agents=4, more='seeding = ["bot1", "bot1"]')
        self.refused("cannot read 'none.json'", agents=4, more='seeding = "none.json"')
        self.refused("expected no 'mirror' beside it", agents=4, more="mirror = false")
        self.refused("expected at least 2", agents=1)
        self.refused("expected max_per_author = 1, or 0", agents=2, more="max_per_author = 2",
                     authors=("a", "b"))
        self.refused("more than max_per_author = 1 agents of the author 'a'", agents=3, more="max_per_author = 1",
                     authors=("a", "b", "a"))


if __name__ == "__main__":
    unittest.main()
