"""The door for files from outside: what is no file is refused, and no more is read than allowed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path, PurePath
from typing import BinaryIO

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
    """Look at a file before it is opened: what is none might never end.

    :raises InputError: it is a directory, a named pipe, a device or a socket.
    :raises OSError: it cannot be looked at.
    """
    state = Path(path).stat()
    for is_kind, kind in KINDS:
        if is_kind(state.st_mode):
            raise InputError(where, kind, expected)
    return state


def changed(path: Path) -> tuple[int, int] | None:
    """When a file was last written to and its length, by one look at it; None if none is there."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return (state.st_mtime_ns, state.st_size) if stat.S_ISREG(state.st_mode) else None


def is_file(path: Path) -> bool:
    """Whether a file is there. A name that no file can have (too long, with a NUL) is of none.

    >>> is_file(Path("m" * 300))
    False
    """
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


@contextmanager
def opened_file(
    path: PurePath | str, where: Where, expected: str, most: int
) -> Iterator[tuple[BinaryIO, int]]:
    """Open a file of at most ``most`` bytes to be read; with it comes its size, in bytes.

    :raises InputError: there is none, it is no file or too large, or it cannot be read.
    """
    try:
        size = regular(path, where, expected).st_size
        if size > most:
            raise too_large(where, most, size)
        with Path(path).open("rb") as stream:
            yield stream, size
    except FileNotFoundError as error:
        raise InputError(where, "no such file", expected) from error
    except (OSError, ValueError) as error:  # a path with a NUL is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(where, reason, "a readable file") from error


def read_file(path: PurePath | str, where: Where, expected: str, most: int) -> bytes:
    """The bytes of a file of at most ``most`` of them.

    :raises InputError: as :func:`opened_file`.
    """
    with opened_file(path, where, expected, most) as (stream, size):
        return read_rest(stream, where, size, most)


def read_rest(stream: BinaryIO, where: Where, size: int, most: int) -> bytes:
    """The bytes of an open file that had ``size`` of them when it was looked at.

    :raises InputError: it has grown beyond ``most`` since.
    """
    # One more than it has, since room is made for all that is asked for.
    data = stream.read(size + 1)
    if len(data) > size:
        data += stream.read(most + 1 - len(data))
    if len(data) > most:
        raise too_large(where, most, len(data))
    return data


def too_large(where: Where, most: int, size: int) -> InputError:
    """The error for a file that is too large (to be raised by the caller)."""
    return InputError(where, f"{size} bytes", f"at most {most} bytes")
