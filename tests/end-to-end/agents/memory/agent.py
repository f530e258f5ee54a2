"""Tries to know its coming dice: it remembers how every game of its process began and exits with
code 9 when one begins like another. Otherwise it plays as `timid` does."""

import sys

import danno

seen = set()


class Game:
    def __init__(self, start):
        self.dice = []


def decide(question, game):
    game.dice.append(tuple(question.ask.dice))
    if len(game.dice) == 8:
        beginning = tuple(game.dice)
        if beginning in seen:
            print("these dice were there before", file=sys.stderr)
            sys.exit(9)
        seen.add(beginning)
    if question.is_offer:
        return danno.decline()
    return danno.bank(0) if question.may_bank(0) else danno.roll(0)


danno.play(decide, state=Game)
