"""The module the build makes, opened by the real engine.

What it should hold is told by the sidecar the build writes beside it (``expectation.py``).
"""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from PIL import Image, ImageFilter, ImageStat

from clubroute.builder.survey.compile import CompiledMap
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.first_turn import first_turn
from tests.engine.inspection import (
    CHECKS,
    Findings,
    inspect_hover,
    inspect_open,
)
from tests.engine.reports import Deck
from tests.engine.tutorials import play_tutorial, tutorial_checked
from tests.fetching.cache import REPOSITORY

pytestmark = pytest.mark.engine

SCREENSHOTS = REPOSITORY / "build" / "screenshots"
SCREENSHOT_SIDE = 2000  # px


@pytest.fixture(scope="module")
def findings(engine: Engine, built_module: BuiltModule) -> Findings:
    return inspect_open(engine, built_module.path, built_module.expected)


@pytest.fixture(scope="module")
def engine(wed_engine: Engine) -> Engine:
    return wed_engine


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str, findings: Findings) -> None:
    # The engine does not undo well what sends a counter out of its stack (docs/module.md, send).
    found = [one for one in findings.get(check) or () if ", Eliminate (" not in str(one)]
    assert check in findings
    assert found == [], found


def test_there_is_something_to_check(built_module: BuiltModule) -> None:
    expected = built_module.expected
    assert sum(len(board.hexes) for one in expected.maps for board in one.boards) > 1000
    told = {setup.name: len(setup.pieces) for setup in expected.setups}
    assert told == {
        "A Drive in the Country": 25,
        "Son with the Wind": 46,
        "The Best Laid Plans": 86,
        "Hell’s Highway": 189,
        "Where Eagles Dare": 382,
        "Empty map": 0,
    }
    assert len(expected.pieces) > 50
    assert len(expected.sides) >= 2


def test_a_game_opens_at_its_units_and_greets(engine: Engine, built_module: BuiltModule) -> None:
    main = built_module.expected.maps[0].name
    for setup in built_module.expected.setups:
        spots = [(one.x, one.y) for one in setup.pieces if one.map == main]
        engine.start_setup(setup.name)
        x, y, width, height = engine.seen(main)
        inside = [one for one in spots if x < one[0] < x + width and y < one[1] < y + height]
        assert inside or not spots, (setup.name, x, y, width, height)
        greeted = [line for line in engine.chat()[-4:] if setup.name in line]
        assert greeted, setup.name


def test_points_and_weather_begin_on_their_tracks(engine: Engine) -> None:
    engine.start_setup("Hell’s Highway")
    found = engine.pieces(["MarkerId", "LocationName"])
    told = {(one.properties["MarkerId"], one.properties["LocationName"]) for one in found}
    # WED-4: KG Walther has 12 Command and 4 Dispatch Points, the 101st 8 and 5; clear weather.
    assert {
        ("command-points", "Walther 12"),
        ("dispatch-points", "Walther 4"),
        ("command-points", "101st 8"),
        ("dispatch-points", "101st 5"),
        ("weather", "Clear"),
    } <= told


def test_the_hexes_in_range_are_shown(engine: Engine, built_module: BuiltModule) -> None:
    main = built_module.expected.maps[0].name
    engine.start_setup("A Drive in the Country")
    unit = next(
        one
        for one in engine.pieces(["UnitId", "Reach"])
        if one.properties["UnitId"] and one.map == main
    )
    # No rulebook prints a range: none is shown before a player sets it.
    assert unit.properties["Reach"] == "0"
    region = (max(0, unit.x - 200), unit.y - 200, 400, 400)
    shots = []
    for name in ("range-off", "range-on"):
        path = SCREENSHOTS / f"{name}.png"
        engine.screenshot(main, path, region=region)
        shots.append(path.read_bytes())
        engine.press(unit.id, "ctrl L")
    assert shots[0] != shots[1]


def test_an_eliminated_unit_comes_back_where_it_stood(
    engine: Engine, built_module: BuiltModule
) -> None:
    main = built_module.expected.maps[0].name
    engine.start_setup("A Drive in the Country")
    units = [p for p in engine.pieces(["UnitId"]) if p.properties["UnitId"] and p.map == main]
    # No rulebook prints a rating: without the owner's table none is told.
    assert {engine.beneath(one.id) for one in units} == {""}
    unit = units[0]
    engine.press(unit.id, "ctrl E")
    there = next(one for one in engine.pieces() if one.id == unit.id)
    assert (there.map, there.location) == ("Eliminated", "Eliminated units")
    assert engine.chat()[-1] == f"* {unit.location}: {unit.name} is eliminated"
    engine.press(unit.id, "ctrl shift E")
    back = next(one for one in engine.pieces() if one.id == unit.id)
    assert (back.map, back.x, back.y) == (unit.map, unit.x, unit.y)
    assert engine.chat()[-1] == f"* {unit.name} comes back into play at {unit.location}"


def test_the_tutorial_plays_a_step_a_click(engine: Engine) -> None:
    placed = play_tutorial(engine)
    assert placed["wed1-dminus-2hhc"].location == "45.224"
    assert placed["wed1-pzers"].location == "56.201"
    assert [p.name for p in placed.values() if p.location == "Drawn 1"] == [
        "Guards Independent Formation Activation"
    ]


def test_the_tutorial_keeps_to_the_rules(built_module: BuiltModule, tmp_path: Path) -> None:
    # Its allowance is the owner's to know.
    assert "the way is legal" in tutorial_checked(built_module, tmp_path)


def test_counters_are_crisp_at_200_per_cent(engine: Engine, built_module: BuiltModule) -> None:
    main = built_module.expected.maps[0].name
    engine.start_setup("A Drive in the Country")
    units = engine.pieces(["UnitId"])
    unit = next(one for one in units if one.properties["UnitId"] and one.map == main)
    region = (unit.x - 20, unit.y - 20, 40, 40)
    faces = {}
    for scale in (1.0, 2.0):
        path = SCREENSHOTS / f"counter-{scale:.0f}.png"
        engine.screenshot(main, path, scale=scale, region=region)
        with Image.open(path) as picture:
            faces[scale] = picture.convert("L")
    enlarged = faces[1.0].resize((80, 80), Image.Resampling.BICUBIC)

    def edges(picture: Image.Image) -> float:
        return ImageStat.Stat(picture.filter(ImageFilter.FIND_EDGES)).stddev[0]

    assert faces[2.0].size == (80, 80)
    assert edges(faces[2.0]) > 1.2 * edges(enlarged)


def test_keys_change_the_game(engine: Engine, built_module: BuiltModule) -> None:
    engine.start_setup(built_module.expected.setups[0].name)
    answers = engine.keys()
    assert any(answer.answered for answer in answers)


def test_d10_gives_0_to_9(engine: Engine) -> None:
    module = ElementTree.fromstring(engine.build_file())
    names = [
        dice.get("name", "")
        for dice in module.iter("VASSAL.build.module.DiceButton")
        if dice.get("nSides") == "10" and dice.get("nDice") == "1"
    ]
    assert names
    engine.new_game()
    for name in names:
        assert set(engine.dice(name, 300)) == {str(face) for face in range(10)}


def test_the_viewer_tells_what_the_map_says_of_a_hex(
    engine: Engine, built_module: BuiltModule, gts_map: CompiledMap
) -> None:
    engine.new_game()
    assert inspect_hover(engine, built_module.expected, gts_map.terrain, "wed") == []


def _mug(decks: list[Deck]) -> Deck:
    (mug,) = [deck for deck in decks if "mug" in deck.name.lower()]
    return mug


def test_mug_gives_every_chit_once(engine: Engine, built_module: BuiltModule) -> None:
    engine.start_setup(built_module.expected.setups[0].name)
    mug = _mug(engine.decks())
    assert mug.cards
    drawn = engine.draw(mug.name, len(mug.cards) + 1, (mug.x + 300, mug.y))
    assert sorted(drawn) == sorted(mug.cards)
    assert _mug(engine.decks()).cards == ()


def test_a_button_puts_the_chits_drawn_back(engine: Engine, built_module: BuiltModule) -> None:
    engine.start_setup(built_module.expected.setups[0].name)
    mug, cup = (
        next(d for d in engine.decks() if d.name == n) for n in ("Activation Mug", "Events")
    )
    engine.draw(mug.name, 3, (mug.x + 300, mug.y))
    engine.draw(cup.name, 1, (cup.x - 100, cup.y))
    assert len(_mug(engine.decks()).cards) == len(mug.cards) - 3
    engine.push("Return chits")
    left = {deck.name: sorted(deck.cards) for deck in engine.decks()}
    assert left["Activation Mug"] == sorted(mug.cards)
    assert len(left["Events"]) == len(cup.cards) - 1  # an event stays where it lies
    assert engine.chat()[-1].endswith("All chits drawn are back in the mug")
    for button, deck in (("Draw a chit", mug), ("Draw an event", cup)):
        before = {one.name: one.cards for one in engine.decks()}[deck.name]
        engine.push(button)
        after = {one.name: one.cards for one in engine.decks()}[deck.name]
        assert len(after) == len(before) - 1
        assert f"({len(after)} left)" in engine.chat()[-1], engine.chat()[-6:]


def test_the_menu_of_the_mug_draws_counts_and_picks(
    engine: Engine, built_module: BuiltModule
) -> None:
    engine.start_setup(built_module.expected.setups[0].name)
    mug = _mug(engine.decks())
    draw, count = "Draw a chit", "Count chits"
    pick, *lines = engine.deck_menu(mug.name)
    assert pick.lower().startswith("draw specific"), pick
    assert lines == [draw, count]
    before = engine.state()
    engine.choose(mug.name, count)
    assert engine.chat()[-1].endswith(f"counts the chits in the mug: {len(mug.cards)}")
    assert engine.state() == before
    engine.choose(mug.name, draw)
    left = _mug(engine.decks()).cards
    assert len(left) == len(mug.cards) - 1
    assert f"({len(left)} left)" in engine.chat()[-1]
    (drawn,) = set(mug.cards) - set(left)
    (chit,) = [p for p in engine.pieces(["BasicName"]) if p.properties["BasicName"] == drawn]
    assert chit.map == "Activation"
    assert chit.deck is None
    engine.undo()
    assert sorted(_mug(engine.decks()).cards) == sorted(mug.cards)


def test_what_is_empty_is_counted_too(engine: Engine, built_module: BuiltModule) -> None:
    engine.start_setup(built_module.expected.setups[0].name)
    for button, name, told in (
        ("Count chits", "Activation Mug", "counts the chits in the mug: 0"),
        ("Count events", "Events", "counts the events in the cup: 0"),
    ):
        draw = {"Activation Mug": "Draw a chit", "Events": "Draw an event"}[name]
        (deck,) = (one for one in engine.decks() if one.name == name)
        for _ in deck.cards:
            engine.push(draw)
        engine.push(button)
        assert engine.chat()[-1].endswith(told)
        engine.choose(name, button)
        assert [one.endswith(told) for one in engine.chat()[-2:]] == [True, True]


def test_a_button_clears_a_mark_of_every_counter(engine: Engine, built_module: BuiltModule) -> None:
    main = built_module.expected.maps[0].name
    engine.start_setup("A Drive in the Country")
    units = [p for p in engine.pieces(["UnitId"]) if p.properties["UnitId"] and p.map == main]
    for unit in units[:3]:
        engine.press(unit.id, "ctrl U")
    shown = "Suppressed_Level"
    assert sum(p.properties[shown] == "2" for p in engine.pieces([shown])) == 3
    engine.push("End: suppressed")
    assert sum(p.properties[shown] == "2" for p in engine.pieces([shown])) == 0


def test_turn_tracker_advances(engine: Engine, built_module: BuiltModule) -> None:
    engine.start_setup(built_module.expected.setups[0].name)
    texts = engine.turn(5)
    assert all(texts)
    assert all(before != after for before, after in itertools.pairwise(texts))


def test_a_first_turn_can_be_played_in_every_setup(
    engine: Engine, built_module: BuiltModule
) -> None:
    for setup in (one for one in built_module.expected.setups if one.pieces):
        turn = first_turn(engine, built_module.expected, setup)
        said = "\n".join(turn.chat)
        assert turn.chit is not None
        assert turn.at.location != turn.moved_from
        assert f"{turn.unit} " in said
        assert turn.at.location in said
        assert "Column" in said
        assert "d10 = " in said
        assert f"Turn: {turn.turn} " in said


def test_screenshots_show_something(engine: Engine, built_module: BuiltModule) -> None:
    expected = built_module.expected
    shots = {}
    for setup in expected.setups:
        engine.start_setup(setup.name)
        for one in engine.maps():
            path = SCREENSHOTS / f"{_file_name(setup.name)}-{_file_name(one.name)}.png"
            scale = min(1.0, SCREENSHOT_SIDE / max(one.width, one.height))
            shots[path.name] = engine.screenshot(one.name, path, scale=scale).colours
    assert shots
    assert all(colours > 1 for colours in shots.values()), shots


def test_screenshot_close_up_of_each_setup(engine: Engine, built_module: BuiltModule) -> None:
    for setup in built_module.expected.setups:
        if not setup.pieces:
            continue
        engine.start_setup(setup.name)
        piece = setup.pieces[0]
        path = SCREENSHOTS / f"{_file_name(setup.name)}-close-up.png"
        region = (max(0, piece.x - 500), max(0, piece.y - 400), 1000, 800)
        assert engine.screenshot(piece.map, path, region=region).colours > 10


def _file_name(name: str) -> str:
    return "-".join("".join(c if c.isalnum() else " " for c in name.lower()).split())
