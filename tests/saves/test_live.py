"""A program inside VASSAL sends VASSAL's own text: whole, then as the game goes on."""

from __future__ import annotations

import base64
import zlib
from typing import Any

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, entries_of
from clubroute.builder.vassal.atoms import AddPiece
from clubroute.builder.vassal.commands import ESC
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.game import start
from clubroute.rules.logs.read import log_of
from clubroute.rules.saves.reading import position_at, save_of
from tests.saves.setups import set_up
from tests.saves.test_tape import MAIN, pixel

MODULE = "Where Eagles Dare"


def text_of(scenario: str) -> str:
    entries = {one.name: one.data for one in entries_of(set_up("wed", scenario), Where("s"))}
    return obfuscation.read_text(entries[SAVED_GAME])


def opened(context: Context, **vassal: Any) -> dict[str, Any]:
    answer: dict[str, Any] = ask(context, "state.open", {"vassal": vassal})
    return answer


def of_file(context: Context) -> dict[str, Any]:
    return dict(position_at(save_of(context, set_up("wed", "WED-4"), "s.vsav")).state)


def packed(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def test_a_whole_text_gives_the_position_of_the_save(context: Context) -> None:
    answer = opened(context, text=text_of("WED-4"), module=MODULE)
    assert (answer["map"], answer["scenario"]) == ("wed", "WED-4")
    handle = ask(context, "state.open", {"state": of_file(context), "map": "wed"})["state"]
    assert answer["state"] == handle


def test_a_deflated_text_and_a_whole_file_give_the_same(context: Context) -> None:
    text = text_of("WED-4").encode("utf-8")
    by_text = opened(context, packed=packed(zlib.compress(text)), module=MODULE)
    by_file = opened(context, packed=packed(set_up("wed", "WED-4")))
    assert by_text["state"] == by_file["state"]
    assert "game" not in by_file


def test_the_visible_pieces_alone_suffice(context: Context) -> None:
    game = start(log_of(set_up("wed", "WED-4"), Where("s")))
    pieces = [
        AddPiece(one.id, one.type, one.state_text()).text()
        for one in game.pieces.values()
        if one.map == MAIN
    ]
    answer = opened(context, text=ESC.join(pieces), module=MODULE, scenario="WED-4")
    position = context.states.position(answer["state"])
    hexes = {(one["id"], one["hex"]) for one in of_file(context)["units"]}
    assert {(one.id, one.hex) for one in position.units} == hexes
    assert position.now is None
    assert "turn" in {one["part"] for one in answer["notes"] if one["source"] == "unknown"}


def test_later_commands_take_the_game_further(context: Context) -> None:
    first = opened(context, text=text_of("WED-4"), module=MODULE)
    game = start(log_of(set_up("wed", "WED-4"), Where("s")))
    piece = next(
        one for one in game.pieces.values() if one.map == MAIN and one.property_value("UnitId")
    )
    x, y = pixel("wed", "75.131")
    moved = AddPiece(piece.id, piece.type, piece.put(MAIN, x, y, None).state_text())
    second = opened(context, text=moved.text(), game=first["game"])
    assert second["game"] == first["game"]
    assert second["state"] != first["state"]
    id_ = piece.property_value("UnitId")
    units = context.states.position(second["state"]).units
    assert "75.131" in [one.hex for one in units if one.id == id_]
    assert context.states.position(second["state"]).under_way is True
    # The position before is still open.
    assert context.states.position(first["state"]).under_way is False


@pytest.mark.parametrize(
    ("vassal", "told"),
    [
        ({}, "both or neither of text and packed"),
        ({"text": "x", "packed": "eA=="}, "both or neither"),
        ({"packed": "?"}, "no base64"),
        ({"packed": packed(b"xxxxx")}, "bytes that are not deflated"),
        ({"packed": packed(zlib.compress(b"x" * 99)[:-4])}, "cut short"),
        ({"packed": packed(zlib.compress(bytes(65 << 20)))}, "longer than allowed"),
        ({"text": "begin_save"}, "vassal.module: found nothing"),
        ({"text": "begin_save", "module": "Chess"}, "'Chess'"),
        ({"text": "no command", "module": MODULE}, "no command that adds a piece"),
        ({"text": "D/1/a/b", "game": "g-0"}, "send it whole again"),
        ({"text": "x", "module": MODULE, "colour": "red"}, "vassal.colour"),
        ({"packed": packed(b"PK not a zip")}, "vassal"),
    ],
)
def test_what_is_no_game_is_refused_in_one_line(
    context: Context, vassal: dict[str, Any], told: str
) -> None:
    with pytest.raises(InputError) as refused:
        opened(context, **vassal)
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_small_text_that_unpacks_to_much_is_cut_off(context: Context) -> None:
    bomb = base64.b64encode(zlib.compress(bytes(60 << 20), 9)).decode("ascii")
    with pytest.raises(InputError, match=r"longer than allowed, expected at most 1\d{7} bytes"):
        opened(context, packed=bomb, module=MODULE)


def test_a_greeting_loads_what_a_module_needs(context: Context) -> None:
    assert ask(context, "hello", {"module": MODULE})["module"] == "known"
    assert ask(context, "hello", {"module": "Chess"})["module"] == "unknown"
    assert "module" not in ask(context, "hello", {})
    hello = context.registry.find("hello")
    assert hello.ready is not None
    assert hello.ready(context, {"token": "x"})
    assert not hello.ready(context, {"token": "x", "module": MODULE})
