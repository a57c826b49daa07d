"""Writing a file whole or not at all.

The bytes go to a temporary file first, which then takes the target's name in one step. A build
that is killed in between leaves the old file whole. Builds keep their temporary files in a hidden
folder of the output, so that a kill leaves nothing stray beside the results; the next build
sweeps them up.
"""

from __future__ import annotations

import os
from pathlib import Path

from clubroute.builder.errors import InputError, Where

TEMPORARY = ".part-"


def write_bytes(path: Path, data: bytes, parts: Path | None = None) -> None:
    """Write ``data`` to ``path`` atomically, making its folder.

    :param parts: folder for the temporary file, on the same file system; default beside ``path``.
    :raises InputError: a folder cannot be made or written.
    """
    part = (parts or path.parent) / f"{TEMPORARY}{os.getpid()}-{path.name}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.parent.mkdir(parents=True, exist_ok=True)
        try:
            with part.open("wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            part.replace(path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise InputError(
            Where.of(path), error.strerror or "an unwritable place", "a place to write"
        ) from None


def sweep(folder: Path) -> int:
    """Remove temporary files that killed builds left in a folder; returns how many."""
    if not folder.is_dir():
        return 0
    stray = [p for p in folder.iterdir() if p.name.startswith(TEMPORARY) and p.is_file()]
    for part in stray:
        part.unlink(missing_ok=True)
    return len(stray)
