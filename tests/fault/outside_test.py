"""What is not the agents' doing: a job without memory, kills from outside, a killed referee.

Run as: outside_test.py PATH/TO/danno [unittest arguments]
DANNO_RUNS: how many matches are disturbed; default 10. DANNO_SANITIZE: the sanitizers of the program, if any.
"""

import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

DANNO = sys.argv.pop(1)
RUNS = int(os.environ.get("DANNO_RUNS", "10"))
GROUPS = pathlib.Path("/sys/fs/cgroup")

BIG = """import danno
ballast = bytearray(90 << 20)
danno.play(lambda question: danno.decline() if question.is_offer else danno.bank(0))
"""


def own_group(controller):
    """The group of version 1 that we are in, where we may make others below it."""
    for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        group = GROUPS / controller / path.lstrip("/")
        if controllers == controller and os.geteuid() == 0 and (group / "cgroup.procs").exists():
            return group
    return None


def remove_group(group):
    """Its last members may be on their way out."""
    deadline = time.monotonic() + 20
    while group.exists() and time.monotonic() < deadline:
        try:
            group.rmdir()
        except OSError:
            time.sleep(0.01)


def descendants(pid):
    found, parents = [], {pid}
    for entry in sorted(pathlib.Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
            if parent in parents:
                parents.add(int(entry.name))
                found.append((int(entry.name), os.path.basename(os.readlink(entry / "exe"))))
        except OSError:
            continue
    return found


class InAFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o755)
        self.environment = {**os.environ, "HOME": str(self.folder), "TMPDIR": str(self.folder),
                            "XDG_CACHE_HOME": str(self.folder / "cache")}

    def start(self, *arguments, **more):
        return subprocess.Popen([DANNO, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                cwd=self.folder, env=self.environment, **more)


class AJobWithoutMemory(InAFolder):
    def setUp(self):
        super().setUp()
        own = own_group("memory")
        if own is None:
            self.skipTest("needs root and control groups of version 1")
        if os.environ.get("DANNO_SANITIZE"):
            self.skipTest("a sanitized program takes more than this job has")
        self.job = own / f"danno-job-{os.getpid()}"
        self.job.mkdir()
        self.addCleanup(remove_group, self.job)
        for limit in ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes"):
            if (self.job / limit).exists():
                (self.job / limit).write_text("70M")
        subprocess.run([DANNO, "new", "python", "big"], cwd=self.folder, env=self.environment, check=True,
                       capture_output=True)
        (self.folder / "big" / "agent.py").write_text(BIG)

    def match(self, *flags):
        run = self.start("match", "big", "hold", "--deals", "2", "--shards", "1", *flags,
                         preexec_fn=lambda: (self.job / "cgroup.procs").write_text("0"))
        _, told = run.communicate()
        return run.returncode, told

    def test_is_told_before_the_first_game_and_charged_to_nobody(self):
        code, told = self.match()
        self.assertEqual(code, 3, told)
        self.assertIn("warning: this job may use 70 MB of memory", told)
        self.assertIn("agent 'big': out of memory: the job's limit (70 MB), not the agent's own limit (256 MB)", told)

    def test_ends_at_once_where_memory_is_required(self):
        code, told = self.match("--require-memory")
        self.assertEqual(code, 3, told)
        self.assertIn("error: this job may use 70 MB of memory", told)


class KillsFromOutside(InAFolder):
    def test_are_charged_to_nobody(self):
        chance = random.Random(5)
        killed = 0
        for _ in range(RUNS):
            run = self.start("match", "hold", "timid", "--deals", "1500", "--json", "-q")
            for _ in range(2):
                while run.poll() is None:
                    agents = [pid for pid, program in descendants(run.pid) if program in ("hold", "timid")]
                    if not agents:
                        time.sleep(0.005)
                        continue
                    time.sleep(chance.uniform(0, 0.05))
                    try:
                        os.kill(chance.choice(agents), signal.SIGKILL)
                        killed += 1
                    except ProcessLookupError:
                        pass
                    break
            out, told = run.communicate()
            self.assertEqual(run.returncode, 0, told)
            self.assertEqual([agent["faults"] for agent in json.loads(out)["agents"]],
                             [{kind: 0 for kind in agent["faults"]} for agent in json.loads(out)["agents"]])
        self.assertGreater(killed, 0)


SLOW = """import time
import danno


def decide(question):
    end = time.process_time() + 0.005
    while time.process_time() < end:
        pass
    return danno.decline() if question.is_offer else danno.bank(0)


danno.play(decide)
"""


class StopsFromOutside(InAFolder):
    """Of the referee alone, of its agents, of all, and of a group that is frozen."""

    def setUp(self):
        super().setUp()
        subprocess.run([DANNO, "new", "python", "slow"], cwd=self.folder, env=self.environment, check=True,
                       capture_output=True)
        (self.folder / "slow" / "agent.py").write_text(SLOW)

    def send(self, pids, number):
        for pid in pids:
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass

    def stop(self, referee, who, seconds):
        below = [pid for pid, _ in descendants(referee)]
        if who == "frozen":
            group = own_group("freezer") / f"danno-test-{os.getpid()}"
            group.mkdir(exist_ok=True)
            self.addCleanup(remove_group, group)
            for pid in [referee, *below]:
                try:
                    (group / "cgroup.procs").write_text(str(pid))
                except OSError:
                    pass  # gone
            (group / "freezer.state").write_text("FROZEN")
            time.sleep(seconds)
            (group / "freezer.state").write_text("THAWED")
            return
        pids = {"agents": below, "all": [referee, *below]}.get(who, [referee])
        self.send(pids, signal.SIGTSTP if who == "asked" else signal.SIGSTOP)
        time.sleep(seconds)
        self.send(pids, signal.SIGCONT)

    def test_are_charged_to_nobody(self):
        chance = random.Random(7)
        stops = 0
        for who in ("referee", "asked", "agents", "all", "frozen"):
            if who == "frozen" and own_group("freezer") is None:
                continue
            # 50 ms and a second of patience: one game in flight knows no patience.
            for level, in_flight, seconds in (("none", 1, 0.4), ("strict", 1, 0.4), ("strict", 4, 1.7)):
                run = self.start("match", "slow", "hold", "--rules", "koans", "--deals", "8", "--shards", "1", "--json",
                                 "-q", "--isolation", level, "--in-flight", str(in_flight), "--answer-ms", "50")
                while run.poll() is None and not any(name.startswith("python") for _, name in descendants(run.pid)):
                    time.sleep(0.005)
                for _ in range(2):
                    time.sleep(chance.uniform(0.05, 0.2))
                    if run.poll() is None:
                        self.stop(run.pid, who, seconds)
                        stops += 1
                out, told = run.communicate()
                self.assertEqual(run.returncode, 0, told)
                self.assertEqual([agent["faults"] for agent in json.loads(out)["agents"]],
                                 [{kind: 0 for kind in agent["faults"]} for agent in json.loads(out)["agents"]],
                                 (who, level, in_flight))
        self.assertGreater(stops, 0)


class AKilledReferee(InAFolder):
    """In control groups of its own, where root may make them: below them all others are its."""

    def setUp(self):
        super().setUp()
        self.groups = []
        for controller in ("memory", "pids") if own_group("memory") else ():
            group = own_group(controller) / f"danno-test-{os.getpid()}"
            group.mkdir()
            self.addCleanup(remove_group, group)
            self.groups.append(group)

    def enter(self):
        for group in self.groups:
            (group / "cgroup.procs").write_text("0")

    def left(self):
        found = [str(path) for path in self.folder.glob("danno-*")]
        found += [str(path) for group in self.groups for path in group.glob("danno-*")]
        return found

    @staticmethod
    def alive(pids):
        found = []
        for pid in pids:
            try:
                state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z":  # whoever has to reap it is not ours
                    found.append((pid, state, pathlib.Path(f"/proc/{pid}/cmdline").read_text()))
            except OSError:
                continue
        return found

    def test_leaves_no_process_group_mount_or_folder(self):
        chance = random.Random(6)
        mounts = pathlib.Path("/proc/self/mounts").read_text()
        for kill in range(3 * RUNS):
            run = self.start("match", "hold", "timid", "--deals", "4000", "-q", preexec_fn=self.enter)
            time.sleep(chance.uniform(0, 0.1))
            below = {pid for pid, _ in descendants(run.pid)}
            run.kill()
            run.communicate()
            deadline = time.monotonic() + 1
            while (self.left() or self.alive(below)) and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(self.left(), [], f"kill {kill}")
            self.assertEqual(self.alive(below), [], f"kill {kill}")
        self.assertEqual(pathlib.Path("/proc/self/mounts").read_text(), mounts)


if __name__ == "__main__":
    unittest.main()
