"""The labelled games of the referee in the page: what is illegal is shown, and where ratings are
missing nothing is headed as if it had been judged. Clicks on units by chance end in a verdict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import LogFiles
from tests.logs.referee.scoreboard import Label, gts_ratings, labels
from tests.logs.scs.scenario import ratings as ins_ratings
from tests.room.serving import Served, bare_room, opened, serving
from tests.room.test_access import violations

pytestmark = pytest.mark.slow

GAMES = Path(__file__).parents[1] / "logs" / "referee" / "games"
USUAL = [one for one in labels() if not one.options]
CLICKS = 27
"""Units that are clicked in each opening, or all there are."""
OPENINGS = (
    *("wed WED-1", "wed WED-2", "wed WED-3", "wed WED-4", "wed WED-CAMPAIGN"),
    *("ins INS-5.1", "ins INS-5.3", "ins INS-5.4", "ins INS-5.5", "ins INS-5.7"),
)
ANSWERED = {"with": 0.85, "without": 0.6}
"""The share of clicks that end in a verdict, where ratings are given and where none are."""
BY_CASES = re.compile(
    r"\d+ hex(es)? with 7 MP, \d+ with 8, \d+ with 10, \d+ with 12"
    r"|legal with an allowance of [\d½]+ MP or more, illegal with less"
    r"|\b(if|unless) |mounted on its transport"
)
"""How an answer begins that says what it is in each case of what nobody knows."""
CLICK = """async ([piece, share]) => { const desk = clubroute, {lattice} = desk;
    desk.take("move"); desk.tool.clear();
    const one = desk.position.counters.find((it) => it.piece === piece);
    const panel = document.getElementById("panel"), told = () => ({
        red: panel.querySelectorAll(".trouble, .error").length,
        sign: panel.querySelector(".gist .sign")?.textContent ?? "",
        gist: panel.querySelector(".gist")?.textContent ?? ""});
    await desk.tool.take(one);
    const begun = told();
    const here = lattice.find(one.hex);
    if (!desk.tool.costs || !here) return [begun];
    const near = lattice.hexes.filter((it) => it !== here
        && lattice.distance(here, it) <= 4 && !desk.pieces.in(it.number).length);
    await desk.pick(near[Math.floor(share * near.length)]);
    return [begun, told()]; }"""
"""A click on a unit, and where it moves at all one on a hex without counters near it."""


def kind_of(told: Mapping[str, str]) -> str:
    """Tell what a click ends in.

    ✓ and ✕ are verdicts. So is an answer by cases, where what decides it stands on the player's
    counter or in his game and nowhere else: it says what is legal in each case, and who looks at
    his counter needs to ask nothing more. That something is not known, without what follows from
    it either way, is none.
    """
    if told["sign"] in ("✓", "✕"):
        return told["sign"]
    return "by cases" if BY_CASES.search(told["gist"]) else "open"


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


def test_a_violation_is_shown_as_one_where_ratings_are_given(
    pages: dict[str, Page], rated: Served
) -> None:
    told, usual = {}, rated.room.context.logs
    for one in (one for one in labels() if one.verdict == "illegal"):
        rated.room.context.logs = LogFiles(told=one.told())
        told[one.name] = heading(pages["with"], one)
    rated.room.context.logs = usual
    assert len(told) >= 25
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


def clicked(page: Page, opening: str, many: int) -> list[list[dict[str, Any]]]:
    """Click units of an opening by chance, and near each: what the panel says of it."""
    page.evaluate("value => clubroute.source.chosen(value)", opening)
    page.wait_for_function("value => clubroute.source.select.value === value", arg=opening)
    pieces = page.evaluate(
        "clubroute.position.counters.filter((one) => one.role === 'unit' && one.hex)"
        ".map((one) => one.piece)"
    )
    chance = Random(opening)
    chosen = chance.sample(pieces, min(many, len(pieces)))
    return [page.evaluate(CLICK, [piece, chance.random()]) for piece in chosen]


@pytest.mark.parametrize("ratings", ANSWERED)
def test_clicks_on_units_by_chance_end_in_a_verdict(
    ratings: str, pages: dict[str, Page], record_property: Callable[[str, object], None]
) -> None:
    found = [one for opening in OPENINGS for one in clicked(pages[ratings], opening, CLICKS)]
    assert len(found) >= 200
    units, ways = [one[0] for one in found], [one[1] for one in found if len(one) > 1]
    for what, many in (("units", units), ("ways", ways)):
        assert [one for one in many if one["red"] or not one["gist"]] == []
        kinds = Counter(map(kind_of, many))
        record_property(f"{what} {ratings} ratings", dict(kinds))
        assert len(many) - kinds["open"] >= ANSWERED[ratings] * len(many), kinds
        # Nobody is told yes by an allowance that nobody gave.
        assert kinds["✓"] >= 0.5 * len(many) if ratings == "with" else not kinds["✓"], kinds


def test_a_finding_and_what_accepts_it_have_no_axe_violation(pages: dict[str, Page]) -> None:
    page = pages["with"]
    label = next(one for one in USUAL if one.name == "ins-v01")
    heading(page, label)
    page.evaluate("clubroute.timeline.story()")
    assert violations(page) == []
    page.evaluate("clubroute.timeline.next(1)")
    assert violations(page) == []
