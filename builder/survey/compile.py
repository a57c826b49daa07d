"""A lattice's sources to its TerrainMap: the survey below, the rulebooks on top.

Provenance decides: rulebook over survey over assumed; between equals a hand-written row over the
computed survey. Whatever gives way is kept in the winner's ``Basis.replaced``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, product
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    hexside,
)
from clubroute.builder.provenance import PROVENANCES
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.map_rows import AreaRecord, LinkRecord
from clubroute.builder.sources.vocabulary import DRY
from clubroute.builder.survey.fit import FitReport
from clubroute.builder.survey.inputs import MapSources, read_map_sources
from clubroute.builder.survey.outlines import region_areas
from clubroute.builder.survey.snap_roads import Apart, roads_apart
from clubroute.builder.survey.survey import Survey, chain_links, survey_map
from clubroute.builder.terrain.terrain_head import LEVEL
from clubroute.builder.terrain.terrain_map import (
    HIGH_GROUND,
    Area,
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)

# Where a raised Road lies level with the ground: ramps of dikes, level crossings (2.16, 2.17).
#
# The map keeps a level stretch as a Road of its own, which goes on from the raised one and has its
# id with :data:`~clubroute.builder.terrain.terrain_head.LEVEL` behind it.

HexLinks = Mapping[Hexside, tuple[Link, ...]]


def level_off(
    records: Iterable[LinkRecord], roads: Mapping[str, Road], links: HexLinks, lattice: Lattice
) -> tuple[dict[str, Road], dict[Hexside, tuple[Link, ...]]]:
    """The Roads and links with the stretches that rows of course ``level`` name.

    :raises InputError: a row names a hex that its Road does not pass.
    """
    found, laid = dict(roads), dict(links)
    for record in records:
        if record.course != "level":
            continue
        level = record.road + LEVEL
        found[level] = Road(level, record.kind, record.name or roads[record.road].name)
        sides = {side for side, many in links.items() if any(k.road == record.road for k in many)}
        for h in record.hexes:
            here = [side for side in sides if h in side]
            if not here:
                told = f"{lattice.format(h)}, which {record.road} does not pass"
                where = Where(record.path, record.row, "hexes")
                raise InputError(where, told, "hexes of the Road")
            for side in here:
                kept = (link for link in laid[side] if link.road not in (record.road, level))
                many = (*kept, Link(side, level, record.basis))
                laid[side] = tuple(sorted(many, key=lambda link: link.road))
    return {road: found[road] for road in sorted(found)}, laid


def apart_when_level(apart: Apart, links: HexLinks) -> Apart:
    """The pairs of Roads that do not meet, where either may go on as its level stretch."""
    here: dict[Hex, set[str]] = {}
    for side, many in links.items():
        for h in side:
            here.setdefault(h, set()).update(link.road for link in many)
    found = {}
    for (h, a, b), basis in apart.items():
        for one, other in product((a, a + LEVEL), (b, b + LEVEL)):
            if {one, other} <= here[h]:
                found[h, min(one, other), max(one, other)] = basis
    return {key: found[key] for key in sorted(found)}


@dataclass(frozen=True, slots=True)
class CompiledMap:
    """A compiled lattice, what was odd about it (one line each), and the fit, if surveyed."""

    terrain: TerrainMap
    warnings: tuple[str, ...]
    fit: FitReport | None


def compile_map(project: Path, lattice_name: str) -> CompiledMap:
    """Compile ``map_sources/<lattice_name>/`` of a project.

    :raises InputError: any mistake in the sources.
    """
    sources = read_map_sources(project, lattice_name)
    return combine(sources, survey_map(sources))


def combine(sources: MapSources, survey: Survey) -> CompiledMap:
    """Lay the hand-written records over the survey."""
    hexsides = combine_hexsides(sources, survey)
    lattice = sources.lattice
    roads, links, courses = combine_links(sources, survey)
    kinds = sources.vocabulary.roads.values()
    sorts = {kind.name: (kind.rail, kind.raised) for kind in kinds}
    apart = roads_apart(lattice, roads, links, survey.lines, sources.junctions, sorts)
    roads, links = level_off(sources.links, roads, links, lattice)
    hexsides = with_crossings(sources, hexsides, roads, links)
    terrain = TerrainMap(
        lattice=lattice,
        hexes=combine_hexes(sources, survey),
        hexsides={side: hexsides[side] for side in sorted(hexsides)},
        roads=roads,
        links={side: links[side] for side in sorted(links)},
        areas=tuple(make_area(record, courses, sources) for record in sources.areas),
        water=sources.vocabulary.water,
        apart=apart_when_level(apart, links),
    )
    covered = survey.outlines.terrain if survey.outlines else {}
    outlined = {h: cover.feature.name for h, cover in covered.items()}
    regions, broken = region_areas(sources.regions, terrain, outlined)
    words = sources.vocabulary.features
    drawn = tuple(
        Area(feature.id, words[feature.kind].area, hexes, survey_basis(feature), feature.name)
        for feature, hexes in (survey.outlines.areas if survey.outlines else ())
        if hexes
    )
    terrain = replace(terrain, areas=(*terrain.areas, *regions, *drawn))
    warnings = (*survey.warnings, *broken, *oddities(sources, terrain))
    return CompiledMap(terrain, warnings, survey.fit)


def survey_basis(feature: Feature) -> Basis:
    """The basis of what comes from a feature of the geography: assumed if it has a reason.

    A feature under a licence names its source and that licence wherever it is cited.
    """
    told = feature.reason or feature.name or feature.id
    if feature.licence:
        told = f"{told}; {feature.source}, {feature.licence}"
    return Basis("assumed" if feature.reason else "survey", told, feature.where)


def outranks(new: Basis, old: Basis) -> bool:
    """Whether a hand-written fact with basis ``new`` wins over ``old``."""
    return PROVENANCES.index(new.provenance) <= PROVENANCES.index(old.provenance)


def told(value: str, basis: Basis) -> str:
    """An overridden value as kept in ``Basis.replaced``."""
    return f"{value} ({basis.provenance})"


def combine_hexes(sources: MapSources, survey: Survey) -> dict[Hex, HexTerrain]:
    """Terrain and lettering of every hex of the lattice."""
    default = sources.vocabulary.default
    # An outline nobody drew is no evidence of open ground.
    plain = Basis("assumed", f"{default}: no source says otherwise")
    covered = survey.outlines.terrain if survey.outlines else {}
    middles = survey.outlines.middles if survey.outlines else {}
    found = {}
    for h in sources.lattice.hexes():
        if h in covered:
            found[h] = HexTerrain(h, covered[h].terrain, survey_basis(covered[h].feature))
        else:
            found[h] = HexTerrain(h, default, plain)
        if h in middles:
            found[h] = replace(found[h], name=middles[h].name)
    for record in sources.hexes:
        old = found[record.hex]
        name = record.name or old.name
        if not record.terrain:
            found[record.hex] = replace(old, name=name)
        elif outranks(record.basis, old.basis):
            before = told(old.terrain, old.basis) if old.terrain != record.terrain else ""
            basis = replace(record.basis, replaced=before)
            found[record.hex] = HexTerrain(record.hex, record.terrain, basis, name)
    return found


def combine_hexsides(
    sources: MapSources, survey: Survey
) -> dict[Hexside, tuple[HexsideFeature, ...]]:
    """The features of every hexside, surveyed water under hand-written rows."""
    water = survey.water or {}
    dry = {r.side: r.basis for r in sources.hexsides if r.kind == DRY}
    found: dict[tuple[Hexside, str], HexsideFeature] = {}
    for (side, kind), feature in water.items():
        basis = survey_basis(feature)
        if side not in dry or not outranks(dry[side], basis):
            found[side, kind] = HexsideFeature(side, kind, basis, feature.name)
    for (side, kind), slope in survey.slopes.items():
        feature, note = slope.feature, ""
        if sources.vocabulary.hexsides[kind].slope:
            note = HIGH_GROUND + sources.lattice.format(slope.high)
        found[side, kind] = HexsideFeature(side, kind, survey_basis(feature), feature.name, note)
    for record in sources.hexsides:
        if record.kind == DRY:
            continue
        key = (record.side, record.kind)
        old = found.get(key)
        if old is None:
            found[key] = HexsideFeature(
                record.side, record.kind, record.basis, record.name, record.note
            )
        elif outranks(record.basis, old.basis):
            differs = record.name and old.name and record.name != old.name
            before = told(old.name, old.basis) if differs else ""
            found[key] = HexsideFeature(
                record.side,
                record.kind,
                replace(record.basis, replaced=before),
                record.name or old.name,
                record.note,
            )
    return by_side(found, sources)


def by_side(
    features: Mapping[tuple[Hexside, str], HexsideFeature], sources: MapSources
) -> dict[Hexside, tuple[HexsideFeature, ...]]:
    """Features grouped by hexside, in the vocabulary's order."""
    order = list(sources.vocabulary.hexsides)
    grouped: dict[Hexside, list[HexsideFeature]] = {}
    for side, kind in sorted(features, key=lambda key: (key[0], order.index(key[1]))):
        grouped.setdefault(side, []).append(features[side, kind])
    return {side: tuple(many) for side, many in grouped.items()}


Links = dict[Hexside, tuple[Link, ...]]
Courses = dict[str, tuple[Hex, ...]]


def combine_links(sources: MapSources, survey: Survey) -> tuple[dict[str, Road], Links, Courses]:
    """The Roads, their links by hexside, and each Road's hexes end to end."""
    roads: dict[str, Road] = {}
    pieces: dict[str, list[tuple[Hex, ...]]] = {}
    found: dict[tuple[Hexside, str], Link] = {}
    for road in survey.roads:
        feature = road.feature
        if not road.chains:
            continue
        roads[feature.id] = Road(feature.id, feature.kind, feature.name)
        for chain in road.chains:
            pieces.setdefault(feature.id, []).append(chain)
            for side in chain_links(chain):
                found.setdefault((side, feature.id), Link(side, feature.id, survey_basis(feature)))
    for record in sources.links:
        if record.course == "level":
            continue
        known = roads.get(record.road)
        name = record.name or (known.name if known else "")
        roads[record.road] = Road(record.road, record.kind, name)
        for a, b in pairwise(record.hexes):
            # A via row says which hexes a Road passes, so it vouches for a step only between
            # documented neighbours that the survey joined.
            if record.course == "via" and (
                not adjacent_link(a, b) or (hexside(a, b), record.road) not in found
            ):
                continue
            key = (hexside(a, b), record.road)
            if key not in found or outranks(record.basis, found[key].basis):
                found[key] = Link(key[0], record.road, record.basis)
        if record.course == "exact":
            pieces.setdefault(record.road, []).append(record.hexes)
    grouped: dict[Hexside, list[Link]] = {}
    for side, road_id in sorted(found):
        grouped.setdefault(side, []).append(found[side, road_id])
    return (
        {road_id: roads[road_id] for road_id in sorted(roads)},
        {side: tuple(many) for side, many in grouped.items()},
        {road_id: joined(many) for road_id, many in pieces.items()},
    )


def adjacent_link(a: Hex, b: Hex) -> bool:
    """Whether two hexes of a via row are neighbours."""
    return (b.line - a.line, abs(b.half - a.half)) in ((0, 2), (1, 1), (-1, 1))


def joined(pieces: Iterable[tuple[Hex, ...]]) -> tuple[Hex, ...]:
    """Chains end to end, a hex they meet in once."""
    found: list[Hex] = []
    for piece in pieces:
        found += piece[1:] if found and found[-1] == piece[0] else piece
    return tuple(found)


def with_crossings(
    sources: MapSources,
    hexsides: Mapping[Hexside, tuple[HexsideFeature, ...]],
    roads: Mapping[str, Road],
    links: Links,
) -> dict[Hexside, tuple[HexsideFeature, ...]]:
    """Add the bridge that every Road over water without a documented one must have."""
    vocabulary = sources.vocabulary
    found = {(f.side, f.kind): f for many in hexsides.values() for f in many}
    for side, many in links.items():
        present = {f.kind for f in hexsides.get(side, ())}
        if any(vocabulary.hexsides[kind].carries for kind in present):
            continue
        for feature in hexsides.get(side, ()):
            crossing = vocabulary.crossing_of(feature.kind)
            if crossing is None or not vocabulary.hexsides[feature.kind].water:
                continue
            strongest = min(many, key=lambda k: PROVENANCES.index(k.basis.provenance))
            carried = [roads[link.road] for link in many]
            rail = all(vocabulary.roads[r.kind].rail for r in carried)
            basis = Basis(
                "assumed" if feature.basis.provenance == "assumed" else "survey",
                f"{carried[0].name or carried[0].id} crosses {feature.name or feature.kind}",
                strongest.basis.source,
            )
            found[side, crossing] = HexsideFeature(
                side, crossing, basis, note="railroad" if rail else ""
            )
    return by_side(found, sources)


def make_area(record: AreaRecord, courses: Courses, sources: MapSources) -> Area:
    """An area's hexes, from the row or from the Roads it names. :raises InputError: no such Road"""
    hexes = record.hexes
    for road in record.roads:
        if road not in courses:
            raise InputError(
                Where(record.path, record.row, "roads"),
                f"Road {road!r}",
                "the id of a Road",
                nearest_name(road, courses),
            )
        course = courses[road]
        if hexes and course[-1] == hexes[-1]:
            course = course[::-1]
        hexes = joined((hexes, course)) if hexes else course
    return Area(record.id, record.kind, hexes, record.basis, record.name, record.game)


def oddities(sources: MapSources, terrain: TerrainMap) -> list[str]:
    """What compiles but is probably a mistake, one line each."""
    vocabulary = sources.vocabulary
    found = []
    for record in sources.hexsides:
        kind = vocabulary.hexsides.get(record.kind)
        if kind is None:
            continue
        number = sources.lattice.format_hexside(record.side)
        here = {f.kind for f in terrain.features(record.side)}
        if kind.crosses and not here & set(kind.crosses):
            found.append(
                f"{record.basis.source}: {record.kind} at {number} crosses nothing "
                f"(no {' or '.join(kind.crosses)} there)"
            )
        if kind.carries and record.side not in terrain.links:
            found.append(f"{record.basis.source}: {record.kind} at {number} carries no Road")
    return found
