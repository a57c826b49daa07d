"""``style.toml`` of a lattice: the palette and widths boards are drawn with.

The package holds a complete style, ``builder/art/board_style.toml``; a lattice's own file needs
only the keys that it changes. Lengths are px on a board of 72 px a hex.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

Colour = tuple[int, int, int]

TEXTURES = (
    *("plain", "fields", "strips", "rows", "trees", "tufts", "stipple", "hatched", "water"),
    *("houses", "blocks", "dense"),
)
HEX_KEYS = (
    *("fill", "texture", "ink", "second", "dot", "border"),
    *("tints", "edge", "rim", "line", "soft"),
)
EDGE_WIDTH = 1.2
"""Width of the line round a terrain whose style says none, px."""
MARKS = (
    "none",
    "outline",
    "octagon",
    "arrow_in",
    "arrow_out",
    "corner",
    "route",
    "dot",
    "runway",
    "border",
    "tint",
)


FAINT = 0.5
"""Share of a terrain's or line's own colour beyond the sheet; the rest is the paper's."""


@dataclass(frozen=True, slots=True)
class HexPaint:
    """The look of a terrain: ground, texture and its two inks, centre dot, inner border.

    ``tints`` are the colours of its parcels, ``rim`` that round its dot, ``edge`` that of the line
    round its ground, ``line`` px wide; ``soft`` are the px by which it may leave the hexsides.
    """

    fill: Colour
    texture: str
    ink: Colour
    second: Colour
    dot: Colour | None
    border: Colour | None
    tints: tuple[Colour, ...]
    edge: Colour | None
    rim: Colour | None
    line: float
    soft: float


@dataclass(frozen=True, slots=True)
class LinePaint:
    """The look of a line: its fill, ``width`` px wide, between edges of ``rim`` px."""

    fill: Colour
    edge: Colour
    width: float
    rim: float


@dataclass(frozen=True, slots=True)
class AreaPaint:
    """The mark of an area kind."""

    mark: str
    ink: Colour
    fill: Colour


@dataclass(frozen=True, slots=True)
class BoardStyle:
    """The look of boards.

    ``paper`` holds the colours ``off``, ``grid``, ``border``, ``number``, ``name``, ``halo``,
    ``heath``, ``meadow``; ``size`` the lengths and text sizes in px.
    """

    path: str
    paper: Mapping[str, Colour]
    size: Mapping[str, float]
    hexes: Mapping[str, HexPaint]
    hexsides: Mapping[str, LinePaint]
    roads: Mapping[str, LinePaint]
    areas: Mapping[str, AreaPaint]

    def hex_paint(self, terrain: str) -> HexPaint:
        """Return the look of a terrain. :raises InputError: if the style has none."""
        look = self.hexes.get(terrain)
        if look is None:
            raise self.missing("hex", terrain, self.hexes)
        return look

    def road_paint(self, kind: str) -> LinePaint:
        """Return the look of a Road kind. :raises InputError: if the style has none."""
        look = self.roads.get(kind)
        if look is None:
            raise self.missing("road", kind, self.roads)
        return look

    def colours(self) -> tuple[Colour, ...]:
        """Return every colour of the style once, those that tell terrain first."""
        tells = [c for p in self.hexes.values() for c in (p.dot, p.fill, p.border) if c]
        lines = [
            c for p in (*self.hexsides.values(), *self.roads.values()) for c in (p.fill, p.edge)
        ]
        marks = [c for p in self.areas.values() for c in (p.ink, p.fill)]
        inks = [c for p in self.hexes.values() for c in (p.ink, p.second, p.edge) if c]
        tints = [c for p in self.hexes.values() for c in p.tints]
        far = [self.faint(p.fill) for p in self.hexes.values()] + [self.faint(c) for c in lines]
        first = [*tells, *self.paper.values(), *lines, *marks, *inks, *tints]
        return tuple(dict.fromkeys([*first, *far]))

    def faint(self, colour: Colour) -> Colour:
        """Return a colour as it is beyond the sheet."""
        return mixed(self.paper["off"], colour, FAINT)

    def missing(self, table: str, kind: str, known: Mapping[str, Any]) -> InputError:
        """Return the error for a kind on the map that the style does not draw."""
        return InputError(
            Where(self.path, None, None, f"{table}.{kind}"),
            "no such table",
            f"[{table}.{kind}], for the map has it",
            nearest_name(kind, known),
        )


def mixed(ground: Colour, colour: Colour, share: float) -> Colour:
    """Mix ``share`` (0..1) of a colour into a ground."""
    r, g, b = (round(x + (y - x) * share) for x, y in zip(ground, colour, strict=True))
    return r, g, b


def default_style_path() -> Path:
    """Return the complete style of the package."""
    return Path(str(resources.files("clubroute.builder.art") / "board_style.toml"))


def read_board_style(path: Path | None = None) -> BoardStyle:
    """Read the package's style with what a lattice's file changes; a missing file changes
    nothing.

    :raises InputError: bad TOML, an unknown table or key, a bad colour, size, texture or mark.
    """
    whole = read_toml_table(default_style_path())
    own = read_toml_table(path) if path is not None and path.exists() else None
    places = [whole] if own is None else [whole, own]
    for top in places:
        top.only(("paper", "size", "hex", "hexside", "road", "area"))
    return BoardStyle(
        str(path or default_style_path()),
        MappingProxyType(flat(places, "paper", colour)),
        MappingProxyType(flat(places, "size", length)),
        MappingProxyType({k: hex_paint(v) for k, v in overlaid(places, "hex").items()}),
        MappingProxyType({k: line_paint(v) for k, v in overlaid(places, "hexside").items()}),
        MappingProxyType({k: line_paint(v) for k, v in overlaid(places, "road").items()}),
        MappingProxyType({k: area_paint(v) for k, v in overlaid(places, "area").items()}),
    )


def flat(places: list[TomlTable], name: str, read: Any) -> dict[str, Any]:
    """Return one plain table's values, later places over earlier ones; the first names all keys."""
    known = places[0].inner(name)
    values: dict[str, Any] = {}
    for top in places:
        if name in top.table:
            table = top.inner(name)
            table.only(tuple(known.table))
            values.update({key: read(table, key) for key in table.table})
    return values


def overlaid(places: list[TomlTable], group: str) -> dict[str, list[TomlTable]]:
    """Return the tables ``[group.kind]`` by kind, the last place first."""
    tables: dict[str, list[TomlTable]] = {}
    for top in places:
        if group in top.table:
            inner = top.inner(group)
            for kind in inner.table:
                tables.setdefault(kind, []).insert(0, inner.inner(kind))
    return tables


def holder(tables: list[TomlTable], key: str) -> TomlTable:
    """Return the first table that has a key, else the first of all (which then reports it
    missing)."""
    return next((t for t in tables if key in t.table), tables[0])


def hex_paint(tables: list[TomlTable]) -> HexPaint:
    """Return one terrain's look."""
    for table in tables:
        table.only((*HEX_KEYS, "cite"))
    tints = holder(tables, "tints")
    return HexPaint(
        colour(holder(tables, "fill"), "fill"),
        holder(tables, "texture").choice("texture", TEXTURES),
        colour(holder(tables, "ink"), "ink"),
        colour(holder(tables, "second"), "second"),
        optional_colour(holder(tables, "dot"), "dot"),
        optional_colour(holder(tables, "border"), "border"),
        # A parcel without tints has the terrain's own colour.
        tuple(as_colour(tints, "tints", text) for text in tints.texts("tints"))
        or (colour(holder(tables, "fill"), "fill"),),
        optional_colour(holder(tables, "edge"), "edge"),
        optional_colour(holder(tables, "rim"), "rim"),
        optional_length(holder(tables, "line"), "line", EDGE_WIDTH),
        optional_length(holder(tables, "soft"), "soft", 0.0),
    )


def line_paint(tables: list[TomlTable]) -> LinePaint:
    """Return one line's look."""
    for table in tables:
        table.only(("fill", "edge", "width", "rim", "cite"))
    return LinePaint(
        colour(holder(tables, "fill"), "fill"),
        colour(holder(tables, "edge"), "edge"),
        length(holder(tables, "width"), "width"),
        length(holder(tables, "rim"), "rim"),
    )


def area_paint(tables: list[TomlTable]) -> AreaPaint:
    """Return one area kind's look."""
    for table in tables:
        table.only(("mark", "ink", "fill", "cite"))
    return AreaPaint(
        holder(tables, "mark").choice("mark", MARKS),
        colour(holder(tables, "ink"), "ink"),
        colour(holder(tables, "fill"), "fill"),
    )


def colour(table: TomlTable, key: str) -> Colour:
    """Return a colour ``"#rrggbb"``. :raises InputError: otherwise."""
    return as_colour(table, key, table.value(key, str))


def as_colour(table: TomlTable, key: str, text: str) -> Colour:
    """Return a text as a colour. :raises InputError: it is none."""
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", text):
        raise table.error(key, repr(text), 'a colour such as "#6f9f52"')
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def optional_colour(table: TomlTable, key: str) -> Colour | None:
    """Return a colour, None if absent or ``"none"``."""
    return None if table.table.get(key, "none") == "none" else colour(table, key)


def optional_length(table: TomlTable, key: str, default: float) -> float:
    """Return a length in px, or its default."""
    return length(table, key) if key in table.table else default


def length(table: TomlTable, key: str) -> float:
    """Return a length in px, 0 to 100. :raises InputError: otherwise."""
    value = table.table.get(key)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 100:
        found = "no such key" if value is None else repr(value)
        raise table.error(key, found, "a number of px from 0 to 100")
    return float(value)
