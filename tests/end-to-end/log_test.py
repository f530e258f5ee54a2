"""The referee's log: what became of processes, faults and deals can be read there afterwards.

Run as: log_test.py PATH/TO/danno PATH/TO/sdk/python/danno.py [unittest arguments]
"""

import re
import shlex
import signal
import sys

from driver import DANNO, InAFolder, danno, subprocess, unittest

SDK = sys.argv.pop(1)

AGENT = """import os, sys, time
import danno

def decide(question):
    %s
    if question.is_offer:
        return danno.decline()
    return danno.bank(0) if question.bank_counts(0) else danno.roll(0)

danno.play(decide)
"""
HOSTILE = "sys.stderr.write('\\x1b[2J\\n::error::owned\\n'); sys.stderr.flush(); os.kill(os.getpid(), 11)"
LEAGUE = """[league]
name = "spring"
rules = ["koans"]
deals = %d
agents = "bots/*"
[limits]
answer_ms = 50
max_faults = 2
"""


def events(text):
    """[{"event": …, …}] of a log; every line must be one."""
    found = []
    for line in text.splitlines():
        fields = dict(word.split("=", 1) for word in shlex.split(line))
        if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", fields["time"]):
            raise AssertionError(line)
        found.append(fields)
    return found


class Log(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)

    def bot(self, name, mistake="pass"):
        folder = self.folder / "bots" / name
        self.write(f"bots/{name}/agent.toml", 'name = "%s"\nrun = ["python3", "-B", "agent.py"]\n' % name)
        self.write(f"bots/{name}/agent.py", AGENT % mistake)
        with open(SDK, encoding="utf-8") as sdk:
            self.write(f"bots/{name}/danno.py", sdk.read())
        return str(folder)

    def of(self, found, event, **values):
        chosen = [e for e in found if e["event"] == event and all(e[key] == value for key, value in values.items())]
        self.assertTrue(chosen, (event, values, found))
        return chosen

    def test_a_league_keeps_who_started_ended_and_faulted_and_why(self):
        for name, mistake in [("good", "pass"), ("crasher", HOSTILE), ("sleeper", "time.sleep(9)")]:
            self.bot(name, mistake)
        file = self.write("league.toml", LEAGUE % 4)
        run = danno("league", "run", file, "--out", "out", "-q", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(run.stderr, "")
        text = (self.folder / "out/danno.log").read_text(encoding="utf-8")
        self.assertNotIn("\x1b", text)
        self.assertNotRegex(text, r"(?m)^\s*::")
        log = events(text)
        self.assertEqual((log[0]["event"], log[1]["event"], log[-1]["event"]), ("run", "isolation", "run-end"))
        self.assertEqual(log[1]["level"], "strict")
        self.assertEqual(log[-1]["exit"], "0")
        self.of(log, "start", agent="good")
        end = self.of(log, "end", agent="crasher", exit="signal", value="11")[0]
        self.assertGreater(int(end["pid"]), 1)
        self.assertGreater(int(end["agent_pid"]), 1)
        self.assertGreater(float(end["cpu_ms"]), 0)
        self.assertGreater(int(end["peak_memory_kib"]), 2000)
        self.of(log, "fault", agent="crasher", kind="crash", value="11")
        late = self.of(log, "timeout", agent="sleeper")[0]
        self.assertGreater(float(late["charged_ms"]), 50)
        self.assertGreaterEqual(float(late["wall_ms"]), float(late["charged_ms"]) - 1)
        for key in ("agent_waited_ms", "referee_waited_ms", "stolen_ms", "load"):
            self.assertIn(key, late)
        fault = self.of(log, "fault", agent="sleeper", kind="timeout", pid=late["pid"])[0]
        self.assertEqual(int(float(late["charged_ms"])), int(fault["value"]))
        self.of(log, "out", line_up="crasher,good", agents="crasher")
        deals = sum(int(e["deals"]) for e in self.of(log, "commit", line_up="good,sleeper"))
        self.assertEqual(deals, 4)
        self.of(log, "batch", line_up="good,sleeper")

    def test_reading_verbs_add_nothing_and_a_second_run_adds(self):
        self.bot("good"), self.bot("fine")
        file = self.write("league.toml", LEAGUE % 1)
        danno("league", "run", file, "--out", "out", cwd=self.folder)
        log = self.folder / "out/danno.log"
        before = log.read_text()
        for command in ("table", "status", "verify"):
            self.assertEqual(danno("league", command, "out", "-v", cwd=self.folder).returncode, 0)
        self.assertEqual(log.read_text(), before)
        danno("league", "run", self.write("league.toml", LEAGUE % 2), "--out", "out", cwd=self.folder)
        self.assertEqual(len(self.of(events(log.read_text()), "run")), 2)

    def test_a_signal_is_in_it(self):
        file = self.write("league.toml", (LEAGUE % 1000000).replace('agents = "bots/*"\n', "") +
                          '[[agent]]\npath = "hold"\n[[agent]]\npath = "random"\n')
        run = subprocess.Popen([DANNO, "league", "run", file, "--out", "out", "-v"], cwd=self.folder,
                               stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        for line in run.stderr:
            if "event=commit" in line:
                break
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=60)
        log = events((self.folder / "out/danno.log").read_text())
        self.of(log, "signal", number="15")
        self.assertEqual(log[-1]["exit"], "143")

    def test_a_match_logs_where_it_is_told_and_v_shows_it(self):
        match = ["match", "hold", "random", "--deals", "2", "--seed", "a"]
        plain = danno(*match, cwd=self.folder)
        self.assertNotIn("event=", plain.stderr)
        told = danno(*match, "--log", "match.log", "-v", cwd=self.folder)
        self.assertEqual(told.returncode, 0, told.stderr)
        log = events((self.folder / "match.log").read_text())
        self.of(log, "end", agent="hold", exit="code", value="0")
        self.assertEqual([line for line in told.stderr.splitlines() if line.startswith("time=")],
                         (self.folder / "match.log").read_text().splitlines())

    def test_a_gate_logs_its_exit_code(self):
        gate = danno("gate", "random", "--against", "hold", "--max-deals", "1", "--log", "gate.log", cwd=self.folder)
        self.assertEqual(gate.returncode, 4, gate.stderr)
        self.assertEqual(events((self.folder / "gate.log").read_text())[-1]["exit"], "4")

    def test_a_part_of_a_plan_logs_beside_it(self):
        self.bot("good"), self.bot("fine")
        file = self.write("league.toml", LEAGUE % 1)
        danno("cluster", "plan", file, "--out", "out", "--parts", "1", cwd=self.folder)
        danno("cluster", "play", "out/plan-1", "--part", "1/1", "--shards", "1", cwd=self.folder)
        log = events((self.folder / "out/plan-1/log/1.log").read_text())
        self.of(log, "end", agent="good", exit="code", value="0")
        self.assertEqual((log[0]["event"], log[-1]["event"], log[-1]["exit"]), ("run", "run-end", "0"))

    def test_a_check_logs_too(self):
        danno("check", self.bot("good"), "--rules", "koans", "--log", "check.log", cwd=self.folder)
        self.of(events((self.folder / "check.log").read_text()), "end", agent="good")

    def test_a_log_that_cannot_be_written_ends_no_run(self):
        self.write("taken", "no folder")
        told = danno("match", "hold", "random", "--deals", "1", "--log", "taken/match.log", cwd=self.folder)
        self.assertEqual(told.returncode, 0, told.stderr)
        self.assertEqual(told.stderr.count("warning: the log cannot be written: "), 1)


if __name__ == "__main__":
    unittest.main()
