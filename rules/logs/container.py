"""The bytes of a .vsav or .vlog down to the command text, whole or as far as it can be read."""

from __future__ import annotations

import binascii
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath

from clubroute.builder.errors import InputError, Where
from clubroute.builder.regular import regular
from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, Limits, entries_of
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA
from clubroute.builder.vassal.obfuscation import VCSK, VCSK_MAGIC, scheme_of
from clubroute.rules.logs.damage import Damage, DamageReport

LOG_LIMITS = Limits(entries=1000, total=256 << 20, ratio=300, ratio_from=8 << 20)
"""What one save or log may unpack to. The longest logs seen have 20 MB."""

WANTED = (SAVED_GAME, SAVE_DATA, MODULE_DATA)

_LOCAL_HEADER = b"PK\x03\x04"
_HEADER = struct.Struct("<4s5H3I2H")
_ENCRYPTED, _SIZE_FOLLOWS = 0x1, 0x8
_STORED, _DEFLATED = 0, 8
_CHUNK = 4096


@dataclass(frozen=True, slots=True)
class Contents:
    """The entries of a save that matter, by name; the rest of the zip is not kept.

    ``partial`` names those whose end is missing.
    """

    where: Where
    entries: Mapping[str, bytes]
    partial: frozenset[str] = frozenset()

    def part(self, name: str) -> Where:
        return Where(self.where.path, part=name)


WEB_PAGE = (b"<!doctype html", b"<html", b"\xef\xbb\xbf<!doctype html")
"""How what a website sends in place of a file begins."""
MOST_AHEAD = 1 << 20
"""Bytes in which a ZIP file's first entry begins, damaged or not; without one no more is read."""
MOST_BEFORE = 256
"""Bytes in which a page begins, whatever blanks come first."""


def is_archive(data: bytes) -> bool:
    """Tell whether bytes begin as a ZIP file does."""
    return data.startswith(b"PK")


def read_bytes(path: PurePath | str, limit: int = LOG_LIMITS.total) -> bytes:
    """The bytes of a file. Raises :class:`InputError` when it cannot be read or is too large.

    What is no file (a named pipe, a device) is refused unopened: it might never end.
    """
    where = Where.of(path)
    try:
        size = regular(path, where, "a .vsav or .vlog").st_size
        if size > limit:
            raise InputError(where, f"a file over {limit} bytes", "a smaller saved game")
        with Path(path).open("rb") as stream:
            data = stream.read(MOST_AHEAD)
            if len(data) < MOST_AHEAD or _LOCAL_HEADER in data:
                # From the start, since to put two parts together takes longer; and no more than it
                # has, since room is made for all that is asked for.
                stream.seek(0)
                data = stream.read(size + 1)
                if len(data) > size:  # it grew meanwhile
                    data += stream.read(limit + 1 - len(data))
    except FileNotFoundError as error:
        raise InputError(where, "no such file", "a .vsav or .vlog") from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(where, reason, "a readable file") from error
    if not data:
        raise InputError(where, "an empty file", "a .vsav or .vlog")
    if len(data) > limit:
        raise InputError(where, f"a file over {limit} bytes", "a smaller saved game")
    return data


def unpack(data: bytes, where: Where, report: DamageReport, limits: Limits) -> Contents:
    """The entries of the zip; of a damaged one those, or those parts, that can still be had.

    Raises :class:`InputError` for archives beyond ``limits`` in either mode, and in strict mode
    for any damage.
    """
    try:
        found = {entry.name: entry.data for entry in entries_of(data, where, limits)}
    except InputError as error:
        if not _looks_damaged(error):
            raise
        if _LOCAL_HEADER not in data:
            page = data[:MOST_BEFORE].lstrip().lower().startswith(WEB_PAGE)
            kind = "a web page: its download failed" if page else "no zip archive"
            raise InputError(where, kind, "a .vsav or .vlog") from None
        report.add(Damage(error.where, error.found, error.expected))
        salvaged = list(_salvaged(data, limits.total))
        partial = frozenset(name for name, _, whole in salvaged if not whole)
        return Contents(where, {name: raw for name, raw, _ in salvaged}, partial)
    return Contents(where, {name: found[name] for name in WANTED if name in found})


def save_text(contents: Contents, report: DamageReport) -> tuple[str, bool]:
    """The command text, unscrambled, and whether all of it is there.

    Of damaged bytes it is as much as comes before the damage. Raises :class:`InputError` when
    there is no saved game, or its scheme is unknown.
    """
    where = contents.part(SAVED_GAME)
    data = contents.entries.get(SAVED_GAME)
    if data is None:
        raise InputError(contents.where, f"a zip without {SAVED_GAME}", "a .vsav or .vlog")
    try:
        return obfuscation.read_text(data, where), SAVED_GAME not in contents.partial
    except InputError as error:
        if scheme_of(data) not in (VCSK, obfuscation.PLAIN):
            raise
        report.add(Damage(error.where, error.found, error.expected))
    return _readable(data), False


def _looks_damaged(error: InputError) -> bool:
    return error.found.startswith(("damaged", "an empty file"))


def _readable(data: bytes) -> str:
    """The text up to the first byte that cannot be right."""
    if data.startswith(VCSK_MAGIC):
        digits = data[len(VCSK_MAGIC) :]
        good = len(digits) - len(digits.lstrip(b"0123456789abcdefABCDEF"))
        plain = binascii.unhexlify(digits[: good - good % 2])
        data = bytes(plain[1:].translate(bytes(b ^ plain[0] for b in range(256)))) if plain else b""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return data[: error.start].decode("utf-8")


def _salvaged(data: bytes, limit: int) -> Iterator[tuple[str, bytes, bool]]:
    """Name, bytes and wholeness of the entries found by their local headers.

    A file cut short has lost the table at its end, which the ordinary reader starts from.
    """
    start = data.find(_LOCAL_HEADER)
    while start >= 0 and start + _HEADER.size <= len(data) and limit > 0:
        fields = _HEADER.unpack_from(data, start)
        flags, method, packed = fields[2], fields[3], fields[7]
        name_length, extra_length = fields[9], fields[10]
        name_at = start + _HEADER.size
        body = name_at + name_length + extra_length
        name = data[name_at : name_at + name_length].decode("utf-8", "replace")
        if name in WANTED and not flags & _ENCRYPTED:
            known = packed if packed and not flags & _SIZE_FOLLOWS else None
            raw, whole = _body(data, body, method, known, limit)
            limit -= len(raw)
            yield name, raw, whole
        start = data.find(_LOCAL_HEADER, name_at)


def _body(
    data: bytes, start: int, method: int, packed: int | None, limit: int
) -> tuple[bytes, bool]:
    if method == _STORED:
        following = data.find(b"PK", start)
        end = start + packed if packed is not None else following if following >= 0 else len(data)
        return data[start : min(end, start + limit)], end <= min(len(data), start + limit)
    if method != _DEFLATED:
        return b"", False
    machine = zlib.decompressobj(-zlib.MAX_WBITS)
    pieces: list[bytes] = []
    for at in range(start, len(data), _CHUNK):
        try:
            piece = machine.decompress(data[at : at + _CHUNK], limit)
        except zlib.error:
            break
        pieces.append(piece)
        limit -= len(piece)
        if limit <= 0 or machine.eof:
            break
    return b"".join(pieces), machine.eof
