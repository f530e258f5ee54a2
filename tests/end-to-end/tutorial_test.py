"""The agents of docs/write-an-agent.md that are said to beat hold do, in each language and by as much as the page says.

Run as: tutorial_test.py PATH/TO/danno SOURCE PATH/TO/THE/BUILT/C++/AGENT [unittest arguments]
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys

from driver import InAFolder, danno, unittest

SOURCE, BUILT = pathlib.Path(sys.argv.pop(1)), sys.argv.pop(1)
PAGE = (SOURCE / "docs/write-an-agent.md").read_text(encoding="utf-8")


def code_of(mark):
    return re.search(r"<!-- %s -->\n```\w+\n(.*?)```" % mark, PAGE, re.S).group(1)


class Tutorial(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)

    def agent(self, language):
        """Its folder, "mybot", as a reader would make it."""
        if language == "cpp":
            command, file, brought = ["./agent"], "agent.cpp", {"agent": BUILT}
        elif language == "js":
            command, file, brought = ["node", "agent.mjs"], "agent.mjs", {"danno.mjs": SOURCE / "sdk/js/danno.mjs"}
        else:
            command, file, brought = ["python3", "-B", "agent.py"], "agent.py", {"danno.py": SOURCE / "sdk/python/danno.py"}
        self.write("mybot/agent.toml", 'name = "mybot"\nrun = %s\n' % json.dumps(command))
        self.write("mybot/" + file, code_of(language + "-better"))
        for name, path in brought.items():
            shutil.copy(path, self.folder / "mybot" / name)

    def beats_hold(self, language):
        self.agent(language)
        typed = re.search(r"^danno (match mybot hold --deals .*)$", PAGE, re.M).group(1).split()
        result = danno(*typed, "-q", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        difference, error = map(int, re.search(r"^mybot +\+(\d+) ±(\d+) ", result.stdout, re.M).groups())
        self.assertGreater(difference, error)
        self.assertRegex(PAGE, r"(?m)^mybot +\+%d ±%d " % (difference, error))

    def test_python(self):
        self.beats_hold("python")

    def test_js(self):
        self.beats_hold("js")

    def test_cpp(self):
        self.beats_hold("cpp")

    def test_thirty_lines(self):
        for language in ("python", "js", "cpp"):
            lines = [line for line in code_of(language + "-better").splitlines() if line]
            self.assertLessEqual(len(lines), 30, language)

    def test_the_numbers_are_computed_as_the_page_says(self):
        result = subprocess.run([sys.executable, "-c", code_of("python-odds")], capture_output=True, text=True, check=True)
        self.assertIn("```\n%s```" % result.stdout, PAGE)
        enough = [int(word) for word in re.findall(r"enough at (\d+)", result.stdout)]
        for language in ("python", "js", "cpp"):
            self.assertIn(", ".join(map(str, [0, *enough])), code_of(language + "-better"))


if __name__ == "__main__":
    unittest.main()
