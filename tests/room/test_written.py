"""Positions and proofs that the room writes for VASSAL, and what was done that goes with them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.saves.position import FilePosition
from clubroute.rules.saves.reading import open_save, position_at
from tests.room.logs import long_log
from tests.room.over_site import OverASite
from tests.room.serving import (
    Served,
    bare_room,
    opened,
    pick,
    serving,
)

NAME = "game.vlog"
UNIT = "101-easy-2-506"
WALKER = "wal-1-i-fj-rgt-21"


@pytest.fixture(scope="module")
def watching(
    transport: str,
    gts_map: CompiledMap,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Served | OverASite]:
    room = bare_room(tmp_path_factory.mktemp("saves"))
    assert room.watch.folder is not None
    long_log(room.context, room.watch.folder / NAME, 4)
    if transport == "site":
        site: OverASite = request.getfixturevalue("site")
        yield site.holding(room, room.watch.folder / NAME)
        return
    with serving(room) as found:
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, watching: Served) -> Iterator[Page]:
    found = opened(browser, watching.address)
    watching.arrive(found)
    yield found
    found.close()


@pytest.fixture(autouse=True)
def begun(page: Page) -> None:
    page.evaluate("name => clubroute.source.file(name)", NAME)
    page.evaluate("clubroute.position.go(3)")
    page.focus("#map")


def saved(page: Page, button: str, path: Path) -> tuple[FilePosition, str]:
    """What a button saves, read again; and the public notes in it."""
    with page.expect_download() as told:
        page.click(button)
    told.value.save_as(path)
    save = open_save(bare_room().context, path)
    return position_at(save), save.game().notes.get("PNOTES", "")


def hexes(found: FilePosition) -> dict[str, str | None]:
    return {one.piece: one.hex for one in found.counters}


def test_a_moment_of_a_log_is_written_as_a_saved_game(
    page: Page, watching: Served, tmp_path: Path
) -> None:
    log = open_save(watching.room.context, Path(watching.room.watch.folder or "") / NAME)
    page.get_by_role("button", name="Share").click()
    found, notes = saved(page, "#share-vsav", tmp_path / "a.vsav")
    then = position_at(log, 3)
    # That something has been played no counter shows.
    assert {**found.state, "under_way": True} == then.state
    assert hexes(found) == hexes(then)
    assert notes == ""


def test_what_is_tried_out_is_written_with_the_counters_of_the_file(
    page: Page, watching: Served, tmp_path: Path
) -> None:
    log = open_save(watching.room.context, Path(watching.room.watch.folder or "") / NAME)
    page.keyboard.press("w")
    where = page.evaluate("id => clubroute.position.counters.find(one => one.id === id).hex", UNIT)
    pick(page, where)
    page.evaluate(
        """id => { const {tool, position} = clubroute;
            tool.taken = position.counters.find(one => one.id === id); }""",
        UNIT,
    )
    pick(page, "78.165")
    page.get_by_role("button", name="Share").click()
    found, notes = saved(page, "#share-vsav", tmp_path / "b.vsav")
    then = hexes(position_at(log, 3))
    moved = {piece: hex_ for piece, hex_ in hexes(found).items() if then[piece] != hex_}
    assert list(moved.values()) == ["78.165"]
    assert len(then) == len(found.counters)
    assert notes.startswith("What if: ")


def test_a_way_is_written_with_the_unit_at_its_end_and_its_working_in_the_notes(
    page: Page, tmp_path: Path
) -> None:
    page.keyboard.press("m")
    page.evaluate(
        """id => { const {tool, position} = clubroute;
            return tool.take(position.counters.find(one => one.id === id)); }""",
        WALKER,
    )
    pick(page, "81.157")
    page.get_by_role("button", name="12 MP", exact=True).click()
    expect(page.locator("#panel .gist .sign")).to_have_text("✓")
    found, notes = saved(page, "#way-vsav", tmp_path / "c.vsav")
    here = [one.hex for one in found.counters if one.id == WALKER]
    assert here == ["81.157"]
    assert " MP" in notes
    assert " MP " in notes


def test_a_set_up_is_written_with_our_own_counters(page: Page, tmp_path: Path) -> None:
    page.evaluate("clubroute.source.scenario('wed', 'WED-2')")
    page.get_by_role("button", name="Share").click()
    state = page.evaluate("clubroute.position.state()")
    found, _ = saved(page, "#share-vsav", tmp_path / "d.vsav")
    told = sorted((one.get("id", ""), one["hex"]) for one in state["units"] if "hex" in one)
    units = {one.id: one.hex for one in found.counters if one.role == "unit"}
    assert {id_: units.get(id_) for id_, _ in told if id_} == {id_: at for id_, at in told if id_}


def test_what_was_done_goes_with_the_position_and_on_with_the_game(
    page: Page, watching: Served, tmp_path: Path
) -> None:
    page.evaluate("clubroute.position.write('1500: rolled 7')")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as told:
        page.click("#share-position")
    path = tmp_path / "done.clubroute"
    told.value.save_as(path)
    assert json.loads(path.read_text(encoding="utf-8"))["done"] == ["1500: rolled 7"]
    page.evaluate("clubroute.position.say('fire_zones.German', ['75.160'])")
    folder = Path(watching.room.watch.folder or "")
    shutil.copy(folder / NAME, folder / "later.vlog")
    expect(page).to_have_title("later.vlog · Map room", timeout=30_000)
    assert page.evaluate("clubroute.position.done") == ["1500: rolled 7"]
    said = page.evaluate("clubroute.position.state()")
    assert said["fire_zones"]["German"] == ["75.160"]
    (folder / "later.vlog").unlink()
    page.set_input_files("#file", path)
    expect(page).to_have_title(f"{NAME} · Map room")
    page.keyboard.press("t")
    expect(page.locator("#done")).to_contain_text("rolled 7")


def test_the_way_round_that_a_finding_shows_is_written_from_the_moment_before_it(
    page: Page, tmp_path: Path
) -> None:
    page.evaluate(
        """async id => { const {position, timeline} = clubroute;
            const counter = position.counters.find(one => one.id === id);
            const around = await position.ask("move.best",
                {unit: await position.unit(counter), from: counter.hex, to: "81.157"});
            timeline.show({verdict: "illegal", why: "another way", name: counter.name, unit: id,
                hexes: [counter.hex, "81.157"], steps: [1, 2], at: 3, around}); }""",
        WALKER,
    )
    found, notes = saved(page, "#around-vsav", tmp_path / "e.vsav")
    assert [one.hex for one in found.counters if one.id == WALKER] == ["81.157"]
    assert page.evaluate("clubroute.position.step") == 1
    assert " MP" in notes
