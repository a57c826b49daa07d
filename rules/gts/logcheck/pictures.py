"""Small pictures of moves: the ground near the way, before and after, as inline SVG.

A hex is drawn once in a page, as a ``<symbol>``; the pictures only place it. What stands on a
hexside is drawn by both hexes, so that a picture's edge looks like the map's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.grid import HexNumberError
from clubroute.rules.context import Context
from clubroute.rules.gts.maps import map_of
from clubroute.rules.logs.audit.elements import Node, node
from clubroute.rules.mapfile import NOWHERE, MapFile

WIDE, HIGH = 10.5, 18.0
"""px of a unit along the line axis and the half axis: a hex is 42 × 36 px."""
NEAR = 1
"""Hexes around the way that are shown."""
MOST_HEXES = 260
"""A move over more ground than this has no picture."""
CAPTION = 14
"""px above the ground for the words before and after."""
MOST_NAME = 14
"""Characters of a Unit's name in a picture."""
ASIDE = (7, -5)
"""px by which the moved Unit stands beside another in its hex, so that both are seen."""

VERTICES = ((1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1))
MIDDLES = ((0, -1), (1.5, -0.5), (1.5, 0.5), (0, 1), (-1.5, 0.5), (-1.5, -0.5))
GROUND = {
    "clear": "#f3eed9",
    "polder": "#dcebdc",
    "woods": "#c3d9a6",
    "village": "#e6cdb4",
    "town": "#d9b49a",
    "city": "#bfa79a",
    "swamp": "#c6dccd",
    "sand_dunes": "#f0e2c4",
    "orchard": "#eeefc0",
}
PLAIN = "#ece7d6"
WATER = {"river": 7.0, "canal": 5.0, "stream": 2.5}
BRIDGES = ("bridge", "stream_bridge", "culvert", "pontoon")


class Plates:
    """The hexes that pictures have used, each of which becomes one symbol of the page."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._fresh: list[Node] = []

    def use(self, map: MapFile, hex: int) -> str:
        """The id of a hex's symbol."""
        name = f"{map.window}-{map.number(hex).replace('.', '-')}"
        if name not in self._known:
            self._known.add(name)
            self._fresh.append(symbol(map, hex, name))
        return name

    def take(self) -> Node | None:
        """The symbols that are new since they were last taken, None if there are none."""
        fresh, self._fresh = self._fresh, []
        if not fresh:
            return None
        return node("svg", node("defs", fresh), width=0, height=0, aria_hidden="true")


class MovePictures:
    """Draws the findings of a page (:class:`clubroute.rules.logs.check.judge.Pictures`)."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._plates = Plates()

    def draw(self, finding: Mapping[str, Any], window: str) -> Node | None:
        """Draw a move on a map, None if it has no way, a long one, or the map is not built."""
        try:
            map_ = map_of(self._context, window)
        except InputError:
            return None
        state = finding.get("asked", {}).get("state", {})
        before = {unit["hex"]: unit.get("side", "") for unit in state.get("units", ())}
        who = finding.get("name") or finding.get("unit", "")
        return picture(map_, self._plates, finding["hexes"], before, who, finding["verdict"])

    def take(self) -> Node | None:
        """Give the hexes that pictures have used for the first time since the last call."""
        return self._plates.take()


def symbol(map: MapFile, hex: int, name: str) -> Node:
    """One hex: its ground, Roads, what stands on its sides, its number."""
    terrain = map.terrain_of(hex)
    parts = [
        node(
            "polygon",
            points=points(VERTICES),
            fill=GROUND.get(terrain, PLAIN),
            stroke="#b9b39c",
            stroke_width="0.6",
        )
    ]
    roads, water, bridges = [], [], []
    for direction in range(6):
        place = hex * 6 + direction
        ends = VERTICES[direction - 1], VERTICES[direction]
        for feature in map.sides.get(place, ()):
            if feature.kind in BRIDGES:
                bridges.append(circle(MIDDLES[direction], 3.2))
            elif feature.kind in WATER:
                water.append(line(ends, "#4f8fbd", WATER[feature.kind]))
        for link in map.links.get(place, ()):
            kind = map.roads[link.road].kind
            colour = "#555555" if "rail" in kind else "#7a4f2b"
            width = 3.4 if kind == "main_road" else 2.2
            roads.append(line(((0, 0), MIDDLES[direction]), colour, width))
    number = node("text", map.number(hex), y="-9.5", class_="n", font_size="6", fill="#6b6552")
    number.set("text-anchor", "middle")
    return node("symbol", [*parts, *water, *roads, *bridges, number], id=name, overflow="visible")


def picture(
    map: MapFile,
    plates: Plates,
    hexes: Sequence[str],
    before: Mapping[str, str],
    name: str,
    verdict: str,
) -> Node | None:
    """A move: the ground with the Unit before it, and with the way and the Unit after it.

    ``before`` gives the sides of Units by hex. None where the way is no place on the map or long.
    """
    way = [known(map, number) for number in hexes]
    if not way or NOWHERE in way:
        return None
    ground = around(map, way)
    if len(ground) > MOST_HEXES:
        return None
    places = [centre(map, hex) for hex in ground]
    left, right = min(x for x, _ in places) - 24, max(x for x, _ in places) + 24
    top, bottom = min(y for _, y in places) - 21, max(y for _, y in places) + 21
    top -= CAPTION * (len(way) > 1)
    width, height = right - left, bottom - top
    others = [
        (centre(map, hex), side)
        for number, side in sorted(before.items())
        if (hex := known(map, number)) in ground and hex not in (way[0],)
    ]
    moved = len(way) > 1
    frames = []
    for after in (False, True) if moved else (False,):
        shift = (width + 10) * after - left
        parts = [
            node("use", href="#" + plates.use(map, hex), x=px(x), y=px(y))
            for hex, (x, y) in zip(ground, places, strict=True)
        ]
        parts += [counter(x, y, side_colour(side), "") for (x, y), side in others]
        if moved:
            parts.append(caption("after" if after else "before", left, top))
        if after:
            parts.append(path(map, way, verdict))
            parts.append(ring(*centre(map, way[0])))
        x, y = centre(map, way[-1] if after else way[0])
        if any(place == (x, y) for place, _ in others):
            x, y = x + ASIDE[0], y + ASIDE[1]
        parts.append(counter(x, y, "#fff", shortened(name)))
        frames.append(node("g", parts, transform=f"translate({px(shift)} {px(-top)})"))
    total = width * 2 + 10 if moved else width
    title = f"{name}: " + (" to ".join((hexes[0], hexes[-1])) if moved else hexes[0])
    drawn = node("svg", node("title", title), frames, class_="move", role="img")
    drawn.set("viewBox", f"0 0 {px(total)} {px(height)}")
    drawn.set("width", px(total))
    drawn.set("height", px(height))
    return drawn


def shortened(name: str) -> str:
    """A name as it stands in a picture; the whole one is in the picture's title."""
    return name if len(name) <= MOST_NAME else name[: MOST_NAME - 1].rstrip() + "…"


def caption(text: str, left: float, top: float) -> Node:
    """A word above the ground."""
    return node("text", text, x=px(left + 4), y=px(top + 11), font_size="10", fill="currentColor")


def known(map: MapFile, number: str) -> int:
    """The id of a printed number, NOWHERE if it is none of the map's."""
    try:
        return map.known(number)
    except HexNumberError:
        return NOWHERE


def around(map: MapFile, way: Iterable[int]) -> list[int]:
    """The hexes of a way and those near it, by id. Between hexes that do not touch, those of a
    straight way, so that the ground holds together."""
    whole = list(way)
    found = set(whole)
    for start, end in pairwise(whole):
        found |= between(map, start, end)
    for _ in range(NEAR):
        found |= {column[hex] for hex in found for column in map.beside} - {NOWHERE}
    return sorted(found)


def between(map: MapFile, start: int, end: int) -> set[int]:
    """The hexes of a straight way from one hex to another, as far as the map goes."""

    def far(hex: int) -> float:
        (x, y), (goal_x, goal_y) = centre(map, hex), centre(map, end)
        return (x - goal_x) ** 2 + (y - goal_y) ** 2

    found: set[int] = set()
    here = start
    while here != end:
        beside = [column[here] for column in map.beside if column[here] != NOWHERE]
        nearest = min(beside, key=far, default=here)
        if far(nearest) >= far(here):
            break
        here = nearest
        found.add(here)
    return found


def centre(map: MapFile, hex: int) -> tuple[float, float]:
    """The centre of a hex, in px; it is a flat-topped map's way up."""
    return 3 * map.lines[hex] * WIDE, map.halves[hex] * HIGH


def px(value: float) -> str:
    """A length in px, short."""
    return f"{value:.1f}".removesuffix(".0")


def points(vertices: Iterable[tuple[float, float]]) -> str:
    """Vertices in px as SVG takes them."""
    return " ".join(f"{px(x * WIDE)},{px(y * HIGH)}" for x, y in vertices)


def line(ends: tuple[tuple[float, float], tuple[float, float]], colour: str, width: float) -> Node:
    """A line between two places of a hex."""
    (a, b), (c, d) = ends
    return node(
        "line",
        x1=px(a * WIDE),
        y1=px(b * HIGH),
        x2=px(c * WIDE),
        y2=px(d * HIGH),
        stroke=colour,
        stroke_width=px(width),
        stroke_linecap="round",
    )


def circle(at: tuple[float, float], radius: float) -> Node:
    """A bridge."""
    x, y = at
    return node(
        "circle",
        cx=px(x * WIDE),
        cy=px(y * HIGH),
        r=px(radius),
        fill="#fff",
        stroke="#333",
        stroke_width="1",
    )


COLOURS = {"illegal": "#c0261f", "unchecked": "#b87a00", "possible": "#2f6fb0", "legal": "#2e7d3e"}


def path(map: MapFile, way: Sequence[int], verdict: str) -> Node:
    """The way as a line through the centres."""
    places = " ".join(f"{px(x)},{px(y)}" for x, y in (centre(map, hex) for hex in way))
    return node(
        "polyline",
        points=places,
        fill="none",
        stroke=COLOURS.get(verdict, "#333"),
        stroke_width="3",
        stroke_linejoin="round",
    )


def ring(x: float, y: float) -> Node:
    """Where it stood before."""
    return node(
        "circle", cx=px(x), cy=px(y), r="7", fill="none", stroke="#333", stroke_dasharray="2 2"
    )


def side_colour(side: str) -> str:
    """The colour of another Unit."""
    return {"Allied": "#7f8f4f", "German": "#8d9aa8"}.get(side, "#bbb")


def counter(x: float, y: float, colour: str, name: str) -> Node:
    """A Unit: a small square, with its name for the one that moves."""
    square = node(
        "rect",
        x=px(x - 8),
        y=px(y - 8),
        width="16",
        height="16",
        rx="2",
        fill=colour,
        stroke="#222",
        stroke_width="1.2",
    )
    if not name:
        return square
    text = node("text", name, x=px(x), y=px(y + 17), class_="n", font_size="8", fill="#111")
    text.set("text-anchor", "middle")
    return node("g", square, text)
