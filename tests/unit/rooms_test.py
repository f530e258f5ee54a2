"""The picture of the rooms in docs/architecture.md is what CMake links: tests/unit/rooms_test.py --draw
writes it there again."""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/architecture.md"
BLOCK = re.compile(r"```mermaid\n.*?```\n", re.S)


def room(target):
    """The commands are one room, whose folders have targets of their own; so have parts of two others."""
    return re.sub(r"^danno_(leagues_commands|leagues_site|referee_record)_\w+", r"danno_\1", target)


def targets():
    """Each room's target and the rooms that it links."""
    found = {}
    for path in [*ROOT.glob("referee/**/CMakeLists.txt"), *ROOT.glob("leagues/**/CMakeLists.txt")]:
        for name, body in re.findall(r"danno_module\((\w+)([^)]*)\)", path.read_text()):
            links = map(room, re.findall(r"\bdanno_(?!boost\b|proto\b|version\b)\w+", body))
            found.setdefault(room("danno_" + name), set()).update(links)
    return {name: needs & found.keys() - {name} for name, needs in found.items()}


def reachable(graph, start):
    seen, todo = set(), [start]
    while todo:
        for target in graph[todo.pop()] - seen:
            seen.add(target)
            todo.append(target)
    return seen


def without_shortcuts(graph):
    """Only arrows that no way over another room replaces."""
    return {name: {target for target in needs
                   if not any(target in reachable(graph, other) for other in needs - {target})}
            for name, needs in graph.items()}


def mermaid(graph):
    def node(target):
        return target.replace("danno_", "", 1).replace("leagues_", "", 1)

    lines = ["```mermaid", "flowchart TD"]
    for part in ("leagues", "referee"):
        own = sorted(name for name in graph if name.startswith("danno_leagues") == (part == "leagues"))
        lines += [f"  subgraph {part}", *(f"    {node(name)}" for name in own), "  end"]
    arrows = without_shortcuts(graph)
    lines += [f"  {node(name)}-->{node(target)}"
              for name in sorted(graph) for target in sorted(arrows[name])]
    return "\n".join([*lines, "```", ""])


def main():
    graph = targets()
    assert len(graph) <= 24, f"{len(graph)} rooms; the picture is to be read at a glance: at most 24"
    for name in graph:
        assert name not in reachable(graph, name), f"{name} links itself in a circle"
    picture, page = mermaid(graph), PAGE.read_text()
    if sys.argv[1:] == ["--draw"]:
        PAGE.write_text(BLOCK.sub(lambda _: picture, page))
        return
    assert picture in page, f"{PAGE.relative_to(ROOT)} shows other rooms; run: python3 {sys.argv[0]} --draw"


if __name__ == "__main__":
    main()
