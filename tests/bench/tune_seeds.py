"""How often `danno tune` finds the best values, with how many deals and in how long.

Run as: tune_seeds.py PATH/TO/danno SEEDS BEST BOT [FLAGS…]. BEST is the values, or null where none is better, or a
file of exact_elo, of which the first row that has a candidate's values says what it is worth. Such as
tune_seeds.py build/release/bin/danno 100 '{"at": 200}' 'hold --at {at}' --set at=100..400/50 --against optimal
"""

import json
import subprocess
import sys
import tempfile
import time

danno, seeds, best, *command = sys.argv[1:]
exact = json.load(open(best)) if best.endswith(".json") else None


def elo(values):
    return next(row["elo"] for row in exact if all(row[name] == value for name, value in values.items()))


found, deals, seconds, behind = 0, [], [], []
for seed in range(int(seeds)):
    with tempfile.TemporaryDirectory() as folder:
        begun = time.monotonic()
        run = subprocess.run([danno, "tune", *command, "--seed", str(seed), "--out", folder, "--json", "-q"],
                             capture_output=True, text=True, check=True)
        seconds.append(time.monotonic() - begun)
    tune = json.loads(run.stdout)
    deals.append(tune["deals"])
    if exact:
        known = [elo(candidate["values"]) for candidate in tune["candidates"]]
        behind.append(max(known) - elo(tune["best"]))
        right = behind[-1] == 0
    else:
        right = tune["best"] == json.loads(best)
    found += right
    if not right:
        print(f"seed {seed}: {tune['best']} after {tune['deals']} deals" + (f", {behind[-1]:.1f} Elo behind" if exact else ""))
most = sorted(deals)[(len(deals) * 95 + 99) // 100 - 1]
print(f"found in {found} of {seeds}; deals {sum(deals) / len(deals):.0f} in the mean, {most} in 95 %, {max(deals)} at most; "
      f"{sum(seconds) / len(seconds):.1f} s in the mean, {max(seconds):.1f} s at most")
if exact:
    print(f"within 2 Elo of the best in {sum(elo <= 2 for elo in behind)} of {seeds}")
