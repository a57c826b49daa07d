"""A board's picture: the layers in order, on one surface."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from PIL import Image

from clubroute.builder.art.canvas import Canvas, PillowCanvas
from clubroute.builder.art.courses import courses_of
from clubroute.builder.art.frame import Frame
from clubroute.builder.art.layers.areas import draw_areas
from clubroute.builder.art.layers.beyond import draw_beyond
from clubroute.builder.art.layers.bridges import draw_crossings, draw_decks
from clubroute.builder.art.layers.furniture import draw_furniture
from clubroute.builder.art.layers.ground import draw_dots, draw_edge, draw_grid, draw_ground
from clubroute.builder.art.layers.letters import draw_names, draw_numbers
from clubroute.builder.art.layers.provenance import draw_provenance
from clubroute.builder.art.layers.roads import draw_roads, draw_route
from clubroute.builder.art.layers.water import draw_crests, draw_impassable, draw_water
from clubroute.builder.art.marks import Mark, draw_marks
from clubroute.builder.art.naming.lettering_plan import plan_lettering
from clubroute.builder.art.plan import BoardPlan
from clubroute.builder.art.svg import SvgCanvas
from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.stopwatch import Counted, uncounted
from clubroute.builder.terrain import TerrainMap

Layer = Callable[[Frame, Canvas], None]

LAYERS: tuple[tuple[str, Layer], ...] = (
    ("beyond", draw_beyond),
    ("ground", draw_ground),
    ("grid", draw_grid),
    ("route", draw_route),
    ("water", draw_water),
    ("impassable", draw_impassable),
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
