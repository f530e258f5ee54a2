"""danno rate and sprt on hostile data: a right answer or one line with its place.

Run as: rate_test.py PATH/TO/danno [unittest arguments]
"""

import json
import math
import random
import subprocess
import unittest

from driver import DANNO, InAFolder, league_file


def danno(*arguments, data=None, **options):
    return subprocess.run([DANNO, *arguments], input=data, capture_output=True, timeout=280, **options)


def game(players, places, **more):
    return json.dumps({"players": list(players), "places": places, **more}) + "\n"


class Rate(InAFolder):
    def rate(self, data, *flags):
        data = data if isinstance(data, bytes) else data.encode()
        result = danno("rate", "-", "--json", *flags, data=data)
        self.assertEqual(result.returncode, 0, result.stderr)
        rated = json.loads(result.stdout)
        for row in rated["agents"]:
            self.assertTrue(math.isfinite(row["elo"]))
            self.assertLessEqual(1, row["rank_low"])
            self.assertLessEqual(row["rank_low"], row["rank_high"])
        return rated

    def refused(self, data, told, *flags):
        data = data if isinstance(data, bytes) else data.encode()
        result = danno("rate", "-", *flags, data=data)
        self.assertEqual(result.returncode, 2, data[:80])
        self.assertIn(told.encode(), result.stderr)
        self.assertEqual(result.stderr.count(b"\n"), 1)
        self.assertNotIn(b"\x1b", result.stderr)

    def test_what_other_systems_write_is_read(self):
        plain = game("ab", [1, 2]) + game("ba", [1, 2])
        expected = self.rate(plain)
        self.assertEqual(self.rate(plain.replace("\n", "\r\n")), expected)
        self.assertEqual(self.rate(b"\xef\xbb\xbf" + plain.encode()), expected)
        self.assertEqual(self.rate(plain.rstrip("\n")), expected)
        self.assertEqual(self.rate("\n\n" + plain), expected)

    def test_one_game_all_draws_and_ties_everywhere(self):
        a, b = self.rate(game("ab", [1, 2]))["agents"]
        self.assertEqual((a["name"], a["elo_high"], b["elo_low"]), ("a", None, None))
        for players, places in (("ab", [1, 1]), ("abcdef", [1] * 6)):
            rows = self.rate(game(players, places) * 9)["agents"]
            self.assertTrue(all(abs(row["elo"]) < 1e-9 and row["rank"] == 1 and row["se"] > 0 for row in rows))
        self.refused(game("abc", [1, 1, 1]) * 2, "no finite maximum", "--rating", "plackett-luce")

    def test_the_rating_model_has_one_name_everywhere(self):
        games = game("abc", [1, 2, 3]) * 2 + game("bca", [1, 2, 2]) + game("cab", [1, 2, 3])
        rated = self.rate(games, "--rating", "plackett-luce")
        self.assertEqual(rated["estimator"], "plackett-luce")
        self.assertEqual(self.rate(games, "--rating", "bradley-terry"), self.rate(games))
        self.assertNotEqual(self.rate(games)["agents"], rated["agents"])
        self.refused(games, "bradley-terry|plackett-luce", "--rating", "elo")

    def test_perfect_scores_have_one_bound(self):
        rows = {row["name"]: row for row in self.rate(game("ab", [1, 2]) * 40 + game("bc", [1, 2]) * 40)["agents"]}
        self.assertEqual((rows["a"]["elo_high"], rows["a"]["se"], rows["c"]["elo_low"]), (None, None, None))
        self.refused(game("ab", [1, 2]), "no finite ratings", "--prior", "0")

    def test_groups_that_never_met_are_rated_apart(self):
        rated = self.rate(game("ab", [1, 2]) + game("cd", [1, 1]))
        self.assertEqual(rated["components"], 2)
        self.assertEqual({row["component"] for row in rated["agents"]}, {1, 2})

    def test_a_thousand_agents(self):
        dice = random.Random(1)
        lines = []
        for deal in range(5000):
            players = dice.sample(range(1000), 4)
            order = sorted(players, key=lambda i: -(i / 500 + dice.gauss(0, 1)))
            lines.append(game([f"p{i}" for i in players], [order.index(i) + 1 for i in players], deal=deal))
        rated = self.rate("".join(lines))
        self.assertEqual(len(rated["agents"]), 1000)
        self.assertAlmostEqual(sum(row["elo"] for row in rated["agents"]), 0, places=5)
        ring = "".join(game([f"r{i:04}", f"r{(i + 1) % 1000:04}"], [1, 2]) for i in range(1000))
        self.assertTrue(all(abs(row["elo"]) < 1e-6 for row in self.rate(ring)["agents"]))
        dice.shuffle(lines)
        self.assertEqual(self.rate("".join(lines)), rated)

    def test_what_is_no_game_is_told_with_its_line(self):
        good = game("ab", [1, 2])
        for line, told in (
                ('{"players":["a","b"],"places":[1,NaN]}', "stdin:2: not JSON"),
                ('{"players":["a","b"],"places":[1,3]}', "stdin:2: places 1,3; expected 1,2"),
                ('{"players":["a","a"],"places":[1,2]}', "stdin:2: 'a' plays twice"),
                ('{"players":["a\\u001b[2J","a\\u001b[2J"],"places":[1,2]}', "plays twice"),
                ('{"players":["a","b"],"places":[1,1e99]}', "stdin:2: places has 1e99"),
                ('{"players":["a","b"],"places":[1,99999999999999999999]}', "stdin:2: places has 99999999999999999999"),
                ('{"deal":1.5,"players":["a","b"],"places":[1,2]}', "stdin:2: deal is 1.5"),
                ('{"deal":99999999999999999999,"players":["a","b"],"places":[1,2]}', "stdin:2: deal is 9999999999"),
                ('{"players":["a","b"],"places":[1,2]} x', "stdin:2: not JSON"),
                ('{"players":["a","b"],', "stdin:2: not JSON"),
                ("null", "stdin:2: "), ("[]", "stdin:2: a list")):
            self.refused(good + line + "\n", told)
        self.refused(good.encode() + b'{"players":["\xff","b"],"places":[1,2]}\n', "stdin:2: not JSON")
        self.refused("white,black,score,white\na,b,1,c\n", "stdin:1: the column white is given twice; expected it once")
        self.refused("", "stdin: no game")
        self.refused("\r\n \n", "stdin: no game")
        self.assertEqual(danno("rate", "/").returncode, 2)
        self.assertEqual(danno("rate", "no-such-file").returncode, 2)

    def test_several_files_are_rated_together(self):
        self.write("a.jsonl", game("ab", [1, 2], deal=1) * 3 + game("ba", [1, 2], deal=1))
        self.write("b.jsonl", game("ab", [1, 2], deal=1) + game("bc", [1, 1], deal=2))
        self.write("c.csv", "white,black,score\nc,a,1\n")
        rated = json.loads(danno("rate", "a.jsonl", "b.jsonl", "c.csv", "--json", cwd=self.folder).stdout)
        self.assertEqual((rated["games"], rated["deals"]), (7, 4))
        self.assertEqual({row["name"]: row["games"] for row in rated["agents"]}, {"a": 6, "b": 6, "c": 2})
        again = danno("rate", "c.csv", "b.jsonl", "a.jsonl", "--json", cwd=self.folder).stdout
        self.assertEqual([row["name"] for row in json.loads(again)["agents"]], [row["name"] for row in rated["agents"]])
        self.write("torn.jsonl", game("ab", [1, 2]) + '{"players":["a')
        torn = danno("rate", "torn.jsonl", "a.jsonl", cwd=self.folder)
        self.assertIn(b"torn.jsonl: its last line was cut off", torn.stderr)
        self.write("bad.jsonl", game("ab", [1, 2]) + '{"players":["a","b"],"places":[1,3]}\n')
        self.write("empty.jsonl", "")
        for words, told in ((("a.jsonl", "bad.jsonl"), b"error: bad.jsonl:2: places 1,3; expected 1,2"),
                            (("a.jsonl", "empty.jsonl"), b"error: empty.jsonl: no game"),
                            (("a.jsonl", "gone.jsonl"), b"error: gone.jsonl: cannot be opened"),
                            (("a.jsonl", "./a.jsonl"), b"error: ./a.jsonl: given twice")):
            refused = danno("rate", *words, cwd=self.folder)
            self.assertEqual((refused.returncode, refused.stdout), (2, b""))
            self.assertIn(told, refused.stderr)

    def test_flags_out_of_range(self):
        for flags in (("--prior", "nan"), ("--prior", "-1"), ("--confidence", "1"), ("--confidence", "nan"),
                      ("--anchor", "a"), ("--anchor", "a=nan"), ("--anchor", "c=5")):
            self.refused(game("ab", [1, 2]), "error: ", *flags)
        self.refused(game("ab", [1, 2]), "--anchor 'a=1e7'; expected NAME=ELO with an Elo from -1000000 to 1000000",
                     "--anchor", "a=1e7")

    def test_a_table_for_every_size_and_a_pooled_one(self):
        games = game("ab", [1, 2]) * 3 + game("ba", [1, 2]) + game("bac", [1, 2, 3]) * 2 + game("cab", [1, 2, 3])
        rated = self.rate(games, "--anchor", "a=1000", "--anchor", "b=900")
        self.assertEqual([table["table_size"] for table in rated["by_table_size"]], [2, 3])
        self.assertEqual([len(table["agents"]) for table in rated["by_table_size"]], [2, 3])
        of_two = "".join(line for line in games.splitlines(keepends=True) if '"c"' not in line)
        alone = self.rate(of_two, "--anchor", "a=1000", "--anchor", "b=900")
        self.assertEqual(alone["agents"], rated["by_table_size"][0]["agents"])
        self.assertNotIn("by_table_size", alone)
        self.assertAlmostEqual(sum(anchor["drift"] for anchor in rated["anchors"]), 0, places=6)

    def test_ranges_that_hold_all_at_once_are_wider(self):
        draw = random.Random(1)
        games = "".join(game((f"a{i}", f"a{j}"), [1, 2] if draw.random() < 0.5 + 0.03 * (j - i) else [2, 1])
                        for i in range(12) for j in range(i + 1, 12) for _ in range(60))
        alone, together = self.rate(games), self.rate(games, "--simultaneous")
        self.assertEqual((alone["rank_ranges"], together["rank_ranges"]), ("each for itself", "simultaneous"))
        width = [sum(row["rank_high"] - row["rank_low"] for row in rated["agents"]) for rated in (alone, together)]
        self.assertGreater(width[1], width[0])
        for one, all_at_once in zip(alone["agents"], together["agents"]):
            self.assertLessEqual(all_at_once["rank_low"], one["rank_low"])
            self.assertGreaterEqual(all_at_once["rank_high"], one["rank_high"])
            self.assertEqual(all_at_once["elo"], one["elo"])
        self.assertEqual(self.rate(games, "--simultaneous"), together)

    def test_pairs(self):
        # a > b > c > a in pairs.
        ring = (game("ab", [1, 2]) + game("bc", [1, 2]) + game("ca", [1, 2])) * 30
        ring += (game("ba", [1, 2]) + game("cb", [1, 2]) + game("ac", [1, 2])) * 10
        rated = self.rate(ring, "--pairs")
        for pair in rated["pairs"]:
            # The three residuals are one figure: 30 points more than half of 120 games around the ring.
            self.assertAlmostEqual(abs(pair["z"]), math.sqrt(30), delta=0.1)
            self.assertEqual(pair["games"], 40)
        self.assertIn(b"more games", danno("rate", "-", "--pairs", data=ring.encode()).stdout)


class OfALeague(InAFolder):
    def test_an_export_gives_the_ratings_of_the_table(self):
        self.write("league.toml", league_file('rules = ["koans"]\ndeals = 12\nseats = 3\nseed = "x"', ("hold", "timid", "random", "odds")))
        run = danno("league", "run", "--out", "out", "--json", "-q", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        exported = danno("league", "export", "out", "--all", "--json", cwd=self.folder)
        rated = {row["name"]: row for row in json.loads(danno("rate", "-", "--json", data=exported.stdout).stdout)["agents"]}
        for row in json.loads(run.stdout)["divisions"][0]["agents"]:
            for key in ("elo", "elo_low", "elo_high", "games", "deals", "score"):
                self.assertAlmostEqual(row[key], rated[row["name"]][key], 5, key)


class Sprt(unittest.TestCase):
    def test_extreme_counts(self):
        for counts in ("0 0 1", "100 0 0", "0 100 0", "0 0 0 0 7", "999999999999999 0 999999999999999"):
            result = danno("sprt", "--json", "--counts", *counts.split())
            self.assertEqual(result.returncode, 0, counts)
            told = json.loads(result.stdout)
            self.assertTrue(math.isfinite(told["llr"]))
            self.assertIn(told["state"], ("H0", "H1", "continue"))

    def test_what_are_no_counts(self):
        for flags in ("--counts 0 0 0", "--counts 1 2", "--counts -1 2 3", "--counts nan 2 3", "--counts 1.5 2 3",
                      "--counts 1 2 3 --elo0 10 --elo1 0", "--counts 1 2 3 --alpha 0", "--counts 1 2 3 --elo0 nan"):
            result = danno("sprt", *flags.split())
            self.assertEqual((result.returncode, result.stderr.count(b"\n")), (2, 1), flags)


if __name__ == "__main__":
    unittest.main()
