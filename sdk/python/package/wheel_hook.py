"""Gives the wheel the tag of the program in it. Where there is none, as in the sdist, says what one needs."""

from __future__ import annotations

import os
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NEEDS = (
    "error: danno brings a compiled program, for x86-64 Linux with glibc 2.36 or newer (Debian 12, Ubuntu 23.04, Fedora"
    " 37) and pip 20.3 or newer; elsewhere use a container, or build it from its repository with .ci/wheel (Debian 12)"
)


class WheelHook(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not os.path.exists(os.path.join(self.root, "danno", "linux-x86_64", "bin", "danno")):
            sys.exit(NEEDS)
        build_data["pure_python"] = False
        build_data["tag"] = "py3-none-manylinux_2_36_x86_64"
