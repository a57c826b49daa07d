"""Tests of dice, held to counting every outcome and to tables of the chi-square distribution."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.rules.logs.audit import chance

FAIR = (0.1,) * 10


@pytest.mark.parametrize(("faces", "rolls"), [(2, 7), (3, 6), (4, 5), (6, 4)])
def test_the_exact_tail_is_that_of_all_outcomes(faces: int, rolls: int) -> None:
    squares = [
        sum(n * n for n in Counter(outcome).values())
        for outcome in product(range(faces), repeat=rolls)
    ]
    for outcome in product(range(faces), repeat=rolls):
        counts = [outcome.count(face) for face in range(faces)]
        mine = sum(n * n for n in counts)
        wanted = sum(s >= mine for s in squares) / len(squares)
        assert chance.exact_tail(counts) == pytest.approx(wanted)


@pytest.mark.parametrize(
    ("x", "freedom", "tail"),
    [(3.841, 1, 0.05), (16.919, 9, 0.05), (21.666, 9, 0.01), (124.342, 100, 0.05), (0, 3, 1)],
)
def test_the_tail_of_chi_square(x: float, freedom: int, tail: float) -> None:
    assert chance.chi_square_tail(x, freedom) == pytest.approx(tail, abs=2e-5)
    if x:
        assert chance.chi_square_limit(tail, freedom) == pytest.approx(x, abs=2e-3)


@given(st.lists(st.integers(0, 60), min_size=10, max_size=10))
def test_chances_are_chances(counts: list[int]) -> None:
    found = chance.unevenness(counts, FAIR)
    if found is None:
        assert sum(counts) < 10 or sum(counts) ** 2 < 100
    else:
        assert 0 <= found[1] <= 1 + 1e-12


def test_the_methods_agree_where_they_meet() -> None:
    counts = [9, 1, 2, 3, 2, 3, 4, 2, 1, 3]
    assert sum(counts) == chance.MOST_EXACT
    method, exact = chance.unevenness(counts, FAIR) or ("", 0.0)
    assert method == "exact"
    near = chance.chi_square_tail(chance.statistic(counts, FAIR), 9)
    assert exact == pytest.approx(near, abs=0.02)


def test_few_rolls_prove_nothing() -> None:
    assert chance.unevenness([1] + [0] * 9, FAIR) is None
    assert chance.unevenness([20, 20], (0.9, 0.1)) is None
    assert chance.mean_test([3, 3], [0, 1], (0.5, 0.5)) is None


def test_a_loaded_die_is_remarkable_and_a_fair_one_is_not() -> None:
    loaded = chance.unevenness([60] + [15] * 9, FAIR)
    fair = chance.unevenness([20] * 10, FAIR)
    assert loaded is not None
    assert loaded[1] < 1e-6
    assert fair is not None
    assert fair[1] == pytest.approx(1)
    mean = chance.mean_test([60] + [15] * 9, range(10), FAIR)
    assert mean is not None
    assert mean[2] < 0.01


def test_power_is_that_of_many_tries() -> None:
    import random

    dice = random.Random(5)
    rolls, tries = 150, 400
    weights = chance.loaded(FAIR)
    limit = chance.chi_square_limit(chance.ALPHA, 9)
    hits = 0
    for _ in range(tries):
        counted = Counter(dice.choices(range(10), weights, k=rolls))
        hits += chance.statistic([counted[face] for face in range(10)], FAIR) > limit
    assert chance.power(rolls, FAIR) == pytest.approx(hits / tries, abs=0.12)


def test_power_grows_with_rolls() -> None:
    found = [chance.power(n, FAIR) for n in (10, 50, 100, 300)]
    assert found == sorted(found)
    needed = chance.rolls_needed(FAIR)
    assert chance.power(needed, FAIR) >= chance.ENOUGH > chance.power(needed - 1, FAIR)


def test_correction_for_many_tests() -> None:
    assert chance.corrected([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert chance.corrected([]) == []
    assert chance.corrected([0.9, 0.8]) == [1.0, 1.0]
