"""Names what a log shows that is no move, and yet may get round the rules: Units that leave the map
and come back elsewhere, markers lifted and put back, pieces flipped and flipped back, undone dice
and chits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import Snapshot, Standing
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.throws import ROUND_RULES, WHO, WrongThrow
from clubroute.rules.logs.check.undone import UNSEEN, UndoneDice
from clubroute.rules.logs.replay import Moment

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
        who: dict[str, Any] = {"unit": counter.id, "name": counter.name} if counter else {}
        return LogFinding(
            self.log,
            tuple(dict.fromkeys(sorted(steps))),
            check,
            "unchecked",
            why,
            SERIES,
            self.turn,
            self.chit,
            player,
            hexes=hexes,
            needs=(need,),
            **who,
        )


def stops(board: Snapshot) -> dict[tuple[str, int], Counter]:
    """List the markers that stop Units, by kind and hex."""
    return {
        (one.counter.kind, one.hex): one.counter
        for one in board.markers.values()
        if one.counter.kind in LIFTED
    }
