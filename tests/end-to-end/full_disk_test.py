"""A disk that fills up while a league runs or its pages are written: told in one line, nothing lost.

Run as: full_disk_test.py PATH/TO/danno [unittest arguments]
Needs a mount namespace of its own; ends with 77 where that is not allowed.
"""

import os
import shutil
import subprocess
import unittest

from own_mounts import need_own_mounts

need_own_mounts()

from durability_test import Durable  # noqa: E402: takes the program's name off the arguments
from driver import danno  # noqa: E402


class AFullDisk(Durable):
    deals = 300

    def setUp(self):
        super().setUp()
        self.out.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m", "tmpfs", str(self.out)], check=True)

    def tearDown(self):
        subprocess.run(["umount", str(self.out)], check=True)
        super().tearDown()

    def empty(self):
        for file in self.out.iterdir():
            file.unlink() if file.is_file() else shutil.rmtree(file)

    def fill(self, left):
        """Leaves so many bytes."""
        room = os.statvfs(self.out)
        (self.out / "filler").write_bytes(bytes(max(0, room.f_bavail * room.f_bsize - left)))

    def test_is_told_and_the_run_resumed(self):
        undisturbed = self.undisturbed()
        for left in (0, 20_000, 60_000, 100_000, 150_000):
            with self.subTest(left=left):
                self.empty()
                self.fill(left)
                result = self.run_league()
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertRegex(result.stderr, r"\Aerror: .*; make room and run the same command again")
                self.assertEqual(result.stderr.count("\n"), 1)
                (self.out / "filler").unlink()
                self.resume()
                self.assertEqual(self.content(), undisturbed)

    def test_leaves_the_old_site(self):
        self.empty()
        self.assertEqual(self.run_league().returncode, 0)
        self.assertEqual(danno("league", "site", str(self.out), "--games", "5", "-q").returncode, 0)
        before = (self.out / "site/site.json").read_bytes()
        for left in (0, 20_000, 200_000):
            with self.subTest(left=left):
                self.fill(left)
                result = danno("league", "site", str(self.out), "--games", "40", "-q")
                (self.out / "filler").unlink()
                self.assertEqual(result.returncode, 3, result.stderr)
                self.assertRegex(result.stderr, r"\Aerror: .*: No space left on device; make room and run the same command again\n\Z")
                self.assertEqual((self.out / "site/site.json").read_bytes(), before)
                self.assertEqual(list(self.out.glob(".*")), [])


if __name__ == "__main__":
    unittest.main()
