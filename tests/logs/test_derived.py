"""Properties that turn trackers and decks keep themselves, and those of zones."""

from __future__ import annotations

import pytest

from clubroute.builder.errors import Where
from clubroute.builder.vassal.archive import ModuleArchive, entries_of
from clubroute.builder.vassal.atoms import (
    AddPiece,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    TurnState,
)
from clubroute.rules.logs.derived import Tracker, derived_properties, read_trackers
from clubroute.rules.logs.game import Game
from tests.engine import foreign_module as foreign
from tests.engine.handmade import zip_bytes
from tests.logs.samples import recorder, small_archive

TRACKER = "TurnTracker0"


@pytest.fixture(scope="module")
def trackers_of_a_foreign_module() -> dict[str, Tracker]:
    where = Where("foreign.vmod")
    archive = ModuleArchive(entries_of(zip_bytes(foreign.foreign_module()), where), where)
    return read_trackers(archive)


@pytest.mark.parametrize(
    ("level", "levels", "found", "text"),
    [
        # What the engine writes; level after level, the inner ones after their own four fields.
        (
            "0",
            "7;0;true;7;1\\;0\\;0\\;true,true;0\\;0\\;0\\;true,true,true|0;0;0;true,true",
            {"round": "7", "phase": "Fire", "night": "Dusk", "lull": "Rest"},
            "Round 7 – Fire",
        ),
        (
            "0",
            "5;1;true;7;0\\;0\\;0\\;true,true;2\\;0\\;0\\;true,true,true|0;0;0;true,true",
            {"round": "5", "phase": "Move", "night": "Dawn", "lull": "Rest"},
            "Round 5 – Dawn",
        ),
        (
            "1",
            "5;1;true;7;0\\;0\\;0\\;true,true;2\\;0\\;0\\;true,true,true|1;0;0;true,true",
            {"round": "5", "phase": "Move", "night": "Dawn", "lull": "Repair"},
            "Repair – ",
        ),
        # What is missing is as the level starts; what the list has not is nothing.
        (
            "x",
            "",
            {"round": "3", "phase": "Move", "night": "Dusk", "lull": "Rest"},
            "Round 3 – Move",
        ),
        ("0", "5;9;true;7;4", {"round": "5", "phase": "", "night": "Dusk"}, "Round 5 – "),
    ],
)
def test_turn_properties(
    trackers_of_a_foreign_module: dict[str, Tracker],
    level: str,
    levels: str,
    found: dict[str, str],
    text: str,
) -> None:
    game = Game()
    game.apply([TurnState(TRACKER, level, levels)])
    derived = derived_properties(game, trackers_of_a_foreign_module, {TRACKER})
    assert {name: derived["Module", name] for name in found} == found
    assert derived["Module", "Turns_value"] == text
    assert derived["Module", "Turns_command"] == "Set"


def test_the_text_is_empty_until_a_step_sets_the_tracker() -> None:
    game = Game()
    game.apply([TurnState(TRACKER, "0", "1;0;false;-1")])
    trackers = read_trackers(small_archive())
    assert derived_properties(game, trackers)["Module", "Turns_value"] == ""
    assert derived_properties(game, trackers, {TRACKER})["Module", "Turns_value"] == "Turn 1"


def test_decks_are_counted() -> None:
    game = Game()
    mug = "deck;true;0,0,0;40;40;Always;Never;false;false;false;;;;Mug"
    game.apply(AddPiece(card, "piece;;;a.png;A", f"Box;5;6;{card};0") for card in "12")
    game.apply([AddPiece("9", mug, "Box;5;6;true;1,2")])
    assert derived_properties(game, {}) == {("Box", "Mug_numPieces"): "2"}
    game.apply([MovePiece("1", "Box", 90, 90, None, "Box", 5, 6, None, "")])
    assert derived_properties(game, {}) == {("Box", "Mug_numPieces"): "1"}


def test_a_property_of_a_zone_is_the_one_its_log_changes() -> None:
    game = Game()
    game.apply([GlobalProperty("Fuel\tYard\tEast\tNordsee", "5", "")])
    assert game.property_value("Fuel", "Nordsee:Yard") == "5"
    game.apply([MutableProperty("Fuel", "5", "6", "Nordsee:Yard")])
    assert dict(game.properties) == {("Nordsee:Yard", "Fuel"): "6"}


def test_dice_are_no_part_of_a_position() -> None:
    game = recorder().game
    before = game.digest()
    game.apply([MutableProperty("d10_result", "1", "7", "Module")])
    assert game.digest() == before
    game.apply([GlobalProperty("Supply", "3", "")])
    saved = game.digest()
    assert saved != before
    game.apply([MutableProperty("Supply", "3", "4", "Module")])
    assert game.digest() != saved
