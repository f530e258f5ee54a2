"""No comment begins as a fragment, and no function or variable is called something_of: CONTRIBUTING.md has the rules.
Tests may keep their names."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = {"referee": "cpp hpp h", "leagues": "cpp hpp h", "agents": "cpp hpp h", "sdk": "cpp hpp h go java js rs",
             "tests": "cpp hpp"}
CODE = [path for folder, endings in LANGUAGES.items() for ending in endings.split()
        for path in sorted((ROOT / folder).rglob(f"*.{ending}"))]

# A comment that begins with one of them has lost its subject. "If" begins a clause, whose sentence follows.
OPENERS = """
    above across after against along among around as at before behind below beneath beside besides between
    beyond by despite down during except for from in inside into like near of off on onto out outside over past per
    since than through throughout to toward towards under until up upon via with within without
    its none so\\s+many such what who whom whose""".split()
FRAGMENT = re.compile(rf"\s*//[/!]?<?\s*({'|'.join(OPENERS)})\b", re.I)
OF = re.compile(r"\b\w+_of(?=\()")

# Names of the standard library.
STANDARD = {"all_of", "any_of", "none_of", "find_first_of", "find_first_not_of", "find_last_of", "find_last_not_of"}


def faults(path):
    before = ""
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.relative_to(ROOT)}:{number}"
        if not re.match(r"\s*//", before) and (opener := FRAGMENT.match(line)):
            yield f"{where}: a comment begins with '{opener[1]}'; begin with a verb or with its subject: {line.strip()}"
        for name in set(OF.findall(line)) - STANDARD:
            yield f"{where}: {name}(): call a lookup after what it returns, and other functions with a verb"
        before = line


def main():
    assert len(CODE) > 500, "the folders of the project lie elsewhere"
    found = [fault for path in CODE for fault in faults(path)]
    if found:
        sys.exit("\n".join(found))


if __name__ == "__main__":
    main()
