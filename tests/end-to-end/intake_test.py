"""Sixty agents, five of them broken in different ways: checked, taken and played as one league.

Run as: intake_test.py PATH/TO/danno PATH/TO/sdk/python/danno.py [unittest arguments]
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from driver import DANNO, danno

SDK = sys.argv.pop(1)

DECIDE = """import danno

def decide(question):
    %s
    if question.is_offer:
        return danno.decline()
    return danno.bank(0) if question.bank_counts(0) else danno.roll(0)

danno.play(decide)
"""
BROKEN = {
    "raises": ("raise ValueError('five')", "exit", "ValueError: five"),
    "forgets": ("return None", "exit", "every path through decide"),
    "cheats": ("return danno.bank(99)", "illegal", "options count from 0"),
    "loops": ("while True: pass", "timeout", "a loop that does not end"),
    "writes": ("open('x', 'w')", "exit", "agents write no files"),
}


class Intake(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(lambda: (subprocess.run(["chmod", "-R", "u+w", scratch.name], check=True), scratch.cleanup()))
        self.folder = pathlib.Path(scratch.name)
        self.folder.chmod(0o755)

    def danno(self, *arguments):
        return danno(*arguments, cwd=self.folder)

    def hand_in(self, name, toml, files):
        folder = self.folder / "handed-in" / name
        folder.mkdir(parents=True)
        (folder / "agent.toml").write_text('name = "%s"\nauthor = "%s"\n%s\n' % (name, name, toml))
        for file, content in files.items():
            (folder / file).write_text(content)
        return folder

    def hand_in_python(self, name, mistake):
        sdk = pathlib.Path(SDK).read_text(encoding="utf-8")
        return self.hand_in(name, 'run = ["python3", "-B", "bot.py"]', {"danno.py": sdk, "bot.py": DECIDE % mistake})

    def hand_in_hold(self, name, at):
        folder = self.hand_in(name, 'run = ["./hold", "--at", "%d"]' % at, {})
        shutil.copy(pathlib.Path(DANNO).parent.parent / "agents" / "hold" / "hold", folder / "hold")

    def add(self, *folders):
        result = self.danno("league", "add", *folders, "--json")
        return result.returncode, {entry["name"]: entry for entry in json.loads(result.stdout)}

    def test_sixty_agents_five_of_them_broken(self):
        for i in range(52):
            self.hand_in_hold("hold%02d" % i, 100 + 10 * i)
        for i in range(3):
            self.hand_in_python("py%d" % i, "pass")
        for name, (mistake, _, _) in BROKEN.items():
            self.hand_in_python(name, mistake)
        folders = sorted(str(path) for path in (self.folder / "handed-in").iterdir())
        self.assertEqual(len(folders), 60)
        code, entries = self.add(*folders)
        self.assertEqual(code, 1)
        refused = {name: entry for name, entry in entries.items() if not entry["added"]}
        self.assertEqual(sorted(refused), sorted(BROKEN))
        for name, (_, fault, advice) in BROKEN.items():
            self.assertIn(fault + ":", refused[name]["reason"])
            self.assertIn(advice, refused[name]["advice"])
        listed = self.danno("league", "add", *(folder for folder in folders if pathlib.Path(folder).name in BROKEN)).stdout
        for name, (_, fault, advice) in BROKEN.items():
            self.assertNotIn(".store", listed)  # authors have their own paths
            self.assertRegex(listed, r"(?m)^refused  %s \(.*\): .*%s:.*\n( {9}stderr .*\n)+ +help .*%s" % (name, fault, advice))
        self.assertIn("0 added, 5 refused", listed)
        # Every agent sits at tables of six in a tournament: no hand names who meets whom.
        (self.folder / "league.toml").write_text(
            '[league]\nname = "spring"\nrules = ["koans"]\nformat = "tournament"\nagents = "bots/*"\n'
            '[limits]\nanswer_ms = 10000\n')
        played = self.danno("league", "run", "league.toml", "--json", "-q")
        self.assertEqual(played.returncode, 0, played.stderr)
        agents = json.loads(played.stdout)["divisions"][0]["agents"]
        self.assertEqual({agent["name"] for agent in agents}, set(entries) - set(BROKEN))
        self.assertEqual([agent["faults"] for agent in agents], [{}] * 55)
        self.assertGreaterEqual(min(agent["games"] for agent in agents), 4)

    def bad_folders(self):
        """One of each kind that stopped an intake or a league once."""
        def bad(name, toml=""):
            return self.hand_in(name, toml or 'run = ["python3", "bot.py"]', {})
        bad("command", "run = [\"%s\"]" % ("x" * 70_000))
        bad("nul", 'run = ["sh\\u0000"]')
        bad("keys", 'run = ["sh"]\n' + "a." * 30_000 + "a = 1")
        (bad("loop") / "loop").symlink_to("loop")
        (bad("outside") / "passwd").symlink_to("/etc/passwd")
        os.mkfifo(bad("pipe") / "pipe")
        for name, make in (("manifest", os.mkfifo), ("device", lambda path: path.symlink_to("/dev/zero"))):
            manifest = bad(name) / "agent.toml"
            manifest.unlink()
            make(manifest)
        with open(bad("sparse") / "big", "wb") as big:
            big.truncate(10 << 30)
        many = bad("many")
        for i in range(25_000):
            os.link(many / "agent.toml", many / str(i))
        os.makedirs(bad("deep") / "/".join("d" * 120))
        return ["command", "nul", "keys", "loop", "outside", "pipe", "manifest", "device", "sparse", "many", "deep"]

    def spent(self, *arguments):
        """The result, and the peak MiB of danno alone, without its agents."""
        script = ("import os, resource, subprocess, sys\n"
                  "code = subprocess.run(sys.argv[1:]).returncode\n"
                  "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
                  "print(used.ru_maxrss / 1024, file=sys.stderr)\n"
                  "sys.exit(code)")
        result = subprocess.run([sys.executable, "-c", script, DANNO, *arguments], cwd=self.folder,
                                capture_output=True, text=True, timeout=280)
        return result, float(result.stderr.splitlines()[-1])

    def test_bad_folders_are_refused_one_by_one(self):
        for name in self.bad_folders():
            with self.subTest(name):
                result, mib = self.spent("league", "add", "handed-in/" + name)
                self.assertEqual(result.returncode, 1, result.stderr)
                self.assertRegex(result.stdout, "refused  handed-in/%s: " % name)
                self.assertLess(mib, 64)

    def test_bad_folders_among_thirty_good_ones(self):
        bad = self.bad_folders()
        for i in range(30):
            self.hand_in_hold("hold%02d" % i, 100 + 10 * i)
        handed_in = sorted(str(path) for path in (self.folder / "handed-in").iterdir())
        code, entries = self.add(*handed_in)
        self.assertEqual(code, 1)
        self.assertEqual(sorted(name for name, entry in entries.items() if entry["added"]),
                         ["hold%02d" % i for i in range(30)])
        # The organiser who takes them as they are has a league, too.
        (self.folder / "league.toml").write_text(
            '[league]\nname = "spring"\nrules = ["koans"]\nformat = "tournament"\nagents = "handed-in/*"\n'
            '[limits]\nanswer_ms = 10000\n')
        played = self.danno("league", "run", "league.toml", "--json", "-q")
        self.assertEqual(played.returncode, 0, played.stderr)
        faults = {agent["name"]: agent["faults"] for agent in json.loads(played.stdout)["divisions"][0]["agents"]}
        self.assertEqual(sorted(faults), sorted(bad + ["hold%02d" % i for i in range(30)]))
        for name, found in faults.items():
            self.assertEqual(set(found), {"never-ready"} if name in bad else set(), name)

    def test_a_name_belongs_to_its_author(self):
        alice = self.hand_in_python("alice", "pass")
        self.assertEqual(self.add(str(alice))[1]["alice"]["version"], 1)
        evil = self.hand_in_python("evil", "question.total")
        (evil / "agent.toml").write_text('name = "alice"\nauthor = "Evil"\nrun = ["python3", "bot.py"]\n')
        self.assertEqual(self.add(str(evil))[1]["Evil/alice"]["version"], 1)
        # The author in agent.toml may be anybody; the organiser knows who handed it in.
        (evil / "agent.toml").write_text('name = "alice"\nauthor = "alice"\nrun = ["python3", "bot.py"]\n')
        self.assertEqual(self.add(str(evil), "--as", "Evil")[1]["Evil/alice"]["version"], 2)
        self.assertEqual(self.add(str(evil))[1]["alice/alice"]["version"], 2)
        versions = [json.loads(line) for line in (self.folder / "bots" / "versions.ndjson").read_text().splitlines()]
        self.assertEqual([line["author"] for line in versions], ["alice", "Evil", "Evil", "alice"])
        self.assertEqual(sorted(path.name for path in (self.folder / "bots").glob("*%2F*")), ["Evil%2Falice", "alice%2Falice"])

    def test_eight_authors_who_hand_in_the_template_are_all_accepted(self):
        """Each followed the README and has a 'mybot'; their folders are even the same."""
        students = ["ann", "ben", "Carla Ü.", "dan", "eve", "fay", "gil", "hal"]
        for student in students:
            folder = self.folder / "handed-in" / student
            folder.mkdir(parents=True)
            self.assertEqual(danno("new", "python", "mybot", "-q", cwd=folder).returncode, 0)
        result = self.danno("league", "add", *(f"handed-in/{student}" for student in students), "--as-folder")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(re.findall(r"(?m)^added +(.*), version 1$", result.stdout), [f"{student}/mybot" for student in students])
        self.assertIn("8 added, 0 refused", result.stdout)
        self.assertFalse((self.folder / "refused").exists())

    def make_download(self):
        """What a learning platform hands over: a folder of each student, with what the student handed in."""
        download = self.folder / "download"
        bot = self.hand_in_python("mybot", "pass")
        for student, below in (("Ada L._101_file_", "mybot"), ("Ben_102_file_", "assignment 1/mybot"), ("Cy_103_file_", ".")):
            shutil.copytree(bot, download / student / below)
        (download / "Dan_104_file_").mkdir()
        shutil.make_archive(str(download / "Dan_104_file_/mybot"), "zip", bot.parent, "mybot")
        for wrong in ("none", "two", "torn"):
            (download / wrong).mkdir()
        (download / "none/essay.txt").write_text("my bot")
        shutil.copytree(bot, download / "two/a")
        shutil.copytree(bot, download / "two/b")
        (download / "torn/mybot.zip").write_bytes((download / "Dan_104_file_/mybot.zip").read_bytes()[:99])
        (download / "grades.csv").write_text("author,grade\n")
        return download

    def test_the_download_of_a_learning_platform_is_added_in_one_call(self):
        download = self.make_download()
        shutil.make_archive(str(self.folder / "all"), "zip", self.folder, "download")
        for given, to in (("download", "bots"), ("all.zip", "others")):
            result = self.danno("league", "add", given, "--to", to, "--json")
            self.assertEqual(result.returncode, 1, result.stderr)
            entries = {pathlib.Path(entry["folder"]).name: entry for entry in json.loads(result.stdout)}
            self.assertEqual(set(entries), {folder.name for folder in download.iterdir() if folder.is_dir()})
            versions = [json.loads(line) for line in (self.folder / to / "versions.ndjson").read_text().splitlines()]
            students = ["Ada L._101_file_", "Ben_102_file_", "Cy_103_file_", "Dan_104_file_"]
            self.assertEqual([(line["author"], line["name"]) for line in versions], [(student, "mybot") for student in students])
            for student, reason in (("none", "agent.toml"), ("two", "it has 2 agents (a, b); expected one"), ("torn", "mybot.zip: ")):
                self.assertFalse(entries[student]["added"])
                self.assertIn(reason, entries[student]["reason"])
        self.assertEqual(sorted(path.name for path in (self.folder / "refused").iterdir()), ["none.md", "torn.md", "two.md"])

    def test_what_cannot_be_a_file_name_is_refused(self):
        bot = self.hand_in_python("bot", "pass")
        (bot / "agent.toml").write_text('name = "%s"\nrun = ["python3", "bot.py"]\n' % ("\u00fc" * 20))
        result = self.danno("league", "add", str(bot), "--as", "\u00fc" * 32)
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("bytes as a file name; expected at most 200", result.stdout + result.stderr)
        self.assertFalse((self.folder / "bots" / "versions.ndjson").exists())

    def test_rule_sets_and_limits_are_the_leagues(self):
        # There is no agent yet, so no league could be run.
        (self.folder / "league.toml").write_text(
            '[league]\nrules = ["official", "tyghe"]\nagents = "bots/*"\n[limits]\nisolation = "none"\n')
        self.hand_in_python("ada", "open('x', 'w').close(); raise ValueError('five')")  # at none it may write
        for options, rules in ((), "official tyghe"), (("--rules", "koans"), "koans"):
            code, entries = self.add("handed-in/ada", *options)
            self.assertEqual((code, entries["ada"]["evidence"][-1]), (1, "stderr  ValueError: five"))
            self.assertIn("check AGENT --rules %s\n" % rules, (self.folder / "refused" / "ada.md").read_text())
        self.assertIn("Read-only", self.add("handed-in/ada", "--isolation", "strict")[1]["ada"]["evidence"][-1])
        (self.folder / "league.toml").write_text('[league]\nrule = ["official"]\n')
        result = self.danno("league", "add", "handed-in/ada")
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("did you mean 'rules'?", result.stderr)

    def test_a_refusal_is_a_letter_to_its_author_until_the_folder_is_accepted(self):
        folder = self.hand_in_python("ada", "raise ValueError('*five*')")
        listed = self.danno("league", "add", "handed-in/ada/", "--to", "bots/")
        self.assertRegex(listed.stdout, r"(?m)^refused  ada \(handed-in/ada/\): .*\n(         .*\n)+ {9}stderr .*\n(         .*\n)*.*ValueError: \*five\*")
        self.assertIn("answers for the authors: refused/*.md", listed.stdout)
        letter = self.folder / "refused" / "ada.md"
        self.assertIn("    danno check AGENT --rules koans\n", letter.read_text())
        self.assertRegex(letter.read_text(), r"(?m)^    .*ValueError: \*five\*$")
        (folder / "bot.py").write_text(DECIDE % "pass")
        self.assertEqual(self.add(str(folder))[0], 0)
        self.assertFalse(letter.exists())

    def test_of_students_who_all_hand_in_mybot_none_is_lost_in_silence(self):
        for at, name in enumerate(("one", "two", "three")):
            self.hand_in_hold(name, 300 + at)
            (self.folder / "handed-in" / name / "agent.toml").write_text(
                'name = "mybot"\nrun = ["./hold", "--at", "%d"]\n' % (300 + at))
        folders = [f"handed-in/{name}" for name in ("one", "two", "three")]
        result = self.danno("league", "add", *folders)
        self.assertEqual(result.returncode, 1)
        self.assertIn("refused  mybot (handed-in/two): 'handed-in/one' and 'handed-in/two' both have the name 'mybot' and no author",
                      result.stdout)
        self.assertIn("write one into agent.toml, or add them with --as-folder", result.stdout)
        self.assertIn("1 added, 2 refused", result.stdout)
        # The next day, by itself.
        result = self.danno("league", "add", "handed-in/two")
        self.assertEqual(result.returncode, 1)
        self.assertIn("an agent 'mybot' without an author plays already", result.stdout)
        result = self.danno("league", "add", "handed-in/one")  # the same content
        self.assertEqual(result.returncode, 0)
        self.assertIn("0 added, 1 unchanged, 0 refused", result.stdout)
        self.assertEqual(self.danno("league", "add", "handed-in/two", "--replace").returncode, 0)
        for name in ("one", "two", "three"):
            (self.folder / "handed-in" / name / "agent.toml").write_text('name = "%s-bot"\nrun = ["./hold"]\n' % name)
        result = self.danno("league", "add", *folders, "--as-folder", "--to", "others")
        self.assertEqual(result.returncode, 0, result.stdout)
        versions = [json.loads(line) for line in (self.folder / "others" / "versions.ndjson").read_text().splitlines()]
        self.assertEqual([line["author"] for line in versions], ["one", "two", "three"])
        result = self.danno("league", "add", *folders, "--as-folder", "--as", "Ada")
        self.assertEqual((result.returncode, len(result.stderr.splitlines())), (2, 1))

    def test_a_changed_agent_is_another_version_and_the_old_one_stays(self):
        folder = self.hand_in_python("ada", "pass")
        self.assertEqual(self.add(str(folder))[1]["ada"]["version"], 1)
        self.assertEqual(self.add(str(folder))[1]["ada"]["changed"], False)
        (folder / "bot.py").write_text(DECIDE % "question.total")
        self.assertEqual(self.add(str(folder))[1]["ada"]["version"], 2)
        (folder / "bot.py").write_text(DECIDE % "return None")
        code, entries = self.add(str(folder))
        self.assertEqual((code, entries["ada"]["added"]), (1, False))
        playing = (self.folder / "bots" / "ada%2Fada").resolve()
        self.assertEqual((playing / "bot.py").read_text(), DECIDE % "question.total")
        self.assertEqual(os.stat(playing / "bot.py").st_mode & 0o222, 0)
        versions = [json.loads(line) for line in (self.folder / "bots" / "versions.ndjson").read_text().splitlines()]
        self.assertEqual([(line["name"], line["version"]) for line in versions], [("ada", 1), ("ada", 2)])
        self.assertEqual(versions[1]["hash"], playing.name)


if __name__ == "__main__":
    unittest.main()
