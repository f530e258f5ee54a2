"""One policy written with each SDK plays the same games, event by event, against the same opponents under one seed.

Run as: same_moves_test.py PATH/TO/danno PATH/TO/agents/policy [unittest arguments]
"""

import json
import os
import sys

from driver import InAFolder, danno, league_file, rule_sets, unittest

POLICY = os.path.abspath(sys.argv.pop(1))
COMMANDS = {
    "cpp": [POLICY + "/agent"],
    "python": ["python3", "-B", POLICY + "/agent.py"],
    "js": ["node", POLICY + "/agent.mjs"],
    "java": ["java", "-XX:+UseSerialGC", "-cp", POLICY + "/classes", "Policy"],
    "go": [POLICY + "/policy-go"],
    "rust": [POLICY + "/policy-rs"],
}
BUILT = {"java": "classes/Policy.class", "go": "policy-go", "rust": "policy-rs"}  # where there is a compiler
LEAGUE = league_file("""
name = "same"
rules = %s
seats = 3
deals = 20
seed = "same moves"
""", agents=("hold", "random")) + """[[agent]]
name = "policy"
run = %s
"""


RULES = [*rule_sets(), "./below.toml"]


class SameMoves(InAFolder):
    def games(self, language):
        # The rules of a file let totals fall below 0.
        below = danno("rules", "dollar", "--toml").stdout.replace('id = "dollar"', 'id = "below"')
        below = below.replace("in_a_row = 0, penalty = 0, below_zero = false", "in_a_row = 1, penalty = 500, below_zero = true")
        self.write("below.toml", below)
        self.write("league.toml", LEAGUE % (json.dumps(RULES), json.dumps(COMMANDS[language])))
        for arguments in ("run", "league.toml", "--out", language), ("export", language, "--all", "--json"):
            result = danno("league", *arguments, "-q", cwd=self.folder)
            self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.splitlines()

    def test_game_by_game_under_every_rule_set(self):
        python = self.games("python")
        self.assertEqual(len(python), len(RULES) * 20 * 3)
        games = [json.loads(game) for game in python]
        self.assertEqual({fault["player"] for game in games for fault in game["faults"]}, set())
        # The policy is worth the name: it rolls on, banks, takes offers and declines them.
        moves = {event.split()[-1] for game in games for event in game["events"] if event.startswith("policy ")}
        self.assertLessEqual({"roll", "bank", "accept", "decline"}, moves)
        for language in COMMANDS:
            if not os.path.exists(os.path.join(POLICY, BUILT.get(language, ""))):
                continue
            others = self.games(language)
            self.assertEqual(len(others), len(python))
            for mine, theirs in zip(python, others):
                self.assertEqual(mine, theirs, language)


if __name__ == "__main__":
    unittest.main()
