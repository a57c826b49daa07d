"""The address is the position: a reload, Back and a bookmark bring again what was shown."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.survey.compile import CompiledMap
from tests.room.serving import (
    Served,
    bare_room,
    opened,
    pick,
    serving,
)

SHOWN = """() => { const {position, tool, view, source} = clubroute;
    const {x, y, zoom} = view.looks;
    return {title: position.tape.title, step: position.step, tool: tool.constructor.id,
        value: source.select.value, unit: tool.unit?.name ?? "", near: zoom,
        at: [Math.round(x / 8), Math.round(y / 8)],
        tried: position.tried.map(one => one.text), branch: position.branches.at}; }"""
"""What a page shows; where it looks, in eight px."""


@pytest.fixture(scope="module")
def served(gts_map: CompiledMap) -> Iterator[Served]:
    with serving(bare_room()) as found:
        yield found


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    yield found
    found.close()


def test_the_room_opens_where_most_units_may_move(browser: Browser, served: Served) -> None:
    page = opened(browser, served.address, first="")
    assert page.evaluate(SHOWN)["value"] == "wed WED-3"
    units = page.evaluate(
        """() => clubroute.position.counters.filter(one => one.role === 'unit' && one.hex)
            .map(one => one.name)"""
    )
    refused = 0
    for unit in units:
        take(page, unit)
        gist = page.locator("#panel .gist").first
        expect(gist).to_be_visible()
        refused += "✕" in gist.inner_text()
    assert refused <= len(units) // 10
    page.close()


def test_the_counters_under_the_pointer_are_shown_large(page: Page) -> None:
    begin(page, "wed", "WED-4")
    number = page.evaluate(
        "() => [...clubroute.pieces.stacks].find(([, many]) => many.length > 1)[0]"
    )
    page.evaluate("number => clubroute.view.fit([clubroute.lattice.find(number)])", number)
    at = page.evaluate("number => clubroute.view.screen(clubroute.lattice.find(number))", number)
    page.mouse.move(at["x"] + 1, at["y"] + 1)
    names = page.evaluate("number => clubroute.pieces.in(number).map(one => one.name)", number)
    expect(page.locator("#viewer figcaption")).to_have_text(names)
    page.mouse.move(5, 5)
    expect(page.locator("#viewer")).to_be_hidden()


def test_the_overview_leads_to_another_part_of_the_board(page: Page) -> None:
    begin(page, "wed", "WED-4")
    before = page.evaluate("() => clubroute.view.looks")
    page.locator("#overview").click(position={"x": 10, "y": 10})
    after = page.evaluate("() => clubroute.view.looks")
    assert (after["x"], after["y"]) != (before["x"], before["y"])
    assert after["zoom"] == before["zoom"]
    expect(page.locator("#basis")).to_have_text("our map, not the printed one")


def begin(page: Page, name: str, id_: str) -> None:
    """Choose a scenario, as its box does."""
    page.evaluate("value => clubroute.source.chosen(value)", f"{name} {id_}")
    page.wait_for_function("value => clubroute.source.select.value === value", arg=f"{name} {id_}")


def settled(page: Page) -> Any:
    """What the page shows, once its address tells it and what was tried out is kept."""
    page.evaluate(
        """async () => { const {place} = clubroute.links;
            clearTimeout(place.waiting); place.note();
            clearTimeout(place.branches.waiting); await place.branches.keep(); }"""
    )
    return page.evaluate(SHOWN)


def take(page: Page, unit: str) -> None:
    """Take a unit up with the tool Move."""
    page.evaluate(
        """name => { const {position} = clubroute; clubroute.take("move");
            return clubroute.tool.take(position.counters.find(one => one.name === name)); }""",
        unit,
    )


def again(page: Page) -> None:
    """Load the page anew."""
    page.reload()
    page.wait_for_selector("body.ready", timeout=120_000)


def in_tool(page: Page) -> None:
    page.evaluate("clubroute.take('sight')")


def near_a_hex(page: Page) -> None:
    page.evaluate("clubroute.view.look(3000, 2000, -1)")


def with_a_unit(page: Page) -> None:
    take(page, "Easy/2/506")


def with_a_branch(page: Page) -> None:
    page.evaluate("clubroute.take('whatif')")
    pick(page, "90.114")
    page.evaluate("clubroute.position.branch()")
    name = page.evaluate("clubroute.tool.taken?.name ?? ''")
    assert name
    pick(page, "89.114")


STATES = [in_tool, near_a_hex, with_a_unit, with_a_branch]


@pytest.mark.parametrize("state", STATES, ids=lambda one: one.__name__)
def test_a_reload_brings_again_what_was_shown(state: Any, page: Page) -> None:
    begin(page, "wed", "WED-4")
    state(page)
    shown = settled(page)
    again(page)
    assert page.evaluate(SHOWN) == shown


def test_back_leads_to_what_was_shown_before(page: Page) -> None:
    begin(page, "wed", "WED-4")
    with_a_branch(page)
    first = settled(page)
    begin(page, "wed", "WED-2")
    assert settled(page)["value"] == "wed WED-2"
    page.go_back()
    page.wait_for_function("() => clubroute.source.select.value === 'wed WED-4'")
    page.wait_for_function("() => !clubroute.links.opening")
    assert page.evaluate(SHOWN) == first
    page.go_forward()
    page.wait_for_function("() => clubroute.source.select.value === 'wed WED-2'")


def test_a_bookmark_opens_it_in_another_profile(page: Page, browser: Browser) -> None:
    begin(page, "wed", "WED-4")
    with_a_unit(page)
    shown = settled(page)
    other = opened(browser, page.url)
    assert other.evaluate(SHOWN) == shown
    other.close()


def test_what_is_undone_is_not_brought_again(page: Page) -> None:
    begin(page, "wed", "WED-4")
    with_a_branch(page)
    settled(page)
    page.evaluate("clubroute.position.undo()")
    settled(page)
    again(page)
    assert page.evaluate("clubroute.position.tried") == []


@pytest.mark.parametrize(
    "part", ["s=nowhere+X", "s=wed+WED-99", "f=none.vlog", "n=-5", "v=a,b,c", "u=%3Cb%3E", "o=xx"]
)
def test_an_address_that_leads_nowhere_opens_the_room_all_the_same(
    part: str, browser: Browser, served: Served
) -> None:
    page = opened(browser, f"{served.address}&{part}")
    expect(page.locator("body.ready")).to_have_count(1)
    assert page.evaluate("clubroute.position.tape.title")
    page.close()


def test_what_a_question_needs_of_the_unit_is_said_by_a_button(
    page: Page, ins_map: CompiledMap
) -> None:
    begin(page, "ins", "INS-5.4")
    take(page, "G/3/504")
    panel = page.locator("section[aria-label=Reach]")
    expect(panel).to_be_visible(timeout=60_000)
    while (no := panel.locator(".needs .stack").get_by_role("button", name="No").first).count():
        asked = panel.locator(".needs .stack").first.get_attribute("aria-label")
        no.click()
        expect(panel.locator(f".needs .stack[aria-label='{asked}']")).to_have_count(0)
    expect(panel.locator(".needs li", has_text="whether it is")).to_have_count(0)


def test_where_hundreds_of_units_are_is_one_line(page: Page, ins_map: CompiledMap) -> None:
    begin(page, "ins", "INS-5.4")
    take(page, "G/3/504")
    panel = page.locator("section[aria-label=Reach]")
    expect(panel).to_be_visible(timeout=60_000)
    assert panel.locator(".unchecked > ul > li").count() < 12
