"""A league file and its schema, as 'danno league new' writes them, for the program and for editors.

Run as: new_league_test.py PATH/TO/danno [unittest arguments]
"""

import json
import pathlib
import re
import tomllib
import unittest

from jsonschema import Draft7Validator
from driver import InAFolder, danno

HERE = pathlib.Path(__file__).resolve().parent
FILES = [HERE.parents[1] / "leagues/demo.toml", HERE.parent / "golden/cup.toml", HERE.parent / "golden/spring.toml"]


class NewLeague(InAFolder):
    def danno(self, *arguments):
        return danno(*arguments, cwd=self.folder)

    def test_plays_as_soon_as_there_are_agents(self):
        made = self.danno("league", "new", "spring.toml")
        self.assertEqual(made.returncode, 0, made.stderr)
        self.assertIn("league run spring.toml", made.stdout)
        text = (self.folder / "spring.toml").read_text()
        self.assertTrue(text.startswith("#:schema ./league.schema.json\n"))
        for name in ("ada", "bob"):
            folder = self.folder / "bots" / name
            folder.mkdir(parents=True)
            (folder / "agent.toml").write_text(f'name = "{name}"\nrun = ["hold"]\n')
        (self.folder / "spring.toml").write_text(
            text.replace('# isolation = "strict"', 'isolation = "none"').replace("# deals = 200", "deals = 2"))
        played = self.danno("league", "run", "spring.toml", "-q")
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertTrue((self.folder / "out/spring/table.md").exists())

    def test_refuses_what_it_would_overwrite_and_names_that_are_none(self):
        self.assertEqual(self.danno("league", "new").returncode, 0)
        written = (self.folder / "league.toml").read_text()
        for arguments, told in (([], "already exists"), (["league"], "expected NAME.toml"),
                                (["a b.toml"], "expected NAME.toml"), (["no/such.toml"], "make it first")):
            refused = self.danno("league", "new", *arguments)
            self.assertEqual(refused.returncode, 2)
            self.assertIn(told, refused.stderr)
        self.assertEqual((self.folder / "league.toml").read_text(), written)

    def test_the_schema_takes_and_refuses_what_danno_does(self):
        self.assertEqual(self.danno("league", "new").returncode, 0)
        schema = json.loads((self.folder / "league.schema.json").read_text())
        Draft7Validator.check_schema(schema)
        editor = Draft7Validator(schema)
        draft = (self.folder / "league.toml").read_text()
        for text in [draft] + [file.read_text() for file in FILES]:
            self.assertEqual(list(editor.iter_errors(tomllib.loads(text))), [])
        whole = re.sub(r"^# (?=\[?\[?[a-z._]+\]?\]?( |$))", "", draft, flags=re.M)
        self.assertEqual(list(editor.iter_errors(tomllib.loads(whole))), [])
        for wrong in ('deals = 0', 'rules = ["chess"]', 'format = "league"', 'colour = "red"', 'mirror = "yes"'):
            key = wrong.split(" ")[0]
            text = re.sub(rf"^(# )?{key} = .*\n", "", draft, flags=re.M).replace("[league]\n", f"[league]\n{wrong}\n")
            self.assertTrue(list(editor.iter_errors(tomllib.loads(text))), wrong)
            (self.folder / "wrong.toml").write_text(text)
            self.assertEqual(self.danno("league", "run", "wrong.toml").returncode, 2)


if __name__ == "__main__":
    unittest.main()
