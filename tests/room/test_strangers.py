"""Files of games that have no rules here, dropped on the page: what their module says of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.command_doors import heard
from tests.room.serving import Served, opened
from tests.room.test_access import violations
from tests.saves.test_foreign import foreign_files


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    yield found
    found.close()


def listed(page: Page, file: Path) -> str:
    """What the panel lists of a file, place by place."""
    expect(page.locator("#panel")).to_contain_text(file.name)
    expect(page.locator("#panel h2")).to_have_text("No rules for this game")
    return page.locator("#panel").inner_text()


def printed(*words: str | Path) -> list[str]:
    """The lines that a command prints of a file."""
    code, said, text = heard([*map(str, words)])
    assert code == 0, said
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_a_save_of_a_game_without_rules_is_listed_as_the_command_lists_it(
    page: Page, tmp_path: Path
) -> None:
    log, module = foreign_files(tmp_path)
    title = page.evaluate("clubroute.position.tape.title")
    page.set_input_files("#file", log)
    text = listed(page, log)
    lines = printed("position", log)
    assert len(lines) > 4
    for line in lines[:-1]:
        assert line in text
    assert "Places are px of their windows." in text
    assert violations(page) == []
    # With its module, places have their names; the position before stands on the map still.
    page.set_input_files("#file", [log, module])
    expect(page.locator("#panel")).to_contain_text("01.117")
    text = listed(page, log)
    for line in printed("position", log, "--module", module):
        assert line in text
    assert page.evaluate("clubroute.position.tape.title") == title


def test_a_module_without_rules_is_told_by_its_windows(page: Page, tmp_path: Path) -> None:
    _, module = foreign_files(tmp_path)
    page.set_input_files("#file", module)
    text = listed(page, module)
    assert text.count("theirs.vmod: ") == 1
    assert "Boards: " in text
    assert "counters in its palettes and decks" in text
