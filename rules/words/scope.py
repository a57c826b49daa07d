"""What the words of a command are read in: a form of it, about a map, and the names known there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NoReturn

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.kinds import BRIDGE, HEX, HEX_NUMBER, HEXSIDE
from clubroute.rules.asking.methods import STATE, Method, methods_of
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import Part, parts_of
from clubroute.rules.scenarios.book import find_scenario, named, scenario_files
from clubroute.rules.series import series_at
from clubroute.rules.words import names
from clubroute.rules.words.commands import Form, Slot, all_commands, listed_in
from clubroute.rules.words.items import PART, Here, MisfitError
from clubroute.rules.words.names import Names, by_key, calls_of, key_of, names_of
from clubroute.rules.words.values import options_of, schema_at, type_of

MAP = "map"
SCENARIO = "scenario"
GROUND = (names.HEX, names.BRIDGE, names.AREA, "text")
"""Types of slots for which the map is looked at."""


@dataclass(frozen=True)
class Scope:
    """A form of a command, its method, the map it is about, and where it is said."""

    form: Form
    method: Method
    window: str
    here: Here
    placed: Mapping[str, str] = field(default_factory=dict)
    """The hexes of units that the words themselves say, by what they are called."""

    @property
    def parts(self) -> Mapping[str, Part]:
        """The parameters of the method, by name."""
        return parts_of(self.method.asks)

    @property
    def maps(self) -> Sequence[str]:
        """The maps that the method may be asked about."""
        part = self.parts.get(MAP)
        known: Sequence[str] = part.schema().get("enum", ()) if part else ()
        own = known and series_at(self.window).home is not None
        return (*known, self.window) if own else known

    def schema(self, path: str) -> Schema | None:
        """The JSON Schema of a parameter or a part, ``to.terrain``; None if there is none."""
        return schema_at(self.method, path)

    def options(self, path: str) -> tuple[str, ...]:
        """The words that a parameter or a part of one may be."""
        return options_of(self.schema(path) or {})

    def type_of(self, slot: Slot) -> str:
        """What words a slot takes."""
        if slot.type:
            return slot.type
        part = self.parts.get(slot.path)
        if part is not None and part.kind in (HEX, HEX_NUMBER):
            return names.HEX
        if part is not None and part.kind in (BRIDGE, HEXSIDE):
            return names.BRIDGE
        return type_of(slot.path, self.schema(slot.path) or {})

    @property
    def types(self) -> set[str]:
        """What words the slots of the form take."""
        return {self.type_of(slot) for slot in self.form.slots}

    def refuse(self, far: int, found: str, expected: str, near: str | None = None) -> NoReturn:
        """:raises MisfitError: always."""
        raise MisfitError(far, InputError(Where(PART), found, expected, near))

    @cached_property
    def known(self) -> Names:
        """The names that can be said: the map's if the form takes any, and the units'."""
        if names.CALLED in self.types:
            return Names(None, by_key(names.calls_named(self.window)))
        if not self.types.isdisjoint(GROUND):
            return self.with_listed(self.whole_country)
        return self.with_listed(
            self.with_units(names_of(self.here.context, self.window, ground=False))
        )

    def with_listed(self, found: Names) -> Names:
        """Names, with those of what a method lists, if a slot of the form takes them."""
        lists = listed_in(series_at(self.window).kind)
        named = [
            (call, type_, one["id"])
            for type_ in self.types & lists.keys()
            for one in self.listed(lists[type_])
            for call in (one["id"], one["id"].replace("_", " "), one["name"])
        ]
        known = dict(found.known)
        for key, more in by_key(named).items():
            old = known.get(key, more)
            known[key] = replace(old, may={**old.may, **more.may})
        return replace(found, known=known) if named else found

    def listed(self, method: str) -> Sequence[Mapping[str, Any]]:
        """What a method lists about the map: things with ids and names."""
        answer = ask(self.here.context, method, {MAP: self.window})
        return next((one for one in answer.values() if isinstance(one, list)), ())

    @cached_property
    def whole_country(self) -> Names:
        """The names of the map, and the units'."""
        return self.with_units(names_of(self.here.context, self.window))

    def with_units(self, found: Names) -> Names:
        """Names, with where the units of the position stand."""
        calls = calls_of(self.here.context, self.window) if self.units else {}
        standing = {
            key_of(call): unit.hex
            for unit in self.units
            for call in (*calls.get(unit.id or "", ()), unit.id, unit.name)
            if call and unit.hex
        }
        standing = {**self.set_up, **standing, **self.placed}
        return replace(found, standing=standing) if standing else found

    @property
    def set_up(self) -> Mapping[str, str]:
        """The hexes in which a scenario sets up units, by what they are called, while the position
        says nothing but the scenario."""
        state = self.here.state
        scenario = state.get(SCENARIO) if isinstance(state, Mapping) else None
        if not scenario or not isinstance(state, Mapping) or state.keys() - {SCENARIO}:
            return {}
        if self.units:
            return {}  # the position has them itself, as its scenario sets them up
        id_ = series_at(self.window).id
        if named(id_, scenario, scenario_files(id_)) not in scenario_files(id_):
            return {}
        calls = calls_of(self.here.context, self.window)
        rows = find_scenario(id_, scenario).scenario.units
        return {
            key_of(call): row.hex
            for row in rows
            if row.unit and row.hex
            for call in calls.get(row.unit, ())
            if call
        }

    @cached_property
    def units(self) -> Sequence[Any]:
        """The units of the position, as the method would see them; as others of its series do
        where it takes no position itself."""
        if self.here.state is None:
            return ()
        part = self.parts.get(STATE) or self.state_of_others()
        if part is None or part.kind.opens is None:
            return ()
        read = part.kind.read(self.here.state, STATE)
        position = part.kind.opens(self.here.context, read, {MAP: self.window})
        return getattr(position, "units", None) or ()

    def state_of_others(self) -> Part | None:
        """How a position is said to the methods about this map that take one."""
        series = series_at(self.window)
        has = {method.name for method in methods_of(series.families)}
        forms = (
            form
            for one in all_commands()
            if one.series == series.kind
            for form in one.forms
            if form.method in has or series.home is None
        )
        find = self.here.context.registry.find
        methods = (find(form.method, {MAP: self.window}) for form in forms)
        parts = (parts_of(method.asks)[STATE] for method in methods if method.takes_state)
        return next(parts, None)
