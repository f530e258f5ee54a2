from collections import Counter
from functools import lru_cache
from itertools import product

import danno

TARGET, ENTRY = 3000, 300
ENOUGH = [0, 200, 200, 350, 950, 2800]  # points to stop at, by the dice left


def throw(dice):
    """Points of a roll, and how many dice are left."""
    points, left = 0, 0
    for face in set(dice):
        count = dice.count(face)
        if count >= 3:
            points, count = points + (1000 if face == 1 else 100 * face), count - 3
        if face in (1, 5):
            points += count * (100 if face == 1 else 50)
        else:
            left += count
    return points, left or 5


ROLLS = [Counter(throw(roll) for roll in product(range(1, 7), repeat=dice)) for dice in range(6)]


@lru_cache(None)
def turn(points, dice, least):
    """What a turn by ENOUGH brings, from here: its points with their chances; 0 is a bust."""
    if points >= max(ENOUGH[dice], least):
        return {points: 1}
    chances = Counter()
    for (more, left), times in ROLLS[dice].items():
        for result, chance in turn(points + more, left, least).items() if more else [(0, 1)]:
            chances[result] += chance * times / 6**dice
    return chances


@lru_cache(None)
def reach(points, dice):
    """The chance to make so many points in one turn."""
    if points <= 0:
        return 1
    return sum(times * reach(points - more, left) for (more, left), times in ROLLS[dice].items() if more) / 6**dice


@lru_cache(None)
def scored(mine, theirs):
    """The chance to win by a turn that is no bust, and the chance of a bust."""
    chances = turn(0, 5, 0 if mine else ENTRY)
    return sum(chances[points] * stop(mine + points, theirs) for points in chances if points), chances[0]


@lru_cache(None)
def begin(mine, theirs):
    """The chance to win for the one whose turn begins, if both play by ENOUGH."""
    if theirs >= TARGET:
        return reach(theirs - mine + 1, 5)
    (win, bust), (their_win, their_bust) = scored(mine, theirs), scored(theirs, mine)
    return (win + bust * (1 - their_win - their_bust)) / (1 - bust * their_bust)  # after two busts all is as before


def stop(mine, theirs):
    """The chance to win for the one whose turn ends."""
    if theirs >= TARGET:
        return (mine > theirs) + (mine == theirs) / 2
    return 1 - begin(theirs, mine)


@lru_cache(None)
def rolled(points, dice, mine, theirs):
    """The chance to win if these dice are rolled."""
    return sum(times * (best(points + more, left, mine, theirs) if more else stop(mine, theirs))
               for (more, left), times in ROLLS[dice].items()) / 6**dice


def best(points, dice, mine, theirs):
    """The chance to win with these points in the turn, and these dice left."""
    stopped = stop(mine + points if mine or points >= ENTRY else mine, theirs)
    if mine + points > max(TARGET + 1000, theirs):  # more is of no use; between, it makes their last turn harder
        return stopped
    return max(stopped, rolled(points, dice, mine, theirs))


def decide(question: danno.Question) -> danno.Decision:
    if question.is_offer:
        return danno.decline()
    if not question.may_roll(0):
        return danno.bank(0)
    points, mine, theirs = question.turn_points(0), question.total, question.best_other_total
    if question.bank_counts(0) and stop(mine + points, theirs) >= best(points, question.ask.next_dice[0], mine, theirs):
        return danno.bank(0)
    return danno.roll(0)


if __name__ == "__main__":
    begin(0, 0)  # computes the estimates before the first question
    danno.play(decide)
