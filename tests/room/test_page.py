"""The page in a real browser."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.project import Project
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.cli_options import context_of
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.rulings.asking import verify
from clubroute.rules.rulings.ruling import read_rulings
from tests.room.serving import ROOT, Served, opened


@pytest.fixture(scope="module")
def page(browser: Browser, served: Served) -> Iterator[Page]:
    found = opened(browser, served.address)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on(
        "console", lambda told: wrong.append(told.text) if "Content Security" in told.text else None
    )
    yield found
    assert wrong == []
    found.close()


def click_hex(page: Page, number: str, **more: Any) -> None:
    """Click a hex of the map, brought into sight first."""
    page.evaluate("number => clubroute.view.reveal(clubroute.lattice.find(number))", number)
    page.wait_for_timeout(30)
    at = page.evaluate("number => clubroute.view.screen(clubroute.lattice.find(number))", number)
    page.mouse.click(at["x"], at["y"], **more)


def test_a_point_of_the_map_is_in_the_hex_the_lattice_says(
    page: Page, ins_map: CompiledMap
) -> None:
    for name in ("wed", "tdc", "mg", "ins"):
        boards = boards_of(Project(ROOT), name)
        view = boards.views[0]
        points = [(x * 37 % boards.width, x * 101 % boards.height) for x in range(1, 2000)]
        found = page.evaluate(
            """async ([name, points]) => {
                const {Lattice} = await import(new URL("lattice.js",
                    document.querySelector("script[src$='main.js']").src));
                const lattice = new Lattice(await (await clubroute.room.fetch("/maps/" + name))
                    .json());
                return points.map(([x, y]) => {
                    const hex = lattice.hexAt(x, y);
                    return hex ? [hex.line, hex.half, hex.number] : null;
                });
            }""",
            [name, points],
        )
        lattice = boards.source.lattice
        shown = {h for sheet in lattice.window(name) for h in sheet.hexes()}
        numbers = {h: next(s for s in lattice.window(name) if h in s).format(h) for h in shown}
        for (x, y), hit in zip(points, found, strict=True):
            h = view.hex_at(x - view.map_x, y - view.map_y)
            assert hit == ([h.line, h.half, numbers[h]] if h in shown else None), (name, x, y)


def test_what_a_unit_reaches_by_a_check_alone_is_hatched_and_has_a_question_mark(
    page: Page,
) -> None:
    page.keyboard.press("m")
    click_hex(page, "44.224")
    page.wait_for_selector("section[aria-label=Reach]")
    drawn, told, cleared = page.evaluate(
        """async () => {
            const {tool, view} = clubroute, ask = tool.ask.bind(tool), drawn = [];
            const pen = CanvasRenderingContext2D.prototype, write = pen.fillText;
            pen.fillText = function (text, ...at) {
                drawn.push(text);
                return write.call(this, text, ...at);
            };
            tool.ask = async (...asked) => ({...await ask(...asked), by_check: {"44.223": 7.5}});
            await tool.reach();
            view.draw();
            await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
            pen.fillText = write;
            const told = tool.over({number: "44.223"});
            tool.clear();
            return [drawn, told, tool.over({number: "44.223"})];
        }"""
    )
    assert "7½?" in drawn
    assert told.endswith("7½ MP for D(-)/2HHC, if it passes a check by the way")
    assert not cleared


@pytest.mark.smoke
def test_a_click_on_a_unit_shows_what_it_reaches_and_one_more_the_way(page: Page) -> None:
    page.keyboard.press("m")
    click_hex(page, "44.224")
    page.wait_for_selector("section[aria-label=Reach]")
    assert page.text_content("#panel h2") == "D(-)/2HHC in 44.224"
    assert "reaches" in (page.text_content(".gist") or "")
    costs = page.evaluate("clubroute.tool.costs")
    taken = page.evaluate("[...clubroute.pieces.stacks.keys()]")
    farthest = max((n for n in costs if n not in taken), key=lambda n: costs[n])
    click_hex(page, farthest)
    page.wait_for_selector(f"section[aria-label='The way to {farthest}']")
    gist = page.locator("#panel .gist")
    expect(gist).to_contain_text("MP or more, illegal with less")
    expect(gist.locator(".sign")).to_have_text("?")
    assert page.evaluate("clubroute.view.painters.has('way')")
    page.get_by_role("button", name="12 MP", exact=True).click()
    expect(gist).to_contain_text(" MP")
    expect(gist.locator(".sign")).to_have_text("✓")
    page.fill("#allowance", "")
    page.keyboard.press("Tab")
    expect(gist.locator(".sign")).to_have_text("?")
    # Who takes it back while the answer with it is on its way is asked for it again.
    page.evaluate(
        """async () => {
            const move = clubroute.tool;
            move.rate(12);
            const before = move.again();
            move.allowances.clear();
            await Promise.all([before, move.again()]);
        }"""
    )
    expect(gist.locator(".sign")).to_have_text("?")
    page.focus("#map")
    page.keyboard.press("Escape")
    page.wait_for_selector("section[aria-label=Reach]")
    page.keyboard.press("Escape")
    assert page.query_selector(".receipt") is None


@pytest.mark.smoke
def test_what_was_kept_is_saved_as_rulings_that_verify_reads(page: Page, tmp_path: Path) -> None:
    page.keyboard.press("s")
    click_hex(page, "46.220")
    page.get_by_role("button", name="Keep").click()
    page.keyboard.press("Escape")
    page.keyboard.press("m")
    click_hex(page, "44.224")
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as told:
        page.click("#share-rulings")
    path = tmp_path / "rulings.txt"
    told.value.save_as(path)
    rulings = read_rulings(path.read_text(encoding="utf-8"))
    assert [one.method for one in rulings] == ["los.fan", "move.reach"]
    context = context_of(None, None)
    assert [verify(context, one).lines()[0].split(":")[0] for one in rulings] == [
        "the same, byte for byte"
    ] * 2
    page.evaluate("clubroute.kept.length = 0")
    page.keyboard.press("Escape")


@pytest.mark.smoke
def test_sight_is_a_fan_and_then_a_line(page: Page) -> None:
    page.keyboard.press("s")
    click_hex(page, "46.220")
    page.wait_for_selector("section[aria-label=Fan]")
    click_hex(page, "47.218")
    page.wait_for_selector("section[aria-label=Sight]")
    assert re.search("Yes, it sees|No: ", page.text_content(".gist") or "")
    page.keyboard.press("Escape")


@pytest.mark.smoke
def test_on_a_phone_the_tools_are_one_row_and_nothing_is_off_the_screen(
    browser: Browser, served: Served
) -> None:
    page = opened(browser, served.address, 390, 844)
    boxes = [one.bounding_box() for one in page.locator("#tools button").all()]
    tops = {round(box["y"]) for box in boxes if box}
    assert len(boxes) > 5
    assert len(tops) == 1
    assert max(box["x"] + box["width"] for box in boxes if box) <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.querySelector('header').getBoundingClientRect().height") < 150
    page.close()


def test_a_set_up_opens_where_counters_can_be_read(browser: Browser, served: Served) -> None:
    page = opened(browser, served.address)
    for name, scenario in (("ins", "INS-5.3"), ("wed", "WED-CAMPAIGN")):
        page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", [name, scenario])
        size = page.evaluate("2 ** clubroute.view.map.getZoom() * clubroute.lattice.pitch")
        assert size >= 40  # px of a hex
        seen = page.evaluate(
            "clubroute.position.counters.filter(one => one.hex"
            " && clubroute.view.sees(clubroute.lattice.find(one.hex))).length"
        )
        assert seen > 0
    page.close()


def test_a_set_up_opens_in_the_same_place_whatever_map_was_there(
    browser: Browser, served: Served
) -> None:
    page = opened(browser, served.address, 390, 844)
    found = []
    for before in (("mg", "empty"), ("ins", "INS-5.3")):
        for name, scenario in (before, ("ins", "INS-5.4")):
            page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", [name, scenario])
        page.wait_for_timeout(500)  # of a map that is drawn back to where another one was
        found.append(page.evaluate("clubroute.view.map.getCenter()"))
    # A zoom between two levels rounds to a pixel or so; where another map was is hundreds away.
    assert found[0] == pytest.approx(found[1], abs=3)
    page.close()


@pytest.mark.smoke
def test_the_box_takes_what_was_missing_and_what_follows(page: Page) -> None:
    def say(text: str) -> None:
        page.fill("#ask", text)
        page.press("#ask", "Enter")

    page.evaluate("clubroute.source.scenario('wed', 'WED-2')")
    say("stack 77.165")
    expect(page.locator("#panel .trouble")).to_contain_text("missing: whose Units are counted")
    say("Allied")
    expect(page.locator("#panel h2").first).to_have_text("stack 77.165 Allied")
    say("cost leg woods")
    expect(page.locator("#panel .gist")).to_contain_text("3 MP out of Column")
    say("stream")
    expect(page.locator("#panel .gist")).to_contain_text("5 MP out of Column")
    say("who wins the campaign?")
    expect(page.locator("#panel")).to_contain_text("The rules say")
    say("what does queripel do")
    expect(page.locator("#panel .clause").first).to_contain_text("becomes a pass")


def test_an_answer_tells_on_hover_how_the_words_were_understood(page: Page) -> None:
    page.evaluate("clubroute.source.scenario('wed', 'WED-2')")
    page.fill("#ask", "cost leg woods")
    page.press("#ask", "Enter")
    expect(page.locator("#panel .gist")).to_contain_text("3 MP out of Column")
    heading = page.locator("#panel h2").first
    heading.hover()
    understood = heading.get_attribute("title")
    assert understood is not None
    assert understood.startswith("understood: ")
    assert "to woods" in understood
    # What a pointer is shown is on the page, too: a telephone and a keyboard have no hover.
    expect(page.locator("#panel .hint").filter(has_text="understood: ")).to_be_visible()
