"""Furnishing a map: where beside its hexes there is room for the legend and for charts."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.charts import ChartPicture, stand
from clubroute.builder.art.layers.water import ASIDE
from clubroute.builder.art.legend import (
    COLUMNS,
    HEAD,
    INSET,
    PAD,
    PITCHES,
    legend_entries,
    panel_size,
)
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.plan import Furniture, Rule
from clubroute.builder.grid import Hex
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.survey import plane
from clubroute.builder.survey.projection import to_degrees, to_metres
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.whereabouts import Whereabouts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AROUND = "Beyond the sheet the country is for the eye only: no hexes, no rules."
DASHES = "Blue dashes: the hexside that a canal or stream drawn beside it counts on."
NEAT = ((11.0, 4.0), (18.0, 1.2))
"""Px from the edge of the boards to each line round them, and its width."""

SEAM = 18
"""Px between a chart and the edge of its board, at least."""

CLEARANCE = 66.0
"""Px between the panel and the centre of the nearest hex, at least."""


def furnish(
    terrain: TerrainMap,
    views: Sequence[BoardView],
    style: BoardStyle,
    title: str,
    titles: Mapping[str, str],
    where: Whereabouts,
    credits_: tuple[str, ...] = (),
    charts: Sequence[ChartPicture] = (),
    columns: int | None = None,
) -> Furniture:
    """The furniture of a map that is shown by ``views``.

    :param titles: what kinds are called (``"hex.woods": "Woods"``).
    :param credits_: whom the geography is owed to.
    :param charts: what to set beside the hexes, the first the dearest.
    :param columns: entries side by side in the legend; as many as there is room for without it.
    """
    import numpy as np

    if where.similarity is not None:
        credits_ = (AROUND, *credits_)
    if any(f.kind in ASIDE for many in terrain.hexsides.values() for f in many):
        credits_ = (DASHES, *credits_)
    sheet = Box(
        min(v.left for v in views),
        min(v.top for v in views),
        max(v.left + v.width for v in views),
        max(v.top + v.height for v in views),
    )
    pitch = PITCHES[views[0].lattice.orientation]
    centres = [map_px(views[0], h) for h in sorted(terrain.hexes)]
    spots = np.array(centres, np.int64).reshape(-1, 2)
    boards = [Box(v.left, v.top, v.left + v.width, v.top + v.height) for v in views]
    rooms = [room_on(board, boards) for board in boards]
    middle = ((sheet.left + sheet.right) / 2, (sheet.top + sheet.bottom) / 2)
    bare = Furniture(
        title,
        sheet,
        tuple(neat_line(boards, spots)),
        None,
        legend_entries(terrain, style, titles),
        north_of(where, views[0], middle),
        round(where.similarity.hex_metres, 1) if where.similarity is not None else None,
        credits_,
    )
    for many in (columns,) if columns else range(COLUMNS, 0, -1):
        panel = panel_place(spots, views[0], boards, panel_size(bare, pitch, many))
        if panel is not None:
            break
    standing = stand(charts, centres, rooms, CLEARANCE, (panel,) if panel else ())
    return replace(bare, panel=panel, columns=many, charts=standing if charts else ())


def panel_alone(furniture: Furniture, view: BoardView) -> Furniture:
    """The same with the whole legend on a panel that stands nowhere on the map."""
    pitch = PITCHES[view.lattice.orientation]
    panel = on_lattice(view, 0, 0, *panel_size(furniture, pitch, COLUMNS))
    return replace(furniture, panel=panel, columns=COLUMNS, charts=(), rules=())


def room_on(board: Box, boards: Sequence[Box]) -> Box:
    """What of a board is far enough from its edges: farther where no other board lies beside."""

    def inset(strip: Box) -> int:
        return SEAM if any(strip.meets(other) for other in boards) else INSET

    left, top, right, bottom = board
    return Box(
        left + inset(Box(left - 1, top, left, bottom)),
        top + inset(Box(left, top - 1, right, top)),
        right - inset(Box(right, top, right + 1, bottom)),
        bottom - inset(Box(left, bottom, right, bottom + 1)),
    )


def neat_line(boards: Sequence[Box], spots: NDArray[np.int64]) -> Iterator[Rule]:
    """A heavy and a fine line round some boards together, but where these end among hexes.

    :param spots: the hex centres.
    """
    import numpy as np

    for rim in rims_of(boards):
        for inset, width in NEAT:
            line = inside(rim, inset)
            for k, start in enumerate(line):
                end = line[(k + 1) % len(line)]
                (left, right), (top, bottom) = map(sorted, zip(start, end, strict=True))
                if left < right:  # the level lines close the corners
                    left, right = left - width / 2, right + width / 2
                edge = Box(left, top, right, bottom)
                near = spots[gaps(edge, spots) < CLEARANCE - inset]
                if len(near) and left == right and np.max(near[:, 1]) < top + CLEARANCE:
                    # Only where it begins, by the lowest hexes of the board above.
                    top, near = top + 2 * CLEARANCE, near[:0]
                if not len(near):
                    yield Rule((left, top), (right, bottom), width)


def rims_of(boards: Sequence[Box]) -> tuple[tuple[Spot, ...], ...]:
    """The corners along each outline of some boards together, the boards on its left hand side as
    a picture shows it."""
    import shapely

    whole = shapely.union_all([shapely.box(*board) for board in boards])
    # Normal rings begin at the least spot, which is a corner, and stay so.
    rings = shapely.get_rings(shapely.get_parts(shapely.normalize(whole)))
    return tuple(
        tuple((x, y) for x, y in shapely.get_coordinates(ring.simplify(0))[:-1].tolist())
        for ring in rings.tolist()
    )


def inside(rim: Sequence[Spot], inset: float) -> list[Spot]:
    """An outline of upright and level edges, moved to its left hand side as a picture shows it."""
    found = []
    for before, at, after in zip((rim[-1], *rim), rim, (*rim[1:], rim[0]), strict=False):
        across, down = at[0], at[1]
        for a, b in ((before, at), (at, after)):
            if a[0] == b[0]:
                across = a[0] + math.copysign(inset, b[1] - a[1])
            else:
                down = a[1] + math.copysign(inset, a[0] - b[0])
        found.append((across, down))
    return found


def panel_place(
    spots: NDArray[np.int64],
    view: BoardView,
    boards: Sequence[Box],
    size: tuple[int, int],
) -> Box | None:
    """The corner of a board where the panel is furthest from all hexes; None if none has room."""
    import numpy as np

    wide, high = size
    best: tuple[float, Box] | None = None
    for board in boards:
        if board.right - board.left < wide + 2 * INSET:
            continue
        if board.bottom - board.top < high + 2 * INSET:
            continue
        for left in (board.right - INSET - wide, board.left + INSET):
            for top in (board.top + INSET, board.bottom - INSET - high):
                box = on_lattice(view, left, top, wide, high)
                far = float(np.min(gaps(box, spots), initial=math.inf))
                if far >= CLEARANCE and (best is None or far > best[0]):
                    best = (far, box)
    return best[1] if best else None


def on_lattice(view: BoardView, left: float, top: float, wide: int, high: int) -> Box:
    """A box of a size near a corner, moved by up to half a hex so that samples fit the lattice."""
    pitch = PITCHES[view.lattice.orientation]
    whole = replace(view, scale=Scale(), left=0, top=0)
    x, y = whole.centre(whole.hex_at(left + PAD + pitch.half_wide, top + HEAD + pitch.row / 2))
    left, top = x - pitch.half_wide - PAD, y - pitch.row // 2 - HEAD
    return Box(left, top, left + wide, top + high)


def map_px(view: BoardView, h: Hex) -> tuple[int, int]:
    """Map px of a hex centre."""
    x, y = view.centre(h)
    return x + view.left, y + view.top


def gaps(box: Box, spots: NDArray[np.int64]) -> NDArray[np.float64]:
    """Px from a box to each spot outside it, 0 to those inside."""
    xs, ys = spots.T
    across = (box.left - xs).clip(min=0.0) + (xs - box.right).clip(min=0.0)
    down = (box.top - ys).clip(min=0.0) + (ys - box.bottom).clip(min=0.0)
    whole: NDArray[np.float64] = (across**2 + down**2) ** 0.5
    return whole


def north_of(where: Whereabouts, view: BoardView, middle: tuple[float, float]) -> float | None:
    """Degrees clockwise from the picture's up to true north at a spot (map px), to a tenth.

    Taken from the fit itself: a step north in degrees, and where it leads on the map. The printed
    sheets of the lattice are turned against north, and so are the boards.
    """
    if where.similarity is None:
        return None

    scale = Scale()
    place = plane.Spot(middle[0] / (scale.line * 6 / math.sqrt(3)), middle[1] / scale.hex_pitch)
    if view.lattice.orientation != "flat":
        place = plane.Spot(middle[0] / scale.hex_pitch, middle[1] / (scale.line * 6 / math.sqrt(3)))
    lon, lat = to_degrees(where.similarity.metres(place))
    ahead = where.similarity.spot(to_metres(lon, lat + 0.05))
    return round(math.degrees(math.atan2(ahead.x - place.x, place.y - ahead.y)), 1)
