"""VASSAL opens what the map room saves, and finds the counters where the room put them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.engine.driver import Engine
from tests.room.logs import long_log
from tests.room.serving import (
    bare_room,
    opened,
    pick,
    serving,
)

pytestmark = pytest.mark.engine

LOG = "game.vlog"
UNIT, STOOD, MOVED = "101-easy-2-506", "77.164", "78.165"
WALKER, START, END = "wal-1-i-fj-rgt-21", "87.156", "81.157"


@pytest.fixture
def page(
    browser: Browser, wed_engine: Engine, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Page]:
    """The room in a browser, with a log of two moves of a Unit."""
    room = bare_room(tmp_path_factory.mktemp("saves"))
    assert room.watch.folder is not None
    long_log(room.context, room.watch.folder / LOG, 3)
    with serving(room) as served:
        page = opened(browser, served.address)
        yield page
        page.close()


@pytest.fixture(autouse=True)
def begun(page: Page) -> None:
    page.evaluate("name => clubroute.source.file(name)", LOG)
    page.evaluate("clubroute.position.go(3)")
    page.focus("#map")


def take(page: Page, unit: str) -> str:
    """Take a Unit up with the tool at hand. :return: its name."""
    name: str = page.evaluate(
        """async id => { const {tool, position} = clubroute;
            const one = position.counters.find(it => it.id === id);
            if (tool.take) await tool.take(one); else tool.taken = one;
            return one.name; }""",
        unit,
    )
    return name


def loaded(page: Page, button: str, engine: Engine, path: Path) -> Counter[tuple[str, str]]:
    """What a button saves, opened by VASSAL: each counter's name and where it is."""
    with page.expect_download() as told:
        page.click(button)
    told.value.save_as(path)
    engine.load(path)
    engine.quiet()
    assert engine.problems == []
    return Counter((one.name, one.location) for one in engine.pieces())


def filed(page: Page) -> Counter[tuple[str, str]]:
    """Where the counters on the map are in the file."""
    told = page.evaluate("clubroute.position.frame.filter(one => one.hex)")
    return Counter((one["name"], one["hex"]) for one in told)


def only_moved(
    found: Counter[tuple[str, str]], before: Counter[tuple[str, str]], name: str, end: str
) -> list[tuple[str, str]]:
    """What of the file VASSAL has elsewhere; the rest, and the Unit at the end, is there."""
    assert found[name, end] == before[name, end] + 1
    return list((before - found).elements())


def test_a_counter_moved_in_the_room_stands_there(
    page: Page, wed_engine: Engine, tmp_path: Path
) -> None:
    before = filed(page)
    page.keyboard.press("w")
    name = take(page, UNIT)
    stood = page.evaluate("clubroute.tool.taken.hex")
    pick(page, MOVED)
    page.get_by_role("button", name="Share").click()
    found = loaded(page, "#share-vsav", wed_engine, tmp_path / "moved.vsav")
    assert only_moved(found, before, name, MOVED) == [(name, stood)]


def test_a_unit_stands_at_the_end_of_its_way(
    page: Page, wed_engine: Engine, tmp_path: Path
) -> None:
    before = filed(page)
    page.keyboard.press("m")
    name = take(page, WALKER)
    pick(page, END)
    page.get_by_role("button", name="12 MP", exact=True).click()
    expect(page.locator("#panel .gist .sign")).to_have_text("✓")
    found = loaded(page, "#way-vsav", wed_engine, tmp_path / "way.vsav")
    assert only_moved(found, before, name, END) == [(name, START)]


def test_the_way_round_of_a_finding_stands_in_the_moment_before_it(
    page: Page, wed_engine: Engine, tmp_path: Path
) -> None:
    page.evaluate(
        """async ([id, end]) => { const {position, timeline} = clubroute;
            const counter = position.counters.find(one => one.id === id);
            const around = await position.ask("move.best",
                {unit: await position.unit(counter), from: counter.hex, to: end});
            timeline.show({verdict: "illegal", why: "another way", name: counter.name, unit: id,
                hexes: [counter.hex, end], steps: [1, 2], at: 3, around}); }""",
        [WALKER, END],
    )
    name = page.evaluate("clubroute.timeline.last.name")
    found = loaded(page, "#around-vsav", wed_engine, tmp_path / "round.vsav")
    assert page.evaluate("clubroute.position.step") == 1
    assert only_moved(found, filed(page), name, END) == [(name, START)]
