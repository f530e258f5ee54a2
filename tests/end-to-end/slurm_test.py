"""A league on a real Slurm of three nodes: the same table whatever happens to nodes and jobs.

Run as: slurm_test.py PATH/TO/danno [unittest arguments]. Needs root, slurm-wlm and munge; else it is skipped.
"""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time
import unittest

from driver import DANNO, InAFolder, danno, league_file

SCRIPTS = pathlib.Path(__file__).parent / "slurm"
PARTS = 9
USER = "games"  # on every Debian


def free_ports(count):
    """The first of so many ports that follow each other and are free now."""
    for first in range(21000, 60000, 50):
        try:
            sockets = [socket.create_server(("127.0.0.1", first + i)) for i in range(count)]
        except OSError:
            continue
        for one in sockets:
            one.close()
        return first
    raise RuntimeError("no free ports")


def is_alive(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")")[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


class OnSlurm(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.slurm = self.folder / "slurm"
        self.conf = {**os.environ, "SLURM_CONF": str(self.slurm / "slurm.conf")}
        subprocess.run([SCRIPTS / "up", self.slurm, "3", str(free_ports(4))], check=True, timeout=60)

    def tearDown(self):
        pids = [int(path.read_text()) for name in ("node*", "controller", "munged")
                for path in self.slurm.glob(f"{name}.pid")]
        subprocess.run([SCRIPTS / "down", self.slurm])
        self.wait_until("all of Slurm is gone", lambda: not any(map(is_alive, pids)))
        super().tearDown()

    def as_user(self, *command, expected=0):
        """As somebody who is not root."""
        home = self.folder / "home"
        if not home.exists():
            home.mkdir()
            shutil.chown(home, USER, USER)
        result = subprocess.run(["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", *map(str, command)],
                                env={**self.conf, "HOME": str(home), "TMPDIR": str(home)}, cwd=home,
                                capture_output=True, text=True, timeout=100)
        self.assertEqual(result.returncode, expected, f"{command}: {result.stderr}{result.stdout}")
        return result.stdout

    def submit(self, deals, script=lambda text: text):
        """Plans a league and submits its parts; returns the id of the array."""
        self.file = self.write("league.toml", league_file(
            f'name = "spring"\nrules = ["koans"]\ndeals = {deals}\nseed = "slurm"',
            agents=("hold", "hold-py", "random")).replace('"none"', '"strict"'))
        planned = self.as_user(DANNO, "cluster", "plan", self.file, "--out", "out", "--parts", PARTS, "--json")
        self.plan_folder = pathlib.Path(json.loads(planned)["folder"])
        run = self.plan_folder / "run.slurm"
        run.write_text(script(run.read_text()))
        return self.as_user("sbatch", "--parsable", run).strip()

    def wait_until(self, what, holds, seconds=600):
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.1)

    def states(self):
        return subprocess.run(["squeue", "-h", "-r", "-o", "%T %A"], env=self.conf, capture_output=True, text=True).stdout

    def wait_for_jobs(self):
        def ended():
            states = self.states()
            for line in states.splitlines():  # a requeued job would wait for two minutes
                state, job = line.split()
                if state == "PENDING":
                    subprocess.run(["scontrol", "update", f"JobId={job}", "StartTime=now"], env=self.conf,
                                   stderr=subprocess.DEVNULL)
            return states == ""
        self.wait_until("the jobs end", ended)

    def wait_for_play(self):
        """Some part has begun, and is not complete."""
        parts = self.plan_folder / "parts"
        self.wait_until("a part is begun", lambda: any(path.stat().st_size > 400 for path in parts.glob("*.open")))

    def told(self):
        """The output of all jobs."""
        return "".join(path.read_text() for path in sorted((self.plan_folder / "log").glob("*.txt")))

    def assert_table_is_that_of_one_run(self):
        self.assertTrue((self.folder / "home/out/table.json").exists(), self.told())
        self.as_user(DANNO, "league", "run", self.file, "--out", "one", "-q")
        home = self.folder / "home"
        one, merged = (json.loads((home / name / "table.json").read_text()) for name in ("one", "out"))
        self.assertEqual(merged["divisions"], one["divisions"], self.told())
        self.assertIn("everything is correct", self.as_user(DANNO, "league", "verify", "out"))
        self.assertFalse((home / "out/faults").exists())

    def control(self, *command):
        subprocess.run(["scontrol", *command], env=self.conf, stderr=subprocess.DEVNULL)

    def test_a_bad_node_never_eats_the_array(self):
        # Node n2 has no library of Python, so hold-py cannot start there.
        library = subprocess.run(["/usr/bin/python3", "-c", "import os; print(os.path.dirname(os.__file__))"],
                                 capture_output=True, text=True, check=True).stdout.strip()
        node = (self.slurm / "node2.pid").read_text().strip()
        subprocess.run(["nsenter", "--target", node, "--mount", "mount", "-t", "tmpfs", "tmpfs", library], check=True)
        self.submit(60, lambda text: text.replace("sleep 30", "sleep 3"))
        self.wait_for_jobs()
        state = next((self.plan_folder / "log").glob("array-*"))
        bad = [path.read_text().split() for path in state.iterdir()]
        self.assertGreater(len(bad), 0, self.told())
        self.assertEqual({node for nodes in bad for node in nodes}, {"n2"})
        self.assertEqual({len(nodes) for nodes in bad}, {1}, "a part went back to the bad node")
        self.assert_table_is_that_of_one_run()

    def test_a_power_cut_a_suspension_and_cancelled_parts_change_nothing(self):
        job = self.submit(600)
        self.wait_for_play()
        os.kill(int((self.slurm / "node2.pid").read_text()), 9)
        self.control("suspend", f"{job}_1")
        self.as_user("scancel", f"{job}_8", f"{job}_9")
        subprocess.run([SCRIPTS / "node", self.slurm, "2"], check=True)
        self.control("resume", f"{job}_1")
        self.wait_for_jobs()
        self.assertIn("missing parts: 8-9\n", (self.plan_folder / "log/merge.txt").read_text())
        self.as_user("sbatch", "--array=8,9", self.plan_folder / "run.slurm")
        self.wait_for_jobs()
        self.assert_table_is_that_of_one_run()

    def test_a_part_whose_time_is_over_goes_on_by_itself(self):
        job = self.submit(6000, lambda text: text.replace("--for 25m", "--for 1s"))
        self.wait_for_play()
        # This is what --signal=B:USR1@120 does; tasks that wait or have ended take none.
        subprocess.run(["scancel", "--signal=USR1", "--batch", job], env=self.conf, stderr=subprocess.DEVNULL)
        self.wait_for_jobs()
        self.assertRegex(self.told(), "(?s)interrupted; .*out of time; .* to resume: danno cluster play|out of time; .*interrupted;")
        self.assert_table_is_that_of_one_run()

    def test_preemption_and_requeueing_change_nothing(self):
        job = self.submit(600)
        self.wait_for_play()
        self.as_user("sbatch", "--partition=urgent", "--nodes=3", "--output=urgent.txt", "--wrap", "exec true")
        self.wait_until("somebody else goes first", lambda: (self.folder / "home/urgent.txt").exists())
        self.wait_for_play()
        for part in range(1, PARTS + 1):
            self.control("requeue", f"{job}_{part}")
        self.wait_for_jobs()
        self.assert_table_is_that_of_one_run()


def can_run():
    if os.geteuid() != 0 or not all(map(shutil.which, ("slurmctld", "slurmd", "munged", "unshare"))):
        return False
    reaches = ["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", DANNO, "--version"]
    return subprocess.run(reaches, capture_output=True).returncode == 0


if __name__ == "__main__":
    if not can_run():
        print("skipped: needs root, slurm-wlm, munge, and a danno that other users can reach")
        sys.exit(77)
    unittest.main()
