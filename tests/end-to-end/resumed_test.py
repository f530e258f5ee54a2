"""Games that a new process took over, and deals that an agent is out of, are games like any other.

Run as: resumed_test.py PATH/TO/danno PATH/TO/source PATH/TO/rogue [unittest arguments]
"""

import json
import pathlib
import shutil
import sys

from driver import InAFolder, danno, league_file, unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
ROGUE = sys.argv.pop(1)
sys.path.insert(0, str(SOURCE / "tests" / "oracle"))
import fair_dice  # noqa: E402

LEAGUE = league_file("""
name = "faulty"
rules = ["koans"]
deals = {deals}
seats = {seats}
seed = "a seed of the resumed games"
""", limits="max_faults = {max_faults}\n") + """[[agent]]
name = "bad"
run = ["{rogue}", "{mode}", "{question}"]
"""


class Faulty(InAFolder):
    def write_league(self, others, **values):
        text = LEAGUE.format(rogue=ROGUE, **values)
        self.write("league.toml", text + "".join('[[agent]]\npath = "%s"\n' % other for other in others))

    def danno(self, *arguments, code=0):
        result = danno(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, code, (arguments, result.stdout, result.stderr))
        return result.stdout

    def play(self, out, in_flight, shards):
        self.danno("league", "run", "league.toml", "--out", out, "--in-flight", str(in_flight), "--shards",
                   str(shards), "-q")
        return [json.loads(line) for line in self.games(out)]

    def games(self, out):
        return self.danno("league", "export", out, "--all", "--json").splitlines()


class ResumedGames(Faulty):
    def setUp(self):
        super().setUp()
        self.write_league(("hold", "timid"), deals=3, seats=2, max_faults=1000, mode="amnesiac", question=9)
        self.played = self.play("out", in_flight=16, shards=1)

    def test_are_verified_exported_audited_replayed_and_explained(self):
        self.danno("league", "verify", "out")
        fair_dice.check(json.loads((self.folder / "out" / "table.json").read_text()), self.games("out"))
        self.danno("league", "export", "out", "--all")
        files = list((self.folder / "out" / "games").rglob("*.*"))
        self.assertEqual(len(files), len(self.played))
        for file in files:
            self.danno("audit", str(file))
            self.danno("explain", str(file))
        for game in self.played:
            self.assertIn("forfeit" if game["faults"] else "wins", self.danno("replay", game["game"], "out") + "wins")
            self.danno("explain", game["game"], "out")
        self.danno("explain", "bad", "out")

    def test_have_reports_that_repeat_the_fault_of_the_process_that_took_them_over(self):
        # Each fault takes the process with it, so all games that were open go on resumed.
        kinds = [fault["kind"] for game in self.played for fault in game["faults"]]
        self.assertEqual(len(kinds), 12)  # a fault a game of its own, and no more
        self.assertEqual(set(kinds), {"exit", "garbled"})
        reports = list((self.folder / "out" / "faults" / "bad").iterdir())
        self.assertEqual(len(reports), 12)
        bad = "bad=%s amnesiac 9" % ROGUE
        for report in reports:
            again = json.loads(self.danno("repeat", str(report), bad, "--isolation", "none", "--json", code=1))
            self.assertEqual((again["fault"], again["same"]), (again["reported"], True), report.name)


class DealsWithoutWhoIsOut(Faulty):
    def test_have_dice_of_their_own_whatever_was_played_ahead(self):
        for seats, others in (3, ("hold", "random")), (4, ("hold", "timid", "random")):
            self.write_league(others, deals=6, seats=seats, max_faults=seats + 1, mode="exit", question=3)
            once = self.play("once", in_flight=1, shards=1)
            self.assertEqual(len(once), 6 * seats)
            for in_flight, shards in (1, 2), (16, 1), (16, 2), (64, 1), (64, 2):
                out = "%d-%d-%d" % (seats, in_flight, shards)
                self.assertEqual(self.play(out, in_flight, shards), once, out)
            # The agent is out after two deals: one more fault than a deal has games.
            for game in once:
                _, deal, _ = fair_dice.parts(game)
                self.assertEqual(fair_dice.is_out(game, game["players"].index("bad")), deal >= 2, game["game"])
            self.danno("league", "verify", "once")
            table = json.loads((self.folder / "once" / "table.json").read_text())
            lines = self.games("once")
            checked, _, others_left = fair_dice.check(table, lines)
            self.assertEqual((checked, others_left), (len(once), []))
            self.assertWithoutMarksNot(table, lines)
            shutil.rmtree(self.folder / "once")

    def digest(self, out):
        """Of the tables, once all is verified."""
        self.danno("league", "verify", out)
        return json.loads((self.folder / out / "table.json").read_text())["digest"]

    def test_have_one_digest_on_whatever_machines_they_are_played(self):
        for mode in "exit", "wrong-seq", "illegal-option", "close":
            self.write_league(("hold", "timid"), deals=6, seats=2, max_faults=5, mode=mode, question=3)
            self.assertTrue(any(game["faults"] for game in self.play("once", in_flight=1, shards=1)), mode)
            digest = self.digest("once")
            for in_flight, shards in (1, 2), (16, 1), (16, 2):
                out = "%s-%d-%d" % (mode, in_flight, shards)
                self.play(out, in_flight, shards)
                self.assertEqual(self.digest(out), digest, out)
            plan = json.loads(self.danno("cluster", "plan", "league.toml", "--out", "parts", "--parts", "3", "--json"))["folder"]
            for part in 2, 3, 1:
                self.danno("cluster", "play", plan, "--part", "%d/3" % part, "-q")
            self.danno("cluster", "merge", plan, "-q")
            self.assertEqual(self.digest("parts"), digest, mode)
            shutil.rmtree(self.folder / "once")
            shutil.rmtree(self.folder / "parts")

    def assertWithoutMarksNot(self, table, lines):
        """The dice of those deals are not what the unmarked names give."""
        unmarked = fair_dice.is_out
        fair_dice.is_out = lambda game, seat: False
        try:
            with self.assertRaises(fair_dice.Wrong):
                fair_dice.check(table, lines)
        finally:
            fair_dice.is_out = unmarked


if __name__ == "__main__":
    unittest.main()
