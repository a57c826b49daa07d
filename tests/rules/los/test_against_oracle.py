"""Every way of answering gives what brute force gives, for every reading."""

from __future__ import annotations

import random
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.grid import (
    Hex,
    distance,
    ring,
    within,
)
from clubroute.rules.gts.los.line_rules import (
    BLOCKS,
    CLEAR,
    ORCHARD,
    UNKNOWN,
    SightReadings,
)
from clubroute.rules.gts.los.scene import Features, lay_out
from clubroute.rules.gts.los.sight import Sight, sight_on
from clubroute.rules.kit.lines import Along, Corner, walk
from tests.cases import each
from tests.properties import examples
from tests.rules.los import oracle
from tests.rules.los.grounds import (
    disc,
    mirror,
    mirrored,
    moved,
    random_features,
    random_readings,
)

pytestmark = pytest.mark.slow

CENTRE = Hex(0, 1)
SHARES = (
    {"woods": 0.0, "orchards": 0.0, "crests": 0.04, "lines": 0.0},
    {"woods": 0.0, "orchards": 0.0, "crests": 0.0, "lines": 0.04},
    {"woods": 0.02, "orchards": 0.1, "crests": 0.0, "lines": 0.0},
    {"woods": 0.03, "orchards": 0.05, "crests": 0.02, "lines": 0.02},
    {"woods": 0.0, "orchards": 0.0, "crests": 0.3, "lines": 0.0},
    {"woods": 0.0, "orchards": 0.0, "crests": 0.0, "lines": 0.3},
)


def sight_of(features: Features, readings: SightReadings | None = None) -> Sight:
    return sight_on(lay_out(features), readings or SightReadings())


def fan_of(sight: Sight, origin: Hex, radius: int) -> dict[Hex, int]:
    return {
        Hex(origin.line + line, origin.half + half): outcome
        for (line, half), outcome in sight.fan(origin, radius)
    }


def expected(features: Features, readings: SightReadings, a: Hex, b: Hex) -> int:
    return oracle.outcome(a, b, features.effects, features.crests, features.lines, asdict(readings))


@pytest.mark.parametrize("seed", range(12))
def test_every_direction_to_range_13(seed: int) -> None:
    """All 546 targets, from the middle of random maps, one by one and as a fan."""
    readings = random_readings(seed) if seed >= len(SHARES) else SightReadings()
    features = random_features(seed, disc(15), **SHARES[seed % len(SHARES)])
    sight = sight_of(features, readings)
    seen = fan_of(sight, CENTRE, 13)
    outcomes = set()
    for target in within(CENTRE, 13):
        outcome = expected(features, readings, CENTRE, target)
        assert sight.look(CENTRE, target) == outcome, target
        assert sight.look(target, CENTRE) == outcome, target
        assert seen.get(target, CLEAR) == outcome, target
        outcomes.add(outcome)
    assert outcomes == {CLEAR, BLOCKS}


SPINE = [
    Hex(CENTRE.line + 2 * k, CENTRE.half + 6 * k * turn) for k in (1, 2, 3) for turn in (-1, 1)
]
SPINE += [Hex(CENTRE.line + 4 * k, CENTRE.half) for k in (1, 2, 3)]


@each("seed", range(25))
def test_crests_and_drawn_lines_that_follow_the_line(seed: int) -> None:
    """Lines along hexsides and through centres, where what is drawn may come along with them."""
    readings = SightReadings(crest_along="clear", raised_along="clear")
    features = random_features(seed, disc(14), woods=0, orchards=0, crests=0.2, lines=0.2)
    across = Hex(CENTRE.line, CENTRE.half + 8)
    only = (replace(features, lines=frozenset()), replace(features, crests=frozenset()))
    parts = [(part, sight_of(part, readings)) for part in only]
    sight = sight_of(features, readings)
    seen = fan_of(sight, CENTRE, 13)
    for target in (*SPINE, across, Hex(CENTRE.line + 5, CENTRE.half + 5)):
        outcome = expected(features, readings, CENTRE, target)
        for part, alone in parts:
            assert alone.look(CENTRE, target) == expected(part, readings, CENTRE, target)
        assert sight.look(CENTRE, target) == outcome
        assert seen[target] == outcome


@pytest.mark.parametrize("seed", range(6))
def test_at_the_edge_of_the_map(seed: int) -> None:
    """Lines that leave a ragged map and come back pass hexes nobody knows."""
    rng = random.Random(seed)
    readings = random_readings(seed)
    hexes = [h for h in disc(7) if rng.random() > 0.15]
    features = random_features(seed, hexes, woods=0.05, orchards=0.15, crests=0.02, lines=0.02)
    sight = sight_of(features, readings)
    outcomes = set()
    for origin in rng.sample(hexes, 4):
        seen = fan_of(sight, origin, 13)
        near = sorted(h for h in hexes if h != origin and distance(h, origin) <= 13)
        assert sorted(seen) == near
        for target in rng.sample(hexes, 60):
            if distance(origin, target) <= 13:
                outcome = expected(features, readings, origin, target)
                assert sight.look(origin, target) == outcome
                assert seen.get(target, CLEAR) == outcome
                outcomes.add(outcome)
    assert outcomes == {CLEAR, UNKNOWN, BLOCKS}


@examples(60)
@given(st.integers(0, 10**6), st.integers(-9, 9), st.integers(-9, 9), st.data())
def test_symmetric_and_the_same_shifted_and_mirrored(
    seed: int, line: int, half: int, data: st.DataObject
) -> None:
    half += (line + half) % 2
    readings = random_readings(seed)
    hexes = disc(9)
    features = random_features(seed, hexes, woods=0.05, orchards=0.1, crests=0.05, lines=0.05)
    a, b = data.draw(st.sampled_from(hexes)), data.draw(st.sampled_from(hexes))
    outcome = sight_of(features, readings).look(a, b)
    assert sight_of(features, readings).look(b, a) == outcome
    shifted = sight_of(moved(features, line, half), readings)
    assert (
        shifted.look(Hex(a.line + line, a.half + half), Hex(b.line + line, b.half + half))
        == outcome
    )
    assert sight_of(mirrored(features), readings).look(mirror(a), mirror(b)) == outcome


def kind_of(target: Hex) -> str:
    """How the line to a target runs, as our own walk has it; the oracle must agree."""
    found = list(walk(target))
    beside = any(isinstance(meeting, Along) for meeting in found)
    touched = any(isinstance(meeting, Corner) and meeting.touched for meeting in found)
    met = oracle.met(target)
    assert (beside, touched) == (bool(met.beside), bool(met.touched))
    return "hexside" if beside else "vertex" if touched else "plain"


def test_ties_within_eight_hexes() -> None:
    """36 targets meet a hex at a vertex only, 24 lie along a hexside, 156 are plain."""
    kinds = {target: kind_of(target) for r in range(1, 9) for target in ring(Hex(0, 0), r)}
    by_range = {
        kind: {r: sum(kinds[t] == kind for t in ring(Hex(0, 0), r)) for r in range(1, 9)}
        for kind in ("plain", "hexside", "vertex")
    }
    assert {r: n for r, n in by_range["hexside"].items() if n} == {2: 6, 4: 6, 6: 6, 8: 6}
    assert {r: n for r, n in by_range["vertex"].items() if n} == {5: 12, 7: 12, 8: 12}
    assert sum(by_range["plain"].values()) == 156


@each("target", [t for r in range(1, 9) for t in ring(Hex(0, 0), r)], ids=str)
def test_each_tie_by_itself(target: Hex) -> None:
    """For each target within 8 hexes: one wood at a time, in every hex it could matter."""
    origin = Hex(2, 3)
    end = Hex(origin.line + target.line, origin.half + target.half)
    met = oracle.met(target)
    bare = dict.fromkeys(disc(15), CLEAR)
    for near in {h for part in (met.inside, met.touched, *met.beside) for h in part}:
        wood = Hex(origin.line + near[0], origin.half + near[1])
        for readings in (SightReadings(), SightReadings(vertex_touch="blocks")):
            found = sight_of(Features({**bare, wood: BLOCKS}), readings).look(origin, end)
            blocks = near in met.inside or (
                near in met.touched and readings.vertex_touch == "blocks"
            )
            assert found == (BLOCKS if blocks else CLEAR)
    for left, right in met.beside:
        pair = [Hex(origin.line + h[0], origin.half + h[1]) for h in (left, right)]
        both = sight_of(Features({**bare, pair[0]: BLOCKS, pair[1]: BLOCKS}))
        assert both.look(origin, end) == BLOCKS
        one_orchard = sight_of(Features({**bare, pair[0]: ORCHARD, pair[1]: BLOCKS}))
        assert one_orchard.look(origin, end) == CLEAR


def test_a_fan_after_single_lines_and_after_smaller_fans() -> None:
    """What a question kept serves the next: the same outcomes, whatever was asked before."""
    features = random_features(3, disc(15), **SHARES[3])
    asked, fresh = sight_of(features), sight_of(features)
    for h in list(within(CENTRE, 13))[::17]:
        asked.look(CENTRE, h)
    for radius in (2, 0, 13, 5):
        assert asked.fan(CENTRE, radius) == sight_of(features).fan(CENTRE, radius)
    for (line, half), outcome in fresh.fan(CENTRE, 13):
        assert asked.look(CENTRE, Hex(CENTRE.line + line, CENTRE.half + half)) == outcome


@pytest.mark.parametrize("off", [Hex(0, 41), Hex(0, -39), Hex(40, 1), Hex(-40, 1), Hex(1, 10**6)])
def test_hexes_off_the_map_are_refused(off: Hex) -> None:
    sight = sight_of(Features(dict.fromkeys(disc(3), CLEAR)))
    for a, b in ((CENTRE, off), (off, CENTRE)):
        with pytest.raises(KeyError):
            sight.look(a, b)
    beyond = Hex(CENTRE.line - 1, CENTRE.half + sight.ground.stride)  # the same cell as the centre
    with pytest.raises(KeyError):
        sight.look(beyond, CENTRE)


@pytest.mark.parametrize("seed", range(6))
def test_far_lines_are_judged_like_near_ones(seed: int) -> None:
    """Beyond the range of a fan two offsets may be as many cells apart: none is mistaken."""
    rng = random.Random(seed)
    readings = random_readings(seed)
    hexes = [Hex(line, 2 * row + (line + 1) % 2) for line in range(90) for row in range(6)]
    features = random_features(seed, hexes, woods=0.001, orchards=0.01, crests=0.01, lines=0.01)
    sight = sight_of(features, readings)
    outcomes = set()
    for _ in range(60):
        a, b = rng.choice(hexes), rng.choice(hexes)
        outcome = expected(features, readings, a, b)
        assert sight.look(a, b) == sight.look(b, a) == outcome
        outcomes.add(outcome)
    assert len(outcomes) > 1
