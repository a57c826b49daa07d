"""A Unit is the same Unit, with the same allowance, however its piece is changed for another."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    Chat,
    RemovePiece,
    Undo,
)
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.pieces import GamePiece
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import ROUTE_MAP

C, NEW = "101-c-1-501", "9001"
HALF, FAR = "74.124", "71.123"
"""Where its allowance takes it, and where twice that does."""


@pytest.fixture
def moved(told: Scenario, module: Module, context: Context) -> Game:
    """A Unit has moved in its activation."""
    game = Game(told, module, context, "chit-101-501")
    game.put(C, HALF)
    return game


def lying(game: Game) -> GamePiece:
    return game.table.recorder.game.pieces[game.told.ids[C]]


def copied(piece: GamePiece, new: str) -> AddPiece:
    """A piece of the same counter in the same place, in no stack."""
    assert piece.map is not None
    free = piece.put(piece.map, piece.x, piece.y, None)
    return AddPiece(new, free.type, free.state_text())


def taken_anew(game: Game) -> str:
    old = lying(game)
    game.table.recorder.delete(old.id)
    game.table.recorder.step(copied(old, NEW))
    return NEW


def replaced(game: Game) -> str:
    old = lying(game)
    game.table.recorder.step(RemovePiece(old.id), copied(old, NEW))
    return NEW


def replaced_new_first(game: Game) -> str:
    old = lying(game)
    game.table.recorder.step(copied(old, NEW), RemovePiece(old.id))
    return NEW


def replaced_twice(game: Game) -> str:
    old = lying(game)
    game.table.recorder.step(RemovePiece(old.id), copied(old, NEW))
    game.table.recorder.step(RemovePiece(NEW), copied(old, "9002"))
    return "9002"


def replaced_by_another_counter(game: Game) -> str:
    """As modules do whose reduced sides are pieces of their own."""
    old = lying(game)
    new = copied(old, NEW)
    told = AddPiece(NEW, new.type, new.state.replace(C, f"{C}-reduced"))
    assert told != new
    game.table.recorder.step(RemovePiece(old.id), told)
    return NEW


def undone(*marks: Atom) -> Callable[[Game], str]:
    def deed(game: Game) -> str:
        old = lying(game)
        game.table.recorder.delete(old.id)
        begin, *end = marks
        game.table.recorder.step(begin, AddPiece(old.id, old.type, old.state_text()), *end)
        return old.id

    return deed


def off_and_back(game: Game) -> str:
    piece = game.told.ids[C]
    game.table.drag(piece, ROUTE_MAP, game.told.box)
    game.put(C, HALF)
    return piece


WAYS = {
    "taken anew": taken_anew,
    "replaced": replaced,
    "replaced, new first": replaced_new_first,
    "replaced twice": replaced_twice,
    "replaced by another counter": replaced_by_another_counter,
    "undone": undone(Undo(True), Undo(False)),
    "undone in the old form": undone(Chat("* UNDO: deleted")),
    "off and back": off_and_back,
}


@pytest.mark.parametrize("way", WAYS)
def test_nobody_gets_a_new_allowance(way: str, moved: Game) -> None:
    piece = WAYS[way](moved)
    findings = moved.report(second_actions=False).findings
    assert [one.verdict for one in findings if one.check != "chit"] == ["possible"]
    moved.table.drag(piece, moved.told.game.map, moved.told.pixel(FAR))
    moved.goes_on()
    found = moved.of(C, second_actions=False)
    assert (found.verdict, found.hexes) == ("illegal", ("76.128", HALF, FAR))


def test_elsewhere_it_is_named_once(moved: Game) -> None:
    old = lying(moved)
    x, y = moved.told.pixel(FAR)
    there = old.put(moved.told.game.map, x, y, None)
    moved.table.recorder.step(RemovePiece(old.id), copied(there, NEW))
    found = [one for one in moved.report().findings if one.check == "off_map"]
    assert [(one.verdict, one.hexes) for one in found] == [("unchecked", (HALF, FAR))]


def test_a_copy_beside_it_is_named(moved: Game) -> None:
    moved.table.recorder.step(copied(lying(moved), NEW))
    found = [one for one in moved.report().findings if one.check == "off_map"]
    assert [(one.verdict, one.unit) for one in found] == [("unchecked", C)]


def test_others_that_come_to_where_one_fell_are_others(moved: Game) -> None:
    old = lying(moved)
    moved.table.recorder.delete(old.id)
    other = moved.table.recorder.game.pieces[moved.told.ids["101-d-2-501"]]
    there = other.put(old.map or "", old.x, old.y, None)
    moved.table.recorder.delete(other.id)
    moved.table.recorder.step(copied(there, NEW))
    moved.table.drag(NEW, moved.told.game.map, moved.told.pixel("74.123"))
    found = {one.unit: one.hexes for one in moved.report().findings if one.check == "move"}
    assert found == {C: ("76.128", HALF), "101-d-2-501": (HALF, "74.123")}


def test_the_log_that_goes_on_knows_it_by_its_new_piece(moved: Game) -> None:
    old = moved.report().leaves
    assert moved.told.ids[C] in old["spent"]
    replaced(moved)
    left = moved.report().leaves
    assert left["spent"] == {NEW: old["spent"][moved.told.ids[C]]}
    assert left["went"] == {NEW: ["76.128", HALF]}
