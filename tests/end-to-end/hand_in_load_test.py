"""The last minute of a season on the web: many authors at once, and both servers killed in the middle. Nothing is lost.

Run as: hand_in_load_test.py PATH/TO/danno [unittest arguments]
DANNO_HAND_INS: how many files are sent; default 40.
"""

import base64
import http.client
import json
import os
import sys
import threading
import time
import unittest

import nginx
from seasons import SeasonFolder, hold, zipped

FILES = int(os.environ.get("DANNO_HAND_INS", "40"))
AUTHORS = [f"author{number}" for number in range(3 * FILES // 10)]
KILLS = 3


class TheLastMinute(SeasonFolder):
    def setUp(self):
        super().setUp()
        self.write_season(final="", league="until = { games = 200 }", format="ladder")
        self.tokens = nginx.invite(self.folder, *AUTHORS)
        self.nginx = nginx.Nginx(self.folder).start()
        self.addCleanup(lambda: self.nginx.stop())
        self.lock = threading.Lock()
        self.sent = {}  # the status of every attempt, by author and item; 0: its answer was lost

    def content(self, number):
        """Every third file is a bot of its author's; others are refused unbuilt, so that the test takes no hours."""
        author = AUTHORS[number % len(AUTHORS)]
        if number < len(AUTHORS):
            return zipped(hold(f"{author}-bot"))
        return zipped({"readme": f"no bot {number}"}) if number % 2 else b"PK no zip"

    def attempt(self, author, item, body):
        """The status; 0 if no answer came."""
        login = base64.b64encode(f"{author}:{self.tokens[author]}".encode()).decode()
        connection = http.client.HTTPConnection("127.0.0.1", self.nginx.port, timeout=60)
        try:
            connection.request("PUT", f"/hand-in/{item}", body, {"Authorization": f"Basic {login}"})
            return connection.getresponse().status
        except (OSError, http.client.HTTPException):
            return 0
        finally:
            connection.close()

    def send(self, number, begin):
        """Sends one file until it is there. Each attempt has a name of its own, so that answers are counted exactly."""
        author, body = AUTHORS[number % len(AUTHORS)], self.content(number)
        begin.wait()
        end = time.monotonic() + 120
        for attempt in range(10**6):
            item = f"file{number}-{attempt}.zip"
            status = self.attempt(author, item, body)
            with self.lock:
                self.sent[author, item] = status
            if status == 201 or time.monotonic() > end:
                return
            time.sleep(0.05)  # the server is being started again

    def kill_both(self):
        self.nginx.kill()
        self.kept.kill()
        self.kept.wait()
        self.start()
        self.nginx.start()

    def test_everybody_gets_exactly_one_answer(self):
        self.start()
        self.wait_until("the season", lambda: self.status().get("pid") == self.kept.pid)
        begin = threading.Barrier(FILES + 1)
        senders = [threading.Thread(target=self.send, args=(number, begin)) for number in range(FILES)]
        for sender in senders:
            sender.start()
        begin.wait()
        for kill in range(KILLS):
            wanted = FILES * kill // KILLS
            self.wait_until("uploads", lambda: self.arrived() >= wanted or not any(sender.is_alive() for sender in senders))
            self.kill_both()
        for sender in senders:
            sender.join()
        self.assertEqual(self.arrived(), FILES)
        # All came in time, and most still wait when the season closes.
        self.close_at(time.time() + 2)
        self.kill_both()
        self.assertEqual(self.end(None), 0, self.told())
        self.assert_each_is_answered_once()

    def arrived(self):
        with self.lock:
            return list(self.sent.values()).count(201)

    def assert_each_is_answered_once(self):
        lines = [json.loads(line) for line in (self.out / "season/answers.ndjson").read_text().splitlines()]
        answered = [(line["author"], line["item"]) for line in lines]
        self.assertEqual(len(set(answered)), len(answered))
        self.assertEqual(len({line["ticket"] for line in lines}), len(lines))
        certain = {key for key, status in self.sent.items() if status == 201}
        lost = {key for key, status in self.sent.items() if status == 0}
        self.assertEqual(len(certain), FILES)
        self.assertEqual(certain - set(answered), set())
        self.assertEqual(set(answered) - certain - lost, set())
        # The letters, the lists and the web say the same.
        for author in AUTHORS:
            own = sorted(item for who, item in answered if who == author)
            self.assertEqual(sorted(self.letters(author)), own)
            listed = json.loads((self.outbox / author / "answers.json").read_text())["answers"]
            self.assertEqual(sorted(entry["item"] for entry in listed), own)
            self.assertEqual(json.loads((self.outbox / author / "waiting.json").read_text()), {"waiting": []})
            self.assertEqual([entry["item"] for entry in self.nginx.answers(author, self.tokens[author])], [entry["item"] for entry in listed])
        verdicts = {(line["author"], line["item"]): line["verdict"] for line in lines}
        for (author, item) in certain:
            number = int(item.removeprefix("file").partition("-")[0])
            self.assertIn(verdicts[author, item], ("taken", "unchanged") if number < len(AUTHORS) else ("refused",))
        self.assertEqual([path for path in (self.folder / "inbox").glob("author*/*")], [])
        print(f"{len(certain)} files arrived, {len(lost)} answers of the server were lost, {len(answered)} answers of the season")


if __name__ == "__main__":
    if nginx.PROGRAM is None:
        print("skipped: nginx (nginx-light) is not installed", file=sys.stderr)
        sys.exit(77)
    unittest.main()
