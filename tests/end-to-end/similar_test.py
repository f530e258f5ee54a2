"""danno league similar: copies are found by their content and by their decisions, and nobody else is listed.

The decisions are counted once more here, from the games that `danno league export` writes.
"""

import collections
import itertools
import json
import pathlib
import shutil
import unittest

from driver import DANNO, InAFolder, danno, league_file

AGENTS = pathlib.Path(DANNO).parent.parent / "agents"
LEAST_QUESTIONS, LEAST_SHARE = 100, 0.99


class KoansTurn:
    """A game of koans for two, as far as a question tells it."""

    def __init__(self, game):
        self.seats = {name: seat for seat, name in enumerate(game["players"])}
        self.first = self.seats[game["first"]]
        self.totals = [0, 0]
        self.points = 0

    @staticmethod
    def worth(dice):
        points = 0
        for face in "123456":
            count = dice.count(face)
            if count >= 3:
                points += 1000 if face == "1" else 100 * int(face)
                count -= 3
            points += count * {"1": 100, "5": 50}.get(face, 0)
        return points

    def questions(self, events):
        """Who was asked what, and the answer; both are always legal."""
        for name, dice, did in map(str.split, events):
            seat = self.seats[name]
            before = (self.first, seat, tuple(self.totals), self.points, dice)
            self.points += self.worth(dice)
            if did != "bust":
                yield name, before, did
            if did == "bank" and (self.totals[seat] > 0 or self.points >= 300):
                self.totals[seat] += self.points
            if did != "roll":
                self.points = 0


def count_common(games):
    """(questions, alike) by pair of names."""
    answers = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
    for game in games:
        for name, question, answer in KoansTurn(game).questions(game["events"]):
            answers[question][name][answer] += 1
    pairs = collections.defaultdict(lambda: [0, 0])
    for by_name in answers.values():
        # The first of equally frequent answers counts: roll.
        usual = {name: min(given, key=lambda answer: (-given[answer], answer == "bank"))
                 for name, given in by_name.items()}
        for pair in itertools.combinations(sorted(usual), 2):
            pairs[pair][0] += 1
            pairs[pair][1] += usual[pair[0]] == usual[pair[1]]
    return pairs


class Similar(InAFolder):
    def add(self, folder, name, author="", like="hold-py", arguments=("--at", "350"), changes=()):
        """A copy of a bundled agent, under another name."""
        target = self.folder / "bots" / folder
        shutil.copytree(AGENTS / like, target)
        run = ["python3", "-B", "hold.py"] if like == "hold-py" else ["./" + folder]
        if like != "hold-py":
            (target / like).rename(target / folder)
        (target / "agent.toml").write_text(f'name = "{name}"\nauthor = "{author}"\nrun = {json.dumps([*run, *arguments])}\n',
                                           encoding="utf-8")
        for before, after in changes:
            text = (target / "hold.py").read_text()
            self.assertIn(before, text)
            (target / "hold.py").write_text(text.replace(before, after))

    def play(self, deals=60, rules='["koans"]'):
        self.write("league.toml", league_file(
            f'name = "spring"\nrules = {rules}\nseed = "similar"\ndeals = {deals}\nagents = "bots/*"'))
        self.run_verb("run", "-q")

    def run_verb(self, *arguments):
        result = danno("league", *arguments, cwd=self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def similar(self):
        return {tuple(pair["agents"]): pair for pair in json.loads(self.run_verb("similar", "--json").stdout)}

    def test_a_copy_of_a_folder_under_another_name_is_found_by_its_content(self):
        self.add("ada", "ada", "Ann")
        self.add("eve", "eve", "Eve")
        self.add("other", "other", arguments=("--at", "600"))
        self.play(deals=10, rules='["koans", "official"]')
        found = self.similar()
        self.assertEqual(list(found), [("ada", "eve")])
        pair = found["ada", "eve"]
        self.assertEqual(list(pair), ["agents", "authors", "same_content", "questions", "alike", "share"])
        self.assertEqual((pair["authors"], pair["same_content"], pair["share"]), (["Ann", "Eve"], True, 1))
        self.assertEqual(pair["alike"], pair["questions"])

        # An agent whose files are gone shows by its decisions alone.
        self.assertEqual(self.run_verb("similar").stderr, "")
        shutil.rmtree(self.folder / "bots/eve")
        told = self.run_verb("similar", "out/spring", "--json")
        self.assertEqual(told.stderr, "warning: the folder of eve is gone or has changed; only its decisions can "
                                      "show a copy of it under another name\n")
        self.assertEqual(json.loads(told.stdout), [dict(pair, same_content=False)])

    def test_agents_that_could_not_be_read_are_not_the_same(self):
        for name in ("ada", "bob"):
            self.write(f"bots/{name}/agent.toml", f'nam = "{name}"\n')
        self.add("cy", "cy")
        self.play(deals=2)
        self.assertEqual(self.similar(), {})
        self.assertEqual(self.run_verb("similar").stdout, "0 of 3 pairs of agents alike\n"
                                                          "3 pairs had fewer than 100 questions in common\n")

    def test_decisions_find_other_programs_that_do_the_same_and_count_every_difference(self):
        self.add("ada", "ada", "Ann")
        self.add("mine", "mine", "Ann", like="hold")
        self.add("rare", "rare", changes=[
            ("return danno.bank(counting)",
             "return danno.roll(counting) if question.turn_points(counting) == 1050 else danno.bank(counting)")])
        self.add("late", "late", arguments=("--at", "450"))
        self.add("odds", "odds", like="odds", arguments=())
        self.play()
        found = self.similar()
        games = map(json.loads, self.run_verb("export", "--all", "--json").stdout.splitlines())
        counted = count_common(games)
        self.assertEqual(len(counted), 10)
        for names, (questions, alike) in counted.items():
            self.assertGreater(questions, LEAST_QUESTIONS, names)
            self.assertEqual(names in found, alike >= LEAST_SHARE * questions, names)
            if names in found:
                pair = found[names]
                self.assertEqual((pair["questions"], pair["alike"], pair["same_content"]), (questions, alike, False))
                self.assertAlmostEqual(pair["share"], alike / questions)
        self.assertEqual(list(found)[0], ("ada", "mine"))
        self.assertEqual(found["ada", "mine"]["share"], 1)
        self.assertLess(found["ada", "rare"]["share"], 1)
        self.assertNotIn(("ada", "late"), found)

        shown = self.run_verb("similar").stdout
        self.assertIn("3 of 10 pairs of agents alike\n\nagent  and ", shown)
        self.assertRegex(shown, r"\nada +mine +both Ann +([\d,]+) +\1 +100 %\n")
        self.assertRegex(shown, r"\nada +rare +Ann, - +[\d,]+ +[\d,]+ +99\.\d\d %\n")

    def test_names_and_authors_are_escaped(self):
        for folder in ("ada", "eve"):
            self.add(folder, folder + "\u202e", folder + "\u202e")
        self.play(deals=2)
        shown = self.run_verb("similar").stdout
        self.assertIn("ada\\u202e  eve\\u202e  ada\\u202e, eve\\u202e  same ", shown)
        self.assertNotIn("\u202e", shown)


if __name__ == "__main__":
    unittest.main()
