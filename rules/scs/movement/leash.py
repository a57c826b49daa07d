"""How far released armour may go from the airborne units of its division (INS 2.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.rules.kinds import ALLIED
from clubroute.rules.mapfile import MapFile
from clubroute.rules.scs.movement.costs import rules
from clubroute.rules.scs.movement.situation import released
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.units import division_named
from clubroute.rules.scs.unsaid import Guess
from clubroute.rules.working import Working


@dataclass(frozen=True, slots=True)
class Leash:
    """What keeps a unit near some hexes; none if there are no hexes."""

    country: MapFile
    start: int
    near: Sequence[int]

    def far(self, here: int) -> int:
        """How far a hex is from the nearest of them."""
        return min((self.country.between(here, one) for one in self.near), default=0)

    def holds(self, end: int) -> bool:
        """Whether the unit may end in a hex: near, or nearer than where it began."""
        far = self.far(end)
        return far <= rules()["assigned"].number("hexes") or far < self.far(self.start)

    def judge(self, work: Working, end: int) -> None:
        """Say whether the unit may end in a hex."""
        row, far = rules()["assigned"], self.far(end)
        if self.near:
            work.check(
                self.holds(end),
                f"it ends {far} hexes from an airborne unit of its division",
                f"it ends {far} hexes from the nearest airborne unit of its division, more than "
                f"{row.number('hexes')} and no nearer than before",
                row.cite,
            )


def leash_of(
    country: MapFile, state: Position, unit: Unit, start: int, guess: Guess, work: Working
) -> Leash:
    """The leash of a unit that begins in a hex; it holds none but released armour."""
    if not released(unit, guess):
        return Leash(country, start, ())
    near = [
        country.id(one.hex)
        for one in state.units or ()
        if one.hex is not None
        and one.assigned is None
        and one.side == ALLIED
        and one.airborne == division_named(unit.assigned or "")
    ]
    if not near:
        work.leave(f"how far its division's airborne units are ({rules()['assigned'].cite})")
    return Leash(country, start, near)
