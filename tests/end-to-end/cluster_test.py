"""A league in parts: plan, play, merge with the real program and real agents; what stops leave behind.

Run as: cluster_test.py PATH/TO/danno PATH/TO/docs/on-a-cluster.md [unittest arguments]
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from driver import DANNO, InAFolder, danno, league_file, wait_while

PAGE = pathlib.Path(sys.argv.pop(1))
LEAGUE = league_file("""
name = "spring"
rules = ["koans", "dollar"]
deals = {deals}
seed = "e2e"
""", agents=("hold", "hold-py", "random"))
HOUSE = """
[rules]
id = "house"
[score]
"1" = 100
"5" = 50
"aaa" = "100 * a"
[turn]
busts = { in_a_row = 3, penalty = 200 }
[game]
target = 2000
"""
# Thinks before each answer; 32 deals of it at once would be done after more than ten seconds.
THINKER = """import sys, time
sys.path.insert(0, "{sdk}")
import danno
def decide(question):
    time.sleep(0.01)
    return danno.bank(0)
danno.play(decide, name="thinker")
"""
# Faults now and then, on a machine with that file.
CLUMSY = """import os, sys
sys.path.insert(0, "{sdk}")
import danno
clumsy = os.path.exists("{file}")
def decide(question):
    if clumsy and sum(question.ask.totals) % 31 == 7:
        return danno.bank(99)
    return danno.bank(0) if question.may_bank(0) else danno.roll(0)
danno.play(decide, name="clumsy")
"""
MUTE = '\n[[agent]]\nname = "mute"\nrun = ["./mute"]\n'


class OnACluster(InAFolder):
    def plan(self, parts, deals=20, more=""):
        self.file = self.write("league.toml", LEAGUE.format(deals=deals) + more)
        self.out = str(self.folder / "out")
        planned = danno("league", "plan", self.file, "--out", self.out, "--parts", str(parts), "--json")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        plan = json.loads(planned.stdout)
        self.assertEqual(plan["parts"], parts)
        return plan["folder"]

    def play(self, plan, part, parts, *flags, **options):
        return danno("league", "play", plan, "--part", f"{part}/{parts}", "-q", *flags, **options)

    def merge(self, plan, expected=0):
        merged = danno("league", "merge", plan, "-q", "--json")
        self.assertEqual(merged.returncode, expected, merged.stderr)
        return json.loads(merged.stdout)

    def assert_table_is_that_of_one_run(self):
        one = self.folder / "one"
        self.assertEqual(danno("league", "run", self.file, "--out", str(one), "-q").returncode, 0)
        for name in "table.json", "table.md", "table.csv":
            self.assertEqual(pathlib.Path(self.out, name).read_bytes(), (one / name).read_bytes())
        self.assertIn("all of it holds", danno("league", "verify", self.out).stdout)

    def test_parts_give_the_table_of_one_run_to_the_byte(self):
        plan = self.plan(5)
        for part in (4, 1, 5, 3, 2, 2):
            played = self.play(plan, part, 5)
            self.assertEqual((played.returncode, played.stderr), (0, ""))
        self.assertEqual(self.merge(plan)["parts_left"], [])
        self.assert_table_is_that_of_one_run()

    def test_a_part_is_checked_where_it_is_played_or_else_by_the_merge(self):
        plan = pathlib.Path(self.plan(2))
        for part in 1, 2:
            self.assertEqual(self.play(plan, part, 2).returncode, 0)
        checked = plan / "parts/0001.checked"
        what_it_says = checked.read_bytes()
        checked.unlink()
        # Of one that was killed when it had completed the part.
        shutil.copy(plan / "parts/0001.part", plan / "parts/0001.n1.17.abc.open")
        (plan / "parts/0001.checked.abc").write_bytes(b"half")
        again = danno("league", "play", str(plan), "--part", "1/2")
        self.assertRegex(again.stdout, r"^part 1/2 is complete and checked: \d+ deals\n\Z")
        self.assertEqual(checked.read_bytes(), what_it_says)
        self.assertEqual(sorted(path.name for path in (plan / "parts").iterdir()),
                         ["0001.checked", "0001.part", "0002.checked", "0002.part"])
        checked.unlink()
        (plan / "parts/0002.checked").write_bytes(what_it_says)
        merged = danno("league", "merge", str(plan), "-q")
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertIn("/0002.checked: it was made of another file; the part is checked here\n", merged.stderr)
        self.assert_table_is_that_of_one_run()

    def test_a_status_tells_how_long_the_rest_takes_as_fast_as_now(self):
        plan = pathlib.Path(self.plan(2, deals=40_000))
        before = json.loads(danno("league", "status", self.file, "--out", self.out, "--json").stdout)["plans"][0]
        self.assertIsNone(before["seconds_left"])
        self.assertEqual(self.play(plan, 1, 2, "--for", "3s").returncode, 4)
        status = json.loads(danno("league", "status", self.file, "--out", self.out, "--json").stdout)["plans"][0]
        playing = status["playing"][0]
        if not playing["deals_per_s"]:
            self.skipTest("this file system does not know when a file was made")
        left = (240_000 - playing["deals"]) / playing["deals_per_s"]
        self.assertAlmostEqual(status["seconds_left"], left, delta=1e-6 * left)
        said = danno("league", "status", self.file, "--out", self.out).stdout
        self.assertRegex(said, r"; \d+ of its deals are stored; as fast as now, about [\dhmins ]+ are left\n")

    def test_a_plan_that_was_moved_is_played_without_the_league(self):
        plan = self.plan(2, more=MUTE)
        elsewhere = str(self.folder / "elsewhere")
        shutil.move(plan, elsewhere)
        hidden = self.out + ".away"
        os.rename(self.out, hidden)
        for part in (1, 2):
            self.assertEqual(self.play(elsewhere, part, 2).returncode, 0)
        os.rename(hidden, self.out)
        merged = danno("league", "merge", elsewhere, "--out", self.out, "-q", "--json")
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertTrue(json.loads(merged.stdout)["complete"])
        self.assertEqual(sorted(p.name for p in pathlib.Path(self.out, "faults").iterdir()), ["mute"])

    def test_a_plan_goes_elsewhere_as_one_file_and_its_seed_apart(self):
        self.write("bot/agent.toml", 'name = "bot"\nrun = ["./bot"]\n')
        self.write("bot/bot", f'#!/bin/sh\nexec "{pathlib.Path(DANNO).parent.parent}/agents/hold/hold"\n', 0o755)
        tar, plan = self.folder / "plan.tar", self.folder / "plan"
        self.file = self.write("league.toml", LEAGUE.format(deals=20) + '[[agent]]\npath = "bot"\n')
        self.out = str(self.folder / "out")
        planned = danno("league", "plan", self.file, "--out", self.out, "--to", str(plan), "--parts", "2", "--tar", str(tar))
        self.assertEqual(planned.returncode, 0, planned.stderr)
        self.assertIn(f"packed into {tar}, without the seed: a machine that plays needs {plan}/seed, too\n", planned.stderr)
        before = {path.relative_to(plan): path.stat().st_mode for path in plan.rglob("*")}
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        subprocess.run(["tar", "-xf", str(tar)], cwd=elsewhere, check=True)
        after = {path.relative_to(elsewhere / "plan"): path.stat().st_mode for path in (elsewhere / "plan").rglob("*")}
        seed = pathlib.Path("seed")
        self.assertEqual(after, {path: mode for path, mode in before.items() if path != seed})
        self.assertNotIn(json.loads((plan / "seed").read_text())["seed"].encode(), tar.read_bytes())
        unknown = self.play(elsewhere / "plan", 1, 2)
        self.assertEqual(unknown.returncode, 2)
        self.assertIn("/seed: it cannot be read; expected the seed of this plan, which its maker can read\n", unknown.stderr)
        shutil.copy(plan / "seed", elsewhere / "plan/seed")
        for part in 1, 2:
            self.assertEqual(self.play(elsewhere / "plan", part, 2).returncode, 0)
        merged = danno("league", "merge", str(elsewhere / "plan"), "--out", self.out, "-q")
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assert_table_is_that_of_one_run()

    def test_a_rule_file_goes_with_the_plan(self):
        house = pathlib.Path(self.write("house.toml", HOUSE))
        self.file = self.write("league.toml", LEAGUE.replace('"dollar"', '"./house.toml"').format(deals=20))
        self.out = str(self.folder / "out")
        planned = danno("league", "plan", self.file, "--out", self.out, "--parts", "3", "--json")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        plan = json.loads(planned.stdout)["folder"]
        house.unlink()
        for part in (2, 3, 1):
            played = self.play(plan, part, 3)
            self.assertEqual((played.returncode, played.stderr), (0, ""))
        self.assertTrue(self.merge(plan)["complete"])
        house.write_text(HOUSE)
        self.assert_table_is_that_of_one_run()
        house.write_text(HOUSE.replace("200", "300"))
        changed = danno("league", "run", self.file, "--out", self.out, "-q")
        self.assertEqual(changed.returncode, 2, changed.stderr)

    def test_what_is_missing_is_named_by_its_numbers(self):
        plan = self.plan(6)
        for part in (1, 2, 4, 5):
            self.assertEqual(self.play(plan, part, 6).returncode, 0)
        status = danno("league", "status", self.out)
        self.assertIn("of 6 parts 4 are complete, 0 begun, 2 not there; 0 of its deals are stored", status.stdout)
        (plans,) = json.loads(danno("league", "status", self.out, "--json").stdout)["plans"]
        self.assertEqual((plans["plan"], plans["parts"], plans["complete"], plans["begun"]), (1, 6, 4, 0))
        left = danno("league", "merge", plan, "-q")
        self.assertEqual(left.returncode, 4)
        self.assertIn("parts to play: 3,6; the first: danno league play", left.stderr)
        self.assertFalse(self.merge(plan, 4)["complete"])
        for part in (3, 6):
            self.assertEqual(self.play(plan, part, 6).returncode, 0)
        self.assertTrue(self.merge(plan)["complete"])
        self.assert_table_is_that_of_one_run()
        pathlib.Path(self.out, "table.md").unlink()  # as if the last merge had been killed before it wrote that
        again = danno("league", "merge", plan)
        self.assertEqual((again.returncode, again.stderr), (0, "plan 1 of spring is merged whole: nothing to do\n"))
        self.assert_table_is_that_of_one_run()

    def test_a_run_ends_a_plan_that_it_has_finished(self):
        plan = self.plan(3)
        self.assertEqual(self.play(plan, 1, 3).returncode, 0)
        self.merge(plan, 4)
        self.assertEqual(danno("league", "run", self.file, "--out", self.out, "-q").returncode, 0)
        self.assertEqual(json.loads(danno("league", "status", self.out, "--json").stdout)["plans"], [])
        self.assert_table_is_that_of_one_run()

    def test_a_part_that_is_told_to_stop_ends_and_goes_on(self):
        plan = self.plan(1, deals=4000)
        process = subprocess.Popen([DANNO, "league", "play", plan, "--part", "1/1", "-q"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        parts = pathlib.Path(plan, "parts")
        wait_while(process, lambda: not any(path.stat().st_size > 500 for path in parts.glob("*.open")))
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143)
        self.assertRegex(told, r"interrupted; [\d,]+ deals? (is|are) kept(, one takes about .*)?; to go on: danno league play")
        out_of_time = self.play(plan, 1, 1, "--for", "1")
        self.assertEqual(out_of_time.returncode, 4, out_of_time.stderr)
        self.assertGreater(self.merge(plan, 4)["deals"], 0)

    def thinker(self):
        script = self.write("thinker.py", THINKER.format(sdk=pathlib.Path(DANNO).parents[3] / "sdk/python"))
        return f'[[agent]]\nname = "thinker"\nrun = ["python3", "{script}"]\n'

    def test_parts_are_as_long_as_agents_take(self):
        fast = self.write("fast.toml", LEAGUE.format(deals=2000))
        slow = self.write("slow.toml", LEAGUE.format(deals=20000) + self.thinker())
        plans = {}
        for file, flags in ((fast, ()), (slow, ()), (slow, ("--parts", "2"))):
            planned = danno("league", "plan", file, "--out", str(self.folder / f"{len(plans)}"), "--json", *flags)
            self.assertEqual(planned.returncode, 0, planned.stderr)
            plans[len(plans)] = json.loads(planned.stdout), planned.stderr
        self.assertEqual(plans[0][0]["parts"], 1)
        self.assertGreater(plans[1][0]["parts"], 4)
        self.assertLess(plans[1][0]["longest_part_s"], 2 * plans[2][0]["longest_part_s"])
        self.assertRegex(plans[2][1], "note: the longest part takes about .* on one core; give parts several cores, or plan more parts")

    def test_of_agents_that_think_something_is_kept_early(self):
        self.file = self.write("league.toml", LEAGUE.format(deals=20) + self.thinker())
        self.out = str(self.folder / "out")
        for end in range(2):  # each goes on where the one before ended
            stopped = danno("league", "run", self.file, "--out", self.out, "--for", "3s", "--json")
            self.assertEqual(stopped.returncode, 4, stopped.stderr)
            self.assertRegex(stopped.stderr, r"out of time; [\d,]+ deals are stored, one takes about [\d.]+ m?s; to go on: ")
            agents = {each["name"]: each["deals"] for each in json.loads(stopped.stdout)["divisions"][0]["agents"]}
            self.assertGreater(agents["thinker"], 2 * end)

    def test_drawn_deals_are_played_again_and_parts_taken_out_again(self):
        plan = self.plan(3)
        for part in (1, 2, 3):
            self.assertEqual(self.play(plan, part, 3).returncode, 0)
        merged = danno("league", "merge", plan, "--replay", "30", "--json")
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertEqual(json.loads(merged.stdout)["replayed"], {"same": 30, "different": 0, "undecided": 0})
        self.assertIn("played again: 30 deals, 30 of them the same, 0 different\n", merged.stderr)
        dropped = danno("league", "drop", plan, "--part", "2", "--json")
        self.assertEqual(dropped.returncode, 0, dropped.stderr)
        self.assertEqual(json.loads(dropped.stdout), {"plan": 1, "part": 2, "deals": 40})
        self.assertEqual(sorted(path.name for path in pathlib.Path(plan, "parts").iterdir()),
                         ["0001.checked", "0001.part", "0002.part.dropped", "0003.checked", "0003.part"])
        self.assertIn("all of it holds", danno("league", "verify", self.out).stdout)
        self.assertFalse(json.loads(danno("league", "status", self.out, "--json").stdout)["complete"])
        self.assertEqual(danno("league", "run", self.file, "--out", self.out, "-q").returncode, 0)
        self.assert_table_is_that_of_one_run()

    def test_a_machine_where_agents_fault_is_named(self):
        bad = self.folder / "bad"
        script = self.write("clumsy.py", CLUMSY.format(sdk=pathlib.Path(DANNO).parents[3] / "sdk/python", file=bad))
        plan = self.plan(6, more=f'[[agent]]\nname = "clumsy"\nrun = ["python3", "{script}"]\n')

        def differing():
            return json.loads(danno("league", "status", self.out, "--json").stdout)["plans"][0]["differing"]
        for part in range(1, 7):
            if part % 3 == 0:
                bad.touch()
            played = self.play(plan, part, 6, env={**os.environ, "SLURMD_NODENAME": f"n{part % 3}"})
            self.assertEqual(played.returncode, 0, played.stderr)
            bad.unlink(missing_ok=True)
            if part == 2:
                self.assertEqual(differing(), [])
        (node,) = differing()
        self.assertEqual((node["host"], node["parts"], node["what"], node["faults_elsewhere"]), ("n0", [3, 6], "other faults", 0))
        self.assertLess(node["p"], 0.01)
        told = f"n0: {node['faults']} other faults in {node['decisions']:,} decisions, others 0 in " \
               f"{node['decisions_elsewhere']:,} (p < 1e-"
        self.assertIn("  differs: " + told, danno("league", "status", self.out).stdout)
        merged = danno("league", "merge", plan, "--json")  # which compares scores, too: p is of more comparisons
        self.assertIn("differs: " + told, merged.stderr)
        self.assertIn(f"it played parts 3,6: 'danno league drop {plan} --part 3' puts one aside", merged.stderr)
        self.assertIn({**node, "p": 0}, [{**one, "p": 0} for one in json.loads(merged.stdout)["differing"]])

    def test_a_machine_without_what_an_agent_needs_plays_nothing(self):
        bot = self.folder / "bot"
        shutil.copytree(pathlib.Path(DANNO).parent.parent / "agents/hold-py", bot)
        (bot / "agent.toml").write_text('name = "bot"\nrun = ["python3", "hold.py"]\n')
        plan = self.plan(1, more=f'[[agent]]\npath = "{bot}"\n')
        with open(bot / "hold.py", "a") as file:
            file.write("# another\n")
        refused = self.play(plan, 1, 1)
        self.assertEqual(refused.returncode, 3)
        self.assertRegex(refused.stderr, r"cannot play this: agent 'bot': what is in .* is not what was planned")
        (failed,) = pathlib.Path(plan, "parts").iterdir()
        host = os.uname().nodename
        self.assertEqual(failed.name, f"0001.{host}.failed")
        left = danno("league", "merge", plan, "-q", "--json")
        (told,) = json.loads(left.stdout)["failed"]
        self.assertEqual((told["host"], told["parts"]), (host, [1]))
        self.assertIn(f"{host}: 1 part failed: {host} cannot play this: agent 'bot'", left.stderr)
        slowly = self.play(plan, 1, 1, "--linger", "1s", env={**os.environ, "SLURM_JOB_ID": "7", "SLURMD_NODENAME": "n3"})
        self.assertIn("part 1 failed on n3; this ends in 1 s, so that it does not fail at all parts\n", slowly.stderr)

    def test_bad_input_is_one_line_and_exit_2(self):
        plan = self.plan(3)
        cup = self.write("cup.toml", league_file('name = "cup"\nrules = ["koans"]\nformat = "tournament"', agents=("hold", "random")))
        for arguments, expected in (
                (("play", plan, "--part", "1/4"), "--part 1/4; expected I/3"),
                (("play", plan, "--part", "4/3"), "part 4; expected 1/3 to 3/3"),
                (("play", plan, "--part", "x"), "--part x; expected I/3"),
                (("play", self.out, "--part", "1/3"), "no plan in "),
                (("drop", plan, "--part", "9"), "part 9; expected 1/3 to 3/3"),
                (("merge", plan, "--out", str(self.folder / "none")), "no league in "),
                (("plan", self.file, "--out", self.out), "plan 1 is open: "),
                (("plan", self.file, "--tar", str(self.folder / "none/x.tar")), "/none/x.tar: there is no folder "),
                (("plan", self.file, "--out", self.out, "--drop", "7"), "plan 7; expected an open one")):
            with self.subTest(arguments):
                result = danno("league", *arguments)
                self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
                self.assertIn(expected, result.stderr.splitlines()[-1])
        other = danno("league", "plan", cup, "--out", str(self.folder / "cup"))
        self.assertEqual(other.returncode, 2)
        self.assertIn("a tournament cannot be planned in parts: ", other.stderr)
        self.assertEqual(danno("league", "plan", self.file, "--out", self.out, "--drop", "1").returncode, 0)
        self.assertIn("merged whole or given up", danno("league", "merge", plan).stderr)


class ThePage(InAFolder):
    """Each line of the table of engines plays its part, with the engine's variable faked."""

    VARIABLES = {"SLURM_ARRAY_TASK_ID": "2", "PBS_ARRAY_INDEX": "2", "SGE_TASK_ID": "2", "LSB_JOBINDEX": "2",
                 "JOB_COMPLETION_INDEX": "1", "AWS_BATCH_JOB_ARRAY_INDEX": "1", "CI_NODE_INDEX": "2"}

    def test_every_line_of_the_table_plays_its_part(self):
        lines = re.findall(r"^\|[^|]+\| `(danno league play [^`]+)` \|", PAGE.read_text(), re.M)
        self.assertGreaterEqual(len(lines), 7)
        file = self.write("league.toml", LEAGUE.format(deals=2))
        bin_folder = str(pathlib.Path(DANNO).parent)
        for number, line in enumerate(lines):
            with self.subTest(line):
                plan = self.folder / f"{number}" / "plan"
                planned = danno("league", "plan", file, "--out", str(plan.parent / "out"), "--parts", "40", "--to", str(plan))
                self.assertEqual(planned.returncode, 0, planned.stderr)
                environment = {**os.environ, **self.VARIABLES, "PLAN": str(plan), "PATH": f"{bin_folder}:{os.environ['PATH']}"}
                played = subprocess.run(["bash", "-c", line.replace("\\|", "|")], env=environment, capture_output=True, text=True,
                                        timeout=120)
                self.assertEqual(played.returncode, 0, played.stderr)
                self.assertEqual(sorted(path.name for path in (plan / "parts").iterdir()), ["0002.checked", "0002.part"])

    def test_the_lines_for_one_machine_play_all_parts(self):
        lines = re.findall(r"^(?:seq 40|parallel) .*$", PAGE.read_text(), re.M)
        self.assertEqual(len(lines), 2)
        file = self.write("league.toml", LEAGUE.format(deals=7))
        for line in lines:
            with self.subTest(line), tempfile.TemporaryDirectory(dir=self.folder) as folder:
                planned = danno("league", "plan", file, "--out", f"{folder}/out", "--parts", "40", "--to", f"{folder}/plan")
                self.assertEqual(planned.returncode, 0, planned.stderr)
                environment = {**os.environ, "HOME": folder, "PLAN": f"{folder}/plan",
                               "PATH": f"{pathlib.Path(DANNO).parent}:{os.environ['PATH']}"}
                subprocess.run(["bash", "-c", line], env=environment, cwd=folder, capture_output=True, check=True, timeout=280)
                merged = danno("league", "merge", f"{folder}/plan", "--out", f"{folder}/out", "-q")
                self.assertEqual(merged.returncode, 0, merged.stderr)


if __name__ == "__main__":
    unittest.main()
