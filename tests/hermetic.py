"""Folders of a run's and of a test's own, in the place of those of the user and of the machine.

What a user's cache, an earlier run or another clone left behind must neither help nor hurt a test.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

PREFIX = "clubroute-tests-"
TEMPORARY = ("TMPDIR", "TEMP", "TMP")
"""How systems name the folder for temporary files."""

PYTESTS_OWN = "PYTEST_DEBUG_TEMPROOT"
"""Where pytest keeps the folders of tests: they outlive a run, for whoever looks why one failed."""


def own_folders(folder: Path, patch: pytest.MonkeyPatch) -> Path:
    """Have this process, and those it starts, keep what it keeps below a folder; gives the place
    where compiled maps are kept then."""
    cache, temporary = folder / "cache", folder / "temporary"
    temporary.mkdir(parents=True, exist_ok=True)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        patch.setenv(name, str(cache))
    patch.setenv("XDG_STATE_HOME", str(folder / "state"))
    # Without it a service puts its token into the cache folder, which is ours.
    patch.delenv("XDG_RUNTIME_DIR", raising=False)
    for name in TEMPORARY:
        patch.setenv(name, str(temporary))
    patch.setattr(tempfile, "tempdir", None)
    return cache / "clubroute"


class OwnFolders:
    """The folders of a run, for all its processes. They are gone when it ends."""

    def __init__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        root = tempfile.gettempdir()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX))
        if PYTESTS_OWN not in os.environ:
            self.patch.setenv(PYTESTS_OWN, root)
        own_folders(self.folder, self.patch)

    def pytest_unconfigure(self) -> None:
        self.patch.undo()
        shutil.rmtree(self.folder, ignore_errors=True)
