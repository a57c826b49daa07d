"""The bytes of a .vsav or .vlog down to the command text, whole or as far as it can be read."""

from __future__ import annotations

import binascii
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import PurePath

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.regular import opened_file, read_rest
from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, entries_of
from clubroute.builder.vassal.limits import SAVE_LIMITS, ArchiveLimits, check_commands
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA
from clubroute.builder.vassal.obfuscation import VCSK, VCSK_MAGIC, scheme_of

# Where a saved game or log is broken, and how much of it could be read.


class Mode(Enum):
    """How a reader takes damage: refuse the file, or read on and tell."""

    STRICT = "strict"
    TOLERANT = "tolerant"


@dataclass(frozen=True, slots=True)
class Damage:
    """One broken place.

    ``where`` names the file and the zip entry. ``command`` is the index, from 0, of the top-level
    command of the saved game at which reading broke, None where it broke before the commands.
    """

    where: Where
    found: str
    expected: str
    command: int | None = None

    @property
    def place(self) -> Where:
        """``where``, down to the command."""
        if self.command is None:
            return self.where
        entry = f"{self.where.part} " if self.where.part else ""
        return Where(self.where.path, part=f"{entry}command {self.command}")

    def __str__(self) -> str:
        return f"{self.place}: found {self.found}, expected {self.expected}"


class DamageReport:
    """Collects the damage of one file; in strict mode the first one ends the reading."""

    def __init__(self, mode: Mode) -> None:
        self._mode = mode
        self._found: list[Damage] = []

    def add(self, damage: Damage) -> None:
        """Note a broken place. Raises :class:`InputError` in strict mode."""
        if self._mode is Mode.STRICT:
            raise InputError(damage.place, damage.found, damage.expected)
        if len(self._found) < MAX_REPORTED:
            self._found.append(damage)

    @property
    def damages(self) -> tuple[Damage, ...]:
        return tuple(self._found)


MAX_REPORTED = 100
"""Broken places kept of one file; a hostile one could have millions."""


LOG_LIMITS = SAVE_LIMITS
MOST_TRIES = 16
"""Entries of a damaged zip that are tried for the three that matter."""

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
    with opened_file(path, where, "a .vsav or .vlog", limit) as (stream, size):
        data = stream.read(MOST_AHEAD)
        if len(data) < MOST_AHEAD or _LOCAL_HEADER in data:
            # From the start, since to put two parts together takes longer.
            stream.seek(0)
            data = read_rest(stream, where, size, limit)
    if not data:
        raise InputError(where, "an empty file", "a .vsav or .vlog")
    return data


def unpack(data: bytes, where: Where, report: DamageReport, limits: ArchiveLimits) -> Contents:
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
        return _salvaged(data, where, limits.most(len(data)))
    return Contents(where, {name: found[name] for name in WANTED if name in found})


def save_text(contents: Contents, report: DamageReport) -> tuple[str, bool]:
    """The command text, unscrambled, and whether all of it is there.

    Of damaged bytes it is as much as comes before the damage. Raises :class:`InputError` when
    there is no saved game, its scheme is unknown, or it is more than a game can have.
    """
    where = contents.part(SAVED_GAME)
    data = contents.entries.get(SAVED_GAME)
    if data is None:
        raise InputError(contents.where, f"a zip without {SAVED_GAME}", "a .vsav or .vlog")
    try:
        plain, whole = obfuscation.reveal(data, where), SAVED_GAME not in contents.partial
    except InputError as error:
        if scheme_of(data) not in (VCSK, obfuscation.PLAIN):
            raise
        report.add(Damage(error.where, error.found, error.expected))
        plain, whole = _revealed(data), False
    check_commands(plain, where)
    try:
        return obfuscation.as_text(plain, where), whole
    except InputError as error:
        report.add(Damage(error.where, error.found, error.expected))
    return _readable(plain), False


def _looks_damaged(error: InputError) -> bool:
    return error.found.startswith(("damaged", "an empty file"))


def _revealed(data: bytes) -> bytes:
    """Scrambled bytes as they were, up to the first hex digit that is none."""
    if not data.startswith(VCSK_MAGIC):
        return data
    digits = data[len(VCSK_MAGIC) :]
    good = len(digits) - len(digits.lstrip(b"0123456789abcdefABCDEF"))
    plain = binascii.unhexlify(digits[: good - good % 2])
    # The first byte is the key that each of the others was combined with: a table of all 256.
    return bytes(plain[1:].translate(bytes(b ^ plain[0] for b in range(256)))) if plain else b""


def _readable(data: bytes) -> str:
    """The text up to the first byte that cannot be right."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return data[: error.start].decode("utf-8")


def _salvaged(data: bytes, where: Where, limit: int) -> Contents:
    """The entries that are found by their local headers.

    A file cut short has lost the table at its end, which the ordinary reader starts from. Of two
    entries of one name the first that is whole is taken.

    :raises InputError: they unpack to more than ``limit`` bytes.
    """
    entries: dict[str, bytes] = {}
    partial: set[str] = set()
    left, tries = limit, 0
    start = data.find(_LOCAL_HEADER)
    while start >= 0 and start + _HEADER.size <= len(data) and tries < MOST_TRIES:
        fields = _HEADER.unpack_from(data, start)
        flags, method, packed = fields[2], fields[3], fields[7]
        name_length, extra_length = fields[9], fields[10]
        name_at = start + _HEADER.size
        body = name_at + name_length + extra_length
        name = data[name_at : name_at + name_length].decode("utf-8", "replace")
        known_whole = name in entries and name not in partial
        if name in WANTED and not flags & _ENCRYPTED and not known_whole:
            tries += 1
            known = packed if packed and not flags & _SIZE_FOLLOWS else None
            raw, whole = _body(data, body, method, known, left)
            left -= len(raw)
            if left <= 0:
                found = f"{len(data)} bytes that unpack to more than {limit}"
                raise InputError(where, found, "a saved game of VASSAL's making")
            entries[name] = raw
            if whole:
                partial.discard(name)
            else:
                partial.add(name)
        start = data.find(_LOCAL_HEADER, name_at)
    return Contents(where, entries, frozenset(partial))


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
