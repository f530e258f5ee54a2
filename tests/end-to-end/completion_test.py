"""The completion script, in bash.

Run as: completion_test.py PATH/TO/danno [unittest arguments]
"""

import os
import pathlib
import subprocess
import tempfile
import unittest

from driver import DANNO, danno

WITH_DANNO = {**os.environ, "PATH": "%s:%s" % (pathlib.Path(DANNO).parent, os.environ["PATH"])}


def offered(*words, cwd=None):
    """What bash would offer for the last of `words`."""
    quoted = " ".join("'%s'" % word for word in words)
    script = ('source <(danno completion bash); COMP_WORDS=(%s); COMP_CWORD=%d; _danno; '
              'printf "%%s\\n" "${COMPREPLY[@]}"' % (quoted, len(words) - 1))
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, cwd=cwd, env=WITH_DANNO)
    assert result.returncode == 0 and not result.stderr, result.stderr
    return result.stdout.split()


class Completion(unittest.TestCase):
    def test_verbs(self):
        self.assertEqual(offered("danno", "che"), ["check"])
        self.assertEqual(offered("danno", "league", "ru"), ["run"])

    def test_flags_are_those_of_the_verb(self):
        self.assertEqual(offered("danno", "match", "hold", "--dea"), ["--deals"])
        self.assertEqual(offered("danno", "keeps", "--dea"), [])

    def test_rule_sets_agents_and_levels(self):
        self.assertEqual(offered("danno", "match", "--rules", "ko"), ["koans"])
        self.assertEqual(offered("danno", "keeps", "off"), ["official"])
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(offered("danno", "match", "hold", "tim", cwd=empty), ["timid"])
            self.assertEqual(offered("danno", "play", "tim", cwd=empty), ["timid"])
        self.assertEqual(offered("danno", "match", "--isolation", ""), ["strict", "confined", "none"])
        self.assertEqual(offered("danno", "new", "p"), ["python"])

    def test_values_of_enumerated_options(self):
        self.assertEqual(offered("danno", "match", "--color", ""), ["auto", "always", "never"])

    def test_agents_are_bundled_names_and_folders_and_no_files(self):
        with tempfile.TemporaryDirectory() as scratch:
            (pathlib.Path(scratch) / "mybot").mkdir()
            (pathlib.Path(scratch) / "notes.txt").touch()
            words = offered("danno", "match", "", cwd=scratch)
            self.assertEqual(words[-1], "mybot")
            self.assertIn("hold", words)
            self.assertFalse([word for word in words if word.startswith("-") or word == "notes.txt"])

    def test_no_other_word_has_a_script(self):
        result = danno("completion", "bahs", timeout=60)
        self.assertEqual((result.returncode, result.stderr), (2, "error: no completion for 'bahs'; did you mean 'bash'?\n"))


if __name__ == "__main__":
    unittest.main()
