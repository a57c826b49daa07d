"""The zones of a board, each with a grid that names its hexes as the map prints them.

VASSAL counts grid lines from an origin and shifts every second one; it knows no map letters and no
wrap from 99 to 00. So hexes that are numbered alike (one sheet, one hundred of columns) become a
zone of their own. docs/vassal.md has the recipe as the engine confirmed it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from clubroute.builder.art.outlines import rings, stitched
from clubroute.builder.errors import ClubrouteError
from clubroute.builder.grid import Hex, Sheet, hexsides
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.buildfile import Element, element

# What the mouse-over viewer says of a hex: place, terrain, Roads, bridges, named areas.

BETWEEN = " · "


def hover_texts(terrain: TerrainMap, window: str, words: Vocabulary) -> dict[Hex, str]:
    """The text of every hex of a window, without its number."""
    shown = {"", window, *terrain.lattice.windows[window]}
    named: dict[Hex, list[str]] = {}
    for area in terrain.areas:
        kind = words.areas[area.kind]
        if kind.hover and area.game in shown:
            for h in area.hexes:
                named.setdefault(h, []).append(area.name or kind.title)
    sheets = terrain.lattice.window(window)
    hexes = [h for h in terrain.lattice.hexes(window) if h in terrain.hexes]
    for h in hexes:
        for number in dict.fromkeys(sheet.format(h) for sheet in sheets if h in sheet):
            if number != terrain.lattice.format(h):
                named.setdefault(h, []).append(f"also printed {number}")
    return {
        h: BETWEEN.join(dict.fromkeys((*parts(terrain, h, words), *named.get(h, ()))))
        for h in hexes
    }


def parts(terrain: TerrainMap, h: Hex, words: Vocabulary) -> Iterator[str]:
    """Terrain with the place's name, Roads, and what crosses the water at the hexsides."""
    info = terrain.hexes[h]
    title = words.hexes[info.terrain].title
    yield f"{info.name} ({title})" if info.name else title
    for link in terrain.links_at(h):
        road = terrain.roads[link.road]
        yield road.name or words.roads[road.kind].title
    for side in hexsides(h):
        for feature in terrain.features(side):
            kind = words.hexsides[feature.kind]
            if kind.crosses or kind.carries:
                note = f" ({feature.note})" if feature.note else ""
                yield (feature.name or kind.title) + note


GRID = "VASSAL.build.module.map.boardPicker.board"

Corners = Sequence[tuple[int, int]]


class UnnumberableError(ClubrouteError):
    """A board that VASSAL's grid numbering cannot name."""


@dataclass(frozen=True, slots=True, order=True)
class Counting:
    """How some hexes are numbered: alike in all of this, they can share a grid.

    ``first`` is the continuous first number the printed ones count from: 100 for 00 to 99.
    ``length`` is how many digits the second number has, where that is fewer than others of the map
    have and the mouse-over viewer (:mod:`clubroute.builder.module.viewer`) could not tell; else 0.
    """

    first: int
    prefix: str
    line_offset: int
    half_offset: int
    low: str
    digits: tuple[int, int]
    length: int = 0


def band(length: int) -> str:
    """How the name of a zone ends whose second numbers have so many digits."""
    return f", {length} digits"


def second_numbers(sheets: Iterable[Sheet]) -> tuple[int, int]:
    """The lowest and the highest second number of the sheets without a map letter."""
    found = [number for sheet in sheets if not sheet.prefix for number in sheet.numbers]
    return min(found, default=0), max(found, default=0)


def counting(sheet: Sheet, h: Hex, seconds: tuple[int, int]) -> Counting:
    """How a sheet numbers a hex. :param seconds: :func:`second_numbers` of its map's sheets."""
    line, second = sheet.numbers_of(h)
    low, high = seconds
    told = sheet.prefix or high < 10 * low
    length, longest = (max(len(str(n)), sheet.second_digits) for n in (second, high))
    return Counting(
        line // sheet.wrap * sheet.wrap if sheet.wrap else 0,
        sheet.prefix,
        sheet.line_offset,
        sheet.half_offset,
        sheet.low,
        (sheet.first_digits, sheet.second_digits),
        0 if told or length == longest else length,
    )


def zones(view: BoardView) -> list[Element]:
    """A zone for each kind of counting on the board. :raises UnnumberableError: no hex on it."""
    sheets = view.lattice.window(view.window)
    seconds = second_numbers(sheets)
    groups: dict[Counting, tuple[Sheet, list[Hex]]] = {}
    for h in view.hexes():
        sheet = next(sheet for sheet in sheets if h in sheet)
        groups.setdefault(counting(sheet, h, seconds), (sheet, []))[1].append(h)
    if not groups:
        raise UnnumberableError(f"board {view.name} shows no hex of {view.window}")
    ordered = sorted(groups)
    paths = list(borders(view, [groups[kind][1] for kind in ordered]))
    return [
        zone(view, zone_name(view, kind, len(ordered)), path, kind, *groups[kind])
        for kind, path in zip(ordered, paths, strict=True)
    ]


def zone_name(view: BoardView, kind: Counting, zones_in_all: int) -> str:
    """The board's name, with what tells its zones apart."""
    if zones_in_all == 1 and not kind.length:
        return view.name
    hundred = kind.first if kind.first or not kind.prefix else ""
    return f"{view.name} {kind.prefix}{hundred}{band(kind.length) if kind.length else ''}"


def borders(view: BoardView, groups: Sequence[Sequence[Hex]]) -> list[Corners]:
    """The outline of each group, px of the board: strips of whole lines where these part them.

    Straight borders are better where they do: VASSAL 3.6 names by rectangles between lines. They do
    not where a strip's empty part would be numbered like hexes of another group.
    """
    spans = [(min(h.line for h in group), max(h.line for h in group)) for group in groups]
    order = sorted(range(len(groups)), key=lambda index: spans[index])
    apart = all(spans[a][1] < spans[b][0] for a, b in itertools.pairwise(order))
    firsts = [{view.lattice.parts(h)[0] for h in group} for group in groups]
    apart = apart and len(set().union(*firsts)) == sum(map(len, firsts))
    if not apart:
        return [
            [view.pixel(point) for point in stitched(rings(view.lattice, group))]
            for group in groups
        ]
    flat = view.lattice.orientation == "flat"
    far = view.width if flat else view.height
    cuts = [border(view, groups[b][0], spans[b][0]) for b in order[1:]]
    if view.lattice.line_sign > 0:
        edges = [0, *cuts, far]
        strips = dict(zip(order, itertools.pairwise(edges), strict=True))
    else:
        edges = [far, *cuts, 0]
        strips = dict(zip(order, zip(edges[1:], edges, strict=False), strict=True))
    return [strip(view, *strips[index]) for index in range(len(groups))]


def border(view: BoardView, near: Hex, line: int) -> int:
    """Px of the board halfway between a line and the one before it."""
    across = 0 if view.lattice.orientation == "flat" else 1
    here = view.centre(Hex(line, near.half))[across]
    return here - view.lattice.line_sign * int(view.pitches[0] / 2)


def strip(view: BoardView, low: int, high: int) -> Corners:
    """The part of the board between two px along the line axis."""
    if view.lattice.orientation == "flat":
        return ((low, 0), (high, 0), (high, view.height), (low, view.height))
    return ((0, low), (view.width, low), (view.width, high), (0, high))


def zone(
    view: BoardView, name: str, path: Corners, kind: Counting, sheet: Sheet, hexes: Sequence[Hex]
) -> Element:
    """The zone of hexes that are numbered alike."""
    return element(
        f"{GRID}.mapgrid.Zone",
        {
            "name": name,
            "locationFormat": f"{kind.prefix}$gridLocation$",
            "path": ";".join(f"{x},{y}" for x, y in path),
            "useParentGrid": False,
            "useHighlight": False,
            "highlightProperty": "",
        },
        hex_grid(view, path, kind, sheet, hexes),
    )


def hex_grid(
    view: BoardView, path: Corners, kind: Counting, sheet: Sheet, hexes: Sequence[Hex]
) -> Element:
    """The grid of one zone: snapping, no drawn lines (the picture has them), printed numbers.

    VASSAL shifts every second line counted from the origin to the right or down. The map shifts
    the even ones (or the odd) the way its numbers grow: so the origin lies on an odd line (or an
    even one) where they grow to the right or down, else on one of the others, if need be one that
    lies beside the zone.
    """
    lattice = view.lattice
    flat = lattice.orientation == "flat"
    numbers = [sheet.numbers_of(h) for h in hexes]
    lines, seconds = [line for line, _ in numbers], [second for _, second in numbers]
    odd = 1 if (lattice.half_sign > 0) == (sheet.low == "even") else 0
    first = min(lines) if lattice.line_sign > 0 else max(lines)
    origin = first if first % 2 == odd else first - lattice.line_sign
    second = min(seconds) if lattice.half_sign > 0 else max(seconds)
    x0, y0 = view.centre(sheet.place(origin, second))
    xs, ys = [x for x, _ in path], [y for _, y in path]
    width, height = max(xs) - min(xs), max(ys) - min(ys)
    line_pitch, hex_pitch = view.pitches
    # Numbers that grow the other way count from the far end, by the engine's own reckoning.
    last_down = math.floor(height / line_pitch + 0.5)
    last_across = math.floor(width / hex_pitch + 0.5)
    last_line, last_second = (last_across, last_down) if flat else (last_down, last_across)
    line_off = origin - kind.first - (0 if lattice.line_sign > 0 else last_line)
    second_off = second - (0 if lattice.half_sign > 0 else last_second)
    backwards = (lattice.line_sign < 0, lattice.half_sign < 0)
    across, down = backwards if flat else backwards[::-1]
    return element(
        f"{GRID}.HexGrid",
        {
            "color": "0,0,0",
            "cornersLegal": False,
            "dotsVisible": False,
            "dx": float(line_pitch),
            "dy": float(hex_pitch),
            "edgesLegal": False,
            "sideways": not flat,
            "snapTo": True,
            "visible": False,
            "x0": x0 if flat else y0,
            "y0": y0 if flat else x0,
        },
        element(
            f"{GRID}.mapgrid.HexGridNumbering",
            {
                "color": "0,0,0",
                "first": "H",
                "fontSize": 9,
                "hDescend": across,
                "hDrawOff": 0,
                "hLeading": kind.digits[0] - 1,
                "hOff": line_off - sheet.letters,  # VASSAL writes 0 as A
                "hType": "A" if sheet.letters else "N",
                "locationFormat": "$gridLocation$",
                "rotateText": 0,
                "sep": sheet.separator,
                "stagger": False,
                "vDescend": down,
                "vDrawOff": 0,
                "vLeading": kind.digits[1] - 1,
                "vOff": second_off,
                "vType": "N",
                "visible": False,
            },
        ),
    )
