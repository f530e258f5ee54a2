"""Solved values: agents that need them have them, and who waits for them may stop."""

import json
import os
import pathlib
import signal
import subprocess
import unittest

from driver import DANNO, InAFolder, danno

BUNDLED = pathlib.Path(DANNO).parent.parent / "agents"


class Values(InAFolder):
    def setUp(self):
        super().setUp()
        self.cache = self.folder / "cache" / "danno"
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))

    def danno(self, *arguments):
        return danno(*arguments, env=self.environment, cwd=self.folder)

    def stopped(self, number, *arguments):
        """Exit code and stderr of a command that is asked to stop once it has told, at a terminal, how far it is."""
        terminal, far_end = os.openpty()
        run = subprocess.Popen([DANNO, *arguments], env=dict(self.environment, TERM="xterm"), cwd=self.folder,
                               stdout=subprocess.DEVNULL, stderr=far_end)
        os.close(far_end)
        told, asked = b"", False
        while True:
            try:
                told += os.read(terminal, 4096)
            except OSError:  # the other end is closed
                break
            if not asked and b" standings solved" in told:
                run.send_signal(number)
                asked = True
        os.close(terminal)
        return run.wait(), told.decode().replace("\r\n", "\n")


class Solving(Values):
    def test_stops_when_asked_and_leaves_nothing(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            ended, told = self.stopped(number, "solve", "dollar", "--target", "50000")
            self.assertEqual(ended, code, told)
            self.assertIn("interrupted; the same command starts again\n", told)
            self.assertEqual(list(self.folder.rglob("dollar*")), [])


class Damaged(Values):
    def test_values_are_not_believed(self):
        self.write("league.toml", """
[league]
rules = ["koans"]
deals = 4
seed = "1"
[limits]
isolation = "none"
[[agent]]
path = "hold"
[[agent]]
path = "timid"
""")
        self.assertEqual(self.danno("league", "run", "league.toml", "-q").returncode, 0)
        before = self.danno("league", "table", "league.toml", "--json").stdout
        self.assertRegex(json.loads(before)["divisions"][0]["values"], r"\Akoans-[0-9a-f]{16}-[0-9a-f]{16}\Z")
        [values] = self.cache.glob("koans-*.values")
        content = bytearray(values.read_bytes())
        for place in range(8192, len(content), 64):
            content[place] ^= 1
        values.write_bytes(content)
        self.assertEqual(self.danno("league", "table", "league.toml", "--json").stdout, before)
        self.assertNotEqual(values.read_bytes(), bytes(content), "they were made anew")


@unittest.skipUnless((BUNDLED / "optimal" / "optimal").exists(), "the bundled agents are not built")
class Optimal(Values):
    MATCH = ("match", "optimal", "hold", "--rules", "dollar", "--deals", "2", "--isolation", "none")

    def faults(self, result):
        self.assertEqual(result.returncode, 0, result.stderr)
        return [agent["faults"] for agent in json.loads(result.stdout)["agents"]]

    def test_has_its_values_before_the_first_game(self):
        first = self.danno(*self.MATCH, "--json")
        self.assertIn("solving dollar to 5000 first (only once)", first.stderr)
        self.assertEqual(self.faults(first), [{}, {}])
        again = self.danno(*self.MATCH, "--json")
        self.assertNotIn("solving", again.stderr)
        self.assertEqual(self.faults(again), [{}, {}])

    def test_has_them_anew_where_they_were_damaged(self):
        self.faults(self.danno(*self.MATCH, "--json"))
        for values in self.folder.rglob("dollar-*.values"):
            content = bytearray(values.read_bytes())
            content[-5] ^= 1
            values.chmod(0o644)
            values.write_bytes(content)
        self.assertEqual(self.faults(self.danno(*self.MATCH, "--json")), [{}, {}])

    def test_is_refused_where_a_game_is_not_solved(self):
        result = self.danno(*self.MATCH, "--set", "target=1000000")
        self.assertEqual(result.returncode, 2)
        self.assertRegex(result.stderr, r"\Aerror: agent 'optimal' cannot play dollar: .*; leave it out\n\Z")

    def test_is_not_waited_for_against_the_users_will(self):
        ended, told = self.stopped(signal.SIGTERM, *self.MATCH, "--set", "target=50000")
        self.assertEqual(ended, 143, told)
        self.assertIn("interrupted; the same command starts again\n", told)


class Bounds(Values):
    def test_of_a_perfect_score_are_one_sided(self):
        told = json.loads(self.danno("sprt", "--counts", "0", "0", "10", "--json").stdout)
        self.assertEqual([told["elo"], told["elo_high"], told["elo_error"], told["nelo"]], [None] * 4)
        self.assertAlmostEqual(told["elo_low"], 182.73, delta=0.01)
        self.assertIn("Elo ≥ +182.", self.danno("sprt", "--counts", "0", "0", "10").stdout)

    def test_of_a_bot_that_never_banks_are_numbers_everywhere(self):
        timid = self.danno("gate", "random", "--against", "hold", "--isolation", "none", "--max-deals", "128",
                           "--junit", "junit.xml", "--summary", "summary.md")
        for text in (timid.stdout, (self.folder / "junit.xml").read_text(), (self.folder / "summary.md").read_text()):
            self.assertNotIn("nan", text)

    def test_of_one_deal_are_none(self):
        self.write("games.ndjson", '{"deal":"1","players":["a","b"],"places":[1,2]}\n')
        for agent in json.loads(self.danno("rate", "games.ndjson", "--json").stdout)["agents"]:
            self.assertEqual([agent["se"], agent["elo_low"], agent["elo_high"]], [None] * 3)


if __name__ == "__main__":
    unittest.main()
