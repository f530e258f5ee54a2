"""`danno ask`: one position, put to an agent.

Run as: ask_test.py PATH/TO/danno [unittest arguments]
"""

import json
import unittest

from driver import InAFolder, danno

class Ask(InAFolder):
    def ask(self, agent, *arguments):
        return danno("ask", agent, *arguments, "--isolation", "none", cwd=self.folder)

    def asked(self, agent, *arguments):
        result = self.ask(agent, *arguments, "--json")
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return json.loads(result.stdout)

    def test_the_best_agent_answers_with_the_option_that_is_worth_most(self):
        for position in (("--dice", "11553"), ("--dice", "1155", "--turn", "100", "--totals", "1200,2800"),
                         ("--dice", "41", "--turn", "250", "--totals", "2500,2950")):
            reply = self.asked("optimal", *position)
            self.assertEqual(reply["played"], reply["options"][0]["played"], reply)
            chances = [option["chance"] for option in reply["options"]]
            self.assertEqual(chances, sorted(chances, reverse=True))
            self.assertIsNone(reply["fault"])

    def test_a_person_reads_the_answer_beside_what_each_option_is_worth(self):
        shown = self.ask("hold", "--dice", "11553").stdout
        self.assertRegex(shown, r"(?m)^hold: (roll|bank), after \d+\.\d ms$")
        self.assertRegex(shown, r"(?m)^option +wins +less than best$")
        self.assertRegex(shown, r"(?m)^(roll|bank) +\d+\.\d %.*<- hold$")

    def test_an_agent_in_any_rule_set_and_at_any_table(self):
        for rules, dice in (("official", "11341"), ("tyghe", "123451"), ("dollar", "$GRDDE"), ("true-greed", "111234")):
            reply = self.asked("odds", "--rules", rules, "--dice", dice, "--totals", "0,0,0")
            self.assertTrue(reply["played"].startswith("keep "), reply)
            self.assertEqual(reply["options"], [])

    def test_points_in_steps_of_a_hundred_millions(self):
        self.write("high.toml", '[rules]\nid = "high"\n[score]\n"a" = 100000000\n[game]\ntarget = 1000000000\n')
        self.assertTrue(self.asked("hold", "--rules", "./high.toml", "--dice", "123456")["played"].startswith("keep "))

    def test_the_last_turns_have_begun_if_another_has_reached_the_target(self):
        reply = self.asked("optimal", "--dice", "52346", "--totals", "2900,3300")
        self.assertEqual(reply["played"], "roll")  # less than what stands against it wins nothing
        self.assertEqual(reply["options"][-1]["chance"], 0)

    def test_a_fault_is_shown_with_what_the_agent_wrote(self):
        self.write("broken/agent.py", "import sys\nprint('no sense', file=sys.stderr)\nsys.exit(7)\n")
        self.write("broken/agent.toml", 'name = "broken"\nrun = ["python3", "agent.py"]\n')
        result = self.ask("./broken", "--dice", "11553")
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn("broken: never-ready: ", result.stdout)
        self.assertIn("no sense", result.stdout)
        self.assertEqual(self.asked("./broken", "--dice", "11553")["fault"], "never-ready")

    def test_a_position_that_asks_nothing_is_one_line(self):
        for arguments, said in (
            (("--dice", "22334"), "--dice 22334 is a bust"),
            (("--dice", "11x53"), "--dice '11x53'; expected 1 to 5 dice of the faces"),
            (("--dice", "11"), "--dice 11 without --turn; a turn begins with 5 dice"),
            (("--dice", "11", "--turn", "many"), "--turn 'many'; expected points of koans"),
            (("--dice", "11553", "--totals", "1200"), "--totals '1200'; expected 2 to 6 totals"),
            (("--dice", "11553", "--totals", "1200,"), "--totals ''; expected points"),
            (("--dice", "11553", "--totals", "3000,0"), "the game is over, since the target is 3000"),
            (("--dice", "115", "--turn", "300"), "no turn in koans has these points before a throw of 3 dice; nearest: 200,"),
            (("--dice", "1", "--turn", "50"), "no turn in koans has these points before a throw of 1 die; nearest:"),
            (("--dice", "11", "--turn", "125"), "--turn 125: impossible in koans; all points are multiples of 50"),
            (("--rules", "true-greed", "--dice", "444444"), "--dice 444444 wins at once"),
            ((), "--dice"),
        ):
            result = self.ask("hold", *arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stderr.count("\n"), 1, result.stderr)
            self.assertIn(said, result.stderr)


if __name__ == "__main__":
    unittest.main()
