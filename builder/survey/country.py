"""The geography as lines and outlines on a lattice's plane, beyond its hexes as well as on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.grid import Lattice
from clubroute.builder.sources.controls import read_controls
from clubroute.builder.sources.features import Feature
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.survey.fit import fit_controls, ties
from clubroute.builder.survey.plane import Spot
from clubroute.builder.survey.warp import make_warp

HEATH = "heath"
"""What the geography calls the open ground that is drawn as heath."""

Course = tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class CountryStretch:
    """A line or an outline of the country: its id, the kind boards draw it as, its courses, and its
    name.

    That is a terrain's or a line's name, or :data:`HEATH`.

    The courses of an outline are its rings, those of a line its parts, in hexes of the plane.
    """

    id: str
    kind: str
    outline: bool
    courses: tuple[Course, ...]
    name: str = ""


def country_of(
    folder: Path, lattice: Lattice, words: Vocabulary, features: Sequence[Feature]
) -> tuple[CountryStretch, ...]:
    """The country round a lattice, outlines first; nothing for a lattice without control points.

    :param folder: of the lattice. :param features: of the geography beside it.
    :raises InputError: a mistake in ``controls.csv``.
    """
    path = folder / "controls.csv"
    if not path.is_file():
        return ()
    points = ties(read_controls(path, lattice), lattice)
    warp = make_warp(fit_controls(points, str(path)).similarity, points)
    drawn = words.drawn_as()

    def warped(lines: Sequence[Sequence[tuple[float, float]]]) -> tuple[Course, ...]:
        return tuple(tuple(warp.spot(lon, lat) for lon, lat in line) for line in lines)

    outlines, lines = [], []
    for feature in features:
        stands_for = words.line_stands_for(feature.kind)
        told = words.features.get(feature.kind)
        ground = told.terrain if told else feature.kind
        if feature.lines:
            kind = drawn.get(stands_for, stands_for)
            lines.append(CountryStretch(feature.id, kind, False, warped(feature.lines)))
        elif feature.kind == HEATH or (ground and ground != words.default):
            # To the rules heath may be open ground; it looks otherwise.
            kind = HEATH if ground == words.default else ground
            for rings in feature.polygons:
                outlines.append(CountryStretch(feature.id, kind, True, warped(rings), feature.name))
    return (*outlines, *lines)
