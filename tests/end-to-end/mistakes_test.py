"""The mistakes that newcomers make: each tells the place, the value and the next step, in check and in match.

Run as: mistakes_test.py PATH/TO/danno PATH/TO/sdk/python/danno.py [unittest arguments]
"""

import concurrent.futures
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

# What must not be said of any of them: the copy that runs is no place of the author's.
NEVER = (".cache/danno", "/agents/0", "Danno::", "std::")

# What is wrong: the words that must stand in what check and match print, and those that must not, beside NEVER.
# Keys: before, imports, decide (code there), code (all of it), run, toml (all of it), files, modes, rules.
MISTAKES = {
    # What it says on the wire.
    "a print to stdout": (dict(before="print('hello', flush=True)"),
                          ["garbled: text on stdout", "import the SDK before anything prints"]),
    "bytes to stdout": (dict(before="import os\nos.write(1, b'\\x05\\x0a\\x03abc')"), ["garbled", "stdout is the wire"]),
    "a reason on stdout": (dict(code="print('Error occurred during initialization of VM')\nprint('Could not reserve enough space')\n"),
                           ["stdout  Error occurred during initialization of VM", "stdout  Could not reserve enough space"]),
    "no call of play": (dict(code="import danno\n"), ["exited with code 0", "play() must be called"]),
    "stdout closed": (dict(decide="import os; os.close(1); os.close(3); os.closerange(3, 20); import time; time.sleep(9)"),
                      ["closed", "leave stdout open"]),
    "stdin read": (dict(decide="input()"), ["exited with code 1", "stdin belongs to the protocol"]),
    # What it answers.
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
    "exit in decide": (dict(decide="raise SystemExit(0)"), ["exited with code 0", "no exit() in decide"]),
    "exit with words": (dict(decide="import sys; sys.exit('I give up')"), ["exited with code 1", "I give up", "no exit() in decide"]),
    "exit with a code and no word": (dict(decide="import os; os._exit(7)"), ["exited with code 7", "print to stderr why"]),
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
    # What is outside.
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


# What compilers wrote (as recorded, shortened): the first line that check must show of it, then words that must stand there.
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
    """An agent with this mistake; returns what else the verbs are told."""
    if code is None:
        body = "\n    ".join(decide.splitlines())
        code = AGENT.replace("#BEFORE", before).replace("#IMPORTS", imports).replace("#DECIDE", body)
    texts = {"danno.py": SDK, "agent.py": code, "agent.toml": toml or f'name = "bot"\nrun = {run}\n', **dict(files)}
    for name, text in texts.items():
        (folder / name).write_bytes(text.encode())
        (folder / name).chmod(dict(modes).get(name, 0o644))
    return ["--rules", rules or "koans"]


def try_it(mistake, verb, *flags):
    """What a person sees, and the exit code."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "bot"
        folder.mkdir()
        for each in (folder.parent, folder):
            each.chmod(0o755)
        options = make(folder, **mistake)
        rest = ["hold", "--deals", "4", "--seed", "mistakes", "-q"] if verb == "match" else []
        result = danno(verb, "bot", *rest, *options, *flags, cwd=scratch)
    return result.stdout + result.stderr, result.returncode


class Mistakes(unittest.TestCase):
    def test_each_is_told_in_check_and_in_match(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            tried = [(name, verb, words, never, pool.submit(try_it, mistake, verb))
                     for name, (mistake, words, *never) in MISTAKES.items() for verb in ("check", "match")]
            for name, verb, words, never, result in tried:
                with self.subTest(name, verb=verb):
                    shown, code = result.result()
                    self.assertIn(code, (1, 2) if verb == "check" else (0, 1, 2), shown)
                    for word in words:
                        self.assertIn(word, shown)
                    for word in (*NEVER, *sum(never, [])):
                        self.assertNotIn(word, shown)

    def test_there_are_74_of_them_with_those_of_builds_and_arguments(self):
        self.assertGreaterEqual(len(MISTAKES) + len(COMPILERS) + Arguments.MISTAKES, 74)


class Warnings(unittest.TestCase):
    def check(self, *flags, **mistake):
        shown, code = try_it(mistake, "check", *flags)
        self.assertEqual(code, 0, shown)
        return shown

    def test_a_print_after_the_import_is_no_mistake(self):
        self.assertIn("0 warnings, 0 failed", self.check("--answer-ms", "10000", decide="print('thinking')"))

    def test_a_flood_of_stderr_is_warned_of(self):
        self.assertIn("that is a flood", self.check(decide="print('x' * 5000)"))

    def test_a_name_in_another_script_is_warned_of(self):
        self.assertIn("tables show it as it is", self.check(toml='name = "Жадность"\nrun = %s\n' % PYTHON))


class SlowAnswers(InAFolder):
    def test_answers_that_only_a_time_bank_pays_for_are_warned_of(self):
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

    MISTAKES = 37

    def setUp(self):
        super().setUp()
        self.folder.chmod(0o755)
        self.write("nest/mybot/agent.toml", 'name = "mybot"\nrun = %s\n' % PYTHON)
        self.write("nest/mybot/agent.py", AGENT)
        self.write("nest/mybot/danno.py", SDK)

    def refused(self, told, *arguments):
        result = danno(*arguments, cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        self.assertIn(told, result.stderr)

    def test_a_folder_around_the_agents(self):
        for verb in (("check", "nest"), ("match", "nest", "hold")):
            self.refused("the folder 'nest' has no agent.toml, but 'nest/mybot' has: give that one", *verb)

    def test_a_file_of_the_folder(self):
        for verb in (("check", "nest/mybot/agent.py"), ("match", "nest/mybot/agent.py", "hold")):
            self.refused("'nest/mybot/agent.py' is a file of an agent; give its folder: nest/mybot", *verb)

    def test_an_archive(self):
        shutil.make_archive(str(self.folder / "mybot"), "zip", self.folder / "nest")
        for verb in (("check", "mybot.zip"), ("match", "mybot.zip", "hold")):
            self.refused("'mybot.zip' is an archive; unpack it and give the folder with agent.toml", *verb)

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

    def test_a_file_that_is_nearly_there(self):
        self.write("games/99-1.txt", "")
        self.refused("'games/99-1.tx' is not a file; did you mean 'games/99-1.txt'?", "explain", "games/99-1.tx")

    def test_a_game_whose_name_is_nearly_right(self):
        self.write("league.toml", league_file('rules = ["koans"]\ndeals = 2\nseed = "x"', ("hold", "odds")))
        self.assertEqual(danno("league", "run", "league.toml", "--out", "out", "-q", cwd=self.folder).returncode, 0)
        for verb in ("replay", "explain"):
            self.refused("no game 'koans/odds,hold/1/0' is stored; did you mean 'koans/hold,odds/1/0'?",
                         verb, "koans/odds,hold/1/0", "out")
        self.refused("name the seating of the game, too, as in koans/hold,odds/1/0 or koans/hold,odds/1/1",
                     "replay", "koans/hold,odds/1", "out")

    def test_a_verb_that_is_not_there(self):
        for told, *words in (("'danno' has no verb 'nosuchverb'; see 'danno --help'", "nosuchverb"),
                             ("'danno' has no verb 'mach'; did you mean 'match'?", "mach"),
                             ("'danno league' has no verb 'nosuch'; see 'danno league --help'", "league", "nosuch"),
                             ("did you mean 'league'?", "tournament"), ("did you mean 'new'?", "init"),
                             ("did you mean 'check'?", "test"), ("did you mean 'match'?", "duel"),
                             ("did you mean 'league table'?", "standings"), ("did you mean 'league verify'?", "verify"),
                             ("did you mean 'new'?", "league", "init")):
            self.refused(told, *words)
            self.refused(told, *words, "--help")

    def test_an_option_of_other_programs(self):
        for verb, option, ours in (("match", "-n", "--deals"), ("match", "--games", "--deals"), ("match", "--rounds", "--deals"),
                                   ("gate", "--deals", "--max-deals"), ("gate", "-n", "--max-deals"), ("match", "--concurrency", "--shards"),
                                   ("match", "-o", "--out"), ("match", "-srand", "--seed")):
            self.refused(f"'danno {verb}' has no option '{option}'; did you mean '{ours}'?", verb, "hold", option, "5")
        self.refused("'danno match' has no option '-each'; name the agents one after the other", "match", "-each", "hold")
        self.refused("'danno match' has no option '-z'; see 'danno match --help'", "match", "hold", "odds", "-z")

    def test_a_path_of_windows(self):
        self.refused("'nest\\mybot'; did you mean 'nest/mybot'?", "match", "nest\\mybot", "hold")

    def test_an_entry_above_the_target(self):
        self.refused("--set: the entry 900 is above the target 500", "match", "hold", "odds", "--set", "target=500", "--set", "entry=900")

    def test_a_position_that_no_game_comes_to(self):
        self.refused("--turn 7: no such points in koans; all are multiples of ", "ask", "hold", "--dice", "155", "--turn", "7")
        self.refused("--totals 1201: no such points in koans; all are multiples of ", "ask", "hold", "--dice", "11234", "--totals", "1201,0")

    def test_a_season_that_is_run_as_a_league(self):
        self.write("season.toml", league_file('name = "s"\nrules = ["koans"]\ndeals = 2\nseed = "x"', ("hold", "odds")) + "\n[season]\n")
        run = danno("league", "run", "season.toml", "--out", "out", "-q", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("season.toml has [season], which this does not open", run.stderr)
        self.assertIn("'danno league keep season.toml'", run.stderr)

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
