"""The country beyond a sheet: what of the geography lies around the hexes, for the eye only."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.borders import hermite
from clubroute.builder.art.courses.roads import RAILS, RoadPiece
from clubroute.builder.art.naming.label import Box
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.plan import Beyond, Outlying
from clubroute.builder.art.plate import MEDIUM, width_of
from clubroute.builder.art.plot import shapes
from clubroute.builder.grid import (
    Hex,
    Lattice,
    hexside,
    neighbours,
)
from clubroute.builder.pixels import BoardView, Scale, axis_scales
from clubroute.builder.survey.inputs import CountryStretch
from clubroute.builder.survey.plane import ROOT3
from clubroute.builder.survey.plane import Spot as Place

FAR = 130.0
"""Px from the end of a Road at the sheet's edge to the line it runs on as, at most."""

NEAR = 64.0
"""The same of a water."""

RUN_ON = 44.0
"""Px beyond the last hex that a Road or water runs on where the country has no line of it."""

AHEAD = 0.25
"""Cosine between the way a Road or water ends and the way off the sheet, at least, or it ends
there."""

AROUND_VERTEX = 62.0
"""Px from the end of a water to the centre of a hex around its vertex, at most: 42, and what it may
leave the vertex by."""

NAME = 17.0
"""Size of the names of places there."""

BOW = 8
"""Parts of the curve of a Road out of its last hex."""

STEP = 6.0
"""Px between the spots a line is looked at."""


def around(view: BoardView) -> Box:
    """A picture and what beyond its edges bears on it, map px at 72 px a hex."""
    unit = view.scale.half / Scale().half
    left, top = view.left / unit - 2 * FAR, view.top / unit - 2 * FAR
    right, bottom = (view.left + view.width) / unit, (view.top + view.height) / unit
    return Box(left, top, right + 2 * FAR, bottom + 2 * FAR)


def beyond(
    country: Sequence[CountryStretch], lattice: Lattice, sheet: Box, taken: Sequence[Box] = ()
) -> Beyond:
    """What of a country lies on a sheet (map px), cut off at its edges.

    :param taken: what stands on it; no name stands there.
    """
    import shapely

    sx, sy = axis_scales(lattice, Scale())
    # Affine units of a hex spacing, the line axis first on a flat-top lattice.
    across, down = (6 / ROOT3, 2.0) if lattice.orientation == "flat" else (2.0, 6 / ROOT3)

    def px(place: Place) -> Spot:
        return round(place.x * across * sx, 1), round(place.y * down * sy, 1)

    def cut(shape: shapely.Geometry) -> Iterator[shapely.Geometry]:
        for part in shapely.get_parts(shapely.clip_by_rect(shape, *sheet)):
            if not part.is_empty:
                yield part

    outlines, lines = [], []
    for one in country:
        courses = [[px(place) for place in course] for course in one.courses]
        if one.outline:
            whole = shapely.make_valid(shapely.Polygon(courses[0], courses[1:]))
            for part in cut(whole):
                for ring in shapes(part):
                    found = Outlying(one.id, one.kind, rounded(ring), one.name)
                    free = not any(name_box(found).meets(box) for box in taken)
                    outlines.append(found if free else replace(found, name=""))
            continue
        for course in courses:
            for part in cut(shapely.LineString(course)):
                if isinstance(part, shapely.LineString):
                    spots = [(x, y) for x, y in shapely.get_coordinates(part).tolist()]
                    lines.append(Outlying(one.id, one.kind, rounded(spots)))
    return Beyond(tuple(outlines), tuple(lines))


def name_box(one: Outlying) -> Box:
    """Where the name of an outline stands, map px at 72 px a hex."""
    x, y = one.middle
    half = width_of(one.name, MEDIUM) * NAME / 2 + NAME
    return Box(x - half, y - NAME, x + half, y + NAME)


def rounded(line: Sequence[Spot]) -> tuple[Spot, ...]:
    """Spots to a tenth of a px, so that no machine's last digit decides."""
    return tuple((round(x, 1), round(y, 1)) for x, y in line)


def road_ends(frame: Frame) -> Iterator[tuple[RoadPiece, Outlying]]:
    """The Roads that end at the sheet's edge: their way out of the last hex, and on from there.

    A Road ends there if it has one hexside in a hex at the edge. It runs on to the country's own
    line of it, where that lies near beyond the hexes; else straight on, if it meets no other there.
    """
    lines = frame.outlying.lines
    for h, pieces in frame.courses.in_hex.items():
        if not at_edge(frame, h):
            continue
        for piece in pieces:
            arms = [p for p in pieces if not set(p.roads).isdisjoint(piece.roads)]
            if len(arms) > 1:
                continue
            hub = piece.line[-1]
            own = [one for one in lines if one.id in piece.roads]
            rail = piece.kind in RAILS
            like = [one for one in lines if (one.kind in RAILS) == rail and one.kind == piece.kind]
            goal = nearest_out(frame, hub, own) or nearest_out(frame, hub, like)
            if goal is not None:
                edge = leaving(frame, hub, goal)
                line: tuple[Spot, ...] = (hub, edge)
            elif any(p is not piece and p.line[-1] == hub for p in pieces):
                continue
            else:
                way = direction(piece.line[-2], hub)
                ports = ports_out(frame, h)
                edge = max(ports, key=lambda port: cosine(way, direction(hub, port)))
                if cosine(way, direction(hub, edge)) < AHEAD:
                    continue
                goal = onward(edge, direction(frame.centre(h), edge), RUN_ON * frame.unit)
                line = bowed(hub, way, edge, direction(edge, goal))
            out = RoadPiece(h, piece.side, piece.roads, piece.kinds, line)
            yield out, Outlying(piece.roads[0], piece.kind, (edge, goal))


def ports_out(frame: Frame, h: Hex) -> list[Spot]:
    """The middles of a hex's sides that lead off the map."""
    return [frame.middle(hexside(h, n)) for n in neighbours(h) if n not in frame.terrain.hexes]


def bowed(a: Spot, leaves: Spot, b: Spot, arrives: Spot) -> tuple[Spot, ...]:
    """A curve between spots with some unit directions."""
    far = math.dist(a, b)
    speeds = ((way[0] * far, way[1] * far) for way in (leaves, arrives))
    return hermite(a, next(speeds), b, next(speeds), BOW)


def onward(at: Spot, way: Spot, far: float) -> Spot:
    """The spot so far on in a direction."""
    return at[0] + way[0] * far, at[1] + way[1] * far


def water_ends(frame: Frame) -> Iterator[tuple[Outlying, Outlying]]:
    """The waters that end at the sheet's edge: to it, and on to the country's own line of that
    kind, else straight on."""
    ends: dict[tuple[str, Spot], list[Spot]] = {}
    for water in frame.courses.waters:
        for spot, before in (water.line[:2], water.line[:-3:-1]):
            ends.setdefault((water.kind, spot), []).append(before)
    for (kind, spot), many in ends.items():
        if len(many) == 1 and at_edge(frame, frame.hex_at(spot)):
            like = [one for one in frame.outlying.lines if one.kind == kind]
            goal = nearest_out(frame, spot, like, NEAR)
            if goal is None:
                goal = straight_out(frame, spot, direction(many[0], spot))
            if goal is not None:
                edge = leaving(frame, spot, goal)
                yield Outlying("", kind, (spot, edge)), Outlying("", kind, (edge, goal))


def straight_out(frame: Frame, spot: Spot, way: Spot) -> Spot | None:
    """A spot off the map ahead of a water that ends at a vertex of its edge; None if the vertex is
    none of the edge, or the water runs along it."""
    h = frame.hex_at(spot)
    off = [frame.centre(n) for n in (h, *neighbours(h)) if n not in frame.terrain.hexes]
    near = [c for c in off if math.dist(c, spot) <= AROUND_VERTEX * frame.unit]
    if not near:
        return None
    middle = sum(x for x, _ in near) / len(near), sum(y for _, y in near) / len(near)
    out = direction(spot, middle)
    if cosine(way, out) < AHEAD:
        return None
    # Rather as it ran than at right angles to the edge, which is a zigzag.
    ways = (direction((0, 0), (3 * way[0] + out[0], 3 * way[1] + out[1])), out)
    goals = [onward(spot, on, RUN_ON * frame.unit) for on in ways]
    return next((goal for goal in goals if frame.hex_at(goal) not in frame.terrain.hexes), None)


def at_edge(frame: Frame, h: Hex) -> bool:
    """Whether a hex, or a hex beside it, is none of the map's."""
    hexes = frame.terrain.hexes
    return h not in hexes or any(n not in hexes for n in neighbours(h))


def nearest_out(
    frame: Frame, spot: Spot, lines: Sequence[Outlying], far: float = FAR
) -> Spot | None:
    """The nearest spot of some lines in no hex of the map, ``far`` px away at most."""
    best, least = None, far * frame.unit
    for one in lines:
        for a, b in zip(one.line, one.line[1:], strict=False):
            if least < far_from(spot, a, b):
                continue
            pieces = max(1, math.ceil(math.dist(a, b) / (STEP * frame.unit)))
            for k in range(pieces + 1):
                at = (a[0] + (b[0] - a[0]) * k / pieces, a[1] + (b[1] - a[1]) * k / pieces)
                gap = math.dist(spot, at)
                if gap < least and frame.hex_at(at) not in frame.terrain.hexes:
                    best, least = at, gap
    return best


def far_from(spot: Spot, a: Spot, b: Spot) -> float:
    """How far a spot lies at least from the box about a line, px."""
    x = max(min(a[0], b[0]) - spot[0], 0.0, spot[0] - max(a[0], b[0]))
    y = max(min(a[1], b[1]) - spot[1], 0.0, spot[1] - max(a[1], b[1]))
    return math.hypot(x, y)


def direction(a: Spot, b: Spot) -> Spot:
    """The unit vector from a to b."""
    far = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / far, (b[1] - a[1]) / far


def cosine(a: Spot, b: Spot) -> float:
    """Of the angle between two unit directions."""
    return a[0] * b[0] + a[1] * b[1]


def leaving(frame: Frame, start: Spot, goal: Spot) -> Spot:
    """Where the straight way from a hex to a spot beyond the map leaves the last hex."""
    pieces = 32
    for k in range(1, pieces + 1):
        t = k / pieces
        at = (start[0] + (goal[0] - start[0]) * t, start[1] + (goal[1] - start[1]) * t)
        if frame.hex_at(at) not in frame.terrain.hexes:
            return at
    return goal
