"""An agent for conversation_test.py: its answers tell what it was asked and has seen in the game."""

import sys

import danno


class Memory:
    def __init__(self, game):
        self.asked = 0
        self.heard = 0

    def seen(self, seen):
        self.heard += seen.turn_points

    def ended(self, end):
        print("ended %d after %d" % (end.game, self.asked), file=sys.stderr)


def decide(question, memory):
    print("noise on stdout")
    if sys.stdin.read():
        print("stdin was not taken away")
    if question.game.rules == "shown":
        print(question)
    if question.game.rules == "typo":
        question.parameter("Target")
    told = memory.asked * 7 + memory.heard
    if question.rules is not None:
        told += len(question.rules.text) + sum(p.points + len(p.dice) for p in question.rules.patterns)
        told += len(question.rules.traits["hot"])
    memory.asked += 1
    if question.is_offer:
        return danno.accept() if told % 2 == 0 else danno.decline()
    option = told % question.options
    return danno.roll(option) if question.may_roll(option) else danno.bank(option)


print("noise before play")
danno.parameter("limit", 0)
danno.play(decide, Memory, name="echo", version="1")
