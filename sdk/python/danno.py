"""Write an agent for Danno in Python: one function, position in, decision out.

    import danno

    def decide(question):
        if question.is_offer:
            return danno.decline()
        return danno.bank(0) if question.may_bank(0) else danno.roll(0)

    danno.play(decide)

The messages, and what their fields mean, are those of agent.proto; points are whole numbers in
units (GameStart.unit units make a point). Python 3.8 or later; no package is needed.
"""

from __future__ import annotations  # types are for people and editors, and are not evaluated

import io
import os
import stat
import sys

TYPE_CHECKING = False  # as typing has it; to import typing takes longer than all of this file
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Type
    from typing import TypeVar

    _Sent = TypeVar("_Sent")
    _Key = TypeVar("_Key")
    _Pair = Tuple[int, int]
else:
    _Pair = tuple

ROLL, BANK, ACCEPT, DECLINE = 1, 2, 3, 4
MAX_FRAME = 64 * 1024

# The installed package (pip install danno) has more, also beside this copy of its first file. A bot never waits for it.
match: Any  # match(["./mybot", "hold"], deals=1000) plays a match
show: Any  # show(game) shows a game in a notebook
DannoError: Any  # what the two raise where danno refuses or fails
VectorEnv: Any  # VectorEnv("koans", num_envs=1024), aec_env("koans", seats=2): to train a bot in (danno/env.py)
aec_env: Any
observation_names: Any  # observation_names("koans", 2): what the numbers of observe() are
__version__: str
_INSTALLED = {
    **dict.fromkeys(("match", "show"), "notebook"),
    **dict.fromkeys(("VectorEnv", "aec_env", "observation_names"), "env"),
    **{"DannoError": "program", "__version__": "version"},
}

BY_HAND = """danno: this is an agent: a referee plays it, by pipes. In its folder, try
  danno check .
  danno match . hold"""


class Decision(_Pair):
    """What to do, and with which option: made by roll, bank, accept and decline."""

    __slots__ = ()
    action = property(lambda self: self[0])
    option = property(lambda self: self[1])

    def __new__(cls, action: int, option: int = 0) -> Decision:
        return tuple.__new__(cls, (action, option))

    def __repr__(self) -> str:
        return "Decision(action=%r, option=%r)" % self


def roll(option: int) -> Decision:
    try:
        return _ROLLS[option]
    except (KeyError, TypeError):
        return Decision(ROLL, _whole("roll", option))


def bank(option: int) -> Decision:
    try:
        return _BANKS[option]
    except (KeyError, TypeError):
        return Decision(BANK, _whole("bank", option))


def accept() -> Decision:
    return Decision(ACCEPT)


def decline() -> Decision:
    return Decision(DECLINE)


def _whole(name: str, option: Any) -> int:
    if not hasattr(option, "__index__"):
        given = repr(option).partition("\n")[0]
        raise TypeError("%s(%s): an option is a whole number from 0" % (name, given)) from None
    return int(option)


# A look-up takes half the time of making one.
_ROLLS = {option: Decision(ROLL, option) for option in range(64)}
_BANKS = {option: Decision(BANK, option) for option in range(64)}


_READ: Set[str] = set()  # the parameters that the program has asked for
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}


def parameter(name: str, default: Any) -> Any:
    """Return a value of your own that can be changed without changing the program.

    The value is that of `parameters` in agent.toml or of `danno tune`, of the type of the default: text, a number, or
    true and false, for which 1 and 0 stand too.
    """
    _READ.add("DANNO_" + name)
    text = os.environ.get("DANNO_" + name)
    if text is None:
        return default
    try:
        return _TRUTHS[text.lower()] if isinstance(default, bool) else type(default)(text)
    except (ValueError, KeyError):
        kinds = {bool: "true or false", int: "a whole number", float: "a number"}
        kind = kinds.get(type(default), type(default).__name__)
        raise ValueError("the parameter %s is %r; expected %s" % (name, text, kind)) from None


class Message:
    """A message of agent.proto; fields that were not sent have their defaults."""

    def __repr__(self) -> str:
        fields = ("%s=%r" % field for field in vars(self).items() if field[0][0] != "_")
        return "%s(%s)" % (type(self).__name__, ", ".join(fields))


class Hello(Message):
    protocol: int = 0
    answer_ms: int = 0
    start_ms: int = 0
    memory_mb: int = 0
    games: int = 0
    bank_ms: int = 0


class Parameter(Message):
    name: str = ""
    value: int = 0


class Pattern(Message):
    """Dice that score together; of a keep, its best split into such dice counts."""

    dice: Sequence[int] = ()
    points: int = 0


class RuleSet(Message):
    """The rules of a game by a rule file: the whole text (TOML), every pattern that scores, and the other rules by key.

    A trait has the name and the value that the file has: `traits["hot"]` is "may-roll".
    """

    text: str = ""
    patterns: Sequence[Pattern] = ()
    traits: Mapping[str, str] = {}


class _Trait(Message):
    key: str = ""
    value: str = ""


class GameStart(Message):
    """A game as it began: rules, parameters, seats, the agent's own seed.

    Where `resumed` is true, an earlier process of the agent has played a part of it and ended.
    """

    game: int = 0
    rules: str = ""
    parameters: Sequence[Parameter] = ()
    unit: int = 0
    dice: int = 0
    faces: str = ""
    seat: int = 0
    seats: int = 0
    first: int = 0
    seed: int = 0
    resumed: bool = False
    rule_set: Optional[RuleSet] = None

    _values = None  # by name

    def parameter(self, name: str, default: Optional[int] = None) -> int:
        """A parameter of the rule set, in units; the default, if any, where it has none of that name."""
        if self._values is None:
            self._values = {parameter.name: parameter.value for parameter in self.parameters}
        value = self._values.get(name, default)
        if value is None:
            known = ", ".join(self._values) or "none"
            text = "%s has no parameter %r; it has %s. Where rules differ, parameter(%r, 0) gives 0"
            raise ValueError(text % (self.rules or "the game", name, known, name))
        return value


class Ask(Message):
    """All that is public, and the legal options."""

    game: int = 0
    seq: int = 0
    dice: Sequence[int] = ()
    keep: Sequence[int] = ()
    points: Sequence[int] = ()
    next_dice: Sequence[int] = ()
    may: Sequence[int] = ()
    totals: Sequence[int] = ()
    in_game: int = 0
    turn_points: int = 0
    locked: int = 0
    inherited: int = 0
    offer_points: int = 0
    offer_dice: int = 0
    closer: Optional[int] = None
    forfeited: int = 0
    unproven: bool = False
    advice_option: Optional[int] = None
    advice_action: int = 0
    busts: Sequence[int] = ()

    # Game and seq as they were sent: an Answer begins with the same.
    _head = None  # type: Optional[bytes]


class Seen(Message):
    """What another seat did."""

    ROLLED_ON, BANKED, BUSTED, ACCEPTED, DECLINED, FORFEITED, WON_AT_ONCE = range(1, 8)
    game: int = 0
    seat: int = 0
    event: int = 0
    dice: Sequence[int] = ()
    kept: int = 0
    turn_points: int = 0
    total: int = 0


class GameEnd(Message):
    FINISHED, CAPPED, FORFEIT, YOU_FORFEIT = range(1, 5)
    game: int = 0
    places: Sequence[int] = ()
    totals: Sequence[int] = ()
    cause: int = 0


class Goodbye(Message):
    pass


class Question:
    """What is asked: the game as it began, and the question with its options."""

    __slots__ = ("game", "ask")

    def __init__(self, game: GameStart, ask: Ask) -> None:
        self.game = game
        self.ask = ask

    @property
    def is_offer(self) -> bool:
        """Whether accept or decline is asked; then there are no options."""
        return self.ask.offer_dice != 0

    @property
    def options(self) -> int:
        """How many there are; they count from 0, by falling points."""
        return len(self.ask.may)

    def may_roll(self, option: int) -> bool:
        return self.ask.may[option] & 1 != 0

    def may_bank(self, option: int) -> bool:
        return self.ask.may[option] & 2 != 0

    def bank_counts(self, option: int) -> bool:
        """Whether a bank is legal and is recorded: below the entry it may be one and not both."""
        if not self.ask.may[option] & 2:
            return False
        return self.is_in or self.turn_points(option) >= self.game.parameter("entry", 0)

    def turn_points(self, option: int) -> int:
        """The turn points after keeping the option."""
        return self.ask.turn_points + self.ask.points[option]

    @property
    def total(self) -> int:
        """This seat's banked points."""
        return _signed(self.ask.totals[self.game.seat])

    @property
    def best_other_total(self) -> int:
        """The highest total of the others that are still in the game."""
        seat, out = self.game.seat, self.ask.forfeited
        others = [_signed(t) for s, t in enumerate(self.ask.totals) if s != seat and not out >> s & 1]
        return max(others, default=0)

    @property
    def is_in(self) -> bool:
        """Whether this seat has banked under the entry rule."""
        return self.ask.in_game >> self.game.seat & 1 != 0

    @property
    def last_turn(self) -> bool:
        """Whether these are the last turns: this is the seat's last (unless official goes on)."""
        return self.ask.closer is not None

    @property
    def rules(self) -> Optional[RuleSet]:
        """The rules of a game by a rule file; None where `danno rules` lists the rule set."""
        return self.game.rule_set

    def parameter(self, name: str, default: Optional[int] = None) -> int:
        """A parameter of the rule set, in units; the default, if any, where it has none of that name."""
        return self.game.parameter(name, default)

    def __repr__(self) -> str:
        """The position, then a line an option; all points are in units."""
        game, ask = self.game, self.ask
        totals = " ".join(str(_signed(total)) for total in ask.totals)
        head = "%s, seat %d of %d, totals %s" % (game.rules, game.seat, game.seats, totals)
        if self.last_turn:
            head += ", last turn"
        if self.is_offer:
            return head + ", offer: %d points, %d dice" % (ask.offer_points, ask.offer_dice)
        dice = " ".join(map(str, ask.dice))
        lines = ["%s, turn %d, dice %s" % (head, ask.turn_points, dice)]
        for option, (keep, points, dice_after, may) in enumerate(
            zip(ask.keep, ask.points, ask.next_dice, ask.may)
        ):
            kept = " ".join(str(die) for i, die in enumerate(ask.dice) if keep >> i & 1)
            lines.append(
                "  %d: keep %s for %d, turn %d, %s"
                % (option, kept, points, ask.turn_points + points, _MAY[may & 3] % dice_after)
            )
        return "\n".join(lines)


_MAY = ("%d dice", "roll %d dice", "bank%.0s", "roll %d dice or bank")  # by `may` of an option


# ---- what a bot was trained with --------------------------------------------------------------

# The most options of a throw by the usual parameters, and the actions of an offer.
_SIZES_OF_RULES = {"true-greed": (15, 0), "dollar": (15, 0), "tyghe": (15, 2), "official": (11, 2), "koans": (1, 0)}
_HEAD, _SEATS, _LIMIT = 43, 6, 8.0


def observe(question: Question, length: int = 0) -> List[float]:
    """The numbers that danno.env shows of this question, in the order of danno.observation_names().

    `length` is how many they are, as weights have them; without it, those of a bundled rule set by its usual parameters.
    """
    game, ask, seat = question.game, question.ask, question.game.seat
    target = game.parameter("target")
    price = int(game.rule_set.traits.get("busts.in_a_row", "0")) if game.rule_set else 0

    def of_seat(other: int) -> List[float]:
        busts = ask.busts[other] / price if price and ask.busts else 0.0
        own = [_signed(ask.totals[other]) / target, float(ask.in_game >> other & 1)]
        if other != seat:
            own += [float(ask.forfeited >> other & 1), float(ask.closer == other)]
        return [*own, busts]

    numbers = [game.seats / _SEATS, float(ask.closer is not None)]
    for step in range(game.seats):
        numbers += of_seat((seat + step) % game.seats)
    numbers += [0.0] * (5 * (_SEATS - game.seats))
    numbers += [ask.turn_points / target, ask.locked / target, ask.inherited / target, float(ask.unproven)]
    dice = list(ask.dice)
    numbers += [len(dice) / game.dice, *(dice.count(face) / game.dice for face in range(1, 7))]
    numbers += [ask.offer_points / target, ask.offer_dice / game.dice]
    for points, dice_after in zip(ask.points, ask.next_dice):
        numbers += [points / target, dice_after / game.dice]
    length = length or _HEAD + 2 * _find_sizes(game)[0]
    if len(numbers) > length:
        raise ValueError("this question has %d numbers, not %d: its rules are others" % (len(numbers), length))
    numbers += [0.0] * (length - len(numbers))
    return [min(max(number, -_LIMIT), _LIMIT) for number in numbers]


def action_mask(question: Question, actions: int = 0) -> List[int]:
    """1 for each legal action: 2 * option to roll, 2 * option + 1 to bank; the last two are accept and decline.

    `actions` is how many there are, as weights have them; without it, those of a bundled rule set.
    """
    if not actions:
        options, of_offers = _find_sizes(question.game)
        actions = 2 * options + of_offers
    mask = [may >> way & 1 for may in question.ask.may for way in (0, 1)]
    if question.is_offer:
        return [0] * (actions - 2) + [1, 1]
    if len(mask) > actions:
        raise ValueError("this question has %d actions, not %d: its rules are others" % (len(mask), actions))
    return mask + [0] * (actions - len(mask))


def decision(question: Question, action: int) -> Decision:
    """The decision that an action stands for."""
    if question.is_offer:
        return decline() if action & 1 else accept()
    return bank(action >> 1) if action & 1 else roll(action >> 1)


def _find_sizes(game: GameStart) -> Tuple[int, int]:
    sizes = _SIZES_OF_RULES.get(game.rules) if game.rule_set is None else None
    if sizes is None:
        raise ValueError("%s is a rule file; give the length that the weights have" % game.rules)
    return sizes


def play(
    decide: Callable[..., Decision],
    state: Optional[Callable[[GameStart], Any]] = None,
    name: str = "",
    version: str = "",
    games: int = 1024,
) -> None:
    """Plays until the referee says goodbye or is gone.

    `decide` takes a Question; with `state`, a Question and the state of its game. `state` is a
    class (or function) that is called with the GameStart of each game. Where its objects have a
    method seen(Seen), it is told what the other seats do (it must be a class then); where they have
    ended(GameEnd), how the game ended. Many games are played at once, in one thread. If the program
    ends early, a new one plays its games on, each with a new state. Where stdin and stdout are pipes, what the program prints after `import danno` goes to stderr, its log.
    """
    if os.isatty(0):
        print(BY_HAND, file=sys.stderr)
        sys.exit(2)
    if sys.excepthook is sys.__excepthook__:
        sys.excepthook = _tell_own_lines
    if not callable(decide):
        raise TypeError("play(decide) takes the function itself, not %r" % (decide,))
    _tell_unread()
    source, sink = _wire or _take_standard_streams()
    agent = _Conversation(decide, state, name, version, games)
    rest = b""
    more = True
    while more:
        chunk = os.read(source, 1 << 16)  # for more, malloc maps pages anew each time
        if not chunk:
            return
        try:
            more, rest = agent.take(rest + chunk if rest else chunk)
        finally:  # where decide fails, the answers before count
            there = _write_all(sink, b"".join(agent.output))
        if not there:
            return
        agent.output.clear()


# ---- the conversation -------------------------------------------------------------------------


def _tell_unread() -> None:
    """A slip in `parameters` of agent.toml would be silent."""
    for name in sorted(os.environ):
        if name.startswith("DANNO_") and name not in _READ:
            own = name[len("DANNO_") :]
            print("danno: nothing has read the parameter '%s' before play()" % own, file=sys.stderr)


def _take_standard_streams() -> Tuple[int, int]:
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    reader, writer = os.pipe()
    os.close(writer)
    os.dup2(reader, 0)
    os.close(reader)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    return source, sink


def _return_standard_streams() -> None:
    """Gives them back to a process that is no agent. One that is takes them again in play()."""
    global _wire
    if _wire is not None:
        for there, here in enumerate(_wire):
            os.dup2(here, there)
            os.close(here)
        _wire = None


def _tell_own_lines(
    kind: Type[BaseException], error: BaseException, trace: Optional[TracebackType]
) -> None:
    """Prints the traceback with the author's lines only."""
    ours = _tell_own_lines.__code__.co_filename
    lines: List[TracebackType] = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename != ours:
            lines.append(trace)
        trace = trace.tb_next
    for line, following in zip(lines, [*lines[1:], None]):
        line.tb_next = following
    own = lines[0] if lines else None
    sys.__excepthook__(kind, error.with_traceback(own), own)


def _no_decision(made: Any) -> TypeError:
    return TypeError("decide returned %r; expected roll(i), bank(i), accept() or decline()" % (made,))


def _signed(total: int) -> int:
    """A total below 0 comes in two's complement."""
    return total - (1 << 32) if total >> 31 else total


def _is_pipe(fd: int) -> bool:
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _write_all(fd: int, data: bytes) -> bool:
    """False where the referee is gone."""
    try:
        while data:
            data = data[os.write(fd, data) :]
    except BrokenPipeError:
        return False
    return True


class _Conversation:
    """One agent's side: bytes in, frames out."""

    def __init__(
        self,
        decide: Callable[..., Decision],
        state: Optional[Callable[[GameStart], Any]],
        name: str,
        version: str,
        games: int,
    ) -> None:
        self.output: List[bytes] = []
        self._decide = decide
        self._state = state
        self._seen = hasattr(state, "seen")
        self._ready = encode_ready(name, version, games, self._seen)
        self._games: Dict[int, Tuple[GameStart, Any]] = {}

    def take(self, data: bytes) -> Tuple[bool, bytes]:
        """Answers all complete frames; False after Goodbye, and the bytes of an incomplete frame."""
        pos, end = 0, len(data)
        games, decide, state, output = self._games, self._decide, self._state, self.output
        while pos < end:
            size, begin = data[pos], pos + 1
            if size & 0x80:
                try:
                    size, begin = _varint(data, pos)
                except IndexError:
                    if end - pos >= 5:
                        raise ValueError("a frame with no length") from None
                    break
                if size > MAX_FRAME:
                    raise ValueError("a frame of %d bytes; at most %d" % (size, MAX_FRAME))
            after = begin + size
            if after > end:
                break
            message = decode(data, begin, after)
            pos = after
            if type(message) is Ask:
                game = games.get(message.game) or self._find(message.game)
                question = Question(game[0], message)
                decision = decide(question) if state is None else decide(question, game[1])
                if type(decision) is not Decision:
                    raise _no_decision(decision)
                output.append(_reply(message, decision))
            elif not self._hear(message):
                return False, b""
        return True, data[pos:]

    def _hear(self, message: Any) -> bool:
        kind = type(message)
        if kind is GameStart:
            state = None if self._state is None else self._state(message)
            self._games[message.game] = (message, state)
        elif kind is Seen:
            if self._seen:
                self._find(message.game)[1].seen(message)
        elif kind is GameEnd:
            state = self._find(message.game)[1]
            if hasattr(state, "ended"):
                state.ended(message)
            del self._games[message.game]
        elif kind is Hello:
            self.output.append(self._ready)
        return kind is not Goodbye

    def _find(self, game: int) -> Tuple[GameStart, Any]:
        found = self._games.get(game)
        if found is None:
            raise ValueError("game %d has not begun" % game)
        return found


# ---- the codec: protobuf's wire format, as much of it as agent.proto needs ----------------------

_UINT32, _INT32, _BOOL, _FIXED64, _STRING, _PACKED, _ELEMENT, _MESSAGES, _PATTERNS, _TRAITS, _RULE_SET = range(11)


def _fields(*fields: Tuple[int, str, int]) -> Dict[int, Tuple[str, int]]:
    """By tag: the number of the field and its wire type."""
    wire_types = {_UINT32: 0, _INT32: 0, _BOOL: 0, _FIXED64: 1, _STRING: 2, _PACKED: 2, _MESSAGES: 2, _PATTERNS: 2, _TRAITS: 2, _RULE_SET: 2}
    table = {}
    for number, name, kind in fields:
        table[number << 3 | wire_types[kind]] = (name, kind)
        if kind == _PACKED:
            table[number << 3] = (name, _ELEMENT)
    return table


_TABLES: Dict[type, Dict[int, Tuple[str, int]]] = {
    Hello: _fields(
        (1, "protocol", _UINT32),
        (2, "answer_ms", _UINT32),
        (3, "start_ms", _UINT32),
        (4, "memory_mb", _UINT32),
        (5, "games", _UINT32),
        (6, "bank_ms", _UINT32),
    ),
    Parameter: _fields((1, "name", _STRING), (2, "value", _INT32)),
    Pattern: _fields((1, "dice", _PACKED), (2, "points", _UINT32)),
    RuleSet: _fields((1, "text", _STRING), (2, "patterns", _PATTERNS), (3, "traits", _TRAITS)),
    _Trait: _fields((1, "key", _STRING), (2, "value", _STRING)),
    GameStart: _fields(
        (1, "game", _UINT32),
        (2, "rules", _STRING),
        (3, "parameters", _MESSAGES),
        (4, "unit", _UINT32),
        (5, "dice", _UINT32),
        (6, "faces", _STRING),
        (7, "seat", _UINT32),
        (8, "seats", _UINT32),
        (9, "first", _UINT32),
        (10, "seed", _FIXED64),
        (11, "resumed", _BOOL),
        (12, "rule_set", _RULE_SET),
    ),
    Ask: _fields(
        (1, "game", _UINT32),
        (2, "seq", _UINT32),
        (3, "dice", _PACKED),
        (4, "keep", _PACKED),
        (5, "points", _PACKED),
        (6, "next_dice", _PACKED),
        (7, "may", _PACKED),
        (8, "totals", _PACKED),
        (9, "in_game", _UINT32),
        (10, "turn_points", _UINT32),
        (11, "locked", _UINT32),
        (12, "inherited", _UINT32),
        (13, "offer_points", _UINT32),
        (14, "offer_dice", _UINT32),
        (15, "closer", _UINT32),
        (16, "forfeited", _UINT32),
        (17, "unproven", _BOOL),
        (18, "advice_option", _UINT32),
        (19, "advice_action", _INT32),
        (20, "busts", _PACKED),
    ),
    Seen: _fields(
        (1, "game", _UINT32),
        (2, "seat", _UINT32),
        (3, "event", _INT32),
        (4, "dice", _PACKED),
        (5, "kept", _UINT32),
        (6, "turn_points", _UINT32),
        (7, "total", _UINT32),
    ),
    GameEnd: _fields(
        (1, "game", _UINT32), (2, "places", _PACKED), (3, "totals", _PACKED), (4, "cause", _INT32)
    ),
    Goodbye: {},
}
_KINDS = {1: Hello, 2: GameStart, 3: Ask, 4: Seen, 5: GameEnd, 6: Goodbye}


def decode(data: bytes, pos: int, end: int) -> Optional[Message]:
    """The ToAgent in data[pos:end]; None where it holds no message that is known here."""
    if end - pos > 2 and data[pos] & 7 == 2:
        kind = _KINDS.get(data[pos] >> 3)
        size, begin = data[pos + 1], pos + 2
        if size > 0x7F:
            size, begin = _varint(data, pos + 1)
        if kind is not None and begin + size == end:
            return _parse_ask(data, begin, end) if kind is Ask else _parse(kind(), data, begin, end)
    return _decode_parts(data, pos, end)


def _decode_parts(data: bytes, pos: int, end: int) -> Optional[Message]:
    """Sent in parts, a message is merged; of several messages the last counts."""
    known, payload = None, b""
    while pos < end:
        tag, pos = _varint(data, pos)
        kind = _KINDS.get(tag >> 3) if tag & 7 == 2 else None
        if kind is None:
            pos = _skip(data, pos, tag)
            continue
        size, pos = _varint(data, pos)
        part = data[pos : pos + size]
        known, payload = kind, payload + part if kind is known else part
        pos += size
    if pos != end:
        raise ValueError("a frame that is no ToAgent")
    return None if known is None else _parse(known(), payload, 0, len(payload))


def _parse_ask(data: bytes, begin: int, end: int) -> Ask:
    """As _parse does, in half the time where the fields are in the order that referees write."""
    ask = Ask()
    try:
        pos = _parse_usual(ask, data, begin)
    except (IndexError, ValueError):
        pos = end + 1
    if pos == end:
        return ask
    if pos > end or data[pos] <= 0x50:
        return _parse(Ask(), data, begin, end)
    return _parse(ask, data, pos, end)


def _parse_usual(ask: Ask, data: bytes, pos: int) -> int:
    """The fields from the first to `turn_points`. What is offered and the totals are often the same
    as before, and are looked up by their bytes; the lists are copied, since they are the student's."""
    begin = pos
    if data[pos] == 0x08:
        low, high = data[pos + 1], data[pos + 2]  # most numbers here have one byte or two
        if low < 0x80:
            ask.game, pos = low, pos + 2
        elif high < 0x80:
            ask.game, pos = low & 0x7F | high << 7, pos + 3
        else:
            ask.game, pos = _varint(data, pos + 1)
    if data[pos] == 0x10:
        low = data[pos + 1]
        ask.seq, pos = (low, pos + 2) if low < 0x80 else _varint(data, pos + 1)
    ask._head = data[begin:pos]
    if data[pos] == 0x1A:
        second = pos + 2 + data[pos + 1]
        third = second + 2 + data[second + 1]
        fourth = third + 2 + data[third + 1]
        after = fourth + 2 * (2 + data[fourth + 1])
        part = data[pos:after]
        dice, keep, points, next_dice, may = _OFFERED.get(part) or _remember(_OFFERED, part, _offered)
        ask.dice, ask.keep, ask.points = dice[:], keep[:], points[:]
        ask.next_dice, ask.may = next_dice[:], may[:]
        pos = after
    if data[pos] == 0x42:
        after = pos + 2 + data[pos + 1]
        part = data[pos + 2 : after]
        ask.totals = (_TOTALS.get(part) or _remember(_TOTALS, part, _varints))[:]
        pos = after
    if data[pos] == 0x48:
        low = data[pos + 1]
        ask.in_game, pos = (low, pos + 2) if low < 0x80 else _varint(data, pos + 1)
    if data[pos] == 0x50:
        ask.turn_points, pos = _varint(data, pos + 1)
    return pos


_PARAMETERS: Dict[bytes, Parameter] = {}  # of every game the same
_OFFERED: Dict[bytes, Any] = {}
_TOTALS: Dict[bytes, List[int]] = {}


def _remember(known: Dict[_Key, Any], part: _Key, read: Callable[[_Key], Any]) -> Any:
    if len(known) == 4096:
        known.clear()
    known[part] = read(part)
    return known[part]


def _parameter(part: bytes) -> Parameter:
    return _parse(Parameter(), part, 0, len(part))


def _offered(part: bytes) -> Tuple[Sequence[int], ...]:
    """The five lists of `part`; throws where it holds anything else."""
    ask = _parse(Ask(), part, 0, len(part))
    if list(vars(ask)) != ["dice", "keep", "points", "next_dice", "may"]:
        raise ValueError("fields in another order")
    return ask.dice, ask.keep, ask.points, ask.next_dice, ask.may


def _parse(message: _Sent, data: bytes, pos: int, end: int) -> _Sent:
    """Adds the fields in data[pos:end] to the message."""
    fields = _TABLES[type(message)]
    while pos < end:
        tag = data[pos]
        pos += 1
        if tag & 0x80:
            tag, pos = _varint(data, pos - 1)
        field = fields.get(tag)
        if field is None:
            pos = _skip(data, pos, tag)
            continue
        name, form = field
        if form == _FIXED64:
            setattr(message, name, int.from_bytes(data[pos : pos + 8], "little"))
            pos += 8
            continue
        value = data[pos]
        pos += 1
        if value & 0x80:
            value, pos = _varint(data, pos - 1)
        if form == _UINT32:
            setattr(message, name, value & 0xFFFFFFFF)
        elif form == _PACKED:
            part = data[pos : pos + value]
            pos += value
            setattr(message, name, [*getattr(message, name), *_varints(part)])
        elif form == _ELEMENT:
            setattr(message, name, [*getattr(message, name), value & 0xFFFFFFFF])
        elif form == _STRING:
            setattr(message, name, data[pos : pos + value].decode())
            pos += value
        elif form == _MESSAGES:
            part = data[pos : pos + value]
            parameter = _PARAMETERS.get(part) or _remember(_PARAMETERS, part, _parameter)
            setattr(message, name, [*getattr(message, name), parameter])
            pos += value
        elif form == _PATTERNS:
            pattern = _parse(Pattern(), data, pos, pos + value)
            setattr(message, name, [*getattr(message, name), pattern])
            pos += value
        elif form == _TRAITS:
            trait = _parse(_Trait(), data, pos, pos + value)
            setattr(message, name, {**getattr(message, name), trait.key: trait.value})
            pos += value
        elif form == _RULE_SET:
            setattr(message, name, _parse(RuleSet(), data, pos, pos + value))
            pos += value
        elif form == _BOOL:
            setattr(message, name, value != 0)
        else:
            setattr(message, name, (value & 0xFFFFFFFF ^ 0x80000000) - 0x80000000)
    if pos != end:
        raise ValueError("a %s that is cut off" % type(message).__name__)
    return message


def _varint(data: bytes, pos: int) -> Tuple[int, int]:
    """The number, and the place after it."""
    if data[pos] < 0x80:
        return data[pos], pos + 1
    value = shift = 0
    while True:
        byte = data[pos]
        pos += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, pos
        shift += 7
        if shift >= 70:
            raise ValueError("a number of more than ten bytes")


def _varints(part: bytes) -> List[int]:
    if part.isascii():
        return list(part)  # bytes below 128 are the numbers themselves
    numbers, pos = [], 0
    while pos < len(part):
        number, pos = _varint(part, pos)
        numbers.append(number & 0xFFFFFFFF)
    return numbers


def _skip(data: bytes, pos: int, tag: int) -> int:
    """Past the field of a later version."""
    form = tag & 7
    if tag >> 3 == 0 or form > 5 or form == 4:
        raise ValueError("no field has the tag %d" % tag)
    if form == 0:
        return _varint(data, pos)[1]
    if form == 1:
        return pos + 8
    if form == 5:
        return pos + 4
    if form == 2:
        size, pos = _varint(data, pos)
        return pos + size
    while True:  # a group, until its end
        inner, pos = _varint(data, pos)
        if inner == tag + 1:
            return pos
        pos = _skip(data, pos, inner)


def _number(value: int) -> bytes:
    value &= 0xFFFFFFFF
    if value < 0x80:
        return bytes((value,))
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _field(tag: int, value: int) -> bytes:
    """Zero is not sent."""
    return bytes((tag,)) + _number(value) if value else b""


def _frame(number: int, body: bytes) -> bytes:
    message = _number(number << 3 | 2) + _number(len(body)) + body
    return _number(len(message)) + message


def encode_answer(game: int, seq: int, option: int, action: int) -> bytes:
    """A frame with an Answer."""
    body = _field(0x08, game) + _field(0x10, seq) + _field(0x18, option) + _field(0x20, action)
    return bytes((len(body) + 2, 0x12, len(body))) + body


def _reply(ask: Ask, decision: Decision) -> bytes:
    """encode_answer() for an Ask of the usual form."""
    if ask._head is None:
        return encode_answer(ask.game, ask.seq, decision[1], decision[0])
    tail = _TAILS.get(decision) or _remember(_TAILS, decision, _tail)
    size = len(ask._head) + len(tail)
    return _SIZES[size] + ask._head + tail


_TAILS: Dict[Decision, bytes] = {}
_SIZES = [bytes((size + 2, 0x12, size)) for size in range(32)]


def _tail(decision: Decision) -> bytes:
    return _field(0x18, decision[1]) + _field(0x20, decision[0])


def encode_ready(name: str, version: str, games: int, seen: bool) -> bytes:
    """A frame with a Ready."""
    body = b""
    for tag, text in ((b"\x0a", name.encode()), (b"\x12", version.encode())):
        if text:
            body += tag + _number(len(text)) + text
    if games:
        body += b"\x18" + _number(games)
    if seen:
        body += b"\x20\x01"
    return _frame(1, body)


# ---- the installed package ------------------------------------------------------------------------


def _package_folder() -> Iterator[str]:
    """Looks for the folder only where somebody iterates, as the import of a submodule does."""
    for folder in sys.path:
        if os.path.isfile(os.path.join(folder, "danno", "__main__.py")):
            yield os.path.join(folder, "danno")
            return


def _import_installed(module: str) -> Any:
    name = "danno." + module
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise ImportError("there is no %s beside this danno.py: pip install danno" % name) from None
    return sys.modules[name]


if not TYPE_CHECKING:  # a checker would take every misspelt name for one of these

    def __getattr__(name: str) -> Any:
        if name == "__path__":  # Python asks for it at `import danno.env`, and at `from danno import play`
            return _package_folder()
        if name not in _INSTALLED:
            raise AttributeError("module 'danno' has no attribute %r" % name)
        value = globals()[name] = getattr(_import_installed(_INSTALLED[name]), name)
        return value


# A referee is at the other ends: taken now, so that nothing that is printed at import can get in.
_wire = _take_standard_streams() if __name__ != "__main__" and _is_pipe(0) and _is_pipe(1) else None
if __name__ == "__main__":  # python -m danno, beside an agent
    _import_installed("__main__").main()
elif _wire is None and "gymnasium" in sys.modules:  # which knows "danno/Greed-v0" from here on
    try:
        _import_installed("env")
    except ImportError:  # only the SDK is here, or NumPy is not
        pass
