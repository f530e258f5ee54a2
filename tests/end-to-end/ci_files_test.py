"""The CI files of docs/, their lines run in a shell: only apt-get and the build of Danno are stand-ins.

Run as: ci_files_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import pathlib
import re
import shutil
import subprocess
import sys
import unittest
import xml.etree.ElementTree

try:
    import yaml
except ImportError:
    print("skipped: no python3-yaml")
    sys.exit(77)

from driver import DANNO, league_file
from services import OnAService

PROJECT = pathlib.Path(sys.argv.pop(1))


class CiFile(OnAService):
    """A repository with a bot on main, and another one on a branch."""

    def setUp(self):
        super().setUp()
        self.write("origin/bot/agent.toml", 'name = "bot"\nrun = ["./bot"]\nbuild = ["cp", "made", "bot"]\n')
        self.bot("origin", "timid")
        self.commit(self.folder / "origin")
        self.shell("git clone -q origin work && git -C work checkout -q -b better", self.folder)
        self.bot("work", "hold")

    def bot(self, repository, agent):
        made = pathlib.Path(DANNO).parent.parent / "agents" / agent / agent
        shutil.copy(made, self.folder / repository / "bot/made")

    def passes(self, steps, variables):
        first = "".join(self.shell(step, **variables) for step in steps)
        self.assertIn("candidate passed: more than -10 Elo above the baseline", first)
        self.assertIn("building\n", first)
        self.assertIn("apt-get install -y ./danno-deb/danno.deb", first)
        suite = xml.etree.ElementTree.parse(self.folder / "work/junit.xml").getroot()[0]
        self.assertEqual([case.get("name") for case in suite], ["candidate against main"])
        self.assertIn("### danno gate: candidate passed", (self.folder / "work/summary.md").read_text())
        sha256 = re.search("DANNO_SHA256: ([0-9a-f]{64})\n", first)[1]
        trusting = {**variables, "DANNO_SHA256": sha256}
        self.assertNotIn("building\n", "".join(self.shell(step, **trusting) for step in steps))
        cached = self.folder / "work/danno-deb"
        (cached / "danno.deb").write_text("of a request that changed its workflow")
        (cached / "a.deb").write_text("beside it")
        again = "".join(self.shell(step, **trusting) for step in steps)
        self.assertIn("building\n", again)
        self.assertEqual([path.name for path in cached.iterdir()], ["danno.deb"])

    def page(self, name):
        return yaml.safe_load((PROJECT / "docs" / name).read_text(encoding="utf-8"))

    def test_of_github(self):
        page = self.page("gate.github.yml")
        variables = {name: value.replace("${{ github.base_ref }}", "main") for name, value in page["env"].items()}
        steps = page["jobs"]["gate"]["steps"]
        self.assertEqual({tuple(step) for step in steps if "run" in step}, {("name", "run")})
        self.passes([step["run"] for step in steps if "run" in step], variables)

    def test_of_gitlab(self):
        gate = self.page("gate.gitlab-ci.yml")["gate"]
        variables = {name: value.replace("$CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "main")
                     for name, value in gate["variables"].items()}
        self.assertEqual(gate["artifacts"]["reports"], {"junit": "junit.xml"})
        self.passes(gate["script"], variables)


class JobOfKubernetes(OnAService):
    """docs/on-a-cluster.k8s.yml: the command of its container, with what Kubernetes tells it."""

    def test_a_pod_plays_its_part(self):
        job = yaml.safe_load((PROJECT / "docs/on-a-cluster.k8s.yml").read_text(encoding="utf-8"))["spec"]
        league = league_file('name = "parts"\nrules = ["koans"]\ndeals = 40', agents=("hold", "timid"))
        self.write("work/league.toml", league)
        self.shell(f"danno cluster plan league.toml --out out --parts {job['completions']}")
        [container] = job["template"]["spec"]["containers"]
        environment = {each["name"]: each["value"] for each in container["env"]}
        self.assertEqual(environment, {"PLAN": container["volumeMounts"][0]["mountPath"]})
        played = subprocess.run(container["command"], cwd=self.folder / "work", capture_output=True, text=True, timeout=120,
                                env={**self.environment, "PLAN": "out/plan-1", "JOB_COMPLETION_INDEX": "1"})
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual(sorted(path.name for path in (self.folder / "work/out/plan-1/parts").iterdir()), ["0002.part"])


if __name__ == "__main__":
    unittest.main()
