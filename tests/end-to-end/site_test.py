"""danno league site: whole folders of pages, from stored leagues, with hostile agents.

Run as: site_test.py PATH/TO/danno [unittest arguments]
"""

import hashlib
import html
import html.parser
import json
import os
import pathlib
import re
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
import urllib.parse
from xml.dom import minidom

from driver import DANNO, wait_for_sweeper, wait_while

FILE = """[league]
name = "spring"
rules = ["koans", "dollar"]
{more}
[limits]
isolation = "none"
max_faults = 2
[rules.koans]
target = 500
"""
HOUSE = """[rules]
id = "house"
title = "<script>alert(1)</script> & co"
faces = "<>&'\\"!"
[score]
"<" = 100
"!" = 50
"&&&" = 300
"aaa" = "100 * a"
"aabb" = 200
[turn]
busts = { in_a_row = 3, penalty = 100 }
[game]
target = 500
"""
HOSTILE = ["<script>alert(1)</script>", "../x", "con", "nul.", "con.x.", "Ada", "ada", "a'b\"c&", "rtl\u202egnp"]


def files_in_drafts(folder):
    """Files of sites that are being made there, also while somebody removes them."""
    return sum(len(files) for draft in folder.glob(".draft-*") for _, _, files in os.walk(draft))


class Links(html.parser.HTMLParser):
    """Ids, and all that leads anywhere."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.tags, self.attributes = set(), [], set(), set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name == "id":
                self.ids.add(value)
            if name in ("href", "src"):
                self.links.append(value)


class Sites(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())

    def tearDown(self):
        shutil.rmtree(self.folder)

    def danno(self, *arguments):
        return subprocess.run([DANNO, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              timeout=280, encoding="utf-8")

    def play(self, names=("hold", "timid", "random"), more="", crashing=()):
        crash = self.folder / "crash"
        crash.write_text("#!/bin/sh\necho '<script>boo</script>' >&2\nexit 1\n")
        crash.chmod(0o755)
        text = FILE.format(more=more if "format" in more else "deals = 4\n" + more)
        for i, name in enumerate(names):
            program = "./crash" if name in crashing else ("hold", "timid", "random")[i % 3]
            text += f"[[agent]]\nname = {json.dumps(name)}\nrun = [{json.dumps(program)}]\n"
            author = "Ada L." if i == 0 else "<img src=x onerror=alert(1)>"
            text += f'author = "{author}"\n'
        (self.folder / "league.toml").write_text(text, encoding="utf-8")
        run = self.danno("league", "run", "league.toml", "--out", "out", "-q")
        self.assertEqual(run.returncode, 0, run.stderr)

    def site(self, *flags, code=0):
        made = self.danno("league", "site", "out", *flags)
        self.assertEqual(made.returncode, code, made.stderr)
        return made

    def pages(self, site="out/site"):
        return sorted((self.folder / site).rglob("*.html"))

    def check_whole(self, site="out/site"):
        """Every link leads to a place in the folder, every page is well formed, and the list of files is right."""
        root = (self.folder / site).resolve()
        parsed = {page.resolve(): Links(page.read_text(encoding="utf-8")) for page in self.pages(site)}
        for page, links in parsed.items():
            for link in links.links:
                if link.startswith("https://example.org/"):
                    continue
                where = urllib.parse.urlsplit(link)
                self.assertFalse(where.scheme or where.netloc, link)
                target = (page.parent / urllib.parse.unquote(where.path)).resolve() if where.path else page
                self.assertTrue(target.is_relative_to(root) and target.is_file(), f"{page}: {link}")
                if where.fragment.startswith("play~"):  # a rule set that the script of play.html chooses
                    self.assertIn(f'data-rules="{where.fragment[5:]}"', target.read_text())
                elif where.fragment:
                    self.assertIn(urllib.parse.unquote(where.fragment), parsed[target].ids, f"{page}: {link}")
            text = page.read_text(encoding="utf-8")
            minidom.parseString(text[text.index("<body>"):text.index("</body>") + len("</body>")])
        titles = [re.search("<title>(.*)</title>", page.read_text(encoding="utf-8"))[1] for page in parsed]
        self.assertEqual(len(titles), len(set(titles)), sorted(titles))
        self.check_files(site)
        return parsed

    def check_files(self, site="out/site"):
        root = self.folder / site
        listed = json.loads((root / "site.json").read_text())["files"]
        found = {str(file.relative_to(root)): hashlib.sha256(file.read_bytes()).hexdigest()
                 for file in root.rglob("*") if file.is_file() and file.name != "site.json"}
        self.assertEqual(listed, found)
        self.assertEqual(len({name.lower() for name in found}), len(found))

    def test_leads_everywhere_and_is_the_same_again(self):
        self.play()
        made = json.loads(self.site("--json").stdout)
        pages = self.check_whole()
        self.assertEqual(made["pages"], len(pages))
        self.assertGreater(made["games"], 0)
        before = (self.folder / "out/site/site.json").read_bytes()
        self.assertEqual((self.folder / "out/site/table.json").read_bytes(),
                         (self.folder / "out/table.json").read_bytes())
        self.site()
        self.assertEqual((self.folder / "out/site/site.json").read_bytes(), before)
        index = (self.folder / "out/site/index.html").read_text()
        games = sum(division["games"] for division in json.loads((self.folder / "out/table.json").read_text())["divisions"])
        self.assertRegex(index, rf"Programs play Greed, a dice game of pushing one’s luck: {games} games, the last on \d+ [A-Z][a-z]+ 2\d+, \d\d:\d\d UTC\.")
        self.assertIn('<dt><a href="authors.html">programs, by 2 authors</a></dt><dd>3</dd>', index)
        rules = (self.folder / "out/site/rules/koans.html").read_text()
        self.assertIn("<td class=\"n\"><strong>500</strong></td><td class=\"n soft\">3000</td>", rules)
        written = next((self.folder / "out/site").rglob("*-0.txt"))
        self.assertEqual(self.danno("audit", written).returncode, 0)

    def check_harmless(self):
        for page, links in self.check_whole().items():
            self.assertLessEqual(links.tags & {"script", "img", "style", "iframe"}, {"script"})
            self.assertFalse({name for name in links.attributes if name.startswith("on")} | links.attributes & {"style"})
            text = page.read_text(encoding="utf-8")
            self.assertEqual(text.count("<script"), {"puzzle.html": 2, "play.html": 5, "write.html": 5}.get(page.name, 1))
            self.assertNotIn("\u202e", text)
        self.assertFalse((self.folder / "out/x.html").exists())
        exported = set(self.danno("league", "export", "out", "--all", "--json").stdout.splitlines())
        for file in (self.folder / "out/site").rglob("*.jsonl"):
            lines = file.read_text(encoding="utf-8").splitlines()
            self.assertEqual(len(lines), 2)
            self.assertLessEqual(set(lines), exported)
            self.assertIn(f'href="{urllib.parse.quote(file.name)}"', file.with_suffix(".html").read_text(encoding="utf-8"))

    def check_previews(self):
        """A page has a description and the site's picture; agents, pairs, deals and events have their own description."""
        site = self.folder / "out/site"
        descriptions = {}
        for page in self.pages():
            meta = dict(re.findall('<meta property="og:([a-z]+)" content="([^"]*)">', page.read_text(encoding="utf-8")))
            self.assertEqual(meta["image"], "https://example.org/league/preview.png")
            if page.parent.name in ("agents", "pairs", "games") and page.parent.parent != site or page.stem == "rounds":
                descriptions[page] = meta["description"]
                if page.parent.name != "games":  # two deals may end alike
                    self.assertEqual(list(descriptions.values()).count(meta["description"]), 1)
        picture = site / "preview.png"
        self.assertEqual(picture.read_bytes()[:8], b"\x89PNG\r\n\x1a\n")
        self.assertLess(picture.stat().st_size, 20000)
        return descriptions

    def test_no_name_becomes_markup_or_a_way_out(self):
        self.play(HOSTILE, crashing=("con",))
        self.site("--faults", "details", "--address", "https://example.org/league")
        self.check_harmless()
        self.check_previews()
        authors = (self.folder / "out/site/authors.html").read_text(encoding="utf-8")
        self.assertIn("<bdi>&lt;img src=x onerror=alert(1)&gt;</bdi></h2>", authors)

    def test_no_name_becomes_markup_in_an_event(self):
        self.play(HOSTILE, crashing=("con",), more='format = "knock-out"\ndeals = 2\n')
        self.site("--faults", "details", "--address", "https://example.org/league")
        self.check_harmless()
        said = [words for page, words in self.check_previews().items() if page.stem == "rounds"]
        self.assertEqual(len(said), 2)
        for words in said:
            self.assertRegex(words, r"^Knock-out in (koans|dollar): 9 agents, .*, won by ")

    def test_a_rule_file_has_its_page_and_is_data_there(self):
        (self.folder / "house.toml").write_text(HOUSE, encoding="utf-8")
        text = FILE.replace('"dollar"', '"./house.toml"').format(more="deals = 4")
        (self.folder / "league.toml").write_text(text + '[[agent]]\npath = "hold"\n[[agent]]\npath = "odds"\n')
        self.assertEqual(self.danno("league", "run", "league.toml", "--out", "out", "-q").returncode, 0)
        self.site()
        pages = self.check_whole()
        (page,) = [page.read_text(encoding="utf-8") for page in pages if page.match("rules/house.html")]
        self.assertIn("&lt;script&gt;alert(1)&lt;/script&gt; &amp; co</h1>", page)
        self.assertIn("3 busts in a row cost 100", page)
        scores = page.split("Scores</h2>")[1].split("<tbody>")[1].split("</tbody>")[0]
        rows = [re.findall("<td[^>]*>(.*?)</td>", row) for row in scores.split("<tr>")[1:]]
        alike = ["100", "100, 200, 300, 400, 500, 600", "200", "50"]
        self.assertEqual(sorted(points for _, points in rows), alike)
        (pairs,) = [html.unescape(dice) for dice, points in rows if points == "200"]
        self.assertRegex(pairs, r"^\S{4}(, \S{4}){5}, …$")
        canonical = self.danno("rules", "house.toml", "--toml").stdout
        self.assertIn(hashlib.sha256(canonical.encode()).hexdigest(), page)
        (shown,) = re.findall(r"(?s)<pre>(.*)</pre>", page)
        lines = re.findall(r"<span>(.*?)</span>", shown)
        self.assertEqual([html.unescape(line) for line in lines], canonical.splitlines())

    def test_a_secret_seed_is_nowhere(self):
        self.play()
        text = (self.folder / "league.toml").read_text().replace("deals = 4", "deals = 400")
        (self.folder / "league.toml").write_text(text)
        self.assertEqual(self.danno("league", "run", "league.toml", "--out", "out", "--for", "0s", "-q").returncode, 4)
        self.site()
        self.check_whole()
        rows = sqlite3.connect(self.folder / "out/league.db").execute(
            "SELECT seed, agent_secret FROM epoch WHERE revealed = 0").fetchall()
        secrets = [secret.encode() for row in rows for secret in row if secret]
        self.assertTrue(secrets)
        for file in (self.folder / "out/site").rglob("*"):
            if file.is_file():
                content = file.read_bytes()
                self.assertFalse([secret for secret in secrets if secret in content], file)

    def test_a_feed_and_tables_for_programs(self):
        self.play(HOSTILE, crashing=("con",))
        self.site("--address", "https://example.org/league")
        site = self.folder / "out/site"
        for file in ("table.json", "table.csv", "head-to-head.csv"):
            self.assertEqual((site / file).read_bytes(), (self.folder / "out" / file).read_bytes(), file)
        self.assertEqual(json.loads((site / "table.schema.json").read_text())["$id"], "urn:danno:schema:table")
        text = (site / "feed.xml").read_text(encoding="utf-8")
        self.assertNotIn("\u202e", text)
        feed = minidom.parseString(text.encode())
        entries = feed.getElementsByTagName("entry")
        ids = [entry.getElementsByTagName("id")[0].firstChild.data for entry in entries]
        self.assertEqual(len(set(ids)), len(ids))
        self.assertEqual(len(ids), 2 * len(HOSTILE))
        self.assertEqual({tag for entry in entries for tag in (node.nodeName for node in entry.childNodes)} - {"#text"},
                         {"title", "id", "updated", "link", "author", "summary"})
        for link in feed.getElementsByTagName("link"):
            path = link.getAttribute("href").removeprefix("https://example.org/league/")
            self.assertTrue((site / urllib.parse.unquote(path)).is_file(), path)

    def test_ratings_over_time_are_drawn_where_there_are_days(self):
        self.play(("hold", "timid", "<b>"))
        self.site()
        self.assertNotIn("Rating over time", (self.folder / "out/site/koans/index.html").read_text())
        with sqlite3.connect(self.folder / "out/league.db") as database:
            database.execute("UPDATE block SET at = 20000 * 86400 WHERE id % 2 = 0")  # 2024-10-04
            database.execute("UPDATE block SET at = 20003 * 86400 + 24000 WHERE id % 2 = 1")
        self.site()
        self.check_whole()
        page = (self.folder / "out/site/koans/index.html").read_text()
        chart = page.split("Rating over time</h2>")[1].split("</table>")[0]
        self.assertEqual(len(re.findall("<circle", chart)), len(re.findall(r'<td class="n">[+−≥≤0]', chart)))
        for day in ("4 Oct 2024", "7 Oct 2024"):
            self.assertIn(day, chart)
        self.assertIn("<bdi>&lt;b&gt;</bdi>", chart)
        self.assertIn("the last on 7 Oct 2024, 06:40 UTC.", (self.folder / "out/site/index.html").read_text())
        gaps = []
        for agent in (self.folder / "out/site/koans/agents").iterdir():
            text = agent.read_text()
            chart = text.split("Rating over time</h2>")[1].split("</table>")[0]
            self.assertIn('<circle', chart)
            rows = chart.split("<tbody>")[1].split("<tr")[1:]
            self.assertEqual(len(rows), 2)
            gaps.append("Behind the best" in chart)
            if gaps[-1]:
                self.assertRegex(rows[-1], r'<td class="n">(0|−[0-9,]+)</td></tr>')
        self.assertEqual(sorted(gaps), [False, True, True])  # the best is behind nobody

    def test_what_is_no_site_stays(self):
        self.play()
        (self.folder / "mine").mkdir()
        (self.folder / "mine/file").write_text("mine")
        refused = self.site("--to", "mine", code=2)
        self.assertIn("mine exists and is not a site made by danno; choose another --to", refused.stderr)
        self.assertEqual([file.name for file in (self.folder / "mine").iterdir()], ["file"])
        self.assertEqual(list(self.folder.glob(".*")), [])
        (self.folder / "bot").mkdir()
        (self.folder / "bot/agent.toml").write_text('name = "bot"\nrun = ["sh"]\n')
        refused = self.site("--to", "bot/public/site", code=2)
        self.assertIn("bot is the folder of an agent; choose another --to", refused.stderr)
        self.assertEqual([file.name for file in (self.folder / "bot").iterdir()], ["agent.toml"])

    def test_a_file_of_others_in_a_site_stays(self):
        self.play()
        self.site()
        for name in ("CNAME", ".git/HEAD", "koans/mine.html"):
            with self.subTest(name):
                file = self.folder / "out/site" / name
                file.parent.mkdir(exist_ok=True)
                file.write_text("mine")
                refused = self.site("--games", "1", code=2)
                self.assertIn(f"out/site/{name} is not a file of the site; move it away or choose another --to", refused.stderr)
                self.assertEqual(file.read_text(), "mine")
                file.unlink()
        self.site("--games", "1")

    def test_a_killed_one_leaves_a_whole_site(self):
        self.play()
        self.site()
        before = (self.folder / "out/site/site.json").read_bytes()
        for moment in range(20):
            run = subprocess.Popen([DANNO, "league", "site", "out", "-q", "--games", str(moment)], cwd=self.folder,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            wait_while(run, lambda: files_in_drafts(self.folder / "out") <= 3 * moment)
            run.send_signal(signal.SIGKILL)
            run.wait()
            self.check_files()
        self.site()
        self.assertEqual((self.folder / "out/site/site.json").read_bytes(), before)
        self.assertEqual(files_in_drafts(self.folder / "out"), 0)

    def test_two_at_once_make_it_one_after_the_other(self):
        self.play()
        runs = [subprocess.Popen([DANNO, "league", "site", "out", "-q", "--games", str(games)], cwd=self.folder,
                                 stdout=subprocess.DEVNULL) for games in (0, 9, 0, 9, 0, 9)]
        self.assertEqual([run.wait() for run in runs], [0] * len(runs))
        self.check_files()
        self.assertEqual([path.name for path in (self.folder / "out").glob("site*")], ["site"])

    def test_nothing_new_leaves_the_pages_alone(self):
        self.play()
        first = self.site("--json").stdout
        site = self.folder / "out/site"
        before = {file.relative_to(site): file.read_bytes() for file in site.rglob("*") if file.is_file()}
        there = site.stat().st_ino

        def is_left_alone(*flags):
            told = self.site(*flags).stdout
            self.assertRegex(told, r"\Aout/site/index.html  \d+ pages, \d\.\d MB(, unchanged)?\n\Z")
            return ", unchanged" in told

        self.assertEqual(self.site("--json").stdout, first)
        self.assertTrue(is_left_alone())
        self.assertEqual(site.stat().st_ino, there)
        self.assertEqual(sorted(path.name for path in (self.folder / "out").glob("site*")), ["site"])
        page = site / "how.html"
        damages = {
            "changed": lambda: page.write_bytes(page.read_bytes().replace(b"a", b"b", 1)),
            "gone": page.unlink,
            "not readable": lambda: page.chmod(0o600),
            "a link": lambda: (page.rename(self.folder / "how.html"), page.symlink_to(self.folder / "how.html")),
            "one too many": lambda: (site / "koans/more.html").symlink_to(self.folder / "how.html"),
            "a loop": lambda: (shutil.rmtree(site / "koans"), (site / "koans").symlink_to("koans")),
            "told otherwise": lambda: (site / "site.json").write_text(
                (site / "site.json").read_text().replace('"agents": 3', '"agents": 4', 1)),
        }
        for what, damage in damages.items():
            with self.subTest(what):
                damage()
                self.assertFalse(is_left_alone())
                self.assertEqual({file.relative_to(site): file.read_bytes()
                                  for file in site.rglob("*") if file.is_file()}, before)
                self.assertTrue(is_left_alone())

    def test_what_a_page_is_made_of_makes_it_anew(self):
        self.play()
        self.site()

        def is_left_alone(*flags, program=DANNO):
            made = subprocess.run([program, "league", "site", "out", *flags], cwd=self.folder, capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stderr)
            return ", unchanged" in made.stdout

        for flags in (["--faults", "none"], ["--no-authors"], ["--games", "1"], ["--address", "https://example.org/"], []):
            self.assertFalse(is_left_alone(*flags), flags)
            self.assertTrue(is_left_alone(*flags), flags)
        database = sqlite3.connect(self.folder / "out/league.db")
        database.execute("UPDATE block SET at = at + 60")  # no digest has the time of day
        database.commit()
        database.close()
        self.assertFalse(is_left_alone())
        other = self.folder / "program/bin/danno"
        other.parent.mkdir(parents=True)
        (self.folder / "program/templates").symlink_to(pathlib.Path(DANNO).resolve().parent.parent / "templates")
        other.write_bytes(pathlib.Path(DANNO).read_bytes() + b"\n")
        other.chmod(0o755)
        self.assertFalse(is_left_alone(program=other))
        self.assertTrue(is_left_alone(program=other))
        self.assertFalse(is_left_alone())

    def test_verify_comes_first(self):
        self.play()
        self.site("--verify")
        self.assertIn("the dice are fair with p =", (self.folder / "out/site/index.html").read_text())
        before = (self.folder / "out/site/site.json").read_bytes()
        table = self.folder / "out/table.json"
        table.write_text(table.read_text().replace('"rank": 1,', '"rank": 7,', 1))
        wrong = self.site("--verify", code=1)
        self.assertIn("wrong: ", wrong.stderr)
        self.assertEqual((self.folder / "out/site/site.json").read_bytes(), before)

    def test_flags_choose_what_is_shown(self):
        self.play(("hold", "timid", "random", "bad"), crashing=("bad",))
        self.site("--games", "0", "--game", "koans/hold,timid/2", "--no-authors", "--faults", "none",
                  "--address", "https://example.org/league")
        games = [page for page in self.pages() if page.parent.name == "games"]
        self.assertEqual([page.name for page in games], ["hold+timid-2.html"])
        index = (self.folder / "out/site/index.html").read_text()
        self.assertNotIn("onerror", index)
        self.assertNotIn("never-ready", index)
        self.assertIn('<link rel="canonical" href="https://example.org/league/index.html">', index)
        self.assertIn('<meta property="og:image" content="https://example.org/league/preview.png">', index)
        agent = (self.folder / "out/site/koans/agents/hold.html").read_text()
        self.assertRegex(agent, 'og:description" content="hold in koans: rank [1-4–]+ of 4, ')
        self.site("--games", "0", "--game", "koans/bad,hold/0")
        faults = [fault for line in (self.folder / "out/site/koans/games/bad+hold-0.jsonl").read_text().splitlines()
                  for fault in json.loads(line)["faults"]]
        self.assertEqual({(fault["player"], fault["kind"], fault["detail"]) for fault in faults}, {("bad", "never-ready", "")})
        self.site("--games", "0", "--game", "koans/hold,timid/2", "--no-authors", "--faults", "none",
                  "--address", "https://example.org/league")
        self.assertRegex(games[0].read_text(), 'og:description" content="hold [0-9,]+ : [0-9,]+ timid, koans')
        for flags, said in ((["--games", "many"], "expected a number from 0, or all"),
                            (["--game", "koans"], "expected RULES/LINE-UP/DEAL"),
                            (["--game", "koans/hold,nobody/2"], "no game 'koans/hold,nobody/2/0' is stored"),
                            (["--address", "javascript:alert(1)"], "expected where the site will be published"),
                            (["--by-author", "nobody"], "no agent of the league is by that author")):
            self.assertIn(said, self.site(*flags, code=2).stderr)

    def test_what_is_hidden_is_in_no_file(self):
        self.play(("hold", "timid", "author", "bad"), crashing=("bad",))
        self.site("--no-authors", "--faults", "none")
        self.check_whole()
        for file in (self.folder / "out/site").rglob("*.*"):
            if file.suffix != ".js" and file.name != "how.html" and not file.name.endswith(".schema.json"):
                self.assertNotRegex(file.read_text(), "Ada L|src=x|never-ready", file)
        for division in json.loads((self.folder / "out/site/table.json").read_text())["divisions"]:
            self.assertEqual([(agent["author"], agent["faults"]) for agent in division["agents"]], [("", {})] * 4)
        # An agent may have the name of a key.
        for file in (self.folder / "out/site/koans/games").glob("author+hold-*.jsonl"):
            self.assertEqual({len(json.loads(line)["places"]) for line in file.read_text().splitlines()}, {2})
        # Everything else is as in the league's folder.
        self.site("--faults", "kinds")
        self.assertEqual((self.folder / "out/site/table.json").read_bytes(), (self.folder / "out/table.json").read_bytes())

    def test_the_league_file_says_what_is_shown_and_flags_go_before(self):
        self.play(("hold", "timid", "bad"), crashing=("bad",))
        file = self.folder / "league.toml"
        file.write_text(file.read_text().replace("[league]", "[league]\nsite = true") + """
            [site]
            title = "Cup <1>"
            about = "Every \\u202e Friday."
            games = 1
            faults = "none"
            authors = false
            address = "https://example.org/"
            """)
        self.assertEqual(self.danno("league", "run", "league.toml", "--out", "out", "-q").returncode, 0)
        index = (self.folder / "out/site/index.html").read_text()
        for words in ("<title>Cup &lt;1&gt;</title>", "Every \\u202e Friday.", "https://example.org/index.html"):
            self.assertIn(words, index)
        for words in ("Ada L.", "never-ready"):
            self.assertNotIn(words, index)
        games = [page for page in self.pages() if page.parent.name == "games"]
        self.assertEqual(len(games), 2)
        self.assertEqual(self.danno("league", "site", "league.toml", "--out", "out", "--games", "0", "--authors").returncode, 0)
        self.assertIn("Ada L.", (self.folder / "out/site/index.html").read_text())
        self.assertFalse([page for page in self.pages() if page.parent.name == "games"])

    def test_one_author_sees_own_agents_and_games(self):
        self.play()
        self.site("--by-author", "Ada L.")
        self.check_whole()
        for page in self.pages():
            if page.parent.name == "agents":
                self.assertEqual(page.name, "hold.html")
            if page.parent.name == "games":
                self.assertIn("hold", page.name)
        self.assertFalse((self.folder / "out/site/table.json").exists())

    def test_a_run_makes_the_same_site(self):
        self.play()
        self.site()
        before = (self.folder / "out/site/site.json").read_bytes()
        shutil.rmtree(self.folder / "out/site")
        run = self.danno("league", "run", "league.toml", "--out", "out", "--site")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("the site: open out/site/index.html in a browser", run.stderr)
        self.assertEqual((self.folder / "out/site/site.json").read_bytes(), before)

    def endless(self):
        """A run with pages that does not end by itself."""
        text = FILE.format(more="deals = 1_000_000\nsite = true") + "".join(
            f'[[agent]]\nname = {json.dumps(name)}\nrun = ["hold"]\n' for name in HOSTILE[:3])
        (self.folder / "league.toml").write_text(text, encoding="utf-8")
        return subprocess.Popen([DANNO, "league", "run", "league.toml", "--out", "out", "-q", "--shards", "1"], cwd=self.folder)

    def test_pages_are_renewed_while_it_plays_and_say_when_it_ends(self):
        run = self.endless()
        index = self.folder / "out/site/index.html"
        wait_while(run, lambda: not index.exists())
        self.assertRegex(index.read_text(), r"Being played: [0-9,]+ of 12,000,000 games, 0 %, [0-9,]+ games? a second, "
                         r"until about \d+ [A-Z][a-z]+ \d+, \d\d:\d\d UTC; as of \d+ [A-Z][a-z]+ \d+, \d\d:\d\d UTC\.")
        for page in self.pages():
            self.assertEqual("<main data-live" in page.read_text(), page.parent.name != "games", page)
        run.send_signal(signal.SIGTERM)
        self.assertEqual(run.wait(), 143)
        self.check_whole()
        self.assertEqual(files_in_drafts(self.folder / "out"), 0)
        self.assertRegex(index.read_text(), r'<p class="unfinished">Not finished: [0-9,]+ of 12,000,000 games, 0 %\.</p>')
        for page in self.pages():
            for claim in ("data-live", "data-ended", "Being played", "until about"):
                self.assertNotIn(claim, page.read_text(), page)
            self.assertEqual(page.stat().st_mode & 0o777, 0o644)
        self.site()  # of the store alone
        self.assertIn("Not finished: ", index.read_text())
        self.assertNotIn("a second", index.read_text())

    def test_a_run_killed_while_it_renews_leaves_a_whole_site_or_none(self):
        for files in (0, 10, 30):
            run = self.endless()
            wait_while(run, lambda: files_in_drafts(self.folder / "out") <= files)
            run.send_signal(signal.SIGKILL)
            run.wait()
            wait_for_sweeper(self.folder)
            if (self.folder / "out/site").exists():
                self.check_files()

    def test_a_finished_league_has_the_same_site_whether_renewed_or_not(self):
        self.play(more="site = true")
        renewed = (self.folder / "out/site/site.json").read_bytes()
        self.site()
        self.assertEqual((self.folder / "out/site/site.json").read_bytes(), renewed)
        self.assertNotIn("data-live", (self.folder / "out/site/index.html").read_text())

    def test_four_seats_have_pages_without_chances(self):
        self.play(("hold", "timid", "random", "hold4"), more="seats = 4")
        left_out = json.loads(self.site("--json").stdout)["left_out"]
        self.assertIn("only games of two have winning chances", left_out[0]["why"])
        self.check_whole()

    def test_a_tournament_has_score_sheets_and_all_its_games(self):
        names = ("hold", "timid", "random", "<b>", "con", "Ada", "ada")
        self.play(names, more='format = "tournament"\nrepeat = 2', crashing=("con",))
        self.site()
        pages = self.check_whole()
        table = json.loads((self.folder / "out/table.json").read_text())
        for division in table["divisions"]:
            games = [game["id"] for one in division["tournaments"] for stage in one["stages"] for game in stage["games"]]
            folder = self.folder / "out/site" / division["rules"]
            self.assertEqual(len(list(folder.glob("games/*.html"))), len(games))
            sheets = [folder / "tournament.html", folder / "tournament-2.html"]
            linked = [link for sheet in sheets for link in pages[sheet.resolve()].links if link.startswith("../")]
            self.assertEqual(len([link for link in linked if "/games/" in link]), len(games))
            winner = division["tournaments"][1]["stages"][-1]["standings"][0]["name"]
            said = html.unescape(re.search("Won by.*?</p>", sheets[1].read_text()).group(0))
            self.assertIn(f"<bdi>{winner}</bdi>", said)
            said = subprocess.run([DANNO, "audit", next(folder.glob("games/*-0.txt"))], stdout=subprocess.DEVNULL)
            self.assertEqual(said.returncode, 0)
        self.assertIn("forfeit</td>", sheets[0].read_text())
        self.site("--games", "0", "--game", games[0])
        self.assertEqual(len([page for page in self.pages() if page.parent.name == "games"]), 1)

    def test_a_result_of_two_stands_on_both_their_pages(self):
        self.play(HOSTILE, crashing=("con",))
        self.site()
        pages = self.check_whole()
        site = (self.folder / "out/site").resolve()
        table = json.loads((site / "table.json").read_text())["divisions"][0]
        met = sum(1 for row in table["head_to_head"]["games"] for games in row if games)
        self.assertGreater(met, 6)
        games = list((site / "koans/games").glob("*.html"))
        found = 0
        agents = list((site / "koans/agents").iterdir())
        for page in agents:
            text = page.read_text()
            found += len(re.findall('<tr id="against-', text))
            linked = {urllib.parse.unquote(link.split("#")[0].rsplit("/", 1)[-1]) for link in pages[page.resolve()].links if "/games/" in link}
            for game in games:
                if page.stem in game.stem.rsplit("-", 1)[0].split("+"):
                    self.assertIn(game.name, linked, page.stem)
        self.assertEqual(found, len(agents) * (len(agents) - 1))
        linked = {link for link in pages[site / "koans/index.html"].links if "#against-" in link}
        self.assertEqual(len(linked), met)
        self.site("--by-author", "Ada L.")
        self.check_whole()

    def test_an_agents_page_has_its_ranks_under_all_rules(self):
        self.play(more='seed = "greed"\n')  # nobody loses all
        self.site()
        pages = self.check_whole()
        site = (self.folder / "out/site").resolve()
        divisions = json.loads((site / "table.json").read_text())["divisions"]
        self.assertEqual(len(divisions), 2)
        for division, other in (divisions, divisions[::-1]):
            page = site / division["rules"] / "agents/hold.html"
            self.assertIn(f"../../{other['rules']}/agents/hold.html", pages[page].links)
            agent = next(agent for agent in other["agents"] if agent["name"] == "hold")
            low, high = agent["rank_low"], agent["rank_high"]
            self.assertIn(f">{other['rules']}</a>: rank {low if low == high else f'{low}–{high}'} of 3",
                          html.unescape(page.read_text()))

    def play_rounds(self, names, more, crashing=()):
        """The page of the rounds, once; the site comes out the same again, with the league's own table.json."""
        self.play(names, more=more, crashing=crashing)
        self.site()
        pages = self.check_whole()
        site = self.folder / "out/site"
        self.assertEqual((site / "table.json").read_bytes(), (self.folder / "out/table.json").read_bytes())
        before = (site / "site.json").read_bytes()
        self.site()
        self.assertEqual((site / "site.json").read_bytes(), before)
        for page in (site / "index.html", site / "koans/index.html"):
            self.assertIn("koans/rounds.html", [link[-len("koans/rounds.html"):] for link in pages[page.resolve()].links])
        page = site / "koans/rounds.html"
        division = json.loads((site / "table.json").read_text())["divisions"][0]
        won = html.unescape(re.search("Won by.*?</p>", page.read_text()).group(0))
        for row in division["standings"]:
            self.assertEqual(f"<bdi>{row['name']}</bdi>" in won, row["place"] == 1)
        return division, page.read_text(), pages[page.resolve()].links

    def test_a_knock_out_has_its_bracket_and_a_game_of_every_duel(self):
        names = ("hold", "timid", "random", "<b>", "con", "Ada", "ada")
        division, page, links = self.play_rounds(names, 'format = "knock-out"\ndeals = 3', crashing=("con",))
        played = [duel for duel in division["bracket"] if "points" in duel]
        self.assertEqual(len([link for link in links if "/games/" in link]), len(played))
        tree = minidom.parseString(re.search('<ol class="bracket">.*</ol>(?=</div>)', page, re.S).group(0))
        cards = tree.getElementsByTagName("div")
        drawn = [duel for duel in division["bracket"] if duel["stage"] != "third place"]
        self.assertEqual(len(cards), len(drawn))
        for card, duel in zip(cards, drawn):
            names = [word.firstChild.data for word in card.getElementsByTagName("bdi")
                     if "/games/" not in word.parentNode.getAttribute("href")]
            self.assertEqual(names, [name for name in duel["agents"] if name])
            self.assertEqual(card.getElementsByTagName("strong")[0].getElementsByTagName("bdi")[0].firstChild.data,
                             duel["winner"])
            points = [span.firstChild.data for span in card.getElementsByTagName("span")
                      if span.getAttribute("class") == "n" and span.firstChild]
            self.assertEqual([float(point) for point in points], duel.get("points", []))
        self.assertIn("<h2>Third place</h2>", page)
        self.site("--games", "0")
        self.check_whole()
        self.assertIn("index.html#head-to-head", (self.folder / "out/site/koans/rounds.html").read_text())

    def test_an_event_is_led_by_its_winner_and_copies_do_not_play_on(self):
        division, page, _ = self.play_rounds(("ann", "bob", "cy", "dan"), 'format = "knock-out"\ndeals = 2')
        winner = division["standings"][0]["name"]
        copies = [duel["deals"] for duel in division["bracket"] if set(duel["agents"]) == {"ann", "dan"}]
        self.assertEqual(copies, [20])
        for path in ("index.html", "koans/index.html", "koans/rounds.html"):
            text = (self.folder / "out/site" / path).read_text()
            table = text.split("Knock-out: standings</h")[1]
            self.assertEqual(re.search("<tbody>.*?<bdi>(.*?)</bdi>", table, re.S).group(1), winner)
            if path != "koans/rounds.html":
                self.assertLess(text.index("Knock-out: standings"), text.index("Ratings over all games"))

    def test_a_knock_out_of_64_is_drawn_wholly(self):
        self.play(tuple(f"a{i}" for i in range(64)), 'format = "knock-out"\ndeals = 2')
        self.site()
        page = (self.folder / "out/site/koans/rounds.html").read_text()
        self.assertEqual(len(re.findall("<li><div>", page)), 63)
        self.assertEqual(re.findall("<h2>(.*?)</h2>", page), ["Bracket", "Knock-out: standings", "Third place"])

    def test_a_swiss_event_has_its_rounds_and_standings(self):
        division, page, links = self.play_rounds(("hold", "timid", "random", "<b>", "ada"),
                                               'format = "swiss"\nrounds = 4\ndeals = 2')
        for number, stage in enumerate(division["rounds"], 1):
            rows = html.unescape(page.split(f"<h2>Round {number}</h2>")[1].split("</table>")[0]).split("<tr>")[2:]
            self.assertEqual(len(rows), len(stage["encounters"]) + len(stage["byes"]))
            for row, encounter in zip(rows, stage["encounters"]):
                self.assertEqual(set(re.findall("<bdi>(.*?)</bdi>", row)), set(encounter["agents"]))
                points = sorted(float(point) for point in re.search('class="n">(.*?) : (.*?)<', row).groups())
                self.assertEqual(points, sorted(encounter["points"]))
            self.assertEqual(re.findall("<bdi>(.*?)</bdi>.*?>bye<", rows[-1]), stage["byes"])
        self.assertTrue([link for link in links if "/games/" in link])

    def test_rounds_that_are_not_finished_say_so(self):
        self.play(more='format = "knock-out"\ndeals = 4')
        run = self.danno("league", "run", "league.toml", "--out", "new", "--for", "0s", "-q")
        self.assertEqual(run.returncode, 4, run.stderr)
        self.assertEqual(self.danno("league", "site", "new").returncode, 0)
        self.check_whole("new/site")
        self.assertIn("Not finished.", (self.folder / "new/site/koans/rounds.html").read_text())
        self.assertIn("</a> is not finished", (self.folder / "new/site/index.html").read_text())

    def test_a_ladder_says_what_is_decided_and_what_that_means(self):
        self.play(more='format = "ladder"\nuntil = { games = 300 }')
        self.site()
        self.check_whole()
        site = self.folder / "out/site"
        self.assertEqual((site / "table.json").read_bytes(), (self.folder / "out/table.json").read_bytes())
        page = (site / "koans/index.html").read_text()
        rows = re.search('class="standings">.*?</table>', page, re.S).group(0).split("<tr")[2:]
        division = json.loads((site / "table.json").read_text())["divisions"][0]
        for row, agent in zip(rows, division["agents"]):
            low, high = agent["decided_rank_low"], agent["decided_rank_high"]
            self.assertEqual(re.findall('<td class="n">(.*?)</td>', row)[1], str(low) if low == high else f"{low}–{high}")
        self.assertIn("wrong in at most 5 % of seasons", page)
        self.assertIn("how.html#decided", page)
        with sqlite3.connect(self.folder / "out/league.db") as database:
            rounds = database.execute("SELECT count(*) FROM round WHERE division = 1").fetchone()[0]
        self.assertGreater(rounds, 1)
        chart = page.split("Rating over time</h2>")[1].split("</table>")[0]
        self.assertIn("until the end of each round", chart)
        self.assertIn(">round 1<", chart)
        self.assertLessEqual(chart.count('scope="row"'), 40)

    def test_agents_that_never_met_stand_in_tables_of_their_own(self):
        self.play(("hold", "timid", "random", "ada"), more='format = "swiss"\nrounds = 1\ndeals = 2')
        self.site()
        self.check_whole()
        page = (self.folder / "out/site/koans/index.html").read_text()
        tables = re.findall('<table class="standings">.*?</table>', page, re.S)
        met = json.loads((self.folder / "out/table.json").read_text())["divisions"][0]["rounds"][0]["encounters"]
        found = [set(re.findall("<bdi>(hold|timid|random|ada)</bdi>", table)) for table in tables]
        self.assertEqual(sorted(map(sorted, found)), sorted(sorted(encounter["agents"]) for encounter in met))
        for number, table in enumerate(tables, 1):
            self.assertIn(f"<caption>Group {number} of 2: they never met the others</caption>", table)
        self.assertIn("Not all agents can be compared", page)
        self.assertNotIn("ahead of", page)

    def test_nothing_played_yet(self):
        self.play()
        self.assertEqual(self.danno("league", "run", "league.toml", "--out", "new", "--for", "0s", "-q").returncode, 4)
        made = self.danno("league", "site", "new")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertTrue(re.search("No games yet|Not finished", (self.folder / "new/site/index.html").read_text()))
        self.check_whole("new/site")


if __name__ == "__main__":
    unittest.main()
