"""Combat and overruns, by sentence: INS 1.3a, 1.5, 1.6a, 1.6b, 1.7, 1.8a, 1.9, 1.10b, 1.13,
1.14, 1.15b, 1.16, 1.17, 2.2, 2.3, the Combat Table, and the Combat and Overrun columns of the
Terrain Effects Chart (Terrain: clear, Terrain: polder, Terrain: woods, Terrain: village or fort,
Terrain: city, Terrain: river, Terrain: sea line, Terrain: ferry, Terrain: full hex bridge,
Terrain: P).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.scs.fight.odds import (
    column_of,
    columns,
    read_result,
    result_of,
)
from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins

# The printed table, column by column, for the sums 2 to 12.
PRINTED: Mapping[str, str] = {
    "1:3": "A1r2 A1r2 A1r2 A1r1 A1r1 A1 A1 A1 A1 A1 A1D1",
    "1:2": "A1r2 A1r2 A1r1 A1r1 A1 A1 A1 A1D1 D1r1d1 D1r1d1 D1r2d2",
    "1:1": "A1r2 A1r2 A1r1 A1 A1 A1D1 A1D1 D1r1d1 D1r2d1 D1r2d2 D1r2d2",
    "2:1": "A1r1 A1r1 A1 A1 A1D1 D1r1d1 D1r1d1 D1r2d1 D1r2d2 D1r2d2 D1r3d2",
    "3:1": "A1r1 A1r1 A1 A1D1 D1r1d1 D1r2d1 D1r2d1 D1r2d2 D1r3d2 D1r3d2 D1r3d3",
    "4:1": "A1 A1 A1D1 D1r1d1 D1r2d1 D1r2d1 D1r2d2 D1r3d2 D1r3d2 D1r3d3 D2r4d3",
    "5:1+": "A1 A1D1 D1r1d1 D1r2d1 D1r2d1 D1r3d2 D1r3d2 D1r4d2 D2r5d3 D2r5d3 D2r6d4",
}
PLACE, FROM = "B15.19", "B16.19"


def unit(side: str = "German", **said: Any) -> dict[str, Any]:
    """An infantry unit of which all that combat asks is said."""
    told = {"name": "1/Eul", "side": side, "kind": "infantry", "ma": 6, "dg": False, "oos": False}
    return told | ({"hex": FROM, "attack": 6} if side == "German" else {"defence": 2}) | said


def fight(
    ins: Ins,
    attackers: list[dict[str, Any]] | None = None,
    defenders: list[dict[str, Any]] | None = None,
    across: str = "open",
    method: str = "combat.resolve",
    sides: Mapping[str, str] | None = None,
    **said: Any,
) -> Mapping[str, Any]:
    """Ask about an attack into clear ground, all of it said."""
    told: dict[str, Any] = {"hex": PLACE, "terrain": ["clear"], "across": sides or {FROM: across}}
    told |= said
    attackers = attackers if attackers is not None else [unit()]
    defenders = defenders if defenders is not None else [unit("Allied")]
    return ins(method, attackers=attackers, defenders=defenders, **told)


@pytest.mark.parametrize("name", PRINTED)
def test_every_cell_of_the_combat_table(name: str) -> None:
    column = columns().index(name)
    told = [result_of(roll, column) for roll in range(2, 13)]
    assert told == [read_result(cell) for cell in PRINTED[name].split()]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("A1r2", "the attacker loses 1 step and retreats 2 hexes"),
        ("A1D1", "the attacker loses 1 step; the defender loses 1 step"),
        ("D2r6d4", "the defender loses 2 steps and retreats 6 hexes"),
    ],
)
def test_a_result_says_what_each_side_loses_and_where_r_belongs(cell: str, text: str) -> None:
    assert read_result(cell).told(alternate=False).text() == text


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ("D1r2d2", "the defender loses 2 steps"),
        ("D2r6d4", "the defender loses 4 steps"),
        ("A1D1", "the attacker loses 1 step"),
        ("A1r2", "the attacker loses 1 step and retreats 2 hexes"),
    ],
)
def test_the_alternate_result_takes_the_small_d_alone_and_leaves_the_attacker(
    cell: str, text: str
) -> None:
    assert read_result(cell).told(alternate=True).text() == text


@pytest.mark.parametrize(
    ("attack", "defence", "nearest", "defender"),
    [
        (10, 4, "3:1", "2:1"),
        (9, 4, "2:1", "2:1"),
        (4, 9, "1:2", "1:3"),
        (4, 10, "1:3", "1:3"),
        (5, 5, "1:1", "1:1"),
        (30, 4, "5:1+", "5:1+"),
        (1, 9, "1:3", "1:3"),
    ],
)
def test_odds_are_rounded_as_the_reading_says(
    attack: int, defence: int, nearest: str, defender: str
) -> None:
    for rounding, name in (("nearest", nearest), ("defender", defender)):
        found = column_of(Fraction(attack), Fraction(defence), 0, rounding, "table")
        assert columns()[found] == name


def test_odds_beyond_the_table_are_its_end_before_or_after_they_shift() -> None:
    strengths = (Fraction(8), Fraction(1), -1, "nearest")
    assert columns()[column_of(*strengths, "table")] == "4:1"
    assert columns()[column_of(*strengths, "beyond")] == "5:1+"


@pytest.mark.parametrize(
    ("terrain", "column"),
    [
        (["clear"], "3:1"),
        (["polder"], "2:1"),
        (["woods"], "2:1"),
        (["village"], "2:1"),
        (["fort"], "2:1"),
        (["city"], "2:1"),
        (["full_hex_bridge"], "3:1"),
        (["woods", "village"], "2:1"),
        (["clear", "polder"], "2:1"),
    ],
)
def test_the_one_terrain_best_for_the_defender_shifts_the_odds(
    ins: Ins, terrain: list[str], column: str
) -> None:
    assert fight(ins, terrain=terrain)["column"] == column


def test_in_a_city_the_defender_loses_the_alternate_steps_and_stays(ins: Ins) -> None:
    answer = fight(ins, terrain=["city", "woods"], dice=[3, 4])
    assert (answer["column"], answer["defender_steps"], answer["defender_retreat"]) == ("2:1", 1, 0)


@pytest.mark.parametrize(
    ("across", "column"),
    [("river", "2:1"), ("bridge", "2:1"), ("light_bridge", "2:1"), ("open", "3:1")],
)
def test_attacks_across_a_river_or_a_bridge_are_halved(ins: Ins, across: str, column: str) -> None:
    assert fight(ins, across=across)["column"] == column


def test_an_armour_oval_may_attack_over_a_light_bridge(ins: Ins) -> None:
    attackers = [unit(kind="armour", oval=True)]
    assert fight(ins, attackers, across="light_bridge")["verdict"] == "legal"


@pytest.mark.parametrize("across", ["sea_line", "ferry"])
def test_no_combat_across_a_sea_line_or_a_ferry(ins: Ins, across: str) -> None:
    answer = fight(ins, across=across)
    assert answer["verdict"] == "illegal"
    assert "no combat" in answer["summary"]


def test_hex_and_hexside_add_up(ins: Ins) -> None:
    assert fight(ins, across="river", terrain=["woods"])["column"] == "1:1"


def test_only_those_who_attack_across_are_halved(ins: Ins) -> None:
    attackers = [unit(attack=4), unit(name="2/Eul", hex="B15.18", attack=4)]
    sides = {FROM: "river", "B15.18": "open"}
    answer = fight(ins, attackers, sides=sides)
    assert (answer["odds"], answer["column"]) == ("6:2", "3:1")
    assert "only units that attack across" in str(answer["notes"])


@pytest.mark.parametrize(
    ("sides", "column"),
    [
        ({FROM: "out_of_span"}, "1:1"),
        ({FROM: "out_of_span", "B15.18": "open"}, "2:1"),
        ({FROM: "into_span"}, "4:1"),
    ],
)
def test_the_shifts_of_a_full_hex_bridge(ins: Ins, sides: dict[str, str], column: str) -> None:
    attackers = [
        unit(name=f"{n}/Eul", hex=at, attack=6 // len(sides)) for n, at in enumerate(sides)
    ]
    assert fight(ins, attackers, sides=sides)["column"] == column


def test_out_of_the_arnhem_span_alone_into_a_city_hex_shifts_by_three(ins: Ins) -> None:
    answer = fight(ins, across="out_of_span", terrain=["city"])
    assert answer["column"] == "1:2"


@pytest.mark.parametrize(
    ("attacker", "defender", "odds"),
    [
        ({"dg": True}, {}, "3:2"),
        ({}, {"dg": True}, "6:1"),
        ({}, {"oos": True}, "6:1"),
        ({}, {"dg": True, "oos": True}, "6:0.5"),
        ({"attack": 5, "dg": True}, {}, "2.5:2"),
    ],
)
def test_disorganized_units_are_halved_and_those_out_of_supply_defend_at_half(
    ins: Ins, attacker: dict[str, Any], defender: dict[str, Any], odds: str
) -> None:
    assert fight(ins, [unit(**attacker)], [unit("Allied", **defender)])["odds"] == odds


def test_units_out_of_supply_cannot_attack(ins: Ins) -> None:
    answer = fight(ins, [unit(oos=True)])
    assert answer["summary"].startswith("No: 1/Eul is Out of Supply and cannot attack")


def test_artillery_has_no_attack_and_defends_with_its_printed_strength(ins: Ins) -> None:
    gun = {"kind": "artillery", "barrage": 4}
    assert fight(ins, [unit(**gun)])["verdict"] == "illegal"
    assert fight(ins, defenders=[unit("Allied", **gun, defence=3)])["odds"] == "6:3"


def test_a_retreat_destroys_units_with_an_allowance_of_na(ins: Ins) -> None:
    answer = fight(ins, defenders=[unit("Allied", name="Flak", ma="Na")], dice=[6, 5])
    assert "the retreat destroys it" in str(answer["steps"])


def test_a_retreat_is_told_where_it_may_not_lead(ins: Ins) -> None:
    told = fight(ins, dice=[6, 5])["unchecked"][0]
    for rule in ("combat.retreat", "Disorganized [INS 1.5]", "may move [INS 2.2]"):
        assert rule in told
    assert "unchecked" not in fight(ins, dice=[2, 3])


def test_without_dice_every_result_is_told_with_its_chance(ins: Ins) -> None:
    outcomes = fight(ins)["outcomes"]
    assert sum(Fraction(one["chance"]) for one in outcomes) == 1
    assert outcomes[0] == {
        "roll": [2, 3],
        "chance": "1/12",
        "result": "the attacker loses 1 step and retreats 1 hex",
    }


@pytest.mark.parametrize(
    ("said", "need"),
    [
        ({"attack": None}, "the printed attack of 1/Eul"),
        ({"dg": None}, "whether 1/Eul is Disorganized"),
        ({"oos": None}, "whether 1/Eul is marked Out of Supply"),
    ],
)
def test_what_is_not_said_of_an_attacker_is_named(
    ins: Ins, said: dict[str, None], need: str
) -> None:
    attacker = {name: value for name, value in unit(**said).items() if value is not None}
    answer = fight(ins, [attacker])
    assert answer["verdict"] == "undetermined"
    assert need in str(needed(answer))


@pytest.mark.parametrize("other", [{"side": "Allied"}, {"hex": PLACE}, {}])
def test_a_unit_that_may_stand_with_the_defenders_is_asked_for(
    ins: Ins, other: dict[str, str]
) -> None:
    known = unit("Allied", hex=PLACE, defence=2)
    told = {"attackers": [unit(hex=FROM)], "hex": PLACE, "terrain": ["clear"]}
    state = {"bridges": {}, "units": [known, {"id": "other", **other}]}
    answer = ins("combat.resolve", **told, across={FROM: "open"}, state=state)
    assert answer["verdict"] == "undetermined"
    assert needed(answer) == [f"defenders: the units in {PLACE}"]


@pytest.mark.parametrize("corps", [True, False, None])
def test_armour_not_yet_with_its_division_does_not_attack(ins: Ins, corps: bool | None) -> None:
    tank = unit("Allied", hex=FROM, attack=6, kind="armour", assigned="101", released=False)
    tank |= {} if corps is None else {"corps": corps}
    answer = fight(ins, [tank], [unit("German", defence=2)])
    assert "has not reached its division" in answer["summary"]


def test_a_unit_is_known_by_its_counter(ins: Ins) -> None:
    known = {"hex": FROM, "attack": 6, "defence": 4, "ma": 6, "dg": False, "oos": False}
    attackers = [{"id": "klemm-1-i", **known}]
    answer = fight(ins, attackers, [unit("Allied")])
    assert answer["odds"] == "6:2"
    named = ins("combat.resolve", hex=PLACE, attackers=["1/I/Klemm"], defenders=[unit("Allied")])
    assert "attackers.attack: the printed attack of 1/I/Klemm" in needed(named)


def overrun(ins: Ins, *attackers: dict[str, Any], **said: Any) -> Mapping[str, Any]:
    """Ask about an overrun by Exploit Capable units, all of it said."""
    told = {"mp_left": 4, "state": {"units": [], "bridges": {}}} | said
    units = list(attackers) or [unit(exploit=True)]
    return fight(ins, units, method="overrun.resolve", **told)


@pytest.mark.parametrize(
    ("terrain", "verdict"),
    [
        ("clear", "legal"),
        ("polder", "legal"),
        ("woods", "illegal"),
        ("village", "illegal"),
        ("fort", "illegal"),
        ("city", "illegal"),
        ("full_hex_bridge", "illegal"),
    ],
)
def test_the_chart_says_what_may_be_overrun(ins: Ins, terrain: str, verdict: str) -> None:
    assert overrun(ins, terrain=[terrain])["verdict"] == verdict


def test_an_overrun_into_polder_is_halved_and_shifted(ins: Ins) -> None:
    answer = overrun(ins, terrain=["polder"])
    assert (answer["odds"], answer["column"]) == ("3:2", "1:1")


@pytest.mark.parametrize("across", ["river", "bridge", "sea_line", "ferry"])
def test_no_overrun_across_water(ins: Ins, across: str) -> None:
    assert overrun(ins, across=across)["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"exploit": False}, "1/Eul is not Exploit Capable"),
        ({"exploit": True, "dg": True}, "1/Eul has lost its Exploit Capability"),
        ({"exploit": True, "oos": True}, "1/Eul has lost its Exploit Capability"),
    ],
)
def test_only_exploit_capable_units_overrun(ins: Ins, said: dict[str, bool], why: str) -> None:
    assert why in str(overrun(ins, unit(**said))["steps"])


@pytest.mark.parametrize("said", ["dg", "oos"])
def test_an_overrunning_unit_not_said_to_be_fit_is_asked_for(ins: Ins, said: str) -> None:
    one = {name: value for name, value in unit(exploit=True).items() if name != said}
    answer = overrun(ins, one)
    assert any(need.startswith("attackers.dg or attackers.oos") for need in needed(answer))
    assert "kept its Exploit" not in str(answer["steps"])


def test_an_overrun_costs_two_mp_whatever_the_ground(ins: Ins) -> None:
    assert overrun(ins, mp_left=2, terrain=["polder"])["verdict"] == "legal"
    assert overrun(ins, mp_left=1)["verdict"] == "illegal"


def test_no_overrun_from_an_overstacked_hex(ins: Ins) -> None:
    units = [unit(name=f"{n}/Eul") for n in range(5)]
    answer = overrun(ins, unit(name="0/Eul", exploit=True), state={"units": units})
    assert "it holds 5 units, more than 4" in answer["summary"]


@pytest.mark.parametrize(
    ("start", "target", "bridges", "odds", "column"),
    [
        ("E54.24", "E55.25", {}, "3:2", "2:1"),
        ("E54.24", "E55.25", {"E54.24/E55.25": "prepared"}, "3:2", "2:1"),
        ("A48.05", "A49.06", {}, "6:2", "1:2"),
        ("A47.05", "A48.05", {}, "6:2", "4:1"),
        ("E55.25", "E56.25", {}, "3:2", "1:1"),
        ("B16.19", "B15.19", {}, "6:2", "3:1"),
    ],
)
def test_the_map_and_the_bridges_of_the_position_tell_what_is_attacked_across(
    ins: Ins, start: str, target: str, bridges: dict[str, str], odds: str, column: str
) -> None:
    attackers, defenders = [unit(hex=start)], [unit("Allied", hex=target)]
    state = {"bridges": bridges}
    answer = ins(
        "combat.resolve", hex=target, attackers=attackers, defenders=defenders, state=state
    )
    assert (answer["odds"], answer["column"]) == (odds, column)
    assert answer["provenance"] in ("survey", "assumed")


@pytest.mark.parametrize(
    ("start", "target", "bridges", "verdict"),
    [
        ("E54.24", "E55.25", {"E54.24/E55.25": "blown"}, "illegal"),
        ("E54.25", "E55.25", {}, "illegal"),
        ("A48.05", "A49.06", {"A48.05": "blown"}, "illegal"),
        ("A48.06", "A49.07", {}, "illegal"),
        ("E54.24", "E55.25", None, "undetermined"),
        ("A48.05", "A49.06", None, "undetermined"),
    ],
)
def test_where_no_bridge_stands_or_none_is_told_of_nobody_attacks_over_water(
    ins: Ins, start: str, target: str, bridges: dict[str, str] | None, verdict: str
) -> None:
    attackers, defenders = [unit(hex=start)], [unit("Allied", hex=target)]
    state = {} if bridges is None else {"bridges": bridges}
    answer = ins(
        "combat.resolve", hex=target, attackers=attackers, defenders=defenders, state=state
    )
    assert answer["verdict"] == verdict


@pytest.mark.parametrize("name", PRINTED)
def test_the_table_answers_at_odds_without_units(name: str, ins: Ins) -> None:
    for roll, cell in zip(range(2, 13), PRINTED[name].split(), strict=True):
        told = ins("combat.table", odds=name.removesuffix("+"), dice=[roll // 2, roll - roll // 2])
        assert told["verdict"] == "decided"
        assert told["column"] == name
        assert told["summary"].startswith(f"{cell}: ")
        assert len(told["unchecked"]) == 3


@pytest.mark.parametrize(
    ("said", "column", "summary"),
    [
        ({"odds": "13:4"}, "3:1", "D1r2d1"),
        ({"odds": "2:1", "terrain": ["city"]}, "1:1", "A1D1: the attacker loses 1 step"),
        ({"odds": "3:1", "terrain": ["clear", "woods"]}, "2:1", "D1r1d1"),
        ({"odds": "6:1", "across": "river"}, "3:1", "D1r2d1"),
        ({"odds": "3:1", "across": "out_of_span"}, "1:1", "A1D1"),
        ({"odds": "3:1", "across": "into_span"}, "4:1", "D1r2d2"),
    ],
)
def test_the_table_looks_at_the_ground_it_is_told(
    said: Mapping[str, Any], column: str, summary: str, ins: Ins
) -> None:
    told = ins("combat.table", dice=[4, 4], **said)
    assert told["column"] == column
    assert told["summary"].startswith(summary)


def test_the_table_has_no_combat_across_a_sea_line(ins: Ins) -> None:
    assert ins("combat.table", odds="3:1", across="sea_line")["verdict"] == "illegal"


@pytest.mark.parametrize("odds", ["3", "3:0", "three:1", "3:1:1"])
def test_odds_are_two_strengths(odds: str, ins: Ins) -> None:
    with pytest.raises(InputError):
        ins("combat.table", odds=odds)
