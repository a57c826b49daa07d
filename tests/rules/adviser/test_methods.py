"""What a program inside VASSAL asks: places by VASSAL's names, the menu, answers with marks."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal import obfuscation
from clubroute.builder.vassal.archive import SAVED_GAME, entries_of
from clubroute.rules.adviser.drag import (
    MOST,
    MOST_SAID,
    cut,
    line_of,
    mp_text,
)
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import GoneError
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.judge import UnderWay
from clubroute.rules.room.addresses import opened
from clubroute.rules.saves.live import live_game
from clubroute.rules.words.plain import PATH
from tests.rules.adviser.table import GRENADIERS, MORTAR, PlayedTable
from tests.saves.setups import set_up, shelf


@pytest.fixture(scope="module")
def table(context: Context) -> PlayedTable:
    return PlayedTable(context)


def test_a_hex_is_known_by_its_name_and_by_any_pixel_of_it(table: PlayedTable) -> None:
    piece = table.piece(GRENADIERS)
    place = table.place("93.149")
    asked = [place, {**place, "x": place["x"] + 20, "y": place["y"] - 20}, {"location": "93.149"}]
    first, *others = (table.ask("adviser.drag", piece=piece, to=one) for one in asked)
    assert first["to"] == "93.149"
    assert others == [first, first]


@pytest.mark.parametrize(
    ("piece", "to"),
    [
        (MORTAR, {"map": "Set-up", "x": 100, "y": 100}),
        (MORTAR, {"map": "Market-Garden", "x": -5, "y": 100}),
        (MORTAR, {"map": "Market-Garden", "x": 10**6, "y": 100}),
        (MORTAR, {"location": "offboard"}),
        (MORTAR, {}),
        ("no such piece", {"location": "93.149"}),
    ],
)
def test_there_is_no_line_rather_than_a_wrong_one(
    table: PlayedTable, piece: str, to: dict[str, Any]
) -> None:
    id_ = table.piece(piece) if piece == MORTAR else piece
    assert table.ask("adviser.drag", piece=id_, to=to) == {"line": "", "verdict": "none"}


def test_a_marker_or_a_chit_has_no_line(table: PlayedTable) -> None:
    pieces = table.recorder.game.pieces.values()
    others = [one.id for one in pieces if not one.property_value("UnitId")][:20]
    for piece in others:
        assert table.ask("adviser.drag", piece=piece, to=table.place("93.149"))["line"] == ""


def test_the_menu_has_what_makes_sense(table: PlayedTable) -> None:
    def asked(**told: Any) -> list[str]:
        return [one["ask"] for one in table.ask("adviser.menu", **told)]

    piece = table.piece(MORTAR)
    always = ["route", "turn"]
    assert asked() == always
    assert asked(piece=piece) == ["reach", "cost", "sees", "sight", "command", *always]
    assert asked(**{"from": table.place("90.114")}) == ["sees", "sight", *always]


@pytest.mark.parametrize(
    ("ask", "told", "kinds"),
    [
        ("reach", {}, {"reach"}),
        ("cost", {"to": "88.118"}, {"reach", "way"}),
        ("sees", {}, {"clear"}),
        ("sight", {"to": "88.120"}, {"blocking", "blocked"}),
        ("command", {}, set()),
        ("route", {}, {"route"}),
        ("turn", {}, set()),
    ],
)
def test_an_answer_has_lines_and_marks(
    table: PlayedTable, ask: str, told: dict[str, str], kinds: set[str]
) -> None:
    to = {name: table.place(number) for name, number in told.items()}
    answer = table.ask("adviser.show", piece=table.piece(MORTAR), ask=ask, publish=True, **to)
    assert 0 < len(answer["line"]) <= MOST_SAID
    assert "…" not in answer["line"]
    assert answer["text"]
    assert not any("ask:" in line for line in answer["text"])  # a player cannot ask so in VASSAL
    for line in (answer["line"], *answer["text"]):
        assert not PATH.search(line), line  # nor tell a parameter
    found = {one["kind"] for name in ("marks", "ways") for one in answer[name]}
    assert found - {"unknown"} == kinds
    assert answer["map"] == "Market-Garden"
    for mark in answer["marks"]:
        place = table.place(mark["hex"])
        assert (mark["x"], mark["y"]) == (place["x"], place["y"])
    assert answer["publish"].startswith(f"{answer['line']} [ruling ")


def test_what_cannot_be_answered_says_what_was_asked(table: PlayedTable) -> None:
    line = table.ask("adviser.show", ask="route")["line"]
    assert line.startswith("Club Route: tell me the hexes in enemy Fire Zones")


def test_what_does_not_fit_is_refused_in_a_line(table: PlayedTable) -> None:
    with pytest.raises(GoneError, match="send it whole again"):
        table.ask("adviser.drag", piece="1", game="g-0")
    with pytest.raises(InputError, match="params:ask"):
        table.ask("adviser.show", ask="fire")
    with pytest.raises(InputError):
        table.ask("adviser.show", ask="cost", piece=table.piece(MORTAR))


@pytest.mark.parametrize(
    ("told", "line"),
    [
        ({"step": 1.5, "spent": 3.5, "allowance": 8}, "76.127: 1½ MP, 3½ of 8 [WED 2.5, 2.7]"),
        ({"step": 0.5, "spent": 0.5}, "76.127: ½ MP, allowance unknown [WED 2.5, 2.7]"),
        ({"step": 1, "spent": 3}, "76.127: 1 MP, 3 spent, allowance unknown [WED 2.5, 2.7]"),
        ({"setup": True}, "76.127: cost unknown; set-up, not judged [WED 2.5, 2.7]"),
        ({}, "76.127: cost unknown [WED 2.5, 2.7]"),
    ],
)  # fmt: skip
def test_the_line_says_what_is_known(told: dict[str, Any], line: str) -> None:
    assert line_of(UnderWay("75.127", "76.127", **told), ["WED 2.5", "WED 2.7", "WED 2.5"]) == line


def finding(verdict: Any, why: str, **more: Any) -> LogFinding:
    return LogFinding("live", (1,), more.pop("check", "move"), verdict, why, **more)


def test_what_stands_against_a_drag_goes_first() -> None:
    illegal = finding("illegal", "no bridge over the Maas", rule="WED 2.11")
    now = UnderWay("a", "76.127", step=1, spent=1, finding=illegal)
    assert line_of(now, ["WED 2.5"]) == "76.127: illegal: no bridge over the Maas [WED 2.11]"
    why = "501 PIR Formation Activation does not activate it"
    other = finding("unchecked", why, check="chit")
    now = UnderWay("a", "76.127", step=1, spent=1, finding=other, open=("a retreat",))
    assert line_of(now, ["WED 2.5"]) == f"76.127: 1 MP; {why} [WED 2.5]"
    open_ = finding("unchecked", "legal but for what is not known")
    now = UnderWay("a", "76.127", step=1, spent=1, finding=open_, open=("the bridge: which",))
    assert line_of(now, ["WED 2.5"]) == "76.127: 1 MP; open: the bridge [WED 2.5]"


def test_no_line_is_longer_than_a_label() -> None:
    for many in range(70, 90):
        for tail, keep in (("", False), ("[WED 2.5]", False), ("[WED 2.5]", True)):
            line = cut("x" * many, tail, keep)
            assert len(line) <= MOST
            assert not keep or line.endswith(tail)
    assert [mp_text(one) for one in (0, 0.5, 1, 2.5)] == ["0", "½", "1", "2½"]


def test_the_room_opens_the_game_as_it_is(
    table: PlayedTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "clubroute"
    folder.mkdir()
    monkeypatch.setattr("clubroute.rules.adviser.show.runtime_folder", lambda: folder)
    with pytest.raises(InputError, match="no map room that is open, expected clubroute room"):
        table.ask("adviser.room")
    with socket.create_server(("127.0.0.1", 0)) as room:
        port = room.getsockname()[1]
        (folder / f"{port}.room").write_text("secret\n", encoding="ascii")
        (folder / "1.room").write_text("dead\n", encoding="ascii")
        address = table.ask("adviser.room")["address"]
    head, _, link = address.partition("&p=")
    assert head == f"http://127.0.0.1:{port}/#t=secret"
    tape = opened(table.context, link)
    assert (tape["map"], tape["title"][:11]) == ("wed", "from VASSAL")
    state = table.context.states.position(table.opened["state"])
    assert len(tape["first"]["units"]) == len(state.units)


def test_a_game_is_made_ready(table: PlayedTable) -> None:
    assert table.ask("adviser.ready")["units"] >= 2


def test_of_all_that_is_dragged_a_unit_is_told(table: PlayedTable) -> None:
    marker = next(
        one.id for one in table.recorder.game.pieces.values() if not one.property_value("UnitId")
    )
    unit, other, foe = map(table.piece, (MORTAR, "101-leader-506", GRENADIERS))
    to = table.place("90.115")
    alone = table.ask("adviser.drag", piece=unit, to=to)
    assert table.ask("adviser.drag", pieces=[marker, unit, other], to=to) == alone
    assert table.ask("adviser.drag", pieces=[unit, foe], to=to)["line"] == ""
    assert table.ask("adviser.drag", pieces=[], to=to)["line"] == ""


def test_it_never_snows_is_told_too(context: Context) -> None:
    entries = {one.name: one.data for one in entries_of(set_up("ins", "INS-5.1"), Where("s"))}
    text = obfuscation.read_text(entries[SAVED_GAME])
    vassal = {"text": text, "module": shelf("ins").game.name}
    game = ask(context, "state.open", {"vassal": vassal})["game"]
    counters = live_game(context, game, "game").board.counters.values()
    unit = next(one for one in counters if one.role == "unit" and one.hex == "E49.32")
    asked = {"game": game, "piece": unit.piece, "to": {"location": "E49.31"}}
    assert ask(context, "adviser.drag", asked)["line"].startswith("E49.31: ")
    asked = {"game": game, "piece": unit.piece}
    assert [one["ask"] for one in ask(context, "adviser.menu", asked)] == ["reach", "cost", "turn"]
    answer = ask(context, "adviser.show", {**asked, "ask": "reach"})
    assert answer["line"].startswith("Reach: tell me its printed movement allowance")
    assert "shown up to" not in answer["line"]
