"""The survey of a lattice: water, Roads and outlines of the geography brought onto the hexes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from clubroute.builder.grid import Hex, Hexside, hexside
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.vocabulary import DRY
from clubroute.builder.survey.fit import (
    ControlResidual,
    FitReport,
    Similarity,
    Warp,
    fit_controls,
    make_warp,
    ties,
)
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.outlines import Covered, Outlines, survey_outlines
from clubroute.builder.survey.plane import Spot, map_box, on_map_runs
from clubroute.builder.survey.snap_roads import RoadBounds, meet, snap_road
from clubroute.builder.survey.waters import snap_water, survey_water

if TYPE_CHECKING:
    from shapely.geometry import LineString


WarpedLine = tuple[tuple[Spot, ...], ...]
"""The stretches of a line on or near the map, in hexes of the plane."""


@dataclass(frozen=True, slots=True)
class SurveyedRoad:
    """A Road of the geography as chains of hexes (several where it leaves the map between)."""

    feature: Feature
    chains: tuple[tuple[Hex, ...], ...]


@dataclass(frozen=True, slots=True)
class Slope:
    """A hexside where the ground falls off, or a border: the feature it is part of, and the hex on
    the right of one who follows that, the higher where one is."""

    feature: Feature
    high: Hex


@dataclass(frozen=True, slots=True)
class Survey:
    """What the geography says about the lattice, before the rulebooks overrule it.

    ``lines`` are the warped lines of all line features, by feature id; ``slopes`` the crests
    and borders, by hexside and kind.
    """

    fit: FitReport | None = None
    water: Mapping[tuple[Hexside, str], Feature] | None = None
    roads: tuple[SurveyedRoad, ...] = ()
    outlines: Outlines | None = None
    warnings: tuple[str, ...] = ()
    lines: Mapping[str, WarpedLine] = field(default_factory=dict)
    slopes: Mapping[tuple[Hexside, str], Slope] = field(default_factory=dict)


def survey_map(sources: MapSources) -> Survey:
    """Fit, warp and snap a lattice's geography; nothing for a lattice without controls."""
    if not sources.controls:
        return Survey()
    shown = frozenset(sources.lattice.hexes())
    points = ties(sources.controls, sources.lattice)
    fit = fit_controls(points, str(sources.folder / "controls.csv"))
    warp = make_warp(fit.similarity, points)
    lines = warped_lines(sources, warp, shown)
    water = survey_water(sources, lines, shown)
    roads, warnings = survey_roads(sources, lines, water, shown)
    open_kinds = {k.name for k in sources.vocabulary.areas.values() if k.open}
    open_ground = frozenset(h for a in sources.areas if a.kind in open_kinds for h in a.hexes)
    outlines = survey_outlines(
        sources.lattice, sources.vocabulary, warp, sources.features, shown, open_ground
    )
    slopes = survey_slopes(sources, lines, shown)
    oddities = (*sprawling(sources.features), *warnings)
    return Survey(fit, water, roads, outlines, oddities, lines, slopes)


SPRAWL = 2.0
"""Degrees no feature of one map spans; one that does has a mistyped position."""


def sprawling(features: Sequence[Feature]) -> list[str]:
    """A warning for each feature with positions improbably far apart."""
    found = []
    for feature in features:
        rings = (*feature.lines, *(ring for polygon in feature.polygons for ring in polygon))
        for axis, name in enumerate(("longitude", "latitude")):
            values = [place[axis] for ring in rings for place in ring]
            if max(values) - min(values) > SPRAWL:
                found.append(
                    f"{feature.where}: {feature.id} runs from {name} {min(values)} to "
                    f"{max(values)}: is a position mistyped?"
                )
    return found


def warped_lines(sources: MapSources, warp: Warp, shown: frozenset[Hex]) -> dict[str, WarpedLine]:
    """Every line feature's stretches on or near the map, by feature id."""
    found = {}
    box = map_box(sources.lattice, shown)
    for feature in sources.features:
        runs: list[tuple[Spot, ...]] = []
        for line in feature.lines:
            spots = [warp.spot(lon, lat) for lon, lat in line]
            runs += on_map_runs(sources.lattice, spots, shown, box)
        if runs:
            found[feature.id] = tuple(runs)
    return found


def survey_slopes(
    sources: MapSources, lines: Mapping[str, WarpedLine], shown: frozenset[Hex]
) -> dict[tuple[Hexside, str], Slope]:
    """Each surveyed crest or border hexside. A hexside that two lines claim is the first one's."""
    kinds = {k.name for k in sources.vocabulary.hexsides.values() if k.slope or k.frontier}
    found: dict[tuple[Hexside, str], Slope] = {}
    for feature in sources.features:
        if feature.kind in kinds:
            for line in lines.get(feature.id, ()):
                for step in snap_water(sources.lattice, line, ()):
                    if step.side.a in shown and step.side.b in shown:
                        found.setdefault((step.side, feature.kind), Slope(feature, step.right))
    return found


def survey_roads(
    sources: MapSources,
    lines: Mapping[str, WarpedLine],
    water: Mapping[tuple[Hexside, str], Feature],
    shown: frozenset[Hex],
) -> tuple[tuple[SurveyedRoad, ...], tuple[str, ...]]:
    """Every Road of the geography as chains of hexes on the map, and warnings."""
    vocabulary = sources.vocabulary
    ground = known_ground(sources, water)
    wet = raw_water(sources, lines)
    via = {r.road: r.hexes for r in sources.links if r.course == "via"}
    found: dict[str, tuple[tuple[Hex, ...], ...]] = {}
    warnings = []
    for feature in sources.features:
        if feature.kind not in vocabulary.roads or feature.id not in lines:
            continue
        chains: list[tuple[Hex, ...]] = []
        runs = lines[feature.id]
        for run in runs:
            wanted = via.get(feature.id, ()) if run is max(runs, key=len) else ()
            snapped = snap_road(
                sources.lattice,
                run,
                wanted,
                ground,
                crossings(run, wet),
                rail=vocabulary.roads[feature.kind].rail,
            )
            chains += on_map(snapped.hexes, shown)
            for side in snapped.against:
                if side.a in shown and side.b in shown:
                    number = sources.lattice.format_hexside(side)
                    warnings.append(
                        f"{feature.where}: {feature.id} crosses water at {number} "
                        "where the surveyed lines do not cross"
                    )
        found[feature.id] = tuple(chains)
    exact = [r for r in sources.links if r.course == "exact"]
    fixed = {r.road: [h for e in exact if e.road == r.road for h in e.hexes] for r in exact}
    rail = {f.id: vocabulary.roads[f.kind].rail for f in sources.features if f.id in found}
    rail |= {r.road: vocabulary.roads[r.kind].rail for r in exact}
    met = meet(found, fixed, rail, ground, shown)
    roads = tuple(SurveyedRoad(f, met[f.id]) for f in sources.features if f.id in met)
    return roads, tuple(warnings)


def on_map(chain: Sequence[Hex], shown: frozenset[Hex]) -> list[tuple[Hex, ...]]:
    """The stretches of a chain that lie on the map, two hexes or more each."""
    runs: list[list[Hex]] = [[]]
    for h in chain:
        if h in shown:
            runs[-1].append(h)
        elif runs[-1]:
            runs.append([])
    return [tuple(run) for run in runs if len(run) > 1]


def known_ground(sources: MapSources, water: Mapping[tuple[Hexside, str], Feature]) -> RoadBounds:
    """Water, bridges and impassable hexsides the Roads must respect."""
    vocabulary = sources.vocabulary
    sides = {*water, *((r.side, r.kind) for r in sources.hexsides if r.kind != DRY)}
    barring_water = vocabulary.barring & vocabulary.water
    return RoadBounds(
        barred=frozenset(side for side, kind in sides if kind in barring_water),
        streams=frozenset(side for side, kind in sides if kind in vocabulary.water - barring_water),
        impassable=frozenset(
            side for side, kind in sides if kind in vocabulary.barring - vocabulary.water
        ),
        bridges={
            r.side: "railroad" in r.note
            for r in sources.hexsides
            if r.kind in vocabulary.hexsides and vocabulary.hexsides[r.kind].carries
        },
    )


def raw_water(sources: MapSources, lines: Mapping[str, WarpedLine]) -> list[LineString]:
    """The warped water lines, to find where Roads cross them."""
    from shapely.geometry import LineString

    waters = sources.vocabulary.water
    return [
        LineString(run)
        for feature in sources.features
        if feature.kind in waters
        for run in lines.get(feature.id, ())
    ]


def crossings(run: Sequence[Spot], wet: Sequence[LineString]) -> list[Spot]:
    """Where a warped line crosses warped water, in the water's order."""
    import shapely
    from shapely.geometry import LineString

    line = LineString(run)
    found = []
    for water in wet:
        if not line.intersects(water):
            continue
        shared = line.intersection(water)
        for part in shapely.get_parts(shared):
            middle = part.centroid
            if not part.is_empty:
                found.append(Spot(round(middle.x, 6), round(middle.y, 6)))
    return sorted(found)


def chain_links(chain: Sequence[Hex]) -> list[Hexside]:
    """The hexsides a chain of hexes passes, in order."""
    return [hexside(a, b) for a, b in pairwise(chain)]


# A survey as bytes and back, so that an edit of what it does not look at need not repeat it.
#
# What a survey found is told by the ids of the geography's features: their names, sources and rows
# stand in the geography itself.


def encode_survey(survey: Survey) -> bytes:
    """A survey's bytes: the same for the same survey."""
    outlines, fit = survey.outlines, survey.fit
    record = {
        "fit": fit and fit_record(fit),
        "water": survey.water
        and [[*side.a, *side.b, kind, f.id] for (side, kind), f in survey.water.items()],
        "roads": [[road.feature.id, road.chains] for road in survey.roads],
        "outlines": outlines
        and {
            "terrain": [[*h, c.terrain, c.feature.id] for h, c in outlines.terrain.items()],
            "middles": [[*h, feature.id] for h, feature in outlines.middles.items()],
            "areas": [[feature.id, hexes] for feature, hexes in outlines.areas],
        },
        "warnings": survey.warnings,
        "lines": survey.lines,
        "slopes": [
            [*side.a, *side.b, kind, slope.feature.id, *slope.high]
            for (side, kind), slope in survey.slopes.items()
        ],
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def fit_record(fit: FitReport) -> dict[str, Any]:
    """A fit as JSON values."""
    turn, shift = fit.similarity.turn, fit.similarity.shift
    return {
        "turn": [turn.real, turn.imag],
        "shift": [shift.real, shift.imag],
        "residuals": [[r.place, r.at, r.role, r.fitted, r.left_out] for r in fit.residuals],
    }


def decode_survey(data: bytes, features: Iterable[Feature]) -> Survey:
    """A survey from its bytes. :param features: those of the geography it was made from."""
    record = json.loads(data)
    of = {feature.id: feature for feature in features}
    return Survey(
        fit=record["fit"] and fit_of(record["fit"]),
        water=record["water"]
        and {
            (Hexside(Hex(a, b), Hex(c, d)), kind): of[id_]
            for a, b, c, d, kind, id_ in record["water"]
        },
        roads=tuple(
            SurveyedRoad(of[id_], tuple(map(hexes, chains))) for id_, chains in record["roads"]
        ),
        outlines=record["outlines"] and outlines_of(record["outlines"], of),
        warnings=tuple(record["warnings"]),
        lines={
            id_: tuple(tuple(Spot(x, y) for x, y in run) for run in runs)
            for id_, runs in record["lines"].items()
        },
        slopes={
            (Hexside(Hex(a, b), Hex(c, d)), kind): Slope(of[id_], Hex(line, half))
            for a, b, c, d, kind, id_, line, half in record["slopes"]
        },
    )


def fit_of(record: Mapping[str, Any]) -> FitReport:
    """A fit from JSON values."""
    similarity = Similarity(complex(*record["turn"]), complex(*record["shift"]))
    return FitReport(similarity, tuple(ControlResidual(*r) for r in record["residuals"]))


def outlines_of(record: Mapping[str, Any], of: Mapping[str, Feature]) -> Outlines:
    """What outlines cover, from JSON values."""
    return Outlines(
        {
            Hex(line, half): Covered(terrain, of[id_])
            for line, half, terrain, id_ in record["terrain"]
        },
        {Hex(line, half): of[id_] for line, half, id_ in record["middles"]},
        tuple((of[id_], hexes(inside)) for id_, inside in record["areas"]),
    )


def hexes(pairs: Iterable[Sequence[int]]) -> tuple[Hex, ...]:
    """Hexes from pairs of numbers."""
    return tuple(Hex(line, half) for line, half in pairs)
