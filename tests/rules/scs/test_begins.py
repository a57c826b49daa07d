"""The premise of a player who asks about a move: it begins here (INS 1.14, 1.15a, 2.1e)."""

from __future__ import annotations

from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.saves.at import At, placed_at
from clubroute.rules.words.grammar import Here, parse
from tests.rules.needed import needed
from tests.rules.scs.conftest import Ins
from tests.rules.scs.test_march import ROAD
from tests.rules.scs.test_march import land as road
from tests.rules.scs.test_movement import (
    NEXT,
    QUIET,
    START,
    land,
    unit,
)
from tests.rules.scs.test_works import MOVING, PLATOON

UNSAID = {"ferried": None, "landed": None}
FERRY, DROP, PLACE = "used no Ferry", "came by no air drop", "began the Movement Phase where it is"


def silent(**of: Any) -> dict[str, Any]:
    """A unit of which nothing is said of what came before, with something else of it."""
    return {name: value for name, value in unit(**{**UNSAID, **of}).items() if value is not None}


def asked(method: str, context: Context, begins: bool | None, **told: Any) -> Any:
    """An answer about a unit, with the premise said or not."""
    said = {} if begins is None else {"begins": begins}
    return ask(context, method, {"map": "ins", "state": QUIET, **told, **said})


def reach(begins: bool | None, **of: Any) -> Any:
    """The answer about the reach of a unit in a hex of some terrain."""
    return asked("move.reach", land(), begins, unit=silent(**of), **{"from": START})


def march(begins: bool | None, **of: Any) -> Any:
    """The answer about a Road March of a unit."""
    return asked("roadmarch.reach", road(), begins, unit=silent(**of), **{"from": ROAD[0]})


@pytest.mark.parametrize("begins", [None, False])
def test_without_the_premise_nothing_is_taken_for_granted(begins: bool | None) -> None:
    for answer, field in ((reach(begins), "unit.ferried"), (march(begins), "unit.landed")):
        assert answer["verdict"] == "undetermined"
        assert any(need.startswith(field) for need in needed(answer))


def test_with_it_the_answer_says_what_it_takes_for_granted_and_that_it_is_assumed() -> None:
    for answer, premise in ((reach(True), FERRY), (march(True), DROP)):
        assert answer["verdict"] == "legal"
        told = [one for one in answer["steps"] if premise in one["why"]]
        assert [one["provenance"] for one in told] == ["assumed"]


def test_what_is_said_of_the_unit_comes_first() -> None:
    assert reach(True, ferried=True)["verdict"] == "illegal"
    assert not [one for one in reach(True, ferried=False)["steps"] if FERRY in one["why"]]
    far = march(True, landed=True)["hexes"]
    assert set(far) < set(march(True, landed=False)["hexes"])
    assert (
        far
        == asked("roadmarch.reach", road(), None, unit=unit(landed=True), **{"from": ROAD[0]})[
            "hexes"
        ]
    )


def test_an_engineer_whose_move_begins_is_emplaced_where_it_is(ins: Ins) -> None:
    platoon = {name: value for name, value in PLATOON.items() if name != "emplaced"}
    told: dict[str, Any] = {"between": "E54.24/E55.25", "state": {"turn": MOVING}}
    assert ins("bridge.build", unit=platoon, **told)["verdict"] == "undetermined"
    answer = ins("bridge.build", unit=platoon, begins=True, **told)
    assert answer["verdict"] == "legal"
    assert any(PLACE in one["why"] for one in answer["steps"])
    moved = {**platoon, "emplaced": False}
    assert ins("bridge.build", unit=moved, begins=True, **told)["verdict"] == "illegal"


def test_a_unit_whose_move_begins_may_cross_by_ferry(ins: Ins) -> None:
    state = {"turn": MOVING, "units": [], "ferries": {"A44.10/A44.11": {"used": 0}}}
    told: dict[str, Any] = {"between": "A44.10/A44.11", "state": state, "unit": {"side": "Allied"}}
    assert ins("ferry.use", **told)["verdict"] == "undetermined"
    assert ins("ferry.use", begins=True, **told)["verdict"] == "legal"


def test_words_and_files_carry_the_premise_unless_they_say_otherwise(ins_context: Context) -> None:
    here = Here(ins_context, "ins")
    line = "path A ma=5 E5.03 E5.04"
    assert parse(line, here).params["begins"] is True
    assert parse(f"{line} begins=no", here).params["begins"] is False
    said = parse(f"{line} ferried", here).params
    assert (said["begins"], said["unit"]["ferried"]) == (True, True)
    params = {"unit": {"ma": 5}, "path": [START, NEXT]}
    assert placed_at(ins_context, "move.check", params, At("ins", {}))["begins"] is True
    strict = {**params, "begins": False}
    assert placed_at(ins_context, "move.check", strict, At("ins", {}))["begins"] is False
    assert "begins" not in placed_at(ins_context, "hex.zones", {"side": "German"}, At("ins", {}))


def test_without_an_allowance_other_units_are_not_asked_for_yet() -> None:
    """What the unit moves with comes first, and how a player says it."""
    rifle = {"name": "g", "side": "German", "hex": NEXT, "kind": "infantry"}
    told = {name: value for name, value in silent().items() if name != "ma"}
    state = {**QUIET, "units": [rifle]}
    answer = asked("move.reach", land(), True, unit=told, state=state, **{"from": START})
    assert answer["verdict"] == "undetermined"
    assert [need.partition(":")[0] for need in needed(answer)] == ["unit.ma"]
    assert "as ma=6" in answer["summary"]
