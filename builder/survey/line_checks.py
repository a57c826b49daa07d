"""Checks of the lines that the lines have not seen.

The compiled map cannot judge the survey: the rulebooks' rows overrule it, and its control points
are among what would be checked. Here the survey is made again without what it is held against:

- :func:`blind_crossings`: without any documented hexside or Road row, and without the control
  points that are bridges, where does each documented Road cross its water?
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from clubroute.builder.grid import Hexside
from clubroute.builder.sources.controls import ControlPoint
from clubroute.builder.sources.hexsides import HexsideRecord
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.plane import gap, middle_spot
from clubroute.builder.survey.survey import Survey, chain_links, survey_map
from clubroute.builder.terrain import TerrainMap

SURVEYED = "surveyed"
"""In a row's note: it names a bridge, which is where the surveyed lines cross."""
FAR = 99.0
"""Hexes; said of a crossing the survey alone does not have at all."""


@dataclass(frozen=True, slots=True)
class BlindCrossing:
    """A documented crossing, and how far off (hexes) the survey alone has it.

    ``drawn_through``: its place is a control point too, and the lines were drawn through that
    place, so that the distance is the fit's more than the lines'.
    """

    side: Hexside
    name: str
    water: str
    distance: float
    drawn_through: bool


def crossing_records(sources: MapSources) -> list[HexsideRecord]:
    """The documented hexsides that take a Road over water; not those that only name a bridge."""
    kinds = sources.vocabulary.hexsides
    carry = (r for r in sources.hexsides if r.kind in kinds and kinds[r.kind].carries)
    return [r for r in carry if SURVEYED not in r.note]


def blind_crossings(sources: MapSources) -> list[BlindCrossing]:
    """Every documented crossing as the survey alone has it, in the order of the rows."""
    records = crossing_records(sources)
    sides = {r.side for r in records}
    bridges = {c.place: c for c in sources.controls if is_crossing(c, sides)}
    alone = survey_map(
        replace(
            sources,
            hexsides=(),
            links=(),
            controls=tuple(c for c in sources.controls if c.place not in bridges),
        )
    )
    waters = {
        (r.side, r.kind): r.name
        for r in sources.hexsides
        if r.kind in sources.vocabulary.water and r.name
    }
    rails = {k.name: k.rail for k in sources.vocabulary.roads.values()}
    at_control = {frozenset(c.hexes) for c in bridges.values()}
    found = []
    for record in records:
        crosses = sources.vocabulary.hexsides[record.kind].crosses
        water = next((waters[record.side, k] for k in crosses if (record.side, k) in waters), "")
        here = middle_spot(sources.lattice, record.side)
        others = crossings_of(alone, water, rail="railroad" in record.note, rails=rails)
        distance = min((gap(here, middle_spot(sources.lattice, s)) for s in others), default=FAR)
        through = any(set(record.side) & hexes for hexes in at_control)
        found.append(BlindCrossing(record.side, record.name, water, round(distance, 2), through))
    return found


def crossing_lines(
    found: Iterable[BlindCrossing], sources: MapSources, window: str | None = None
) -> list[str]:
    """The documented crossings of a map as the survey alone has them, for a terminal."""
    shown = frozenset(sources.lattice.hexes(window))
    lines = ["documented crossings, where the survey alone has them (hexes off):"]
    for one in found:
        if one.side.a in shown and one.side.b in shown:
            off = "nowhere near" if one.distance >= FAR else f"{one.distance:.1f}"
            number = sources.lattice.format_hexside(one.side)
            lines.append(f"  {one.name} over {one.water or 'water'} {number}: {off}")
    return lines


def is_crossing(control: ControlPoint, sides: Iterable[Hexside]) -> bool:
    """Whether a control point is a documented crossing or a hex beside one."""
    return any(set(side) & set(control.hexes) for side in sides) and "bridge" in (
        control.place.lower()
    )


def crossings_of(
    survey: Survey, water: str, *, rail: bool, rails: dict[str, bool]
) -> list[Hexside]:
    """The hexsides where surveyed Roads (railroads, or the others) cross a surveyed water."""
    wet = {side for (side, _), feature in (survey.water or {}).items() if feature.name == water}
    return [
        side
        for road in survey.roads
        if rails[road.feature.kind] == rail
        for chain in road.chains
        for side in chain_links(chain)
        if side in wet
    ]


@dataclass(frozen=True, slots=True)
class Undocumented:
    """A bridge where the survey found it, which no rulebook says: hexside, water, Roads."""

    side: Hexside
    water: str
    roads: tuple[str, ...]


def undocumented_bridges(terrain: TerrainMap, kind: str = "bridge") -> list[Undocumented]:
    """Every bridge without a name, or named where the survey has it, by hexside."""
    found = []
    for side, features in sorted(terrain.hexsides.items()):
        if any(f.kind == kind and (not f.name or SURVEYED in f.note) for f in features):
            names = sorted({f.name for f in features if f.kind in terrain.water})
            roads = tuple(sorted(link.road for link in terrain.links.get(side, ())))
            found.append(Undocumented(side, " and ".join(names), roads))
    return found


def bridge_lines(
    found: Iterable[Undocumented], sources: MapSources, window: str | None = None
) -> list[str]:
    """The bridges of a map whose hexside no rulebook gives, for a terminal."""
    shown = frozenset(sources.lattice.hexes(window))
    lines = ["bridges where surveyed lines cross, whose hexside no rulebook gives:"]
    for one in found:
        if one.side.a in shown and one.side.b in shown:
            number = sources.lattice.format_hexside(one.side)
            lines.append(f"  {one.water or 'water'} {number}: {' and '.join(one.roads)}")
    return lines
