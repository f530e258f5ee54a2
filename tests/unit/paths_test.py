"""Every file of ours that a comment names exists: a path from the root, from leagues or referee, or from the
file's own folder."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PATH = re.compile(r"(?<![\w/.<$-])((?:[\w-]+/)*[\w-]+\.(?:cpp|hpp|py|def|cmake))\b")
# Files of others that comments name: fastchess, and of an author.
FOREIGN = {"app/tests/sprt_test.cpp", "agent.py"}


def comments(path):
    """The line number and text of each comment of a C++ file."""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if found := re.search(r"(?:^|[\s;{}])//(.*)", line):
            yield number, found[1]


def exists(name, folder):
    return any((start / name).is_file() for start in (ROOT, ROOT / "leagues", ROOT / "referee", folder, folder.parent))


def missing_in_comments():
    for top in ("referee", "leagues", "agents", "tests"):
        for path in sorted(file for file in (ROOT / top).rglob("*") if file.suffix in (".cpp", ".hpp", ".h", ".def")):
            for number, text in comments(path):
                for name in PATH.findall(text):
                    if name not in FOREIGN and not re.search(r"\b[A-Z]{2,}", name) and not exists(name, path.parent):
                        yield f"{path.relative_to(ROOT)}:{number}: no file {name}"


def main():
    assert sum(1 for path in (ROOT / "referee").rglob("*.hpp") for _ in comments(path)) > 500, "comments are not found"
    if missing := list(missing_in_comments()):
        sys.exit("\n".join(missing))


if __name__ == "__main__":
    main()
