"""Roads with their embankments and casings; bridges, culverts, viaducts and ferries over water."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clubroute.builder.art.beyond import road_ends
from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.courses.roads import EMBANKMENT, RAILS, SIGHT_KINDS, RoadPiece, rank
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import along, box, crossing, mix, offset
from clubroute.builder.grid import Hexside, adjacent, hexside
from clubroute.builder.sources.style import LinePaint

# Crossings: bridges, stream bridges, culverts, viaducts, ferries and pontoon sites.

SPANS: Mapping[str, float] = MappingProxyType({"river": 28.0, "canal": 19.0, "stream": 11.0})
"""Px a bridge reaches over each water."""

DRY_SPAN = 14.0
"""Px of a bridge over nothing that is drawn."""

SIGN_PLACE = 0.92
"""Where on its hexside a sign stands (0..1): beside the number of the hex below."""

BRIDGES = ("bridge", "stream_bridge")
UNSTABLE = "unstable"


def draw_decks(frame: Frame, canvas: Canvas) -> None:
    """The decks of bridges, over the water and under the Roads."""
    for side, kind, note in crossings(frame, BRIDGES):
        paint = bridge_paint(frame, kind, note)
        for deck in decks(frame, side):
            width = paint.width * frame.unit
            canvas.polygon(box(deck.at, deck.way, 2 * deck.half, width), paint.fill)


def draw_crossings(frame: Frame, canvas: Canvas) -> None:
    """Parapets with their wings, and the signs of other crossings, over the Roads."""
    for side, kind, note in crossings(frame, BRIDGES):
        paint = bridge_paint(frame, kind, note)
        for deck in decks(frame, side):
            if rails_only(frame, side):
                draw_truss(frame, canvas, paint, deck)
            else:
                draw_parapets(frame, canvas, paint, deck)
            if UNSTABLE in note:
                draw_warning(frame, canvas, paint, deck)
    for kind, draw in SIGNS.items():
        for side, _, _ in crossings(frame, (kind,)):
            deck = BridgeDeck(sign_place(frame, side), frame.across(side), span(frame, side) / 2)
            draw(frame, canvas, frame.style.hexsides[kind], deck)


def crossings(frame: Frame, kinds: tuple[str, ...]) -> list[tuple[Hexside, str, str]]:
    """The hexsides with a feature of the kinds, with the kind and its note."""
    return [
        (side, f.kind, f.note)
        for side in frame.sides
        for f in frame.terrain.features(side)
        if f.kind in kinds and f.kind in frame.style.hexsides
    ]


def bridge_paint(frame: Frame, kind: str, note: str) -> LinePaint:
    """The look of a bridge; one that may be unstable (WED 2.11) has its own."""
    return frame.style.hexsides[UNSTABLE if UNSTABLE in note else kind]


@dataclass(frozen=True, slots=True)
class BridgeDeck:
    """Where a crossing stands: its middle, its unit direction, half the px it reaches over."""

    at: Spot
    way: Spot
    half: float


def decks(frame: Frame, side: Hexside) -> list[BridgeDeck]:
    """Where each carriageway meets the water of a hexside.

    Without a Road the bridge stands in the middle of the water; without water where the Road
    crosses the hexside.
    """
    waters = frame.courses.water_on.get(side, ())
    halves = frame.courses.on_side.get(side, ())
    half = span(frame, side) / 2
    found = []
    # Far off the picture one half of a carriageway may be left out.
    for first, second in zip(halves[::2], halves[1::2], strict=False):
        line = (*reversed(first.line), *second.line[1:])
        met = [spot for water in waters if (spot := crossing(line, water.line)) is not None]
        at, way = met[0] if met else (first.line[0], frame.across(side))
        found.append(BridgeDeck(at, way, half))
    middle = waters[0].middle if waters else frame.middle(side)
    return found or [BridgeDeck(middle, frame.across(side), half)]


def sign_place(frame: Frame, side: Hexside) -> Spot:
    """Where a sign stands: near the right or lower end of its water, else of its hexside."""
    waters = frame.courses.water_on.get(side, ())
    line = waters[0].line if waters else frame.ends(side)
    start, *_, end = line if line[0] < line[-1] else line[::-1]
    return mix(start, end, SIGN_PLACE)


def span(frame: Frame, side: Hexside) -> float:
    """Map px a crossing of this hexside reaches over."""
    over = [px for kind, px in SPANS.items() if frame.terrain.has(side, kind)]
    return max(over, default=DRY_SPAN) * frame.unit


def draw_parapets(frame: Frame, canvas: Canvas, paint: LinePaint, deck: BridgeDeck) -> None:
    """Two parapets along the way, their ends spread."""
    at, way, unit = deck.at, deck.way, frame.unit
    long, aside = deck.half, paint.width / 2 * unit
    for hand in (-1, 1):
        line = (
            offset(at, way, -long - 4 * unit, hand * (aside + 4 * unit)),
            offset(at, way, -long, hand * aside),
            offset(at, way, long, hand * aside),
            offset(at, way, long + 4 * unit, hand * (aside + 4 * unit)),
        )
        canvas.polyline(line, paint.edge, paint.rim * unit)


def rails_only(frame: Frame, side: Hexside) -> bool:
    """Whether only trains cross a hexside (WED 2.15.3: no bridge for vehicles)."""
    kinds = {frame.terrain.roads[k.road].kind for k in frame.terrain.links.get(side, ())}
    return bool(kinds) and kinds <= set(RAILS)


def draw_truss(frame: Frame, canvas: Canvas, paint: LinePaint, deck: BridgeDeck) -> None:
    """The girders of a railroad bridge: two chords, crossed struts between, square ends."""
    at, way, unit = deck.at, deck.way, frame.unit
    long, aside = deck.half + 3 * unit, (paint.width / 2 + 1) * unit
    bays = max(2, round(2 * long / (aside * 2)))
    for bay in range(bays):
        back, front = (-long + 2 * long * k / bays for k in (bay, bay + 1))
        for hand in (-1, 1):
            strut = (
                offset(at, way, back, hand * aside),
                offset(at, way, front, -hand * aside),
            )
            canvas.polyline(strut, paint.edge, 0.9 * unit)
    for hand in (-1, 1):
        chord = (offset(at, way, -long, hand * aside), offset(at, way, long, hand * aside))
        canvas.polyline(chord, paint.edge, paint.rim * unit)
        end = (
            offset(at, way, hand * long, -aside - paint.rim * unit / 2),
            offset(at, way, hand * long, aside + paint.rim * unit / 2),
        )
        canvas.polyline(end, paint.edge, paint.rim * unit)


def draw_warning(frame: Frame, canvas: Canvas, paint: LinePaint, deck: BridgeDeck) -> None:
    """Two bars across an unstable bridge."""
    at, way = deck.at, deck.way
    for forward in (-3.0, 3.0):
        middle = offset(at, way, forward * frame.unit, 0)
        across = (-way[1], way[0])
        canvas.polygon(box(middle, across, paint.width * frame.unit, 2 * frame.unit), paint.edge)


def draw_culvert(frame: Frame, canvas: Canvas, paint: LinePaint, deck: BridgeDeck) -> None:
    """A pipe under the water, an arrow out of each end."""
    at, way, unit = deck.at, deck.way, frame.unit
    long, aside = deck.half + unit, paint.width / 2 * unit
    canvas.polygon(box(at, way, 2 * long, 2 * aside), paint.edge)
    canvas.polygon(box(at, way, 2 * long, 2 * aside - 2 * paint.rim * unit), paint.fill)
    canvas.polyline((offset(at, way, -long, 0), offset(at, way, long, 0)), paint.edge, 1.5 * unit)
    for forward in (-1, 1):
        tip = offset(at, way, forward * (long + 7 * unit), 0)
        base = forward * (long - unit)
        foot = (offset(at, way, base, -6 * unit), offset(at, way, base, 6 * unit))
        canvas.polygon((tip, *foot), paint.edge)


def draw_ferry(frame: Frame, canvas: Canvas, paint: LinePaint, deck: BridgeDeck) -> None:
    """A boat broadside on the water with the rope it runs along."""
    at, way, unit = deck.at, deck.way, frame.unit
    long = deck.half + 6 * unit
    canvas.polyline((offset(at, way, -long, 0), offset(at, way, long, 0)), paint.edge, 1.5 * unit)
    for grow, ink in ((paint.rim, paint.edge), (0.0, paint.fill)):
        half, tall = (9 + grow) * unit, (paint.width / 2 + grow) * unit
        hull = (
            offset(at, way, -half, 0),
            offset(at, way, -half / 2, -tall),
            offset(at, way, half / 2, -tall),
            offset(at, way, half, 0),
            offset(at, way, half / 2, tall),
            offset(at, way, -half / 2, tall),
        )
        canvas.polygon(hull, ink)


def draw_pontoon(frame: Frame, canvas: Canvas, paint: LinePaint, deck: BridgeDeck) -> None:
    """A row of boats across the water: a site, not yet a bridge."""
    at, way, unit = deck.at, deck.way, frame.unit
    across = (-way[1], way[0])
    for place in (-9, 0, 9):
        middle = offset(at, way, place * unit, 0)
        canvas.polygon(box(middle, across, paint.width * 2 * unit, 6 * unit), paint.edge)
        inner = (paint.width * 2 - 2 * paint.rim) * unit
        canvas.polygon(box(middle, across, inner, (6 - 2 * paint.rim) * unit), paint.fill)


SIGNS: Mapping[str, Callable[[Frame, Canvas, LinePaint, BridgeDeck], None]] = MappingProxyType(
    {
        "culvert": draw_culvert,
        "viaduct": draw_culvert,
        "ferry": draw_ferry,
        "pontoon": draw_pontoon,
    }
)


ROUTE_WIDTH = 15.0
"""Px of the Club Route's ribbon, its rims included."""

ROUTE_RIM = 2.0
"""Px of a rim of it."""

RAIL_STEP = 12.0
RAIL_DASH = 1.7
"""Px from dash to dash in a railroad's middle, and their width."""


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
        embank(
            frame, canvas, [p for p in courses[kind] if not set(SIGHT_KINDS).isdisjoint(p.kinds)]
        )
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
