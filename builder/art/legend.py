"""The legend of a map: what it lists, and how large the panel is that it stands on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.charts import ChartPicture, stand
from clubroute.builder.art.layers.water import ASIDE
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.plan import Furniture, Group, LegendEntry, Rule
from clubroute.builder.art.plate import MEDIUM, width_of
from clubroute.builder.exchange.geojson import Whereabouts
from clubroute.builder.grid import Hex, Orientation
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.survey import plane
from clubroute.builder.survey.fit import to_degrees, to_metres
from clubroute.builder.terrain.terrain_map import TerrainMap

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# A map in the kinds boards know how to draw, where a lattice calls them by other words.


def as_drawn(terrain: TerrainMap, kinds: Mapping[str, str]) -> TerrainMap:
    """The map with its hexside and Road kinds renamed to what they are drawn as.

    :param kinds: kind → the kind boards draw it as; a kind that is not there keeps its name.
    """
    if not kinds:
        return terrain
    return replace(
        terrain,
        hexsides={
            side: tuple(replace(f, kind=kinds.get(f.kind, f.kind)) for f in features)
            for side, features in terrain.hexsides.items()
        },
        roads={
            name: replace(road, kind=kinds.get(road.kind, road.kind))
            for name, road in terrain.roads.items()
        },
        water=frozenset(kinds.get(kind, kind) for kind in terrain.water),
    )


LEGEND_PICTURE = "legend.png"
"""The file of the legend's picture in a module no board of which has room for the legend."""

COLUMNS = 4
"""Entries side by side in the legend, where there is room."""

PAD = 36
"""Px between the panel's frame and what stands in it."""

HEAD, FOOT = 150, 120
"""Px above the first row for the title and the compass, and below the last for the scale."""

CREDIT = 24
"""Px of a line of credits, below the scale."""

SMALL_PRINT = 16.0
"""Size of the words of credits, px."""

SECOND_BAR = 60
"""Px that a second scale takes below the first, where both do not fit side by side."""

INSET = 64
"""Px between the sheet's edge and the panel."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """How the legend's samples follow each other on a lattice.

    ``column`` and ``row`` are the px between them, ``across`` and ``down`` the lines or halves
    that makes; ``half_wide`` half the width of a hex, px. ``tall`` are the hexes one above the
    other that a sample needs, ``aside`` the px by which words stand further right for those that
    need hexes side by side.
    """

    column: int
    row: int
    across: int
    down: int
    half_wide: int
    tall: Mapping[Group, int]
    aside: Mapping[Group, int]


PITCHES: Mapping[Orientation, Pitch] = {
    "flat": Pitch(252, 72, 4, 2, 42, {"hex": 1, "hexside": 2, "road": 2, "area": 1}, {}),
    "pointy": Pitch(
        288,
        126,
        8,
        2,
        36,
        {"hex": 1, "hexside": 1, "road": 1, "area": 1},
        {"hexside": 72, "road": 72},
    ),
}

UNSTABLE = "unstable"
NOTES: Mapping[str, str] = {UNSTABLE: "Unstable bridge"}
"""Looks that hang on a feature's note."""


def legend_entries(
    terrain: TerrainMap, style: BoardStyle, titles: Mapping[str, str]
) -> tuple[LegendEntry, ...]:
    """Every kind that stands on the map and that the style draws, in the style's order."""
    features = [f for many in terrain.hexsides.values() for f in many]
    present: dict[Group, set[str]] = {
        "hex": {h.terrain for h in terrain.hexes.values()},
        "hexside": {f.kind for f in features} | {UNSTABLE for f in features if UNSTABLE in f.note},
        "road": {terrain.roads[k.road].kind for many in terrain.links.values() for k in many},
        "area": {a.kind for a in terrain.areas if style.areas.get(a.kind) is not None},
    }
    drawn: dict[Group, Iterable[str]] = {
        "hex": style.hexes,
        "hexside": [k for k, paint in style.hexsides.items() if paint.width],
        "road": style.roads,
        "area": [k for k, paint in style.areas.items() if paint.mark != "none"],
    }
    routes = [k for k, paint in style.areas.items() if paint.mark == "route"]
    return tuple(
        LegendEntry("road" if kind in routes else group, kind, title_of(group, kind, titles))
        for group in drawn
        for kind in drawn[group]
        if kind in present[group]
    )


def title_of(group: Group, kind: str, titles: Mapping[str, str]) -> str:
    """What players call a kind."""
    plain = kind.replace("_", " ")
    return NOTES.get(kind) or titles.get(f"{group}.{kind}") or plain[0].upper() + plain[1:]


def rows_of(entries: Sequence[LegendEntry], group: Group, pitch: Pitch, columns: int) -> int:
    """Rows a group takes with its heading."""
    many = sum(entry.group == group for entry in entries)
    return 1 + math.ceil(many / columns) * pitch.tall[group] if many else 0


def panel_size(furniture: Furniture, pitch: Pitch, columns: int) -> tuple[int, int]:
    """Width and height of a panel with so many entries side by side, px."""
    groups: tuple[Group, ...] = ("hex", "hexside", "road", "area")
    rows = sum(rows_of(furniture.entries, group, pitch, columns) for group in groups)
    wide = columns * pitch.column + 2 * PAD
    foot = FOOT + len(small_print(furniture.credits, wide)) * CREDIT
    if furniture.hex_metres is not None and columns < COLUMNS:
        foot += SECOND_BAR
    return wide, HEAD + rows * pitch.row + foot


def small_print(credits_: Sequence[str], wide: float) -> tuple[str, ...]:
    """The lines in which a panel so wide (px) has its credits."""
    found: list[str] = []
    for told in credits_:
        line = ""
        for word in told.split():
            longer = f"{line} {word}".strip()
            if line and width_of(longer, MEDIUM) * SMALL_PRINT > wide - 2 * PAD:
                found.append(line)
                longer = word
            line = longer
        found.append(line)
    return tuple(found)


def room_for_panel(furniture: Furniture, view: BoardView) -> tuple[int, int, int]:
    """Width and height of a picture that has room for the panel below the hexes of a view, px, and
    how many entries the panel has side by side.

    The panel is no wider than the hexes, if they are not narrower than a single entry.
    """
    pitch = PITCHES[view.lattice.orientation]
    # It moves by up to half a hex to the lattice.
    aside = 2 * INSET + 2 * pitch.half_wide
    sizes = {n: panel_size(furniture, pitch, n) for n in range(COLUMNS, 0, -1)}
    columns = next((n for n, size in sizes.items() if size[0] <= view.width), 1)
    wide, high = sizes[columns]
    return max(view.width, wide + aside), view.height + high + INSET + pitch.row, columns


# Furnishing a map: where beside its hexes there is room for the legend and for charts.

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
