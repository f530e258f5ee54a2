#!/usr/bin/env python3
"""Writes tests/costs.txt: the seconds of the slowest tests, as the runs in build/release took them.

tests/renew_costs.py    after ./test
"""
import collections
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
LEAST = 2  # seconds: below it the order does not matter


def main() -> None:
    """Of a GoogleTest program counts the slowest test."""
    took = {}
    for line in (BUILD / "Testing/Temporary/CTestCostData.txt").read_text().splitlines():
        if line == "---":
            break
        test, _, seconds = line.rsplit(" ", 2)
        took[test] = float(seconds)
    shown = subprocess.run(["ctest", "--show-only=json-v1"], cwd=BUILD, capture_output=True, check=True).stdout
    costs: collections.Counter[str] = collections.Counter()
    for test in json.loads(shown)["tests"]:
        is_of_program = any(word.startswith("--gtest_filter") for word in test["command"])
        name = pathlib.Path(test["command"][1]).name if is_of_program else test["name"]
        costs[name] = max(costs[name], round(took.get(test["name"], 0)))
    lines = [f"{seconds} {name}\n" for name, seconds in sorted(costs.items(), key=lambda cost: (-cost[1], cost[0]))]
    (ROOT / "tests/costs.txt").write_text("".join(line for line in lines if int(line.split()[0]) >= LEAST))


main()
