"""A board's picture: the layers in order, on one surface."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from PIL import Image

from clubroute.builder.art.canvas import Canvas, Colour, PillowCanvas, Spot, SvgCanvas
from clubroute.builder.art.courses import courses_of
from clubroute.builder.art.layers.areas import draw_areas
from clubroute.builder.art.layers.beyond import draw_beyond
from clubroute.builder.art.layers.furniture import draw_furniture, draw_panel
from clubroute.builder.art.layers.ground import draw_dots, draw_edge, draw_grid, draw_ground
from clubroute.builder.art.layers.letters import draw_names, draw_numbers
from clubroute.builder.art.layers.provenance import draw_provenance
from clubroute.builder.art.layers.roads import draw_crossings, draw_decks, draw_roads, draw_route
from clubroute.builder.art.layers.water import draw_crests, draw_impassable, draw_lines, draw_water
from clubroute.builder.art.legend import panel_alone
from clubroute.builder.art.naming.lettering_plan import plan_lettering
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.plan import BoardPlan, Furniture
from clubroute.builder.art.plate import BOLD
from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.stopwatch import Counted, uncounted
from clubroute.builder.terrain.terrain_map import TerrainMap

# Marks over a map: what an answer adds to the picture (hexes reached, a line of sight, …).

WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class HexRing:
    """A band just inside a hex's sides, ``width`` px."""

    hex: Hex
    ink: Colour
    width: float = 5.0


@dataclass(frozen=True, slots=True)
class HexLabel:
    """A short text on a disc at a hex's centre."""

    hex: Hex
    text: str
    ink: Colour


@dataclass(frozen=True, slots=True)
class Thread:
    """A straight line between two hex centres, with a dot at both ends."""

    start: Hex
    end: Hex
    ink: Colour
    width: float = 5.0


@dataclass(frozen=True, slots=True)
class HexsideBar:
    """A bar along the hexside between two hexes."""

    a: Hex
    b: Hex
    ink: Colour
    width: float = 7.0


@dataclass(frozen=True, slots=True)
class HexStack:
    """The counters in a hex, the lowest first, as pictures ``side`` px large."""

    hex: Hex
    faces: tuple[Image.Image, ...]
    side: float

    def corner(self, number: int) -> tuple[float, float]:
        """The left upper corner of a counter, px from the hex's centre: each a little higher."""
        rise = STACKED * (number - (len(self.faces) - 1) / 2)
        return rise - self.side / 2, -rise - self.side / 2


STACKED = 4.0
"""Px from a counter to the next above it."""

Mark: TypeAlias = HexRing | HexLabel | HexsideBar | HexStack | Thread


def draw_marks(frame: Frame, canvas: Canvas, marks: Sequence[Mark]) -> None:
    """Draw marks in the order given."""
    for mark in marks:
        if isinstance(mark, HexRing):
            draw_ring(frame, canvas, mark)
        elif isinstance(mark, HexsideBar):
            ends = [spot for spot in frame.corners(mark.a) if spot in frame.corners(mark.b)]
            canvas.polyline(ends, WHITE, (mark.width + 3) * frame.unit)
            canvas.polyline(ends, mark.ink, mark.width * frame.unit)
        elif isinstance(mark, HexStack):
            x, y = frame.centre(mark.hex)
            for number, face in enumerate(mark.faces):
                right, down = mark.corner(number)
                at = (x + right * frame.unit, y + down * frame.unit)
                canvas.picture(at, face, mark.side * frame.unit)
        elif isinstance(mark, HexLabel):
            x, y = frame.centre(mark.hex)
            canvas.circle((x, y), 15 * frame.unit, mark.ink)
            canvas.circle((x, y), 13 * frame.unit, WHITE)
            size = (15 if len(mark.text) < 4 else 11) * frame.unit
            canvas.text((x, y), mark.text, BOLD, size, mark.ink, WHITE, 0)
        else:
            a, b = frame.centre(mark.start), frame.centre(mark.end)
            canvas.polyline([a, b], WHITE, (mark.width + 3) * frame.unit)
            canvas.polyline([a, b], mark.ink, mark.width * frame.unit)
            for spot in (a, b):
                canvas.circle(spot, 9 * frame.unit, WHITE)
                canvas.circle(spot, 7 * frame.unit, mark.ink)


def draw_ring(frame: Frame, canvas: Canvas, mark: HexRing) -> None:
    """The band inside a hex."""
    x, y = frame.centre(mark.hex)
    share = 1 - mark.width / 36
    corners: list[Spot] = [
        (x + (cx - x) * share, y + (cy - y) * share) for cx, cy in frame.corners(mark.hex)
    ]
    canvas.polyline([*corners, corners[0], corners[1]], mark.ink, mark.width * frame.unit)


Layer = Callable[[Frame, Canvas], None]

LAYERS: tuple[tuple[str, Layer], ...] = (
    ("beyond", draw_beyond),
    ("ground", draw_ground),
    ("grid", draw_grid),
    ("route", draw_route),
    ("water", draw_water),
    ("impassable", draw_impassable),
    ("crests", draw_lines),
    ("crests", draw_crests),
    ("bridges", draw_decks),
    ("roads", draw_roads),
    ("bridges", draw_crossings),
    ("areas", draw_areas),
    ("edge", draw_edge),
    ("dots", draw_dots),
    ("numbers", draw_numbers),
    ("names", draw_names),
)
"""Bottom to top. Two entries of one name are switched together."""

LAYER_NAMES: tuple[str, ...] = tuple(dict.fromkeys(name for name, _ in LAYERS))

OVERLAYS: tuple[tuple[str, Layer], ...] = (("provenance", draw_provenance),)
"""Drawn over all layers, only when asked for by name."""

ALL_NAMES: tuple[str, ...] = (*LAYER_NAMES, *(name for name, _ in OVERLAYS))


TILE = 1024
"""Width in px of the tiles a picture is drawn in, counted from the map's own zero.

Pillow finds the edges of a shape in single precision, where a tie falls one way or the other by
how far from the left the shape lies. With tiles fixed on the map it always lies equally far.
"""

TILE_HIGH = 512
"""Their height in px: the lower, the less is drawn again for a changed hex."""


def draw_layers(frame: Frame, canvas: Canvas, layers: frozenset[str] | None = None) -> None:
    """Draw on any surface: all layers, or those named. :raises InputError: unknown layer."""
    for name in sorted(layers or ()):
        if name not in ALL_NAMES:
            raise InputError(
                Where("layers"),
                repr(name),
                "some of " + ", ".join(ALL_NAMES),
                nearest_name(name, ALL_NAMES),
            )
    for name, draw in LAYERS:
        if layers is None or name in layers:
            draw(frame, canvas)
    for name, draw in OVERLAYS:
        if layers is not None and name in layers:
            draw(frame, canvas)


def draw_board(
    terrain: TerrainMap,
    view: BoardView,
    style: BoardStyle,
    layers: frozenset[str] | None = None,
    marks: Sequence[Mark] = (),
    plan: BoardPlan | None = None,
    counted: Counted = uncounted,
) -> Image.Image:
    """The RGB picture of a board, ``view.width`` × ``view.height`` px.

    :param plan: where names and furniture stand on the map that the board is a part of; by default
        the names of ``terrain``, and no furniture.
    :param counted: tells how many of its tiles are drawn.

    A pixel depends on the facts near it and not on the board's frame, so boards join without a
    seam.

    :raises InputError: an unknown layer, or a terrain or Road kind that the style does not draw.
    """
    plan = plan or plan_of(terrain, style, layers)
    if plan.courses is None:
        plan = replace(plan, courses=courses_of(terrain, style))
    picture = Image.new("RGB", (view.width, view.height))
    tiles = tuple(tiles_of(view))
    for tile in counted(tiles, "drawing the map", len(tiles)):
        top = max(tile.top, view.top)
        right, bottom = (
            min(tile.left + TILE, view.left + view.width),
            min(tile.top + TILE_HIGH, view.top + view.height),
        )
        # Cut off at the top, but not at the left: see above.
        part = replace(tile, top=top, width=right - tile.left, height=bottom - top)
        drawn = draw_tile(terrain, part, style, layers, marks, plan)
        picture.paste(drawn, (tile.left - view.left, top - view.top))
    return picture


def tiles_of(view: BoardView) -> Iterator[BoardView]:
    """The tiles of the map that a view shows, whole."""
    for top in range(view.top // TILE_HIGH * TILE_HIGH, view.top + view.height, TILE_HIGH):
        for left in range(view.left // TILE * TILE, view.left + view.width, TILE):
            yield BoardView("tile", "", view.lattice, view.scale, left, top, TILE, TILE_HIGH)


def draw_tile(
    terrain: TerrainMap,
    tile: BoardView,
    style: BoardStyle,
    layers: frozenset[str] | None = None,
    marks: Sequence[Mark] = (),
    plan: BoardPlan | None = None,
) -> Image.Image:
    """The RGB picture of a tile or a part of one. Raises as :func:`draw_board` does."""
    canvas = PillowCanvas(tile.left, tile.top, tile.width, tile.height, style.paper["off"])
    frame = Frame(terrain, tile, style, plan)
    draw_layers(frame, canvas, layers)
    draw_furniture(frame, canvas, draw_layers)
    draw_marks(frame, canvas, marks)
    return canvas.image()


def board_svg(
    terrain: TerrainMap,
    view: BoardView,
    style: BoardStyle,
    layers: frozenset[str] | None = None,
    marks: Sequence[Mark] = (),
    plan: BoardPlan | None = None,
    size: tuple[int, int] | None = None,
) -> bytes:
    """The same picture as an SVG document, shown ``size`` px large. Raises as
    :func:`draw_board` does."""
    canvas = SvgCanvas(view.left, view.top, view.width, view.height, style.paper["off"])
    frame = Frame(terrain, view, style, plan or plan_of(terrain, style, layers))
    draw_layers(frame, canvas, layers)
    draw_furniture(frame, canvas, draw_layers)
    draw_marks(frame, canvas, marks)
    return canvas.document(size)


def plan_of(
    terrain: TerrainMap, style: BoardStyle, layers: frozenset[str] | None = None
) -> BoardPlan:
    """The courses of a map's lines, and where its names stand if they are drawn."""
    courses = courses_of(terrain, style)
    named = layers is None or "names" in layers
    return BoardPlan(plan_lettering(terrain, style, courses) if named else (), courses=courses)


def part_view(terrain: TerrainMap, hexes: Iterable[Hex], margin: int, scale: Scale) -> BoardView:
    """The view that just holds some hexes and a margin in px. :raises ValueError: no hexes."""
    empty = BoardView("part", "", terrain.lattice, scale, 0, 0, 0, 0)
    corners = [corner for h in hexes for corner in empty.polygon(h)]
    if not corners:
        raise ValueError("no hexes to draw")
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    left, top = min(xs) - margin, min(ys) - margin
    width, height = max(xs) + margin - left, max(ys) + margin - top
    return replace(empty, left=left, top=top, width=width, height=height)


# The legend as a picture of its own, for a map on which it has no room.

RIM = 3
"""Px of the frame's line that lie outside the panel."""


def draw_legend(
    terrain: TerrainMap, view: BoardView, style: BoardStyle, furniture: Furniture
) -> Image.Image:
    """The RGB picture of a map's legend. :param view: any of the map's boards."""
    alone = panel_alone(furniture, view)
    panel = alone.panel
    if panel is None:
        raise ValueError("a panel that stands alone has a place")
    left, top = int(panel.left) - RIM, int(panel.top) - RIM
    size = (int(panel.right) + RIM - left, int(panel.bottom) + RIM - top)
    whole = replace(view, scale=Scale(), left=left, top=top, width=size[0], height=size[1])
    canvas = PillowCanvas(left, top, *size, style.paper["off"])
    frame = Frame(terrain, whole, style, BoardPlan(furniture=alone))
    draw_panel(frame, canvas, alone, panel, draw_layers)
    return canvas.image()
