"""A season whose disk is full, or whose inbox lies on another one: told in a line, nothing is lost.

Run as: season_disk_test.py PATH/TO/danno [unittest arguments]
Needs a mount namespace of its own; ends with 77 where that is not allowed.
"""

import contextlib
import subprocess
import unittest

from own_mounts import need_own_mounts

need_own_mounts()

from seasons import SeasonFolder, hold  # noqa: E402: takes the program's name off the arguments


class Disks(SeasonFolder):
    def setUp(self):
        super().setUp()
        self.disk = self.folder / "disk"
        self.disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", self.disk], check=True)

    def tearDown(self):
        subprocess.run(["umount", "--lazy", self.disk], check=True)
        super().tearDown()

    def test_an_inbox_on_another_disk_is_refused(self):
        self.write_season(f'inbox = "{self.disk}"')
        code, told = self.keep()
        self.assertEqual((code, told.count("\n")), (2, 1), told)
        self.assertRegex(told, "^error: the inbox .*/disk lies on another file system than .*; expected both on one")

    def test_what_cannot_be_moved_is_told_once(self):
        self.write_season()
        item = self.folder / "inbox/ada/item"
        item.mkdir(parents=True)
        subprocess.run(["mount", "--move", self.disk, item], check=True)
        self.disk = item
        self.start()
        self.wait_until("what is in the way", lambda: "item cannot be taken: " in (self.status().get("last_error") or ""), 20)
        self.assertEqual(self.answer("bob", hold("bob"))[0]["verdict"], "taken")
        self.assertEqual(self.end(), 143)
        self.assertEqual((self.out / "danno.log").read_text().count("cannot be taken"), 1)

    def test_without_room_it_ends_and_goes_on_later(self):
        self.use(self.disk)
        self.write_season()
        self.start()
        self.assertEqual(self.answer("ada", hold("ada"))[0]["verdict"], "taken")
        with contextlib.suppress(OSError), (self.disk / "filler").open("wb") as filler:
            while True:
                filler.write(bytes(4096))
        self.assertEqual(self.end(None), 3, self.told())
        self.assertRegex(self.told().splitlines()[-1], "^error: .*(make room|No space)")
        (self.disk / "filler").unlink()
        self.start()
        self.assertEqual(self.answer("bob", hold("bob", 300))[0]["verdict"], "taken")
        self.assertEqual(len(self.answers()), 2)
        self.assertEqual(self.end(), 143)


if __name__ == "__main__":
    unittest.main()
