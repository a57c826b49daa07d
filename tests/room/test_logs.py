"""Saves and logs in the room: the timeline, what is tried out, said, asked in words and shared."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.cli_options import context_of
from clubroute.rules.service.sockets import listen_tcp
from tests.room.logs import STEPS
from tests.room.over_site import OverASite
from tests.room.serving import (
    Served,
    bare_room,
    opened,
    pick,
    serving,
)
from tests.saves.setups import set_up

NAME = "<b>evil&amp.vlog"


@pytest.fixture(scope="module")
def folder(long_vlog: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("saves")
    shutil.copy(long_vlog, found / NAME)
    return found


@pytest.fixture(scope="module")
def watching(
    transport: str, folder: Path, request: pytest.FixtureRequest
) -> Iterator[Served | OverASite]:
    """A room that watches a folder."""
    if transport == "site":
        site: OverASite = request.getfixturevalue("site")
        yield site.holding(bare_room(folder), folder / NAME)
        return
    with serving(bare_room(folder)) as found:
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, watching: Served) -> Iterator[Page]:
    found = opened(browser, watching.address)
    watching.arrive(found)
    yield found
    found.close()


@pytest.fixture(autouse=True)
def begun(page: Page) -> None:
    """Every test begins at the first step, with nothing tried out or said."""
    page.evaluate(
        """() => { const {position} = clubroute; clubroute.take("move");
            position.said.clear(); position.whatifs.clear(); position.step = 0;
            position.changed(); }"""
    )


def test_the_log_is_a_film_chit_by_chit_that_ends_with_ones_own_turn(page: Page) -> None:
    page.click("#film")
    expect(page.locator("#film")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#moment")).to_contain_text(": ")
    page.click("#film")
    chapters = page.evaluate("clubroute.timeline.chapters")
    assert chapters
    moved = [one for one in chapters if one["moves"]]
    assert all(len(move["hexes"]) > 1 for one in moved for move in one["moves"])
    found = [one["findings"] for one in chapters]
    assert sum(map(len, found)) == page.evaluate("clubroute.timeline.told.length")
    order = "name => clubroute.view.painters.get(name)?.order"
    over = [page.evaluate(order, name) for name in ("arrivals", "pieces")]
    assert over[0] > over[1]  # no arrowhead lies under a counter
    expect(page.locator("#news")).not_to_contain_text(" 77.16")
    ends = [(one["from"], one["to"]) for one in chapters]
    assert ends == sorted(ends)
    assert all(one <= other for one, other in ends)
    for _ in range(len(chapters) + 1):
        page.evaluate("clubroute.timeline.on()")  # on to the end, and what follows it
    expect(page.locator("#panel .gist")).to_contain_text("chits or phases")
    expect(page.locator("#chapters li")).to_have_count(len(chapters))
    page.locator("#chapters button").first.click()
    assert page.evaluate("clubroute.position.step") == ends[0][1]
    page.evaluate("clubroute.timeline.summary()")
    page.click("#film-turn")
    expect(page.locator("#panel h2").first).to_have_text("Turn")


def test_the_room_says_by_which_rules_it_judges(
    page: Page, browser: Browser, folder: Path, tmp_path: Path, transport: str
) -> None:
    expect(page.locator("#judged-by")).to_contain_text("judged by the usual rules")
    if transport == "site":
        return  # a site is given no round
    rules = tmp_path / "round.toml"
    rules.write_text("title = 'The <b>Masters'\nretreat = 2\n", encoding="utf-8")
    room = bare_room(folder / NAME)
    room.context.logs = context_of(None, None, round_file=rules).logs
    with serving(room) as found:
        other = opened(browser, found.address)
        told = "judged by the rules of The <b>Masters: retreat = 2"
        expect(other.locator("#judged-by")).to_have_text(told)
        other.close()


def test_a_log_opens_on_what_it_has_to_say(page: Page) -> None:
    page.evaluate("clubroute.timeline.story()")
    told = page.evaluate("clubroute.timeline.told.length")
    unjudged = page.evaluate("clubroute.timeline.unjudged.length")
    heading = page.locator("#story .gist")
    expect(heading).to_contain_text(f"{unjudged} not judged" if unjudged else "illegal")
    assert unjudged or told, "the log of this test has something to say"
    expect(page.locator("#story .found li")).to_have_count(min(told, 6))
    if told:
        page.locator("#story .found button").first.click()
        expect(page.locator("#panel h2").first).to_contain_text("step")


FINDING = {
    "verdict": "illegal",
    "steps": [1],
    "at": 2,
    "why": "the bridge is destroyed",
    "name": "A/1/506",
    "hexes": [],
}


@pytest.mark.parametrize(
    ("verdict", "says", "saved"),
    [
        ("legal", "A way that is legal", 1),
        ("illegal", "The cheapest way round is not legal either", 0),
        ("undetermined", "The cheapest way round", 0),
    ],
)
def test_a_way_round_is_headed_by_its_own_verdict(
    page: Page, verdict: str, says: str, saved: int
) -> None:
    around = {"verdict": verdict, "summary": f"{verdict}: 13½ MP", "steps": [], "path": []}
    page.evaluate("one => clubroute.timeline.show(one)", {**FINDING, "around": around})
    expect(page.locator("#panel h3", has_text="way")).to_have_text(says)
    expect(page.locator("#around-vsav")).to_have_count(saved)


def test_nothing_illegal_is_never_said_of_what_was_not_judged(page: Page) -> None:
    page.evaluate(
        """() => { const {timeline} = clubroute; window.before = timeline.findings;
            timeline.findings = [{verdict: "unchecked", steps: [1], at: 2, why: "x",
                needs: ["unit.ma: its movement allowance"]}, {verdict: "legal", steps: [2], at: 3}];
            timeline.told = []; timeline.unjudged = timeline.findings.slice(0, 1);
            timeline.story(); }"""
    )
    gist = page.locator("#story .gist")
    expect(gist).to_have_text("nothing illegal in 1 deed that could be judged, 1 not judged.")
    expect(page.locator("#story")).to_contain_text("the ratings of the units are not known")
    page.click("#story-ratings")
    expect(page.locator("#ratings-table")).to_be_visible()
    page.evaluate("() => { clubroute.timeline.open(); }")


def test_what_a_log_says_stays_text(page: Page) -> None:
    page.focus("#map")
    page.keyboard.press("]")
    expect(page.locator("#moment")).to_contain_text("&document.title=2")
    assert page.title().startswith(NAME)
    assert page.locator("#moment *").count() == 0
    assert page.locator("img[src=x]").count() == 0


@pytest.mark.smoke
def test_keys_step_through_a_log_and_its_counters_move(page: Page) -> None:
    page.focus("#map")
    where = "clubroute.position.counters.find(one => one.id === '101-easy-2-506').hex"
    seen = []
    for _ in range(4):
        page.keyboard.press("]")
        seen.append(page.evaluate(where))
    assert seen == ["77.165", "77.164", "77.165", "77.164"]
    page.keyboard.press("[")
    assert page.evaluate(where) == "77.165"
    page.keyboard.press("}")
    assert page.evaluate("clubroute.position.step") == STEPS
    assert page.get_attribute("#step", "aria-valuetext", timeout=30_000)


def test_a_position_of_the_log_is_that_of_position_at(page: Page, folder: Path) -> None:
    from clubroute.rules.saves.reading import read_position

    context = bare_room().context
    for step in (0, 1, 2, 77, STEPS):
        page.evaluate("step => clubroute.position.go(step)", step)
        state = page.evaluate("clubroute.position.asFiled().then(told => told.state)")
        assert state == json.loads(json.dumps(read_position(context, folder / NAME, step).state))


@pytest.mark.smoke
def test_a_finding_leads_to_its_moment_and_back(page: Page) -> None:
    page.focus("#map")
    told = page.evaluate("clubroute.position.tape.findings.length")
    assert told > 0
    page.evaluate("clubroute.timeline.told = clubroute.timeline.findings")
    page.keyboard.press("f")
    at = page.evaluate("[clubroute.position.step, clubroute.timeline.last.at]")
    assert at[0] == at[1]
    page.keyboard.press("b")
    assert page.evaluate("clubroute.position.step") < at[0] or at[0] == 1
    page.keyboard.press("b")
    assert page.evaluate("clubroute.position.step") == at[0]


def test_what_is_tried_out_counts_for_answers_and_is_undone(page: Page) -> None:
    file = page.evaluate("clubroute.position.asFiled().then(told => JSON.stringify(told.state))")
    page.keyboard.press("w")
    pick(page, "77.165")
    expect(page.locator("#panel .gist")).to_contain_text("click where it shall stand")
    name = page.evaluate("clubroute.tool.taken.name")
    pick(page, "78.165")
    expect(page.locator("#panel ol")).to_contain_text(f"{name} 77.165 → 78.165")
    hexes = """clubroute.position.state().then(state => state.units
        .filter(one => one.name === %s).map(one => one.hex))"""
    assert "78.165" in page.evaluate(hexes % json.dumps(name))
    pick(page, "66.156")
    page.get_by_role("group", name="Son Bridge").get_by_role("button", name="blown").click()
    state = page.evaluate("clubroute.position.state()")
    assert state["bridges"]["66.156/66.157"] == {"state": ["destroyed"]}
    page.keyboard.press("u")
    page.keyboard.press("u")
    expect(page.locator("#panel h3")).to_contain_text("Nothing is tried out")
    assert page.evaluate("clubroute.position.state().then(JSON.stringify)") == file


def test_what_a_save_cannot_say_is_said_in_the_drawer(page: Page) -> None:
    page.keyboard.press("o")
    expect(page.locator("#panel h2")).to_contain_text("Position")
    filed = page.evaluate("clubroute.position.state()")["turn"]
    page.get_by_label("Weather").select_option("fog")
    state = page.evaluate("clubroute.position.state()")
    assert state["turn"]["weather"] == "fog"
    page.get_by_label("Weather").select_option("")
    assert page.evaluate("clubroute.position.state()")["turn"] == filed


@pytest.mark.smoke
def test_words_find_places_and_ask_questions(page: Page) -> None:
    page.fill("#ask", "Veghel")
    page.keyboard.press("Enter")
    assert page.evaluate("clubroute.at.place") == "Veghel"
    page.fill("#ask", "los 75.129 78.127")
    page.keyboard.press("Enter")
    expect(page.locator("#panel .gist")).to_contain_text("No: 77.128: town: Blocking Terrain")
    page.fill("#ask", "lso 75.129 78.127")
    page.keyboard.press("Enter")
    expect(page.locator("#panel .trouble")).to_contain_text("los")


def test_the_shared_page_opens_from_disk_without_a_network(
    page: Page, browser: Browser, tmp_path: Path
) -> None:
    pick(page, "77.165")
    page.get_by_role("button", name="Keep").click()
    summary = page.text_content("#panel .gist span:last-child") or ""
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as told:
        page.click("#share-page")
    path = tmp_path / "shared.html"
    told.value.save_as(path)
    alone = browser.new_context(offline=True)
    shared = alone.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    shared.on("request", lambda one: asked.append(one.url))
    shared.on("console", lambda one: wrong.append(one.text))
    shared.goto(path.as_uri())
    assert summary in (shared.text_content("main") or "")
    assert shared.evaluate("document.querySelector('img').naturalWidth") > 300
    assert shared.locator("h1").text_content() == NAME
    assert shared.locator("button, script").count() == 0
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []
    assert wrong == []
    alone.close()
    page.evaluate("clubroute.kept.length = 0")


def test_a_position_is_saved_as_a_file_that_opens_again(page: Page, tmp_path: Path) -> None:
    page.keyboard.press("w")
    pick(page, "77.165")
    pick(page, "78.165")
    page.get_by_role("button", name="Share").click()
    with page.expect_download() as told:
        page.click("#share-position")
    path = tmp_path / "tried.clubroute"
    told.value.save_as(path)
    state = page.evaluate("clubroute.position.state()")
    assert json.loads(path.read_text(encoding="utf-8"))["state"] == state
    page.set_input_files("#file", path)
    expect(page.locator("#timeline")).to_be_hidden()
    assert page.evaluate("clubroute.position.state()") == state
    page.wait_for_function("clubroute.pieces.in('78.165').length === 1")
    page.evaluate("name => clubroute.source.file(name)", NAME)
    expect(page).to_have_title(f"{NAME} · Map room")


def test_a_log_that_goes_on_is_shown_at_its_end(page: Page, folder: Path) -> None:
    page.wait_for_timeout(600)
    shutil.copy(folder / NAME, folder / "next.vlog")
    expect(page).to_have_title("next.vlog · Map room", timeout=30_000)
    assert page.evaluate("clubroute.position.step") == STEPS
    expect(page.locator("#news")).to_contain_text("just saved")


def test_a_save_that_is_written_over_is_shown_anew(page: Page, folder: Path) -> None:
    path, data = folder / "kept.vsav", set_up("wed", "WED-2")
    path.write_bytes(data)
    expect(page).to_have_title("kept.vsav · Map room", timeout=30_000)
    for _ in range(2):
        page.evaluate("document.title = 'what was there before'")
        with path.open("wb") as file:  # as VASSAL does: over the old one, piece by piece
            for start in range(0, len(data), 4096):
                file.write(data[start : start + 4096])
                file.flush()
        expect(page).to_have_title("kept.vsav · Map room", timeout=30_000)
    path.unlink()


def test_fire_zones_are_painted_by_clicks_and_keys(page: Page) -> None:
    page.keyboard.press("z")
    pick(page, "75.160")
    page.get_by_role("button", name="Allied", exact=True).click()
    page.get_by_role("button", name="Allied: there are none").click()
    zones = page.evaluate("clubroute.position.state()")["fire_zones"]
    assert zones["German"] == ["75.160"]
    assert zones["Allied"] == []
    expect(page.locator("#panel li").nth(1)).to_have_text("German: 1 hex")
    page.get_by_role("button", name="German", exact=True).click()
    page.evaluate("clubroute.move(clubroute.lattice.find('75.161'))")
    page.focus("#map")
    page.keyboard.press("Shift+Enter")
    assert page.evaluate("clubroute.position.said.get('fire_zones.German').length") == 7
    page.get_by_role("button", name="As filed").click()
    assert page.evaluate("clubroute.position.said.has('fire_zones.German')") is False


@pytest.mark.smoke
def test_a_dropped_file_is_opened_and_a_broken_one_says_so(page: Page, folder: Path) -> None:
    page.set_input_files(
        "#file",
        {"name": "broken.vsav", "mimeType": "application/zip", "buffer": b"PK nonsense"},
    )
    expect(page.locator("#panel .trouble")).to_contain_text("broken.vsav")
    page.set_input_files("#file", folder / NAME)
    expect(page).to_have_title(f"{NAME} · Map room")


@contextmanager
def room_process(port: int, folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The room as a command, and the address it prints; killed at the end."""
    command = [sys.executable, "-m", "clubroute.rules", "room", "--no-browser", "--port", str(port)]
    environment = {**os.environ, "XDG_STATE_HOME": str(folder), "XDG_RUNTIME_DIR": str(folder)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def test_a_page_goes_on_when_a_room_that_was_killed_comes_back(
    browser: Browser, gts_map: CompiledMap, tmp_path: Path
) -> None:
    with listen_tcp(0) as free:
        port = free.getsockname()[1]
    with room_process(port, tmp_path) as (process, address):
        page = opened(browser, address)
        process.kill()
        expect(page.locator("#news")).to_contain_text("has stopped answering")
    # What comes next on that line may follow at once: it is heard, not looked at.
    page.evaluate(
        """() => { const line = document.getElementById("news"); window.heard = [];
            new MutationObserver(() => window.heard.push(line.textContent))
                .observe(line, {childList: true, characterData: true, subtree: true}); }"""
    )
    with room_process(port, tmp_path):
        expect(page.locator("body.gone")).to_have_count(0, timeout=30_000)
        assert "The room is back." in page.evaluate("window.heard")
        pick(page, "44.224")
        reach = page.locator("section[aria-label=Reach] .gist")
        expect(reach).to_contain_text("reaches", timeout=30_000)
        page.close()


def test_a_room_that_stops_says_so_to_its_pages_and_to_whoever_waits(
    browser: Browser, gts_map: CompiledMap
) -> None:
    stops = "room: found a room that stops, expected one that goes on"
    with serving(bare_room()) as served:
        page = opened(browser, served.address)
        page.evaluate(
            """() => { const {room} = clubroute, asked = {map: "wed", unit: {class: "leg"},
                from: "75.129", allowance: 90};
                window.told = Promise.all([...Array(5)].map(() => room.ask("move.reach", asked)
                    .then(() => "answered", error => error.message))); }"""
        )
        page.wait_for_timeout(100)
    expect(page.locator("#news")).to_contain_text("The room was closed")
    told = page.evaluate("window.told")
    assert set(told) <= {"answered", stops}
    assert stops in told
    page.close()
