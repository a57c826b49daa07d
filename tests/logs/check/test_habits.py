"""Nobody who plays by the rules is accused, whatever his habits; every fault is named.

``python -m tests.bench.bench_habits 500`` plays as many games as you like, with ``--game tdc`` or
``mg`` on the other games' set-ups.
"""

from __future__ import annotations

import pytest

from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module
from tests.logs.check.conftest import Staged
from tests.logs.check.habits import MISDEEDS, TRICKS
from tests.logs.check.habitual import (
    Table,
    accusations,
    named,
    worse,
)
from tests.logs.check.scenario import Scenario
from tests.logs.check.varied import KINDS

GAMES, EACH = 15, 2


@pytest.fixture(scope="module")
def table(told: Scenario, module: Module, context: Context) -> Table:
    return Table(told, module, context)


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_habit_is_a_fault_in_whatever_form_the_log_comes(seed: int, table: Table) -> None:
    person = table.legal(seed)
    whole = table.check(person.recorded).findings
    assert accusations(whole) == [], person.deeds
    for form, findings in table.forms(person, seed, [KINDS[seed % len(KINDS)]]):
        assert worse(whole, form, findings) == [], person.deeds


@pytest.mark.parametrize("kind", MISDEEDS)
def test_no_form_of_a_log_with_a_fault_makes_a_verdict_worse(kind: str, table: Table) -> None:
    person, _ = table.faulty(7, kind)
    whole = table.check(person.recorded).findings
    for form, findings in table.forms(person, 7):
        assert worse(whole, form, findings) == [], person.deeds


@pytest.mark.parametrize("kind", MISDEEDS)
@pytest.mark.parametrize("seed", range(EACH))
def test_a_fault_is_illegal_in_whatever_habit_it_is_made(
    kind: str, seed: int, table: Table
) -> None:
    person, misdeed = table.faulty(seed, kind)
    assert named(table.check(person.recorded), misdeed) == "illegal", person.deeds


ELSEWHERE = {
    "tdc": ((11, 27), ("by_ferry_that_bars_it", "drawn_at_night", "goes_on_late")),
    "mg": ((17,), ("over_water", "over_limit")),
}
"""Of the other games: legal games to play, and kinds of faults."""


@pytest.mark.parametrize("game", ELSEWHERE)
def test_nobody_is_accused_and_faults_are_named_in_the_other_games(
    game: str, staged: Staged
) -> None:
    elsewhere, (seeds, kinds) = Table(*staged(game)), ELSEWHERE[game]
    for seed in seeds:
        person = elsewhere.legal(seed)
        whole = elsewhere.check(person.recorded).findings
        assert accusations(whole) == [], person.deeds
        for form, findings in elsewhere.forms(person, seed, [KINDS[seed % len(KINDS)]]):
            assert worse(whole, form, findings) == [], person.deeds
    for kind in kinds:
        person, misdeed = elsewhere.faulty(1, kind)
        wanted = "illegal" if kind in MISDEEDS else "unchecked"
        assert named(elsewhere.check(person.recorded), misdeed) == wanted, person.deeds


UNLOOKED = {
    "more than its": "the movement allowance",
    "enemy Unit": "enemy Units (",
    "may not": "limits of where",
}
"""What a reason rests on, and what its receipts must not leave out then, by words of both."""


@pytest.mark.parametrize("kind", MISDEEDS)
@pytest.mark.parametrize("seed", range(EACH))
def test_no_receipt_leaves_out_what_its_finding_rests_on(
    kind: str, seed: int, table: Table
) -> None:
    person, _ = table.faulty(seed, kind)
    found = [one for one in table.check(person.recorded).findings if one.receipt]
    assert found
    for one in found:
        for receipt in filter(None, (one.receipt, one.around)):
            left_out = " ".join(receipt.get("unchecked", ()))
            wrong = [what for why, what in UNLOOKED.items() if why in one.why and what in left_out]
            assert wrong == [], one.line()


@pytest.mark.parametrize("kind", TRICKS)
@pytest.mark.parametrize("seed", range(EACH))
def test_a_trick_that_no_log_proves_is_named(kind: str, seed: int, table: Table) -> None:
    person, misdeed = table.faulty(seed, kind)
    assert named(table.check(person.recorded), misdeed) == "unchecked", person.deeds
