"""Matches of the real program: other runtimes, no blame under overload, no dice foretold.

Run as: match_test.py PATH/TO/danno FOLDER/OF/TEST/AGENTS PATH/TO/rogue [unittest arguments]
"""

import fcntl
import json
import os
import pathlib
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

from driver import DANNO, danno, rule_sets, wait_while

AGENTS = pathlib.Path(sys.argv.pop(1))
ROGUE = sys.argv.pop(1)
RULES = rule_sets()


def match(*arguments, **options):
    result = danno("match", *arguments, "--isolation", "none", "--json", "-q", **options)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


def weak_bot(folder, name):
    """A folder of an agent that banks as soon as it may."""
    danno("new", "python", name, cwd=folder)
    pathlib.Path(folder, name, "agent.py").write_text(
        "import danno\ndanno.play(lambda question: danno.bank(0) if question.may_bank(0) else danno.roll(0))\n")


# DANNO_ORACLE_DEALS=20000 is for a night.
ORACLE_DEALS = int(os.environ.get("DANNO_ORACLE_DEALS", 40))


def oracle_match(rules, seats, looks):
    """One agent that looks for its coming dice where all tell theirs, and what was told."""
    with tempfile.TemporaryDirectory() as scratch:
        shared = pathlib.Path(scratch) / "told"
        oracle = "%s %s" % (AGENTS / "oracle" / "oracle", shared)
        agents = ["oracle=" + oracle + ("" if looks else " blind")]
        agents += ["b%d=%s blind" % (seat, oracle) for seat in range(1, seats)]
        agents += ["--seats", str(seats)]
        # One deal in flight, of one batch after the other: so the oracle knows which games belong together.
        played = match(*agents, "--rules", rules, "--deals", str(ORACLE_DEALS), "--in-flight", str(seats),
                       "--shards", "1", "--seed", "oracle", "--answer-ms", "10000", timeout=280 + ORACLE_DEALS // 4)
        counts = struct.unpack("<4Q", shared.read_bytes()[:32])
        return played, dict(zip(("told", "confirmed", "contradicted", "foretold"), counts))


class Match(unittest.TestCase):
    def assertNoFaults(self, played):
        for agent in played["agents"]:
            self.assertEqual(agent["faults"], {}, agent["name"])

    def test_an_agent_on_the_official_runtime_plays_every_rule_set(self):
        for rules in RULES:
            played = match(str(AGENTS / "official"), "timid", "hold", "--rules", rules, "--deals", "3",
                           "--answer-ms", "10000")
            self.assertEqual(played["games"], 9)
            self.assertNoFaults(played)

    def test_all_games_in_one_file(self):
        with tempfile.TemporaryDirectory() as out:
            for file in ("games.txt", "games.jsonl"):
                played = match("hold", "odds", "--deals", "6", "--seed", "s", "--agent-secret", "a", "--out", f"{out}/{file}")
                self.assertEqual(played["games"], 12)
            self.assertEqual(sorted(os.listdir(out)), ["games.jsonl", "games.txt"])
            refused = danno("match", "hold", "odds", "--out", f"{out}/missing/games.txt")
            self.assertEqual(refused.returncode, 2)
            self.assertIn("missing/games.txt: expected a file in a folder that exists", refused.stderr)
            texts = pathlib.Path(out, "games.txt").read_text().split("\n\n")
            self.assertEqual(len(texts), 12)
            for text in texts:
                self.assertEqual(danno("audit", "-", input=text + "\n").returncode, 0, text)
            rated = json.loads(danno("rate", f"{out}/games.jsonl", "--json").stdout)
            self.assertEqual({agent["name"]: agent["games"] for agent in rated["agents"]}, {"hold": 12, "odds": 12})

    def test_a_match_goes_on_as_if_it_had_not_stopped(self):
        with tempfile.TemporaryDirectory() as out:
            seeds = ["--seed", "on", "--agent-secret", "s"]
            match("hold", "odds", "--deals", "40", "--out", out, *seeds)
            on = match("hold", "odds", "--more", "20", "--out", out)
            whole = match("hold", "odds", "--deals", "60", *seeds)
            self.assertEqual((on["deals_before"], on["deals"], on["seed"]), (40, 60, "on"))
            for one, other in zip(on["agents"], whole["agents"]):
                for key in ("score", "points", "places", "elo"):
                    self.assertEqual(one[key], other[key])
                self.assertAlmostEqual(one["adjusted"]["elo"], other["adjusted"]["elo"], 9)
                self.assertLess(one["adjusted"]["elo_low"], other["adjusted"]["elo_low"])
            self.assertEqual(len(list(pathlib.Path(out).glob("koans/hold/odds/*.txt"))), 120)
            refused = danno("match", "hold", "odds", "--more", "5", "--out", out, "--set", "target=1000", "-q")
            self.assertEqual(refused.returncode, 2)
            self.assertIn("has other rules", refused.stderr)
            for other in (("--answer-ms", "77"), ("--bank-ms", "7"), ("--fresh",)):
                refused = danno("match", "hold", "odds", "--more", "5", "--out", out, *other, "-q")
                self.assertEqual(refused.returncode, 2, other)
                self.assertIn("has other limits", refused.stderr)
            kept = pathlib.Path(out) / "koans/hold/odds/match.json"
            content = json.loads(kept.read_text())
            self.assertEqual(content["values"], on["values"])
            kept.write_text(json.dumps(dict(content, values="koans-of-old")))
            refused = danno("match", "hold", "odds", "--more", "5", "--out", out, "-q")
            self.assertEqual(refused.returncode, 2)
            self.assertIn("luck-adjusted by the values koans-of-old; %s are here" % on["values"], refused.stderr)
            kept.write_text(json.dumps(dict(content, values="", luck=None)))
            without = danno("match", "hold", "odds", "--more", "5", "--out", out, "-q")
            self.assertIn("not luck-adjusted, because those played before were not\n", without.stdout)

    def test_explain_sums_up_a_match_that_was_lost(self):
        with tempfile.TemporaryDirectory() as folder:
            def run(*arguments, cwd=folder):
                return danno(*arguments, cwd=cwd)
            weak_bot(folder, "mybot")
            played = run("match", "mybot", "hold", "--deals", "20", "--seed", "lost", "--isolation", "none", "-q", "--out", "m")
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertRegex(played.stdout, r"next    \S*danno explain mybot m/koans/mybot/hold\n        \S*danno explain m/koans/mybot/hold/\d+-[01].txt\n")
            told = run("explain", "mybot", "m")
            self.assertRegex(told.stdout, r"^mybot: koans\n40 games, \d+ decisions with a choice")
            self.assertRegex(told.stdout, r"banked early +\d+")
            self.assertRegex(told.stdout, r"%  .*  m/koans/mybot/hold/\d+-[01]\.txt +\d+\n")
            self.assertEqual(run("explain", "mybot", cwd=f"{folder}/m").stdout, told.stdout.replace("  m/koans", "  ./koans"))
            read_json = [json.loads(run("explain", agent, "--out", "m", "--json").stdout) for agent in ("mybot", "hold")]
            mine, other = (each["divisions"][0] for each in read_json)
            self.assertEqual((mine["games"], other["games"], mine["rules"]), (40, 40, "koans"))
            self.assertAlmostEqual(mine["luck_a_game"], -other["luck_a_game"], 9)
            worst = mine["worst"][0]
            game = json.loads(run("explain", worst["game"], "--json").stdout)
            self.assertAlmostEqual(game["steps"][worst["step"] - 1]["cost"], worst["cost"], 9)
            run("match", "mybot", "hold", "--deals", "20", "--isolation", "none", "-q")
            self.assertIn("mybot: koans\n20 games", run("explain", "mybot", "out/match").stdout)
            run("match", "mybot", "odds", "timid", "--deals", "2", "--isolation", "none", "-q", "--out", "three")
            self.assertIn("left out: a game with 3 players; only games of two are solved", run("explain", "mybot", "three").stderr)

    def test_more_agents_than_seats_play_a_round_robin(self):
        with tempfile.TemporaryDirectory() as folder:
            weak_bot(folder, "a")
            four = ("match", "a", "hold", "odds", "timid", "--isolation", "none", "-q")
            def run(*arguments):
                result = danno(*arguments, cwd=folder)
                self.assertEqual(result.returncode, 0, result.stderr)
                return result.stdout
            played = json.loads(run(*four, "--deals", "6", "--seed", "s", "--json"))
            self.assertEqual((played["rules"], played["seed"], played["isolation"], played["seats"]), ("koans", "s", "none", 2))
            self.assertEqual((played["deals"], played["games"]), (36, 72))
            self.assertEqual([agent["games"] for agent in played["agents"]], [36] * 4)
            self.assertEqual({agent["name"] for agent in played["agents"]}, {"a", "hold", "odds", "timid"})
            with open(f"{folder}/league.toml", "w") as file:
                file.write('[league]\nname = "l"\nrules = ["koans"]\ndeals = 6\nseed = "s"\n[limits]\nisolation = "none"\n' +
                           "".join(f'[[agent]]\nname = "{name}"\npath = "{name}"\n' for name in ("hold", "odds", "timid")) +
                           '[[agent]]\npath = "a"\n')
            league = json.loads(run("league", "run", "league.toml", "-q", "--json"))["divisions"][0]["agents"]
            for row, expected in zip(played["agents"], league):
                for key in ("rank", "name", "elo", "elo_low", "score", "points"):
                    self.assertEqual(row[key], expected[key])
            on = json.loads(run(*four, "--more", "4", "--json"))
            self.assertEqual(on["games"], 120)
            self.assertEqual(json.loads(run("league", "table", "out/round-robin", "--json"))["divisions"][0]["games"], 120)
            self.assertIn("a: koans\n60 games", run("explain", "a", "out/round-robin"))
            for words, told in ((("--set", "target=1000"), "other rules were played"), (("--answer-ms", "77"), "other limits were used"),
                                (("--seats", "3"), "other rules were played")):
                refused = danno(*four, "--more", "4", *words, cwd=folder)
                self.assertEqual(refused.returncode, 2, refused.stdout)
                self.assertIn(f"--more 4: {told} in 'out/round-robin': play a new one", refused.stderr)
            refused = danno(*four, "random", "--more", "4", cwd=folder)
            self.assertIn("--more 4: other agents, or agents that have changed since, played", refused.stderr)
            shown = run(*four, "--deals", "2", "--seats", "3", "--rules", "dollar")
            self.assertIn("\nround-robin: dollar\n", shown)
            self.assertIn("danno league site out/round-robin\n", shown)
            self.assertIn("24 of 24 games, 3 seats", shown)
            shown = run(*four, "--deals", "20", "--out", "m")
            self.assertRegex(shown, r"(?m)^ *\d +\d(-\d)? +hold ")
            self.assertIn("danno explain a m\n", shown)
            other = danno(*four, "--out", "out/l", cwd=folder)
            self.assertEqual(other.returncode, 2)
            self.assertIn("the folder holds the league 'l'", other.stderr)

    def test_an_interrupted_round_robin_goes_on(self):
        with tempfile.TemporaryDirectory() as folder:
            three = [DANNO, "match", "hold", "odds", "timid", "--seats", "2", "--isolation", "none", "--out", "m"]
            run = subprocess.Popen([*three, "--deals", "100000"], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            def unplayed():
                found = danno("league", "status", "m", "--json", cwd=folder)
                return found.returncode != 0 or json.loads(found.stdout)["divisions"][0]["deals"] < 100
            wait_while(run, unplayed)
            run.send_signal(signal.SIGINT)
            self.assertRegex(run.communicate()[1], r"to resume: the same\s+command with --more \d+ in\s+place of --deals")
            self.assertEqual(run.returncode, 130)
            before = json.loads(danno("league", "status", "m", "--json", cwd=folder).stdout)["divisions"][0]["deals"]
            played = subprocess.run([*three, "--more", "3", "--json", "-q"], cwd=folder, capture_output=True, text=True)
            self.assertEqual(played.returncode, 0, played.stderr)
            self.assertGreater(json.loads(played.stdout)["deals"], before)

    def test_a_match_that_is_not_kept_shows_its_seeds_and_leaves_no_earlier_one(self):
        with tempfile.TemporaryDirectory() as folder:
            def played(*arguments):
                return danno("match", *arguments, "--deals", "4", "--isolation", "none", "-q", cwd=folder).stdout
            file = pathlib.Path(folder) / "out/match/koans/hold/odds/match.json"
            self.assertIn("in match.json\n", played("hold", "odds"))
            self.assertTrue(file.exists())
            for arguments in (("hold", "odds", "--advice"), ("hold", "odds", "timid")):
                shown = played(*arguments)
                self.assertRegex(shown, r"(?m)^seed [0-9a-f]{64}\nagents' secret [0-9a-f]{64}\nisolation none$")
                self.assertNotIn("--more", shown)
                self.assertNotIn("match.json", shown)
            self.assertFalse(file.exists())

    def test_a_match_that_goes_on_says_after_how_many_deals_of_all_it_was_interrupted(self):
        with tempfile.TemporaryDirectory() as out:
            match("hold", "timid", "--deals", "20", "--out", out)
            games = len(list(pathlib.Path(out).glob("koans/hold/timid/*.txt")))
            run = subprocess.Popen([DANNO, "match", "hold", "timid", "--more", "5000000", "--out", out, "--isolation",
                                    "none", "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
            wait_while(run, lambda: len(list(pathlib.Path(out).glob("koans/hold/timid/*.txt"))) <= games)
            run.send_signal(signal.SIGINT)
            _, told = run.communicate(timeout=120)
            self.assertEqual(run.returncode, 130, told)
            self.assertRegex(told, r"(?m)^interrupted after [\d,]+ of 5,000,020 deals$")

    def test_a_closed_terminal_loses_nothing(self):
        with tempfile.TemporaryDirectory() as out:
            kept = pathlib.Path(out) / "koans/hold/timid/match.json"
            leader, follower = pty.openpty()
            run = subprocess.Popen([DANNO, "match", "hold", "timid", "--deals", "5000000", "--out", out,
                                    "--isolation", "none"], stdout=follower, stderr=follower, stdin=follower,
                                   env=dict(os.environ, TERM="xterm"), start_new_session=True,
                                   preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))
            os.close(follower)
            self.assertIn(b"games/s", os.read(leader, 4096))
            os.close(leader)
            self.assertEqual(run.wait(timeout=120), 129)
            self.assertTrue(kept.exists())

    def test_of_nohup_goes_on_without_its_terminal(self):
        with tempfile.TemporaryDirectory() as out:
            run = subprocess.Popen([DANNO, "match", "hold", "timid", "--deals", "30000", "--out", out, "--isolation",
                                    "none", "-q"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                   preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
            wait_while(run, lambda: not list(pathlib.Path(out).glob("koans/hold/timid/*.txt")))
            run.send_signal(signal.SIGHUP)
            told, _ = run.communicate(timeout=120)
            self.assertEqual(run.returncode, 0, told)

    def test_an_oracle_plays_as_if_it_were_blind(self):
        for rules in ("koans", "official"):
            for seats in (2, 4):
                blind, _ = oracle_match(rules, seats, looks=False)
                played, told = oracle_match(rules, seats, looks=True)
                self.assertNoFaults(played)
                # The channel is there, and what it says is true; it says nothing in time.
                self.assertGreater(told["confirmed"], ORACLE_DEALS)
                self.assertEqual((told["contradicted"], told["foretold"]), (0, 0))
                self.assertEqual([a["score"] for a in played["agents"]], [a["score"] for a in blind["agents"]])

    def test_the_same_policy_in_two_languages_shares_every_mirrored_deal(self):
        for rules in RULES:
            played = match("hold", "hold-py", "--rules", rules, "--deals", "10", "--answer-ms", "10000")
            self.assertNoFaults(played)
            self.assertEqual([agent["score"] for agent in played["agents"]], [0.5, 0.5], rules)

    def test_nobody_is_blamed_under_overload(self):
        for clocks in ("1", "16"):
            played = match("hold", "timid", "--deals", "250", "--shards", "16", "--in-flight", clocks,
                           "--answer-ms", "5")
            self.assertEqual(played["games"], 500)
            self.assertNoFaults(played)

    def test_fresh_processes_play_the_same_match(self):
        usual = ("hold", "random", "--deals", "5", "--seed", "s", "--answer-ms", "10000")
        kept, fresh = match(*usual), match(*usual, "--fresh")
        self.assertNoFaults(fresh)
        for played in (kept, fresh):
            for agent in played["agents"]:
                del agent["cpu_s"]
        self.assertEqual((fresh["decisions"], fresh["agents"]), (kept["decisions"], kept["agents"]))

    def test_optimal_plays_where_nothing_can_be_cached(self):
        bare = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME")}
        played = danno("match", "optimal", "hold", "--deals", "1", "--isolation", "none", "--json", "-q", env=bare)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertNoFaults(json.loads(played.stdout))

    def test_floods_do_not_grow_the_referee(self):
        for mode in ("flood", "flood-frames", "flood-stderr"):  # a GB, 256 MB and 256 MB
            for in_flight in ("1", "16"):
                process = subprocess.Popen(
                    [DANNO, "match", "bad=%s %s" % (ROGUE, mode), "timid", "--deals", "2", "--in-flight", in_flight,
                     "--isolation", "none", "--json", "-q"], stdout=subprocess.PIPE, text=True)
                with process.stdout:
                    played = json.load(process.stdout)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(process.returncode, 0)
                self.assertEqual(played["agents"][0]["faults"], {"flood": 4})
                self.assertLess(usage.ru_maxrss, 64 * 1024)  # KiB; of each process, the referee among them

    def test_a_fault_is_repeated_from_its_report(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            agent = folder / "bad"
            agent.mkdir()
            agent.chmod(0o755)
            folder.chmod(0o755)
            sdk = (AGENTS / "policy" / "danno.py").read_text()
            (agent / "danno.py").write_text(sdk)
            (agent / "bad.py").write_text(
                "import danno\n\n\ndef decide(question):\n"
                "    if question.ask.turn_points >= 300:\n"
                "        raise ValueError('three hundred')\n"
                "    return danno.roll(0)\n\n\ndanno.play(decide)\n")
            (agent / "agent.toml").write_text('name = "bad"\nrun = ["python3", "bad.py"]\n')
            played = match(str(agent), "timid", "--deals", "4", "--reports", str(folder / "reports"),
                           "--answer-ms", "10000")
            self.assertEqual(list(played["agents"][0]["faults"]), ["exit"])
            report = sorted((folder / "reports" / "bad").iterdir())[0]
            again = danno("repeat", str(report), str(agent), "--isolation", "none", "--json", timeout=60)
            self.assertEqual(again.returncode, 1, again.stderr)
            result = json.loads(again.stdout)
            self.assertEqual((result["reported"], result["fault"], result["same"]), ("exit", "exit", True))
            self.assertIn("ValueError: three hundred", result["stderr"])
            damaged = json.loads(report.read_text())
            damaged["frames"][-1]["hex"] = "00"
            report.write_text(json.dumps(damaged))
            refused = danno("repeat", str(report), str(agent), "--isolation", "none", timeout=60)
            self.assertEqual((refused.returncode, refused.stderr),
                             (2, f"error: {report}: a frame that should be a question is none\n"))

    def test_a_repeated_game_tells_little_of_what_was_written_between_games(self):
        with tempfile.TemporaryDirectory() as folder:
            played = match("/bin/cat", "timid", "--deals", "1", "--reports", folder, "--answer-ms", "10000")
            self.assertEqual(list(played["agents"][0]["faults"]), ["garbled"])
            report = sorted(pathlib.Path(folder, "cat").iterdir())[0]
            again = danno("repeat", str(report), "hold", "--isolation", "none", timeout=60)
            self.assertEqual(again.returncode, 0, again.stderr)
            self.assertIn("only this game was repeated; 'danno check'", again.stdout)


if __name__ == "__main__":
    unittest.main()
