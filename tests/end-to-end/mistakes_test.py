"""Twenty mistakes that students make: each gets a line that names it and the way out.

Run as: mistakes_test.py PATH/TO/danno PATH/TO/danno.py [unittest arguments]
"""

import json
import pathlib
import sys
import tempfile
import unittest

from driver import danno

SDK = sys.argv.pop(1)
PYTHON = ["python3", "-B", "agent.py"]

GOOD = """
    if question.is_offer:
        return danno.decline()
    if question.bank_counts(0):
        return danno.bank(0)
    return danno.roll(0) if question.may_roll(0) else danno.bank(0)
"""


def agent(before="", decide="", after_import=""):
    """A sound agent with one mistake in it."""
    body = "".join("    %s\n" % line for line in decide.splitlines())
    return f"{before}\nimport danno\n{after_import}\ndef decide(question):\n{body}{GOOD}\n\ndanno.play(decide)\n"


class Mistakes(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name) / "bot"
        self.folder.mkdir()
        for folder in (self.folder.parent, self.folder):
            folder.chmod(0o755)
        (self.folder / "danno.py").write_text(pathlib.Path(SDK).read_text(encoding="utf-8"), encoding="utf-8")

    def check(self, code, run=tuple(PYTHON), name="bot", rules="koans"):
        (self.folder / "agent.py").write_text(code, encoding="utf-8")
        (self.folder / "agent.toml").write_text(
            "name = %s\nrun = %s\n" % (json.dumps(name, ensure_ascii=False), json.dumps(list(run))), encoding="utf-8")
        result = danno("check", str(self.folder), "--rules", rules, "--json", timeout=100)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        report = json.loads(result.stdout)
        self.assertEqual(report["passed"], result.returncode == 0)
        return report

    def fails(self, code, detail, advice, **how):
        report = self.check(code, **how)
        self.assertFalse(report["passed"], report)
        failed = [line for line in report["lines"] if line["state"] == "fail"]
        self.assertEqual(len(failed), 1, failed)
        self.assertIn(detail, failed[0]["detail"])
        self.assertIn(advice, failed[0]["advice"], failed[0])
        self.assertEqual(report["strength"], [])
        return failed[0]

    def warns(self, code, what, advice, **how):
        report = self.check(code, **how)
        self.assertTrue(report["passed"], report)
        warned = {line["what"]: line["advice"] for line in report["lines"] if line["state"] == "warn"}
        self.assertIn(advice, warned.get(what, ""), report)

    def test_a_print_to_stdout(self):
        self.fails(agent(before="print('hello', flush=True)"), "garbled: text on stdout",
                   "import the SDK before anything prints")

    def test_a_print_after_the_import_is_no_mistake(self):
        report = self.check(agent(decide="print('thinking')"))
        self.assertTrue(report["passed"], report)

    def test_an_exception(self):
        line = self.fails(agent(decide="[][3]"), "exited with code 1", "IndexError: list index out of range")
        self.assertTrue(any("line 5" in text for text in line["evidence"]), line)

    def test_a_missing_interpreter(self):
        self.fails(agent(), "no program 'python4'", "run", run=["python4", "agent.py"])

    def script(self, first_line, mode):
        program = self.folder / "start"
        program.write_bytes(first_line + b"\nimport runpy\nrunpy.run_path('agent.py')\n")
        program.chmod(mode)

    def test_a_missing_interpreter_of_a_script(self):
        self.script(b"#!/usr/bin/python4", 0o755)
        self.fails(agent(), "its interpreter or loader is not there", 'run = ["python3", "agent.py"]', run=["./start"])

    def test_no_execute_bit(self):
        self.script(b"#!/usr/bin/python3", 0o644)
        self.fails(agent(), "not executable; try chmod +x", "agent.toml", run=["./start"])

    def test_windows_line_ends_after_the_interpreter(self):
        self.script(b"#!/usr/bin/python3\r", 0o755)
        self.fails(agent(), "cannot execute './start'", "Windows line ends", run=["./start"])

    def test_a_missing_module(self):
        self.fails(agent(after_import="import no_such_module"), "exited with code 1", "copy it into the folder")

    def test_an_endless_loop(self):
        self.fails(agent(decide="while True: pass"), "timeout: no answer within 100 ms", "a loop that does not end")

    def test_none_returned(self):
        line = self.fails(agent(decide="return None"), "exited with code 1", "every path through decide must return")
        self.assertIn("decide returned None", "".join(line["evidence"]))

    def test_an_option_out_of_range(self):
        self.fails(agent(decide="return danno.roll(question.options)"), "illegal: chose option", "options count from 0")

    def test_a_bank_where_it_is_not_allowed(self):
        self.fails(agent(decide="if not question.is_offer: return danno.bank(0)"), "illegal: answered BANK with option 0, which allows ROLL",
                   "question.may_bank(i)", rules="official")

    def test_a_slow_import(self):
        self.fails(agent(after_import="import time\ntime.sleep(60)"), "no Ready within 5000 ms", "the start took too long")

    def test_an_exit_in_the_middle(self):
        self.fails(agent(decide="raise SystemExit(0)"), "exited with code 0", "no exit() in decide")

    def test_reading_stdin(self):
        self.fails(agent(decide="input()"), "exited with code 1", "stdin belongs to the protocol")

    def test_a_list_of_a_gigabyte(self):
        self.fails(agent(after_import="table = [0] * (1 << 27)"), "", "out of memory")

    def test_a_hundred_threads(self):
        self.fails(agent(after_import="import threading\nstop = threading.Event()\nfor _ in range(100):\n"
                                      "    threading.Thread(target=stop.wait, daemon=True).start()"),
                   "exited with code 1", "too many threads")

    def test_writing_a_file(self):
        self.fails(agent(decide="open('log.txt', 'a').write('x')"), "exited with code 1", "agents write no files")

    def test_opening_a_socket(self):
        self.fails(agent(after_import="import socket\nsocket.create_connection(('192.0.2.1', 80), 1)"),
                   "exited with code 1", "no network")

    def test_a_name_in_another_script(self):
        self.warns(agent(), "name", "tables show it as it is", name="Жадность")

    def test_a_deep_recursion(self):
        self.fails(agent(after_import="def depth(n):\n    return depth(n + 1)", decide="depth(0)"),
                   "exited with code 1", "the recursion is too deep")

    def test_a_flood_of_stderr(self):
        self.warns(agent(decide="print('x' * 5000)"), "stderr", "that is a flood")


if __name__ == "__main__":
    unittest.main()
