"""The completion scripts, in bash, and in zsh and fish if they are installed.

Run as: completion_test.py PATH/TO/danno [unittest arguments]
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from driver import DANNO, danno

LEAGUE = """
[league]
name = "spring"
rules = ["koans"]
deals = 2
seed = "completion"
[limits]
isolation = "none"
[[agent]]
path = "hold"
[[agent]]
path = "timid"
[[agent]]
name = "$(touch owned)"
run = ["random"]
"""


WITH_DANNO = {**os.environ, "PATH": "%s:%s" % (pathlib.Path(DANNO).parent, os.environ["PATH"])}


def offered(*words, cwd=None):
    """What bash would offer for the last of `words`."""
    quoted = " ".join("'%s'" % word for word in words)
    script = ('source <(danno completion bash); COMP_WORDS=(%s); COMP_CWORD=%d; _danno; '
              'printf "%%s\\n" "${COMPREPLY[@]}"' % (quoted, len(words) - 1))
    result = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, cwd=cwd, env=WITH_DANNO)
    assert result.returncode == 0 and not result.stderr, result.stderr
    return result.stdout.split()


def in_fish(line, cwd):
    """What fish would offer at the end of the line, by word."""
    script = 'danno completion fish | source; complete -C "%s"' % line
    result = subprocess.run(["fish", "--no-config", "-c", script], capture_output=True, text=True, timeout=60, cwd=cwd,
                            env=WITH_DANNO)
    assert result.returncode == 0, result.stderr
    return dict((line.split("\t") + [""])[:2] for line in result.stdout.splitlines())


def in_zsh(*words, cwd):
    """What zsh's own functions would be given for the last of `words`."""
    stubs = ("_describe() { print -l -- ${(P)@[-1]}; }; _files() { :; }; compdef() { :; }; "
             "compadd() { shift 3; print -l -- $@; }")
    script = "%s; source <(danno completion zsh); words=(%s); CURRENT=%d; _danno" % (
        stubs, " ".join("'%s'" % word for word in words), len(words))
    result = subprocess.run(["zsh", "-f", "-c", script], capture_output=True, text=True, timeout=60, cwd=cwd,
                            env=WITH_DANNO)
    assert result.returncode == 0 and not result.stderr, result.stderr
    return dict((line.split(":", 1) + [""])[:2] for line in result.stdout.splitlines())


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

    def test_games_and_agents_of_the_league(self):
        with tempfile.TemporaryDirectory() as scratch:
            (pathlib.Path(scratch) / "league.toml").write_text(LEAGUE)
            self.assertEqual(danno("league", "run", "-q", cwd=scratch).returncode, 0)
            for typed, expected in (("", ["koans/"]), ("koans/", ["koans/hold,timid/"]),
                                    ("koans/hold,timid/", ["koans/hold,timid/0/", "koans/hold,timid/1/"]),
                                    ("koans/hold,timid/1/", ["koans/hold,timid/1/0", "koans/hold,timid/1/1"])):
                self.assertEqual(offered("danno", "replay", typed, cwd=scratch), expected)
            self.assertEqual(offered("danno", "explain", "ti", cwd=scratch), ["timid"])
            self.assertEqual(offered("danno", "league", "report", "", cwd=scratch), ["hold", "timid"])
            self.assertFalse((pathlib.Path(scratch) / "owned").exists())
            if shutil.which("fish"):
                self.assertIn("koans/hold,timid/", in_fish("danno replay koans/", scratch))
            if shutil.which("zsh"):
                self.assertIn("koans/hold,timid/", in_zsh("danno", "replay", "koans/", cwd=scratch))

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish_tells_what_words_mean(self):
        with tempfile.TemporaryDirectory() as scratch:
            self.assertEqual(in_fish("danno league ru", scratch), {"run": "play what is missing, then the tables"})
            self.assertEqual(in_fish("danno match hold tim", scratch), {"timid": "bundled agent"})
            self.assertEqual(in_fish("danno match --isol", scratch).keys(), {"--isolation"})
            self.assertTrue(in_fish("danno match --isol", scratch)["--isolation"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh_tells_what_words_mean(self):
        with tempfile.TemporaryDirectory() as scratch:
            self.assertEqual(in_zsh("danno", "league", "ru", cwd=scratch)["run"], "play what is missing, then the tables")
            self.assertEqual(in_zsh("danno", "match", "ho", cwd=scratch)["hold"], "bundled agent")
            self.assertTrue(in_zsh("danno", "match", "--d", cwd=scratch)["--deals"])
            self.assertTrue(in_zsh("danno", "replay", "--h", cwd=scratch)["--html"])

    def test_every_shell_has_a_script_and_no_other_word_has(self):
        for shell in ("bash", "zsh", "fish"):
            result = danno("completion", shell, timeout=60)
            self.assertEqual(result.returncode, 0)
            self.assertIn("true-greed", result.stdout)
        result = danno("completion", "bahs", timeout=60)
        self.assertEqual((result.returncode, result.stderr), (2, "error: no completion for 'bahs'; did you mean 'bash'?\n"))


if __name__ == "__main__":
    unittest.main()
