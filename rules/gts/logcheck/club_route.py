"""Judges the Club Route's book-keeping: the moves of its markers, a turn at a time, and what a turn
earns; and works out Club Route and Victory Points as far as the log's markers tell.

A marker misplaced and put right within a turn has not moved.
"""

from __future__ import annotations

import re
from collections.abc import (
    Callable,
    Hashable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError
from clubroute.rules.answer.needs import need_records, need_texts
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.clubroute.question import rule_set_of
from clubroute.rules.gts.logcheck.board import (
    Snapshot,
    state_of,
    unit_records,
    units_seen,
)
from clubroute.rules.gts.logcheck.counters import CounterMap, CounterReader
from clubroute.rules.gts.logcheck.track import MarkerMoved, MarkerTaken
from clubroute.rules.gts.position.position import turn_record
from clubroute.rules.logs.check.finding import (
    LogFinding,
    Verdict,
    line_of,
    refusal,
)
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout

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


VERDICTS: Mapping[str, Verdict] = {
    "legal": "legal",
    "illegal": "illegal",
    "undetermined": "unchecked",
}
LABELS = {"attacked": "Attacked", "closed": "Closed"}


def marker_moved(
    context: Context,
    mapfile: MapFile,
    start: int,
    end: int,
    state: Mapping[str, Any],
    turn: Mapping[str, str] | None,
    counted: bool,
    bare: LogFinding,
) -> LogFinding:
    """Judge a move of the Club Route Marker from one hex to another.

    ``counted``: the players keep the turn tracker, so that it proves which turn it is. ``bare`` is
    the finding without a verdict.
    """
    whole = {**state, "club_route": {"marker": mapfile.number(start)}}
    if turn is not None and counted:
        whole["turn"] = dict(turn)
    else:
        whole.pop("turn", None)
    asked = {"map": mapfile.window, "state": whole, "to": mapfile.number(end)}
    try:
        receipt: Mapping[str, Any] = context.registry.ask(context, "clubroute.advance", asked)
    except InputError as error:
        why = "the advance cannot be judged"
        return replace(bare, verdict="unchecked", why=why, needs=(str(error),))
    verdict = VERDICTS.get(receipt["verdict"], "unchecked")
    refusing = [s for s in receipt["steps"] if s.get("verdict") == "illegal"]
    needs = tuple(need_texts(receipt))
    why = refusing[-1]["why"] if refusing else str(receipt["summary"])
    rule = refusing[-1]["rule"] if refusing else rule_of(context, mapfile, "advance")
    return replace(
        bare,
        verdict=verdict,
        why=why,
        rule=rule,
        needs=needs,
        receipt=receipt,
        method="clubroute.advance",
        asked=asked,
        provenance=receipt["provenance"],
    )


def rule_of(context: Context, mapfile: MapFile, part: str) -> str:
    """The citation of a part of the map's Club Route rules."""
    rules = rule_set_of(context, mapfile.window, "printed")
    return rules[part].cite


def marker_earned(
    context: Context,
    mapfile: MapFile,
    kind: str,
    steps: Sequence[int],
    counted: bool,
    raid: bool,
    bare: LogFinding,
) -> LogFinding:
    """Judge an Attacked or Closed marker that came into the box; a turn earns few of each (4.3.3).

    ``steps`` are those of the markers of its kind that came in this turn, its own last.
    ``counted``: the players keep the turn tracker. ``raid``: the air raid's markers are in the
    game; its Closed markers do not count for the turn (S5.2).
    """
    if mapfile.window == "tdc":
        why = "these rules have no such markers"
        return replace(bare, verdict="unchecked", why=why, needs=("the Club Route rule in play",))
    rules = rule_set_of(context, mapfile.window, "printed")
    most = rules["attack"].number(f"most_{kind}")
    label = LABELS[kind]
    rule = rule_of(context, mapfile, "attack")
    if len(steps) <= most:
        why = f"{label} marker {len(steps)} of at most {most} this turn"
        return replace(bare, verdict="legal", why=why, rule=rule)
    why = f"{label} marker {len(steps)} this turn: at most {most} is earned"
    found = replace(bare, steps=tuple(steps), why=why, rule=rule)
    if kind == "closed" and raid:
        needs = ("whether the air raid earned it",)
        return replace(found, verdict="possible", why=why + ", unless by the air raid", needs=needs)
    if not counted:
        needs = ("the turn: the log never moves the turn tracker",)
        return replace(found, verdict="unchecked", needs=needs)
    steps_seen = [line_of(f"{label} marker at step {at}", rule) for at in steps]
    receipt = refusal(why, steps_seen)
    return replace(found, verdict="illegal", receipt=receipt, provenance="rulebook")


NO_MARKER = "the Club Route Marker's hex: no such marker is on the map"
MOST_KEPT = 4096
"""Answers kept: the same position is asked about in one log after the other."""
Key: TypeAlias = tuple[Hashable, ...]
"""All an answer depends on."""


class Standings:
    """Asks ``clubroute.status`` and ``victory.score`` about the ends of turns."""

    def __init__(self, context: Context, mapping: CounterMap, scenario: str) -> None:
        self._context = context
        self._mapping = mapping
        self._scenario = scenario
        self._answers: dict[Key, dict[str, Any]] = {}

    def at(
        self,
        mapfile: MapFile,
        game: Game,
        snapshot: Snapshot,
        layouts: Mapping[str, MapLayout],
        reader: CounterReader,
        turn: str,
    ) -> dict[str, Any]:
        """Say how things stand at the end of a turn, as JSON values."""
        route = route_of(mapfile, snapshot) | self._box(game, layouts, reader)
        now = turn_record(turn, self._mapping.year)
        position: dict[str, Any] = {"club_route": route}
        bridges = dict(sorted(snapshot.bridges.sure.items()))
        if bridges:
            position["bridges"] = bridges
        if now:
            position["turn"] = now
        found: dict[str, Any] = {"turn": turn, "markers": route}
        key = (mapfile.window, turn, *sorted(route.items()), *bridges.items())
        asked = {"map": mapfile.window, "state": position}
        status = self._ask("clubroute.status", key, lambda: asked)
        if "marker" not in route:
            status = status | {"unknown": NO_MARKER}
        found["club_route"] = status
        if self._scenario:
            seen = units_seen(snapshot, self._mapping.passive)

            def scored() -> dict[str, Any]:
                units = unit_records(mapfile, seen)
                return {"scenario": self._scenario, "state": position | {"units": units}}

            found["victory"] = self._ask("victory.score", (*key, *seen), scored)
        return found

    def _box(
        self, game: Game, layouts: Mapping[str, MapLayout], reader: CounterReader
    ) -> dict[str, int]:
        """Count the markers in the box of what was earned."""
        name = self._mapping.box_map
        layout = layouts.get(name)
        if not name or layout is None:
            return {}
        found = {"attacked": 0, "closed": 0}
        for piece in game.pieces.values():
            if piece.map == name and layout.zone_at(piece.x, piece.y) == self._mapping.earned:
                counter = reader.read(piece)
                if counter is not None and counter.kind in found:
                    found[counter.kind] += 1
        return found

    def _ask(
        self, method: str, key: Key, params: Callable[[], Mapping[str, Any]]
    ) -> dict[str, Any]:
        """Answer a question; its parameters are made only if the answer is not known yet."""
        found = self._answers.get((method, *key))
        if found is None:
            if len(self._answers) >= MOST_KEPT:
                self._answers.clear()
            found = self._answers[(method, *key)] = brief(self._answer(method, params()))
        return found

    def _answer(self, method: str, params: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            answer: Mapping[str, Any] = self._context.registry.ask(self._context, method, params)
        except InputError as error:
            why = f"{error.expected} ({error.where.part or method})"
            return {"verdict": "undetermined", "needs": need_records((why,))}
        return answer


NAMED = re.compile(r"^[^:]*\b(?:state|counts|options)\.[^:]*: ")
"""How what is needed begins: with the names of parameters that say it."""
KEPT = ("verdict", "summary", "status", "winner", "score", "at_least_known", "allied", "german")


def brief(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what a table shows of an answer; of what it needs, the words without the name."""
    found = {name: answer[name] for name in KEPT if answer.get(name) is not None}
    if answer.get("needs"):
        told = (NAMED.sub("", need) for need in need_texts(answer))
        found["unknown"] = "; ".join(dict.fromkeys(told))
    return found


def route_of(mapfile: MapFile, snapshot: Snapshot) -> dict[str, Any]:
    """Find the Club Route's own markers on the map."""
    places = sorted(
        mapfile.number(one.hex)
        for one in snapshot.markers.values()
        if one.counter.kind == "club_route"
    )
    return {"marker": places[0]} if len(places) == 1 else {}


def answer_text(answer: Mapping[str, Any]) -> str:
    """Put a method's answer into a few words."""
    if not answer:
        return "not asked"
    open_ = "unknown" in answer or answer["verdict"] == "undetermined"
    bits = ["not known" if open_ else answer.get("summary") or answer["verdict"]]
    if "at_least_known" in answer:
        bits.append(f"what is known comes to {answer['at_least_known']}")
    if "score" in answer:
        bits.append(f"score {answer['score']}")
    return "; ".join(bits)


def missing_text(answer: Mapping[str, Any]) -> str:
    """Say what an answer lacks, "" if nothing."""
    return f" (the log does not hold {answer['unknown']})" if answer.get("unknown") else ""
