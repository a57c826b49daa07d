"""One search for all other readings finds of each what a search of its own does."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from clubroute.builder.terrain.terrain_map import Basis
from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass, Receipt
from clubroute.rules.gts.movement.actions.plan import Stage
from clubroute.rules.gts.movement.answers.trips import Trip, modes_of
from clubroute.rules.gts.movement.answers.turning import in_either
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import ANYWHERE, NAMES, TouchedByReadings
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.modes import (
    KINDS,
    Modes,
    Variant,
    compared,
)
from clubroute.rules.gts.situation.mover import Mover
from tests.cases import each
from tests.properties import seeds
from tests.rules.movement.small_maps import LATTICE, Case, make_case
from tests.rules.movement.test_against_oracle import network_of, readings_for

MAPS = 240
TRANSPORT_LOST = (311, 414, 481)
"""Maps where a unit that has lost its transport comes further than one that still has it."""
ALLOWANCE = 9
ASSUMED = Basis("assumed", "made up")


def case_of(seed: int) -> Case:
    """A small map of which every third hex and Road is only assumed, with swamps."""
    case, random = make_case(seed), Random(f"assumed {seed}")
    terrain = case.terrain
    hexes = {
        h: replace(
            fact,
            basis=ASSUMED if random.random() < 0.3 else fact.basis,
            terrain="swamp" if random.random() < 0.2 else fact.terrain,
        )
        for h, fact in terrain.hexes.items()
    }
    guessed = {road for road in terrain.roads if random.random() < 0.3}
    links = {
        side: tuple(replace(k, basis=ASSUMED) if k.road in guessed else k for k in many)
        for side, many in terrain.links.items()
    }
    return replace(case, terrain=replace(terrain, hexes=hexes, links=links))


def others_of(seed: int) -> tuple[Trip, dict[str, Trip]]:
    """A trip on a small map, and the same trip by each other reading, all on graphs of their own.

    The unit has transport in two of three cases.
    """
    case, random = case_of(seed), Random(f"variant {seed}")
    shown = [s.name for s in LATTICE.sheets if case.start in s]
    plain = network_of(case, ("mg", *shown)[seed % (1 + len(shown))], readings_for(seed))
    organic: MoveClass | None = random.choice([None, "wheeled", "tracked"])
    mounted = organic is not None and random.random() < 0.5
    own: MoveClass = "leg" if organic else random.choice(MOVE_CLASSES)
    mover = Mover(
        organic if mounted and organic else own,
        case.column,
        organic=organic,
        mounted=mounted,
        on_foot=own,
    )
    costs = {name: random.randint(0, 4) for name in ("mount", "dismount")}

    def trip_by(readings: MovementReadings) -> Trip:
        rules = replace(plain.rules, readings=readings)

        @cache
        def graph(move_class: MoveClass) -> Network:
            return Network(plain.map, rules, move_class, plain.position)

        network = graph(mover.move_class)
        starts = network.starts(network.map.find(case.start), case.column)
        return Trip(Stage(network, mover), starts, lambda unit: graph(unit.move_class), costs)

    readings = plain.rules.readings
    return trip_by(readings), {name: trip_by(readings.others(name)[0]) for name in NAMES}


def hexes_of(modes: Modes, trip: Trip) -> dict[int, int]:
    """What every hex in reach costs, in half-MP."""
    found: dict[int, int] = {}
    for place, cost in modes.reach(trip.starts, ALLOWANCE).items():
        hex_id = place // KINDS // modes.networks[0].per_hex
        found[hex_id] = min(cost, found.get(hex_id, cost))
    return found


@pytest.mark.slow
def test_each_reading_differs_together_as_it_does_alone() -> None:
    """Nobody's shorter way, and nobody's barrier, is another's: in any company the answer is his.

    What the graphs of their own reach, searched one by one, says which readings do differ.
    """
    seen: dict[str, set[bool]] = {name: set() for name in NAMES}
    for seed in (*range(MAPS), *TRANSPORT_LOST):
        trip, others = others_of(seed)
        first = modes_of(trip, trip.costs)
        hexes = hexes_of(first, trip)
        touched = TouchedByReadings(first.networks[0].map, trip.stage.network.rules.tables)
        variants, expected = [], []
        for name, by in others.items():
            modes = modes_of(by, by.costs)
            everywhere = name in (ANYWHERE, "unchecked_bridge")
            where = set(hexes) if everywhere else touched.hexes(name) & set(hexes)
            variants.append(Variant(modes, by.starts, where, name == ANYWHERE))
            expected.append(hexes_of(modes, by) != hexes)
            seen[name].add(expected[-1])

        everybody = range(len(variants))
        company = Random(seed).sample(everybody, 5)
        for chosen in (everybody, company, *((number,) for number in everybody if seed % 5 == 0)):
            asked = [variants[number] for number in chosen]
            found = compared(first, trip.starts, hexes, asked, ALLOWANCE)
            assert list(found.differ) == [expected[number] for number in chosen], (seed, chosen)
    # The bridge of scenario 1 lies on no small map, and no way is shorter out of Column in a swamp.
    never = [name for name in NAMES if seen[name] != {True, False}]
    assert never == ["swamp_column", "first_bridge"]


@each("seed", seeds(range(0, MAPS, 12)))
def test_what_differs_from_a_graph_makes_the_other_of_it(seed: int) -> None:
    trip, others = others_of(seed)
    network = trip.stage.network
    for by in others.values():
        other = by.stage.network
        for node in [n for hex_id in range(len(network.map)) for n in network.nodes_in(hex_id)]:
            waves = dict(network.waves_of(node)) | network.differing(other, node)
            assert {cost: w for cost, w in waves.items() if w} == dict(other.waves_of(node))
            assert network.differing(network, node) == {}


@pytest.mark.slow
def test_hexes_only_a_variant_comes_to_are_told() -> None:
    """An answer kept for other positions rests on them, too."""
    beyond = 0
    for seed in range(0, MAPS, 3):
        trip, others = others_of(seed)
        first = modes_of(trip, trip.costs)
        hexes = hexes_of(first, trip)
        for by in others.values():
            modes = modes_of(by, by.costs)
            variant = Variant(modes, by.starts, hexes)
            found = compared(first, trip.starts, hexes, [variant], ALLOWANCE)
            more = {h: c for h, c in hexes_of(modes, by).items() if h not in hexes}
            less = [h for h, c in hexes.items() if hexes_of(modes, by).get(h) != c]
            if more and not less:
                soonest = min(more.values())
                assert {h for h, c in more.items() if c == soonest} <= set(found.looked)
                beyond += 1
    assert beyond > 5


def test_only_the_first_form_is_asked_for_its_readings() -> None:
    """A unit on foot and not in Column, and what the other forms would cost beside it."""
    shown: list[Mover] = []
    only_compared: list[Mover] = []

    def judge(unit: Mover) -> Receipt:
        shown.append(unit)
        return Receipt("legal", total=4, summary="4 MP")

    def compare(unit: Mover) -> Receipt:
        only_compared.append(unit)
        return Receipt("legal", total=6)

    unit = Mover("leg", unformed=True, unmounted=True, organic="wheeled")
    answer = in_either(unit, judge, compare)
    assert [(one.column, one.mounted) for one in shown] == [(False, False)]
    forms = [(one.column, one.mounted) for one in only_compared]
    assert forms == [(False, True), (True, False), (True, True)]
    assert answer.summary == "4 MP out of Column (3 in Column) on foot (3 mounted)"
