"""Tournaments of the real program against the scheme of docs/rules.md, written again here.

Run as: tournament_test.py PATH/TO/danno [unittest arguments]
"""

import csv
import hashlib
import json
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
from fractions import Fraction

from driver import DANNO, danno, stored_deals, wait_while

FILE = """
[league]
name = "cup"
rules = [{rules}]
format = "tournament"
seed = "e2e"
{more}
[limits]
answer_ms = 10000
isolation = "none"
{parameters}
"""


def table_sizes(n):
    """Up to six: one table; else the fewest of equal size >= 3; else the fewest, as equal as can be."""
    if n <= 6:
        return [n]
    fewest = -(-n // 6)
    for tables in range(fewest, n // 3 + 1):
        if n % tables == 0:
            return [n // tables] * tables
    return sorted((n // fewest + (i < n % fewest) for i in range(fewest)), reverse=True)


def due_points(game):
    """N for the winner down to 1, equal places share the mean, a forfeit earns nothing."""
    n = len(game["seats"])
    points = {}
    for seat in game["seats"]:
        same = [s for s in game["seats"] if s["place"] == seat["place"]]
        shared = [n + 1 - (seat["place"] + k) for k in range(len(same))]
        points[seat["name"]] = Fraction(0) if seat["forfeited"] else Fraction(sum(shared), len(same))
    return points


class Scheme:
    """One tournament of table.json, checked from its games alone."""

    def __init__(self, test, tournament, entrants, authors=None):
        self.test = test
        self.authors = authors or {}
        left = set(entrants)
        for number, stage in enumerate(tournament["stages"]):
            self.stage(stage, left)
            rows = stage["standings"]
            is_final = len(left) <= 6
            test.assertEqual(stage["final"], is_final)
            test.assertEqual(is_final, number + 1 == len(tournament["stages"]))
            going_on = {row["name"] for row in rows if row["advances"]}
            if not is_final and not authors:
                test.assertEqual([row["advances"] for row in rows],
                                 [place < (len(rows) + 1) // 2 for place in range(len(rows))])
            left = going_on

    def stage(self, stage, entrants):
        test, games = self.test, stage["games"]
        first_seats = []
        for round_ in (1, 2):
            for number in (1, 2):
                played = [g for g in games if (g["round"], g["game"]) == (round_, number)]
                test.assertEqual([len(g["seats"]) for g in played], table_sizes(len(entrants)))
                test.assertEqual(sorted(s["name"] for g in played for s in g["seats"]), sorted(entrants))
                for game in played:
                    self.game(game, next(g for g in games if (g["round"], g["table"], g["game"]) ==
                                         (round_, game["table"], 1)))
                if (round_, number) == (1, 1):
                    first_seats = [s["name"] for g in played for s in g["seats"]]
        self.standings(stage["standings"], games, first_seats)

    def game(self, game, first):
        test = self.test
        for seat in game["seats"]:
            test.assertAlmostEqual(seat["points"], float(due_points(game)[seat["name"]]))
        out = sum(seat["forfeited"] for seat in game["seats"])
        n = len(game["seats"])
        test.assertAlmostEqual(sum(s["points"] for s in game["seats"]),
                               (n * (n + 1) - out * (out + 1)) / 2)
        playing = [s for s in game["seats"] if not s["forfeited"]]
        test.assertTrue(all(s["place"] > p["place"] for s in game["seats"] if s["forfeited"] for p in playing))
        if self.authors:
            known = [self.authors[s["name"]] for s in game["seats"]]
            test.assertEqual(len(known), len(set(known)))
        if game["game"] == 2:
            test.assertEqual([s["name"] for s in game["seats"]], [s["name"] for s in first["seats"]])
            test.assertIn(game["danno"], [s["name"] for s in first["seats"] if s["place"] == 1])
            eligible = [s for s in first["seats"] if not s["forfeited"]] or first["seats"]
            lowest = min(s["total"] for s in eligible)
            if any(not s["forfeited"] for s in first["seats"]):
                test.assertIn(game["first"], [s["name"] for s in eligible if s["total"] == lowest])

    def standings(self, rows, games, first_seats):
        test = self.test
        due = []
        for name in first_seats:
            own = [(g, s) for g in games for s in g["seats"] if s["name"] == name]
            test.assertEqual(len(own), 4)
            due.append((-sum(due_points(g)[name] for g, _ in own),
                        -sum(s["place"] == 1 and not s["forfeited"] for _, s in own),
                        -sum(s["total"] for _, s in own), -max(s["total"] for _, s in own),
                        first_seats.index(name), name))
        test.assertEqual([row["name"] for row in rows], [row[-1] for row in sorted(due)])
        for row, (points, wins, totals, best, _, _) in zip(rows, sorted(due)):
            test.assertAlmostEqual(row["points"], -float(points))
            test.assertEqual((row["wins"], row["totals"], row["best_total"]), (-wins, -totals, -best))


class Tournaments(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def danno(self, *arguments):
        return danno(*arguments, cwd=self.folder)

    def write(self, agents, rules='"koans"', more="", parameters="", crashing=(), authors=None):
        crash = self.folder / "crash"
        crash.write_text("#!/bin/sh\nexit 3\n")
        crash.chmod(0o755)
        text = FILE.format(rules=rules, more=more, parameters=parameters)
        for i in range(agents):
            program = "./crash" if i in crashing else ("hold", "timid", "random")[i % 3]
            text += f'[[agent]]\nname = "bot{i}"\nrun = ["{program}"]\n'
            if authors:
                text += f'author = "{authors[i]}"\n'
        (self.folder / "league.toml").write_text(text)

    def run_league(self, out="out", *flags):
        return self.danno("league", "run", "league.toml", "--out", out, "--json", "-q", *flags)

    def play(self, *arguments, **file):
        self.write(*arguments, **file)
        result = self.run_league()
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def verify(self, out="out"):
        return self.danno("league", "verify", out, "-q")

    def test_every_size_follows_the_scheme_with_forfeits_and_ties(self):
        ties = 0
        for agents in (2, 6, 7, 13, 25, 64):
            # So low a target is often reached by several in their last turns: equal places and points.
            cup = self.play(agents, parameters="[rules.koans]\ntarget = 300", crashing=(1, 12, 40))
            division = cup["divisions"][0]
            self.assertTrue(cup["finished"])
            Scheme(self, division["tournaments"][0], [f"bot{i}" for i in range(agents)])
            for stage in division["tournaments"][0]["stages"]:
                rows = stage["standings"]
                cut = (len(rows) + 1) // 2
                ties += not stage["final"] and rows[cut - 1]["points"] == rows[cut]["points"]
            self.assertEqual(self.verify().returncode, 0)
            self.assertAlmostEqual(sum(row["chance"]["win"] for row in division["agents"]), 1, places=3)
            shutil.rmtree(self.folder / "out")
        self.assertGreater(ties, 0)

    def test_every_rule_set_and_several_tournaments(self):
        cup = self.play(7, rules='"true-greed", "dollar", "tyghe", "official", "koans"', more="repeat = 2")
        self.assertEqual(len(cup["divisions"]), 5)
        for division in cup["divisions"]:
            self.assertEqual(len(division["tournaments"]), 2)
            for tournament in division["tournaments"]:
                Scheme(self, tournament, [f"bot{i}" for i in range(7)])
            self.assertEqual(sum(row["titles"] for row in division["agents"]), 2)
        self.assertEqual(self.verify().returncode, 0)
        with open(self.folder / "out" / "table.csv", newline="") as file:
            self.assertEqual(len(list(csv.DictReader(file))), 35)

    def test_agents_of_one_author_share_no_table(self):
        authors = [f"a{i // 2}" for i in range(12)]
        cup = self.play(12, more="max_per_author = 2\nrepeat = 8", authors=authors)
        for tournament in cup["divisions"][0]["tournaments"]:
            Scheme(self, tournament, [f"bot{i}" for i in range(12)],
                   {f"bot{i}": author for i, author in enumerate(authors)})
        self.write(6, more="max_per_author = 2", authors=authors)
        result = self.run_league("small")
        self.assertEqual(result.returncode, 2)
        self.assertIn("2 or more agents of the author 'a0'; 6 entrants sit at 1 table", result.stderr)

    def test_commits_to_its_seed(self):
        self.write(4)
        file = self.folder / "league.toml"
        file.write_text(file.read_text().replace('seed = "e2e"', ""))
        told = self.danno("league", "run", "league.toml", "--out", "secret").stderr
        epoch = json.loads((self.folder / "secret/table.json").read_text())["divisions"][0]["seeds"][0]
        for words, secret in (("the seed's", "seed"), ("the agents' secret's", "agent_secret")):
            digest = hashlib.sha256(epoch[secret].encode()).hexdigest()
            self.assertIn(f"{words} SHA-256 is {digest}", told)

    def test_every_game_is_named_as_replay_takes_it(self):
        cup = self.play(7, more="repeat = 2")
        for tournament in cup["divisions"][0]["tournaments"]:
            for game in (game for stage in tournament["stages"] for game in stage["games"]):
                exported = self.danno("league", "export", "out", "--json", "--game", game["id"])
                self.assertEqual(exported.returncode, 0, exported.stderr)
                stored = json.loads(exported.stdout)
                self.assertEqual(stored["places"], {seat["name"]: seat["place"] for seat in game["seats"]})

    def sheets(self):
        """Of tournament.md: the rows of cells below each heading."""
        sheets = {}
        for line in (self.folder / "out" / "tournament.md").read_text().splitlines():
            if line.startswith("### "):
                rows = sheets.setdefault(line[4:], [])
            elif line.startswith("| ") and not line.startswith("| --"):
                rows.append([cell.strip() for cell in line.strip("|").split("|")])
        return sheets

    def test_seating_lists_and_score_sheets_tell_what_the_games_tell(self):
        cup = self.play(13, crashing=(1,))
        sheets = self.sheets()
        tournament = cup["divisions"][0]["tournaments"][0]
        for number, stage in enumerate(tournament["stages"], 1):
            name = "the final" if stage["final"] else f"stage {number}"
            seats = {row[0]: row[1:] for row in sheets[f"{name}, seating"][1:]}
            self.assertEqual(sorted(seats), sorted(row["name"] for row in stage["standings"]))
            for game in stage["games"]:
                sheet = sheets[f"{name}, round {game['round']}, table {game['table']}"][1:]
                self.assertEqual([row[1] for row in sheet], [seat["name"] for seat in game["seats"]])
                first = 2 if game["game"] == 1 else 5
                for at, (row, seat) in enumerate(zip(sheet, game["seats"]), 1):
                    self.assertEqual(seats[seat["name"]][game["round"] - 1], f"table {game['table']}, seat {at}")
                    self.assertEqual(row[first], f"{seat['total']:g}")
                    self.assertEqual(row[first + 1][0], "f" if seat["forfeited"] else str(seat["place"]))
                    self.assertAlmostEqual(float(row[first + 2]), seat["points"], places=2)
                    self.assertEqual(str(game["game"]) in row[9], seat["name"] == game["first"])
                    self.assertEqual(str(game["game"]) in row[10], seat["name"] == game["danno"])
        champion = tournament["stages"][-1]["standings"][0]["name"]
        self.assertIn(f"the final, won by {champion}", sheets)

    def test_a_tournament_that_is_not_finished_seats_who_is_due(self):
        self.write(13)
        self.assertEqual(self.danno("league", "run", "league.toml", "--out", "out", "--for", "0s").returncode, 4)
        self.danno("league", "table", "out", "-q")
        sheets = self.sheets()
        due = [row for row in sheets["stage 1, seating"][1:] if row[1].startswith("table ")]
        self.assertEqual(len(due), 13)
        self.assertIn("stage 1, not finished", sheets)
        path = self.folder / "out" / "tournament.md"
        path.write_text(path.read_text().replace("seat 1", "seat 2", 1))
        told = self.verify()
        self.assertEqual(told.returncode, 1)
        self.assertIn("tournament.md:", told.stdout)

    def test_faults_are_told_by_who_else_sat_there(self):
        cup = self.play(4, crashing=(1,))
        row = next(row for row in cup["divisions"][0]["agents"] if row["name"] == "bot1")
        self.assertEqual(row["faults"], {"never-ready": 4})
        self.assertEqual(row["faults_against"], {"bot0": 4, "bot2": 4, "bot3": 4})
        self.assertIsNone(row["elo"])

    def test_goes_on_where_it_was_interrupted(self):
        self.write(13, rules='"true-greed"', more="repeat = 12")
        self.assertEqual(self.run_league("whole").returncode, 0)
        run = subprocess.Popen([DANNO, "league", "run", "league.toml", "--out", "out", "-q", "--shards", "1"],
                               cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        wait_while(run, lambda: stored_deals(self.folder / "out") < 5)
        run.send_signal(signal.SIGINT)
        run.communicate(timeout=120)
        self.assertIn(run.returncode, (0, 130))
        self.assertEqual(self.verify().returncode, 0)
        self.assertEqual(self.run_league().returncode, 0)
        for file in ("table.json", "table.md", "table.csv"):
            self.assertEqual((self.folder / "out" / file).read_text(), (self.folder / "whole" / file).read_text())

    def test_stops_in_time_and_goes_on_to_the_same_tables(self):
        self.write(13, rules='"true-greed", "koans"', more="repeat = 2")
        self.assertEqual(self.run_league("whole").returncode, 0)
        stopped = self.danno("league", "run", "league.toml", "--out", "out", "--for", "0s")
        self.assertEqual(stopped.returncode, 4, stopped.stderr)
        self.assertRegex(stopped.stderr, r"out of time; no deal was finished in .*; to resume: danno league run league.toml --out out")
        status = json.loads(self.danno("league", "status", "out", "--json").stdout)
        self.assertFalse(status["complete"])
        while True:
            run = self.run_league("out", "--for", "1s", "--shards", "3")
            self.assertEqual(self.verify().returncode, 0)
            if run.returncode == 0:
                break
            self.assertEqual(run.returncode, 4, run.stderr)
            self.assertFalse(json.loads(run.stdout)["finished"])
        for file in ("table.json", "table.md", "table.csv"):
            self.assertEqual((self.folder / "out" / file).read_text(), (self.folder / "whole" / file).read_text())

    def test_what_was_tampered_with_is_found(self):
        for tampering, told in (
                ("DELETE FROM games WHERE block = (SELECT min(id) FROM block WHERE first = 2);"
                 "DELETE FROM block WHERE id = (SELECT min(id) FROM block WHERE first = 2)", "no such game"),
                ("UPDATE games SET games = (SELECT games FROM games WHERE block = 1) WHERE block = 2", "koans/"),
                ("UPDATE line_up SET place = 99 WHERE id = 1", "the rows of line_up"),
                ("UPDATE agent SET author = 'x' WHERE id = 1", "the rows of agent")):
            self.play(7)
            with sqlite3.connect(self.folder / "out" / "league.db") as database:
                database.executescript(tampering)
            result = self.verify()
            self.assertEqual(result.returncode, 1, result.stdout)
            self.assertIn(told, result.stdout)
            shutil.rmtree(self.folder / "out")

    def test_another_tournament_needs_another_folder(self):
        self.play(3)
        self.write(4)
        result = self.run_league()
        self.assertEqual(result.returncode, 2)
        self.assertIn("--out DIR", result.stderr)


if __name__ == "__main__":
    unittest.main()
