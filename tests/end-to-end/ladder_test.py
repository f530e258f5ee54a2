"""Ladders of the real program: rounds that go on after kills, newcomers, ends, what is refused.

Run as: ladder_test.py PATH/TO/danno [unittest arguments]
"""

import json
import re
import unittest

from rounds import RoundsLeague


class Ladders(RoundsLeague):
    FORMAT = "ladder"

    def write_league(self, agents, until="{ games = 600 }", more="", rules='"koans"', **others):
        super().write_league(agents, rules=rules, more=f"until = {until}\n{more}", **others)
        text = (self.folder / "league.toml").read_text()
        (self.folder / "league.toml").write_text(text.replace("deals = 1\n", ""))

    def status(self):
        return json.loads(self.danno("league", "status", "league.toml", "--out", "out", "--json").stdout)

    def test_is_the_same_after_kills(self):
        self.write_league(5, until="{ games = 4000 }", rules='"koans", "tyghe"')
        whole = self.play("whole")
        for deals in (40, 400, 1500):
            self.kill_it_with(deals)
        self.assertEqual(self.play(), whole)

    def test_does_not_depend_on_shards_and_games_in_flight(self):
        self.write_league(4)
        one = self.play("one")
        many = self.danno("league", "run", "league.toml", "--out", "many", "--json", "-q", "--shards", "3",
                          "--in-flight", "7")
        self.assertEqual(json.loads(many.stdout), one)

    def test_decides_who_is_better_and_ends(self):
        self.write_league(3, until="{ decided = 1 }")  # hold, timid, random
        self.play()
        rows = json.loads((self.folder / "out/table.json").read_text())["divisions"][0]["agents"]
        self.assertEqual([(row["decided_rank_low"], row["decided_rank_high"]) for row in rows],
                         [(1, 1), (2, 2), (3, 3)])
        status = self.status()
        self.assertTrue(status["complete"])
        self.assertEqual(status["divisions"][0]["end"], "decided")
        self.assertEqual(status["divisions"][0]["decided"], 1)
        shown = self.danno("league", "table", "out").stdout
        self.assertRegex(shown, r"rank +range +agent +decided")

    def test_a_bot_that_never_wins_keeps_no_end_from_being_reached(self):
        for end in ("decided = 1", "error = 60"):
            with self.subTest(end=end):
                self.write_league(4, until=f"{{ {end}, games = 40000 }}", crashing=(3,))
                out = end[:5]
                self.play(out)
                status = self.danno("league", "status", "league.toml", "--out", out, "--json").stdout
                division = json.loads(status)["divisions"][0]
                self.assertEqual(division["end"], end.split()[0])
                self.assertLess(division["error"], 400)

    def test_a_newcomer_has_its_first_deals_before_all_else(self):
        self.write_league(4)
        self.play()
        self.write_league(5, until="{ games = 700 }")
        table = self.play()
        deals = {row["name"]: row["deals"] for row in table["divisions"][0]["agents"]}
        self.assertGreaterEqual(deals["bot4"], 30)

    def test_an_end_is_the_same_when_it_is_run_again(self):
        self.write_league(4)
        self.play()
        self.write_league(4, until="{ games = 700 }")
        text = (self.folder / "league.toml").read_text().replace('"timid"', '"hold", "--at", "250"')
        (self.folder / "league.toml").write_text(text)  # bot1@2
        self.assertEqual(self.play(), self.play())

    def test_goes_on_where_it_never_ends(self):
        self.write_league(3)
        text = (self.folder / "league.toml").read_text()
        (self.folder / "league.toml").write_text(re.sub("until = .*\n", "", text))
        for _ in range(2):
            run = self.danno("league", "run", "league.toml", "--out", "out", "-q", "--for", "1s")
            self.assertEqual(run.returncode, 4, run.stderr)
        self.assertFalse(self.status()["complete"])
        self.assertEqual(self.verify().returncode, 0)

    def test_what_a_ladder_does_not_take_is_one_line(self):
        for told, file in (
            ("no fixed number of deals", {"agents": 2, "more": "deals = 5"}),
            ("expected a number from 0.01 to 1", {"agents": 2, "until": "{ decided = 95 }"}),
            ("did you mean 'error'", {"agents": 2, "until": "{ eror = 10 }"}),
            ("expected more authors", {"agents": 2, "more": "max_per_author = 2", "authors": ["a", "a"]}),
        ):
            with self.subTest(told=told):
                self.refused(told, **file)
        self.write_league(3)
        planned = self.danno("cluster", "plan", "league.toml", "--parts", "2")
        self.assertEqual(planned.returncode, 2)
        self.assertIn("what comes next follows from results", planned.stderr)


if __name__ == "__main__":
    unittest.main()
