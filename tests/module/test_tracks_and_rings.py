"""Tracks of boxes, markers that begin in one, rings and numbers on counters."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.lint.scenario_checks import check_boxes
from clubroute.builder.module.counters import module_pieces
from clubroute.builder.module.game import read_game
from clubroute.builder.module.parts import FAN
from clubroute.builder.module.setups import Shelf, at_start, in_boxes, in_the_middle
from clubroute.builder.module.trays import trays
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.windows import HEADING
from clubroute.builder.vassal.pieces import expand
from clubroute.builder.vassal.traits import DynamicProperty, Ring, read_trait
from tests.conftest import ROOT
from tests.counters.places import committed

INS = ROOT / "counters" / "ins"
TRACK = """
[[window]]
title = "Track"

[[window.grid]]
numbers = [0, 11]
title = "Day {}"
at = [20, 80]
size = [60, 50]
step = [80, 90]
columns = 4
"""
RINGS = """
[[prototype.trait]]
is = "ring"
menu = "Reach"
key = "Ctrl R"
radius_of = "Reach"
colour = "#2f6fa5"

[[prototype.trait]]
is = "number"
property = "Reach"
menu = "Reach…"
asks = "How far?"
highest = 9

[[prototype.trait]]
is = "prototype"
name = "Counter"

# The escape"""


def changed(tmp_path: Path, box: str = "Day 5") -> CounterSet:
    """Testland with a track, a marker on it, and counters that reach."""
    folder = Path(shutil.copytree(ROOT / "counters" / "testland", tmp_path / "testland"))
    with (folder / "windows.toml").open("a") as file:
        file.write(TRACK)
    traits = (folder / "traits.toml").read_text(encoding="utf-8")
    old = '\n[[prototype.trait]]\nis = "prototype"\nname = "Counter"\n\n# The escape'
    assert old in traits
    (folder / "traits.toml").write_text(traits.replace(old, RINGS), encoding="utf-8")
    with (folder / "scenarios" / "bridge.toml").open("a") as file:
        file.write(f'\n[[marker]]\nmarker = "bridge-blown"\nbox = "{box}"\ncite = "house rules"\n')
    return read_counter_set(folder)


@pytest.fixture(scope="module")
def ins_counters() -> CounterSet:
    return committed("ins")


def test_a_grid_is_a_row_of_boxes_after_another(tmp_path: Path) -> None:
    (track,) = [w for w in changed(tmp_path).windows.windows if w.title == "Track"]
    assert [box.title for box in track.boxes] == [f"Day {n}" for n in range(12)]
    assert track.boxes[5].at == (100, 170)
    assert track.boxes[11].centre == (20 + 3 * 80 + 30, 80 + 2 * 90 + 25)


def test_a_marker_begins_in_the_box_its_scenario_names(tmp_path: Path) -> None:
    counters = changed(tmp_path)
    game = read_game(ROOT / "counters" / "testland" / "module.toml")
    shelf = Shelf(game, (), counters, {one.id: one for one in module_pieces(counters)})
    (placed,) = in_boxes(counters.scenarios[0], shelf)
    assert (placed.counter.id, placed.map, placed.place) == ("bridge-blown", "Track", "Day 5")


def test_a_box_that_is_nowhere_is_told_with_the_nearest(tmp_path: Path) -> None:
    counters = changed(tmp_path, "Day 55")
    with pytest.raises(InputError, match=r"found 'Day 55', expected a box .*did you mean Day 5"):
        check_boxes(counters.scenarios[0], counters.windows)


def test_a_ring_has_the_radius_its_owner_sets(tmp_path: Path) -> None:
    traits = changed(tmp_path).traits
    made = [read_trait(one) for one in expand(traits.prototypes["Unit"], traits.prototypes).traits]
    (ring,) = [one for one in made if isinstance(one, Ring)]
    (number,) = [one for one in made if isinstance(one, DynamicProperty)]
    assert (ring.radius_of, ring.colour, number.name) == ("Reach", "47,111,165", "Reach")
    assert (number.value, number.range.maximum) == ("0", 9)


def test_what_comes_in_a_turn_lies_in_the_order_of_arrival_group_by_group(
    ins_counters: CounterSet,
) -> None:
    campaign = next(one for one in ins_counters.setups if one.id == "INS-5.1")
    found = trays(campaign, ins_counters)
    there = [tray for tray in found if tray.window == "Order of Arrival"]
    dewald = next(t for t in there if t.title == "1 · KG Dewald, by Entry Area C or D")
    assert len(dewald.pieces) == 4
    rows: dict[int, set[str]] = {}
    for tray in there:
        rows.setdefault(tray.at[1], set()).add(tray.title.partition(" ")[0])
    assert all(len(turns) == 1 for turns in rows.values())
    turns = [int(min(turns)) for _, turns in sorted(rows.items())]
    assert turns == sorted(turns)
    held = [tray.title for tray in found if tray.title.startswith("At hand: 504")]
    assert held == ["At hand: 504 Abn Rgt"]


def test_what_begins_in_a_numbered_box_covers_neither_its_line_nor_its_number(
    ins_counters: CounterSet,
) -> None:
    game = read_game(INS / "module.toml")
    shelf = Shelf(game, (), ins_counters, {one.id: one for one in module_pieces(ins_counters)})
    half, deepest = 25, 0
    boxes = {box.title: box for window in ins_counters.windows.windows for box in window.boxes}
    for scenario in ins_counters.setups:
        found = [*in_the_middle(tuple(at_start(scenario, shelf)))]
        for one in found:
            box = boxes[one.place]
            many = sum((other.map, other.place) == (one.map, one.place) for other in found)
            fan, deepest = FAN * (many - 1), max(deepest, many)
            assert box.at[0] < one.x - half, one
            assert one.x + half + fan < box.at[0] + box.size[0], one
            assert box.at[1] + HEADING * box.inside <= one.y - half - fan, one
            assert one.y + half < box.at[1] + box.size[1], one
    assert deepest == 3


def test_ammunition_and_points_begin_on_their_figures(ins_counters: CounterSet) -> None:
    game = read_game(INS / "module.toml")
    shelf = Shelf(game, (), ins_counters, {one.id: one for one in module_pieces(ins_counters)})
    found = {
        scenario.id: {one.counter.id: one.place for one in at_start(scenario, shelf)}
        for scenario in ins_counters.setups
    }
    first = {"ammo-german": "25", "ammo-82": "0", "air-drop-points": "70", "glider-points": "18"}
    assert first.items() <= found["INS-5.1"].items()
    assert found["INS-5.1"]["game-turn"] == "PM, September 17"
    assert {found["INS-5.4"][f"ammo-{one}"] for one in ("1-abn", "82", "101")} == {"8"}
    assert found["INS-5.4"]["ammo-german"] == "30"
    # Unlimited (5.7): nothing is counted.
    assert set(found["INS-5.7"]) == {"game-turn"}
