"""danno tune on real agents: the best value, common dice, faults, interruptions, bad input.

Run as: tune_test.py PATH/TO/danno PATH/TO/danno.py [unittest arguments]
"""

import csv
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

from driver import DANNO, InAFolder, await_deals, danno

SDK = pathlib.Path(sys.argv.pop(1))

# Stops at a number of points, or does what its parameter `mode` says instead.
BOT = """#!/usr/bin/env python3
import os, sys, time
import danno
AT = {at}
MODE = os.environ.get("DANNO_mode", "good")
if MODE == "exits": sys.exit(7)
def decide(question):
    if MODE == "crashes": os.abort()
    if MODE == "hangs": time.sleep(60)
    if question.is_offer: return danno.decline()
    for option in range(question.options):
        if question.bank_counts(option) and question.turn_points(option) >= AT: return danno.bank(option)
    for option in range(question.options):
        if question.may_roll(option): return danno.roll(option)
    return danno.bank(0)
danno.play(decide)
"""
COMMON = ("--isolation", "none", "--answer-ms", "10000", "-q")


class Tune(InAFolder):
    def bot(self, manifest='run = ["python3", "agent.py"]', at='danno.parameter("threshold", 300)'):
        self.write("bot/agent.toml", f'name = "bot"\n{manifest}\n')
        self.write("bot/agent.py", BOT.format(at=at))
        shutil.copy(SDK, self.folder / "bot/danno.py")
        return str(self.folder / "bot")

    def command(self, bot, *flags, out="tune", against=("optimal",)):
        return ("tune", bot, "--against", *against, "--out", str(self.folder / out), *COMMON, *flags)

    def tune(self, bot, *flags, code=0, **where):
        result = danno(*self.command(bot, *flags, "--json", **where))
        self.assertEqual((result.returncode, result.stderr), (code, ""), result.stdout)
        return json.loads(result.stdout)

    def assert_verified(self, out="tune"):
        verified = danno("league", "verify", str(self.folder / out), "-q")
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_finds_the_best_value_and_keeps_all_there_is_to_know(self):
        tune = self.tune("hold --at {at}", "--set", "at=100..400/50", "--seed", "e2e")
        self.assertEqual((tune["best"], tune["end"], tune["complete"]), ({"at": 200}, "decided", True))
        self.assertEqual(tune["deals"], sum(one["deals"] for one in tune["candidates"]))
        self.assertLessEqual(tune["deals"], 6000)
        self.assertEqual([one["values"]["at"] for one in tune["candidates"]], list(range(100, 401, 50)))
        self.assertEqual({one["state"] for one in tune["candidates"]}, {"best", "dropped"})
        self.assertEqual(tune["line"], "parameters = { at = 200 }")
        kept = self.folder / "tune"
        self.assertEqual(json.loads((kept / "tune.json").read_text()), tune)
        rows = list(csv.DictReader((kept / "tune.csv").read_text().splitlines()))
        self.assertEqual([row["at"] for row in rows if row["state"] == "best"], ["200"])
        self.assert_verified()
        command = self.command("hold --at {at}", "--set", "at=100..400/50", "--seed", "e2e")
        other = danno(*("strict" if word == "none" else word for word in command))
        self.assertEqual((other.returncode, other.stdout), (2, ""), other.stderr)
        self.assertIn("games at isolation none and strict would share a table", other.stderr)
        for command in ("explain", "replay"):
            shown = danno(command, "koans/hold:200,optimal/3/0", str(kept))
            self.assertEqual(shown.returncode, 0, shown.stderr)

    def test_all_candidates_have_the_same_dice(self):
        self.tune("hold --at {at}", "--set", "at=201,250", "--max-deals", "200", "--seed", "same")
        games = [danno("replay", f"koans/hold:{at},optimal/5/1", str(self.folder / "tune")).stdout for at in (201, 250)]
        # Points are multiples of 50: with the same dice the games are the same.
        self.assertIn("hold:201", games[0])
        self.assertEqual(games[0].replace("hold:201", "hold:250"), games[1])

    def test_is_the_same_on_any_number_of_shards(self):
        flags = ("--set", "at=150..300/50", "--seed", "shards")
        one, four = (self.tune("hold --at {at}", *flags, "--shards", shards, out=shards) for shards in ("1", "4"))
        self.assertEqual(one, four)

    def test_another_seed_needs_another_folder(self):
        flags = ("--set", "at=200,300", "--max-deals", "200")
        self.tune("hold --at {at}", *flags, "--seed", "one")
        result = danno(*self.command("hold --at {at}", *flags, "--seed", "two"))
        self.assertEqual((result.returncode, result.stderr),
                         (2, f"error: --seed two: {self.folder / 'tune'} has deals of another seed; expected the same "
                             "one, or a new folder in --out\n"))

    def test_goes_on_after_a_kill_as_if_there_had_been_none(self):
        flags = ("--set", "at=150..300/50", "--seed", "killed")
        whole = self.tune("hold --at {at}", *flags, out="whole")
        for sent in (signal.SIGKILL, signal.SIGINT):
            run = subprocess.Popen([DANNO, *self.command("hold --at {at}", *flags)], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
            await_deals(run, self.folder / "tune")
            run.send_signal(sent)
            self.assertIn(run.wait(), (-signal.SIGKILL, 130, 0))
        self.assertEqual(self.tune("hold --at {at}", *flags), whole)
        self.assert_verified()

    def test_a_candidate_that_cannot_play_is_told_and_dropped(self):
        bot = self.bot()
        tune = self.tune(bot, "--set", "mode=good,crashes,exits,calm", "--max-deals", "1000", against=("timid",))
        states = {one["values"]["mode"]: (one["state"], one["reason"]) for one in tune["candidates"]}
        self.assertEqual([states[mode][0] for mode in ("crashes", "exits")], ["failed", "failed"])
        self.assertIn("crash", states["crashes"][1])
        self.assertIn("7", states["exits"][1])
        self.assertEqual({states[mode][0] for mode in ("good", "calm")}, {"alike"})
        self.assert_verified()

    def test_why_none_can_play_is_told_in_full(self):
        result = danno(*self.command(self.bot(), "--set", "threshold=high,low", against=("timid",)))
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertIn("threshold high: never-ready: exited with code 1; "
                      "ValueError: the parameter threshold is 'high'; expected a whole number\n", result.stdout)

    def test_what_none_printed_before_it_could_play_is_told(self):
        self.write("jvm/agent.toml", 'name = "jvm"\nrun = ["sh", "bot.sh"]\n[parameters]\nheap = 1\n')
        self.write("jvm/bot.sh", "echo Could not reserve enough space for object heap; exit 1\n")
        result = danno(*self.command(str(self.folder / "jvm"), "--set", "heap=1,2", against=("timid",)))
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertRegex(result.stdout, r"heap 1: [a-z-]+: [^\n]*; Could not reserve enough space for object heap\n")

    def test_a_candidate_that_hangs_is_dropped(self):
        bot = self.bot()
        result = danno("tune", bot, "--set", "mode=good,hangs", "--against", "timid", "--max-deals", "200", "--out",
                       str(self.folder / "tune"), "--isolation", "none", "--answer-ms", "100", "--json", "-q")
        states = {one["values"]["mode"]: one for one in json.loads(result.stdout)["candidates"]}
        self.assertEqual((result.returncode, states["hangs"]["state"]), (0, "failed"))
        self.assertIn("timeout", states["hangs"]["reason"])
        self.assertEqual(states["good"]["state"], "best")

    def test_an_opponent_that_cannot_play_ends_it(self):
        rogue = f"rogue=env DANNO_mode=crashes python3 {self.bot()}/agent.py"
        tune = self.tune("hold --at {at}", "--set", "at=200,300", code=3, against=(rogue,))
        self.assertEqual(tune["end"], "opponent-failed")

    def test_none_of_identical_candidates_is_called_better(self):
        for seed in range(3):
            tune = self.tune(self.bot(at='min(danno.parameter("threshold", 1), 50)'), "--set", "threshold=10,20,30",
                             "--max-deals", "600", "--seed", f"twins-{seed}", out=f"twins-{seed}")
            self.assertEqual((tune["best"], tune["end"]), (None, "alike"))
            self.assertEqual({one["state"] for one in tune["candidates"]}, {"alike"})

    def test_the_gain_is_that_over_the_present_setting_on_fresh_dice(self):
        bot = self.bot("parameters = { threshold = 450 }  # mine\n" 'run = ["python3", "agent.py"]')
        tune = self.tune(bot, "--set", "threshold=150..450/100", "--seed", "gain", "--apply", against=("timid",))
        self.assertEqual(tune["best"], {"threshold": 250})
        self.assertGreater(tune["gain"]["elo_low"], 0)
        manifest = (self.folder / "bot/agent.toml").read_text()
        self.assertEqual(manifest, 'name = "bot"\nparameters = { threshold = 250 }  # mine\nrun = ["python3", "agent.py"]\n')
        played = danno("match", bot, f"old=env DANNO_threshold=450 python3 {bot}/agent.py", "--deals", "200", *COMMON,
                       "--json")
        self.assertGreater(json.loads(played.stdout)["agents"][0]["score"], 0.5, played.stderr)
        self.assert_verified()
        again = self.tune(bot, "--set", "threshold=150..450/100", "--seed", "gain", out="again", against=("timid",))
        self.assertEqual((again["present"], again["gain"]), (True, None))

    def test_what_is_worse_than_the_present_setting_is_not_taken_over(self):
        bot = self.bot("parameters = { threshold = 250 }\n" 'run = ["python3", "agent.py"]')
        before = (self.folder / "bot/agent.toml").read_text()
        tune = self.tune(bot, "--set", "threshold=450,500", "--max-deals", "300", "--seed", "worse", "--apply",
                         against=("timid",))
        self.assertLess(tune["gain"]["elo_high"], 0)
        self.assertEqual((tune["line"], (self.folder / "bot/agent.toml").read_text()), (None, before))
        shown = danno(*self.command(bot, "--set", "threshold=450,500", "--max-deals", "300", against=("timid",)))
        self.assertRegex(shown.stdout, r"gain on fresh dice: -.*: the present values are better\n")

    def test_a_bot_that_cannot_play_as_it_is_has_no_gain(self):
        bot = self.bot('parameters = { mode = "crashes" }\nrun = ["python3", "agent.py"]')
        flags = ("--set", "mode=good,calm", "--set", "threshold=50,250", "--max-deals", "400", "--seed", "x")
        shown = danno(*self.command(bot, *flags, against=("timid",)))
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertRegex(shown.stdout, "no gain is measured: .*crash")

    def test_tables_of_three_and_several_opponents(self):
        three = self.tune("hold --at {at}", "--set", "at=100,250", "--seats", "3", "--max-deals", "400", out="three")
        self.assertEqual(three["against"], ["optimal", "optimal#2"])
        self.assert_verified("three")
        two = self.tune("hold --at {at}", "--set", "at=100,250", "--max-deals", "400", out="two",
                        against=("timid", "odds"))
        self.assertEqual(two["best"], {"at": 250})
        self.assert_verified("two")

    def test_a_large_space_is_searched_in_races(self):
        tune = self.tune("hold --at {at}", "--set", "at=20..400/5", "--max-deals", "6000", "--seed", "large")
        self.assertGreater(tune["races"], 1)
        self.assertTrue(150 <= tune["best"]["at"] <= 260, tune["best"])
        self.assertLessEqual(tune["deals"], 6000)
        self.assert_verified()

    def test_a_search_that_ends_before_the_finest_race_is_undecided(self):
        tune = self.tune("hold --at {at}", "--set", "at=1..10000", "--max-deals", "2000", "--seed", "4",
                         against=("odds",))
        self.assertEqual((tune["races"], tune["end"], len(tune["candidates"])), (1, "max-deals", 10))

    def test_bad_input_is_one_line_and_nothing_is_played(self):
        bot = self.bot(at="250")
        cases = [
            ((bot, "--set", "points=1..3"),
             "--set points: 'bot' has no parameter 'points'; in agent.toml write run = [\"python3\", \"{points}\"], or in "
             'its code danno.parameter("points", 1)'),
            (("hold --at {treshold}", "--set", "threshold=100..400/50"),
             "'hold': run has '{treshold}', and nothing gives it a value; did you mean 'threshold'?"),
            (("hold --at {at}", "--set", "at=200..200"),
             "--set at=200..200: one value, and nothing to choose from; expected at least two, as in threshold=100..400/50"),
            (("hold --at {at}", "--set", "at=1..65000"),
             "--set at=1..65000: 65000 values; expected at most 10000: take a larger step"),
            (("hold --at {at}", "--set", "at=100..400/50", "--max-deals", "600"),
             "--max-deals 600; expected at least 700: 100 for each of 7 candidates"),
            (("hold --at {at}", "--set", "at=100..200/50", "--within", "0"),
             "--within 0; expected an Elo above 0, up to 100"),
            (("hold --at {at}", "--set", "at=100..200/50", "--apply"),
             "--apply: 'hold --at {at}' has no agent.toml that you can change; expected a folder with one"),
        ]
        for arguments, message in cases:
            result = danno(*self.command(*arguments))
            self.assertEqual((result.returncode, result.stdout, result.stderr), (2, "", f"error: {message}\n"))
            self.assertFalse((self.folder / "tune").exists())
        typed = self.bot('parameters = { threshold = 300 }\nrun = ["python3", "agent.py"]')
        result = danno(*self.command(typed, "--set", "threshold=0.5..1.5/0.5"))
        self.assertEqual((result.returncode, result.stderr),
                         (2, "error: --set threshold: '0.5' is not an integer, as 'threshold = 300' in agent.toml is\n"))
        section = self.bot('run = ["python3", "agent.py"]\n[parameters]\nthreshold = 300')
        result = danno(*self.command(section, "--set", "threshold=100..200/50", "--apply"))
        self.assertEqual((result.returncode, result.stderr),
                         (2, "error: --apply: agent.toml: '[parameters]' cannot be changed here; write it as one line: "
                             "parameters = { threshold = … }\n"))
        self.assertFalse((self.folder / "tune").exists())

    def test_a_bot_plays_with_the_values_in_its_agent_toml(self):
        bot = self.bot('parameters = { threshold = 50 }\nrun = ["python3", "agent.py"]')
        match = danno("match", bot, "same=timid", "--deals", "20", *COMMON, "--json")
        self.assertEqual(match.returncode, 0, match.stderr)
        unset = self.bot('run = ["python3", "agent.py", "{points}"]')
        match = danno("match", unset, "timid", "--deals", "20", *COMMON)
        self.assertEqual((match.returncode, match.stderr),
                         (2, f"error: agent '{unset}': '{{points}}' has no value; add to agent.toml: "
                             "parameters = { points = … }\n"))


if __name__ == "__main__":
    unittest.main()
