"""Follows activation chits: which is in play, how it came there, whose Units it activates."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.campaign.command import attaches
from clubroute.rules.gts.games import book
from clubroute.rules.gts.logcheck.board import Snapshot, Standing
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.logs.check.finding import LogFinding, Verdict, open_finding
from clubroute.rules.logs.check.throws import (
    ROUND_RULES,
    UNSEEN,
    WHO,
    UndoneDice,
    WrongThrow,
)
from clubroute.rules.logs.replay import Moment
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
        """Begin a turn: every chit may be drawn again, and none is in play until one is drawn. A
        turn that follows another is play, chit or no chit."""
        self.begun = True
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


# Names what a log shows that is no move, and yet may get round the rules: Units that leave the map
# and come back elsewhere, markers lifted and put back, pieces flipped and flipped back, undone
# dice and chits.

LIFTED = ("bridge_destroyed", "stream_unstable", "road_block")
"""The kinds of markers that stop Units."""
RETURN = "what brought it back there: the rules of what left the map, or a slip"
TWICE = "which of them is the Unit: another piece of the same counter is on the map"
PUT_BACK = "why the marker was lifted while it went there"
FLIPPED = "which of its sides it moved with"


class Went(NamedTuple):
    """A Unit was put from a hex into another in a step."""

    step: int
    counter: Counter
    start: int
    end: int


@dataclass(slots=True)
class Oddities:
    """Watches a log (``log`` by name) for what is odd. ``chit`` and ``turn`` are those in play."""

    map: MapFile
    log: str
    passive: frozenset[str]
    chit: str = ""
    turn: str = ""
    _went: list[Went] = field(default_factory=list)
    _away: dict[str, tuple[int, int]] = field(default_factory=dict)
    _lifted: dict[tuple[str, int], int] = field(default_factory=dict)
    _flipped: dict[str, tuple[int, bool]] = field(default_factory=dict)
    _chit_step: int = -1
    _dice: UndoneDice = field(default_factory=UndoneDice)

    def next_chit(self, step: int) -> None:
        """Forget what belongs to activations that are over; a marker may be put back under the next
        chit."""
        self._went = [one for one in self._went if one.step > self._chit_step]
        self._lifted = {place: n for place, n in self._lifted.items() if n > self._chit_step}
        self._flipped.clear()
        self._chit_step = step

    def moved(self, step: int, was: Standing, now: Standing) -> None:
        """Take note of a Unit put into another hex."""
        self._went.append(Went(step, now.counter, was.hex, now.hex))

    def left(self, step: int, was: Standing) -> None:
        """Take note of a Unit that left the map."""
        self._away[was.counter.id] = step, was.hex

    def came(self, step: int, now: Standing, player: str, after: Snapshot) -> Iterator[LogFinding]:
        """Report a Unit that comes back elsewhere than it left, or is on the map already."""
        counter = now.counter
        away = self._away.pop(counter.id, None)
        if away is not None and away[1] != now.hex:
            why = f"it left the map in step {away[0]} and came back elsewhere"
            hexes = self._numbers(away[1], now.hex)
            yield self._found("off_map", (away[0], step), counter, why, RETURN, player, hexes)
        if counter.kind in self.passive:
            return
        twins = [
            one.hex
            for one in after.units.values()
            if one.counter.id == counter.id and one.counter.piece != counter.piece
        ]
        if twins:
            why = "it came onto the map though it is there already"
            hexes = self._numbers(twins[0], now.hex)
            yield self._found("off_map", (step,), counter, why, TWICE, player, hexes)

    def turned(
        self, step: int, was: Counter, now: Counter, hex_: int, player: str
    ) -> Iterator[LogFinding]:
        """Report a Unit that was flipped, moved and flipped back."""
        if was.reduced == now.reduced:
            return
        first = self._flipped.setdefault(now.piece, (step, was.reduced))
        went = [one for one in self._went if one.counter.piece == now.piece]
        went = [one for one in went if one.step > first[0]]
        if first[1] == now.reduced:
            del self._flipped[now.piece]
            if went:
                why = f"it was flipped in step {first[0]}, moved and flipped back"
                hexes = self._numbers(went[0].start, *(one.end for one in went))
                yield self._found("flip", (first[0], step), now, why, FLIPPED, player, hexes)

    def markers(
        self, step: int, before: Snapshot, after: Snapshot, player: str
    ) -> Iterator[LogFinding]:
        """Report markers that were lifted, passed by a Unit and put back in one activation."""
        if before.markers is after.markers:
            return
        old, new = stops(before), stops(after)
        for place in old.keys() - new.keys():
            self._lifted.setdefault(place, step)
        for place in sorted(new.keys() - old.keys()):
            since = self._lifted.pop(place, None)
            if since is None:
                continue
            passed = [w for w in self._went if w.step > since and place[1] in (w.start, w.end)]
            for went in passed:
                why = (
                    f"{new[place].name} in {self.map.number(place[1])} was lifted in step {since} "
                    f"and put back in step {step}"
                )
                hexes = self._numbers(went.start, went.end)
                steps = (since, went.step, step)
                yield self._found("marker", steps, went.counter, why, PUT_BACK, player, hexes)

    def thrown(self, step: int, wrong: Iterable[WrongThrow]) -> Iterator[LogFinding]:
        """Tell who threw a die that by the round's rules is somebody else's."""
        for one in wrong:
            found = self._found("dice", (step,), None, one.why, WHO, one.thrower)
            yield replace(found, rule=ROUND_RULES)

    def undone(self, moment: Moment, drawn: list[Counter], player: str) -> Iterator[LogFinding]:
        """Report dice and drawn chits that were taken back, and dice rolled again."""
        step, by = moment.index, moment.taken_back
        if by is not None:
            for chit in drawn:
                yield self._found(
                    "undo", (step, by), chit, "its draw was taken back", UNSEEN, player
                )
        for steps, why, need in self._dice.seen(moment):
            yield self._found("undo", steps, None, why, need, player)

    def _numbers(self, *hexes: int) -> tuple[str, ...]:
        return tuple(self.map.number(hex_) for hex_ in hexes)

    def _found(
        self,
        check: str,
        steps: tuple[int, ...],
        counter: Counter | None,
        why: str,
        need: str,
        player: str,
        hexes: tuple[str, ...] = (),
    ) -> LogFinding:
        return open_finding(
            self.log,
            check,
            steps,
            why,
            SERIES,
            self.turn,
            who=counter,
            need=need,
            player=player,
            hexes=hexes,
            chit=self.chit,
        )


def stops(board: Snapshot) -> dict[tuple[str, int], Counter]:
    """List the markers that stop Units, by kind and hex."""
    return {
        (one.counter.kind, one.hex): one.counter
        for one in board.markers.values()
        if one.counter.kind in LIFTED
    }
