"""Small files that unpack to large ones: saves and logs whose bytes are one text over and over."""

from __future__ import annotations

import random
import struct
import zlib

from clubroute.builder.vassal.archive import SAVED_GAME
from clubroute.builder.vassal.atoms import BEGIN_SAVE
from clubroute.builder.vassal.commands import ESC

ZEROS = b"\0"
COMMANDS = (BEGIN_SAVE + ESC).encode()
LOCAL = struct.Struct("<4s5H3I2H")
CENTRAL = struct.Struct("<4s6H3I5H2I")
END = struct.Struct("<4s4H2IH")
DEFLATED = 8


def bomb(unit: bytes, size: int, *, said: int | None = None, noise: int = 0) -> bytes:
    """A zip whose saved game is ``unit`` over and over, ``size`` bytes long.

    Its table says ``said`` of that size, the truth if None. ``noise`` is how many bytes that do not
    shrink stand before it, so that the file is not suspiciously small.
    """
    packed, sum_ = deflated(unit, size)
    told = size if said is None else said
    name = SAVED_GAME.encode()
    before = random.Random(1).randbytes(noise)
    local = LOCAL.pack(b"PK\x03\x04", 20, 0, DEFLATED, 0, 0, sum_, len(packed), told, len(name), 0)
    central = CENTRAL.pack(
        b"PK\x01\x02",
        *(20, 20, 0, DEFLATED, 0, 0),
        *(sum_, len(packed), told),
        *(len(name), 0, 0, 0, 0),
        *(0, noise),
    )
    start = noise + len(local) + len(name) + len(packed)
    end = END.pack(b"PK\x05\x06", 0, 0, 1, 1, len(central) + len(name), start, 0)
    return b"".join((before, local, name, packed, central, name, end))


def deflated(unit: bytes, size: int) -> tuple[bytes, int]:
    """``unit`` over and over, packed, and its checksum; never whole in memory."""
    machine = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    block = unit * ((1 << 20) // len(unit))
    parts, sum_, left = [], 0, size
    while left:
        part = block[:left]
        sum_ = zlib.crc32(part, sum_)
        parts.append(machine.compress(part))
        left -= len(part)
    return b"".join((*parts, machine.flush())), sum_
