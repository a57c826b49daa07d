"""What is worked out for a position is kept for the next question, and never changes an answer."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import MOST_POSITIONS, Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.games import GAMES, movement_table
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import Graphs
from clubroute.rules.gts.movement.journey import graphs_of, network_of
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.situation.condition import UNLIMITED
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import Surroundings
from tests.cases import each
from tests.properties import seeds
from tests.rules.movement.small_maps import LATTICE, make_case
from tests.rules.movement.test_against_oracle import network_of as network_of_case
from tests.rules.movement.test_against_oracle import readings_for

UNIT: dict[str, Any] = {"class": "wheeled", "column": True, "side": "Allied", "ma": 8}
STATE: dict[str, Any] = {
    "units": [{"hex": "75.128", "side": "German"}],
    "markers": [{"kind": "road_block", "hex": "77.127"}],
    "bridges": {"74.129/75.129": "destroyed"},
}
REACH: dict[str, Any] = {"map": "wed", "unit": UNIT, "from": "75.129"}


def graphs_in(context: Context) -> int:
    """For how many positions graphs are kept."""
    return len(graphs_of(context, map_of(context, "wed")).positions)


def test_an_open_state_is_read_once(context: Context) -> None:
    """Opened, sent whole, or asked of a fresh context: the same answer, from one graph."""
    plain = ask(context, "move.reach", REACH)
    handle = context.states.open(STATE)
    opened = ask(context, "move.reach", {**REACH, "state": handle})
    assert opened["hexes"] != plain["hexes"]
    networks, positions = graphs_in(context), len(context.kept("positions"))
    assert ask(context, "move.reach", {**REACH, "state": handle}) == opened
    assert ask(context, "move.reach", {**REACH, "state": STATE}) == opened
    assert (graphs_in(context), len(context.kept("positions"))) == (networks, positions)
    assert ask(Context(context.folder), "move.reach", {**REACH, "state": STATE}) == opened
    assert ask(context, "move.reach", REACH) == plain


def test_a_state_changed_by_its_owner_is_read_again(context: Context) -> None:
    state = {**STATE, "units": []}
    handle = context.states.open(state)
    opened = ask(context, "move.reach", {**REACH, "state": handle})
    state["units"] = STATE["units"]
    assert ask(context, "move.reach", {**REACH, "state": handle}) == opened
    assert ask(context, "move.reach", {**REACH, "state": state}) != opened


def test_only_so_many_positions_are_kept(context: Context) -> None:
    for number in range(2 * MOST_POSITIONS):
        beside = f"{76 + number % 2}.{122 + number // 2}"
        state = {"units": [{"hex": beside, "side": "German"}]}
        asked = {**REACH, "allowance": 12, "state": context.states.open(state)}
        ask(context, "move.reach", asked)
    assert graphs_in(context) == MOST_POSITIONS
    assert len(context.kept("positions")) <= MOST_POSITIONS


@each("seed", seeds(range(0, 300, 3)))
def test_a_graph_that_borrows_is_the_graph(seed: int) -> None:
    """What a position does not touch is taken from the graph without it: no step is different."""
    case = make_case(seed)
    window = next(s.name for s in LATTICE.sheets if case.start in s) if seed % 2 else "mg"
    fresh = network_of_case(case, window, readings_for(seed))
    plain = Network(fresh.map, fresh.rules, fresh.move_class, Surroundings())
    borrows = plain.in_position(fresh.position, fresh.position.steps_differ(Surroundings()))
    for hex in range(len(fresh.map)):
        for column in (True, False):
            for start in fresh.starts(hex, column):
                plain.steps_of(start)
                assert borrows.steps_of(start) == fresh.steps_of(start)
                assert borrows.waves_of(start) == fresh.waves_of(start)
                assert [*borrows.moves(start)] == [*fresh.moves(start)]


@each("seed", seeds(range(0, 120, 3)))
def test_a_graph_derived_from_another_position_is_the_graph(seed: int) -> None:
    case = make_case(seed)
    window = next(s.name for s in LATTICE.sheets if case.start in s) if seed % 2 else "mg"
    fresh = network_of_case(case, window, readings_for(seed))
    hexes = range(len(fresh.map))
    enemies = frozenset(Random(seed).sample(hexes, len(hexes) // 5))
    other = replace(fresh.position, enemies=enemies, crossings={}, limits=UNLIMITED)
    near = Network(fresh.map, fresh.rules, fresh.move_class, other)
    derived = near.in_position(fresh.position, other.steps_differ(fresh.position))
    for hex in hexes:
        for node in fresh.nodes_in(hex):
            near.steps_of(node)
            assert derived.steps_of(node) == fresh.steps_of(node)


@each("seed", seeds(range(1, 300, 6)))
def test_a_graph_by_other_readings_is_the_graph(seed: int) -> None:
    """What readings do not touch is taken from the graph by the default ones, in any position."""
    case = make_case(seed)
    window = next(s.name for s in LATTICE.sheets if case.start in s) if seed % 4 == 1 else "mg"
    readings = readings_for(seed)
    fresh = network_of_case(case, window, readings)
    graphs = Graphs(fresh.map, fresh.rules.tables)
    borrows = graphs.of(fresh.move_class, readings, fresh.position)
    for hex in range(len(fresh.map)):
        for node in fresh.nodes_in(hex):
            graphs.of(fresh.move_class, MovementReadings(), Surroundings()).steps_of(node)
            assert borrows.steps_of(node) == fresh.steps_of(node)
            assert [*borrows.moves(node)] == [*fresh.moves(node)]


@pytest.mark.parametrize("what", ["enemies", "road_blocks"])
def test_equal_positions_share_a_graph(context: Context, what: str) -> None:
    rules = Rules({game: movement_table(game) for game in GAMES}, MovementReadings())
    ask(context, "move.reach", REACH)
    map = context.loaded.get(("map", "wed"))
    one, two, other = (
        Surroundings(enemies=frozenset(ids))
        if what == "enemies"
        else Surroundings(road_blocks=frozenset(ids))
        for ids in ([5, 6], [6, 5], [7])
    )
    mover = Mover("leg")
    graphs = [network_of(context, map, rules, mover, p) for p in (one, two, other)]
    assert graphs[0].steps is graphs[1].steps
    assert graphs[0].steps is not graphs[2].steps
