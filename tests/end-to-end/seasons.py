"""What tests of seasons share: an inbox, the process that keeps the season, and what it wrote."""

import io
import json
import os
import pathlib
import shutil
import signal
import subprocess
import time
import zipfile

from driver import DANNO, InAFolder, wait_for_sweeper

HOLD = pathlib.Path(DANNO).parent.parent / "agents" / "hold" / "hold"

SEASON = """
[league]
name = "autumn"
rules = ["koans"]
format = "{format}"
agents = "{agents}"
{league}
[season]
{season}
{final}
[limits]
answer_ms = 10000
isolation = "{isolation}"
[rules.koans]
target = 300
[[agent]]
path = "hold"
"""
FINAL = '[final]\nformat = "round-robin"\ndeals = 20\nseed = "final"\n'


def hold(name, at=350, **keys):
    """The files of an agent that takes no time to start."""
    more = "".join(f'{key} = "{value}"\n' for key, value in keys.items())
    return {"agent.toml": f'name = "{name}"\nrun = ["{HOLD}", "--at", "{at}"]\n{more}'}


def zipped(files):
    """The bytes of a zip with these files."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name, content)
    return stream.getvalue()


def utc(seconds):
    """A moment as a league file has it."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


class SeasonFolder(InAFolder):
    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.use(self.folder)
        self.kept = None
        self.number = 0

    def use(self, folder):
        """From now on the season is the one in that folder."""
        folder.mkdir(exist_ok=True)
        self.folder = folder
        self.file = folder / "season.toml"
        self.out = folder / "out/autumn"
        self.outbox = folder / "outbox"

    def tearDown(self):
        if self.kept and self.kept.poll() is None:
            self.kept.kill()
            self.kept.wait()
        wait_for_sweeper(self.scratch.name)
        subprocess.run(["chmod", "-R", "u+w", self.scratch.name], check=True)  # copies that the intake made
        super().tearDown()

    def write_season(self, season="", final=FINAL, league="until = { error = 10 }", format="ladder", agents="bots/*",
                     isolation="none"):
        self.file.write_text(SEASON.format(season=season, final=final, league=league, format=format, agents=agents,
                                           isolation=isolation))

    # --- the process -----------------------------------------------------------------------

    def start(self, *flags, command=("season", "run", "season.toml"), **environment):
        """What it tells goes to the file `told`."""
        with (self.folder / "told").open("a") as told:
            self.kept = subprocess.Popen([DANNO, *command, *flags], cwd=self.folder,
                                         stdout=subprocess.DEVNULL, stderr=told, env={**os.environ, **environment})

    def told(self):
        return (self.folder / "told").read_text()

    def wait_until(self, what, holds, seconds=120):
        end = time.monotonic() + seconds
        while not holds():
            self.assertIsNone(self.kept.poll(), f"{what}; it ended before: {self.told()}")
            self.assertLess(time.monotonic(), end, f"{what}\n{self.told()}{self.status()}")
            time.sleep(0.05)

    def close_at(self, moment):
        """Writes that into the file, and has it read."""
        # Whole at any moment: the season may be starting, and reading it.
        coming = self.file.with_suffix(".coming")
        coming.write_text(self.file.read_text().replace("[season]\n", f"[season]\ncloses = {utc(moment)}\n"))
        coming.rename(self.file)
        self.wait_until("it listens", lambda: self.status().get("pid") == self.kept.pid)
        self.kept.send_signal(signal.SIGHUP)

    def end(self, number=signal.SIGTERM):
        """The exit code; without a signal, when the season is over."""
        if number:
            self.kept.send_signal(number)
        return self.kept.wait(timeout=280)

    def keep(self, *flags):
        """The exit code and what was told, of one that ends by itself."""
        (self.folder / "told").write_text("")
        self.start(*flags)
        return self.end(None), self.told()

    # --- what is handed in, and what comes of it -------------------------------------------

    def hand_in(self, author, content, item=""):
        """Moves files by name, or the bytes of an archive, in whole; as `item` or under a name of its own. Returns it."""
        self.number += 1
        item = item or f"item{self.number}"
        folder = self.folder / "inbox" / author
        folder.mkdir(parents=True, exist_ok=True)
        coming = self.folder / "inbox/.coming"
        if isinstance(content, bytes):
            coming.write_bytes(content)
        else:
            coming.mkdir()
            for name, text in content.items():
                (coming / name).parent.mkdir(exist_ok=True)
                (coming / name).write_text(text)
        coming.rename(folder / item)
        return item

    def wait_for_tick(self):
        """Until a file gets a later time than those before."""
        tick = self.folder / "tick"

        def touched():
            tick.write_text("tick")
            return tick.stat().st_ctime_ns

        before = touched()
        while touched() == before:
            pass

    def answers(self):
        """By item, those that are written whole."""
        file = self.out / "season/answers.ndjson"
        lines = file.read_text().splitlines(keepends=True) if file.exists() else []
        return {answer["item"]: answer for answer in map(json.loads, (line for line in lines if line.endswith("\n")))}

    def letters(self, author):
        """By item."""
        return {path.stem[7:]: path.read_text() for path in (self.outbox / author).glob("[0-9]*.md")}

    def answer(self, author, files, item=""):
        """Hands it in and waits for its letter: the answer and the letter."""
        item = self.hand_in(author, files, item)
        self.wait_until(f"an answer to {item}", lambda: item in self.letters(author))
        return self.answers()[item], self.letters(author)[item]

    def status(self):
        file = self.out / "season/status.json"
        return json.loads(file.read_text()) if file.exists() else {}

    def tries(self):
        """Of what waits in the queue."""
        tickets = (self.out / "season/queue").glob("[0-9]*/ticket.json")
        return sorted(json.loads(ticket.read_text())["tries"] for ticket in tickets)

    def versions(self):
        file = self.folder / "bots/versions.ndjson"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def table(self, folder="."):
        """Agents by name, without version, as table.json of that folder of the league has them."""
        file = self.out / folder / "table.json"
        return {agent["name"].split("@")[0]: agent for agent in json.loads(file.read_text())["divisions"][0]["agents"]} if file.exists() else {}
