"""Tests do not see what their user has: every one runs in hermetic.sh, and that keeps its word.

Run as: hermetic_test.py PATH/TO/danno PATH/TO/hermetic.sh PATH/TO/ctest BUILD [unittest arguments]
"""

import json
import os
import subprocess
import sys
import unittest

from driver import DANNO, InAFolder

HERMETIC, CTEST, BUILD = (sys.argv.pop(1) for _ in range(3))


class Hermetic(InAFolder):
    def poisoned(self, *command):
        """Runs it where the user has a cache full of wrong values and no place for temporary files."""
        for rules in ("koans", "dollar", "tyghe", "official", "true-greed"):
            for seats in range(2, 7):
                self.write("home/.cache/danno/%s-%d.values" % (rules, seats), "poison")
        home = str(self.folder / "home")
        environment = dict(os.environ, HOME=home, XDG_CACHE_HOME=home + "/.cache", TMPDIR="/nowhere")
        return subprocess.run([HERMETIC, *command], env=environment, capture_output=True, text=True, timeout=280)

    def test_every_test_runs_in_it(self):
        listed = subprocess.run([CTEST, "--test-dir", BUILD, "--show-only=json-v1"], capture_output=True, text=True)
        tests = json.loads(listed.stdout)["tests"]
        built = [test for test in tests if "command" in test]  # the others are not built yet
        self.assertGreater(len(built), 20)
        for test in built:
            self.assertIn(HERMETIC, test["command"], test["name"])

    def test_home_cache_and_temporary_folder_are_its_own_and_gone_with_it(self):
        shown = self.poisoned(sys.executable, "-c", "import os, pathlib, tempfile\n"
                              "home = pathlib.Path.home()\n"
                              "(home / 'left').mkdir(mode=0)\n"
                              "print(home, tempfile.gettempdir(), os.environ.get('XDG_CACHE_HOME'))")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        home, temporary, cache = shown.stdout.split()
        self.assertEqual((os.path.dirname(home), cache), (os.path.dirname(temporary), "None"))
        self.assertFalse(os.path.exists(os.path.dirname(home)))

    def test_a_poisoned_home_changes_nothing(self):
        arguments = ("match", "optimal", "hold", "--deals", "2", "--seed", "s", "--isolation", "none", "--json")
        games = []
        for run in (self.poisoned(DANNO, *arguments),
                    subprocess.run([HERMETIC, DANNO, *arguments], capture_output=True, text=True, timeout=280)):
            self.assertEqual(run.returncode, 0, run.stderr)
            games.append([(agent["name"], agent["places"], agent["faults"]) for agent in json.loads(run.stdout)["agents"]])
        self.assertEqual(games[0], games[1])
        files = [path.name for path in (self.folder / "home").rglob("*") if path.is_file()]
        self.assertEqual(len(files), 25, "a test wrote into its user's home")

    def test_what_the_test_says_is_what_is_told(self):
        self.assertEqual(self.poisoned("sh", "-c", "exit 77").returncode, 77)
        self.assertNotEqual(self.poisoned("sh", "-c", "kill -9 $$").returncode, 0)


if __name__ == "__main__":
    unittest.main()
