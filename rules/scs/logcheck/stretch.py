"""A stretch of a log within one game turn: what each unit did in it, judged when it is over.

A stretch ends when the turn tracker moves on, or when a side moves on after the other has moved,
which begins the next player turn whatever the tracker shows. Within it a unit has each phase of its
own player turn once (INS 1.1).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.asking.kinds import ALLIED, ENEMY
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.replay import Moment
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scs.logcheck.board import (
    Battlefield,
    Die,
    Drag,
    Snapshot,
    Standing,
    Track,
)
from clubroute.rules.scs.logcheck.excuses import (
    FOUGHT,
    PUT_RIGHT_NEXT,
    SET_UP,
    SPANNED,
    TURN_UNTOLD,
    Teller,
)
from clubroute.rules.scs.logcheck.marks import TurnMarks
from clubroute.rules.scs.logcheck.phases import (
    ATTACKER,
    DEFENDER,
    NEAR_FIGHT,
    most_retreat,
)
from clubroute.rules.scs.logcheck.turn_ends import (
    Arrived,
    Joined,
    judge_arrivals,
    judge_crossings,
    judge_landings,
    judge_stacks,
    listed_in,
)
from clubroute.rules.scs.logcheck.verdicts import MoveJudge
from clubroute.rules.scs.movement.costs import rules

WHOSE = "whose player turn it is: the turn tracker may not have been moved on"
NOT_YET = -1
"""The step of a drag that has not been made."""
SPANS = 12
"""Hexes from a Bridging unit within which a way may lead over its bridge."""


@dataclass(slots=True)
class Stretch:
    """Follows units through a stretch.

    ``tracked``: the log moves the turn tracker. ``untold``: the log does not show dice; ``early``:
    nor what came before it in the turn. ``told`` is the scenario that is played, as far as known.
    ``rolls`` counts the dice of the turn, ``unlisted`` units that came, and no list has them.
    """

    board: Battlefield
    moves: MoveJudge
    teller: Teller
    tracked: bool
    untold: bool
    told: ToldScenario | None = None
    early: bool = True
    rolls: int = 0
    number: int | None = None
    unlisted: int = 0
    active: str = ""
    acted: list[str] = field(default_factory=list)
    tracks: dict[str, Track] = field(default_factory=dict)
    marks: TurnMarks = field(init=False)
    _dice: list[Die] = field(default_factory=list)
    _late: dict[str, str] = field(default_factory=dict)
    _landed: dict[str, Arrived] = field(default_factory=dict)
    _arrived: dict[str, Arrived] = field(default_factory=dict)
    _lifted: dict[str, tuple[Track | None, Arrived | None]] = field(default_factory=dict)
    _held: dict[str, set[int]] = field(default_factory=dict)
    _joined: dict[tuple[int, str], Joined] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.marks = TurnMarks(self.board, self.teller, self.tracks)

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
        """Take note of dice: what moves from now on, combat may move. ``total`` is the sum of two
        dice, None if they do not show it."""
        self.rolls, self.teller.setup = self.rolls + 1, False
        most = most_retreat(ATTACKER, total), most_retreat(DEFENDER, total)
        moved = bool(self.active or self._only_mover())
        self._dice.append(Die(self.board.snapshot(), *most, total is not None, moved))

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

    def taken_back(self, moment: Moment, before: Snapshot) -> None:
        """Forget what a step that is undone did with units before the log began."""
        if moment.undo and moment.takes_back is None:
            for id_ in moment.change.pieces:
                self.tracks.pop(id_, None)

    def dragged(
        self, step: int, id_: str, was: Standing, now: Standing, before: Snapshot, player: str
    ) -> None:
        """Add a drag of a unit into another hex."""
        side = was.counter.side
        enemy = ENEMY.get(side, "")
        fought = self._fought(was, now, before)
        self._own_move(step, was, now, player, fought)
        self._driven(step, was, now.hex)
        track = self._track(id_, was, player)
        told = self._seen(side, enemy)
        foes = enemy in before.sides(now.hex)
        track.drags.append(Drag(step, now.hex, was.counter, before, foes, *told))
        self._held.setdefault(side, set()).add(now.hex)
        stack = self._joined.setdefault((now.hex, side), Joined(player))
        stack.steps.add(step)
        stack.fought = stack.fought or (fought and self._met(track, enemy, before))

    def _seen(
        self, side: str, enemy: str
    ) -> tuple[int, bool, bool, frozenset[int], tuple[Die, ...], str]:
        """Tell what the log shows of dice as a unit is dragged, and where enemies were."""
        left, late = frozenset(self._held.get(enemy, ())), self._late.get(side, "")
        return self.rolls, self.untold, self.early, left, tuple(self._dice), late

    def _driven(self, step: int, was: Standing, to: int | None) -> None:
        """Take note of a unit that was driven off, or destroyed, by combat: the movement of the
        other side is over (INS 1.1). Who may have been overrun shows nothing, nor who may have
        fallen to a barrage, which comes before the movement."""
        side, far = was.counter.side, self.board.map.between
        active = self.active or self._only_mover()
        if not side or active != ENEMY.get(side) or not self._dice or not self.tracked:
            return
        die = self._dice[-1]
        foes = die.beside(self.board.map, was.hex, active)
        units = [self.board.unit(die.before.units[id_].counter) for id_ in foes]
        if not foes or not die.two or any(unit.exploit is not False for unit in units):
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
        if to in (None, was.hex):
            return track
        assert to is not None
        enemy = ENEMY.get(was.counter.side, "")
        told = self._seen(was.counter.side, enemy)
        drag = Drag(NOT_YET, to, was.counter, before, enemy in before.sides(to), *told)
        return replace(track, drags=[*track.drags, drag])

    def so_far(self, track: Track) -> LogFinding:
        """Judge a unit's turn as if nothing came after it."""
        enemy, last = ENEMY.get(track.counter.side, ""), track.drags[-1]
        stuck = last.foes and enemy in last.before.sides(last.hex)
        return self.moves.judge(track, (), stuck, over=False)

    def _fought(self, was: Standing, now: Standing, before: Snapshot) -> bool:
        """Tell whether combat may have moved a unit: there were dice, and enemies near."""
        if not self.rolled or self.teller.far(was.hex, now.hex) > most_retreat():
            return False
        enemy = ENEMY.get(was.counter.side)
        foes = (one.hex for one in before.seen() if one.counter.side == enemy)
        return any(self.teller.far(was.hex, foe) <= NEAR_FIGHT for foe in foes)

    def _met(self, track: Track, enemy: str, before: Snapshot) -> bool:
        """Tell whether an enemy stood next to a unit in its turn.

        Only such are attacked, and barrage drives nobody (SCS series, INS 1.10). Where the log
        does not show the turn from its beginning, one may have.
        """
        if self.early:
            return True
        foes = {one.hex for one in before.seen() if one.counter.side == enemy}
        foes |= self._held.get(enemy, set())
        been = {*track.prior, track.start, *(drag.hex for drag in track.drags)}
        return any(self.teller.far(own, foe) <= 1 for own in been for foe in foes)

    def _own_move(self, step: int, was: Standing, now: Standing, player: str, fought: bool) -> None:
        """Find out whose player turn it is: combat moves units of both sides."""
        side = was.counter.side
        if self.teller.setup or not side or side == self.active or FOUGHT.holds(fought):
            return
        if side not in self.acted and not (side == ALLIED and self.acted):
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
        shed = self.marks.shed(id_, was.counter)
        turn, setup = self.teller.turn, self.teller.setup
        return Track(was.counter, was.hex, player, turn, shed=shed, setup=setup)

    def came(self, step: int, id_: str, now: Standing, player: str) -> None:
        """Take note of a unit that came onto the map."""
        track = self._track(id_, now, player)
        track.entered = True
        areas = self.board.map.areas_of(rules()["march"].text("entry"))
        airborne = self.board.unit(now.counter).airborne is not None
        track.landed = airborne and not any(now.hex in area.hexes for area in areas)
        counter = now.counter
        told = self.told, self.number, self.board.own
        # What comes by air is listed where no points are spent; of other scenarios nobody knows.
        listed = () if track.landed and self.told is None else listed_in(*told, counter)
        came = Arrived(step, now.hex, player, listed)
        if track.landed:
            self._landed[id_] = came
        elif listed:
            self._arrived[id_] = came
        else:
            self.unlisted += 1

    def left_map(self, step: int, id_: str, was: Standing) -> None:
        """Lay a unit that left the map aside: what combat destroys goes from where it stands."""
        self._driven(step, was, None)
        track, landed = self.tracks.pop(id_, None), self._landed.pop(id_, None)
        if track is not None:
            self._lifted[id_] = track, landed

    def came_back(self, id_: str) -> None:
        """Go on with a unit that was lifted off the map and put back into its hex."""
        track, landed = self._lifted.pop(id_, (None, None))
        if track is not None:
            self.tracks[id_] = track
        if landed is not None:
            self._landed[id_] = landed

    def close(self, over: bool) -> None:
        """Judge all that goes on. ``over``: by what comes next, not by the log's end."""
        after = self.board.snapshot()
        last = max((one.steps[-1] for one in self.tracks.values() if one.drags), default=-1)
        for id_, track in self.tracks.items():
            if track.drags and track.end != track.start:
                ending = not over and track.steps[-1] == last
                self._judge(id_, track, after, over, ending)
        judge_crossings(self.teller, self.moves)
        judge_landings(self.board, self.teller, self._landed, after, self.number, self.tracked)
        arrived = {
            id_: (came, self.tracks[id_])
            for id_, came in self._arrived.items()
            if id_ in self.tracks
        }
        judge_arrivals(self.board, self.teller, self.moves, arrived, self.number, self.tracked)
        judge_stacks(self.board, self.teller, self.moves, self._joined, after, over)
        self.marks.close(after, over)
        for known in (self.tracks, self._landed, self._arrived, self._joined, self._lifted):
            known.clear()

    def _judge(self, id_: str, track: Track, after: Snapshot, over: bool, ending: bool) -> None:
        untold = not self.tracked and len(track.drags) > 1
        seen = {SET_UP: track.setup, PUT_RIGHT_NEXT: ending, TURN_UNTOLD: untold}
        doubts = [need for one, there in seen.items() if one.holds(there) for need in one.needs]
        doubts += self._spans(track, after)
        stands = after.units.get(id_)
        enemy = ENEMY.get(track.counter.side, "")
        stuck = stands is not None and track.drags[-1].foes and enemy in after.sides(stands.hex)
        self.teller.findings.append(self.moves.judge(track, doubts, stuck, over))

    def _spans(self, track: Track, after: Snapshot) -> list[str]:
        """Name a Bridging unit that may stand as a bridge near a unit's way (INS 1.15c)."""
        bridging = [one for one in after.seen() if self.board.unit(one.counter).kind == "bridging"]
        return [
            SPANNED.asks(one.counter.name, self.teller.number(one.hex))
            for one in bridging
            if SPANNED.holds(
                (one.counter.is_("reduced") or one.counter.is_("emplaced"))
                and min(self.teller.far(one.hex, at) for at in (track.start, track.end)) <= SPANS
            )
        ][:1]
