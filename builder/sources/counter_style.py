"""``style.toml``: sizes, division colours, unit symbols and marker colours of a counter set."""

from __future__ import annotations

import re
from collections.abc import (
    Callable,
    Collection,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeAlias

from clubroute.builder.sources.counters import (
    Marks,
    Ratings,
    UnitCounter,
    marks,
    ratings,
)
from clubroute.builder.sources.layout import Layout
from clubroute.builder.sources.order_of_battle import OrderOfBattle
from clubroute.builder.sources.tables import Row
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

# What an owner says stands on the counters: ratings for the boxes of a module's faces.
#
# The table is read by whoever knows its columns; here its rows go onto the faces.

Faces: TypeAlias = Mapping[tuple[str, str], Row]
"""By id and face (front, back) the row whose columns are named as the boxes of the layout."""


@dataclass(frozen=True, slots=True)
class Printed:
    """An owner's table. ``of`` finds the rows of some units; ``stamp`` changes with the table."""

    of: Callable[[Sequence[UnitCounter]], Faces]
    stamp: str


def with_printed(
    units: Sequence[UnitCounter], faces: Faces, layout: Layout
) -> tuple[UnitCounter, ...]:
    """Return the units with the ratings and marks of their rows over their own.

    :raises InputError: a cell that is no rating, or neither yes nor no.
    """

    def given(unit: UnitCounter, face: str, own: Ratings) -> Ratings:
        row = faces.get((unit.id, face))
        return own if row is None else {**own, **ratings(row, layout, "")}

    def marked(unit: UnitCounter, face: str, own: Marks) -> Marks:
        row = faces.get((unit.id, face))
        return own if row is None else {**own, **marks(row, layout, "")}

    return tuple(
        replace(
            unit,
            front_ratings=given(unit, "front", unit.front_ratings),
            back_ratings=given(unit, "back", unit.back_ratings),
            marks=marked(unit, "front", unit.marks),
            back_marks=marked(unit, "back", unit.back_marks),
        )
        for unit in units
    )


Colour = tuple[int, int, int]

SIZE_PX = (24, 400)
"""The smallest and largest counter, px."""


@dataclass(frozen=True, slots=True)
class Paint:
    """The colours of a counter face: its ground, its name band, and the ink on both."""

    fill: Colour
    band: Colour
    ink: Colour


@dataclass(frozen=True, slots=True)
class Heading:
    """A band with a word at the top of markers of a kind.

    Faces with one of the words in ``not_on`` have none: these must not show what they are.
    """

    word: str
    not_on: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CounterStyle:
    """The look of counters. Sizes are px of a square counter at board scale 72 px a hex.

    ``divisions`` and ``sides`` give paints by name, ``colours`` those that a unit may name itself
    (service or nation), ``layout`` the places, ``markers`` the paint of each marker colour name,
    ``shorts`` the divisions' short names, ``headings`` the band of each kind of marker that has
    one.
    """

    counter_px: int
    marker_px: int
    chit_px: int
    divisions: Mapping[str, Paint]
    sides: Mapping[str, Paint]
    colours: Mapping[str, Paint]
    layout: Layout
    markers: Mapping[str, Paint]
    shorts: Mapping[str, str]
    headings: Mapping[str, Heading]

    def paint(self, side: str, division: str | None, own: str | None = None) -> Paint:
        """Return the paint of a counter: its own colour's, its division's, or its side's."""
        if own is not None:
            return self.colours[own]
        return self.divisions.get(division or "") or self.sides[side]


def read_style(path: Path, book: OrderOfBattle) -> CounterStyle:
    """Read the style of a counter set.

    :raises InputError: bad TOML, an unknown or missing key, a bad colour or size, a division or
        side without colours.
    """
    top = read_toml_table(path)
    top.only(("size", "ink", "division", "side", "colour", "marker", "heading"))
    size = top.inner("size")
    size.only(("counter", "marker", "chit"))
    ink = top.inner("ink")
    ink.only(("dark", "light"))
    inks = {name: colour(ink, name) for name in ("dark", "light")}
    markers = top.inner("marker") if "marker" in top.table else None
    colours = top.inner("colour") if "colour" in top.table else None
    # Where units have colours of their own, divisions need none.
    divisions = [] if colours else [d.name for d in book.divisions]
    headings = top.inner("heading") if "heading" in top.table else None
    return CounterStyle(
        size.number("counter", *SIZE_PX),
        size.number("marker", *SIZE_PX),
        size.number("chit" if "chit" in size.table else "counter", *SIZE_PX),
        MappingProxyType(paints(top.inner("division"), divisions, inks) if divisions else {}),
        MappingProxyType(paints(top.inner("side"), book.sides, inks)),
        MappingProxyType(paints(colours, list(colours.table), inks) if colours else {}),
        book.layout,
        MappingProxyType(
            {name: marker_paint(markers.inner(name)) for name in markers.table} if markers else {}
        ),
        MappingProxyType({d.name: d.short for d in book.divisions}),
        MappingProxyType(
            {kind: heading(headings.inner(kind)) for kind in headings.table} if headings else {}
        ),
    )


def paints(
    tables: TomlTable, wanted: Collection[str], inks: Mapping[str, Colour]
) -> dict[str, Paint]:
    """Return the paints of ``[division.NAME]`` and the like, one for each wanted name."""
    tables.only(wanted)
    found: dict[str, Paint] = {}
    for name in wanted:
        table = tables.inner(name)
        table.only(("fill", "band", "ink"))
        ink = inks[table.choice("ink", inks)]
        found[name] = Paint(colour(table, "fill"), colour(table, "band"), ink)
    return found


def heading(table: TomlTable) -> Heading:
    """Return a ``[heading.KIND]`` table."""
    table.only(("word", "not_on"))
    return Heading(table.value("word", str), table.texts("not_on"))


def marker_paint(table: TomlTable) -> Paint:
    """Return the paint of a ``[marker.NAME]`` table; a marker has no band."""
    table.only(("fill", "ink"))
    fill = colour(table, "fill")
    return Paint(fill, fill, colour(table, "ink"))


def colour(table: TomlTable, key: str) -> Colour:
    """Return a colour written ``#rrggbb``. :raises InputError: otherwise."""
    text = table.value(key, str)
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise table.error(key, repr(text), "a colour such as #4f7a3a")
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
