"""Every command of README and docs/: its name and flags are danno's, and one that can be typed as it stands runs.

A command is a line of a block that begins with "danno", and `danno …` in the text. Each page has a folder of its
own, with what its commands speak of: agents, a league that was played, a written game. A command with a blank to
fill in (GAME, …, $X) is only compared with the help of its command, and so is a command that is mentioned alone.

Also, every path and link on a page leads somewhere, and no sentence has more than 40 words.

Run as: docs_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import functools
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
from os import environ

from driver import DANNO, danno, league_file

PROJECT = pathlib.Path(sys.argv.pop(1))
PAGES = sorted([PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")])
# README.md of each room; others belong to templates.
ROOMS = [path for top in ("referee", "leagues") for path in (PROJECT / top).rglob("README.md")
         if (path.parent / "CMakeLists.txt").exists()]
TEXTS = sorted([PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *(PROJECT / "docs").rglob("*.md"), *ROOMS])
BLOCKS = re.compile(r"(?ms)^ *```.*?^ *```$")

# Commands that are not run, by how they begin: why.
NOT_RUN = {
    "danno league export league.toml --grades --scale 0..20 --anchor": "its anchors play in no league of this test (grade_test)",
    "danno deal": "bytes of a message, no command",
    "danno agent": "bytes of a message, no command",
    "danno seating": "bytes of a message, no command",
    "danno play": "asks a person; play_test is one",
    "danno league watch": "draws on a terminal; watch_test is one",
    "danno league run ~/danno": "an installed danno; install_test runs it",
    "danno check /autograder": "paths of a service; grade_test runs it",
    "danno check .": "the folder of a submission; grade_test runs it there",
    "danno match hold hold": "measurements of minutes",
    "danno hand-in": "needs the web server of a season; hand_in_command_test has one",
    "danno cluster": "needs a league that was not played; cluster_test and slurm_test play the page",
    "danno repeat reports/": "a report of a fault that the reader's agent makes; match_test repeats one",
}
BLANK = re.compile(r"…|\$|\b[A-Z]{2,}\b|I/N")


def commands(page):
    """All of a page, in its order; "block" or "text"."""
    found = []
    text = page.read_text(encoding="utf-8")
    for part in re.split(r"(?ms)^( *```.*?^ *```)$", text):
        if part.lstrip().startswith("```"):
            lines = re.sub(r"\\\n\s*", "", part).splitlines()
            found += [("block", re.sub(r"\s+#.*| [|&>].*|\s*\|$", "", line.strip()))
                      for line in lines if re.match(r"\s*danno [a-z]", line)]
        else:
            found += [("block", line.strip()) for line in re.findall(r"(?m)^    (danno [a-z].*)$", part)]
            found += [("text", " ".join(code.split())) for code in re.findall(r"`(danno [a-z][^`]*)`", part)]
    return found


@functools.lru_cache(maxsize=None)
def help_text(*path):
    result = danno(*path, "--help")
    return result.stdout if result.returncode == 0 else None


def command_words(words):
    """The path of the command that the words begin with, and its help; nothing if they name none."""
    depth = 2 if words[:1] in (["league"], ["season"], ["cluster"]) else 1
    path = tuple(word for word in words[:depth] if re.fullmatch(r"[a-z-]+", word))
    return path, help_text(*path)


def is_skipped(command):
    return any(command.startswith(begin) for begin in NOT_RUN)


def can_be_typed(where, command):
    """Without blanks; and in the text, with something that it is about."""
    about = [word for word in command.split()[2:] if word in ("mybot", "hold") or re.search(r"[./=*]", word)]
    return not is_skipped(command) and not BLANK.search(command) and (where == "block" or about != [])


class Docs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.ground = pathlib.Path(cls.scratch.name) / "ground"
        cls.ground.mkdir()
        cls.make_agents()
        (cls.ground / "league.toml").write_text(league_file(
            'name = "spring"\nrules = ["koans"]\nseed = "docs"\ndeals = 20\nagents = "bots/*"'))
        closes = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3))
        shutil.make_archive(str(cls.ground / "download"), "zip", cls.ground / "handed-in")
        (cls.ground / "authors.csv").write_text("author\nada\nbob\n")
        (cls.ground / "season.toml").write_text(league_file(  # one that is over soon, so that keep ends
            'name = "autumn"\nrules = ["koans"]\nformat = "ladder"\nagents = "bots/*"\n'
            f'[season]\ncloses = {closes}'))
        for typed in (["season", "run", "season.toml", "-q"], ["league", "run", "-q"],
                      ["league", "export", "--game", "koans/ada,bob/17/0"]):
            result = danno(*typed, cwd=cls.ground)
            assert result.returncode == 0, result.stderr
        (cls.ground / "game.txt").write_text(result.stdout)
        rules = danno("rules", "koans", "--toml").stdout
        (cls.ground / "ours.toml").write_text(rules.replace('id = "koans"', 'id = "ours"'))

    @classmethod
    def make_agents(cls):
        made = danno("new", "python", "ada", cwd=cls.ground)
        assert made.returncode == 0, made.stderr
        for folder, name in (("bots/ada", "ada"), ("bots/bob", "bob"), ("before", "mybot"), ("my-bot", "my-bot"),
                             ("old/my-bot", "my-bot"), ("handed-in/4711", "eve")):
            shutil.copytree(cls.ground / "ada", cls.ground / folder)
            toml = cls.ground / folder / "agent.toml"
            toml.write_text(toml.read_text().replace('"ada"', f'"{name}"'))
        shutil.rmtree(cls.ground / "ada")

    @classmethod
    def tearDownClass(cls):
        subprocess.run(["chmod", "-R", "u+w", cls.scratch.name], check=True)  # copies that add made
        cls.scratch.cleanup()

    def test_verbs_and_flags_are_those_of_the_program(self):
        for page in PAGES:
            for _, command in commands(page):
                if is_skipped(command):
                    continue
                words = command.split()[1:]
                path, told = command_words(words)
                if path == ("league",) or path == ("COMMAND",):
                    continue
                self.assertIsNotNone(told, f"{page.name}: {command}: no such command")
                for flag in re.findall(r"(?<!\S)--[a-z][a-z-]*", command):
                    plain = flag.replace("--no-", "--")
                    self.assertTrue(flag in told or plain in told, f"{page.name}: {command}: no flag {flag}")

    def test_every_entry_of_the_list_is_still_needed(self):
        every = [command for page in PAGES for _, command in commands(page)]
        for begin in NOT_RUN:
            self.assertTrue([command for command in every if command.startswith(begin)], begin)

    def run_page(self, page):
        folder = pathlib.Path(self.scratch.name) / page.stem
        shutil.copytree(self.ground, folder)
        ran = 0
        if page.stem not in ("README", "write-an-agent"):  # these make it themselves
            shutil.copytree(folder / "before", folder / "mybot")
        if page.stem == "run-a-league":  # it makes this agent
            shutil.rmtree(folder / "bots/ada")
        if page.stem == "house-rules":  # its league is that of the page
            shutil.copytree(PROJECT / "leagues/rules", folder / "leagues/rules")
            (league,) = re.findall(r"(?ms)^```toml\n(\[league\]\n.*?)^```", page.read_text(encoding="utf-8"))
            (folder / "league.toml").write_text(league.replace("[[agent]]", '[limits]\nisolation = "none"\n[[agent]]', 1))
        for where, command in commands(page):
            if not can_be_typed(where, command):
                continue
            result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, timeout=280,
                                    stdin=subprocess.DEVNULL, env={
                                        **environ, "PATH": f"{pathlib.Path(DANNO).parent}:{environ['PATH']}"})
            verdicts = (0, 1, 4) if command.startswith("danno gate") else (0,)
            self.assertIn(result.returncode, verdicts, f"{page.name}: {command}\n{result.stdout}{result.stderr}")
            ran += 1
        if page.stem == "house-rules":
            self.assertEqual(len(list(folder.glob("out/cousins/site/rules/*.html"))), 3)
        return ran

    def test_what_can_be_typed_runs(self):
        ran = {page.name: self.run_page(page) for page in PAGES}
        self.assertGreater(ran["README.md"], 3)
        self.assertGreater(ran["run-a-league.md"], 10)
        self.assertGreater(sum(ran.values()), 30)

    def test_the_demonstration_prints_what_readme_shows(self):
        """With other numbers, and the agents perhaps in another order."""
        def shape(lines):
            return sorted(" ".join(re.sub(r"[+-]?\d[\d.,-]*", "N", line).split()) for line in lines)
        demo = (PROJECT / "leagues/demo.toml").read_text()
        (self.ground / "demo.toml").write_text(demo.replace('"strict"', '"none"').replace("deals = 300", "deals = 150"))
        printed = danno("league", "run", "demo.toml", "-q", cwd=self.ground)
        self.assertEqual(printed.returncode, 0, printed.stderr)
        (shown,) = re.findall(r"(?ms)^```\n(demo: koans\n.*?)^```", (PROJECT / "README.md").read_text(encoding="utf-8"))
        shown = shown.splitlines()
        begin = printed.stdout.splitlines().index(shown[0])
        self.assertEqual(shape(printed.stdout.splitlines()[begin:begin + len(shown)]), shape(shown))
        self.assertIn("\ndemo: official\n", printed.stdout)


def sentences(page):
    """The sentences of a page, without code, tables, headings and the targets of links; code in a sentence is one word."""
    text = re.sub(r"(?s)<!--.*?-->", "", BLOCKS.sub("\n\n", page.read_text(encoding="utf-8")))
    text = re.sub(r"(?m)^(\||    |#).*$", "\n", text)
    text = re.sub(r"`[^`]*`", "Code", re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text))
    for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )", text):
        yield from re.split(r"(?<=[.!?])[)*\"”]* (?=[^a-z])", " ".join(paragraph.split()))


def anchors(page):
    headings = re.findall(r"(?m)^#+ (.*)$", BLOCKS.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


# The folders of the project by which a path in a text begins; "leagues" and "agents" are also names in a reader's folder.
OURS = ("referee", "leagues", "agents", "sdk", "proto", "tests", "docs", ".ci")


class Texts(unittest.TestCase):
    def test_no_sentence_has_more_than_40_words(self):
        for page in TEXTS:
            for sentence in sentences(page):
                words = re.findall(r"\w[\w'’.,-]*", sentence)
                with self.subTest(page.name):
                    self.assertLessEqual(len(words), 40, sentence)

    def test_every_link_leads_to_a_page_and_a_heading(self):
        for page in TEXTS:
            text = BLOCKS.sub("", page.read_text(encoding="utf-8"))
            for link in re.findall(r"\]\(([^)\s]+)\)", text):
                if "://" in link:
                    continue
                path, _, anchor = link.partition("#")
                target = page.parent / path if path else page
                with self.subTest(page.name, link=link):
                    self.assertTrue(target.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(target))

    def test_every_path_exists(self):
        for page in TEXTS:
            text = BLOCKS.sub("", page.read_text(encoding="utf-8"))
            for path in re.findall(r"`(\.?\w[\w.*-]*/[\w./*-]*)`", text):
                if path.split("/")[0] not in OURS or re.search("[A-Z]{2}", path.replace("README", "")):
                    continue
                with self.subTest(page.name, path=path):
                    self.assertTrue(list(PROJECT.glob(path.rstrip("/"))))

    def test_every_page_that_a_source_names_exists(self):
        named = 0
        for folder in ("referee", "leagues", "agents", "sdk", "proto", "tests"):
            for file in (PROJECT / folder).rglob("*"):
                if file.suffix not in (".cpp", ".hpp", ".py", ".proto", ".txt", ".in"):
                    continue
                for path in re.findall(r"\bdocs/[\w/-]+\.md", file.read_text(encoding="utf-8", errors="replace")):
                    named += 1
                    with self.subTest(file.name, path=path):
                        self.assertTrue((PROJECT / path).exists())
        self.assertGreater(named, 20)


if __name__ == "__main__":
    unittest.main()
