"""Barrages and Air Strikes, by sentence: INS 1.3a, 1.8a, 1.8b, 1.9, 1.10, 1.10a, 1.11, 2.5,
3.1, 5.5, 5.6, 5.8, and the Barrage column of the Terrain Effects Chart (Terrain: woods and the
others).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from clubroute.rules.answer.receipt_text import receipt_lines
from tests.cases import each
from tests.rules.scs.conftest import Ins

GUN = {"name": "II/10", "side": "German", "hex": "B15.19", "kind": "artillery"}
GUN |= {"barrage": 4, "range": 5, "yellow": True, "oos": False, "dg": False}
SPOTTER = {"name": "1/Eul", "side": "German", "kind": "infantry", "dg": False, "oos": False}


def barrage(ins: Ins, terrain: list[str], rating: int = 3, **said: Any) -> Mapping[str, Any]:
    """Ask about one barrage by an artillery unit of a rating."""
    unit = {**GUN, "barrage": rating, **said.pop("unit", {})}
    who = {} if "air" in said else {"unit": unit}
    return ins("barrage.resolve", terrain=terrain, **who, **{"hex": "B15.21", **said})


@pytest.mark.parametrize(
    ("terrain", "gun", "strike"),
    [
        (["clear"], 0, 0),
        (["polder"], 0, 0),
        (["woods"], -1, 0),
        (["village"], 1, 1),
        (["fort"], 1, 1),
        (["city"], 2, 2),
        (["full_hex_bridge"], 0, 0),
        (["woods", "clear"], -1, 0),
        (["woods", "polder"], -1, 0),
        (["woods", "village"], 1, 1),
        (["woods", "city"], 2, 2),
    ],
)
def test_the_modifier_best_for_the_target_counts_but_none_does_not_trump_a_minus(
    ins: Ins, terrain: list[str], gun: int, strike: int
) -> None:
    assert barrage(ins, terrain)["modifier"] == gun
    assert barrage(ins, terrain, air="Allied")["modifier"] == strike


@pytest.mark.parametrize(
    ("rating", "terrain", "die", "dg"),
    [
        (3, "woods", 4, True),
        (3, "woods", 5, False),
        (3, "village", 3, False),
        (3, "village", 2, True),
        (1, "city", 1, True),
        (1, "city", 2, False),
        (3, "clear", 3, True),
        (3, "clear", 4, False),
    ],
)
def test_a_die_not_above_the_rating_and_every_raw_one_is_a_dg(
    ins: Ins, rating: int, terrain: str, die: int, dg: bool
) -> None:
    assert barrage(ins, [terrain], rating, die=die)["dg"] is dg


@pytest.mark.parametrize(
    ("unit", "least", "chooser"),
    [
        ({}, 4, "the owner"),
        ({"kind": "75mm", "yellow": False}, 5, "the firing player"),
        ({"kind": "88mm", "yellow": False}, 5, "the firing player"),
        ({"kind": "mortar", "yellow": False}, 6, "the owner"),
    ],
)
def test_the_kill_roll_of_each_kind_and_who_chooses(
    ins: Ins, unit: dict[str, Any], least: int, chooser: str
) -> None:
    for kill in range(1, 7):
        answer = barrage(ins, ["clear"], unit=unit, die=1, kill=kill)
        assert (answer["lost"], answer["chooser"]) == (int(kill >= least), chooser)


def test_an_air_strike_kills_as_yellow_artillery_by_the_rating_of_its_side(ins: Ins) -> None:
    for side, rating, hex_ in (("Allied", 4, "B15.21"), ("German", 2, "A49.06")):
        answer = barrage(ins, ["clear"], air=side, hex=hex_)
        assert answer["rating"] == rating
    assert barrage(ins, ["clear"], air="German", die=2, kill=4, hex="A49.06")["lost"] == 1


def test_no_air_strike_is_resolved_beyond_the_waal(ins: Ins) -> None:
    answer = barrage(ins, ["clear"], air="German", die=2, kill=4)
    assert "No: German Air Strikes fall north of the Waal only" in answer["summary"]
    assert "outcomes" not in barrage(ins, ["clear"], air="Allied", hex="A49.06")


def test_a_barrage_that_is_resolved_may_still_be_forbidden(ins: Ins) -> None:
    assert any("barrage.check" in one for one in barrage(ins, ["clear"])["unchecked"])


def test_a_disorganized_unit_fires_at_half_its_rating(ins: Ins) -> None:
    answer = barrage(ins, ["clear"], 3, unit={"dg": True})
    assert answer["rating"] == 2
    assert "barrage_halves" in str(answer["notes"])


def test_every_result_of_a_barrage_has_its_chance(ins: Ins) -> None:
    found = {one["result"]: one["chance"] for one in barrage(ins, ["woods"])["outcomes"]}
    assert found == {"no effect": "1/3", "DG": "1/3", "DG and a step lost": "1/3"}


def check(
    ins: Ins, at: str = "B15.21", units: list[dict[str, Any]] | None = None, **said: Any
) -> Mapping[str, Any]:
    """Ask whether a gun may fire at a hex, a spotter beside the target."""
    near = [{**SPOTTER, "hex": "B15.20", "ma": 6}] if units is None else units
    state = {"scenario": "5.1", "units": near, "bridges": {}} | said.pop("state", {})
    told = {"hex": at, "off_map": False, "fired": False, "ammo": 2, "unit": GUN} | said
    return ins("barrage.check", state=state, **told)


def test_a_gun_in_range_with_a_spotter_and_ammo_may_fire(ins: Ins) -> None:
    assert check(ins)["verdict"] == "legal"


def test_the_range_counts_from_the_hex_next_to_the_gun(ins: Ins) -> None:
    spotter = [{**SPOTTER, "hex": "B15.25", "ma": 6}]
    assert check(ins, "B15.24", spotter)["verdict"] == "legal"
    assert check(ins, "B15.26", spotter)["verdict"] == "illegal"


def test_without_a_friend_next_to_the_target_there_is_no_barrage(ins: Ins) -> None:
    answer = check(ins, units=[])
    assert answer["summary"].partition(" [")[0] == "No: no friendly unit is next to B15.21"


def test_a_gun_spots_for_itself_at_adjacent_hexes(ins: Ins) -> None:
    assert check(ins, "B15.20", [])["verdict"] == "legal"


def test_a_gun_fires_once_a_turn(ins: Ins) -> None:
    assert check(ins, fired=True)["verdict"] == "illegal"


PHASES = [
    ("barrage", "German", "legal"),
    ("barrage", "Allied", "illegal"),
    ("movement", "German", "illegal"),
    ("movement", None, "illegal"),
    ("barrage", None, "legal"),
]


@pytest.mark.parametrize(("phase", "player", "verdict"), PHASES)
def test_a_gun_fires_in_its_own_barrage_phase(
    ins: Ins, phase: str, player: str | None, verdict: str
) -> None:
    turn = {"phase": phase} | ({"player": player} if player else {})
    told = check(ins, state={"turn": turn})
    assert told["verdict"] == verdict
    assert any("Barrage Phase" in one for one in told.get("unchecked", ())) == (
        (phase, player) == ("barrage", None)
    )


def test_in_an_enemy_zoc_only_adjacent_hexes_may_be_barraged(ins: Ins) -> None:
    enemy = {"name": "A/1", "side": "Allied", "hex": "B15.18", "kind": "infantry", "ma": 6}
    spotter = {**SPOTTER, "hex": "B15.22", "ma": 6}
    units = [{**enemy, "dg": False, "oos": False}, spotter]
    assert check(ins, units=units)["verdict"] == "illegal"
    assert check(ins, "B15.20", units)["verdict"] == "legal"
    for harmless in ({"dg": True}, {"oos": True}, {"ma": "Na"}, {"ma": 0}, {"kind": "artillery"}):
        units = [{**enemy, "dg": False, "oos": False, **harmless}, spotter]
        assert check(ins, units=units)["verdict"] == "legal"


def test_yellow_coded_artillery_needs_an_ammo_point(ins: Ins) -> None:
    assert check(ins, ammo=0)["verdict"] == "illegal"
    near = [{**SPOTTER, "hex": "C15.20", "ma": 6}]
    gun, state = {**GUN, "hex": "C15.19"}, {"scenario": "5.8"}
    assert check(ins, "C15.21", near, unit=gun, ammo=0, state=state)["verdict"] == "legal"


def test_out_of_supply_only_artillery_that_spends_ammo_fires(ins: Ins) -> None:
    assert check(ins, unit={**GUN, "oos": True})["verdict"] == "legal"
    mortar = {**GUN, "kind": "mortar", "yellow": False, "oos": True}
    assert check(ins, unit=mortar)["verdict"] == "illegal"


OFF = {"name": "7 Med", "side": "Allied", "kind": "artillery", "barrage": 4, "range": 12}
OFF |= {"yellow": True, "corps": True, "oos": False}


@pytest.mark.parametrize(
    ("at", "turn", "verdict"),
    [
        ("E12.15", 1, "legal"),
        ("E12.15", 2, "legal"),
        ("E12.15", 3, "illegal"),
        ("E13.15", 1, "illegal"),
        ("C12.15", 1, "illegal"),
    ],
)
def test_off_map_artillery_reaches_rows_of_map_e_and_needs_no_spotter_at_first(
    ins: Ins, at: str, turn: int, verdict: str
) -> None:
    state = {"turn": {"number": turn}, "units": []}
    assert check(ins, at, unit=OFF, off_map=True, state=state)["verdict"] == verdict


def test_in_the_small_scenarios_off_map_artillery_reaches_all_and_needs_a_spotter(ins: Ins) -> None:
    state = {"scenario": "5.6", "turn": {"number": 2}}
    near = [{**SPOTTER, "side": "Allied", "hex": "A49.06", "ma": 6}]
    assert check(ins, "A50.06", near, unit=OFF, off_map=True, state=state)["verdict"] == "legal"
    assert check(ins, "A50.06", [], unit=OFF, off_map=True, state=state)["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("side", "scenario", "dice", "strikes"),
    [
        ("Allied", "5.1", [6, 6], 10),
        ("Allied", "5.1", [2, 3], 5),
        ("German", "5.1", [6], 5),
        ("German", "5.1", [3], 3),
        ("German", "5.5", [3], 1),
        ("German", "5.5", [6], 2),
        ("German", "5.6", [5], 1),
        ("German", "5.6", [2], 0),
        ("Allied", "5.8", [5, 6], 3),
        ("Allied", "5.8", [1, 1], 0),
        ("German", "5.8", [4], 4),
    ],
)
def test_the_dice_for_air_strikes_up_to_the_counters_divided_by_the_scenario(
    ins: Ins, side: str, scenario: str, dice: list[int], strikes: int
) -> None:
    answer = ins("air.strikes", side=side, dice=dice, state={"scenario": scenario})
    assert answer["strikes"] == strikes


def test_where_the_cut_comes_first_or_last_matters_the_answer_says_so(ins: Ins) -> None:
    answer = ins("air.strikes", side="Allied", dice=[6, 6], state={"scenario": "5.8"})
    assert answer["strikes"] == 3
    assert "air_most" in str(answer["notes"])


@pytest.mark.parametrize(
    ("side", "at", "verdict"),
    [
        ("Allied", "B15.19", "legal"),
        ("Allied", "A48.05", "illegal"),
        ("German", "A48.05", "legal"),
        ("German", "B15.19", "illegal"),
    ],
)
def test_allied_strikes_fall_south_of_the_waal_and_german_ones_north(
    ins: Ins, side: str, at: str, verdict: str
) -> None:
    answer = ins("air.target", side=side, hex=at)
    assert (answer["verdict"], answer["provenance"]) == (verdict, "survey")


def test_air_strikes_without_dice_are_told_with_their_chances(ins: Ins) -> None:
    found = ins("air.strikes", side="German", state={"scenario": "5.1"})["outcomes"]
    assert found[-1] == {"roll": [5, 6], "chance": "1/3", "result": "5 Air Strikes"}
    assert sum(Fraction(one["chance"]) for one in found) == 1


def test_what_a_barrage_did_is_told_with_every_line_of_its_working(ins: Ins) -> None:
    answer = barrage(ins, ["clear"], air="Allied", die=2, kill=5)
    assert (answer["verdict"], answer["dg"], answer["lost"]) == ("decided", True, 1)
    lines = receipt_lines(answer)
    assert any("the die is 2" in line for line in lines)
    assert any("loses a step" in line for line in lines)


@pytest.mark.parametrize(
    ("said", "verdict", "summary"),
    [
        ({"rating": 4, "terrain": ["woods"], "die": 5}, "decided", "the hex is DG"),
        ({"rating": 3, "terrain": ["city"], "die": 2}, "decided", "no effect"),
        ({"rating": 1, "terrain": ["village"], "die": 1}, "decided", "the hex is DG"),
        ({"air": "Allied", "terrain": ["woods"], "die": 5}, "decided", "no effect"),
        ({"air": "German", "terrain": ["woods"], "die": 2, "kill": 4}, "decided", "DG; the owner"),
        ({"rating": 4, "die": 4, "fired_by": "88mm", "kill": 5}, "decided", "DG; the firing"),
        ({"rating": 4, "die": 4, "fired_by": "yellow", "kill": 3}, "decided", "DG; no loss"),
        (
            {"rating": 4, "die": 4, "fired_by": "other"},
            "decided",
            "the hex is DG; a Kill Roll of 6",
        ),
        ({"die": 4}, "undetermined", "rating or air: the Barrage Rating"),
        ({"rating": 4}, "undetermined", "fired_by: whether it is yellow coded"),
    ],
)
def test_a_roll_of_some_rating_needs_no_unit_and_no_hex(
    said: Mapping[str, Any], verdict: str, summary: str, ins: Ins
) -> None:
    told = ins("barrage.table", **said)
    assert told["verdict"] == verdict
    assert summary.casefold() in receipt_lines(told)[0].casefold()


@each("fired_by", ["yellow", "88mm", "other"])
@each("terrain", ["clear", "woods", "village", "city"])
@each("rating", [0, 1, 3, 8])
def test_the_roll_alone_is_that_of_a_unit(
    fired_by: str, terrain: str, rating: int, ins: Ins
) -> None:
    gun = {"yellow": fired_by == "yellow", "kind": "88mm" if fired_by == "88mm" else "artillery"}
    for die in range(1, 7):
        alone = ins(
            "barrage.table", rating=rating, terrain=[terrain], die=die, kill=5, fired_by=fired_by
        )
        unit = barrage(ins, [terrain], rating, unit=gun, die=die, kill=5)
        same = ("dg", "lost", "modifier", "rating", "summary")
        assert [alone.get(name) for name in same] == [unit.get(name) for name in same]
