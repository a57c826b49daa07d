"""Activation chits: which lies in play, how it came there, and whose Units it activates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.logs.check.finding import Verdict
from clubroute.rules.position.names import same_group

SERIES = "GTS series"
RETREAT = "whether a retreat or an event moved it (GTS series)"
ONE_FORMATION = ("Formation", "Artillery", "Independent")
"""Kinds of chits that activate one Formation of a Division."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """How a chit came into play, judged. ``again``: it had been drawn before in the turn."""

    chit: Counter
    verdict: Verdict
    why: str
    again: bool = False


@dataclass(slots=True)
class Mug:
    """The chits of a game, followed through a log.

    ``current`` is the chit in play: the last one drawn, None between chits or if nobody can tell.
    ``begun``: some chit is or has been in play.
    """

    inside: set[str] = field(default_factory=set)
    current: Counter | None = None
    begun: bool = False
    drawn: set[str] = field(default_factory=set)
    emptied: bool = False

    def set_up(self, inside: Iterable[str], outside: Iterable[Counter]) -> None:
        """The chits as a log begins: those in the mug, and those that lie open by it."""
        self.inside = set(inside)
        self.emptied = not self.inside
        lying = list(outside)
        self.begun = bool(lying)
        self.drawn = {chit.piece for chit in lying}
        self.current = lying[0] if len(lying) == 1 else None

    def turn_over(self) -> None:
        """A new turn: every chit may be drawn again, and none is in play before one is."""
        self.drawn.clear()
        self.current = None

    def back(self, pieces: Iterable[str]) -> None:
        """Chits that were put into the mug, or taken out of the game."""
        returned = set(pieces)
        if self.current is not None and self.current.piece in returned:
            self.current = None
        if self.emptied or len(returned) > 1:
            self.drawn.clear()
            self.emptied = False
        self.inside |= returned

    def out(self, chits: Iterable[Counter], from_mug: bool) -> list[Drawn]:
        """Chits that came into play in one step, each judged."""
        many = list(chits)
        found = []
        for number, chit in enumerate(many):
            verdict, why = self._judged(chit, from_mug, number)
            found.append(Drawn(chit, verdict, why, chit.piece in self.drawn))
            self.inside.discard(chit.piece)
        for chit in many:
            self.drawn.add(chit.piece)
            self.current, self.begun = chit, True
        self.emptied = self.emptied or not self.inside
        return found

    def _judged(self, chit: Counter, from_mug: bool, number: int) -> tuple[Verdict, str]:
        if number and not self.begun:
            return "unchecked", "put out together with another: whether the scenario says so"
        if number:
            return "illegal", "drawn together with another: chits are drawn one at a time"
        if chit.piece in self.drawn:
            return "illegal", "put back and drawn again before the mug was empty"
        if not from_mug:
            if self.begun and self.drawn and self.inside:
                return "illegal", "put into play although it was not drawn from the mug"
            return "unchecked", "put into play, not drawn: whether the scenario says so"
        return "legal", "drawn from the mug"


def activates(chit: Counter, unit: Counter) -> bool | None:
    """Whether a chit activates a Unit, None if nobody says what it must know.

    Direct Command is for the Units of a side, a Division's chit for those of the Division, another
    for those of the Formation it names.
    """
    if not chit.side or not unit.side:
        return None
    if chit.side != unit.side:
        return False
    if chit.kind == "Direct Command":
        return True
    if not chit.division or not unit.division:
        return None
    if not (same_group(chit.division, unit.division) or same_group(unit.division, chit.division)):
        return False
    if chit.kind == "Division":
        return True
    if chit.kind in ONE_FORMATION:
        return same_group(unit.formation, chit.formation) if unit.formation else None
    return None
