"""A game that is played in VASSAL, in the room: a tape that grows, and a page that goes along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.vassal.atoms import Chat
from clubroute.rules.client import Client, connect
from clubroute.rules.saves.live import live_game
from clubroute.rules.service.sockets import PortDoor
from tests.room.serving import (
    Served,
    bare_room,
    opened,
    serving_programs,
)
from tests.rules.adviser.table import GRENADIERS, MORTAR, PlayedTable

NAME = "Where Eagles Dare (live)"


@pytest.fixture(scope="module")
def both(
    gts_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Served, PortDoor]]:
    """A room that programs find, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_RUNTIME_DIR", str(tmp_path_factory.mktemp("runtime")))
        with serving_programs(bare_room()) as found:
            yield found


@pytest.fixture
def client(both: tuple[Served, PortDoor]) -> Iterator[Client]:
    _, door = both
    with connect(port=door.port, token_file=door.token_file) as found:
        yield found


@pytest.fixture
def table(both: tuple[Served, PortDoor], client: Client) -> PlayedTable:
    return PlayedTable(both[0].room.context, client=client)


@pytest.fixture(scope="module")
def page(browser: Browser, both: tuple[Served, PortDoor]) -> Iterator[Page]:
    found = opened(browser, both[0].address)
    yield found
    found.close()


def told(served: Served, path: str) -> Any:
    status, _, data = served.request("GET", path)
    assert status == 200, data
    return json.loads(data)


def shows(page: Page, address: str) -> None:
    """Open an address in a page, as if it were a new one."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("body.ready")


def stands(page: Page, piece: str, number: str) -> None:
    """Wait until a page shows a counter in a hex."""
    page.wait_for_function(
        """([piece, hex]) => clubroute.position.counters.some(one =>
            one.piece === piece && one.hex === hex)""",
        arg=[piece, number],
    )


def test_a_program_finds_the_room_as_it_finds_a_service(
    both: tuple[Served, PortDoor], client: Client
) -> None:
    assert client.ask("hello", module="Where Eagles Dare")["module"] == "known"
    assert both[1].token_file.read_text(encoding="ascii").strip() == both[1].token


def test_the_tape_is_the_game_command_by_command(
    both: tuple[Served, PortDoor], table: PlayedTable
) -> None:
    served, piece = both[0], table.piece(GRENADIERS)
    assert NAME in told(served, "/start")["live"]
    table.move(piece, "93.149")
    first = told(served, f"/tape?file={quote(NAME)}")
    table.undo()
    table.move(table.piece(MORTAR), "88.118")
    rest = told(served, f"/tape?file={quote(NAME)}&after=1")
    assert (first["live"], first["title"], len(first["moments"])) == (True, NAME, 2)
    assert [one["changed"][0]["hex"] for one in first["moments"][1:]] == ["93.149"]
    assert (rest["after"], rest["source"]["digest"]) == (1, first["source"]["digest"])
    assert [one.get("undone", False) for one in rest["moments"]] == [True, False]
    live = live_game(served.room.context, table.game, "game")
    digest = first["source"]["digest"]
    state = told(served, f"/state?digest={digest}&step=3")
    assert state["state"] == json.loads(json.dumps(live.position().state))
    assert table.game not in json.dumps([first, rest, state])


@pytest.mark.smoke
def test_a_page_goes_along_with_the_game(page: Page, table: PlayedTable) -> None:
    address = table.ask("adviser.room")["address"]
    assert address.endswith(f"&f={quote(NAME)}")
    shows(page, address)
    expect(page.locator("#scenario")).to_have_value(f"file {NAME}")
    piece = table.piece(GRENADIERS)
    expect(page.locator("#timeline")).to_be_hidden()
    for step, number in enumerate(("93.149", "93.150"), 1):
        table.move(piece, number)
        stands(page, piece, number)
        expect(page.locator("#moment")).to_contain_text(f"{step} / {step}")
    expect(page.locator("#findings")).to_contain_text("nothing to put right")
    table.undo()
    stands(page, piece, "93.149")
    page.reload()
    page.wait_for_selector("body.ready")
    stands(page, piece, "93.149")


def test_what_the_next_die_accepts_is_said_before_it_falls(page: Page, table: PlayedTable) -> None:
    shows(page, table.ask("adviser.room")["address"])
    table.draw("501 PIR")
    findings = page.locator("#findings")
    expect(findings).to_contain_text("nothing to put right")
    piece = table.piece(MORTAR)
    table.move(piece, "88.118")
    expect(findings).to_contain_text("1 finding: if you roll now you accept it")
    expect(findings).to_contain_text("501 PIR Formation Activation does not activate it")
    expect(page.locator("#news")).to_contain_text("if you roll now you accept it")
    page.keyboard.press("f")
    expect(page.locator("#panel")).to_contain_text("does not activate it")
    table.undo()
    expect(findings).to_contain_text("nothing to put right")
    table.move(piece, "88.118")
    expect(findings).to_contain_text("if you roll now you accept it")
    table.recorder.roll("d10", [8])
    table.send(table.recorder.steps[-1])
    expect(findings).to_contain_text("nothing to put right")


def test_who_looks_back_or_tries_something_out_is_left_there(
    page: Page, table: PlayedTable
) -> None:
    shows(page, table.ask("adviser.room")["address"])
    expect(page.locator("#scenario")).to_have_value(f"file {NAME}")
    piece = table.piece(GRENADIERS)
    table.move(piece, "93.149")
    stands(page, piece, "93.149")
    page.evaluate("clubroute.position.go(0)")
    table.move(piece, "93.150")
    expect(page.locator("#news")).to_contain_text("it has gone on")
    assert page.evaluate("clubroute.position.step") == 0
    page.evaluate(
        """() => { const {position} = clubroute; position.go(position.steps);
        position.attempt({text: "a try", counters: many => many}); }"""
    )
    table.move(piece, "93.149")
    page.wait_for_function("() => clubroute.position.steps === 4")
    assert page.evaluate("[clubroute.position.step, clubroute.position.tried.length]") == [2, 1]


def test_a_game_that_is_sent_anew_is_shown_in_the_place_of_the_old(
    page: Page, both: tuple[Served, PortDoor], table: PlayedTable, client: Client
) -> None:
    shows(page, table.ask("adviser.room")["address"])
    piece = table.piece(GRENADIERS)
    table.move(piece, "93.149")
    stands(page, piece, "93.149")
    again = PlayedTable(both[0].room.context, client=client)
    again.move(again.piece(MORTAR), "88.118")
    stands(page, again.piece(MORTAR), "88.118")
    expect(page.locator("#moment")).to_contain_text("1 / 1")


def test_a_page_that_shows_something_else_is_only_told(
    page: Page, both: tuple[Served, PortDoor], table: PlayedTable
) -> None:
    shows(page, both[0].address)
    page.evaluate("clubroute.source.chosen('wed empty')")
    expect(page.locator("#scenario")).to_have_value("wed empty")
    assert "f=" not in page.evaluate("location.hash")
    table.move(table.piece(GRENADIERS), "93.149")
    page.wait_for_timeout(600)
    assert page.evaluate("clubroute.position.counters.length") == 0
    page.evaluate(f"clubroute.source.chosen('file {NAME}')")
    stands(page, table.piece(GRENADIERS), "93.149")


def test_what_is_removed_is_gone_and_what_chat_says_is_text(
    both: tuple[Served, PortDoor], table: PlayedTable
) -> None:
    piece = table.piece(GRENADIERS)
    table.send([Chat("<b>hostile</b> &amp; more")])
    table.recorder.delete(piece)
    table.send(table.recorder.steps[-1])
    tape = told(both[0], f"/tape?file={quote(NAME)}")
    assert tape["moments"][1]["text"] == ["hostile & more"]
    assert piece in {one["piece"] for one in tape["counters"]}
    assert tape["moments"][2]["gone"] == [piece]


def test_a_name_of_no_game_is_refused_and_the_page_begins_as_ever(
    browser: Browser, both: tuple[Served, PortDoor]
) -> None:
    status, _, data = both[0].request("GET", "/tape?file=none%20(live)&after=x")
    assert (status, b"a step" in data) == (400, True)
    found = opened(browser, both[0].address + "&f=none")
    expect(found.locator("#panel")).to_contain_text("a file of the folder")
    found.close()
