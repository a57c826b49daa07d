"""The labelled games of the referee in the page: what is illegal is shown, and where ratings are
missing nothing is headed as if it had been judged. Clicks on units by chance end in a verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from clubroute.builder.survey.compile import CompiledMap
from tests.logs.referee.scoreboard import Label, gts_ratings, labels
from tests.logs.scs.scenario import ratings as ins_ratings
from tests.room.serving import (
    Served,
    bare_room,
    opened,
    serving,
)
from tests.room.test_access import violations

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parents[1] / "logs" / "referee" / "games"
USUAL = [one for one in labels() if not one.options]
CLICKS = 40
"""Units that are clicked in each opening, or all there are."""
OPENINGS = (
    *("wed WED-1", "wed WED-2", "wed WED-3", "wed WED-4", "wed WED-CAMPAIGN"),
    *("ins INS-5.1", "ins INS-5.3", "ins INS-5.4", "ins INS-5.5", "ins INS-5.7"),
)
ANSWERED = {"with": 0.85, "without": 0.6}
"""The share of clicks that end in a verdict, in what it is either way, or in why a unit does not
move by itself; where ratings are given, and where none are."""
CLICK = """async (piece) => { const desk = clubroute;
    desk.take("move"); desk.tool.clear();
    const one = desk.position.counters.find((it) => it.piece === piece);
    await desk.tool.take(one);
    const panel = document.getElementById("panel");
    return {red: panel.querySelectorAll(".trouble, .error").length,
        sign: panel.querySelector(".gist .sign")?.textContent ?? "",
        gist: panel.querySelector(".gist")?.textContent ?? ""}; }"""


def room_of(owner: Path | None) -> Iterator[Served]:
    """A room on the labelled games."""
    with serving(bare_room(GAMES, owner)) as found:
        yield found


@pytest.fixture(scope="module")
def rated(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    owner = tmp_path_factory.mktemp("rated")
    (owner / "ratings.csv").write_text(gts_ratings(), encoding="utf-8")
    (owner / "ins_ratings.csv").write_text(ins_ratings(), encoding="utf-8")
    yield from room_of(owner)


@pytest.fixture(scope="module")
def bare(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    yield from room_of(tmp_path_factory.mktemp("bare"))


@pytest.fixture(scope="module")
def pages(browser: Browser, rated: Served, bare: Served) -> Iterator[dict[str, Page]]:
    found = {"with": opened(browser, rated.address), "without": opened(browser, bare.address)}
    yield found
    for page in found.values():
        page.close()


def heading(page: Page, label: Label) -> str:
    """What a game is headed by when it is opened."""
    page.evaluate("name => clubroute.source.file(name)", quote(label.log.name))
    told: str = page.evaluate("clubroute.timeline.heading()")
    return told


def test_a_violation_is_shown_as_one_where_ratings_are_given(pages: dict[str, Page]) -> None:
    plain = [one for one in USUAL if one.verdict == "illegal"]
    told = {one.name: heading(pages["with"], one) for one in plain}
    assert len(told) >= 20
    assert {name: text for name, text in told.items() if not text.startswith("1 illegal")} == {}


def test_no_game_is_headed_nothing_illegal_while_something_is_not_judged(
    pages: dict[str, Page],
) -> None:
    page, unjudged = pages["without"], 0
    for one in USUAL:
        text = heading(page, one)
        many = page.evaluate("clubroute.timeline.unjudged.length")
        unjudged += many > 0
        assert not many or f"{many} not judged" in text, (one.name, text)
        assert text != "nothing found illegal" or not many, one.name
    assert unjudged >= 10


def clicked(page: Page, opening: str, many: int) -> list[dict[str, Any]]:
    """Click units of an opening by chance: what the panel says of each."""
    page.evaluate("value => clubroute.source.chosen(value)", opening)
    page.wait_for_function("value => clubroute.source.select.value === value", arg=opening)
    pieces = page.evaluate(
        "clubroute.position.counters.filter((one) => one.role === 'unit' && one.hex)"
        ".map((one) => one.piece)"
    )
    chance = Random(opening)
    return [page.evaluate(CLICK, piece) for piece in chance.sample(pieces, min(many, len(pieces)))]


@pytest.mark.parametrize("ratings", ANSWERED)
def test_clicks_on_units_by_chance_end_in_a_verdict(ratings: str, pages: dict[str, Page]) -> None:
    found = [one for opening in OPENINGS for one in clicked(pages[ratings], opening, CLICKS)]
    signs = Counter(one["sign"] for one in found)
    answered = [one for one in found if one["gist"] and "Undetermined" not in one["gist"]]
    assert len(found) >= 200
    assert sum(one["red"] for one in found) == 0
    assert len(answered) >= ANSWERED[ratings] * len(found), signs
    # Nobody is told yes by an allowance that nobody gave.
    assert signs["✓"] >= 100 if ratings == "with" else not signs["✓"], signs


def test_a_finding_and_what_accepts_it_have_no_axe_violation(pages: dict[str, Page]) -> None:
    page = pages["with"]
    label = next(one for one in USUAL if one.name == "ins-v01")
    heading(page, label)
    page.evaluate("clubroute.timeline.story()")
    assert violations(page) == []
    page.evaluate("clubroute.timeline.next(1)")
    assert violations(page) == []
