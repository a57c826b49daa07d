"""The map room with a game of one's own: a click tells what its tables say."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from clubroute.builder.new_game import new_game
from clubroute.builder.project import Project
from clubroute.rules.cli_options import context_of
from clubroute.rules.room.app import Room
from clubroute.rules.room.pictures import Pictures
from clubroute.rules.series import every_map
from tests.room.serving import opened, pick, serving


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
        assert tools == ["move", "supply", "hex"]
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
        page.close()
