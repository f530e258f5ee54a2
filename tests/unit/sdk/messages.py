"""Random messages of agent.proto, made by the official runtime, and frames."""

import random

import agent_pb2
import rules_pb2

EDGES = (0, 1, 2, 127, 128, 300, 16383, 16384, 2**31 - 1, 2**31, 2**32 - 1)


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out) + bytes((value,))


def frame(payload):
    return varint(len(payload)) + payload


def frames(data):
    """The payloads of complete frames, and the bytes after them."""
    payloads, pos = [], 0
    while pos < len(data):
        size = shift = 0
        at = pos
        while at < len(data):
            byte = data[at]
            at += 1
            size |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                break
        else:
            break
        if at + size > len(data):
            break
        payloads.append(data[at : at + size])
        pos = at + size
    return payloads, data[pos:]


def number(rng):
    return rng.choice(EDGES) if rng.random() < 0.3 else rng.randrange(2 ** rng.randrange(1, 33))


def text(rng):
    return "".join(rng.choice("ab1$€é✓") for _ in range(rng.randrange(12)))


def fill(rng, message):
    """Sets about two thirds of the fields at random."""
    for field in message.DESCRIPTOR.fields:
        if rng.random() < 0.35:
            continue
        repeated = field.label == field.LABEL_REPEATED
        if field.type == field.TYPE_MESSAGE and not repeated:
            getattr(message, field.name).SetInParent()
            fill(rng, getattr(message, field.name))
            continue
        if field.type == field.TYPE_MESSAGE:
            for _ in range(rng.randrange(1, 9)):
                fill(rng, getattr(message, field.name).add())
            continue
        value = {
            field.TYPE_UINT32: lambda: number(rng),
            field.TYPE_INT32: lambda: number(rng) - 2**31,
            field.TYPE_BOOL: lambda: rng.random() < 0.5,
            field.TYPE_FIXED64: lambda: rng.randrange(2**64),
            field.TYPE_STRING: lambda: text(rng),
            field.TYPE_BYTES: lambda: fill(rng, rules_pb2.RuleSet()).SerializeToString(),
            field.TYPE_ENUM: lambda: rng.randrange(6),
        }[field.type]
        if repeated:
            small = rng.random() < 0.5
            getattr(message, field.name).extend(
                rng.randrange(128) if small else value() for _ in range(rng.randrange(9))
            )
        else:
            setattr(message, field.name, value())
    return message


def to_agent(rng):
    message = agent_pb2.ToAgent()
    kind = rng.choice([field.name for field in message.DESCRIPTOR.fields])
    getattr(message, kind).SetInParent()
    fill(rng, getattr(message, kind))
    return message


def unknown_field(rng):
    """A field of a later version, in any wire type."""
    tag = rng.randrange(60, 5000) << 3
    form = rng.randrange(5)
    if form == 0:
        return varint(tag) + varint(rng.randrange(2**64))
    if form == 1:
        return varint(tag | 1) + rng.randbytes(8)
    if form == 2:
        return varint(tag | 2) + frame(rng.randbytes(rng.randrange(40)))
    if form == 3:
        return varint(tag | 5) + rng.randbytes(4)
    inner = b"".join(unknown_field(rng) for _ in range(rng.randrange(3)))
    return varint(tag | 3) + inner + varint(tag | 4)


def ask(rng, game, seq, seats=2):
    """A question that could be answered: consistent options, numbers at random."""
    message = agent_pb2.ToAgent()
    question = message.ask
    question.game, question.seq = game, seq
    question.totals.extend(50 * rng.randrange(210) for _ in range(seats))
    question.in_game = rng.randrange(2**seats)
    question.forfeited = 0 if rng.random() < 0.9 else rng.randrange(2**seats)
    if rng.random() < 0.3:
        question.closer = rng.randrange(seats)
    if rng.random() < 0.15:
        question.offer_points = 50 * rng.randrange(1, 60)
        question.offer_dice = rng.randrange(1, 6)
        return message
    question.dice.extend(sorted(rng.randrange(1, 7) for _ in range(rng.randrange(1, 7))))
    question.turn_points = 50 * rng.randrange(30)
    for points in sorted((50 * rng.randrange(1, 20) for _ in range(rng.randrange(1, 8))), reverse=True):
        question.keep.append(rng.randrange(1, 2 ** len(question.dice)))
        question.points.append(points)
        question.next_dice.append(rng.randrange(1, 7))
        question.may.append(rng.choice((1, 2, 3, 3)))
    return message


def game_start(rng, game, rules="official", unit=1, target=10000, entry=600, seats=2):
    message = agent_pb2.ToAgent()
    start = message.game_start
    start.game, start.rules, start.unit = game, rules, unit
    start.seat, start.seats, start.seed = rng.randrange(seats), seats, rng.randrange(2**64)
    start.resumed = rng.random() < 0.5
    for name, value in (("target", target), ("entry", entry), ("over_target", rng.randrange(2))):
        start.parameters.add(name=name, value=value)
    return message


def rng_for(case):
    return random.Random("danno " + case)
