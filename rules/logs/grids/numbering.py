"""The numbers of a grid's cells as players read them (RegularGridNumbering of VASSAL)."""

from __future__ import annotations

from dataclasses import dataclass

GRID_LOCATION = "gridLocation"
ROW, COLUMN = "row", "column"
_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_LETTERS = 40
_MAX_LEADING = 20


@dataclass(frozen=True, slots=True)
class Numbering:
    """How columns and rows are written.

    ``kinds`` is N (number) or A (letters), ``offsets`` is added, ``leading`` is the number of
    digits less one, ``descending`` counts from the other end: each a pair, column first.
    ``stagger`` moves every other column by one; ``oblique`` (VASSAL 3.8) slants the rows.
    ``modulo``: columns begin anew there, 0 for never, as in VASSAL.
    """

    column_first: bool = True
    separator: str = ""
    kinds: tuple[str, str] = ("N", "N")
    leading: tuple[int, int] = (1, 1)
    offsets: tuple[int, int] = (1, 1)
    descending: tuple[bool, bool] = (False, False)
    stagger: bool = True
    modulo: int = 0
    format: str = f"${GRID_LOCATION}$"
    oblique: bool = False

    def name(self, column: int, row: int) -> str:
        """The name of a cell by its column and row, before offsets."""
        first = column + self.offsets[0]
        first = first % self.modulo if self.modulo else first
        columns = cell_number(first, self.kinds[0], self.leading[0])
        rows = cell_number(row + self.offsets[1], self.kinds[1], self.leading[1])
        parts = (columns, rows) if self.column_first else (rows, columns)
        values = {GRID_LOCATION: self.separator.join(parts), ROW: rows, COLUMN: columns}
        return formatted(self.format, values)


def cell_number(number: int, kind: str, leading: int) -> str:
    """One coordinate: ``7`` as ``07`` with one leading digit, or ``27`` as ``BB`` in letters."""
    sign = "-" if number < 0 else ""
    size = abs(number)
    if kind == "A":
        return sign + _letters(*divmod(size, 26))  # after Z comes AA, then BB
    digits = str(size)
    wanted = min(leading, _MAX_LEADING) + 1
    return sign + digits.rjust(wanted, "0")


def _letters(more: int, last: int) -> str:
    # VASSAL writes 0 as A, 26 as AA, 27 as BB, 52 as AAA: each round repeats the letter.
    return _ALPHABET[last] * (min(more, _MAX_LETTERS) + 1)


def formatted(text: str, values: dict[str, str]) -> str:
    """``$name$`` replaced by its value; names without one become empty, as in reports."""
    parts = text.split("$")
    if len(parts) == 1:
        return text
    out = [parts[0]]
    index = 1
    while index < len(parts):
        if index == len(parts) - 1:
            out.append("$" + parts[index])
            break
        out.append(values.get(parts[index], ""))
        out.append(parts[index + 1])
        index += 2
    return "".join(out)
