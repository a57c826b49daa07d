"""The module's own Column markers say what a Unit's sign would."""

from __future__ import annotations

import pytest

from clubroute.builder.vassal.atoms import AddPiece
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.pieces import GamePiece
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

FERRY, OVER = "82.135", "83.136"
"""The hex of the ferry's marker, and where the bridge led."""
SIGNED, PLAIN, C = "101-d-2-502", "101-e-2-502", "101-c-1-501"
MARKER, SECOND = "9001", "9002"


def marked(game: Game, number: str, piece: str = MARKER) -> None:
    """Put a Column marker from the palette into a hex: as its mark in the file has it."""
    recorder = game.table.recorder
    other = recorder.game.pieces[game.told.ids["glider-paradrop"]]
    x, y = game.told.pixel(number)
    lies = other.put(game.told.game.map, x, y, None)
    type_ = lies.type
    state = lies.state_text().replace("glider-paradrop", "column")
    assert "column" in state
    recorder.step(AddPiece(piece, type_, state))
    game.table.drag(piece, game.told.game.map, (x, y))
    found: GamePiece = recorder.game.pieces[piece]
    assert found.property_value("MarkerId") == "column"


def drag(game: Game, piece: str, number: str) -> None:
    game.table.drag(piece, game.told.game.map, game.told.pixel(number))


@pytest.fixture
def alone(told: Scenario, module: Module, context: Context) -> Game:
    """A Unit without a sign stands alone where a bridge led, with the ferry beyond."""
    game = Game(told, module, context)
    for unit in (SIGNED, "101-f-2-502"):
        game.put(unit, "92.118")
    return game


def test_without_it_a_unit_is_not_in_column(alone: Game) -> None:
    alone.draw("chit-101-division")
    alone.put(PLAIN, FERRY)
    found = alone.of(PLAIN)
    assert (found.verdict, found.rule) == ("illegal", "WED 2.18.2")


def test_a_unit_under_it_is_in_column(alone: Game) -> None:
    marked(alone, OVER)
    alone.draw("chit-101-division")
    alone.put(PLAIN, FERRY)
    assert alone.of(PLAIN).verdict == "legal"
    drag(alone, MARKER, FERRY)
    alone.goes_on()
    assert alone.of(PLAIN).verdict == "legal"  # brought after it, it is its marker still


def test_dragged_along_it_stays(alone: Game) -> None:
    marked(alone, OVER)
    alone.draw("chit-101-division")
    alone.table.drag_stack(alone.told.ids[PLAIN], alone.told.game.map, alone.told.pixel(FERRY))
    assert alone.of(PLAIN).verdict == "legal"


def test_on_one_of_two_units_nobody_knows_on_which(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    for unit in (SIGNED, "101-f-2-502"):
        game.put(unit, "92.118")
    game.put(C, OVER)
    marked(game, OVER)
    game.draw("chit-101-division")
    game.put(PLAIN, FERRY)
    assert game.of(PLAIN).verdict == "possible"


def test_put_on_a_unit_in_its_activation_it_costs_what_the_sign_does(
    told: Scenario, module: Module, context: Context
) -> None:
    costs = []
    for by_marker in (True, False):
        game = Game(told, module, context, "chit-101-501")
        if by_marker:
            marked(game, "76.128")
        else:
            game.form(C)
        found = game.of(C)
        costs.append((found.check, found.verdict, found.why))
    assert costs == [("column", "legal", "at least 1 MP of 7")] * 2


def test_put_aside_it_may_come_back_taken_away_it_is_off(
    told: Scenario, module: Module, context: Context
) -> None:
    game = Game(told, module, context)
    marked(game, "76.128")
    game.draw("chit-wal-division")
    drag(game, MARKER, "95.114")
    assert not [one for one in game.report().findings if one.unit == C]
    drag(game, MARKER, "76.128")
    game.table.recorder.delete(MARKER)
    assert [one.check for one in game.report().findings if one.unit == C] == ["chit"]
    marked(game, "76.128", SECOND)
    game.goes_on()
    assert not [one for one in game.report().findings if one.unit == C]


def test_two_markers_are_of_two_units(told: Scenario, module: Module, context: Context) -> None:
    game = Game(told, module, context)
    marked(game, "76.128")
    game.put("101-d-2-501", "76.128")
    marked(game, "76.128", SECOND)
    game.draw("chit-101-501")
    for unit in (C, "101-d-2-501"):
        game.put(unit, "76.129")
    assert {game.of(unit).verdict for unit in (C, "101-d-2-501")} == {"legal"}
