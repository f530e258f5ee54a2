"""A knock-out told again from its deals alone: who meets whom, who goes on, who stands where.

Entrants are in lists that shrink from stage to stage; None is nobody. Written apart from danno, for tests.
"""

MOST_SUDDEN_DEATHS = 100
COPIES = 20


class Event:
    """`deals` by pair of names, sorted: the half points of both, and whether they played alike, in the order
    in which they were played."""

    def __init__(self, seeding, deals_of_a_duel, deals):
        self.seeding = seeding
        self.each = deals_of_a_duel
        self.deals = {pair: list(points) for pair, points in deals.items()}
        self.out = []  # lists of those who were out at the same time
        self.duels = 0

    def duel(self, one, other):
        """The winner and the loser; takes their deals."""
        if one is None or other is None:
            return (other if one is None else one), None
        self.duels += 1
        pair = tuple(sorted((one, other)))
        stock = self.deals.get(pair, [])
        points = {one: 0, other: 0}
        alike = True
        for number in range(self.each + MOST_SUDDEN_DEATHS):
            copies = alike and number >= COPIES
            if number >= self.each and (points[one] != points[other] or points[one] == 0 or copies):
                break
            deal = stock.pop(0)
            for name, earned in zip(pair, deal):
                points[name] += earned
            alike = alike and deal[2]
        better = min(one, other, key=self.seeding.index)
        worse = other if better == one else one
        return (better, worse) if points[better] >= points[worse] else (worse, better)

    def stage(self, sides):
        """Two by two: winners and losers."""
        pairs = [self.duel(sides[i], sides[i + 1]) for i in range(0, len(sides), 2)]
        return [winner for winner, _ in pairs], [loser for _, loser in pairs]

    def leave(self, losers):
        self.out.append([loser for loser in losers if loser is not None])

    def in_order(self):
        """The bracket from its top: where k are left, the i-th best has met the (k + 1 - i)-th before."""
        order = [0]
        while len(order) < len(self.seeding):
            order = [seed for best in order for seed in (best, 2 * len(order) - 1 - best)]
        return [self.seeding[seed] if seed < len(self.seeding) else None for seed in order]

    def single(self, third_place):
        sides = self.in_order()
        while len(sides) > 1:
            semi_finals = len(sides) == 4
            sides, losers = self.stage(sides)
            if semi_finals and third_place:
                third = losers
                continue
            if len(sides) == 1 and third_place and len(self.seeding) > 2:
                winner, loser = self.duel(*third)
                self.leave([loser])
                self.leave([winner])
            self.leave(losers)
        return sides[0]

    def places(self, third_place=False):
        """By name; equal ones share. All deals must have been taken."""
        winner = self.single(third_place)
        places, above = {winner: 1}, 1
        for group in reversed(self.out):
            places.update((name, above + 1) for name in group)
            above += len(group)
        assert not any(self.deals.values()), "deals of duels that are not due"
        return places
