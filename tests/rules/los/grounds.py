"""Random grounds with everything that bears on sight, for tests and benches."""

from __future__ import annotations

import random

from clubroute.builder.grid import (
    Hex,
    Hexside,
    hexside,
    neighbours,
)
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    CLEAR,
    ORCHARD,
    SightReadings,
)
from clubroute.rules.gts.los.scene import Features


def disc(radius: int) -> list[Hex]:
    """All hexes within a radius of (0, 1)."""
    from clubroute.builder.grid import within

    return sorted(within(Hex(0, 1), radius))


def random_features(
    seed: int, hexes: list[Hex], *, woods: float, orchards: float, crests: float, lines: float
) -> Features:
    """Features by shares 0..1 of the hexes (woods, orchards) and hexsides (crests, lines)."""
    rng = random.Random(seed)
    effects = {}
    for h in hexes:
        roll = rng.random()
        effects[h] = BLOCKS if roll < woods else ORCHARD if roll < woods + orchards else CLEAR
    sides = sorted({hexside(h, n) for h in hexes for n in neighbours(h) if n in effects})
    return Features(
        effects,
        frozenset(side for side in sides if rng.random() < crests),
        frozenset(side for side in sides if rng.random() < lines),
    )


def random_readings(seed: int) -> SightReadings:
    """A set of readings, some of them not the default."""
    rng = random.Random(seed)
    return SightReadings(
        **{name: rng.choice(list(values)) for name, values in SightReadings.meanings().items()}
    )


def moved(features: Features, line: int, half: int) -> Features:
    """The features shifted."""

    def shift(h: Hex) -> Hex:
        return Hex(h.line + line, h.half + half)

    return Features(
        {shift(h): effect for h, effect in features.effects.items()},
        frozenset(hexside(shift(a), shift(b)) for a, b in features.crests),
        frozenset(hexside(shift(a), shift(b)) for a, b in features.lines),
    )


def mirrored(features: Features) -> Features:
    """The features seen in a mirror: columns run the other way."""
    return Features(
        {mirror(h): effect for h, effect in features.effects.items()},
        frozenset(mirror_side(side) for side in features.crests),
        frozenset(mirror_side(side) for side in features.lines),
    )


def mirror(h: Hex) -> Hex:
    """A hex in the mirror."""
    return Hex(-h.line, h.half)


def mirror_side(side: Hexside) -> Hexside:
    """A hexside in the mirror."""
    return hexside(mirror(side.a), mirror(side.b))
