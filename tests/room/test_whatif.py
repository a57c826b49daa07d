"""What if: branches, what differs between them, and the turn gone through; ratings said once."""

from __future__ import annotations

import csv
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.owner.catalogue import table_spec
from clubroute.rules.owner.tables import example_text
from tests.room.over_site import OverASite
from tests.room.serving import Served, bare_room, opened, pick, serving

UNIT, FROM, TO = "1./PG 2107", "87.156", "88.156"
"""A Unit of Son with the Wind that may move, and a hex beside its own."""


@pytest.fixture(scope="module")
def owned(
    transport: str,
    gts_map: CompiledMap,
    tmp_path_factory: pytest.TempPathFactory,
    request: pytest.FixtureRequest,
) -> Iterator[Served | OverASite]:
    """A room of an owner who has a folder with one table."""
    room = bare_room()
    room.context.owner_folder = tmp_path_factory.mktemp("owner")
    weather = example_text(table_spec("weather"))
    (room.context.owner / "weather.csv").write_text(weather, encoding="utf-8")
    if transport == "site":
        site: OverASite = request.getfixturevalue("site")
        yield site.holding(room, weather=weather.encode())
        return
    with serving(room) as found:
        yield found


@pytest.fixture(scope="module")
def page(browser: Browser, owned: Served) -> Iterator[Page]:
    found = opened(browser, owned.address)
    owned.arrive(found)
    wrong: list[str] = []
    found.on("pageerror", lambda error: wrong.append(str(error)))
    yield found
    assert wrong == []
    found.close()


def scenario(page: Page, name: str, id_: str) -> None:
    """Begin a scenario as it is set up, whatever was tried out in it before."""
    page.evaluate(
        """async () => { const {branches} = clubroute.links.place;
            clearTimeout(branches.waiting); await branches.kept.forget(); }"""
    )
    page.evaluate("([map, id]) => clubroute.source.scenario(map, id)", [name, id_])
    page.focus("#map")


def compare_with(page: Page, other: str) -> list[list[str]]:
    """The rows of a comparison as texts: what, there, here, whether that is the same."""
    page.get_by_label("Compare with").select_option(label=other)
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.locator(".compare thead")).to_contain_text(other.removesuffix(" as it is"))
    rows = page.locator(".compare tbody tr")
    return [row.locator("th, td").all_inner_texts() for row in rows.all()]


@pytest.mark.smoke
def test_two_branches_stand_side_by_side_in_units_bridges_and_answers(page: Page) -> None:
    scenario(page, "wed", "WED-2")
    page.keyboard.press("m")
    pick(page, FROM)
    page.get_by_role("button", name="Keep").click()
    page.keyboard.press("w")
    pick(page, FROM)
    pick(page, TO)
    page.get_by_role("button", name="Begin a branch").click()
    pick(page, "66.156")
    page.get_by_role("group", name="Son Bridge").get_by_role("button", name="blown").click()
    by_file, by_branch = compare_with(page, "the file as it is"), compare_with(page, "branch A")
    assert by_file[0] == [f"{UNIT}: hex", FROM, TO, "≠"]
    assert by_file[1][0] == "Bridge 66.156/66.157"
    assert by_file[1][2:] == ["destroyed", "≠"]
    assert "hexes within 12 MP" in by_file[2][1]
    assert "hexes within 12 MP" in by_file[2][2]
    assert by_file[2][1] != by_file[2][2]
    assert by_branch[0][0] == "Bridge 66.156/66.157"
    assert by_branch[-1][3] == "="
    page.get_by_role("button", name="Branch A (1)").click()
    assert "bridges" not in page.evaluate("clubroute.position.state()")
    page.keyboard.press("u")
    page.get_by_role("button", name="Branch B (2)").click()
    assert page.evaluate("clubroute.position.tried.length") == 2
    page.evaluate("clubroute.kept.length = 0")


def test_the_turn_fills_itself_from_the_position_and_writes_down_what_was_done(page: Page) -> None:
    scenario(page, "wed", "WED-CAMPAIGN")
    page.keyboard.press("t")
    expect(page.locator("#panel .gist")).to_contain_text("1944-09-17 1500")
    page.select_option("#time", "1900")
    expect(page.locator("#panel .gist")).to_contain_text("Where Eagles Dare, 1944-09-17 1900")
    expect(page.locator(".due")).to_contain_text("whether a bridge on Club Route is destroyed")
    # What is needed more than once is asked for once, and of a unit by its name.
    expect(page.locator(".due")).to_contain_text("Tell me the hex of Leader/KG von Hoffman")
    assert page.inner_text(".due").count("Tell me where the Club Route Marker is") == 1
    due = page.locator(".due > li", has_text="Roll for XXX Corps release")
    marker = page.locator(".due > li", has_text="Advance the Club Route Marker").first
    assert marker.get_by_role("button", name="Roll a die", exact=True).count() == 0
    assert due.count() == 1
    expect(page.locator(".due .not")).to_contain_text(["does not apply: not on 1944-09-17"])
    page.get_by_label("Done: Advance the Club Route Marker").check()
    assert page.locator("#done li").all_inner_texts() == [
        "1944-09-17 1900: Advance the Club Route Marker"
    ]


def test_a_ticked_step_goes_into_the_history_and_undo_and_branches_take_it_along(
    page: Page,
) -> None:
    scenario(page, "wed", "WED-CAMPAIGN")
    page.keyboard.press("t")
    page.select_option("#time", "1900")
    box = page.get_by_label("Done: Advance the Club Route Marker")
    box.check()
    item = page.locator(".due > li", has=box)
    expect(item).to_contain_text("What happened before is not known")
    assert "history" not in page.evaluate("clubroute.position.state()")
    item.get_by_role("button", name="Nothing has happened before").click()
    item.get_by_label("the Marker came to hex").fill("46.220")
    item.get_by_role("button", name="Record").click()
    expect(box).to_be_checked()
    expect(item).to_contain_text("46.220")
    turn = {"date": "1944-09-17", "time": "1900"}
    record = {"event": "marker", "turn": turn, "hex": "46.220"}
    assert page.evaluate("clubroute.position.state()")["history"] == [record]
    lines = page.locator("#done li")
    assert lines.count() == 3
    page.evaluate("clubroute.position.branch()")
    page.focus("#map")
    page.keyboard.press("u")
    expect(lines).to_have_count(2)
    assert page.evaluate("clubroute.position.state()")["history"] == []
    page.evaluate("clubroute.position.take(0)")
    expect(lines).to_have_count(3)
    assert page.evaluate("clubroute.position.state()")["history"] == [record]
    page.get_by_role("button", name="Strike the last line").click()
    expect(lines).to_have_count(2)
    assert page.evaluate("clubroute.position.state()")["history"] == []


def test_the_turn_asks_for_its_dice_or_rolls_them_and_takes_the_answer_over(page: Page) -> None:
    scenario(page, "wed", "WED-CAMPAIGN")
    page.keyboard.press("t")
    page.locator("#date").fill("1944-09-18")
    page.select_option("#time", "0700")
    expect(page.locator("#panel .gist").first).to_contain_text("1944-09-18 0700")
    page.locator("details.ask summary", has_text="weather of a day").first.click()
    box = page.locator("details.ask[open]")
    box.get_by_role("button", name="Roll a die").click()
    die = int(box.get_by_label("die").input_value())
    assert 0 <= die <= 9
    expect(box.locator(".dice")).to_contain_text(f"rolled {die}")
    box.get_by_role("button", name="Ask").click()
    box.get_by_role("button", name="So it is").click()
    expect(page.locator("#done li").last).to_contain_text("1944-09-18")
    state = page.evaluate("clubroute.position.state()")
    assert state["turn"]["weather"] in ("clear", "overcast", "rain", "fog")
    assert page.evaluate("clubroute.position.done[0]").endswith(f"rolled {die}")


def test_the_phases_of_it_never_snows_are_gone_through(page: Page, ins_map: CompiledMap) -> None:
    scenario(page, "ins", "INS-5.5")
    page.keyboard.press("t")
    expect(page.locator("#panel .gist")).to_contain_text("Turn 8")
    expect(page.locator(".due li").first).to_contain_text("German: Reinforcements")
    expect(page.locator(".due")).to_contain_text("Ammo Points")


def test_a_unit_of_it_never_snows_moves_within_a_trial_allowance_and_marches(
    page: Page, ins_map: CompiledMap
) -> None:
    scenario(page, "ins", "INS-5.5")
    page.keyboard.press("m")
    page.evaluate(
        """() => { const {tool, position} = clubroute;
            return tool.take(position.counters.find(one => one.role === "unit" && one.hex)); }"""
    )
    answer = page.locator("section[aria-label=Reach]")
    expect(answer).to_be_visible(timeout=60_000)
    expect(page.locator("#panel")).not_to_contain_text("unknown parameter")
    expect(page.locator("#allowance")).to_have_attribute("placeholder", "?")
    expect(answer.locator(".gist")).to_contain_text("with 12; its allowance is not known")
    page.locator("#march").check()
    expect(answer).to_contain_text("INS 1.12a", timeout=60_000)


def test_layers_show_who_is_in_command_and_where_a_unit_may_not_be(page: Page) -> None:
    scenario(page, "wed", "WED-2")
    page.keyboard.press("m")
    pick(page, "77.165")
    page.keyboard.press("l")
    for label, name in (("In Command", "command"), ("Where the unit may not be", "limits")):
        page.get_by_label(label).check()
        until = time.monotonic() + 60
        while name not in page.evaluate("[...clubroute.view.painters.keys()]"):
            assert time.monotonic() < until
            page.wait_for_timeout(50)
    expect(page.locator("#news")).to_contain_text("of the 8300 hexes of the map")
    page.get_by_label("In Command").uncheck()
    page.get_by_label("Where the unit may not be").uncheck()
    assert "command" not in page.evaluate("[...clubroute.view.painters.keys()]")
    page.focus("#map")
    page.keyboard.press("l")


def test_what_is_out_of_play_in_it_never_snows_is_a_layer(page: Page, ins_map: CompiledMap) -> None:
    scenario(page, "ins", "INS-5.5")
    page.keyboard.press("m")
    number = page.evaluate(
        "clubroute.position.counters.find(one => one.role === 'unit' && one.hex).hex"
    )
    pick(page, number)
    page.keyboard.press("l")
    page.get_by_label("Where the unit may not be").check()
    expect(page.locator("#news")).to_contain_text("Out of play: ", timeout=30_000)
    assert page.evaluate("clubroute.view.painters.has('limits')")
    page.get_by_label("Where the unit may not be").uncheck()
    page.focus("#map")
    page.keyboard.press("l")


def test_ratings_are_asked_for_once_and_kept_in_the_owners_folder(
    page: Page, owned: Served
) -> None:
    scenario(page, "wed", "WED-2")
    page.keyboard.press("m")
    pick(page, FROM)
    form = page.locator(".ratings form")
    form.get_by_label("move").fill("9")
    form.get_by_label("tq").fill("far")
    form.get_by_role("button", name="Save").click()
    expect(page.locator(".ratings .trouble")).to_contain_text("found 'far', expected a")
    table = owned.room.context.owner / "ratings.csv"
    assert not table.exists()
    form.get_by_label("tq").fill("6")
    form.get_by_role("button", name="Save").click()
    expect(page.locator("#news")).to_contain_text(f"kept in {table}")
    expect(page.locator("#panel .gist")).to_contain_text("within 9 MP")
    rows = rows_of(table)
    unit = page.evaluate("clubroute.tool.unit.id")
    assert [(row["unit"], row["face"], row["tq"], row["move"]) for row in rows] == [
        (unit, "front", "6", "9")
    ]
    assert not page.get_by_text("say it below, once").is_visible()


def test_ratings_are_pasted_as_a_table(page: Page, owned: Served) -> None:
    scenario(page, "wed", "WED-2")
    page.keyboard.press("m")
    pick(page, "77.165")
    page.get_by_text("Paste a table of ratings").click()
    table = 'unit\tMove\ttq\n101-101-hq\t7\t5\n"wal-1-pz-2107"\t9\tfar\n'
    page.get_by_label("From a spreadsheet").fill(table)
    page.get_by_role("button", name="Keep these rows").click()
    told = page.locator(".ratings [role=status]")
    expect(told).to_contain_text("1 of 2 rows kept")
    expect(told).to_contain_text("row 3: ")
    kept = [row for row in rows_of(owned.room.context.owner / "ratings.csv") if row["tq"] == "5"]
    assert [(row["unit"], row["face"], row["move"]) for row in kept] == [
        ("101-101-hq", "front", "7")
    ]


def rows_of(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


@pytest.mark.smoke
def test_a_unit_that_is_still_to_be_placed_is_placed_by_a_click(page: Page) -> None:
    scenario(page, "wed", "WED-4")
    page.keyboard.press("w")
    unplaced = page.locator("details.unplaced")
    expect(unplaced.locator("summary")).to_have_text("Still to be placed: 57")
    unplaced.locator("summary").click()
    unplaced.get_by_role("button", name="D/2/501", exact=True).click()
    expect(page.locator("#panel .gist")).to_contain_text("within 5 of 77.127")
    pick(page, "77.128")
    expect(unplaced.locator("summary")).to_have_text("Still to be placed: 56")
    state = page.evaluate("clubroute.position.state()")
    placed = [unit for unit in state["units"] if unit.get("id") == "101-d-2-501"]
    assert [unit["hex"] for unit in placed] == ["77.128"]
    page.focus("#map")
    page.keyboard.press("u")
    expect(unplaced.locator("summary")).to_have_text("Still to be placed: 57")


def test_of_a_set_up_that_names_no_hex_every_counter_can_be_placed(page: Page) -> None:
    scenario(page, "tdc", "TDC")
    unplaced = page.locator("details.unplaced")
    expect(unplaced).to_contain_text("0 units in their hexes, 296 still to be placed (What if)")
    expect(unplaced).to_contain_text("is in a book of scenarios that is not in this text")
    unplaced.get_by_text("1st Airborne Division, 1 Para Bde: 13").click()
    unplaced.get_by_role("button", name="R/1/1", exact=True).click()
    pick(page, "49.28")
    state = page.evaluate("clubroute.position.state()")
    assert [one["id"] for one in state["units"] if one.get("hex")] == ["1ab-r-1-1"]
    page.keyboard.press("m")
    pick(page, "49.28")
    expect(page.locator("#panel .gist")).to_contain_text("R/1/1 reaches")
