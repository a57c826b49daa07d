"""Who controls a bridge, sentence by sentence (WED 2.15.5, TDC 2.15.4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.rules.answer.working import Working
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.situation.bridges import MapBridge, control
from tests.rules.campaign.conftest import (
    NOBODY,
    Asking,
    entered,
    reasons,
    state,
)
from tests.rules.needed import needed

VEGHEL = "74.129/75.129"
ARNHEM = "49.29/49.30"


@pytest.mark.parametrize(
    ("records", "zones", "verdict", "side"),
    [
        # one of your Units must have been the last to enter both of the two hexes
        ([("Allied", "74.129"), ("Allied", "75.129")], {}, "controlled", "Allied"),
        ([("German", "74.129"), ("German", "75.129")], {}, "controlled", "German"),
        ([("Allied", "74.129")], {}, "contested", None),
        ([("Allied", "74.129"), ("German", "75.129")], {}, "contested", None),
        ([], {}, "contested", None),
        # the last: an enemy who was there later takes it away
        (
            [("Allied", "74.129"), ("Allied", "75.129"), ("German", "75.129")],
            {},
            "contested",
            None,
        ),
        (
            [
                ("German", "74.129"),
                ("German", "75.129"),
                ("Allied", "74.129"),
                ("Allied", "75.129"),
            ],
            {},
            "controlled",
            "Allied",
        ),
        # neither of these two hexes can be in an enemy Fire Zone
        ([("Allied", "74.129"), ("Allied", "75.129")], {"German": ["75.129"]}, "contested", None),
        ([("Allied", "74.129"), ("Allied", "75.129")], {"German": ["74.129"]}, "contested", None),
        (
            [("Allied", "74.129"), ("Allied", "75.129")],
            {"Allied": ["75.129"], "German": ["76.129"]},
            "controlled",
            "Allied",
        ),
        # entries elsewhere do not matter
        (
            [("Allied", "74.129"), ("Allied", "75.129"), ("German", "76.130")],
            {},
            "controlled",
            "Allied",
        ),
    ],
)
def test_who_controls_a_bridge(
    asked: Asking, records: Any, zones: Any, verdict: str, side: str | None
) -> None:
    found = asked(
        "bridge.control",
        map="wed",
        bridge=VEGHEL,
        state={
            "history": entered(*records),
            "fire_zones": {"Allied": [], "German": [], **zones},
        },
    )
    assert (found["verdict"], found.get("side")) == (verdict, side)
    assert "[WED 2.15.5]" in reasons(found)


def test_different_units_at_different_times_and_none_need_remain(asked: Asking) -> None:
    history = [
        {"event": "entered", "side": "Allied", "hex": "74.129", "unit": "A/1/501"},
        {"event": "released", "formation": "Group Cold"},
        {"event": "entered", "side": "Allied", "hex": "75.129", "unit": "B/1/501"},
        {"event": "entered", "side": "Allied", "hex": "76.130", "unit": "B/1/501"},
    ]
    found = asked("bridge.control", map="wed", bridge=VEGHEL, state={**NOBODY, "history": history})
    assert found["verdict"] == "controlled"


def test_a_scenario_may_say_who_controls_a_bridge(asked: Asking) -> None:
    history = [{"event": "controls", "side": "Allied", "hexside": "75.129/74.129"}]
    params = {"map": "wed", "bridge": VEGHEL}
    found = asked("bridge.control", **params, state={**NOBODY, "history": history})
    assert (found["verdict"], found["side"]) == ("controlled", "Allied")
    later = [*history, *entered(("German", "75.129"))]
    found = asked("bridge.control", **params, state={**NOBODY, "history": later})
    assert found["verdict"] == "contested"


def test_without_fire_zones_only_a_controlled_bridge_is_undetermined(asked: Asking) -> None:
    both = {"history": entered(("Allied", "74.129"), ("Allied", "75.129"))}
    found = asked("bridge.control", map="wed", bridge=VEGHEL, state=both)
    assert found["verdict"] == "undetermined"
    assert "state.fire_zones.German" in needed(found)[0]
    one = {"history": entered(("Allied", "74.129"))}
    assert asked("bridge.control", map="wed", bridge=VEGHEL, state=one)["verdict"] == "contested"


def test_units_set_up_in_the_hexes_are_a_reading(asked: Asking) -> None:
    units = [{"side": "Allied", "hex": "74.129"}, {"side": "Allied", "hex": "75.129"}]
    position = {**NOBODY, "units": units, "history": []}
    found = asked("bridge.control", map="wed", bridge=VEGHEL, state=position)
    assert found["verdict"] == "controlled"
    assert found["notes"][0].startswith("referee: ")
    options = {"set_up": "not"}
    found = asked("bridge.control", map="wed", bridge=VEGHEL, state=position, options=options)
    assert found["verdict"] == "contested"


def test_the_other_game_cites_its_own_rule(asked: Asking) -> None:
    both = state(("German", "49.29"), ("German", "49.30"))
    found = asked("bridge.control", map="tdc", bridge=ARNHEM, state=both)
    assert (found["verdict"], found["side"], found["provenance"]) == (
        "controlled",
        "German",
        "survey",
    )
    assert "[TDC 2.15.4]" in reasons(found)
    assert asked("bridge.control", map="mg", bridge=ARNHEM, state=both)["steps"] == found["steps"]


@pytest.mark.parametrize(
    ("hexside", "message"),
    [
        ("74.129/77.129", "params:bridge: found"),
        ("74.129", "params:bridge: found"),
        ("74.129/74.128", "found no bridge at 74.129/74.128, expected a hexside with a bridge"),
        # what leads over a stream is not a bridge in terms of these rules
        ("55.202/56.201", "found no bridge at 55.202/56.201"),
    ],
)
def test_where_there_is_no_bridge(asked: Asking, hexside: str, message: str) -> None:
    """WED 2.11, TDC 2.11: what leads over a stream is plain Road, neither controlled nor wired."""
    with pytest.raises(InputError) as caught:
        asked("bridge.control", map="wed", bridge=hexside)
    assert message in str(caught.value)
    with pytest.raises(InputError):
        asked("bridge.wire", map="wed", bridge=hexside, unit={"engineer": True})


BRIDGE = MapBridge("Bridge", "bridge", "", ("a", "b"), "wed", "rulebook")
ENTRY = st.tuples(st.sampled_from(["Allied", "German"]), st.sampled_from(["a", "b", "c"]))
ZONES = st.sets(st.sampled_from(["a", "b", "c"]))


@given(st.lists(ENTRY, max_size=8), ZONES, ZONES)
def test_control_against_the_rule_said_again(
    entries: list[tuple[str, str]], allied: set[str], german: set[str]
) -> None:
    told = {"Allied": sorted(allied), "German": sorted(german)}
    position = SERIES.read_state({"history": entered(*entries), "fire_zones": told})
    found = control(Working(), BRIDGE, position, False)
    holders = []
    for side, enemy in (("Allied", german), ("German", allied)):
        last = [[s for s, hex in entries if hex == end][-1:] for end in "ab"]
        if all(one == [side] for one in last) and not enemy & {"a", "b"}:
            holders.append(side)
    assert len(holders) < 2
    assert found.side == (holders[0] if holders else "")
