"""A survey as bytes and back, so that an edit of what it does not look at need not repeat it.

What a survey found is told by the ids of the geography's features: their names, sources and rows
stand in the geography itself.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.sources.features import Feature
from clubroute.builder.survey.fit import ControlResidual, FitReport, Similarity
from clubroute.builder.survey.outlines import Covered, Outlines
from clubroute.builder.survey.plane import Spot
from clubroute.builder.survey.survey import Slope, Survey, SurveyedRoad


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
