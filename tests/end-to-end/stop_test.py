"""Whoever asks a long computation to stop is obeyed, and told how to go on."""

import json
import pathlib
import signal
import subprocess
import unittest

from driver import DANNO, InAFolder, danno, league_file, wait_while

LEAGUE = league_file("""
name = "stop"
rules = ["koans"]
seed = "1"
{more}
""", agents=("hold", "timid"))
TRIES = 50


def catches_signals(pid):
    """Whether the program has come so far that SIGTERM is a request."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    caught = next((line.split()[1] for line in status.splitlines() if line.startswith("SigCgt:")), "0")
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


class Stop(InAFolder):
    def play(self, more):
        league = self.write("league.toml", LEAGUE.format(more=more))
        played = danno("league", "run", league, "--out", str(self.folder / "out"), "-q")
        self.assertEqual(played.returncode, 0, played.stderr)

    def stopped(self, *arguments):
        """Exit code and stderr of a command that is asked to stop as soon as it listens."""
        run = subprocess.Popen([DANNO, "league", *arguments, str(self.folder / "out")],
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        wait_while(run, lambda: not catches_signals(run.pid))
        run.send_signal(signal.SIGTERM)
        return run.communicate(timeout=280)[1], run.returncode

    def assert_stops(self, *arguments):
        # It may be done before it is asked; a work of seconds is not that quick every time.
        for _ in range(TRIES):
            told, code = self.stopped(*arguments)
            if code != 0:
                break
        self.assertEqual(code, 143, told)
        self.assertTrue(told.endswith("interrupted; the same command starts again\n"), told)

    def test_verify_export_similar_and_the_table_of_a_league(self):
        self.play("deals = 1000")
        self.assert_stops("verify")
        self.assert_stops("export", "--all")
        self.assert_stops("export", "--all", "--json")
        self.assert_stops("table")
        self.assert_stops("similar")
        again = danno("league", "verify", str(self.folder / "out"), "--json")
        self.assertTrue(json.loads(again.stdout)["clean"], again.stderr)

    def test_verify_and_the_table_of_a_tournament(self):
        self.play('format = "tournament"\nrepeat = 200')
        self.assert_stops("table")
        self.assert_stops("verify")
        self.assertEqual(danno("league", "table", str(self.folder / "out"), "-q").returncode, 0)


if __name__ == "__main__":
    unittest.main()
