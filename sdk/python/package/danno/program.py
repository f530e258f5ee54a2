"""The program `danno` that the package brings, as Python code runs it."""

from __future__ import annotations

import json
import os
import subprocess

import danno

danno._return_standard_streams()  # who runs the program is no agent
_BROUGHT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "linux-x86_64", "bin", "danno")


class DannoError(Exception):
    """What danno refused or failed to do, in its own words. `exit_code` is 2 for a mistake in the call."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def find_program() -> str:
    """The program of this package, or the one that $DANNO_PROGRAM names."""
    program = os.environ.get("DANNO_PROGRAM") or _BROUGHT
    if not (os.path.isfile(program) and os.access(program, os.X_OK)):
        raise DannoError(
            "%s is no program: pip install --force-reinstall danno, or let DANNO_PROGRAM name one" % program, 3
        )
    return program


def run(*arguments: str, given: str = "") -> str:
    """What danno prints when it is run with these arguments; `given` is its standard input."""
    ended = subprocess.run([find_program(), *arguments], input=given, capture_output=True, encoding="utf-8")
    if ended.returncode != 0:
        raise DannoError(_message(ended.stdout, ended.stderr, ended.returncode), ended.returncode)
    return ended.stdout


def _message(output: str, narration: str, exit_code: int) -> str:
    try:
        return str(json.loads(output)["error"]["message"])
    except (ValueError, KeyError, TypeError):
        pass
    before, error, message = narration.partition("error: ")
    if not error:
        message = before
    return " ".join(message.split()) or "danno ended with exit code %d" % exit_code
