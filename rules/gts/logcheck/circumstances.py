"""Holds what is known of the time around an activation: chits, dice, what came before the log."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from clubroute.rules.gts.logcheck.counter import Counter
from clubroute.rules.gts.logcheck.transport import Carried

EARLIER = "the log before this one: whether dice were rolled there, and whom they made retreat"

LEFT = "the log before this one: whether it left the Unit by slip where this one begins"


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What an activation happened in.

    ``rolled``: dice were rolled while its chit was in play. ``lone``: the chit came into play
    before the log began, so that nobody knows what had been rolled or done. ``owed``: the side
    whose chit was in play before, if dice were rolled under it: the others may make their retreats
    late; "" if none were, None if that is not known.
    ``over``: the activation was closed by the next one, and not by the end of the log. ``entered``:
    the Unit came onto the map under the same chit. ``event``: an event was drawn. ``carried``:
    what went the same way under the same chit and may have carried it. ``lying`` are the chits that
    may be in play besides: where a log begins with several, one of them, else those drawn before
    under which nobody has moved. ``taken_up``: the chit in play had waited among such.
    ``stays``: the Unit is not seen to move again. ``said`` are the lines of chat under the chit
    that announce a Second Action.
    """

    rolled: bool = False
    lone: bool = False
    owed: str | None = ""
    over: bool = True
    entered: bool = False
    event: bool = False
    carried: Carried = ""
    lying: tuple[Counter, ...] = ()
    taken_up: bool = False
    stays: bool = True
    said: tuple[str, ...] = ()

    def announced(self, unit: Counter, others: Iterable[Counter]) -> bool:
        """Tell whether a Second Action of a Unit was announced under the chit: a line of chat
        names it, or names nobody."""
        names = [one.name for one in others if one.name and one.name != unit.name]
        return any(
            (unit.name and unit.name in line) or not any(name in line for name in names)
            for line in self.said
        )

    @property
    def untold(self) -> bool:
        """Tell whether dice may have been rolled that this log does not show."""
        return self.lone or self.owed is None

    def owes(self, side: str) -> bool:
        """Tell whether a side may still have to retreat under the chit before."""
        return bool(self.owed) and self.owed != side
