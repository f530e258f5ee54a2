"""A Swiss event told again from its deals: which pairings a round may have, and how everybody stands.

Pairings are found by trying all, standings by the definitions. Written apart from danno, for tests.
"""

from fractions import Fraction


class Event:
    """`deals` by pair of names, sorted: the half points of both, in the order in which they were played."""

    def __init__(self, seeding, deals_of_an_encounter, deals, late=None, withdrawn=None, authors=None):
        self.seeding = seeding
        self.each = deals_of_an_encounter
        self.deals = {pair: list(points) for pair, points in deals.items()}
        self.late = late or {}
        self.withdrawn = withdrawn or {}
        self.authors = authors or {name: name for name in seeding}
        self.history = {name: [] for name in seeding}  # a round: (opponent or None, points)

    def points(self, name):
        return sum((points for _, points in self.history[name]), Fraction(0))

    def byes(self, name):
        return sum(opponent is None and points == 1 for opponent, points in self.history[name])

    def met(self, one, other):
        return sum(opponent == other for opponent, _ in self.history[one])

    def order(self, round_):
        there = [name for name in self.seeding
                 if self.late.get(name, 1) <= round_ < self.withdrawn.get(name, 10**9)]
        return sorted(there, key=self.points, reverse=True)

    def all_pairings(self, names):
        """Each as a list of pairs; who is left over is paired with None."""
        if not names:
            yield []
            return
        first, rest = names[0], names[1:]
        for other in rest:
            if self.authors[first] != self.authors[other]:
                left = [name for name in rest if name != other]
                yield from ([(first, other)] + more for more in self.all_pairings(left))
        yield from ([(first, None)] + more for more in self.all_pairings(rest))

    def cost(self, pairing):
        """What makes a pairing worse, the gravest first."""
        pairs = [pair for pair in pairing if pair[1] is not None]
        return (len(pairing) - len(pairs), sum(self.met(*pair) for pair in pairs),
                sum((self.points(one) - self.points(other)) ** 2 for one, other in pairs))

    def problem(self, round_, pairs, byes):
        """Why these may not be the pairings of the round; None: they may."""
        names = self.order(round_)
        if sorted(names) != sorted([name for pair in pairs for name in pair] + byes):
            return "they are not of those who are there"
        byes = list(byes)
        if len(names) % 2:
            fewest = min(map(self.byes, names))
            due = [name for name in names if self.byes(name) == fewest][-1]
            if due not in byes:
                return f"{due} should have the bye"
            byes.remove(due)
            names.remove(due)
        told = [tuple(pair) for pair in pairs] + [(name, None) for name in byes]
        least = min(map(self.cost, self.all_pairings(names)))
        return None if self.cost(told) == least else f"they cost {self.cost(told)}; expected {least}"

    def play(self, pairs, byes):
        results = {name: (None, Fraction(0)) for name in self.seeding}
        results.update((name, (None, Fraction(1))) for name in byes)
        for pair in pairs:
            key = tuple(sorted(pair))
            taken, self.deals[key] = self.deals[key][:self.each], self.deals[key][self.each:]
            assert len(taken) == self.each
            one, other = (sum(deal[i] for deal in taken) for i in (0, 1))
            even = Fraction(1 if one else 0, 2)
            for name, opponent, own, theirs in ((key[0], key[1], one, other), (key[1], key[0], other, one)):
                results[name] = (opponent, even if own == theirs else Fraction(int(own > theirs)))
        for name, result in results.items():
            self.history[name].append(result)

    def figures(self, name):
        """Points, Buchholz cut 1, median Buchholz, Sonneborn-Berger."""
        of = [self.points(name if opponent is None else opponent) for opponent, _ in self.history[name]]
        berger = sum(points * own for own, (_, points) in zip(of, self.history[name]))
        of.sort()
        return self.points(name), sum(of[1:]), sum(of[1:-1]), berger

    def standings(self):
        """Name: (place, points, cut 1, median, Sonneborn-Berger, direct encounter)."""
        full = {}
        for name in self.seeding:
            equal = [other for other in self.seeding if other != name and self.figures(other) == self.figures(name)]
            group = equal + [name]
            all_met = all(self.met(one, other) for one in group for other in group if one != other)
            direct = sum((points for opponent, points in self.history[name] if opponent in equal), Fraction(0))
            full[name] = (*self.figures(name), direct if all_met else Fraction(0))
        assert not any(self.deals.values()), "deals of encounters that are not due"
        return {name: (1 + sum(other > own for other in full.values()), *own) for name, own in full.items()}
