"""Ways with mounting and dismounting equal exhaustive search on random small maps."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from clubroute.builder.grid import Hex
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.gts.movement.actions.plan import Stage
from clubroute.rules.gts.movement.answers.trips import (
    Trip,
    best_trip,
    modes_of,
    trips_in_reach,
)
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.modes import (
    BARE,
    ON_FOOT,
    RIDING,
    Modes,
)
from clubroute.rules.gts.situation.mover import Mover
from tests.rules.movement.small_maps import LATTICE, make_case
from tests.rules.movement.test_against_oracle import network_of, readings_for, state_of
from tests.rules.movement.trip_oracle import Costs, Place, TripOracle

pytestmark = pytest.mark.slow

NAMES = {RIDING: "riding", ON_FOOT: "on foot", BARE: "bare"}
CASES = 120
"""Maps in the fast suite; thousands: ``python -m tests.bench.fuzz_movement``."""
BATCH = 40


def trip_of(seed: int) -> tuple[Trip, TripOracle]:
    """A random map, a unit with transport on it, and what the series' rules charge."""
    random = Random(f"trip {seed}")
    case = make_case(seed)
    shown = [s.name for s in LATTICE.sheets if case.start in s]
    window = ("mg", *shown)[seed % (1 + len(shown))]
    readings = readings_for(seed)
    organic = random.choice([c for c in MOVE_CLASSES if c != "leg"])
    mounted = random.choice([True, False])
    costs = {
        name: random.randint(0, 6)
        for name in ("mount", "dismount")
        if seed % 5 or random.random() < 0.5
    }

    def network_for(mover: Mover) -> Network:
        return network_of(replace(case, move_class=mover.move_class), window, readings)

    mover = Mover(organic if mounted else "leg", case.column, organic=organic, mounted=mounted)
    network = network_for(mover)
    starts = network.starts(network.map.find(case.start), case.column)
    oracle = TripOracle(
        case,
        window,
        readings,
        organic,
        Costs(*(costs[n] / 2 if n in costs else None for n in ("mount", "dismount"))),
    )
    return Trip(Stage(network, mover), starts, network_for, costs), oracle


def place_of(modes: Modes, place: int) -> Place:
    """A place as the oracle names it."""
    network = modes.networks[0]
    return NAMES[modes.mode_of(place)], bool(place % 2), state_of(network, modes.node(place))


@pytest.mark.parametrize("first", range(0, CASES, BATCH))
def test_trips_equal_exhaustive_search(first: int) -> None:
    for seed in range(first, first + BATCH):
        trip, oracle = trip_of(seed)
        mode = "riding" if trip.stage.mover.mounted else "on foot"
        expected = oracle.all(mode)
        modes = modes_of(trip, trip.costs, tells_start=True)
        found = {place_of(modes, p): c / 2 for p, c in modes.reach(trip.starts, 200).items()}
        assert found == expected, seed
        near = {place_of(modes, p): c / 2 for p, c in modes.reach(trip.starts, 9).items()}
        assert near == {p: cost for p, cost in expected.items() if cost <= 4.5}, seed
        compare_ways(trip, modes, expected, seed)


def compare_ways(trip: Trip, modes: Modes, expected: dict[Place, float], seed: int) -> None:
    """The cheapest way to every hex, and back to the first, costs what exhaustive search says."""
    map = trip.stage.network.map
    best: dict[Hex, float] = {}
    again: float | None = None
    for (_, gone, (h, _, _)), cost in expected.items():
        best[h] = min(cost, best.get(h, cost))
        if gone and map.find(h) in trip.hexes:
            again = cost if again is None else min(cost, again)
    plain = modes_of(trip, trip.costs)
    for id in range(len(map)):
        wanted = best.get(map.hex(id))
        way = plain.cheapest(trip.starts, id)
        assert way.cost == (None if wanted is None else wanted * 2), seed
        if seed % 4 == 0 and wanted is not None and len(trip.costs) == 2:
            answer = best_trip(trip, id, None, leaves=False).receipt
            assert answer.total == wanted * 2, seed
            assert sum(step.cost or 0 for step in answer.steps) == answer.total, seed
    (start,) = trip.hexes
    back = modes.cheapest(trip.starts, start, lambda place: place % 2 == 1)
    assert back.cost == (None if again is None else again * 2), seed
    if seed % 4 == 0:
        reached = trips_in_reach(trip, 9, states=True).receipt
        near = {map.number(map.find(h)): c for h, c in best.items() if c <= 4.5}
        assert reached.extra["hexes"] == near, seed


def test_unknown_costs_only_where_they_matter() -> None:
    """With a cost unknown the answer is the way without, unless there is none; it says which."""
    seen: set[tuple[str, bool]] = set()
    for seed in range(0, 200, 10):
        trip, _ = trip_of(seed)
        free = modes_of(trip, {"mount": 0, "dismount": 0, **trip.costs})
        known = modes_of(trip, trip.costs)
        for id in range(len(trip.stage.network.map)):
            answer = best_trip(trip, id, None, leaves=False).receipt
            least, without = (m.cheapest(trip.starts, id).cost for m in (free, known))
            said = any("whether it is cheaper" in line for line in answer.unchecked)
            needs = any(need.startswith("series rule: cost of") for need in answer.needs)
            assert needs == (without is None and least is not None)
            assert said == (without is not None and least is not None and least < without)
            assert (answer.verdict == "illegal") == (least is None)
            seen.add((answer.verdict, said))
    assert {("legal", True), ("legal", False), ("undetermined", False), ("illegal", False)} <= seen
