"""Matches of the real program: other runtimes, no blame under overload, no dice seen twice.

Run as: match_test.py PATH/TO/danno FOLDER/OF/TEST/AGENTS [unittest arguments]
"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

DANNO = ""
AGENTS = pathlib.Path()
RULES = ("true-greed", "dollar", "tyghe", "official", "koans")


def match(*arguments):
    result = subprocess.run([DANNO, "match", *arguments, "--isolation", "none", "--json", "-q"],
                            capture_output=True, text=True, timeout=280)
    if result.returncode != 0:
        raise AssertionError(result.stderr)
    return json.loads(result.stdout)


class Match(unittest.TestCase):
    def assertNoFaults(self, played):
        for agent in played["agents"]:
            self.assertEqual(agent["faults"], {}, agent["name"])

    def test_an_agent_on_the_official_runtime_plays_every_rule_set(self):
        for rules in RULES:
            played = match(str(AGENTS / "official"), "timid", "hold", "--rules", rules, "--deals", "3",
                           "--answer-ms", "10000")
            self.assertEqual(played["games"], 9)
            self.assertNoFaults(played)

    def test_no_process_sees_a_deal_twice(self):
        for seats in (2, 3):
            others = ["timid"] * (seats - 1)
            played = match(str(AGENTS / "memory"), *others, "--deals", "60", "--answer-ms", "10000", "--seed", "m")
            self.assertNoFaults(played)

    def test_the_same_policy_in_two_languages_shares_every_mirrored_deal(self):
        for rules in RULES:
            played = match("hold", "hold-py", "--rules", rules, "--deals", "10", "--answer-ms", "10000")
            self.assertNoFaults(played)
            self.assertEqual([agent["score"] for agent in played["agents"]], [0.5, 0.5], rules)

    def test_nobody_is_blamed_under_overload(self):
        for clocks in ("1", "16"):
            played = match("hold", "timid", "--deals", "250", "--shards", "16", "--in-flight", clocks,
                           "--answer-ms", "5")
            self.assertEqual(played["games"], 500)
            self.assertNoFaults(played)

    def test_a_fault_is_repeated_from_its_report(self):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            agent = folder / "bad"
            agent.mkdir()
            agent.chmod(0o755)
            folder.chmod(0o755)
            sdk = (AGENTS / "memory" / "danno.py").read_text()
            (agent / "danno.py").write_text(sdk)
            (agent / "bad.py").write_text(
                "import danno\n\n\ndef decide(question):\n"
                "    if question.ask.turn_points >= 300:\n"
                "        raise ValueError('three hundred')\n"
                "    return danno.roll(0)\n\n\ndanno.play(decide)\n")
            (agent / "agent.toml").write_text('name = "bad"\nrun = ["python3", "bad.py"]\n')
            played = match(str(agent), "timid", "--deals", "4", "--reports", str(folder / "reports"),
                           "--answer-ms", "10000")
            self.assertEqual(list(played["agents"][0]["faults"]), ["exit"])
            report = sorted((folder / "reports" / "bad").iterdir())[0]
            again = subprocess.run([DANNO, "repeat", str(report), str(agent), "--isolation", "none", "--json"],
                                   capture_output=True, text=True, timeout=60)
            self.assertEqual(again.returncode, 1, again.stderr)
            result = json.loads(again.stdout)
            self.assertEqual((result["reported"], result["fault"], result["same"]), ("exit", "exit", True))
            self.assertIn("ValueError: three hundred", result["stderr"])


if __name__ == "__main__":
    DANNO, AGENTS = sys.argv[1], pathlib.Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
