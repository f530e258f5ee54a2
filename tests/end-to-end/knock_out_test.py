"""Knock-outs of the real program against a calculation of their own, tests/oracle/knock_out.py.

Run as: knock_out_test.py PATH/TO/danno PATH/TO/source [unittest arguments]
"""

import csv
import json
import pathlib
import sqlite3
import sys
import unittest

from rounds import RoundsLeague

SOURCE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "tests" / "oracle"))
import knock_out  # noqa: E402


class KnockOuts(RoundsLeague):
    FORMAT = "knock-out"

    def check(self, cup, seeding, deals=2, out="out", crashing=(), **terms):
        self.assertTrue(cup["finished"])
        for division in cup["divisions"]:
            event = knock_out.Event(seeding, deals, self.deals(division["rules"], out, crashing))
            places = event.places(**terms)
            self.assertEqual({row["name"]: row["place"] for row in division["standings"]}, places)
            self.assertEqual(sum("deals" in duel for duel in division["bracket"]), event.duels)

    def test_every_size_is_told_again_from_its_deals(self):
        for agents, crashing in ((2, ()), (3, (0,)), (5, (1, 4)), (8, ()), (11, (3,))):
            with self.subTest(agents=agents):
                out = f"out-{agents}"
                self.write_league(agents, deals=2, crashing=crashing)
                self.check(self.play(out), [f"bot{i}" for i in range(agents)], out=out, crashing=crashing,
                           third_place=True)

    def test_seeds_are_those_of_the_file_or_of_another_leagues_table(self):
        self.write_league(5, deals=2, more='seeding = ["bot4", "bot2"]')
        cup = self.play()
        self.check(cup, ["bot4", "bot2", "bot0", "bot1", "bot3"], third_place=True)
        division = cup["divisions"][0]
        rated = {row["name"]: (row["adjusted"] if division["rated_by"] == "adjusted" else row)["elo"]
                 for row in division["agents"]}
        self.write_league(5, more='seeding = "out/table.json"')
        standings = self.play("again")["divisions"][0]["standings"]
        by_seed = [row["name"] for row in sorted(standings, key=lambda row: row["seed"])]
        self.assertEqual(by_seed, sorted(rated, key=rated.get, reverse=True))

    def test_goes_on_where_it_was_killed(self):
        self.check_it_goes_on_where_it_was_killed(8)

    def test_tells_how_far_it_is(self):
        self.write_league(4)
        self.play()
        status = json.loads(self.danno("league", "status", "out", "--json").stdout)
        self.assertTrue(status["complete"])
        self.assertEqual(status["divisions"][0]["round"], 2)
        with open(self.folder / "out" / "table.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["place"] for row in rows], ["1", "2", "3", "4"])

    def test_another_bracket_needs_another_folder(self):
        self.write_league(6)
        self.play()
        self.write_league(6, more='seeding = ["bot3"]')
        for command in ("run", "status"):
            result = self.danno("league", command, "league.toml", "--out", "out")
            self.assertEqual(result.returncode, 2)
            self.assertIn("a knock-out continues with those of its rounds; --out DIR", result.stderr)
        self.assertEqual(self.verify().returncode, 0)

    def test_what_was_changed_in_the_store_is_found(self):
        self.write_league(4)
        self.play()
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            line_ups = {row[0] for row in database.execute("SELECT agents FROM line_up")}
            other = next(pair for pair in ("[1,2]", "[1,3]", "[1,4]") if pair not in line_ups)
            database.execute("UPDATE line_up SET agents = ? WHERE agents = ?", (other, min(line_ups)))
        result = self.verify()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, "line_up are not those .* differs in agents")

    def test_mistakes_in_the_file_are_one_line(self):
        self.refused("a knock-out has two seats; expected seats = 2", agents=4, more="seats = 3")
        self.refused("no agent 'bot9'", agents=4, more='seeding = ["bot9"]')
        self.refused("the agent 'bot1' is seeded twice", agents=4, more='seeding = ["bot1", "bot1"]')
        for path in ("none.json", ".", "league.toml", "/dev/zero"):
            self.refused(f"'{path}' cannot be read as the table.json of a league", agents=4, more=f'seeding = "{path}"')
        self.refused("expected no 'mirror' beside it", agents=4, more="mirror = false")
        self.refused("expected at least 2", agents=1)
        self.refused("expected max_per_author = 1, or 0", agents=2, more="max_per_author = 2", authors=("a", "b"))
        self.refused("more than max_per_author = 1 agents of the author 'a'", agents=3, more="max_per_author = 1",
                     authors=("a", "b", "a"))


if __name__ == "__main__":
    unittest.main()
