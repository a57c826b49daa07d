"""Bridges, engineers and Ferries, by sentence: INS 1.5, 1.6c, 1.7, 1.13, 1.14, 1.15a, 1.15b,
1.15c, 1.15d, 3.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from clubroute.rules.position.record import settled
from clubroute.rules.scs.campaign.bridges import FerryQuestion, ferry_use
from clubroute.rules.scs.games import Readings
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import Ferry, GameTurn
from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins
from tests.rules.scs.made_map import context_of, made_map

MOVING = {"number": 4, "player": "Allied", "phase": "movement"}
PLATOON = {"name": "128", "side": "Allied", "hex": "E54.24", "kind": "bridging"}
PLATOON |= {"dg": False, "emplaced": True}
CALM: dict[str, Any] = {"ma": 5, "dg": False, "oos": False, "landed": False}
ENGINEER = {**PLATOON, "name": "9", "kind": "engineer", "hex": "A44.11"}


def build(ins: Ins, unit: Mapping[str, Any] = PLATOON, **said: Any) -> Mapping[str, Any]:
    """Ask about a bridge over the canal at Son."""
    told = {"between": "E54.24/E55.25", "state": {"turn": MOVING}} | said
    return ins("bridge.build", unit={**unit}, **told)


@pytest.mark.parametrize(("die", "built"), [(n, n >= 4) for n in range(1, 7)])
def test_a_bridging_unit_builds_on_four_to_six(ins: Ins, die: int, built: bool) -> None:
    assert build(ins, die=die)["built"] is built


def test_what_a_built_bridge_does(ins: Ins) -> None:
    told = build(ins, die=6)["summary"]
    for what in ("serves both sides", "cannot be destroyed", "no longer counts for stacking"):
        assert what in told


def test_half_of_the_dice_build(ins: Ins) -> None:
    assert [one["chance"] for one in build(ins)["outcomes"]] == ["1/2", "1/2"]


@pytest.mark.parametrize(
    "said", [{"dg": True}, {"emplaced": False}, {"kind": "engineer"}, {"hex": "E53.24"}]
)
def test_only_an_emplaced_bridging_unit_that_is_not_disorganized_builds(
    ins: Ins, said: dict[str, Any]
) -> None:
    assert build(ins, {**PLATOON, **said})["verdict"] == "illegal"


@pytest.mark.parametrize(
    "turn", [{**MOVING, "phase": "exploitation"}, {**MOVING, "player": "German"}]
)
def test_bridges_are_built_in_the_friendly_movement_phase(ins: Ins, turn: dict[str, Any]) -> None:
    assert build(ins, state={"turn": turn})["verdict"] == "illegal"


def test_a_bridge_spans_a_sea_line_or_two_straight_across(ins: Ins) -> None:
    assert build(ins, between="E54.24/E53.24")["verdict"] == "illegal"
    unit = {**PLATOON, "hex": "A49.06"}
    assert build(ins, unit, between="A49.06/A49.07/A49.08")["verdict"] == "legal"
    assert "not straight across" in build(ins, unit, between="A49.06/A49.07/A50.07")["summary"]


def test_a_built_bridge_is_taken_up_on_either_bank(ins: Ins) -> None:
    for word, verdict in (("built", "legal"), ("stands", "illegal"), ("blown", "illegal")):
        state = {"turn": MOVING, "bridges": {"E54.24/E55.25": word}}
        answer = ins("bridge.take_up", between="E54.24/E55.25", unit=PLATOON, state=state)
        assert answer["verdict"] == verdict
        if verdict == "legal":
            assert answer["banks"] == ["E54.24", "E55.25"]


def test_an_emplaced_engineer_on_the_road_completes_the_pontoon_bridge(ins: Ins) -> None:
    unit, state = {**ENGINEER, "hex": "A49.06"}, {"turn": MOVING}
    assert ins("bridge.pontoon", unit=unit, road=True, state=state)["built"] is True
    assert ins("bridge.pontoon", unit=unit, road=False, state=state)["verdict"] == "illegal"
    unit["kind"] = "bridging"
    assert ins("bridge.pontoon", unit=unit, road=True, state=state)["verdict"] == "illegal"


def blow(
    ins: Ins, way: str = "movement", at: str = "A49.06", is_: str = "prepared", **said: Any
) -> Mapping[str, Any]:
    """Ask about the Prepared Bridge of Arnhem, blown on 3 or less."""
    state = {"bridges": {"A48.05": {"is": is_, "blow": 3}}}
    told = {"unit": {"name": "A/2", "side": "Allied"}} | said
    return ins("bridge.blow", bridge="A48.05", hex=at, way=way, state=state, **told)


def test_what_nobody_said_of_a_bridge_that_is_to_be_blown_is_named(ins: Ins) -> None:
    answer = ins("bridge.blow", bridge="A48.05", unit={}, die=4)
    needs = "; ".join(needed(answer))
    assert answer["verdict"] == "undetermined"
    assert all(part in needs for part in ("Prepared", "how it comes", "an end of the bridge"))
    assert "a die of 4 blows it if the number on its counter is 4 or more" in str(answer["steps"])


def test_the_units_own_hex_is_the_one_it_comes_to(ins: Ins) -> None:
    state = {"bridges": {"A48.05": {"is": "prepared", "blow": 3}}}
    unit = {"name": "A/2", "side": "Allied", "hex": "A49.06"}
    told = {"way": "movement", "attempt": True, "die": 3}
    assert ins("bridge.blow", bridge="A48.05", unit=unit, state=state, **told)["blown"] is True
    far = {**unit, "hex": "A51.06"}
    assert (
        ins("bridge.blow", bridge="A48.05", unit=far, state=state, **told)["verdict"] == "illegal"
    )


@pytest.mark.parametrize(("die", "blown"), [(1, True), (3, True), (4, False), (6, False)])
def test_the_die_within_the_counters_range_blows_the_bridge(
    ins: Ins, die: int, blown: bool
) -> None:
    assert blow(ins, attempt=True, die=die)["blown"] is blown


def test_units_on_a_blown_span_retreat_or_die(ins: Ins) -> None:
    told = str(blow(ins, attempt=True, die=1)["steps"])
    assert "Germans retreat to an end, Allies are destroyed" in told
    assert "Allies are destroyed" not in str(blow(ins, attempt=True, die=6)["steps"])


def test_a_german_who_declines_cannot_blow_it_later(ins: Ins) -> None:
    answer = blow(ins, attempt=False)
    assert answer["blown"] is False
    assert "cannot be blown later" in str(answer["steps"])


@pytest.mark.parametrize(
    ("way", "verdict"),
    [
        ("movement", "decided"),
        ("exploitation", "decided"),
        ("advance", "decided"),
        ("start", "decided"),
        ("road_march", "illegal"),
        ("retreat", "illegal"),
        ("air_drop", "illegal"),
    ],
)
def test_what_sets_a_prepared_bridge_off(ins: Ins, way: str, verdict: str) -> None:
    assert blow(ins, way, attempt=True, die=1)["verdict"] == verdict


@pytest.mark.parametrize(
    ("at", "verdict"), [("A47.05", "decided"), ("A48.05", "decided"), ("A48.04", "illegal")]
)
def test_it_is_set_off_at_its_ends_and_on_it(ins: Ins, at: str, verdict: str) -> None:
    assert blow(ins, at=at, attempt=True, die=1)["verdict"] == verdict


def test_only_a_prepared_bridge_and_only_allied_units(ins: Ins) -> None:
    for word in ("stands", "blown", "built"):
        assert blow(ins, is_=word, attempt=True, die=1)["verdict"] == "illegal"
    german = {"name": "1/Aufk", "side": "German"}
    assert blow(ins, unit=german, attempt=True, die=1)["verdict"] == "illegal"


def test_the_blow_range_stands_on_the_counter(ins: Ins) -> None:
    state = {"bridges": {"A48.05": "prepared"}}
    unit = {"name": "A/2", "side": "Allied"}
    told = {"bridge": "A48.05", "hex": "A49.06", "way": "movement", "attempt": True}
    answer = ins("bridge.blow", unit=unit, state=state, **told)
    assert "printed on its counter" in needed(answer)[0]


def ferry(ins: Ins, unit: Mapping[str, Any] = ENGINEER, **said: Any) -> Mapping[str, Any]:
    """Ask about an engineer's Ferry over the Rhine."""
    told = {"between": "A44.10/A44.11", "state": {"turn": MOVING}} | said
    return ins("ferry.create", unit={**unit}, **told)


def test_an_emplaced_engineer_makes_a_ferry_and_a_bridging_unit_does_not(ins: Ins) -> None:
    assert ferry(ins)["verdict"] == "legal"
    assert ferry(ins, {**ENGINEER, "kind": "bridging"})["verdict"] == "illegal"
    assert ferry(ins, {**ENGINEER, "kind": "pioneer"})["verdict"] == "legal"
    assert ferry(ins, {**ENGINEER, "dg": True})["verdict"] == "illegal"


def test_over_a_water_hex_the_engineer_stands_in_it(ins: Ins) -> None:
    answer = ferry(ins, {**ENGINEER, "hex": "A49.06"}, between="A49.06/A49.07/A49.08")
    assert "the engineer is placed in A49.07" in str(answer["steps"])


def test_an_engineers_ferry_is_taken_down_on_either_bank(ins: Ins) -> None:
    for side, verdict in (("Allied", "legal"), ("German", "illegal")):
        state = {"turn": MOVING, "ferries": {"A44.10/A44.11": {"side": side}}}
        answer = ins("ferry.remove", between="A44.10/A44.11", unit=ENGINEER, state=state)
        assert answer["verdict"] == verdict


def cross(ins: Ins, phase: str = "movement", units: int = 0, **ferry: Any) -> Mapping[str, Any]:
    """Ask about a crossing to a bank that holds so many friendly units."""
    there = [{"name": f"{n}/2", "side": "Allied", "hex": "A44.11"} for n in range(units)]
    state = {"ferries": {"A44.10/A44.11": {"used": 0, **ferry}}, "units": there}
    unit = {"name": "A/2", "side": "Allied", "hex": "A44.10", "ferried": False, "ma": 5}
    unit |= {"dg": False, "oos": False, "landed": False}
    state["turn"] = {"phase": phase}
    return ins("ferry.use", between="A44.10/A44.11", unit=unit, state=state)


@pytest.mark.parametrize(
    ("kind", "verdict"), [("infantry", "illegal"), ("engineer", "legal"), (None, "undetermined")]
)
def test_only_an_engineer_takes_a_ferry_down(ins: Ins, kind: str | None, verdict: str) -> None:
    """1.15b."""
    unit = {"name": "x", "side": "Allied"} | ({"kind": kind} if kind else {})
    ferries = {"A44.10/A44.11": {"side": "Allied"}}
    state = {"ferries": ferries, "turn": {"phase": "movement", "player": "Allied"}}
    answer = ins("ferry.remove", between="A44.10/A44.11", unit=unit, state=state)
    assert answer["verdict"] == verdict


@pytest.mark.parametrize(
    ("kind", "verdict"), [("engineer", "illegal"), ("bridging", "legal"), (None, "undetermined")]
)
def test_only_a_bridging_unit_takes_its_bridge_up(ins: Ins, kind: str | None, verdict: str) -> None:
    """1.15c."""
    unit = {"name": "x", "side": "Allied"} | ({"kind": kind} if kind else {})
    bridges = {"E54.24/E55.25": "built"}
    state = {"bridges": bridges, "turn": {"phase": "movement", "player": "Allied"}}
    answer = ins("bridge.take_up", between="E54.24/E55.25", unit=unit, state=state)
    assert answer["verdict"] == verdict


def test_ferries_carry_four_units_a_turn_in_the_movement_phase(ins: Ins) -> None:
    assert [cross(ins, used=n)["verdict"] for n in range(5)] == ["legal"] * 4 + ["illegal"]
    assert cross(ins, "exploitation")["verdict"] == "illegal"


def test_no_crossing_to_a_bank_without_room(ins: Ins) -> None:
    assert cross(ins, units=3)["verdict"] == "legal"
    assert cross(ins, units=4)["verdict"] == "illegal"


def test_an_enemy_engineers_ferry_carries_nobody(ins: Ins) -> None:
    assert cross(ins, side="German")["verdict"] == "illegal"
    assert cross(ins, side="Allied")["verdict"] == "legal"


class Crossing(RuleBasedStateMachine):
    """Whatever crosses and comes back, a Ferry carries four a turn and no bank holds more."""

    def __init__(self) -> None:
        super().__init__()
        self.made = context_of(made_map(["A44.09", "A44.10", "A44.11"]))
        self.used, self.ferried = 0, set[str]()
        self.units = {f"{n}/2": "A44.10" if n < 5 else "A44.11" for n in range(7)}
        self.units["6/2"] = "A44.09"

    @rule(name=st.sampled_from([f"{n}/2" for n in range(6)]))
    def crosses(self, name: str) -> None:
        start = self.units[name]
        end = {"A44.10": "A44.11", "A44.11": "A44.10"}[start]
        held = sum(at == end for at in self.units.values())
        stand = tuple(Unit(name=n, side="Allied", hex=at) for n, at in self.units.items())
        ferries = {"A44.10/A44.11": Ferry(used=self.used)}
        state = Position(units=stand, ferries=ferries, now=GameTurn(phase="movement"))
        unit = Unit(name=name, side="Allied", hex=start, ferried=name in self.ferried, **CALM)
        country = self.made.loaded.get(("map", "ins"))
        between = f"{start}/{end}"
        asked = FerryQuestion(
            country=country, unit=unit, between=between, state=state, readings=Readings()
        )
        legal = ferry_use(self.made, settled(self.made, asked)).verdict == "legal"
        assert legal is (self.used < 4 and name not in self.ferried and held < 4)
        if legal:
            self.units[name] = end
            self.used += 1
            self.ferried.add(name)

    @rule()
    def next_turn(self) -> None:
        self.used, self.ferried = 0, set()

    @invariant()
    def no_more_than_four(self) -> None:
        assert self.used <= 4


Crossing.TestCase.settings = settings(
    max_examples=40, stateful_step_count=20, suppress_health_check=[HealthCheck.too_slow]
)
TestCrossing = Crossing.TestCase


ACTIONS = st.one_of(
    st.tuples(st.just("decline"), st.just(0)),
    st.tuples(st.sampled_from(("blow", "build")), st.integers(1, 6)),
    st.tuples(st.just("take_up"), st.just(0)),
)


@given(st.lists(ACTIONS, max_size=6))
def test_the_life_of_a_bridge(ins: Ins, actions: list[tuple[str, int]]) -> None:
    """Prepared, then blown or safe for good; a Bridging unit's is built and taken up."""
    prepared, platoon = "prepared", "unit"
    for action, die in actions:
        if action in ("decline", "blow"):
            answer = blow(
                ins, is_=prepared, attempt=action == "blow", **({"die": die} if die else {})
            )
            assert (answer["verdict"] == "decided") is (prepared == "prepared")
            if prepared == "prepared":
                prepared = "blown" if action == "blow" and die <= 3 else "stands"
                assert answer["blown"] is (prepared == "blown")
        elif action == "build" and platoon == "unit":
            platoon = "built" if build(ins, die=die)["built"] else "unit"
            assert (platoon == "built") is (die >= 4)
        elif action == "take_up":
            bridges = {"E54.24/E55.25": "built"} if platoon == "built" else {}
            state = {"turn": MOVING, "bridges": bridges}
            answer = ins("bridge.take_up", between="E54.24/E55.25", unit=PLATOON, state=state)
            assert (answer["verdict"] == "legal") is (platoon == "built")
            platoon = "unit"
