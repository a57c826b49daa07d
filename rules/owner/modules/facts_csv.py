"""``terrain.csv``: the ground of a module, a fact a row, for people to read and to mend.

A row without ``word`` is a hex the board shows unpainted; one without ``ours`` is answered from our
map. The owner may change ``ours``, and add or take rows: that is kept when he imports again.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from clubroute.builder.errors import one_of
from clubroute.builder.grid import Hex, HexNumberError, Lattice, adjacent
from clubroute.builder.sources.tables import Row, rows_of
from clubroute.builder.sources.text import read_text
from clubroute.rules.owner.modules.facts import FACTS, HEX, HEXSIDE, LINE, TAG, GroundFact
from clubroute.rules.owner.modules.words import NONE, RAISED, vocabulary_of

COLUMNS = ("fact", "hex", "beside", "word", "value", "ours", "board", "line")
NEEDED = ("fact", "hex", "ours")
REMARK = (
    "# What stands on the module's boards. ours: our word for it; none: nothing; "
    "blank: our map stands there."
)


def facts_text(facts: Iterable[GroundFact], lattice: Lattice) -> str:
    """The file."""
    out = io.StringIO(newline="")
    out.write(REMARK + "\n")
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    for one in sorted(facts, key=in_order):
        beside = "" if one.beside is None else lattice.format(one.beside)
        told = (one.word, one.value, one.ours, one.board, str(one.line) if one.line else "")
        write.writerow((one.kind, lattice.format(one.hex), beside, *told))
    return out.getvalue()


def in_order(one: GroundFact) -> tuple[int, Hex, Hex, str]:
    """Where a fact stands in the file."""
    return FACTS.index(one.kind), one.hex, one.beside or one.hex, one.word


def read_facts(path: Path, lattice: Lattice, window: str) -> tuple[GroundFact, ...]:
    """The facts in a file. :raises InputError: ``path:row:column``, at the first wrong cell."""
    return facts_of(read_text(path), path, lattice, window)


def facts_of(text: str, path: Path, lattice: Lattice, window: str) -> tuple[GroundFact, ...]:
    """As :func:`read_facts`, from the text of a file there."""
    found: dict[tuple[str, Hex, Hex | None, str], int] = {}
    facts = []
    places: dict[str, Hex] = {}
    options = ours_of(lattice.name)
    for row in rows_of(text, path, {name: name in NEEDED for name in COLUMNS}):
        fact = fact_of(row, lattice, window, places, options)
        if fact.place in found:
            raise row.error("hex", "the same fact again", f"once (row {found[fact.place]})")
        found[fact.place] = row.row
        facts.append(fact)
    return tuple(facts)


def ours_of(lattice: str) -> dict[str, frozenset[str]]:
    """Our words for each kind of fact."""
    vocabulary = vocabulary_of(lattice)
    kinds = {
        HEX: frozenset(vocabulary.hexes),
        HEXSIDE: frozenset(vocabulary.hexsides),
        LINE: frozenset(vocabulary.roads),
        TAG: frozenset(RAISED),
    }
    return {kind: words | {NONE} for kind, words in kinds.items()}


def fact_of(
    row: Row,
    lattice: Lattice,
    window: str,
    places: dict[str, Hex],
    options: dict[str, frozenset[str]],
) -> GroundFact:
    """The fact of a row. :raises InputError: at a wrong cell."""
    cells = row.cells
    kind = cells["fact"].strip()
    if kind not in options:
        row.choice("fact", FACTS)
    here = hex_of(row, "hex", lattice, window, places)
    beside = None
    if kind in (HEXSIDE, LINE):
        beside = hex_of(row, "beside", lattice, window, places)
        if not adjacent(here, beside):
            raise row.error("beside", repr(row.text("beside")), f"a hex next to {row.text('hex')}")
        here, beside = min(here, beside), max(here, beside)
    ours = cells["ours"].strip()
    for word in ours.split():
        if word not in options[kind] or (kind != HEXSIDE and word != ours):
            raise row.error("ours", repr(ours), one_of(sorted(options[kind])))
    if kind == HEX and ours == NONE:
        raise row.error("ours", repr(ours), "a terrain, or a blank cell for our map's")
    line = cells.get("line", "").strip()
    return GroundFact(
        kind,
        here,
        beside,
        cells.get("word", "").strip(),
        cells.get("value", ""),
        ours,
        cells.get("board", ""),
        row.integer("line", low=0) if line else 0,
    )


def hex_of(row: Row, column: str, lattice: Lattice, window: str, places: dict[str, Hex]) -> Hex:
    """A printed number of a cell. :raises InputError: it is none of the map's."""
    text = row.text(column)
    found = places.get(text)
    if found is None:
        try:
            found = places[text] = lattice.parse(text, window)
        except HexNumberError:
            raise row.error(column, repr(text), f"a hex of {window}") from None
    return found
