"""Artillery Ammo Points, sentence by sentence (INS 1.8b, Ammo table, 5.1–5.8)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from clubroute.rules.asking.context import Context
from clubroute.rules.scs.campaign.ammo import SpendQuestion, ammo_spend, table_points
from clubroute.rules.scs.position import Position, Unit
from tests.cases import each
from tests.rules.scs.conftest import Ins

PRINTED = {2: 3, 3: 3, 4: 3, 5: 4, 6: 4, 7: 5, 8: 5, 9: 6, 10: 6, 11: 7, 12: 8}


@pytest.mark.parametrize(("roll", "points"), PRINTED.items())
def test_every_row_of_the_german_ammunition_table(roll: int, points: int) -> None:
    assert table_points(roll) == points


@each(
    ("side", "scenario", "turn", "points"),
    [
        ("German", "5.1", 1, 30),
        ("German", "5.2", 1, 30),
        ("German", "5.3", 2, 30),
        ("German", "5.4", 6, 35),
        ("German", "5.1", 2, 5),
        ("German", "5.5", 8, 0),
        ("German", "5.5", 9, 2),
        ("German", "5.5", 17, 2),
        ("German", "5.6", 2, 0),
        ("German", "5.6", 5, 0),
        ("German", "5.6", 6, 2),
        ("German", "5.6", 7, 2),
        ("Allied", "5.1", 1, 0),
        ("Allied", "5.3", 2, 8),
        ("Allied", "5.4", 6, 8),
        ("Allied", "5.5", 8, 9),
        ("Allied", "5.5", 9, 0),
        ("Allied", "5.6", 2, 1),
        ("Allied", "5.6", 3, 1),
    ],
)
def test_what_each_scenario_gives(
    ins: Ins, side: str, scenario: str, turn: int, points: int
) -> None:
    state = {"scenario": scenario, "turn": {"number": turn}}
    answer = ins("ammo.arrival", side=side, dice=[3, 4], landed=0, state=state)
    assert answer["points"] == points


@pytest.mark.parametrize("scenario", ["5.7", "5.8"])
def test_in_two_scenarios_ammunition_is_unlimited(ins: Ins, scenario: str) -> None:
    for side in ("Allied", "German"):
        assert ins("ammo.arrival", side=side, state={"scenario": scenario})["unlimited"] is True


@pytest.mark.parametrize(("scenario", "points"), [("5.1", 8), ("5.2", 8), ("5.3", 16), ("5.4", 8)])
def test_each_yellow_unit_that_lands_brings_four_points(
    ins: Ins, scenario: str, points: int
) -> None:
    turn = {"5.1": 1, "5.2": 1, "5.3": 2, "5.4": 6}[scenario]
    state = {"scenario": scenario, "turn": {"number": turn}}
    assert ins("ammo.arrival", side="Allied", landed=2, state=state)["points"] == points


def spend(ins: Ins, points: int, state: dict[str, Any] | None = None, **unit: Any) -> Any:
    """Ask whether an airborne gun of the 82nd has ammo."""
    told = {"name": "376", "side": "Allied", "yellow": True, "corps": False, "division": "82"}
    known = {"scenario": "5.1", "linked": []} | (state or {})
    return ins("ammo.spend", unit={**told, "oos": False, **unit}, points=points, state=known)


def test_a_yellow_unit_spends_one_point_of_its_pool(ins: Ins) -> None:
    assert spend(ins, 2)["left"] == 1
    assert spend(ins, 0)["verdict"] == "illegal"


def test_corps_artillery_and_linked_divisions_have_unlimited_ammo(ins: Ins) -> None:
    assert spend(ins, 0, corps=True)["verdict"] == "legal"
    assert spend(ins, 0, {"linked": ["82"]})["verdict"] == "legal"
    assert spend(ins, 0, {"linked": ["82"]}, oos=True)["verdict"] == "illegal"
    assert spend(ins, 0, {"linked": ["101"]})["verdict"] == "illegal"


def test_other_artillery_spends_none(ins: Ins) -> None:
    assert spend(ins, 0, yellow=False)["left"] == 0


class Pool(RuleBasedStateMachine):
    """A pool is never below nothing: what arrives is added, every barrage takes one point."""

    def __init__(self) -> None:
        super().__init__()
        self.points, self.came, self.fired = 25, 25, 0

    @rule(dice=st.tuples(st.integers(1, 6), st.integers(1, 6)))
    def arrival(self, dice: tuple[int, int]) -> None:
        self.points += table_points(sum(dice))
        self.came += PRINTED[sum(dice)]

    @rule()
    def barrage(self) -> None:
        unit = Unit(name="II/10", side="German", yellow=True, oos=False)
        state = Position(scenario="5.1")
        country: Any = None
        asked = SpendQuestion(country=country, unit=unit, points=self.points, state=state)
        answer = ammo_spend(Context.__new__(Context), asked)
        assert (answer.verdict == "legal") is (self.points > 0)
        if answer.verdict == "legal":
            self.points = int(answer.extra["left"])
            self.fired += 1

    @invariant()
    def balances(self) -> None:
        assert self.points == self.came - self.fired >= 0


TestPool = Pool.TestCase
