"""The digest that tells a module's file from every other."""

from __future__ import annotations

import hashlib
from pathlib import Path

from clubroute.builder.errors import InputError, Where

CHUNK = 1 << 20


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, read in pieces: modules are large. :raises InputError: unreadable."""
    total = hashlib.sha256()
    try:
        with path.open("rb") as stream:
            while data := stream.read(CHUNK):
                total.update(data)
    except OSError as error:
        raise InputError(Where.of(path), error.strerror or "unreadable", "a file") from None
    return total.hexdigest()
