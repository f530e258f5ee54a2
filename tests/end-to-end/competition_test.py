"""danno new competition: the steps of its workflow files, run as they stand, with a bare repository as the service.

Run as: competition_test.py PATH/TO/danno [unittest arguments]
"""

import json
import re
import shutil
import sqlite3
import sys
import unittest

try:
    import yaml
except ImportError:
    print("skipped: no python3-yaml")
    sys.exit(77)

from driver import InAFolder, danno, stored_deals
from services import OnAService


# Replaces GitHub's own: $REQUESTS is what its API has of the open requests.
GH = r"""#!/bin/bash
case "$1 $2" in
  "pr list") [[ $3 == --limit && $5 == --json && $7 == --jq ]] && jq -r "[.[] | {${6}}] | $8" "$REQUESTS" ;;
  "pr comment") [[ $4 == --edit-last && $5 == --create-if-none && $6 == --body-file ]] && cp "$7" "comment-$3" ;;
  *) exit 1 ;;
esac
"""


def request(number, author, head, fork="ada/cup", branch="entry"):
    """As `gh pr list --json` tells it."""
    owner, name = fork.split("/")
    return {"number": number, "author": {"login": author}, "headRefOid": head, "headRefName": branch,
            "headRepository": {"name": name}, "headRepositoryOwner": {"login": owner}, "title": "told by nobody"}


class NewCompetition(InAFolder):
    def test_tells_in_a_line_what_it_does_not_make(self):
        self.write("full/file", "")
        for arguments, told in ((["full"], "already exists"), (["a b"], "is not a name of a competition"),
                                (["-x"], ""), (["spring", "--rules", "official"], "league.toml"), ([], "expected")):
            refused = danno("new", "competition", *arguments, cwd=self.folder)
            self.assertEqual(refused.returncode, 2, arguments)
            self.assertIn(told, refused.stderr)
            self.assertEqual(refused.stderr.count("\n"), 1, refused.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["full"])

    def test_is_named_after_its_folder(self):
        self.assertEqual(danno("new", "competition", "in/spring/", cwd=self.folder).returncode, 0)
        made = self.folder / "in/spring"
        self.assertTrue((made / "README.md").read_text().startswith("# spring\n"))
        self.assertIn('\nname = "spring"', (made / "league.toml").read_text())
        self.assertTrue((made / "league.schema.json").exists())


class Competition(OnAService):
    """One on main, of 4 deals a line-up. Each service is a class of its own that runs its files."""

    def setUp(self):
        super().setUp()
        if danno("match", "hold", "odds", "--deals", "1", "--isolation", "strict", cwd=self.folder).returncode == 3:
            self.skipTest("no strict isolation here")
        self.assertEqual(danno("new", "competition", "cup", cwd=self.folder).returncode, 0)
        league = self.folder / "cup/league.toml"
        league.write_text(league.read_text().replace("# deals = 200  ", "deals = 4  ")
                          .replace("# answer_ms = 100  ", "answer_ms = 10000  "))
        self.commit(self.folder / "cup", f"git clone -q --bare . '{self.folder}/competition.git'")
        self.work = self.clone("work")

    def clone(self, name):
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        self.shell(f"git clone -q competition.git '{name}'", self.folder)
        return folder

    def entry(self, files):
        """The commit of a request that adds the bot ada, a copy of the example, with these files changed."""
        fork = self.clone("fork")
        shutil.copytree(fork / "bots/example", fork / "bots/ada")
        toml = fork / "bots/ada/agent.toml"
        toml.write_text(toml.read_text().replace('"example"', '"ada"'))
        for name, text in files.items():
            (fork / name).parent.mkdir(parents=True, exist_ok=True)
            (fork / name).write_text(text)
        self.commit(fork, "git push -q -f origin HEAD:refs/heads/entry")
        return self.shell("git rev-parse HEAD", fork).strip()

    def steps(self, steps, folder, **variables):
        """Whether all of them ran, and what they printed."""
        told = ""
        for step in steps:
            ran = self.run_step(step, folder, **variables)
            told += ran.stdout + ran.stderr
            if ran.returncode != 0:
                return False, told
        return True, told

    def judged(self, files):
        head = self.entry(files)
        self.work = self.clone("work")
        good, told = self.judge(head)
        return good, (self.work / "verdict.md").read_text(), told

    def test_a_good_bot_has_a_score(self):
        good, verdict, told = self.judged({})
        self.assertTrue(good, told)
        self.assertRegex(verdict, r"^### danno gate: ada scores \d+ ±\d+ Elo")
        self.assertIn("isolation strict", verdict)

    def test_who_changes_more_than_the_own_bot_is_refused(self):
        for file in ("bots/bob/agent.toml", "bots/ada.toml", "league.toml", "ci/judge", "bots/ada `b`\n/x"):
            good, verdict, _ = self.judged({file: "exit 0\n"})
            self.assertFalse(good)
            self.assertRegex(verdict, r"^    refused: .* is changed; ada may change files of bots/ada/ only\n$")
            self.assertIn(file.split(" ")[0], verdict)

    def test_a_bot_that_cannot_play_fails_with_its_reason(self):
        for toml, reason in (('name = "ada"\nrun = ["./nothing"]\n', "no program './nothing'"),
                             ('name = "ada"\nrun = ["false"]\n', "never-ready: exited with code 1"),
                             ('name = "bob"\nrun = ["python3", "agent.py"]\n', "refused: the name in agent.toml is not ada"),
                             ('colour = "red"\n', "colour")):
            good, verdict, _ = self.judged({"bots/ada/agent.toml": toml})
            self.assertFalse(good, toml)
            self.assertIn(reason, verdict)

    def test_nobody_enters_in_the_name_of_an_anchor_or_of_none(self):
        for author, told in (("odds", "odds is the name of an agent of league.toml"), ("../x", "../x is no name of a bot")):
            ran = self.run_step(f"ci/judge HEAD HEAD '{author}'", self.work)
            self.assertEqual((ran.returncode, ran.stdout), (1, f"    refused: {told}\n"))

    def test_a_package_from_the_cache_is_installed_only_if_main_knows_it(self):
        ran = self.run_step("ci/install", self.work)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("building\n", ran.stdout)
        self.assertIn("./danno-deb/danno.deb\n", ran.stdout)
        known = re.search("write into ci/danno.sha256: ([0-9a-f]{64})\n", ran.stdout)[1]
        (self.work / "ci/danno.sha256").write_text(known + "\n")
        self.assertNotIn("building\n", self.shell("ci/install"))
        cached = self.work / "danno-deb"
        (cached / "danno.deb").write_text("of a request that changed its workflow")
        (cached / "a.deb").write_text("beside it")
        self.assertIn("building\n", self.shell("ci/install"))
        self.assertEqual([path.name for path in cached.iterdir()], ["danno.deb"])
        (self.work / "ci/danno.sha256").write_text("\n")
        (cached / "danno.deb").unlink()
        self.assertIn("building\n", self.shell("ci/install"))

    def night(self):
        """Plays, hands the artifact on to a machine of its own, and keeps it."""
        played = self.clone("played")
        good, told = self.steps(self.play, played)
        self.assertTrue(good, told)
        kept = self.clone("kept")
        (kept / "store").mkdir()
        for name in self.artifact:
            of = shutil.copytree if (played / name).is_dir() else shutil.copy
            of(played / name, kept / name)
        good, told = self.steps(self.keep, kept)
        self.assertTrue(good, told)
        self.assertTrue((kept / "store/site/index.html").exists())
        return stored_deals(kept / "store")

    def test_every_night_goes_on_where_the_last_one_ended(self):
        self.assertEqual(self.night(), 12)
        self.shell("git ls-tree --name-only league | grep -qx league.db", self.folder / "competition.git")
        first = self.shell("git rev-parse league", self.folder / "competition.git")
        self.entry({})
        self.shell("git branch -f main entry", self.folder / "competition.git")
        self.assertEqual(self.night(), 24)
        self.assertNotEqual(self.shell("git rev-parse league", self.folder / "competition.git"), first)
        self.assertEqual(self.shell("git rev-list --count league", self.folder / "competition.git"), "1\n")
        (self.folder / "kept/store/taken").write_text(first)  # as of a night that began before the other ended
        (self.folder / "kept/store/league.db").write_text("other games")
        good, told = self.steps(self.keep, self.folder / "kept")
        self.assertFalse(good)
        self.assertIn("stale info", told)

    def test_games_that_somebody_changed_are_not_kept(self):
        self.night()
        kept = self.folder / "kept"
        with sqlite3.connect(kept / "store/league.db") as store:
            store.execute("UPDATE block SET nodes = zeroblob(length(nodes))")
        store.close()
        self.shell("git fetch -q origin league && git rev-parse FETCH_HEAD > store/taken && ci/keep", kept)
        good, told = self.steps(self.play, self.clone("played"))
        self.assertFalse(good)
        self.assertIn("its hashes are not those of its games", told)


class GitHub(Competition):
    def setUp(self):
        super().setUp()
        folder = self.work / ".github/workflows"
        self.judging, self.season = (yaml.safe_load((folder / name).read_text()) for name in ("judge.yml", "league.yml"))
        self.play, self.keep = (self.runs(self.season["jobs"][job]) for job in ("play", "keep"))
        upload = [step for step in self.season["jobs"]["play"]["steps"] if "upload" in step.get("uses", "")][0]
        self.artifact = upload["with"]["path"].split()

    def runs(self, job):
        return [step["run"] for step in job["steps"] if "run" in step]

    def judge(self, head):
        self.shell(f"git checkout -q {head}", self.work)
        base = self.shell("git rev-parse origin/main", self.work).strip()
        done = self.steps(self.runs(self.judging["jobs"]["judge"]), self.work, BASE=base, HEAD=head, AUTHOR="ada")
        self.assertTrue(self.steps(self.runs(self.judging["jobs"]["verdict"]), self.work)[0])
        self.assertEqual((self.work / "summary.md").read_text(), (self.work / "verdict.md").read_text())
        return done

    @unittest.skipUnless(shutil.which("jq"), "no jq")
    def test_the_verdict_is_a_comment_on_the_request(self):
        """Of that commit in that repository and branch, and on no other one: a commit is public."""
        self.write("bin/gh", GH, 0o755)
        head = "b" * 40
        requests = [request(7, "ada", "a" * 40), request(8, "ada", head), request(9, "eve", head, "eve/cup"),
                    request(10, "eve", head, "ada/cup", "other"), request(11, "eve", head, "ada/cup2")]
        self.write("requests", json.dumps(requests))
        self.write("work/verdict.md", "### It plays\n" + "x" * 70_000)
        page = yaml.safe_load((self.work / ".github/workflows/comment.yml").read_text())
        self.assertEqual(page[True], {"workflow_run": {"workflows": [self.judging["name"]], "types": ["completed"]}})
        self.assertEqual((page["permissions"], list(page["jobs"])), ({}, ["comment"]))
        job = page["jobs"]["comment"]
        self.assertNotIn("checkout", str(job))
        run = "github.event.workflow_run"
        told = {name: value.strip("${} ") for name, value in job["env"].items()}
        self.assertEqual(told, {"GH_TOKEN": "github.token", "GH_REPO": "github.repository", "HEAD": f"{run}.head_sha",
                                "BRANCH": f"{run}.head_branch", "FORK": f"{run}.head_repository.full_name"})
        for commit, fork, comments in ((head, "ada/cup", {"comment-8": "ada"}), (head, "eve/cup", {"comment-9": "eve"}),
                                       ("c" * 40, "ada/cup", {})):
            good, told = self.steps(self.runs(job), self.work, HEAD=commit, FORK=fork, BRANCH="entry",
                                    REQUESTS=str(self.folder / "requests"))
            self.assertTrue(good, told)
            written = list(self.work.glob("comment-*"))
            self.assertEqual({path.name for path in written}, set(comments))
            for path in written:
                self.assertTrue(path.read_text().startswith(
                    f"Author **{comments[path.name]}**, commit {head}.\n\n### It plays\nxxx"))
                self.assertLess(path.stat().st_size, 65_536)  # what GitHub takes
                path.unlink()

    def test_whoever_runs_bots_has_no_secrets(self):
        self.assertEqual(self.judging[True], "pull_request")
        for page, job in ((self.judging, "judge"), (self.season, "play")):
            self.assertEqual(page["permissions"], {"contents": "read"})
            self.assertNotIn("permissions", page["jobs"][job])
            self.assertIsNone(re.search(r"secrets|token", str(page["jobs"][job])))
        for job in ("verdict", "keep"):
            page = self.judging if job == "verdict" else self.season
            self.assertNotIn("danno ", str(self.runs(page["jobs"][job])))


class GitLab(Competition):
    def setUp(self):
        super().setUp()
        page = yaml.safe_load((self.work / ".gitlab-ci.yml").read_text())
        self.judging, self.play, self.keep = (page[job]["script"] for job in ("judge", "play", "pages"))
        self.artifact = page["play"]["artifacts"]["paths"]

    def judge(self, head):
        self.shell(f"git checkout -q {head}", self.work)
        return self.steps(["\n".join(self.judging)], self.work, CI_COMMIT_SHA=head,
                          CI_MERGE_REQUEST_PROJECT_URL=f"file://{self.folder}/competition",
                          CI_MERGE_REQUEST_SOURCE_PROJECT_PATH="ada/competition")


del Competition  # unittest would run it, too

if __name__ == "__main__":
    unittest.main()
