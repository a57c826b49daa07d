"""How much may be in a hex: units or points, and limits of single kinds, classes and states."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from clubroute.rules.kit.odds import shown
from clubroute.rules.plain.book.tables import ChartRow, RuleTables, StackLimit
from clubroute.rules.plain.game import PlainGame
from clubroute.rules.plain.position import PlainPosition, PlainUnit

POINTS = "stacking"
"""The column of ``units.csv`` with the points, as ``[units]`` names it."""


@dataclass(frozen=True, slots=True)
class Load:
    """What counts against a limit of a hex: how much ``of`` what, of the ``most`` there may be."""

    much: Fraction
    most: int
    of: str
    rule: str

    @property
    def over(self) -> bool:
        """Whether it is too much."""
        return self.much > self.most

    @property
    def told(self) -> str:
        """What there is, in words."""
        plural = "" if self.much == 1 or not self.of.endswith("s") else "s"
        return f"{shown(self.much)} {self.of.removesuffix('s')}{plural}"


def points_of(rules: RuleTables, game: PlainGame, unit: PlainUnit) -> Fraction | None:
    """The stacking points of a unit, None if they are not known; a blank cell has none."""
    more = sum(one.points for one in rules.states.values() if unit.shows(one.name))
    if unit.points is not None:
        return Fraction(str(unit.points)) + more
    counter, column = game.counters.get(unit.id or ""), rules.columns.get(POINTS)
    if counter is None or column is None:
        return None
    try:
        return Fraction(counter.column(column, unit.back) or 0) + more
    except ValueError:
        return None


def unweighed(
    rules: RuleTables, game: PlainGame, state: PlainPosition, side: str | None
) -> list[str]:
    """What is needed of a side's units whose stacking points count and are not known."""
    row = rules.stacking
    if row is None or not (row.points or any(one.points for one in row.limits)):
        return []
    return [
        f"state.units[{index}].points: the stacking points of {one.call}"
        for index, one in enumerate(state.units or ())
        if one.side == side and points_of(rules, game, one) is None
    ]


def loads(
    rules: RuleTables, game: PlainGame, ground: ChartRow | None, units: Sequence[PlainUnit]
) -> Iterator[Load]:
    """What some units in a hex count against each limit there."""
    row = rules.stacking
    if row is None:
        return
    most, rule = row.most, row.rule
    if ground is not None and ground.stack is not None:
        most, rule = ground.stack, ground.rule
    if ground is not None and ground.name in row.terrain:
        most, rule = row.terrain[ground.name], row.rule
    counted = [one for one in units if one.kind not in row.free]
    what = "points" if row.points else "units"
    yield Load(amount(rules, game, counted, row.points), most, what, rule)
    for other in row.limits:
        counted = [one for one in units if falls_under(rules, other, one)]
        names = "points" if other.points else "units"
        what = f"{names} of {' or '.join(other.of)}".replace("_", " ")
        yield Load(amount(rules, game, counted, other.points), other.most, what, other.rule)


def amount(
    rules: RuleTables, game: PlainGame, units: Sequence[PlainUnit], points: bool
) -> Fraction:
    """How many units there are, or their points as far as they are known."""
    if not points:
        return Fraction(len(units))
    return sum((points_of(rules, game, one) or Fraction(0) for one in units), Fraction(0))


def falls_under(rules: RuleTables, limit: StackLimit, unit: PlainUnit) -> bool:
    """Whether a unit is of the kinds, classes or states of a limit."""
    ranks = (unit.kind, rules.class_of(unit), *(unit.state or ()))
    return any(one in ranks for one in limit.of)
