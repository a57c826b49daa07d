"""Judges the Club Route's markers in a log, a turn at a time.

A marker misplaced and put right within a turn has not moved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import state_of
from clubroute.rules.gts.logcheck.events import MarkerMoved, MarkerTaken
from clubroute.rules.gts.logcheck.mapping import CounterMap
from clubroute.rules.gts.logcheck.route import marker_earned, marker_moved
from clubroute.rules.gts.logcheck.turns import turn_record
from clubroute.rules.logs.check.finding import LogFinding

SETUP = "from which step on it is play (--play-from)"
BY_THE_WAY = "that it was put there by the way"


@dataclass(slots=True)
class MarkerJudge:
    """Judges the markers of one log, ``log`` by name. ``counted``: the turn tracker is kept."""

    context: Context
    map: MapFile
    mapping: CounterMap
    log: str
    counted: bool
    _moved: dict[str, list[MarkerMoved]] = field(default_factory=dict)
    _boxed: dict[str, MarkerMoved] = field(default_factory=dict)

    def take(self, event: MarkerMoved) -> None:
        """Take note of a marker that was moved or came into the box."""
        if event.box:
            self._boxed[event.counter.piece] = event
        else:
            self._moved.setdefault(event.counter.piece, []).append(event)

    def take_out(self, event: MarkerTaken) -> None:
        """Forget a marker that left the box in the turn it came: it was put there by mistake."""
        self._boxed.pop(event.piece, None)

    def settled(self) -> Iterator[LogFinding]:
        """Give the findings of a turn that is over."""
        moved, self._moved = self._moved, {}
        boxed, self._boxed = self._boxed, {}
        for events in moved.values():
            for run in runs(events):
                yield from self._way(straightened(run))
        earned: dict[str, list[int]] = {}
        for event in boxed.values():
            if event.setup:
                why = "it came into the box before the first chit"
                yield replace(self._bare(event), why=why, needs=(SETUP,))
                continue
            steps = earned.setdefault(event.counter.kind, [])
            steps.append(event.step)
            yield self._earned(event, steps)

    def _way(self, events: list[MarkerMoved]) -> Iterator[LogFinding]:
        """Judge a marker's moves of a turn. If one is illegal, only the whole way counts: a marker
        may be put down on its way."""
        found = [self._advance(event) for event in events]
        illegal = [one for one in found if one.verdict == "illegal"]
        if not illegal or len(events) == 1:
            yield from found
            return
        first, last = events[0], events[-1]
        whole = self._advance(replace(first, end=last.end, setup=last.setup))
        hexes = [events[0].start, *(event.end for event in events)]
        whole = replace(
            whole,
            steps=tuple(event.step for event in events),
            hexes=tuple(self.map.number(hex_) for hex_ in hexes),
        )
        if whole.verdict == "legal":
            whole = replace(whole, verdict="possible", needs=(*whole.needs, BY_THE_WAY))
        yield whole

    def _advance(self, event: MarkerMoved) -> LogFinding:
        """Judge a single move of the Club Route Marker."""
        state = state_of(self.map, event.before, self.mapping.passive)
        turn = turn_record(event.turn, self.mapping.year)
        ends = event.start, event.end
        bare = self._bare(event)
        found = marker_moved(self.context, self.map, *ends, state, turn, self.counted, bare)
        if event.setup and found.verdict == "illegal":
            return replace(found, verdict="unchecked", needs=(*found.needs, SETUP))
        return found

    def _earned(self, event: MarkerMoved, steps: list[int]) -> LogFinding:
        """Judge a marker that came into the box after those of its kind at the other ``steps``."""
        raid = any(one.counter.kind == "air_raid" for one in event.before.markers.values())
        bare, kind = self._bare(event), event.counter.kind
        return marker_earned(self.context, self.map, kind, steps, self.counted, raid, bare)

    def _bare(self, event: MarkerMoved) -> LogFinding:
        number = self.map.number
        return LogFinding(
            self.log,
            (event.step,),
            "club_route",
            "unchecked",
            "",
            turn=event.turn,
            chit=event.chit,
            player=event.player,
            unit=event.counter.id,
            name=event.counter.name,
            hexes=() if event.box else (number(event.start), number(event.end)),
        )


def runs(events: list[MarkerMoved]) -> Iterator[list[MarkerMoved]]:
    """Split a marker's moves where it left the map."""
    run: list[MarkerMoved] = []
    for event in events:
        if run and run[-1].end != event.start:
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def straightened(run: list[MarkerMoved]) -> list[MarkerMoved]:
    """Drop the rounds that brought a marker back where it had been."""
    kept: list[MarkerMoved] = []
    hexes = [run[0].start]
    for event in run:
        if event.end in hexes:
            at = hexes.index(event.end)
            del hexes[at + 1 :], kept[at:]
        else:
            kept.append(event)
            hexes.append(event.end)
    return kept
