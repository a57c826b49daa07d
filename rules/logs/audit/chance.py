"""Tests of dice: exact for few rolls, Pearson's for many, with their power.

Only what is needed, in plain Python: the chi-square distribution by its incomplete gamma function,
and the exact distribution of Pearson's statistic for a fair die by counting.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache

ALPHA = 0.05
"""The level at which a single test would be called remarkable."""
MOST_EXACT = 30
"""Rolls up to which the exact distribution is counted."""
EXACT_FACES = 20
"""Faces up to which it is."""
LEAST_EXPECTED = 5.0
"""Rolls expected of each outcome from which Pearson's approximation is good; where all are equally
likely, more rolls than ``MOST_EXACT`` with rolls² ≥ 10 faces are enough (Koehler and Larntz)."""
ENOUGH = 0.8
"""The power a test is usually asked to have."""


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), for a > 0 and x ≥ 0."""
    if x <= 0:
        return 1.0
    front = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        n = a
        # What is smaller than that changes no digit of a float's sum.
        while term > total * 1e-16:
            n += 1
            term *= x / n
            total += term
        return max(0.0, 1 - front * total)
    # Lentz's continued fraction.
    b = x + 1 - a
    c = 1e300  # Lentz begins with a fraction of nothing: dividing by this is as good as none
    d = 1 / b
    h = d
    # It ends by itself long before, after some multiples of √a (Numerical Recipes 6.2).
    for i in range(1, 10_000):
        an = -i * (i - a)
        b += 2
        d = 1 / (an * d + b)
        c = b + an / c
        h *= d * c
        if abs(d * c - 1) < 1e-15:
            break
    return front * h


def chi_square_tail(x: float, freedom: int) -> float:
    """The chance that a chi-square variable is at least ``x``."""
    return upper_gamma(freedom / 2, x / 2)


@lru_cache(maxsize=256)
def chi_square_limit(alpha: float, freedom: int) -> float:
    """The value a chi-square variable reaches with the chance ``alpha``."""
    low, high = 0.0, 10.0 + 10 * freedom
    while chi_square_tail(high, freedom) > alpha:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if chi_square_tail(middle, freedom) > alpha:
            low = middle
        else:
            high = middle
    return high


def statistic(counts: Sequence[int], chances: Sequence[float]) -> float:
    """Pearson's statistic of the counts of some outcomes with known chances."""
    rolls = sum(counts)
    pairs = zip(counts, chances, strict=True)
    return sum((count - rolls * p) ** 2 / (rolls * p) for count, p in pairs)


@lru_cache(maxsize=8)
def exact_tails(faces: int) -> Mapping[int, Mapping[int, float]]:
    """For up to ``MOST_EXACT`` rolls of a fair die: by the sum of the squares of the counts, the
    chance that it is at least that large."""
    import numpy as np

    # way[m][s]: ways, over m!, that m rolls fall on the faces so far with the sum of squares s.
    way = {m: np.zeros(m * m + 1) for m in range(MOST_EXACT + 1)}
    for m, line in way.items():
        line[m * m] = 1 / math.factorial(m)
    first = way
    for _ in range(faces - 1):
        more = {m: np.zeros(m * m + 1) for m in range(MOST_EXACT + 1)}
        for m, line in more.items():
            for here in range(m + 1):
                before = way[m - here]
                at = here * here
                line[at : at + len(before)] += before * first[here][at]
        way = more
    found = {}
    for m, line in way.items():
        tail = np.cumsum(line[::-1])[::-1]
        tail = tail / tail[0]
        found[m] = {s: float(tail[s]) for s in range(len(line)) if line[s] > 0}
    return found


def exact_tail(counts: Sequence[int]) -> float:
    """The chance that a fair die gives counts at least as uneven as these."""
    squares = sum(count * count for count in counts)
    return exact_tails(len(counts))[sum(counts)][squares]


def unevenness(counts: Sequence[int], chances: Sequence[float]) -> tuple[str, float] | None:
    """How likely counts as uneven as these, or more, are by luck: the method and the chance.

    None where there are too few rolls for any method.
    """
    rolls, faces = sum(counts), len(counts)
    if rolls < 2 or faces < 2:
        return None
    fair = max(chances) - min(chances) < 1e-12  # sums of floats; no die is so little loaded
    if fair and rolls <= MOST_EXACT and faces <= EXACT_FACES:
        return "exact", exact_tail(counts)
    enough = rolls * rolls >= 10 * faces if fair else rolls * min(chances) >= LEAST_EXPECTED
    if not enough:
        return None
    return "chi-square", chi_square_tail(statistic(counts, chances), faces - 1)


def mean_test(
    counts: Sequence[int], values: Sequence[int], chances: Sequence[float]
) -> tuple[float, float, float] | None:
    """The mean of some rolls, the one expected, and how likely a mean as far off is by luck.

    By the normal distribution; None for fewer than 10 rolls, which it is too coarse for.
    """
    rolls = sum(counts)
    if rolls < 10:
        return None
    expected = sum(v * p for v, p in zip(values, chances, strict=True))
    spread = sum((v - expected) ** 2 * p for v, p in zip(values, chances, strict=True))
    if spread == 0:
        return None
    total = sum(v * n for v, n in zip(values, counts, strict=True))
    # Half a pip for the step from whole totals to a smooth curve.
    far = max(0.0, abs(total - rolls * expected) - 0.5) / math.sqrt(spread * rolls)
    return total / rolls, expected, math.erfc(far / math.sqrt(2))


def loaded(chances: Sequence[float]) -> tuple[float, ...]:
    """The die a test is measured by: one face, the likeliest, comes up twice as often as it should
    in proportion to the others."""
    at = max(range(len(chances)), key=lambda i: chances[i])
    whole = 1 + chances[at]
    return tuple((2 * p if i == at else p) / whole for i, p in enumerate(chances))


def power(rolls: int, chances: Sequence[float], alpha: float = ALPHA) -> float:
    """The chance that the test finds out the die of :func:`loaded`, by the noncentral chi-square
    distribution. It is the usual approximation, up to a tenth too hopeful."""
    freedom = len(chances) - 1
    each = sum((a - p) ** 2 / p for a, p in zip(loaded(chances), chances, strict=True))
    half = rolls * each / 2
    limit = chi_square_limit(alpha, freedom)
    total = seen = 0.0
    weight = math.exp(-half)
    n = 0
    # Poisson's weights sum to 1: what is left then shows in no digit that is told.
    while seen < 1 - 1e-10 and n < 5000:
        total += weight * chi_square_tail(limit, freedom + 2 * n)
        seen += weight
        n += 1
        weight *= half / n
    return min(1.0, total)


@lru_cache(maxsize=256)
def rolls_needed(chances: tuple[float, ...], alpha: float = ALPHA) -> int:
    """How many rolls the test needs to find out the die of :func:`loaded` four times in five."""
    low, high = 1, 2
    # It looks no further than 4,096 rolls.
    while power(high, chances, alpha) < ENOUGH and high < 1 << 12:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        if power(middle, chances, alpha) < ENOUGH:
            low = middle
        else:
            high = middle
    return high


def corrected(chances: Sequence[float]) -> list[float]:
    """Holm's correction of the outcomes of several tests, in their order."""
    order = sorted(range(len(chances)), key=lambda i: chances[i])
    found = [0.0] * len(chances)
    most = 0.0
    for rank, at in enumerate(order):
        most = max(most, min(1.0, chances[at] * (len(chances) - rank)))
        found[at] = most
    return found
