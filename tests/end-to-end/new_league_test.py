"""A league file and its schema, as 'danno league new' writes them, for the program and for editors. The tables of keys
in docs/ are what the schema says, and remarks of their own after <br>.

Run as: new_league_test.py PATH/TO/danno [unittest arguments]; with --draw, the tables are written again.
"""

import json
import pathlib
import re
import sys
import tempfile
import tomllib
import unittest

from jsonschema import Draft7Validator
from driver import InAFolder, danno

HERE = pathlib.Path(__file__).resolve().parent
FILES = [HERE.parents[1] / "leagues/demo.toml", HERE.parent / "golden/cup.toml", HERE.parent / "golden/spring.toml"]
PAGES = sorted((HERE.parents[1] / "docs").glob("*.md"))
TABLE = re.compile(r"(?m)^(\| key of `\[+(\w+)\]+` \| default \| meaning \|\n\|[-|]+\n)((?:\|.*\n)*)")


def new_schema(folder):
    assert danno("league", "new", cwd=folder).returncode == 0
    return json.loads((pathlib.Path(folder) / "league.schema.json").read_text())


def key_row(name, key, remark):
    """A line of a table. The values are a range, or words."""
    values = ""
    if "minimum" in key:
        values = f" ({key['minimum']:,} to {key['maximum']:,})".replace(",", " ")
    elif "enum" in key:
        values = " (" + ", ".join(f"`{word}`" for word in key["enum"]) + ")"
    default = "" if "default" not in key else json.dumps(key["default"])
    default = re.sub(r'"(.*)"', r"`\1`", default)
    return f"| `{name}` | {default} | {key['description']}{values}{'<br>' if remark else ''}{remark} |\n"


def with_key_tables(text, schema):
    """The page's text with its tables of keys as the schema has them, and the names of these tables."""
    names = []

    def drawn(match):
        head, name, rows = match.groups()
        names.append(name)
        remarks = dict(re.findall(r"(?m)^\| `(\w+)` \|.*<br>(.*) \|$", rows))
        keys = schema["properties"][name]
        keys = keys.get("items", keys)["properties"]
        return head + "".join(key_row(key, shape, remarks.get(key, "")) for key, shape in keys.items())

    return TABLE.sub(drawn, text), names


def draw():
    with tempfile.TemporaryDirectory() as folder:
        schema = new_schema(folder)
    for page in PAGES:
        page.write_text(with_key_tables(page.read_text(), schema)[0])


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

    def test_the_pages_have_its_keys(self):
        schema, found = new_schema(self.folder), []
        for page in PAGES:
            text, names = with_key_tables(page.read_text(), schema)
            self.assertEqual(page.read_text(), text, f"{page.name} has other keys; run {sys.argv[0]} DANNO --draw")
            found += names
        self.assertEqual(sorted(found), ["agent", "league", "limits", "season", "site"])

    def test_the_schema_takes_and_refuses_what_danno_does(self):
        schema = new_schema(self.folder)
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
    draw() if sys.argv[1:] == ["--draw"] else unittest.main()
