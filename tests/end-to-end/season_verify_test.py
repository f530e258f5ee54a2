"""A season that plays is verified again and again: beside its process, after a kill, after a resume and after its end.

Run as: season_verify_test.py PATH/TO/danno [unittest arguments]
"""

import json
import signal
import time
import unittest

from driver import danno
from seasons import SeasonFolder, hold


class Verified(SeasonFolder):
    def verify(self):
        verified = danno("league", "verify", str(self.out))
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def verify_until(self, what, holds):
        """At least once after `holds`."""
        times = 0
        while not holds():
            self.assertIsNone(self.kept.poll(), f"{what}; it ended before: {self.told()}")
            self.verify()
            times += 1
        self.verify()
        return times + 1

    def games(self):
        return self.status().get("games", 0)

    def has_played(self, author):
        """Asked of the store: the status may be written before a season that came to rest is looked at."""
        shown = danno("league", "table", str(self.out), "--json")
        agents = json.loads(shown.stdout)["divisions"][0]["agents"] if shown.returncode == 0 else []
        return any(agent["name"].split("@")[0] == author and agent["games"] > 0 for agent in agents)

    def season(self, format, league):
        self.use(self.folder)
        self.write_season(format=format, league=league, final="")
        self.start("--in-flight", "1", "--shards", "1")
        for name in ("ada", "bob"):
            self.answer(name, hold(name, 300 + len(name)))
        times = self.verify_until("games", lambda: self.games() > 0)
        for author in ("cy", "dan"):
            # Killed in a wave, with a newcomer; verified while nobody plays, and beside the next process.
            item = self.hand_in(author, hold(author))
            times += self.verify_until("an answer", lambda: item in self.letters(author))
            times += self.verify_until(f"games with {author}", lambda: self.has_played(author))
            self.end(signal.SIGKILL)
            self.verify()
            self.start("--in-flight", "1", "--shards", "1")
        before = self.games()
        times += self.verify_until("it goes on", lambda: self.status().get("pid") == self.kept.pid and self.games() >= before)
        self.assertEqual(self.end(), 143)
        self.verify()
        self.start("--in-flight", "1", "--shards", "1")
        self.close_at(time.time() + 1)
        while self.kept.poll() is None:
            self.verify()
            times += 1
        self.assertEqual(self.kept.returncode, 0, self.told())
        self.verify()
        self.assertGreater(times, 5)
        self.assertEqual(set(self.table()), {"hold", "ada", "bob", "cy", "dan"})

    def test_a_ladder_that_never_ends(self):
        self.season("ladder", "")

    def test_a_ladder_that_rests(self):
        self.season("ladder", "until = { games = 3000 }")

    def test_a_round_robin_that_is_over_before_all_is_played(self):
        self.season("round-robin", "deals = 50000")

    def test_a_round_robin_that_rests(self):
        self.season("round-robin", "deals = 300")


if __name__ == "__main__":
    unittest.main()
