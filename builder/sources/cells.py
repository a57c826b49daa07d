"""Cells that name places on a lattice, and the cells every fact row shares.

A place is written as printed: a hex ``55.202``, a hexside ``55.202/56.201``, several hexes with
blanks between them. A printed number that is on no sheet, or names two hexes, is an error at that
cell.

A spreadsheet takes a cell that holds one hex number for a decimal number, and saves ``46.220`` as
``46.22``. So a number alone in its cell is refused where a nought at its end would name another
hex; ``46.022`` is the spelling of 46.22 that survives.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.counting import is_whole
from clubroute.builder.grid import (
    Hex,
    HexNumberError,
    Hexside,
    Lattice,
    NotAdjacentError,
    adjacent,
)
from clubroute.builder.provenance import SOURCES, Provenance
from clubroute.builder.sources.tables import Row
from clubroute.builder.terrain.terrain_map import Basis

BASIS_COLUMNS = {"provenance": True, "cite": True}


@dataclass(frozen=True, slots=True)
class HexNumbers:
    """The reader of hex numbers: on all sheets of a lattice, or on those of one of its windows."""

    lattice: Lattice
    window: str | None = None

    def parse(self, word: str) -> Hex:
        """Return the hex of a printed number. :raises HexNumberError: none, or two."""
        return self.lattice.parse(word, self.window)

    def spellings(self, word: str) -> list[str]:
        """Return the numbers that a cell shortened by a spreadsheet may have held, each safe from
        it.

        The result is empty if no printed number becomes ``word``; else ``word`` itself may be one
        of them, with three digits.
        """
        whole, dot, digits = word.rpartition(".")
        if dot:
            # No number has more than three digits behind the dot.
            options = [word + "0" * k for k in range(1, 4 - len(digits))]
        elif is_whole(word):  # the dot taken for the mark of thousands
            options = [f"{word[:-3]}.{word[-3:]}"]
            sizes = {s.first_digits + s.second_digits for s in self.lattice.sheets if s.bare}
            options += [f"{word:0>{size}}" for size in sizes if size > len(word)]
        else:
            options = []
        longer = [option for option in options if self.printed(option)]
        if longer and dot and self.printed(word):
            longer.insert(0, f"{whole}.{digits:0>3}")
        return longer

    def printed(self, word: str) -> bool:
        """Tell whether a hex's number is printed so, apart from noughts before it."""
        try:
            number = self.lattice.format(self.parse(word))
        except HexNumberError:
            return False
        return number.lstrip("0") == word.lstrip("0")


def hex_cell(row: Row, column: str, lattice: Lattice) -> Hex:
    """Return the hex a cell names. :raises InputError: at the cell."""
    return hex_word(row, column, lattice, row.text(column))


def hex_word(row: Row, column: str, lattice: Lattice, word: str) -> Hex:
    """Return the hex one word of a cell names. :raises InputError: at the cell."""
    numbers = HexNumbers(lattice)
    if word == row.text(column):
        refuse_shortened(row, column, numbers)
    try:
        return numbers.parse(word)
    except HexNumberError as error:
        expected = f"a hex number of {lattice.name}, as {lattice.format(lattice.hexes()[0])}"
        dotted = word.replace(",", ".")
        nearest = dotted if dotted != word and numbers.printed(dotted) else None
        raise row.error(column, str(error), expected, nearest) from None


def refuse_shortened(row: Row, column: str, numbers: HexNumbers) -> None:
    """Refuse a hex number, alone in its cell, that a spreadsheet may have shortened.

    :raises InputError: the cell is what a spreadsheet makes of one printed number, and no other
        hex, or another one too, has the number as it stands.
    """
    word = row.text(column)
    meant = numbers.spellings(word)
    if meant:
        why = "a spreadsheet drops a hex number's noughts or its dot"
        raise row.error(column, repr(word), f"{' or '.join(meant)} ({why})")


def hexes_cell(row: Row, column: str, lattice: Lattice) -> tuple[Hex, ...]:
    """Return the hexes a cell names, blanks between them, each once."""
    hexes: list[Hex] = []
    for word in row.text(column).split():
        h = hex_word(row, column, lattice, word)
        if h in hexes:
            raise row.error(column, f"{word} twice", "each hex once")
        hexes.append(h)
    return tuple(hexes)


def chain_cell(row: Row, column: str, lattice: Lattice) -> tuple[Hex, ...]:
    """Return the hexes of a chain, each adjacent to the one before."""
    words = row.text(column).split()
    chain = [hex_word(row, column, lattice, word) for word in words]
    for k in range(1, len(chain)):
        if not adjacent(chain[k - 1], chain[k]):
            gap = f"{words[k - 1]} then {words[k]}, which share no hexside"
            raise row.error(column, gap, f"no gap ({lattice.beside(chain[k - 1])})")
    if len(chain) < 2:
        raise row.error(column, f"{len(chain)} hex", "two or more hexes")
    return tuple(chain)


def hexside_cell(row: Row, column: str, lattice: Lattice) -> Hexside:
    """Return the hexside a cell names."""
    try:
        return lattice.parse_hexside(row.text(column))
    except NotAdjacentError as error:
        raise row.error(column, str(error), "two hexes that share a side") from None
    except HexNumberError as error:
        raise row.error(column, str(error), "a hexside as 55.202/56.201") from None


def basis_cells(row: Row) -> Basis:
    """Return provenance, citation and place of a fact row."""
    provenance: Provenance = "assumed"
    chosen = row.choice("provenance", SOURCES)
    for candidate in SOURCES:
        if candidate == chosen:
            provenance = candidate
    return Basis(provenance, row.text("cite"), f"{source_name(row.path)}:{row.row}")


def source_name(path: str) -> str:
    """Return a source's name in the map: its last two parts, the same wherever the project lies."""
    return "/".join(path.replace("\\", "/").split("/")[-2:])
