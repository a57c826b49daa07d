"""``looked.csv``: where a board's picture seems to show other than our map, the surest first.

Nothing of it counts until a person has looked: a row is the module's ground where ``said`` is yes.
Who sees something else there writes that into ``picture``.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from clubroute.builder.errors import nearest_name, one_of
from clubroute.builder.grid import Hex, Lattice, adjacent
from clubroute.builder.sources.tables import Row, rows_of
from clubroute.builder.sources.text import read_text
from clubroute.rules.owner.modules.facts import HEX, HEXSIDE, LINE, SEEN, GroundFact
from clubroute.rules.owner.modules.facts_csv import hex_of, ours_of
from clubroute.rules.owner.modules.folder import LOOKED
from clubroute.rules.owner.modules.words import NONE

COLUMNS = ("fact", "hex", "beside", "map", "picture", "sure", "said")
NEEDED = ("fact", "hex", "picture", "said")
FACTS = (HEX, HEXSIDE, LINE)
YES, NO = "yes", "no"
REMARK = (
    "# Where the picture of a board seems to show other than our map. said: yes, you looked and "
    "the picture is right; no, our map is; blank, nobody has looked."
)
LookedPlace = tuple[str, Hex, Hex | None]


class Looked(NamedTuple):
    """A place where a picture seems to show other than our map. ``map`` and ``picture`` are our
    words, ``sure`` how sure the picture is (0..1), ``said`` what a person says: yes, no or ""."""

    kind: str
    hex: Hex
    beside: Hex | None
    map: str
    picture: str
    sure: float
    said: str = ""

    @property
    def place(self) -> LookedPlace:
        """What it is of: there is one at most of each."""
        return self.kind, self.hex, self.beside


def looked_text(many: Iterable[Looked], lattice: Lattice) -> str:
    """The file, in the order given."""
    out = io.StringIO(newline="")
    out.write(REMARK + "\n")
    write = csv.writer(out, lineterminator="\n")
    write.writerow(COLUMNS)
    for one in many:
        beside = "" if one.beside is None else lattice.format(one.beside)
        told = (one.map, one.picture, f"{one.sure:.2f}", one.said)
        write.writerow((one.kind, lattice.format(one.hex), beside, *told))
    return out.getvalue()


def read_looked(folder: Path, lattice: Lattice, window: str) -> tuple[Looked, ...]:
    """What was looked at in a module's folder; nothing without the file.

    :raises InputError: ``path:row:column``, at the first wrong cell.
    """
    path = folder / LOOKED
    if not path.is_file():
        return ()
    places: dict[str, Hex] = {}
    found: dict[LookedPlace, int] = {}
    many = []
    for row in rows_of(read_text(path), path, {name: name in NEEDED for name in COLUMNS}):
        one = looked_of(row, lattice, window, places)
        if one.place in found:
            raise row.error("hex", "the same place again", f"once (row {found[one.place]})")
        found[one.place] = row.row
        many.append(one)
    return tuple(many)


def looked_of(row: Row, lattice: Lattice, window: str, places: dict[str, Hex]) -> Looked:
    """The place of a row. :raises InputError: at a wrong cell."""
    kind = row.choice("fact", FACTS)
    here = hex_of(row, "hex", lattice, window, places)
    beside = None
    if kind != HEX:
        beside = hex_of(row, "beside", lattice, window, places)
        if not adjacent(here, beside):
            raise row.error("beside", repr(row.text("beside")), f"a hex next to {row.text('hex')}")
        here, beside = min(here, beside), max(here, beside)
    picture, options = row.text("picture"), ours_of(lattice.name)[kind]
    if kind == HEX:
        options -= {NONE}
    for word in picture.split():
        if word not in options or (kind != HEXSIDE and word != picture):
            near = nearest_name(word, options)
            raise row.error("picture", repr(picture), one_of(sorted(options)), near)
    said = (row.optional("said") or "").casefold()
    if said not in ("", YES, NO):
        raise row.error("said", repr(said), "yes, no, or a blank cell")
    sure = row.optional("sure")
    return Looked(
        kind,
        here,
        beside,
        row.cells.get("map", "").strip(),
        picture,
        row.number("sure") if sure else 0.0,
        said,
    )


def seen_facts(many: Iterable[Looked]) -> Iterator[GroundFact]:
    """The facts that a person has confirmed."""
    for one in many:
        if one.said == YES:
            yield GroundFact(one.kind, one.hex, one.beside, "", SEEN, one.picture, LOOKED, 0)
