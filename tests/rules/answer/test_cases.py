"""What is not said is taken every way it could be, and what the answers then have in common."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from clubroute.rules.answer.cases import (
    MOST,
    Case,
    any_holds,
    in_every_case,
)
from clubroute.rules.answer.facts import GameFact, UndecidedError, yes_or_no
from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.kinds import YES
from clubroute.rules.position.record import (
    fact,
    known,
    settled,
    value_at,
)
from tests.cases import each

DG, OOS = (yes_or_no(name, None, f"{name}: whether it is") for name in ("dg", "oos"))

MISUSES: tuple[Callable[[Any], Any], ...] = (
    bool,
    list,
    len,
    int,
    lambda one: one == 1,
    lambda one: one != 1,
    lambda one: one > 1,
    lambda one: one + 1,
    lambda one: 1 in one,
    lambda one: one or (),
)


@each("misuse", MISUSES)
def test_a_fact_by_itself_is_neither_tested_compared_nor_gone_through(
    misuse: Callable[[Any], Any],
) -> None:
    for one in (DG, GameFact("dg", True), GameFact("units", ())):
        with pytest.raises(UndecidedError, match="read it through a Case"):
            misuse(one)


def march(case: Case) -> Receipt:
    """Allow a march to a unit that is neither Disorganized nor Out of Supply."""
    case.say("it has a road", "INS 1.12")
    for one in (DG, OOS):
        if case(one):
            case.forbid(f"it is {one.name}", "INS 1.12a")
            return case.receipt()
    return case.receipt("legal", "it may march")


def test_each_fact_that_turns_an_answer_is_needed_with_what_it_decides() -> None:
    told = in_every_case(march)
    assert told.verdict == "undetermined"
    assert [step.why for step in told.steps] == ["it has a road"]
    assert told.needs == (
        "dg: whether it is; if so illegal: it is dg; else it may march",
        "oos: whether it is; if so illegal: it is oos; else it may march",
    )


def test_what_a_fact_that_is_said_decides_needs_nothing() -> None:
    def answer(case: Case) -> Receipt:
        if case(GameFact("dg", True)):
            case.forbid("it is dg", "INS 1.12a")
        return case.receipt() if case.forbidden else march(case)

    told = in_every_case(answer)
    assert (told.verdict, told.needs) == ("illegal", ())


def test_an_answer_that_holds_either_way_is_given_without_what_only_one_way_says() -> None:
    def answer(case: Case) -> Receipt:
        case.say("dg" if case(DG) else "not dg", "INS 1.7")
        case.say("it is too far", "INS 1.6")
        return case.receipt("decided", "no", total=3)

    told = in_every_case(answer)
    assert (told.verdict, told.total, told.needs) == ("decided", 3, ())
    assert [step.why for step in told.steps] == ["it is too far"]


def test_a_refusal_is_one_for_whatever_reason_and_tells_the_reasons() -> None:
    def answer(case: Case) -> Receipt:
        case.forbid("dg never" if case(DG) else "too far", "INS 1.12")
        return case.receipt()

    told = in_every_case(answer)
    assert told.verdict == "illegal"
    assert [step.why for step in told.steps] == ["dg never or too far"]


def test_a_fact_that_no_rule_reads_is_never_asked_for() -> None:
    def answer(case: Case) -> Receipt:
        case.say("no Road March in rain", "INS 1.12")
        return case.receipt("decided", "no")

    assert in_every_case(answer).needs == ()


def test_what_cannot_be_listed_is_needed_where_it_is_read() -> None:
    units: GameFact[tuple[str, ...]] = GameFact("units", None, need="state.units: the units")

    def answer(case: Case) -> Receipt:
        case.say("a limit of four", "INS 1.5")
        return case.receipt("decided", total=len(case(units)))

    told = in_every_case(answer)
    assert (told.verdict, told.needs) == ("undetermined", ("state.units: the units",))


def test_of_an_amount_only_what_is_asked_of_it_is_taken_both_ways() -> None:
    lost: GameFact[int] = GameFact("losses", None, need="losses: how many")

    def answer(case: Case) -> Receipt:
        found = case.holds(lost, lambda steps: steps > 0, "some")
        return case.receipt("decided", "routs" if found else "holds", found=found)

    assert in_every_case(answer).needs == ("losses: how many; if so routs; else holds",)
    assert Case().holds(GameFact("losses", 2), lambda steps: steps > 0)


def test_of_several_values_each_tells_what_it_decides() -> None:
    points: GameFact[int] = GameFact("points", None, (0, 3), "points: how many")

    def answer(case: Case) -> Receipt:
        spent = case(points)
        return case.receipt("decided", f"{spent} more", total=spent)

    assert in_every_case(answer).needs == ("points: how many; 0: 0 more; 3: 3 more",)


def test_what_everybody_takes_for_the_same_is_not_checked() -> None:
    def answer(case: Case) -> Receipt:
        taken = case.granted(DG, False, "whether it is Disorganized")
        return case.receipt("decided", "dg" if taken else "fit")

    told = in_every_case(answer)
    assert (told.summary, told.unchecked) == ("fit", ("whether it is Disorganized",))
    case = Case()
    assert case.granted(GameFact("dg", True), False, "whether it is") is True
    assert case.unchecked == []


def test_a_line_rests_on_the_weakest_of_what_was_read_for_it() -> None:
    case = Case()
    case(GameFact("hex", "A1.01", basis="survey"))
    case.say("it is there", "INS 1.3", "rulebook")
    case.say("so it is", "INS 1.3")
    case.saw("assumed", "survey")
    case.forbid("it may not", "INS 1.3", "rulebook")
    case.close("nor pass", "INS 1.3")
    assert [step.provenance for step in case.steps] == [
        "survey",
        "rulebook",
        "assumed",
        "rulebook",
    ]
    assert case.closed
    assert case.forbidden


def test_more_ways_than_can_be_told_end_in_a_need_without_what_it_decides() -> None:
    facts = [yes_or_no(f"f{number}", None, f"f{number}: whether") for number in range(12)]

    def answer(case: Case) -> Receipt:
        return case.receipt("decided", total=sum(map(case, facts)))

    told = in_every_case(answer)
    assert told.verdict == "undetermined"
    assert 0 < len(told.needs) <= len(facts)
    assert 2 ** len(facts) > MOST


def test_facts_that_are_said_are_read_before_those_that_are_not() -> None:
    assert any_holds(Case(), [DG, GameFact("oos", True)])


@dataclass(frozen=True, slots=True, kw_only=True)
class Marching:
    """A question with a fact."""

    dg: GameFact[bool] = fact(YES, "whether it is Disorganized")


def test_a_field_declared_as_a_fact_is_one_whether_it_is_said_or_not() -> None:
    silent, told = settled(None, Marching()), settled(None, Marching(dg=True))  # type: ignore
    assert (silent.dg.value, silent.dg.cases) == (None, (True, False))
    assert silent.dg.need == "dg: whether it is Disorganized"
    assert told.dg.value is True
    assert known(silent.dg, told.dg) is told.dg
    assert value_at(told, "dg") is told.dg


def test_a_fact_may_be_told_by_something_else() -> None:
    assert DG.else_of(True, "survey").value is True
    assert GameFact("dg", False).else_of(True).value is False
    assert DG.else_of(None).value is None
