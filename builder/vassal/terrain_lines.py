"""The text of a board's terrain in a module of the Grand Tactical Series (``terrainMaps/*.txt``).

A line is a hex (``h``), a hexside (``e``), a line from centre to centre (``l``) or a tag of a hex
(``a``), its fields apart by commas as SequenceEncoder writes them. It is read as the module's Java
classes read it: the first letter decides, a number that is none is 0, the last line of a place
wins, and a word without definition takes away what an earlier line put there. Whatever a line says
otherwise than it looks is told as a :class:`Slip`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from clubroute.builder.errors import one_line
from clubroute.builder.vassal.buildfile import Element, decode

FOLDER, SUFFIX = "terrainMaps/", ".txt"
"""Where the text of a board is, by the board's name."""
Kind: TypeAlias = Literal["h", "e", "l", "a"]
HEX, SIDE, LINE, TAG = "h", "e", "l", "a"
NUMBERS: Mapping[str, int] = {HEX: 2, SIDE: 4, LINE: 4, TAG: 2}
"""How many numbers each kind of line begins with."""
WORDS: Mapping[str, int] = {HEX: 1, SIDE: 1, LINE: 1, TAG: 2}
"""And how many words follow."""

LINE_END = re.compile(r"\r\n|\n|\r")
WHOLE = re.compile(r"[+-]?\d+")
LARGEST = 2**31 - 1
MARK = "\ufeff"
MOST_BYTES = 8 << 20
"""Bytes of one board's text; the largest seen has 60,000."""


class GridCell(NamedTuple):
    """A hex by the engine's own numbers in its board's grid, which are not the printed ones."""

    column: int
    row: int


class Pair(NamedTuple):
    """Two hexes in either order."""

    a: GridCell
    b: GridCell


@dataclass(frozen=True, slots=True)
class Slip:
    """A line that the engine reads otherwise than it looks. ``line`` counts from 1."""

    line: int
    found: str
    read: str

    def text(self, board: str) -> str:
        """``Board:line: found X, read as Y``."""
        return f"{board}:{self.line}: found {one_line(self.found, 80)}, read as {self.read}"


class Painted(NamedTuple):
    """A word that stands somewhere, and the line that put it there."""

    word: str
    line: int


@dataclass(frozen=True, slots=True)
class Definitions:
    """The words a module defines: what its lines may say. ``values`` are those a tag may have."""

    hexes: Collection[str] = ()
    sides: Collection[str] = ()
    lines: Collection[str] = ()
    tags: Collection[str] = ()
    values: Mapping[str, Collection[str]] = field(default_factory=dict)

    def of(self, kind: str) -> Collection[str]:
        """The words of a kind of line."""
        return {HEX: self.hexes, SIDE: self.sides, LINE: self.lines, TAG: self.tags}[kind]


@dataclass(slots=True)
class BoardTerrain:
    """What stands on a board, as the engine reads its text."""

    hexes: dict[GridCell, Painted] = field(default_factory=dict)
    sides: dict[Pair, Painted] = field(default_factory=dict)
    lines: dict[Pair, Painted] = field(default_factory=dict)
    tags: dict[tuple[GridCell, str], Painted] = field(default_factory=dict)
    slips: list[Slip] = field(default_factory=list)
    count: int = 0

    def of(self, kind: str) -> dict[object, Painted]:
        """What the lines of a kind put, by place."""
        found: dict[str, dict[object, Painted]] = {
            HEX: self.hexes,  # type: ignore[dict-item]
            SIDE: self.sides,  # type: ignore[dict-item]
            LINE: self.lines,  # type: ignore[dict-item]
            TAG: self.tags,  # type: ignore[dict-item]
        }
        return found[kind]


def pair(a: GridCell, b: GridCell) -> Pair:
    """Two hexes, the lower one first."""
    return Pair(*sorted((a, b)))


def read_terrain(data: bytes, defined: Definitions) -> BoardTerrain:
    """Read the text of a board. Never fails: the engine does not either."""
    found = BoardTerrain()
    for number, text in enumerate(lines_of(data), start=1):
        found.count += 1
        read_line(found, number, text, defined)
    return found


def lines_of(data: bytes) -> list[str]:
    """The lines of a text as Java's reader has them: other letters that end lines do not here."""
    lines = LINE_END.split(data.decode("utf-8", "replace"))
    return lines if lines[-1] else lines[:-1]


def read_line(found: BoardTerrain, number: int, text: str, defined: Definitions) -> None:
    """Read one line into what is found so far."""
    kind = text[:1]
    if kind not in NUMBERS:
        if text:
            mark = text.startswith(MARK)
            what = "a byte order mark before the line" if mark else repr(text)
            found.slips.append(Slip(number, what, "nothing"))
        return
    fields = decode(text, ",")
    if fields[0] != kind:
        found.slips.append(Slip(number, repr(fields[0]), f"a line {kind}"))
    many = NUMBERS[kind]
    told, words = fields[1 : many + 1], fields[many + 1 :]
    if len(told) < many:
        found.slips.append(Slip(number, f"{len(told)} numbers of {many}", "0 for the others"))
    if len(words) > WORDS[kind]:
        found.slips.append(Slip(number, f"{len(fields)} fields", f"{many + WORDS[kind] + 1}"))
    wrong = [one for one in told if whole_number(one) is None]
    found.slips += [Slip(number, repr(one), "0") for one in wrong]
    numbers = [whole_number(one) or 0 for one in told] + [0] * (many - len(told))
    cells = [GridCell(*numbers[at : at + 2]) for at in range(0, many, 2)]
    word = words[0] if words else ""
    if kind == TAG:
        read_tag(found, number, (cells[0], word), words[1] if len(words) > 1 else "", defined)
        return
    place = cells[0] if kind == HEX else pair(*cells)
    known = found.of(kind)
    before = known.get(place)
    if word not in defined.of(kind):
        taken = f"nothing there (it takes {before.word} away)" if before else "nothing there"
        found.slips.append(Slip(number, repr(word) if word else "no terrain", taken))
        known.pop(place, None)
        return
    if before is not None:
        what = f"{word} where line {before.line} has {before.word} already"
        found.slips.append(Slip(number, what, word))
    known[place] = Painted(word, number)


def read_tag(
    found: BoardTerrain, number: int, place: tuple[GridCell, str], value: str, defined: Definitions
) -> None:
    """Read a tag: an empty value takes an earlier one away, any other is kept."""
    name, before = place[1], found.tags.get(place)
    if name not in defined.tags:
        found.slips.append(Slip(number, f"the tag {name!r}" if name else "no tag", "nothing"))
        return
    if not value:
        taken = f" (it takes {before.word} away)" if before else ""
        found.slips.append(Slip(number, f"{name} without a value", f"no {name}{taken}"))
        found.tags.pop(place, None)
        return
    values = defined.values.get(name)
    if values is not None and value not in values:
        found.slips.append(Slip(number, f"{name} {value!r}, no value of its list", repr(value)))
    if before is not None:
        what = f"{name} {value!r} where line {before.line} has {before.word!r} already"
        found.slips.append(Slip(number, what, repr(value)))
    found.tags[place] = Painted(value, number)


def whole_number(text: str) -> int | None:
    """A number as Integer.parseInt reads it; None for what is none."""
    if not WHOLE.fullmatch(text) or max(text) > "\uffff":
        return None
    # No such length is in range, and Python refuses the longest.
    value = int(text) if len(text) < 400 else LARGEST + 1
    return value if -LARGEST - 1 <= value <= LARGEST else None


def board_of(entry: str) -> str | None:
    """The board whose text an entry of the module is, None for any other entry."""
    if not entry.startswith(FOLDER) or not entry.endswith(SUFFIX):
        return None
    return entry[len(FOLDER) : -len(SUFFIX)]


# The terrain a module of the Grand Tactical Series defines in its build file.

DEFINITIONS = "terrain.TerrainDefinitions"
LIST = "list of values"
YES_NO, YES_NO_VALUES = "true or false", ("true", "false")


def definitions_of(root: Element) -> Definitions:
    """The words a module's lines may say; no words at all for a module that defines none."""
    defined = [one for one in root.children if one.tag == DEFINITIONS]
    tags = list(words_in(defined, "Attribute"))
    return Definitions(
        hexes=frozenset(one.get("name") for one in words_in(defined, "Hex")),
        sides=frozenset(one.get("name") for one in words_in(defined, "Edge")),
        lines=frozenset(one.get("name") for one in words_in(defined, "Line")),
        tags=frozenset(one.get("name") for one in tags),
        values={
            one.get("name"): values
            for one in reversed(tags)
            if (values := values_of(one)) is not None
        },
    )


def words_in(defined: list[Element], kind: str) -> Iterator[Element]:
    """The definitions of one kind of terrain."""
    for block in defined:
        for group in block.children:
            if group.tag == f"terrain.{kind}TerrainDefinitions":
                yield from (one for one in group.children if one.tag == f"terrain.{kind}Terrain")


def values_of(tag: Element) -> tuple[str, ...] | None:
    """The values a tag may have; None for any."""
    told = tag.get("type")
    if told == YES_NO:
        return YES_NO_VALUES
    return tuple(decode(tag.get("list"), ",")) if told == LIST else None
