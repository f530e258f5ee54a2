"""A league never contradicts itself: its terminal table, JSON, CSV, Markdown, pages, feed and grades are read and compared.

Run as: consistency_test.py PATH/TO/danno PATH/TO/rogue [unittest arguments]
"""

import csv
import html
import io
import json
import os
import re
import sys
import unittest

from driver import InAFolder, danno, league_file

ROGUE = os.path.abspath(sys.argv.pop(1))
BOTS = ("hold", "odds", "timid", "random")
# One that loses every game: it exits on its first question.
QUITTER = f'[[agent]]\nname = "quitter"\nrun = ["{ROGUE}", "first-question"]\n'


def plain(cell):
    """The text of a piece of a page."""
    return html.unescape(re.sub(r"<[^>]*>", "", cell)).replace("\N{MINUS SIGN}", "-").replace("\u2013", "-").strip()


def find_rating(division, agent):
    """What ranks the agent: elo, elo_low, elo_high."""
    return agent["adjusted"] if division["rated_by"] == "adjusted" else agent


def shown(rating):
    """As people read it."""
    if rating["elo_low"] is not None and rating["elo_high"] is not None:
        return f"{rating['elo']:+.0f} ±{(rating['elo_high'] - rating['elo_low']) / 2:.0f}"
    if rating["elo_low"] is not None:
        return f"≥ {rating['elo_low']:+.0f}"
    return f"≤ {rating['elo_high']:+.0f}" if rating["elo_high"] is not None else "-"


def ranks(agent):
    low, high = agent["rank_low"], agent["rank_high"]
    return str(low) if low == high else f"{low}-{high}"


class Consistency(InAFolder):
    def play(self, keys, bots):
        self.write("league.toml", league_file(f'name = "one"\nseed = "s"\n{keys}', bots) + QUITTER)
        run = danno("league", "run", "league.toml", "--out", "out", "-q", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(danno("league", "site", "out", cwd=self.folder).returncode, 0)
        return json.loads(self.read("table.json"))["divisions"][0]

    def read(self, name):
        return (self.folder / "out" / name).read_text(encoding="utf-8")

    def check(self, keys, bots=BOTS):
        division = self.play(keys, bots)
        self.check_order(division)
        self.check_terminal(division)
        self.check_markdown(division)
        self.check_csv(division)
        self.check_pages(division)
        self.check_feed(division)
        if "points" not in keys:
            self.check_grades(division)
        return division

    def check_order(self, division):
        """Rank, order, ranges, LOS follow the one rating; who loses everything takes nobody's interval away."""
        agents = division["agents"]
        others = [agent for agent in agents if agent["name"] != "quitter"]
        for agent in others:
            rating = find_rating(division, agent)
            self.assertIsNotNone(rating["elo_low"], agent)
            self.assertIsNotNone(rating["elo_high"], agent)
            self.assertTrue(agent["rank_low"] <= agent["rank"] <= agent["rank_high"], agent)
            self.assertLess(agent["rank_high"], len(agents), agent)
        self.assertAlmostEqual(sum(find_rating(division, agent)["elo"] for agent in others), 0, delta=1e-3)
        last = agents[-1]
        self.assertEqual((last["name"], last["rank_low"], last["rank_high"]), ("quitter", len(agents), len(agents)))
        self.assertIsNone(find_rating(division, last)["elo_low"])
        if division["rank_by"] == "points":
            return self.assertEqual(agents, sorted(agents, key=lambda agent: -agent["points"]))
        elos = [find_rating(division, agent)["elo"] for agent in agents]
        self.assertEqual(elos, sorted(elos, reverse=True))
        self.assertEqual([agent["rank"] for agent in agents], [1 + sum(other > elo for other in elos) for elo in elos])
        for agent, following in zip(agents, agents[1:]):
            self.assertGreaterEqual(agent["los_next"], 0.5)
            if agent["rank_high"] < following["rank_low"]:
                self.assertGreater(agent["los_next"], 0.975)

    def check_rows(self, division, rows):
        """Rows as dictionaries by heading, of the terminal or of Markdown."""
        other = "raw" if division["rated_by"] == "adjusted" else "adjusted"
        self.assertEqual([row["agent"] for row in rows], [agent["name"] for agent in division["agents"]])
        for row, agent in zip(rows, division["agents"]):
            self.assertEqual(int(row["rank"]), agent["rank"])
            self.assertEqual(row["range"], ranks(agent))
            self.assertEqual(row["Elo ±95 %"], shown(find_rating(division, agent)))
            self.assertEqual(row[other], shown(agent if other == "raw" else agent["adjusted"]) if agent["adjusted"] or other == "raw" else "-")
            self.assertEqual(row["score"], f"{100 * agent['score']:.1f} %")
            if agent["los_next"] is not None and "LOS" in row:
                self.assertEqual(row["LOS"], f"{100 * agent['los_next']:.0f} %")

    def check_terminal(self, division):
        lines = danno("league", "table", "out", cwd=self.folder, env=os.environ | {"COLUMNS": "200"}).stdout.splitlines()
        head = next(i for i, line in enumerate(lines) if line.startswith("rank"))
        headings = re.split(r" {2,}", lines[head].strip())
        rows = []
        for line in lines[head + 1 : head + 1 + len(division["agents"])]:
            cells = re.split(r" {2,}", line.strip())
            if len(cells) < len(headings):  # the last row has no LOS
                cells.insert(headings.index("LOS"), "")
            rows.append(dict(zip(headings, cells)))
        self.check_rows(division, rows)
        notes = " ".join(lines)
        self.assertEqual("with the luck of the dice taken out" in notes, division["values"] is not None)
        self.assertEqual("raw: " in notes, division["rated_by"] == "adjusted")

    def check_markdown(self, division):
        lines = [line for line in self.read("table.md").splitlines() if line.startswith("|")]
        cells = [[cell.strip().replace("\\", "") for cell in line.strip("|").split("|")] for line in lines]
        self.check_rows(division, [dict(zip(cells[0], row)) for row in cells[2 : 2 + len(division["agents"])]])

    def check_csv(self, division):
        rows = list(csv.DictReader(io.StringIO(self.read("table.csv"))))
        self.assertEqual([row["name"] for row in rows], [agent["name"] for agent in division["agents"]])
        for row, agent in zip(rows, division["agents"]):
            self.assertEqual(row["rated_by"], division["rated_by"])
            self.assertEqual([int(row[key]) for key in ("rank", "rank_low", "rank_high")], [agent[key] for key in ("rank", "rank_low", "rank_high")])
            for own, key in ((agent, "elo"), (agent["adjusted"], "adjusted")):
                names = ("elo", "elo_low", "elo_high") if key == "elo" else ("adjusted_elo", "adjusted_low", "adjusted_high")
                for name, value in zip(names, ("elo", "elo_low", "elo_high")):
                    due = None if own is None else own[value]
                    self.assertEqual(row[name], "" if due is None else f"{due:.4f}", (agent["name"], name))

    def check_pages(self, division):
        page = self.read("site/index.html")
        table = re.search(r'<table class="standings">(.*?)</table>', page, re.S).group(1)
        rows = re.findall(r"<tr[^>]*>(.*?)</tr>", table.split("<tbody>")[1].split("</tbody>")[0], re.S)
        names = [plain(re.search(r"<bdi>(.*?)</bdi>", row).group(1)) for row in rows]
        self.assertEqual(names, [agent["name"] for agent in division["agents"]])
        for row, agent in zip(rows, division["agents"]):
            self.assertEqual(plain(re.search(r'<td class="n">(.*?)</td>', row).group(1)), ranks(agent))
            figure = plain(re.search(r'<td class="n best">(.*?)</td>', row).group(1))
            self.assertEqual(figure.replace("± ", "±"), shown(find_rating(division, agent)))
        self.check_sentences(division, [plain(text) for text in re.findall(r'<p class="lead">(.*?)</p>', page, re.S)])
        own = self.read(f"site/{division['rules']}/agents/{names[0].replace('/', '%2F')}.html")
        self.assertIn(shown(find_rating(division, division["agents"][0])).replace("±", "± "), plain(own))

    def check_sentences(self, division, sentences):
        best = [agent["name"] for agent in division["agents"] if agent["rank_low"] == 1]
        said = " ".join(sentences)
        if len(best) == 1:
            self.assertIn(f"{best[0]} is ahead of all others", said)
        else:
            self.assertNotIn("is ahead of all others", said)
            self.assertTrue(all(name in said for name in best) or f"{len(best)} agents may be the best" in said, said)
        self.assertIn("quitter is behind all others", said)

    def check_feed(self, division):
        feed = html.unescape(self.read("site/feed.xml")).replace("\N{MINUS SIGN}", "-").replace("\u2013", "-")
        for agent in division["agents"]:
            self.assertIn(f"<title>{agent['name']}, version 1: rank {ranks(agent)} in {division['rules']}</title>", feed)
            self.assertIn(f"Elo {shown(find_rating(division, agent)).replace('±', '± ')}, ", feed)

    def check_grades(self, division):
        sheet = danno("league", "export", "out", "--grades", cwd=self.folder).stdout
        grades = {row["agent"]: row for row in csv.DictReader(io.StringIO(sheet))}
        values = [float(grades[agent["name"]]["grade"]) for agent in division["agents"]]
        self.assertEqual(values, sorted(values, reverse=True))
        for agent in division["agents"]:
            self.assertEqual(grades[agent["name"]]["grade_error"] == "", agent["name"] == "quitter")

    def test_a_solved_game_goes_by_ratings_without_luck_at_two_seats(self):
        self.assertEqual(self.check('rules = ["koans"]\ndeals = 30')["rated_by"], "adjusted")

    def test_and_at_three(self):
        self.assertEqual(self.check('rules = ["koans"]\ndeals = 12\nseats = 3')["rated_by"], "adjusted")

    def test_and_at_six(self):
        self.assertEqual(self.check('rules = ["koans"]\ndeals = 40\nseats = 6', (*BOTS, "optimal"))["rated_by"], "adjusted")

    def test_raw_ratings_rank_if_asked_for(self):
        division = self.check('rules = ["koans"]\ndeals = 30\nrank_by = "raw"')
        self.assertEqual(division["rated_by"], "raw")
        self.assertTrue(all(agent["adjusted"] for agent in division["agents"]))

    def test_a_game_that_is_not_solved_goes_by_raw_ratings(self):
        division = self.check('rules = ["tyghe"]\ndeals = 30', ("hold", "odds", "timid"))
        self.assertEqual((division["rated_by"], division["values"]), ("raw", None))

    def test_two_authors_have_a_bot_of_one_name(self):
        """The same names in all outputs; a short one is understood where it names one agent."""
        agents = [("mybot", "hold", "Zoe"), ("mybot", "odds", "Ann"), ("bob", "timid", "Ann")]
        text = league_file('name = "one"\nseed = "s"\nrules = ["koans"]\ndeals = 30', ())
        for name, path, author in agents:
            text += f'[[agent]]\nname = "{name}"\npath = "{path}"\nauthor = "{author}"\n'
        self.write("league.toml", text + QUITTER)
        run = danno("league", "run", "league.toml", "--out", "out", "-v", cwd=self.folder)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(danno("league", "site", "out", cwd=self.folder).returncode, 0)
        self.assertEqual(danno("league", "report", "--all", "out", cwd=self.folder).returncode, 0)
        names = ["Ann/mybot", "Zoe/mybot", "bob", "quitter"]
        division = json.loads(self.read("table.json"))["divisions"][0]
        self.assertEqual(sorted(agent["name"] for agent in division["agents"]), names)
        self.assertEqual({agent["name"]: agent.get("full_name") for agent in division["agents"]},
                         {"Ann/mybot": None, "Zoe/mybot": None, "bob": "Ann/bob", "quitter": None})
        for read in (self.check_terminal, self.check_markdown, self.check_csv, self.check_pages, self.check_feed):
            read(division)
        self.assertEqual(sorted(path.name for path in (self.folder / "out/reports").iterdir()),
                         ["Ann%2Fmybot", "Zoe%2Fmybot", "bob", "quitter"])
        # An old sense of a name is not left over in any file, nor a slash in a file's name.
        for path in (self.folder / "out").rglob("*"):
            if path.suffix in (".md", ".csv", ".html") and path.name != "write.html":  # it offers a new mybot
                text = re.sub(r"(Ann|Zoe)(/|%2F|%252F)mybot", "", html.unescape(path.read_text(encoding="utf-8")))
                self.assertNotRegex(text, r"\bmybot\b", path)
        several = "several agents are named 'mybot'; expected one of Ann/mybot, Zoe/mybot"
        for arguments in ("report", "mybot"), ("explain", "mybot"):
            command = ["league", *arguments] if arguments[0] == "report" else arguments
            result = danno(*command, "out", cwd=self.folder)
            self.assertEqual((result.returncode, result.stdout), (2, ""), result.stderr)
            self.assertEqual(result.stderr.strip().removeprefix("error: "), several)
        for command in (["explain", "Zoe/mybot"], ["explain", "Ann/bob"], ["explain", "bob"], ["league", "report", "Ann/bob"],
                        ["replay", "koans/Ann/mybot,Zoe/mybot/3/1"], ["replay", "koans/mybot,mybot/3/1"],
                        ["replay", "koans/bob,Ann/mybot/0/0"], ["replay", "koans/Ann/bob,Zoe/mybot/0/0"]):
            result = danno(*command, "out", cwd=self.folder)
            self.assertEqual(result.returncode, 0, (command, result.stderr))
        result = danno("replay", "koans/bob,mybot/0/0", "out", cwd=self.folder)
        self.assertEqual((result.returncode, result.stdout), (2, ""))
        self.assertIn("several line-ups are named 'bob,mybot'; expected one of bob,Ann/mybot or bob,Zoe/mybot", result.stderr)
        grades = danno("league", "export", "out", "--grades", "--anchor", "Ann/bob=0", "--anchor", "Zoe/mybot=50", cwd=self.folder)
        self.assertEqual(grades.returncode, 0, grades.stderr)
        rows = list(csv.DictReader(io.StringIO(grades.stdout)))
        self.assertEqual([(row["author"], row["agent"]) for row in rows],
                         [("quitter", "quitter"), ("Ann", "Ann/mybot"), ("Ann", "bob"), ("Zoe", "Zoe/mybot")])
        result = danno("league", "export", "out", "--grades", "--anchor", "bob=0", "--anchor", "mybot=50", cwd=self.folder)
        self.assertEqual((result.returncode, several in result.stderr), (2, True), result.stderr)
        similar = danno("league", "similar", "out", cwd=self.folder)
        self.assertEqual(similar.returncode, 0, similar.stderr)
        verified = danno("league", "verify", "out", cwd=self.folder)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_points_rank_if_asked_for(self):
        division = self.check('rules = ["koans"]\ndeals = 30\nrank_by = "points"')
        self.assertEqual(division["rank_by"], "points")


if __name__ == "__main__":
    unittest.main()
