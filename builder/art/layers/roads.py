"""Roads: Club Route band, embankments, casings, fills, sleepers."""

from __future__ import annotations

from clubroute.builder.art.beyond import road_ends
from clubroute.builder.art.canvas import Canvas
from clubroute.builder.art.courses.roads import RAILS, RoadPiece, rank
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import along, offset
from clubroute.builder.grid import Hexside, adjacent, hexside

ROUTE_WIDTH = 15.0
"""Px of the Club Route's ribbon, its rims included."""

ROUTE_RIM = 2.0
"""Px of a rim of it."""

EMBANKMENT = 4.5
"""Px that the hachures of a raised Road stand out beyond its edge."""

RAIL_STEP = 12.0
RAIL_DASH = 1.7
"""Px from dash to dash in a railroad's middle, and their width."""

RAISED = ("raised_road", "raised_railroad")


def draw_route(frame: Frame, canvas: Canvas) -> None:
    """The Club Route and its spurs (WED 4.0) as a broad band under the road it follows."""
    kinds = [k for k, paint in frame.style.areas.items() if paint.mark == "route"]
    # The first kind of the style lies on top.
    for kind in reversed(kinds):
        paint = frame.style.areas[kind]
        followed = {side: followed_road(frame, side) for side in route_sides(frame, kind)}
        band = [p.line for p in frame.courses.roads if followed.get(p.side) in p.roads]
        for ink, width in ((paint.ink, ROUTE_WIDTH), (paint.fill, ROUTE_WIDTH - 2 * ROUTE_RIM)):
            for line in band:
                canvas.polyline(line, ink, width * frame.unit)
                canvas.circle(line[-1], width * frame.unit / 2, ink)


def followed_road(frame: Frame, side: Hexside) -> str | None:
    """The Road a route takes over a hexside: the greatest that is no railroad."""
    roads = [
        (-rank(frame.terrain.roads[link.road].kind), link.road)
        for link in frame.terrain.links.get(side, ())
        if frame.terrain.roads[link.road].kind not in RAILS
    ]
    return min(roads)[1] if roads else None


def route_sides(frame: Frame, kind: str) -> set[Hexside]:
    """The hexsides that the routes of an area kind cross, in the order of their hexes."""
    return {
        hexside(a, b)
        for area in frame.terrain.areas_of(kind)
        for a, b in zip(area.hexes, area.hexes[1:], strict=False)
        if adjacent(a, b)
    }


def draw_roads(frame: Frame, canvas: Canvas) -> None:
    """All Roads, the lesser under the greater; casings of a kind before its fills."""
    courses: dict[str, list[RoadPiece]] = {}
    for piece in (*frame.courses.roads, *(out for out, _ in road_ends(frame))):
        courses.setdefault(piece.kind, []).append(piece)
    for kind in sorted(courses, key=lambda k: (rank(k), k)):
        embank(frame, canvas, [p for p in courses[kind] if not set(RAISED).isdisjoint(p.kinds)])
        if kind in RAILS:
            lay_rails(frame, canvas, courses[kind])
        else:
            pave(frame, canvas, courses[kind])


def pave(frame: Frame, canvas: Canvas, courses: list[RoadPiece]) -> None:
    """A road's casing and fill."""
    for piece in courses:
        paint = frame.style.road_paint(piece.kind)
        width = (paint.width + 2 * paint.rim) * frame.unit
        canvas.polyline(piece.line, paint.edge, width)
        canvas.circle(piece.line[-1], width / 2, paint.edge)
    for piece in courses:
        paint = frame.style.road_paint(piece.kind)
        width = paint.width * frame.unit
        canvas.polyline(piece.line, paint.fill, width)
        canvas.circle(piece.line[0], width / 2, paint.fill)
        canvas.circle(piece.line[-1], width / 2, paint.fill)


def lay_rails(frame: Frame, canvas: Canvas, courses: list[RoadPiece]) -> None:
    """A railroad: black between light edges, with light dashes along its middle."""
    pave(frame, canvas, courses)
    for piece in courses:
        paint = frame.style.road_paint(piece.kind)
        for at, way in along(piece.line, RAIL_STEP * frame.unit):
            half = RAIL_STEP / 4 * frame.unit
            dash = (offset(at, way, -half, 0), offset(at, way, half, 0))
            canvas.polyline(dash, paint.edge, RAIL_DASH * frame.unit)


def embank(frame: Frame, canvas: Canvas, courses: list[RoadPiece]) -> None:
    """The slopes of a raised Road (WED 2.16): hachures standing out on both sides."""
    for piece in courses:
        paint = frame.style.road_paint(piece.kind)
        ink = paint.fill if piece.kind in RAILS else paint.edge
        inner = (paint.width / 2 + paint.rim) * frame.unit
        outer = inner + EMBANKMENT * frame.unit
        for at, way in along(piece.line, 6 * frame.unit):
            for side in (-1, 1):
                foot = offset(at, way, 0, side * inner)
                canvas.polyline((foot, offset(at, way, 0, side * outer)), ink, 1.5 * frame.unit)
        for side in (-1, 1):
            rail = [offset(at, way, 0, side * inner) for at, way in along(piece.line, 3)]
            canvas.polyline(rail, ink, 1.5 * frame.unit)
