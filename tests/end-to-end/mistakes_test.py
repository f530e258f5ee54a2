"""The mistakes that newcomers make: each tells the place, the value and the next step, in check and in match.

Run as: mistakes_test.py PATH/TO/danno PATH/TO/sdk/python/danno.py [unittest arguments]
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

from driver import InAFolder, danno, league_file

SDK = pathlib.Path(sys.argv.pop(1)).read_text(encoding="utf-8")

# A sound agent; a mistake replaces one of these places.
AGENT = """#BEFORE
import danno
#IMPORTS

def decide(question):
    #DECIDE
    if question.is_offer:
        return danno.decline()
    if question.bank_counts(0):
        return danno.bank(0)
    return danno.roll(0) if question.may_roll(0) else danno.bank(0)

danno.play(decide)
"""
PYTHON = '["python3", "-B", "agent.py"]'
START = "\nimport runpy\nrunpy.run_path('agent.py')\n"
THREADS = """import threading
stop = threading.Event()
for _ in range(100):
    threading.Thread(target=stop.wait, daemon=True).start()
"""

BY_HAND = """import sys
sys.stdin.buffer.read(sys.stdin.buffer.read(1)[0])
sys.stdout.buffer.write(bytes([9]) + b'\\x0a\\x07\\x0a\\x03ada\\x18\\x10')
"""

# The header of an ELF program for an IBM z, which no machine that runs these tests is.
OTHER_PROCESSOR = ("\x7fELF\x02\x02\x01" + "\0" * 9 + "\0\x02\0\x16\0\0\0\x01" + "\0" * 40)

# Words that no message may have: the copy that runs is no place of the author's.
NEVER = (".cache/danno", "/agents/0", "Danno::", "std::")

# The mistakes: the words that must stand in what check and match print, and those that must not, beside NEVER.
# Keys: before, imports, decide (code there), code (all of it), run, toml (all of it), files, modes, rules.
MISTAKES = {
    # Mistakes on the wire.
    "a print to stdout": (dict(before="print('hello', flush=True)"),
                          ["garbled: text on stdout", "import the SDK before anything prints"]),
    "bytes to stdout": (dict(before="import os\nos.write(1, b'\\x05\\x0a\\x03abc')"), ["garbled", "stdout carries the protocol"]),
    "a reason on stdout": (dict(code="print('Error occurred during initialization of VM')\nprint('Could not reserve enough space')\n"),
                           ["stdout  Error occurred during initialization of VM", "stdout  Could not reserve enough space"]),
    "no call of play": (dict(code="import danno\n"), ["exited with code 0", "play() must be called"]),
    "stdout closed": (dict(decide="import os; os.close(1); os.close(3); os.closerange(3, 20); import time; time.sleep(9)"),
                      ["closed", "leave stdout open"]),
    "stdin read": (dict(decide="input()"), ["exited with code 1", "stdin belongs to the protocol"]),
    # Mistakes in an answer.
    "nothing returned": (dict(decide="return None"), ["exited with code 1", "decide returned None", "every path through decide must return"]),
    "a number returned": (dict(decide="return 1"), ["exited with code 1", "every path through decide must return"]),
    "an option too high": (dict(decide="return danno.roll(question.options)"), ["illegal: chose option", "options count from 0"]),
    "option -1": (dict(decide="return danno.bank(-1)"), ["-1", "options count from 0"]),
    "a bank that is not allowed": (dict(decide="if not question.is_offer: return danno.bank(0)", rules="official"),
                                   ["illegal: answered BANK with option 0, which allows ROLL", "question.may_bank(i)"]),
    "a roll that is not allowed": (dict(decide="if not question.is_offer: return danno.bank(0) if question.may_bank(0) else danno.roll(0)\n"
                                               "return danno.roll(0)", rules="tyghe"),
                                   ["illegal: answered ROLL to an offer", "look at question.is_offer first"]),
    "an offer that is indexed": (dict(decide="question.ask.next_dice[0]", rules="tyghe"), ["IndexError", "look at question.is_offer first"]),
    "an offer that is banked": (dict(decide="return danno.bank(0) if not question.options or question.may_bank(0) else danno.roll(0)", rules="tyghe"),
                                ["illegal: answered BANK to an offer", "look at question.is_offer first"]),
    "accept without an offer": (dict(decide="return danno.accept()"), ["illegal: answered ACCEPT", "that was no offer"]),
    # How it ends.
    "an exception": (dict(decide="[][3]"), ["exited with code 1", "line 6", "IndexError: list index out of range"]),
    "a name that is not there": (dict(decide="return bank(0)"), ["NameError: name 'bank' is not defined"]),
    "a field that is not there": (dict(decide="question.points"), ["AttributeError", "points"]),
    "exit in decide": (dict(decide="raise SystemExit(0)"), ["exited with code 0", "do not call exit() in decide"]),
    "exit with words": (dict(decide="import sys; sys.exit('I give up')"), ["exited with code 1", "I give up", "do not call exit() in decide"]),
    "exit with a code and no word": (dict(decide="import os; os._exit(7)"), ["exited with code 7", "print the reason to stderr"]),
    "a crash": (dict(decide="import os; os.abort()"), ["killed by signal 6", "help"]),
    "a deep recursion": (dict(imports="def depth(n):\n    return depth(n + 1)", decide="depth(0)"), ["the recursion is too deep"]),
    # Time, memory, processes.
    "an endless loop": (dict(decide="while True: pass"), ["timeout: no answer within 100 ms", "since it was asked", "a loop that does not end"]),
    "a sleep": (dict(decide="import time; time.sleep(5)"), ["timeout: no answer within 100 ms", "of wall time", "it waited and did not compute"], ["a loop"]),
    "a short sleep": (dict(decide="import time; time.sleep(.4)"), ["timeout: no answer within 100 ms"]),
    "a slow import": (dict(imports="import time\ntime.sleep(60)"), ["no Ready within 5000 ms", "the start took too long"]),
    "a list of a gigabyte": (dict(imports="table = [0] * (1 << 27)"), ["256", "memory"]),
    "a list that grows": (dict(imports="table = [b'x' * (225 << 20)]", decide="table.append(b'x' * (40 << 20))"), ["256", "memory"]),
    "a hundred threads": (dict(imports=THREADS), ["exited with code 1", "too many threads"]),
    "a lock that is never released": (dict(imports="import threading\nlock = threading.Lock()\nlock.acquire()", decide="lock.acquire()"),
                                      ["timeout: no answer within 100 ms", "it waited and did not compute", "a lock"], ["a loop"]),
    # The protocol, written by hand.
    "no flush": (dict(code=BY_HAND + "sys.stdin.buffer.read()\n"), ["no Ready within 5000 ms", "flush stdout after Ready"]),
    "a length that is too large": (dict(code=BY_HAND.replace("[9]", "[12]") + "sys.stdout.flush()\nsys.stdin.buffer.read()\n"),
                                   ["no Ready within 5000 ms", "it wrote 10 bytes, which are not a whole message", "the length before it"], ["import less"]),
    "a length that is too small": (dict(code=BY_HAND.replace("[9]", "[8]") + "sys.stdout.flush()\nsys.stdin.buffer.read()\n"),
                                   ["garbled: bytes that are not a message of the protocol", "the length before each message"]),
    # Mistakes about the world outside.
    "a file in /tmp": (dict(decide="open('/tmp/log.txt', 'a').write('x')"), ["write no files: keep what you learn in memory"], ["copy it there"]),
    "a variable of the shell": (dict(imports="import os\nos.environ['API_KEY']"), ["KeyError: 'API_KEY'"]),
    "a program that is started": (dict(imports="import subprocess", decide="subprocess.run(['no-such-tool'])"), ["FileNotFoundError"]),
    "a missing module": (dict(imports="import no_such_module"), ["no module 'no_such_module'", "copy it into the folder"]),
    "numpy": (dict(imports="import numpy_that_is_not_here as numpy"), ["pip install --target=.", "Debian's package"]),
    "a file outside the folder": (dict(imports="open('/home/me/table.txt')"), ["FileNotFoundError", "agents see their own folder only"]),
    "a file that is written": (dict(decide="open('log.txt', 'a').write('x')"), ["exited with code 1", "agents write no files"]),
    "a socket": (dict(imports="import socket\nsocket.create_connection(('192.0.2.1', 80), 1)"), ["no network"]),
    "a page of the web": (dict(imports="import urllib.request\nurllib.request.urlopen('http://example.org', timeout=2)"), ["no network"]),
    # How it is started.
    "a syntax error": (dict(code="import danno\ndef decide(question)\n    pass\n"), ["SyntaxError", "does not parse"]),
    "a wrong path": (dict(run='["python3", "bot.py"]'), ["bot.py", "names a file that is not in the folder"]),
    "python for python3": (dict(run='["pythonx", "agent.py"]'), ["no program 'pythonx'"]),
    "an interpreter that is not there": (dict(run='["python4", "agent.py"]'), ["no program 'python4'"]),
    "an interpreter of a script that is not there": (dict(run='["./start"]', files={"start": "#!/usr/bin/python4" + START}, modes={"start": 0o755}),
                                                     ["its interpreter or loader is not there", "say run = "]),
    "no interpreter named": (dict(run='["./start"]', files={"start": START}, modes={"start": 0o755}),
                             ["Exec format error", "the first line of './start' names no interpreter", "#!/usr/bin/python3"]),
    "not built": (dict(run='["./main"]', files={"build.sh": "g++ main.cpp -o main\n"}), ["no program './main'; build.sh is there", 'build = ["sh", "build.sh"]'], ["bundled"]),
    "one string for a command": (dict(run='["python3 agent.py"]'), ["no program 'python3 agent.py'", 'run = ["python3", "agent.py"]'], ["./python3"]),
    "decide without its question": (dict(code="import danno\ndef decide():\n    return danno.bank(0)\ndanno.play(decide)\n"),
                                    ["TypeError: decide() takes 0 positional arguments but 1 was given"]),
    "a text returned": (dict(decide="return 'bank'"), ["decide returned 'bank'", "every path through decide must return"]),
    "no decide": (dict(code="import danno\ndanno.play(decide)\n"), ["NameError: name 'decide' is not defined"]),
    "tabs and blanks": (dict(code="import danno\ndef decide(question):\n\tx = 1\n        return danno.bank(0)\ndanno.play(decide)\n"), ["TabError"]),
    "a byte-order mark": (dict(run='["./start"]', files={"start": "\ufeff#!/usr/bin/python3" + START}, modes={"start": 0o755}),
                          ["Exec format error", "'./start' begins with a byte-order mark", "save it as UTF-8 without one"], ["names no interpreter"]),
    "a program of Windows": (dict(run='["./main"]', files={"main": "MZ\0\0\0"}, modes={"main": 0o755}),
                             ["'./main' was built for another operating system"], ["names no interpreter"]),
    "a program for another processor": (dict(run='["./main"]', files={"main": OTHER_PROCESSOR}, modes={"main": 0o755}),
                                        ["Exec format error", "'./main' was built for another processor"], ["names no interpreter"]),
    "a compiler that is not there": (dict(toml='name = "bot"\nbuild = ["no-such-compiler", "main.x"]\nrun = %s\n' % PYTHON),
                                     ["the build 'no-such-compiler main.x' failed: no program 'no-such-compiler' in /usr/local/bin, /usr/bin, /bin",
                                      "install it there"], ["fix 'run'"]),
    "a build that fails without a word": (dict(toml='name = "bot"\nbuild = ["sh", "-c", "exit 1"]\nrun = %s\n' % PYTHON),
                                          ["the build 'sh -c exit 1' failed"], ["fix 'run'"]),
    "no execute bit": (dict(run='["./start"]', files={"start": "#!/usr/bin/python3" + START}), ["not executable; try chmod +x"]),
    "Windows line ends": (dict(run='["./start"]', files={"start": "#!/usr/bin/python3\r" + START}, modes={"start": 0o755}), ["Windows line ends"]),
    "Windows line ends after env": (dict(run='["./start"]', files={"start": "#!/usr/bin/env python3\r" + START}, modes={"start": 0o755}),
                                    ["Windows line ends"]),
    "no name": (dict(toml="run = %s\n" % PYTHON), ["agent.toml: no 'name'", 'expected name = "…"']),
    "a key that is not known": (dict(toml='nam = "bot"\nrun = %s\n' % PYTHON), ["agent.toml:1:1: unknown key 'nam'", "did you mean 'name'?"]),
    "run as a string": (dict(toml='name = "bot"\nrun = "python3 agent.py"\n'), ["'run' is a string", "expected a list"]),
}


# The same for check alone, since the words of a hint are those of a match: the commonest further slips of each kind.
RUN = 'name = "bot"\nrun = %s\n' % PYTHON
SHELL = ["is for a shell, and no shell reads 'run'", 'run = ["sh", "start.sh"]'], ["write './"]
NOT_THERE = "in /usr/local/bin, /usr/bin, /bin, where agents find programs"
ONE_PROCESS = ["agents share no memory and no locks with other processes: compute in one process"], ["copy it there"]
NO_TEMPORARY = ["agents write no files, and no temporary ones: keep it in memory"], ["copy it there"]
BEFORE_PLAY = ["no Ready within 5000 ms", "look for a loop, a wait, or a read of stdin, which carries the protocol"]
OWN_PATH = "is the agent's own file by an absolute path; write"
NO_SYSTEM_CALL = ["the sandbox refuses that system call"]
MACHINE = ["agents see their own folder and the programs of the system", "do without that file"], ["copy it there"]
WRONG_RETURN = "every path through decide must return roll(i), bank(i), accept() or decline()"
STATE = "class State:\n    def __init__(self, game): pass\n"
CHECKED = {
    # Processes, signals, threads.
    "a pool of processes": (dict(imports="import multiprocessing\nmultiprocessing.Pool(2)"), *ONE_PROCESS),
    "a queue of processes": (dict(imports="import multiprocessing\nmultiprocessing.Queue()"), *ONE_PROCESS),
    "a lock of processes": (dict(imports="import multiprocessing\nmultiprocessing.Lock()"), *ONE_PROCESS),
    "an executor of processes": (dict(imports="import concurrent.futures\nconcurrent.futures.ProcessPoolExecutor(2).submit(abs, 1).result()"), *ONE_PROCESS),
    "shared memory": (dict(imports="from multiprocessing import shared_memory\nshared_memory.SharedMemory(create=True, size=9)"), *ONE_PROCESS),
    "a file in /dev/shm": (dict(imports="open('/dev/shm/x', 'w')"), ["agents share no memory with other processes"], ["copy it there"]),
    "a fork that plays on": (dict(decide="import os; os.fork()"), ["garbled: an answer to no open question", "by a second process"]),
    "an alarm": (dict(decide="import signal\nsignal.setitimer(signal.ITIMER_REAL, .01)\nwhile True: pass"), ["killed by signal 14", "an alarm of its own", "SIGALRM"], ["a bad index"]),
    "an alarm with a handler": (dict(imports="import signal\ndef late(*_): raise TimeoutError('too slow')\nsignal.signal(signal.SIGALRM, late)",
                                     decide="signal.setitimer(signal.ITIMER_REAL, .01)\nwhile True: pass"), ["TimeoutError: too slow"]),
    "SIGTERM to itself": (dict(decide="import os; os.kill(os.getpid(), 15)"), ["it sent itself SIGTERM"], ["a bad index"]),
    "KeyboardInterrupt": (dict(decide="raise KeyboardInterrupt"), ["it interrupted itself (SIGINT, in Python KeyboardInterrupt)"], ["a bad index"]),
    "a null pointer": (dict(decide="import ctypes; ctypes.string_at(0)"), ["killed by signal 11", "a bad index or pointer"]),
    "a limit of its own": (dict(imports="import resource\nresource.setrlimit(resource.RLIMIT_CPU, (1, 1))"), NO_SYSTEM_CALL),
    "a higher priority": (dict(imports="import os\nos.nice(-5)"), NO_SYSTEM_CALL),
    "a thread that computes on": (dict(imports="import threading\ndef on():\n    while True: pass\nthreading.Thread(target=on, daemon=True).start()"),
                                  ["fail  idle while nothing is asked", "it computed while it was not asked", "no threads that run on"]),
    # Debuggers, stdin, the start.
    "breakpoint()": (dict(decide="breakpoint()"), ["breakpoint() needs a terminal, and agents have none", "danno ask"], ["call exit() in decide"]),
    "pdb.set_trace()": (dict(decide="import pdb; pdb.set_trace()"), ["breakpoint() needs a terminal"], ["call exit() in decide"]),
    "lines of stdin before the SDK": (dict(before="import sys\nsys.stdin.readlines()"), BEFORE_PLAY),
    "input() before the SDK": (dict(before="input()"), BEFORE_PLAY),
    "a loop before play()": (dict(imports="while True: pass"), BEFORE_PLAY),
    "a wait before play()": (dict(imports="import threading\nthreading.Event().wait()"), BEFORE_PLAY),
    "an event loop before play()": (dict(imports="import asyncio\nasyncio.run(asyncio.sleep(60))"), BEFORE_PLAY),
    # Files.
    "a temporary file": (dict(imports="import tempfile\ntempfile.NamedTemporaryFile()"), *NO_TEMPORARY),
    "a temporary folder": (dict(imports="import tempfile\ntempfile.mkdtemp()"), *NO_TEMPORARY),
    "its own file where it lies": (dict(imports="open('@FOLDER@/model.bin')", files={"model.bin": "1"}),
                                   ["a league plays a copy of the folder", "by its name in the folder, 'model.bin'"], ["write no files", "copy it there"]),
    "its own file where it lay at home": (dict(imports="open('/home/me/bot/data/model.bin')", files={"data/model.bin": "1"}),
                                          ["by its name in the folder, 'data/model.bin'"], ["copy it there"]),
    "its own file in other letters": (dict(imports="open('Model.bin')", files={"model.bin": "1"}), ["the folder has no 'Model.bin'; did you mean 'model.bin'?"], ["copy it there"]),
    "a file with a slip": (dict(imports="open('wieghts.json')", files={"weights.json": "{}"}), ["did you mean 'weights.json'?"], ["copy it there"]),
    "a file of /proc": (dict(imports="open('/proc/meminfo')"), *MACHINE),
    "a file of /etc": (dict(imports="open('/etc/passwd')"), *MACHINE),
    "a database": (dict(imports="import sqlite3\nsqlite3.connect('x.db').execute('create table t(a)')"), ["agents write no files: open the database read-only"]),
    "a log file": (dict(imports="import logging\nlogging.basicConfig(filename='bot.log')"), ["agents write no files"]),
    "a new folder": (dict(imports="import os\nos.mkdir('cache')"), ["agents write no files"]),
    "a removed file": (dict(imports="import os\nos.remove('agent.py')"), ["agents write no files"]),
    "a model that is no pickle": (dict(imports="import pickle\npickle.load(open('m.pkl', 'rb'))", files={"m.pkl": "version https://git-lfs"}), ["UnpicklingError"]),
    "an empty file of JSON": (dict(imports="import json\njson.load(open('w.json'))", files={"w.json": ""}), ["JSONDecodeError"]),
    "a library that is not there": (dict(imports="import ctypes\nctypes.CDLL('./lib.so')"), ["OSError: ./lib.so", "No such file"]),
    "a server": (dict(imports="import socket\nsocket.socket().bind(('', 8080))"), NO_SYSTEM_CALL),
    # Mistakes with what decide is given and returns.
    "a parameter in other letters": (dict(decide="question.parameter('Target')"), ["koans has no parameter 'Target'; it has target, entry", "parameter('Target', 0) gives 0"]),
    "an option as text": (dict(decide="return danno.bank('0')"), ["bank('0'): an option is a whole number from 0"]),
    "half an option": (dict(decide="return danno.roll(1 / 2)"), ["roll(0.5): an option is a whole number from 0"]),
    "no option": (dict(decide="return danno.bank(None)"), ["bank(None): an option is a whole number from 0"]),
    "a list as an option": (dict(decide="return danno.bank(question.ask.dice)"), ["]): an option is a whole number from 0"], ["unhashable"]),
    "a question as an option": (dict(decide="return danno.bank(question)"), ["an option is a whole number from 0"]),
    "bank without an option": (dict(decide="return danno.bank()"), ["bank() missing 1 required positional argument: 'option'"]),
    "bank that is not called": (dict(decide="return danno.bank"), [WRONG_RETURN]),
    "a pair": (dict(decide="return (2, 0)"), ["decide returned (2, 0)", WRONG_RETURN]),
    "true": (dict(decide="return True"), ["decide returned True", WRONG_RETURN]),
    "a list with a decision": (dict(decide="return [danno.bank(0)]"), ["decide returned [Decision(", WRONG_RETURN]),
    "a coroutine": (dict(code="import danno\nasync def decide(question):\n    return danno.bank(0)\ndanno.play(decide)\n"), ["decide returned <coroutine", WRONG_RETURN]),
    "a generator": (dict(code="import danno\ndef decide(question):\n    yield danno.bank(0)\ndanno.play(decide)\n"), ["decide returned <generator", WRONG_RETURN]),
    "an option that is far too high": (dict(decide="return danno.bank(1000000)"), ["illegal: chose option 1000000", "options count from 0"]),
    "may_bank without a call": (dict(decide="return danno.bank(0) if question.may_bank else danno.roll(0)", rules="official"),
                                ["illegal: answered BANK with option 0", "ask question.may_bank(i) before bank(i)"]),
    "a field that is called": (dict(decide="question.total()"), ["TypeError: 'int' object is not callable"]),
    "a flag that is called": (dict(decide="question.is_offer()"), ["TypeError: 'bool' object is not callable"]),
    "a number that is gone through": (dict(decide="for option in question.options: pass"), ["TypeError: 'int' object is not iterable"]),
    "a name of another SDK": (dict(decide="question.ask.nextDice"), ["AttributeError", "nextDice"]),
    "a function in other letters": (dict(decide="return danno.Bank(0)"), ["AttributeError", "Bank"]),
    "an option beyond the last": (dict(decide="question.turn_points(question.options)"), ["IndexError: list index out of range"]),
    "a division by zero": (dict(decide="1 / 0"), ["ZeroDivisionError"]),
    "an assertion": (dict(decide="assert False, 'not possible'"), ["AssertionError: not possible"]),
    "an exception without words": (dict(decide="raise Exception()"), ["an exception ended it: Exception"], ["call exit() in decide"]),
    "decide that calls itself": (dict(decide="return decide(question)"), ["the recursion is too deep"]),
    "decide with two arguments": (dict(code="import danno\ndef decide(question, state):\n    return danno.bank(0)\ndanno.play(decide)\n"), ["missing 1 required positional argument: 'state'"]),
    "play without decide": (dict(code="import danno\ndanno.play()\n"), ["play() missing 1 required positional argument: 'decide'"]),
    "play of what decide returns": (dict(code="import danno\ndanno.play(danno.bank(0))\n"), ["play(decide) takes the function itself, not Decision("]),
    "play of nothing": (dict(code="import danno\ndanno.play(None)\n"), ["play(decide) takes the function itself, not None"]),
    "no import of the SDK": (dict(code="def decide(question):\n    pass\ndanno.play(decide)\n"), ["NameError: name 'danno' is not defined"]),
    "the SDK in other letters": (dict(imports="import Danno"), ["no module 'danno': copy danno.py into the folder"], ["pip install"]),
    "a state without its game": (dict(code="import danno\nclass State: pass\ndanno.play(lambda question, state: danno.bank(0), State)\n"), ["State() takes no arguments"]),
    "a state that decide does not take": (dict(code="import danno\n" + STATE + "danno.play(lambda question: danno.bank(0), State)\n"), ["takes 1 positional argument but 2 were given"]),
    "a state that is made already": (dict(code="import danno\n" + STATE + "danno.play(lambda question, state: danno.bank(0), State(None))\n"), ["TypeError: 'State' object is not callable"]),
    "memory of one game in another": (dict(imports="turns = [0]", decide="turns[0] += 1\nif not question.is_offer and turns[0] % 3 and question.may_roll(0): return danno.roll(0)"),
                                      ["warn  same seed, same moves", "games one by one and 64 at once differ", "not in global variables"]),
    "dice of its own": (dict(imports="import random", decide="if not question.is_offer and question.may_roll(0) and random.random() < .5: return danno.roll(0)"),
                        ["warn  same seed, same moves", "two runs of the same games differ", "game.seed"]),
    # Modules.
    "a module by a similar name": (dict(imports="from danno import Bank"), ["ImportError: cannot import name 'Bank' from 'danno'"]),
    "a module of a package": (dict(imports="from . import helper", files={"helper.py": ""}), ["ImportError: attempted relative import"]),
    "a file that hides a module": (dict(imports="import random\nrandom.random()", files={"random.py": "x = 1\n"}), ["AttributeError", "'random'"]),
    "a module to run that is not there": (dict(run='["python3", "-m", "bot.main"]'), ["no module 'bot'"]),
    "a merge that is not finished": (dict(code="<<<<<<< HEAD\nx = 1\n=======\n"), ["SyntaxError", "does not parse", "it was read by /usr/"]),
    "a print of Python 2": (dict(code="import danno\nprint 'x'\n"), ["SyntaxError", "does not parse", "it was read by /usr/"]),
    "another language": (dict(code="function decide(question) { return 1 }\n"), ["SyntaxError", "does not parse", "it was read by /usr/"]),
    "an argument that nobody gives": (dict(imports="import sys\nsys.argv[1]"), ["IndexError: list index out of range"]),
    # run and build.
    "cd before the program": (dict(run='["cd", "src", "&&", "python3", "agent.py"]'), ["'cd' " + SHELL[0][0], SHELL[0][1]], SHELL[1]),
    "source before the program": (dict(run='["source", "env/bin/activate"]'), ["'source' " + SHELL[0][0]], SHELL[1]),
    "a variable before the program": (dict(run='["LEVEL=3", "python3", "agent.py"]'), ["'LEVEL=3' " + SHELL[0][0]], SHELL[1]),
    "a second command": (dict(run='["python3", "agent.py", "&&", "true"]'), ["'&&' " + SHELL[0][0]]),
    "a redirection": (dict(run='["python3", "agent.py", "2>", "log"]'), ["'2>' " + SHELL[0][0]]),
    "a pipe": (dict(run='["python3", "agent.py", "|", "tee", "log"]'), ["'|' " + SHELL[0][0]]),
    "a home by its tilde": (dict(run='["~/bin/python3", "agent.py"]'), ["'~/bin/python3' " + SHELL[0][0]]),
    "a home by its variable": (dict(run='["$HOME/bin/python3", "agent.py"]'), ["'$HOME/bin/python3' " + SHELL[0][0]]),
    "a program of another system": (dict(run='["py", "agent.py"]'), ["no program 'py' " + NOT_THERE], ["write './"]),
    "a file without its interpreter": (dict(run='["agent.py"]'), ["it is a file of the folder: name its interpreter before it", 'run = ["python3", "agent.py"]']),
    "an empty word": (dict(run='[""]'), ["'run' begins with an empty word; expected a program"]),
    "its own file to run by an absolute path": (dict(run='["python3", "@FOLDER@/agent.py"]'), [OWN_PATH + " 'agent.py'", "agent.toml:2:7", "    |       ^"]),
    "its own program by an absolute path": (dict(run='["@FOLDER@/start"]', files={"start": "#!/usr/bin/python3" + START}, modes={"start": 0o755}), [OWN_PATH + " './start'"]),
    "its own build by an absolute path": (dict(toml='build = ["sh", "@FOLDER@/build.sh"]\n' + RUN, files={"build.sh": "true\n"}), [OWN_PATH + " 'build.sh'"]),
    "a virtual environment": (dict(files={"venv/pyvenv.cfg": "home = /usr/bin\n"}), ["'venv' is a virtual environment", "pip install --target=."], ["a copy of what it leads to"]),
    "a build of a shell": (dict(toml='build = ["cd", "src", "&&", "make"]\n' + RUN), ["'cd' is for a shell, and no shell reads 'build'", 'build = ["sh", "start.sh"]']),
    "a build without its script": (dict(toml='build = ["sh", "build.sh"]\n' + RUN), ["the build 'sh build.sh' failed", "cannot open build.sh"]),
    "a build that fetches": (dict(toml='build = ["python3", "-c", "import urllib.request as u; u.urlopen(\'http://example.org\')"]\n' + RUN), ["failed: exit code 1", "rror"]),
    # agent.toml.
    "a name in other letters": (dict(toml='Name = "bot"\nrun = %s\n' % PYTHON), ["unknown key 'Name'; did you mean 'name'?", '  1 | Name = "bot"\n    | ^']),
    "runs": (dict(toml='name = "bot"\nruns = %s\n' % PYTHON), ["unknown key 'runs'; did you mean 'run'?", "    | ^"]),
    "command": (dict(toml='name = "bot"\ncommand = %s\n' % PYTHON), ["unknown key 'command'; did you mean 'run'?"]),
    "a key of a league": (dict(toml=RUN + "answer_ms = 500\n"), ["'answer_ms' belongs to [limits], and not here", "  3 | answer_ms = 500\n    | ^"]),
    "a parameter that stands outside": (dict(toml=RUN + "share = 12\n"), ["unknown key 'share'; expected name, run, author, build, parameters"]),
    "a parameter with a slip": (dict(toml=RUN + "parameters = { shaer = 12 }\n", imports="danno.parameter('share', 10)"), ["warn  stderr", "nothing has read the parameter 'shaer'"]),
    "a parameter of another type": (dict(toml=RUN + 'parameters = { share = "ten" }\n', imports="danno.parameter('share', 10)"), ["the parameter share is 'ten'; expected a whole number"]),
    "a parameter that is a list": (dict(toml=RUN + "parameters = { share = [1] }\n"), ["'share' is neither a number nor text"]),
    "a number as a name": (dict(toml='name = 5\nrun = %s\n' % PYTHON), ["'name' is a whole number; expected a string", "  1 | name = 5\n    |        ^"]),
    "an empty name": (dict(toml='name = ""\nrun = %s\n' % PYTHON), ["a name is empty"]),
    "a name like a version": (dict(toml='name = "bot@2"\nrun = %s\n' % PYTHON), ["ends like a version"]),
    "a number in run": (dict(toml='name = "bot"\nrun = ["python3", 5]\n'), ["'run' is not only of strings"]),
    "an empty run": (dict(toml='name = "bot"\nrun = []\n'), ["'run' is empty", "  2 | run = []\n    |       ^"]),
    "a name twice": (dict(toml='name = "bot"\n' + RUN), ["duplicate key 'name'", "the first is in line 1"]),
    "a colon": (dict(toml='name: bot\n'), ["agent.toml:1:5", "expected '='", "  1 | name: bot\n    |     ^"]),
    "JSON": (dict(toml='{"name": "bot"}\n'), ["agent.toml:1:1", '  1 | {"name": "bot"}\n    | ^']),
    "quotes of a word processor": (dict(toml="name = “bot”\nrun = %s\n" % PYTHON), ["agent.toml:1:8", "is a quote of a word processor"]),
    "a comma that is missing": (dict(toml='name = "bot"\nrun = ["python3" "agent.py"]\n'), ["agent.toml:2:18", "expected comma", "    |                  ^"]),
    "a backslash": (dict(toml='name = "bot"\nrun = ["python3", "src\\agent.py"]\n'), ["agent.toml:2:24", "escape", "    |                        ^"]),
    "a section around all": (dict(toml="[agent]\n" + RUN), ["no 'name'", "unknown key 'agent'; expected name, run"]),
    "nothing at all": (dict(toml="\n"), ["no 'name'; expected name =", "no 'run'; expected run ="]),
    "a page of the web as agent.toml": (dict(toml="<!DOCTYPE html>\n"), ["agent.toml:1:1", "saw '<'"]),
    # Programs that start another, or that are not in the folder.
    "go that compiles when it starts": (dict(run='["go", "run", "."]', files={"main.go": "package main\nfunc main() {}\n"}), ["agents write no files, and 'go run' compiles"]),
    "a Python that only env would find": (dict(run='["/usr/bin/env", "python3.99", "agent.py"]'), ["env finds the programs of the system only"]),
    "cd in a shell": (dict(run='["bash", "-c", "cd bot && python3 agent.py"]'), ["agents start in their own folder: leave out cd"]),
    "a file below the folder": (dict(run='["python3", "bot/agent.py"]'), ["names a file that is not in the folder"]),
    "a locale of another country": (dict(imports="import locale\nlocale.setlocale(locale.LC_ALL, 'xx_XX')"), ["agents have the locale C.UTF-8 only"]),
    "the name of the user": (dict(imports="import getpass\ngetpass.getuser()"), ["agents have no account and no name"]),
    "a page by urllib": (dict(decide="import urllib.request\nurllib.request.urlopen('http://example.org')"), ["agents have no network"]),
    "a name of the network": (dict(imports="import socket\nsocket.gethostbyname('localhost')"), ["agents have no network"]),
    "a global without a value": (dict(decide="global n\nn += 1"), ["NameError: name 'n' is not defined"]),
    "a local without a value": (dict(decide="count += 1"), ["UnboundLocalError"]),
    "await outside of async": (dict(decide="import asyncio\nawait asyncio.sleep(1)"), ["the program does not parse", "SyntaxError: 'await' outside async function"]),
    "a wait in an event loop": (dict(decide="import asyncio\nasyncio.run(asyncio.sleep(.4))"), ["timeout: no answer within 100 ms"]),
    "an end by os._exit": (dict(decide="import os\nos._exit(0)"), ["the program ended by itself: do not call exit() in decide"], ["in the middle"]),
    "stdin closed": (dict(decide="import os\nos.close(0)"), ["OSError: [Errno 9] Bad file descriptor"]),
    "a keyword that is not there": (dict(decide="return danno.roll(opt=0)"), ["unexpected keyword argument 'opt'"]),
    "a decision as a dictionary": (dict(decide="return {'action': 'bank'}"), ["decide returned {'action': 'bank'}", WRONG_RETURN]),
    "the class of decisions": (dict(decide="return danno.Decision"), ["decide returned <class", WRONG_RETURN]),
    "a return in one branch": (dict(decide="if question.total > 100: return\nreturn danno.bank(0)"), [WRONG_RETURN]),
    "a field that is set": (dict(decide="question.total = 5"), ["property 'total' of 'Question' object has no setter"]),
    "a field of the question that is nearly right": (dict(decide="if question.option > 3: pass"), ["Did you mean: 'options'?"]),
    "JSON with a byte-order mark": (dict(imports="import json\njson.load(open('w.json'))", files={"w.json": "\ufeff{}"}), ["Unexpected UTF-8 BOM"]),
    "a tilde in a path": (dict(imports="open('~/w.txt')"), ["a file is not there: agents see their own folder only"]),
    "a program that ends at once": (dict(run='["true"]'), ["never-ready", "the program ended by itself: do not call exit() in decide, and play() must be called"], ["in a game"]),
    "a program that repeats a line": (dict(run='["yes"]'), ["stdout  y", "it wrote without end"], ["stdout  y\n" + 8 * "      stdout  y\n"]),
    "require in a module of node": (dict(run='["node", "bot.mjs"]', files={"bot.mjs": "const d = require('./danno');\n"}), ["require is not defined in ES module scope"]),
    "a jar that is not there": (dict(run='["java", "-jar", "bot.jar"]'), ["names a file that is not in the folder"]),
    "a class that is not built": (dict(run='["java", "Agent"]'), ["names a class that is not in the folder"]),
    "sudo": (dict(run='["sudo", "python3", "agent.py"]'), ["'sudo'"]),
    "a list of authors": (dict(toml='name = "bot"\nauthor = ["a", "b"]\nrun = %s\n' % PYTHON), ["'author' is a list; expected a string"]),
    "a key of the language": (dict(toml='name = "bot"\nlanguage = "python"\nrun = %s\n' % PYTHON), ["unknown key 'language'; expected name, run, author, build, parameters"]),
    "a table of variables": (dict(toml='name = "bot"\nrun = %s\n[env]\nX = "1"\n' % PYTHON), ["unknown key 'env'"]),
    "YAML": (dict(toml='name: bot\nrun:\n - python3\n'), ["agent.toml:1:5"]),
    "words without quotes": (dict(toml='name = "bot"\nrun = [python3, agent.py]\n'), ["agent.toml:2:8"]),
    "a build that makes another file": (dict(toml='name = "bot"\nrun = ["./bot"]\nbuild = ["sh", "-c", "touch other"]\n'), ["after its build: no program './bot'"]),
    "a build without its makefile": (dict(toml='name = "bot"\nrun = ["./bot"]\nbuild = ["make"]\n'), ["the build 'make' failed", "No targets specified and no makefile found"]),
    # JavaScript.
    "a file that node does not find": (dict(run='["node", "bot.mjs"]', files={"bot.mjs": "import fs from 'node:fs';\nfs.readFileSync('wieghts.json');\n", "weights.json": ""}), ["did you mean 'weights.json'?"]),
    "a module that node does not find": (dict(run='["node", "bot.mjs"]', files={"bot.mjs": "import x from 'lodash';\n"}), ["a module is missing"]),
    "a name that node does not know": (dict(run='["node", "bot.mjs"]', files={"bot.mjs": "decide();\n"}), ["ReferenceError: decide is not defined"]),
    "a print by hand in node": (dict(run='["node", "bot.mjs"]', files={"bot.mjs": "console.log('hi');\n"}), ["garbled: text on stdout", "stdout  hi"]),
}


# The messages of compilers (as recorded, shortened): the first line that check must show of it, then words that must stand there.
COMPILERS = {
    "rustc": ("""warning: unused variable: `errors`
 --> main.rs:2:9

error[E0425]: cannot find function `bank` in this scope
 --> main.rs:3:5
  |
3 |     bank(0);
  |     ^^^^ not found in this scope

error: aborting due to previous error; 1 warning emitted
""", "error[E0425]: cannot find function `bank` in this scope", "main.rs:3:5"),
    "cargo": ("""   Compiling mybot v0.1.0 (/agent)
error[E0425]: cannot find function `bank` in this scope
 --> src/main.rs:3:5

error: could not compile `mybot` (bin "mybot") due to 1 previous error
""", "error[E0425]: cannot find function `bank` in this scope", "src/main.rs:3:5"),
    "javac": ("""Note: Danno.java uses unchecked or unsafe operations.
Agent.java:2: error: ';' expected
  int decide() { return bank(0) }
                               ^
1 error
""", "Agent.java:2: error: ';' expected", "return bank(0) }"),
    "g++": ("""a.cpp: In function 'int decide()':
a.cpp:2:23: error: 'bank' was not declared in this scope
    2 | int decide() { return bank(0); }
      |                       ^~~~
""", "a.cpp:2:23: error: 'bank' was not declared in this scope", "return bank(0);"),
    "ld": ("""/usr/bin/ld: /tmp/cclUeYIx.o: in function `main':
b.cpp:(.text+0x5): undefined reference to `decide()'
collect2: error: ld returned 1 exit status
""", "b.cpp:(.text+0x5): undefined reference to `decide()'", "collect2"),
    "clang": ("""In file included from main.cpp:1:
./agent.hpp:2:23: error: use of undeclared identifier 'bank'
int decide() { return bank(0); }
                      ^
1 error generated.
""", "./agent.hpp:2:23: error: use of undeclared identifier 'bank'", "return bank(0);"),
    "tsc": ("""
> mybot@1.0.0 build
> tsc

agent.ts(3,5): error TS2304: Cannot find name 'bank'.
""", "agent.ts(3,5): error TS2304: Cannot find name 'bank'.", "TS2304"),
    "go": ("""# mybot
./main.go:4:2: undefined: bank
""", "./main.go:4:2: undefined: bank", "undefined"),
    "mcs": ("""warning CS0168: The variable `errors' is declared but never used
a.cs(1,32): error CS0103: The name `Bank' does not exist in the current context
Compilation failed: 1 error(s), 1 warnings
""", "a.cs(1,32): error CS0103: The name `Bank' does not exist in the current context", "Compilation failed"),
}

def make(folder, before="", imports="", decide="pass", code=None, run=PYTHON, toml=None, files=(), modes=(), rules=None):
    """An agent with this mistake; returns what else the commands are told."""
    if code is None:
        body = "\n    ".join(decide.splitlines())
        code = AGENT.replace("#BEFORE", before).replace("#IMPORTS", imports).replace("#DECIDE", body)
    texts = {"danno.py": SDK, "agent.py": code, "agent.toml": toml or f'name = "bot"\nrun = {run}\n', **dict(files)}
    for name, text in texts.items():
        text = text.replace("@FOLDER@", str(folder))
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(text.encode())
        (folder / name).chmod(dict(modes).get(name, 0o644))
    return ["--rules", rules or "koans"]


def try_it(mistake, command, *flags):
    """What a person sees, and the exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bot"
        folder.mkdir()
        for each in (folder.parent, folder):
            each.chmod(0o755)
        options = make(folder, **mistake)
        rest = ["hold", "--deals", "4", "--seed", "mistakes", "-q"] if command == "match" else []
        result = danno(command, "bot", *rest, *options, *flags, cwd=scratch)
    return result.stdout + result.stderr, result.returncode


class Mistakes(unittest.TestCase):
    def test_each_is_told_in_check_and_in_match(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tried = [(name, command, words, never, pool.submit(try_it, mistake, command))
                     for table, commands in ((MISTAKES, ("check", "match")), (CHECKED, ("check",)))
                     for name, (mistake, words, *never) in table.items() for command in commands]
            for name, command, words, never, result in tried:
                with self.subTest(name, command=command):
                    shown, code = result.result()
                    warned = command == "check" and "warn  " in "".join(words[:1])
                    self.assertIn(code, (0,) if warned else (1, 2) if command == "check" else (0, 1, 2), shown)
                    for word in words:
                        self.assertIn(word, shown)
                    for word in (*NEVER, *sum(never, [])):
                        self.assertNotIn(word, shown)

    def test_there_are_280_of_them_with_those_of_builds_and_arguments(self):
        self.assertGreaterEqual(len(MISTAKES) + len(CHECKED) + len(COMPILERS) + Arguments.MISTAKES, 280)


class Warnings(unittest.TestCase):
    def check(self, *flags, **mistake):
        shown, code = try_it(mistake, "check", *flags)
        self.assertEqual(code, 0, shown)
        return shown

    def test_a_print_after_the_import_is_no_mistake(self):
        self.assertIn("0 warnings, 0 failed", self.check("--answer-ms", "10000", decide="print('thinking')"))

    def test_a_flood_of_stderr_brings_a_warning(self):
        self.assertIn("that is a flood", self.check(decide="print('x' * 5000)"))

    def test_a_name_in_another_script_brings_a_warning(self):
        self.assertIn("tables show it as it is", self.check(toml='name = "Жадность"\nrun = %s\n' % PYTHON))


class SlowAnswers(InAFolder):
    def test_answers_that_only_a_time_bank_pays_for_bring_a_warning(self):
        self.folder.chmod(0o755)
        (self.folder / "bot").mkdir(mode=0o755)
        make(self.folder / "bot", imports="import time", decide="if question.ask.seq == 0: time.sleep(.3)")
        match = ("match", "bot", "hold", "--deals", "2", "--in-flight", "1", "--shards", "1")
        self.assertIn("timeout: no answer within 100 ms", danno(*match, cwd=self.folder).stdout)
        banked = danno(*match, "--bank-ms", "10000", cwd=self.folder)
        self.assertNotIn("timeout", banked.stdout)
        self.assertRegex(banked.stderr, r"warning: bot: \d+ of \d+ answers used more than 100 ms each; "
                                        r"its time bank of 10000 ms a game paid for that\n")


class Builds(InAFolder):
    def test_the_first_error_of_each_compiler_is_told(self):
        for compiler, (said, first, word) in COMPILERS.items():
            self.write(f"{compiler}/agent.toml", 'name = "bot"\nbuild = ["sh", "-c", "cat said; exit 1"]\nrun = ["./bot"]\n')
            self.write(f"{compiler}/said", said)
            with self.subTest(compiler):
                checked = danno("check", compiler, cwd=self.folder)
                self.assertEqual(checked.returncode, 1, checked.stderr)
                shown = [line.removeprefix("      build   ") for line in checked.stdout.splitlines() if line.startswith("      build ")]
                self.assertEqual(shown[0], first)
                self.assertIn(word, checked.stdout)


class Arguments(InAFolder):
    """What is given in place of an agent's folder, or beside the file that is meant."""

    MISTAKES = 45

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.write("nest/mybot/agent.toml", 'name = "mybot"\nrun = %s\n' % PYTHON)
        self.write("nest/mybot/agent.py", AGENT)
        self.write("nest/mybot/danno.py", SDK)

    def refused(self, told, *arguments):
        result = danno(*arguments, cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        first, *excerpt = result.stderr.splitlines()
        self.assertEqual([line for line in excerpt if not line.startswith("  ")], [], result.stderr)
        self.assertIn(told, first)

    def test_a_line_break_in_a_word_makes_no_second_line(self):
        for arguments in (("rules",), ("gate", "hold", "--against", "odds", "--preset"), ("rate",)):
            self.refused(r"a\x0ab", *arguments, "a\nb")

    def test_a_folder_around_the_agents(self):
        for command in (("check", "nest"), ("match", "nest", "hold")):
            self.refused("the folder 'nest' has no agent.toml, but 'nest/mybot' has: give that one", *command)

    def test_a_file_of_the_folder(self):
        for command in (("check", "nest/mybot/agent.py"), ("match", "nest/mybot/agent.py", "hold")):
            self.refused("'nest/mybot/agent.py' is a file of an agent; give its folder: nest/mybot", *command)

    def test_an_archive(self):
        shutil.make_archive(str(self.folder / "mybot"), "zip", self.folder / "nest")
        for command in (("check", "mybot.zip"), ("match", "mybot.zip", "hold")):
            self.refused("'mybot.zip' is an archive; unpack it and give the folder with agent.toml", *command)

    def test_agent_toml_as_editors_leave_it(self):
        good = 'name = "mybot"\nrun = %s\n' % PYTHON
        for toml, told in ((good.replace('"mybot"', "mybot"), '1:8: a text needs quotes, as in name = "mybot"'),
                           (good + "author = Ada L.  # me\n", '3:10: a text needs quotes, as in author = "Ada L."'),
                           (good.encode("utf-16"), "it is UTF-16; save it as UTF-8")):
            path = self.folder / "nest/mybot/agent.toml"
            path.write_bytes(toml if isinstance(toml, bytes) else toml.encode())
            self.refused(told, "check", "nest/mybot")
        self.write("league.toml", "[league]\nrules = [\"koans\"]\nmirror = True\n")
        self.refused("league.toml:3:10: 'True' is written in small letters: true", "league", "run", "league.toml")

    def test_more_agents_than_seats(self):
        four = ("match", "hold", "odds", "timid", "random", "-q", "--isolation", "none")
        for told, *words in (("--html is for one table; 4 agents at tables of 2 play a round robin: 'danno league site DIR' makes", "--html", "m.html"),
                             ("--watch is for one table", "--watch"), ("--stderr is for one table", "--stderr", "said"),
                             ("--out FILE is for one table", "--out", "games.jsonl"),
                             ("--agent-secret is for one table", "--seed", "s", "--agent-secret", "t"),
                             ("--seats 5 with 4 agents; expected at most 4", "--seats", "5"),
                             ("--seats is '7'; expected 2..6", "--seats", "7"),
                             ("--more 5: there is no round robin to continue in 'out/round-robin': play a new one", "--more", "5")):
            self.refused(told, *four, *words)
        self.refused("--more 5 with 3 agents; expected 2", "match", "hold", "odds", "timid", "--more", "5", "-q")
        self.refused("a match of 1 agent; expected 2 or more", "match", "hold")

    def test_a_match_without_the_agent(self):
        self.assertEqual(danno("match", "hold", "odds", "--deals", "2", "--isolation", "none", "--out", "m", "-q",
                               cwd=self.folder).returncode, 0)
        self.refused("'hodl' played in none of the games in 'm'; did you mean 'hold'?", "explain", "hodl", "m")
        self.refused("'mybot' played in none of the games in 'm'; expected hold, odds", "explain", "mybot", "m")
        self.refused("'mybot' is not a file, and no league.toml is here", "explain", "mybot")
        self.write("empty/file", "")
        self.refused("no league in empty", "explain", "mybot", "empty")
        for file in ("games.txt", "games.jsonl"):
            self.assertEqual(danno("match", "hold", "odds", "--deals", "1", "--isolation", "none", "--out", file, "-q",
                                   cwd=self.folder).returncode, 0)
            self.refused(f"{file} is a file of games; expected a match's folder", "explain", "hold", file)
        for command in ("audit", "explain", "replay"):
            self.refused("'rules' begins a second game; expected one game", command, "games.txt")

    def test_a_file_that_is_nearly_there(self):
        self.write("games/99-1.txt", "")
        self.refused("'games/99-1.tx' is not a file; did you mean 'games/99-1.txt'?", "explain", "games/99-1.tx")

    def test_a_game_whose_name_is_nearly_right(self):
        self.write("league.toml", league_file('rules = ["koans"]\ndeals = 2\nseed = "x"', ("hold", "odds")))
        self.assertEqual(danno("league", "run", "league.toml", "--out", "out", "-q", cwd=self.folder).returncode, 0)
        for command in ("replay", "explain"):
            self.refused("no game 'koans/odds,hold/1/0' is stored; did you mean 'koans/hold,odds/1/0'?",
                         command, "koans/odds,hold/1/0", "out")
        self.refused("name the seating of the game, too, as in koans/hold,odds/1/0 or koans/hold,odds/1/1",
                     "replay", "koans/hold,odds/1", "out")
        self.refused("name the seating of the game, too", "explain", "koans/hold,odds/1", "out")
        self.refused("nor an agent of the league; did you mean 'hold'?", "explain", "hodl", "out")
        self.refused("nowhere: no such file or folder; expected a league file", "explain", "hold", "nowhere")
        self.refused("nowhere: no such file or folder; expected a league file", "league", "export", "nowhere", "--all")

    def test_a_text_that_is_empty(self):
        for option, expected in (("--seed", "some text"), ("--out", "some text"), ("--rules", "ID|FILE")):
            self.refused(f"{option} is ''; expected {expected}", "match", "hold", "odds", "--deals", "1", option, "")

    def test_a_number_that_is_none(self):
        self.refused("--alpha is '5%'; expected a number", "gate", "hold", "--against", "odds", "--alpha", "5%")
        self.refused("--counts is '10,20,30'; expected a number", "sprt", "--counts", "10,20,30", "--elo0", "0", "--elo1", "10")
        self.refused("--deals is 'many'; expected 1..10000000", "match", "hold", "odds", "--deals", "many")

    def test_a_verb_that_is_not_there(self):
        for told, *words in (("'danno' has no command 'nosuchverb'; see 'danno --help'", "nosuchverb"),
                             ("'danno' has no command 'mach'; did you mean 'match'?", "mach"),
                             ("'danno' has no command 'hlep'; did you mean 'help'?", "hlep"),
                             ("'danno league' has no command 'nosuch'; see 'danno league --help'", "league", "nosuch"),
                             ("did you mean 'league'?", "tournament"), ("did you mean 'new'?", "init"),
                             ("did you mean 'check'?", "test"), ("did you mean 'match'?", "duel"),
                             ("did you mean 'league table'?", "standings"), ("did you mean 'league verify'?", "verify"),
                             ("did you mean 'new'?", "league", "init")):
            self.refused(told, *words)
            self.refused(told, *words, "--help")

    def test_an_option_of_other_programs(self):
        for command, option, ours in (("match", "-n", "--deals"), ("match", "--games", "--deals"), ("match", "--rounds", "--deals"),
                                   ("gate", "--deals", "--max-deals"), ("gate", "-n", "--max-deals"), ("match", "--concurrency", "--shards"),
                                   ("match", "-o", "--out"), ("match", "-srand", "--seed")):
            self.refused(f"'danno {command}' has no option '{option}'; did you mean '{ours}'?", command, "hold", option, "5")
        self.refused("'danno match' has no option '-each'; name the agents one after the other", "match", "-each", "hold")
        self.refused("'danno match' has no option '-z'; see 'danno match --help'", "match", "hold", "odds", "-z")

    def test_a_path_of_windows(self):
        self.refused("'nest\\mybot'; did you mean 'nest/mybot'?", "match", "nest\\mybot", "hold")

    def test_an_entry_above_the_target(self):
        self.refused("--set: the entry 900 is above the target 500", "match", "hold", "odds", "--set", "target=500", "--set", "entry=900")

    def test_a_position_that_no_game_comes_to(self):
        self.refused("--turn 7: impossible in koans; all points are multiples of ", "ask", "hold", "--dice", "155", "--turn", "7")
        self.refused("--totals 1201: impossible in koans; all points are multiples of ", "ask", "hold", "--dice", "11234", "--totals", "1201,0")

    def test_a_total_below_the_entry(self):
        self.refused("--totals 100: a seat has 0, or at least the entry of", "ask", "hold", "--rules", "official",
                     "--dice", "11234", "--totals", "100,0")

    def test_keys_and_folders_of_a_league_file(self):
        for text, told in (('rules = ["koans"]\nanswer_ms = 50\nagents = "nest/*"\n', "league.toml:3:1: 'answer_ms' belongs to [limits], and not here in [league]"),
                           ('rules = ["koans"]\nagents = "nest"\n', "did you mean 'nest/*'?")):
            self.write("league.toml", "[league]\n" + text)
            self.refused(told, "league", "run", "league.toml", "-q")

    def test_what_a_platform_hands_over(self):
        add = ("league", "add", "--rules", "koans", "--isolation", "none")
        for student in ("s01", "s02"):
            shutil.copytree(self.folder / "nest/mybot", self.folder / "download" / student / "bot")
            self.write(f"download/{student}/bot/agent.toml", f'name = "bot-{student}"\nrun = %s\n' % PYTHON)
        self.refused("--as-folder: 'download/s01/bot' and 'download/s02/bot' would have the same author 'bot'",
                     *add, "--as-folder", "download/s01/bot", "download/s02/bot")
        shutil.make_archive(str(self.folder / "download/s03"), "gztar", self.folder / "download/s02/bot")
        added = danno(*add, "--as-folder", "download/s01", "download/s02", "download/s03.tar.gz", cwd=self.folder)
        self.assertEqual(added.returncode, 0, added.stdout)
        versions = (self.folder / "bots/versions.ndjson").read_text().splitlines()
        self.assertEqual([json.loads(line)["author"] for line in versions], ["s01", "s02", "s03"])
        self.refused("download/s04: no such folder or archive", *add, "download/s01", "download/s04")
        self.refused("'odds' is a bundled agent, not a folder; write it into the league file", *add, "odds")
        self.assertFalse((self.folder / "refused").exists())
        shutil.make_archive(str(self.folder / "mybot"), "zip", self.folder / "nest")
        self.write("mybot.txt", "")
        self.assertIn("it is a file, not a folder; unpack an archive first", danno(*add, "mybot.txt", cwd=self.folder).stdout)
        self.refused("--as: 'download/s01' is the folder of a student, who is the author", *add, "download", "--as", "Ada")
        (self.folder / "zipped").mkdir()
        (self.folder / "mybot.zip").rename(self.folder / "zipped/mybot.zip")
        self.assertIn("the folder has no agent.toml, but the archive 'mybot.zip': unpack it first", danno(*add, "zipped", cwd=self.folder).stdout)
        self.assertIn("the folder has no agent.toml, but 'mybot' in it has: give that folder",
                      danno(*add, "nest", cwd=self.folder).stdout)

    def test_what_check_passes_a_league_accepts(self):
        """Its rules and limits go by league.toml: here 'tyghe', whose offers have no options."""
        self.write("nest/mybot/agent.py", AGENT.replace("#DECIDE", "question.ask.next_dice[0]"))
        self.assertEqual(danno("check", "nest/mybot", "--isolation", "none", cwd=self.folder).returncode, 0)
        self.write("league.toml", '[league]\nrules = ["tyghe"]\n')
        for command in (("check", "nest/mybot"), ("league", "add", "nest/mybot")):
            told = danno(*command, "--isolation", "none", cwd=self.folder)
            self.assertEqual(told.returncode, 1, told.stdout)
            self.assertIn("look at question.is_offer first", told.stdout)
        self.assertEqual(danno("check", "nest/mybot", "--rules", "all", "--isolation", "none", cwd=self.folder).returncode, 1)

    def test_a_folder_with_too_many_files(self):
        modules = self.folder / "nest/mybot/node_modules"
        modules.mkdir()
        for i in range(20_001):
            (modules / str(i)).touch()
        self.refused("more than 20000 files and folders, the last of them in 'node_modules'", "check", "nest/mybot")

    def test_a_season_that_is_run_as_a_league(self):
        self.write("season.toml", league_file('name = "s"\nrules = ["koans"]\ndeals = 2\nseed = "x"', ("hold", "odds")) + "\n[season]\n")
        run = danno("league", "run", "season.toml", "--out", "out", "-q", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("season.toml has [season], which this does not open", run.stderr)
        self.assertIn("'danno season run season.toml'", run.stderr)

    def test_a_compiler_that_only_the_shell_finds(self):
        self.write("home/bin/myrustc", "#!/bin/sh\n")
        (self.folder / "home/bin/myrustc").chmod(0o755)
        self.write("crab/agent.toml", 'name = "crab"\nbuild = ["myrustc", "main.rs"]\nrun = ["./main"]\n')
        path = f"{self.folder}/home/bin:{os.environ['PATH']}"
        checked = danno("check", "crab", cwd=self.folder, env={**os.environ, "PATH": path})
        self.assertIn(f"your shell finds it as {self.folder}/home/bin/myrustc", checked.stdout)
        self.assertNotIn("fix 'run'", checked.stdout)

    def test_an_sdk_that_was_left_behind(self):
        (self.folder / "nest/mybot/danno.py").unlink()
        self.assertIn("copy danno.py into the folder; 'danno new python FOLDER' has it",
                      danno("check", "nest/mybot", cwd=self.folder).stdout)


if __name__ == "__main__":
    unittest.main()
