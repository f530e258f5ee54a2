"""The agents of docs/write-an-agent.md run as they stand there, and answer legally."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import agent_pb2
from messages import ask, frame, frames, game_start, rng_for

SOURCE = os.environ["DANNO_SOURCE"]
PYTHON = ("danno.py", "python/danno.py", "agent.py", [sys.executable, "-B", "agent.py"])
JS = ("danno.mjs", "js/danno.mjs", "agent.mjs", ["node", "agent.mjs"])
AGENTS = {"python": PYTHON, "python-better": PYTHON, "python-state": PYTHON, "js": JS, "js-better": JS}


def code_of(mark):
    with open(os.path.join(SOURCE, "docs/write-an-agent.md"), encoding="utf-8") as file:
        return re.search(r"<!-- %s -->\n```\w+\n(.*?)```" % mark, file.read(), re.S).group(1)


def is_legal(question, answer):
    if question.offer_dice:
        return answer.action in (agent_pb2.ACCEPT, agent_pb2.DECLINE)
    bit = {agent_pb2.ROLL: 1, agent_pb2.BANK: 2}.get(answer.action, 0)
    return answer.option < len(question.may) and question.may[answer.option] & bit != 0


class Tutorial(unittest.TestCase):
    def check(self, command, folder):
        rng = rng_for("tutorial")
        questions = [ask(rng, 0, seq) for seq in range(1000)]
        hello = agent_pb2.ToAgent()
        hello.hello.protocol = 1
        messages = [hello, game_start(rng, 0)] + questions
        data = b"".join(frame(m.SerializeToString()) for m in messages)
        result = subprocess.run(command, cwd=folder, input=data, capture_output=True)
        self.assertEqual(result.returncode, 0, result.stderr.decode())
        replies = [agent_pb2.FromAgent.FromString(r) for r in frames(result.stdout)[0]]
        self.assertEqual(len(replies), 1 + len(questions))
        for message, reply in zip(questions, replies[1:]):
            self.assertTrue(is_legal(message.ask, reply.answer), (message.ask, reply.answer))

    def test_python_and_js(self):
        for mark, (name, sdk, file, command) in AGENTS.items():
            with self.subTest(mark), tempfile.TemporaryDirectory() as folder:
                shutil.copy(os.path.join(SOURCE, "sdk", sdk), os.path.join(folder, name))
                with open(os.path.join(folder, file), "w", encoding="utf-8") as agent:
                    agent.write(code_of(mark))
                self.check(command, folder)

    def test_cpp(self):
        for program in os.environ["DANNO_TUTORIALS"].split(","):
            with self.subTest(program):
                self.check([program], None)


if __name__ == "__main__":
    unittest.main()
