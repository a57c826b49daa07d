"""The room for everyone: by keyboard alone, heard by a screen reader, enlarged, on a telephone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.room.serving import Served, opened


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    yield found
    found.close()


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it is."""
    # By the debugger, for the page's own policy lets no script in.
    found = Axe().run(page)
    assert len(found.response["passes"]) > 10
    return [
        f"{one['id']}: {node['target']}"
        for one in found.response["violations"]
        for node in one["nodes"]
    ]


def keys(page: Page, *names: str) -> None:
    for name in names:
        page.keyboard.press(name)


def test_no_state_of_the_page_has_an_axe_violation(page: Page) -> None:
    page.focus("#map")
    told = {"begin": violations(page)}
    for name, key in (
        ("move", "m"),
        ("sight", "s"),
        ("route", "r"),
        ("turn", "t"),
        ("fire zones", "z"),
        ("what if", "w"),
        ("hex", "h"),
    ):
        keys(page, key, "n", "Enter")
        page.wait_for_timeout(300)
        told[name] = violations(page)
        keys(page, "Escape", "Escape")
    for name, key in (("layers", "l"), ("position", "o")):
        keys(page, key)
        page.wait_for_timeout(300)
        told[name] = violations(page)
    keys(page, "l", "w")
    page.get_by_role("button", name="Compare", exact=True).click()
    page.wait_for_selector(".compare")
    told["compare"] = violations(page)
    page.get_by_role("button", name="Share").click()
    told["share"] = violations(page)
    page.focus("#map")
    keys(page, "?")
    told["keys"] = violations(page)
    keys(page, "Escape")
    assert {name: many for name, many in told.items() if many} == {}


@pytest.mark.smoke
def test_dark_and_light_have_enough_contrast(browser: Browser, served: Served) -> None:
    page = browser.new_page(color_scheme="dark", reduced_motion="reduce")
    page.set_default_timeout(120_000)
    page.goto(served.address)
    page.wait_for_selector("body.ready")
    page.focus("#map")
    keys(page, "m", "n", "Enter")
    page.wait_for_selector("section[aria-label=Reach]")
    assert violations(page) == []
    page.close()


@pytest.mark.smoke
def test_the_keyboard_alone_asks_for_reach_way_and_sight(page: Page) -> None:
    # In the first scenario one Unit alone may move.
    page.evaluate("clubroute.source.scenario('wed', 'WED-4')")
    page.focus("#map")
    keys(page, "m", "n")
    said = page.locator("#said")
    at = page.evaluate("clubroute.at.number")
    expect(said).to_contain_text(at)
    keys(page, "Enter")
    expect(page.locator("section[aria-label=Reach]")).to_be_visible()
    expect(said).to_contain_text("reaches")
    keys(page, "ArrowUp")
    assert page.evaluate("clubroute.at.number") != at
    expect(said).to_contain_text(page.evaluate("clubroute.at.number"))
    keys(page, "Shift+Enter")
    expect(page.locator("section[aria-label^='The way to']")).to_be_visible()
    keys(page, "Escape", "Escape", "s", "Enter")
    expect(page.locator("section[aria-label=Fan]")).to_be_visible()
    keys(page, "ArrowRight", "ArrowRight", "ArrowDown", "Enter")
    expect(page.locator("section[aria-label=Sight]")).to_be_visible()
    expect(said).to_contain_text(re.compile("Yes, it sees|No: "))
    keys(page, "Escape", "Escape")


def test_the_keyboard_alone_tries_out_paints_and_goes_through_the_turn(page: Page) -> None:
    page.evaluate("clubroute.source.scenario('wed', 'WED-2')")
    page.focus("#map")
    said = page.locator("#said")
    keys(page, "w", "n", "Enter")
    expect(said).to_contain_text("taken")
    keys(page, "ArrowRight", "Enter")
    expect(said).to_contain_text("now in")
    page.evaluate("clubroute.move(clubroute.lattice.find('66.156'))")
    keys(page, "Enter", "Escape", "Enter")
    bridge = page.get_by_role("group", name="Son Bridge")
    bridge.get_by_role("button", name="blown").press("Enter")
    page.focus("#map")
    assert page.evaluate("clubroute.position.tried.length") == 2
    keys(page, "u", "u", "z", "Enter")
    expect(said).to_contain_text("in a German Fire Zone")
    keys(page, "Enter", "h", "Enter")
    expect(said).to_contain_text("66.156: ")
    keys(page, "t")
    expect(said).to_contain_text("things due")
    page.locator(".due input").first.press("Space")
    expect(page.locator("#done li")).to_have_count(1)
    page.focus("#map")
    keys(page, "u")
    expect(page.locator("#done li")).to_have_count(0)
    keys(page, "l", "Space")
    assert page.evaluate("clubroute.view.painters.has('bridges')")
    keys(page, "Space", "l", "m")


@pytest.mark.parametrize("width", [1280, 390])
def test_what_is_still_to_be_placed_is_listed_and_placed_by_keyboard(
    browser: Browser, served: Served, width: int
) -> None:
    page = opened(browser, served.address, width, 844)
    page.evaluate("clubroute.source.scenario('ins', 'INS-5.4')")
    page.focus("#map")
    keys(page, "w")
    listed = page.locator("details.unplaced")
    summary = listed.locator("summary")
    begun = int(summary.inner_text().rpartition(": ")[2])
    assert begun == listed.locator("button").count() > 0
    summary.focus()
    keys(page, "Enter")  # opens the list
    first = listed.locator("button").first
    expect(first).to_be_visible()
    assert violations(page) == []
    boxes = [one.bounding_box() for one in listed.locator("button").all()]
    assert all(box is not None for box in boxes)
    assert max(box["x"] + box["width"] for box in boxes if box) <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    keys(page, "Tab")
    expect(first).to_be_focused()
    name = first.inner_text()
    keys(page, "Enter")  # takes the unit; the focus goes to the map
    said = page.locator("#said")
    expect(said).to_contain_text(f"{name} taken")
    expect(page.locator("#map")).to_be_focused()
    keys(page, "ArrowRight", "Enter")
    number = page.evaluate("clubroute.at.number")
    expect(said).to_contain_text(f"{name} now in {number}")
    expect(summary).to_have_text(f"Still to be placed: {begun - 1}")
    keys(page, "u")
    expect(summary).to_have_text(f"Still to be placed: {begun}")
    assert violations(page) == []
    page.close()


@pytest.mark.smoke
def test_arrow_keys_go_straight_and_come_back(page: Page) -> None:
    page.focus("#map")
    page.evaluate("clubroute.move(clubroute.lattice.find('70.150'))")
    keys(page, *["ArrowRight"] * 6)
    assert page.evaluate("clubroute.at.number") == "76.150"
    keys(page, *["ArrowLeft"] * 6)
    assert page.evaluate("clubroute.at.number") == "70.150"
    keys(page, "Shift+ArrowDown", "ArrowUp")
    assert page.evaluate("clubroute.at.number") == "70.154"


@pytest.mark.parametrize(("width", "height"), [(640, 400), (390, 780), (320, 640)])
def test_nothing_is_lost_at_200_percent_or_on_a_telephone(
    browser: Browser, served: Served, width: int, height: int
) -> None:
    page = opened(browser, served.address, width, height)
    page.focus("#map")
    keys(page, "m", "n", "Enter")
    expect(page.locator("section[aria-label=Reach]")).to_be_visible()
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width
    box = page.locator("#map").bounding_box()
    assert box is not None
    assert box["height"] >= 100
    for name in ("Sight", "Share"):
        page.get_by_text(name, exact=True).click(trial=True)
    page.close()
