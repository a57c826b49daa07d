"""The digest that tells a module's file from every other."""

from __future__ import annotations

import hashlib
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.files.regular import opened_file
from clubroute.builder.vassal.limits import MODULE_LIMITS

CHUNK = 1 << 20


def digest_of(path: Path) -> str:
    """The SHA-256 of a file, read in pieces: modules are large. :raises InputError: unreadable."""
    total = hashlib.sha256()
    with opened_file(path, Where.of(path), "a module", MODULE_LIMITS.total) as (stream, _):
        while data := stream.read(CHUNK):
            total.update(data)
    return total.hexdigest()
