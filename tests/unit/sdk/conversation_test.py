"""The SDKs as processes, with the official runtime on the referee's side of the pipes."""

import os
import pty
import socket
import subprocess
import sys
import tempfile
import threading
import unittest

import agent_pb2
import rules_pb2
from messages import ask, frame, frames, game_start, rng_for, varint

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.environ["DANNO_SOURCE"]
ECHOES = os.environ["DANNO_ECHOES"]
AGENTS = {
    "cpp": [os.environ["DANNO_ECHO"]],
    "python": [sys.executable, "-B", os.path.join(HERE, "echo.py")],
    "js": ["node", os.path.join(HERE, "echo.mjs"), os.path.join(SOURCE, "sdk/js/danno.mjs")],
    "java": ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", ECHOES + "/classes", "Echo"],
    "go": [ECHOES + "/echo-go"],
    "rust": [ECHOES + "/echo-rs"],
}
# Where there was a compiler.
for language, built in ("java", "/classes/Echo.class"), ("go", "/echo-go"), ("rust", "/echo-rs"):
    if not os.path.exists(ECHOES + built):
        del AGENTS[language]


def hello():
    message = agent_pb2.ToAgent()
    message.hello.protocol, message.hello.games = 1, 64
    return message


def goodbye():
    message = agent_pb2.ToAgent()
    message.goodbye.SetInParent()
    return message


def encode(messages):
    return b"".join(frame(m.SerializeToString()) for m in messages)


def conversation(rng, games=40, steps=1500):
    """Many games at once, and the answers that the echo owes."""
    starts = [game_start(rng, g) for g in range(games)]
    heard = [add_rules(rng, start.game_start) if rng.random() < 0.3 else 0 for start in starts]
    messages, asked, answers = [hello()] + starts, [0] * games, []
    for seq in range(steps):
        game = rng.randrange(games)
        if rng.random() < 0.2:
            message = agent_pb2.ToAgent()
            message.seen.game, message.seen.turn_points = game, rng.randrange(1000)
            heard[game] += message.seen.turn_points
            messages.append(message)
            continue
        message = ask(rng, game, seq)
        messages.append(message)
        told = asked[game] * 7 + heard[game]
        asked[game] += 1
        answers.append(expected_answer(message.ask, told))
    for game in range(games):
        message = agent_pb2.ToAgent()
        message.game_end.game = game
        messages.append(message)
    return messages + [goodbye()], answers, asked


def add_rules(rng, start):
    """Rules of a file; what the echo makes of them."""
    rules = rules_pb2.RuleSet(text="[rules]\n" * rng.randrange(1, 300))
    for _ in range(rng.randrange(40)):
        rules.patterns.add(dice=[1] * rng.randrange(1, 7), points=rng.randrange(10**5))
    rules.traits.add(key="hot", value="x" * rng.randrange(9))
    rules.traits.add(key="wins", value="")
    start.rule_set = rules.SerializeToString()
    return len(rules.text) + sum(p.points + len(p.dice) for p in rules.patterns) + len(rules.traits[0].value)


def shown(game, question):
    """What print(question) shows."""
    totals = " ".join(map(str, question.totals))
    head = "%s, seat %d of %d, totals %s" % (game.rules, game.seat, game.seats, totals)
    head += ", last turn" if question.HasField("closer") else ""
    if question.offer_dice:
        return head + ", offer: %d points, %d dice\n" % (question.offer_points, question.offer_dice)
    text = head + ", turn %d, dice %s\n" % (question.turn_points, " ".join(map(str, question.dice)))
    for option, keep in enumerate(question.keep):
        kept = " ".join(str(die) for i, die in enumerate(question.dice) if keep >> i & 1)
        points, may = question.points[option], question.may[option]
        words = ["roll %d dice" % question.next_dice[option]] * (may & 1) + ["bank"] * (may >> 1)
        text += "  %d: keep %s for %d, turn %d, " % (option, kept, points, question.turn_points + points)
        text += " or ".join(words) + "\n"
    return text


def expected_answer(question, told):
    reply = agent_pb2.FromAgent()
    reply.answer.game, reply.answer.seq = question.game, question.seq
    if question.offer_dice:
        reply.answer.action = agent_pb2.ACCEPT if told % 2 == 0 else agent_pb2.DECLINE
        return reply
    reply.answer.option = told % len(question.keep)
    may_roll = question.may[reply.answer.option] & 1
    reply.answer.action = agent_pb2.ROLL if may_roll else agent_pb2.BANK
    return reply


def start(command, **streams):
    """With bare pipes: a write is one system call, and nothing is left to be written at the close."""
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, **streams}
    return subprocess.Popen(command, bufsize=0, stderr=subprocess.PIPE, **streams)


def run(command, pieces, **streams):
    """What the agent wrote, its log and how it exited."""
    with start(command, **streams) as agent:

        def feed():
            try:
                for piece in pieces:
                    agent.stdin.write(piece)
                agent.stdin.close()
            except BrokenPipeError:
                pass

        feeder = threading.Thread(target=feed)
        log = []
        listener = threading.Thread(target=lambda: log.append(agent.stderr.read()))
        feeder.start()
        listener.start()
        output = agent.stdout.read()
        feeder.join()
        listener.join()
        return output, log[0].decode(), agent.wait()


def in_each_language(test):
    def run_all(self):
        for language, command in AGENTS.items():
            with self.subTest(language):
                test(self, command)

    return run_all


class Conversation(unittest.TestCase):
    def check(self, command, split_pieces):
        rng = rng_for("conversation")
        messages, answers, asked = conversation(rng)
        output, log, code = run(command, split_pieces(rng, encode(messages)))
        self.assertEqual(code, 0, log)
        replies, rest = frames(output)
        self.assertEqual(rest, b"")
        ready = agent_pb2.FromAgent.FromString(replies[0]).ready
        self.assertEqual(ready, agent_pb2.Ready(name="echo", version="1", games=1024, seen=True))
        self.assertEqual(replies[1:], [a.SerializeToString() for a in answers])
        self.assertIn("noise before play", log)
        self.assertIn("noise on stdout", log)
        self.assertNotIn("stdin was not taken away", log)
        for game, count in enumerate(asked):
            self.assertIn("ended %d after %d\n" % (game, count), log)

    @in_each_language
    def test_what_was_answered_before_a_failure_counts(self, command):
        rng = rng_for("failure")
        messages = [hello(), game_start(rng, 0), ask(rng, 0, 0), ask(rng, 99, 0)]
        output, log, code = run(command, [encode(messages)])
        self.assertNotEqual(code, 0)
        self.assertIn("game 99 has not begun", log)
        self.assertEqual(len(frames(output)[0]), 2)  # Ready and the answer

    @in_each_language
    def test_a_question_is_printed_as_its_position(self, command):
        rng = rng_for("shown")
        begun, asked = game_start(rng, 0, rules="shown"), [ask(rng, 0, seq) for seq in range(30)]
        output, log, code = run(command, [encode([hello(), begun, *asked, goodbye()])])
        self.assertEqual(code, 0, log)
        for message in asked:
            self.assertIn(shown(begun.game_start, message.ask), log)

    @in_each_language
    def test_a_parameter_that_the_rules_do_not_have_is_told_in_the_authors_lines(self, command):
        rng = rng_for("typo")
        output, log, code = run(command, [encode([hello(), game_start(rng, 0, rules="typo"), ask(rng, 0, 0)])])
        self.assertNotEqual(code, 0)
        self.assertRegex(log, r"typo has no parameter '?\"?Target'?\"?; it has \w+, \w+, \w+\. Where rules differ, \w+\(.Target., 0\)")
        self.assertEqual(len(frames(output)[0]), 1)
        if command[-1].endswith((".py", "danno.mjs", "echo-go", "Echo")):  # it writes a trace
            self.assertRegex(log, r"(?i)(echo|main)\.(py|mjs|go|java)")
            self.assertNotRegex(log, r"danno\.(py|mjs|go)\b|Danno\.java")

    @in_each_language
    def test_a_value_that_is_no_whole_number_is_told_with_its_parameter(self, command):
        for value in ("x1", "1.5", "1e999", "nan"):
            output, log, code = run(command, [], env={**os.environ, "DANNO_limit": value})
            if command[0] == "node" and value != "x1":
                continue  # its numbers are of one kind
            self.assertNotEqual(code, 0)
            self.assertRegex(log, "the parameter limit is '%s'; expected a (whole )?number" % value)
        self.assertEqual(run(command, [], env={**os.environ, "DANNO_limit": "-7"})[2], 0)

    @unittest.skipUnless("java" in AGENTS, "no Java compiler")
    def test_a_console_that_is_no_terminal_is_no_person(self):
        # The fake takes the place of Java 17's own class.
        classes = self.enterContext(tempfile.TemporaryDirectory())
        built = subprocess.run(["javac", "--patch-module", "java.base=" + HERE, "-d", classes, HERE + "/Console.java"])
        if built.returncode != 0:
            self.skipTest("a Java whose own interfaces are others")
        command = ["java", "--patch-module", "java.base=" + classes, *AGENTS["java"][1:]]
        output, log, code = run(command, [encode([hello(), goodbye()])])
        self.assertEqual((code, len(frames(output)[0])), (0, 1), log)

    @in_each_language
    def test_all_at_once(self, command):
        self.check(command, lambda rng, data: [data])

    @in_each_language
    def test_byte_by_byte(self, command):
        self.check(command, lambda rng, data: [data[i : i + 1] for i in range(len(data))])

    @in_each_language
    def test_in_random_pieces(self, command):
        def pieces(rng, data):
            while data:
                size = rng.randrange(1, 300)
                yield data[:size]
                data = data[size:]

        self.check(command, pieces)

    @in_each_language
    def test_the_end_of_input_ends_the_agent_in_the_middle_of_a_game_too(self, command):
        rng = rng_for("end")
        output, log, code = run(command, [encode([hello(), game_start(rng, 0)]), b"\x20\x1a"])
        self.assertEqual(code, 0, log)
        self.assertEqual(len(frames(output)[0]), 1)

    @in_each_language
    def test_with_a_terminal_on_stdin_it_says_what_it_is(self, command):
        ours, theirs = pty.openpty()
        with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE) as agent:
            os.close(theirs)
            log = agent.stderr.read().decode()
            self.assertEqual(agent.wait(), 2, log)
        os.close(ours)
        self.assertIn("danno: this is an agent: a referee plays it, by pipes", log)
        self.assertIn("\n  danno check .\n  danno match . hold\n", log)

    @in_each_language
    def test_goodbye_ends_the_agent_though_its_input_stays_open(self, command):
        with start(command) as agent:
            agent.stdin.write(encode([hello(), goodbye()]))
            agent.stdout.read()
            self.assertEqual(agent.wait(), 0, agent.stderr.read())
            agent.stdin.close()

    @in_each_language
    def test_a_referee_that_is_gone_is_no_error(self, command):
        with start(command) as agent:
            agent.stdout.close()
            agent.stdin.write(encode([hello()]))
            self.assertEqual(agent.wait(), 0, agent.stderr.read())
            agent.stdin.close()

    @in_each_language
    def test_the_longest_frame_is_read_and_a_longer_one_refused(self, command):
        rng = rng_for("long")
        for size, taken in ((65536, True), (65537, False)):
            data = encode([hello(), game_start(rng, 0)])
            data += frame(padded(ask(rng, 0, 0).SerializeToString(), size))
            output, log, code = run(command, [data])
            if taken:
                self.assertEqual(len(frames(output)[0]), 2, log)
            self.assertEqual(code == 0, taken, log)
            if not taken:
                self.assertIn("a frame of 65537 bytes; at most 65536", log)

    @in_each_language
    def test_answers_are_written_once_where_questions_came_at_once(self, command):
        rng = rng_for("once")
        starts = [game_start(rng, g) for g in range(64)]
        # A packet is a write, here.
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with ours, start(command, stdout=theirs) as agent:
            theirs.close()
            agent.stdin.write(encode([hello()] + starts))
            self.assertEqual(len(frames(ours.recv(1 << 16))[0]), 1)
            agent.stdin.write(encode([ask(rng, g, 0) for g in range(64)]))
            self.assertEqual(len(frames(ours.recv(1 << 16))[0]), 64)
            agent.stdin.close()
            self.assertEqual(agent.wait(), 0, agent.stderr.read())


def padded(payload, size):
    """With a field of a later version, so that it is `size` bytes long."""
    room = size - len(payload) - 2 - 3
    return payload + varint(100 << 3 | 2) + varint(room) + bytes(room)


if __name__ == "__main__":
    unittest.main()
