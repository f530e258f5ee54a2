"""Matches and games in Python and in notebooks: danno.match and danno.show. Both run the program `danno`."""

from __future__ import annotations

import json
import os
import tempfile
from array import array
from collections.abc import Sequence
from html import escape
from typing import IO, Any, Optional, Union, overload

from danno.program import run

Agent = Union[str, "os.PathLike[str]"]


class Game:
    """A game as it was played. In a notebook it is shown throw by throw."""

    def __init__(self, stored: dict[str, Any]) -> None:
        self.id: str = stored["game"]
        self.players: list[str] = stored["players"]
        self.places: dict[str, int] = stored["places"]
        self.totals: dict[str, float] = stored["totals"]
        self.faults: list[dict[str, Any]] = stored["faults"]
        self.events: list[str] = stored["events"]
        self._stored = stored

    def __str__(self) -> str:
        """The written game, as `danno audit` and `danno replay` read it."""
        stored = self._stored
        lines = ["rules " + stored["rules"]]
        lines += ["| " + line if line else "|" for line in stored.get("rule_file", "").splitlines()]
        lines.append("players " + " ".join(self.players))
        lines += ["set %s %s" % change for change in stored["changed"].items()]
        if stored["first"] != self.players[0]:
            lines.append("first " + stored["first"])
        return "\n".join([*lines, *self.events, ""])

    def __repr__(self) -> str:
        totals = ", ".join("%s %s" % each for each in self.totals.items())
        return "<game %s: %s>" % (self.id, totals)

    def _repr_html_(self) -> str:
        return show(self)._repr_html_()


class Games(Sequence[Game]):
    """The games of a match, in the order in which they were stored. They lie in a file that goes with this value."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._starts = array("Q")
        start = 0
        for line in file:
            self._starts.append(start)
            start += len(line)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> list[Game]: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Game, list[Game]]:
        if isinstance(index, slice):
            return [self[at] for at in range(len(self))[index]]
        self._file.seek(self._starts[index])
        return Game(json.loads(self._file.readline()))

    def __repr__(self) -> str:
        return "<%d games>" % len(self)


class MatchResult:
    """A match as the first of `agents` has it: the first that was named or, in a round robin, the best.

    `score` is its mean pair score (0 to 1), and `elo` its Elo difference with the bounds of the 95 % interval, `elo_low`
    and `elo_high`: None where too few games give none. The luck of the dice is taken out where danno can do so.
    `result` is all that `danno match --json` prints.
    """

    def __init__(self, result: dict[str, Any], games: Games) -> None:
        self.result = result
        self.games = games
        self.agents: list[dict[str, Any]] = result["agents"]
        self.verdict: str = result.get("verdict") or ""  # a match of more than two has none
        first = self.agents[0]
        self.score: float = first["score"]
        self.elo, self.elo_low, self.elo_high = _elo(first)

    def __repr__(self) -> str:
        rows = [_figures(agent) for agent in self.agents]
        width = max(len(row[0]) for row in rows)
        lines = ["%-*s  %s  %s" % (width, name, score, elo) for name, score, elo, _ in rows]
        return "\n".join([*lines, self.verdict]).rstrip()

    def _repr_html_(self) -> str:
        rows = [_row("th", ("agent", "score", "Elo difference ±95 %", "faults"))]
        rows += [_row("td", _figures(agent)) for agent in self.agents]
        return "<table>%s</table><p>%s</p>" % ("".join(rows), escape(self.verdict))


class Replay:
    """A page that shows a game throw by throw; `html` is the whole page."""

    def __init__(self, html: str, height: int) -> None:
        self.html = html
        self._height = height

    def __repr__(self) -> str:
        return "<a page of %d bytes: a notebook shows it; its text is .html>" % len(self.html)

    def _repr_html_(self) -> str:
        frame = '<iframe sandbox="allow-scripts" style="width: 100%%; height: %dpx; border: 0" srcdoc="%s"></iframe>'
        return frame % (self._height, escape(self.html))


def match(agents: Sequence[Agent], deals: int = 100, rules: Agent = "koans", **options: Any) -> MatchResult:
    """Plays a match and keeps all its games. Agents, rules and options are those of `danno match`, an option's `-` as `_`:

    danno.match(["./mybot", "hold"], deals=1000, rules="koans", isolation="confined")
    """
    if isinstance(agents, (str, os.PathLike)):
        raise TypeError("match() takes a list of agents, as in match(['./mybot', 'hold'])")
    agents = list(agents)
    words = [os.fspath(agent) for agent in agents]
    words += ["--json", "--quiet", "--deals=%s" % deals, "--rules=" + os.fspath(rules)]
    for name, value in options.items():
        words += _option(name, value)
    seats = str(options.get("seats") or 3)
    with tempfile.TemporaryDirectory(prefix="danno-") as folder:
        stored = os.path.join(folder, "games.jsonl")
        if not seats.isdecimal() or len(agents) <= int(seats):  # danno refuses what is no number
            result = run("match", *words, "--out=" + stored)
        else:
            result = run("match", *words, "--out=" + folder)
            with open(stored, "w", encoding="utf-8") as file:
                file.write(run("league", "export", folder, "--all", "--json"))
        return MatchResult(json.loads(result), Games(open(stored, "rb")))


def show(game: Union[Game, Agent], height: int = 720) -> Replay:
    """Shows a game in a notebook, throw by throw: one of a match, a written game, or the name of its file."""
    if isinstance(game, str) and "\n" not in game or isinstance(game, os.PathLike):
        return Replay(run("replay", os.fspath(game), "--html=-"), height)
    return Replay(run("replay", "-", "--html=-", given=str(game)), height)


def _option(name: str, value: Any) -> list[str]:
    option = "--" + name.replace("_", "-")
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    values = value if isinstance(value, (list, tuple)) else [value]
    return ["%s=%s" % (option, each) for each in values]


def _elo(agent: dict[str, Any]) -> tuple[Optional[float], Optional[float], Optional[float]]:
    rated = agent.get("adjusted") or agent
    return rated["elo"], rated["elo_low"], rated["elo_high"]


def _figures(agent: dict[str, Any]) -> tuple[str, str, str, str]:
    elo, low, high = _elo(agent)
    text = "-" if elo is None else "%+.0f" % elo
    if elo is not None and low is not None and high is not None:
        text += " ±%.0f" % ((high - low) / 2)
    faults = ", ".join("%s %s" % fault for fault in agent["faults"].items())
    return agent["name"], "%.1f %%" % (100 * agent["score"]), text, faults or "-"


def _row(cell: str, figures: Sequence[str]) -> str:
    return "<tr>%s</tr>" % "".join("<%s>%s</%s>" % (cell, escape(figure), cell) for figure in figures)
