"""Files of an archive as they were packed last time: packing a thousand pictures takes a while."""

from __future__ import annotations

from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.files.deflating import deflated
from clubroute.builder.own_code import code_digest
from clubroute.builder.passes.counters import read_pictures, write_pictures

PACKED = "packed"
"""What a cache calls them."""


class Packing:
    """Packs files, and keeps in a cache what it packed."""

    def __init__(self, cache: Cache, name: str) -> None:
        self._cache, self._kind = cache, f"{name}-{PACKED}"
        self._kept = read_pictures(cache.read(self._kind, code_digest()))
        self._used: dict[str, bytes] = {}

    def pack(self, data: bytes) -> bytes:
        """A file packed."""
        key = digest(data)
        self._used[key] = packed = self._kept.get(key) or deflated(data)
        return packed

    def keep(self) -> None:
        """Keep what was packed, and nothing else."""
        if self._used.keys() != self._kept.keys():
            self._cache.write(self._kind, code_digest(), write_pictures(self._used))
