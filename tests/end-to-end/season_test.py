"""A season: from the inbox to the letter, the tables and the final.

Run as: season_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

from driver import DANNO, danno, stored_deals
from seasons import FINAL, SeasonFolder, hold, utc

PROJECT = pathlib.Path(sys.argv.pop(1))
SDK = (PROJECT / "sdk/python/danno.py").read_text(encoding="utf-8")
UNIT = PROJECT / "docs/danno-season@.service"


def python(name, mistake="pass", author=""):
    decide = ("import danno\n\ndef decide(question):\n    %s\n"
              "    return danno.bank(0) if question.bank_counts(0) else danno.roll(0)\n\ndanno.play(decide)\n" % mistake)
    return {"agent.toml": f'name = "{name}"\nauthor = "{author}"\nrun = ["python3", "-B", "bot.py"]\n',
            "bot.py": decide, "danno.py": SDK}


class FromTheInboxToTheTables(SeasonFolder):
    def test_an_agent_plays_until_its_next_version_does(self):
        self.write_season()
        self.start()
        began = time.monotonic()
        answer, letter = self.answer("ada", python("ladybug", author="somebody else"))
        took = time.monotonic() - began
        print(f"from the inbox to the letter: {took:.1f} s", file=sys.stderr)
        self.assertEqual((answer["verdict"], answer["agent"], answer["author"]), ("taken", "ladybug", "ada"))
        self.assertTrue(letter.startswith("# ladybug plays\n\nThe first games of this version"), letter)
        self.assertEqual([line["author"] for line in self.versions()], ["ada"])
        self.wait_until("standings", lambda: "| ladybug |" in self.overview())
        self.assertRegex(self.overview(), r"(?m)^\| ladybug \| koans \| [12] of 2 \| .* \| \d+ \|$")
        self.assertIn("ladybug", self.table())
        self.assertIn("ladybug", (self.out / "site/index.html").read_text())

        answer, letter = self.answer("ada", python("ladybug", author="somebody else"))
        self.assertEqual(answer["verdict"], "unchanged")
        self.assertIn("plays already", letter)
        self.assertEqual(len(self.versions()), 1)

        answer, letter = self.answer("ada", python("ladybug", "raise ValueError('five')"))
        self.assertEqual(answer["verdict"], "refused")
        self.assertIn("ValueError: five", letter)
        self.assertIn("danno check AGENT --rules koans --answer-ms 10000\n", letter)
        self.assertNotIn(str(self.folder), letter)
        self.assertNotIn("version", letter)
        self.assertEqual(len(self.versions()), 1)

        answer, letter = self.answer("ada", python("ladybug", "question.total"))
        self.assertEqual(answer["verdict"], "taken")
        self.assertIn("first games of this version", letter)
        self.wait_until("the new version in the table", lambda: self.table().get("ladybug", {}).get("version") == 2)
        self.wait_until("its standing", lambda: "| ladybug@2 |" in self.overview())
        self.assertEqual(self.end(), 143)
        self.assertEqual(len(self.answers()), 4)
        self.assertEqual(len(list((self.folder / "bots/.store").iterdir())), 2)  # nothing of those refused
        self.assertEqual(self.phase(), "open")

    def overview(self):
        file = self.outbox / "ada/README.md"
        return file.read_text() if file.exists() else ""

    def phase(self):
        return self.status()["phase"]

    def test_what_was_handed_in_first_is_answered_first(self):
        self.write_season()
        items = []
        for at in range(301, 307):
            items.append(self.hand_in("ada", hold("ada", at), f"at{at * 37 % 101}"))
            self.wait_for_tick()
        self.start()
        self.wait_until("all answers", lambda: len(self.answers()) == len(items))
        self.assertEqual(list(self.answers()), items)

    def test_two_authors_have_a_bot_of_one_name(self):
        """And the organiser, too: every output tells them apart, in the same way."""
        self.write_season(final=FINAL)
        with self.file.open("a") as file:
            file.write('[[agent]]\npath = "hold"\nname = "mybot"\nauthor = ""\n')
        self.start()
        for author in ("ann", "ben"):
            answer, letter = self.answer(author, hold("mybot", 300 if author == "ann" else 400))
            self.assertEqual((answer["verdict"], answer["agent"], answer["author"]), ("taken", "mybot", author))
            self.assertTrue(letter.startswith(f"# {author}/mybot plays\n"), letter)
            self.assertNotIn("ben" if author == "ann" else "ann", letter)
        answer, letter = self.answer("ben", hold("mybot", 400))
        self.assertEqual((answer["verdict"], letter.splitlines()[0]), ("unchanged", "# ben/mybot plays"))
        self.assertEqual(self.answer("ben", hold("mybot", 350))[0]["verdict"], "taken")
        self.wait_until("standings", lambda: {"mybot", "ann/mybot"} <= set(self.table()) and
                        self.table().get("ben/mybot", {}).get("version") == 2)
        for author, name in (("ann", "ann/mybot"), ("ben", "ben/mybot@2")):
            overview = self.outbox / author / "README.md"
            self.wait_until("its standing", lambda: overview.exists() and f"| {name} | koans |" in overview.read_text())
            self.assertEqual(overview.read_text().count("/mybot"), 1)
            report = self.outbox / author / "agents/mybot/README.md"
            self.wait_until("its report", report.exists)
            self.assertTrue(report.read_text().startswith(f"# {author}/mybot in "), report.read_text())
        self.close_at(time.time() + 1)
        self.assertEqual(self.end(None), 0)
        final = json.loads((self.out / "final/table.json").read_text())["divisions"][0]["agents"]
        self.assertEqual({agent["name"] for agent in final}, {"ann/mybot", "ben/mybot"})
        for folder in (self.out, self.out / "final"):
            verified = danno("league", "verify", folder)
            self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_a_slow_build_holds_up_nobody_but_its_author(self):
        self.write_season("max_build_s = 600")
        self.start()
        endless = {"agent.toml": 'name = "eve"\nrun = ["./eve"]\nbuild = ["sh", "-c", "while :; do :; done"]\n'}
        first = self.hand_in("eve", endless)
        self.wait_until("its check", lambda: self.tries() == [1])
        second = self.hand_in("eve", hold("eve"))
        for author in ("ada", "bob"):
            self.assertEqual(self.answer(author, hold(author))[0]["verdict"], "taken")
        self.assertFalse({first, second} & set(self.answers()))
        self.assertEqual(self.end(), 143)
        self.assertEqual(self.tries(), [0, 0])
        self.write_season("max_build_s = 1")
        self.start()
        self.wait_until("all answers", lambda: {first, second} <= set(self.answers()))
        self.assertIn("it took more than 1 s", self.answers()[first]["reason"])
        self.assertEqual(self.answers()[second]["verdict"], "taken")

    def test_what_never_came_in_whole_has_a_letter(self):
        """As the queue leaves it after a minute."""
        folder = self.out / "season/queue/000001"
        (folder / "handed-in/bot").mkdir(parents=True)
        ticket = {"number": 1, "author": "eve", "item": "bot", "handed_in": utc(time.time()), "tries": 0, "whole": False}
        (folder / "ticket.json").write_text(json.dumps(ticket))
        self.write_season()
        self.start()
        self.wait_until("its letter", lambda: "bot" in self.letters("eve"))
        self.assertIn("it still changed in the inbox 60 s after it came", self.letters("eve")["bot"])
        self.assertIn("then rename it", self.letters("eve")["bot"])
        self.assertFalse(self.answers()["bot"]["checked"])

    def test_hidden_names_wait_and_a_flood_is_refused_without_a_check(self):
        self.write_season("max_per_day = 2")
        self.start()
        self.hand_in("ada", hold("ada"), ".upload")
        verdicts = [self.answer("ada", hold("ada", at))[0] for at in (300, 301, 302)]
        self.assertEqual([(answer["verdict"], answer["checked"]) for answer in verdicts],
                         [("taken", True), ("taken", True), ("refused", False)])
        self.assertNotIn("danno check", next(iter(letter for letter in self.letters("ada").values() if "the limit of this season" in letter)))
        self.assertEqual(self.answer("bob", hold("bob"))[0]["verdict"], "taken")
        self.assertTrue((self.folder / "inbox/ada/.upload/agent.toml").exists())
        self.assertEqual(len(self.answers()), 4)

    def test_names_may_be_those_of_letters(self):
        self.write_season()
        self.start()
        self.assertEqual(self.answer("eve", hold("README.md"))[0]["verdict"], "taken")
        self.assertEqual(self.answer("eve", hold("000003-bot.md"))[0]["verdict"], "taken")
        self.wait_until("reports", lambda: (self.outbox / "eve/agents/README.md/README.md").exists() and
                        (self.outbox / "eve/agents/000003-bot.md/README.md").exists())
        self.assertIn("| 000003-bot.md |", (self.outbox / "eve/README.md").read_text())

    def test_an_author_has_no_more_agents_than_may_play(self):
        """Those of the organiser count, and the season of one author goes on."""
        self.write_season(league="max_per_author = 2")
        self.write("winner/agent.toml", hold("winner", author="cy")["agent.toml"])
        self.file.write_text(self.file.read_text().replace('path = "hold"', 'path = "winner"'))
        self.start()
        verdicts = [self.answer(author, hold(name))[0]["verdict"] for author, name in (("cy", "cy1"), ("cy", "cy2"))]
        self.assertEqual(verdicts, ["taken", "refused"])
        self.end()
        self.start()
        self.assertEqual(self.answer("bob", hold("bob"))[0]["verdict"], "taken")
        self.wait_until("games", lambda: self.table().get("bob", {}).get("games"))

    def test_an_archive_is_the_folder_in_it(self):
        self.write_season()
        for name, text in hold("ada").items():
            self.write(f"packed/ada/{name}", text)
        self.start()
        verdicts = [self.answer("ada", hold("ada"))[0]["verdict"]]
        for form, end in (("zip", ".zip"), ("gztar", ".tar.gz")):
            archive = shutil.make_archive(str(self.folder / "packed/ada"), form, self.folder / "packed", "ada")
            verdicts.append(self.answer("ada", pathlib.Path(archive).read_bytes(), "ada" + end)[0]["verdict"])
        self.assertEqual(verdicts, ["taken", "unchanged", "unchanged"])

    def test_what_is_no_agent_is_refused(self):
        self.write_season()
        inbox = self.folder / "inbox/ada"
        inbox.mkdir(parents=True)
        (inbox / "empty").mkdir()
        (inbox / "file\n<b>").write_text("x")
        (inbox / "link").symlink_to("/etc")
        (inbox / "no.zip").write_text("x")
        os.mkfifo(inbox / "pipe")
        for stray in ("stray", "stray2"):
            (self.folder / "inbox" / stray).write_text("x")
        self.start()
        self.wait_until("all letters", lambda: len(self.letters("ada")) == 5)
        self.assertEqual({answer["verdict"] for answer in self.answers().values()}, {"refused"})
        self.wait_until("what is in the way", lambda: all(f"inbox/{stray}: expected" in (self.status()["last_error"] or "")
                                                              for stray in ("stray", "stray2")))
        self.assertEqual(self.end(), 143)

    def test_at_strict(self):
        self.write_season(isolation="strict")
        if danno("match", "hold", "odds", "--deals", "1", "--isolation", "strict", cwd=self.folder).returncode == 3:
            self.skipTest("no strict isolation here")
        self.start()
        self.assertEqual(self.answer("ada", python("ada"))[0]["verdict"], "taken")
        _, letter = self.answer("ada", python("ada", "open('x', 'w')"))
        self.assertIn("Read-only", letter)
        self.wait_until("games", lambda: self.table().get("ada", {}).get("games"))
        self.assertEqual(self.table()["ada"]["faults"], {})


class BeforeItCloses(SeasonFolder):
    """What the pages show to everybody, and the reports to ada of her games with bob."""

    def setUp(self):
        super().setUp()
        for name in ("ada", "bob"):
            self.hand_in(name, hold(name, 300 + len(self.letters(name))))

    def seen(self, *folders):
        """All that is written there."""
        return "".join(path.read_text() for folder in folders for path in sorted(folder.rglob("*")) if path.is_file())

    def play(self, keys):
        self.write_season(keys, league="until = { games = 400 }", final="")
        self.start()
        self.wait_until("reports", lambda: (self.outbox / "bob/agents/bob").exists() and
                        "| bob" in self.seen(self.outbox / "ada/agents"))
        self.assertEqual(self.end(), 143)

    def replays(self):
        return [path.name for path in (self.out / "site").rglob("games/*.html")]

    def decisions(self):
        """Pages that show single decisions."""
        return [path.name for path in (self.out / "site").rglob("*.html")
                if path.name == "puzzle.html" or "costliest decisions" in path.read_text()]

    def test_authors_see_their_games(self):
        self.play("")
        self.assertIn("bob", self.seen(self.out / "site"))
        self.assertEqual(self.replays() + self.decisions(), [])
        self.assertIn('"bob"', (self.outbox / "ada/agents/ada/games.ndjson").read_text())

    def test_or_only_standings(self):
        self.play('public = "standings"')
        self.assertEqual(self.replays() + self.decisions(), [])
        self.assertFalse((self.outbox / "ada/agents/ada/games.ndjson").exists())

    def test_or_all_games(self):
        self.play('public = "games"')
        self.assertIn("bob", "".join(self.replays()))
        self.assertIn("puzzle.html", self.decisions())

    def test_a_letter_names_the_agent_to_replace(self):
        self.write_season("", league="max_per_author = 1", final="")
        self.start()
        self.assertIn("hand it in as a new version of ada\n", self.answer("ada", hold("cee"))[1])


class TheEnd(SeasonFolder):
    def test_what_came_in_time_is_in_the_final(self):
        site = '[site]\ntitle = "Autumn cup"\n'
        self.write_season(final=FINAL.replace("20", "400") + site)  # it plays while somebody comes late
        self.start()
        for name in ("ada", "bob"):
            self.assertEqual(self.answer(name, hold(name, 300 + len(name)))[0]["verdict"], "taken")
        early = self.hand_in("cy", hold("cy"))  # its answer may come later
        closes = int(time.time()) + 2
        self.close_at(closes)
        self.wait_until("the end of the season", lambda: time.time() >= closes)
        late = self.hand_in("dan", hold("dan"))
        self.assertEqual(self.end(None), 0, self.told())
        self.assertEqual(self.answers()[early]["verdict"], "taken")
        self.assertIn("closed at", self.answers()[late]["reason"])
        self.assertIn("# item4 was not accepted", self.letters("dan")[late])
        self.assertEqual(sorted(self.table("final")), ["ada", "bob", "cy"])
        self.assertEqual({agent["games"] for agent in self.table("final").values()}, {1600})
        self.assertTrue((self.out / "final/site/index.html").exists())
        for page in (self.out / "site").rglob("*.html"):
            self.assertIn('final/site/index.html">', page.read_text(), page)
        self.assertIn("<title>Autumn cup</title>", (self.out / "site/index.html").read_text())
        final = (self.out / "final/site/index.html").read_text()
        self.assertNotIn("final/site", final)
        self.assertIn("<title>Autumn cup, the final</title>", final)
        self.assertEqual(self.status()["phase"], "over")
        self.assertIn("the season is over", self.told())
        for folder in (self.out, self.out / "final"):
            self.assertEqual(danno("league", "verify", str(folder), "-q").returncode, 0)
        self.assertRegex((self.outbox / "cy/final/README.md").read_text(), r"\| cy \| koans \| [1-3] of 3 \|")
        self.assertTrue((self.outbox / "cy/final/agents/cy/games.ndjson").exists())
        self.assertEqual(self.keep(), (0, f"the season is over; its results are in {self.out.relative_to(self.folder)}\n"))

    def test_what_was_closed_by_mistake_is_opened_again(self):
        self.write_season()
        self.start()
        for name in ("ada", "bob"):
            self.answer(name, hold(name))
        self.close_at(time.time())
        self.assertEqual(self.end(None), 0)
        for name in ("season/closed", "season/status.json", "final.toml"):
            (self.out / name).unlink()
        shutil.rmtree(self.out / "final")
        self.write_season()
        self.start()
        self.assertEqual(self.answer("cy", hold("cy"))[0]["verdict"], "taken")
        self.close_at(time.time())
        self.assertEqual(self.end(None), 0)
        self.assertEqual(sorted(self.table("final")), ["ada", "bob", "cy"])
        self.assertEqual(danno("league", "verify", str(self.out), "-q").returncode, 0)

    def test_a_final_that_is_stopped_goes_on(self):
        """While it plays, and while its tables and pages are written."""
        self.write_season(final=FINAL.replace("20", "1000"))
        self.start()
        for name in ("ada", "bob"):
            self.answer(name, hold(name))
        self.close_at(time.time())
        for deals in (1, 1000):
            self.wait_until("deals of the final", lambda: stored_deals(self.out / "final") >= deals
                            and self.status().get("pid") == self.kept.pid)
            self.assertEqual(self.end(), 143, self.told())
            for page in self.out.rglob("site/**/*.html"):
                self.assertNotIn("data-live", page.read_text(), page)
            self.start()
        self.assertEqual(self.end(None), 0, self.told())
        self.assertEqual(stored_deals(self.out / "final"), 1000)
        self.assertTrue((self.out / "final/site/index.html").exists())

    def test_a_mistake_in_the_final_is_mended_afterwards(self):
        final = '[final]\nformat = "knock-out"\ndeals = 5\nseeding = ["zed", "zoe"]\n'
        self.write_season(final=final)
        self.start()
        for name in ("ada", "bob"):
            self.answer(name, hold(name))
        self.close_at(time.time())
        self.assertEqual(self.end(None), 2)
        self.assertRegex(self.status()["last_error"],
                         "no agent 'zed'; .*\n.*no agent 'zoe'; .*; this file is made from .*season.toml: correct its")
        self.file.write_text(self.file.read_text().replace('"zed", "zoe"', '"bob"'))
        self.assertEqual(self.keep()[0], 0)
        self.assertEqual(sorted(self.table("final")), ["ada", "bob"])

    def test_a_rule_file_and_a_table_of_seeds_hold_to_the_end(self):
        """Paths start from season.toml, also those of the final, and the rules are those of the start."""
        self.write_season(final='[final]\nformat = "knock-out"\ndeals = 5\nseeding = "spring/table.json"\n')
        self.file.write_text(self.file.read_text().replace('["koans"]', '["./mine.toml"]').replace("rules.koans", "rules.mine"))
        rules = self.folder / "mine.toml"
        rules.write_text('[rules]\nid = "mine"\n[score]\n"1" = 100\n"5" = 50\n[game]\ntarget = 3000\n')
        agents = [{"name": name, "version": 1, "elo": elo} for elo, name in enumerate(("dan", "bob", "ada"))]
        self.write("spring/table.json", json.dumps({"divisions": [{"rules": "mine", "agents": agents}]}))
        self.start()
        self.answer("ada", hold("ada"))
        self.wait_until("games", lambda: self.table().get("ada", {}).get("games"))
        before = rules.read_text()
        rules.write_text(before.replace("100", "200"))
        self.answer("bob", hold("bob"))
        self.wait_until("games by the same rules", lambda: self.table().get("bob", {}).get("games"))
        self.assertIsNone(self.status()["last_error"])
        self.kept.send_signal(signal.SIGHUP)
        self.wait_until("the error", lambda: "season.toml: the rules of 'mine' have changed" in (self.status()["last_error"] or ""))
        self.answer("dan", hold("dan"))
        self.wait_until("games after the error", lambda: self.table().get("dan", {}).get("games"))
        rules.write_text(before)
        self.close_at(time.time())
        self.assertEqual(self.end(None), 0, self.told())
        self.assertEqual(sorted(self.table("final")), ["ada", "bob", "dan"])
        final = (self.out / "final.toml").read_text()
        self.assertIn("'../../mine.toml'", final)
        self.assertIn("'../../spring/table.json'", final)
        self.assertEqual(danno("league", "verify", str(self.out / "final"), "-q").returncode, 0)

    def test_one_agent_makes_no_final(self):
        self.write_season()
        self.start()
        self.answer("ada", hold("ada"))
        self.end()
        self.write_season(f"closes = {utc(time.time())}")
        code, told = self.keep("-q")
        self.assertEqual((code, told.count("\n")), (2, 1), told)
        self.assertIn("expected at least two agents", told)


class Mistakes(SeasonFolder):
    def assert_refused(self, expected, *flags):
        code, told = self.keep(*flags)
        message, *caret = told.splitlines()  # the line of the file and a caret may follow
        self.assertEqual((code, [line[:1] for line in caret]), (2, [" "] * len(caret)), told)
        self.assertRegex(message, expected)

    def test_of_the_file_are_told_in_a_line(self):
        for keys, expected in (
                (dict(season="opens = 2026-09-02T00:00:00Z\ncloses = 2026-09-01T00:00:00Z"),
                 r"season\.toml:\d+:\d+: 'closes' is not after 'opens'; expected a later time"),
                (dict(season="opens = 2026-09-01T08:00:00"), r"season\.toml:\d+:\d+: .*opens.*(offset|time zone|Z)"),
                (dict(season="clses = 2026-09-01T08:00:00Z"), "did you mean 'closes'"),
                (dict(agents="x"), r'season\.toml:\d+:\d+: .*expected agents = "bots/\*"'),
                (dict(format="swiss", league=""), r'season\.toml:\d+:\d+: .*expected format = "ladder"'),
                (dict(final=FINAL + 'rules = ["official"]\n'), r"season\.toml:\d+:\d+: 'rules' belongs to the season"),
                (dict(league='seed = "x"'), r"season\.toml:\d+:\d+: .*the seeds of a season are drawn"),
                (dict(season=f"closes = {utc(0)}"), r"season\.toml: the season would begin closed"),
                (dict(season='inbox = "box"\noutbox = "box/out"'), r"the folder of 'outbox' is in that of 'inbox'"),
                (dict(league="max_per_author = 3", final=FINAL + "max_per_author = 2\n"), "expected 0 or at least 3, or no such key"),
                (dict(final='[final]\nformat = "knock-out"\nseeding = "none.json"\n'),
                 r"season\.toml:\d+:\d+: 'none\.json' cannot be read as the table\.json of a league; expected one"),
                (dict(final='[final]\nformat = "chess"\n'), r"season\.toml:\d+:\d+: .*chess")):
            with self.subTest(keys):
                self.write_season(**keys)
                self.assert_refused(expected)
        self.assertFalse((self.out / "league.db").exists())

    def test_no_header_of_a_list_becomes_an_author(self):
        self.write_season()
        for content in ("login,mail\nada2,x@y\n", "name\nada\n"):
            self.write("authors.csv", content)
            invited = danno("season", "invite", "season.toml", "authors.csv", cwd=self.folder)
            self.assertEqual((invited.returncode, invited.stdout), (2, ""))
            self.assertRegex(invited.stderr, r"^error: authors\.csv: 1: no column is called 'author'; expected .*\n$")
        self.assertFalse(any((self.folder / name).exists() for name in ("web", "inbox", "outbox")))

    def test_the_league_lies_not_in_the_inbox(self):
        self.write_season(season='inbox = "."\noutbox = "/tmp/none"', agents="/tmp/bots/*")
        self.assert_refused("the league's folder is in the inbox")

    def test_only_one_keeps_a_league(self):
        self.write_season()
        self.start()
        self.wait_until("its status", self.status)
        first = self.kept
        try:
            self.assert_refused("already running")
        finally:
            self.kept = first
        self.assertEqual(self.end(), 143)


class Signals(SeasonFolder):
    def test_a_hang_up_reads_the_file_again(self):
        self.write_season("max_per_day = 1")
        self.start()
        self.assertEqual(self.answer("ada", hold("ada", 300))[0]["verdict"], "taken")
        self.assertEqual(self.answer("ada", hold("ada", 301))[0]["verdict"], "refused")
        self.file.write_text(self.file.read_text().replace("max_per_day = 1", "max_per_day = no"))
        self.kept.send_signal(signal.SIGHUP)
        self.wait_until("the error", lambda: "season.toml:" in (self.status()["last_error"] or ""))
        self.assertEqual(self.answer("ada", hold("ada", 302))[0]["verdict"], "refused")
        self.assertEqual(self.answer("bob", hold("bob"))[0]["verdict"], "taken")
        self.wait_until("what is published without it", lambda: "bob" in self.table())
        self.file.write_text(self.file.read_text().replace("max_per_day = no", "max_per_day = 3"))
        self.file.write_text(self.file.read_text().replace('"autumn"', '"winter"'))
        self.kept.send_signal(signal.SIGHUP)
        self.wait_until("the error", lambda: "'name' differs" in self.status()["last_error"])
        self.file.write_text(self.file.read_text().replace('"winter"', '"autumn"'))
        self.kept.send_signal(signal.SIGHUP)
        self.wait_until("the new limit", lambda: self.answer("ada", hold("ada", 303))[0]["verdict"] == "taken")

    def test_an_agent_that_cannot_play_the_rules_does_not_come_with_the_file(self):
        self.write_season()
        self.file.write_text(self.file.read_text().replace('["koans"]', '["./mine.toml"]').replace("rules.koans", "rules.mine"))
        self.write("mine.toml", '[rules]\nid = "mine"\n[score]\n"1" = 100\n"5" = 50\n[game]\ntarget = 3000\n'
                                '[turn]\nbusts = { in_a_row = 3, penalty = 100, below_zero = true }\n')
        self.start()
        self.answer("ada", hold("ada"))
        before = self.file.read_text()
        self.file.write_text(before + '[[agent]]\npath = "optimal"\n')
        self.kept.send_signal(signal.SIGHUP)
        self.wait_until("the error", lambda: "season.toml: agent 'optimal' cannot play mine" in (self.status()["last_error"] or ""))
        self.answer("bob", hold("bob"))
        self.wait_until("games without it", lambda: self.table().get("bob", {}).get("games"))

    def hand_in_slow(self):
        """One that leaves the file `asked` and says nothing."""
        self.hand_in("ada", {"agent.toml": 'name = "slow"\nrun = ["sh", "slow.sh"]\n',
                             "slow.sh": f"touch {self.folder}/asked; sleep 300\n"}, "slow")

    def wait_until_asked(self):
        self.wait_until("its start", (self.folder / "asked").exists)
        (self.folder / "asked").unlink()

    def test_the_end_does_not_wait_for_an_agent(self):
        self.write_season()
        self.start()
        self.hand_in_slow()
        self.wait_until_asked()
        began = time.monotonic()
        self.assertEqual(self.end(), 143)
        print(f"from SIGTERM to the end: {time.monotonic() - began:.1f} s", file=sys.stderr)
        self.assertEqual(self.answers(), {})
        self.assertEqual(len(list((self.out / "season/queue").iterdir())), 1)

    def test_what_was_stopped_in_its_check_has_lost_no_try(self):
        self.write_season()
        self.start()
        mistake = f"import pathlib, time; pathlib.Path('{self.folder}/asked').touch(); time.sleep(0.3)"
        self.hand_in("ada", python("slow", mistake), "slow")
        self.wait_until_asked()
        self.wait_until_asked()  # it plays by now
        self.assertEqual(self.end(), 143)
        ticket = next((self.out / "season/queue").iterdir()) / "ticket.json"
        self.assertEqual(json.loads(ticket.read_text())["tries"], 0)
        self.assertEqual(self.answers(), {})

    def kill_in_its_check(self):
        self.wait_until_asked()
        self.assertEqual(self.end(signal.SIGKILL), -signal.SIGKILL)

    def test_what_the_process_died_of_five_times_is_refused(self):
        self.write_season()
        self.start()
        self.hand_in_slow()
        for _ in range(5):
            self.kill_in_its_check()
            self.start()
        self.wait_until("an answer", self.answers)
        self.assertIn("did not end in 5 tries", self.answers()["slow"]["reason"])
        self.assertFalse((self.folder / "asked").exists())

    def test_the_status_is_there_before_anybody_came(self):
        self.write_season()
        self.start()
        self.wait_until("its status", self.status)
        shown = danno("league", "status", "season.toml", "--json", cwd=self.folder)
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertEqual(json.loads(shown.stdout)["season"]["phase"], "open")
        shown = danno("league", "status", "season.toml", cwd=self.folder)
        self.assertIn("the season is open: 0 wait for an answer, 0 taken, 0 refused", shown.stdout)
        self.assertEqual(danno("league", "site", "season.toml", cwd=self.folder).returncode, 0)

    def test_the_status_is_there_for_those_who_watch(self):
        self.write_season(f"opens = {utc(time.time() + 3600)}")
        self.hand_in("ada", hold("ada"))
        self.start()
        self.wait_until("its status", self.status)
        status = self.status()
        self.assertEqual((status["phase"], status["queue"], status["taken"], status["refused"]), ("early", 0, 0, 0))
        self.assertEqual((status["pid"], status["last_error"]), (self.kept.pid, None))
        self.assertGreater(status["disk_free_mb"], 0)


class AService(SeasonFolder):
    def keys(self):
        return dict(line.split("=", 1) for line in UNIT.read_text().splitlines() if re.match(r"\w+=", line))

    def test_its_commands_keep_a_season(self):
        self.write_season()
        keys = self.keys()
        program, *arguments = keys["ExecStart"].split()
        self.assertEqual((program, arguments[-1]), ("danno", self.file.name))
        self.start(command=arguments)
        self.wait_until("its status", self.status)
        reload = keys["ExecReload"].replace("$MAINPID", str(self.kept.pid))
        self.assertEqual(subprocess.run(reload.split()).returncode, 0)
        self.assertEqual(self.answer("ada", hold("ada"))[0]["verdict"], "taken")
        self.assertEqual(self.end(getattr(signal, keys["KillSignal"])), int(keys["SuccessExitStatus"]))

    @unittest.skipUnless(shutil.which("systemd-analyze"), "needs systemd-analyze")
    def test_systemd_understands_it(self):
        text = UNIT.read_text().replace("=danno ", f"={DANNO} ")
        self.write("danno-season@.service", text)
        verified = subprocess.run(["systemd-analyze", "verify", "--man=no", "./danno-season@autumn.service"], cwd=self.folder,
                                  capture_output=True, text=True)
        self.assertEqual((verified.returncode, verified.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
