"""``style.toml`` of a lattice: the palette and widths boards are drawn with.

The package holds a complete style, ``builder/art/board_style.toml``; a lattice's own file needs
only the keys that it changes. Lengths are px on a board of 72 px a hex.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table
from clubroute.builder.sources.vocabulary import HexsideKind, Vocabulary, read_vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap

Colour = tuple[int, int, int]

TEXTURES = (
    *("plain", "fields", "strips", "rows", "trees", "tufts", "stipple", "hatched", "water"),
    *("houses", "blocks", "dense"),
)
HEX_KEYS = (
    *("fill", "texture", "ink", "second", "dot", "border"),
    *("tints", "edge", "rim", "line", "soft"),
)
SOFT = 13.0
"""Px by which the edge of a terrain whose style does not say may leave its hexsides."""
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


TABLES = ("paper", "size", "hex", "hexside", "road", "area")
UNSTABLE = "unstable"
"""The look of a stream bridge whose note says so."""
CROSSINGS = ("bridge", "stream_bridge", UNSTABLE, "culvert", "viaduct", "ferry", "pontoon")
"""Hexside kinds that boards draw over water; waters, crests and impassable hexsides have a drawing
of their own, too, and every other kind is a line."""

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
    ``heath``, ``meadow``; ``size`` the lengths and text sizes in px. ``drawn`` are the kinds that
    boards draw as another kind, ``assumed`` those that have no look of their own, with what they
    are drawn like, as ``"hex.desert": "sand_dunes"``.
    """

    path: str
    paper: Mapping[str, Colour]
    size: Mapping[str, float]
    hexes: Mapping[str, HexPaint]
    hexsides: Mapping[str, LinePaint]
    roads: Mapping[str, LinePaint]
    areas: Mapping[str, AreaPaint]
    drawn: Mapping[str, str] = field(default_factory=dict)
    assumed: Mapping[str, str] = field(default_factory=dict)

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


@cache  # every board, tile and build asks, and no file of the package changes meanwhile
def default_style() -> TomlTable:
    """Return what it says."""
    return read_toml_table(default_style_path())


@cache  # as above
def named_styles() -> TomlTable:
    """Return the looks of the package by their names."""
    return read_toml_table(default_style_path().with_name("named_styles.toml"))


def read_board_style(path: Path | None = None, named: str = "") -> BoardStyle:
    """Read the package's style with what a lattice's file changes, and a look for each word of the
    ``terrain.toml`` beside it; a missing file changes nothing.

    :param named: a look of :func:`named_styles` laid over them; else that of the file's ``style``.
    :raises InputError: bad TOML, an unknown table or key, a bad colour, size, texture or mark; no
        look of that name.
    """
    whole = default_style()
    whole.only((*TABLES, "like", "tints"))
    own = read_toml_table(path) if path is not None and path.exists() else None
    places = [whole] if own is None else [whole, own]
    if own is not None:
        own.only((*TABLES, "style"))
    looks = named_styles()
    if named and named not in looks.table:
        near = nearest_name(named, looks.table)
        raise InputError(Where("--style"), repr(named), one_of(looks.table), near)
    if own is not None and "style" in own.table and not named:
        named = own.choice("style", looks.table)
    over = looks.inner(named) if named else None
    if over is not None:
        places.append(over)
    style = BoardStyle(
        str(path or default_style_path()),
        MappingProxyType(flat(places, "paper", colour)),
        MappingProxyType(flat(places, "size", length)),
        MappingProxyType({k: hex_paint(v) for k, v in overlaid(places, "hex").items()}),
        MappingProxyType({k: line_paint(v) for k, v in overlaid(places, "hexside").items()}),
        MappingProxyType({k: line_paint(v) for k, v in overlaid(places, "road").items()}),
        MappingProxyType({k: area_paint(v) for k, v in overlaid(places, "area").items()}),
    )
    words = path.parent / "terrain.toml" if path is not None else None
    if words is not None and words.is_file():
        style = with_words(style, read_vocabulary(words), whole)
    return style if over is None else washed(style, over)


def washed(style: BoardStyle, look: TomlTable) -> BoardStyle:
    """Mix the ground of a named look into every terrain that the look has no table for."""
    ground, share = colour(look, "ground"), look.table.get("wash", 0.0)
    own = look.table.get("hex", {})

    def pale(paint: HexPaint) -> HexPaint:
        return replace(
            paint,
            fill=mixed(paint.fill, ground, share),
            ink=mixed(paint.ink, ground, share / 2),
            second=mixed(paint.second, ground, share / 2),
            tints=tuple(mixed(one, ground, share) for one in paint.tints),
        )

    hexes = {name: paint if name in own else pale(paint) for name, paint in style.hexes.items()}
    return replace(style, hexes=MappingProxyType(hexes))


# A word of terrain.toml that has no look: drawn by what its name and its keys say.

OWN_LINE = (4.0, 0.8)
"""Px of the width and the rim of a hexside kind or Road kind that has no look."""

LIKENESS = 0.3
"""Share of its own tint in a terrain that is drawn like another."""


def with_words(style: BoardStyle, words: Vocabulary, usual: TomlTable) -> BoardStyle:
    """Give each word of a vocabulary a look. :param usual: the package's style."""
    tints = tuple(as_colour(usual, "tints", text) for text in usual.texts("tints"))
    like = usual.inner("like")
    assumed: dict[str, str] = {}
    drawn: dict[str, str] = {}
    hexes, sides = dict(style.hexes), dict(style.hexsides)
    roads, areas = dict(style.roads), dict(style.areas)
    for name in words.hexes:
        if name not in hexes:
            other = next((one for one in like.table if resembles(name, like.texts(one))), "")
            hexes[name] = tinted(style.hexes[other or OPEN], tint_of(name, tints), plain=not other)
            assumed[f"hex.{name}"] = other
    for name, side in words.hexsides.items():
        drawn[name] = side.drawn or (role_of(side, words) if name not in sides else name)
        if not side.drawn and name not in sides:
            assumed[f"hexside.{name}"] = drawn[name]
            if not drawn[name]:
                sides[name] = own_line(tint_of(name, tints), style)
    for name, road in words.roads.items():
        usual_road = "raised_railroad" if road.rail and road.raised else "railroad"
        other = usual_road if road.rail else "raised_road" if road.raised else ""
        drawn.setdefault(name, road.drawn or (other if name not in roads else name))
        if not road.drawn and name not in roads:
            assumed[f"road.{name}"] = other
            if not other:
                roads[name] = own_line(tint_of(name, tints), style)
    for name in words.areas:
        if name not in areas:
            ink = tint_of(name, tints)
            areas[name] = AreaPaint("outline", ink, mixed(style.paper["halo"], ink, 0.2))
            assumed[f"area.{name}"] = ""
    return replace(
        style,
        hexes=MappingProxyType(hexes),
        hexsides=MappingProxyType(sides),
        roads=MappingProxyType(roads),
        areas=MappingProxyType(areas),
        drawn=MappingProxyType({k: v for k, v in drawn.items() if v and v != k}),
        assumed=MappingProxyType(assumed),
    )


OPEN = "clear"
"""The terrain that an unknown one is drawn over."""


def resembles(name: str, parts: tuple[str, ...]) -> bool:
    """Tell whether a name has one of some parts of words in it."""
    return any(part in name.lower() for part in parts)


def tint_of(name: str, tints: tuple[Colour, ...]) -> Colour:
    """Return the tint of a word: by its name alone, so that no other word changes it."""
    return tints[zlib.crc32(name.encode("utf-8")) % len(tints)]


def tinted(paint: HexPaint, tint: Colour, *, plain: bool) -> HexPaint:
    """Return a terrain's look in another tint. :param plain: without its texture."""
    share = LIKENESS
    return replace(
        paint,
        fill=mixed(paint.fill, tint, share),
        texture="plain" if plain else paint.texture,
        dot=tint,
        edge=mixed(paint.edge or tint, tint, LIKENESS),
        tints=tuple(mixed(one, tint, share) for one in paint.tints),
    )


def role_of(side: HexsideKind, words: Vocabulary) -> str:
    """Return the hexside kind that another is drawn as by its keys, "" for a line of its own."""
    if side.crosses:
        barred = any(words.hexsides[one].bars for one in side.crosses)
        return ("bridge" if barred else "stream_bridge") if side.carries else "ferry"
    if side.water:
        return "river" if side.bars else "stream"
    return "crest" if side.slope else "impassable" if side.bars else ""


def own_line(tint: Colour, style: BoardStyle) -> LinePaint:
    """Return the look of a line in a tint of its own."""
    return LinePaint(mixed(tint, (0, 0, 0), 0.25), style.paper["halo"], *OWN_LINE)


def looks_assumed(style: BoardStyle, terrain: TerrainMap) -> Iterator[tuple[str, str]]:
    """Yield each kind on a map that has no look of its own, with a line about how it is drawn."""
    shown = {
        "hex": {h.terrain for h in terrain.hexes.values()},
        "hexside": {one.kind for many in terrain.hexsides.values() for one in many},
        "road": {terrain.roads[one.road].kind for many in terrain.links.values() for one in many},
        "area": {area.kind for area in terrain.areas},
    }
    for word, other in style.assumed.items():
        group, name = word.split(".", 1)
        if name in shown[group]:
            how = f"like {other}" if other else PLAINLY[group]
            yield word, f"no [{word}], which the map has: drawn {how}"


PLAINLY = {
    "hex": "in a plain colour",
    "hexside": "as a line",
    "road": "as a thin line",
    "area": "as a dashed outline",
}


def looks_unused(path: Path) -> Iterator[str]:
    """Yield a line for each table of a lattice's ``style.toml`` that draws no word of the
    ``terrain.toml`` beside it."""
    if not path.is_file():
        return
    words, style = read_vocabulary(path.parent / "terrain.toml"), read_board_style(path)
    known = {"hex": words.hexes, "hexside": words.hexsides, "road": words.roads}
    top = read_toml_table(path)
    for group, kinds in {**known, "area": words.areas}.items():
        for name in top.inner(group).table if group in top.table else ():
            others = {style.drawn.get(kind, kind) for kind in kinds}
            if name not in others | {UNSTABLE}:
                near = nearest_name(name, kinds)
                hint = f" (did you mean {near}?)" if near else ""
                where = top.inner(group).error(name, "", "").where
                why = f"is drawn as {style.drawn[name]}" if name in kinds else "is no such word"
                yield f"{where}: this look is not used: in terrain.toml {name} {why}{hint}"


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
        optional_length(holder(tables, "soft"), "soft", SOFT),
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
    mark = holder(tables, "mark").choice("mark", MARKS)
    if mark == "none":
        return AreaPaint(mark, (0, 0, 0), (255, 255, 255))
    return AreaPaint(
        mark,
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
