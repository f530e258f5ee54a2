"""What tests of formats in rounds share: leagues of bundled agents in mirrored deals, and their deals as scores."""

import collections
import json
import signal
import subprocess

from driver import DANNO, InAFolder, danno, stored_deals, wait_while

FILE = """
[league]
name = "cup"
rules = [{rules}]
format = "{format}"
deals = {deals}
{seed}
{more}
[limits]
answer_ms = 10000
isolation = "none"
[rules.koans]
target = 300
"""


def half_points(game, name, absent):
    """Of a stored game; a forfeit earns none, also one that comes after the other's."""
    if name in absent or f"{name} forfeit" in game["events"]:
        return 0
    tied = len(set(game["places"].values())) == 1
    return 1 if tied else 2 if game["places"][name] == 1 else 0


def by_chair(game):
    """What happened in a stored game, with chairs in place of names."""
    return [(game["players"].index(player), *done) for player, *done in map(str.split, game["events"])]


class RoundsLeague(InAFolder):
    FORMAT = ""

    def danno(self, *arguments):
        return danno(*arguments, cwd=self.folder)

    def write_league(self, agents, deals=1, rules='"koans"', more="", crashing=(), authors=(), seed='seed = "e2e"'):
        self.write("crash", "#!/bin/sh\nexit 3\n", 0o755)
        text = FILE.format(rules=rules, format=self.FORMAT, deals=deals, more=more, seed=seed)
        for i in range(agents):
            program = "./crash" if i in crashing else ("hold", "timid", "random")[i % 3]
            text += f'[[agent]]\nname = "bot{i}"\nrun = ["{program}"]\n'
            text += f'author = "{authors[i]}"\n' if authors else ""
        self.write("league.toml", text)

    def run_league(self, out="out"):
        return self.danno("league", "run", "league.toml", "--out", out, "--json", "-q")

    def verify(self, out="out"):
        return self.danno("league", "verify", out, "-q")

    def play(self, out="out"):
        result = self.run_league(out)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.verify(out).returncode, 0)
        return json.loads(result.stdout)

    def refused(self, told, **file):
        self.write_league(**file)
        result = self.run_league("refused")
        self.assertEqual(result.returncode, 2)
        errors = [line for line in result.stderr.splitlines() if not line.startswith("  ")]  # and a caret below
        self.assertEqual(len(errors), 1, result.stderr)
        self.assertIn(told, result.stderr)

    def deals(self, rules, out="out", crashing=()):
        """By pair of names: half points of both and whether both games went alike, in the order of the deals."""
        absent = {f"bot{i}" for i in crashing}
        points = collections.defaultdict(lambda: collections.defaultdict(lambda: [0, 0]))
        told = collections.defaultdict(lambda: collections.defaultdict(list))
        exported = self.danno("league", "export", out, "--json", "--all").stdout
        for game in map(json.loads, exported.splitlines()):
            _, names, deal, _ = game["game"].split("/")
            if game["rules"] != rules:
                continue
            pair, deal = tuple(names.split(",")), int(deal)
            for i, name in enumerate(pair):
                points[pair][deal][i] += half_points(game, name, absent)
            told[pair][deal].append(by_chair(game))
        return {pair: [[*deals[deal], told[pair][deal][0] == told[pair][deal][1]] for deal in sorted(deals)]
                for pair, deals in points.items()}

    def kill_it_with(self, deals):
        """A run that has stored so many."""
        run = subprocess.Popen([DANNO, "league", "run", "league.toml", "--out", "out", "-q"],
                               cwd=self.folder, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        wait_while(run, lambda: stored_deals(self.folder / "out") < deals)
        run.send_signal(signal.SIGKILL)
        run.wait()
        self.assertEqual(self.verify().returncode, 0)

    def check_it_goes_on_where_it_was_killed(self, agents):
        self.write_league(agents, deals=40, rules='"koans", "tyghe"')
        whole = self.play("whole")
        for deals in (30, 200, 400):
            self.kill_it_with(deals)
        self.assertEqual(self.play(), whole)
