"""A league in parts: plan, play, merge with the real program and real agents; what stops leave behind.

Run as: cluster_test.py PATH/TO/danno PATH/TO/docs/on-a-cluster.md [unittest arguments]
"""

import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
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
MUTE = '\n[[agent]]\nname = "mute"\nrun = ["./mute"]\n'


class OnACluster(InAFolder):
    def plan(self, parts, deals=20, more=""):
        self.file = self.write("league.toml", LEAGUE.format(deals=deals) + more)
        self.out = str(self.folder / "out")
        planned = danno("cluster", "plan", self.file, "--out", self.out, "--parts", str(parts), "--json")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        plan = json.loads(planned.stdout)
        self.assertEqual(plan["parts"], parts)
        return plan["folder"]

    def play(self, plan, part, parts, *flags, **options):
        return danno("cluster", "play", plan, "--part", f"{part}/{parts}", "-q", *flags, **options)

    def merge(self, plan, expected=0):
        merged = danno("cluster", "merge", plan, "-q", "--json")
        self.assertEqual(merged.returncode, expected, merged.stderr)
        return json.loads(merged.stdout)

    def assert_table_is_that_of_one_run(self):
        one = self.folder / "one"
        self.assertEqual(danno("league", "run", self.file, "--out", str(one), "-q").returncode, 0)
        for name in "table.json", "table.md", "table.csv":
            self.assertEqual(pathlib.Path(self.out, name).read_bytes(), (one / name).read_bytes())
        self.assertIn("everything is correct", danno("league", "verify", self.out).stdout)

    def test_parts_give_the_table_of_one_run_to_the_byte(self):
        plan = self.plan(5)
        self.assertEqual((os.stat(f"{plan}/seed").st_mode & 0o777, os.stat(plan).st_mode & 0o777), (0o600, 0o755))
        for part in (4, 1, 5, 3, 2, 2):
            played = self.play(plan, part, 5)
            self.assertEqual((played.returncode, played.stderr), (0, ""))
        self.assertEqual(sorted(path.name for path in pathlib.Path(plan, "parts").iterdir()),
                         [f"000{part}.part" for part in range(1, 6)])
        self.assertEqual(self.merge(plan)["parts_left"], [])
        self.assert_table_is_that_of_one_run()

    def test_what_is_missing_is_named_by_its_numbers(self):
        plan = self.plan(6)
        for part in (1, 4, 5):
            self.assertEqual(self.play(plan, part, 6).returncode, 0)
        status = danno("cluster", "status", plan).stdout
        self.assertIn("plan 1 of spring: 3 of 6 parts are complete, 60 of 120 deals are played\n", status)
        self.assertRegex(status, rf"\n4 +{os.uname().nodename} +20 +20 +\S+ +\d+ .* ago +complete\n")
        self.assertIn("\nnot started: 3 parts\n", status)
        told = json.loads(danno("cluster", "status", plan, "--json").stdout)
        self.assertEqual([part["complete"] for part in told["parts"]], [True, False, False, True, True, False])
        self.assertIn(f"'danno cluster status {plan}' shows its parts\n", danno("league", "status", self.out).stdout)
        left = danno("cluster", "merge", plan, "-q")
        self.assertEqual(left.returncode, 1)
        self.assertIn(f"missing parts: 2-3,6\non Slurm:  sbatch --array=2-3,6 {plan}/run.slurm\n", left.stderr)
        self.assertIn(f"elsewhere: danno cluster play {plan} --part 2/6\n", left.stderr)
        self.assertFalse(self.merge(plan, 1)["complete"])
        for part in (2, 3, 6):
            self.assertEqual(self.play(plan, part, 6).returncode, 0)
        self.assertIn(f"'danno cluster merge {plan}' stores them\n", danno("cluster", "status", plan).stdout)
        self.assertTrue(self.merge(plan)["complete"])
        self.assert_table_is_that_of_one_run()
        pathlib.Path(self.out, "table.md").unlink()  # as if the last merge had been killed before it wrote that
        again = danno("cluster", "merge", plan)
        self.assertEqual((again.returncode, again.stderr), (0, "plan 1 of spring is merged: nothing to do\n"))
        self.assert_table_is_that_of_one_run()

    def test_a_plan_is_played_without_the_league_and_merged_where_it_is(self):
        plan = pathlib.Path(self.plan(2, more=MUTE))
        elsewhere = self.folder / "elsewhere"
        shutil.copytree(plan, elsewhere)
        hidden = self.out + ".away"
        os.rename(self.out, hidden)
        for part in (1, 2):
            self.assertEqual(self.play(str(elsewhere), part, 2).returncode, 0)
        os.rename(hidden, self.out)
        refused = danno("cluster", "merge", str(elsewhere))
        self.assertEqual(refused.returncode, 2)
        self.assertIn("expected a plan in its league's folder", refused.stderr)
        for file in (elsewhere / "parts").iterdir():
            shutil.copy(file, plan / "parts")
        self.assertTrue(self.merge(str(plan))["complete"])
        self.assertEqual(sorted(path.name for path in pathlib.Path(self.out, "faults").iterdir()), ["mute"])

    def test_two_merges_at_once_store_everything_once(self):
        plan = self.plan(3, deals=400)
        for part in (1, 2, 3):
            self.assertEqual(self.play(plan, part, 3).returncode, 0)
        merges = [subprocess.Popen([DANNO, "cluster", "merge", plan, "-q"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True) for _ in range(2)]
        for merge in merges:
            told = merge.communicate(timeout=100)[1]
            self.assertIn(merge.returncode, (0, 2), told)
        self.assertIn(0, [merge.returncode for merge in merges])
        self.assertEqual(danno("cluster", "merge", plan).returncode, 0)
        self.assert_table_is_that_of_one_run()

    def test_a_part_that_is_false_is_named_and_left_out(self):
        plan = self.plan(3)
        parts = pathlib.Path(plan, "parts")
        for part in (1, 2, 3):
            self.assertEqual(self.play(plan, part, 3).returncode, 0)
        shutil.copy(parts / "0001.part", parts / "0002.part")
        os.truncate(parts / "0003.part", (parts / "0003.part").stat().st_size - 40)
        merged = self.merge(plan, 1)
        self.assertRegex(merged["refused"][0], r"/0002\.part: it belongs to part 1; remove it and play the part again")
        self.assertRegex(merged["refused"][1], r"/0003\.part: cut off .*after byte \d+; remove it and play the part again")
        self.assertGreater(merged["deals"], 0)
        for part in (2, 3):  # what cannot be the part is played again
            self.assertEqual(self.play(plan, part, 3).returncode, 0)
        self.assertTrue(self.merge(plan)["complete"])
        self.assert_table_is_that_of_one_run()

    def test_a_plan_that_is_killed_is_in_nobodys_way(self):
        self.file = self.write("league.toml", LEAGUE.format(deals=20))
        self.out = str(self.folder / "out")
        command = ["cluster", "plan", self.file, "--out", self.out, "--parts", "2"]
        for delay in (0.02, 0.05, 0.1, 0.2, 0.4):
            process = subprocess.Popen([DANNO, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(delay)
            except subprocess.TimeoutExpired:
                process.kill()
            process.wait()
            for plan in pathlib.Path(self.out).glob("plan-*"):
                self.assertEqual(self.play(str(plan), 1, 2).returncode, 0)
                shutil.rmtree(plan)
        planned = danno(*command, "--json")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        plan = json.loads(planned.stdout)["folder"]
        for part in (1, 2):
            self.assertEqual(self.play(plan, part, 2).returncode, 0)
        self.assertTrue(self.merge(plan)["complete"])
        self.assert_table_is_that_of_one_run()

    def test_a_rule_file_goes_with_the_plan(self):
        house = pathlib.Path(self.write("house.toml", HOUSE))
        self.file = self.write("league.toml", LEAGUE.replace('"dollar"', '"./house.toml"').format(deals=20))
        self.out = str(self.folder / "out")
        planned = danno("cluster", "plan", self.file, "--out", self.out, "--parts", "3", "--json")
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

    def test_a_run_ends_a_plan_that_it_has_finished(self):
        plan = self.plan(3)
        self.assertEqual(self.play(plan, 1, 3).returncode, 0)
        self.merge(plan, 1)
        self.assertEqual(danno("league", "run", self.file, "--out", self.out, "-q").returncode, 0)
        self.assertEqual(json.loads(danno("league", "status", self.out, "--json").stdout)["plans"], [])
        status = danno("cluster", "status", plan).stdout
        self.assertIn("the plan has ended: the league needs no more of it\n", status)
        self.assertNotIn("not started", status)
        self.assert_table_is_that_of_one_run()

    def test_a_plan_that_is_refused_changes_no_league(self):
        self.plan(2)

        def stored():
            with contextlib.closing(sqlite3.connect(pathlib.Path(self.out, "league.db"))) as store:
                return list(store.iterdump())

        before = stored()
        self.write("league.toml", LEAGUE.format(deals=30))
        refused = danno("cluster", "plan", self.file, "--out", self.out, "--parts", "2")
        self.assertEqual((refused.returncode, refused.stdout), (2, ""))
        self.assertIn("plan 1 is open", refused.stderr)
        self.assertEqual(stored(), before)

    def test_a_part_that_is_told_to_stop_ends_and_goes_on(self):
        plan = self.plan(1, deals=4000)
        process = subprocess.Popen([DANNO, "cluster", "play", plan, "--part", "1/1", "-q"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        parts = pathlib.Path(plan, "parts")
        wait_while(process, lambda: not any(path.stat().st_size > 500 for path in parts.glob("*.open")))
        process.send_signal(signal.SIGTERM)
        _, told = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143)
        self.assertRegex(told, r"interrupted; [\d,]+ deals? (is|are) kept(, one takes about .*)?; to resume: danno cluster play")
        out_of_time = self.play(plan, 1, 1, "--for", "1")
        self.assertEqual(out_of_time.returncode, 4, out_of_time.stderr)
        self.assertGreater(self.merge(plan, 1)["deals"], 0)

    def thinker(self):
        script = self.write("thinker.py", THINKER.format(sdk=pathlib.Path(DANNO).parents[3] / "sdk/python"))
        return f'[[agent]]\nname = "thinker"\nrun = ["python3", "{script}"]\n'

    def test_of_agents_that_think_something_is_kept_early(self):
        self.file = self.write("league.toml", LEAGUE.format(deals=20) + self.thinker())
        self.out = str(self.folder / "out")
        for end in range(2):  # each goes on where the one before ended
            stopped = danno("league", "run", self.file, "--out", self.out, "--for", "3s", "--json")
            self.assertEqual(stopped.returncode, 4, stopped.stderr)
            self.assertRegex(stopped.stderr, r"out of time; [\d,]+ deals are stored, one takes about [\d.]+ m?s; to resume: ")
            agents = {each["name"]: each["deals"] for each in json.loads(stopped.stdout)["divisions"][0]["agents"]}
            self.assertGreater(agents["thinker"], 2 * end)

    def test_a_machine_without_what_an_agent_needs_plays_nothing(self):
        bot = self.folder / "bot"
        shutil.copytree(pathlib.Path(DANNO).parent.parent / "agents/hold-py", bot)
        (bot / "agent.toml").write_text('name = "bot"\nrun = ["python3", "hold.py"]\n')
        plan = self.plan(1, more=f'[[agent]]\npath = "{bot}"\n')
        with open(bot / "hold.py", "a") as file:
            file.write("# another\n")
        refused = self.play(plan, 1, 1)
        self.assertEqual(refused.returncode, 3)
        self.assertRegex(refused.stderr, r"cannot play this: agent 'bot': the agent in .* is not the one that was planned")
        self.assertEqual(list(pathlib.Path(plan, "parts").iterdir()), [])

    def test_bad_input_is_one_line_and_exit_2(self):
        plan = self.plan(3)
        cup = self.write("cup.toml", league_file('name = "cup"\nrules = ["koans"]\nformat = "tournament"', agents=("hold", "random")))
        for arguments, expected in (
                (("play", plan, "--part", "1/4"), "--part 1/4; expected 1/3 to 3/3"),
                (("play", plan, "--part", "4/3"), "--part 4/3; expected 1/3 to 3/3"),
                (("play", plan, "--part", "x"), "--part x; expected 1/3 to 3/3"),
                (("play", self.out, "--part", "1/3"), "no plan in "),
                (("plan", self.file, "--out", self.out), "--parts"),
                (("plan", self.file, "--out", self.out, "--parts", "2"), "plan 1 is open: ")):
            with self.subTest(arguments):
                result = danno("cluster", *arguments)
                self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
                self.assertIn(expected, result.stderr)
        other = danno("cluster", "plan", cup, "--out", str(self.folder / "cup"), "--parts", "2")
        self.assertEqual(other.returncode, 2)
        self.assertIn("a tournament cannot be planned in parts: ", other.stderr)
        self.assertFalse((self.folder / "cup").exists())


class TheScript(InAFolder):
    """run.slurm with a danno and commands of Slurm that only note what they were asked for."""

    def run_script(self, danno_does, restarts=0, signal_it=False):
        plan = pathlib.Path(OnACluster.plan(self, 3))
        fakes = self.folder / "fakes"
        fakes.mkdir()
        # Slurm takes the array's number for all its jobs that have not ended.
        squeue = 'case "$*" in *--jobs=5_2\\ *) echo RUNNING;; *) echo RUNNING; echo PENDING;; esac'
        for name, does in (("danno", danno_does), ("sbatch", ""), ("squeue", squeue),
                           ("scontrol", f'echo "$@" >> {self.folder}/asked')):
            (fakes / name).write_text(f"#!/bin/bash\n{does}\n")
            (fakes / name).chmod(0o755)
        script = re.sub(r"(?m)^danno=.*$", f"danno={fakes}/danno", (plan / "run.slurm").read_text())
        job = subprocess.Popen(["bash", "-c", script], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env={**os.environ, "PATH": f"{fakes}:{os.environ['PATH']}", "SLURM_JOB_ID": "5",
                                    "SLURM_ARRAY_JOB_ID": "5", "SLURM_ARRAY_TASK_ID": "2", "SLURM_JOB_PARTITION": "p",
                                    "SLURM_RESTART_COUNT": str(restarts), "SLURMD_NODENAME": "n1"})
        if signal_it:
            wait_while(job, lambda: not (self.folder / "ready").exists())
            job.send_signal(signal.SIGUSR1)
        told = job.communicate(timeout=60)[1]
        asked = self.folder / "asked"
        return job.returncode, asked.read_text() if asked.exists() else "", told

    def test_a_part_that_is_not_whole_is_put_back(self):
        self.assertEqual(self.run_script("exit 4", restarts=99), (4, "requeue 5_2\n", ""))

    def test_a_part_that_never_gets_whole_is_given_up_with_a_line(self):
        code, asked, told = self.run_script("exit 4", restarts=100)
        self.assertEqual((code, asked), (4, ""))
        self.assertRegex(told, r"^part 2 is not complete after 100 restarts; to resume: sbatch --array=2 .*/run\.slurm\n$")

    def test_a_part_that_gets_whole_when_it_is_told_to_stop_is_not_put_back(self):
        does = f"trap 'kill $!; exit 0' TERM; sleep 60 & touch {self.folder}/ready; wait"
        self.assertEqual(self.run_script(does, signal_it=True), (0, "", ""))


class ThePage(InAFolder):
    """Each line of the table of engines plays its part, with the engine's variable faked."""

    VARIABLES = {"PBS_ARRAY_INDEX": "2", "SGE_TASK_ID": "2", "LSB_JOBINDEX": "2", "JOB_COMPLETION_INDEX": "1", "PROCESS": "1"}

    def make_plan(self, folder, deals):
        file = self.write("league.toml", LEAGUE.format(deals=deals))
        planned = danno("cluster", "plan", file, "--out", str(folder / "out"), "--parts", "40")
        self.assertEqual(planned.returncode, 0, planned.stderr)
        self.environment = {**os.environ, **self.VARIABLES, "HOME": str(folder), "PLAN": str(folder / "out/plan-1"),
                            "PATH": f"{pathlib.Path(DANNO).parent}:{os.environ['PATH']}"}
        return folder / "out/plan-1"

    def test_every_line_of_the_table_plays_its_part(self):
        lines = re.findall(r"^\|[^|]+\| `(danno cluster play [^`]+)` \|", PAGE.read_text(), re.M)
        self.assertGreaterEqual(len(lines), 4)
        for number, line in enumerate(lines):
            with self.subTest(line):
                plan = self.make_plan(self.folder / f"{number}", 2)
                played = subprocess.run(["bash", "-c", line], env=self.environment, capture_output=True, text=True, timeout=120)
                self.assertEqual(played.returncode, 0, played.stderr)
                self.assertEqual(sorted(path.name for path in (plan / "parts").iterdir()), ["0002.part"])

    def test_the_submit_file_of_condor_plays_a_part(self):
        section = PAGE.read_text().split("### HTCondor", 1)[1].split("```")[1]
        values = dict(re.findall(r"^(\w+) *= (.*)$", section, re.M))
        self.assertEqual(values["part"], "$(Process) + 1")
        self.assertIn("\nqueue 40\n", section)
        plan = self.make_plan(self.folder, 2)
        arguments = values["arguments"].replace("$ENV(PLAN)", str(plan)).replace("$INT(part)", "2")
        self.assertEqual(danno(*arguments.split()).returncode, 0)
        self.assertEqual(sorted(path.name for path in (plan / "parts").iterdir()), ["0002.part"])

    def test_the_lines_for_one_machine_play_all_parts(self):
        lines = re.findall(r"^(?:seq 40|parallel) .*$", PAGE.read_text(), re.M)
        self.assertEqual(len(lines), 2)
        for line in lines:
            with self.subTest(line), tempfile.TemporaryDirectory(dir=self.folder) as folder:
                plan = self.make_plan(pathlib.Path(folder), 7)
                subprocess.run(["bash", "-c", line], env=self.environment, cwd=folder, capture_output=True, check=True, timeout=280)
                merged = danno("cluster", "merge", str(plan), "-q")
                self.assertEqual(merged.returncode, 0, merged.stderr)


if __name__ == "__main__":
    unittest.main()
