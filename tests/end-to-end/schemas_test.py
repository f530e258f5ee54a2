"""The JSON schemas: what danno writes holds by them, and what `danno new` makes names its own.

Run as: schemas_test.py PATH/TO/danno SOURCE [unittest arguments]
"""

import json
import pathlib
import sys

from driver import InAFolder, danno, league_file, rule_sets, unittest

SOURCE = pathlib.Path(sys.argv.pop(1))

try:
    import tomllib

    import jsonschema
except ImportError as missing:
    print("no", missing.name)
    sys.exit(77)


def schema(name):
    return json.loads((SOURCE / f"docs/schemas/{name}.schema.json").read_text(encoding="utf-8"))


def named_by(file):
    """The schema that the first line of a TOML file names, for editors."""
    path = file.read_text(encoding="utf-8").splitlines()[0].removeprefix("#:schema ")
    return json.loads((file.parent / path).read_text(encoding="utf-8"))


class Schemas(InAFolder):
    def holds(self, value, by):
        jsonschema.validate(value, by, jsonschema.Draft7Validator)

    def test_each_has_an_id_of_its_own_and_is_a_schema(self):
        all_of_them = [schema(path.name.split(".")[0]) for path in (SOURCE / "docs/schemas").iterdir()]
        for one in all_of_them:
            jsonschema.Draft7Validator.check_schema(one)
        ids = {one["$id"] for one in all_of_them}
        self.assertEqual(len(ids), len(all_of_them))
        self.assertTrue(all(one.startswith("urn:danno:schema:") for one in ids), ids)

    def test_agents_and_leagues_name_theirs(self):
        for language in ("python", "js", "cpp", "java", "go", "rust"):
            self.assertEqual(danno("new", language, language, cwd=self.folder).returncode, 0)
            toml = self.folder / language / "agent.toml"
            self.assertEqual(named_by(toml), schema("agent"))
            self.holds(tomllib.loads(toml.read_text()), schema("agent"))
        with self.assertRaises(jsonschema.ValidationError):
            self.holds({"name": "ada", "run": ["./ada"], "authr": "Ada"}, schema("agent"))
        self.assertEqual(danno("league", "new", cwd=self.folder).returncode, 0)
        league = named_by(self.folder / "league.toml")
        self.assertEqual(league["$id"], "urn:danno:schema:league")
        self.holds(tomllib.loads((self.folder / "league.toml").read_text()), league)

    def test_rule_files(self):
        for text in [danno("rules", rules, "--toml").stdout for rules in rule_sets()] + [
                path.read_text(encoding="utf-8") for path in (SOURCE / "leagues/rules").glob("*.toml")]:
            self.holds(tomllib.loads(text), schema("rules"))

    def test_tables_and_games(self):
        self.write("league.toml", league_file('name = "x"\nrules = ["koans", "tyghe"]\ndeals = 6', ("hold", "odds", "random")))
        self.assertEqual(danno("league", "run", "league.toml", "--out", "out", "-q", cwd=self.folder).returncode, 0)
        self.holds(json.loads((self.folder / "out/table.json").read_text()), schema("table"))
        games = danno("league", "export", "out", "--all", "--json", cwd=self.folder).stdout.splitlines()
        self.assertEqual(len(games), 72)
        self.assertEqual(danno("league", "site", "out", cwd=self.folder).returncode, 0)
        site = self.folder / "out/site"
        for name in ("game", "table"):
            self.assertEqual(json.loads((site / f"{name}.schema.json").read_text()), schema(name))
        shown = [line for file in site.rglob("*.jsonl") for line in file.read_text(encoding="utf-8").splitlines()]
        self.assertTrue(shown)
        for game in games + shown:
            self.holds(json.loads(game), schema("game"))
        self.assertTrue(set(shown) <= set(games))


if __name__ == "__main__":
    unittest.main()
