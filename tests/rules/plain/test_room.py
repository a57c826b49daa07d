"""The map room with a game of one's own: a click tells what its tables say."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.project import Project
from clubroute.rules.asking.ask import ask
from clubroute.rules.cli_options import context_of
from clubroute.rules.room.app import Room
from clubroute.rules.room.pictures import Pictures
from clubroute.rules.series import every_map
from tests.room.serving import opened, pick, serving

BRIDGE = {"scenario": "BRIDGE", "turn": 1}


def fights_by_click(page: Page) -> None:
    """Units are put beside the bridge and attack over it; what follows is asked by buttons."""
    page.keyboard.press("w")
    for here in ("2.05", "2.04", "1.04"):
        pick(page, here)
        pick(page, "3.05")
    page.keyboard.press("c")
    pick(page, "4.05")
    pick(page, "3.05")
    page.wait_for_selector("section[aria-label=Combat]")
    # 4, half of 4, and 5; against 6 and 1 for being dug in, doubled by the village.
    assert "11:14 is the column 1:2" in page.inner_text("#panel")
    page.click("[aria-label=Attackers] >> text=Blue Guns")
    page.wait_for_selector("section.illegal[aria-label=Combat]")
    assert "6:14 is below 1:2: no attack" in page.inner_text("#panel")
    page.click("[aria-label=Attackers] >> text=Blue Guns")
    page.click("text=Roll a die")
    page.wait_for_selector("section.decided[aria-label=Combat]")
    page.click("text=May 1st Blue advance?")
    page.wait_for_selector("section.legal[aria-label='Advance of 1st Blue']")
    page.click("text=Back to the combat")
    page.click("text=After it")
    page.click("text=Where may 1st Red go back?")
    page.wait_for_selector("section.legal[aria-label='Retreat of 1st Red']")
    assert "It may retreat to 4 hexes" in page.inner_text("#panel")


def test_a_click_shows_reach_and_way(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_game(tmp_path, "lorne", rules=True)
    monkeypatch.chdir(tmp_path)
    room = Room(context_of(None, None), Project(tmp_path), None)
    room.pictures = Pictures(lambda kind, name, say: {}, every_map())
    with serving(room) as served:
        page = opened(browser, served.address)
        page.evaluate("clubroute.source.scenario('lorne', 'BRIDGE')")
        tools = page.evaluate("clubroute.usable.map((one) => one.constructor.id)")
        assert tools == ["move", "fight", "control", "supply", "whatif", "hex"]
        page.evaluate("clubroute.position.say('turn', 1)")
        page.keyboard.press("m")
        pick(page, "2.05")
        page.wait_for_selector("section[aria-label=Reach]")
        costs = page.evaluate("clubroute.tool.costs")
        assert (costs["3.05"], costs["1.01"], len(costs)) == (0.5, 4, 29)
        pick(page, "3.04")
        page.wait_for_selector("section[aria-label='The way to 3.04']")
        assert "1.5 of 4 MP" in page.inner_text("#panel")
        page.keyboard.press("p")
        pick(page, "2.05")
        page.wait_for_selector("section[aria-label=Supply]")
        assert "1st Blue is in supply" in page.inner_text("#panel")
        page.keyboard.press("z")
        page.wait_for_selector("section[aria-label='Zones of Red']")
        red = ask(room.context, "hex.zones", {"map": "lorne", "side": "Red", "state": BRIDGE})
        assert page.evaluate("clubroute.tool.zones.get('Red')") == red["hexes"]
        fights_by_click(page)
        page.close()
