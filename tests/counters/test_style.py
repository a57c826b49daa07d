"""Division colours that colour-blind players can tell apart, and lettering that stands out."""

from __future__ import annotations

from itertools import combinations

import pytest

from clubroute.builder.art.mark_names import MARKER_SIGNS, SYMBOL_NAMES
from clubroute.builder.art.sheets import MARKS
from clubroute.builder.art.symbols import SYMBOLS
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counter_style import Colour

# Viénot, Brettel and Mollon (1999): what red-blind and green-blind eyes see, in linear RGB.
EYES = {
    "full": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "red-blind": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "green-blind": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
}


def linear(value: int) -> float:
    share = value / 255
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


def lab(colour: Colour, eye: str) -> tuple[float, float, float]:
    """CIE Lab of a colour as an eye sees it."""
    light = [linear(value) for value in colour]
    r, g, b = (max(0.0, sum(m * v for m, v in zip(row, light, strict=True))) for row in EYES[eye])

    def bend(t: float) -> float:
        return float(t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116

    x = bend((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505)
    y = bend(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = bend((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(a: Colour, b: Colour) -> float:
    """WCAG contrast ratio."""
    dark, light = sorted(
        0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]) for c in (a, b)
    )
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("eye", sorted(EYES))
def test_any_two_divisions_stay_apart(wed: CounterSet, eye: str) -> None:
    for one, other in combinations(wed.style.divisions.items(), 2):
        a, b = lab(one[1].fill, eye), lab(other[1].fill, eye)
        gap = sum((p - q) ** 2 for p, q in zip(a, b, strict=True)) ** 0.5
        assert gap > 20, (one[0], other[0], gap)


def test_designations_stand_out(wed: CounterSet) -> None:
    for paint in wed.style.divisions.values():
        assert contrast(paint.fill, paint.ink) >= 4.5
    for name, paint in wed.style.markers.items():
        assert contrast(paint.fill, paint.ink) >= 3, name


def test_every_kind_has_a_symbol_that_can_be_drawn(wed: CounterSet) -> None:
    assert set(SYMBOLS) == set(SYMBOL_NAMES)
    assert set(wed.style.layout.symbols.values()) <= set(SYMBOLS)
    assert set(MARKS) == set(MARKER_SIGNS)
