"""What people see of danno, to the letter: the commands of every transcript in this folder are run again.

A transcript is a file that begins with "$ ": command lines as in a shell, each followed by what it printed
and by its exit code. All commands of a transcript run in one fresh copy of this folder. To renew the transcripts,
or to begin a new one from its "$ " lines: UPDATE_GOLDEN=1 ctest --preset release -R golden

Run as: golden_test.py PATH/TO/danno [unittest arguments]
"""

import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from varies import settled

DANNO = pathlib.Path(sys.argv.pop(1)).resolve()
HERE = pathlib.Path(__file__).resolve().parent
SDK = HERE.parents[1] / "sdk/python/danno.py"
RULES = HERE.parents[1] / "leagues/rules"


def transcripts():
    return [path for path in sorted(HERE.iterdir())
            if path.is_file() and path.read_bytes().startswith(b"$ ")]


def commands(transcript):
    return [line[2:] for line in transcript.read_text(encoding="utf-8").splitlines() if line.startswith("$ ")]


def run(command, folder):
    result = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=folder, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=280, encoding="utf-8",
                            env={**os.environ, "PATH": f"{DANNO.parent}:{os.environ['PATH']}", "PYTHONUTF8": "1"})
    return f"$ {command}\n{settled(result.stdout)}exit {result.returncode}\n"


def run_stdout(*arguments):
    return subprocess.run([DANNO, *arguments], capture_output=True, encoding="utf-8", check=True).stdout


def danno_commands(*path):
    """Every command of danno, and every command below one, as ("league", "run")."""
    for name in re.findall(r"^  ([a-z]+) {2,}\S", run_stdout(*path, "--help" if path else "--help-all"), re.M):
        yield (*path, name)
        yield from danno_commands(*path, name)


class Golden(unittest.TestCase):
    maxDiff = None

    def run_again(self, transcript):
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch) / "golden"
            shutil.copytree(HERE, folder)
            shutil.copytree(RULES, folder / "rules")
            shutil.copy(SDK, folder / "lost")
            return "".join(run(command, folder) for command in commands(transcript))

    def test_every_transcript_is_printed_as_before(self):
        for transcript in transcripts():
            with self.subTest(transcript.name):
                now = self.run_again(transcript)
                if os.environ.get("UPDATE_GOLDEN"):
                    transcript.write_text(now, encoding="utf-8")
                before = transcript.read_text(encoding="utf-8")
                if now != before:
                    lines = difflib.unified_diff(before.splitlines(True), now.splitlines(True), "before", "now")
                    self.fail(f"tests/golden/{transcript.name} is different now:\n{''.join(lines)}"
                              "If the change is meant: UPDATE_GOLDEN=1 ctest --preset release -R golden")

    def test_every_verb_rule_set_and_written_game_has_its_transcript(self):
        known = {command for transcript in transcripts() for command in commands(transcript)}
        due = {"danno --help", *(f"danno {' '.join(command)} --help" for command in danno_commands())}
        due |= {f"danno audit {game.name}" for game in HERE.glob("*.game")}
        due |= {f"danno rules {line.split()[0]}" for line in run_stdout("rules").splitlines()}
        self.assertGreater(len(due), 50)
        self.assertEqual(due - known, set())


if __name__ == "__main__":
    unittest.main()
