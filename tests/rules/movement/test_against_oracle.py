"""Reach and cheapest way equal exhaustive search on thousands of random small maps."""

from __future__ import annotations

from random import Random

import pytest

from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.rules.ground.mapfile import read_map
from clubroute.rules.gts.games import GAMES, SERIES, movement_table
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.cheapest import cheapest, reach
from clubroute.rules.gts.movement.search.declared import Waypoint, walk
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.position.units import read_unit
from clubroute.rules.gts.situation.mover import as_known, mover_of
from clubroute.rules.gts.situation.surroundings import surroundings_of
from tests.rules.movement.oracle import Oracle, State, cheapest_of_all
from tests.rules.movement.small_maps import LATTICE, Case, make_case

pytestmark = pytest.mark.slow

TABLES = {game: movement_table(game) for game in GAMES}
CASES = 400
"""Maps in the fast suite; thousands: ``python -m tests.bench.fuzz_movement``."""
BATCH = 100


def readings_for(seed: int) -> MovementReadings:
    """The default readings for even seeds, random ones for odd seeds."""
    random = Random(f"readings {seed}")
    if seed % 2 == 0:
        return MovementReadings()
    values = MovementReadings.meanings()
    return MovementReadings(**{name: random.choice(list(many)) for name, many in values.items()})


def network_of(case: Case, window: str, readings: MovementReadings) -> Network:
    """The case as the program is told it: a compiled file, a unit and a state."""
    opened = read_map(encode_terrain(case.terrain), "small.terrain", window)
    unit = {"class": case.move_class, "column": case.column, "side": "Allied", "id": "we"}
    state = {
        "units": [
            {"id": f"e{k}", "side": "German", "hex": LATTICE.format(h)}
            for k, h in enumerate(sorted(case.enemies))
        ],
        "markers": [
            {"kind": "road_block", "hex": LATTICE.format(h)} for h in sorted(case.road_blocks)
        ],
        "bridges": {LATTICE.format_hexside(s): word for s, word in case.bridges.items()},
    }
    told = SERIES.read_state(state)
    mover = mover_of(as_known(read_unit(unit), told))
    rules = Rules(TABLES, readings)
    position = surroundings_of(opened, TABLES, mover, told)
    return Network(opened, rules, mover.move_class, position)


def state_of(network: Network, node: int) -> State:
    """A node as the oracle names it."""
    hex, column, road = network.place(node)
    return network.map.hex(hex), column, network.map.roads[road].id if road >= 0 else ""


@pytest.mark.parametrize("first", range(0, CASES, BATCH))
def test_reach_best_and_check_equal_exhaustive_search(first: int) -> None:
    for seed in range(first, first + BATCH):
        case = make_case(seed)
        shown = [s.name for s in LATTICE.sheets if case.start in s]
        window = ("mg", *shown)[seed % (1 + len(shown))]
        readings = readings_for(seed)
        network = network_of(case, window, readings)
        expected = cheapest_of_all(Oracle(case, window, readings))
        starts = network.starts(network.map.find(case.start), case.column)
        found = {state_of(network, n): c / 2 for n, c in reach(network, starts, 200).items()}
        assert found == expected, seed
        near = {state_of(network, n): c / 2 for n, c in reach(network, starts, 9).items()}
        assert near == {state: cost for state, cost in expected.items() if cost <= 4.5}, seed
        compare_ways(network, starts, expected, seed)


def compare_ways(
    network: Network, starts: tuple[int, ...], expected: dict[State, float], seed: int
) -> None:
    """The cheapest way to every hex costs what exhaustive search says, and holds when declared."""
    best: dict[object, float] = {}
    for (h, _, _), cost in expected.items():
        best[h] = min(cost, best.get(h, cost))
    for id in range(len(network.map)):
        way = cheapest(network, starts, id)
        wanted = best.get(network.map.hex(id))
        assert way.cost == (None if wanted is None else wanted * 2), seed
        if way.cost is None or seed % 4:
            continue
        declared = [
            Waypoint(hex, column)
            for hex, column, _ in (network.place(node) for node in way.path[1:])
        ]
        walked = walk(network, way.path[:1], declared)
        assert walked.stop is None, seed
        if declared:
            assert walked.totals[-1] == way.cost, seed
            assert len(walked.nodes) == len(walked.totals)
