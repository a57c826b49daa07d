"""Odds as combat tables have them: strengths added up, simplified to whole numbers to one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from fractions import Fraction

HALF = Fraction(1, 2)
NEAREST, DEFENDER = "nearest", "defender"


def rounded(value: Fraction) -> int:
    """Round normally: halves up."""
    return int(value + HALF)


def total(strengths: Iterable[Fraction], fractions: str) -> Fraction:
    """Add strengths up: with their fractions (``keep``), or each rounded (``round``, ``up``,
    ``down``)."""
    found = Fraction(0)
    for one in strengths:
        if fractions == "keep":
            found += one
        elif fractions == "round":
            found += rounded(one)
        else:
            found += -(-one // 1) if fractions == "up" else one // 1
    return found


def simplified(attack: Fraction, defence: Fraction, rounding: str) -> Fraction:
    """The odds of two strengths above 0 as tables have them: n to 1, or 1 to n.

    :param rounding: ``nearest``, halves up, or ``defender``: in the defender's favour.
    """
    if attack >= defence:
        ratio = attack / defence
        return Fraction(rounded(ratio) if rounding == NEAREST else int(ratio))
    ratio = defence / attack
    return 1 / Fraction(rounded(ratio) if rounding == NEAREST else -int(-ratio // 1))


def column_at(least: Sequence[Fraction], value: Fraction) -> int:
    """The column of a value: the last of those that begin at or below it, -1 if it is below all.

    :param least: where each column begins, the lowest first.
    """
    return bisect_right(least, value) - 1


def shifted(column: int, shift: int, columns: int) -> int:
    """A column after a shift, kept on the table."""
    return min(max(column + shift, 0), columns - 1)


def shown(value: Fraction) -> str:
    """A strength as players write it: 2.5."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):g}"


def shift_text(shift: int) -> str:
    """A shift of columns in words."""
    return "no shift" if not shift else f"{'right' if shift > 0 else 'left'} {abs(shift)}"
