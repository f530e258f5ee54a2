"""Every file of ours that a comment or a room's README names exists, and every room has a README.

A comment names a path from the root, from leagues or referee, or from the file's own folder. A README does, too; the
first column of its table, and its lists, have names of files in its folder without their endings."""
import re
import sys
from pathlib import Path

import rooms_test

ROOT = rooms_test.ROOT
PATH = re.compile(r"(?<![\w/.<$-])((?:[\w-]+/)*[\w-]+\.(?:cpp|hpp|py|def|cmake))\b")
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b(?!\.md)")
# Files of fastchess, of fishtest and of an author.
FOREIGN = {"app/tests/sprt_test.cpp", "server/fishtest/stats/LLRcalc.py", "agent.py"}
OURS = ("referee", "leagues", "agents", "sdk", "proto", "tests", "docs")


def comments(path):
    """The line number and text of each comment of a C++ file."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if found := re.search(r"(?:^|[\s;{}])//(.*)", line):
            yield number, found[1]


def exists(name, folder):
    return any((start / name).exists() for start in (ROOT, ROOT / "leagues", ROOT / "referee", folder, folder.parent))


def missing_in_comments():
    for top in ("referee", "leagues", "agents", "tests"):
        for path in sorted(file for file in (ROOT / top).rglob("*") if file.suffix in (".cpp", ".hpp", ".h", ".def")):
            for number, text in comments(path):
                for name in PATH.findall(text):
                    if name not in FOREIGN and not PLACEHOLDER.search(name) and not exists(name, path.parent):
                        yield f"{path.relative_to(ROOT)}:{number}: no file {name}"


def named_in_readme(line):
    """The names of files in the folder, and the paths, in a line of a README."""
    first_column = re.match(r"\|([^|]*)\|", line)
    listed = first_column[1] if first_column else line if line.startswith("- ") else ""
    stems = re.findall(r"`([a-z_]+)`", listed)
    words = re.findall(r"`([\w./-]+)`", line)
    paths = [word for word in words if PATH.fullmatch(word) or word.split("/")[0] in OURS and "/" in word]
    return stems, [path for path in paths if not PLACEHOLDER.search(path)]


def missing_in_readme(readme):
    for number, line in enumerate(readme.read_text().splitlines(), 1):
        stems, paths = named_in_readme(line)
        missing = [stem for stem in stems if not [*readme.parent.glob(stem), *readme.parent.glob(stem + ".*")]]
        missing += [path for path in paths if not exists(path, readme.parent)]
        for name in missing:
            yield f"{readme.relative_to(ROOT)}:{number}: no file {name}"


def room_folders():
    """The folder of each target of a room, and of each command."""
    for path in [*ROOT.glob("referee/**/CMakeLists.txt"), *ROOT.glob("leagues/**/CMakeLists.txt")]:
        if "danno_module(" in path.read_text():
            yield path.parent


def missing_readmes():
    for folder in room_folders():
        readme = folder / "README.md"
        if not readme.is_file():
            yield f"{folder.relative_to(ROOT)} has no README.md: what it is, its principle, its files, what it may use"
        else:
            yield from missing_in_readme(readme)


def main():
    assert sum(1 for path in (ROOT / "referee").rglob("*.hpp") for _ in comments(path)) > 500, "comments are not found"
    assert len([*room_folders()]) >= len(rooms_test.targets())
    assert named_in_readme("| `whole_file`, `json` | `x` |") == (["whole_file", "json"], [])
    if missing := [*missing_in_comments(), *missing_readmes()]:
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
