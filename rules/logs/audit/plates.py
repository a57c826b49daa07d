"""The ground of small pictures, and the counters' own: each drawn once in a page, as ``<symbol>``.

What stands on a hexside is drawn by both hexes, so that a picture's edge looks like the map's.
"""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from PIL import Image

from clubroute.builder.art.canvas import png_bytes
from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.project import SHIPPED, Project
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.logs.audit.elements import Node, node
from clubroute.rules.logs.grids.maps import media_type, picture_size

# The ground of pictures, hex by hex: cut from the boards of the module a log was made with.

COLOURS = 48
"""Of a hex's picture at most."""

OPEN_BOARDS = 2
"""Kept at once: each takes some 13 MB."""


class BoardGround:
    """The boards of a module: where each lies on the map, and its picture by file name."""

    def __init__(self, views: tuple[BoardView, ...], read: Callable[[str], bytes | None]) -> None:
        self._views, self._read = views, read
        self._board = lru_cache(OPEN_BOARDS)(self._opened)

    def hex(self, h: Hex) -> bytes | None:
        """The upright box around a hex as PNG; None where the module has no such boards."""
        found: Image.Image | None = None
        for number, view in enumerate(self._views):
            xs, ys = zip(*view.polygon(h), strict=True)
            left, top, right, bottom = min(xs), min(ys), max(xs), max(ys)
            shown = max(left, 0), max(top, 0), min(right, view.width), min(bottom, view.height)
            if shown[0] >= shown[2] or shown[1] >= shown[3]:
                continue
            board = self._board(number)
            if board is None:
                return None
            # A hex on a seam lies on several.
            found = found or Image.new("RGB", (right - left, bottom - top))
            part = board.crop(shown).convert("RGB")
            found.paste(part, (shown[0] - left, shown[1] - top))
        return png_bytes(found, COLOURS) if found is not None else None

    def _opened(self, number: int) -> Image.Image | None:
        """A board's picture, None if the module has none of that size."""
        view = self._views[number]
        data = self._read(image_name(view))
        try:
            picture = Image.open(io.BytesIO(data or b""), formats=["PNG"])
            if picture.size != (view.width, view.height):
                return None
            picture.load()
        except (OSError, ValueError):
            return None
        return picture


def ground_of(
    context: Context, window: str, read: Callable[[str], bytes | None]
) -> BoardGround | None:
    """The boards a game's map is shown on, None if no game is played on it.

    :param read: the bytes of a file of the module's, None if it has none of that name.
    """
    project = context.maps.project if context.maps else Project(SHIPPED)
    try:
        return BoardGround(boards_of(project, window).views, read)
    except InputError:
        return None


WIDE, HIGH = 10.5, 18.0
"""px of a unit along the line axis and the half axis: a hex is 42 × 36 px, or 36 × 42 upright."""

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
    "fort": "#d9b49a",
    "enclosed": "#a9cbe0",
    "full_hex_bridge": "#c9d3d6",
}
PLAIN = "#ece7d6"
WATER = {"river": 7.0, "sea_line": 7.0, "canal": 5.0, "stream": 2.5}
BRIDGES = ("bridge", "light_bridge", "stream_bridge", "culvert", "pontoon")
MAIN_ROADS = ("main_road", "primary_road")


class Sticker(NamedTuple):
    """A picture in a page: its symbol, and how wide it is in its module, px."""

    symbol: str
    wide: int


Face: TypeAlias = Sequence[Sticker]
"""What a counter shows: its face, a flipped side over it, signs of its states."""


class Plates:
    """Keeps the hexes that pictures have used; each becomes one symbol of the page."""

    def __init__(self) -> None:
        self._known: set[str] = set()
        self._fresh: list[Node] = []
        self._grounds = 0

    def next_ground(self) -> str:
        """Return the id of the next picture's ground, which is drawn once and shown twice."""
        self._grounds += 1
        return f"ground-{self._grounds}"

    def use(self, mapfile: MapFile, hex_: int, ground: BoardGround | None = None) -> str:
        """Return the id of a hex's symbol, which is made at its first use: as the boards of a
        module show it, without them in few lines of our own."""
        name = f"{mapfile.window}-{mapfile.number(hex_).replace('.', '-')}"
        if name not in self._known:
            self._known.add(name)
            data = ground.hex(mapfile.hex(hex_)) if ground is not None else None
            if data is None:
                self._fresh.append(symbol(mapfile, hex_, name))
            else:
                self._fresh += self._clip(mapfile)
                self._fresh.append(shown(mapfile, name, data))
        return name

    def _clip(self, mapfile: MapFile) -> list[Node]:
        """Return the outline that pictures of a map's hexes are cut to, once."""
        name = f"outline-{mapfile.window}"
        if name in self._known:
            return []
        self._known.add(name)
        corners = points([spot(mapfile, *vertex) for vertex in VERTICES])
        return [node("clipPath", node("polygon", points=corners), id=name)]

    def stick(self, data: bytes) -> Sticker | None:
        """Return a picture of a counter as a symbol, which is made once; None if it is none."""
        size = picture_size(data)
        if size is None:
            return None
        name = f"face-{hashlib.sha256(data).hexdigest()[:16]}"
        if name not in self._known:
            self._known.add(name)
            image = node("image", width=size[0], height=size[1], href=source_of(data))
            made = node("symbol", image, id=name)
            made.set("viewBox", f"0 0 {size[0]} {size[1]}")
            self._fresh.append(made)
        return Sticker(name, size[0])

    def take(self) -> Node | None:
        """Return the symbols that are new since the last call, None if there are none."""
        fresh, self._fresh = self._fresh, []
        if not fresh:
            return None
        return node("svg", node("defs", fresh), width=0, height=0, aria_hidden="true")


def source_of(data: bytes) -> str:
    """Tell a picture as the address of an image."""
    return f"data:{media_type(data)};base64,{base64.b64encode(data).decode('ascii')}"


def shown(mapfile: MapFile, name: str, data: bytes) -> Node:
    """Show one hex as it is on a board."""
    xs, ys = zip(*(spot(mapfile, *vertex) for vertex in VERTICES), strict=True)
    image = node(
        "image",
        x=px(min(xs)),
        y=px(min(ys)),
        width=px(max(xs) - min(xs)),
        height=px(max(ys) - min(ys)),
        href=source_of(data),
        clip_path=f"url(#outline-{mapfile.window})",
    )
    return node("symbol", image, id=name, overflow="visible")


def symbol(mapfile: MapFile, hex_: int, name: str) -> Node:
    """Draw one hex: its ground, Roads, what stands on its sides, its number."""
    terrain = mapfile.terrain_of(hex_)
    corners = [spot(mapfile, *vertex) for vertex in VERTICES]
    parts = [
        node(
            "polygon",
            points=points(corners),
            fill=GROUND.get(terrain, PLAIN),
            stroke="#b9b39c",
            stroke_width="0.6",
        )
    ]
    roads, water, bridges = [], [], []
    for direction in range(6):
        place = hex_ * 6 + direction
        ends = corners[direction - 1], corners[direction]
        middle = spot(mapfile, *MIDDLES[direction])
        for feature in mapfile.sides.get(place, ()):
            if feature.kind in BRIDGES:
                bridges.append(circle(middle, 3.2))
            elif feature.kind in WATER:
                water.append(line(ends, "#4f8fbd", WATER[feature.kind]))
        for link in mapfile.links.get(place, ()):
            kind = mapfile.roads[link.road].kind
            colour = "#555555" if "rail" in kind else "#7a4f2b"
            width = 3.4 if kind in MAIN_ROADS else 2.2
            roads.append(line(((0, 0), middle), colour, width))
    number = node(
        "text", mapfile.number(hex_), y="-9.5", class_="n", font_size="7.5", fill="#5b5545"
    )
    number.set("text-anchor", "middle")
    return node("symbol", [*parts, *water, *roads, *bridges, number], id=name, overflow="visible")


def centre(mapfile: MapFile, hex_: int) -> tuple[float, float]:
    """Work out the centre of a hex in px."""
    return spot(mapfile, 3 * mapfile.lines[hex_], mapfile.halves[hex_])


def spot(mapfile: MapFile, along: float, across: float) -> tuple[float, float]:
    """Put units of the line axis and the half axis into px, as the lattice lies on its boards."""
    lattice = mapfile.lattice
    x, y = along * lattice.line_sign * WIDE, across * lattice.half_sign * HIGH
    return (x, y) if lattice.orientation == "flat" else (y, x)


def px(value: float) -> str:
    """Write a length in px with at most one decimal."""
    return f"{value:.1f}".removesuffix(".0")


def points(vertices: Iterable[tuple[float, float]]) -> str:
    """Write vertices in px as SVG takes them."""
    return " ".join(f"{px(x)},{px(y)}" for x, y in vertices)


def line(ends: tuple[tuple[float, float], tuple[float, float]], colour: str, width: float) -> Node:
    """Draw a line between two places of a hex."""
    (a, b), (c, d) = ends
    return node(
        "line",
        x1=px(a),
        y1=px(b),
        x2=px(c),
        y2=px(d),
        stroke=colour,
        stroke_width=px(width),
        stroke_linecap="round",
    )


def circle(at: tuple[float, float], radius: float) -> Node:
    """Draw a bridge."""
    x, y = at
    return node(
        "circle",
        cx=px(x),
        cy=px(y),
        r=px(radius),
        fill="#fff",
        stroke="#333",
        stroke_width="1",
    )
