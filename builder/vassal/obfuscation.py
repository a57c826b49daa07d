"""The bytes of a ``savedGame`` entry: which scheme wrote them, and the text inside.

Every VASSAL version up to 3.8 writes ``!VCSK``: two hex digits of key, then two hex digits per
byte, each byte XORed with the key; every version since 3.2 also reads plain UTF-8 text. Newer
and third-party schemes (``VOBS``, ``!VOXZ``) are known by name only: no released engine this
project can check against writes them, so they are refused with a clear line, not guessed at.
"""

from __future__ import annotations

import binascii
from collections.abc import Callable
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import IN_MEMORY

VCSK_MAGIC = b"!VCSK"


@dataclass(frozen=True, slots=True)
class Scheme:
    """One way of writing a saved game: its name, its first bytes, and how to undo it."""

    name: str
    magics: tuple[bytes, ...]
    reveal: Callable[[bytes, Where], bytes]


def obfuscate(data: bytes, key: int = 0) -> bytes:
    """``data`` as ``!VCSK``. ``key`` is 0..255; the engine picks it at random, we do not."""
    if not 0 <= key <= 255:
        raise ValueError(f"a key is 0..255: {key}")
    return VCSK_MAGIC + b"%02x" % key + binascii.hexlify(data.translate(_xor_table(key)))


def reveal(data: bytes, where: Where = IN_MEMORY) -> bytes:
    """The bytes behind any known scheme, chosen by the first bytes; plain data as it is."""
    return scheme_of(data).reveal(data, where)


def scheme_of(data: bytes) -> Scheme:
    """The scheme whose magic ``data`` starts with; ``PLAIN`` if none."""
    for scheme in SCHEMES:
        if data.startswith(scheme.magics):
            return scheme
    return PLAIN


def write_text(text: str, key: int = 0, where: Where = IN_MEMORY) -> bytes:
    """``text`` as the engine saves it: UTF-8, then ``!VCSK``.

    Raises :class:`InputError` for a lone surrogate, which UTF-8 cannot hold.
    """
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(
            where, f"half a surrogate pair at character {error.start}", "text UTF-8 can hold"
        ) from error
    return obfuscate(data, key)


def read_text(data: bytes, where: Where = IN_MEMORY) -> str:
    """The command text in the bytes of a ``savedGame`` entry.

    Raises :class:`InputError` for an unknown scheme, damaged hex or bytes that are not UTF-8.
    """
    return as_text(reveal(data, where), where)


def as_text(plain: bytes, where: Where = IN_MEMORY) -> str:
    """Bytes that are no longer scrambled as text. Raises :class:`InputError`: they are no UTF-8."""
    try:
        return plain.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(
            where, f"byte 0x{plain[error.start]:02x} at offset {error.start}", "UTF-8 text"
        ) from error


def _reveal_vcsk(data: bytes, where: Where) -> bytes:
    digits = memoryview(data)[len(VCSK_MAGIC) :]
    if len(digits) % 2:
        raise InputError(
            where, f"{len(digits)} hex digits after !VCSK", "an even number (cut short?)"
        )
    if not digits:
        raise InputError(where, "nothing after !VCSK", "two hex digits of key (cut short?)")
    try:
        key = binascii.unhexlify(digits[:2])[0]
        hidden = binascii.unhexlify(digits[2:])
    except (binascii.Error, ValueError) as error:
        wrong = next(i for i, byte in enumerate(digits) if byte not in b"0123456789abcdefABCDEF")
        raise InputError(
            where,
            f"{chr(digits[wrong])!r} at offset {wrong + len(VCSK_MAGIC)}",
            "hex digits only after !VCSK",
        ) from error
    return hidden.translate(_xor_table(key)) if key else hidden


def _refuse(data: bytes, where: Where) -> bytes:
    raise InputError(
        where,
        f"a saved game written with {scheme_of(data).name}",
        "!VCSK or plain text: save it again with VASSAL 3.8 or older",
    )


def _as_it_is(data: bytes, where: Where) -> bytes:
    return data


def _xor_table(key: int) -> bytes:
    return bytes(byte ^ key for byte in range(256))


VCSK = Scheme("!VCSK", (VCSK_MAGIC,), _reveal_vcsk)
VOBS = Scheme("VOBS", (b"VOBS", b"!VOBS"), _refuse)
VOXZ = Scheme("VOXZ", (b"!VOXZ", b"VOXZ", b"\xfd7zXZ\x00"), _refuse)
PLAIN = Scheme("plain text", (), _as_it_is)
SCHEMES = (VCSK, VOBS, VOXZ)
