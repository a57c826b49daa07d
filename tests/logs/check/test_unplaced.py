"""Units moved where nobody can name a hex are counted and told, never passed over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.vassal.archive import BUILD_FILE, ModuleArchive, entries_of
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.logs.check.places import NUMBERS
from tests.logs.check.game import Game
from tests.logs.check.scenario import Scenario

C = "101-c-1-501"


def module_with(told: Scenario, change: Callable[[bytes], bytes]) -> Module:
    """The scenario's module with another build file."""
    where = Where("scenario.vmod")
    entries = [
        replace(one, data=change(one.data)) if one.name == BUILD_FILE else one
        for one in entries_of(told.module, where)
    ]
    return module_of(ModuleArchive(tuple(entries), where))


def unnamed(game: Game) -> LogFinding:
    (found,) = (one for one in game.report().findings if one.unit == C)
    return found


def test_a_sheet_whose_numbers_are_not_ours(told: Scenario, context: Context) -> None:
    module = module_with(told, lambda data: data.replace(b'sep="."', b'sep=""'))
    game = Game(told, module, context, "chit-101-501")
    game.put(C, "76.127", "76.126")
    found = unnamed(game)
    assert (found.verdict, found.steps, found.hexes) == ("unchecked", (2, 3), ("76128", "76127"))
    assert found.why.startswith("moves of Units on ")
    assert "whose numbers are no hexes of our map: not judged, 2 in all" in found.why
    assert found.needs == (NUMBERS,)


def test_a_board_without_numbers(told: Scenario, context: Context) -> None:
    module = module_with(told, lambda data: data.replace(b"HexGridNumbering", b"Nothing"))
    game = Game(told, module, context, "chit-101-501")
    game.put(C, "76.127")
    assert "where no grid has numbers" in unnamed(game).why


@pytest.mark.parametrize("tag", [b"HexGrid", b"ZonedGrid", b"BoardPicker", b".Map"])
def test_a_class_of_the_modules_own_is_known_by_what_it_is(
    tag: bytes, told: Scenario, context: Context
) -> None:
    own = b".Our" + tag.strip(b".") if tag == b".Map" else b"Our" + tag
    module = module_with(told, lambda data: data.replace(tag, own))
    game = Game(told, module, context, "chit-101-501")
    game.put(C, "76.127")
    assert unnamed(game).hexes == ("76.128", "76.127")


def test_off_all_boards(told: Scenario, module: Module, context: Context) -> None:
    game = Game(told, module, context, "chit-101-501")
    for place in ((-900, -900), (-990, -900)):
        game.table.drag(told.ids[C], told.game.map, place)
    assert unnamed(game).why.startswith("moves of Units off the boards of ")


def test_a_zone_with_numbers_of_its_own_is_told_and_the_others_are_judged(
    told: Scenario, context: Context
) -> None:
    ours, own = b'"$gridLocation$" name="Veghel', b'"$name$-$gridLocation$" name="Veghel'
    game = Game(told, module_with(told, lambda data: data.replace(ours, own)), context)
    game.draw("chit-101-501")
    game.put(C, "76.127")
    game.draw("chit-gds-division")
    game.put("gds-1-2-irishgds", "50.201")
    found = unnamed(game)
    assert (found.verdict, found.needs) == ("unchecked", (NUMBERS,))
    assert found.hexes[0].startswith("Veghel")
    assert found.hexes[0].endswith("-76.128")
    assert game.of("gds-1-2-irishgds").hexes == ("50.202", "50.201")
