"""What our maps assume of the printed ones binds nobody; what a set-up says holds as it begins."""

from __future__ import annotations

import pytest

from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins

LIGHT, FERRY = ("D9.30", "D10.29"), ("A41.15", "A42.15")
"""The ends of a bridge that is assumed to be a Light one, and of a Ferry."""
PARAS = {
    **{"name": "A", "side": "Allied", "division": "101", "ma": 6, "exploit": False},
    **dict.fromkeys(("oval", "dukw", "dg", "oos", "landed", "ferried"), False),
}
NO_CROSSINGS = {"bridges": {}, "ferries": {}}
TANKS = {**PARAS, "oval": True}


def test_an_assumed_light_bridge_bears_tanks_unless_the_position_says_it_is_one(ins: Ins) -> None:
    """1.16."""
    ask = {"unit": TANKS, "path": list(LIGHT), "state": {"units": [], "bridges": {}}}
    open_ = ins("move.check", **ask)
    assert open_["verdict"] == "legal"
    assert any("Light Bridge" in line for line in open_["unchecked"])
    for light, verdict in ((True, "illegal"), (False, "legal")):
        bridges = {"/".join(LIGHT): {"light": light}}
        told = ins("move.check", **{**ask, "state": {"units": [], "bridges": bridges}})
        assert told["verdict"] == verdict
        assert not any("Light Bridge" in line for line in told.get("unchecked", ()))


@pytest.mark.parametrize(
    ("ferries", "verdict"), [({}, "undetermined"), ({"/".join(FERRY): {"used": 0}}, "legal")]
)
def test_an_assumed_ferry_carries_nobody_before_the_position_says_it_is_there(
    ins: Ins, ferries: dict[str, object], verdict: str
) -> None:
    """1.14."""
    path = [FERRY[0], {"hex": FERRY[1], "via": "ferry"}]
    state = {"units": [], "bridges": {}, "ferries": ferries}
    told = ins("move.check", unit=PARAS, path=path, state=state)
    assert told["verdict"] == verdict
    assert bool(needed(told)) is (verdict == "undetermined")


@pytest.mark.parametrize(("hex_", "verdict"), [("E1.14", "legal"), ("A62.11", "illegal")])
def test_the_allies_stack_without_limit_in_entry_area_a_alone(
    ins: Ins, hex_: str, verdict: str
) -> None:
    """1.5."""
    units = [{"name": str(n), "side": "Allied", "hex": hex_} for n in range(5)]
    told = ins("stacking.check", side="Allied", hex=hex_, state={"units": units, "bridges": {}})
    assert told["verdict"] == verdict


RING = ["A59.11", "A59.10", "A58.10", "A58.12", "A57.10", "A57.11"]
"""The hexes round A58.11."""


@pytest.mark.parametrize(("ring", "verdict"), [([], "open"), (RING, "undetermined")])
def test_a_trace_to_an_assumed_entry_area_says_so_and_its_lack_accuses_nobody(
    ins: Ins, ring: list[str], verdict: str
) -> None:
    """1.8a."""
    enemy = {"side": "Allied", "kind": "infantry", "ma": 5, "dg": False, "oos": False}
    state = {"units": [{**enemy, "name": at, "hex": at} for at in ring], **NO_CROSSINGS}
    unit = {"name": "g", "side": "German", "hex": "A58.11", "oos": False}
    told = ins("supply.trace", unit=unit, state=state)
    assert told["verdict"] == verdict
    assert "assumed" in {step["provenance"] for step in told["steps"]}
    assert bool(needed(told)) is (verdict == "undetermined")


NORTH_END = "A49.06"


@pytest.mark.parametrize(
    ("state", "prepared"),
    [
        ({"scenario": "5.1"}, True),
        ({"scenario": "5.1", "turn": {"number": 1}}, True),
        ({"scenario": "5.1", "turn": {"number": 2}}, None),  # it may be blown or safe by now
        ({"scenario": "5.1", "bridges": {}}, False),
        ({"scenario": "5.6"}, False),
        ({}, None),
    ],
)
def test_bridges_are_as_set_up_in_the_first_turn_unless_the_position_tells_them(
    ins: Ins, state: dict[str, object], prepared: bool | None
) -> None:
    """3.2: at the Arnhem bridge."""
    told = ins("move.check", unit=PARAS, path=[NORTH_END, "A48.05"], state=state)
    lines = [step["why"] for step in told["steps"] if step["why"].startswith("as set up")]
    assert any("Prepared Bridge" in note for note in told.get("notes", ())) is (prepared is True)
    assert bool(lines) is ("bridges" not in state and prepared is not None)
    unknown = [line for line in told["unchecked"] if line.startswith("state.bridges: bridges")]
    assert bool(unknown) is (prepared is None)


@pytest.mark.parametrize(("hex_", "to"), [("C20.20", "C20.21"), ("A30.10", "A30.09")])
@pytest.mark.parametrize("method", ["move.check", "roadmarch.check"])
def test_that_a_unit_came_down_in_polder_is_as_sure_as_our_map(
    ins: Ins, method: str, hex_: str, to: str
) -> None:
    """2.1e: the rule is the book's, the polder our map's."""
    phase = {"move.check": "movement", "roadmarch.check": "road_march"}[method]
    turn = {"number": 4, "player": "Allied", "phase": phase}
    unit = {**PARAS, "landed": True, "hex": hex_}
    state = {**NO_CROSSINGS, "units": [unit], "linked": [], "turn": turn}
    found = ins(method, unit=unit, path=[hex_, to], state=state)
    ground = ins("hex.describe", hex=hex_)
    (line,) = [one for one in found["steps"] if "came down in polder" in one["why"]]
    assert (found["verdict"], line["rule"], ground["terrain"]) == ("illegal", "INS 2.1e", "polder")
    assert line["provenance"] == ground["provenance"] != "rulebook"
