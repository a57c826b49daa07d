"""The same act gets the same answer: each is put to every method that judges it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.scs.roster import roster
from tests.cases import each
from tests.logs.scs.scenario import InsGame
from tests.rules.scs.acts import ACTS, disagreements
from tests.rules.scs.agreement import (
    CALM,
    FERRY,
    FOE,
    draw,
)
from tests.rules.scs.conftest import Ins
from tests.rules.scs.logged_acts import logged
from tests.rules.scs.scenario_facts import (
    BLOWN,
    ENDS,
    FIRST_TURNS,
    MARKERS,
    PREPARED,
)

SEEDS, QUICK = 700, 70
FREE = {**FOE, **CALM, "corps": False}


def test_a_sample_of_acts_gets_the_same_answer_of_every_method(ins_context: Context) -> None:
    assert [line for seed in range(QUICK) for line in disagreements(ins_context, seed)[0]] == []


@pytest.mark.oracle
def test_thousands_of_questions_about_the_same_acts_do_not_differ(ins_context: Context) -> None:
    found, asked = list[str](), 0
    for seed in range(QUICK, SEEDS):
        lines, questions = disagreements(ins_context, seed)
        found, asked = found + lines, asked + questions
    assert found == []
    assert asked > 2000


@pytest.mark.parametrize("seed", range(6))
def test_the_log_judge_contradicts_no_method(ins_game: InsGame, seed: int) -> None:
    """Moves in reach and out of it, made in a log on our recorder."""
    found, moves = logged(ins_game, seed)
    assert found == []
    assert moves > 4


def test_the_draws_cover_every_act_scenario_and_side(ins_context: Context) -> None:
    games = [draw(ins_context, seed) for seed in range(SEEDS)]
    assert {game.scenario for game in games} == {None, *FIRST_TURNS}
    assert {game.side for game in games} == {"Allied", "German"}
    assert {game.unit["ma"] for game in games} == {0, 4, 8, 14, "Na"}
    assert any(game.beside == "E1.14" and len(game.units) > 4 for game in games)
    assert len(ACTS) == 19


@pytest.mark.parametrize("name", MARKERS)
def test_a_prepared_bridge_is_known_by_each_name_at_both_its_ends_and_nowhere_else(
    ins: Ins, name: str
) -> None:
    """3.2, 5.1: its marker, its hex, both ends either way; the hexes beside it are no ends."""
    at = MARKERS[name]
    ends = ["A47.05", "A49.06"] if at == "A48.05" else [at, ENDS[at]]
    calls = [name, at] + ([] if at == "A48.05" else ["/".join(ends), "/".join(ends[::-1])])
    near = {"A48.04", "A48.06"} if at == "A48.05" else set(beyond(ins, at, ends))
    state = {"scenario": "5.1", "turn": {"number": 1}}
    told = {"unit": {"side": "Allied"}, "way": "movement", "attempt": False, "state": state}
    for call in calls:
        for hex_ in ends:
            assert ins("bridge.blow", bridge=call, hex=hex_, **told)["verdict"] == "decided"
        for hex_ in near:
            assert ins("bridge.blow", bridge=call, hex=hex_, **told)["verdict"] == "illegal"


def beyond(ins: Ins, at: str, ends: list[str]) -> Iterator[str]:
    """The hexes beside a bridge's marker that are none of its ends."""
    for side in ins("hex.describe", hex=at)["hexsides"]:
        if side["to"] not in ends and side["to"] not in ("A11.00", "A22.00"):
            yield side["to"]


@each(("scenario", "at"), [(one, at) for one, hexes in BLOWN.items() for at in hexes])
def test_nothing_goes_over_a_bridge_that_is_set_up_blown(ins: Ins, scenario: str, at: str) -> None:
    """5.3, 5.4, 5.5: no move, march, attack, advance, retreat or zone."""
    a, b = at, ENDS[at]
    state = {"scenario": scenario, "turn": {"number": FIRST_TURNS[scenario]}, "ferries": {}}
    for side, foe in (("Allied", "German"), ("German", "Allied")):
        unit = {**FREE, "name": "it", "side": side, "hex": a, "ma": 14}
        other = {**FREE, "name": "foe", "side": foe, "hex": b}
        here, full = {**state, "units": [unit]}, {**state, "units": [unit, other]}
        assert ins("move.check", unit=unit, path=[a, b], state=here)["verdict"] == "illegal"
        assert ins("roadmarch.check", unit=unit, path=[a, b], state=here)["verdict"] == "illegal"
        ends = {"from": a, "to": b}
        assert ins("combat.advance", unit=unit, **ends, state=here)["verdict"] == "illegal"
        retreat = ins("combat.retreat", unit=unit, hexes=1, state=here, **{"from": a})
        assert b not in retreat["hexes"]
        attack = ins("combat.resolve", hex=b, attackers=[unit], state=full)
        assert "no combat from" in attack["summary"]
        assert a not in ins("hex.zones", side=foe, state=full)["hexes"]


@each(("scenario", "at"), [(one, at) for one, hexes in PREPARED.items() for at in hexes])
def test_a_bridge_that_is_set_up_prepared_is_crossed_and_the_german_decides(
    ins: Ins, scenario: str, at: str
) -> None:
    """3.2, 5.1 to 5.7: a move leads over it with one note, a Road March does not (1.12c)."""
    ends = ("A47.05", "A48.05", "A49.06") if at == "A48.05" else (at, ENDS[at])
    state = {"scenario": scenario, "turn": {"number": FIRST_TURNS[scenario]}, "units": []}
    unit = {**FREE, "name": "it", "side": "Allied", "ma": 14}
    moved = ins("move.check", unit=unit, path=list(ends), state=state)
    assert moved["verdict"] == "legal"
    assert len([note for note in moved["notes"] if "the German decides" in note]) == 1
    best = ins("move.best", unit=unit, state=state, **{"from": ends[0], "to": ends[-1]})
    assert [note for note in best["notes"] if "the German decides" in note]
    march = ins("roadmarch.check", unit=unit, path=list(ends), state=state)
    assert march["verdict"] == "illegal"


@pytest.mark.parametrize("scenario", [None, *FIRST_TURNS])
def test_units_that_enter_in_a_stack_march_from_every_entry_hex(
    ins: Ins, ins_context: Context, scenario: str | None
) -> None:
    """1.12a: in an Entry Area hex on their turn of entry, not where they were dropped."""
    number = (scenario or "5.1").replace(".", "-")
    for area in (f"entry-{number}", *(f"entry-{letter}" for letter in "abcdefghijkl")):
        for hex_ in () if "5-2" in area else entries(ins_context, area):
            stack = [
                {**FREE, "name": f"{n}", "side": "German", "hex": hex_, "entering": True}
                for n in range(3)
            ]
            state = {"units": stack, "bridges": {}} | ({"scenario": scenario} if scenario else {})
            march = ins("roadmarch.reach", unit=stack[0], state=state, **{"from": hex_})
            stays = "begins stacked" in march["summary"]
            assert not stays, f"{scenario} {hex_}: {march['summary']}"


def entries(context: Context, area: str) -> list[str]:
    """The hexes of an area of the map."""
    country = draw(context, 0).map
    return [country.number(id_) for a in country.areas if a.id == area for id_ in a.hexes]


def test_a_stack_that_was_dropped_or_entered_before_does_not_march(ins: Ins) -> None:
    """1.12a."""
    for hex_, entering, scenario in (("E54.24", True, "5.2"), ("C1.13", False, "5.8")):
        stack = [
            {**FREE, "name": f"{n}", "side": "Allied", "hex": hex_, "entering": entering}
            for n in range(2)
        ]
        state = {"units": stack, "bridges": {}, "scenario": scenario}
        march = ins("roadmarch.reach", unit=stack[0], state=state, **{"from": hex_})
        assert "begins stacked" in march["summary"]


@pytest.mark.slow
def test_every_counter_is_the_same_unit_by_its_id_and_by_its_name(ins: Ins) -> None:
    state = {"ferries": {FERRY: {"used": 0}}, "units": [], "turn": {"phase": "movement"}}
    rest = {**CALM, "ma": 5, "exploit": True, "corps": False}
    differ = []
    for counter in {one.id: one for one in roster().called.values()}.values():
        told = [
            ins("ferry.use", unit={**rest, name: value}, between=FERRY, state=state)["steps"]
            for name, value in (("id", counter.id), ("name", counter.name))
        ]
        if told[0] != told[1]:
            differ.append(counter.id)
    assert differ == []
