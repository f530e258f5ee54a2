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

import os
import stat
import sys
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

ROLL, BANK, ACCEPT, DECLINE = 1, 2, 3, 4
MAX_FRAME = 64 * 1024


class Decision(NamedTuple):
    action: int
    option: int = 0


def roll(option: int) -> Decision:
    return Decision(ROLL, option)


def bank(option: int) -> Decision:
    return Decision(BANK, option)


def accept() -> Decision:
    return Decision(ACCEPT)


def decline() -> Decision:
    return Decision(DECLINE)


class Message:
    """A message of agent.proto; fields that were not sent have their defaults."""

    def __repr__(self) -> str:
        return "%s(%s)" % (type(self).__name__, ", ".join("%s=%r" % f for f in vars(self).items()))


class Hello(Message):
    protocol: int = 0
    answer_ms: int = 0
    start_ms: int = 0
    memory_mb: int = 0
    games: int = 0


class Parameter(Message):
    name: str = ""
    value: int = 0


class GameStart(Message):
    """A game as it began: rules, parameters, seats, the agent's own seed."""

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
        return len(self.ask.keep)

    def may_roll(self, option: int) -> bool:
        return self.ask.may[option] & 1 != 0

    def may_bank(self, option: int) -> bool:
        return self.ask.may[option] & 2 != 0

    def bank_counts(self, option: int) -> bool:
        """Whether a bank is legal and is recorded: below the entry it may be one and not both."""
        return self.may_bank(option) and (
            self.is_in or self.turn_points(option) >= self.parameter("entry")
        )

    def turn_points(self, option: int) -> int:
        """The turn points after keeping the option."""
        return self.ask.turn_points + self.ask.points[option]

    @property
    def total(self) -> int:
        """This seat's banked points."""
        return self.ask.totals[self.game.seat]

    @property
    def best_other_total(self) -> int:
        """The highest total of the others that are still in the game."""
        seat, out = self.game.seat, self.ask.forfeited
        others = (t for s, t in enumerate(self.ask.totals) if s != seat and not out >> s & 1)
        return max(others, default=0)

    @property
    def is_in(self) -> bool:
        """Whether this seat has banked under the entry rule."""
        return self.ask.in_game >> self.game.seat & 1 != 0

    @property
    def last_turn(self) -> bool:
        """Whether these are the last turns: this is the seat's last (unless official goes on)."""
        return self.ask.closer is not None

    def parameter(self, name: str) -> int:
        """A parameter of the rule set, in units; 0 where it has none of that name."""
        for parameter in self.game.parameters:
            if parameter.name == name:
                return parameter.value
        return 0


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
    ended(GameEnd), how the game ended. Many games are played at once, in one thread. Where stdin
    and stdout are pipes, what the program prints after `import danno` goes to stderr, its log.
    """
    source, sink = _wire or _take_standard_streams()
    agent = _Conversation(decide, state, name, version, games)
    rest = b""
    more = True
    while more:
        chunk = os.read(source, 1 << 18)
        if not chunk:
            return
        more, rest = agent.take(rest + chunk if rest else chunk)
        try:
            _write_all(sink, b"".join(agent.output))
        except BrokenPipeError:
            return
        agent.output.clear()


# ---- the conversation -------------------------------------------------------------------------


def _take_standard_streams() -> Tuple[int, int]:
    source, sink = os.dup(0), os.dup(1)
    os.dup2(2, 1)
    reader, writer = os.pipe()
    os.close(writer)
    os.dup2(reader, 0)
    os.close(reader)
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(line_buffering=True)
    return source, sink


def _is_pipe(fd: int) -> bool:
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode)


def _write_all(fd: int, data: bytes) -> None:
    while data:
        data = data[os.write(fd, data) :]


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
            pos_after = begin + size
            if pos_after > end:
                break
            if not self._answer(decode(data, begin, pos_after)):
                return False, b""
            pos = pos_after
        return True, data[pos:]

    def _answer(self, message: Optional[Message]) -> bool:
        kind = type(message)
        if kind is Ask:
            game, state = self._find(message.game)  # type: ignore[union-attr]
            question = Question(game, message)  # type: ignore[arg-type]
            decision = self._decide(question) if self._state is None else self._decide(question, state)
            if type(decision) is not Decision:
                raise TypeError(
                    "decide returned %r; expected roll(i), bank(i), accept() or decline()" % (decision,)
                )
            action, option = decision
            self.output.append(encode_answer(message.game, message.seq, option, action))  # type: ignore[union-attr]
        elif kind is GameStart:
            state = None if self._state is None else self._state(message)  # type: ignore[arg-type]
            self._games[message.game] = (message, state)  # type: ignore
        elif kind is Seen:
            if self._seen:
                self._find(message.game)[1].seen(message)  # type: ignore[union-attr]
        elif kind is GameEnd:
            state = self._find(message.game)[1]  # type: ignore[union-attr]
            if hasattr(state, "ended"):
                state.ended(message)
            del self._games[message.game]  # type: ignore[union-attr]
        elif kind is Hello:
            self.output.append(self._ready)
        return kind is not Goodbye

    def _find(self, game: int) -> Tuple[GameStart, Any]:
        if game not in self._games:
            raise ValueError("game %d has not begun" % game)
        return self._games[game]


# ---- the codec: protobuf's wire format, as much of it as agent.proto needs ----------------------

_UINT32, _INT32, _BOOL, _FIXED64, _STRING, _PACKED, _ELEMENT, _MESSAGES = range(8)


def _fields(*fields: Tuple[int, str, int]) -> Dict[int, Tuple[str, int]]:
    """By tag: the number of the field and its wire type."""
    wire_types = {_UINT32: 0, _INT32: 0, _BOOL: 0, _FIXED64: 1, _STRING: 2, _PACKED: 2, _MESSAGES: 2}
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
    ),
    Parameter: _fields((1, "name", _STRING), (2, "value", _INT32)),
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
    known, payload = None, b""
    while pos < end:
        tag, pos = _varint(data, pos)
        kind = _KINDS.get(tag >> 3) if tag & 7 == 2 else None
        if kind is None:
            pos = _skip(data, pos, tag)
            continue
        size, pos = _varint(data, pos)
        if pos + size == end and known is None:
            return _parse(kind, data, pos, end)
        # Sent in parts, they are merged; of several messages the last counts.
        part = data[pos : pos + size]
        known, payload = kind, payload + part if kind is known else part
        pos += size
    if pos != end:
        raise ValueError("a frame that is no ToAgent")
    return None if known is None else _parse(known, payload, 0, len(payload))


def _parse(kind: type, data: bytes, pos: int, end: int) -> Any:
    message = kind()
    values = message.__dict__
    fields = _TABLES[kind]
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
            values[name] = int.from_bytes(data[pos : pos + 8], "little")
            pos += 8
            continue
        value = data[pos]
        pos += 1
        if value & 0x80:
            value, pos = _varint(data, pos - 1)
        if form == _UINT32:
            values[name] = value & 0xFFFFFFFF
        elif form == _PACKED:
            part = data[pos : pos + value]
            pos += value
            # Bytes below 128 are the numbers themselves.
            numbers = list(part) if part.isascii() else _varints(part)
            values[name] = values[name] + numbers if name in values else numbers
        elif form == _ELEMENT:
            values[name] = values.get(name, []) + [value & 0xFFFFFFFF]
        elif form == _STRING:
            values[name] = data[pos : pos + value].decode()
            pos += value
        elif form == _MESSAGES:
            values.setdefault(name, []).append(_parse(Parameter, data, pos, pos + value))
            pos += value
        elif form == _BOOL:
            values[name] = value != 0
        else:
            values[name] = (value & 0xFFFFFFFF ^ 0x80000000) - 0x80000000
    if pos != end:
        raise ValueError("a %s that is cut off" % kind.__name__)
    return message


def _varint(data: bytes, pos: int) -> Tuple[int, int]:
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


def _frame(number: int, body: bytes) -> bytes:
    message = _number(number << 3 | 2) + _number(len(body)) + body
    return _number(len(message)) + message


def encode_answer(game: int, seq: int, option: int, action: int) -> bytes:
    """A frame with an Answer."""
    body = b""
    if game:
        body += b"\x08" + _number(game)
    if seq:
        body += b"\x10" + _number(seq)
    if option:
        body += b"\x18" + _number(option)
    if action:
        body += b"\x20" + _number(action)
    return bytes((len(body) + 2, 0x12, len(body))) + body


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


# A referee is at the other ends: taken now, so that nothing that is printed at import can get in.
_wire = _take_standard_streams() if _is_pipe(0) and _is_pipe(1) else None
