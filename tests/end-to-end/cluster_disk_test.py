"""A plan and its parts on a disk that is full or read-only: one line each, nothing is lost, and the same command goes on.

Run as: cluster_disk_test.py PATH/TO/danno [unittest arguments]
Needs a mount namespace of its own; ends with 77 where that is not allowed.
"""

import os
import pathlib
import subprocess
import unittest

from own_mounts import need_own_mounts

need_own_mounts()

from driver import InAFolder, danno, league_file  # noqa: E402: takes the program's name off the arguments

LEAGUE = league_file('name = "spring"\nrules = ["koans"]\ndeals = 300\nseed = "e2e"', agents=("hold", "random", "timid"))


class ABadDisk(InAFolder):
    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", self.disk], check=True)
        self.file = self.write("league.toml", LEAGUE)
        self.out = self.disk / "out"
        self.plan = self.out / "plan-1"

    def tearDown(self):
        subprocess.run(["umount", self.disk], check=True)
        super().tearDown()

    def fill(self, left):
        """Leaves so many bytes."""
        room = os.statvfs(self.disk)
        (self.disk / "filler").write_bytes(bytes(max(0, room.f_bavail * room.f_bsize - left)))

    def remount(self, how):
        subprocess.run(["mount", "-o", f"remount,{how}", self.disk], check=True)

    def cluster(self, *arguments):
        return danno("cluster", *map(str, arguments), "-q")

    def make_plan(self):
        return self.cluster("plan", self.file, "--out", self.out, "--parts", "1")

    def play(self):
        return self.cluster("play", self.plan, "--part", "1/1")

    def assert_told(self, result, line):
        self.assertEqual(result.returncode, 3, result.stderr)
        # The log of a part lies on the same disk.
        self.assertRegex(result.stderr, rf"\A(warning: the log cannot be written: .*\n)?error: {line}(; make room and run the same command again)?\n\Z")

    def test_has_no_room_for_a_plan(self):
        self.fill(150_000)
        planned = self.make_plan()
        self.assertEqual(planned.returncode, 3)
        self.assertRegex(planned.stderr, r"\Aerror: .*No space left on device.*\n\Z|\Aerror: .*full.*\n\Z")
        (self.disk / "filler").unlink()
        self.assertEqual(self.make_plan().returncode, 0)

    def test_has_no_room_for_a_part_or_is_read_only(self):
        self.assertEqual(self.make_plan().returncode, 0)
        for left in (0, 8_000, 20_000):
            self.fill(left)
            self.assert_told(self.play(), r"cannot write .*/plan-1/parts/0001\..*\.open: No space left on device")
            (self.disk / "filler").unlink()
        self.remount("ro")
        self.assert_told(self.play(), r".*/plan-1/parts/0001\..*\.open: Read-only file system")
        self.remount("rw")
        self.assertEqual(self.play().returncode, 0)
        self.assertEqual(sorted(path.name for path in (self.plan / "parts").iterdir()), ["0001.part"])
        self.assertEqual(self.cluster("merge", self.plan).returncode, 0)
        self.assertEqual(danno("league", "run", self.file, "--out", str(self.folder / "one"), "-q").returncode, 0)
        tables = [pathlib.Path(out, "table.json").read_bytes() for out in (self.out, self.folder / "one")]
        self.assertEqual(tables[0], tables[1])


if __name__ == "__main__":
    unittest.main()
