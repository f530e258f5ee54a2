"""A test that mounts disks of its own, which nobody else sees."""

import os
import subprocess
import sys

INSIDE = "DANNO_TEST_HAS_OWN_MOUNTS"


def need_own_mounts():
    """Starts the test again in a mount namespace of its own; ends it with 77 where that is not allowed. Call it first:
    it gives the program's arguments on as they are."""
    if INSIDE in os.environ:
        return
    alone = ["unshare", "--mount", "--propagation", "private"]
    if subprocess.run([*alone, "mount", "-t", "tmpfs", "tmpfs", "/mnt"], stderr=subprocess.DEVNULL).returncode != 0:
        sys.exit(77)
    os.environ[INSIDE] = "1"
    os.execvp("unshare", [*alone, sys.executable, *sys.argv])
