"""The CI files of docs/, their lines run in a shell: only apt-get and the build of Danno are stand-ins.

Run as: ci_files_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import json
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
        self.shell(f"danno league plan league.toml --out out --to plan --parts {job['completions']}")
        [container] = job["template"]["spec"]["containers"]
        environment = {each["name"]: each["value"] for each in container["env"]}
        self.assertEqual(environment, {"PLAN": container["volumeMounts"][0]["mountPath"]})
        played = subprocess.run(container["command"], cwd=self.folder / "work", capture_output=True, text=True, timeout=120,
                                env={**self.environment, "PLAN": "plan", "JOB_COMPLETION_INDEX": "1"})
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual(sorted(path.name for path in (self.folder / "work/plan/parts").iterdir()), ["0002.checked", "0002.part"])


class LeagueInParts(OnAService):
    """docs/on-a-cluster.github.yml: each job in a folder of its own, with no more than its artifacts."""

    def setUp(self):
        super().setUp()
        self.page = yaml.safe_load((PROJECT / "docs/on-a-cluster.github.yml").read_text(encoding="utf-8"))
        self.variables = {**self.page["env"], "PARTS": "3", "LEAGUE_KEY": "k" * 64}
        league = league_file('name = "parts"\nrules = ["koans"]\ndeals = 6', agents=("hold", "timid"))
        self.write("work/league.toml", league + '[[agent]]\npath = "bots/ada"\n')
        self.write("work/bots/ada/agent.toml", 'name = "ada"\nrun = ["./play"]\n')
        self.write("work/bots/ada/play", f'#!/bin/sh\nexec "{pathlib.Path(DANNO).parent.parent}/agents/hold/hold"\n', 0o755)

    def artifacts(self, action, step, folder, part):
        """What the service keeps: files, without their modes, and no empty folders."""
        options = {name: str(value).replace("${{ matrix.part }}", str(part)) for name, value in step["with"].items()}
        for file in sorted(folder.glob(options["path"])) if action == "upload" else []:
            for one in [path for path in ([file] if file.is_file() else file.rglob("*")) if path.is_file()]:
                kept = self.folder / "artifacts" / options["name"] / one.relative_to(file.parent if file.is_file() else file)
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(one.read_bytes())
        names = options.get("name", options.get("pattern")) if action == "download" else ""
        for artifact in self.folder.glob(f"artifacts/{names}") if names else []:
            for one in artifact.iterdir():
                (folder / options["path"]).mkdir(parents=True, exist_ok=True)
                (folder / options["path"] / one.name).write_bytes(one.read_bytes())

    def job(self, name, folder, part=0):
        """What its steps print, up to the first that fails."""
        told, failed = "", False
        folder.mkdir(exist_ok=True)
        for step in self.page["jobs"][name]["steps"]:
            if failed and step.get("if") != "always()":
                continue
            action = re.fullmatch("actions/(upload|download)-artifact@v4", step.get("uses", ""))
            if action:
                self.artifacts(action[1], step, folder, part)
            elif "run" in step:
                needs_key = "openssl enc" in step["run"]
                self.assertEqual("LEAGUE_KEY" in step.get("env", {}), needs_key)  # not where agents are
                variables = {key: value for key, value in self.variables.items() if needs_key or key != "LEAGUE_KEY"}
                ran = self.run_step(step["run"], folder, **variables, PART=str(part))
                told += ran.stdout + ran.stderr
                failed = failed or ran.returncode != 0
        return not failed, told

    def test_comes_to_the_tables_of_its_parts(self):
        matrix = self.page["jobs"]["play"]["strategy"]["matrix"]["part"]
        self.assertEqual(matrix, list(range(1, self.page["env"]["PARTS"] + 1)))
        self.assert_job(True, "plan", self.folder / "work")
        handed_on = self.folder / "artifacts/handed-on"
        seed = json.loads((self.folder / "work/plan/seed").read_text())["seed"]
        for file in handed_on.iterdir():
            self.assertNotIn(seed.encode(), file.read_bytes(), file)
        for part in 1, 3:
            self.assert_job(True, "play", self.folder / f"machine{part}", part)
        told = self.assert_job(False, "merge", self.folder / "merge1")
        self.assertIn("parts to play: 2; ", told)
        self.assert_job(True, "play", self.folder / "machine2", 2)
        self.assert_job(True, "play", self.folder / "machine3 again", 3)  # goes on with what was kept
        self.assert_job(True, "merge", self.folder / "merge2")
        table = json.loads((self.folder / "artifacts/tables/table.json").read_text())
        self.assertEqual(table["divisions"][0]["games"], 3 * 6 * 2)
        self.assertIn("| ada ", (self.folder / "merge2/summary.md").read_text())

    def test_without_its_secret_nothing_is_handed_on(self):
        del self.variables["LEAGUE_KEY"]
        told = self.assert_job(False, "plan", self.folder / "work")
        self.assertIn("this repository has no secret LEAGUE_KEY", told)
        self.assertFalse((self.folder / "artifacts").exists())

    def assert_job(self, good, *arguments):
        ran, told = self.job(*arguments)
        self.assertEqual(ran, good, told)
        return told


if __name__ == "__main__":
    unittest.main()
