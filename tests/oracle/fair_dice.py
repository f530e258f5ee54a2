"""Checks the dice of a whole league. Written from docs/fair-dice.md alone; knows nothing of Danno's code.

    danno league export LEAGUE --all --json > games.ndjson
    python3 fair_dice.py table.json games.ndjson [--seed TEXT]…

--seed: a published seed that table.json does not have.
"""

import argparse
import collections
import functools
import hashlib
import hmac
import itertools
import json
import struct
import sys
import urllib.parse


class Wrong(Exception):
    """Something is not as the page says it should be."""


def require(holds, *what):
    if not holds:
        raise Wrong(" ".join(map(str, what)))


# --- 2, 3: keys and throws ---------------------------------------------------------------------


def keyed_hash(seed, fields):
    message = b""
    for field in fields:
        text = str(field).encode()
        message += b"%d:%s," % (len(text), text)
    return hmac.new(seed.encode(), message, hashlib.sha256).digest()


def deal_key(seed, rules, names, deal, seating=None, out=(), changed=(), rules_hash="", kind="deal"):
    fields = ["danno %s 2" % kind, rules, rules_hash, len(changed)]
    fields += itertools.chain.from_iterable(sorted(dict(changed).items()))
    fields.append(len(names))
    for name in sorted(names, key=str.encode):
        fields += [name, "out" if name in out else "in"]
    fields.append(deal)
    return keyed_hash(seed, fields if seating is None else fields + [seating])


def chacha20_block(key, nonce, counter):
    state = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<Q", counter) + nonce)
    x = list(state)

    def quarter(a, b, c, d):
        for to, by, turned, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = (x[to] + x[by]) & 0xFFFFFFFF
            word = x[turned] ^ x[to]
            x[turned] = (word << bits | word >> 32 - bits) & 0xFFFFFFFF

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return struct.pack("<16I", *((a + b) & 0xFFFFFFFF for a, b in zip(x, state)))


@functools.lru_cache(maxsize=100000)
def words(key, stream, attempt, counter):
    return struct.unpack("<8Q", chacha20_block(key, struct.pack("<2I", stream, attempt), counter))


def throw(key, stream, turn, roll, dice):
    """Face numbers, in the order of the dice."""
    for attempt in itertools.count():
        word = words(key, stream, attempt, turn + 2**32 * (roll // 8))[roll % 8]
        if word < (2**64 - 1) // 6**6 * 6**6:
            return [word // 6**die % 6 for die in range(dice)]


def shown(rules, faces):
    return "".join(("$GREeD" if rules == "dollar" else "123456")[face] for face in sorted(faces))


# --- 4: a game's throws ------------------------------------------------------------------------


def check_throws(game, key):
    """Returns how many there are."""
    turns = collections.Counter()
    rolls = collections.Counter()
    throws = 0
    for number, event in enumerate(game["events"]):
        player, dice, *rest = event.split()
        if dice in ("accept", "decline", "forfeit"):
            continue
        seat = game["players"].index(urllib.parse.unquote(player))
        due = shown(game["rules"], throw(key, seat, turns[seat], rolls[seat], len(dice)))
        require(dice == due, "event %d, '%s': the seed gives" % (number, event), due)
        throws += 1
        rolls[seat] += 1
        if rest[-1] in ("bank", "bust", "wins"):
            turns[seat] += 1
            rolls[seat] = 0
    return throws


# --- 5, 6: who sits where, who begins ----------------------------------------------------------


@functools.lru_cache(maxsize=None)
def orders(agents):
    left = [(0, *rest) for rest in itertools.permutations(range(1, agents))]
    behind = collections.Counter()
    chosen = []
    while left:
        pairs = {order: list(zip(order, order[1:] + order[:1])) for order in left}
        best = min(left, key=lambda order: sum(behind[pair] for pair in pairs[order]))
        behind.update(pairs[best])
        chosen.append(best)
        left.remove(best)
    return chosen


def seated(agents, deal, seating):
    """The agent at each seat."""
    order = orders(agents)[deal % len(orders(agents))]
    seats = [None] * agents
    for i, agent in enumerate(order):
        seats[(i + seating) % agents] = agent
    return seats


def dollar_score(faces):
    """All scoring dice of one throw, split in the best way."""
    dollar, gold, red, ebony, emerald, diamond = range(6)
    counts = collections.Counter(faces)
    if len(faces) == 6 and len(counts) == 1:
        return 5000
    if len(faces) == 6 and len(counts) == 6:
        return 1000
    score = sum(counts[face] // 3 * worth for face, worth in
                ((dollar, 600), (red, 400), (ebony, 300), (emerald, 300)))
    score += counts[gold] // 3 * 500 + counts[gold] % 3 * 50
    return score + counts[diamond] // 4 * 1000 + counts[diamond] % 4 * 100


def start_worth(rules, key, seat, again):
    if rules == "dollar":
        return dollar_score(throw(key, 128 + seat, again, 0, 6))
    return throw(key, 128 + seat, again, 0, 1)[0]


def highest(seats, thrown):
    """The seat that is left when only the equal highest throw again; thrown(seat, again)."""
    for again in itertools.count():
        if len(seats) == 1:
            return seats[0]
        worth = {seat: thrown(seat, again) for seat in seats}
        seats = [seat for seat in seats if worth[seat] == max(worth.values())]


def start_roll(rules, key, seats):
    return highest(list(range(seats)), lambda seat, again: start_worth(rules, key, seat, again))


# --- 8: agents' own seeds ----------------------------------------------------------------------


def agent_seed(secret, rules, names, deal, seating, name, seat):
    key = deal_key(secret, rules, names, deal)
    return int.from_bytes(keyed_hash(secret, ["danno agent 2", key.hex(), seating, name, seat])[:8], "little")


# --- a league ----------------------------------------------------------------------------------


class Games:
    """The exported games by id, and the seeds they were played with."""

    def __init__(self, lines, seeds):
        self.by_id = {game["game"]: game for game in map(json.loads, lines)}
        self.out = collections.defaultdict(set)  # by deal
        for game in self.by_id.values():
            self.out[game["deal"]] |= {name for name, seat in seat_names(game) if is_out(game, seat)}
        self.seeds = {hashlib.sha256(seed.encode()).hexdigest(): seed for seed in seeds}
        self.throws = 0
        self.checked = set()

    def find_seed(self, game):
        require(game["commitment"] in self.seeds, "no seed for the commitment", game["commitment"])
        return self.seeds[game["commitment"]]

    def find_deal_key(self, game, deal, seating=None):
        out = {full for name, full in zip(game["line_up"], full_names(game)) if name in self.out[game["deal"]]}
        return deal_key(self.find_seed(game), game["rules"], full_names(game), deal, seating, out,
                        game["changed"], game["rules_hash"])

    def check(self, game, key, players, first):
        require(game["players"] == list(players), "players", game["players"], "expected", players)
        begins = game["players"].index(game["first"])
        require(begins == first, "seat", begins, "begins; expected", first)
        self.throws += check_throws(game, key)
        self.checked.add(game["game"])


def full_names(game):
    return game.get("full_names", game["line_up"])


def parts(game):
    """Division, deal, seating."""
    _, deal, seating = game["game"].rsplit("/", 2)
    return game["game"].split("/")[0], int(deal), int(seating)


def forfeiting(game):
    """Who has a forfeit in the events."""
    words = [event.split() for event in game["events"]]
    return {urllib.parse.unquote(player) for player, what, *_ in words if what == "forfeit"}


def is_out(game, seat):
    """It forfeits without a fault of this game."""
    player = game["players"][seat]
    return player in forfeiting(game) and all(fault["player"] != player for fault in game["faults"])


def seat_names(game):
    """(name, seat) of each agent, in a league."""
    names = game["line_up"]
    _, deal, seating = parts(game)
    players = seated(len(names), deal, seating)
    return [(names[agent], seat) for seat, agent in enumerate(players)]


def check_game(games, game, mirror):
    names = game["line_up"]
    _, deal, seating = parts(game)
    players = [names[agent] for agent in seated(len(names), deal, seating)]
    key = games.find_deal_key(game, deal, None if mirror else seating)
    games.check(game, key, players, 0 if mirror else start_roll(game["rules"], key, len(names)))


def check_league(table, games):
    for division in table["divisions"]:
        for name, game in games.by_id.items():
            if parts(game)[0] != division["rules"]:
                continue
            try:
                check_game(games, game, division["mirror"])
            except Wrong as wrong:
                raise Wrong("%s: %s" % (name, wrong)) from None


# --- 7: a tournament ---------------------------------------------------------------------------


def table_sizes(entrants):
    if entrants <= 6:
        return [entrants]
    fewest = -(-entrants // 6)
    for tables in range(fewest, entrants // 3 + 1):
        if entrants % tables == 0:
            return [entrants // tables] * tables
    return [entrants // fewest + (table < entrants % fewest) for table in range(fewest)]


def most_stages(entrants):
    stages = 1
    while entrants > 6:
        stages, entrants = stages + 1, (entrants + 1) // 2
    return stages


def by_ticket(seed, rules, names, number, full=lambda name: name):
    key = deal_key(seed, rules, list(map(full, names)), number, kind="seating").hex()
    ticket = lambda name: int.from_bytes(keyed_hash(seed, ["danno agent 2", key, 0, full(name), 0])[:8], "little")
    return sorted(names, key=ticket)


def forfeited(game):
    return forfeiting(game) | {fault["player"] for fault in game["faults"]}


class Tournament:
    def __init__(self, games, division, number, apart):
        self.games, self.rules, self.number = games, division["rules"], number
        self.told = division["tournaments"][number]
        self.full = {agent["name"]: agent.get("full_name", agent["name"]) for agent in division["agents"]}
        authors = {agent["name"]: agent["author"] for agent in division["agents"]}
        own = {name: full.removeprefix(authors[name] + "/") for name, full in self.full.items()}
        self.entrants = sorted(own, key=lambda name: (own[name].encode(), authors[name].encode()))
        # An agent without an author is one of its own: a pair is nobody's name.
        self.author = {name: authors[name] or (name, "") for name in self.entrants}
        self.apart = apart

    def check(self):
        left = self.entrants
        for stage, told in enumerate(self.told["stages"]):
            standings = self.play_stage(stage, left, told)
            require([row["name"] for row in told["standings"]] == standings, "stage", stage, "stands", standings)
            if len(left) <= 6:
                require(told["final"], "stage", stage, "is the final")
                return
            left = self.cut(standings)
            require([row["name"] for row in told["standings"] if row["advances"]] == left, "advancing:", left)
        raise Wrong("the final is missing")

    def play_stage(self, stage, left, told):
        played = []
        for round_ in range(2):
            number = (self.number * most_stages(len(self.entrants)) + stage) * 2 + round_
            tables = self.tables(left, number)
            if round_ == 0:
                tie_break = sum(tables, [])
            for table, names in enumerate(tables):
                danno = {(game["round"], game["table"], game["game"]): game["danno"] for game in told["games"]}
                first = self.check_first(names, number * 2, danno[round_ + 1, table + 1, 1])
                second = self.check_second(names, number * 2 + 1, first, danno[round_ + 1, table + 1, 2])
                played += [first, second]
        return self.standings(played, tie_break)

    def tables(self, left, number):
        seed = self.games.find_seed(next(iter(self.games.by_id.values())))
        order = by_ticket(seed, self.rules, left, number, self.full.get)
        seats = iter(order)
        tables = [list(itertools.islice(seats, size)) for size in table_sizes(len(order))]
        if not self.apart or all(len({self.author[name] for name in table}) == len(table) for table in tables):
            return tables
        groups = [[name for name in order if self.author[name] == author]
                  for author in dict.fromkeys(self.author[name] for name in self.entrants)]
        free = [len(table) for table in tables]
        tables = [[] for _ in free]
        for group in sorted(groups, key=len, reverse=True):
            roomiest = sorted(range(len(free)), key=lambda table: -free[table])
            for name, table in zip(group, roomiest):
                tables[table].append(name)
                free[table] -= 1
        return [sorted(table, key=order.index) for table in tables]

    def game(self, names, deal):
        """The game and its key."""
        name = "%s/%s/%d/0" % (self.rules, ",".join(names), deal)
        require(name in self.games.by_id, name, "is missing")
        game = self.games.by_id[name]
        return game, deal_key(self.games.find_seed(game), self.rules, full_names(game), deal, changed=game["changed"],
                              rules_hash=game["rules_hash"])

    def check_first(self, names, deal, danno):
        game, key = self.game(names, deal)
        self.games.check(game, key, names, start_roll(self.rules, key, len(names)))
        thrown = [start_worth(self.rules, key, seat, 0) for seat in range(len(names))]
        due = names[thrown.index(min(thrown))]
        require(danno == due, game["game"], "has the scorekeeper", danno, "expected", due)
        return game

    def check_second(self, names, deal, first, danno):
        game, key = self.game(names, deal)
        out = forfeited(first)
        seats = [seat for seat, player in enumerate(first["players"]) if player not in out]
        totals = [first["totals"][player] for player in first["players"]]
        lowest = min((totals[seat] for seat in seats), default=None)
        tied = [seat for seat in seats if totals[seat] == lowest] or list(range(len(names)))
        begins = highest(tied, lambda seat, again: throw(key, 128 + seat, again, 0, 1)[0])
        self.games.check(game, key, names, begins)
        places = [first["places"][player] for player in first["players"]]
        due = names[places.index(min(places))]
        require(danno == due, game["game"], "has the scorekeeper", danno, "expected", due)
        return game

    def standings(self, played, tie_break):
        def result(name):
            points_2 = wins = totals = best = 0
            for game in played:
                if name not in game["line_up"]:
                    continue
                player = game["players"][game["line_up"].index(name)]
                total, place = game["totals"][player], game["places"][player]
                totals, best = totals + total, max(best, total)
                if player in forfeited(game):
                    continue
                wins += place == 1
                points_2 += 2 * (len(game["players"]) + 1 - place) + 1 - list(game["places"].values()).count(place)
            return points_2, wins, totals, best

        return sorted(tie_break, key=result, reverse=True)  # keeps the order of equal ones

    def cut(self, standings):
        for wanted in range((len(standings) + 1) // 2, 0, -1):
            of_author = collections.Counter()
            chosen = []
            for name in standings:
                of_author[self.author[name]] += 1
                if not self.apart or of_author[self.author[name]] <= len(table_sizes(wanted)):
                    chosen.append(name)
            if len(chosen) >= wanted:
                return chosen[:wanted]
        raise Wrong("nobody goes on")


def check_tournaments(table, games):
    for division in table["divisions"]:
        for number in range(len(division["tournaments"])):
            try:
                Tournament(games, division, number, table["authors_apart"]).check()
            except Wrong as wrong:
                raise Wrong("%s, tournament %d: %s" % (division["rules"], number, wrong)) from None


def check(table, lines, seeds=()):
    """Returns the games and throws that were checked, and the ids of those that were not."""
    known = [seed for division in table["divisions"] for seed in division["seeds"] if seed["seed"] is not None]
    games = Games(lines, [*seeds, *(seed["seed"] for seed in known)])
    for seed in known:
        require(hashlib.sha256(seed["seed"].encode()).hexdigest() == seed["commitment"], "not the SHA-256 of", seed)
        secret = seed.get("agent_secret", "")
        require(not secret or hashlib.sha256(secret.encode()).hexdigest() == seed["agent_commitment"],
                "not the SHA-256 of the second secret of", seed)
    if table.get("format") == "tournament":
        check_tournaments(table, games)
    else:
        check_league(table, games)
    return len(games.checked), games.throws, sorted(set(games.by_id) - games.checked)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    parser.add_argument("games")
    parser.add_argument("--seed", action="append", default=[])
    arguments = parser.parse_args()
    with open(arguments.table, encoding="utf-8") as table, open(arguments.games, encoding="utf-8") as games:
        try:
            checked, throws, others = check(json.load(table), games, arguments.seed)
        except Wrong as wrong:
            sys.exit("not as the page says: %s" % wrong)
    print("%d games, %d throws: all as the page says" % (checked, throws))
    for game in others:
        print("not checked, of a former division:", game)


if __name__ == "__main__":
    main()
