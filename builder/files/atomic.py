"""Writing a file whole or not at all.

The bytes go to a temporary file first, which then takes the target's name in one step. A build
that is killed in between leaves the old file whole. Builds keep their temporary files in a hidden
folder of the output, so that a kill leaves nothing stray beside the results; the next build
sweeps them up.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import time
from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
)
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import get_ident
from typing import BinaryIO

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where

TEMPORARY = ".part-"
PLACE = "a place to write"
"""What is expected of a file or folder that cannot be written."""
LOCK = "lock"
"""The file that the process at work in a folder holds."""
PROCESS_QUERY, NO_SUCH_PROCESS = 0x1000, 87
"""What Windows is asked for of a process, and its answer where there is none."""
TRIES = 20
"""Looks at a lock file that cannot be opened."""
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
    sweep_after(path)
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
    with held(folder / LOCK, waiting):
        yield


@contextmanager
def held(path: Path, waiting: Callable[[], None], *, remove: bool = False) -> Iterator[None]:
    """Hold a lock file, made with its folder; a killed process holds none.

    :param waiting: called once if another process holds it.
    :param remove: leave no file behind.
    :raises InputError: the folder cannot be made or written.
    """
    stream = opened_lock(path)
    told = False
    try:
        while not (taken(stream.fileno()) and is_at(stream.fileno(), path)):
            if is_at(stream.fileno(), path):
                if not told:
                    waiting()
                    told = True
                time.sleep(WAIT)
            else:
                # Who held it has removed it: another process may hold the new file of that name.
                stream.close()
                stream = opened_lock(path)
        try:
            yield
        finally:
            if remove and sys.platform != "win32":
                path.unlink(missing_ok=True)
    finally:
        stream.close()
        if remove and sys.platform == "win32":
            # A file that somebody has open stays; that process removes it.
            with suppress(OSError):
                path.unlink()


def opened_lock(path: Path) -> BinaryIO:
    """Open a lock file, made with its folder. :raises InputError: it cannot be made."""
    for left in reversed(range(TRIES)):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return path.open("a+b")
        except OSError as error:
            # Windows opens no file that is about to go.
            if left and sys.platform == "win32" and isinstance(error, PermissionError):
                time.sleep(WAIT)
                continue
            why = error.strerror or "an unwritable place"
            raise InputError(Where.of(path.parent), why, PLACE) from None
    raise AssertionError("the last try returns or raises")


def is_at(descriptor: int, path: Path) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(descriptor), path.stat())
    except FileNotFoundError:
        return False


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


def not_staged(paths: Iterable[Path], below: Path) -> Iterator[Path]:
    """Paths below a folder without what a command is staging there."""
    for path in paths:
        if not any(part.startswith(TEMPORARY) for part in path.relative_to(below).parts):
            yield path


def sweep_after(path: Path) -> None:
    """Remove the temporary files that killed processes left beside a file they meant to write."""
    ends = f"-{path.name}"
    with suppress(OSError), os.scandir(path.parent) as inside:
        for one in inside:
            if not (one.name.startswith(TEMPORARY) and one.name.endswith(ends)):
                continue
            process = one.name.removeprefix(TEMPORARY).partition("-")[0]
            if is_whole(process) and has_ended(int(process)):
                Path(one.path).unlink(missing_ok=True)


def has_ended(process: int) -> bool:
    """Whether no process has a number; False where nobody can tell."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        handle = kernel.OpenProcess(PROCESS_QUERY, False, process)
        if not handle:
            return bool(ctypes.get_last_error() == NO_SUCH_PROCESS)
        kernel.CloseHandle(handle)
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return False


def sweep(folder: Path) -> int:
    """Remove temporary files that killed builds left in a folder; returns how many."""
    if not folder.is_dir():
        return 0
    stray = [p for p in folder.iterdir() if p.name.startswith(TEMPORARY) and p.is_file()]
    for part in stray:
        part.unlink(missing_ok=True)
    return len(stray)


# Results of dear passes, kept by the digest of everything they were made from.
#
# A cache can be deleted at any time; it only saves work. An entry's name is its key, so nothing in
# it can be out of date: other input, other code, other key. An entry begins with the digest of the
# rest, and one that the disk has damaged is as if it were not there.

CACHE = ".cache"
"""The folder of a cache, in the folder of what is built."""


def digest(*parts: bytes | str) -> str:
    """SHA-256 (hex) over parts, each with its length, so that no two lists run together.

    >>> digest("ab", "c") == digest("a", "bc")
    False
    """
    total = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8") if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big"))  # room for any length
        total.update(data)
    return total.hexdigest()


def files_digest(root: Path, files: Iterable[Path]) -> str:
    """Digest of files by their path below ``root`` and their bytes, in sorted order."""
    parts: list[bytes | str] = []
    for file in sorted(files):
        # What a game shares with others may lie in the installed package.
        name = file.relative_to(root) if file.is_relative_to(root) else Path(*file.parts[-2:])
        parts += [name.as_posix(), file.read_bytes()]
    return digest(*parts)


class Cache:
    """A folder of results. Reads count as use: :meth:`prune` drops what was not used."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.used: set[str] = set()

    def path(self, kind: str, key: str) -> Path:
        """Where an entry is or would be."""
        return self.folder / f"{kind}-{key}"

    def read(self, kind: str, key: str) -> bytes | None:
        """An entry's bytes, None if it is not there or damaged."""
        found, _, data = (self.read_file(kind, key) or b"").partition(b"\n")
        return data if found == digest(data).encode("ascii") else None

    def write(self, kind: str, key: str, data: bytes) -> bytes:
        """Keep a result; returns it."""
        self.write_file(kind, key, digest(data).encode("ascii") + b"\n" + data)
        return data

    def read_file(self, kind: str, key: str) -> bytes | None:
        """The bytes of a file that is kept as it is, None if it is not there."""
        path = self.path(kind, key)
        self.used.add(path.name)
        try:
            return path.read_bytes()
        except OSError:
            return None

    def write_file(self, kind: str, key: str, data: bytes) -> bytes:
        """Keep a file as it is, for others to open; it says itself whether it is whole."""
        path = self.path(kind, key)
        self.used.add(path.name)
        write_all({path: data}, path.parent)  # whoever builds sweeps the whole folder
        return data

    def keep(self, kind: str, key: str) -> None:
        """Count an entry as used, which is not read."""
        self.used.add(self.path(kind, key).name)

    def prune(self, prefix: str, spared: Iterable[str] = ()) -> int:
        """Remove entries named ``prefix…`` that were neither read nor written; how many.

        :param spared: what may come after the prefix in the name of an entry that stays.
        """
        stays = tuple(prefix + kind for kind in spared)
        stale = [
            p
            for p in self.folder.glob(f"{prefix}*-*")
            if p.is_file() and p.name not in self.used and not p.name.startswith(stays)
        ]
        for path in stale:
            path.unlink(missing_ok=True)
        return len(stale)

    def keep_newest(self, kind: str, most: int) -> None:
        """Remove entries of a kind, those used longest ago first, until there are ``most``."""
        for name in self.used:
            if name.startswith(f"{kind}-"):
                with contextlib.suppress(OSError):
                    os.utime(self.folder / name)
        newest_only(self.folder, f"{kind}-*", most)


def newest_only(folder: Path, pattern: str, most: int) -> None:
    """Remove all but the ``most`` newest files of a pattern."""

    def age(path: Path) -> float:
        try:
            return -path.stat().st_mtime
        except OSError:  # another process was quicker
            return 0.0

    for path in sorted(folder.glob(pattern), key=age)[most:]:
        path.unlink(missing_ok=True)
