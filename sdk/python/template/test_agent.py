"""Your agent on a few positions. Run: python3 test_agent.py"""

import unittest
from typing import List

import danno
from agent import decide

ROLL, BANK = 1, 2  # in `may`, an entry an option; 3 is both


def question(
    points: List[int], next_dice: List[int], may: List[int], turn_points: int = 0
) -> danno.Question:
    game, ask, target = danno.GameStart(), danno.Ask(), danno.Parameter()
    game.seats = 2
    target.name, target.value = "target", 3000
    game.parameters = [target]
    ask.totals, ask.in_game = [400, 900], 0b11
    ask.keep, ask.points, ask.next_dice, ask.may = [1] * len(points), points, next_dice, may
    ask.turn_points = turn_points
    return danno.Question(game, ask)


class Decide(unittest.TestCase):
    def test_rolls_on_with_many_dice(self) -> None:
        self.assertEqual(decide(question([100, 50], [4, 4], [ROLL | BANK] * 2)), danno.roll(0))

    def test_banks_with_few_dice(self) -> None:
        self.assertEqual(decide(question([200], [2], [ROLL | BANK], 300)), danno.bank(0))

    def test_chooses_only_what_is_legal(self) -> None:
        self.assertEqual(decide(question([1000, 500], [0, 2], [BANK, ROLL])), danno.bank(0))
        self.assertEqual(decide(question([1000], [6], [ROLL])), danno.roll(0))

    def test_declines_an_offer(self) -> None:
        offered = question([], [], [])
        offered.ask.offer_points, offered.ask.offer_dice = 350, 3
        self.assertEqual(decide(offered), danno.decline())


if __name__ == "__main__":
    unittest.main()
