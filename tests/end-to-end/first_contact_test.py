"""The edges where newcomers were lost: typed as they type, told what is wrong and what comes next.

Run as: first_contact_test.py PATH/TO/danno PATH/TO/sdk/python/danno.py [unittest arguments]
"""

import os
import pathlib
import shlex
import subprocess
import sys
import unittest

from driver import DANNO, InAFolder, danno, league_file

SDK = sys.argv.pop(1)
HOLD = """import danno

def decide(question):
    if question.is_offer:
        return danno.decline()
    return danno.bank(0) if question.bank_counts(0) else danno.roll(0)

danno.play(decide)
"""


class FirstContact(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)

    def danno(self, *arguments):
        return danno(*arguments, cwd=self.folder)

    def agent(self, folder, toml='name = "%s"\nrun = ["python3", "-B", "agent.py"]\n', code=HOLD):
        self.write(folder + "/danno.py", pathlib.Path(SDK).read_text(encoding="utf-8"))
        self.write(folder + "/agent.py", code)
        name = folder.rsplit("/", 1)[-1]
        self.write(folder + "/agent.toml", toml % name if "%s" in toml else toml)

    def refused(self, *arguments):
        result = self.danno(*arguments)
        self.assertEqual(result.returncode, 2, result.stdout)
        return result.stderr

    def test_what_is_not_there_is_wrong_use(self):
        for arguments in (("check", "nothere"), ("match", "nothere", "hold"), ("repeat", "nothere", "hold")):
            self.assertIn("nothere", self.refused(*arguments))
        self.assertEqual(self.refused("check", "hodl"),
                         "error: no program, folder or bundled agent 'hodl'; did you mean 'hold'?\n")
        self.assertEqual(self.refused("match", "hold", "./gone"), "error: no program, folder or bundled agent './gone'; "
                         "bundled: hold, hold-py, odds, optimal, random, timid\n")

    def test_all_that_is_wrong_with_a_manifest_is_told_at_once(self):
        self.agent("bot", 'nam = "bot"\nrun = "python3 agent.py"\n')
        self.assertEqual(self.refused("check", "bot"),
                         "error: agent 'bot': agent.toml: no 'name'; expected name = \"…\"\n"
                         "error: agent 'bot': agent.toml:1:1: unknown key 'nam'; did you mean 'name'?\n"
                         '  1 | nam = "bot"\n    | ^\n'
                         "error: agent 'bot': agent.toml:2:7: 'run' is a string; expected a list of one or more strings\n"
                         '  2 | run = "python3 agent.py"\n    |       ^\n')

    def test_paths_with_blanks_play_and_are_quoted(self):
        self.agent("Jane Doe_123_file")
        checked = self.danno("check", "Jane Doe_123_file", "--rules", "koans")
        self.assertEqual(checked.returncode, 0, checked.stdout)
        following = [line for line in checked.stdout.splitlines() if line.startswith("next")][0]
        words = shlex.split(following)[2:]
        self.assertEqual(words, ["match", "Jane Doe_123_file", "hold", "--rules", "koans"])
        self.assertEqual(self.danno(*words, "--deals", "2").returncode, 0)
        self.assertEqual(self.danno("match", "jane=Jane Doe_123_file", "hold", "--deals", "2").returncode, 0)
        self.assertEqual(self.danno("league", "add", "Jane Doe_123_file", "--to", "our bots").returncode, 0)
        self.write("spring league.toml", '[league]\nname = "spring"\nrules = ["koans"]\ndeals = 2\n'
                   'agents = "our bots/*"\n[[agent]]\npath = "hold"\n')
        self.assertEqual(self.danno("league", "run", "spring league.toml").returncode, 0)

    def test_two_agents_of_one_name_are_told_apart_by_their_folder(self):
        for folder in ("old/bot", "new/bot"):
            self.agent(folder)
        played = self.danno("match", "old/bot", "new/bot", "--deals", "2", "--isolation", "none")
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn("old/bot", played.stdout)
        self.assertIn("new/bot", played.stdout)

    def test_what_an_agent_prints_is_kept_and_named(self):
        self.agent("bot", code=HOLD.replace("decide(question):", "decide(question):\n    print('total', question.total)"))
        played = self.danno("match", "bot", "hold", "--deals", "40")
        self.assertEqual(played.returncode, 0, played.stderr)
        named = [line.split()[1] for line in played.stdout.splitlines() if line.startswith("printed")]
        self.assertEqual(named, ["out/match/koans/bot/hold/stderr/bot.txt"])
        log = (self.folder / named[0]).read_text()
        self.assertRegex(log, r"^(total \d+\n)+$")
        self.assertGreater(len(log), 64 * 100)
        self.assertLessEqual(len(log), 64 * 1024)
        for code, files in ((HOLD, []), (HOLD.replace("decide(question):", "decide(question):\n    print(question.nothing)"), ["bot.txt"])):
            self.agent("bot", code=code)  # one that is silent, and one whose faults end the match
            self.danno("match", "bot", "hold", "--deals", "2", "--stderr", "said", "--json")
            self.assertEqual(sorted(os.listdir(self.folder / "said")) if (self.folder / "said").exists() else [], files)
        self.assertIn("AttributeError", (self.folder / "said/bot.txt").read_text())

    def test_check_shows_what_an_agent_prints_on_request(self):
        self.agent("bot", code=HOLD.replace("decide(question):", "decide(question):\n    print('thinking')"))
        check = ("check", "bot", "--rules", "koans", "--answer-ms", "10000")
        self.assertIn("answers; -v shows the last lines\n", self.danno(*check).stdout)
        self.assertIn("\n      thinking\n", self.danno(*check, "-v").stdout)

    def test_nobody_reads_on_and_nobody_complains(self):
        for arguments in (["rules", "official"], ["match", "hold", "timid", "--deals", "5", "--isolation", "none", "-q"]):
            reader, writer = os.pipe()
            os.close(reader)
            result = subprocess.run([DANNO, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=280,
                                    cwd=self.folder)
            os.close(writer)
            self.assertEqual(result.stderr, "")
            self.assertIn(result.returncode, (141, -13))

    def test_streams_that_are_full_or_closed_keep_the_exit_code(self):
        for stream in ("2>/dev/full", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
            with self.subTest(stream=stream):
                result = subprocess.run(["sh", "-c", f'exec "$@" {stream}', "sh", DANNO, "rules", "nonsense"])
                self.assertEqual(result.returncode, 2)
        for stream in (">/dev/full", ">&-"):
            for words in (["rules"], ["completion", "bash"], ["--version"], ["--help"]):
                with self.subTest(words=words, stream=stream):
                    result = subprocess.run(["sh", "-c", f'exec "$@" {stream}', "sh", DANNO, *words],
                                            capture_output=True, text=True)
                    self.assertEqual(result.returncode, 3)
                    self.assertRegex(result.stderr, r"\Aerror: stdout cannot be written: .+\n\Z")

    def test_a_table_stands_whole_in_a_log_of_both_streams(self):
        names = ["agent-%02d-%s" % (number, "x" * 40) for number in range(30)]
        agents = "".join(f'[[agent]]\nname = "{name}"\npath = "hold"\n' for name in names)
        self.write("league.toml", league_file('rules = ["koans"]\ndeals = 1\nseed = "x"') + agents)
        with open(self.folder / "log", "wb") as log:
            subprocess.run([DANNO, "league", "run", "league.toml"], stdout=log, stderr=log, cwd=self.folder, timeout=280)
        before, after = (self.folder / "log").read_text().split("tables in out/league")
        self.assertEqual([name for name in names if name not in before], [])
        self.assertNotIn("agent-", after)

    def test_names_and_logs_give_no_orders_to_a_ci(self):
        code = HOLD.replace("decide(question):", "decide(question):\n    raise Exception('##[error]evil')")
        self.agent("bot", 'name = "::error::evil"\nrun = ["python3", "-B", "agent.py"]\n', code)
        for arguments in (("match", "bot", "hold", "--deals", "2"), ("gate", "bot", "--against", "hold", "--max-deals", "10"),
                          ("check", "bot", "--rules", "koans")):
            result = self.danno(*arguments, "--isolation", "none")
            shown = result.stdout + result.stderr
            self.assertIn("x23#[error]evil", shown)
            self.assertNotIn("##[", shown)
            self.assertNotRegex(shown, r"(?m)^\s*::")


if __name__ == "__main__":
    unittest.main()
