"""What acts are made of: maps, bridges, counters, scenarios and their set-ups, and who answers."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.ground.maps import map_of
from clubroute.rules.saves.at import at_of_json, made, placed_at
from clubroute.rules.series import series_of
from clubroute.rules.service.faults import ServiceLimits
from clubroute.rules.service.protocol import answer_value
from clubroute.rules.words.grammar import parse
from clubroute.rules.words.items import Here

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[3]
MAPS = ("wed", "tdc", "mg")
SCENARIOS: Mapping[str, tuple[str, ...]] = {
    "WED-1": ("wed",),
    "WED-2": ("wed",),
    "WED-3": ("wed",),
    "WED-4": ("wed",),
    "WED-CAMPAIGN": ("wed",),
    "TDC": ("tdc",),
    "MG": ("mg",),
}
"""The scenarios, each with the maps it is played on."""
BRIDGES = ("bridge", "pontoon", "stream_bridge")
CLASSES = ("leg", "wheeled", "tracked")


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge of a map: its two hexes as printed, every name a question may give it."""

    map: str
    kind: str
    name: str
    note: str
    ends: tuple[str, str]

    @property
    def hexside(self) -> str:
        """Its hexside, lower hex first."""
        return "/".join(self.ends)

    @property
    def names(self) -> tuple[str, ...]:
        """The hexside, either way round, and its name if it has one."""
        return (self.hexside, "/".join(reversed(self.ends)), *([self.name] if self.name else []))

    @property
    def states(self) -> tuple[str, ...]:
        """The words a position may say of it."""
        if self.kind == "pontoon":
            return ("intact", "assembled", "wired", "not_wired")
        if self.kind == "stream_bridge":
            if "unstable" in self.note:
                return ("stable", "unstable", "unchecked")
            return ("intact",)
        kinds = ("intact", "destroyed", "wired", "not_wired")
        if "never" in self.note:
            return ("intact",)
        if "railroad" in self.note:
            return (*kinds, "improved")
        return (*kinds, "bailey", "bailey_out")


@dataclass(frozen=True, slots=True)
class Counter:
    """A Unit's counter, of ``counters/<game>/units.csv``."""

    id: str
    game: str
    name: str
    aliases: tuple[str, ...]
    side: str
    division: str
    formation: str
    kind: str
    move_class: str
    mounted: str
    attached: Mapping[str, str]
    scenarios: tuple[str, ...]


@cache
def counters() -> tuple[Counter, ...]:
    """The counters of both games; one that both have stands once."""
    found: dict[str, Counter] = {}
    for game in ("wed", "tdc"):
        with (ROOT / "counters" / game / "units.csv").open(encoding="utf-8", newline="") as stream:
            for row in csv.DictReader(stream):
                pairs = [one.partition("=") for one in row["attached"].split(";") if one]
                counter = Counter(
                    row["id"],
                    game,
                    row["name"],
                    tuple(one for one in row["aliases"].split(";") if one),
                    row["side"],
                    row["division"],
                    row["formation"],
                    row["kind"],
                    row["class"],
                    row.get("mounted", ""),
                    {scenario: formation for scenario, _, formation in pairs},
                    tuple(one for one in row["scenarios"].split(";") if one),
                )
                found.setdefault(counter.id, counter)
    return tuple(found.values())


@dataclass(slots=True)
class World:
    """The maps and scenarios of both games, and a context that answers. Filled as it is asked.

    A small map made up for a test has ``scenarios`` of none.
    """

    context: Context
    scenarios: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: SCENARIOS)
    _bridges: dict[str, tuple[Bridge, ...]] = field(default_factory=dict)
    _set_ups: dict[str, Any] = field(default_factory=dict)

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        """An answer; one that is refused has the verdict ``refused`` and says why."""
        try:
            return ask(self.context, method, dict(params))
        except InputError as error:
            return {"verdict": "refused", "summary": str(error), "steps": []}

    def through(self, door: str, method: str, params: Mapping[str, Any]) -> Any:
        """An answer through a door: ``json``, ``handle``, ``socket``, ``file`` or ``words``."""
        told = dict(params)
        try:
            if door == "handle":
                series = series_of(told)
                told["state"] = self.context.states.open(told["state"], series)
            elif door == "socket":
                return self._over_the_socket(method, told)
            elif door == "file":
                file = made(told.pop("map"), told.pop("state")).text().encode()
                told = placed_at(self.context, method, told, at_of_json(file, "game.clubroute"))
            elif door == "words":
                here = Here(self.context, None, told.get("state"))
                asked = parse(told["words"], here)
                if asked.method != method:
                    return {"verdict": f"asks {asked.method}", "steps": []}
                told = asked.params
        except InputError as error:
            return {"verdict": "refused", "summary": str(error), "steps": []}
        return self.ask(method, told)

    def _over_the_socket(self, method: str, params: Mapping[str, Any]) -> Any:
        """An answer as the service and the map room send it."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        line = answer_value(self.context, request, ServiceLimits(), lambda method, error: None)
        assert line is not None
        answer = json.loads(line)
        if "error" in answer:
            summary = json.dumps(answer["error"], ensure_ascii=False)
            return {"verdict": "refused", "summary": summary, "steps": []}
        return answer["result"]

    def country(self, window: str) -> MapFile:
        """A compiled map."""
        return map_of(self.context, window)

    def bridges(self, window: str) -> tuple[Bridge, ...]:
        """All bridges of a map."""
        if window not in self._bridges:
            country, found = self.country(window), dict[str, Bridge]()
            for place, features in sorted(country.sides.items()):
                for one in features:
                    if one.kind in BRIDGES:
                        ends = country.hexside_number(place).split("/")
                        bridge = Bridge(window, one.kind, one.name, one.note, (ends[0], ends[1]))
                        found[bridge.hexside] = bridge
            self._bridges[window] = tuple(found.values())
        return self._bridges[window]

    def set_up(self, scenario: str) -> Any:
        """What stands where when a scenario begins."""
        if scenario not in self._set_ups:
            self._set_ups[scenario] = self.ask("scenario.setup", {"scenario": scenario})
        return self._set_ups[scenario]

    def played_on(self, window: str) -> tuple[str, ...]:
        """The scenarios of a map."""
        return tuple(name for name, maps in self.scenarios.items() if window in maps)

    def beside(self, window: str, hex_: str) -> tuple[str, ...]:
        """The hexes next to one."""
        country = self.country(window)
        here = country.id(hex_)
        found = (beside[here] for beside in country.beside)
        return tuple(country.number(one) for one in found if one != NOWHERE)

    def any_hex(self, random: Random, window: str) -> str:
        """Some hex of a map."""
        country = self.country(window)
        return country.number(random.randrange(len(country)))

    def near(self, random: Random, window: str, hex_: str, steps: int) -> str:
        """A hex some steps away, at random."""
        for _ in range(steps):
            hex_ = random.choice(self.beside(window, hex_))
        return hex_

    def areas(self, window: str) -> Mapping[str, tuple[str, ...]]:
        """The named areas of a map that have hexes, by id."""
        country = self.country(window)
        return {
            area.id: tuple(map(country.number, area.hexes)) for area in country.areas if area.hexes
        }


def some(random: Random, of: Sequence[T]) -> T:
    """One of several, at random."""
    return of[random.randrange(len(of))]


def counters_of(window: str, scenario: str | None = None) -> tuple[Counter, ...]:
    """The counters that may be on a map, or that a scenario has."""
    games = ("wed", "tdc") if window == "mg" else (window,)
    found = [one for one in counters() if one.game in games]
    return tuple(one for one in found if scenario is None or scenario in one.scenarios)
