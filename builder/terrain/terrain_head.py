"""The head of a compiled map: what a file must say of itself before anything of it is read.

The file is versioned and digested. The first line is
``clubroute-terrain <version> sha256:<digest of the second>``. The second, the head, is a JSON
object: the lattice (a reader needs nothing else), the tables of what repeats, and size and digest
of every part of the rest. The rest is the *record*, one JSON object with every fact, for whoever
builds or edits; and for each window its facts laid out in columns (:mod:`.terrain_columns`), for
whoever answers: who opens a window reads neither the record nor another window.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.forms import other_form
from clubroute.builder.files.regular import read_file
from clubroute.builder.grid import (
    DOT,
    Hex,
    Lattice,
    Sheet,
)
from clubroute.builder.sources.json_text import json_of
from clubroute.builder.terrain.terrain_columns import unpacked

LEVEL = "-level"
"""Behind a raised Road's id: the stretches of it that lie level with the ground, as one Road."""

if TYPE_CHECKING:
    from clubroute.builder.terrain.terrain_columns import Columns

MAGIC = b"clubroute-terrain"
MOST_BYTES = 64 << 20
"""Bytes of a compiled map; ours have one and a half million."""
VERSION = 2
RECORD = "record"
"""The part with every fact."""


def of_another_form(path: Path) -> bool:
    """Whether a file is a compiled map of another number than this program reads."""
    try:
        with path.open("rb") as stream:
            first = stream.readline(200).split(b" ")
    except OSError:
        return False
    return len(first) == 3 and first[0] == MAGIC and first[1] != b"%d" % VERSION


def digest_of(data: bytes | memoryview) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


class Opened(NamedTuple):
    """A compiled file whose head is undamaged: the head, the rest, and the head's digest."""

    head: dict[str, Any]
    rest: memoryview
    digest: str

    def part(self, wanted: str) -> memoryview:
        """A part of the rest. :raises ValueError: damaged, or missing."""
        at = 0
        for name, size, digest in self.head["parts"]:
            if name == wanted:
                found = self.rest[at : at + size]
                if digest_of(found) != digest:
                    raise ValueError(f"the digest of the {name} does not match")
                return found
            at += size
        raise ValueError(f"no {wanted}")

    def record(self) -> Any:
        """Every fact. :raises ValueError: damaged. :raises InputError: no JSON."""
        return json_of(bytes(self.part(RECORD)), Where(RECORD), "a compiled terrain record")

    def columns(self, window: str) -> Columns:
        """A window's columns. :raises ValueError: damaged, or a file without columns."""
        return unpacked(self.head["layouts"].get(window, ()), self.part(f"window {window}"))


def open_terrain(data: bytes, path: str) -> Opened:
    """A compiled file's head. :raises InputError: not one, another version, or damaged."""
    end = data.find(b"\n")
    parts = data[: max(end, 0)].split(b" ")
    if len(parts) != 3 or parts[0] != MAGIC:
        raise InputError(Where(path), "another kind of file", "a compiled .terrain file")
    if parts[1] != b"%d" % VERSION:
        number = parts[1].decode("ascii", "replace")
        raise other_form(Where(path, 1), "terrain", number, VERSION, "run clubroute build again")
    last = data.find(b"\n", end + 1)
    head = data[end + 1 : last]
    digest = digest_of(head)
    if last < 0 or parts[2] != b"sha256:" + digest.encode():
        raise InputError(Where(path, 1), "a digest that does not match", "an undamaged file")
    try:
        told = json_of(head, Where(path, 2), "a compiled terrain record")
        opened = Opened(told, memoryview(data)[last + 1 :], digest)
        size = sum(part[1] for part in opened.head["parts"])
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        raise damaged(path, error) from None
    if len(opened.rest) != size:
        raise InputError(Where(path), f"{len(opened.rest)} bytes of facts", f"{size} bytes")
    return opened


def is_whole(data: bytes) -> bool:
    """Whether a compiled file is undamaged from end to end."""
    try:
        opened = open_terrain(data, "")
        for name, _, _ in opened.head["parts"]:
            opened.part(name)
    except (InputError, ValueError):
        return False
    return True


def damaged(path: str, error: Exception) -> InputError:
    """What is said of a file that is not what its first line says."""
    return InputError(
        Where(path, 2), f"{type(error).__name__}: {error}", "a compiled terrain record"
    )


def lattice_record(lattice: Lattice) -> dict[str, Any]:
    """A lattice as plain JSON values."""
    return {
        "name": lattice.name,
        "orientation": lattice.orientation,
        "line_sign": lattice.line_sign,
        "half_sign": lattice.half_sign,
        "windows": {name: list(sheets) for name, sheets in sorted(lattice.windows.items())},
        "sheets": [
            {
                "name": s.name,
                "lines": list(s.lines),
                "numbers": list(s.numbers),
                "prefix": s.prefix,
                "line_offset": s.line_offset,
                "half_offset": s.half_offset,
                "wrap": s.wrap,
                "first_digits": s.first_digits,
                "second_digits": s.second_digits,
                "outline": [list(h) for h in s.outline],
                **({"low": s.low} if s.low != "even" else {}),
                **({"separator": s.separator} if s.separator != DOT else {}),
            }
            for s in lattice.sheets
        ],
    }


def lattice_of(record: dict[str, Any]) -> Lattice:
    """The lattice that :func:`lattice_record` wrote."""

    def pair(values: Iterable[int]) -> tuple[int, int]:
        low, high = values
        return low, high

    sheets = tuple(
        Sheet(
            **{
                **s,
                "lines": pair(s["lines"]),
                "numbers": pair(s["numbers"]),
                "outline": tuple(Hex(*h) for h in s["outline"]),
            }
        )
        for s in record["sheets"]
    )
    return Lattice(
        name=record["name"],
        orientation=record["orientation"],
        sheets=sheets,
        line_sign=record["line_sign"],
        half_sign=record["half_sign"],
        windows={name: tuple(members) for name, members in record["windows"].items()},
    )


def file_bytes(path: Path) -> bytes:
    """The bytes of a compiled file. :raises InputError: missing, unreadable or too large."""
    return read_file(path, Where.of(path), "a compiled .terrain file", MOST_BYTES)
