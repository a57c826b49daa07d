"""An answer that stands in another position, too, is the one that position would bring."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.gts.movement import journey
from clubroute.rules.gts.movement.answers.turning import surely_other
from clubroute.rules.room.positions import scenario_tape


def told(context: Context, method: str, params: Any) -> Any:
    try:
        return ask(context, method, params)
    except InputError as refused:
        return str(refused)


@pytest.mark.parametrize("scenario", ["WED-1", "WED-2"])
def test_an_answer_kept_is_the_answer_worked_out_anew(
    context: Context, monkeypatch: pytest.MonkeyPatch, scenario: str
) -> None:
    chance = Random(scenario)
    units = [u for u in scenario_tape(context, "wed", scenario)["first"]["units"] if "hex" in u]
    asked = []
    for unit in chance.sample(units, 2):
        about = {"map": "wed", "unit": unit, "from": unit["hex"]}
        goal = chance.choice(units)["hex"]
        state: Any = {"scenario": scenario, "units": chance.sample(units, 3)}
        for where in ({"scenario": scenario}, state, {**state, "bridges": {}, "markers": []}):
            asked.append(("move.reach", {**about, "state": where, "allowance": 3}))
            asked.append(("move.best", {**about, "state": where, "to": goal}))
    kept = [told(context, *one) for one in asked]
    assert len({str(one) for one in kept}) > len(kept) // 4
    monkeypatch.setattr(journey, "standing", lambda *given: given[-1](None).receipt)
    monkeypatch.setattr(journey, "surely_other", lambda *_: False)
    for one, found in zip(asked, kept, strict=True):
        assert told(context, *one) == found, one


def test_what_a_counter_says_makes_no_answer_rest_on_the_set_up(context: Context) -> None:
    params = {"map": "wed", "unit": "A/1/501", "from": "44.223", "allowance": 2}
    answer = ask(context, "move.reach", {**params, "state": {"scenario": "WED-1"}})
    assert [step["why"] for step in answer["steps"] if "as set up" in step["why"]] == []
    assert "its counter" in answer["steps"][0]["why"]


@pytest.mark.parametrize(
    ("before", "now", "other"),
    [
        (Receipt("legal", total=4), Receipt("legal", total=4), False),
        (Receipt("legal", total=4), Receipt("legal", total=6), True),
        (Receipt("legal", total=4), Receipt("illegal", total=4), True),
        (Receipt("illegal"), Receipt("undetermined"), True),
        # what it costs shows in no refusal
        (Receipt("illegal", total=4), Receipt("illegal", total=6), False),
        # the other formation may bring either
        (Receipt("undetermined"), Receipt("legal", total=4), False),
        (
            Receipt("legal", extra={"hexes": {"44.223": 0}}),
            Receipt("legal", extra={"hexes": {"44.223": 0, "44.224": 1}}),
            True,
        ),
    ],
)
def test_only_what_shows_in_every_case_makes_another_answer(
    before: Receipt, now: Receipt, other: bool
) -> None:
    assert surely_other(before, now) is other
