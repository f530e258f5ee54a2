"""The recipes of docs/architecture.md ("To add …", "To change …") name what exists, where it is.

Each path of a step exists, also for all that follow the recipe today: NAME stands for each of them. Each piece of code
of a step occurs in a file of the step, and so does the name of each where the step says so. The recipe "To add a
command" is followed in a copy, up to what CMake and the preprocessor make of it. tests/sixth_format follows "To add a
league format".

Run as: recipes_test.py CMAKE COMPILER
"""
import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = ROOT / "leagues/commands"
PAGE = (ROOT / "docs/architecture.md").read_text()
RECIPES = dict(re.findall(r"(?ms)^## (To \w+ [^\n]*)\n(.*?)(?=^## |\Z)", PAGE))

# Those that follow each recipe today.
FOLLOWERS = {
    "To add a league format": [path.parent.name for path in ROOT.glob("leagues/schedule/*/schedule.cpp")],
    "To add a command": ["gate", "match", "play", "rate", "tune"],
    "To add a rule set": [path.stem for path in ROOT.glob("referee/rules/bundled/*.toml")],
    "To add a language": [path.parent.name for path in ROOT.glob("sdk/*/template")],
    "To add a rating model": ["bradley_terry", "plackett_luce"],
}
# Code that a reader types elsewhere: in a league file, or on the command line.
ELSEWHERE = re.compile(r"\[league\]|rating|--rating|hold|danno (?!NAME)[^$]*")
SAYS_NAME = re.compile(r"\bits (name|place|agents)\b|\bthe file\b|\ba line\b|\bwhat it (needs|plays)\b")


def steps(recipe):
    """The items and paragraphs of a recipe, each on one line."""
    return [" ".join(part.split()) for part in re.split(r"\n\s*\n|\n(?=\s*(?:-|\d+\.) )", recipe) if part.strip()]


def is_path(code):
    return "/" in code and " " not in code


def files(path, name=None):
    """The files that a path of a recipe stands for; each, if it has NAME and no name is given."""
    return [*ROOT.glob(path.replace("NAME", name or "*"))]


def text(paths):
    """The content of the files; of a folder, the names and the content of all files below it."""
    below = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file()]
    return "\n".join(f"{file.name}\n{file.read_text(errors='replace')}" for file in below)


def pattern(code, name):
    """Finds code as a recipe writes it: NAME is a name, "…" anything, f() a function, Type.Member a member."""
    words = re.escape(re.sub(r"^\w+(::|\.)(?=\w+$)", "", code.removesuffix("()")))
    words = words.replace("NAME", re.escape(name) if name else r"[\w-]+").replace("…", ".*")
    return re.compile(r"(?<!\w)" + words + r"(?!\w)" if re.match(r"\w.*\w$", code.removesuffix("()")) else words)


def plain(name):
    return re.sub(r"[-_ ]", "", name).lower()


def each_step():
    """Each step, once for each that follows its recipe: the step, that name, its paths, its other code."""
    for title, recipe in RECIPES.items():
        for step in steps(recipe):
            codes = re.findall(r"`([^`]+)`", step)
            for name in FOLLOWERS.get(title, [None]):
                yield step, name, [code for code in codes if is_path(code)], [c for c in codes if not is_path(c)]


class Recipes(unittest.TestCase):
    def test_there_are_recipes_and_each_is_followed(self):
        self.assertGreaterEqual(len(RECIPES), 7)
        for title, names in FOLLOWERS.items():
            self.assertIn(title, RECIPES)
            self.assertGreaterEqual(len(names), 2, title)
        for title, recipe in RECIPES.items():
            self.assertEqual("NAME" in recipe, title in FOLLOWERS, title)

    def test_every_path_exists(self):
        missing = {path for _, name, paths, _ in each_step() for path in paths if not files(path, name)}
        self.assertEqual(missing, set())
        self.assertGreater(sum(len(paths) for *_, paths, _ in each_step()), 100)

    def test_code_is_where_the_step_says(self):
        missing, checked = [], 0
        for step, name, paths, codes in each_step():
            where = text(file for path in paths for file in files(path, name))
            due = [code for code in codes if not ELSEWHERE.fullmatch(code)]
            missing += [(step, name, code, paths) for code in due if not pattern(code, name).search(where)]
            checked += len(due)
        self.assertEqual(missing, [])
        self.assertGreater(checked, 40)

    def test_the_names_of_those_that_follow_are_where_the_step_says(self):
        checked = [(name, path) for step, name, paths, _ in each_step() if name and SAYS_NAME.search(step)
                   for path in paths if "NAME" not in path and (ROOT / path).is_file()]
        missing = [(name, path) for name, path in checked if plain(name) not in plain(text(files(path)))]
        self.assertEqual(missing, [])
        self.assertGreater(len(checked), 30)

    def test_what_is_not_there_is_found(self):
        self.assertFalse(files("leagues/commands/NAME/command.cpp", "nothing"))
        self.assertNotRegex("void add_match(int)", pattern("add_NAME", "gate"))
        self.assertRegex("void add_match(int)", pattern("add_NAME", "match"))
        self.assertNotRegex("bundled_definitions_too()", pattern("bundled_definitions()", None))


class ACommand(unittest.TestCase):
    """The recipe, followed in a copy, for `danno hello`."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.root = Path(cls.scratch.name)
        cls.copy = cls.root / "leagues/commands"
        shutil.copytree(COMMANDS, cls.copy)

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def follow(self):
        numbered = [step for step in steps(RECIPES["To add a command"]) if re.match(r"\d\. ", step)]
        function, module, to_list, to_def = (re.findall(r"`([^`]+)`", step)[:2] for step in numbered[:4])
        new = self.root / function[0].replace("NAME", "hello")
        new.parent.mkdir()
        new.write_text(f"void {function[1].replace('NAME', 'hello')}() {{}}\n")
        (self.root / module[0].replace("NAME", "hello")).write_text(
            f"{module[1]}(leagues_commands_hello\n  SOURCES\n    command.cpp\n  PRIVATE_DEPENDS danno_leagues_cli)\n")
        cmake = self.root / to_list[0]
        cmake.write_text(cmake.read_text().replace(f"set({to_list[1]} ", f"set({to_list[1]} hello "))
        definitions = self.root / to_def[0]
        definitions.write_text(definitions.read_text() + to_def[1].replace("NAME", "hello") + "\n")

    def configure(self):
        """Configures the commands alone, with the project's danno_module(). Returns what `danno` is made of."""
        real = (ROOT / "CMakeLists.txt").read_text()
        (module,) = re.findall(r"(?ms)^function\(danno_module .*?^endfunction\(\)\n", real)
        others = {name for path in self.copy.rglob("CMakeLists.txt")
                  for name in re.findall(r"\b\w+::\w+", path.read_text())}
        (self.root / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(recipe VERSION 0.1.0 LANGUAGES CXX)\n"
            "function(danno_tidy target)\nendfunction()\nadd_library(danno_options INTERFACE)\n" + module
            + "".join(f"add_library({name} INTERFACE IMPORTED)\n" for name in sorted(others))
            + "add_subdirectory(leagues/commands)\n"
            'file(GENERATE OUTPUT links CONTENT "$<TARGET_PROPERTY:danno_leagues_commands,LINK_LIBRARIES>")\n')
        made = self.root / "build"
        result = subprocess.run([CMAKE, "-S", self.root, "-B", made, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                                 f"-DCMAKE_CXX_COMPILER={COMPILER}"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        return ([Path(entry["file"]) for entry in json.loads((made / "compile_commands.json").read_text())],
                (made / "links").read_text().split(";"))

    def test_cmake_and_the_list_of_commands_take_it(self):
        self.follow()
        compiled, linked = self.configure()
        self.assertIn(self.copy / "hello/command.cpp", compiled)
        self.assertIn("danno_leagues_commands_hello", linked)
        result = subprocess.run([COMPILER, "-std=c++20", "-E", "-P", "-I", self.root, "-I", ROOT,
                                 self.copy / "commands.cpp"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        made = " ".join(result.stdout.split())
        self.assertRegex(made, r"namespace hello \{ void add_hello\(")
        self.assertRegex(made, r'if \(parent == "danno"\) hello::add_hello\(')


if __name__ == "__main__":
    CMAKE, COMPILER = sys.argv.pop(1), sys.argv.pop(1)
    unittest.main()
