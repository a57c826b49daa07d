"""Bulldozers at unstable bridges, sentence by sentence (WED 2.11)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import NOBODY, Asking, reasons
from tests.rules.needed import needed

BRIDGE = "63.185/63.186"
STATE: dict[str, Any] = {**NOBODY, "bridges": {BRIDGE: "unstable"}, "history": []}
GUARDS = {"activation": "Guards Armored Division", "on_club_route": True}


def bulldozer(asked: Asking, act: str = "place", **more: Any) -> Any:
    told = {"map": "wed", "bridge": BRIDGE, "act": act, "state": STATE, **GUARDS, **more}
    return asked("bridge.bulldozer", **told)


def test_a_bulldozer_goes_to_the_southern_hex_in_a_guards_activation(asked: Asking) -> None:
    answer = bulldozer(asked)
    assert (answer["verdict"], answer["hex"]) == ("legal", "63.186")
    assert "never moves" in reasons(answer)
    assert any("(bulldozer_day)" in note for note in answer["notes"])
    stays = bulldozer(asked, options={"bulldozer_day": "stays"})
    assert any("every 1900 turn until" in note for note in stays["notes"])


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"activation": "101st Airborne Division"}, "not of 101st"),
        ({"on_club_route": False}, "neither on Club Route nor holds its marker"),
        ({"state": {**STATE, "fire_zones": {"German": ["63.185"]}}}, "German Fire Zone"),
        ({"state": {**STATE, "bridges": {BRIDGE: "stable"}}}, "nothing to repair"),
        (
            {"state": {**STATE, "history": [{"event": "bulldozer_placed", "hexside": BRIDGE}]}},
            "never a second one",
        ),
        ({"bridge": "74.129/75.129"}, ""),
    ],
)
def test_what_forbids_placing_one(asked: Asking, more: dict[str, Any], why: str) -> None:
    if not why:
        with pytest.raises(InputError, match="no bridge at"):
            bulldozer(asked, **more)
        return
    answer = bulldozer(asked, **more)
    assert answer["verdict"] == "illegal"
    assert why in reasons(answer, "illegal")


def test_the_club_route_marker_will_do_for_it(asked: Asking) -> None:
    state = {**STATE, "club_route": {"marker": "63.186"}}
    answer = bulldozer(asked, state=state, on_club_route=False)
    assert answer["verdict"] == "legal"
    assert "holds the Club Route Marker" in reasons(answer)


@pytest.mark.parametrize(
    ("gone", "need"),
    [
        ("activation", "activation: whether it is a Divisional Activation of Guards Armored"),
        ("on_club_route", "on_club_route"),
        ("fire_zones", "state.fire_zones.German"),
        ("bridges", "unstable (else nothing to repair)"),
        ("history", "state.history"),
    ],
)
def test_what_is_not_said_is_needed(asked: Asking, gone: str, need: str) -> None:
    state = {name: value for name, value in STATE.items() if name != gone}
    told = {name: value for name, value in GUARDS.items() if name != gone}
    params = {"map": "wed", "bridge": BRIDGE, "act": "place", "state": state, **told}
    answer = asked("bridge.bulldozer", **params)
    assert answer["verdict"] == "undetermined"
    assert need in needed(answer)[0]


THERE = {
    **STATE,
    "markers": [],
    "units": [{"kind": "bulldozer", "side": "Allied", "hex": "63.186"}],
}


@pytest.mark.parametrize("die", range(10))
def test_two_or_less_makes_the_bridge_stable(asked: Asking, die: int) -> None:
    answer = bulldozer(asked, "repair", state=THERE, die=die)
    assert answer["result"] == ("stable" if die <= 2 else "unstable")


def test_without_the_die_every_face_is_told(asked: Asking) -> None:
    outcomes = bulldozer(asked, "repair", state=THERE)["outcomes"]
    assert [row["die"] for row in outcomes] == [[0, 1, 2], [3, 4, 5, 6, 7, 8, 9]]
    assert "Men at Work" in outcomes[1]["result"]


def test_men_at_work_bring_their_modifier_which_the_series_has(asked: Asking) -> None:
    state = {**THERE, "markers": [{"kind": "men_at_work", "hex": "63.186"}]}
    assert "modifier" in needed(bulldozer(asked, "repair", state=state, die=3))[0]
    assert bulldozer(asked, "repair", state=state, die=3, modifier=-1)["result"] == "stable"


def test_a_repair_takes_a_bulldozer_and_a_guards_activation(asked: Asking) -> None:
    assert "no Bulldozer" in reasons(bulldozer(asked, "repair", die=0), "illegal")
    other = bulldozer(asked, "repair", state=THERE, die=0, activation="43rd Infantry Division")
    assert other["verdict"] == "illegal"


@pytest.mark.parametrize(
    ("act", "verdict", "result"),
    [("entered", "legal", "eliminated"), ("fired_at", "illegal", None), ("move", "illegal", None)],
)
def test_what_befalls_a_bulldozer(
    asked: Asking, act: str, verdict: str, result: str | None
) -> None:
    answer = bulldozer(asked, act)
    assert (answer["verdict"], answer.get("result")) == (verdict, result)


def test_a_stream_bridge_that_is_not_suspect_takes_none(asked: Asking) -> None:
    """Only 55.202/56.201, 63.185/63.186, 76.127/77.127 and 86.118/87.118."""
    for bridge in ("55.202/56.201", "63.185/63.186", "76.127/77.127", "86.118/87.118"):
        state = {**STATE, "bridges": {bridge: "unstable"}}
        assert bulldozer(asked, bridge=bridge, state=state)["verdict"] == "legal"


def test_whether_potential_club_route_will_do_is_a_reading(asked: Asking) -> None:
    potential = {"on_club_route": False, "on_potential": True}
    answer = bulldozer(asked, **potential)
    assert answer["verdict"] == "illegal"
    assert any("(placed_on)" in note for note in answer["notes"])
    wide = {"options": {"placed_on": "potential"}}
    assert bulldozer(asked, **potential, **wide)["verdict"] == "legal"
    assert bulldozer(asked, on_club_route=False, on_potential=False, **wide)["verdict"] == "illegal"
    assert "on_potential" in needed(bulldozer(asked, on_club_route=False, **wide))[0]
