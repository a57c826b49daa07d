"""How well places agree that were told apart from each other: by two halves of the control points,
and by the hex numbers of two games.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.grid import Hex, Lattice
from clubroute.builder.sources.checks import ControlPoint
from clubroute.builder.survey.fit import (
    Metres,
    Tie,
    distance_of,
    fit_similarity,
    ties,
)
from clubroute.builder.survey.inputs import MapSources
from clubroute.builder.survey.plane import Spot, centre_spot


def half_fits(sources: MapSources, windows: Sequence[str]) -> dict[str, tuple[int, float, float]]:
    """For each window: its control points, and their rms and worst distance (hexes) from where
    a fit to all control points outside that window puts them."""
    lattice = sources.lattice
    used = [t for t in ties(sources.controls, lattice) if t.control.role == "control"]
    found = {}
    for window in windows:
        shown = frozenset(lattice.hexes(window))
        inside = [t for t in used if set(t.control.hexes) <= shown]
        similarity = fit_similarity([t for t in used if t not in inside])
        distances = [distance_of(similarity, t) for t in inside]
        found[window] = (len(inside), round(rms(distances), 3), round(max(distances), 3))
    return found


@dataclass(frozen=True, slots=True)
class Pair:
    """A place two games document: its hexes on the one lattice and on the other."""

    place: str
    hexes: tuple[Hex, ...]
    others: tuple[Hex, ...]


@dataclass(frozen=True, slots=True)
class CrossLattice:
    """The similarity from another lattice: how many of its hexes one of ours is, the turn between
    the two in degrees, and each pair's distance (our hexes) from a fit to all other pairs."""

    scale: float
    turn: float
    left_out: dict[str, float]

    @property
    def rms(self) -> float:
        """Root mean square of the left-out distances, hexes."""
        return rms(list(self.left_out.values()))


def cross_lattice(
    ours: Lattice, theirs: Lattice, pairs: Sequence[Pair], judged: Sequence[Pair] = ()
) -> tuple[CrossLattice, dict[str, float]]:
    """How well two games agree on where places are; and where ``judged`` places, not fitted, lie.

    No longitude or latitude is used: only the two games' own hex numbers.
    """
    points = [tie_of(pair, ours, theirs) for pair in pairs]
    whole = fit_similarity(points)
    left_out = {
        pair.place: round(distance_of(fit_similarity([p for p in points if p is not t]), t), 3)
        for pair, t in zip(pairs, points, strict=True)
    }
    apart = {p.place: round(distance_of(whole, tie_of(p, ours, theirs)), 3) for p in judged}
    return CrossLattice(round(abs(whole.turn), 4), round(whole.rotation, 2), left_out), apart


def tie_of(pair: Pair, ours: Lattice, theirs: Lattice) -> Tie:
    """A pair as a point to fit: their plane stands for the country."""
    there, here = middle(theirs, pair.others), middle(ours, pair.hexes)
    control = ControlPoint(pair.hexes, pair.place, 0, 0, 1, "pub", "control", 0)
    return Tie(control, Metres(there.x, -there.y), here)


def middle(lattice: Lattice, hexes: Sequence[Hex]) -> Spot:
    """The mean of hex centres."""
    spots = [centre_spot(lattice, h) for h in hexes]
    return Spot(sum(s.x for s in spots) / len(spots), sum(s.y for s in spots) / len(spots))


def rms(values: Sequence[float]) -> float:
    """Root mean square; 0 of nothing."""
    return math.sqrt(sum(v * v for v in values) / len(values)) if values else 0.0
