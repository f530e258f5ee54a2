"""A season with its nginx, for tests of the page in a browser. Prints where it is, as JSON, and ends with its stdin.

Run as: hand_in_server.py PATH/TO/danno FOLDER
"""

import json
import os
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(sys.argv.pop(2))
sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "end-to-end"))

import nginx  # noqa: E402
from driver import DANNO  # noqa: E402
from seasons import SEASON  # noqa: E402

if nginx.PROGRAM is None:
    sys.exit(77)
FOLDER.chmod(0o755)
(FOLDER / "season.toml").write_text(SEASON.format(
    format="ladder", agents="bots/*", league="until = { error = 10 }", final="", isolation="none",
    season="closes = 2099-12-31T18:00:00Z\nmax_mb = 1"))
tokens = nginx.invite(FOLDER, "ada", "bob")
server = nginx.Nginx(FOLDER)
with (FOLDER / "told").open("w") as told:
    season = subprocess.Popen([DANNO, "season", "run", "season.toml"], cwd=FOLDER, stdout=told, stderr=told)
try:
    server.start()
    while season.poll() is None and not (FOLDER / "out/autumn/site/index.html").exists():
        os.sched_yield()
    print(json.dumps({"address": server.address, "tokens": tokens}), flush=True)
    sys.stdin.read()
finally:
    server.stop()
    season.terminate()
    season.wait()
