"""hold: keeps the most points and banks once the turn has come to a threshold.

Until it is in the game the entry is its threshold, near the end what is left to the target, in
the last turns whatever beats the others. It takes over an offer that is, after its chance of a
bust, worth half a threshold. The same as agents/hold in C++, move by move.
"""

import re
import sys

import danno

# The half points to stop at, by rule set.
DEFAULTS = {"true-greed": 6, "dollar": 600, "koans": 500, "tyghe": 1200, "official": 1000}


def parse_half_points(text):
    """7 for "3.5"; None where it is no such number."""
    number = re.fullmatch(r"([0-9]{1,6})(\.[05])?", text)
    return number and int(number[1]) * 2 + (number[2] == ".5")


class Hold:
    def __init__(self, at=None):
        self.at = at

    def __call__(self, question):
        if question.is_offer:
            return danno.accept() if self.takes(question) else danno.decline()
        options = range(question.options)
        counting = next((i for i in options if question.bank_counts(i)), None)
        if counting is not None and question.turn_points(counting) >= self.goal(question):
            return danno.bank(counting)
        rolling = next((i for i in options if question.may_roll(i)), None)
        return danno.bank(0) if rolling is None else danno.roll(rolling)

    def threshold(self, question):
        unit = question.game.unit
        halves = self.at
        if halves is None:
            # Rules of a file are not in the table: a twentieth of the target.
            twentieth = question.parameter("target") * 2 // unit // 20
            halves = DEFAULTS.get(question.game.rules, twentieth)
        return halves * unit // 2

    def goal(self, question):
        if question.last_turn:
            return question.best_other_total - question.total + 1
        over = question.parameter("over_target", 0)
        left = question.parameter("target") + over - question.total
        return min(self.threshold(question), left)

    def takes(self, question):
        """A die fails with about two chances in three, whatever else it might have made."""
        if not question.is_in:
            return False
        ask = question.ask
        everything, fail = 3**ask.offer_dice, 2**ask.offer_dice
        return ask.offer_points * (everything - fail) * 2 >= self.goal(question) * everything


def main(arguments):
    at = None
    if arguments:
        at = parse_half_points(arguments[1]) if len(arguments) == 2 and arguments[0] == "--at" else None
        if at is None:
            print("hold: expected --at N, points as shown, as in --at 350 or --at 3.5", file=sys.stderr)
            return 2
    danno.play(Hold(at), name="hold-py")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
