"""The Python package `danno`: beside a bot that has a danno.py of its own, in Python code, as a command. The program is
the one under test (DANNO_PROGRAM); .ci/try-wheel tries the wheel itself.

Run as: python_package_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from driver import DANNO, InAFolder, danno

PROJECT = pathlib.Path(sys.argv.pop(1))
SDK = PROJECT / "sdk/python/danno.py"
PACKAGE = PROJECT / "sdk/python/package/danno"


class Package(InAFolder):
    """The package in a folder as pip makes it, and beside it the folder of a bot."""

    def setUp(self):
        super().setUp()
        shutil.copytree(PACKAGE, self.folder / "site/danno", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(SDK, self.folder / "site/danno/__init__.py")
        self.write("site/danno/version.py", '__version__ = "1.2.3"\n')
        (self.folder / "bot").mkdir()
        shutil.copy(SDK, self.folder / "bot/danno.py")
        self.environment = dict(os.environ, PYTHONPATH=str(self.folder / "site"), DANNO_PROGRAM=DANNO,
                                PYTHONDONTWRITEBYTECODE="1")

    def python(self, *words, folder=".", **options):
        return subprocess.run([sys.executable, *words], cwd=self.folder / folder, env=self.environment, capture_output=True,
                              text=True, timeout=280, **options)

    def prints(self, code, where=("site", "bot")):
        """What the code prints, as a script that has the package, and as one beside a bot, which has to be the same."""
        printed = set()
        for folder in where:
            self.write(folder + "/script.py", code)
            ended = self.python(folder + "/script.py", stdin=subprocess.DEVNULL)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            printed.add(ended.stdout)
        self.assertEqual(len(printed), 1, printed)
        return printed.pop()


class BesideABot(Package):
    def test_the_package_is_there_in_every_way_of_asking(self):
        for code in ("import danno; print(danno.match.__module__)", "from danno import match; print(match.__module__)",
                     "import danno.notebook; print(danno.notebook.match.__module__)",
                     "from danno import notebook; print(notebook.__name__)"):
            self.assertEqual(self.prints(code), "danno.notebook\n")
        self.assertEqual(self.prints("import danno; print(danno.__version__, danno.bank(1))"),
                         "1.2.3 Decision(action=2, option=1)\n")

    def test_a_bot_never_looks_for_it(self):
        code = """import os
asked = []
there = os.path.isfile
os.path.isfile = lambda path: asked.append(path) or there(path)
import danno
from danno import bank, play, roll
from danno import *
assert not asked, asked
import danno.notebook
assert asked
print("done")
"""
        self.assertEqual(self.prints(code, ["bot"]), "done\n")

    def test_a_slip_is_named(self):
        told = self.python("-c", "import danno; danno.rol(0)", folder="bot").stderr
        self.assertIn("AttributeError: module 'danno' has no attribute 'rol'", told)
        told = self.python("-c", "from danno import rol", folder="bot").stderr
        self.assertIn("ImportError: cannot import name 'rol' from 'danno'", told)

    def test_where_it_is_not_installed_the_next_step_is_named(self):
        del self.environment["PYTHONPATH"]
        for code in ("import danno; danno.match", "from danno import match"):
            told = self.python("-c", code, folder="bot").stderr
            self.assertIn("ImportError: there is no danno.notebook beside this danno.py: pip install danno\n", told)
            self.assertNotIn("During handling", told)


class Command(Package):
    def test_the_module_is_the_command_whatever_its_streams_are(self):
        version = danno("--version").stdout
        for folder in (".", "bot"):
            for stdin in (subprocess.DEVNULL, subprocess.PIPE):
                ended = self.python("-m", "danno", "--version", folder=folder, stdin=stdin)
                self.assertEqual((ended.returncode, ended.stdout, ended.stderr), (0, version, ""))
        game = self.python("-m", "danno", "audit", "-", folder="bot", input="rules koans\nplayers ann bob\nann 11355 keep 1135\n")
        self.assertEqual(game.returncode, 2)
        self.assertIn("stdin:3", game.stderr)

    def test_the_next_steps_can_be_typed(self):
        made = self.python("-m", "danno", "new", "python", "mybot")
        self.assertIn(f"next    {sys.executable} -m danno check mybot\n", made.stdout)

    def test_a_program_that_is_not_there(self):
        self.environment["DANNO_PROGRAM"] = "/no/such"
        told = "/no/such is no program: pip install --force-reinstall danno, or let DANNO_PROGRAM name one"
        ended = self.python("-m", "danno", "rules")
        self.assertEqual((ended.returncode, ended.stderr), (3, f"error: {told}\n"))
        code = "import danno\ntry: danno.match(['hold', 'timid'])\nexcept danno.DannoError as error: print(error.exit_code, error)"
        self.assertEqual(self.prints(code), f"3 {told}\n")

    def test_a_program_that_is_another_file(self):
        script = self.write("command", f"#!{sys.executable}\nfrom danno.__main__ import main\nmain()\n", 0o755)
        for program, told in ((str(self.folder), "is no program"), (script, "names this command itself"),
                              (self.write("text", "words\n", 0o755), "text: Exec format error")):
            self.environment["DANNO_PROGRAM"] = program
            ended = subprocess.run([script, "rules"], env=self.environment, capture_output=True, text=True, timeout=60)
            self.assertEqual((ended.returncode, ended.stderr.count("\n")), (3, 1), ended.stderr)
            self.assertIn(told, ended.stderr)


MATCH = "import danno, json; result = danno.match(%s, isolation='none', seed='a', agent_secret='b')\n"


class Streams(Package):
    """A process at whose standard input and output are pipes may be an agent, or a script that somebody filters."""

    def test_a_script_that_uses_the_package_keeps_them(self):
        self.write("bot/script.py", "import danno\ndanno.match\nprint('told', input())")
        ended = self.python("bot/script.py", input="given\n")
        self.assertEqual((ended.stdout, ended.stderr), ("told given\n", ""))

    def test_an_agent_that_uses_the_package_takes_them_again(self):
        self.write("bot/agent.toml", 'name = "bot"\nrun = ["%s", "agent.py"]\n' % sys.executable)
        self.write("bot/agent.py", f"""import sys
import danno
sys.path.append({str(self.folder / "site")!r})
danno.match
def decide(question):
    print("to the log")
    return danno.roll(0) if question.may_roll(0) else danno.bank(0)
danno.play(decide)
""")
        played = danno("match", str(self.folder / "bot"), "hold", "--deals", "2", "--isolation", "none", "--json", cwd=self.folder)
        self.assertEqual(json.loads(played.stdout)["agents"][0]["faults"], {}, played.stderr)


class Match(Package):
    def test_it_is_the_match_of_the_program(self):
        code = MATCH % "['hold', 'timid'], deals=60"
        code += "print(json.dumps([result.result['agents'][0]['places'], result.score, result.elo, result.elo_low, result.elo_high, result.verdict]))\n"
        code += "print(len(result.games), [str(game) for game in result.games[:2]] == [str(result.games[0]), str(result.games[1])])\n"
        code += "print(result, result._repr_html_(), result.games[-1].totals, sep='\\n')"
        values, games, *shown = self.prints(code).splitlines()
        places, *values = json.loads(values)
        same = json.loads(danno("match", "hold", "timid", "--deals", "60", "--isolation", "none", "--seed", "a", "--agent-secret", "b",
                                "--json", "--out", str(self.folder / "games.txt")).stdout)
        hold = same["agents"][0]
        self.assertEqual(values, [hold["score"], *(hold["adjusted"][key] for key in ("elo", "elo_low", "elo_high")), same["verdict"]])
        self.assertEqual(places, hold["places"])
        self.assertEqual(games, "120 True")
        self.assertRegex(shown[0], r"^hold   \d+\.\d %  \+\d+ ±\d+$")
        self.assertIn("<td>hold</td>", "".join(shown))

    def test_games_are_those_that_the_program_writes(self):
        rules = str(PROJECT / "leagues/rules/farkle.toml")
        for arguments, options in (("['hold', 'timid'], deals=3", []),
                                   (f"['hold', 'timid'], deals=3, rules={rules!r}, set=['target=1000']",
                                    ["--rules", rules, "--set", "target=1000"])):
            code = MATCH % arguments + "print('\\n'.join('# %s\\n%s' % (game.id, game) for game in result.games), end='')"
            printed = self.prints(code, ["bot"])
            danno("match", "hold", "timid", "--deals", "3", "--isolation", "none", "--seed", "a", "--agent-secret", "b", *options,
                  "--out", str(self.folder / "games.txt"))
            self.assertEqual(printed, (self.folder / "games.txt").read_text())

    def test_three_play_at_one_table_without_a_verdict(self):
        code = "import danno; result = danno.match((name for name in ('hold', 'timid', 'random')), deals=2, isolation='none', seats=None)\n"
        code += "print(len(result.games), repr(result.verdict), len(repr(result).splitlines()), result._repr_html_().count('<tr>'))"
        self.assertEqual(self.prints(code, ["bot"]), "6 '' 3 4\n")

    def test_more_agents_play_a_round_robin(self):
        code = "import danno; result = danno.match(['hold', 'timid', 'odds', 'random'], deals=2, isolation='none')\n"
        code += "print(len(result.games), sorted(agent['name'] for agent in result.agents), result.agents[0]['rank'])"
        self.assertEqual(self.prints(code, ["bot"]), "24 ['hold', 'odds', 'random', 'timid'] 1\n")
        self.assertFalse((self.folder / "out").exists())

    def test_what_danno_refuses_is_one_exception(self):
        for arguments, told in (("['hold', 'nope']", "no program, folder or bundled agent 'nope'"),
                                ("['hold', 'timid'], deals=0", "--deals is '0'; expected 1..10000000"),
                                ("['hold', 'timid'], seats='x'", "--seats is 'x'; expected 2..6"),
                                ("['hold', 'timid'], no_such=1", "has no option '--no-such'"),
                                ("['hold', 'timid'], rules='kaons'", "koans")):
            code = f"import danno\ntry: danno.match({arguments})\nexcept danno.DannoError as error: print(error.exit_code, error)"
            printed = self.prints(code, ["bot"])
            self.assertEqual((printed[:2], printed.count("\n")), ("2 ", 1))
            self.assertIn(told, printed)
        self.assertIn("TypeError: match() takes a list of agents", self.python("-c", "import danno; danno.match('hold')").stderr)

    def test_a_hostile_name_stays_text(self):
        hostile = {"name": "<script>", "score": 0.5, "elo": None, "elo_low": None, "elo_high": None, "faults": {}}
        code = f"import danno, danno.notebook as n\nr = n.MatchResult({dict(agents=[hostile, hostile])!r}, None)\nprint(r._repr_html_())"
        self.assertNotIn("<script>", self.prints(code, ["bot"]))


class Show(Package):
    def test_the_page_is_that_of_replay(self):
        written = "rules koans\nplayers ann bob\nset target 100\nann 11345 bank\n"
        self.write("game.txt", written)
        page = danno("replay", "game.txt", "--html", "-", cwd=self.folder).stdout
        self.assertIn("<!doctype html>", page)
        code = f"import danno, html, pathlib\nfor game in (pathlib.Path('game.txt'), {written!r}):\n"
        code += "    shown = danno.show(game, height=300)\n    print(len(shown.html), html.escape(shown.html) in shown._repr_html_())"
        sizes, escaped = zip(*(line.split() for line in self.prints(code, ["bot"]).splitlines()))
        self.assertEqual((sizes[0], escaped), (str(len(page)), ("True", "True")))

    def test_what_is_no_game(self):
        code = "import danno\nfor game in ('/no/such', 'rules\\nkoans'):\n    try: danno.show(game)\n    except danno.DannoError as error: print(error.exit_code, error)"
        first, second = self.prints(code, ["bot"]).splitlines()
        self.assertIn("2 '/no/such' is not a file", first)
        self.assertIn("2 stdin:1: ", second)


class WithoutBubblewrap(InAFolder):
    def test_the_first_match_says_in_one_line_how_to_go_on(self):
        hidden = self.write("bwrap", "", 0o644)
        alone = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-current-user"])]
        played = subprocess.run([*alone, "sh", "-c", 'mount --bind "$0" /usr/bin/bwrap && exec "$@"', hidden, DANNO, "match", "hold", "timid"],
                                cwd=self.folder, capture_output=True, text=True)
        if played.returncode != 3:
            self.skipTest(played.stderr)
        self.assertEqual(played.stderr, "error: isolation strict is not available on this machine: bubblewrap is not installed; "
                         "apt-get install bubblewrap, or use --isolation confined\n")


if __name__ == "__main__":
    unittest.main()

