"""It Never Snows as a module, in the real engine: five boards, tracks, rings, no mug."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.compile import CompiledMap
from tests.conftest import ROOT
from tests.engine import checks
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.ins_played import InsPlayed
from tests.engine.inspection import CHECKS, Findings, inspect_open
from tests.engine.tutorials import play_tutorial, tutorial_checked
from tests.logs.scs.games import checked, complaint, playing
from tests.logs.scs.habitual import misdoing
from tests.logs.scs.scenario import game_on

pytestmark = pytest.mark.engine

ROLLS = 1000
"""Of two dice: enough for every total."""
EACH = 19
"""The viewer is asked for every so manieth hex: each of them takes the engine some 4 ms."""
SMALL = "Hold Until Relieved"
"""The set-up with the fewest units on the map."""
PLAYED = range(1000, 1004)
"""The games played in the engine: every other one has a fault."""
MISDEEDS = ("undoes_first", "stacks_first", "talks_amid")
"""Faults in the habits of people that are played in the engine."""
BOARDS = ["A", "B", "C", "D", "West of E", "E"]


@pytest.fixture(scope="module")
def ins(ins_module: BuiltModule) -> BuiltModule:
    return ins_module


@pytest.fixture(scope="module")
def engine(ins_engine: Engine, ins: BuiltModule) -> Engine:
    ins_engine.start_setup(ins.expected.start)
    return ins_engine


@pytest.fixture(scope="module")
def findings(engine: Engine, ins: BuiltModule) -> Findings:
    found = inspect_open(engine, ins.path, ins.expected, setup_keys=False)
    engine.start_setup(ins.expected.start)
    return found


@pytest.mark.parametrize("check", CHECKS)
def test_check(check: str, findings: Findings) -> None:
    assert findings.get(check) == [], findings.get(check, findings)


def test_the_boards_show_every_hex_of_the_five_maps_once(
    ins: BuiltModule, ins_map: CompiledMap
) -> None:
    (one,) = ins.expected.maps
    assert [board.name for board in one.boards] == BOARDS
    named = [name for board in one.boards for name in board.hexes]
    lattice = ins_map.terrain.lattice
    assert sorted(named) == sorted(lattice.format(h) for h in lattice.hexes("ins"))
    assert {name[0] for name in named} == set("ABCDE")


def test_each_scenario_has_its_counters(ins: BuiltModule) -> None:
    told = {setup.name: len(setup.pieces) for setup in ins.expected.setups}
    assert len(told) == 9
    assert told.pop("Empty map") == 0
    assert min(told.values()) >= 80
    campaigns = sorted(told.values())[-4:]
    assert campaigns[0] >= 600


def test_the_seams_of_the_boards_meet_to_the_pixel(ins: BuiltModule, ins_map: CompiledMap) -> None:
    (one,) = ins.expected.maps
    lattice = ins_map.terrain.lattice
    shifts = set()
    for board in one.boards:
        for name, (x, y) in board.hexes.items():
            point = lattice.centre(lattice.parse(name, "ins"))
            shifts.add((x - 36 * point.x, y - 21 * point.y))
    assert len(shifts) == 1


def test_the_viewer_tells_what_the_map_holds(
    engine: Engine, ins: BuiltModule, ins_map: CompiledMap
) -> None:
    terrain, words = ins_map.terrain, read_vocabulary(ROOT / "map_sources/ins/terrain.toml")
    (one,) = ins.expected.maps
    some = [hex_at for board in one.boards for hex_at in list(board.hexes.items())[::EACH]]
    texts = engine.hover(one.name, [at for _, at in some])
    for (name, _), text in zip(some, texts, strict=True):
        h = terrain.lattice.parse(name, "ins")
        told = [name, words.hexes[terrain.hexes[h].terrain].title]
        for link in terrain.links_at(h):
            road = terrain.roads[link.road]
            told.append(road.name or words.roads[road.kind].title)
        assert text.startswith(f"{name} ")
        assert [part for part in told if part not in text] == [], text


def test_the_viewer_tells_bridges_and_entry_areas(engine: Engine, ins: BuiltModule) -> None:
    (one,) = ins.expected.maps
    hexes = {name: at for board in one.boards for name, at in board.hexes.items()}
    asked = ["A48.05", "E1.14", "D13.00", "A41.15"]
    bridge, *entries, ferry = engine.hover(one.name, [hexes[name] for name in asked])
    assert "Full Hex Bridge" in bridge
    assert "Prepared Bridges of 5.1" in bridge
    for text, entry in zip(entries, ("Entry Area A", "Entry Area L"), strict=True):
        assert entry in text.split(" · ")
    assert "Heveadorp - Driel ferry" in ferry


def test_the_tutorial_plays_a_step_a_click(engine: Engine) -> None:
    placed = play_tutorial(engine)
    assert placed["1para-s-1"].location == "A48.11"
    assert placed["grabner-1-aufk"].location == "Eliminated units"


def test_the_tutorial_keeps_to_the_rules(ins: BuiltModule, tmp_path: Path) -> None:
    assert "legal as 1 MP" in tutorial_checked(ins, tmp_path)


def test_the_chat_greets_and_says_where_to_look(engine: Engine, ins: BuiltModule) -> None:
    engine.start_setup(SMALL)
    told = "\n".join(engine.chat())
    assert all(word in told for word in (SMALL, "Notes (Alt N)", "Help > About this module"))
    engine.start_setup(ins.expected.start)


def test_every_key_works_and_is_undone_in_a_set_up(engine: Engine, ins: BuiltModule) -> None:
    engine.start_setup(SMALL)
    # The engine does not undo well what sends a counter out of its stack (docs/module.md, send).
    sent = ", Eliminate ("
    assert [one for one in checks.check_keys(engine.keys()) if sent not in one] == []
    engine.start_setup(ins.expected.start)


def test_the_help_menu_has_the_pages_of_the_others_and_a_find_list(engine: Engine) -> None:
    module = ElementTree.fromstring(engine.build_file())
    titles = {str(one.get("title")) for one in module.iter() if one.tag.endswith("HelpFile")}
    assert {"About this module", "Keys and buttons", "Sources of the map"} <= titles
    assert len([title for title in titles if title.startswith("5.")]) == 8
    lists = {one.get("name") for one in module.iter("VASSAL.build.module.Inventory")}
    assert lists == {"Find", "Inventory"}


@pytest.mark.parametrize(("name", "faces"), [("2d6", range(2, 13)), ("d6", range(1, 7))])
def test_dice_give_every_face(engine: Engine, name: str, faces: range) -> None:
    engine.seed(0)
    assert set(engine.dice(name, ROLLS)) == {str(face) for face in faces}


def test_there_is_no_mug(engine: Engine) -> None:
    assert engine.decks() == []


def test_a_turn_is_half_a_day(engine: Engine) -> None:
    texts = engine.turn(4)
    assert all(before != after for before, after in itertools.pairwise(texts))
    assert [text.rpartition(" ")[2] for text in texts][:2] in (["AM", "PM"], ["PM", "AM"])


def test_one_start_asks_for_its_boards(engine: Engine) -> None:
    module = ElementTree.fromstring(engine.build_file())
    starts = module.findall("VASSAL.build.module.PredefinedSetup")
    asking = [one.get("name") for one in starts if one.get("useFile") == "false"]
    assert asking == ["Choose the boards"]
    picker = module.find("VASSAL.build.module.Map/VASSAL.build.module.map.BoardPicker")
    assert picker is not None
    assert (picker.findtext("setup") or "") == ""


def test_games_in_the_engine_are_judged_as_they_were_played(
    engine: Engine, ins_map: CompiledMap, tmp_path: Path
) -> None:
    """Nobody is accused for nothing, and every fault is found; ``bench_ins_games`` has more."""
    game = game_on(ins_map.terrain, tmp_path)
    setup, log = tmp_path / "setup.vsav", tmp_path / "game.vlog"
    setup.write_bytes(game.told.setup)
    wrong = []
    for number in PLAYED:
        player, table, planted = playing(
            number, lambda seed: InsPlayed(engine, setup, log, seed=seed), game
        )
        said = complaint(checked(game, table.data()), planted)
        wrong += [f"{number}: {said}; {player.deeds}"] if said else []
    assert wrong == []


def test_a_fault_in_a_habit_is_illegal_in_the_engine(
    engine: Engine, ins_map: CompiledMap, tmp_path: Path
) -> None:
    """``bench_ins_games --habits --engine`` plays as many as you like."""
    game = game_on(ins_map.terrain, tmp_path)
    setup, log = tmp_path / "setup.vsav", tmp_path / "game.vlog"
    setup.write_bytes(game.told.setup)
    for kind in MISDEEDS:
        player, table, planted = misdoing(
            kind, 0, lambda seed: InsPlayed(engine, setup, log, seed=seed), game
        )
        report = checked(game, table.data())
        assert complaint(report, planted) == "", player.deeds
        accused = {one.unit for one in report.of("illegal") if one.check == planted.check}
        assert planted.unit in accused, player.deeds
