"""Air strikes, sentence by sentence (WED S3.1, scenario 3, scenario 4, MG 1.1; TDC S4.3, S5.16)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

NOON: dict[str, Any] = {"turn": {**september(18, "1300"), "weather": "clear"}}


@pytest.mark.parametrize(
    ("die", "count"),
    [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3), (8, 4), (9, 4)],
)
def test_the_event_gives_half_the_die_rounded_down(asked: Asking, die: int, count: int) -> None:
    found = asked("air.strikes", map="wed", source="event", die=die, state=NOON)
    assert (found["count"], found["strength"]) == (count, "6 white")
    assert "all are placed before any is resolved; no modifiers apply" in reasons(found)


def test_every_face_of_the_event(asked: Asking) -> None:
    outcomes = asked("air.strikes", map="wed", source="event")["outcomes"]
    assert [one["die"] for one in outcomes] == [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9]]


@pytest.mark.parametrize(
    ("game", "source", "turn", "void"),
    [
        ("wed", "event", {"weather": "overcast"}, True),
        ("wed", "event", {"weather": "fog"}, True),
        ("wed", "event", {"time": "Night"}, True),
        ("wed", "event", {"time": "1900", "weather": "rain"}, False),
        ("wed", "event", {"time": "1900", "weather": "clear"}, False),
        ("mg", "event_german", {"time": "Night"}, True),
        ("mg", "event_german", {"weather": "fog"}, True),
        ("mg", "event_german", {"weather": "overcast", "time": "0900"}, False),
    ],
)
def test_when_the_event_is_void(
    asked: Asking, game: str, source: str, turn: Any, void: bool
) -> None:
    state = {"turn": {**NOON["turn"], **turn}}
    found = asked("air.strikes", map=game, source=source, die=8, state=state)
    assert (found["count"] == 0) is void
    if void and game == "wed":
        assert "back into the cup" in reasons(found)


@pytest.mark.parametrize(
    ("game", "source", "count", "strength", "side"),
    [
        ("mg", "event_german", 3, "3 red", "German"),
        ("wed", "opening", 6, None, "Allied"),
        ("wed", "opening_corps", 8, None, "Allied"),
        ("wed", "best_laid_plans", 2, None, "Allied"),
        ("wed", "hells_highway", 4, "6 white", "Allied"),
    ],
)
def test_strikes_of_a_fixed_number(
    asked: Asking, game: str, source: str, count: int, strength: str | None, side: str
) -> None:
    found = asked("air.strikes", map=game, source=source, state=NOON)
    assert (found["count"], found.get("strength"), found["side"]) == (count, strength, side)


@pytest.mark.parametrize(("drop", "north", "south"), [(1, 9, 8), (2, 7, 6), (3, 3, 3), (5, 3, 3)])
def test_strikes_with_the_drops_of_tdc(asked: Asking, drop: int, north: int, south: int) -> None:
    found = asked("air.strikes", map="tdc", source="drop", drop=drop)
    assert found["banks"] == {"north of the Waal": north, "south of the Waal": south}
    assert asked("air.strikes", map="tdc", source="drop")["verdict"] == "undetermined"


def test_german_air_units_by_three_dice(asked: Asking) -> None:
    """The example: 1, 1 and 8 give two air Units on 0900."""
    params: dict[str, Any] = {"map": "tdc", "source": "german_air", "state": NOON}
    found = asked("air.strikes", **params, dice=[1, 1, 8])
    assert (found["count"], found["turns"]) == (2, ["0900", "0900"])
    turns = [asked("air.strikes", **params, dice=[die] * 3)["turns"] for die in range(10)]
    assert [one[0] if one else None for one in turns] == [
        "0700",
        "0900",
        "1100",
        "1300",
        "1500",
        "1700",
        "1900",
        None,
        None,
        None,
    ]
    outcomes = asked("air.strikes", **params)["outcomes"]
    assert outcomes[-1] == {"die": [7, 8, 9], "result": "no air Unit"}
    with pytest.raises(InputError, match="3 dice"):
        asked("air.strikes", **params, dice=[1])


def test_on_the_first_day_dice_of_0_to_3_are_lost(asked: Asking) -> None:
    state = {"turn": {**september(17, "1500"), "weather": "clear"}}
    params: dict[str, Any] = {"map": "tdc", "source": "german_air", "state": state}
    for die in range(7):
        found = asked("air.strikes", **params, dice=[die] * 3)
        assert found["count"] == (0 if die < 4 else 3)


@pytest.mark.parametrize(
    ("turn", "verdict", "count"),
    [
        ({"weather": "clear"}, "decided", 2),
        ({"weather": "fog"}, "decided", 1),  # that of 0900; that of 1100 is yet to come
        ({}, "undetermined", None),
    ],
)
def test_german_air_units_strike_on_clear_turns_only(
    asked: Asking, turn: Any, verdict: str, count: int | None
) -> None:
    state = {"turn": {**september(18, "0900"), **turn}}
    found = asked("air.strikes", map="tdc", source="german_air", dice=[1, 2, 8], state=state)
    assert (found["verdict"], found.get("count")) == (verdict, count)


@pytest.mark.parametrize("source", ["event", "event_german"])
def test_strikes_in_weather_that_is_not_said_are_undetermined(asked: Asking, source: str) -> None:
    found = asked("air.strikes", map="mg", source=source, die=6)
    assert found["summary"] == "3 strikes, or none"
    assert needed(found)[0].startswith("state.turn.weather: the weather; in ")
    assert needed(found)[1] == "state.turn.time: the time; at Night there are no strikes"


def test_german_air_units_are_not_used_in_the_combined_game(asked: Asking) -> None:
    found = asked("air.strikes", map="mg", source="german_air", dice=[1, 1, 8])
    assert found["verdict"] == "illegal"
    assert "[WED MG 4.0]" in reasons(found)


def test_a_source_of_the_other_game_is_refused(asked: Asking) -> None:
    with pytest.raises(InputError, match="params:source: found 'drop', expected one of wed's"):
        asked("air.strikes", map="wed", source="drop")


# ---------------------------------------------------------------- targets


def target(asked: Asking, source: str, hex: str, map: str = "wed", **more: Any) -> Any:
    """Whether a strike may go on a hex."""
    return asked("air.target", map=map, source=source, hex=hex, **more)


@pytest.mark.parametrize(
    ("hex", "verdict"),
    [("75.129", "legal"), ("75.139", "legal"), ("75.140", "illegal"), ("65.134", "legal")],
)
def test_the_event_reaches_ten_hexes_from_the_leader(asked: Asking, hex: str, verdict: str) -> None:
    assert target(asked, "event", hex, leader="75.129", state=NOON)["verdict"] == verdict
    assert "leader: " in needed(target(asked, "event", hex, state=NOON))[0]


def german(hex: str, **more: Any) -> dict[str, Any]:
    """A German Unit."""
    return {"side": "German", "hex": hex, **more}


def test_the_opening_strikes(asked: Asking) -> None:
    """WED campaign."""
    corps = {"side": "Allied", "division": "Guards Armored Division", "hex": "42.229"}
    other = {"side": "Allied", "division": "101st Airborne", "hex": "75.129"}
    units = [german("42.219"), german("42.218"), german("75.130"), corps, other]
    for hex in ("42.219", "42.218", "75.130"):
        assert target(asked, "opening", hex, state={"units": units})["verdict"] == "legal"
    assert target(asked, "opening", "42.220", state={"units": units})["verdict"] == "illegal"
    verdicts = [
        target(asked, "opening_corps", hex, state={"units": units})["verdict"]
        for hex in ("42.219", "42.218", "75.130")
    ]
    assert verdicts == ["legal", "illegal", "illegal"]
    without = {"units": [german("42.219")]}
    assert target(asked, "opening_corps", "42.219", state=without)["verdict"] == "undetermined"


def test_strikes_of_hells_highway_must_be_seen(asked: Asking) -> None:
    assert target(asked, "hells_highway", "75.129", seen=True)["verdict"] == "legal"
    assert target(asked, "hells_highway", "75.129", seen=False)["verdict"] == "illegal"
    assert target(asked, "hells_highway", "75.129")["verdict"] == "undetermined"


def test_in_the_wrong_weather_there_is_no_target(asked: Asking) -> None:
    state = {"turn": {"weather": "fog"}}
    found = target(asked, "event", "75.129", leader="75.129", state=state)
    assert "no strikes this turn" in reasons(found, "illegal")


@pytest.mark.parametrize(
    ("unit", "verdict"),
    [
        ({"kind": "flak", "class": "leg"}, "legal"),
        ({"class": "tracked", "column": True}, "legal"),
        ({"class": "wheeled", "column": True}, "legal"),
        ({"kind": "armour", "class": "tracked", "column": False}, "illegal"),
        ({"kind": "infantry", "class": "leg", "column": True}, "illegal"),
        ({"class": "tracked", "column": False}, "undetermined"),  # it may be flak
        ({"kind": "armour", "class": "tracked"}, "undetermined"),
    ],
)
def test_tdc_strikes_go_on_flak_or_vehicles_in_column(
    asked: Asking, owner: Path, unit: Any, verdict: str
) -> None:
    (owner / "areas.csv").write_text("area,hexes\nnorth-of-the-waal,41.63\n", encoding="utf-8")
    for hex, bank in (("41.63", "north of the Waal"), ("41.64", "south of the Waal")):
        state = {"units": [german(hex, **unit)]}
        found = target(asked, "drop", hex, "tdc", state=state)
        assert found["verdict"] == verdict
        assert f"the hex is {bank}" in reasons(found)


@pytest.mark.parametrize(
    ("hex", "more", "why"),
    [
        ("49.29", {}, ""),
        ("49.30", {}, "south-of-the-rhine: not there"),
        ("49.28", {}, "no enemy Unit is in 49.28"),
        ("49.29", {"terrain_modifier": -1}, "the terrain gives a negative modifier"),
        ("49.29", {"weather": "overcast"}, "no strikes this turn"),
    ],
)
def test_where_german_air_units_may_strike(
    asked: Asking, owner: Path, hex: str, more: Any, why: str
) -> None:
    (owner / "areas.csv").write_text("area,hexes\nsouth-of-the-rhine,49.30\n", encoding="utf-8")
    units = [{"side": "Allied", "hex": "49.29"}, {"side": "Allied", "hex": "49.30"}]
    state = {"units": units, "turn": {"weather": more.get("weather", "clear")}}
    modifier = more.get("terrain_modifier", 0)
    found = target(asked, "german_air", hex, "tdc", state=state, terrain_modifier=modifier)
    assert found["verdict"] == ("illegal" if why else "legal")
    assert why in reasons(found, "illegal")


def test_the_hexs_own_terrain_decides_unless_more_is_told(asked: Asking, owner: Path) -> None:
    """TDC S4.3: where the terrain gives a negative modifier (2.1–2.10) no strike may go."""
    (owner / "areas.csv").write_text("area,hexes\nsouth-of-the-rhine,49.30\n", encoding="utf-8")
    state = {"units": [{"side": "Allied", "hex": "49.29"}], **NOON}
    found = target(asked, "german_air", "49.29", "tdc", state=state)
    assert "the terrain gives a negative modifier" in reasons(found, "illegal")
    told = target(asked, "german_air", "49.29", "tdc", state=state, terrain_modifier=0)
    assert told["verdict"] == "legal"


def test_strikes_that_open_the_campaign_name_those_beside_them(real_context: Context) -> None:
    told = {"map": "wed", "source": "opening"}
    answer = real_context.registry.ask(real_context, "air.strikes", told)
    assert answer["count"] == 6
    assert answer["notes"] == [
        "besides them: 8 strikes within 10 hexes of a Unit of Guards Armored or 43rd Infantry "
        "(source: opening_corps)"
    ]
    told = {"map": "wed", "source": "opening_corps"}
    beside = real_context.registry.ask(real_context, "air.strikes", told)
    assert "within 10 hexes" in beside["steps"][-1]["why"]
