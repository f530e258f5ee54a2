"""The JavaScript SDK's codec against the official runtime, message by message and byte by byte."""

import json
import os
import subprocess
import tempfile
import unittest

import agent_pb2
import rules_pb2
from messages import fill, frame, rng_for, to_agent, unknown_field, varint

HERE = os.path.dirname(os.path.abspath(__file__))
SDK = os.path.join(os.environ["DANNO_SOURCE"], "sdk/js/danno.mjs")


def run(tasks):
    command = ["node", os.path.join(HERE, "codec.mjs"), SDK]
    # Node does not wait for a full pipe; a file has always room.
    with tempfile.TemporaryFile() as output:
        subprocess.run(command, input=json.dumps(tasks).encode(), stdout=output, check=True)
        output.seek(0)
        return json.load(output)


def plain(message):
    """The fields of an official message as codec.mjs shows them."""
    values = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.label == field.LABEL_REPEATED:
            value = [plain(v) if field.message_type else v for v in value]
        elif field.has_presence and not message.HasField(field.name):
            value = None
        elif field.message_type:
            value = plain(value)
        elif field.type == field.TYPE_FIXED64:
            value = str(value)
        elif field.type == field.TYPE_BYTES:
            value = plain(rules_pb2.RuleSet.FromString(value))
        values[field.json_name] = value
    if "traits" in values:
        values["traits"] = {trait["key"]: trait["value"] for trait in values["traits"]}
    return values


def expected(data):
    """What is shown of `data`; None for nothing known; False where it is refused."""
    try:
        official = agent_pb2.ToAgent.FromString(data)
        kind = official.WhichOneof("message")
        if kind is None:
            return None
        body = getattr(official, kind)
        return [body.DESCRIPTOR.name, plain(body)]
    except Exception:
        return False


class Codec(unittest.TestCase):
    def check_decoding(self, payloads):
        results = run([["decode", data.hex()] for data in payloads])
        self.assertEqual(len(results), len(payloads))
        refused = 0
        for data, result in zip(payloads, results):
            wanted = expected(data)
            if wanted is False:
                refused += 1
                self.assertIsInstance(result, str, data.hex())
                continue
            if isinstance(result, list):
                # JSON leaves out what is undefined.
                result[1] = {**{k: None for k in wanted[1] if k not in result[1]}, **result[1]}
            self.assertEqual(result, wanted, data.hex())
        return refused

    def test_random_messages(self):
        rng = rng_for("messages")
        self.check_decoding([to_agent(rng).SerializeToString() for _ in range(5000)])

    def test_unknown_fields_are_ignored(self):
        rng = rng_for("unknown")
        payloads = []
        for _ in range(3000):
            message = to_agent(rng)
            field = message.DESCRIPTOR.fields_by_name[message.WhichOneof("message")]
            body = getattr(message, field.name).SerializeToString()
            body = unknown_field(rng) + body + unknown_field(rng)
            data = varint(field.number << 3 | 2) + frame(body)
            payloads.append(unknown_field(rng) + data + unknown_field(rng))
        self.check_decoding(payloads)

    def test_messages_in_parts_are_merged_and_the_last_kind_counts(self):
        rng = rng_for("parts")
        self.check_decoding(
            [
                b"".join(to_agent(rng).SerializeToString() for _ in range(rng.randrange(4)))
                for _ in range(3000)
            ]
        )

    def test_what_is_cut_off_is_refused_like_there(self):
        rng = rng_for("cut")
        payloads = []
        for _ in range(3000):
            data = to_agent(rng).SerializeToString()
            payloads.append(data[: rng.randrange(len(data) + 1)])
        self.assertGreater(self.check_decoding(payloads), 1000)

    def test_answers_and_greetings(self):
        rng = rng_for("answers")
        tasks, wanted = [], []
        for _ in range(5000):
            message = agent_pb2.FromAgent()
            message.answer.SetInParent()
            answer = fill(rng, message.answer)
            tasks.append(["answer", answer.game, answer.seq, answer.option, answer.action])
            wanted.append(frame(message.SerializeToString()).hex())
        for _ in range(1000):
            message = agent_pb2.FromAgent()
            message.ready.SetInParent()
            ready = fill(rng, message.ready)
            ready.name += "x" * rng.choice((0, 0, 200))
            tasks.append(["ready", ready.name, ready.version, ready.games, ready.seen])
            wanted.append(frame(message.SerializeToString()).hex())
        self.assertEqual(run(tasks), wanted)


if __name__ == "__main__":
    unittest.main()
