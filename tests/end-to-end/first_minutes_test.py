"""What a new user types: new, check, match; every scaffold passes unchanged and beats random.

Run as: first_minutes_test.py PATH/TO/danno [unittest arguments]
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from driver import danno


class FirstMinutes(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.unlock, scratch)
        self.folder = pathlib.Path(scratch.name)
        self.folder.chmod(0o755)
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))

    def unlock(self, scratch):
        """Built copies are read-only."""
        subprocess.run(["chmod", "-R", "u+w", scratch.name], check=True)
        scratch.cleanup()

    def danno(self, *arguments):
        return danno(*arguments, cwd=self.folder, env=self.environment, timeout=250)

    def scaffold_plays(self, language, *isolation, name="mybot"):
        made = self.danno("new", language, name)
        self.assertEqual(made.returncode, 0, made.stderr)
        # The commands after "next" are typed as they stand.
        commands = [line.removeprefix("next").split() for line in made.stdout.splitlines()[1:]]
        self.assertEqual([command[1:] for command in commands], [["check", name], ["match", name, "hold"]])
        checked = self.danno("check", name, *isolation, "--json", "--junit", "check.xml", "--grade", "grade")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        report = json.loads(checked.stdout)
        self.assertEqual(report["isolation"], isolation[-1] if isolation else "strict")
        self.assertEqual([line for line in report["lines"] if line["state"] == "fail"], [])
        self.assertGreater(len(report["lines"]), 12)
        random = report["strength"][0]
        self.assertEqual(random["opponent"], "random")
        self.assertGreater(random["elo_low"], 0)
        grade = json.loads((self.folder / "grade/results.json").read_text())
        self.assertEqual((grade["score"], {test["status"] for test in grade["tests"]}), (100, {"passed"}))
        self.assertIn('failures="0"', (self.folder / "check.xml").read_text())
        played = self.danno("match", name, "hold", *isolation, "--json", "-q")
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual(json.loads(played.stdout)["agents"][0]["faults"], {})

    def test_python(self):
        self.scaffold_plays("python")

    def test_js(self):
        self.scaffold_plays("js")

    def test_cpp(self):
        self.scaffold_plays("cpp")

    @unittest.skipUnless(os.path.exists("/usr/bin/go"), "no go")
    def test_go(self):
        self.scaffold_plays("go", name="danno")  # as a folder in it

    @unittest.skipUnless(shutil.which("javac"), "no javac")
    def test_java(self):
        self.scaffold_plays("java")

    @unittest.skipUnless(os.path.exists("/usr/bin/rustc"), "no rustc")
    def test_rust(self):
        self.scaffold_plays("rust", name="main.rs")  # as a file in it

    def test_after_an_edit_a_cpp_agent_compiles_nothing_but_itself(self):
        self.danno("new", "cpp", "mybot")
        mybot = self.folder / "mybot"
        compiled = []
        for _ in range(2):  # as it comes; and where the compiled messages are missing
            typed = subprocess.run(["sh", "-x", "build.sh"], cwd=mybot, capture_output=True, text=True, check=True)
            compiled.append(re.findall(r"(?m)^\+ g\+\+ .*?(\S+\.(?:cpp|cc)) ", typed.stderr))
            (mybot / "danno/agent.pb.o").unlink()
        self.assertEqual(compiled, [["main.cpp"], ["danno/agent.pb.cc", "main.cpp"]])

    def test_git_leaves_out_what_is_built(self):
        for language, built in (("cpp", "/main"), ("go", "/main"), ("java", "classes/"), ("js", "node_modules/"),
                                ("python", "__pycache__/"), ("rust", "/main")):
            self.danno("new", language, language + "/mybot")
            self.assertIn(built, (self.folder / language / "mybot/.gitignore").read_text().splitlines())

    def test_several_agents_are_tested_by_one_pytest(self):
        """Without pytest, by what it does: it imports both tests, each after the hook of its own folder."""
        for name in ("ada", "ben"):
            self.danno("new", "python", name)
        script = "import sys, unittest, importlib.util\nfor name in 'ada', 'ben':\n" \
                 "    sys.path.insert(0, name)\n" \
                 "    spec = importlib.util.spec_from_file_location('conftest', sys.path[0] + '/conftest.py')\n" \
                 "    hook = importlib.util.module_from_spec(spec); spec.loader.exec_module(hook)\n" \
                 "    hook.pytest_collectstart(None)\n" \
                 "    import test_agent\n" \
                 "    assert name in test_agent.__file__ and name in test_agent.decide.__code__.co_filename\n"
        ran = subprocess.run(["python3", "-B", "-c", script], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(ran.returncode, 0, ran.stderr)

    def test_the_languages_are_listed_with_what_they_need(self):
        listed = self.danno("new", "--list")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertEqual([line.split()[0] for line in listed.stdout.splitlines()],
                         ["cpp", "go", "java", "js", "python", "rust", "competition"])
        self.assertRegex(listed.stdout, r"(?m)^java .*default-jdk-headless$")

    def test_a_build_that_fails_is_told(self):
        self.danno("new", "cpp", "mybot")
        (self.folder / "mybot" / "agent.hpp").write_text("nonsense\n")
        checked = self.danno("check", "mybot")
        self.assertEqual(checked.returncode, 1, checked.stderr)
        self.assertRegex(checked.stdout, r"(?m)^ +build +agent.hpp:1:1: error: .nonsense")

    def test_what_is_there_stays(self):
        self.danno("new", "python", "mybot")
        (self.folder / "mybot" / "agent.py").write_text("mine\n")
        again = self.danno("new", "js", "mybot")
        self.assertEqual((again.returncode, again.stdout), (2, ""))
        self.assertIn("'mybot' already exists", again.stderr)
        self.assertEqual((self.folder / "mybot" / "agent.py").read_text(), "mine\n")

    def test_wrong_use_is_one_line(self):
        for arguments, told in ((["pyhton", "x"], "did you mean 'python'?"), (["js", "x", "--rules", "koan"], "'koans'"),
                                (["js", "a b"], "a blank"), (["cobol", "x"], "docs/protocol.md"), (["python"], "new --list")):
            result = self.danno("new", *arguments)
            self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
            self.assertIn(told, result.stderr)
            self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
