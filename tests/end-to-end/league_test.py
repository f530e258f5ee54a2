"""The program on real agents: same games whatever the shards, resume after kill, bad input.

Run as: league_test.py PATH/TO/danno [unittest arguments]
"""

import json
import os
import pathlib
import shutil
import signal
import sqlite3
import subprocess
import unittest

from driver import DANNO, InAFolder, await_deals, danno, league_file, line_up_hashes

LEAGUE = league_file("""
name = "e2e"
rules = ["koans", "official"]
deals = {deals}
seed = "e2e"
""", agents=("hold", "timid", "random"))


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
        self.assertEqual(match["isolation_layers"]["descriptors"], "closed")
        self.assertEqual(set(match), {"rules", "seed", "isolation", "isolation_layers", "deals", "games",
                                      "decisions", "agents", "values", "verdict"})
        self.assertEqual(match["games"], 18)
        self.assertEqual([agent["name"] for agent in match["agents"]], ["hold", "timid", "hold#2"])
        for agent in match["agents"]:
            self.assertEqual(set(agent), {"name", "score", "points", "elo", "elo_low", "elo_high", "adjusted", "places",
                                          "faults"})
            self.assertEqual(sum(agent["places"]), 18)
        self.assertAlmostEqual(sum(agent["points"] for agent in match["agents"]), 6)

    def test_one_name_for_two_is_refused_in_one_line(self):
        for agents in ("a=hold", "a=timid"), ("hold", "hold=timid"):
            result = danno("match", *agents)
            self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (2, "", 1))
            self.assertIn("two agents are named '%s'" % agents[1].split("=")[0], result.stderr)

    def test_a_short_match_shows_its_cpu_time_in_milliseconds(self):
        result = danno("match", "hold", "random", "--deals", "2", "--isolation", "none", "-q")
        self.assertRegex(result.stdout, r"(?m)^hold .* \d+ ms  -$")

    def test_an_agent_that_cannot_greet_loses_with_its_fault_named(self):
        mute = self.write("mute", "#!/bin/sh\nexit 3\n", 0o755)
        match = self.play(agents=("hold", mute), deals=3)
        self.assertEqual(match["agents"][1]["faults"].keys(), {"never-ready"})
        self.assertEqual(match["agents"][1]["points"], 0)

    def test_optimal_sees_its_tables_at_strict_whether_shipped_or_solved(self):
        home = {"env": dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))}
        for rules in ("koans", "dollar"):
            played = danno("match", "optimal", "hold", "--rules", rules, "--deals", "2", "--isolation", "strict",
                           "--answer-ms", "10000", "-q", "--json", **home)
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertEqual(json.loads(played.stdout)["agents"][0]["faults"], {})

    def test_advised_games_are_not_rated(self):
        match = self.play("--advice", deals=2)
        self.assertIsNone(match["agents"][0]["elo"])


class Formats(InAFolder):
    FILE = league_file("""name = "cup"
rules = ["{rules}"]
format = "{format}"
seed = "e2e"
{more}""")

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
        first, final = cup["divisions"][0]["tournaments"][0]["stages"]
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
        lines = [line for line in result.stderr.splitlines() if not line.startswith("  ")]  # and a caret below
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
            (["hold"] * 7 + ["--seats", "7"], "--seats is '7'"),
        ):
            with self.subTest(arguments):
                self.assertEqual(len(self.check(["match", *arguments], told)), 1)

    def test_of_a_league_tells_all_errors(self):
        self.check(["league", "run", "none.toml"], "none.toml: no such file; 'danno league new' writes one")
        self.write("spring.toml", "")
        self.check(["league", "run", "sprng.toml"], "sprng.toml: no such file; did you mean 'spring.toml'?")
        self.check(["season", "run", "none.toml"], "none.toml: no such file; expected a league file with [season]")
        self.check(["league", "run", "."], ". is a folder; expected a league file such as league.toml")
        self.write("league.toml", '[league]\nrules = ["koan"]\ngame_per_pair = 4\ndeals = 0\n[[agent]]\npath = "hold"\n')
        lines = self.check(["league", "run", "league.toml"], "league.toml:3:1: unknown key 'game_per_pair'; did you mean 'deals'?")
        self.assertEqual(len(lines), 3)
        self.write("league.toml", '[league]\nrules = ["koans"]\n[[agent]]\npath = "hold"\n')
        self.check(["league", "run", "league.toml"], "1 agent for tables of 2 seats")
        self.write("league.toml", '[league]\nrules = ["koans"]\n[[agent]]\npath = "hold"\n[[agent]]\npath = "hold"\n')
        self.check(["league", "run", "league.toml"], "two agents are named 'hold'")
        self.check(["league", "table", "nothing", "--out", "nowhere"], "no league in nowhere")


class Build(InAFolder):
    """An agent that `make` makes, in the sandbox."""

    def setUp(self):
        super().setUp()
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))
        self.write("ada/agent.toml", 'name = "ada"\nrun = ["./ada"]\nbuild = ["make"]\n')
        self.write("league.toml", '[league]\nname = "spring"\nrules = ["koans"]\ndeals = 2\nagents = "ada"\n'
                                  '[limits]\nanswer_ms = 10000\n[[agent]]\npath = "hold"\n')

    def make(self, recipe):
        shutil.copy(pathlib.Path(DANNO).parent.parent / "agents" / "hold" / "hold", self.folder / "ada" / "made")
        self.write("ada/Makefile", "ada: made\n\t" + recipe + "\n")

    def danno(self, *arguments):
        return danno(*arguments, env=self.environment, cwd=self.folder)

    def agents(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)
        return {agent["name"]: agent for agent in json.loads(result.stdout)["divisions"][0]["agents"]}

    def test_is_told_and_done_once(self):
        self.make("cp made ada")
        first = self.danno("league", "run", "league.toml", "--json")
        self.assertIn("building ada: make\n", first.stderr)
        self.assertEqual(self.agents(first)["ada"]["faults"], {})
        self.assertEqual(sorted(path.name for path in (self.folder / "ada").iterdir()), ["Makefile", "agent.toml", "made"])
        again = self.danno("league", "run", "league.toml", "--out", "anew", "--json")
        self.assertNotIn("building", again.stderr)
        self.assertEqual(self.agents(again)["ada"]["faults"], {})
        match = self.danno("match", "ada", "hold", "--deals", "1")
        self.assertEqual(match.returncode, 0, match.stderr)
        self.assertNotIn("building", match.stderr)

    def test_that_fails_is_the_agents_never_ready_in_the_compilers_words(self):
        self.make("@echo made.c:3: no such header; false")
        run = self.danno("league", "run", "league.toml", "--json")
        self.assertIn("note: 'ada' will count as never-ready: the build 'make' failed", run.stderr)
        self.assertEqual(set(self.agents(run)["ada"]["faults"]), {"never-ready"})
        reports = list((self.folder / "out" / "spring" / "faults").rglob("*.json"))
        self.assertIn("made.c:3: no such header", reports[0].read_text())

    def test_a_complete_league_builds_nothing(self):
        self.make("cp made ada")
        self.agents(self.danno("league", "run", "league.toml", "--json"))
        (self.folder / "cache" / "danno" / "agents").rename(self.folder / "gone")
        self.assertNotIn("building", self.danno("league", "run", "league.toml").stderr)


class Explained(InAFolder):
    def test_totals_are_by_seat_whoever_moves(self):
        game = self.write("koans.game", "rules koans\nplayers ann bob\nscore ann 300\nfirst bob\n"
                                        "bob 51341 bank\nann 11131 roll\nann 3 bust\n")
        told = danno("explain", game, "--json")
        self.assertEqual(told.returncode, 0, told.stderr)
        steps = json.loads(told.stdout)["steps"]
        self.assertEqual({step["seat"] for step in steps}, {0, 1})
        self.assertEqual([step["totals"] for step in steps], [[300, 0]] * len(steps))


class League(InAFolder):
    def run_league(self, deals, *flags):
        file = self.write("league.toml", LEAGUE.format(deals=deals))
        return danno("league", "run", file, "--out", str(self.folder / "out"), "--json", "-q", *flags)

    def stored(self):
        """What is in the store, less times."""
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            hashes = line_up_hashes(database)
            deals = database.execute("SELECT line_up, deal FROM deal ORDER BY 1, 2").fetchall()
        return [(line_up, deal, hashes[line_up]) for line_up, deal in deals]

    def test_plays_resumes_and_grows(self):
        result = self.run_league(10)
        self.assertEqual(result.returncode, 0, result.stderr)
        table = json.loads(result.stdout)
        self.assertEqual([division["rules"] for division in table["divisions"]], ["koans", "official"])
        for division in table["divisions"]:
            self.assertEqual(division["games"], 60)
            by_adjusted = division["rated_by"] == "adjusted"
            elos = [(agent["adjusted"] if by_adjusted else agent)["elo"] for agent in division["agents"]]
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
            await_deals(run, self.folder / "out")
            run.send_signal(kill)
            run.stderr.read()
            run.stderr.close()
            self.assertIn(run.wait(), (0, -kill, 128 + kill))
        self.assertEqual(self.run_league(150).returncode, 0)
        self.assertEqual(self.stored(), undisturbed)

    def test_games_of_two_isolation_levels_share_no_table(self):
        none = LEAGUE.format(deals=2)
        strict = LEAGUE.format(deals=4).replace('isolation = "none"', 'isolation = "strict"')
        out = str(self.folder / "out")

        def run(text, *flags):
            return danno("league", "run", self.write("league.toml", text), "--out", out, "--json", "-q", *flags)

        first = json.loads(run(none).stdout)["divisions"][0]
        self.assertEqual(first["isolation"], ["none"])
        self.assertRegex(first["isolation_layers"][0], "^none: ")
        refused = run(strict)
        self.assertEqual(refused.returncode, 2)
        self.assertRegex(json.loads(refused.stdout)["error"]["message"], "^koans: .*none and strict.*--out DIR")
        table = json.loads(danno("league", "table", out, "--json").stdout)["divisions"][0]
        for key in ("isolation", "isolation_layers", "games", "agents"):
            self.assertEqual(table[key], first[key], key)
        # The league is as complete as before, and the tables of just now do not say otherwise.
        self.assertTrue(json.loads(danno("league", "status", out, "--json").stdout)["complete"])
        verified = danno("league", "verify", out)
        self.assertEqual(verified.returncode, 0, verified.stdout)

    def test_out_of_time_is_exit_4_and_goes_on(self):
        result = self.run_league(100000, "--for", "1s")
        self.assertEqual(result.returncode, 4, result.stderr)
        status = json.loads(danno("league", "status", str(self.folder / "out"), "--json").stdout)
        self.assertFalse(status["complete"])

    def test_status_tells_what_is_left_and_why(self):
        def status():
            return json.loads(danno("league", "status", str(self.folder / "out"), "--json").stdout)
        def left():
            return {left["line_up"]: (left["deals"], left["why"]) for left in status()["divisions"][0]["left"]}
        self.assertEqual(self.run_league(5).returncode, 0)
        self.assertEqual(left(), {})
        self.run_league(100005, "--for", "0s")
        self.assertEqual({why for _, why in left().values()}, {"played in part"})
        text = LEAGUE.format(deals=5).replace('path = "timid"', 'name = "timid"\nrun = ["hold"]')
        file = self.write("league.toml", text + '[[agent]]\nname = "new"\nrun = ["random"]\n')
        self.assertEqual(danno("league", "run", file, "--out", str(self.folder / "out"), "--for", "0s").returncode, 4)
        for line_up, (deals, why) in left().items():
            if deals == 5:
                self.assertEqual(why, "not begun by the changed timid@2" if "timid@2" in line_up else "not begun")
        shown = danno("league", "status", str(self.folder / "out")).stdout
        self.assertIn("deals left to play", shown)

    def test_status_compares_with_the_league_file(self):
        out = str(self.folder / "out")
        self.assertEqual(self.run_league(5).returncode, 0)

        def status(text):
            file = self.write("league.toml", text)
            return danno("league", "status", file, "--out", out, "--json")

        same = LEAGUE.format(deals=5)
        self.assertTrue(json.loads(status(same).stdout)["complete"])
        more = json.loads(status(LEAGUE.format(deals=20)).stdout)
        self.assertFalse(more["complete"])
        self.assertEqual([left["deals"] for left in more["divisions"][0]["left"]], [15] * 3)
        changed = json.loads(status(same.replace('path = "timid"', 'name = "timid"\nrun = ["hold"]')).stdout)
        self.assertEqual({left["why"] for left in changed["divisions"][0]["left"]},
                         {"not begun by the changed timid@2"})
        other = status(same.replace('name = "e2e"', 'name = "other"'))
        self.assertEqual(other.returncode, 2)
        self.assertIn("holds the league 'e2e'", other.stderr)
        self.assertTrue(json.loads(danno("league", "status", out, "--json").stdout)["complete"])

    def test_another_league_or_another_programs_file_is_refused_untouched(self):
        self.assertEqual(self.run_league(2).returncode, 0)
        before = self.stored(), (self.folder / "out" / "table.json").read_bytes()
        file = self.write("other.toml", LEAGUE.format(deals=2).replace('name = "e2e"', 'name = "other"'))
        result = danno("league", "run", file, "--out", str(self.folder / "out"), "-q")
        self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
        self.assertIn("the league 'e2e', and this one is 'other'; --out DIR", result.stderr)
        self.assertEqual((self.stored(), (self.folder / "out" / "table.json").read_bytes()), before)
        self.assertEqual(danno("league", "verify", str(self.folder / "out"), "-q").returncode, 0)
        photos = self.folder / "photos"
        photos.mkdir()
        with sqlite3.connect(photos / "league.db") as database:
            database.execute("CREATE TABLE photo (id)")
        database.close()
        before = (photos / "league.db").read_bytes()
        result = danno("league", "run", file, "--out", str(photos), "-q")
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("another program's database", result.stderr)
        self.assertEqual([path.name for path in photos.iterdir()], ["league.db"])
        self.assertEqual((photos / "league.db").read_bytes(), before)

    def test_impossible_seats_in_the_store_are_one_line(self):
        self.assertEqual(self.run_league(2).returncode, 0)
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            database.execute("UPDATE division SET seats = 7")
        for command in (("status",), ("table",), ("history",), ("export", "--all", "--json"), ("report", "hold")):
            result = danno("league", *command, str(self.folder / "out"))
            self.assertEqual((result.returncode, result.stderr.count("\n")), (3, 1), result.stderr)
            self.assertIn("division 1: seats is 7; expected 2 to 6", result.stderr)
        result = danno("league", "verify", str(self.folder / "out"))
        self.assertEqual(result.returncode, 1)
        self.assertIn("row 1 differs in seats", result.stdout)

    def test_the_flag_goes_before_the_files_word_on_stopping_and_nothing_said_is_neither(self):
        for key, flags, expected in (("", (), None), ("freeze = true\n", (), 1),
                                     ("freeze = true\n", ("--no-freeze",), 0), ("", ("--freeze",), 1)):
            file = self.write("league.toml", LEAGUE.format(deals=1).replace("[limits]\n", "[limits]\n" + key))
            out = self.folder / f"out{key[:6]}{flags}"
            self.assertEqual(danno("league", "run", file, "--out", str(out), "-q", *flags).returncode, 0)
            with sqlite3.connect(out / "league.db") as database:
                [[said]] = database.execute("SELECT json_extract(limits, '$.freeze') FROM conditions")
            self.assertEqual(said, expected, (key, flags))

    def test_a_hole_is_played(self):
        for deals in (3, 4, 6):
            self.assertEqual(self.run_league(deals).returncode, 0)
        before = self.stored()
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            database.execute("DELETE FROM games WHERE block IN (SELECT id FROM block WHERE first = 3)")
            database.execute("DELETE FROM block WHERE first = 3")
        self.assertEqual(danno("league", "verify", str(self.folder / "out"), "-q").returncode, 1)
        self.assertEqual(self.run_league(6).returncode, 0)
        self.assertEqual(self.stored(), before)
        self.assertEqual(danno("league", "verify", str(self.folder / "out"), "-q").returncode, 0)

    def test_the_queries_of_the_page_work(self):
        import re
        mute = self.write("mute", "#!/bin/sh\nexit 3\n", 0o755)
        file = self.write("league.toml", LEAGUE.format(deals=2) + f'[[agent]]\npath = "{mute}"\n')
        out = self.folder / "out"
        self.assertEqual(danno("league", "run", file, "--out", str(out), "-q").returncode, 0)
        page = (pathlib.Path(__file__).parents[2] / "docs" / "league-db.md").read_text()
        queries = re.findall(r"```sql\n(.*?)```", page, re.DOTALL)
        self.assertGreater(len(queries), 4)
        with sqlite3.connect(out / "league.db") as database:
            for query in queries:
                self.assertTrue(database.execute(query).fetchall(), query)
            games = database.execute(queries[2]).fetchall()
            self.assertEqual(database.execute("PRAGMA user_version").fetchone()[0],
                             int(re.search(r"version, now (\d+)", page)[1]))
        self.assertEqual(danno("league", "export", str(out), "--game", games[0][0]).returncode, 0)
        lines = danno("league", "export", str(out), "--all", "--json").stdout.splitlines()
        self.assertEqual(len(lines), 2 * 6 * 2 * 2)
        self.assertEqual(set(json.loads(lines[0])), {"game", "deal", "rules", "rules_hash", "changed", "commitment",
                                                     "line_up", "players", "first",
                                                     "capped", "places", "totals", "faults", "events"})

    def test_the_rating_history_is_a_refit_for_every_day(self):
        for deals in (1, 4):
            self.assertEqual(self.run_league(deals).returncode, 0)
        out = str(self.folder / "out")
        early = json.loads(danno("league", "table", out, "--json").stdout)["divisions"]
        for deals in (8, 12):
            self.assertEqual(self.run_league(deals).returncode, 0)
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            database.execute("UPDATE block SET at = 20000 * 86400 WHERE first < 4")  # 2024-10-04
            database.execute("UPDATE block SET at = 20001 * 86400 WHERE first BETWEEN 4 AND 7")
        late = json.loads(danno("league", "table", out, "--json").stdout)["divisions"]
        histories = json.loads(danno("league", "history", out, "--json").stdout)["divisions"]
        self.assertEqual([history["rules"] for history in histories], ["koans", "official"])
        for history, before, after in zip(histories, early, late):
            self.assertEqual([day["day"] for day in history["days"]][:2], ["2024-10-04", "2024-10-05"])
            self.assertEqual([day["games"] for day in history["days"]], [24, 48, 72])
            self.assertEqual(history["agents"], [agent["name"] for agent in after["agents"]])
            for day, table in ((history["days"][-3], before), (history["days"][-1], after)):
                elo = {agent["name"]: agent["elo"] for agent in table["agents"]}
                self.assertEqual(dict(zip(history["agents"], day["elo"])), elo)
        self.assertIn("2024-10-05", danno("league", "history", out).stdout)

    def test_verifies_and_its_games_audit_clean(self):
        self.run_league(20)
        out = str(self.folder / "out")
        result = danno("league", "verify", out, "--json", "-q")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        found = json.loads(result.stdout)
        self.assertTrue(found["clean"])
        self.assertEqual(found["games"], 2 * 3 * 20 * 2)
        for game in ("koans/hold,timid/3/1", "official/random,timid/7/0"):
            text = danno("league", "export", out, "--game", game).stdout
            audit = danno("audit", self.write("game.txt", text), "--json")
            self.assertEqual(audit.returncode, 0, audit.stderr)
            self.assertTrue(json.loads(audit.stdout)["over"])
            self.assertIn("begins", danno("replay", game, out).stdout)
        self.assertEqual(danno("replay", "koans/nobody/3/1", out).returncode, 2)

    def test_a_tampered_store_fails_its_verification(self):
        self.run_league(20)
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            database.execute("UPDATE games SET games = (SELECT games FROM block JOIN games ON block = id"
                             " WHERE line_up = 2 AND first = 0)"
                             " WHERE block = (SELECT id FROM block WHERE line_up = 1 AND first = 0)")
        result = danno("league", "verify", str(self.folder / "out"), "-q")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("koans/hold,random/0/0: event 0", result.stdout)


if __name__ == "__main__":
    unittest.main()
