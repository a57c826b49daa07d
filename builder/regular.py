"""Refuses what is in a folder and no file, before it is opened: it might never end."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path, PurePath

from clubroute.builder.errors import InputError, Where

KINDS: tuple[tuple[Callable[[int], bool], str], ...] = (
    (stat.S_ISDIR, "a directory"),  # Windows would say: Permission denied
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
"""What is in a folder and no file."""


def regular(path: PurePath | str, where: Where, expected: str) -> os.stat_result:
    """Look at a file before it is opened.

    :raises InputError: it is a directory, a named pipe, a device or a socket.
    :raises OSError: it cannot be looked at.
    """
    state = Path(path).stat()
    for is_kind, kind in KINDS:
        if is_kind(state.st_mode):
            raise InputError(where, kind, expected)
    return state
