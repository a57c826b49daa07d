"""Deflate: the same bytes for the same data on every machine.

The compressors of Python and of Pillow give other bytes on other systems; libdeflate does not.
"""

from __future__ import annotations

LEVEL = 8
"""How hard is packed: 9 takes half as long again and saves a hundredth."""


def deflated(data: bytes) -> bytes:
    """Deflate some bytes, without a head, as a zip has them."""
    from deflate import deflate_compress  # few who read a file write one

    return bytes(deflate_compress(data, LEVEL))


def zlib_deflated(data: bytes) -> bytes:
    """Deflate some bytes, with zlib's head and checksum, as a PNG has them."""
    from deflate import zlib_compress

    return bytes(zlib_compress(data, LEVEL))
