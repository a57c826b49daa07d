"""Paradrops and glider landings, sentence by sentence (WED 3.0, TDC 3.0)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.cases import each
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

GAMES = ("wed", "tdc", "mg")


# ---------------------------------------------------------------- when


def times(found: Any) -> list[str]:
    """The turns of the day of an answer."""
    return [turn["time"] for turn in found["turns"]]


@each("game", GAMES)
@each(
    ("weather", "more", "expected"),
    [
        # clear: 0900 or 1100, the second or third turn
        ("clear", {}, ["0900", "1100"]),
        # fog that clears: two or three turns after it clears
        ("fog", {"cleared": "0900"}, ["1300", "1500"]),
        ("fog", {"cleared": "1100"}, ["1500", "1700"]),
        ("fog", {"cleared": "never"}, []),
        # rain or overcast: no drop this day
        ("rain", {}, []),
        ("overcast", {}, []),
        # planned anew on the same day: 1500 or 1700
        ("clear", {"replanned": True}, ["1500", "1700"]),
        ("fog", {"cleared": "0900", "replanned": True}, ["1500", "1700"]),
        ("rain", {"replanned": True}, []),
    ],
)
def test_when_a_drop_comes(
    asked: Asking, game: str, weather: str, more: Any, expected: list[str]
) -> None:
    """WED 3.2, TDC 3.2."""
    found = asked("drop.timing", map=game, date="1944-09-18", weather=weather, **more)
    assert (times(found), found["drop"]) == (expected, bool(expected))
    assert found.get("days_later") == (None if expected else 1)


def test_drop_one_comes_on_the_first_turn(asked: Asking) -> None:
    found = asked("drop.timing", map="wed", date="1944-09-17", weather="clear", drop=1)
    assert found["turns"] == [september(17, "1500")]
    found = asked("drop.timing", map="tdc", date="1944-09-17", weather="rain", drop=1)
    assert found["turns"] == [september(17, "1500")]


def test_the_phase_and_the_secret_choice(asked: Asking) -> None:
    """WED 3.2, TDC 3.2."""
    found = asked("drop.timing", map="wed", date="1944-09-18", weather="clear")
    assert "reinforcement phase" in reasons(found)
    assert "the Allied player chooses secretly" in reasons(found)
    assert "at most one drop a day [WED 3.1]" in reasons(found)
    assert found["turns"] == [september(18, "0900"), september(18, "1100")]


def test_in_fog_when_it_cleared_must_be_known(asked: Asking) -> None:
    found = asked("drop.timing", map="wed", date="1944-09-18", weather="fog")
    assert found["verdict"] == "undetermined"
    with pytest.raises(InputError):
        asked("drop.timing", map="wed", date="18 Sep", weather="clear")


# ---------------------------------------------------------------- zones


@each(
    ("map", "zone", "hex", "size"),
    [
        ("wed", "DZ A1", "71.125", 5),  # printed 71.25
        ("wed", "DZ B", "61.149", 15),
        ("wed", "DZ C", "64.150", 13),
        ("wed", "LZ W", "59.152", 26),
        ("tdc", "DZ/LZ Y", "12.12", 19),
        ("tdc", "DZ/LZ S", "28.20", 15),
        ("tdc", "DZ/LZ X", "20.21", 9),
        ("tdc", "DZ/LZ Z", "22.26", 14),
        ("tdc", "DZ/LZ L", "34.22", 7),
        ("tdc", "SDP V", "41.22", 7),
        ("tdc", "DZ/LZ* V", "38.30", 7),
        ("tdc", "DZ/LZ* K(alt)", "36.38", 18),
        ("tdc", "DZ/LZ* K", "50.35", 13),
        ("tdc", "DZ/LZ O(alt)", "12.87", 3),
        ("tdc", "DZ/LZ O", "28.87", 18),
        ("tdc", "DZ/LZ P", "28.78", 11),
        ("tdc", "DZ N", "53.89", 10),
        ("tdc", "LZ N", "57.87", 15),
        ("tdc", "DZ/LZ T", "58.80", 18),
    ],
)
def test_a_unit_may_drop_in_every_hex_of_its_zone(
    asked: Asking, real_context: Any, map: str, zone: str, hex: str, size: int
) -> None:
    unit = {"arrival": "parachute", "column": False, "drop": 2}
    found = asked("drop.place", map=map, zone=zone, unit=unit, hex=hex, drop=2, delays=0)
    assert found["verdict"] == "legal"
    area = next(a for a in real_context.loaded.get(("map", map)).areas if a.name == zone)
    assert len(area.hexes) == size


def test_lz_w_is_dz_b_and_dz_c(asked: Asking, real_context: Any) -> None:
    asked("drop.place", map="wed", zone="lz-w", unit={"arrival": "glider"}, hex="57.149", drop=2)
    areas = {a.id: set(a.hexes) for a in real_context.loaded.get(("map", "wed")).areas}
    assert areas["lz-w"] == areas["dz-b"] | areas["dz-c"]


def test_how_to_drop(asked: Asking) -> None:
    """WED 3.4, TDC 3.4."""

    def place(hex: str = "57.149", **unit: Any) -> Any:
        given = {"arrival": "glider", "column": False, "drop": 2, **unit}
        return asked("drop.place", map="wed", zone="LZ W", unit=given, hex=hex, drop=2, delays=0)

    found = place(mounted=True)
    assert "no stacking limit; the drop triggers no Opportunity Fire" in reasons(found)
    assert "it may drop mounted" in reasons(found)
    assert place(drop=2)["verdict"] == "legal"
    assert "it is of drop 3 and comes with no other" in reasons(place(drop=3), "illegal")
    assert "Units cannot drop in Column" in reasons(place(column=True), "illegal")
    assert "75.129 is not in LZ W" in reasons(place("75.129"), "illegal")


@pytest.mark.parametrize(
    ("map", "zone", "hex", "drop", "delays", "count"),
    [
        ("wed", "LZ W", "57.149", 1, 0, 0),  # "except for the Units placed on Drop One"
        ("wed", "LZ W", "57.149", 1, 1, 1),
        ("wed", "LZ W", "57.149", 2, 0, 1),
        ("wed", "LZ W", "57.149", 3, 2, 3),
        ("tdc", "DZ N", "50.88", 1, 0, 1),
        ("tdc", "DZ N", "50.88", 2, 1, 2),
    ],
)
def test_glider_and_paradrop_markers(
    asked: Asking, map: str, zone: str, hex: str, drop: int, delays: int, count: int
) -> None:
    """WED 3.4, TDC 3.4."""
    found = asked(
        "drop.place",
        map=map,
        zone=zone,
        unit={"arrival": "glider"},
        hex=hex,
        drop=drop,
        delays=delays,
    )
    assert found["markers"] == count


@pytest.mark.parametrize(
    ("game", "markers", "action", "verdict", "left"),
    [
        ("wed", 2, "remove_marker", "legal", 1),
        ("wed", 0, "remove_marker", "illegal", 0),
        ("wed", 1, "other", "illegal", 1),
        ("wed", 0, "other", "legal", 0),
        ("tdc", 1, "other", "legal", 1),
        ("tdc", 1, "remove_marker", "legal", 0),
    ],
)
def test_what_a_marked_unit_may_do(
    asked: Asking, game: str, markers: int, action: str, verdict: str, left: int
) -> None:
    """WED 3.4.2, TDC 3.4.2, TDC 3.4."""
    found = asked("drop.act", map=game, markers=markers, action=action)
    assert (found["verdict"], found["markers"]) == (verdict, left)
    if action == "remove_marker":
        assert "triggers no Opportunity Fire" in reasons(found)
    elif game == "tdc":
        assert found["notes"][0].startswith("referee: ")


def test_a_zone_the_map_lacks_comes_from_the_owner(asked: Asking, owner: Path) -> None:
    unit = {"arrival": "glider", "column": False, "drop": 2}
    params = {"map": "wed", "unit": unit, "hex": "70.126", "drop": 2, "delays": 0}
    with pytest.raises(InputError, match="params:zone: found 'dz-a'"):
        asked("drop.place", zone="dz-a", **params)
    zones = owner / "zones.csv"
    zones.write_text("zone,name,kind,starred,hexes\ndz-a,DZ A,dz,yes,70.126\n", encoding="utf-8")
    assert asked("drop.place", zone="DZ A", **params)["verdict"] == "legal"
    found = asked("drop.modifiers", map="wed", zone="dz-a", unit=unit, state={"units": []})
    assert found["modifier"] == 3
    zones.write_text("zone,name,kind,starred,hexes\na,A,dz,no,70.126 20.999\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"zones\.csv:2:hexes: "):
        asked("drop.place", zone="a", **params)


# ---------------------------------------------------------------- the Drop Table


def flak(kind: str, *zone: str, hex: str = "75.129") -> dict[str, Any]:
    """A German flak Unit with its Fire Zone."""
    return {"side": "German", "kind": kind, "hex": hex, "fire_zones": list(zone)}


GERMAN = {"side": "German", "hex": "57.149", "kind": "infantry"}


@each(
    ("map", "zone", "unit", "units", "modifier"),
    [
        ("wed", "DZ B", {"arrival": "parachute"}, [], 0),
        ("wed", "DZ B", {"arrival": "glider"}, [], 2),
        ("wed", "LZ W", {"arrival": "glider"}, [], 0),
        ("tdc", "DZ/LZ T", {"arrival": "glider", "name": "B/7 KOSB"}, [], 0),
        ("tdc", "DZ N", {"arrival": "glider", "name": "B/7 KOSB"}, [], 2),
        ("tdc", "LZ N", {"arrival": "glider", "name": "B/7 KOSB"}, [], 0),
        ("tdc", "DZ/LZ* K", {"arrival": "glider", "name": "B/7 KOSB"}, [], 1),
        ("tdc", "DZ/LZ* K(alt)", {"arrival": "glider", "name": "B/7 KOSB"}, [], 1),
        ("tdc", "DZ/LZ* V", {"arrival": "glider", "name": "B/7 KOSB"}, [], 1),
        ("tdc", "SDP V", {"arrival": "glider", "name": "B/7 KOSB"}, [], 1),
        ("tdc", "DZ/LZ* K", {"arrival": "parachute"}, [], 0),
        ("wed", "DZ B", {"arrival": "parachute"}, [GERMAN], 1),
        ("wed", "DZ B", {"arrival": "parachute"}, [GERMAN, GERMAN], 2),
        ("wed", "DZ B", {"arrival": "parachute"}, [{**GERMAN, "hex": "75.129"}], 0),
        ("wed", "DZ B", {"arrival": "parachute"}, [{**GERMAN, "side": "Allied"}], 0),
        ("wed", "DZ B", {"arrival": "parachute"}, [flak("flak", "57.150", "57.152")], 1),
        ("wed", "DZ B", {"arrival": "parachute"}, [flak("flak 88", "57.150")], 2),
        ("wed", "DZ B", {"arrival": "parachute"}, [flak("flak", "75.130")], 0),
        # cumulative: a flak Unit in the zone counts as a Unit and as flak
        ("wed", "DZ B", {"arrival": "parachute"}, [flak("flak", "57.150", hex="57.149")], 2),
        (
            "wed",
            "DZ B",
            {"arrival": "glider"},
            [GERMAN, flak("flak", "57.150"), flak("88 flak", "57.150")],
            6,
        ),
        ("tdc", "Ox and Bucks", {"arrival": "glider", "ox_and_bucks": True}, [], -1),
        ("wed", "DZ B", {"arrival": "glider", "ox_and_bucks": True}, [], 2),
    ],
)
def test_the_modifiers_of_the_drop_table(
    asked: Asking, map: str, zone: str, unit: Any, units: Any, modifier: int
) -> None:
    """WED 3.4.1, TDC 3.4.1, TDC O8.1."""
    found = asked("drop.modifiers", map=map, zone=zone, unit=unit, state={"units": units})
    assert found["modifier"] == modifier


def test_flak_without_its_fire_zone_must_be_counted(asked: Asking) -> None:
    units = [{"side": "German", "kind": "flak", "hex": "75.129"}]
    params = {
        "map": "wed",
        "zone": "DZ B",
        "unit": {"arrival": "glider"},
        "state": {"units": units},
    }
    assert asked("drop.modifiers", **params)["verdict"] == "undetermined"
    assert asked("drop.modifiers", **params, flak=3)["modifier"] == 5
    assert asked("drop.modifiers", **params, flak=0, flak_88=2, germans=1)["modifier"] == 7


def test_the_drop_table_is_the_owners(asked: Asking, owner: Path) -> None:
    counts = {"germans": 1, "flak": 0, "flak_88": 0}
    params = {"map": "wed", "zone": "DZ B", "unit": {"arrival": "glider"}, **counts}
    found = asked("drop.roll", **params, die=4)
    assert (found["verdict"], found["modifier"]) == ("undetermined", 3)
    assert needed(found) == ["supply owner/drop.csv: The Drop Table"]
    table = "game,arrival,low,high,delays,steps,eliminated\n,,,5,0,0,no\n,,6,8,2,0,no\n"
    table += ",,9,11,1,1,no\n,,12,,0,0,yes\n,parachute,,,0,0,no\n"
    (owner / "drop.csv").write_text(table, encoding="utf-8")
    results = [asked("drop.roll", **params, die=die) for die in (2, 5, 6, 9)]
    assert [(r["delays"], r["step_losses"], r["eliminated"]) for r in results] == [
        (0, 0, False),
        (2, 0, False),
        (1, 1, False),
        (0, 0, True),
    ]
    listed = asked("drop.roll", **params)["outcomes"]
    assert [one["result"] for one in listed] == [
        "no effect",
        "2 delay(s)",
        "1 Step(s) lost, 1 delay(s)",
        "eliminated",
    ]
    para = {**params, "unit": {"arrival": "parachute"}}
    assert len(asked("drop.roll", **para)["outcomes"]) == 1


def test_drop_one_rolls_at_once_later_drops_when_first_activated(asked: Asking) -> None:
    """WED 3.4.1, TDC 3.4.1."""
    params = {"map": "wed", "zone": "DZ B", "unit": {"arrival": "glider"}}
    assert "as soon as it has dropped" in reasons(asked("drop.roll", **params, drop=1))
    assert "the first time it activates" in reasons(asked("drop.roll", **params, drop=2))


# ---------------------------------------------------------------- the Historical Drop


def test_the_sticks_of_the_historical_drop(asked: Asking) -> None:
    """WED 3.3.1, WED campaign."""
    counts = {
        drop: len(asked("drop.sticks", map="wed", drop=drop)["sticks"]) for drop in (1, 2, 3, 4)
    }
    assert counts == {1: 11, 2: 6, 3: 10, 4: 0}
    for die, zone in ((4, "dz-a1"), (7, "dz-a2")):
        sticks = asked("drop.sticks", map="wed", drop=1, die=die)["sticks"]
        assert sticks[1]["zones"] == [zone]
    found = asked("drop.sticks", map="wed", drop=1)
    assert found["sticks"][1]["zones"] == ["dz-a1", "dz-a2"]
    assert "every stick in one hex" in reasons(found)
    assert asked("drop.sticks", map="tdc", drop=1)["verdict"] == "undetermined"


# ---------------------------------------------------------------- the Free Drop

PLAN = [
    {"formation": "501 PIR", "division": "101st Airborne", "drop": 1, "zone": "dz-a1"},
    {"formation": "502 PIR", "division": "101st Airborne", "drop": 1, "zone": "DZ C"},
    {"formation": "506 PIR", "division": "101st Airborne", "drop": 1, "zone": "dz-b"},
    {"formation": "327 GIR", "division": "101st Airborne", "drop": 2, "zone": "lz-w"},
    {"formation": "Independent", "division": "101st Airborne", "drop": 1, "zone": "dz-b"},
    {"formation": "Independent", "division": "101st Airborne", "drop": 2, "zone": "lz-w"},
]


@pytest.fixture
def zoned(owner: Path) -> Path:
    """The zones of two Divisions."""
    rows = [f"101st Airborne,{zone},no" for zone in ("dz-a1", "dz-b", "dz-c")]
    rows += ["101st Airborne,lz-w,yes", "82nd Airborne,dz-n,no"]
    text = "division,zone,supply\n" + "\n".join(rows) + "\n"
    (owner / "division_zones.csv").write_text(text, encoding="utf-8")
    return owner


@pytest.mark.parametrize(
    ("zone", "hex", "verdict"),
    [("dz-n", "51.89", "illegal"), ("dz-t", "55.80", "undetermined")],
)
def test_a_zone_told_of_another_division_is_its_alone(
    asked: Asking, zoned: Path, zone: str, hex: str, verdict: str
) -> None:
    """TDC 3.3: only a Division's own Formations use its zones."""
    entry = {"formation": "1 Para", "division": "1st Airborne", "drop": 1, "zone": zone}
    assert asked("drop.plan", map="tdc", plan=[entry])["verdict"] == verdict
    unit = {"formation": "1 Para", "division": "1st Airborne", "arrival": "parachute"}
    place = asked("drop.place", map="tdc", unit=unit, zone=zone, hex=hex, drop=1)
    assert (place["verdict"] == "illegal") == (verdict == "illegal")


def test_a_plan(asked: Asking, zoned: Path) -> None:
    assert asked("drop.plan", map="wed", plan=PLAN)["verdict"] == "legal"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        # only one Formation can use an airborne zone each turn
        ({"formation": "377", "drop": 1, "zone": "dz-b"}, "only one Formation may use a zone"),
        # all Units of a Formation drop in the same zone on the same turn
        ({"formation": "501 PIR", "drop": 2, "zone": "dz-b"}, "drop in one zone at one time"),
        ({"formation": "501 PIR", "drop": 1, "zone": "lz-w"}, "drop in one zone at one time"),
        # Independent Units only where another Formation of the Division drops that turn
        (
            {"formation": "Independent", "drop": 2, "zone": "dz-b"},
            "no other Formation of 101st Airborne uses dz-b in drop 2",
        ),
    ],
)
def test_what_forbids_a_plan(asked: Asking, zoned: Path, entry: Any, why: str) -> None:
    """WED 3.3.2, TDC 3.3.2."""
    plan = [*PLAN, {"division": "101st Airborne", **entry}]
    found = asked("drop.plan", map="wed", plan=plan)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_a_division_uses_only_its_own_zones(asked: Asking, zoned: Path) -> None:
    entry = {"formation": "505 PIR", "division": "82nd Airborne", "drop": 1, "zone": "dz-n"}
    assert asked("drop.plan", map="tdc", plan=[entry])["verdict"] == "legal"
    entry["zone"] = "dz-t"
    found = asked("drop.plan", map="tdc", plan=[entry])
    assert "dz-t is no zone of 82nd Airborne [TDC 3.3]" in reasons(found, "illegal")


def test_without_the_zones_of_a_division_a_plan_is_undetermined(asked: Asking) -> None:
    entry = {"formation": "505 PIR", "division": "82nd Airborne", "drop": 1, "zone": "dz-t"}
    found = asked("drop.plan", map="tdc", plan=[entry])
    assert found["verdict"] == "undetermined"
    assert "supply owner/division_zones.csv" in needed(found)[0]


def test_the_schedule_tells_the_zones_of_a_division(asked: Asking) -> None:
    """WED 3.3.1: Formations of the 101st land in them."""
    found = asked("drop.plan", map="wed", plan=PLAN)
    assert found["verdict"] == "legal"
    assert "Formations of it land there by the schedule [WED 3.3.1" in reasons(found)


@pytest.mark.parametrize(
    ("window", "division", "zone", "hex_", "rule"),
    [
        ("mg", "101st Airborne", "dz-n", "51.88", "WED MG 8.0"),
        ("mg", "82nd Airborne", "dz-b", "57.150", "WED MG 8.0"),
        ("mg", "1st Airborne", "lz-w", "57.150", "WED MG 8.0"),
        # north of the Rhine nobody is inside the green line
        ("tdc", "82nd Airborne", "dz-y", "12.12", "TDC S5.7"),
        ("mg", "82nd Airborne", "dz-y", "12.12", "TDC S5.7"),
    ],
)
def test_a_zone_on_ground_that_a_division_keeps_out_of_is_none_of_it(
    asked: Asking, window: str, division: str, zone: str, hex_: str, rule: str
) -> None:
    entry = {"formation": "Independent", "division": division, "drop": 1, "zone": zone}
    planned = asked("drop.plan", map=window, plan=[entry])
    unit = {"division": division, "arrival": "parachute", "column": False, "drop": 1}
    landed = asked("drop.place", map=window, zone=zone, hex=hex_, drop=1, delays=0, unit=unit)
    for found in (planned, landed):
        assert found["verdict"] == "illegal"
        assert f"[{rule}]" in reasons(found, "illegal")


def test_nobody_drops_in_a_zone_the_owner_gives_to_others(asked: Asking, zoned: Path) -> None:
    """TDC 3.3."""
    unit = {"division": "82nd Airborne", "arrival": "parachute", "column": False, "drop": 1}
    asks = {"map": "tdc", "hex": "53.81", "drop": 1, "delays": 0, "unit": unit, "zone": "dz-t"}
    assert "is no zone of 82nd Airborne [TDC 3.3]" in reasons(asked("drop.place", **asks))


# ---------------------------------------------------------------- changing the location


@pytest.mark.parametrize("game", GAMES)
def test_changing_the_drop_location(asked: Asking, owner: Path, game: str) -> None:
    """WED 3.6, TDC 3.6."""
    found = asked("drop.change", map=game, time="0700", die=2)
    assert "supply owner/zone_change.csv" in needed(found)[0]
    table = "game,low,high,result\n,0,2,success\n,3,6,no_effect\n,7,9,abort\n"
    (owner / "zone_change.csv").write_text(table, encoding="utf-8")
    found = asked("drop.change", map=game, time="0700", die=2)
    assert found["result"] == "success"
    assert "drops of this day that are come on 1500 or 1700" in reasons(found)
    assert asked("drop.change", map=game, time="0700", die=6)["result"] == "no_effect"
    found = asked("drop.change", map=game, time="0700", die=7)
    assert (found["result"], found["days_later"]) == ("abort", 1)
    assert "24 hours later" in reasons(found)
    listed = asked("drop.change", map=game, time="0700")
    assert [one["result"] for one in listed["outcomes"]] == ["success", "no_effect", "abort"]
    assert asked("drop.change", map=game, time="0900", die=2)["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("zone", "unit", "modifier"),
    [
        ("lz-n", {"division": "82nd Airborne", "formation": "325 GIR"}, 0),
        ("lz-n", {"id": "82-325"}, 0),
        ("dz-x", {"division": "1st Airborne"}, 0),
        ("Ox and Bucks", {"name": "Ox and Bucks"}, -1),
        ("Ox and Bucks", {"id": "1ab-247-field-re"}, -1),
        ("Ox and Bucks", {"division": "1st Airborne"}, None),
        ("Ox and Bucks", {"division": "82nd Airborne"}, 0),
    ],
)
def test_who_is_of_the_ox_and_bucks_is_known_before_it_is_asked(
    asked: Asking, zone: str, unit: dict[str, str], modifier: int | None
) -> None:
    """TDC O8.1: two Units of the 1st Airborne, in hex 50.29 alone."""
    told = {**unit, "arrival": "glider"}
    found = asked("drop.modifiers", map="tdc", zone=zone, unit=told, germans=0, flak=0, flak_88=0)
    if modifier is None:
        assert "unit.ox_and_bucks" in needed(found)[0]
    else:
        assert found["modifier"] == modifier
