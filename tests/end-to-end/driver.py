"""What tests of the real program share. The program is the first argument of the test."""

import hashlib
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

DANNO = os.path.abspath(sys.argv.pop(1))


def danno(*arguments, timeout=280, **options):
    return subprocess.run([DANNO, *arguments], capture_output=True, text=True, timeout=timeout, **options)


def rule_sets():
    """The ids of all rule sets."""
    return [rules["id"] for rules in json.loads(danno("rules", "--json").stdout)]


def league_file(league, agents=(), limits=""):
    """A league of bundled agents, by these keys of [league], at which no slow machine makes anybody late."""
    text = f'\n[league]\n{league.strip()}\n[limits]\nanswer_ms = 10000\nisolation = "none"\n{limits}'
    return text + "".join(f'[[agent]]\npath = "{agent}"\n' for agent in agents)


def stored_deals(folder):
    """How many deals league.db holds; 0 before it is there."""
    try:
        with sqlite3.connect(f"file:{folder}/league.db?mode=ro", uri=True, timeout=1) as connection:
            return connection.execute("SELECT ifnull(sum(deals), 0) FROM block").fetchone()[0]
    except sqlite3.Error:
        return 0


def wait_while(run, holds):
    """Until it holds no longer, or the run has ended. It leaves the processor to the run."""
    while run.poll() is None and holds():
        time.sleep(0.002)


def await_deals(run, folder):
    """Until the run has stored some more deals in the folder, or has ended."""
    before = stored_deals(folder)
    wait_while(run, lambda: stored_deals(folder) == before)


def fold_hashes(nodes, first, level):
    """The hash over deals [first, first + 2^level); `nodes` by (level, first): docs/league-db.md."""
    if (level, first) in nodes:
        return nodes[level, first]
    if not any(first <= begin < first + 2**level for _, begin in nodes):
        return bytes(32)
    children = (fold_hashes(nodes, begin, level - 1) for begin in (first, first + 2**level // 2))
    return hashlib.blake2b(b"\1" + b"".join(children), digest_size=32).digest()


def line_up_hashes(database):
    """The hash over all games of every line-up that has some, by its id."""
    line_ups = {}
    for line_up, first, deals, hashes in database.execute("SELECT line_up, first, deals, nodes FROM block"):
        nodes, end = line_ups.setdefault(line_up, ({}, []))
        while hashes:
            level = deals.bit_length() - 1 if first == 0 else min(deals.bit_length(), (first & -first).bit_length()) - 1
            nodes[level, first], hashes = hashes[:32], hashes[32:]
            first, deals = first + 2**level, deals - 2**level
        end.append(first)
    return {line_up: fold_hashes(nodes, 0, (max(end) - 1).bit_length()) for line_up, (nodes, end) in line_ups.items()}


def wait_for_sweeper(folder):
    """Waits until danno-init has removed what a killed danno was making there."""
    until = time.monotonic() + 30
    while subprocess.run(["find", folder, "-name", ".draft-*"], capture_output=True).stdout and time.monotonic() < until:
        os.sched_yield()


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        wait_for_sweeper(self.scratch.name)
        self.scratch.cleanup()

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return str(path)
