"""Bring the Python for browsers that sites are made with into the cache folder, by npm.

``python -m tests.fetching.pyodide`` does so and prints the folder (``make site``).
``CLUBROUTE_PYODIDE`` names an unpacked package to be used instead. Its files are checked by whoever
makes a site of it.
"""

from __future__ import annotations

import os
import shutil
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

from clubroute.rules.site.build import PINNED
from tests.fetching.cache import NotHereError, locked, run

VARIABLE = "CLUBROUTE_PYODIDE"


def prepare() -> Path:
    """The unpacked package. Raises NotHereError when it cannot be had."""
    own = os.environ.get(VARIABLE)
    if own:
        return Path(own)
    pinned = tomllib.loads(PINNED.read_text(encoding="utf-8"))
    package = f"{pinned['name']}@{pinned['version']}"
    with locked("pyodide") as cache:
        found = cache / pinned["version"]
        if not found.is_dir():
            npm = shutil.which("npm")
            if npm is None:
                raise NotHereError(f"{package}: no npm on PATH, and {VARIABLE} names no folder")
            with tempfile.TemporaryDirectory(dir=cache) as scratch:
                told = run([npm, "pack", "--silent", package], Path(scratch), package)
                with tarfile.open(Path(scratch) / told.split()[-1]) as packed:
                    packed.extractall(scratch, filter="data")
                (Path(scratch) / "package").replace(found)
        return found


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{prepare()}\n")
    except NotHereError as reason:
        sys.exit(str(reason))
