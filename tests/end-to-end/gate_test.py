"""danno gate on real agents: verdicts, marks, reports, attempts, bad input.

Run as: gate_test.py PATH/TO/danno [unittest arguments]
"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import unittest
import xml.etree.ElementTree

from driver import DANNO, InAFolder, danno, stored_deals, wait_while


class Gate(InAFolder):
    def gate(self, candidate, *baselines, flags=()):
        result = danno("gate", candidate, "--against", *baselines, "--answer-ms", "10000", "--isolation", "none",
                       "--json", "-q", *flags)
        self.assertEqual(result.stderr, "")
        return result.returncode, json.loads(result.stdout)

    def test_passes_what_is_better_than_every_baseline_and_reports_it(self):
        junit, summary = self.folder / "junit.xml", self.folder / "summary.md"
        code, gate = self.gate("hold", "random", "r2=random",
                               flags=("--raw", "--junit", str(junit), "--summary", str(summary), "--max-faults", "0"))
        self.assertEqual((code, gate["verdict"]), (0, "passed"))
        self.assertEqual([test["baseline"] for test in gate["tests"]], ["random", "r2"])
        for test in gate["tests"]:
            self.assertGreaterEqual(test["llr"], test["upper"])
            self.assertEqual(sum(test["counts"]), test["deals"])
            counted = danno("sprt", "--json", "--counts", *map(str, test["counts"]), "--elo0", "0", "--elo1", "10")
            self.assertAlmostEqual(json.loads(counted.stdout)["llr"], test["llr"], places=9)
        suite = xml.etree.ElementTree.parse(junit).getroot()[0]
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("2", "0", "0"))
        self.assertTrue(summary.read_text().startswith("### danno gate: hold passed"))

    def test_its_games_are_those_of_a_match_with_the_revealed_seed(self):
        _, gate = self.gate("hold", "random")
        deals = str(gate["tests"][0]["deals"])
        match = danno("match", "hold", "random", "--deals", deals, "--seed", gate["seed"],
                      "--agent-secret", gate["agent_secret"], "--answer-ms", "10000", "--isolation", "none", "--json", "-q")
        self.assertEqual(json.loads(match.stdout)["agents"][0]["score"], gate["tests"][0]["score"])

    def test_fails_what_is_worse_than_one_of_them(self):
        code, gate = self.gate("hold", "random", "h=hold", flags=("--elo0", "100", "--elo1", "110"))
        self.assertEqual((code, gate["verdict"]), (1, "failed"))
        self.assertEqual([test["verdict"] for test in gate["tests"]], ["passed", "failed"])

    def test_undecided_is_exit_4_unless_told_otherwise(self):
        for flags, expected in (((), 4), (("--inconclusive", "pass"), 0), (("--inconclusive", "fail"), 1)):
            code, gate = self.gate("hold", "h=hold", flags=("--max-deals", "5", *flags))
            self.assertEqual((code, gate["verdict"]), (expected, "inconclusive"))
            self.assertEqual(gate["tests"][0]["deals"], 5)

    def test_attempts_against_one_baseline_share_alpha(self):
        journal = self.folder / "attempts"
        flags = ("--attempts", str(journal), "--max-deals", "3")
        for attempt, alpha in ((1, 0.025), (2, 0.05 / 6), (3, 0.05 / 12)):
            test = self.gate("timid", "hold", flags=flags)[1]["tests"][0]
            self.assertEqual(test["attempt"], attempt)
            self.assertAlmostEqual(test["alpha"], alpha)
        self.assertEqual(self.gate("timid", "random", flags=flags)[1]["tests"][0]["attempt"], 1)
        self.assertEqual(self.gate("timid", "hold", flags=(*flags, "--rules", "official"))[1]["tests"][0]["attempt"], 1)
        events = [json.loads(line)["event"] for line in journal.read_text().splitlines()]
        self.assertEqual(events, ["attempt", "verdict"] * 5)
        journal.write_text("spent nothing\n")
        result = danno("gate", "timid", "--against", "hold", "--isolation", "none", "--attempts", str(journal))
        self.assertEqual(result.returncode, 2)
        self.assertIn("attempts:1: not an attempt", result.stderr)

    def test_what_is_refused_leaves_nothing(self):
        journal = self.write("attempts", "spent nothing\n")
        grade, out = self.folder / "grade", self.folder / "out"
        for flags in (("--attempts", journal), ("--score", "--anchor", "hold=1e9", "--grade", str(grade)),
                      ("--score", "--anchor", "x=0", "--grade", str(grade))):
            result = danno("gate", "timid", "--against", "hold", "--isolation", "none", "--out", str(out), *flags)
            self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
            self.assertFalse(grade.exists() or out.exists(), flags)

    def test_a_faulty_baseline_is_no_pass_and_a_faulty_candidate_fails(self):
        mute = self.write("mute", "#!/bin/sh\nexit 3\n", 0o755)
        self.assertEqual(self.gate("hold", mute)[0], 3)
        self.assertEqual(self.gate("hold", "random", mute)[0], 3)
        code, gate = self.gate(mute, "hold")
        self.assertEqual((code, gate["verdict"], gate["tests"][0]["deals"]), (1, "cannot-play", 1))
        self.assertFalse(gate["tests"][0]["plays_the_same"])

    def test_a_baseline_may_have_bounds_of_its_own(self):
        code, gate = self.gate("hold", "random", "h=hold", flags=("--bounds", "h=-400:-390"))
        self.assertEqual((code, gate["verdict"]), (0, "passed"))
        self.assertEqual([(test["elo0"], test["elo1"]) for test in gate["tests"]], [(0, 10), (-400, -390)])
        for wrong in ("x=0:10", "h=0", "h=10:0", "h=0:nan"):
            self.assertEqual(danno("gate", "hold", "--against", "h=hold", "--bounds", wrong).returncode, 2, wrong)
        twice = danno("gate", "hold", "--against", "h=hold", "--bounds", "h=0:5", "--bounds", "h=0:9", "--max-deals", "2",
                      "--isolation", "none")
        self.assertEqual((twice.returncode, twice.stderr), (2, "error: --bounds names 'h' twice\n"))

    def test_an_interrupted_gate_goes_on_with_its_own_attempt_and_seed(self):
        out, journal = str(self.folder / "out"), self.folder / "attempts"
        # So close to each other the bounds are reached by nobody.
        flags = ("gate", "hold", "--against", "timid", "--answer-ms", "10000", "--isolation", "none", "--out", out,
                 "--attempts", str(journal), "--max-deals", "100000", "--shards", "1", "--raw", "--elo1", "0.01",
                 "--json")
        run = subprocess.Popen([DANNO, *flags], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        commitment = next(line for line in run.stderr if "SHA-256" in line)
        wait_while(run, lambda: stored_deals(out) < 100)
        run.send_signal(signal.SIGINT)
        told, _ = run.communicate(timeout=120)
        self.assertEqual(run.returncode, 130)
        before = json.loads(told)
        self.assertEqual(before["verdict"], "open")
        self.assertIn("secret", before["seed"])
        shorter = tuple("400" if flag == "100000" else flag for flag in flags)
        result = danno(*shorter)
        self.assertIn(commitment, result.stderr)
        after = json.loads(result.stdout)["tests"][0]
        self.assertEqual((after["attempt"], result.returncode), (1, 4))
        self.assertEqual(danno(*shorter).returncode, 4)  # it shows the verdict again, and books it once
        self.assertEqual([json.loads(line)["event"] for line in journal.read_text().splitlines()],
                         ["attempt", "verdict"])
        self.assertEqual(danno("league", "verify", out, "-q").returncode, 0)
        self.assertEqual(json.loads(danno(*shorter).stdout)["tests"][0], after)

    def test_other_bounds_are_another_attempt_with_a_new_seed(self):
        out, journal = self.folder / "out", self.folder / "attempts"

        def gate(*flags, deals="60"):
            result = danno("gate", "odds", "--against", "hold", "--max-deals", deals, "--answer-ms", "10000", "--isolation",
                           "none", "--out", str(out), "--attempts", str(journal), "--json", *flags)
            return result, json.loads(result.stdout)

        _, first = gate("--elo0", "200", "--elo1", "300")
        _, again = gate("--elo0", "200", "--elo1", "300")
        self.assertEqual((again["seed"], again["tests"]), (first["seed"], first["tests"]))
        for number, flags in enumerate((("--elo0", "-50", "--elo1", "0"), ("--preset", "non-regression"),
                                        ("--preset", "non-regression", "--alpha", "0.1"),
                                        ("--preset", "non-regression", "--alpha", "0.1", "--beta", "0.2"),
                                        ("--bounds", "hold=-7:7"), ("--bounds", "hold=-7:7")), 2):
            other, told = gate(*flags, deals="60" if number < 7 else "61")
            self.assertIn("were played for", other.stderr)
            self.assertNotEqual(told["seed"], again["seed"])
            self.assertEqual(told["tests"][0]["attempt"], number)
            self.assertEqual(danno("league", "verify", str(out / f"attempt-{number - 1}"), "-q").returncode, 0)
            again = told

    def test_a_score_takes_no_flags_of_a_test(self):
        for flags in (("--alpha", "0.1"), ("--beta", "0.1"), ("--preset", "non-regression")):
            result = danno("gate", "hold", "--against", "odds", "--score", "--anchor", "odds=0", *flags)
            self.assertEqual((result.returncode, result.stderr),
                             (2, f"error: {flags[0]} is for a test; --score measures without one\n"))

    def test_a_candidate_that_does_not_build_fails_in_the_compilers_words(self):
        self.write("bad/agent.toml", 'name = "bad"\nrun = ["./bad"]\nbuild = ["sh", "build.sh"]\n')
        self.write("bad/build.sh", "echo 'bad.cpp:1:21: error: x was not declared <here>'\nexit 1\n")
        junit, summary, journal = (self.folder / name for name in ("junit.xml", "summary.md", "attempts"))
        code, gate = self.gate(str(self.folder / "bad"), "hold", flags=(
            "--junit", str(junit), "--summary", str(summary), "--attempts", str(journal)))
        self.assertEqual((code, gate["verdict"], gate["tests"]), (1, "cannot-play", []))
        self.assertIn("x was not declared <here>", gate["problem"])
        suite = xml.etree.ElementTree.parse(junit).getroot()[0]
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("errors")), ("1", "0", "1"))
        self.assertIn("\nbad.cpp:1:21: error: x was not declared <here>\n", suite.find("testcase/error").text)
        self.assertIn("\nbad.cpp:1:21: error: x was not declared &lt;here&gt;\n", summary.read_text())
        self.assertFalse(journal.exists())  # no dice were thrown
        self.assertEqual(danno("gate", "hold", "--against", str(self.folder / "bad"), "--isolation", "none").returncode, 2)

    def test_a_broken_folder_of_the_candidate_fails_it_and_is_a_grade(self):
        self.write("bad/agent.toml", 'nam = "bad"\nrun = "./bad"\n')
        grade = self.folder / "grade"
        code, mark = self.gate("c=" + str(self.folder / "bad"), "hold", flags=(
            "--score", "--anchor", "hold=1000", "--grade", str(grade)))
        self.assertEqual((code, mark["verdict"], mark["candidate"]), (1, "cannot-play", "c"))
        self.assertEqual(len(mark["problem"].splitlines()), 3)
        results = json.loads((grade / "results.json").read_text())
        self.assertEqual(results["score"], 0)
        self.assertIn("unknown key 'nam'", results["tests"][0]["output"])

    def test_an_undecided_test_is_skipped_unless_it_is_to_count(self):
        junit = self.folder / "junit.xml"
        for flags, state in (((), "skipped"), (("--inconclusive", "fail"), "failure"), (("--inconclusive", "pass"), None)):
            _, gate = self.gate("hold", "timid", flags=("--max-deals", "40", "--raw", "--elo1", "1", "--junit", str(junit), *flags))
            case = xml.etree.ElementTree.parse(junit).getroot()[0][0]
            self.assertEqual([child.tag for child in case], [state, "system-out"] if state else ["system-out"])
            self.assertIn("more deals would decide it", case.find("system-out").text)
            self.assertGreater(gate["tests"][0]["more_deals"], 0)
            self.assertFalse(gate["tests"][0]["plays_the_same"])

    def test_at_tables_every_deal_is_played_from_every_seat(self):
        out = str(self.folder / "out")
        flags = ("--seats", "4", "--out", out)
        code, gate = self.gate("z=hold", "timid", flags=flags)
        test = gate["tests"][0]
        self.assertEqual((code, gate["verdict"], gate["seats"]), (0, "passed", 4))
        self.assertEqual((test["games"], len(test["counts"])), (4 * test["deals"], 2 * 4 * 3 + 1))
        halves = sum(k * count for k, count in enumerate(test["counts"]))
        self.assertAlmostEqual(halves / (24 * test["deals"]), test["score"])
        self.assertEqual(danno("league", "verify", out, "-q").returncode, 0)
        self.assertEqual(self.gate("z=hold", "timid", flags=flags)[1]["tests"], gate["tests"])
        refused = danno("gate", "hold", "--against", "timid", "random", *flags)
        self.assertEqual((refused.returncode, refused.stderr.count("\n")), (2, 1))
        self.assertIn("stores one baseline", refused.stderr)

    def test_a_score_is_written_for_graders_and_a_faulty_anchor_is_no_grade(self):
        grade = self.folder / "grade"
        flags = ("--score", "--anchor", "a=1000", "--max-deals", "20", "--grade", str(grade))
        _, mark = self.gate("hold", "a=timid", flags=flags)
        results = json.loads((grade / "results.json").read_text())
        self.assertEqual((results["score"], results["leaderboard"][0]),
                         (100, {"name": "elo", "value": round(mark["elo"], 1)}))
        self.assertEqual({path.name for path in grade.iterdir()}, {"results.json"})
        for path in grade.iterdir():
            path.unlink()
        self.assertEqual(self.gate("hold", "a=" + self.write("mute", "#!/bin/sh\nexit 3\n", 0o755), flags=flags)[0], 3)
        self.assertEqual(list(grade.iterdir()), [])

    def test_a_score_is_elo_on_the_anchors_scale(self):
        flags = ("--score", "--anchor", "h=1000", "--max-deals", "60")
        code, mark = self.gate("hold", "h=hold", flags=flags)
        self.assertEqual((code, mark["verdict"]), (0, "passed"))
        self.assertAlmostEqual(mark["elo"], 1000, places=3)
        for least, expected in (("500", 0), ("1500", 1), ("1000", 4)):
            self.assertEqual(self.gate("hold", "h=hold", flags=(*flags, "--at-least", least))[0], expected)
        self.assertGreater(self.gate("hold", "h=random", flags=flags)[1]["elo"], 1100)
        self.assertEqual(danno("gate", "hold", "--against", "random", "--score").returncode, 2)
        self.assertEqual(danno("gate", "hold", "--against", "random", "--at-least", "3").returncode, 2)

    def test_bad_input_is_one_line_and_exit_2(self):
        for arguments, told in (
            (["hold"], "--against"),
            (["hodl", "--against", "hold"], "'hodl'"),
            (["hold", "--against", "hodl"], "'hodl'"),
            (["hold", "--against", "timid", "--elo0", "10"], "elo0 below elo1"),
            (["hold", "--against", "timid", "--alpha", "0"], "or more"),
            (["hold", "--against", "timid", "--preset", "better"], "non-regression"),
            (["hold", "--against", "timid", "--inconclusive", "maybe"], "pass or fail"),
            (["hold", "--against", "timid", "--max-deals", "0"], "--max-deals is '0'"),
            (["hold", "--against", "timid", "--isolation", "some"], "strict"),
            (["hold", "--against", "timid", "--junit", "none/junit.xml"], "cannot be written"),
            (["hold", "--against", "timid", "--seed", "1"], "--seed"),
        ):
            with self.subTest(arguments):
                result = danno("gate", *arguments, cwd=self.folder)
                self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
                self.assertRegex(result.stderr, "^error: ")
                self.assertIn(told, result.stderr)


class FromHistory(InAFolder):
    """A repository whose bot was timid and is hold now."""

    def setUp(self):
        super().setUp()
        self.agents = pathlib.Path(DANNO).parent.parent / "agents"
        self.write("my repo/bots/ada/agent.toml", 'name = "ada"\nrun = ["./ada"]\nbuild = ["cp", "made", "ada"]\n')
        self.repository = self.folder / "my repo"
        shutil.copy(self.agents / "timid/timid", self.repository / "bots/ada/made")
        self.git("init", "-q", "-b", "main")
        self.commit("timid")
        shutil.copy(self.agents / "hold/hold", self.repository / "bots/ada/made")
        self.cache = self.folder / "cache/danno/agents"

    def git(self, *arguments):
        subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *arguments], cwd=self.repository, check=True)

    def commit(self, message):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", message)

    def files(self):
        """The repository, and what is under way in the cache."""
        inside = {path: path.stat().st_mtime_ns for path in self.repository.rglob("*")}
        return inside, [path for path in self.cache.glob(".*")]

    def gate(self, *arguments, run=danno, cwd=""):
        return run("gate", *arguments, "--isolation", "none", "--json", cwd=self.repository / cwd,
                   env={**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache")})

    def test_the_baseline_is_built_from_a_revision_and_leaves_nothing(self):
        before = self.files()
        told = self.gate("bots/ada", "--against", "git:main")
        self.assertEqual(told.returncode, 0, told.stderr)
        gate = json.loads(told.stdout)
        self.assertEqual(([test["baseline"] for test in gate["tests"]], gate["candidate"]), (["main"], "ada"))
        self.assertIn("building main: cp made ada\n", told.stderr)
        self.assertEqual(self.files(), before)
        self.commit("hold")
        told = self.gate("ada", "--against", "old=git:HEAD~1", "git:HEAD:bots/ada", "--max-deals", "100", cwd="bots")
        self.assertEqual(told.returncode, 4, told.stderr)
        self.assertEqual([(test["baseline"], test["plays_the_same"]) for test in json.loads(told.stdout)["tests"]],
                         [("old", False), ("HEAD", True)])
        self.assertNotIn("building", told.stderr)

    def test_what_is_not_there_or_does_not_build_is_exit_2_in_one_line(self):
        self.write("my repo/bots/bad/agent.toml", 'name = "bad"\nrun = ["./bad"]\nbuild = ["false"]\n')
        self.commit("bad")
        before = self.files()
        for revision, told in (("git:none", "invalid object name 'none'"), ("git:main:no", "path 'no' does not exist in 'main'"),
                               ("git:", "expected [NAME=]git:REV[:PATH]"), ("git:--help", "expected [NAME=]git:REV[:PATH]"),
                               ("git:$(touch evil)", "invalid object name"), ("git:main:bots", "agent.toml"),
                               ("git:main:bots/bad", "the build 'false' failed")):
            with self.subTest(revision):
                result = self.gate("bots/ada", "--against", revision, "-q")
                self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
                self.assertIn(told, result.stderr)
        for folder, cwd in ((self.folder, ""), (self.folder / "none", ""), (None, str(self.folder))):
            with self.subTest(folder, cwd=cwd):
                named = ("--repo", str(folder)) if folder else ()
                result = self.gate(str(self.repository / "bots/ada"), "--against", "git:main", "-q", *named, cwd=cwd)
                self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
                self.assertIn("expected the current folder, or --repo FOLDER, in a repository that git accepts", result.stderr)
        self.assertEqual(self.files(), before)

    def plant(self, bot, config):
        """What a candidate can commit: files that git takes for a repository, whose work tree is the bot's folder."""
        made = self.folder / "planted"
        subprocess.run(["git", "init", "-q", "-b", "main", str(made)], check=True)
        shutil.copytree(bot, made, dirs_exist_ok=True)
        subprocess.run("git add -A && git -c user.name=t -c user.email=t@t commit -q -m planted", shell=True, cwd=made, check=True)
        for name in ("objects", "refs"):
            shutil.copytree(made / ".git" / name, bot / name)
        shutil.copy(made / ".git/HEAD", bot / "HEAD")
        (bot / "config").write_text(f"[core]\nworktree = {bot}\n{config}")

    def commands(self, mark):
        """A configuration that has git run a program wherever it can."""
        run = f"touch {mark}"
        script = self.write("run", f"#!/bin/sh\n{run}\n", 0o755)
        return (f'[core]\nfsmonitor = {script}\nsshCommand = {script}\npager = {script}\n'
                f'[filter "x"]\nsmudge = "{run}; cat"\nclean = "{run}; cat"\nrequired = true\n'
                f'[diff "x"]\ntextconv = {script}\n[protocol]\nallow = always\n[extensions]\npartialClone = origin\n'
                f'[remote "origin"]\npromisor = true\nurl = {self.folder}/nowhere\nuploadpack = {script}\n')

    def test_a_repository_that_the_candidate_planted_runs_nothing(self):
        """Not in the candidate's folder, where git's own programs would take its files for a repository, and not in ours."""
        bot = self.repository / "bots/ada"
        mark = self.folder / "mark"
        (bot / ".gitattributes").write_text("* filter=x diff=x\n")
        self.commit("attributes")
        self.plant(bot, self.commands(mark))
        self.commit("planted")
        told = self.gate("bots/ada", "--against", "git:HEAD~2", "--max-deals", "100")
        self.assertIn(told.returncode, (0, 4), told.stderr)
        self.assertFalse(mark.exists())
        for arguments, folder in (((".",), "bots/ada"), (("bots/ada", "--repo", "bots/ada"), "")):
            told = self.gate(*arguments, "--against", "git:main", cwd=folder)
            self.assertEqual((told.returncode, told.stderr.count("error: ")), (2, 1), told.stderr)
            self.assertIn("bareRepository", told.stderr)
        self.assertFalse(mark.exists())

    def test_the_own_configuration_of_a_repository_runs_nothing_either(self):
        mark = self.folder / "mark"
        (self.repository / "bots/ada/.gitattributes").write_text("* filter=x diff=x\n")
        self.commit("attributes")
        blob = subprocess.run(["git", "rev-parse", "HEAD:bots/ada/made"], cwd=self.repository, check=True, capture_output=True,
                              text=True).stdout.strip()
        with (self.repository / ".git/config").open("a") as config:
            config.write(self.commands(mark))
        for hook in ("post-checkout", "post-index-change"):
            self.write(f"my repo/.git/hooks/{hook}", f"#!/bin/sh\ntouch {mark}\n", 0o755)
        told = self.gate("bots/ada", "--against", "git:main", "--max-deals", "100")
        self.assertIn(told.returncode, (0, 4), told.stderr)
        (self.repository / ".git/objects" / blob[:2] / blob[2:]).unlink()  # a partial clone would fetch it
        told = self.gate("bots/ada", "--against", "old=git:main", "--max-deals", "100")
        self.assertEqual((told.returncode, told.stderr.count("\n")), (2, 1), told.stderr)
        self.assertIn("expected a complete clone", told.stderr)
        self.assertFalse(mark.exists())

    @unittest.skipUnless(os.geteuid() == 0, "needs root, to give files to another owner")
    def test_what_git_advises_is_passed_on(self):
        subprocess.run(["chown", "-R", "12345", self.repository], check=True)
        told = self.gate("bots/ada", "--against", "git:main", "-q")
        self.assertEqual((told.returncode, told.stderr.count("\n")), (2, 1), told.stderr)
        self.assertIn("git config --global --add safe.directory", told.stderr)
        self.assertNotIn("shallow", told.stderr)

    def test_only_a_shallow_clone_may_be_deepened(self):
        self.commit("hold")
        told = self.gate("bots/ada", "--against", "git:HEAD~9", "-q")
        self.assertIn("expected a revision of this repository that has the folder\n", told.stderr)
        self.git("clone", "-q", "--depth", "1", self.repository.as_uri(), str(self.folder / "shallow"))
        told = self.gate("bots/ada", "--against", "git:HEAD~1:bots/ada", "--repo", str(self.folder / "shallow"), "-q")
        self.assertEqual((told.returncode, told.stderr.count("\n")), (2, 1), told.stderr)
        self.assertIn("'git fetch --unshallow'", told.stderr)

    def test_a_repository_in_the_candidates_folder_is_named_or_refused(self):
        """Its author may have brought it along, with a history that is easy to beat."""
        bot = self.repository / "bots/ada"
        subprocess.run("git init -q -b main && git add -A && git -c user.name=t -c user.email=t@t commit -q -m own", shell=True,
                       cwd=bot, check=True)
        told = self.gate(".", "--against", "git:main", "-q", cwd="bots/ada")
        self.assertEqual((told.returncode, told.stderr.count("\n")), (2, 1), told.stderr)
        self.assertIn("name it: --repo FOLDER", told.stderr)
        told = self.gate(".", "--against", "git:main", "--repo", ".", "--max-deals", "100", cwd="bots/ada")
        self.assertEqual(told.returncode, 4, told.stderr)
        self.assertTrue(json.loads(told.stdout)["tests"][0]["plays_the_same"])
        told = self.gate(str(self.agents / "hold"), "--against", "git:main")
        self.assertIn("is not in the repository", told.stderr)

    def test_a_revision_is_counted_before_anything_of_it_is_written(self):
        bot = self.repository / "bots/ada"

        def against(revision="git:main"):
            told = self.gate("hold", "--against", revision + ":bots/ada", "--max-deals", "100")
            self.assertEqual(told.stderr.count("error: "), 0 if told.returncode == 4 else 1, told.stderr)
            return told.returncode, told.stderr

        (bot / "link").symlink_to("deep/../made")
        (bot / "deep").mkdir()
        (bot / "deep/again").symlink_to("../link")
        self.commit("links")
        self.assertEqual(against()[0], 4)
        (bot / "deep/away").symlink_to("/etc/passwd")
        self.commit("away")
        self.assertIn("'deep/away' is a link to something that is not a file of the folder", against()[1])
        (bot / "deep/away").unlink()
        for number in range(20_100):
            (bot / f"deep/{number}").touch()
        self.commit("many")
        self.assertIn("more than 20000 files and folders", against()[1])
        self.git("rm", "-q", "-r", "bots/ada/deep", "bots/ada/link")
        self.git("update-index", "--add", "--cacheinfo", "160000," + "1" * 40 + ",bots/ada/sub")
        self.git("commit", "-q", "-m", "sub")
        self.assertIn("'sub' is a submodule", against()[1])
        self.assertIn("is a file", self.gate("hold", "--against", "git:main:bots/ada/made").stderr)

    def test_nothing_is_left_after_ctrl_c_in_the_build(self):
        self.write("my repo/bots/ada/agent.toml", 'name = "ada"\nrun = ["./ada"]\nbuild = ["sh", "-c", "while :; do :; done"]\n')
        self.commit("endless")
        shutil.copy(self.agents / "hold/hold", self.repository / "bots/ada/ada")
        self.write("my repo/bots/ada/agent.toml", 'name = "ada"\nrun = ["./ada"]\n')
        before = self.files()

        def start(*arguments, **options):
            return subprocess.Popen([DANNO, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)

        gate = self.gate("bots/ada", "--against", "git:main", run=start)
        with gate.stderr:
            next(line for line in gate.stderr if line.startswith("building main"))
            gate.send_signal(signal.SIGINT)
            gate.wait(timeout=60)
        while self.files() != before:  # its sweeper comes after it
            pass


if __name__ == "__main__":
    unittest.main()
