"""A season of many rounds: its process takes no more memory at the end than before.

Run as: season_memory_test.py PATH/TO/danno [unittest arguments]
DANNO_ROUNDS: how many rounds; default 40.
"""

import itertools
import os
import pathlib
import re
import sys
import time
import unittest

from seasons import SeasonFolder, hold

ROUNDS = int(os.environ.get("DANNO_ROUNDS", "40"))
AUTHORS = [f"author{number}" for number in range(8)]
MOST_GROWTH = 1.25  # what a heap that is cut into pieces may take more


class ManyRounds(SeasonFolder):
    """The ladder rests; an author who goes back to the other one of two versions begins a round."""

    def resident(self):
        """Of the season's process alone, in kB."""
        return int(re.search(r"VmRSS:\s*(\d+)", pathlib.Path(f"/proc/{self.kept.pid}/status").read_text())[1])

    def rounds(self):
        return self.status().get("rounds", 0)

    def test_the_memory_does_not_grow(self):
        self.write_season("max_per_day = 10000", league="until = { games = 400 }", final="")
        self.start()
        samples = []
        versions = itertools.cycle((0,) * len(AUTHORS) + (1,) * len(AUTHORS))
        while len(samples) < 20:
            self.assertIsNone(self.kept.poll(), self.told())
            for author in AUTHORS if self.status().get("queue", 0) < len(AUTHORS) else ():
                if not list(self.folder.glob(f"inbox/{author}/[!.]*")):
                    self.hand_in(author, hold(author, (350, 400)[next(versions)]))
            if self.rounds() >= (len(samples) + 1) * ROUNDS // 20:
                samples.append(self.resident())
                print(f"{self.rounds()} rounds, {samples[-1]} kB, {self.status()['games']} games, "
                      f"{len(self.answers())} answers", file=sys.stderr, flush=True)
            time.sleep(0.05)
        self.assertLess(max(samples[10:]), MOST_GROWTH * max(samples[:10]))
        self.assertEqual(self.end(), 143)


if __name__ == "__main__":
    unittest.main()
