"""Handing in over the web: tokens, the configuration of nginx, and what a real nginx does with it.

Run as: hand_in_test.py PATH/TO/danno PROJECT [unittest arguments]
"""

import http.server
import os
import pathlib
import posixpath
import re
import shutil
import subprocess
import sys
import threading
import time
import unittest

import nginx
from driver import danno
from seasons import SeasonFolder

PROJECT = pathlib.Path(sys.argv.pop(1))


class Web(SeasonFolder):
    """A season that two authors may hand in to, and its nginx."""

    PATH = ""

    def setUp(self):
        super().setUp()
        self.write_season("max_mb = 2")
        self.tokens = nginx.invite(self.folder, "ada", "bob")
        self.nginx = nginx.Nginx(self.folder, self.PATH).start()
        self.addCleanup(self.nginx.stop)

    def curl(self, path, *arguments, author="ada", token=None):
        return self.nginx.curl(path, *arguments, author=author, token=self.tokens[author] if token is None else token)

    def ask_status(self, path, *arguments, **login):
        return self.curl(path, *arguments, **login)[0]

    def zipped(self, name="mybot"):
        """The zip of what `danno new` makes."""
        if not (self.folder / name).exists():
            self.assertEqual(danno("new", "python", name, cwd=self.folder).returncode, 0)
        return shutil.make_archive(self.folder / name, "zip", self.folder, name)

    def inbox(self, author="ada"):
        return sorted(path.name for path in (self.folder / "inbox" / author).iterdir())


class AStudentHandsIn(Web):
    def test_a_zip_becomes_a_letter(self):
        self.start()
        file = self.zipped()
        self.assertEqual(self.ask_status("/hand-in/", "-T", file), 201)
        self.wait_until("the letter", lambda: self.ask_status("/mine/000001-mybot.zip.md") == 200)
        self.assertIn("# mybot plays", self.curl("/mine/000001-mybot.zip.md")[1])
        self.assertIn("<h1><bdi>mybot plays</bdi></h1>", self.curl("/mine/000001-mybot.zip.html")[1])
        self.assertIn("mybot plays", self.curl("/mine/")[1])
        self.wait_until("a report", lambda: self.ask_status("/mine/agents/mybot/") == 200)
        game = re.search(r'href="(games/[^"]*)\.html"', self.curl("/mine/agents/mybot/")[1])[1]
        status, page = self.curl(f"/mine/agents/mybot/{game}.html")
        self.assertEqual(status, 200)
        for path in re.findall(r'(?:src|href)="([^"#]+)', page):
            address = f"/mine/agents/mybot/{game}.html".rpartition("/")[0] + "/" + path
            self.assertEqual(self.ask_status(posixpath.normpath(address)), 200, path)
        self.assertEqual(self.ask_status(f"/mine/agents/mybot/{game}.txt"), 200)
        self.wait_until("standings", lambda: '<a href="agents/mybot/index.html"><bdi>mybot' in self.curl("/mine/")[1])
        page = self.nginx.curl("/hand-in.html")[1]
        self.assertIn(f"curl -T mybot.zip -u NAME {self.nginx.address}/hand-in/", page)
        self.assertIn("connect-src 'self'", page)
        self.wait_until("the answer on the page", lambda: "So far 1 was accepted" in self.nginx.curl("/")[1])
        self.assertEqual(self.ask_status("/mine/000001-mybot.zip.md", author="bob"), 404)
        # The same file can come again, and another author can use the same name.
        self.assertEqual(self.ask_status("/hand-in/", "-T", file), 201)
        self.assertEqual(self.ask_status("/hand-in/", "-T", file, author="bob"), 201)
        self.wait_until("both letters", lambda: len(list(self.outbox.glob("*/[0-9]*.md"))) == 3)
        self.assertEqual(self.end(), 143)

    def test_the_page_is_there_before_the_first_agent(self):
        self.write_season("max_mb = 2\ncloses = 2099-12-31T18:00:00Z")
        self.file.write_text(self.file.read_text().replace('[[agent]]\npath = "hold"\n', ""))
        self.start()
        self.wait_until("the page", lambda: self.nginx.curl("/hand-in.html")[0] == 200)
        self.assertIn("The season is open until 31 Dec 2099, 18:00 UTC.", self.nginx.curl("/")[1])
        self.assertEqual(self.nginx.curl("/hand-in.js")[0], 200)
        self.assertIn("You have not handed in anything yet.", self.curl("/mine/")[1])
        self.assertEqual(self.end(), 143)

    def test_half_an_upload_that_nobody_continues_is_removed(self):
        uploads = self.folder / "inbox/.uploads"
        for name, age in (("0000000001", 86400 * 2), ("0000000002", 3600), ("0000000003.zip", 86400 * 2)):
            shutil.copy(self.zipped(), uploads / name)
            os.utime(uploads / name, (time.time() - age,) * 2)
        self.start()
        self.wait_until("an old one is gone", lambda: len(list(uploads.iterdir())) == 1)
        self.assertEqual([path.name for path in uploads.iterdir()], ["0000000002"])
        self.assertEqual(self.ask_status("/hand-in/", "-T", self.zipped()), 201)
        self.wait_until("the letter", lambda: list(self.letters("ada")))
        self.assertEqual(list(self.answers()), ["mybot.zip"])
        # The season may remove them, whoever nginx is.
        self.assertEqual(uploads.stat().st_mode & 0o7777, 0o2770)
        self.assertIn(f"sudo chgrp $(id -gn) {uploads}\n", self.nginx.told)

    def test_no_word_of_a_letter_becomes_markup(self):
        self.start()
        evil = "<img src=x onerror=alert(1)>"
        (self.folder / "evil").mkdir()
        (self.folder / "evil/agent.toml").write_text(f'name = "{evil}"\nrun = ["./missing<b>"]\n')
        file = shutil.make_archive(self.folder / "evil", "zip", self.folder, "evil")
        self.assertEqual(self.ask_status("/hand-in/", "-T", file), 201)
        self.wait_until("the letter", lambda: self.ask_status("/mine/000001-evil.zip.html") == 200)
        for path in ("/mine/", "/mine/000001-evil.zip.html"):
            page = self.curl(path)[1]
            self.assertIn("&lt;img src=x", page)
            self.assertNotRegex(page, "<img|<b>")

    def test_the_site_is_for_everybody(self):
        site = self.out / "site"
        site.mkdir(parents=True)
        (site / "index.html").write_text("the season")
        (site / "koans").mkdir()
        (site / "koans/table.json").write_text("{}")
        (site / "passwd").symlink_to("/etc/passwd")
        public = {"author": "", "token": ""}
        self.assertEqual(self.nginx.curl("/"), (200, "the season"))
        self.assertEqual(self.nginx.curl("/koans/table.json"), (200, "{}"))
        for path, status in {"/koans/": 403, "/koans": 301, "/passwd": 403, "/nothing": 404, "/inbox/": 404}.items():
            self.assertEqual(self.nginx.curl(path, **public)[0], status, path)
        for method in ("POST", "PUT", "DELETE", "PROPFIND", "OPTIONS"):
            self.assertEqual(self.nginx.curl("/", "-X", method)[0], 405, method)
        headers = self.nginx.curl("/", "-I")[1].lower()
        for header in ("content-security-policy: default-src 'none'", "frame-ancestors 'none'", "x-frame-options: deny",
                       "x-content-type-options: nosniff", "referrer-policy: no-referrer", "server: nginx\n"):
            self.assertIn(header, headers.replace("\r", ""))

    def test_other_sites_frame_games_alone_and_two_pages_run_programs(self):
        games = self.out / "site/koans/games"
        games.mkdir(parents=True)
        for page in (games / "ada+bob-1.html", games / "ada+bob-1.txt", games.parent / "index.html", self.out / "site/play.html"):
            page.write_text("x")
        for path, framed, runs in (("/koans/games/ada+bob-1.html?embed", True, False), ("/koans/games/ada+bob-1.txt", False, False),
                                   ("/koans/index.html?/games/x.html", False, False), ("/play.html", False, True)):
            status, headers = self.nginx.curl(path, "-I")
            self.assertEqual(status, 200, path)
            self.assertEqual("frame-ancestors *" in headers, framed, path)
            self.assertEqual("x-frame-options" in headers.lower(), not framed, path)
            self.assertEqual("'wasm-unsafe-eval'" in headers, runs, path)


class WhatIsRefused(Web):
    """No season runs, so what came stays in the inbox."""

    def test_only_the_right_token_hands_in(self):
        file = self.zipped()
        for login in ({"author": "", "token": ""}, {"token": "wrong"}, {"token": ""}, {"author": "bob", "token": self.tokens["ada"]},
                      {"author": "eve", "token": self.tokens["ada"]}, {"author": "../inbox/ada", "token": self.tokens["ada"]}):
            with self.subTest(login):
                self.assertEqual(self.ask_status("/hand-in/", "-T", file, **login), 401)
                self.assertEqual(self.ask_status("/mine/", **login), 401)
        self.assertEqual(self.inbox(), [])

    def test_what_waits_is_not_replaced(self):
        file = self.zipped()
        self.assertEqual(self.ask_status("/hand-in/", "-T", file), 201)
        before = (self.folder / "inbox/ada/mybot.zip").stat().st_ino
        status, text = self.curl("/hand-in/", "-T", file)
        self.assertEqual(status, 409)
        self.assertIn("mybot.zip still waits", text)
        self.assertEqual((self.folder / "inbox/ada/mybot.zip").stat().st_ino, before)
        # Whoever has no token learns nothing of it.
        self.assertEqual(self.ask_status("/hand-in/", "-T", file, token="wrong"), 401)

    def test_other_methods_change_nothing(self):
        self.assertEqual(self.ask_status("/hand-in/", "-T", self.zipped()), 201)
        for method in ("GET", "HEAD", "DELETE", "POST", "MKCOL", "COPY", "MOVE", "PROPFIND", "LOCK", "PATCH", "OPTIONS"):
            more = ("-I",) if method == "HEAD" else ("-X", method, "-H", f"Destination: {self.nginx.address}/hand-in/new.zip")
            with self.subTest(method):
                self.assertIn(self.ask_status("/hand-in/mybot.zip", *more), (403, 405))
                if method not in ("GET", "HEAD"):
                    self.assertIn(self.ask_status("/mine/x.zip", *more), (403, 405))
        self.assertEqual(self.ask_status("/mine/x.zip", "-T", self.zipped()), 403)
        self.assertEqual(self.inbox(), ["mybot.zip"])

    def test_a_size_above_the_limit(self):
        large = self.folder / "large.zip"
        large.write_bytes(bytes((3 << 20) + 1))
        for how in (("-T", large), ("-H", "Transfer-Encoding: chunked", "-T", large)):
            self.assertEqual(self.ask_status("/hand-in/large.zip", *how), 413)
        self.assertEqual(self.inbox(), [])
        end = time.monotonic() + 60  # nginx answers before it has removed what came
        while list((self.folder / "inbox/.uploads").iterdir()):
            self.assertLess(time.monotonic(), end)
            os.sched_yield()
        large.write_bytes(bytes(3 << 20))
        self.assertEqual(self.ask_status("/hand-in/large.zip", "-T", large), 201)

    def test_names_that_are_not_plain(self):
        file = self.zipped()
        expected = {"../bob/x.zip": 405, "..%2fbob%2fx.zip": 405, "%2e%2e%2fbob%2fx.zip": 405, "%252e%252e%252fx.zip": 404,
                    ".x.zip": 404, "x.zip%00": 400, "x.zip%0a": 404, "x%5cy.zip": 404, "x": 404, "x.exe": 404, "a/x.zip": 404,
                    "x.zip/": 404, "%c3%a4.zip": 404, "x y.zip".replace(" ", "%20"): 404, "x" * 120 + ".zip": 404,
                    "x" * 4000 + ".zip": 404, "-x.zip": 404, ".zip": 404}
        for name, status in expected.items():
            with self.subTest(name[:40]):
                self.assertEqual(self.ask_status(f"/hand-in/{name}", "-T", file), status)
        self.assertEqual((self.inbox(), self.inbox("bob")), ([], []))
        for name in ("a.zip", "A-1_b.tar.gz", "x.tgz"):
            self.assertEqual(self.ask_status(f"/hand-in/{name}", "-T", file), 201)

    def test_pages_of_others(self):
        for author in ("ada", "bob"):
            (self.outbox / author / "000001-x.md").write_text(f"for {author}")
        (self.outbox / "ada/secret").symlink_to(self.folder / "web/tokens.csv")
        (self.outbox / "ada/agents").mkdir()
        self.assertEqual(self.curl("/mine/000001-x.md"), (200, "for ada"))
        for path in ("/mine/../bob/000001-x.md", "/mine/..%2fbob%2f000001-x.md", "/mine/%2e%2e/bob/000001-x.md",
                     "/mine/bob/000001-x.md", "/mine/agents/../../bob/000001-x.md", "/outbox/bob/000001-x.md"):
            self.assertEqual(self.ask_status(path), 404, path)
        self.assertEqual(self.ask_status("/mine/secret"), 403)
        self.assertEqual(self.ask_status("/mine/agents/"), 403)  # no list
        self.assertEqual(self.ask_status("/mine/000001-x.md", author="", token=""), 401)


class Tokens(SeasonFolder):
    def invite(self, *arguments):
        return danno("season", "invite", "season.toml", *arguments, cwd=self.folder)

    def setUp(self):
        super().setUp()
        self.write_season()

    def test_only_the_organiser_reads_them(self):
        tokens = nginx.invite(self.folder, "ada", "bob.lovelace")
        self.assertEqual((self.folder / "web/tokens.csv").stat().st_mode & 0o777, 0o600)
        hashes = (self.folder / "web/htpasswd").read_text()
        for author, token in tokens.items():
            self.assertRegex(token, "^[0-9a-f]{32}$")
            self.assertNotIn(token, hashes)
            self.assertIn(f"{author}:{{SSHA}}", hashes)
        self.assertEqual(len(set(tokens.values())), 2)
        self.assertEqual((self.folder / "inbox/ada").stat().st_mode & 0o7777, 0o2770)
        self.assertEqual((self.folder / "web").stat().st_mode & 0o007, 0)

    def test_a_umask_that_keeps_nginx_out_is_refused(self):
        commands = (("invite", "season.toml", "ada"), ("web", "season.toml", "--address", "https://greed.example.org"))
        for arguments in commands:
            done = danno("season", *arguments, cwd=self.folder, umask=0o077)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            told = "which umask 077 keeps out; before this and 'danno season run', run: umask 022"
            self.assertIn(told, " ".join(done.stderr.split()))
        self.assertFalse((self.folder / "web").exists())
        # The season's unit keeps others out; nginx reads as the group.
        for arguments in commands:
            self.assertEqual(danno("season", *arguments, cwd=self.folder, umask=0o027).returncode, 0, arguments)
        for name in ("web/htpasswd", "outbox/ada/index.html"):
            self.assertEqual((self.folder / name).stat().st_mode & 0o777, 0o640, name)
        # Revoking shuts nobody else out.
        danno("season", "invite", "season.toml", "--revoke", "ada", cwd=self.folder, umask=0o077, check=True)
        self.assertEqual((self.folder / "web/htpasswd").stat().st_mode & 0o777, 0o640)

    def test_a_new_token_replaces_the_old(self):
        before = nginx.invite(self.folder, "ada", "bob")
        after = nginx.invite(self.folder, "ada")
        self.assertNotEqual(after["ada"], before["ada"])
        self.assertEqual(after["bob"], before["bob"])
        self.assertEqual((self.folder / "web/htpasswd").read_text().count("ada:"), 1)
        # The organiser may delete what was sent: the logins stay.
        (self.folder / "web/tokens.csv").unlink()
        done = self.invite("eve", "--revoke", "bob")
        self.assertEqual((done.returncode, done.stdout.splitlines()[1]), (0, "2 authors can hand in"))
        self.assertEqual(list(nginx.tokens(self.folder)), ["eve"])
        self.assertNotIn("bob", (self.folder / "web/htpasswd").read_text())

    def test_a_list_that_grew_changes_no_token(self):
        (self.folder / "authors.csv").write_text("\ufeffName;Author\r\nAda L.;ada\r\n", encoding="utf-8")
        before = nginx.invite(self.folder, "authors.csv")
        self.assertEqual(list(before), ["ada"])
        (self.folder / "authors.csv").write_text('ada\n"bob"\n')
        after = nginx.invite(self.folder, "authors.csv")
        self.assertEqual((sorted(after), after["ada"]), (["ada", "bob"], before["ada"]))

    def test_the_command_to_send(self):
        nginx.invite(self.folder, "ada")
        self.assertIn("next: danno season web season.toml --address https://HOST", self.invite("bob").stdout)
        done = danno("season", "web", "season.toml", "--address", "https://example.org/greed/", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        nginx.invite(self.folder, "eve")
        for author in ("ada", "bob", "eve"):
            self.assertIn(f",danno hand-in mybot --to https://{author}@example.org/greed\n",
                          (self.folder / "web/tokens.csv").read_text())

    def test_mistakes_change_nothing(self):
        (self.folder / "authors.csv").write_text("author\nada\nAda Lovelace\n")
        for arguments, words in {("authors.csv",): "authors.csv: 3: 'Ada Lovelace' cannot be a login",
                                 ("autors.csv",): "autors.csv: no such file",
                                 ("../x",): "'../x' cannot be a login; expected 1 to 64 letters, digits and . _ -",
                                 (".hidden",): "cannot be a login", ("x" * 65,): "cannot be a login",
                                 ("ada:b",): "cannot be a login", ("a@b",): "cannot be a login",
                                 (): "nobody is named", ("--revoke", "bob"): "--revoke 'bob': no such author"}.items():
            done = self.invite(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(words, done.stderr)
        self.assertFalse((self.folder / "web").exists())


class Configuration(SeasonFolder):
    def web(self, *arguments):
        return danno("season", "web", "season.toml", *arguments, cwd=self.folder)

    def setUp(self):
        super().setUp()
        self.write_season()
        nginx.invite(self.folder, "ada")

    def test_it_is_clean_with_and_without_tls(self):
        server = nginx.Nginx(self.folder)
        found = server.check()
        self.assertEqual((found.returncode, "warn" in found.stderr), (0, False), found.stderr)
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                        "-keyout", "privkey.pem", "-out", "fullchain.pem"], cwd=self.folder, check=True, capture_output=True)
        done = self.web("--address", "https://localhost", "--listen", f"127.0.0.1:{server.port}")
        self.assertEqual(done.returncode, 0, done.stderr)
        file = self.folder / "web/nginx.conf"
        file.write_text(file.read_text().replace("/etc/letsencrypt/live/localhost", str(self.folder)))
        found = server.check()
        self.assertEqual((found.returncode, "warn" in found.stderr), (0, False), found.stderr)
        server.address = f"https://127.0.0.1:{server.port}"
        server.start()
        self.addCleanup(server.stop)
        status, headers = server.curl("/mine/", "-k", "-I", "--http2")
        self.assertEqual(status, 401)
        self.assertTrue(headers.startswith("HTTP/2 401"), headers)
        self.assertIn("strict-transport-security", headers)

    def test_every_directive_has_a_comment(self):
        self.assertEqual(self.web("--address", "https://greed.example.org").returncode, 0)
        before = ""
        for line in (self.folder / "web/nginx.conf").read_text().splitlines():
            words = line.strip()
            if words and not words.startswith("#") and words != "}":
                self.assertTrue(before and not before.endswith("}"), f"no comment above: {line}")
            before = words

    def test_the_version_decides_how_http2_is_asked_for(self):
        fake = self.folder / "bin/nginx"
        for version, listen, directive in (("1.22.1", "listen 443 ssl http2;", 0), ("1.25.0", "listen 443 ssl http2;", 0),
                                           ("1.25.1", "listen 443 ssl;", 1), ("1.29.4", "listen 443 ssl;", 1)):
            self.write("bin/nginx", f"#!/bin/sh\necho nginx version: nginx/{version} >&2\n", 0o755)
            done = danno("season", "web", "season.toml", "--address", "https://greed.example.org", cwd=self.folder,
                         env={**os.environ, "PATH": f"{fake.parent}:{os.environ['PATH']}"})
            self.assertEqual(done.returncode, 0, done.stderr)
            text = (self.folder / "web/nginx.conf").read_text()
            self.assertIn(f"    {listen}\n", text)
            self.assertEqual(text.count("\n    http2 on;\n"), directive)

    def test_it_prints_what_enables_it(self):
        done = self.web("--address", "https://greed.example.org/")
        self.assertEqual(done.returncode, 0, done.stderr)
        for words in ("https://greed.example.org/hand-in.html", "sudo certbot certonly", "sudo chgrp -R www-data",
                      f"sudo ln -sf {self.folder}/web/nginx.conf /etc/nginx/sites-enabled/autumn\n",
                      "sudo nginx -t && sudo nginx -s reload\n", "then: danno season run season.toml\n"):
            self.assertIn(words, done.stdout)
        # The file that somebody changed by hand stays beside the new one.
        file = self.folder / "web/nginx.conf"
        file.write_text(file.read_text() + "# mine\n")
        self.assertIn("nginx.conf.before", self.web("--address", "https://greed.example.org/").stdout)
        self.assertIn("# mine\n", (self.folder / "web/nginx.conf.before").read_text())

    def test_a_folder_that_nobody_else_can_pass_is_named(self):
        self.folder.chmod(0o700)
        done = self.web("--address", "https://greed.example.org/")
        self.assertIn(f"only you can pass {self.folder};", done.stderr.replace("\n", " "))

    def test_mistakes(self):
        for arguments, words in {("--address", "greed.example.org"): "--address 'greed.example.org': expected where",
                                 ("--address", "http://greed.example.org"): "tokens sent over http can be read",
                                 ("--address", "https://a b"): "expected where", ("--address", "https://"): "expected where",
                                 ("--address", "https://x/{}"): "expected where", ("--address", "https://x/../y"): "expected where",
                                 ("--address", "https://x", "--listen", "8080; evil"): "--listen '8080; evil': expected",
                                 (): "--address"}.items():
            done = self.web(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ""), arguments)
            self.assertIn(words, done.stderr)
        self.assertFalse((self.folder / "web/nginx.conf").exists())


class BelowAPath(Web):
    PATH = "/greed"

    def test_everything_is_there(self):
        site = self.out / "site"
        site.mkdir(parents=True)
        (site / "index.html").write_text("the season")
        self.assertEqual(self.ask_status("/", author="ada"), 200)
        self.assertEqual(self.ask_status("/hand-in/", "-T", self.zipped()), 201)
        self.assertEqual(self.inbox(), ["mybot.zip"])
        self.assertEqual(self.ask_status("/hand-in/", "-T", self.zipped()), 409)
        (self.outbox / "ada/000001-x.md").write_text("for ada")
        self.assertEqual(self.curl("/mine/000001-x.md"), (200, "for ada"))
        self.nginx.address = self.nginx.address.removesuffix("/greed")
        self.assertEqual(self.ask_status("/hand-in/", "-T", self.zipped()), 404)
        self.assertEqual(self.curl("/greed", "-I")[1].replace("\r", "").count("Location: /greed/\n"), 1)


class AnotherLogin(Web):
    """The university's own, by the steps of docs/hand-in.md."""

    def change(self, variable, instead=""):
        """Changes the configuration, and has nginx read it."""
        file = self.folder / "web/nginx.conf"
        text = re.sub(r'    auth_basic "autumn";\n    auth_basic_user_file .*\n', instead, file.read_text())
        self.assertEqual(text.count("$remote_user"), 2)
        file.write_text(text.replace("$remote_user", variable).replace("auth_basic off;", "auth_basic off; auth_request off;"))
        self.nginx.restart()

    def outcome(self, *headers):
        """The status codes of handing in and of reading."""
        self.number += 1
        return tuple(self.nginx.curl(path, *how, *headers)[0] for path, how in (
            (f"/hand-in/bot{self.number}.zip", ("-T", self.folder / "season.toml")), ("/mine/", ()), ("/hand-in.html", ())))

    def test_a_header_that_a_proxy_sets(self):
        self.change("$http_x_remote_user")
        self.assertEqual(self.outcome("-H", "X-Remote-User: ada"), (201, 200, 404))
        for header in ("X: y", "X-Remote-User: ../bob", "X-Remote-User: .nobody", "X-Remote-User: eve"):
            self.assertEqual(self.outcome("-H", header)[1:], (404, 404), header)
        self.assertEqual((self.inbox(), self.inbox("bob")), (["bot1.zip"], []))
        self.assertEqual(sorted(path.name for path in (self.folder / "inbox").iterdir()), [".uploads", "ada", "bob"])

    def test_a_service_that_knows_the_user(self):
        class Service(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                user = self.headers.get("Cookie", "").removeprefix("session=")
                self.send_response(200 if user else 401)
                self.send_header("X-User", user)
                self.end_headers()

            do_PUT = do_GET

            def log_message(self, *_):
                pass

        service = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
        self.addCleanup(service.server_close)
        self.addCleanup(service.shutdown)
        threading.Thread(target=service.serve_forever).start()
        page = (PROJECT / "docs/hand-in.md").read_text()
        lines = re.search(r"```nginx\n(auth_request .*?)```", page, re.S)[1]
        self.change("$sso_user", lines.replace("127.0.0.1:9000", f"127.0.0.1:{service.server_port}"))
        self.assertEqual(self.outcome("-H", "Cookie: session=ada"), (201, 200, 404))
        self.assertEqual(self.outcome(), (401, 401, 404))
        self.assertEqual(self.outcome("-H", "Cookie: session=eve")[1:], (404, 404))
        self.assertEqual((self.inbox(), self.inbox("bob")), (["bot1.zip"], []))


if __name__ == "__main__":
    if nginx.PROGRAM is None or shutil.which("curl") is None:
        print("skipped: nginx (nginx-light) and curl are not installed", file=sys.stderr)
        sys.exit(77)
    unittest.main()
