"""Plays from agent.proto alone, with the official protobuf runtime and no SDK of Danno's."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "danno"))

import agent_pb2  # noqa: E402


def read_varint(stream):
    value = shift = 0
    while True:
        byte = stream.read(1)
        if not byte:
            return None
        value |= (byte[0] & 0x7F) << shift
        if byte[0] < 0x80:
            return value
        shift += 7


def write(stream, message):
    payload = message.SerializeToString()
    size = len(payload)
    while size > 0x7F:
        stream.write(bytes((size & 0x7F | 0x80,)))
        size >>= 7
    stream.write(bytes((size,)) + payload)
    stream.flush()


def answer(ask):
    reply = agent_pb2.FromAgent()
    reply.answer.game = ask.game
    reply.answer.seq = ask.seq
    if ask.offer_dice:
        reply.answer.action = agent_pb2.ACCEPT if ask.offer_dice >= 4 else agent_pb2.DECLINE
        return reply
    for option, may in enumerate(ask.may):
        if may & 2 and ask.turn_points + ask.points[option] > 0:
            enough = ask.next_dice[option] <= 2 or ask.seq % 3 == 0
            if enough or not may & 1:
                reply.answer.option, reply.answer.action = option, agent_pb2.BANK
                return reply
    reply.answer.option = next(option for option, may in enumerate(ask.may) if may & 1)
    reply.answer.action = agent_pb2.ROLL
    return reply


def main():
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while True:
        size = read_varint(source)
        if size is None:
            return
        message = agent_pb2.ToAgent.FromString(source.read(size))
        kind = message.WhichOneof("message")
        if kind == "hello":
            reply = agent_pb2.FromAgent()
            reply.ready.name = "official-runtime"
            reply.ready.games = 16
            write(sink, reply)
        elif kind == "ask":
            write(sink, answer(message.ask))
        elif kind == "goodbye":
            return


main()
