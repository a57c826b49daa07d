"""Road ends led to the Road they stop short of."""

from __future__ import annotations

from itertools import pairwise

from clubroute.builder.grid import (
    Hex,
    Lattice,
    Sheet,
    adjacent,
    hexsides,
)
from clubroute.builder.survey.snap_roads import Chain, RoadBounds, meet

SHOWN = frozenset(Lattice("t", "flat", (Sheet("s", (0, 20), (0, 20)),)).hexes())
OPEN = RoadBounds(frozenset(), frozenset(), frozenset(), {})
# A road down column 10, and one along the rows towards it from the west.
MAIN = tuple(Hex(10, 2 * n + 1) for n in range(4, 15))


def lane(last: int) -> Chain:
    """A road from column 3 to column ``last``, all near row 9."""
    return tuple(Hex(line, 19 if line % 2 == 0 else 20) for line in range(3, last + 1))


def joined(last: int, ground: RoadBounds = OPEN, *, rail: bool = False) -> Chain:
    """The lane after it was led to the main road."""
    chains = {"lane": (lane(last),), "main": (MAIN,)}
    found = meet(chains, {}, {"lane": rail, "main": False}, ground, SHOWN)
    assert found["main"] == (MAIN,)
    (chain,) = found["lane"]
    assert chain[: len(lane(last))] == lane(last)
    assert all(adjacent(a, b) for a, b in pairwise(chain))
    return chain


def test_an_end_one_or_two_hexes_short_is_led_on() -> None:
    for last in (8, 9):
        chain = joined(last)
        assert chain[-1] in MAIN
        assert len(chain) == len(lane(10))


def test_an_end_that_meets_or_is_far_stays() -> None:
    assert joined(10) == lane(10)
    assert joined(7) == lane(7)


def test_no_end_is_led_across_water() -> None:
    wet = frozenset(s for h in MAIN for s in hexsides(h))
    assert joined(9, RoadBounds(wet, frozenset(), frozenset(), {})) == lane(9)


def test_a_railroad_is_not_led_to_a_road() -> None:
    assert joined(9, rail=True) == lane(9)


def test_an_end_at_the_edge_of_the_map_stays() -> None:
    edge = (Hex(2, 9), Hex(1, 10), Hex(0, 11))
    other = tuple(Hex(1, 2 * n) for n in range(6, 9))
    found = meet(
        {"edge": (edge,), "other": (other,)},
        {},
        {"edge": False, "other": False},
        OPEN,
        SHOWN,
    )
    assert found["edge"][0][-3:] == edge


def test_a_hand_written_road_is_met_too() -> None:
    found = meet({"lane": (lane(9),)}, {"main": MAIN}, {"lane": False, "main": False}, OPEN, SHOWN)
    assert found["lane"][0][-1] in MAIN
