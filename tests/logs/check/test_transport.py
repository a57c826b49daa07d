"""What may ride on what, sentence by sentence (WED S4.0, S5.3, S6.3), and how far that explains a
move: never over ground that no vehicle takes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.games import tables_of
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.proof import VEHICLES, carried_by, may_carry
from clubroute.rules.gts.movement.journey import network_of
from clubroute.rules.gts.movement.readings import MovementReadings
from clubroute.rules.gts.movement.steps.judge import Rules
from clubroute.rules.gts.situation.crossings import STATE_KINDS
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.gts.situation.surroundings import Surroundings
from clubroute.rules.logs.check.module import Module
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

FOOT = Counter("unit", "1", "a", "A", "Allied", "101st", "506 PIR", "parachute", "leg")
TANK = Counter("unit", "2", "t", "T", "Allied", "101st", "506 PIR", "armour", "tracked")
JEEP = Counter("unit", "3", "j", "J", "Allied", "101st", "", "transport")
LONE = "Independent"


@pytest.mark.parametrize(
    ("carrier", "rider", "carried"),
    [
        (TANK, FOOT, "vehicle"),
        (TANK, replace(FOOT, formation="502 PIR"), ""),
        (replace(TANK, formation=LONE), FOOT, "vehicle"),  # attached, as set-ups of the rulebook do
        (TANK, replace(FOOT, formation=LONE), "vehicle"),
        (TANK, replace(FOOT, formation=""), "vehicle"),  # nobody knows
        (replace(TANK, division="Guards Armored", formation=LONE), FOOT, ""),
        (TANK, replace(FOOT, move_class=None), "vehicle"),
        (TANK, TANK, ""),
        (FOOT, FOOT, ""),
        (replace(TANK, side="German"), FOOT, ""),
        (JEEP, FOOT, "transport"),
        (JEEP, replace(FOOT, division="Guards Armored"), ""),
        (replace(JEEP, division=""), FOOT, "transport"),
    ],
)
def test_who_carries_whom(carrier: Counter, rider: Counter, carried: str) -> None:
    assert may_carry(carrier, rider) == carried
    assert carried_by([FOOT, carrier], rider) == carried


def test_a_vehicle_comes_before_transport() -> None:
    assert carried_by([JEEP, TANK], FOOT) == carried_by([TANK, JEEP], FOOT) == "vehicle"


def test_a_vehicle_carries_one_at_a_time() -> None:
    second, tank = replace(FOOT, piece="4"), replace(TANK, piece="5")
    assert carried_by([second, TANK], FOOT) == "shared"
    assert carried_by([FOOT, second, TANK], FOOT) == "shared"
    assert carried_by([second, TANK, tank], FOOT) == "vehicle"
    assert carried_by([replace(second, formation="502 PIR"), TANK], FOOT) == "vehicle"


C, JEEPS, CROSSES = "101-c-1-501", "101-divisional-jeep", "101-a-1-501"


@pytest.fixture
def jeeps(told: Scenario, module: Module, context: Context) -> Game:
    """Jeeps lie on one Unit of two."""
    game = Game(told, module, context)
    game.put(JEEPS, "76.128")
    return game


def together(game: Game, unit: str, number: str) -> None:
    """Drag the whole stack of a Unit."""
    game.table.drag_stack(game.told.ids[unit], game.told.game.map, game.told.pixel(number))


@pytest.mark.parametrize(
    ("chit", "verdict", "need"),
    [
        ("chit-101-independent", "possible", ""),
        ("chit-101-501", "unchecked", "WED S5.3, S6.3"),  # it is Independent until it dismounts
    ],
)
def test_jeeps_take_a_unit_of_their_division_along_the_roads(
    chit: str, verdict: str, need: str, jeeps: Game
) -> None:
    jeeps.draw(chit)
    together(jeeps, C, "66.140")
    jeeps.goes_on()
    found = jeeps.of(C, second_actions=False)
    assert (found.verdict, need in "".join(found.needs)) == (verdict, True)


def test_who_walks_away_from_jeeps_is_of_its_own_formation(jeeps: Game) -> None:
    jeeps.draw("chit-101-501")
    jeeps.put(C, "76.127")
    jeeps.goes_on()
    assert jeeps.of(C, second_actions=False).verdict == "legal"


def test_no_jeeps_take_a_unit_over_a_destroyed_bridge(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    game.put(JEEPS, "75.129")
    game.draw("chit-101-501")
    together(game, CROSSES, "74.129")
    game.goes_on()
    found = game.of(CROSSES)
    assert (found.verdict, "bridge is destroyed" in found.why) == ("illegal", True)


def test_jeeps_move_nobody_in_an_activation_of_others(jeeps: Game) -> None:
    jeeps.draw("chit-wal-division")
    together(jeeps, C, "75.128")
    jeeps.goes_on()
    found = jeeps.of(C)
    assert (found.verdict, found.check) == ("illegal", "chit")


def test_jeeps_move_nobody_of_another_division(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    game.put(JEEPS, "51.213")
    game.draw("chit-101-502")
    game.play("chit-101-independent")
    together(game, "gds-1-3-irishgds", "51.214")
    game.goes_on()
    assert game.of("gds-1-3-irishgds").verdict == "illegal"


def test_no_rider_goes_where_no_vehicle_can(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context, "chit-101-division")
    for unit in ("101-a-44-rtr", "101-c-1-506"):
        game.put(unit, "65.159", "63.158", "61.157")  # over a river
    game.goes_on()
    assert game.of("101-c-1-506", second_actions=False).verdict == "illegal"


ARMOUR, GUARDS = "gds-2-2-irishgds", "gds-1-3-irishgds"


@pytest.mark.parametrize(
    ("after", "verdict", "need"),
    [
        ((), "possible", ""),
        (("53.199", "53.198"), "unchecked", "WED S4.2"),
    ],
)
def test_a_rider_does_nothing_more(
    after: tuple[str, ...],
    verdict: str,
    need: str,
    told: Scenario,
    module: Module,
    context: Context,
) -> None:
    game = Game(told, module, context)
    game.put(GUARDS, "50.212")
    game.draw("chit-gds-hot")
    together(game, ARMOUR, "53.200")
    game.put(GUARDS, *after)
    game.goes_on()
    found = game.of(GUARDS, second_actions=False)
    assert (found.verdict, need in "".join(found.needs)) == (verdict, True)


def test_of_two_riders_on_one_tank_one_walked(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    game.put(GUARDS, "50.212")
    game.put("101-h-3-502", "50.212")
    recorder, piece = game.table.recorder, told.ids["101-h-3-502"]
    (marks,) = (t for t in recorder.game.pieces[piece].traits if t.type.startswith("mark;UnitId"))
    (like,) = (
        t for t in recorder.game.pieces[told.ids[GUARDS]].traits if t.type.startswith("mark;UnitId")
    )
    recorder.change(piece, "mark;UnitId", like.state.replace(GUARDS, "gds-2-3-irishgds"))
    assert marks.type == like.type
    game.draw("chit-gds-hot")
    together(game, ARMOUR, "53.200")
    game.goes_on()
    found = game.of(GUARDS, second_actions=False)
    assert (found.verdict, "WED S4.3" in found.needs[0]) == ("unchecked", True)


def every(mapfile: MapFile) -> range:
    """The hexes of a map, by id."""
    return range(len(mapfile.beside[0]))


def crossings(mapfile: MapFile) -> Iterator[tuple[int, str]]:
    """Each place of a map with a bridge, and each state of it."""
    for hex_ in every(mapfile):
        for other in mapfile.around(hex_):
            place = mapfile.place(hex_, other)
            kinds = mapfile.features(place)
            yield from ((place, one) for one, fits in STATE_KINDS.items() if kinds & fits)


@pytest.mark.parametrize("state", ["", *STATE_KINDS])
def test_no_vehicle_goes_for_less_than_a_leg_unit(state: str, context: Context) -> None:
    """So transport in a Unit's hex, which did not go with it, explains nothing."""
    mapfile = map_of(context, "mg")
    shown = {place: one for place, one in crossings(mapfile) if one == state}
    hexes = {place // 6 for place in shown} if state else set(every(mapfile)[::9])
    position = Surroundings(crossings=shown)
    rules = Rules(tables_of(context), MovementReadings())
    foot = network_of(context, mapfile, rules, Mover("leg"), position)
    seen = 0
    for move_class in VEHICLES:
        network = network_of(context, mapfile, rules, Mover(move_class), position)
        for node in (node for hex_ in hexes for node in network.nodes_in(hex_)):
            on_foot = dict(foot.steps_of(node))
            for there, price in network.steps_of(node):
                assert on_foot[there] <= price, network.place(node)
                seen += 1
    assert seen > 20
