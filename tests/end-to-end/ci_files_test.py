"""The CI files of docs/, their lines run in a shell: only apt-get and the build of Danno are stand-ins.

Run as: ci_files_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import os
import pathlib
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

from driver import DANNO, InAFolder

PROJECT = pathlib.Path(sys.argv.pop(1))


class CiFile(InAFolder):
    """A repository with a bot on main, and another one on a branch."""

    def setUp(self):
        super().setUp()
        self.environment = {
            **os.environ, "HOME": str(self.folder), "GITHUB_STEP_SUMMARY": "summary.md",
            "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
            "PATH": f"{self.folder}/bin:{pathlib.Path(DANNO).parent}:{os.environ['PATH']}"}
        self.write("bin/apt-get", '#!/bin/sh\necho apt-get "$@"\n', 0o755)
        for key, value in (("user.name", "test"), ("user.email", "test@test"), ("init.defaultBranch", "main"),
                           (f"url.file://{self.folder}/hub/.insteadOf", "https://github.com/"),
                           (f"url.file://{self.folder}/lab/.insteadOf", "https://gitlab.com/")):
            self.shell(f"git config --global --add '{key}' '{value}'", self.folder)
        package = '#!/bin/sh\necho building\nmkdir -p "$1" && touch "$1/danno_1_amd64.deb"\n'
        for hub in "hub", "lab":
            self.write(f"{hub}/OWNER/danno.git/.ci/package", package, 0o755)
            self.commit(self.folder / f"{hub}/OWNER/danno.git", "git branch COMMIT")
        self.write("origin/bot/agent.toml", 'name = "bot"\nrun = ["./bot"]\nbuild = ["cp", "made", "bot"]\n')
        self.bot("origin", "timid")
        self.commit(self.folder / "origin")
        self.shell("git clone -q origin work && git -C work checkout -q -b better", self.folder)
        self.bot("work", "hold")

    def bot(self, repository, agent):
        made = pathlib.Path(DANNO).parent.parent / "agents" / agent / agent
        shutil.copy(made, self.folder / repository / "bot/made")

    def commit(self, folder, then="true"):
        self.shell(f"git init -q && git add -A && git commit -q -m one && {then}", folder)

    def shell(self, script, folder=None, **variables):
        """As the runners do: bash that stops at the first error."""
        ran = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=folder or self.folder / "work",
                             capture_output=True, text=True, timeout=280, env={**self.environment, **variables})
        self.assertEqual(ran.returncode, 0, f"{script}\n{ran.stdout}{ran.stderr}")
        return ran.stdout

    def passes(self, steps, variables):
        first = "".join(self.shell(step, **variables) for step in steps)
        self.assertIn("candidate passed: more than -10 Elo above the baseline", first)
        self.assertIn("building\n", first)
        self.assertIn("apt-get install -y ./danno-deb/danno_1_amd64.deb", first)
        suite = xml.etree.ElementTree.parse(self.folder / "work/junit.xml").getroot()[0]
        self.assertEqual([case.get("name") for case in suite], ["candidate against main"])
        self.assertIn("### danno gate: candidate passed", (self.folder / "work/summary.md").read_text())
        again = "".join(self.shell(step, **variables) for step in steps)
        self.assertNotIn("building\n", again)

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


if __name__ == "__main__":
    unittest.main()
