"""Works out Club Route and Victory Points turn by turn, as far as the log's markers tell."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.logcheck.board import Snapshot, unit_records, units_seen
from clubroute.rules.gts.logcheck.counters import CounterReader
from clubroute.rules.gts.logcheck.mapping import CounterMap
from clubroute.rules.gts.logcheck.turns import turn_record
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout

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
            return {"verdict": "undetermined", "needs": [why]}
        return answer


NAMED = re.compile(r"^[^:]*\b(?:state|counts|options)\.[^:]*: ")
"""How what is needed begins: with the names of parameters that say it."""
KEPT = ("verdict", "summary", "status", "winner", "score", "at_least_known", "allied", "german")


def brief(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Keep what a table shows of an answer; of what it needs, the words without the name."""
    found = {name: answer[name] for name in KEPT if answer.get(name) is not None}
    if answer.get("needs"):
        found["unknown"] = "; ".join(dict.fromkeys(NAMED.sub("", need) for need in answer["needs"]))
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
