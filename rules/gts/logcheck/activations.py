"""Judges activations that are over with what comes after them: what is put right under the next
chit, Assaults that go on, stacks, and what a log leaves to the one that continues it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from clubroute.rules.ground.mapfile import hex_id
from clubroute.rules.gts.logcheck import excuses
from clubroute.rules.gts.logcheck.board import Snapshot, enemies
from clubroute.rules.gts.logcheck.chits import SERIES
from clubroute.rules.gts.logcheck.counters import Counter
from clubroute.rules.gts.logcheck.excuses import (
    ASIDE,
    EARLIER,
    GOES_ON,
    LEFT,
    NEAR,
    piled,
)
from clubroute.rules.gts.logcheck.moves import CERTAIN
from clubroute.rules.gts.logcheck.one_activation import OneActivation
from clubroute.rules.gts.logcheck.track import (
    Circumstances,
    Closed,
    Drag,
    Leg,
    Track,
)
from clubroute.rules.gts.position.position import turn_record
from clubroute.rules.logs.check.finding import LogFinding, line_of, refusal

SETUP = "from which step on it is play (--play-from)"
STILL = "it is in a hex with enemies as the next chit comes: an Assault would be over"
MOST_LEGS = 4
"""Steps at the beginning of an activation that may put the one before right."""
BEFORE = -1
"""The step of what a Unit did in the log before."""


@dataclass(slots=True)
class Done:
    """An activation that was judged, and the place of its finding among the findings; None if it
    is among those of the log before. ``before``: it is of the log before."""

    event: Closed
    place: int | None
    before: bool = False


@dataclass(frozen=True, slots=True)
class Righted:
    """What an activation amounts to with what puts it right, and the two as one."""

    why: str
    whole: Closed


@dataclass(slots=True)
class ActivationJudge:
    """Judges the activations of one log, each by ``one`` and with what comes after it. ``asks``:
    what came before the log may change a finding. ``_sent`` are Units that a slip of the log before
    left so, where none may be put right once the log is sent.
    """

    one: OneActivation
    findings: list[LogFinding]
    setup: int = 0
    unstacked: int = 0
    _now: dict[str, Done] = field(default_factory=dict)
    _last: dict[str, Done] = field(default_factory=dict)
    _older: dict[str, Done] = field(default_factory=dict)
    _before_draw: tuple[dict[str, Done], dict[str, Done]] = field(default_factory=lambda: ({}, {}))
    asks: bool = False
    _begun: list[str] = field(default_factory=list)
    _crowded: list[str] = field(default_factory=list)
    _slips: dict[str, LogFinding] = field(default_factory=dict)
    _sent: frozenset[str] = frozenset()
    _lain: dict[str, Done] = field(default_factory=dict)
    _assaults: list[tuple[int, LogFinding, Track]] = field(default_factory=list)

    def resume(self, before: Mapping[str, Any], board: Snapshot, chit: Counter | None) -> None:
        """Go on where another log ended, with what :meth:`leaves` told of it."""
        self._now = self._resumed(before["went"], board, chit)
        self._last = self._resumed(before["went_before"], board, None)
        self._before_draw = {}, self._last
        self._begun = [piece for piece in before["assaults"] if piece in board.units]
        self._crowded = [piece for piece in before["crowded"] if piece in board.units]
        if self.one.options.slips == "mail":
            self._sent = frozenset(before["slips"])
            return
        for piece, told in before["slips"].items():
            done = self._now.get(piece) or self._last.get(piece)
            if done is not None:
                done.place = len(self.findings)
                found = self.one.bare(done.event.track, verdict="illegal", provenance="rulebook")
                why = f"the log before left it so: {told['why']}"
                found = replace(found, steps=(0,), rule=told["rule"], receipt=told["receipt"])
                self.findings.append(replace(found, why=why))

    def taken_back(self, pieces: Collection[str]) -> None:
        """Forget what Units did in the log before, where its last step is undone in this one."""
        for piece in pieces:
            for many in (self._now, self._last):
                done = many.get(piece)
                if done is None or not done.before:
                    continue
                del many[piece]
                if done.place is not None:
                    found = self.findings[done.place]
                    self.findings[done.place] = excuses.TAKEN_BACK.explains(found)

    def _resumed(
        self, went: Mapping[str, list[str]], board: Snapshot, chit: Counter | None
    ) -> dict[str, Done]:
        """Make activations of what is told of them, as far as the Units are still there."""
        found = {}
        for piece, numbers in went.items():
            unit = board.units.get(piece)
            hexes = [hex_id(self.one.map, number) for number in numbers]
            if unit is None or unit.hex != hexes[-1]:
                continue
            column = unit.counter.column
            legs: list[Leg] = [Drag(BEFORE, hex_, column, board) for hex_ in hexes[1:]]
            name = chit.name if chit else ""
            track = Track(unit.counter, hexes[0], "", "", name, True, unit.counter, legs)
            event = Closed(track, chit, False, board, Circumstances())
            found[piece] = Done(event, None, before=True)
        return found

    def leaves(self) -> dict[str, Any]:
        """Tell what a log going on here must know, as JSON values: by piece what was spent and
        where it went under the chit in play, and the one before; who may be in an Assault, on its
        way through a full hex, or in a hex by slip."""
        spent: dict[str, int] = {}
        now = {
            piece: done
            for piece, done in self._now.items()
            if piece not in self._last or done.event is not self._last[piece].event
        }
        went, went_before = (
            {
                piece: [self.one.map.number(hex_) for hex_ in done.event.track.hexes]
                for piece, done in many.items()
            }
            for many in (now, self._last)
        )
        assaults = set(self._begun)
        for piece, done in now.items():
            track, event = done.event.track, done.event
            found = None if done.place is None else self.findings[done.place]
            if found is None:
                continue
            if found.check == "move" and found.verdict in ("legal", "possible"):
                turn = turn_record(track.turn, self.one.mapping.year)
                known = max(self.one.allowances_of(track), default=None)
                spent[piece] = self.one.moves.spent(track, turn, known, event.after, event.told)
            if GOES_ON in found.needs:
                assaults.add(piece)
        return {
            "spent": spent,
            "went": went,
            "went_before": went_before,
            "assaults": sorted(assaults),
            "crowded": sorted(self._crowded),
            "slips": {
                piece: {"why": one.why, "rule": one.rule, "receipt": one.receipt}
                for piece, one in sorted(self._slips.items())
            },
        }

    def next_chit(self) -> None:
        """Take note that another chit comes into play: the last activations may be put right."""
        latest = {done.place for done in self._now.values()}
        self._assaults = [one for one in self._assaults if one[0] in latest]
        self._before_draw = self._last, self._now
        self._older |= self._last
        self._last, self._now = self._now, {}

    def chit_back(self) -> None:
        """Go on with the chit before: the one in play was drawn by mistake."""
        self._last, self._now = self._before_draw

    def settle(self, board: Snapshot) -> None:
        """Look whether the defenders of Assaults left late, under the next chit."""
        for place, found, track in self._assaults:
            if track.end not in enemies(board, track.counter.side):
                self.findings[place] = found

    def unsettled(self) -> None:
        """Look, as the log ends, for what the next one may put right: slips under the chit in play
        and the one before, whoever has moved since."""
        latest = max((done.event.track.legs[-1].step for done in self._now.values()), default=0)
        slips = self.one.options.slips
        ended = {} if slips == "never" else self._last
        for piece, done in {**ended, **self._now}.items():
            found = None if done.place is None else self.findings[done.place]
            if done.place is None or found is None or found.verdict != "illegal":
                continue
            if done.event.chit is None and done.event.track.legs[-1].step < latest:
                continue  # where no chits are drawn, whatever comes next goes on
            if found.check == "move" and self._slipped(done.event):
                self._slips[piece] = found
                if slips == "mail":
                    continue  # told to the next log, which may not put it right
                self.findings[done.place] = excuses.AWAITS_NEXT.explains(found)

    def lie(self, board: Snapshot) -> None:
        """Look, as the log ends, which of those accused after a die lie on a pile of eliminated
        Units: nobody is near any longer, or such of both sides lie in the hex."""
        sides: dict[int, set[str]] = {}
        for done in self._lain.values():
            sides.setdefault(done.event.track.end, set()).add(done.event.track.counter.side)
        for done in self._lain.values():
            event, track = done.event, done.event.track
            if self._among_living(track, board):
                self._lives(done)
                continue
            found = None if done.place is None else self.findings[done.place]
            if done.place is None or found is None or found.verdict != "illegal":
                continue
            pile = None
            if not self.one.options.piles_only:
                pile = piled(self.one.map, track, event.told, False, board)
                if len(sides[track.end]) > 1:
                    pile = excuses.PILED
            if pile is not None:
                self.findings[done.place] = pile.explains(found)
            elif self.one.map.between(track.start, track.end) > NEAR:
                note = f"if it was eliminated and is piled there: --pile {found.hexes[-1]}"
                self.findings[done.place] = replace(found, notes=(*found.notes, note))

    def _among_living(self, track: Track, board: Snapshot) -> bool:
        """Tell whether a friend that moved by the rules is where a Unit was put: it is no pile."""
        for piece, done in {**self._older, **self._last, **self._now}.items():
            other, unit = done.event.track, board.units.get(piece)
            if (
                piece != track.counter.piece
                and other.counter.side == track.counter.side
                and unit is not None
                and unit.hex == other.end == track.end
                and done.place is not None
                and self.findings[done.place].verdict in ("legal", "possible")
            ):
                return True
        return False

    @property
    def awaits(self) -> bool:
        """Tell whether a log that goes on where this one ends has to settle a finding."""
        slips = self.one.options.slips != "mail" and self._slips
        return bool(slips or self._crowded)

    def _slipped(self, event: Closed) -> bool:
        """Tell whether a Unit that is where it cannot be may have been dropped there by slip: over
        several hexes, and in no Assault."""
        if not self.one.moves.leaps(event.track):
            return False
        if not event.told.over:
            return True
        now = turn_record(event.track.turn, self.one.mapping.year)
        most = max(self.one.allowances_of(event.track), default=None)
        told = replace(event.told, over=False)
        return self.one.moves.judge(event.track, now, most, event.after, told).verdict == "illegal"

    def still_so(self, board: Snapshot, step: int, player: str, turn: str) -> None:
        """Report Units that the log before left on enemies, or in a full hex, and that are there
        as the next chit comes into play. ``step`` is its step."""
        begun, self._begun = self._begun, []
        crowded, self._crowded = self._crowded, []
        for piece in (*begun, *crowded):
            unit = board.units.get(piece)
            if unit is None:
                continue
            bare = LogFinding(
                self.one.log,
                (step,),
                "move",
                "unchecked",
                STILL,
                SERIES,
                turn=turn,
                player=player,
                unit=unit.counter.id,
                name=unit.counter.name,
                hexes=(self.one.map.number(unit.hex),),
            )
            if piece in crowded:
                self.findings += self.one.crowds(bare, board, unit.hex, unit.counter.side, CERTAIN)
            elif unit.hex in enemies(board, unit.counter.side):
                receipt = refusal(STILL, [line_of(STILL, SERIES, refuses=True)])
                found = replace(bare, verdict="illegal", receipt=receipt, provenance="rulebook")
                self.findings.append(found)

    def take(self, event: Closed, last: bool) -> None:
        """Judge an activation. ``last``: no chit came into play before the log ended."""
        track = event.track
        if event.setup:
            if not last:
                self.setup += 1
                return
            why = "no activation chit is drawn in the log: set-up or play"
            self.findings.append(self.one.bare(track, why, needs=(SETUP,)))
            return
        found, piece = self.one.judged(event), track.counter.piece
        lain = self._lain.pop(piece, None) if track.drags else None
        if lain is not None and ASIDE.isdisjoint(found.needs):
            self._lives(lain)
        if not ASIDE.isdisjoint(found.needs) or (found.verdict == "illegal" and event.told.rolled):
            self._lain[piece] = Done(event, len(self.findings))
        settled = self.one.left_late(event, found)
        if settled is not None:
            self._assaults.append((len(self.findings), settled, event.track))
        self.asks = self.asks or event.told.lone or not {EARLIER, LEFT}.isdisjoint(found.needs)
        found, event = self._corrected(event, found)
        self._now[piece] = Done(event, len(self.findings))
        self.findings.append(found)
        if found.check != "chit":
            self._stacked(event)

    def _lives(self, lain: Done) -> None:
        """Judge anew how a Unit came where it might have been piled: it moves on from there."""
        place = lain.place
        if place is not None and not ASIDE.isdisjoint(self.findings[place].needs):
            told = replace(lain.event.told, stays=False)
            self.findings[place] = self.one.judged(replace(lain.event, told=told))

    def _stacked(self, event: Closed) -> None:
        """Judge the stack that a Unit joined; as the log ends it may be on its way through."""
        track, told = event.track, event.told
        if self.one.most is None:
            self.unstacked += bool(track.drags)
            return
        side, piece = track.counter.side, track.counter.piece
        for found in self.one.crowds(self.one.bare(track), event.after, track.end, side, told):
            if found.verdict == "illegal" and not told.over:
                self._crowded.append(piece)
                found = excuses.ON_ITS_WAY.explains(found)
            self.findings.append(found)

    def _corrected(self, event: Closed, found: LogFinding) -> tuple[LogFinding, Closed]:
        """Look whether a Unit's last activation was put right under the next chit, before whatever
        else it did: the finding, and the activation without that; where that was all, the last
        one with what puts it right."""
        track, piece = event.track, event.track.counter.piece
        slips = self.one.options.slips
        done = self._now.get(piece)
        goes_on = done is not None and done.before
        if slips == "never" and not goes_on:
            return found, event
        home = self._now if goes_on else self._last
        done = home.get(piece)
        if done is None:
            late = slips in ("turn", "mail")
            return self._late(event, found) if late else found, event
        if done.event.track.end != track.start or (done.before and piece in self._sent):
            return found, event
        earlier = None if done.place is None else self.findings[done.place]
        wrong = earlier is not None and earlier.verdict == "illegal"
        if found.verdict != "illegal" and not wrong:
            return found, event
        taken: tuple[Righted, int, LogFinding, Closed | None] | None = None
        for legs in range(1, min(len(track.legs), MOST_LEGS) + 1):
            righted = self._righted(done.event, track, legs, event.after)
            if righted is None:
                continue
            rest = replace(track, start=track.hex_before(legs), legs=track.legs[legs:])
            part = replace(event, track=rest) if rest.legs else None
            then = found if part is None else self.one.judged(part)
            fine = part is None or then.verdict != "illegal"
            if taken is None or fine:
                taken = righted, legs, then, part
            if fine:
                break
        if taken is None:
            return found, event
        righted, legs, then, part = taken
        if wrong and done.place is not None and earlier is not None:
            self.findings[done.place] = excuses.PUT_RIGHT.explains(earlier, how=righted.why)
        back = track.hex_before(legs) in done.event.track.hexes
        sure = wrong or back or goes_on or not track.drags
        if part is not None and sure:
            return then, part
        done.event = righted.whole
        if not sure:
            return excuses.OR_MOVED_ON.explains(found), done.event
        why = earlier.why if wrong and earlier is not None else found.why
        return excuses.PUTS_RIGHT.explains(self.one.bare(track, why, rule=SERIES)), done.event

    def so_far(self, event: Closed, found: LogFinding) -> LogFinding:
        """Say what an activation that goes on would come to with what was done before it, which it
        may put right, or go on with. Nothing is taken note of."""
        trial = replace(self, findings=[*self.findings])
        for name in ("_now", "_last", "_older"):
            done = getattr(self, name).get(event.track.counter.piece)
            if done is not None:
                own = {event.track.counter.piece: replace(done)}
                setattr(trial, name, {**getattr(self, name), **own})
        return trial._corrected(event, found)[0]

    def _late(self, event: Closed, found: LogFinding) -> LogFinding:
        """Look whether a move that would be illegal puts right what the Unit did in the turn under
        an earlier chit than the last: nobody can tell either from a slip."""
        track = event.track
        done = self._older.get(track.counter.piece)
        if found.verdict != "illegal" or done is None or done.place is None:
            return found
        earlier, first = self.findings[done.place], done.event.track
        if earlier.verdict != "illegal" or (first.turn, first.end) != (track.turn, track.start):
            return found
        if self._righted(done.event, track, len(track.legs), event.after) is None:
            return found
        self.findings[done.place] = excuses.PUT_RIGHT_LATE.explains(earlier)
        return excuses.PUT_RIGHT_LATE.explains(found)

    def _righted(self, first: Closed, track: Track, legs: int, after: Snapshot) -> Righted | None:
        """Tell what an activation amounts to with some legs of the next, None if it is illegal."""
        more = track.legs[:legs]
        last = track.last if legs == len(track.legs) else replace(track.last, column=None)
        joined = replace(first.track, legs=[*first.track.legs, *more], last=last)
        whole = replace(first, track=joined, after=after)
        if joined.end == joined.start:
            return Righted("put back under the next chit", whole)
        found = self.one.judged(whole)
        if found.verdict == "illegal":
            return None
        return Righted(f"put right under the next chit: {found.why}", whole)
