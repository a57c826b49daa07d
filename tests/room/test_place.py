"""The address is the position: a reload, Back and a bookmark bring again what was shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.survey.compile import CompiledMap
from tests.room.logs import long_log
from tests.room.serving import Served, bare_room, opened, serving
from tests.room.test_access import violations

SHOWN = """() => { const {position, tool, view, source} = clubroute;
    const {x, y, zoom} = view.looks;
    return {title: position.tape.title, step: position.step, tool: tool.constructor.id,
        value: source.select.value, unit: tool.unit?.name ?? "", near: zoom,
        at: [Math.round(x / 8), Math.round(y / 8)],
        tried: position.tried.map(one => one.text), branch: position.branches.at}; }"""
"""What a page shows; where it looks, in eight px."""


@pytest.fixture(scope="module")
def served(
    gts_map: CompiledMap, ins_map: CompiledMap, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("logs")
    long_log(bare_room().context, folder / "turn.vlog", 8)
    with serving(bare_room(folder)) as found:
        yield found


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    yield found
    found.close()


@pytest.mark.usefixtures("served")
def test_the_room_opens_where_most_units_may_move(browser: Browser) -> None:
    with serving(bare_room()) as alone:
        refused_in(opened(browser, alone.address, first=""))


def refused_in(page: Page) -> None:
    """Click every unit of what a room opens on."""
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
        # That a gun does not move by itself is no fault of the opening.
        refused += "✕" in gist.inner_text() and "by itself" not in gist.inner_text()
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


TAKE = "clubroute.tool.take(clubroute.position.counters.find(one => one.name === '{}'))"
PICK = "clubroute.pick(clubroute.lattice.find('{}'), {})"


def take_up(unit: str) -> str:
    return TAKE.format(unit)


def click(number: str, more: str = "false") -> str:
    return PICK.format(number, more)


STATES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "a scenario": ("wed WED-4", ()),
    "another map": ("ins INS-5.4", ()),
    "an empty map": ("tdc empty", ()),
    "nearer": ("wed WED-4", ("clubroute.view.look(3000, 2000, -1)",)),
    "a tool": ("wed WED-4", ("clubroute.take('sight')",)),
    "a reach": ("wed WED-4", (take_up("Easy/2/506"),)),
    "a reach with an allowance": (
        "wed WED-4",
        (take_up("Easy/2/506"), "(clubroute.tool.rate(8), clubroute.tool.again())"),
    ),
    "a way": ("wed WED-4", (take_up("Easy/2/506"), click("90.114"))),
    "a way by a stop": (
        "wed WED-4",
        (take_up("Easy/2/506"), click("90.114"), click("89.114", "true")),
    ),
    "a reach in the snow": ("ins INS-5.1", (take_up("9/16/Krafft"),)),
    "what is seen": ("wed WED-2", ("clubroute.take('sight')", click("75.129"))),
    "a line of sight": (
        "wed WED-2",
        ("clubroute.take('sight')", click("75.129"), click("75.133")),
    ),
    "the Club Route": ("wed WED-CAMPAIGN", ("clubroute.take('route')",)),
    "a supply path": ("ins INS-5.1", ("clubroute.take('supply')", take_up("9/16/Krafft"))),
    "a hex": ("wed WED-2", ("clubroute.take('hex')", click("66.156"))),
    "the turn": ("wed WED-3", ("clubroute.take('turn')",)),
    "a counter taken to be moved": ("wed WED-4", ("clubroute.take('whatif')", click("90.114"))),
    "two branches": (
        "wed WED-4",
        (
            *("clubroute.take('whatif')", click("91.116"), click("90.116")),
            *("clubroute.position.branch()", click("90.116"), click("89.116")),
        ),
    ),
    "a bridge that is blown": (
        "wed WED-2",
        (
            *("clubroute.take('whatif')", click("66.156")),
            "[...document.querySelectorAll('#panel button')]"
            ".find(one => one.textContent === 'blown').click()",
        ),
    ),
    "layers": (
        "wed WED-2",
        ("(clubroute.layers.show(['bridges', 'area drop_zone']), clubroute.layers.draw())",),
    ),
    "weather that is said": ("wed WED-4", ("clubroute.position.say('turn.weather', 'rain')",)),
    "a question": (
        "wed WED-2",
        ("clubroute.links.words.asked('los 75.129 75.133')",),
    ),
    "a moment of a log": ("file turn.vlog", ("clubroute.position.go(4)",)),
    "a finding": ("file turn.vlog", ("clubroute.timeline.show(clubroute.timeline.findings[0])",)),
}
"""What may be shown: the scenario or the file, and what is done then."""
PICTURE = """() => { const {position, tool, view, source, layers} = clubroute;
    const {x, y, zoom} = view.looks;
    return {map: position.map, tool: tool.constructor.id, unit: tool.unit?.name ?? "",
        spots: tool.spots, near: zoom, at: [Math.round(x / 8), Math.round(y / 8)],
        layers: [...layers.on], marks: [...view.painters.keys()].sort(),
        counters: position.counters.map(one => [one.piece, one.hex ?? ""]),
        answers: [...document.querySelectorAll("#panel .gist")].map(one => one.textContent),
        kept: {title: position.tape.title, step: position.step, value: source.select.value,
            tried: position.tried.map(one => one.text), branch: position.branches.at,
            panel: [...document.querySelectorAll("#panel h2, #panel .receipt")]
                .map(one => one.textContent)}}; }"""
"""What is seen: the map, the answers; ``kept`` is what only the sender's own browser knows."""
RESTED = """async () => { for (let last = "", same = 0; same < 4;) {
    await new Promise(done => setTimeout(done, 60));
    const now = document.getElementById("panel").textContent
        + [...clubroute.view.painters.keys()].sort() + clubroute.links.opening;
    same = now === last && !unanswered ? same + 1 : 0;
    last = now;
} }"""
"""Wait until nothing is asked and nothing changes any more."""


def picture(page: Page) -> Any:
    """What is seen once everything is answered, and its address."""
    page.evaluate(RESTED)
    settled(page)
    return page.evaluate(PICTURE)


def same(found: dict[str, Any], shown: dict[str, Any]) -> bool:
    """Whether two pictures are one. An address says in whole px where one looks."""
    beside = [abs(one - other) for one, other in zip(found["at"], shown["at"], strict=True)]
    return max(beside) <= 1 and {**found, "at": ()} == {**shown, "at": ()}


def show(page: Page, state: str) -> None:
    """Bring a state."""
    value, steps = STATES[state]
    page.evaluate("value => clubroute.source.chosen(value)", value)
    for step in steps:
        page.evaluate(step)


@pytest.mark.parametrize("state", STATES)
def test_reload_back_bookmark_and_link_bring_again_what_was_shown(
    state: str, page: Page, browser: Browser, served: Served
) -> None:
    begin(page, "wed", "WED-1")
    settled(page)
    show(page, state)
    shown = picture(page)
    assert violations(page) == []
    again(page)
    assert same(picture(page), shown), "reload"
    begin(page, "wed", "WED-3")
    settled(page)
    page.go_back()
    page.wait_for_function(
        "value => clubroute.source.select.value === value && !clubroute.links.opening",
        arg=shown["kept"]["value"],
    )
    assert same(picture(page), shown), "Back"
    bookmark, link = page.url, page.evaluate("clubroute.links.address()").partition("#")[2]
    page.goto("about:blank")
    page.goto(bookmark)
    page.wait_for_selector("body.ready", timeout=120_000)
    assert same(picture(page), shown), "a bookmark"
    other = opened(browser, f"{served.address}&{link}")
    there = picture(other)
    other.close()
    del shown["kept"], there["kept"]
    if STATES[state][0].startswith("file"):  # a position is sent, not the log
        shown |= {"answers": there["answers"], "marks": there["marks"]}
    assert same(there, shown), "a link"


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 640), (640, 400), (1024, 700)])
def test_a_log_leaves_half_of_a_small_window_to_the_map(
    width: int, height: int, browser: Browser, served: Served
) -> None:
    page = opened(browser, served.address, width, height)
    tall = "name => document.getElementById(name).getBoundingClientRect().height"
    for state in ("a moment of a log", "a finding"):
        show(page, state)
        assert page.evaluate(tall, "map") >= height / 2
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == []
    grip, before = page.locator("#grip"), page.evaluate(tall, "panel")
    if width < 832:
        grip.click()
        expect(grip).to_have_attribute("aria-expanded", "true")
        assert page.evaluate(tall, "panel") > before + 50
        assert violations(page) == []
        grip.click()
        assert page.evaluate(tall, "panel") == before
    else:
        expect(grip).to_be_hidden()
    page.close()


def test_back_leads_to_what_was_shown_before(page: Page) -> None:
    show(page, "two branches")
    first = settled(page)
    begin(page, "wed", "WED-2")
    assert settled(page)["value"] == "wed WED-2"
    page.go_back()
    page.wait_for_function("() => clubroute.source.select.value === 'wed WED-4'")
    page.wait_for_function("() => !clubroute.links.opening")
    assert same(page.evaluate(SHOWN), first)
    page.go_forward()
    page.wait_for_function("() => clubroute.source.select.value === 'wed WED-2'")


def test_a_bookmark_opens_it_in_another_profile(page: Page, browser: Browser) -> None:
    begin(page, "wed", "WED-4")
    take(page, "Easy/2/506")
    shown = settled(page)
    other = opened(browser, page.url)
    assert same(other.evaluate(SHOWN), shown)
    other.close()


def test_what_is_undone_is_not_brought_again(page: Page) -> None:
    show(page, "two branches")
    settled(page)
    page.evaluate("() => { while (clubroute.position.undo()) {} }")
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
