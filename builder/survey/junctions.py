"""Which Roads that share a hex do not meet in it (rule 2.5).

Two surveyed Roads meet in a hex they share if their warped lines cross or touch in it, if a
crossing of the lines near it has no nearer hex that they share, or if one of them ends there. Two
of one sort (both for trains or both not, both raised or both not) that come to lie on the same
hexsides are one road there: they meet all along. Otherwise they run side by side and are apart.
Roads laid down by hand have no line: they meet what they share a hex with. A row of
``junctions.csv`` has the last word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import Hex, Hexside, Lattice
from clubroute.builder.sources.junctions import JunctionRecord
from clubroute.builder.survey.plane import Spot, centre_spot
from clubroute.builder.terrain import Basis, Link, Road

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

INSIDE = 0.6
"""Hexes from a hex's centre within which lines meet in that hex (a vertex is 0.58 away)."""
NEAR = 3.0
"""Hexes within which a crossing of the lines belongs to the nearest hex the chains share."""

Lines = Mapping[str, Sequence[Sequence[Spot]]]
Apart = dict[tuple[Hex, str, str], Basis]


def roads_apart(
    lattice: Lattice,
    roads: Mapping[str, Road],
    links: Mapping[Hexside, tuple[Link, ...]],
    lines: Lines,
    records: Iterable[JunctionRecord],
    sorts: Mapping[str, object],
) -> Apart:
    """The pairs of Roads that share a hex without meeting, by (hex, lower id, higher id).

    :param lines: the surveyed Roads' warped lines by id, in hexes.
    :param sorts: of which sort each kind of Road is; Roads of one sort may be one road.
    :raises InputError: a row about a Road that is not in its hex.
    """
    degrees = link_counts(links)
    together = common_hexes(links)
    shared: dict[tuple[str, str], list[Hex]] = {}
    for h in sorted(degrees):
        for a, b in combinations(sorted(degrees[h]), 2):
            shared.setdefault((a, b), []).append(h)
    shapes = {road: shape_of(runs) for road, runs in lines.items()}
    found: Apart = {}
    for (a, b), hexes in sorted(shared.items()):
        if a not in lines or b not in lines:
            continue
        meeting = {h for h in hexes if 1 in (degrees[h][a], degrees[h][b])}
        meeting |= meeting_hexes(lattice, shapes[a], shapes[b], hexes)
        if sorts[roads[a].kind] == sorts[roads[b].kind]:
            meeting |= together[a, b]
        cite = f"{roads[a].name or a} and {roads[b].name or b} run side by side"
        for h in hexes:
            if h not in meeting:
                found[h, a, b] = Basis("survey", cite)
    for record in records:
        override(found, record, lattice, degrees)
    return {key: found[key] for key in sorted(found)}


def link_counts(links: Mapping[Hexside, tuple[Link, ...]]) -> dict[Hex, dict[str, int]]:
    """By hex: how many hexsides of it each Road passes."""
    found: dict[Hex, dict[str, int]] = {}
    for side, many in links.items():
        for link in many:
            for h in side:
                here = found.setdefault(h, {})
                here[link.road] = here.get(link.road, 0) + 1
    return found


def common_hexes(links: Mapping[Hexside, tuple[Link, ...]]) -> dict[tuple[str, str], set[Hex]]:
    """The hexes on both sides of each hexside that two Roads pass together."""
    found: dict[tuple[str, str], set[Hex]] = defaultdict(set)
    for side, many in links.items():
        for a, b in combinations(sorted(link.road for link in many), 2):
            found[a, b] |= set(side)
    return found


def shape_of(runs: Sequence[Sequence[Spot]]) -> BaseGeometry:
    """A Road's line as one shape."""
    from shapely.geometry import MultiLineString

    return MultiLineString([list(run) for run in runs if len(run) > 1])


def meeting_hexes(
    lattice: Lattice, one: BaseGeometry, other: BaseGeometry, hexes: Sequence[Hex]
) -> set[Hex]:
    """Those of the hexes two Roads share in which their lines meet."""
    from shapely import get_parts
    from shapely.geometry import Point

    common = one.intersection(other)
    if common.is_empty:
        return set()
    centres = {h: Point(centre_spot(lattice, h)) for h in hexes}
    found = {h for h in hexes if round(common.distance(centres[h]), 6) <= INSIDE}
    for part in get_parts(common):
        distance, h = min((round(part.distance(centres[h]), 6), h) for h in hexes)
        if distance <= NEAR:
            found.add(h)
    return found


def override(
    found: Apart,
    record: JunctionRecord,
    lattice: Lattice,
    degrees: Mapping[Hex, Mapping[str, int]],
) -> None:
    """Let a hand-written row decide. :raises InputError: a Road that is not in the hex."""
    here = degrees.get(record.hex, {})
    for road in record.roads:
        if road not in here:
            raise InputError(
                Where(record.path, record.row, "roads"),
                f"Road {road!r}, which does not pass {lattice.format(record.hex)}",
                "the id of a Road in the hex: " + (", ".join(sorted(here)) or "(none)"),
                nearest_name(road, here),
            )
    for a, b in combinations(record.roads, 2):
        if record.meet:
            found.pop((record.hex, a, b), None)
        else:
            found[record.hex, a, b] = record.basis
