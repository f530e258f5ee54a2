"""A league on a real Grid Engine of one host, by the commands of docs/on-a-cluster.md: the table is that of one run.

Run as: grid_engine_test.py PATH/TO/danno PATH/TO/docs/on-a-cluster.md [unittest arguments]. Needs root and Debian's
gridengine-master, gridengine-exec and gridengine-client; else it is skipped.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

PAGE = pathlib.Path(sys.argv[2])
INSIDE = "DANNO_TEST_IS_ITS_OWN_HOST"
PROGRAMS = ("sge_qmaster", "sge_execd", "qsub", "qconf", "unshare")
if INSIDE not in os.environ:
    if os.geteuid() != 0 or not all(map(shutil.which, PROGRAMS)):
        print("skipped: needs root, gridengine-master, gridengine-exec and gridengine-client")
        sys.exit(77)
    # All that Grid Engine starts ends with the first process there.
    alone = ["unshare", "--mount", "--uts", "--pid", "--fork", "--kill-child", "--mount-proc", "--propagation", "private"]
    if subprocess.run([*alone, "true"], stderr=subprocess.DEVNULL).returncode != 0:
        print("skipped: no namespaces may be made here")
        sys.exit(77)
    os.environ[INSIDE] = "1"
    os.execvp("unshare", [*alone, sys.executable, *sys.argv])
del sys.argv[2]

from driver import DANNO, InAFolder, danno, league_file  # noqa: E402: takes the program's name off the arguments

USER = "games"  # on every Debian
PARTS = 6


def free_port():
    """Of two that are free now."""
    import socket
    for port in range(26000, 60000, 50):
        try:
            with socket.create_server(("127.0.0.1", port)), socket.create_server(("127.0.0.1", port + 1)):
                return port
        except OSError:
            continue
    raise RuntimeError("no free ports")


class OnGridEngine(InAFolder):
    @classmethod
    def setUpClass(cls):
        cls.engine = pathlib.Path(tempfile.mkdtemp())
        cls.engine.chmod(0o755)
        up = pathlib.Path(__file__).parent / "grid-engine/up"
        subprocess.run([up, cls.engine, str(free_port())], stdout=subprocess.DEVNULL, check=True, timeout=60)

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.home = self.folder / "home"
        self.home.mkdir()
        shutil.chown(self.home, USER, USER)
        self.plan = self.home / "out/plan-1"

    def as_user(self, command, expected=0):
        """In a shell of somebody who is not root."""
        setting = f'. {self.engine}/settings.sh; PATH={pathlib.Path(DANNO).parent}:$PATH; PLAN={self.plan}; {command}'
        result = subprocess.run(["setpriv", "--reuid", USER, "--regid", USER, "--clear-groups", "bash", "-c", setting],
                                env={**os.environ, "HOME": str(self.home), "XDG_CACHE_HOME": str(self.home),  # jobs have another home
                                     "TMPDIR": str(self.home)}, cwd=self.home, capture_output=True, text=True, timeout=100)
        self.assertEqual(result.returncode, expected, f"{command}: {result.stderr}{result.stdout}")
        return result.stdout

    def make_plan(self, deals):
        self.file = self.write("league.toml", league_file(
            f'name = "spring"\nrules = ["koans"]\ndeals = {deals}\nseed = "ge"', agents=("hold", "hold-py", "random")))
        self.as_user(f"danno cluster plan {self.file} --out out --parts {PARTS}")

    def commands(self):
        """As the page has them, for this number of parts."""
        text = PAGE.read_text()
        section = text[text.index("### Grid Engine"):]
        return [block.replace("40", str(PARTS)) for block in re.findall(r"```sh\n(.*?)```", section, re.S)[:2]]

    def wait_until(self, what, holds, seconds=600):
        end = time.monotonic() + seconds
        while not holds():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.2)

    def wait_for_jobs(self):
        self.wait_until("the jobs end", lambda: self.as_user("qstat") == "")

    def assert_table_is_that_of_one_run(self):
        self.as_user(f"danno league run {self.file} --out one -q")
        told = "".join(path.read_text() for path in [*self.home.glob("merge.o*"), *(self.plan / "log").iterdir()])
        self.assertTrue((self.home / "out/table.json").exists(), told)
        # The digest is that of the machines, too, and Grid Engine may give a job one core of many.
        one, merged = (json.loads((self.home / name / "table.json").read_text()) for name in ("one", "out"))
        self.assertEqual(merged["divisions"], one["divisions"], told)
        self.assertIn("everything is correct", self.as_user("danno league verify out"))

    def test_the_commands_of_the_page_give_the_table_of_one_run(self):
        self.make_plan(20)
        script, send = self.commands()
        (self.home / "part.sh").write_text(script)
        self.as_user(send)
        self.wait_for_jobs()
        self.assert_table_is_that_of_one_run()

    def test_what_stops_goes_on_and_what_was_deleted_is_sent_again(self):
        self.make_plan(8000)  # a second is too short for any part
        script, send = self.commands()
        (self.home / "part.sh").write_text(script.replace("--for 25m", "--for 1s"))  # ends with 4, and is put back
        self.as_user(send)
        self.wait_until("a part went on", lambda: any("Restarted" in path.read_text() or
                                                      path.read_text().count("to resume") > 0
                                                      for path in (self.plan / "log").glob("*.txt")))
        self.as_user(f"qdel parts -t {PARTS}")
        self.wait_for_jobs()
        self.as_user(send.replace("-t 1-", "-t "))
        self.wait_for_jobs()
        self.assert_table_is_that_of_one_run()


if __name__ == "__main__":
    unittest.main()
