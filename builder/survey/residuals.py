"""How far the drawn country lies from known places, by layer; and the hexes it is blind for.

Distances are taken in the country, in metres of the Dutch grid, before anything is laid on hexes:
what is judged is the drawing, neither the fit nor the snapping. The fit only tells which hex a
place belongs to.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.sources.checks import CheckLayer, ControlPoint
from clubroute.builder.sources.facts import Fact
from clubroute.builder.sources.features import Feature, Position
from clubroute.builder.sources.map_rows import HexsideRecord
from clubroute.builder.survey.fit import (
    Metres,
    fit_controls,
    make_warp,
    ties,
    to_degrees,
    to_metres,
)
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.outlines import Covered, survey_outlines
from clubroute.builder.survey.plane import gap, hex_at, middle_spot
from clubroute.builder.survey.survey import Survey, chain_links, survey_map
from clubroute.builder.terrain.terrain_map import TerrainMap

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


# What the geography says of documented hexes when nobody has told it what the rulebooks say.
#
# The compiled map cannot be used to judge the survey: rulebook rows overrule it, and surveyed
# woods are kept out of drop zones. Here neither happens, so that the rulebooks' statements about
# terrain are a check the outlines have not seen.


@dataclass(frozen=True, slots=True)
class BlindHex:
    """A hex a rulebook says something about: the terrains it allows and what the survey has.

    ``allowed`` is as in the fact: the terrains it may be, or, for ``terrain_not_in``, may not be.
    """

    fact: Fact
    allowed: tuple[str, ...]
    surveyed: str
    agrees: bool


def survey_alone(sources: MapSources) -> dict[Hex, Covered]:
    """Surveyed terrain without overrides and without keeping woods off open ground."""
    points = ties(sources.controls, sources.lattice)
    fit = fit_controls(points, str(sources.folder / "controls.csv"))
    warp = make_warp(fit.similarity, points)
    shown = frozenset(sources.lattice.hexes())
    return survey_outlines(
        sources.lattice, sources.vocabulary, warp, sources.features, shown, frozenset()
    ).terrain


def blind_hexes(
    sources: MapSources, facts: Iterable[Fact], window: str | None = None
) -> tuple[BlindHex, ...]:
    """Every statement about a hex's terrain (in a window), held against the survey alone.

    Several statements of one kind about a hex count once.
    """
    terrain = survey_alone(sources)
    shown = frozenset(sources.lattice.hexes(window))
    found: list[BlindHex] = []
    seen: set[tuple[Hex, str, str]] = set()
    for fact in facts:
        if fact.predicate not in ("terrain_in", "terrain_not_in"):
            continue
        h = sources.lattice.parse(fact.subject)
        if h not in shown or (h, fact.predicate, fact.object) in seen:
            continue
        seen.add((h, fact.predicate, fact.object))
        surveyed = terrain[h].terrain if h in terrain else sources.vocabulary.default
        words = tuple(fact.object.split())
        agrees = (surveyed in words) == (fact.predicate == "terrain_in")
        found.append(BlindHex(fact, words, surveyed, agrees))
    return tuple(found)


def blind_lines(found: Iterable[BlindHex]) -> list[str]:
    """What the survey alone has where the rulebooks say something, for a terminal."""
    counted: dict[tuple[str, str], Counter[str]] = {}
    agreeing: Counter[tuple[str, str]] = Counter()
    for one in found:
        key = one.fact.predicate, " ".join(one.allowed)
        counted.setdefault(key, Counter())[one.surveyed] += 1
        agreeing[key] += one.agrees
    lines = ["the survey alone, where the rulebooks say what a hex is or is not:"]
    for key in sorted(counted):
        word = "is" if key[0] == "terrain_in" else "is not"
        surveyed = ", ".join(f"{n} {terrain}" for terrain, n in sorted(counted[key].items()))
        total = sum(counted[key].values())
        lines.append(f"  {word} {key[1]}: {agreeing[key]} of {total} agree ({surveyed})")
    return lines


# Checks of the lines that the lines have not seen.
#
# The compiled map cannot judge the survey: the rulebooks' rows overrule it, and its control points
# are among what would be checked. Here the survey is made again without what it is held against:
#
# - :func:`blind_crossings`: without any documented hexside or Road row, and without the control
# points that are bridges, where does each documented Road cross its water?

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


@dataclass(frozen=True, slots=True)
class FeatureResidual:
    """How far off a drawn feature (ids) is at a place: metres, or per cent of its area."""

    features: tuple[str, ...]
    place: Position
    hex: Hex
    off: float


@dataclass(frozen=True, slots=True)
class LayerResiduals:
    """A layer's residuals on a map."""

    layer: CheckLayer
    found: tuple[FeatureResidual, ...]

    @property
    def median(self) -> float:
        """Median of the residuals."""
        return statistics.median(r.off for r in self.found)

    @property
    def ninety(self) -> float:
        """What nine tenths of the residuals do not exceed."""
        return nine_tenths([r.off for r in self.found])

    @property
    def within(self) -> bool:
        """Whether the layer keeps its bounds."""
        return self.median <= self.layer.median and self.ninety <= self.layer.ninety

    def worst(self) -> tuple[FeatureResidual, ...]:
        """The worst residual of each feature, the worst of all first."""
        ordered = sorted(self.found, key=lambda r: (-r.off, r.features, r.place))
        first: dict[tuple[str, ...], FeatureResidual] = {}
        for residual in ordered:
            first.setdefault(residual.features, residual)
        return tuple(first.values())


def nine_tenths(values: Sequence[float]) -> float:
    """The smallest value that nine tenths of the values do not exceed."""
    return sorted(values)[math.ceil(len(values) * 0.9) - 1]


def layer_residuals(
    sources: MapSources, layers: Sequence[CheckLayer], window: str | None = None
) -> tuple[LayerResiduals, ...]:
    """Every layer's residuals at the places on the lattice or one of its windows.

    :raises InputError: a feature without the line or outline its layer measures; a layer none of
        whose places is on the lattice.
    """
    points = ties(sources.controls, sources.lattice)
    fit = fit_controls(points, str(sources.folder / "controls.csv"))
    warp = make_warp(fit.similarity, points)
    shown = frozenset(sources.lattice.hexes(window))
    drawn = {f.id: f for f in sources.features}

    def hex_of(place: Position) -> Hex:
        return hex_at(sources.lattice, warp.spot(*place))

    found = []
    for layer in layers:
        measured = [r for r in measure_layer(layer, drawn, hex_of) if r.hex in shown]
        if not measured and window is None:
            raise InputError(
                Where.of(sources.folder.parent / "checks" / "layers.csv"),
                f"no place of layer {layer.name} on the map",
                "one or more",
            )
        if measured:
            found.append(LayerResiduals(layer, tuple(measured)))
    return tuple(found)


def measure_layer(
    layer: CheckLayer, drawn: Mapping[str, Feature], hex_of: Callable[[Position], Hex]
) -> list[FeatureResidual]:
    """A layer's residuals at all places it knows. :raises InputError:"""
    from shapely.geometry import Point

    shapes: dict[tuple[str, ...], BaseGeometry] = {}

    def shape_of(ids: tuple[str, ...]) -> BaseGeometry:
        if ids not in shapes:
            shapes[ids] = ground_shape([drawn[one] for one in ids], layer.measure)
        return shapes[ids]

    found = []
    for known in layer.places:
        shape = shape_of(known.features)
        off = shape.distance(Point(to_metres(*known.place)))
        found.append(
            FeatureResidual(known.features, known.place, hex_of(known.place), round(off, 1))
        )
    for area in layer.areas:
        shape = shape_of(area.features)
        off = abs(shape.area / 1e6 / area.km2 - 1) * 100
        middle = to_degrees(Metres(shape.centroid.x, shape.centroid.y))
        found.append(FeatureResidual(area.features, middle, hex_of(middle), round(off, 1)))
    return found


def ground_shape(features: Sequence[Feature], measure: str) -> BaseGeometry:
    """What a layer measures to, in metres: lines, the middle of outlines, or outlines.

    :raises InputError: a feature that is no line, or no outline.
    """
    import shapely
    from shapely.geometry import LineString, Polygon

    for feature in features:
        wanted, other = ("a line", "an outline") if measure == "line" else ("an outline", "a line")
        if not (feature.lines if measure == "line" else feature.polygons):
            raise InputError(Where(feature.path, feature.row, None, feature.id), other, wanted)
    if measure == "line":
        return shapely.union_all(
            [LineString([to_metres(*p) for p in line]) for f in features for line in f.lines]
        )
    outlines = shapely.union_all(
        [
            shapely.make_valid(
                Polygon(
                    [to_metres(*p) for p in rings[0]],
                    [[to_metres(*p) for p in hole] for hole in rings[1:]],
                )
            )
            for f in features
            for rings in f.polygons
        ]
    )
    return outlines.centroid if measure == "middle" else outlines


UNITS: Mapping[str, str] = {"line": "m", "middle": "m", "area": "%"}
WORST = 3
"""Worst features of a layer that are printed."""


def residual_lines(found: Sequence[LayerResiduals], sources: MapSources) -> list[str]:
    """The table of residuals for a terminal: layers, then the worst places of each."""
    head = ("layer", "places", "median", "9/10", "bounds", "first drawn")
    rows = [head]
    for one in found:
        unit, layer = UNITS[one.layer.measure], one.layer
        before = f"{layer.before[0]:.0f} / {layer.before[1]:.0f}" if layer.before else "-"
        rows.append(
            (
                layer.name,
                str(len(one.found)),
                f"{one.median:.0f} {unit}",
                f"{one.ninety:.0f} {unit}",
                f"{layer.median:.0f} / {layer.ninety:.0f}" + ("" if one.within else " broken"),
                before,
            )
        )
    widths = [max(len(row[k]) for row in rows) for k in range(len(head))]
    lines = ["the country as drawn, against places known from elsewhere:"]
    for row in rows:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
        lines.append("  " + "  ".join(cells).rstrip())
    lines.append("worst places:")
    for one in found:
        unit = UNITS[one.layer.measure]
        for residual in one.worst()[:WORST]:
            lon, lat = residual.place
            lines.append(
                f"  {one.layer.name}: {' '.join(residual.features)} {residual.off:.0f} {unit} off "
                f"at {sources.lattice.format(residual.hex)} ({lat:.5f} N {lon:.5f} E)"
            )
    return lines


def fit_lines(sources: MapSources) -> list[str]:
    """The fit's figures and how far every control point and check lies from it."""
    fit = fit_controls(
        ties(sources.controls, sources.lattice), str(sources.folder / "controls.csv")
    )
    used = sum(r.role == "control" for r in fit.residuals)
    lines = [
        f"{used} control points: rms {fit.rms:.2f} hexes, each left out of its own fit "
        f"{fit.left_out_rms:.2f}; a hex is {fit.similarity.hex_metres:.1f} m; hexes off, left out:"
    ]
    ordered = sorted(fit.residuals, key=lambda r: (r.role != "control", -r.left_out, r.place))
    return [*lines, *(f"  {r.role} {r.left_out:.2f} {r.place}" for r in ordered)]
