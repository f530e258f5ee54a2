"""The agents of docs/write-an-agent.md take the place of the scaffold's in each language, pass its unit test, and are as
strong as the page says.

Run as: tutorial_test.py PATH/TO/danno SOURCE [unittest arguments]
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from driver import InAFolder, danno, rule_sets, unittest

SOURCE = pathlib.Path(sys.argv.pop(1))
PAGE = (SOURCE / "docs/write-an-agent.md").read_text(encoding="utf-8")

# The scaffold of each language: the agent's file, the command of its unit test, and what that needs.
SCAFFOLDS = {
    "python": ("agent.py", "python3 -B test_agent.py", "python3"),
    "js": ("agent.mjs", "node test_agent.mjs", "node"),
    "cpp": ("agent.hpp", "sh build.sh test && ./test_agent", "g++"),
    "go": ("agent.go", "go test", "go"),
    "java": ("Agent.java", "javac -d classes *.java && java -cp classes TestAgent", "javac"),
    "rust": ("agent.rs", "rustc --edition=2021 --test main.rs -o test_agent && ./test_agent", "rustc"),
}
PATH = "/usr/local/bin:/usr/bin:/bin"  # as agents have it: no toolchain of one user's home
LANGUAGES = [language for language, (_, _, needs) in SCAFFOLDS.items() if shutil.which(needs, path=PATH)]


def read_code(mark):
    """A listing of the page, or one of the files beside it."""
    language, step = mark.split("-")
    beside = SOURCE / "docs/tutorial" / ("win.py" if step == "win" else SCAFFOLDS[language][0])
    if step == "win" or (step == "better" and language != "python"):
        return beside.read_text(encoding="utf-8")
    return re.search(r"<!-- %s -->\n```\w+\n(.*?)```" % mark, PAGE, re.S).group(1)


class Tutorial(InAFolder):
    def setUp(self):
        super().setUp()
        self.addCleanup(subprocess.run, ["chmod", "-R", "u+w", self.scratch.name], check=True)  # built copies are read-only
        self.folder.chmod(0o755)

    def tearDown(self):
        self.doCleanups()
        super().tearDown()

    def agent(self, mark):
        """Makes "mybot" as a reader would, in a folder of its own that is returned, and runs its unit test."""
        file, unit_test, _ = SCAFFOLDS[mark.split("-")[0]]
        folder = self.folder / mark
        folder.mkdir()
        made = danno("new", mark.split("-")[0], "mybot", cwd=folder)
        self.assertEqual(made.returncode, 0, made.stderr)
        (folder / "mybot" / file).write_text(read_code(mark), encoding="utf-8")
        tested = subprocess.run(unit_test, shell=True, cwd=folder / "mybot", capture_output=True, text=True,
                                env={**os.environ, "PATH": PATH})
        self.assertEqual(tested.returncode, 0, tested.stdout + tested.stderr)
        return folder

    def match(self, folder, opponent):
        """The table of the match that the page shows, without what it leaves out."""
        typed = re.search(rf"^danno (match mybot {opponent} --deals .*)$", PAGE, re.M).group(1).split()
        result = danno(*typed, "-q", "--answer-ms", "10000", cwd=folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        table = re.search(r"(?ms)^agent .*?\n\n", result.stdout).group(0).strip().splitlines()
        end = table[0].index("places") + len("places")
        return [line[:end].rstrip() for line in table]

    def measured(self, name, opponent):
        shown = re.search(rf"<!-- measured {name} {opponent} -->\n```\n(.*?)```", PAGE, re.S).group(1)
        return shown.splitlines()

    def difference(self, table):
        """Mybot's, adjusted, and its error."""
        line = next(line for line in table if line.startswith("mybot"))
        return tuple(map(int, re.findall(r"([+-]\d+) ±(\d+)", line)[1]))

    def test_the_first_one_is_what_the_scaffold_has(self):
        template = (SOURCE / "sdk/python/template/agent.py").read_text(encoding="utf-8")
        code = re.sub(r'(?m)^ *#.*\n|^""".*"""\n\n', "", template)
        self.assertEqual(code, read_code("python-scaffold"))

    def test_each_step_is_stronger_by_what_the_page_says(self):
        steps = []
        for mark in ("python-scaffold", "python-end"):
            table = self.match(self.agent(mark), "hold")
            self.assertEqual(table, self.measured(mark, "hold"))
            steps.append(self.difference(table)[0])
        steps.append(self.difference(self.measured("better", "hold"))[0])
        self.assertEqual(steps, sorted(set(steps)))

    def test_the_better_one_beats_hold_in_each_language(self):
        def plays(language):
            folder = self.agent(language + "-better")
            return self.match(folder, "hold"), self.match(folder, "odds")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for language, tables in zip(LANGUAGES, pool.map(plays, LANGUAGES)):
                with self.subTest(language):
                    self.assertEqual(tables[0], self.measured("better", "hold"))
                    self.assertEqual(tables[1], self.measured("better", "odds"))
        difference, error = self.difference(self.measured("better", "hold"))
        self.assertGreater(difference, error)

    def test_the_last_one_beats_odds(self):
        folder = self.agent("python-win")
        table = self.match(folder, "odds")
        self.assertEqual(table, self.measured("python-win", "odds"))
        difference, error = self.difference(table)
        self.assertGreater(difference, error)
        lost = re.search(r"it loses by (\d+) Elo,\s+adjusted \(`danno (match mybot optimal\s[^`]*)`\)", PAGE)
        played = danno(*lost[2].split(), "--json", "-q", "--answer-ms", "10000", cwd=folder)
        self.assertEqual(round(-json.loads(played.stdout)["agents"][0]["adjusted"]["elo"]), int(lost[1]))

    def test_each_is_legal_in_every_rule_set(self):
        for mark in ("python-scaffold", "python-end", *(language + "-better" for language in LANGUAGES)):
            folder = self.agent(mark)
            for rules in rule_sets():
                played = danno("match", "mybot", "hold", "--rules", rules, "--deals", "10", "--json", "--answer-ms", "10000", cwd=folder)
                with self.subTest(mark, rules=rules):
                    self.assertEqual(json.loads(played.stdout)["agents"][0]["faults"], {}, played.stdout)

    def test_every_command_of_a_scaffolds_readme_runs(self):
        for language in LANGUAGES:
            folder = self.folder / language
            folder.mkdir()
            self.assertEqual(danno("new", language, "mybot", cwd=folder).returncode, 0)
            readme = (folder / "mybot/README.md").read_text(encoding="utf-8")
            commands = re.findall(r"(?m)^danno (.*?) *(?:#.*)?$", readme)
            self.assertEqual(len(commands), 3, readme)
            for command in commands:
                result = danno(*command.split(), cwd=folder)
                with self.subTest(language, command=command):
                    self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            _, unit_test, _ = SCAFFOLDS[language]
            said = readme + "".join(path.read_text(encoding="utf-8") for path in (folder / "mybot").glob("*est*"))
            for part in unit_test.replace(" -B", "").split(" && "):
                with self.subTest(language, command=part):
                    self.assertIn(part, said)

    def test_one_with_a_memory_plays(self):
        self.assertEqual(danno("new", "python", "mybot", cwd=self.folder).returncode, 0)
        self.write("mybot/agent.py", read_code("python-state"))
        call = re.search(r"`(decide\(asked, .*)`", PAGE)[1]
        asked = ("from test_agent import *; from agent import Memory; asked = question([50], [4], [BANK]); "
                 f"print({call} == danno.bank(0))")
        tested = subprocess.run(["python3", "-B", "-c", asked], cwd=self.folder / "mybot", capture_output=True, text=True)
        self.assertEqual((tested.returncode, tested.stdout), (0, "True\n"), tested.stderr)
        played = danno("match", "mybot", "hold", "--deals", "10", "--json", "--answer-ms", "10000", cwd=self.folder)
        self.assertEqual(json.loads(played.stdout)["agents"][0]["faults"], {}, played.stdout)

    def test_thirty_lines(self):
        for language in SCAFFOLDS:
            lines = [line for line in read_code(language + "-better").splitlines() if line]
            self.assertLessEqual(len(lines), 30, language)

    def test_the_numbers_are_computed_as_the_page_says(self):
        result = subprocess.run([sys.executable, "-c", read_code("python-odds")], capture_output=True, text=True, check=True)
        self.assertIn("```\n%s```" % result.stdout, PAGE)
        enough = [int(word) for word in re.findall(r"enough at (\d+)", result.stdout)]
        for mark in (*(language + "-better" for language in SCAFFOLDS), "python-win"):
            self.assertIn(", ".join(map(str, [0, *enough])), read_code(mark))


if __name__ == "__main__":
    unittest.main()
