"""Deflate: the same bytes for the same data on every machine that has libdeflate.

The compressors of Python and of Pillow give other bytes on other systems; libdeflate does not. In a
browser there is none, and Python's own is taken: what is packed is the same, its bytes are not.
"""

from __future__ import annotations

import zlib

LEVEL = 8
"""How hard is packed: 9 takes half as long again and saves a hundredth."""
RAW = -15
"""Window bits of zlib for data without a head."""


def deflated(data: bytes) -> bytes:
    """Deflate some bytes, without a head, as a zip has them."""
    try:
        from deflate import deflate_compress  # few who read a file write one
    except ModuleNotFoundError:
        return zlib.compress(data, LEVEL, RAW)
    return bytes(deflate_compress(data, LEVEL))


def zlib_deflated(data: bytes) -> bytes:
    """Deflate some bytes, with zlib's head and checksum, as a PNG has them."""
    try:
        from deflate import zlib_compress
    except ModuleNotFoundError:
        return zlib.compress(data, LEVEL)
    return bytes(zlib_compress(data, LEVEL))
