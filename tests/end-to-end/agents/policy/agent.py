"""One policy in three languages (same_moves_test.py): every move hangs on the seed, on what was seen, on all that is asked."""

import danno


class Memory:
    def __init__(self, game):
        self.luck = game.seed % 65537
        self.heard = 0

    def seen(self, seen):
        self.heard += seen.seat + 3 * seen.event + sum(seen.dice) + seen.kept % 1000 + seen.turn_points + (seen.total & 65535)


def decide(question, memory):
    ask = question.ask
    memory.luck = (75 * memory.luck + 74) % 65537
    told = memory.luck + memory.heard + question.total + 3 * question.best_other_total + question.parameter("target")
    told += sum(ask.dice) + 5 * question.last_turn + 7 * question.is_in + ask.inherited + ask.offer_points + ask.offer_dice
    if question.is_offer:
        return danno.accept() if told % 3 == 0 else danno.decline()
    option = told % question.options
    told += question.turn_points(option) + ask.next_dice[option]
    if question.bank_counts(option) and told % 3 == 0:
        return danno.bank(option)
    return danno.roll(option) if question.may_roll(option) else danno.bank(option)


danno.play(decide, Memory)
