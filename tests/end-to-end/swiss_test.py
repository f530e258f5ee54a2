"""Swiss events of the real program against a calculation of their own, tests/oracle/swiss.py.

Run as: swiss_test.py PATH/TO/danno PATH/TO/source [unittest arguments]
"""

import pathlib
import sqlite3
import sys
import unittest

from rounds import RoundsLeague

SOURCE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "tests" / "oracle"))
import swiss  # noqa: E402

FIGURES = ("place", "points", "buchholz_cut_1", "buchholz_median", "sonneborn_berger", "direct_encounter")


class SwissEvents(RoundsLeague):
    FORMAT = "swiss"

    def check(self, table, agents, deals=1, out="out", crashing=(), **terms):
        self.assertTrue(table["finished"])
        names = [f"bot{i}" for i in range(agents)]
        for division in table["divisions"]:
            event = swiss.Event(names, deals, self.deals(division["rules"], out, crashing), **terms)
            for round_ in division["rounds"]:
                pairs = [encounter["agents"] for encounter in round_["encounters"]]
                self.assertIsNone(event.problem(round_["round"], pairs, round_["byes"]))
                event.play(pairs, round_["byes"])
            told = {row["name"]: tuple(row[key] for key in FIGURES) for row in division["standings"]}
            self.assertEqual(told, event.standings())

    def test_every_size_is_told_again_from_its_deals(self):
        for agents, rounds, crashing in ((2, 2, ()), (3, 4, (0,)), (5, 5, (1, 4)), (7, 4, ()), (8, 5, (3,))):
            with self.subTest(agents=agents):
                out = f"out-{agents}"
                self.write_league(agents, more=f"rounds = {rounds}", crashing=crashing)
                self.check(self.play(out), agents, out=out, crashing=crashing)

    def test_some_come_late_and_some_go(self):
        self.write_league(7, deals=2, more="rounds = 5\nlate = { bot6 = 3 }\nwithdrawn = { bot0 = 4 }")
        self.check(self.play(), 7, deals=2, late={"bot6": 3}, withdrawn={"bot0": 4})

    def test_agents_of_one_author_never_meet(self):
        authors = ["a", "a", "a", "a", "b", "c"]
        self.write_league(6, more="rounds = 3\nmax_per_author = 4", authors=authors)
        table = self.play()
        self.check(table, 6, authors={f"bot{i}": author for i, author in enumerate(authors)})
        self.assertEqual(len(table["divisions"][0]["rounds"][0]["byes"]), 2)

    def test_an_event_goes_on_with_late_entries_withdrawals_and_more_rounds(self):
        self.write_league(4, more="rounds = 2", seed="")
        before = self.play()["divisions"][0]["rounds"]
        self.write_league(6, more="rounds = 4\nlate = { bot4 = 3, bot5 = 4 }\nwithdrawn = { bot0 = 3 }", seed="")
        status = self.danno("league", "status", "league.toml", "--out", "out")
        self.assertIn("not finished", status.stdout, status.stderr)
        table = self.play()
        self.assertEqual(len(table["divisions"][0]["seeds"]), 2)
        self.assertEqual(table["divisions"][0]["rounds"][:2], before)
        self.check(table, 6, late={"bot4": 3, "bot5": 4}, withdrawn={"bot0": 3})
        self.write_league(7, more="rounds = 4\nlate = { bot4 = 3, bot5 = 4 }\nwithdrawn = { bot0 = 3 }", seed="")
        result = self.run_league()
        self.assertEqual(result.returncode, 2)
        self.assertIn("a swiss continues with those of its rounds; --out DIR", result.stderr)

    def test_goes_on_where_it_was_killed(self):
        self.check_it_goes_on_where_it_was_killed(7)

    def test_what_was_changed_in_the_store_is_found(self):
        self.write_league(6, more="rounds = 2")
        self.play()
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            line_ups = {row[0] for row in database.execute("SELECT agents FROM line_up")}
            other = next(f"[1,{i}]" for i in range(2, 7) if f"[1,{i}]" not in line_ups)
            database.execute("UPDATE line_up SET agents = ? WHERE agents = ?", (other, max(line_ups)))
        result = self.verify()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, "line_up are not those .* differs in agents")

    def test_mistakes_in_the_file_are_one_line(self):
        self.refused("league.toml:8:10: 'rounds' is 0; expected a whole number from 1 to 1000", agents=4,
                     more="rounds = 0")
        self.refused("a swiss has two seats; expected seats = 2", agents=4, more="seats = 3")
        self.refused("expected at least 2", agents=1)
        self.refused("no agent 'bot9'", agents=4, more="late = { bot9 = 2 }")
        self.refused("'bot1' has no round from 2 to 1000", agents=4, more="late = { bot1 = 1 }")
        self.refused("'bot1' leaves before its first round, 3", agents=4,
                     more="rounds = 3\nlate = { bot1 = 3 }\nwithdrawn = { bot1 = 3 }")
        self.refused("'bot1' has round 5, but the last round is 2", agents=3, more="rounds = 2\nlate = { bot1 = 5 }")
        self.refused("round 1 has fewer than 2 agents", agents=2, more="rounds = 2\nlate = { bot1 = 2 }")
        self.refused("'third_place' is for format = \"knock-out\"", agents=4, more="third_place = true")
        self.refused("expected no 'rank_by' beside it", agents=4, more='rank_by = "points"')


if __name__ == "__main__":
    unittest.main()
