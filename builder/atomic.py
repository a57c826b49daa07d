"""Writing a file whole or not at all.

The bytes go to a temporary file first, which then takes the target's name in one step. A build
that is killed in between leaves the old file whole. Builds keep their temporary files in a hidden
folder of the output, so that a kill leaves nothing stray beside the results; the next build
sweeps them up.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import get_ident

from clubroute.builder.errors import InputError, Where

TEMPORARY = ".part-"
PLACE = "a place to write"
"""What is expected of a file or folder that cannot be written."""
LOCK = "lock"
"""The file that the process at work in a folder holds."""
WAIT = 0.1
"""Seconds between two looks whether the other process has ended."""


def write_bytes(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` atomically, making its folder.

    :raises InputError: a folder cannot be made or written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     write_bytes(Path(folder, "new", "a.txt"), b"whole or not at all")
    ...     [path.name for path in Path(folder, "new").iterdir()]
    ['a.txt']
    """
    write_all({path: data}, path.parent)


def write_all(files: Mapping[Path, bytes], parts: Path) -> None:
    """Write files: first all their bytes, then all their names, in the order given.

    :param parts: folder for the temporary files, on the same file system.
    :raises InputError: a folder cannot be made or written; then no file has changed, unless a
        name could not be given.
    """
    mine = f"{TEMPORARY}{os.getpid()}-{get_ident()}-"
    staged = {path: parts / f"{mine}{path.name}" for path in files}
    path = parts
    try:
        try:
            parts.mkdir(parents=True, exist_ok=True)
            for path, part in staged.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                with part.open("wb") as stream:
                    stream.write(files[path])
                    stream.flush()
                    os.fsync(stream.fileno())
            for path, part in staged.items():
                part.replace(path)
        except BaseException:
            for part in staged.values():
                part.unlink(missing_ok=True)
            raise
    except OSError as error:
        # Windows gives no name that belongs to a file somebody has open.
        held = isinstance(error, PermissionError) and path.is_file()
        expected = "a file nobody has open: close VASSAL, or what shows it" if held else PLACE
        raise InputError(
            Where.of(path), error.strerror or "an unwritable place", expected
        ) from None


@contextmanager
def alone(folder: Path, waiting: Callable[[], None]) -> Iterator[None]:
    """Let one process at a time work in a folder; a killed one lets the next in.

    :param waiting: called once if another process is at work.
    :raises InputError: the folder cannot be made or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        stream = (folder / LOCK).open("a+b")
    except OSError as error:
        raise InputError(Where.of(folder), error.strerror or "an unwritable place", PLACE) from None
    with stream:
        if not taken(stream.fileno()):
            waiting()
            while not taken(stream.fileno()):
                time.sleep(WAIT)
        yield


def taken(descriptor: int) -> bool:
    """Whether this process has got the lock of an open file, which closing it gives back."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def sweep(folder: Path) -> int:
    """Remove temporary files that killed builds left in a folder; returns how many."""
    if not folder.is_dir():
        return 0
    stray = [p for p in folder.iterdir() if p.name.startswith(TEMPORARY) and p.is_file()]
    for part in stray:
        part.unlink(missing_ok=True)
    return len(stray)
