"""Road March, sentence by sentence (INS 1.3b, 1.6b, 1.12a–1.12c, 1.16, 2.1e)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.rules.needed import needed
from tests.rules.scs.made_map import (
    block,
    context_of,
    course,
    hexside,
    made_map,
)
from tests.rules.scs.test_movement import (
    QUIET,
    enemy,
    friend,
    unit,
)

ROAD = [f"A22.{n}" for n in range(25, 9, -1)]
"""A road of 16 hexes, from west to east."""
FAR = "A32.20"


def land(kind: str = "primary_road", **told: Any) -> Context:
    """A road through clear hexes, with something else about it."""
    links = {side: [kind] for side in course(*ROAD)} | told.pop("links", {})
    return context_of(made_map(block(13, 16), links=links, **told))


def asked(state: Any = None, **of: Any) -> dict[str, Any]:
    """The parameters of both questions but the hexes."""
    return {"map": "ins", "unit": unit(**of), "state": {**QUIET, **(state or {})}}


def march(context: Context, *path: str, state: Any = None, **of: Any) -> Mapping[str, Any]:
    """The answer about a path."""
    return ask(context, "roadmarch.check", {**asked(state, **of), "path": list(path)})


def ends(context: Context, start: str = ROAD[0], state: Any = None, **of: Any) -> set[str]:
    """The hexes a march can end in."""
    answer = ask(context, "roadmarch.reach", {**asked(state, **of), "from": start})
    return set(answer["hexes"]) if answer["verdict"] == "legal" else set()


def test_a_unit_marches_any_distance_along_a_road_of_either_type() -> None:
    """1.12b."""
    assert ends(land()) == set(ROAD[1:])
    mixed = {side: ["secondary_road"] for side in course(*ROAD[5:])}
    assert ends(land(links=mixed)) == set(ROAD[1:])
    assert march(land(), *ROAD)["length"] == 15


def test_a_railroad_is_no_road() -> None:
    """1.3b, 1.12b."""
    assert "no road is in" in march(land("railroad"), *ROAD[:2])["summary"]


@pytest.mark.parametrize(
    ("of", "fine"),
    [
        ({}, True),
        ({"dg": True}, False),
        ({"oos": True}, False),
        ({"ma": 0}, True),
        ({"ma": "Na"}, False),
        ({"landed": True}, True),
    ],
)
def test_who_qualifies(of: Any, fine: bool) -> None:
    """1.6b, 1.7, 1.8a, 1.12a."""
    assert (march(land(), *ROAD[:3], **of)["verdict"] == "legal") is fine


def test_a_unit_begins_on_a_road_and_keeps_to_it() -> None:
    """1.12a, 1.12c."""
    assert march(land(), "A24.20", "A24.19")["verdict"] == "illegal"
    assert "no road leads on" in march(land(), "A22.20", "A23.20")["summary"]


def test_a_unit_that_begins_stacked_does_not_march_unless_it_enters() -> None:
    """1.12a."""
    crowd = {"units": [friend(ROAD[0])]}
    assert "begins stacked" in march(land(), *ROAD[:2], state=crowd, entering=False)["summary"]
    assert march(land(), *ROAD[:2], state=crowd, entering=True)["verdict"] == "legal"
    assert march(land(), *ROAD[:2], state=crowd)["verdict"] == "undetermined"


@pytest.mark.parametrize(("at", "fine"), [("A25.24", False), ("A25.23", True), ("A22.22", False)])
def test_no_enemy_of_any_kind_is_within_three_hexes_at_the_start(at: str, fine: bool) -> None:
    """1.12a: four away is enough; terrain does not matter, nor whether it exerts a zone."""
    state = {"units": [enemy(at, ma="Na", dg=True, oos=True)]}
    assert (march(land(), *ROAD[:2], state=state)["verdict"] == "legal") is fine


def test_no_hex_beside_an_enemy_unit_is_entered_whatever_it_is() -> None:
    """1.12c: friends do not change that."""
    state = {"units": [enemy("A23.16", ma="Na", dg=True), friend("A23.17")]}
    assert ends(land(), state=state) == {one for one in ROAD[1:] if one > "A22.16"}


def test_a_march_ends_before_a_friend_on_the_road() -> None:
    """1.12a, 1.12b: it does not stack, nor march through."""
    state = {"units": [friend("A22.15")]}
    assert ends(land(), state=state) == {one for one in ROAD[1:] if one > "A22.15"}


def test_a_unit_dropped_this_turn_marches_twelve_hexes() -> None:
    """1.12b, 2.1e."""
    assert ends(land(), landed=True) == set(ROAD[1:13])
    assert march(land(), *ROAD[:13], landed=True)["verdict"] == "legal"
    assert "at most 12" in march(land(), *ROAD[:14], landed=True)["summary"]
    polder = land(terrain={ROAD[0]: "polder"})
    assert march(polder, *ROAD[:2], landed=True)["verdict"] == "illegal"


WATER = hexside("A22.18", "A22.17")


def test_a_march_stops_on_either_side_of_a_sea_line_its_road_crosses() -> None:
    """1.12b."""
    bridged = land(sides={WATER: ["sea_line", "bridge"]})
    assert ends(bridged) == set(ROAD[1:8])
    assert ends(bridged, "A22.18") == {*ROAD[1:7], ROAD[0], "A22.17"}
    assert ends(bridged, "A22.17") >= {"A22.18", "A22.10"}
    assert "must stop in A22.18" in march(bridged, "A22.19", "A22.18", "A22.17")["summary"]
    unbridged = land(sides={WATER: ["sea_line"]})
    assert march(unbridged, "A22.18", "A22.17")["verdict"] == "illegal"


def test_a_sea_line_beside_the_road_stops_nobody() -> None:
    """1.12b."""
    assert ends(land(sides={hexside("A22.18", "A23.18"): ["sea_line"]})) == set(ROAD[1:])


def test_a_road_that_crosses_elsewhere_stops_by_one_reading() -> None:
    """1.12b: the road it is using."""
    other = hexside("A22.18", "A23.18")
    context = land(
        sides={other: ["sea_line", "bridge"]}, links={other: ["secondary_road:over the water"]}
    )
    question = {**asked(), "path": ["A22.19", "A22.18", "A22.17"]}
    used = ask(context, "roadmarch.check", question)
    strict = ask(context, "roadmarch.check", {**question, "options": {"march_sea_line": "any"}})
    assert (used["verdict"], strict["verdict"]) == ("legal", "illegal")
    assert used["provenance"] == "assumed"


@pytest.mark.parametrize(("side", "fine"), [("Allied", False), ("German", True)])
def test_allied_marchers_cross_no_prepared_bridge(side: str, fine: bool) -> None:
    """1.12c."""
    context = land(sides={WATER: ["sea_line", "bridge"]})
    state = {"bridges": {WATER: "prepared"}}
    found = march(context, "A22.18", "A22.17", state=state, side=side)
    assert (found["verdict"] == "legal") is fine


def test_a_bridge_of_which_nothing_is_said_may_be_prepared() -> None:
    context = land(sides={WATER: ["sea_line", "bridge"]})
    question = {**asked(), "path": ["A22.18", "A22.17"], "state": {"units": []}}
    answer = ask(context, "roadmarch.check", question)
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith("state.bridges: bridges that are prepared or blown")


@pytest.mark.parametrize("oval", [True, False])
def test_no_armour_marches_over_a_light_bridge(oval: bool) -> None:
    """1.16."""
    context = land(sides={WATER: ["sea_line", "light_bridge"]})
    found = march(context, "A22.18", "A22.17", oval=oval)
    assert (found["verdict"] == "legal") is not oval


def test_a_march_crosses_a_bridge_that_a_bridging_unit_built() -> None:
    """1.15c."""
    gap = {side: [] for side in (WATER,)}
    context = land(sides={WATER: ["sea_line"]}, links=gap)
    state = {"bridges": {WATER: "built"}}
    assert march(context, "A22.18", "A22.17", state=state)["verdict"] == "legal"
    assert ends(context, "A22.19", state=state) == {*ROAD[:6], "A22.18"}


def test_silence_about_units_decides_nothing() -> None:
    question = {**asked(), "path": ROAD[:2], "state": {"bridges": {}}}
    answer = ask(land(), "roadmarch.check", question)
    assert answer["verdict"] == "undetermined"
    assert needed(answer)[0].startswith("state.units: enemy units within 3 hexes")


def test_over_the_arnhem_bridge_a_column_stops_three_times(ins_context: Context) -> None:
    """1.12b: at both ends and on the Full Hex Bridge."""
    path = ["A47.05", "A48.05", "A49.06"]
    for start, end in itertools.pairwise(path):
        assert march(ins_context, start, end)["verdict"] == "legal"
    assert "must stop in A48.05" in march(ins_context, *path)["summary"]


def test_the_march_to_a_hex_is_told_hex_by_hex_and_may_be_made() -> None:
    """1.12b."""
    there = {**asked(), "from": ROAD[0]}
    told = ask(land(), "roadmarch.reach", {**there, "to": ROAD[9]})
    assert (told["path"], told["length"]) == (ROAD[:10], 9)
    assert march(land(), *told["path"])["verdict"] == "legal"
    nowhere = ask(land(), "roadmarch.reach", {**there, "to": FAR})
    assert (nowhere["verdict"], "path" in nowhere) == ("illegal", False)
