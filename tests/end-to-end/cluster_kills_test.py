"""Plans whose `play` and `merge` are killed again and again: no finished deal is lost, and the tables are those of one run.

Run as: cluster_kills_test.py PATH/TO/danno [unittest arguments]
DANNO_PART_KILLS: how often one of them is killed; default 12.
"""

import hashlib
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import unittest

from driver import DANNO, InAFolder, danno, league_file

KILLS = int(os.environ.get("DANNO_PART_KILLS", "12"))
PARTS = 3
SDK = pathlib.Path(__file__).resolve().parents[2] / "sdk/python"
# Chooses an option that is not there in some games, always the same; after some of these faults it is out.
CLUMSY = """import sys
sys.path.insert(0, "{sdk}")
import danno
def decide(question):
    if sum(question.ask.totals) % 101 == 7:
        return danno.bank(99)
    return danno.bank(0) if question.may_bank(0) else danno.roll(0)
danno.play(decide, name="clumsy")
"""
LEAGUE = 'name = "killed"\nrules = ["koans", "tyghe"]\ndeals = 300\nseed = "e2e"'
TABLES = ("table.json", "table.md", "table.csv")


def number(data, place):
    """A varint of a message, and where it ends."""
    value = shift = 0
    while True:
        value |= (data[place] & 127) << shift
        shift, place = shift + 7, place + 1
        if data[place - 1] < 128:
            return value, place


def fields(data):
    """The fields of a message, by number; of numbers and bytes."""
    found, place = {}, 0
    while place < len(data):
        key, place = number(data, place)
        found[key >> 3], place = number(data, place)
        if key & 7 == 2:
            end = place + found[key >> 3]
            found[key >> 3], place = data[place:end], end
    return found


def read_deals(file):
    """What a part file holds whole: (line-up, deal) each (proto/danno/part.proto)."""
    data, place, deals = file.read_bytes(), 0, set()
    last = hashlib.blake2b(b"danno part 1", digest_size=32).digest()
    while place + 4 <= len(data):
        end = place + 4 + int.from_bytes(data[place:place + 4], "little")
        last = hashlib.blake2b(last + data[place:end], digest_size=32).digest()
        if data[end:end + 32] != last:
            break
        if 2 in (frame := fields(data[place + 4:end])):
            block = fields(frame[2])
            deals |= {(block[1], block.get(2, 0) + i) for i in range(block[3])}
        place = end + 32
    return deals


class AKilledPlan(InAFolder):
    def setUp(self):
        super().setUp()
        clumsy = self.write("clumsy.py", CLUMSY.format(sdk=SDK))
        self.file = self.write("league.toml", league_file(LEAGUE, agents=("hold", "timid", "random"))
                               + f'[[agent]]\nname = "clumsy"\nrun = ["python3", "{clumsy}"]\n')
        self.out, self.plan = self.folder / "out", self.folder / "out/plan-1"
        self.parts = self.plan / "parts"
        self.moments = random.Random(1)

    def run_danno(self, *arguments, expected=(0,)):
        result = danno(*map(str, arguments), "-q")
        self.assertIn(result.returncode, expected, result.stderr)
        return result

    def play(self, part, expected=(0,)):
        return self.run_danno("cluster", "play", self.plan, "--part", f"{part}/{PARTS}", expected=expected)

    def kept(self):
        """By part, the deals that are on the disk."""
        kept = {part: set() for part in range(1, PARTS + 1)}
        for file in list(self.parts.glob("*.part")) + list(self.parts.glob("*.open")):
            kept[int(file.name[:4])] |= read_deals(file)
        return kept

    def start_some(self):
        """A merge, or one or two attempts at one part."""
        command = ("merge", str(self.plan))
        if self.moments.random() < 0.75:
            command = ("play", str(self.plan), "--part", f"{self.moments.randint(1, PARTS)}/{PARTS}", "--shards", "1")
        count = 2 if command[0] == "play" and self.moments.random() < 0.3 else 1
        return [subprocess.Popen([DANNO, "cluster", *command, "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                 text=True) for _ in range(count)]

    def end(self, process, after):
        """Kills it that much later, unless it ends before; whether it was killed."""
        try:
            process.wait(after)
        except subprocess.TimeoutExpired:
            process.kill()
        told = process.communicate()[1]
        self.assertIn(process.returncode, (0, 1, -signal.SIGKILL), told)
        self.assertNotIn("refused", told)
        return process.returncode == -signal.SIGKILL

    def kill_until_merged(self, kills):
        """Kills what plays and merges, until all is merged or it was killed so often; how often that was."""
        killed, before = 0, self.kept()
        while killed < kills:
            processes = self.start_some()
            killed += sum(self.end(process, self.moments.choice((0.1, 0.5, 1.5)) * self.moments.random())
                          for process in processes)
            kept = self.kept()
            for part, deals in before.items():
                self.assertLessEqual(deals, kept[part])
            before = kept
            if json.loads(self.run_danno("league", "status", self.out, "--json").stdout)["complete"]:
                break
        return killed

    def assert_all_is_that_of_one_run(self):
        one = self.folder / "one"
        for name in TABLES:
            self.assertEqual((self.out / name).read_bytes(), (one / name).read_bytes())
        self.assertIn("everything is correct", danno("league", "verify", str(self.out)).stdout)
        faults = [sorted(path.relative_to(out) for path in (out / "faults").rglob("*")) for out in (self.out, one)]
        self.assertEqual(faults[0], faults[1])
        self.assertGreater(len(faults[0]), 20)

    def assert_nothing_is_left_over(self):
        self.assertEqual(sorted(path.name for path in self.parts.iterdir()), [f"{part:04}.part" for part in range(1, PARTS + 1)])

    def test_ends_as_one_run(self):
        self.run_danno("league", "run", self.file, "--out", self.folder / "one")
        kills = KILLS
        while kills > 0:
            self.run_danno("cluster", "plan", self.file, "--out", self.out, "--parts", PARTS)
            kills -= self.kill_until_merged(kills)
            for part in range(1, PARTS + 1):
                self.play(part)
            self.run_danno("cluster", "merge", self.plan)
            self.assert_all_is_that_of_one_run()
            self.assert_nothing_is_left_over()
            shutil.rmtree(self.out)


if __name__ == "__main__":
    unittest.main()
