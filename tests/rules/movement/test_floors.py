"""What the rest of a way costs at least: never too much, and no step makes it fall by more."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from clubroute.builder.grid import distance
from clubroute.rules.ground.mapfile import MapFile, open_map
from clubroute.rules.gts.games import GAMES, movement_table
from clubroute.rules.gts.movement.graph.floors import BY_ROAD
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.cheapest import reach, remains
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.situation.surroundings import Surroundings
from tests.cases import each
from tests.properties import seeds
from tests.rules.movement.small_maps import LATTICE, make_case
from tests.rules.movement.test_against_oracle import network_of, readings_for


@each("seed", seeds(range(1, 400, 4)))
def test_no_step_brings_a_goal_nearer_than_it_costs(seed: int) -> None:
    """Steps from every node that can be reached, towards every goal, readings and states too."""
    case = make_case(seed)
    window = next(s.name for s in LATTICE.sheets if case.start in s) if seed % 2 else "mg"
    network = network_of(case, window, readings_for(seed))
    size = len(network.map)
    nodes = {n for hex, column in product(range(size), (True, False))
             for n in reach(network, network.starts(hex, column), 30)}  # fmt: skip
    for goal in range(size):
        floor = network.floors.to(goal)
        for node in nodes:
            for there, cost in network.steps_of(node):
                assert remains(network, floor, goal, node) <= cost + remains(
                    network, floor, goal, there
                )


@pytest.fixture(scope="module")
def country(map_folder: Path) -> MapFile:
    return open_map(map_folder / "gts.terrain", "wed")


def test_floors_on_the_real_map(country: MapFile) -> None:
    """A hex on a Road costs the Road's half point, one without its terrain."""
    rules = Rules({game: movement_table(game) for game in GAMES}, MovementReadings())
    floors = Network(country, rules, "tracked", Surroundings()).floors
    assert floors.entering(country.id("75.129")) == BY_ROAD
    bare = next(
        id
        for id in range(len(country))
        if country.terrain_of(id) == "woods"
        and not any(id * 6 + direction in country.links for direction in range(6))
    )
    woods = [t.terrain["woods"].price["tracked"] for t in rules.tables.values()]
    prices = [price for row in woods for price in row if isinstance(price, int)]
    assert floors.entering(bare) == (min(prices) if prices else BY_ROAD)
    on_road, off_road = floors.to(country.id("75.129")), floors.to(bare)
    assert on_road.column[:3] == [0, 1, 2]
    assert off_road.column[1] == floors.entering(bare)
    longest = max(distance(country.hex(0), country.hex(id)) for id in range(len(country)))
    assert len(on_road.column) == len(on_road.foot) > longest
