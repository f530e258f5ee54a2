"""What a terminal of so many columns shows of a command: long lines go on below, escapes stand as ^[.

Run as: terminal.py COLUMNS COMMAND [ARGUMENT…]
"""

import fcntl
import os
import pty
import re
import struct
import sys
import termios

from varies import settled

COLUMNS = int(sys.argv[1])


def terminal_output(command):
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("4H", 24, COLUMNS, 0, 0))
        os.execvpe(command[0], command, {**os.environ, "TERM": "xterm", "NO_COLOR": ""})
    output = b""
    try:
        while piece := os.read(terminal, 65536):
            output += piece
    except OSError:  # how Linux tells that nobody has the other end any more
        pass
    return output.decode(), os.WEXITSTATUS(os.waitpid(pid, 0)[1])


def shown(line):
    text, column = "", 0
    for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|.", line):
        if part[0] == "\x1b":
            text += "^[" + part[1:]
            continue
        text, column = (text + "\n", 0) if column == COLUMNS else (text, column)
        text, column = text + part, column + 1
    return text


text, exit_code = terminal_output(sys.argv[2:])
text = settled(text.replace("\r\n", "\n"))
print("\n".join(shown(line) for line in text.split("\n")), end="")
sys.exit(exit_code)
