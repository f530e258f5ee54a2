"""What tests of the real program share. The program is the first argument of the test."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

DANNO = os.path.abspath(sys.argv.pop(1))


def danno(*arguments, **options):
    return subprocess.run([DANNO, *arguments], capture_output=True, text=True, timeout=280, **options)


class InAFolder(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def write(self, name, text, mode=0o644):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return str(path)
