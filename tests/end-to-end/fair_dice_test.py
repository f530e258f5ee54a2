"""docs/fair-dice.md is enough: a program written from it alone recomputes the dice of whole leagues.

Run as: fair_dice_test.py PATH/TO/danno PATH/TO/source [unittest arguments]
"""

import hashlib
import json
import pathlib
import sqlite3
import subprocess
import sys
import unittest

from driver import InAFolder, danno, league_file

SOURCE = pathlib.Path(sys.argv.pop(1))
sys.path.insert(0, str(SOURCE / "tests" / "oracle"))
import fair_dice  # noqa: E402

LEAGUE = league_file("""
name = "fair"
rules = [{rules}]
{more}
""")
ALL_RULES = '"true-greed", "dollar", "tyghe", "official", "koans"'

# Tells which seeds it was given, by rules, seats and seat.
TELLS_SEEDS = """
import danno

class Memory:
    def __init__(self, game):
        with open({file!r}, "a") as file:
            file.write("%d %d\\n" % (game.seat, game.seed))

def decide(question, memory):
    return danno.bank(0) if question.may_bank(0) else danno.roll(0)

danno.play(decide, Memory)
"""


class Leagues(InAFolder):
    def run_league(self, agents, rules=ALL_RULES, more=""):
        text = LEAGUE.format(rules=rules, more=more)
        for name, run, author in agents:
            text += '[[agent]]\nname = "%s"\nrun = ["%s"]\nauthor = "%s"\n' % (name, run, author)
        self.write("league.toml", text)
        result = danno("league", "run", "league.toml", "--out", "out", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stderr

    def table(self):
        return json.loads((self.folder / "out" / "table.json").read_text())

    def games(self):
        result = danno("league", "export", "out", "--all", "--json", cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout.splitlines()

    def check(self, **options):
        """How many games there are; all are checked, and a changed throw is seen."""
        table, games = self.table(), self.games()
        checked, throws, others = fair_dice.check(table, games, **options)
        self.assertEqual((checked, others), (len(games), []))
        self.assertGreater(throws, checked)
        middle = len(games) // 2
        with self.assertRaises(fair_dice.Wrong):
            fair_dice.check(table, games[:middle] + [changed(games[middle])] + games[middle + 1:], **options)
        return checked

    def test_of_two_to_four_seats_mirrored_and_not(self):
        agents = [("ada", "hold", ""), ("bob", "random", ""), ("cy", "timid", ""), ("dee", "hold", "")]
        for seats, mirror, deals, games in ((2, "true", 3, 6), (2, "false", 3, 6), (3, "true", 3, 4),
                                            (3, "false", 3, 4), (4, "true", 8, 1), (4, "false", 4, 1)):
            self.run_league(agents, more="seats = %d\nmirror = %s\ndeals = %d" % (seats, mirror, deals))
            self.assertEqual(self.check(), 5 * games * deals * seats)
            self.forget()

    def test_of_five_and_six_seats_with_one_who_forfeits(self):
        mute = self.write("mute", "#!/bin/sh\nexit 3\n", 0o755)
        agents = [("a%d" % i, mute if i == 1 else "random", "") for i in range(6)]
        for seats in (5, 6):
            self.run_league(agents, rules='"koans"', more="seats = %d\ndeals = 7" % seats)
            self.assertEqual(self.check(), (6 if seats == 5 else 1) * 7 * seats)
            self.forget()

    def test_of_two_authors_with_one_name(self):
        agents = [("mybot", program, author) for program, author in
                  zip(("hold", "timid", "random") * 2, ("Zoe", "Ann", "", "Ben", "ann", "Cy"))]
        agents += [("bob", "hold", "Ann"), ("zed", "timid", "")]
        for more in "deals = 1", 'format = "tournament"\nmax_per_author = 2':
            self.run_league(agents, rules='"koans"', more=more)
            self.assertGreaterEqual(self.check(), 12)
            for game in map(json.loads, self.games()):
                for name, full in zip(game["line_up"], game.get("full_names", game["line_up"])):
                    self.assertEqual(full, "Ann/bob" if name == "bob" else name)
            self.forget()

    def test_a_name_is_in_the_key_with_its_author(self):
        """So another author's agent of that name throws other dice, and a match repeats them by full names."""
        thrown = []
        for author in ("Ann", "Ben", ""):
            self.run_league([("bot", "timid", author), ("cy", "timid", "")], rules='"koans"', more='deals = 1\nseed = "s"')
            thrown.append([json.loads(game)["events"] for game in self.games()])
            full = f"{author}/bot" if author else "bot"
            match = danno("match", f"{full}=timid", "cy=timid", "--rules", "koans", "--deals", "1", "--seed", "s",
                          "--isolation", "none", "--out", "match.jsonl", cwd=self.folder)
            self.assertEqual(match.returncode, 0, match.stderr)
            again = [json.loads(line)["events"] for line in (self.folder / "match.jsonl").read_text().splitlines()]
            self.assertEqual([[event.replace("%2F", "/").replace(full + " ", "bot ") for event in game] for game in again],
                             thrown[-1])
            self.forget()
        self.assertEqual(len(set(map(str, thrown))), 3)

    def test_of_agents_with_odd_names(self):
        names = ("a,b", "a%2Fb", "a b", "\u00e4 b", "-x", "b, c")
        self.run_league([(name, "timid", "") for name in names], rules='"koans"', more="deals = 2\nseats = 4")
        self.assertEqual(self.check(), 15 * 2 * 4)
        self.forget()
        self.run_league([(name, "timid", "") for name in names], rules='"koans"', more='format = "tournament"')
        self.assertEqual(self.check(), 4)

    def test_that_grew_and_changed(self):
        agents = [("ada", "hold", ""), ("bob", "random", "")]
        self.run_league(agents, rules='"koans"', more="deals = 3")
        self.run_league(agents, rules='"koans"', more="deals = 5")
        agents[0] = ("ada", "timid", "")
        self.run_league(agents, rules='"koans"', more="deals = 5")
        with sqlite3.connect(self.folder / "out" / "league.db") as database:
            seeds = [seed for seed, in database.execute("SELECT seed FROM epoch WHERE revealed")]
        self.assertEqual(len(seeds), 3)
        self.assertEqual(self.check(seeds=seeds), 20)
        self.write("games.ndjson", "\n".join(self.games()))
        command = [sys.executable, fair_dice.__file__, "out/table.json", "games.ndjson"]
        for missing, told in (0, "20 games"), (1, "no seed for the commitment"):
            known = [word for seed in seeds[missing:] for word in ("--seed", seed)]
            result = subprocess.run(command + known, cwd=self.folder, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, text=True)
            self.assertIn(told, result.stdout)
            self.assertEqual(result.returncode, missing)

    def test_of_tournaments_with_forfeits_ties_and_authors(self):
        mute = self.write("mute", "#!/bin/sh\nexit 3\n", 0o755)
        programs = ("hold", "timid", "random")
        agents = [("bot%d" % i, mute if i in (3, 8) else programs[i % 3], "a%d" % (i // 3) if i < 9 else "")
                  for i in range(14)]
        more = 'format = "tournament"\n'
        self.run_league(agents, more=more + "[rules.koans]\ntarget = 300")
        self.check()
        self.forget()
        self.run_league(agents, rules='"true-greed", "dollar"', more=more + "repeat = 2\nmax_per_author = 3")
        self.check()

    def forget(self):
        for path in self.folder.glob("out/*"):
            if path.is_file():
                path.unlink()


def changed(game):
    """The game with another face in its last throw."""
    game = json.loads(game)
    for number in reversed(range(len(game["events"]))):
        player, dice, *rest = game["events"][number].split()
        if dice not in ("accept", "decline", "forfeit"):
            faces = "$GREeD" if game["rules"] == "dollar" else "123456"
            other = faces[1] if dice[0] == faces[0] else faces[0]
            dice = "".join(sorted(other + dice[1:], key=faces.index))
            game["events"][number] = " ".join([player, dice, *rest])
            return json.dumps(game)
    raise AssertionError("a game without a throw")


class AgentsSeeds(InAFolder):
    def setUp(self):
        super().setUp()
        self.told = self.folder / "told"
        (self.folder / "bot").mkdir()
        self.write("bot/danno.py", (SOURCE / "sdk" / "python" / "danno.py").read_text())
        self.write("bot/agent.py", TELLS_SEEDS.format(file=str(self.told)))
        self.write("bot/agent.toml", 'name = "bot"\nrun = ["python3", "-B", "agent.py"]\n')

    def seeds(self):
        """All that the agent was told since it was asked last."""
        lines = sorted(tuple(map(int, line.split())) for line in self.told.read_text().splitlines())
        self.told.unlink()
        return lines

    def match(self, *flags):
        result = danno("match", "./bot", "timid", "--deals", "4", "--answer-ms", "10000", "--isolation", "none",
                       "--json", "-q", *flags, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    @staticmethod
    def due(secret, names, name):
        return sorted((seat, fair_dice.agent_seed(secret, "koans", names, deal, seating, name, seat))
                      for deal in range(4) for seating in range(2)
                      for seat in [fair_dice.seated(2, deal, seating).index(names.index(name))])

    def test_with_a_typed_seed_follow_from_public_words(self):
        due = self.due("", ["bot", "timid"], "bot")
        for seed in ("7", "another"):
            self.assertNotIn("agent_secret", self.match("--rules", "koans", "--seed", seed))
            self.assertEqual(self.seeds(), due)

    def test_with_a_drawn_seed_follow_from_a_second_secret_that_repeats_the_match(self):
        drawn = self.match("--rules", "koans")
        due = self.due(drawn["agent_secret"], ["bot", "timid"], "bot")
        self.assertEqual(self.seeds(), due)
        again = self.match("--rules", "koans", "--seed", drawn["seed"], "--agent-secret", drawn["agent_secret"])
        self.assertEqual(self.seeds(), due)
        self.assertEqual(again["decisions"], drawn["decisions"])
        alone = danno("match", "hold", "timid", "--agent-secret", "x")
        self.assertEqual((alone.returncode, alone.stderr.count("\n")), (2, 1))

    def test_of_a_league_are_checkable_once_it_is_finished(self):
        self.write("league.toml", LEAGUE.format(rules='"koans"', more="deals = 4") +
                   '[[agent]]\npath = "bot"\n[[agent]]\npath = "timid"\n')
        told = danno("league", "run", "league.toml", "--out", "out", cwd=self.folder).stderr
        epoch = json.loads((self.folder / "out" / "table.json").read_text())["divisions"][0]["seeds"][0]
        for secret, commitment in ("seed", "commitment"), ("agent_secret", "agent_commitment"):
            self.assertEqual(hashlib.sha256(epoch[secret].encode()).hexdigest(), epoch[commitment])
            self.assertIn("SHA-256 is " + epoch[commitment], told)
        self.assertEqual(self.seeds(), self.due(epoch["agent_secret"], ["bot", "timid"], "bot"))


class ShortSeeds(InAFolder):
    def league(self, seed):
        self.write("league.toml", LEAGUE.format(rules='"koans", "tyghe"', more='deals = 1\nseed = "%s"' % seed) +
                   '[[agent]]\npath = "hold"\n[[agent]]\npath = "timid"\n')
        return danno("league", "run", "league.toml", "--out", "out-" + seed, "-v", cwd=self.folder)

    def test_are_warned_about_once_and_stand_in_the_tables(self):
        result = self.league("7")
        self.assertEqual(result.stderr.count("an agent might guess a seed"), 1, result.stderr)
        self.assertIn("open seed '7'", result.stdout)
        self.assertNotIn("128 bits", self.league("0123456789abcdef" * 2).stderr)

    def test_are_warned_about_in_a_strict_match_only(self):
        match = ("match", "hold", "timid", "--deals", "1", "--seed", "7", "--json")
        self.assertNotIn("128 bits", danno(*match, "--isolation", "none").stderr)
        strict = danno(*match, "--isolation", "strict")
        if strict.returncode == 3:
            self.skipTest("no strict isolation here")
        self.assertEqual(strict.stderr.count("an agent might guess a seed"), 1, strict.stderr)


class ThePage(unittest.TestCase):
    """Its test vectors, from the program that was written from it."""

    def test_has_the_vectors_that_its_text_gives(self):
        page = (SOURCE / "docs" / "fair-dice.md").read_text(encoding="utf-8")
        rows = [" ".join(line.split()) for line in page.splitlines()]
        for row in vectors():
            self.assertIn(("%s %s" % row).replace("`", ""), rows)

    def test_has_a_program_that_agrees(self):
        program = (SOURCE / "docs/tutorial/throw.py").read_text(encoding="utf-8")
        result = subprocess.run(
            [sys.executable, "-c", program + "print(throw(deal_key('s', 'koans', ['b', 'ä', 'a'], 3, 1, ['b'], {'target': '9'}, 'c'),"
                                        " 4, 5, 9, 6))"],
            stdout=subprocess.PIPE, text=True, check=True)
        key = fair_dice.deal_key("s", "koans", ["b", "ä", "a"], 3, 1, ["b"], {"target": "9"}, "c")
        self.assertEqual(result.stdout, "%s\n" % fair_dice.throw(key, 4, 5, 9, 6))


def vectors():
    """(what, value) of each row."""
    def numbers(values):
        return " ".join(map(str, values))

    seed, names = "test seed", ["hold", "ada@2"]
    key, second = fair_dice.deal_key(seed, "koans", names, 7), fair_dice.deal_key(seed, "koans", names, 7, 1)
    yield "commitment", "`%s`" % hashlib.sha256(seed.encode()).hexdigest()
    yield "key of the deal", "`%s`" % key.hex()
    yield "key with `mirror = false`, seating 1", "`%s`" % second.hex()
    for what, more in (("`hold` out", {"out": ["hold"]}),
                       ("`target` changed to `3000` and `advice` to `always`",
                        {"changed": {"target": "3000", "advice": "always"}}),
                       ("a rule file whose hash is `ab12`", {"rules_hash": "ab12"})):
        yield "key with " + what, "`%s`" % fair_dice.deal_key(seed, "koans", names, 7, **more).hex()
    for seat, turn, roll, dice in (0, 0, 0, 5), (1, 0, 0, 6), (0, 0, 8, 6), (5, 999, 17, 6):
        yield ("seat %d, turn %d, throw %d, %d dice" % (seat, turn, roll, dice),
               numbers(fair_dice.throw(key, seat, turn, roll, dice)))
    yield "start roll of seat 1 in round 1, six dice", numbers(fair_dice.throw(key, 129, 1, 0, 6))
    for rules in "koans", "dollar":
        first = fair_dice.start_roll(rules, second, 6)
        yield "who begins with the key of seating 1, 6 seats, `%s`" % rules, "seat %d" % first
    for secret in "test secret", "":
        yield ("own seed of `hold`, seating 1, seat 0, second secret `%s`" % secret if secret else
               "own seed of `hold`, seating 1, seat 0, open seed",
               fair_dice.agent_seed(secret, "koans", names, 7, 1, "hold", 0))
    for agents in 2, 3, 4:
        yield ("orders of %d agents" % agents,
               ", ".join("".join(map(str, order)) for order in fair_dice.orders(agents)))
    for agents, some in (5, (1, 2, 23)), (6, (1, 2, 119)):
        for number in some:
            yield "order %d of %d agents" % (number, agents), "".join(map(str, fair_dice.orders(agents)[number]))
    yield "agents at the seats 0 to 3, 4 agents, deal 9, seating 1", numbers(fair_dice.seated(4, 9, 1))
    yield "agents at the seats 0 to 5, 6 agents, deal 121, seating 5", numbers(fair_dice.seated(6, 121, 5))
    for entrants in 13, 14, 19:
        yield "tables of %d entrants" % entrants, numbers(fair_dice.table_sizes(entrants))
    entrants = ["bot%d" % i for i in range(9)]
    number = (1 * fair_dice.most_stages(len(entrants)) + 1) * 2 + 0
    yield "9 entrants: most stages; round 0 of stage 1 of tournament 1", "%d; R = %d" % (
        fair_dice.most_stages(len(entrants)), number)
    left = fair_dice.by_ticket(seed, "koans", entrants[:5], number)
    yield "order of `bot0` to `bot4` in it, by tickets", " ".join(left)
    deal = number * 2 + 1
    table = fair_dice.deal_key(seed, "koans", left, deal)
    yield "deal of its second game", deal
    yield "key of that game", "`%s`" % table.hex()
    yield "who begins it if seats 0, 1, 3 and 4 are equal lowest", "seat %d" % fair_dice.highest(
        [0, 1, 3, 4], lambda seat, again: fair_dice.throw(table, 128 + seat, again, 0, 1)[0])


if __name__ == "__main__":
    unittest.main()
