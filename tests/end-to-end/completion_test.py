"""The completion script, in bash.

Run as: completion_test.py PATH/TO/danno [unittest arguments]
"""

import subprocess
import unittest

from driver import DANNO, danno


def offered(*words):
    """What bash would offer for the last of `words`."""
    quoted = " ".join("'%s'" % word for word in words)
    script = ('source <("$0" completion bash); COMP_WORDS=(%s); COMP_CWORD=%d; _danno; '
              'printf "%%s\\n" "${COMPREPLY[@]}"' % (quoted, len(words) - 1))
    result = subprocess.run(["bash", "-c", script, DANNO], capture_output=True, text=True, timeout=60)
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
        self.assertEqual(offered("danno", "match", "hold", "tim"), ["timid"])
        self.assertEqual(offered("danno", "match", "--isolation", ""), ["strict", "confined", "none"])
        self.assertEqual(offered("danno", "new", "p"), ["python"])
        self.assertEqual(offered("danno", "play", "tim"), ["timid"])

    def test_values_of_enumerated_options(self):
        self.assertEqual(offered("danno", "match", "--color", ""), ["auto", "always", "never"])

    def test_every_shell_has_a_script_and_no_other_word_has(self):
        for shell in ("bash", "zsh", "fish"):
            result = danno("completion", shell, timeout=60)
            self.assertEqual(result.returncode, 0)
            self.assertIn("true-greed", result.stdout)
        result = danno("completion", "bahs", timeout=60)
        self.assertEqual((result.returncode, result.stderr), (2, "error: no completion for 'bahs'; did you mean 'bash'?\n"))


if __name__ == "__main__":
    unittest.main()
