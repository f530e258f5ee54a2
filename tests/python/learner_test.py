"""The files of docs/train-an-agent.md: the learner beats hold in at least nine of ten seeds, and its bots play.

Run as: tests/python/run BUILD tests/python/learner_test.py [unittest arguments]; takes twenty minutes of one core.
LEARNER_SEEDS and LEARNER_SECONDS shorten it.
"""

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SEEDS = int(os.environ.get("LEARNER_SEEDS", "10"))
SECONDS = os.environ.get("LEARNER_SECONDS", "100")


class Learner(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        shutil.copytree(ROOT / "docs/tutorial/learner", self.folder, dirs_exist_ok=True)
        shutil.copy(ROOT / "sdk/python/danno.py", self.folder)

    def start_file(self, *words):
        return subprocess.run([sys.executable, *words], cwd=self.folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def run_file(self, *words):
        ran = self.start_file(*words)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        return ran.stdout

    def test_wrong_arguments_are_told(self):
        for words, told in ((["x"], "argument SECONDS: invalid int value: 'x'"), (["0"], "expected SECONDS from 1"),
                            (["5", "-1"], "a SEED from 0"), (["5", "1", "7"], "unrecognized arguments: 7")):
            ran = self.start_file("train.py", *words)
            self.assertEqual((ran.returncode, ran.stderr.count("Traceback")), (2, 0))
            self.assertIn(told, ran.stderr)
        self.run_file("train.py", "1", "0")

    def match(self, agent, *options):
        """The score of the agent's file against hold, by the program."""
        (self.folder / "agent.toml").write_text('name = "mine"\nrun = ["python3", "%s"]\n' % agent)
        code = "import danno; print(danno.match(['.', 'hold'], deals=%s, isolation='none', rules='%s').score)" % options
        return float(self.run_file("-c", code))

    def test_the_table_beats_hold(self):
        won = 0
        for seed in range(1, SEEDS + 1):
            told = self.run_file("train.py", SECONDS, str(seed))
            share = float(re.search(r"wins ([\d.]+) % of \d+ games", told)[1])
            print("seed %d: %s" % (seed, told.splitlines()[-1]), flush=True)
            won += share > 51
        self.assertGreaterEqual(won, SEEDS * 9 // 10)
        # The bot wins as often in the program as in training.
        self.assertAlmostEqual(self.match("agent.py", "2000", "koans"), share / 100, delta=0.03)

    @unittest.skipUnless(importlib.util.find_spec("sb3_contrib"), "no sb3-contrib")
    def test_the_net_plays(self):
        self.run_file("train_net.py", "2048")
        # So short a training teaches little; the bot is to play without a fault.
        (self.folder / "agent.toml").write_text('name = "mine"\nrun = ["python3", "agent_net.py"]\n')
        words = "match . hold --deals 20 --rules tyghe --isolation none --json".split()
        played = subprocess.run([os.environ["DANNO_PROGRAM"], *words], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual([agent["faults"] for agent in json.loads(played.stdout)["agents"]], [{}, {}], played.stderr)


class Page(unittest.TestCase):
    """The blocks of the page, typed one after the other, without what pip installs and the neural net."""

    def test_every_block_runs_as_it_stands(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        page = (ROOT / "docs/train-an-agent.md").read_text(encoding="utf-8").split("## A neural net")[0]
        script = "set -e\n"
        for language, block in re.findall(r"(?ms)^```(\w+)\n(.*?)^```", page):
            block = re.sub("(?m)^pip install .*", "", block)
            block = re.sub("(?m)^python3 train.py.*", f"cp {ROOT}/docs/tutorial/learner/*.py .; python3 train.py {SECONDS}", block)
            script += f"python3 - <<'END'\n{block}END\n" if language == "python" else block
        self.assertIn("python3 train.py", script)
        programs = f"{Path(sys.executable).parent}:{Path(os.environ['DANNO_PROGRAM']).parent}:{os.environ['PATH']}"
        typed = subprocess.run(["bash", "-c", script], cwd=folder, env={**os.environ, "PATH": programs}, capture_output=True, text=True)
        self.assertEqual(typed.returncode, 0, typed.stdout + typed.stderr)
        for words in ("created learner/", r"0 s: a game loses \d+\.\d points", r"wins \d+\.\d % of \d+ games against hold", "passed: "):
            self.assertRegex(typed.stdout, words)


if __name__ == "__main__":
    unittest.main()
