"""A stretch of a log within one game turn: what each unit did in it, judged when it is over.

A stretch ends when the turn tracker moves on, or when a side moves on after another has moved that
comes after it, which begins the next turn whatever the tracker shows. Within it each unit has a
track.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.kit.log_frame import SeenCounter
from clubroute.rules.logs.check.excuses import (
    FOUGHT,
    PUT_RIGHT_NEXT,
    SET_UP,
    STACKED_BY_RETREAT,
    TOO_MANY_YET,
    TURN_UNTOLD,
    Teller,
)
from clubroute.rules.logs.check.explaining import MoveJudge, Proof
from clubroute.rules.logs.check.finding import LogFinding, Verdict
from clubroute.rules.logs.check.tracks import (
    Die,
    Drag,
    LogBoard,
    Snapshot,
    Standing,
    Track,
)
from clubroute.rules.logs.replay import Moment

WHOSE = "whose player turn it is: the turn tracker may not have been moved on"
NOT_YET = -1
"""The step of a drag that has not been made."""
NEAR_FIGHT = 2
"""Hexes from an enemy within which a unit may have been fought with; he may have lost a hex."""
ENDINGS = {1: "st", 2: "nd", 3: "rd"}
"""Of ordinal numbers; others have ``th``."""
ATTACKER, DEFENDER = "A", "D"
"""Who retreats by a result of a combat table: its first letter."""


# Stacks: who came together in a hex.


@dataclass(slots=True)
class Joined:
    """Units were put into a hex. ``fought``: combat may have put some of them there."""

    player: str
    steps: set[int] = field(default_factory=set)
    fought: bool = False


def too_many(
    teller: Teller, proof: Proof, who: Joined, hex_: int, why: str, rule: str, over: bool
) -> LogFinding:
    """Make the finding of a stack that a method refuses. ``over``: the turn is over, not only the
    log."""
    seen = {STACKED_BY_RETREAT: who.fought, SET_UP: teller.setup, TOO_MANY_YET: not over}
    rows = [row for row, there in seen.items() if row.holds(there)]
    needs = tuple(need.format(rule) for row in rows for need in row.needs)
    found = teller.found("stacking", tuple(who.steps), why, player=who.player, hexes=(hex_,))
    verdict: Verdict = rows[-1].verdict if rows else "illegal"
    return proof.under(replace(found, verdict=verdict, rule=rule, needs=needs))


def is_about(found: LogFinding, track: Track) -> bool:
    """Tell whether a finding is about a unit's turn."""
    return (found.check, found.unit, found.steps) == ("move", track.counter.id, track.steps)


def beyond(teller: Teller, tracks: Iterable[Track], most: int, what: str, rule: str) -> None:
    """Make the findings of units illegal that are more than may do something."""
    late = sorted(tracks, key=lambda track: track.steps[-1])[most:]
    for number, track in enumerate(late, most + 1):
        why = f"it is the {number}{ENDINGS.get(number, 'th')} {what}, of {most}"
        at = next(n for n, one in enumerate(teller.findings) if is_about(one, track))
        teller.findings[at] = teller.sure(replace(teller.findings[at], why=why), rule)


class TurnStretch(ABC):
    """Follows units through a stretch.

    ``tracked``: the log moves the turn tracker. ``untold``: the log does not show dice; ``early``:
    nor what came before it in the turn. ``rolls`` counts the dice of the turn, ``unlisted`` units
    that came, and no list has them.
    """

    def __init__(
        self, board: LogBoard, moves: MoveJudge, teller: Teller, tracked: bool, untold: bool
    ) -> None:
        self.board, self.teller, self._judging = board, teller, moves
        self.tracked, self.untold, self.early = tracked, untold, True
        self.rolls = self.unlisted = 0
        self.number: int | None = None
        self.active = ""
        self.acted: list[str] = []
        self.tracks: dict[str, Track] = {}
        self.joined: dict[tuple[int, str], Joined] = {}
        self._dice: list[Die] = []
        self._late: dict[str, str] = {}
        self._lifted: dict[str, Track] = {}
        self._held: dict[str, set[int]] = {}

    # What a series says.

    @abstractmethod
    def may_begin(self, side: str) -> bool:
        """Tell whether a side's player turn may still come after those that acted."""

    @abstractmethod
    def most_retreat(self, who: str, roll: int | None = None) -> int:
        """Tell how many hexes combat makes an attacker (``A``) or a defender (``D``) retreat at
        most, by a roll if one is given."""

    @abstractmethod
    def fights(self, die: Die, foes: Iterable[str]) -> bool:
        """Tell whether dice that drove a unit off were those of combat with some units beside it
        (by piece), and nothing else can have been."""

    @abstractmethod
    def shed(self, id_: str, counter: SeenCounter) -> tuple[str, ...]:
        """Tell which states that slow a unit it has lost in the turn."""

    @abstractmethod
    def came(self, step: int, id_: str, now: Standing, player: str) -> None:
        """Take note of a unit that came onto the map."""

    @abstractmethod
    def turned(self, step: int, id_: str, was: Standing, now: Standing, player: str) -> None:
        """Take note of what is put on a unit or taken off it."""

    @abstractmethod
    def markers(self, step: int, before: Snapshot, after: Snapshot, player: str) -> None:
        """Judge what becomes of markers."""

    @abstractmethod
    def ended(self, after: Snapshot, over: bool) -> None:
        """Judge what stands as the stretch ends, beside what units did in it."""

    def doubts(self, track: Track, after: Snapshot) -> list[str]:
        """Say what an accusation of a unit would need to be sure, beside what all need."""
        return []

    # What happens in any.

    @property
    def rolled(self) -> bool:
        """Tell whether a die may have been rolled in the turn."""
        return bool(self.rolls or self.untold or self.early)

    def open(self, turn: str, number: int | None) -> None:
        """Begin a turn."""
        self.teller.turn, self.number, self.rolls = turn, number, 0
        self._dice.clear()
        self._late.clear()
        self.active, self.acted = "", []
        self._hold(self.board.snapshot())

    def _hold(self, snapshot: Snapshot) -> None:
        self._held = {}
        for one in snapshot.seen():
            self._held.setdefault(one.counter.side, set()).add(one.hex)

    def roll(self, total: int | None = None) -> None:
        """Take note of dice: what moves from now on, combat may move. ``total`` is what those of
        combat show together, None if that is not shown."""
        self.rolls, self.teller.setup = self.rolls + 1, False
        most = self.most_retreat(ATTACKER, total), self.most_retreat(DEFENDER, total)
        moved = bool(self.active or self._only_mover())
        self._dice.append(Die(self.board.snapshot(), *most, total, moved))

    def resume(self, before: Mapping[str, Any]) -> None:
        """Take over what the log before left."""
        self.teller.setup, self.early = False, False
        if before["turn"] != self.teller.turn:
            return
        self.rolls = before["rolls"]
        self.active, self.acted = before["active"], list(before["acted"])
        for side, held in before["held"].items():
            self._held.setdefault(side, set()).update(map(self.board.map.known, held))
        for id_, way in before["ways"].items():
            standing = self.board.snapshot().units.get(id_)
            if standing is not None and self.board.map.number(standing.hex) == way[-1]:
                track = self._track(id_, standing, "")
                track.prior = tuple(self.board.map.known(number) for number in way)
                track.handed = self.board.snapshot()

    def leaves(self) -> dict[str, Any]:
        """Tell what a log that goes on here must know, as JSON values."""
        number = self.board.map.number
        held = {side: sorted(map(number, hexes)) for side, hexes in self._held.items()}
        ways = {
            id_: [*track.prior[:-1], track.start, *(drag.hex for drag in track.drags)]
            for id_, track in self.tracks.items()
        }
        return {
            "turn": self.teller.turn,
            "rolls": self.rolls,
            "active": self.active,
            "acted": self.acted,
            "held": held,
            "ways": {id_: [*map(number, way)] for id_, way in ways.items()},
        }

    def taken_back(self, moment: Moment) -> None:
        """Forget what a step that is undone did with units before the log began."""
        if moment.undo and moment.takes_back is None:
            for id_ in moment.change.pieces:
                self.tracks.pop(id_, None)

    def dragged(
        self, step: int, id_: str, was: Standing, now: Standing, before: Snapshot, player: str
    ) -> None:
        """Add a drag of a unit into another hex."""
        side = was.counter.side
        fought = self._fought(was, now, before)
        self._own_move(step, was, now, player, fought)
        self._driven(step, was, now.hex)
        track = self._track(id_, was, player)
        track.drags.append(self._drag(step, now.hex, was, before))
        self._held.setdefault(side, set()).add(now.hex)
        stack = self.joined.setdefault((now.hex, side), Joined(player))
        stack.steps.add(step)
        stack.fought = stack.fought or (fought and self._met(track, side, before))

    def _drag(self, step: int, to: int, was: Standing, before: Snapshot) -> Drag:
        """Make a drag, with what the log shows of dice, and where enemies were."""
        side = was.counter.side
        left = (held for other, held in self._held.items() if side and other != side)
        return Drag(
            step,
            to,
            was.counter,
            before,
            before.has_foes(to, side),
            self.rolls,
            self.untold,
            self.early,
            frozenset[int]().union(*left),
            tuple(self._dice),
            self._late.get(side, ""),
        )

    def _driven(self, step: int, was: Standing, to: int | None) -> None:
        """Take note of a unit that was driven off, or destroyed, by combat: the movement of the
        other side is over."""
        side, far = was.counter.side, self.board.map.between
        active = self.active or self._only_mover()
        if not side or active in ("", side) or not self._dice or not self.tracked:
            return
        die = self._dice[-1]
        foes = die.beside(self.board.map, was.hex, side)
        if not foes or not self.fights(die, foes):
            return
        away = to is not None and any(far(to, at) > far(was.hex, at) for at in foes.values())
        retreated = away and to is not None and far(was.hex, to) <= die.defender
        if retreated or (to is None and die.moved):
            did = "retreated" if retreated else "was destroyed"
            self._late.setdefault(active, f"{was.counter.name} {did} in step {step}")

    def _only_mover(self) -> str:
        """Name the side of all units dragged in the turn so far, "" if there is no one such."""
        sides = {track.counter.side for track in self.tracks.values() if track.drags}
        return sides.pop() if len(sides) == 1 else ""

    def going_on(self, id_: str, to: int | None = None) -> Track | None:
        """Say what a unit did in its turn so far, or would have done with a drag into a hex; the
        turn goes on. None for what is no unit on the map."""
        before = self.board.snapshot()
        was = before.units.get(id_)
        if was is None:
            return None
        track = self.tracks.get(id_) or self._new_track(id_, was, "")
        if to is None or to == was.hex:
            return track
        return replace(track, drags=[*track.drags, self._drag(NOT_YET, to, was, before)])

    def so_far(self, track: Track) -> LogFinding:
        """Judge a unit's turn as if nothing came after it."""
        last = track.drags[-1]
        stuck = last.foes and last.before.has_foes(last.hex, track.counter.side)
        return self._judging.judge(track, (), stuck, over=False)

    def _fought(self, was: Standing, now: Standing, before: Snapshot) -> bool:
        """Tell whether combat may have moved a unit: there were dice, and enemies near."""
        if not self.rolled or self.teller.far(was.hex, now.hex) > self.most_retreat(DEFENDER):
            return False
        foes = (one.hex for one in before.foes(was.counter.side))
        return any(self.teller.far(was.hex, foe) <= NEAR_FIGHT for foe in foes)

    def _met(self, track: Track, side: str, before: Snapshot) -> bool:
        """Tell whether an enemy stood next to a unit in its turn: only such are attacked. Where
        the log does not show the turn from its beginning, one may have."""
        if self.early:
            return True
        foes = {one.hex for one in before.foes(side)}
        foes.update(*(held for other, held in self._held.items() if side and other != side))
        been = {*track.prior, track.start, *(drag.hex for drag in track.drags)}
        return any(self.teller.far(own, foe) <= 1 for own in been for foe in foes)

    def _own_move(self, step: int, was: Standing, now: Standing, player: str, fought: bool) -> None:
        """Find out whose player turn it is: combat moves units of both sides."""
        side = was.counter.side
        if self.teller.setup or not side or side == self.active or FOUGHT.holds(fought):
            return
        if self.may_begin(side):
            self.active = side
            self.acted.append(side)
            return
        why = f"{side} units move after the other side's in the same turn"
        self.close(over=True)
        self.active, self.acted = side, [side]
        self._late.clear()
        self._hold(self.board.snapshot())
        self.teller.tell("turn", (step,), why, now, WHOSE, player)

    def _track(self, id_: str, was: Standing, player: str) -> Track:
        found = self.tracks.get(id_)
        if found is None:
            found = self.tracks[id_] = self._new_track(id_, was, player)
        return found

    def _new_track(self, id_: str, was: Standing, player: str) -> Track:
        shed = self.shed(id_, was.counter)
        turn, setup = self.teller.turn, self.teller.setup
        return Track(was.counter, was.hex, player, turn, shed=shed, setup=setup)

    def entered(self, id_: str, now: Standing, player: str) -> Track:
        """Begin the track of a unit that came onto the map."""
        track = self._track(id_, now, player)
        track.entered = True
        return track

    def left_map(self, step: int, id_: str, was: Standing) -> None:
        """Lay a unit that left the map aside: what combat destroys goes from where it stands."""
        self._driven(step, was, None)
        track = self.tracks.pop(id_, None)
        if track is not None:
            self._lifted[id_] = track

    def came_back(self, id_: str) -> None:
        """Go on with a unit that was lifted off the map and put back into its hex."""
        track = self._lifted.pop(id_, None)
        if track is not None:
            self.tracks[id_] = track

    def close(self, over: bool) -> None:
        """Judge all that goes on. ``over``: by what comes next, not by the log's end."""
        after = self.board.snapshot()
        last = max((one.steps[-1] for one in self.tracks.values() if one.drags), default=-1)
        for id_, track in self.tracks.items():
            if track.drags and track.end != track.start:
                ending = not over and track.steps[-1] == last
                self._judge(id_, track, after, over, ending)
        self.ended(after, over)
        for known in (self.tracks, self.joined, self._lifted):
            known.clear()

    def _judge(self, id_: str, track: Track, after: Snapshot, over: bool, ending: bool) -> None:
        untold = not self.tracked and len(track.drags) > 1
        seen = {SET_UP: track.setup, PUT_RIGHT_NEXT: ending, TURN_UNTOLD: untold}
        doubts = [need for one, there in seen.items() if one.holds(there) for need in one.needs]
        doubts += self.doubts(track, after)
        stands = after.units.get(id_)
        side = track.counter.side
        stuck = stands is not None and track.drags[-1].foes and after.has_foes(stands.hex, side)
        self.teller.findings.append(self._judging.judge(track, doubts, stuck, over))
