"""hold in C++ and hold-py in Python answer the same questions with the same bytes."""

import os
import subprocess
import sys
import unittest

from messages import ask, frame, game_start, rng_for

AGENTS = os.environ["DANNO_AGENTS"]
RULES = {  # unit, target, entry
    "true-greed": (2, 100, 7),
    "dollar": (1, 5000, 500),
    "tyghe": (1, 10000, 500),
    "official": (1, 10000, 600),
    "koans": (1, 3000, 300),
}


def questions(rng, rules):
    unit, target, entry = RULES[rules]
    seats = rng.randrange(2, 7)
    data = frame(game_start(rng, 0, rules, unit, target, entry, seats).SerializeToString())
    for seq in range(500):
        message = ask(rng, 0, seq, seats)
        if unit == 2:
            for values in (message.ask.totals, message.ask.points):
                values[:] = [value // 50 for value in values]
            message.ask.turn_points //= 50
            message.ask.offer_points //= 50
        data += frame(message.SerializeToString())
    return data


def answers(command, folder, data):
    result = subprocess.run(command, cwd=os.path.join(AGENTS, folder), input=data, capture_output=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


class SameMoves(unittest.TestCase):
    def test_hold_and_hold_py(self):
        rng = rng_for("same moves")
        for rules in RULES:
            for at in (), ("--at", "350"), ("--at", "3.5"), ("--at", "0"):
                for _ in range(3):
                    data = questions(rng, rules)
                    cpp = answers(["./hold", *at], "hold", data)
                    python = answers([sys.executable, "-B", "hold.py", *at], "hold-py", data)
                    self.assertEqual(cpp, python, (rules, at))
                    self.assertGreater(len(cpp), 500 * 5)

    def test_a_threshold_that_is_none_is_refused(self):
        for at in ("--at",), ("--at", "3.25"), ("--at", "-1"), ("--at", "x"), ("3",), ("--at", "1234567"):
            for command, folder in (["./hold"], "hold"), ([sys.executable, "-B", "hold.py"], "hold-py"):
                result = subprocess.run(
                    [*command, *at], cwd=os.path.join(AGENTS, folder), input=b"", capture_output=True
                )
                self.assertEqual(result.returncode, 2)
                self.assertIn(b"expected --at N", result.stderr)


if __name__ == "__main__":
    unittest.main()
