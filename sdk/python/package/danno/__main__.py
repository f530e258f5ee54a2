"""The command `danno`: it becomes the program that the package brings."""

from __future__ import annotations

import os
import sys

from danno.program import DannoError, find_program


def main() -> None:
    try:
        program = find_program()
        if os.path.realpath(program) == os.path.realpath(sys.argv[0]):
            raise DannoError("DANNO_PROGRAM names this command itself, %s; expected the program of a build" % program, 3)
        try:
            os.execv(program, [_own_name(), *sys.argv[1:]])
        except OSError as error:
            raise DannoError("%s: %s" % (program, error.strerror), 3) from None
    except DannoError as error:
        print("error: %s" % error, file=sys.stderr)
        sys.exit(error.exit_code)


def _own_name() -> str:
    """The command as one may type it again: danno prints it with the next steps."""
    folder, name = os.path.split(sys.argv[0])
    if name.endswith(".py"):
        return sys.executable + " -m danno"
    return name if folder in os.environ.get("PATH", "").split(os.pathsep) else sys.argv[0]


if __name__ == "__main__":
    main()
