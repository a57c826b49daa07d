"""Bridge repair and the pontoon bridge, sentence by sentence (WED 2.15.7; TDC 2.15.6, 2.15.7)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.campaign.conftest import Asking, reasons, september
from tests.rules.needed import needed

SON = "66.156/66.157"
ARNHEM = "49.29/49.30"
PONTOON = "47.29/48.28"
GONE = {"state": "destroyed"}


def demolished(day: int, time: str, side: str = "German") -> dict[str, Any]:
    """A record of a demolition."""
    turn = september(day, time)
    return {"event": "demolished", "side": side, "hexside": SON, "turn": turn}


def declared(day: int, time: str, unit: str = "128th Bridge Unit") -> dict[str, Any]:
    """A record of a declaration."""
    return {"event": "declared_bridge", "unit": unit, "turn": september(day, time)}


# ---------------------------------------------------------------- Where Eagles Dare: Bailey Units


def names(found: Any) -> list[str]:
    """The Bailey Bridge Units of an answer."""
    return [one["unit"] for one in found["units"]]


def test_which_bailey_units_may_be_used(asked: Asking) -> None:
    """11 Bridge or 14 Field Sqn; 128 or 15 Bridge too once a Formation of the 43rd is released."""
    history = [demolished(17, "1900")]
    params = {"map": "wed", "turn": september(17, "Night")}
    found = asked("bridge.declare", **params, state={"history": history})
    assert names(found) == ["11 Bridge, RE", "14 Field Sqn, RE"]
    history.append({"event": "released", "formation": "Group Cold", "division": "Guards Armored"})
    assert len(names(asked("bridge.declare", **params, state={"history": history}))) == 2
    history.append(
        {"event": "released", "formation": "129th", "division": "43rd Infantry Division"}
    )
    found = asked("bridge.declare", **params, state={"history": history})
    assert names(found)[2:] == ["128 Bridge, RE", "15 Bridge, RE"]
    history.pop()
    found = asked("bridge.declare", **params, unit="128 Bridge, RE", state={"history": history})
    assert found["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("history", "reading", "verdict"),
    [
        ([demolished(17, "1900")], "any_later", "legal"),
        ([demolished(17, "1500")], "any_later", "legal"),
        ([demolished(17, "Night")], "any_later", "illegal"),  # a turn following the demolition
        ([demolished(17, "1700", "Allied")], "any_later", "illegal"),  # by the German side
        ([], "any_later", "illegal"),
        (None, "any_later", "undetermined"),
        ([demolished(17, "1900")], "next_turn", "legal"),
        ([demolished(17, "1500")], "next_turn", "illegal"),
    ],
)
def test_at_the_start_of_any_turn_following_a_demolition(
    asked: Asking, history: Any, reading: str, verdict: str
) -> None:
    found = asked(
        "bridge.declare",
        map="wed",
        turn=september(17, "Night"),
        state={} if history is None else {"history": history},
        options={"following": reading},
    )
    assert found["verdict"] == verdict


def bailey(asked: Asking, zones: Any = None, **more: Any) -> Any:
    """11 Bridge comes to the destroyed Son Bridge in a Guards Divisional Activation."""
    position = {
        "bridges": {SON: GONE},
        "fire_zones": {"German": zones or []},
        "turn": september(18, "1100"),
        "history": [demolished(18, "0900")],
    }
    params = {
        "map": "wed",
        "bridge": SON,
        "unit": {"name": "11 Bridge, RE", "side": "Allied"},
        "placed_this_impulse": 0,
        "activation": "Guards Armored Division",
        "on_club_route": True,
        "state": {**position, **more.pop("state", {})},
    }
    return asked("bridge.bailey", **{**params, **more})


def test_whether_a_bailey_may_go_on_potential_club_route_is_a_reading(asked: Asking) -> None:
    """WED 2.15.7."""
    potential = {"on_club_route": False, "on_potential": True}
    found = bailey(asked, **potential)
    assert found["verdict"] == "illegal"
    assert any("(placed_on)" in note for note in found["notes"])
    wide = {"options": {"placed_on": "potential"}}
    assert bailey(asked, **potential, **wide)["verdict"] == "legal"
    unsaid = bailey(asked, on_club_route=False, **wide)
    assert "on_potential" in needed(unsaid)[0]


def test_a_bailey_goes_to_the_southern_hex_truck_side_up(asked: Asking) -> None:
    found = bailey(asked)
    assert (found["verdict"], found["hex"]) == ("legal", "66.157")
    assert "the southern hex, truck side up [WED 2.15.7]" in reasons(found)
    assert "Movement Action" in reasons(found)
    assert any("(bailey_time)" in note for note in found["notes"])


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"activation": "43rd Infantry Division"}, "a Divisional Activation of Guards Armored"),
        ({"zones": ["66.157"]}, "a German Fire Zone lies on one of the hexes"),
        ({"zones": ["66.156"]}, "a German Fire Zone lies on one of the hexes"),
        ({"on_club_route": False}, "is neither on Club Route nor holds its marker"),
        ({"placed_this_impulse": 1}, "only one Bailey Bridge Unit may be brought in an Impulse"),
        ({"state": {"bridges": {}}}, "the bridge stands"),
        ({"unit": {"name": "Bulldozer"}}, "it is no Bailey Bridge Unit"),
        (
            {"unit": {"name": "15 Bridge, RE"}, "activation": "43rd Infantry"},
            "may not be used before a Formation of 43rd Infantry is released",
        ),
        ({"state": {"turn": september(18, "0900")}}, "no bridge was demolished"),
        (
            {"options": {"bailey_time": "start_of_turn"}, "declared": False},
            "it was not declared at the start of the turn",
        ),
    ],
)
def test_what_forbids_placing_a_bailey(asked: Asking, more: Any, why: str) -> None:
    found = bailey(asked, **more)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_the_43rds_bailey_in_the_43rds_activation(asked: Asking) -> None:
    """The example: demolished at 0900, placed during the 43rd's Impulse at 1100."""
    released = {"event": "released", "formation": "129th", "division": "43rd Infantry"}
    found = bailey(
        asked,
        unit={"name": "128 Bridge, RE"},
        activation="43rd Infantry Division",
        state={"history": [released, demolished(18, "0900")]},
    )
    assert found["verdict"] == "legal"


def test_the_club_route_marker_will_do(asked: Asking) -> None:
    marker = {"kind": "club_route", "hex": "66.157"}
    found = bailey(asked, on_club_route=False, state={"markers": [marker]})
    assert found["verdict"] == "legal"


def test_what_must_be_known_to_place_a_bailey(asked: Asking) -> None:
    found = asked(
        "bridge.bailey",
        map="wed",
        bridge=SON,
        unit={"name": "14 Field Sqn, RE"},
        state={"bridges": {SON: "destroyed"}},
    )
    assert found["verdict"] == "undetermined"
    needs = "\n".join(needed(found))
    assert all(word in needs for word in ("activation", "fire_zones.German", "on_club_route"))


def test_there_are_no_baileys_by_impulse_in_the_devils_cauldron(asked: Asking) -> None:
    unit = {"name": "128th Bridge"}
    found = asked("bridge.bailey", map="tdc", bridge=ARNHEM, unit=unit)
    assert found["verdict"] == "illegal"
    assert "[TDC 2.15.6]" in reasons(found)


# ---------------------------------------------------------------- repair


def repair(asked: Asking, bridge: str = SON, **unit: Any) -> Any:
    """A Bridge Unit at a destroyed bridge tries to repair it."""
    map = "wed" if bridge == SON else "tdc"
    return asked(
        "bridge.repair",
        map=map,
        bridge=bridge,
        unit={"side": "Allied", "hex": "66.157", "column": False, "placed_now": False, **unit},
        state={"bridges": {bridge: GONE}},
        check="passed",
    )


def test_a_bailey_repairs_from_the_southern_hex_in_a_later_activation(asked: Asking) -> None:
    found = repair(asked)
    assert (found["verdict"], found["result"]) == ("decided", "repaired")
    assert "the Unit is the bridge and may be fired at" in found["summary"]
    assert "a ferry there is removed (WED 2.18, WED 2.18.3)" in found["notes"][0]
    assert "no Command Point" in reasons(found)


@pytest.mark.parametrize(
    ("unit", "why"),
    [
        ({"side": "German"}, "only the Allied side may"),
        ({"hex": "66.156"}, "it must begin its Action in 66.157"),
        ({"placed_now": True}, "not repair in the activation in which it came"),
        ({"column": True}, "a Unit in Column may not"),
    ],
)
def test_what_forbids_a_repair(asked: Asking, unit: Any, why: str) -> None:
    found = repair(asked, **unit)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_an_intact_bridge_is_not_repaired(asked: Asking) -> None:
    params = {"map": "wed", "bridge": SON, "unit": {"hex": "66.157"}}
    found = asked("bridge.repair", **params, state={"bridges": {}})
    assert "the bridge stands" in reasons(found, "illegal")
    silent = asked("bridge.repair", **params)
    assert silent["verdict"] == "undetermined"
    assert f"state.bridges.{SON}: whether the bridge is destroyed" in needed(silent)


@pytest.mark.parametrize("hex", ["49.29", "49.30"])
def test_in_tdc_it_must_have_begun_a_turn_there_dismounted(asked: Asking, hex: str) -> None:
    assert repair(asked, ARNHEM, hex=hex, began_turn_dismounted=True)["result"] == "repaired"
    found = repair(asked, ARNHEM, hex=hex, began_turn_dismounted=False)
    assert "it must first begin a turn there, dismounted" in reasons(found, "illegal")
    found = repair(asked, ARNHEM, hex=hex)
    assert "began_turn_dismounted" in needed(found)[0]


@pytest.mark.parametrize(
    ("map", "bridge", "happened", "verdict", "result"),
    [
        ("wed", SON, [], "open", "bridge"),
        ("wed", SON, ["suppressed"], "closed", "stopped"),
        ("wed", SON, ["cohesion_hit"], "closed", "stopped"),
        ("wed", SON, ["eliminated"], "closed", "destroyed"),
        ("wed", SON, ["step_loss"], "open", "bridge"),  # TDC only
        ("wed", SON, ["step_loss", "suppressed"], "closed", "stopped"),
        ("tdc", ARNHEM, [], "open", "bridge"),
        ("tdc", ARNHEM, ["suppressed"], "closed", "stopped"),
        ("tdc", ARNHEM, ["cohesion_hit"], "closed", "stopped"),
        ("tdc", ARNHEM, ["step_loss"], "closed", "destroyed"),
        ("tdc", ARNHEM, ["eliminated", "suppressed"], "closed", "destroyed"),
    ],
)
def test_a_bridge_unit_under_fire(
    asked: Asking, map: str, bridge: str, happened: list[str], verdict: str, result: str
) -> None:
    told = dict.fromkeys(("suppressed", "cohesion_hit", "step_loss", "eliminated"), False)
    told |= dict.fromkeys(happened, True)
    found = asked("bridge.works", map=map, bridge=bridge, **told)
    assert (found["verdict"], found["result"]) == (verdict, result)


def test_a_bridge_unit_of_which_nothing_is_said(asked: Asking) -> None:
    found = asked("bridge.works", map="tdc", bridge=ARNHEM)
    assert found["verdict"] == "undetermined"
    assert needed(found)[0] == (
        "step_loss: whether it has lost a Step; if so the bridge is destroyed again"
    )
    hit = asked("bridge.works", map="tdc", bridge=ARNHEM, suppressed=True)
    assert hit["verdict"] == "closed"
    assert "result" not in hit


# ---------------------------------------------------------------- The Devil's Cauldron: declared


def declare(asked: Asking, day: int, time: str, *history: Any, **more: Any) -> Any:
    """A declaration in The Devil's Cauldron."""
    state = {"history": list(history)}
    return asked("bridge.declare", map="tdc", turn=september(day, time), state=state, **more)


def test_the_example_of_the_128th(asked: Asking) -> None:
    """Demolished at 0900, declared at 1100: it comes at 1700, what was due at 1100 at 1900."""
    schedule = [
        {"what": "due now", "turn": september(20, "1100")},
        {"what": "next", "turn": september(20, "1300")},
        {"what": "tomorrow", "turn": september(21, "1900")},
        {"what": "already in", "turn": september(20, "0900")},
    ]
    found = declare(asked, 20, "1100", demolished(20, "0900"), schedule=schedule)
    assert found["verdict"] == "legal"
    assert found["unit"] == "128th Bridge Unit"
    assert found["arrives"] == september(20, "1700")
    assert found["delay"] == 4
    assert [row["turn"] for row in found["schedule"]] == [
        september(20, "1900"),
        september(20, "Night"),
        september(22, "1100"),
        september(20, "0900"),
    ]
    assert "at the start of Club Route" in reasons(found)
    assert "43rd Infantry and Guards Armored" in reasons(found)


def test_not_before_1100_on_september_20(asked: Asking) -> None:
    found = declare(asked, 20, "0900", demolished(19, "0900"))
    assert found["verdict"] == "illegal"
    assert "before 1944-09-20 1100 [TDC 2.15.6]" in reasons(found, "illegal")
    assert declare(asked, 20, "1100", demolished(19, "0900"))["verdict"] == "legal"


def test_further_bailey_units(asked: Asking) -> None:
    """Each delays three turns and comes the second turn after, once the one before is there."""
    gone = [demolished(20, "0700"), demolished(20, "0900")]
    found = declare(asked, 20, "1500", *gone, declared(20, "1100"))
    assert found["verdict"] == "illegal"
    assert "does not arrive until 1944-09-20 1700" in reasons(found, "illegal")
    found = declare(asked, 20, "1700", *gone, declared(20, "1100"))
    assert (found["verdict"], found["unit"]) == ("legal", "Bailey Bridge Unit")
    assert (found["arrives"], found["delay"]) == (september(20, "Night"), 3)
    # "on the following turn the delayed reinforcements may start arriving again"
    schedule = [{"turn": september(20, "1700")}]
    found = declare(asked, 20, "1700", *gone, declared(20, "1100"), schedule=schedule)
    assert found["schedule"] == [{"turn": september(21, "0700")}]


def test_a_third_only_after_the_second_and_never_a_fourth(asked: Asking) -> None:
    gone = [demolished(20, time) for time in ("0700", "0700", "0900", "0900")]
    two = [*gone, declared(20, "1100"), declared(20, "1700")]
    assert declare(asked, 20, "1900", *two)["verdict"] == "illegal"
    assert declare(asked, 20, "Night", *two)["verdict"] == "legal"
    three = [*two, declared(20, "Night")]
    found = declare(asked, 21, "1900", *three)
    assert "all 3 have been declared" in reasons(found, "illegal")


def test_no_more_units_than_destroyed_bridges(asked: Asking) -> None:
    found = declare(asked, 20, "1700", demolished(20, "0900"), declared(20, "1100"))
    assert "1 bridges have been demolished: no more" in reasons(found, "illegal")


def test_the_combined_game_uses_bailey_units_by_name(asked: Asking) -> None:
    found = asked("bridge.declare", map="mg", turn=september(20, "1100"))
    assert names(found) == ["11 Bridge, RE", "14 Field Sqn, RE"]
    assert any(note.endswith("(combined_bailey)") for note in found["notes"])
    options = {"combined_bailey": "declared"}
    other = asked("bridge.declare", map="mg", turn=september(20, "1100"), options=options)
    assert other["unit"] == "128th Bridge Unit"
    assert any(note.endswith("(combined_bailey)") for note in other["notes"])
    for game in ("wed", "tdc"):
        alone = asked("bridge.declare", map=game, turn=september(20, "1100"), options=options)
        assert not any("(combined_bailey)" in note for note in alone.get("notes", ()))
        assert ("unit" in alone) == (game == "tdc")


# ---------------------------------------------------------------- the pontoon bridge


def pontoon(asked: Asking, unit: Any = None, **more: Any) -> Any:
    """An Allied engineer tries to assemble the Arnhem Pontoon Bridge."""
    usual = {"side": "Allied", "engineer": True, "hex": "48.28", "column": False}
    params = {"map": "tdc", "bridge": PONTOON, "unit": {**usual, **(unit or {})}}
    state = {"bridges": {}, "history": [], **more.pop("state", {})}
    return asked("bridge.pontoon", **{**params, "state": state, **more})


@pytest.mark.parametrize("hex", ["48.28", "47.29"])
def test_assembling_the_pontoon_bridge(asked: Asking, hex: str) -> None:
    assert pontoon(asked, {"hex": hex}, check="passed")["result"] == "assembled"
    failed = pontoon(asked, {"hex": hex}, check="failed")
    assert failed["result"] == "destroyed"
    assert "replaced by a destroyed marker; no other attempt" in failed["summary"]
    assert "no Command Point" in reasons(failed)
    assert len(pontoon(asked, {"hex": hex})["outcomes"]) == 2


@pytest.mark.parametrize(
    ("unit", "more", "why"),
    [
        ({"side": "German"}, {}, "the German side may not assemble it"),
        ({"hex": "48.29"}, {}, "it must begin its Action in"),
        ({"engineer": False}, {}, "no engineer symbol"),
        ({"column": True}, {}, "in Column"),
        ({}, {"state": {"history": [{"event": "pontoon_failed"}]}}, "an attempt has failed"),
        ({}, {"state": {"bridges": {PONTOON: "destroyed"}}}, "an attempt has failed"),
        ({}, {"state": {"bridges": {PONTOON: "assembled"}}}, "assembled already"),
        ({"hex": "49.30"}, {"bridge": ARNHEM}, "is no pontoon bridge"),
    ],
)
def test_what_forbids_the_pontoon_bridge(asked: Asking, unit: Any, more: Any, why: str) -> None:
    found = pontoon(asked, unit, **more)
    assert found["verdict"] == "illegal"
    assert why in reasons(found, "illegal")


def test_a_failed_pontoon_leaves_nothing_to_go_on_with(asked: Asking) -> None:
    """TDC 2.15.7: no other attempt, so no Men at Work marker; 2.15.3 has one at other Actions."""
    for check in ("failed", "passed", None):
        found = pontoon(asked, check=check) if check else pontoon(asked)
        assert "Men at Work" not in reasons(found) + str(found.get("outcomes"))
    unit = {"side": "Allied", "engineer": True, "column": False, "hex": "66.156"}
    state = {"bridges": {"66.156/66.157": {"state": "not_wired", "control": "Allied"}}}
    wire = asked("bridge.wire", map="wed", bridge="66.156/66.157", unit=unit, state=state)
    assert "Men at Work" in reasons(wire)
