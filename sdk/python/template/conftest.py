"""Lets one pytest run test several agents: each test imports the files of its own folder."""

import pathlib
import sys

FOLDER = pathlib.Path(__file__).parent


def pytest_collectstart(collector: object) -> None:
    for name in [path.stem for path in FOLDER.glob("*.py") if path.name != "conftest.py"]:
        module = sys.modules.get(name)
        if module is not None and pathlib.Path(module.__file__ or "").parent != FOLDER:
            del sys.modules[name]
