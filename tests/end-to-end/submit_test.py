"""A league that is submitted to a batch system whose programs are faked: what they are told, and what then comes of it.

Run as: submit_test.py PATH/TO/danno [unittest arguments]
"""

import json
import os
import pathlib
import subprocess
import unittest

from driver import DANNO, InAFolder, danno, league_file

LEAGUE = league_file('name = "spring"\nrules = ["koans"]\ndeals = 20\nseed = "e2e"', agents=("hold", "random", "timid"))
# Plays an array's parts at once, one after the other, and runs what is wrapped.
SBATCH = r"""#!/usr/bin/env python3
import json, os, re, subprocess, sys
here = os.path.dirname(__file__)
with open(here + "/told", "a") as told:
    told.write(json.dumps(sys.argv[1:]) + "\n")
refuse = [option for option in sys.argv if "no-such" in option or option == os.environ.get("REFUSED")]
script = sys.argv[-1]
is_merge = script.endswith("merge.sh")
text = open(script).read()
refuse += re.findall(r"no-such\S*", text)
if is_merge and os.environ.get("REFUSED") == "merge":
    refuse = ["merge"]
if refuse:
    sys.exit("sbatch: error: invalid partition specified: " + refuse[0])
print("sbatch: a word that a site has its users told", file=sys.stderr)
if is_merge:
    subprocess.run(["bash", script])
    print("18;cluster")
    sys.exit()
array = [option for option in sys.argv if option.startswith("--array=")] or re.findall(r"^#SBATCH (--array=\S+)$", text, re.M)
for indices in array[0].removeprefix("--array=").split("%")[0].split(","):
    first, _, last = indices.partition("-")
    for index in range(int(first), int(last or first) + 1):
        lost = os.path.join(here, "found") if "--exclude=n3" in sys.argv else here + "/lost"
        if os.path.exists(lost) and str(index) in open(lost).read().split(","):
            continue
        if str(index) not in os.environ.get("LOST", "").split(","):
            subprocess.run(["bash", script], env={**os.environ, "SLURM_ARRAY_TASK_ID": str(index)})
print("17;cluster")
"""
SCRIPT_END = r"""player=$!
trap 'told=yes; late=yes; kill -TERM $player' USR1  # Slurm tells the shell alone, two minutes before
trap 'told=yes' TERM                                # danno gets this one itself
wait $player
code=$?
while [ -n "$told" ]; do
  told=
  wait $player
  next=$?
  [ $next = 127 ] || code=$next
done
# What is out of time goes on where it ended. Nobody else is asked to: who cancels a job means it.
if [ "$late" = yes ] && [ $code != 0 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 20 ]; then
  scontrol requeue "$SLURM_JOB_ID"
fi
exit $code""".splitlines()
SRUN = """#!/bin/bash
echo "$*" >> "$(dirname "$0")/told"
case $NODES in
  hidden) cd /; exec "${@: -3:2}" "echo danno:hidden" ;;
  busy) echo "srun: error: Unable to allocate resources" >&2; exit 1 ;;
  *) exec "${@: -3}" ;;
esac
"""
SCANCEL = '#!/bin/bash\necho "scancel $*" >> "$(dirname "$0")/told"\n'
SCONTROL = "#!/bin/sh\necho 'MaxArraySize            = 11'\n"


class Submitted(InAFolder):
    maxDiff = None

    def setUp(self):
        super().setUp()
        for name, text in ("sbatch", SBATCH), ("srun", SRUN), ("scontrol", SCONTROL), ("scancel", SCANCEL):
            self.write(f"bin/{name}", text, 0o755)
        self.file = self.write("league.toml", LEAGUE)
        self.out = self.folder / "out dir"  # with a blank

    def danno(self, *arguments, expected=0, **environment):
        path = f"{self.folder}/bin:{os.environ['PATH']}"
        result = danno("league", *map(str, arguments), env={**os.environ, "PATH": path, **environment})
        self.assertEqual(result.returncode, expected, result.stderr)
        return result

    def submit(self, *arguments, **options):
        return self.danno("submit", self.file, "--slurm", "--out", self.out, *arguments, **options)

    def told(self):
        file = self.folder / "bin/told"
        return file.read_text() if file.exists() else ""

    def assert_table_is_that_of_one_run(self):
        self.danno("run", self.file, "--out", self.folder / "one", "-q")
        for name in "table.json", "table.md", "table.csv":
            self.assertEqual((self.out / name).read_bytes(), (self.folder / "one" / name).read_bytes())

    def test_comes_to_the_table_of_one_run(self):
        told = self.submit("--parts", "4").stdout
        self.assertIn("Slurm's job 17 plays the parts, job 18 merges them\n", told)
        self.assertIn("to stop: scancel 17 18\n", told)
        self.assert_table_is_that_of_one_run()
        self.assertIn("there is nothing to plan", self.submit().stderr)

    def test_tells_slurm_what_its_parts_need(self):
        setup = self.write("setup file", "export SET_UP=yes\n")
        planned = json.loads(self.submit(
            "--parts", "3", "--cpus", "2", "--throttle", "2", "--rounds", "4", "--setup", setup, "--merge-options", "--time=5 --nice",
            "--json", "--", "--constraint=epyc", "--comment=a b", "--mem=9G", "--dependency=after:1", "-p", "long").stdout)
        self.assertEqual((planned["parts"], planned["job"], planned["merge_job"]), (3, "17", "18"))
        plan = planned["folder"]
        self.assertEqual(pathlib.Path(plan, "slurm.sh").read_text().splitlines()[2:], [
            "#SBATCH --job-name=danno-spring", "#SBATCH --cpus-per-task=2", "#SBATCH --time=60", "#SBATCH --requeue",
            "#SBATCH --open-mode=append", f"#SBATCH '--output={plan}/log/%a.txt'",
            "#SBATCH --constraint=epyc '--comment=a b' --mem=9G --dependency=after:1 -p long",
            "#SBATCH --array=1-3%2", "#SBATCH --signal=B:USR1@120", f". '{plan}/setup.sh'",
            f"{DANNO} league play '{plan}' --part $SLURM_ARRAY_TASK_ID/3 &"] + SCRIPT_END)
        self.assertEqual(pathlib.Path(plan, "merge.sh").read_text().splitlines()[2:], [
            "#SBATCH --job-name=danno-spring-merge", "#SBATCH --cpus-per-task=2", "#SBATCH --time=30", "#SBATCH --mem-per-cpu=640M",
            "#SBATCH --open-mode=append", f"#SBATCH '--output={plan}/log/merge.txt'",
            "#SBATCH --constraint=epyc '--comment=a b' -p long", "#SBATCH --time=5 --nice", f". '{plan}/setup.sh'",
            f"exec {DANNO} league merge '{plan}' --out '{self.out}' --rounds ${{DANNO_ROUNDS:-4}}"])
        self.assertEqual(pathlib.Path(plan, "setup.sh").read_text(), "export SET_UP=yes\n")
        srun, array, merge = self.told().splitlines()
        self.assertIn(" --constraint=epyc --comment=a b -p long sh -c test -f ", srun)
        self.assertEqual(json.loads(array), ["--parsable", f"{plan}/slurm.sh"])
        self.assertEqual(json.loads(merge), ["--parsable", "--dependency=afterany:17", f"{plan}/merge.sh"])

    def test_shows_what_it_would_send_and_writes_nothing(self):
        shown = json.loads(self.submit("--dry-run", "--json").stdout)
        self.assertEqual((self.told(), self.out.exists(), shown["parts"]), ("", False, 1))
        self.submit("--parts", "2")
        self.write("league.toml", LEAGUE.replace("deals = 20", "deals = 30"))
        before = (self.out / "league.db").read_bytes()
        shown = self.submit("--dry-run", "--parts", "3").stdout
        self.assertIn(f"{self.out}/plan-2/slurm.sh:\n#!/bin/bash\n", shown)
        self.assertIn("#SBATCH --array=1-3\n", shown)
        self.assertIn("\nsbatch --parsable --dependency=afterany:JOB ", shown)
        self.assertEqual((self.out / "league.db").read_bytes(), before)

    def test_parts_that_are_lost_are_sent_again_by_their_numbers(self):
        plan = json.loads(self.submit("--parts", "5", "--json", LOST="2,4").stdout)["folder"]
        left = self.danno("merge", plan, "-q", expected=4)
        command = left.stderr.splitlines()[-1].removeprefix("parts to play: 2,4; ")
        self.assertEqual(command, f"sbatch --array=2,4 '{plan}/slurm.sh'")
        subprocess.run(["bash", "-c", f"PATH={self.folder}/bin:$PATH; {command}"], capture_output=True, check=True)
        self.danno("merge", plan, "-q")
        self.assert_table_is_that_of_one_run()

    def test_the_merge_sends_what_is_missing_away_from_a_bad_node(self):
        """Until nothing comes in any more, or the rounds are over."""
        self.write("bin/lost", "2,4")
        plan = json.loads(self.submit("--parts", "5", "--throttle", "3", "--json", LOST="1").stdout)["folder"]
        for part in 2, 4:
            self.write(f"{plan}/parts/{part:04}.n3.failed", json.dumps(
                {"part": part, "host": "n3", "agent": "pyc", "reason": "n3 cannot play this: agent 'pyc': no such file"}))
        left = self.danno("merge", plan, "-q", expected=4).stderr
        self.assertIn("n3: 2 parts could not start 'pyc'\n", left)
        self.assertEqual(left.splitlines()[-1], f"parts to play: 1,2,4; sbatch --array=1,2,4%3 --exclude=n3 '{plan}/slurm.sh'")
        status = self.danno("status", self.out).stdout
        self.assertIn("  n3: 2 parts could not start 'pyc'\n", status)
        self.assertNotIn("league run", status)
        self.assertIn(f"'danno league merge '{plan}'' takes in what is there\n", status)
        sent = self.danno("submit", plan, "--slurm").stdout
        self.assertEqual(sent, "Slurm's job 17 plays 3 of 5 parts, job 18 merges them\n")
        self.assert_table_is_that_of_one_run()
        self.assertEqual(list(pathlib.Path(plan, "parts").glob("*.failed")), [])
        again = self.danno("merge", plan)
        self.assertEqual((again.stdout, again.stderr), ("", "plan 1 of spring is merged whole: nothing to do\n"))

    def test_parts_that_are_sent_again_do_not_play_without_their_merge(self):
        plan = json.loads(self.submit("--parts", "3", "--json", LOST="2").stdout)["folder"]
        refused = self.danno("submit", plan, "--slurm", expected=2, REFUSED="merge").stderr
        self.assertIn("error: Slurm refuses the job: sbatch: error: invalid partition specified: merge; the command was: ", refused)
        self.assertEqual(self.told().splitlines()[-1], "scancel 17")

    def test_the_words_of_a_host_are_escaped_once(self):
        plan = json.loads(self.submit("--parts", "3", "--json", LOST="1,2").stdout)["folder"]
        for part, agent, reason in (1, "", "::no\x1b[31m room"), (2, "p\x1by", "no such file"):
            self.write(f"{plan}/parts/{part:04}.n3.failed", json.dumps(
                {"part": part, "host": "n\u202e3", "agent": agent, "reason": reason}))
        expected = [r"n\u202e3: 1 part failed: ::no\x1b[31m room", r"n\u202e3: 1 part could not start 'p\x1by'"]
        left = self.danno("merge", plan, "-q", expected=4).stderr.splitlines()
        status = [line.strip() for line in self.danno("status", self.out).stdout.splitlines()]
        for line in expected:
            self.assertEqual((left.count(line), status.count(line)), (1, 1), line)

    def test_rounds_go_on_while_deals_come_in(self):
        self.submit("--parts", "5", "--rounds", "3", LOST="5")
        merges = [line for line in self.told().splitlines() if "merge.sh" in line]
        self.assertEqual(len(merges), 2)  # the second round brought nothing: the part is lost again
        self.danno("submit", self.out / "plan-1", "--slurm")
        self.assert_table_is_that_of_one_run()

    def test_what_slurm_does_not_take_leaves_no_open_plan(self):
        refused = self.submit("--parts", "2", "--", "--partition=no-such", expected=2)
        self.assertIn("error: Slurm refuses the job: sbatch: error: invalid partition specified: no-such; the command was: sbatch --parsable ",
                      refused.stderr)
        hidden = self.submit("--parts", "2", expected=2, NODES="hidden")
        self.assertRegex(hidden.stderr, r"error: .*/plan-2: Slurm's nodes do not see it; expected a folder that they share: --out DIR or --to PLAN\n\Z")
        no_merge = self.submit("--parts", "2", expected=2, REFUSED="merge")
        self.assertIn("error: Slurm refuses the job: ", no_merge.stderr)
        self.assertEqual(self.told().splitlines()[-1], "scancel 17")
        self.assertNotIn("plan", self.danno("status", self.out).stdout)
        self.submit("--parts", "2", "--no-check", NODES="hidden")
        self.assert_table_is_that_of_one_run()

    def test_where_no_node_is_free_it_is_sent_unseen(self):
        self.assertIn("note: no node was free to look whether nodes see the plan\n", self.submit(NODES="busy").stderr)
        self.assert_table_is_that_of_one_run()

    def test_bad_input_is_one_line_and_exit_2(self):
        cup = self.write("cup.toml", league_file('name = "cup"\nrules = ["koans"]\nformat = "tournament"', agents=("hold", "random")))
        for arguments, expected in (
                (("submit", self.file), "'danno league submit' needs --slurm"),
                (("submit", self.file, "--slurm", "--parts", "11"), "--parts 11; expected at most 10, "),
                (("submit", self.file, "--slurm", "--", "--array=1-9%2"), "--array is danno's own; expected --throttle N"),
                (("submit", self.file, "--slurm", "--merge-options", "--dependency=singleton"), "the merge depends on the parts already"),
                (("submit", cup, "--slurm"), "a tournament cannot be planned in parts: "),
                (("submit", cup, "--slurm", "--dry-run"), "a tournament cannot be planned in parts: ")):
            with self.subTest(arguments):
                self.assertIn(expected, self.danno(*arguments, expected=2).stderr.splitlines()[-1])
        self.write("bin/scontrol", "#!/bin/sh\necho 'scontrol: no configuration' >&2\nexit 1\n", 0o755)
        self.assertEqual(self.submit(expected=2).stderr,
                         "error: no Slurm here: scontrol: no configuration; expected a machine on which sbatch works\n")


if __name__ == "__main__":
    unittest.main()
