"""A season whose process is killed again and again, with a clock that is set back: nothing is lost or taken twice.

Run as: season_kills_test.py PATH/TO/danno [unittest arguments]
DANNO_SUBMISSIONS: how many are handed in; default 40. Every eighth of them comes with a kill.
Ends with 77 where faketime is missing.
"""

import io
import json
import os
import random
import shutil
import subprocess
import sys
import tarfile
import time
import unittest

from driver import danno
from seasons import SeasonFolder, hold, zipped

if not shutil.which("faketime"):
    print("skipped: no faketime")
    sys.exit(77)

SUBMISSIONS = int(os.environ.get("DANNO_SUBMISSIONS", "40"))
KILLS = SUBMISSIONS // 8
AUTHORS = [f"author{number}" for number in range(SUBMISSIONS // 5)]
PER_DAY = 6
SEASON = dict(season=f"max_per_day = {PER_DAY}", league="until = { games = 400 }")
NOON = 12 * 3600 - int(time.time()) % 86400  # no season goes over midnight
HOUR = 3600


def tarred(files, link=""):
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w:gz") as made:
        for name, content in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            made.addfile(member, io.BytesIO(content.encode()))
        if link:
            member = tarfile.TarInfo("link")
            member.type, member.linkname = tarfile.SYMTYPE, link
            made.addfile(member)
    return stream.getvalue()


def item_name(item, content):
    if not isinstance(content, bytes):
        return item
    return item + (".zip" if content.startswith(b"PK") else ".tar.gz")


ARCHIVED = hold("archived")
BROKEN = (
    {"agent.toml": 'name = "broken"\nrun = ["false"]\n'},
    {"agent.toml": 'name = "broken"\nrun = ["./nothing"]\n'},
    {"agent.toml": 'name = "broken"\nrun = ["sh", "-c", "echo hello; cat"]\n'},
    {"agent.toml": 'name = "broken\n'},
    {"agent.toml": 'name = "broken"\nrun = ["false"]\nbuild = ["false"]\n'},
    {"readme": "no agent"},
    {"agent.toml": 'name = ""\nrun = ["false"]\n'},
    {"agent.toml": 'name = "broken"\nrun = []\n'},
    {f"{number}/{'x' * 99}": "" for number in range(1100)},
    b"no archive",
    zipped({**ARCHIVED, "../../escaped": "x"}),
    zipped({**ARCHIVED, "/tmp/escaped": "x"}),
    zipped({**ARCHIVED, "bomb": bytes(100 << 20)}),
    zipped(ARCHIVED)[:-30],
    tarred({**ARCHIVED, "../../escaped": "x"}),
    tarred(ARCHIVED, link="/etc/passwd"),
    tarred(ARCHIVED)[:-30],
)


def submissions():
    """Author and content of each, in their order."""
    chance = random.Random(1)
    made = [("first", hold("first"))]
    last = {}
    while len(made) < SUBMISSIONS:
        author = chance.choice(AUTHORS)
        kind = chance.random()
        if kind < 0.5 or (kind < 0.6 and author not in last):
            last[author] = hold(f"{author}-bot", chance.randrange(150, 600, 50))
            made.append((author, chance.choice((dict, dict, zipped, tarred))(last[author])))
        elif kind < 0.6:
            made.append((author, last[author]))  # once more
        else:
            made.append((author, chance.choice(BROKEN)))
    flood = SUBMISSIONS // 2
    made[flood:flood + PER_DAY + 3] = [("flood", hold("flood"))] * (PER_DAY + 3)
    return [(author, content, item_name(f"item{number}", content)) for number, (author, content) in enumerate(made)]


def clock(offset):
    """The environment of a process whose clock, and nothing else, is off by so many seconds."""
    told = subprocess.run(["faketime", "-f", "+0", "env"], capture_output=True, text=True, check=True).stdout
    preload = next(line.partition("=")[2] for line in told.splitlines() if line.startswith("LD_PRELOAD="))
    return {"LD_PRELOAD": preload, "FAKETIME": f"{offset:+d}", "DONT_FAKE_MONOTONIC": "1"}


class AKilledSeason(SeasonFolder):
    def waiting(self, author="*"):
        return list(self.folder.glob(f"inbox/{author}/[!.]*"))

    def kill(self, after, offset):
        """Kills it that much later, if it does not end before, and starts it again; whether it ended."""
        try:
            return self.kept.wait(after) is not None
        except subprocess.TimeoutExpired:
            self.kept.kill()
            self.kept.wait()
            self.start(**clock(offset))
            return False

    def hand_in_all(self, kills):
        moments = random.Random(2)
        every = SUBMISSIONS // kills if kills else SUBMISSIONS + 1
        for number, (author, content, item) in enumerate(submissions()):
            if author != "flood":  # whose agents are the same
                self.wait_until("what the author handed in before is taken", lambda: not self.waiting(author))
            self.hand_in(author, content, item)
            if number == 0:
                self.wait_until("the first answer", lambda: self.answers())
            if number % every == every - 1:
                kill = number // every
                back = HOUR if kills // 3 <= kill < 2 * kills // 3 else 0
                self.kill(moments.uniform(0, 3), NOON - back)

    def close(self, kills):
        """At once, by the file; killed in the final, too."""
        self.wait_until("the inbox is empty", lambda: not self.waiting())
        self.close_at(time.time() + NOON + 2)
        moments = random.Random(3)
        for _ in range(kills):
            if self.kill(moments.uniform(0, 3), NOON):
                break
        self.assertEqual(self.end(None), 0, self.told())

    def season(self, name, kills):
        """What came of it: verdicts by item, versions by agent, the final table."""
        self.use(self.home / name)
        self.write_season(**SEASON)
        self.start(**clock(NOON))
        self.wait_until("the inbox", (self.folder / "inbox").exists)
        self.hand_in_all(kills)
        self.close(kills // 2)
        self.assert_nothing_is_lost()
        answers = {item: (answer["verdict"], answer["agent"], answer["checked"], answer["reason"])
                   for item, answer in self.answers().items() if answer["author"] != "flood"}
        flood = sorted(answer["verdict"] for answer in self.answers().values() if answer["author"] == "flood")
        versions = {}
        for line in self.versions():
            versions.setdefault(line["name"], []).append((line["version"], line["hash"]))
        table = {name: {key: agent[key] for key in ("rank", "elo", "games", "score", "points", "hash", "faults")}
                 for name, agent in self.table("final").items()}
        return answers, flood, versions, table

    def assert_nothing_is_lost(self):
        every = submissions()
        lines = [json.loads(line) for line in (self.out / "season/answers.ndjson").read_text().splitlines()]
        self.assertEqual(sorted(line["item"] for line in lines), sorted(item for _, _, item in every))
        self.assertEqual(len({line["ticket"] for line in lines}), len(every))
        letters = sorted((path.parent.name, path.name) for path in self.outbox.glob("*/[0-9]*.md"))
        self.assertEqual(letters, sorted((line["author"], f"{line['ticket']:06}-{line['item']}.md") for line in lines))
        self.assertEqual(self.waiting(), [])
        self.assertEqual(list((self.out / "season/queue").iterdir()), [])
        for author, content, item in every:
            answer = self.answers()[item]
            self.assertEqual(answer["author"], author)
            if content in BROKEN:
                self.assertEqual((answer["verdict"], answer["hash"]), ("refused", ""), answer)
        for folder in (self.out, self.out / "final"):
            verified = danno("league", "verify", str(folder), "-q")
            self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_ends_as_an_undisturbed_one(self):
        self.home = self.folder
        undisturbed = self.season("undisturbed", 0)
        self.assertEqual(undisturbed[1], ["refused"] * 3 + ["taken"] + ["unchanged"] * (PER_DAY - 1))
        killed = self.season("killed", KILLS)
        for one, other in zip(killed, undisturbed):
            self.assertEqual(one, other)


if __name__ == "__main__":
    unittest.main()
