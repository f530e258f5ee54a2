"""The program on real agents: same games whatever the shards, resume after kill, bad input.

Run as: league_test.py PATH/TO/danno [unittest arguments]
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest

DANNO = ""

LEAGUE = """
[league]
name = "e2e"
rules = ["koans", "official"]
deals = {deals}
seed = "e2e"
[limits]
answer_ms = 10000
isolation = "none"
[[agent]]
path = "hold"
[[agent]]
path = "timid"
[[agent]]
path = "random"
"""


def danno(*arguments, **options):
    return subprocess.run([DANNO, *arguments], capture_output=True, text=True, timeout=280, **options)


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return str(path)


class Match(InAFolder):
    def play(self, *flags, agents=("hold", "random"), deals=40, seed="a"):
        result = danno("match", *agents, "--deals", str(deals), "--seed", seed, "--answer-ms", "10000",
                       "--isolation", "none", "--json", "-q", *flags)
        self.assertEqual(result.returncode, 0, result.stderr)
        match = json.loads(result.stdout)
        for key in ("decisions_per_s", "games_per_s"):
            match.pop(key)
        for agent in match["agents"]:
            agent.pop("cpu_s")
        return match

    def test_one_seed_gives_the_same_games_whatever_the_shards_and_games_in_flight(self):
        once = self.play("--shards", "1", "--in-flight", "1")
        self.assertEqual(once["games"], 80)
        self.assertEqual(self.play("--shards", "2", "--in-flight", "16"), once)
        self.assertEqual(self.play("--shards", "3"), once)

    def test_another_seed_gives_other_games(self):
        self.assertNotEqual(self.play()["decisions"], self.play(seed="b")["decisions"])

    def test_json_has_the_promised_keys(self):
        match = self.play(agents=("hold", "timid", "hold"), deals=6)
        self.assertEqual(set(match), {"rules", "seed", "isolation", "deals", "games", "decisions", "agents"})
        self.assertEqual(match["games"], 18)
        self.assertEqual([agent["name"] for agent in match["agents"]], ["hold", "timid", "hold#2"])
        for agent in match["agents"]:
            self.assertEqual(set(agent), {"name", "score", "points", "elo", "elo_low", "elo_high", "places", "faults"})
            self.assertEqual(sum(agent["places"]), 18)
        self.assertAlmostEqual(sum(agent["points"] for agent in match["agents"]), 6)

    def test_an_agent_that_cannot_greet_loses_with_its_fault_named(self):
        mute = self.write("mute", "#!/bin/sh\nexit 3\n", 0o755)
        match = self.play(agents=("hold", mute), deals=3)
        self.assertEqual(match["agents"][1]["faults"].keys(), {"never-ready"})
        self.assertEqual(match["agents"][1]["points"], 0)

    def test_advised_games_are_not_rated(self):
        match = self.play("--advice", deals=2)
        self.assertIsNone(match["agents"][0]["elo"])


class Formats(InAFolder):
    FILE = """
[league]
name = "cup"
rules = ["{rules}"]
format = "{format}"
seed = "e2e"
{more}
[limits]
answer_ms = 10000
isolation = "none"
"""

    def play(self, out, *flags, agents, **file):
        text = self.FILE.format(**{"more": "", **file})
        for i in range(agents):
            text += f'[[agent]]\nname = "bot{i}"\nrun = ["{("hold", "timid", "random")[i % 3]}"]\n'
        path = self.write("league.toml", text)
        result = danno("league", "run", path, "--out", str(self.folder / out), "--json", "-q", *flags)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_a_gauntlet_plays_the_challenger_against_all_others(self):
        league = self.play("out", agents=4, format="gauntlet", rules="koans", more="deals = 3")
        games = {agent["name"]: agent["games"] for agent in league["divisions"][0]["agents"]}
        self.assertEqual(games, {"bot0": 18, "bot1": 6, "bot2": 6, "bot3": 6})

    def test_a_tournament_cuts_seven_to_a_final_of_four_whatever_the_shards(self):
        cup = self.play("one", "--shards", "1", agents=7, format="tournament", rules="true-greed")
        first, final = cup["divisions"][0]["stages"]
        self.assertEqual([row["advances"] for row in first["standings"]], [True] * 4 + [False] * 3)
        self.assertEqual({row["name"] for row in final["standings"]},
                         {row["name"] for row in first["standings"][:4]})
        self.assertEqual(sorted(len(game["seats"]) for game in first["games"]), [3] * 4 + [4] * 4)
        self.assertEqual([len(game["seats"]) for game in final["games"]], [4] * 4)
        for game in first["games"] + final["games"]:
            seats = len(game["seats"])
            self.assertEqual(sum(seat["points"] for seat in game["seats"]), seats * (seats + 1) / 2)
        self.assertEqual(self.play("two", "--shards", "3", agents=7, format="tournament", rules="true-greed"), cup)
        again = self.play("one", agents=7, format="tournament", rules="true-greed")
        self.assertEqual(again, cup)


class BadInput(InAFolder):
    def check(self, arguments, *told):
        result = danno(*arguments, cwd=self.folder)
        self.assertEqual(result.returncode, 2, result.stderr)
        lines = result.stderr.strip().splitlines()
        self.assertTrue(all(line.startswith("error: ") for line in lines), result.stderr)
        for text in told:
            self.assertIn(text, result.stderr)
        self.assertFalse((self.folder / "out").exists())
        return lines

    def test_of_a_match_is_one_line_and_exit_2(self):
        script = self.write("script", "#!/bin/sh\n")
        for arguments, told in (
            (["hold"], "1 agent"),
            (["hold", "hodl"], "no program, folder or bundled agent 'hodl'"),
            (["hold", script], "is not executable"),
            (["hold", "./none"], "no program"),
            (["hold", "timid", "--deals", "0"], "--deals is '0'"),
            (["hold", "timid", "--rules", "koan"], "did you mean 'koans'?"),
            (["hold", "timid", "--set", "target=x"], "target"),
            (["hold", "timid", "--set", "target"], "NAME=VALUE"),
            (["hold", "timid", "--isolation", "some"], "strict"),
            (["hold", "'timid"], "quote"),
            (["hold", "timid", "--dealz", "3"], "did you mean '--deals'?"),
            (["hold"] * 7, "7 agents"),
        ):
            with self.subTest(arguments):
                self.assertEqual(len(self.check(["match", *arguments], told)), 1)

    def test_of_a_league_tells_all_errors(self):
        self.check(["league", "run", "none.toml"], "none.toml: cannot be read")
        self.write("league.toml", '[league]\nrules = ["koan"]\ngame_per_pair = 4\ndeals = 0\n[[agent]]\npath = "hold"\n')
        lines = self.check(["league", "run", "league.toml"], "league.toml:3:1: unknown key 'game_per_pair'; did you mean 'deals'?")
        self.assertEqual(len(lines), 3)
        self.write("league.toml", '[league]\nrules = ["koans"]\n[[agent]]\npath = "hold"\n')
        self.check(["league", "run", "league.toml"], "1 agent for tables of 2 seats")
        self.write("league.toml", '[league]\nrules = ["koans"]\n[[agent]]\npath = "hold"\n[[agent]]\npath = "hold"\n')
        self.check(["league", "run", "league.toml"], "two agents are named 'hold'")
        self.check(["league", "table", "nothing", "--out", "nowhere"], "no league in nowhere")


class League(InAFolder):
    def run_league(self, deals, *flags):
        file = self.write("league.toml", LEAGUE.format(deals=deals))
        return danno("league", "run", file, "--out", str(self.folder / "out"), "--json", "-q", *flags)

    def stored(self):
        """What is in the store, less times."""
        import sqlite3
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            return database.execute("SELECT line_up, deal, games FROM deal ORDER BY 1, 2").fetchall()

    def test_plays_resumes_and_grows(self):
        result = self.run_league(10)
        self.assertEqual(result.returncode, 0, result.stderr)
        table = json.loads(result.stdout)
        self.assertEqual([division["rules"] for division in table["divisions"]], ["koans", "official"])
        for division in table["divisions"]:
            self.assertEqual(division["games"], 60)
            elos = [agent["elo"] for agent in division["agents"]]
            self.assertEqual(elos, sorted(elos, reverse=True))
            self.assertAlmostEqual(sum(elos), 0, places=3)
        before = self.stored()
        self.assertEqual(json.loads(self.run_league(10).stdout), table)
        self.assertEqual(self.stored(), before)
        self.assertEqual(self.run_league(15).returncode, 0)
        self.assertEqual(len(self.stored()), 90)
        again = danno("league", "table", str(self.folder / "out"), "--json")
        self.assertEqual(json.loads(again.stdout), json.loads((self.folder / "out" / "table.json").read_text()))

    def test_a_killed_run_resumes_to_the_same_store(self):
        self.assertEqual(self.run_league(150).returncode, 0)
        undisturbed = self.stored()
        for name in ("league.db", "table.json", "table.md", "table.csv"):
            (self.folder / "out" / name).unlink()
        for kill in (signal.SIGKILL, signal.SIGKILL, signal.SIGINT):
            file = str(self.folder / "league.toml")
            run = subprocess.Popen([DANNO, "league", "run", file, "--out", str(self.folder / "out")],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            for line in run.stderr:  # until some games were played, or all
                if "games/s" in line:
                    break
            run.send_signal(kill)
            run.stderr.read()
            run.stderr.close()
            self.assertIn(run.wait(), (0, -kill, 128 + kill))
        self.assertEqual(self.run_league(150).returncode, 0)
        self.assertEqual(self.stored(), undisturbed)

    def test_out_of_time_is_exit_4_and_goes_on(self):
        result = self.run_league(100000, "--for", "1s")
        self.assertEqual(result.returncode, 4, result.stderr)
        status = json.loads(danno("league", "status", str(self.folder / "out"), "--json").stdout)
        self.assertFalse(status["complete"])


if __name__ == "__main__":
    DANNO = os.path.abspath(sys.argv.pop(1))
    unittest.main()
