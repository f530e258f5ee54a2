"""The type hints of the SDKs and of what `danno new` makes: complete by `mypy --strict` and by `tsc --checkJs --strict`.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SDK = pathlib.Path(os.environ["DANNO_SOURCE"]) / "sdk"

# The part of Node that the SDK uses; Debian has no types of Node.
NODE = """declare module "node:assert/strict" { const assert: any; export default assert; }
declare module "node:console" { export const Console: any; }
declare module "node:fs" { export function readSync(...rest: any[]): number; export function writeSync(...rest: any[]): number; }
declare module "node:tty" { export function isatty(file: number): boolean; }
declare const process: any;
declare const Buffer: any;
"""


# NumPy, Gymnasium and PettingZoo need not be here.
WITHOUT_TRAINING = ["--ignore-missing-imports", "--allow-subclassing-any", "--no-warn-unused-ignores"]


class Types(unittest.TestCase):
    def check(self, language, ending, *command):
        """A scaffold and its SDK in one folder, as an author has them."""
        if shutil.which(command[0]) is None:
            self.skipTest(f"no {command[0]}")
        with tempfile.TemporaryDirectory() as scratch:
            folder = pathlib.Path(scratch)
            for file in (*(SDK / language).glob("*." + ending), *(SDK / language / "template").glob("*." + ending)):
                shutil.copy(file, folder)
            (folder / "node.d.ts").write_text(NODE)
            files = sorted(path.name for path in folder.iterdir() if path.suffix == "." + ending)
            self.assertIn("danno." + ending, files)
            result = subprocess.run([*command, *files], cwd=folder, capture_output=True, text=True, timeout=200)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_python(self):
        self.check("python", "py", "mypy", "--strict", "--cache-dir=/dev/null")

    def test_the_python_package(self):
        if shutil.which("mypy") is None:
            self.skipTest("no mypy")
        with tempfile.TemporaryDirectory() as scratch:
            package = pathlib.Path(scratch) / "danno"
            shutil.copytree(SDK / "python/package/danno", package)
            shutil.copy(SDK / "python/danno.py", package / "__init__.py")
            (package / "version.py").write_text('__version__ = "0"\n')
            result = subprocess.run(["mypy", "--strict", *WITHOUT_TRAINING, "--cache-dir=/dev/null", package], capture_output=True, text=True, timeout=200)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_python_by_pyright(self):
        """Where it is installed: Debian does not have it."""
        self.check("python", "py", "pyright")

    def test_javascript(self):
        self.check("js", "mjs", "tsc", "--checkJs", "--allowJs", "--noEmit", "--strict", "--target", "es2022", "--module",
                   "es2022", "--moduleResolution", "node", "node.d.ts")


if __name__ == "__main__":
    unittest.main()
