"""How a unit turns on its way: which hexsides it faces, what turning costs, and steps back."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from clubroute.rules.answer.model import Step
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.plain.book.tables import FacingRow, RuleTables
from clubroute.rules.plain.compass import SIDES, before, facing_of, letters, turns_between
from clubroute.rules.plain.position import PlainUnit

ANY_WAY = frozenset(range(SIDES))


@dataclass(frozen=True, slots=True)
class Turning:
    """The way a unit faces as it begins to move, and the one ``wanted`` at the end, None if any."""

    row: FacingRow
    facing: int
    wanted: int | None = None

    def steps_to(self, direction: int) -> frozenset[int]:
        """The facings in which a unit may step in a direction."""
        return before(direction, self.row.front)

    def cost(self, old: int, new: int, stepped: bool) -> int:
        """What turning costs in half-MP; after a step some hexsides are free."""
        free = self.row.free if stepped else 0
        return self.row.turn * max(0, turns_between(old, new) - free)

    def along(self, directions: Sequence[int], ends: Collection[int]) -> list[int]:
        """The facings of a path that cost least: one for each step, and that at its end."""
        ways = {self.facing: (0, [self.facing])}
        for index, may in enumerate([*map(self.steps_to, directions), frozenset(ends)]):
            further: dict[int, tuple[int, list[int]]] = {}
            for old, (spent, path) in ways.items():
                for new in may:
                    told = spent + self.cost(old, new, index > 0), [*path, new]
                    if new not in further or told[0] < further[new][0]:
                        further[new] = told
            ways = further
        # Of facings that cost the same, the one that turns least.
        spent = min(one for one, _ in ways.values())
        paths = [path for one, path in ways.values() if one == spent]
        return min(paths, key=turned_in_all)[1:]

    def line(self, country: MapFile, old: int, new: int, stepped: bool, hex_: str) -> list[Step]:
        """What a turn costs, in a line; none where the unit does not turn."""
        if old == new:
            return []
        many, cost = turns_between(old, new), self.cost(old, new, stepped)
        plural = "s" if many > 1 else ""
        told = f"turns to {letters(country)[new]}, {many} hexside{plural}" + (
            "" if cost else ", free"
        )
        return [Step(told, self.row.rule_of("move"), cost or None, end=hex_)]


def turned_in_all(path: list[int]) -> int:
    """How many hexsides the facings of a path turn."""
    return sum(itertools.starmap(turns_between, itertools.pairwise(path)))


def unfaced(
    rules: RuleTables, country: MapFile, units: Sequence[PlainUnit] | None, side: str, own: bool
) -> list[str]:
    """What is needed of units with a zone whose facing is not said.

    :param own: whether of those of the side, or of all others.
    """
    if rules.facing is None or rules.zoc is None:
        return []
    return [
        f"state.units[{index}].facing: which hexside {one.call} faces"
        for index, one in enumerate(units or ())
        if (one.side == side) == own and rules.has_zone(one) and facing_of(country, one) is None
    ]


def zone_sides(rules: RuleTables, country: MapFile, unit: PlainUnit) -> frozenset[int]:
    """The directions in which the zone of a unit reaches; none if its facing counts and is not
    known."""
    row = rules.facing
    if row is None:
        return ANY_WAY
    facing = facing_of(country, unit)
    if facing is None:
        return frozenset()
    narrow = row.narrow or rules.is_among(unit, row.faced)
    return frozenset({facing}) if narrow else before(facing, row.front)
