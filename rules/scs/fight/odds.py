"""The Combat Table as numbers: strengths, odds, columns, results (INS Combat Table, 1.3a)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from clubroute.builder.counting import so_many
from clubroute.rules.kit.odds import shifted, simplified
from clubroute.rules.scs.games import book

RESULT = re.compile(r"(?:A(\d)(?:r(\d))?)?(?:D(\d)(?:r(\d))?)?(?:d(\d))?")


SUFFERED = ("attacker_steps", "attacker_retreat", "defender_steps", "defender_retreat")
"""What a result does to both sides."""


@dataclass(frozen=True, slots=True)
class Result:
    """A cell of the Combat Table: steps lost and hexes to retreat, by side.

    ``alternate`` are the defender's steps where the Alternate Result is called for.
    """

    attacker_steps: int
    attacker_retreat: int
    defender_steps: int
    defender_retreat: int
    alternate: int = 0

    def told(self, alternate: bool) -> Result:
        """What happens: with the Alternate Result the defender loses its steps and stays."""
        if not alternate:
            return replace(self, alternate=0)
        return Result(self.attacker_steps, self.attacker_retreat, self.alternate, 0)

    def record(self) -> dict[str, int]:
        """The losses and retreats of both sides, by name."""
        return {name: getattr(self, name) for name in SUFFERED}

    def text(self) -> str:
        """The result in words."""
        parts = [
            *side("the attacker", self.attacker_steps, self.attacker_retreat),
            *side("the defender", self.defender_steps, self.defender_retreat),
        ]
        return "; ".join(parts) or "no effect"


def side(who: str, steps: int, away: int) -> list[str]:
    """One side's part of a result, in words."""
    lost = [f"loses {so_many(steps, 'step')}"] if steps else []
    back = [f"retreats {so_many(away, 'hex')}"] if away else []
    return [f"{who} {' and '.join(lost + back)}"] if lost or back else []


def read_result(text: str) -> Result:
    """Read a cell of the table, ``D1r2d1``. :raises ValueError: it is none."""
    found = RESULT.fullmatch(text)
    if found is None or not text:
        raise ValueError(text)
    return Result(*(int(number or 0) for number in found.groups()))


def columns() -> tuple[str, ...]:
    """The odds columns, the worst for the attacker first."""
    return book("combat")["table"].words("columns")


def result_of(roll: int, column: int) -> Result:
    """The result of a sum of two dice in a column."""
    return read_result(printed(roll, column))


def printed(roll: int, column: int) -> str:
    """The cell of a sum of two dice in a column as the table prints it, ``D1r2d1``."""
    cell: str = book("combat")["table"].value("dice")[str(roll)][column]
    return cell


def column_of(attack: Fraction, defence: Fraction, shift: int, rounding: str, ends: str) -> int:
    """The column of an attack after its shifts.

    :param rounding: ``nearest``, halves up, or ``defender``: in the defender's favour.
    :param ends: ``table``: odds beyond the table are its end column, and shift from there;
        ``beyond``: they shift first.
    """
    names = columns()
    even, many = names.index("1:1"), len(names)
    found = even + ratio_steps(attack, defence, rounding)
    if ends == "table":
        found = shifted(found, 0, many)
    return shifted(found, shift, many)


def ratio_steps(attack: Fraction, defence: Fraction, rounding: str) -> int:
    """How many columns a ratio lies to the right of 1:1; 3:1 is 2, 1:3 is -2."""
    if not attack:
        return -len(columns())
    if not defence:
        return len(columns())
    ratio = simplified(attack, defence, rounding)
    return int(ratio) - 1 if ratio >= 1 else 1 - int(1 / ratio)
