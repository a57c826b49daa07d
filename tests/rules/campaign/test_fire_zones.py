"""Fire Zones by their definition: worked out once from the position, used alike by every method."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.campaign.conftest import Asking

VEGHEL = "74.129/75.129"
GERMAN = {"id": "g", "side": "German", "hex": "76.129", "column": False}
HELD = [{"event": "controls", "side": "Allied", "hexside": VEGHEL}]


def position(*units: Any, **rule: Any) -> dict[str, Any]:
    """A position with the definition of a Fire Zone."""
    zones = {"definition": {"range": 1, "sight": False, **rule}}
    return {"units": list(units), "history": HELD, "fire_zones": zones}


@pytest.mark.parametrize(
    ("state", "verdict"),
    [
        (position(), "controlled"),
        (position(GERMAN), "contested"),
        (position({**GERMAN, "hex": "77.129"}), "controlled"),
        (position({**GERMAN, "hex": "77.129"}, range=2), "contested"),
        (position({**GERMAN, "column": True}), "contested"),
        (position({**GERMAN, "column": True}, column=False), "controlled"),
        (position({**GERMAN, "suppressed": True}, suppressed=False), "controlled"),
        (position({**GERMAN, "fire_zones": []}), "controlled"),
        # what decides it is not said
        (position(GERMAN, suppressed=False), "undetermined"),
        (position({"hex": "76.129"}), "undetermined"),
        (position({"side": "German"}), "undetermined"),
        ({"history": HELD, "fire_zones": {"definition": {"range": 1}}}, "undetermined"),
        # a list comes before the definition
        (
            {**position(GERMAN), "fire_zones": {"German": [], "definition": {"range": 1}}},
            "controlled",
        ),
    ],
)
def test_control_of_a_bridge(asked: Asking, state: Any, verdict: str) -> None:
    assert asked("bridge.control", map="wed", bridge=VEGHEL, state=state)["verdict"] == verdict


def test_a_fire_zone_by_sight_ends_where_it_sees_nothing(asked: Asking) -> None:
    far = {**GERMAN, "hex": "66.153"}
    params: dict[str, Any] = {"map": "wed", "bridge": "66.156/66.157"}
    held = [{"event": "controls", "side": "Allied", "hexside": "66.156/66.157"}]
    verdicts = {
        sight: asked(
            "bridge.control",
            **params,
            state={**position(far, range=4, sight=sight), "history": held},
        )["verdict"]
        for sight in (True, False)
    }
    seen = asked("los.check", map="wed", **{"from": "66.153", "to": "66.157"})["verdict"]
    nearer = asked("los.check", map="wed", **{"from": "66.153", "to": "66.156"})["verdict"]
    assert verdicts[False] == "contested"
    assert verdicts[True] == ("contested" if "clear" in (seen, nearer) else "controlled")


def test_ferries_parks_and_club_route_use_the_same_zones(asked: Asking) -> None:
    route = {"marker": "61.141", "spur": "son"}
    for hex, closed in (("66.158", True), ("60.100", False)):
        state = {**position({**GERMAN, "hex": hex}), "club_route": route, "bridges": {}}
        trace = asked("clubroute.trace", map="wed", state=state)
        assert (trace["verdict"] == "closed") is closed
    engineer = {"side": "Allied", "engineer": True, "column": False, "hex": "34.60"}
    ferry = {"map": "tdc", "hex": "34.60", "to": "33.61", "unit": engineer}
    for hex, verdict in (("35.60", "illegal"), ("50.60", "legal")):
        state = position({**GERMAN, "hex": hex})
        assert asked("ferry.create", **ferry, state=state)["verdict"] == verdict
