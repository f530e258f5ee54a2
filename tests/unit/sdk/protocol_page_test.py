"""The worked exchange of docs/protocol.md is what the official runtime writes and the SDK answers.

UPDATE_GOLDEN=1 writes it anew.
"""

import os
import re
import unittest

import agent_pb2
import danno
from messages import frame, frames

PAGE = os.path.join(os.environ["DANNO_SOURCE"], "docs/protocol.md")
BLOCK = re.compile(r"(?<=<!-- exchange -->\n```\n).*?(?=```\n)", re.S)


def referee_messages():
    hello = agent_pb2.ToAgent()
    hello.hello.protocol, hello.hello.answer_ms, hello.hello.start_ms = 1, 100, 5000
    hello.hello.memory_mb, hello.hello.games = 256, 16
    start = agent_pb2.ToAgent()
    game = start.game_start
    game.rules, game.unit, game.dice, game.faces = "koans", 1, 5, "123456"
    game.seat, game.seats, game.seed = 1, 2, 0x0123456789ABCDEF
    for name, value in (("target", 3000), ("entry", 300), ("max_turns", 1000), ("over_target", 0)):
        game.parameters.add(name=name, value=value)
    question = agent_pb2.ToAgent()
    ask = question.ask
    ask.dice[:], ask.keep[:], ask.points[:] = [1, 1, 5], [7], [250]
    ask.next_dice[:], ask.may[:], ask.totals[:] = [5], [3], [450, 0]
    ask.in_game, ask.turn_points = 1, 100
    end = agent_pb2.ToAgent()
    end.game_end.places[:], end.game_end.totals[:] = [1, 2], [3050, 2100]
    end.game_end.cause = agent_pb2.GameEnd.FINISHED
    goodbye = agent_pb2.ToAgent()
    goodbye.goodbye.SetInParent()
    return hello, start, question, end, goodbye


def lines(side, message):
    body = getattr(message, message.WhichOneof("message"))
    text = " ".join(str(body).split())
    data = frame(message.SerializeToString()).hex(" ")
    rows = [data[i : i + 72].rstrip() for i in range(0, len(data), 72)]
    return ["%-8s %s { %s }" % (side, body.DESCRIPTOR.name, text)] + ["    " + row for row in rows]


def exchange():
    agent = danno._Conversation(lambda question: danno.bank(0), None, "ada", "", 16)
    out = []
    for message in referee_messages():
        out += lines("referee", message)
        agent.take(frame(message.SerializeToString()))
        for payload in frames(b"".join(agent.output))[0]:
            out += lines("agent", agent_pb2.FromAgent.FromString(payload))
        agent.output.clear()
    return "\n".join(out) + "\n"


class Page(unittest.TestCase):
    def test_the_worked_exchange(self):
        with open(PAGE, encoding="utf-8") as file:
            page = file.read()
        if os.environ.get("UPDATE_GOLDEN"):
            with open(PAGE, "w", encoding="utf-8") as file:
                file.write(BLOCK.sub(lambda _: exchange(), page, count=1))
            return
        self.assertEqual(BLOCK.search(page).group(), exchange())


if __name__ == "__main__":
    unittest.main()
