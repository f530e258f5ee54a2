"""The recipe of docs/grade-a-course.md, line by line, on what students hand in.

Run as: grade_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import unittest

from driver import DANNO, InAFolder

PROJECT = pathlib.Path(sys.argv.pop(1))


class Gradescope(InAFolder):
    def grade(self, manifest):
        """results.json of an agent with that agent.toml."""
        self.write("submission/bot.sh", "#!/bin/sh\nexit 3\n", 0o755)
        if manifest is not None:
            self.write("submission/agent.toml", manifest)
        page = (PROJECT / "docs/grade-a-course.md").read_text(encoding="utf-8")
        recipe = re.search(r"```sh\n(.*?)```", page, re.S).group(1).replace("/autograder", str(self.folder))
        self.assertIn("danno check", recipe)
        script = self.write("run_autograder", recipe.replace("danno check", "danno check --isolation none"), 0o755)
        path = {**os.environ, "PATH": f"{pathlib.Path(DANNO).parent}:{os.environ['PATH']}"}
        ran = subprocess.run([script], capture_output=True, text=True, timeout=280, env=path)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        self.assertEqual(set(path.name for path in (self.folder / "results").iterdir()),
                         {"results.json"})
        return json.loads((self.folder / "results/results.json").read_text()), ran.stdout

    def test_an_accepted_agent_has_full_points(self):
        hold = pathlib.Path(DANNO).parent.parent / "agents/hold/hold"
        results, _ = self.grade('name = "bot"\nrun = ["%s"]\n' % hold)
        self.assertEqual(results["score"], 100, results)

    def test_an_agent_that_fails_has_none_and_reads_why(self):
        results, shown = self.grade('name = "bot"\nrun = ["./bot.sh"]\n')
        self.assertEqual(results["score"], 0)
        self.assertIn("exited with code 3", results["output"])
        self.assertIn("exited with code 3", shown)

    def test_a_mistake_in_agent_toml_is_told_and_not_called_no_agent(self):
        results, shown = self.grade('nam = "bot"\nrun = "./bot.sh"\n')
        self.assertEqual((results["score"], len(results["tests"])), (0, 3))
        told = "agent.toml:1:1: unknown key 'nam'; did you mean 'name'?"
        self.assertIn(told, [test["output"] for test in results["tests"]])
        self.assertIn(told, shown)

    def test_a_folder_without_agent_toml_is_told(self):
        results, _ = self.grade(None)
        self.assertEqual(results["score"], 0)
        self.assertIn("has no agent.toml", results["output"])

    def test_a_build_that_fails_is_told_in_the_compilers_words(self):
        results, _ = self.grade('name = "bot"\nrun = ["./bot"]\nbuild = ["sh", "-c", "echo bot.c:1: error: what; exit 1"]\n')
        self.assertEqual(results["score"], 0)
        self.assertIn("bot.c:1: error: what", results["tests"][-1]["output"])


if __name__ == "__main__":
    unittest.main()
