"""What an answer rests on is shown on the map, told in words, and taken off again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.room.serving import Served, opened, pick

DRAWN = """() => {
    const texts = [], dashes = [], seen = {fillText: (text) => texts.push(text),
        setLineDash: (dash) => dashes.push(dash.join(" ")), measureText: () => ({width: 9})};
    const ctx = new Proxy(seen, {get: (has, name) => has[name] ?? (() => null), set: () => true});
    const {view, lattice} = clubroute, all = {left: -1e9, top: -1e9, right: 1e9, bottom: 1e9};
    view.painters.get("grounds")?.paint(ctx, {...all, scale: 1, lattice});
    return {letters: texts.sort(), dashes: [...new Set(dashes)].length};
}"""


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    yield found
    assert wrong == []
    found.close()


def drawn(page: Page) -> dict[str, Any]:
    """The letters drawn on the map, and how many patterns of lines."""
    found: dict[str, Any] = page.evaluate(DRAWN)
    return found


def look(page: Page, start: str, end: str) -> None:
    """Ask for a Line of Sight."""
    page.focus("#map")
    page.keyboard.press("s")
    pick(page, start)
    pick(page, end)
    expect(page.locator("section[aria-label=Sight]")).to_be_visible()


def test_hexes_of_an_answer_are_marked_by_letter_and_pattern(page: Page) -> None:
    look(page, "75.129", "78.127")
    told = page.evaluate(
        "clubroute.pieces && clubroute.grounds.places.map(one => [one.kind, "
        "...one.hexes.map(hex => hex.number)])"
    )
    assert sorted(told) == [
        ["rulebook", "75.129"],
        ["survey", "76.128"],
        ["survey", "77.128"],
    ]
    found = drawn(page)
    assert found["letters"] == ["M", "M", "R"]
    assert found["dashes"] == 2
    expect(page.locator(".grounds summary")).to_have_text(
        "Rests on, place by place: 1 the rulebook, 2 our map"
    )


def test_sides_that_a_way_crosses_are_marked(page: Page) -> None:
    page.focus("#map")
    page.keyboard.press("m")
    pick(page, "44.224")
    expect(page.locator("section[aria-label=Reach]")).to_be_visible()
    page.focus("#map")
    page.evaluate("clubroute.move(clubroute.lattice.find('44.222'))")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("section[aria-label^='The way to']")).to_be_visible()
    sides = page.evaluate("clubroute.grounds.places.filter(one => one.hexes.length === 2).length")
    assert sides == page.evaluate(
        "clubroute.tool.stops && document.querySelectorAll('.grounds .at').length"
    )
    assert sides >= 2
    assert len(drawn(page)["letters"]) == sides


def test_what_is_not_known_is_marked_where_the_answer_names_it(page: Page) -> None:
    page.fill(
        "#ask",
        "bridge.demolish bridge=66.156/66.157 entering.side=Allied entering.hex=66.156 map=wed",
    )
    page.keyboard.press("Enter")
    expect(page.locator("#panel .needs")).to_contain_text("whether it is wired, and by whom")
    told = page.evaluate(
        "clubroute.grounds.places.map(one => [one.kind, ...one.hexes.map(hex => hex.number)])"
    )
    assert ["unknown", "66.156", "66.157"] in told
    assert "?" in drawn(page)["letters"]


def test_marks_are_taken_off_by_key_and_button_and_told_at_the_cursor(page: Page) -> None:
    look(page, "75.129", "78.127")
    page.evaluate("clubroute.move(clubroute.lattice.find('77.127'))")
    page.focus("#map")
    page.keyboard.press("ArrowDown")
    said = page.locator("#said")
    expect(said).to_contain_text("77.128")
    expect(said).to_contain_text("our map: town: Blocking Terrain")
    page.keyboard.press("g")
    expect(said).to_have_text("places no longer marked")
    assert drawn(page)["letters"] == []
    button = page.get_by_role("button", name="On the map")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.press("Enter")
    expect(button).to_have_attribute("aria-pressed", "true")
    assert drawn(page)["letters"] == ["M", "M", "R"]
    page.locator(".grounds summary").press("Enter")
    page.locator(".grounds").get_by_role("button", name="76.128").press("Enter")
    assert page.evaluate("clubroute.at.number") == "76.128"


def test_another_tool_takes_the_marks_away(page: Page) -> None:
    look(page, "75.129", "78.127")
    assert drawn(page)["letters"]
    page.keyboard.press("w")
    expect(page.locator("#panel h2")).to_contain_text("What if")
    assert drawn(page)["letters"] == []
