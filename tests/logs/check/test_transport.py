"""What may ride on what, sentence by sentence (WED S4.0, S5.3, S6.3), and how far that explains a
move: never over ground that no vehicle takes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.transport import carried_by, may_carry
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
