"""Writing a file whole or not at all.

The bytes go to a hidden temporary file in the same folder, which then takes the target's name in
one step. A build killed in between leaves the old file whole; the temporary file's fixed pattern
lets the next build sweep up what a kill left.
"""

from __future__ import annotations

import os
from pathlib import Path

from builder.errors import InputError, Where

TEMPORARY = ".clubroute-part-"


def write_bytes(path: Path, data: bytes) -> None:
    """Write ``data`` to ``path`` atomically, making its folder.

    :raises InputError: the folder cannot be made or written.
    """
    part = path.with_name(f"{TEMPORARY}{os.getpid()}-{path.name}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
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


def sweep(folder: Path) -> list[str]:
    """Remove temporary files that a killed build left in a folder; returns their names."""
    if not folder.is_dir():
        return []
    stray = sorted(p for p in folder.iterdir() if p.name.startswith(TEMPORARY) and p.is_file())
    for part in stray:
        part.unlink(missing_ok=True)
    return [part.name for part in stray]
