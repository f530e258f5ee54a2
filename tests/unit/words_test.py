"""No comment begins as a fragment, and no function or variable is called something_of: CONTRIBUTING.md has the rules.
Scripts count too: files that begin with #!, and Python."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = {"referee": "cpp hpp h", "leagues": "cpp hpp h", "agents": "cpp hpp h", "sdk": "cpp hpp h go java js rs",
             "tests": "cpp hpp"}
FILES = [*ROOT.glob("*"), *(path for folder in (*LANGUAGES, ".ci", "docs")
                            for path in sorted((ROOT / folder).rglob("*")) if "node_modules" not in path.parts)]


def is_script(path):
    if path.suffix == ".py":
        return True
    with path.open("rb") as file:
        return file.read(2) == b"#!"


CODE = [path for path in FILES if path.suffix[1:] in LANGUAGES.get(path.relative_to(ROOT).parts[0], "").split()]
SCRIPTS = [path for path in FILES if path.is_file() and is_script(path)]

# A comment that begins with one of them has lost its subject. "If" begins a clause, whose sentence follows.
OPENERS = """
    above across after against along among around as at before behind below beneath beside besides between
    beyond by despite down during except for from in inside into like near of off on onto out outside over past per
    since than through throughout to toward towards under until up upon via with within without
    its none so\\s+many such what who whom whose""".split()
FRAGMENT = re.compile(rf"\s*(?://[/!]?<?|#)\s*({'|'.join(OPENERS)})\b", re.I)
COMMENT = re.compile(r"\s*(?://|#)")
OF = re.compile(r"\b\w+_of(?=\()")
SHOW = re.compile(r"\bshow_\w+(?=\()")

# Names of the standard library.
STANDARD = {"all_of", "any_of", "none_of", "find_first_of", "find_first_not_of", "find_last_of", "find_last_not_of"}


def faults(path):
    before = ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.relative_to(ROOT)}:{number}"
        if not COMMENT.match(before) and (opener := FRAGMENT.match(line)):
            yield f"{where}: a comment begins with '{opener[1]}'; begin with a verb or with its subject: {line.strip()}"
        for name in set(OF.findall(line)) - STANDARD:
            yield f"{where}: {name}(): call a lookup after what it returns, and other functions with a verb"
        for name in set(SHOW.findall(line)):
            yield f"{where}: {name}(): text for people is format_*, output is print_*"
        before = line


def main():
    assert len(CODE) > 500, "the folders of the project lie elsewhere"
    assert ROOT / "tests/mutate" in SCRIPTS and ROOT / "league" in SCRIPTS
    found = [fault for path in (*CODE, *SCRIPTS) for fault in faults(path)]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
