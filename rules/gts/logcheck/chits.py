"""Follows activation chits: which is in play, how it came there, whose Units it activates."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from clubroute.rules.gts.campaign.command import attaches
from clubroute.rules.gts.games import book
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.logs.check.finding import Verdict
from clubroute.rules.position.names import same_group

SERIES = "GTS series"
ATTACHED = "whether it is attached to the Formation of the chit"
WHOM = "whom the chit activates: its {0} is not known"
PLACED = "put into play although it was not drawn from the mug"
UNSAID = "(division not "
"""In what our counters name as the Division where no rulebook says it."""
ONE_FORMATION = ("Formation", "Artillery", "Independent")
"""Kinds of chits that activate one Formation of a Division."""


@dataclass(frozen=True, slots=True)
class DrawnChit:
    """How a chit came into play, judged. ``again``: it had been drawn before in the turn."""

    chit: Counter
    verdict: Verdict
    why: str
    again: bool = False


@dataclass(slots=True)
class ChitMug:
    """The chits of a game, followed through a log.

    ``current`` is the chit in play: the last one drawn, None between chits or if nobody can tell.
    ``begun``: some chit is or has been in play. ``lying``: those of which one is in play, where a
    log begins with several. ``waiting``: those that were drawn before the one in play and under
    which nobody has moved yet: any of them may be in play. ``taken_up``: the one in play is one of
    those, ``passed`` the one drawn after it. ``refilled``: chits came back into the mug since
    the log began. ``_foreign``: the Units that moved under the one in play are none of those it
    activates, so that it waits still when another is taken up.
    """

    inside: set[str] = field(default_factory=set)
    current: Counter | None = None
    begun: bool = False
    drawn: set[str] = field(default_factory=set)
    emptied: bool = False
    lying: list[Counter] = field(default_factory=list)
    waiting: list[Counter] = field(default_factory=list)
    taken_up: bool = False
    passed: Counter | None = None
    refilled: bool = False
    _used: bool = False
    _foreign: bool = False
    _before: Counter | None = None

    def set_up(self, inside: Iterable[str], outside: Iterable[Counter]) -> None:
        """Take over the chits as a log begins: those in the mug, and those lying open beside it."""
        self.inside = set(inside)
        self.emptied = not self.inside
        lying = list(outside)
        self.begun = bool(lying)
        self.drawn = {chit.piece for chit in lying}
        self.current = lying[0] if len(lying) == 1 else None
        self.lying = [] if len(lying) == 1 else lying

    def resume(
        self,
        before: Mapping[str, Any],
        current: Counter | None,
        waiting: Iterable[Counter],
        passed: Counter | None,
    ) -> None:
        """Go on where another log ended, with what :meth:`leaves` told of it."""
        self.passed = passed
        self.current, self.lying, self.waiting = current, [], list(waiting)
        self.taken_up = bool(before["taken_up"])
        self.begun, self.drawn = bool(before["begun"]), set(before["drawn"])
        self.emptied, self.refilled = bool(before["emptied"]), bool(before["refilled"])
        self._used, self._foreign = bool(before["used"]), bool(before.get("foreign"))

    def leaves(self) -> dict[str, Any]:
        """Tell what a log that goes on here must know, as JSON values."""
        return {
            "chit": self.current.piece if self.current else "",
            "waiting": [chit.piece for chit in self.waiting],
            "taken_up": self.taken_up,
            "passed": self.passed.piece if self.passed else "",
            "begun": self.begun,
            "drawn": sorted(self.drawn),
            "emptied": self.emptied,
            "refilled": self.refilled,
            "used": self._used,
            "foreign": self._foreign,
        }

    def turn_over(self) -> None:
        """Begin a turn: every chit may be drawn again, and none is in play until one is drawn."""
        self.drawn.clear()
        self.lying.clear()
        self.waiting.clear()
        self.current, self.passed, self.taken_up = None, None, False

    def take_up(self, chit: Counter) -> None:
        """Put a chit into play that was drawn earlier and waits."""
        self.waiting.remove(chit)
        if self.current is not None and (self._foreign or not self._used):
            self.waiting.append(self.current)
        self.passed = self.current
        self.current, self.taken_up, self._used, self._foreign = chit, True, True, False

    def used(self, foreign: bool = False) -> None:
        """Take note that a Unit moved under the chit in play, or a die fell; ``foreign``: the chit
        does not activate the Unit."""
        self._foreign = foreign and (self._foreign or not self._used)
        self._used = True

    def back(self, pieces: Iterable[str]) -> Counter | None:
        """Take note of chits that were put into the mug or taken out of the game.

        Returns one that was drawn last and put back before anything moved: a draw by mistake,
        which does not count.
        """
        returned = set(pieces)
        unused: Counter | None = None
        self.refilled = True
        self.lying = [chit for chit in self.lying if chit.piece not in returned]
        self.waiting = [chit for chit in self.waiting if chit.piece not in returned]
        if self.current is not None and self.current.piece in returned:
            if not self._used and len(returned) == 1:
                unused = self.current
                self.drawn.discard(unused.piece)
            self.current = self._before if unused else None
            self.waiting = [chit for chit in self.waiting if chit is not self.current]
        if self.emptied or len(returned) > 1:
            self.drawn.clear()
            self.emptied = False
        self.inside |= returned
        return unused

    def out(self, chits: Iterable[Counter], from_mug: bool) -> list[DrawnChit]:
        """Judge each of the chits that came into play in one step."""
        many = list(chits)
        found = []
        self._before = self.current
        for number, chit in enumerate(many):
            verdict, why = self._judged(chit, from_mug, number)
            found.append(DrawnChit(chit, verdict, why, chit.piece in self.drawn))
            self.inside.discard(chit.piece)
        for chit in many:
            if self.current is not None and not self._used:
                self.waiting.append(self.current)
            self.taken_up, self.passed = False, None
            self.drawn.add(chit.piece)
            self.current, self.begun, self._used, self._foreign = chit, True, False, False
            self.lying.clear()
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
                return "unchecked" if self.refilled else "illegal", PLACED
            return "unchecked", "put into play, not drawn: whether the scenario says so"
        return "legal", "drawn from the mug"


def attached(window: str, chit: Counter, unit: Counter) -> str:
    """Return the rule by which a Formation's chit may activate a Unit whose counter names another
    Formation, "" if none does."""
    for row in book("command", window).rows("attached").values():
        if attaches(row, chit.formation, unit.division, unit.formation):
            return row.cite
    return ""


def unknown_of(chit: Counter) -> str:
    """Name what must be known of a chit to tell whom it activates, "" if nothing."""
    parts = {"side": chit.side, "kind": chit.kind, "division": chit.division}
    if chit.kind == "Direct Command":
        del parts["division"]
    return next((name for name, value in parts.items() if not value), "")


def activates(window: str, chit: Counter, unit: Counter) -> bool | None:
    """Tell whether a chit activates a Unit; None if too little is known of either.

    Direct Command is for the Units of a side, a Division's chit for those of the Division, another
    for those of the Formation it names and of those that may be attached to it.
    """
    if not chit.side or not unit.side:
        return None
    if chit.side != unit.side:
        return False
    if chit.kind == "Direct Command":
        return True
    if not chit.division or not unit.division:
        return None
    unsaid = any(UNSAID in name for name in (chit.division, unit.division))
    if not unsaid and not same_group(chit.division, unit.division):
        return False
    if chit.kind == "Division":
        return None if unsaid else True
    if chit.kind not in ONE_FORMATION or not unit.formation:
        return None
    if same_group(unit.formation, chit.formation):
        return None if unsaid else True
    return None if attached(window, chit, unit) else False


def night_chit(window: str, chit: Counter, now: Mapping[str, str] | None) -> str:
    """Return the rule by which a chit may not be drawn in a turn, "" if it may."""
    if chit.kind != "Formation" or now is None:
        return ""
    rules = book("command", window)["night"]
    if now["time"] != rules.text("turn"):
        return ""
    barred = any(same_group(name, chit.division) for name in rules.words("divisions"))
    return rules.cite if barred else ""
