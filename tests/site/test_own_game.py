"""A site of a game of one's own, in a real browser, made by the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from clubroute.builder.authoring.new_game import new_game
from clubroute.rules.asking.ask import ask
from clubroute.rules.cli import main
from clubroute.rules.cli_options import context_of
from tests.fetching import pyodide
from tests.fetching.absence import RUNTIME, without
from tests.fetching.cache import NotHereError
from tests.room.serving import pick
from tests.site.served import (
    BELOW,
    serving_folder,
    visit,
    watched,
)

pytestmark = pytest.mark.slow


def test_a_site_judges_a_game_of_ones_own(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    try:
        runtime = pyodide.prepare()
    except NotHereError as error:
        without(RUNTIME, error)
    new_game(tmp_path, "lorne", rules=True)
    monkeypatch.chdir(tmp_path)
    out = tmp_path.joinpath("www", *BELOW)
    assert main(["site", "lorne", "--runtime", str(runtime), "--out", str(out)]) == 0
    assert "look at it" in capsys.readouterr().out
    with serving_folder(tmp_path / "www") as site:
        wrong: list[str] = []
        who = watched(browser.new_context(), site)
        page = visit(who, site.address)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.evaluate("clubroute.source.scenario('lorne', 'BRIDGE')")
        page.evaluate("clubroute.position.say('turn', 1)")
        page.keyboard.press("m")
        pick(page, "2.05")
        page.wait_for_selector("section[aria-label=Reach]")
        told = {
            "map": "lorne",
            "unit": {"id": "blue-1"},
            "from": "2.05",
            "state": {"scenario": "BRIDGE", "turn": 1},
        }
        reach = ask(context_of(None, None), "move.reach", told)
        assert page.evaluate("clubroute.tool.costs") == reach["hexes"]
        pick(page, "3.04")
        page.wait_for_selector("section[aria-label='The way to 3.04']")
        expect(page.locator("#panel")).to_contain_text("1.5 of 4 MP")
        # Its map is its author's own drawing.
        expect(page.locator("#credit")).not_to_contain_text("OpenStreetMap")
        assert (wrong, site.elsewhere()) == ([], [])
        who.close()


def test_a_misspelt_game_of_ones_own_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    new_game(tmp_path, "lorne", rules=True)
    monkeypatch.chdir(tmp_path)
    assert main(["site", "lorn", "--runtime", "nowhere", "--out", "site"]) == 2
    assert "did you mean lorne?" in capsys.readouterr().err
