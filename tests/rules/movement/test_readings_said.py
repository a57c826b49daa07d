"""Every answer in which a reading mattered says so: with another value it would be another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clubroute.rules.answer.model import MOVE_CLASSES, Receipt
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.movement.actions.plan import Stage
from clubroute.rules.gts.movement.answers.paths import check_declared
from clubroute.rules.gts.movement.answers.trips import (
    Trip,
    best_trip,
    by_others,
    trips_in_reach,
)
from clubroute.rules.gts.movement.answers.turning import Answered, turns_on
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import Graphs
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.search.declared import Waypoint
from clubroute.rules.gts.situation.mover import Mover
from tests.rules.movement.small_maps import LATTICE, make_case
from tests.rules.movement.test_against_oracle import network_of, readings_for

pytestmark = pytest.mark.slow

NAMES = [field.name for field in fields(MovementReadings)]
CASES = 30
"""Maps in the fast suite; more: ``python -m tests.bench.fuzz_movement``."""
BATCH = 30


def trip_by(seed: int, readings: MovementReadings, graphs: Graphs | None = None) -> Trip:
    """The trip of a seed by some readings, on graphs of its own or on those given."""
    random = Random(f"said {seed}")
    case = make_case(seed)
    shown = [s.name for s in LATTICE.sheets if case.start in s]
    window = ("mg", *shown)[seed % (1 + len(shown))]
    organic = random.choice([None, None, "wheeled", "tracked"])

    def network_for(mover: Mover) -> Network:
        fresh = network_of(replace(case, move_class=mover.move_class), window, readings)
        if graphs is None:
            return fresh
        return graphs.of(mover.move_class, readings, fresh.position)

    own = next(c for c in MOVE_CLASSES if c == ("leg" if organic else case.move_class))
    mover = Mover(own, case.column, organic=organic, on_foot=own)  # type: ignore[arg-type]
    network = network_for(mover)
    starts = network.starts(network.map.find(case.start), case.column)
    return Trip(Stage(network, mover), starts, network_for, {"mount": 2, "dismount": 2})


def declared(trip: Trip, random: Random) -> tuple[list[Waypoint], bool]:
    """A random path, and whether it says anything of the formation."""
    map = trip.stage.network.map
    (here,) = trip.hexes
    path = []
    for _ in range(random.randint(1, 4)):
        here = random.choice([column[here] for column in map.beside if column[here] >= 0])
        path.append(Waypoint(here, random.choice([None, None, True, False])))
    return path, any(way.column is not None for way in path)


def differs(a: Receipt, b: Receipt) -> bool:
    """Whether two answers have another verdict or cost."""
    told = (a.verdict, a.total, a.extra.get("hexes")), (b.verdict, b.total, b.extra.get("hexes"))
    return told[0] != told[1]


@pytest.mark.parametrize("first", range(0, CASES, BATCH))
def test_an_answer_names_the_readings_it_turns_on(first: int) -> None:
    seen: set[str] = set()
    for seed in range(first, first + BATCH):
        readings = readings_for(seed)
        trip = trip_by(seed, readings)
        (start,) = trip.hexes
        path, forms = declared(trip, Random(seed))
        goal = Random(seed).randrange(len(trip.stage.network.map))
        hexes = (start, *(way.hex for way in path))

        def checked(on: Trip, start: int = start, path: list[Waypoint] = path) -> Receipt:
            return check_declared(on.stage, start, on.starts, path, on.network_of, on.costs)

        def reached(on: Trip) -> Answered:
            return trips_in_reach(on, 8, states=False)

        def gone(on: Trip, goal: int = goal) -> Answered:
            return best_trip(on, goal, None, leaves=False)

        def walked(on: Trip, hexes: tuple[int, ...] = hexes) -> Answered:
            return Answered(checked(on), hexes)

        for answer, may_form in ((reached, True), (gone, True), (walked, forms)):
            seen |= exactly(seed, readings, trip, answer, may_form)
    assert len(seen) >= 3


def exactly(
    seed: int,
    readings: MovementReadings,
    trip: Trip,
    answer: Callable[[Trip], Answered],
    forms: bool,
) -> set[str]:
    """The readings named are those by which a graph made anew answers otherwise, and no others."""
    network = trip.stage.network
    first = answer(trip)
    graphs = Graphs(network.map, network.rules.tables)
    shared = answer(trip_by(seed, readings, graphs)).receipt
    assert shared == first.receipt
    named = turns_on(
        network,
        graphs.touched,
        first,
        lambda others: by_others(answer, lambda other: trip_by(seed, other, graphs), first, others),
        classes=trip.stage.mover.classes,
        forms=forms,
    )
    expected = [
        name
        for name, values in MovementReadings.meanings().items()
        for value in values
        if value != getattr(readings, name)
        and differs(
            answer(trip_by(seed, replace(readings, **{name: value}))).receipt, first.receipt
        )
    ]
    assert named == expected, (seed, answer)
    return set(named)


TERRAINS = ("clear", "woods", "swamp", "sand_dunes", "town")


def test_a_step_in_the_abstract_names_its_readings() -> None:
    context, random = Context(Path("nowhere")), Random(7)
    seen: set[str] = set()
    for _ in range(400):
        via = random.choice([None, "road", "raised_road", "railroad"])
        grounds = [
            {
                "terrain": random.choice(TERRAINS),
                "raised": random.choice([True, False]),
                "along": random.choice([True, False]),
            }
            for _ in range(2)
        ]
        params: dict[str, Any] = {
            "map": random.choice(["wed", "tdc"]),
            "unit": {"class": random.choice(MOVE_CLASSES), "column": random.choice([True, False])},
            "act": random.choice(["move", "move", "leave_column", "change_road"]),
            "from": grounds[0],
        }
        if params["act"] == "move":
            crossed = random.choice([[], ["stream"], ["unchecked_bridge"]])
            if random.random() < 0.2:
                crossed, via = ["river", "railroad_bridge"], "railroad"
                params["unit"] = {"class": "leg", "organic": "wheeled", "mounted": True}
                params["unit"]["column"] = random.choice([True, False])
            params |= {"to": grounds[1], "features": crossed, "via": via}
        first = ask(context, "step.cost", params)
        for name, values in MovementReadings.meanings().items():
            for value in values:
                other = ask(context, "step.cost", {**params, "options": {name: value}})
                if (other["verdict"], other.get("total")) != (first["verdict"], first.get("total")):
                    assert any(f"({name})" in note for note in first["notes"]), params
                    seen.add(name)
    assert seen == set(NAMES) - {"change_road", "first_bridge", "assumed_barriers"}


def test_raised_ends_and_missing_terrain_are_said() -> None:
    context = Context(Path("nowhere"))
    unit = {"class": "wheeled", "column": True}
    end = {"raised": True, "along": True}
    joins = {"unit": unit, "via": "road", "to": end}
    answer = ask(context, "step.cost", joins)
    assert answer["total"] == 0.5
    assert [note.endswith("(raised_ends)") for note in answer["notes"]] == [True]
    closed = ask(context, "step.cost", {**joins, "options": {"raised_ends": "closed"}})
    assert closed["verdict"] == "illegal"
    assert closed["notes"][0].endswith("(raised_ends)")
    swamp = {"map": "tdc", "unit": {"class": "leg"}, "to": {"terrain": "swamp"}}
    borrowed = ask(context, "step.cost", swamp)
    assert borrowed["notes"][0].endswith("(missing_terrain)")
    assert "notes" not in ask(context, "step.cost", {**swamp, "map": "wed"})


def test_the_real_map_says_its_readings(context: Context) -> None:
    """Onto the dike by the road that ends at it, and a long way by both readings."""
    params = {"map": "mg", "unit": {"class": "wheeled", "column": True}, "from": "75.129"}
    reached = ask(context, "move.reach", {**params, "allowance": 13})
    for name, values in MovementReadings.meanings().items():
        for value in values:
            other = ask(
                context, "move.reach", {**params, "allowance": 13, "options": {name: value}}
            )
            named = any(f"({name})" in note for note in reached.get("notes", ()))
            assert named or other["hexes"] == reached["hexes"]


def test_what_is_kept_for_the_next_question_changes_nothing(map_folder: Path) -> None:
    """Graphs by other readings are kept with the first: whatever was asked, the answer is new."""
    blocked = {
        "units": [{"id": "e", "side": "German", "hex": "75.128"}],
        "markers": [{"kind": "road_block", "hex": "76.127"}],
        "bridges": {"76.127/77.127": "unchecked"},
    }
    questions: list[dict[str, Any]] = [
        {
            "map": "wed",
            "unit": {"class": move_class, "column": column, "side": "Allied"},
            "from": "75.129",
            "allowance": 5,
            "options": options,
            **({"state": state} if state else {}),
        }
        for move_class in ("leg", "tracked")
        for column in (True, False)
        for options in ({}, {"leave_column": "free"}, {"raised_ends": "closed"})
        for state in (None, blocked)
    ]
    kept = Context(map_folder)
    for params in questions:
        ask(kept, "move.reach", params)
    fresh = Context(map_folder)
    for index, params in enumerate(questions):
        assert ask(kept, "move.reach", params) == ask(fresh, "move.reach", params)
        if index % 4 == 3:
            fresh = Context(map_folder)
