"""Leagues that are killed, cut off and interrupted lose nothing and play nothing twice.

Run as: durability_test.py PATH/TO/danno [unittest arguments]
DANNO_KILLS: how often the referee is killed; default 300.
"""

import json
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import unittest

from driver import DANNO, InAFolder, await_deals, danno, league_file, line_up_hashes

SDK = pathlib.Path(__file__).resolve().parents[2] / "sdk" / "python"
KILLS = int(os.environ.get("DANNO_KILLS", "300"))

LEAGUE = league_file("""
name = "durable"
rules = ["koans", "tyghe"]
deals = {deals}
{more}
""", agents=("hold", "timid", "random"), limits="max_faults = 1000\n")

# Everything that is stored, by names, less times.
CONTENT = (
    "SELECT rules, agents, deal, seed FROM deal JOIN meeting USING (line_up)"
    " JOIN epoch ON epoch = epoch.id ORDER BY 1, 2, 3",
    "SELECT rules, meeting.agents, deal, seating, seat, name, kind, value FROM fault JOIN meeting USING (line_up)"
    " JOIN agent ON agent = agent.id ORDER BY 1, 2, 3, 4, 5",
    "SELECT rules, agents, planned, deals FROM meeting ORDER BY 1, 2",
    "SELECT name, version, hash FROM agent ORDER BY 1, 2",
)


class Durable(InAFolder):
    deals = 60
    more = 'seed = "e2e"'

    def setUp(self):
        super().setUp()
        self.out = self.folder / "out"
        self.file = self.write("league.toml", LEAGUE.format(deals=self.deals, more=self.more))

    def run_league(self, *flags, out=None):
        return danno("league", "run", self.file, "--out", str(out or self.out), "-q", *flags)

    def start_league(self, *flags):
        """A run whose stderr can be read."""
        return subprocess.Popen([DANNO, "league", "run", self.file, "--out", str(self.out), *flags],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def query(self, sql, out=None):
        database = sqlite3.connect((out or self.out) / "league.db")
        try:
            return database.execute(sql).fetchall()
        finally:
            database.close()

    def content(self, out=None):
        database = sqlite3.connect((out or self.out) / "league.db")
        hashes = line_up_hashes(database)
        database.close()
        games = [(*names, hashes.get(line_up)) for *names, line_up in
                 self.query("SELECT rules, agents, line_up FROM meeting ORDER BY 1, 2", out)]
        return [games] + [self.query(sql, out) for sql in CONTENT]

    def undisturbed(self):
        out = self.folder / "undisturbed"
        result = self.run_league(out=out)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.content(out)

    def assertComplete(self, out=None):
        """Exactly the planned games, and all that is stored holds."""
        games = 2 * 3 * self.deals * 2
        result = danno("league", "verify", str(out or self.out), "--json", "-q")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(json.loads(result.stdout)["games"], games)
        status = json.loads(danno("league", "status", str(out or self.out), "--json").stdout)
        self.assertTrue(status["complete"])

    def resume(self, out=None):
        result = self.run_league(out=out)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertComplete(out)

    def await_games(self, run):
        await_deals(run, self.out)

    def end(self, run):
        told = run.stderr.read()
        run.stderr.close()
        return run.wait(), told


class AKilledReferee(Durable):
    def kill_at_random(self, kills, moments):
        """Runs of the league that are killed, until it is complete or `kills` are used up."""
        for kill in range(kills):
            run = self.start_league("-q")
            try:
                run.wait(moments.uniform(0, 0.25))
            except subprocess.TimeoutExpired:
                run.kill()
            code, told = self.end(run)
            self.assertIn(code, (0, -signal.SIGKILL), told)
            if code == 0:
                return kill
        return kills

    def kill_leagues(self, kills, seed, check):
        """Leagues one after the other, until all kills are used up; `check` sees each completed one."""
        moments = random.Random(seed)
        while kills > 0:
            kills -= self.kill_at_random(kills, moments)
            self.resume()
            check()
            shutil.rmtree(self.out)

    def test_leaves_the_store_of_an_undisturbed_run(self):
        undisturbed = self.undisturbed()
        self.kill_leagues(KILLS // 2, 1, lambda: self.assertEqual(self.content(), undisturbed))


class AKilledRefereeWithASecretSeed(AKilledReferee):
    more = ""

    def test_leaves_the_store_of_an_undisturbed_run(self):
        """One that keeps to its first commitment, and reveals it."""
        def check():
            self.assertEqual(self.query("SELECT revealed, open FROM epoch"), [(1, 0)])
            self.assertEqual(self.query("SELECT DISTINCT epoch FROM deal"), [(1,)])
        self.kill_leagues(KILLS - KILLS // 2, 2, check)


class AKilledAgent(Durable):
    deals = 400

    def read_agents(self, run):
        """Process ids of the agents that play, by name."""
        found = []
        parents = {run.pid}
        for entry in sorted(pathlib.Path("/proc").glob("[0-9]*"), key=lambda path: int(path.name)):
            try:
                status = (entry / "status").read_text()
                program = os.path.basename(os.readlink(entry / "exe"))
            except OSError:
                continue
            parent = int(status.split("PPid:")[1].split()[0])
            if parent in parents:
                parents.add(int(entry.name))
                if program in ("hold", "timid", "random"):
                    found.append((program, int(entry.name)))
        return found

    def test_is_charged_nothing_and_the_store_holds(self):
        for in_flight in ("1", "64"):
            with self.subTest(in_flight=in_flight):
                self.kill_agents(in_flight)

    def kill_agents(self, in_flight):
        chance = random.Random(3)
        killed = []
        run = self.start_league("--in-flight", in_flight)
        while run.poll() is None:
            self.await_games(run)
            agents = self.read_agents(run)
            if agents:
                name, process = chance.choice(agents)
                try:
                    os.kill(process, signal.SIGKILL)
                    killed.append(name)
                except ProcessLookupError:
                    pass
        code, told = self.end(run)
        self.assertTrue(killed)
        self.assertEqual(self.query("SELECT * FROM fault"), [])
        if code != 0:  # the same deal was hit three times
            self.assertEqual(code, 3, told)
            self.assertIn("void 3 times", told)
            self.resume()
        self.assertComplete()
        shutil.rmtree(self.out)


class ACutOffWriteAheadLog(Durable):
    """As after a loss of power: the last bytes written are not there, or are zeros."""

    def test_loses_only_what_is_played_again(self):
        undisturbed = self.undisturbed()
        run = self.start_league()
        self.await_games(run)
        run.kill()
        self.end(run)
        log = (self.out / "league.db-wal").read_bytes()
        lengths = random.Random(4)
        for trial in range(KILLS // 30):
            with self.subTest(trial):
                out = self.folder / f"cut{trial}"
                out.mkdir()
                shutil.copy(self.out / "league.db", out)
                kept = log[:lengths.randrange(len(log))]
                zeros = bytes(lengths.choice((0, 4096)))
                (out / "league.db-wal").write_bytes(kept + zeros)
                self.resume(out)
                self.assertEqual(self.content(out), undisturbed)


class Interrupted(Durable):
    deals = 10000

    def interrupted(self, *signals):
        run = self.start_league()
        self.await_games(run)
        run.send_signal(signal.SIGSTOP)
        for number in signals:
            run.send_signal(number)
        run.send_signal(signal.SIGCONT)
        return self.end(run)

    def test_once_it_saves_and_tells_how_to_go_on(self):
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            code, told = self.interrupted(number)
            self.assertEqual(code, expected, told)
            self.assertIn(f"to resume: danno league run {self.file} --out {self.out}\n", told)
            self.assertEqual(danno("league", "verify", str(self.out), "-q").returncode, 0)

    def test_of_a_closed_terminal_several_signals_come(self):
        code, told = self.interrupted(signal.SIGHUP)
        self.assertEqual(code, 129, told)
        run = self.start_league()
        self.await_games(run)
        run.send_signal(signal.SIGHUP)
        run.send_signal(signal.SIGHUP)
        code, told = self.end(run)
        self.assertEqual(code, 129, told)
        self.assertIn("to resume", told)

    def test_twice_it_ends_at_once(self):
        code, told = self.interrupted(signal.SIGINT, signal.SIGTERM)
        self.assertIn(code, (130, 143))
        self.assertNotIn("to resume", told)
        self.assertEqual(danno("league", "verify", str(self.out), "-q").returncode, 0)

    def test_while_it_runs_others_only_read(self):
        run = self.start_league()
        self.await_games(run)
        second = self.run_league()
        self.assertEqual(second.returncode, 2)
        self.assertRegex(second.stderr, r"\Aerror: a league is already running in .*league status.*\n\Z")
        for command in ("status", "table", "verify"):
            result = danno("league", command, str(self.out), "-q")
            self.assertEqual(result.returncode, 0, result.stderr)
        run.send_signal(signal.SIGINT)
        self.assertEqual(self.end(run)[0], 130)


class WaitingForAnAnswer(InAFolder):
    SLEEPER = """#!/usr/bin/env python3
import sys, time
sys.path.insert(0, {sdk!r})
import danno
def decide(question):
    open({asked!r}, "w").close()
    time.sleep(300)
danno.play(decide)
"""

    def test_an_interrupt_does_not(self):
        asked = self.folder / "asked"
        os.mkfifo(asked)
        sleeper = self.write("sleeper", self.SLEEPER.format(sdk=str(SDK), asked=str(asked)), 0o755)
        run = subprocess.Popen([DANNO, "match", "hold", sleeper, "--answer-ms", "600000", "--isolation", "none"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=self.folder)
        asked.open().close()  # until it was asked
        run.send_signal(signal.SIGINT)
        _, told = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130, told)


if __name__ == "__main__":
    unittest.main()
