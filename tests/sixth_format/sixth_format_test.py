"""A format that stands in one file outside the program (ring.cpp) does all that the others do."""

import json
import os
import pathlib
import subprocess
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "end-to-end"))
WITHOUT_IT = os.path.abspath(sys.argv.pop(2))

from driver import InAFolder, danno, league_file, stored_deals  # noqa: E402
from seasons import SeasonFolder, hold  # noqa: E402

NAMES = ("hold", "random", "timid", "odds")
LEAGUE = 'name = "spring"\nrules = ["koans"]\nformat = "ring"\ndeals = 3\nseed = "ring"\n'


class Ring(InAFolder):
    def danno(self, *arguments, expected=0):
        result = danno(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, expected, result.stderr)
        return result

    def write_league(self, more=""):
        self.write("league.toml", league_file(LEAGUE + more, agents=NAMES))

    def run_league(self, *flags, expected=0):
        return self.danno("league", "run", "league.toml", "--out", "out", *flags, expected=expected)

    def test_it_is_played_in_one_go_or_in_two(self):
        self.write_league()
        told = self.run_league().stderr
        self.assertIn("spring: a ring of 4 agents, 24 games", told)
        self.assertEqual(stored_deals(self.folder / "out"), 12)
        whole = (self.folder / "out/table.csv").read_bytes()
        stopped = self.danno("league", "run", "league.toml", "--out", "two", "--for", "0s", "-q", expected=4)
        self.assertIn("deals", stopped.stderr + stopped.stdout)
        self.danno("league", "run", "league.toml", "--out", "two", "-q")
        self.assertEqual((self.folder / "two/table.csv").read_bytes(), whole)

    def test_its_own_key_decides_who_meets_whom(self):
        self.write_league("reach = 2\n")
        self.run_league("-q")
        self.assertEqual(stored_deals(self.folder / "out"), 18)
        self.danno("league", "verify", "out", "-q")

    def test_it_is_verified_shown_and_published(self):
        self.write_league()
        self.run_league("-q")
        self.danno("league", "verify", "out", "-q")
        self.assertIn("complete", self.danno("league", "status", "out").stdout)
        table = json.loads(self.danno("league", "table", "out", "--json").stdout)
        self.assertEqual({row["games"] for row in table["divisions"][0]["agents"]}, {12})
        self.danno("league", "site", "out", "-q")
        site = self.folder / "out/site"
        page = (site / "koans/ring.html").read_text()
        self.assertIn("<h1>Ring</h1>", page)
        for name in NAMES:
            self.assertIn(f"<bdi>{name}</bdi>", page)
        self.assertIn('href="koans/ring.html">Ring</a>, won by ', (site / "index.html").read_text())
        self.assertIn("neighbours", "".join(path.read_text() for path in site.glob("koans/games/*.html")))

    def test_a_site_before_the_first_game_says_that_it_is_not_finished(self):
        self.write_league()
        self.run_league("--for", "0s", "-q", expected=4)
        self.danno("league", "site", "out", "-q")
        self.assertIn("Not finished.", (self.folder / "out/site/koans/ring.html").read_text())

    def test_what_was_tampered_with_is_found(self):
        self.write_league()
        self.run_league("-q")
        table = self.folder / "out/table.json"
        table.write_text(table.read_text().replace('"games": 24', '"games": 25'))
        self.assertIn("table.json", self.danno("league", "verify", "out", "-q", expected=1).stdout)

    def test_a_program_without_it_says_so(self):
        self.write_league()
        result = subprocess.run([WITHOUT_IT, "league", "run", "league.toml"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn("expected", result.stderr)
        self.run_league("-q")
        result = subprocess.run([WITHOUT_IT, "league", "site", "out"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((result.returncode, len(result.stderr.splitlines())), (3, 1), result.stderr)
        self.assertIn("no format 'ring'", result.stderr)

    def test_a_draft_and_its_schema_know_its_key(self):
        self.danno("league", "new", "autumn.toml")
        self.assertIn("# reach = 1", (self.folder / "autumn.toml").read_text())
        schema = json.loads((self.folder / "league.schema.json").read_text())
        self.assertIn("reach", schema["properties"]["league"]["properties"])


class SeasonOfRings(SeasonFolder):
    def test_agents_join_while_it_is_open_and_all_play_the_final(self):
        self.write_season(format="ring", league="deals = 2", final='[final]\nformat = "ring"\ndeals = 3\nseed = "final"\n')
        self.start("-q")
        self.hand_in("ada", hold("ada"))
        self.wait_until("somebody new plays", lambda: "ada" in self.table())
        self.hand_in("bob", hold("bob", 500))
        self.wait_until("another one plays", lambda: "bob" in self.table())
        self.close_at(time.time())
        self.assertEqual(self.end(None), 0, self.told())
        self.assertEqual(set(self.table("final")), {"ada", "bob"})


if __name__ == "__main__":
    unittest.main()
