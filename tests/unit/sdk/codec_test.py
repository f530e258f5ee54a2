"""The Python SDK's codec against the official runtime, message by message and byte by byte."""

import os
import subprocess
import sys
import unittest
import unittest.mock

import agent_pb2
import danno
import rules_pb2
from messages import ask, frame, fill, number, rng_for, text, to_agent, unknown_field, varint


def plain(message):
    """The fields of an official message as the SDK shows them."""
    values = {}
    for field in message.DESCRIPTOR.fields:
        value = getattr(message, field.name)
        if field.label == field.LABEL_REPEATED:
            value = [plain(v) if field.message_type else v for v in value]
        elif field.has_presence and not message.HasField(field.name):
            value = None
        elif field.message_type:
            value = plain(value)
        elif field.type == field.TYPE_BYTES:
            value = plain(rules_pb2.RuleSet.FromString(value))
        values[field.name] = value
    if "traits" in values:
        values["traits"] = {trait["key"]: trait["value"] for _, trait in values["traits"]}
    return (message.DESCRIPTOR.name, values)


def shown(message):
    values = {}
    for name in type(message).__annotations__:
        value = getattr(message, name)
        if isinstance(value, danno.Message):
            value = shown(value)
        elif isinstance(value, (list, tuple)):
            value = [shown(v) if isinstance(v, danno.Message) else v for v in value]
        values[name] = value
    return (type(message).__name__, values)


class Decoding(unittest.TestCase):
    def check(self, data):
        official = agent_pb2.ToAgent.FromString(data)
        kind = official.WhichOneof("message")
        mine = danno.decode(data, 0, len(data))
        if kind is None:
            self.assertIsNone(mine)
            return
        body = getattr(official, kind)
        self.assertEqual(shown(mine), plain(body))

    def test_every_field_of_the_proto_is_known(self):
        for field in agent_pb2.ToAgent.DESCRIPTOR.fields:
            kind = danno._KINDS[field.number]
            names = {n for n, t in kind.__dict__.get("__annotations__", {}).items()}
            self.assertEqual(names, {f.name for f in field.message_type.fields})

    def test_random_messages(self):
        rng = rng_for("messages")
        for _ in range(5000):
            self.check(to_agent(rng).SerializeToString())

    def test_unknown_fields_are_ignored(self):
        rng = rng_for("unknown")
        for _ in range(3000):
            message = to_agent(rng)
            field = message.DESCRIPTOR.fields_by_name[message.WhichOneof("message")]
            body = getattr(message, field.name).SerializeToString()
            body = unknown_field(rng) + body + unknown_field(rng)
            data = varint(field.number << 3 | 2) + frame(body)
            self.check(unknown_field(rng) + data + unknown_field(rng))

    def test_messages_in_parts_are_merged_and_the_last_kind_counts(self):
        rng = rng_for("parts")
        for _ in range(3000):
            self.check(b"".join(to_agent(rng).SerializeToString() for _ in range(rng.randrange(4))))

    def test_repeated_numbers_may_come_one_by_one(self):
        rng = rng_for("unpacked")
        for _ in range(500):
            body = b"".join(varint(rng.randrange(3, 9) << 3) + varint(number(rng)) for _ in range(20))
            self.check(b"\x1a" + frame(body))

    def test_what_is_cut_off_is_refused_like_there(self):
        rng = rng_for("cut")
        refused = 0
        for _ in range(3000):
            data = to_agent(rng).SerializeToString()
            data = data[: rng.randrange(len(data) + 1)]
            try:
                agent_pb2.ToAgent.FromString(data)
            except Exception:
                refused += 1
                with self.assertRaises((ValueError, IndexError)):
                    danno.decode(data, 0, len(data))
            else:
                self.check(data)
        self.assertGreater(refused, 1000)


    def test_what_a_student_does_to_the_lists_is_not_seen_in_the_next_question(self):
        rng = rng_for("lists")
        question = ask(rng, 1, 2)
        while question.ask.offer_dice:
            question = ask(rng, 1, 2)
        data = question.SerializeToString()
        first = danno.decode(data, 0, len(data))
        for name in ("dice", "keep", "points", "next_dice", "may", "totals"):
            getattr(first, name).append(99)
        self.check(data)


class Importing(unittest.TestCase):
    def test_needs_no_module_that_python_has_not_loaded_already(self):
        code = "import sys; before = set(sys.modules); import danno; print(*sorted(set(sys.modules) - before))"
        loaded = subprocess.run([sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(loaded.stdout.split(), ["__future__", "danno"])


class Parameters(unittest.TestCase):
    def test_a_parameter_has_the_type_of_its_default(self):
        for text, default, value in (
            ("7", 0, 7), ("0.5", 1.0, 0.5), ("x", "y", "x"), ("false", True, False), ("True", False, True),
            ("1", False, True), ("0", True, False),
        ):
            with unittest.mock.patch.dict(os.environ, DANNO_own=text):
                self.assertIs(type(danno.parameter("own", default)), type(default))
                self.assertEqual(danno.parameter("own", default), value)
        with unittest.mock.patch.dict(os.environ, DANNO_own="no"), self.assertRaisesRegex(ValueError, "expected true or false"):
            danno.parameter("own", True)


class Encoding(unittest.TestCase):
    def test_answers(self):
        rng = rng_for("answers")
        for _ in range(5000):
            message = agent_pb2.FromAgent()
            message.answer.SetInParent()
            answer = fill(rng, message.answer)
            mine = danno.encode_answer(answer.game, answer.seq, answer.option, answer.action)
            self.assertEqual(mine, frame(message.SerializeToString()))

    def test_answers_to_questions_as_they_come(self):
        rng = rng_for("replies")
        for _ in range(2000):
            question = ask(rng, number(rng), number(rng))
            data = question.SerializeToString()
            message = agent_pb2.FromAgent()
            answer = fill(rng, message.answer)
            answer.game, answer.seq = question.ask.game, question.ask.seq
            decision = danno.Decision(answer.action, answer.option)
            self.assertEqual(danno._reply(danno.decode(data, 0, len(data)), decision), frame(message.SerializeToString()))

    def test_greetings(self):
        rng = rng_for("greetings")
        for _ in range(2000):
            message = agent_pb2.FromAgent()
            message.ready.SetInParent()
            ready = fill(rng, message.ready)
            ready.name += "x" * rng.choice((0, 0, 200))
            mine = danno.encode_ready(ready.name, ready.version, ready.games, ready.seen)
            self.assertEqual(mine, frame(message.SerializeToString()))


if __name__ == "__main__":
    unittest.main()
