"""The installed product: complete, movable, for everybody; and what .ci/install says on other systems.

Run as: install_test.py PATH/TO/danno SOURCE_FOLDER BUILD_FOLDER [unittest arguments]
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from driver import InAFolder, danno

SOURCE = pathlib.Path(sys.argv.pop(1))
BUILD = sys.argv.pop(1)
ORDINARY = str(SOURCE / "tests/fault/as_ordinary_user.sh")


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=280, **options)


class Installed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.folder = pathlib.Path(scratch.name)
        cls.folder.chmod(0o755)
        made = run("sh", "-c", 'umask 077; exec cmake --install "$0" --prefix "$1" --strip', BUILD, cls.folder / "first")
        assert made.returncode == 0, made.stderr
        cls.prefix = (cls.folder / "first").rename(cls.folder / "moved")
        cls.program = cls.folder / "link"
        cls.program.symlink_to(cls.prefix / "bin/danno")

    def danno(self, *arguments):
        """As an ordinary user, another one each time, in a folder of their own, through a link."""
        home = self.folder / "home"
        home.mkdir(exist_ok=True)
        home.chmod(0o777)
        cache = pathlib.Path(tempfile.mkdtemp(dir=home))
        cache.chmod(0o777)
        result = run(ORDINARY, self.program, *arguments, cwd=home,
                     env=dict(os.environ, HOME=str(home), XDG_CACHE_HOME=str(cache)))
        if result.returncode == 77:
            self.skipTest(result.stdout)
        return result

    def test_it_plays_and_makes_agents(self):
        played = self.danno("match", "hold", "timid", "--deals", "5")
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertIn("isolation strict", played.stdout)
        self.assertEqual(self.danno("new", "python", "mybot").returncode, 0)
        checked = self.danno("check", "mybot")
        self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
        self.assertEqual(self.danno("new", "competition", "cup").returncode, 0)
        self.assertTrue(os.access(self.folder / "home/cup/ci/judge", os.X_OK))

    @unittest.skipUnless(os.geteuid() == 0, "needs root, to mount")
    def test_below_usr_agents_see_nothing_of_it(self):
        spy = self.folder / "spy"
        spy.mkdir()
        (spy / "agent.toml").write_text('name = "spy"\nrun = ["sh", "spy.sh"]\n')
        (spy / "spy.sh").write_text("find /usr/local/share/danno /usr/local/lib/danno /usr/local/libexec /usr/local/bin/danno -type f -size +0 >&2; echo seen >&2\n")
        played = run("unshare", "--mount", "sh", "-c", 'mount --bind "$0" /usr/local && exec danno match hold "$1" --deals 1 --reports "$1/reports" --json',
                     self.prefix, spy, env=dict(os.environ, PATH="/usr/local/bin:/usr/bin:/bin"))
        if re.search("(unshare|mount): .*(not permitted|denied)", played.stderr):
            self.skipTest(played.stderr)
        self.assertEqual(played.returncode, 0, played.stderr)
        self.assertEqual([list(agent["faults"]) for agent in json.loads(played.stdout)["agents"]], [[], ["never-ready"]])
        told = "".join(path.read_text() for path in (spy / "reports").rglob("*") if path.is_file())
        self.assertIn("seen", told)
        self.assertNotRegex(told, "/usr/local/(share|lib|libexec|bin)/[^ ]*danno")

    def test_all_is_there(self):
        for path in ("bin/danno", "libexec/danno/danno-init", "libexec/danno/probe/danno-probe", "lib/danno/agents/hold-py/hold.py",
                     "lib/danno/agents/optimal/optimal", "lib/danno/templates/cpp/danno/agent.pb.h", "share/danno/sdk/python/danno.py",
                     "share/danno/proto/danno/agent.proto", "share/danno/leagues/demo.toml",
                     "share/danno/leagues/rules/farkle.toml", "share/doc/danno/README.md",
                     "share/doc/danno/docs/install.md", "lib/systemd/system/danno-season@.service", "share/doc/danno/copyright", "share/bash-completion/completions/danno"):
            self.assertTrue((self.prefix / path).is_file(), path)
        listed = (self.prefix / "share/danno/files").read_text().splitlines()
        self.assertEqual([path for path in listed if not (self.prefix / path).is_file()], [])

    def test_the_manual_page_has_every_verb(self):
        page = (self.prefix / "share/man/man1/danno.1").read_text()
        commands = re.findall(r"(?m)^  ([a-z]+)  ", danno("--help-all").stdout)
        self.assertGreater(len(commands), 15)
        for command in commands:
            self.assertRegex(page, r"(?m)^\.SS danno %s\b" % command)
        self.assertIn(r"\fB\-\-deals\fR 1..10000000", page)
        self.assertIn("danno match hold timid", page)

    def test_a_missing_file_is_named(self):
        for path, arguments in (("libexec/danno/danno-init", ("match", "hold", "timid")),
                                ("lib/danno/agents/timid/timid", ("match", "hold", "timid")),
                                ("lib/danno/templates/js/main.mjs", ("new", "python", "other")),
                                ("share/danno/files", ("match", "hold", "timid"))):
            file = (self.prefix / path).rename(self.folder / "away")
            try:
                result = self.danno(*arguments)
            finally:
                file.rename(self.prefix / path)
            self.assertEqual(result.returncode, 3, result.stderr)
            self.assertIn("%s is missing; reinstall danno: its package, pip install --force-reinstall danno, or cmake --install build/release --prefix %s"
                          % (self.prefix / path, self.prefix), result.stderr)

    def test_where_it_cannot_write_nothing_is_installed(self):
        (self.folder / "file").touch()
        result = run("cmake", "--install", BUILD, "--prefix", self.folder / "file" / "there")
        self.assertNotEqual(result.returncode, 0)
        self.assertIn("cannot write in '%s'" % (self.folder / "file/there"), " ".join(result.stderr.split()))
        self.assertNotIn("Installing", result.stdout)

    @unittest.skipUnless(all(map(shutil.which, ("dpkg-shlibdeps", "file", "fakeroot"))), "needs dpkg-dev, file and fakeroot")
    def test_the_package_names_what_it_needs_is_installed_and_plays(self):
        made = run("cpack", "--config", os.path.join(BUILD, "CPackConfig.cmake"), "-B", self.folder / "pack")
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        (package,) = (self.folder / "pack").glob("*.deb")
        needs = run("dpkg-deb", "--field", package, "Depends").stdout
        for name in ("bubblewrap", "libc6", "libprotobuf-lite", "libseccomp2", "libsodium", "libsqlite3"):
            self.assertIn(name, needs)
        self.look_for_errors(package)
        root = self.folder / "root"
        for folder in ("info", "updates"):
            (root / "var/lib/dpkg" / folder).mkdir(parents=True)
        (root / "var/lib/dpkg/status").touch()
        # The root has no dependencies: those of this machine are used below.
        installed = run("fakeroot", "dpkg", "--root=%s" % root, "--log=/dev/null", "--force-depends", "--force-not-root", "--force-bad-path",
                        "--install", package)
        self.assertEqual(installed.returncode, 0, installed.stderr)
        self.assertIn("install ok installed", run("dpkg-query", "--root=%s" % root, "--status", "danno").stdout)
        listed = (root / "usr/share/danno/files").read_text().splitlines()
        self.assertEqual([path for path in listed if not (root / "usr" / path).is_file()], [])
        played = run(root / "usr/bin/danno", "match", "hold", "timid", "--deals", "2", "--isolation", "none", cwd=self.folder)
        self.assertEqual(played.returncode, 0, played.stderr)
        made = run(root / "usr/bin/danno", "new", "python", self.folder / "made")
        self.assertEqual(made.returncode, 0, made.stderr)

    def look_for_errors(self, package):
        if shutil.which("lintian") is None:
            return
        looked = run("lintian", "--allow-root", "--fail-on", "error", package)
        self.assertEqual(looked.returncode, 0, looked.stdout + looked.stderr)



STUBS = {
    # -W -f=FORMAT NAME: FORMAT asks for the name only where NAME is a pattern.
    "dpkg-query": 'for p in $INSTALLED; do case $p in $3) case $3 in *\\**) echo "$p installed";; *) echo installed;; esac;; esac; done',
    "apt-cache": 'case $1 in show) echo " $KNOWN " | grep -q " $2 ";; *) printf "%s\\n" $KNOWN;; esac',
    "apt-get": 'echo "apt-get $*" >> log; case $* in download*) touch "${3}_1_all.deb";; *install*) echo Unpacking;; esac',
    "dpkg": 'echo "dpkg $1" >> log',
    "id": "echo $ID",
}
TOOLS = "bash sh awk cat dirname echo env grep head mktemp rm sed sort touch uname xargs"


class Packages(InAFolder):
    """The script with tools that only write down what they are asked."""

    def setUp(self):
        super().setUp()
        shutil.copytree(SOURCE / ".ci", self.folder / ".ci")
        for tool in TOOLS.split():
            self.write("bin/" + tool, '#!/bin/sh\nexec %s "$@"\n' % shutil.which(tool), 0o755)
        for tool, script in STUBS.items():
            self.write("bin/" + tool, "#!/bin/sh\n%s\n" % script, 0o755)
        lines = (self.folder / ".ci/packages").read_text().splitlines()
        self.all = " ".join(line for line in lines if not line.startswith("#"))

    def install(self, installed="", known="", id=0):
        """The result, and what was asked of apt-get and dpkg."""
        environment = {"PATH": str(self.folder / "bin"), "INSTALLED": installed, "KNOWN": known, "ID": str(id)}
        result = run(shutil.which("bash"), self.folder / ".ci/install", env=environment, cwd=self.folder)
        log = self.folder / "log"
        return result, log.read_text() if log.exists() else ""

    def refused(self, told, **system):
        result, asked = self.install(**system)
        self.assertEqual((result.returncode, result.stderr.count("\n")), (3, 1), result.stderr)
        self.assertRegex(result.stderr, "^error: .*" + told)
        self.assertNotIn("install -y", asked)

    def test_nothing_missing_asks_for_nothing(self):
        for boost in ("libboost1.81-dev", "libboost1.83-dev"):
            result, asked = self.install(installed=self.all + " " + boost)
            self.assertEqual((result.returncode, result.stderr, asked), (0, "", ""))

    def test_the_oldest_boost_that_will_do(self):
        result, asked = self.install(known=self.all + " libboost1.74-dev libboost1.88-dev libboost1.83-dev")
        self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (0, "", 1), result.stderr)
        self.assertIn("%s libboost1.83-dev\n" % self.all, asked)

    def test_another_boost_stays(self):
        result, asked = self.install(installed=self.all + " libboost1.74-dev", known="libboost1.81-dev")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("libboost1.74-dev is installed and stays", result.stderr)
        self.assertNotIn("install -y", asked)

    def test_a_system_without_apt(self):
        (self.folder / "bin/apt-get").unlink()
        self.refused(r"no apt-get; .* g\+\+ .* libboost1.81-dev, then: cmake --preset release")

    def test_a_system_without_a_package(self):
        self.refused("has no package libboost1.81-dev", installed=self.all, known="libboost1.74-dev")
        self.refused("has no package libtomlplusplus-dev;", installed="libboost1.81-dev", known=self.all.replace("libtomlplusplus-dev", ""))

    def test_neither_root_nor_sudo(self):
        self.refused("there is no sudo; as root", known=self.all, id=1000)


class Release(InAFolder):
    """What .ci/release says before it builds anything; a build here does nothing but end with 9."""

    def setUp(self):
        super().setUp()
        for path in (".ci/release", "CMakeLists.txt"):
            (self.folder / path).parent.mkdir(exist_ok=True)
            shutil.copy(SOURCE / path, self.folder / path)
        self.write(".ci/package", "#!/bin/sh\nexit 9\n", 0o755)
        self.version = re.search(r"(?m)^project\(danno VERSION (\S+) ", (SOURCE / "CMakeLists.txt").read_text())[1]

    def release(self, heading, *tag):
        """The result with a changelog that has such a heading."""
        self.write("docs/CHANGELOG.md", "# Changelog\n\n## 99.0.0 (2099-01-01)\n\nNewer.\n\n%s\n\nThis.\n\n## 0.0.1 (2001-01-01)\n" % heading)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        return run(self.folder / ".ci/release", self.folder / "out", *tag)

    def test_a_tag_is_of_the_version_and_has_a_date(self):
        for heading, *tag, told in (("## %s (not released yet)" % self.version, "v1%s" % self.version, "expected v%s" % self.version),
                                    ("## %s (not released yet)" % self.version, "v" + self.version, "expected the date"),
                                    ("## 77.0.0 (2077-01-01)", "no section '## %s" % self.version)):
            result = self.release(heading, *tag)
            self.assertEqual((result.returncode, result.stderr.count("\n")), (2, 1), result.stderr)
            self.assertIn(told, result.stderr)

    def test_the_changes_are_those_of_the_version(self):
        for heading, *tag in (["## %s (2026-12-24)" % self.version, "v" + self.version], ["## %s (not released yet)" % self.version]):
            result = self.release(heading, *tag)
            self.assertEqual((result.returncode, result.stderr), (9, ""))
            self.assertEqual((self.folder / "out/CHANGES.md").read_text(), heading + "\n\nThis.\n\n")

    def test_an_old_file_is_not_released_again(self):
        self.write("old/danno.whl", "")
        result = run(self.folder / ".ci/release", self.folder / "old")
        self.assertEqual(result.returncode, 2)
        self.assertIn("old is not empty", result.stderr)


if __name__ == "__main__":
    unittest.main()
