"""A real nginx on loopback, with the configuration that `danno season web` wrote, run by the user of the test."""

import csv
import json
import os
import shutil
import signal
import socket
import subprocess
import time

from driver import danno

PROGRAM = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")

# The frame that Debian's own nginx.conf has around a site, in a folder of the test.
AROUND = """{user}daemon off;
worker_processes 2;
pid {scratch}/pid;
error_log {scratch}/error.log;
events {{ worker_connections 768; }}
http {{
    include /etc/nginx/mime.types;
    default_type application/octet-stream;
    access_log {scratch}/access.log;
    client_body_temp_path {scratch}/body;
    fastcgi_temp_path {scratch}/fastcgi;
    proxy_temp_path {scratch}/proxy;
    scgi_temp_path {scratch}/scgi;
    uwsgi_temp_path {scratch}/uwsgi;
    include {configuration};
}}
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def tokens(season):
    """The token of each author who was invited to the season in that folder."""
    with (season / "web/tokens.csv").open(newline="") as file:
        return {row["author"]: row["token"] for row in csv.DictReader(file)}


def invite(season, *authors):
    """Invites authors, and returns the token of each."""
    done = danno("season", "invite", "season.toml", *authors, cwd=season)
    assert done.returncode == 0, done.stderr
    return tokens(season)


class Nginx:
    """`season` is the folder of season.toml. The address is `address`, below `path`."""

    def __init__(self, season, path=""):
        self.season = season
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}{path}"
        self.scratch = season / "nginx"
        self.scratch.mkdir()
        done = danno("season", "web", "season.toml", "--address", self.address, "--no-tls",
                     "--listen", f"127.0.0.1:{self.port}", cwd=season)
        assert done.returncode == 0, done.stderr
        self.told = done.stdout + done.stderr
        self.main = self.scratch / "nginx.conf"
        self.main.write_text(AROUND.format(user="user root;\n" if os.geteuid() == 0 else "", scratch=self.scratch,
                                           configuration=season / "web/nginx.conf"))
        self.process = None

    def check(self):
        """What `nginx -t` says."""
        return subprocess.run([PROGRAM, "-t", "-c", self.main, "-e", self.scratch / "error.log"],
                              capture_output=True, text=True)

    def start(self):
        """Returns when it takes connections."""
        with (self.scratch / "told").open("a") as told:
            self.process = subprocess.Popen([PROGRAM, "-c", self.main, "-e", self.scratch / "error.log"], stdout=told,
                                            stderr=told, start_new_session=True)
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return self
            except OSError:
                assert self.process.poll() is None and time.monotonic() < end, (self.scratch / "told").read_text()
                os.sched_yield()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=60)

    def restart(self):
        """Begins its limits again: it counts a request until the connection is closed, which the client may see
        earlier, so that a busy machine has too many (429) where each came after the other."""
        self.stop()
        self.start()

    def kill(self):
        """Kills it with its workers, in the middle of whatever they do."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(timeout=60)
        try:
            while True:  # until its last worker is gone
                socket.create_connection(("127.0.0.1", self.port), timeout=60).close()
        except OSError:
            pass

    def curl(self, path, *arguments, author="", token="", timeout=60):
        """The status code and the text of a server with room. The login goes to curl's stdin, as the project's own
        client sends it."""
        status, text = self.curl_once(path, *arguments, author=author, token=token, timeout=timeout)
        if status == 429:
            self.restart()
            status, text = self.curl_once(path, *arguments, author=author, token=token, timeout=timeout)
        return status, text

    def curl_once(self, path, *arguments, author, token, timeout):
        config = f'user = "{author}:{token}"\n' if author else ""
        done = subprocess.run(["curl", "-sS", "--globoff", "--path-as-is", "-K", "-", "-w", "\n%{http_code}", *arguments,
                               self.address + path], input=config, capture_output=True, text=True, timeout=timeout)
        text, _, status = done.stdout.rpartition("\n")
        return int(status), text

    def put(self, file, author, token, name=""):
        """The status code of a submission."""
        return self.curl(f"/hand-in/{name}", "-T", file, author=author, token=token)[0]

    def answers(self, author, token):
        """The author's answers, oldest first."""
        status, text = self.curl("/mine/answers.json", author=author, token=token)
        return json.loads(text)["answers"] if status == 200 else []
