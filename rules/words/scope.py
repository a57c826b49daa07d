"""What the words of a command are read in: a form of it, about a map, and the names known there."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NoReturn

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Near, Where
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.kinds import BRIDGE, HEX, HEX_NUMBER, HEXSIDE
from clubroute.rules.asking.methods import STATE, Method, methods_of
from clubroute.rules.asking.question import word_value
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import Part, flattened, parts_of
from clubroute.rules.scenarios.book import find_scenario, named, scenario_files
from clubroute.rules.series import series_at
from clubroute.rules.words import names
from clubroute.rules.words.commands import Form, Slot, all_commands, listed_in, vocabulary
from clubroute.rules.words.items import PART, Here, MisfitError
from clubroute.rules.words.names import Names, by_key, calls_of, key_of, names_of

# Parameters by their paths, ``unit.class``: what words they take, and telling them.

STEP = re.compile(
    r"[A-E]?[0-9]{1,3}\.[0-9]{1,3}(?:/[A-E]?[0-9]{1,3}\.[0-9]{1,3})*(?=\.|$)|[^.]+", re.IGNORECASE
)


def steps_of(path: str) -> list[str]:
    """The names of a path, at least one; a hex's number is one: ``held.A49.06``."""
    return STEP.findall(path) or [path]


def schema_at(method: Method, path: str) -> Schema | None:
    """The JSON Schema of a parameter or of a part of one, None if there is none."""
    first, *rest = steps_of(path)
    part = parts_of(method.asks).get(first)
    schema: Schema | None = None if part is None else part.schema()
    for name in rest:
        schema = schema and inside(schema, name)
    return schema


def inside(schema: Schema, name: str) -> Schema | None:
    """The schema of a field; of any name where an object takes any; ``items`` those of a list."""
    if is_list(schema) and (name == "items" or PLACE.fullmatch(name)):
        items: Schema = schema["items"]
        return items
    known: Schema | None = schema.get("properties", {}).get(name)
    free = schema.get("additionalProperties")
    return free if known is None and isinstance(free, Mapping) else known


def is_list(schema: Schema) -> bool:
    """Whether a schema is of a list."""
    return schema.get("type") == "array"


def options_of(schema: Schema) -> tuple[str, ...]:
    """The words that a value may be, if it is one of some; or a list of such."""
    inner = schema.get("items", schema)
    return tuple(one for one in inner.get("enum", ()) if isinstance(one, str))


def preferred(said: tuple[str, Schema]) -> int:
    """The place of a parameter among those that a word may be of: a lower one comes first."""
    order = vocabulary().prefer
    return order.index(said[0]) if said[0] in order else len(order)


def same_type(one: str, other: str) -> bool:
    """Whether two slots compete for the same words."""
    return one.rpartition(".")[2] == other.rpartition(".")[2]


TYPES: Mapping[str, str] = {"integer": "number", "number": "number"}


def type_of(path: str, schema: Schema) -> str:
    """What words a parameter takes by its schema: names, a number, its own words, text."""
    inner = schema.get("items", schema)
    kind = inner.get("type")
    if "object" in (kind or ()) and "string" in (kind or ()) and not isinstance(kind, str):
        return names.UNIT
    if options_of(schema) or kind == "boolean":
        return path
    if isinstance(kind, str) and kind in TYPES:
        return TYPES[kind]
    last = path.rpartition(".")[2]
    return last if last in TELLING else "text"


MOMENTS = ("date", "time")
TELLING = (*MOMENTS, names.BRIDGE, names.HEX, "odds")
"""Parameters whose name is the type of what they take."""
DAY = re.compile(r"1944-09-[0-9][0-9]")
HOUR = re.compile(r"[0-2][0-9][0-5][0-9]|night", re.IGNORECASE)
SEPTEMBER = re.compile(
    r"sep(?:t\.?|tember)? ([0-9]{1,2})|([0-9]{1,2})\.? sep(?:t\.?|tember)?", re.IGNORECASE
)
"""A day as people say it: Sept 19, 19 September."""
OF_THE_MONTH = re.compile(r"(1[7-9]|2[0-6])(?:st|nd|rd|th)")
"""A day of the battle by its number alone: the 20th; no Division has such a number."""
ODDS = re.compile(r"[0-9]{1,3}:[0-9]{1,3}\+?")
"""Odds, or strengths against each other: 3:1, 13:4."""
FIGURE = re.compile(r"([0-9]+)(½|\.5)?([a-z]*)", re.IGNORECASE)


def day_said(words: Sequence[str]) -> dict[str, Any]:
    """The day that two words say, as the value of a date; nothing if they say none."""
    found = SEPTEMBER.fullmatch(" ".join(words))
    return {"date": f"1944-09-{int(found[1] or found[2]):02}"} if found else {}


def figures(word: str) -> tuple[int, dict[str, Any]]:
    """What a number may be: 1, or 0 if it is none; and its value by type."""
    found: dict[str, Any] = {}
    if DAY.fullmatch(word):
        found["date"] = word
    if alone := OF_THE_MONTH.fullmatch(word.casefold()):
        return 1, {"date": f"1944-09-{alone[1]}"}
    if HOUR.fullmatch(word):
        return 1, {"time": word.title()}
    if ODDS.fullmatch(word):
        return 1, {"odds": word}
    number = FIGURE.fullmatch(word)
    if number:
        value = int(number[1]) + (0.5 if number[2] else 0)
        path = vocabulary().figures.get(number[3].casefold())
        if path:
            found[path] = value
        elif not number[3]:
            found["number"] = value
    return int(bool(found)), found


PLACE = re.compile(r"[1-9][0-9]{0,2}")
"""A place in a list, from 1: ``plan.2.zone`` is of the second."""


def value_of(params: Mapping[str, Any], path: str) -> Any:
    """What is told at a path, None if nothing."""
    value: Any = params
    for name in steps_of(path):
        if isinstance(value, list) and PLACE.fullmatch(name):
            value = value[int(name) - 1] if int(name) <= len(value) else None
        else:
            value = value.get(name) if isinstance(value, Mapping) else None
    return value


def put(params: dict[str, Any], path: str, value: Any) -> None:
    """Tell a value at a path. A unit's name that is told already goes among its parts.

    :raises InputError: a place in a list, ``plan.3``, before the one before it.
    """
    first, *rest = steps_of(path)
    params[first] = told_in(params.get(first), rest, value, first)


def told_in(old: Any, names_: Sequence[str], value: Any, path: str) -> Any:
    """What is told already, with a value at a path of names inside it."""
    if not names_:
        return value
    first, *rest = names_
    if PLACE.fullmatch(first) and not isinstance(old, (Mapping, str)):
        many, at = list(old or ()), int(first) - 1
        if at > len(many):
            raise InputError(Where(PART), f"{path}.{first}", f"{path}.{len(many) + 1} before it")
        inner = many[at] if at < len(many) else None
        return [*many[:at], told_in(inner, rest, value, f"{path}.{first}"), *many[at + 1 :]]
    told = {"name": old} if isinstance(old, str) else dict(old or {})
    return {**told, first: told_in(told.get(first), rest, value, f"{path}.{first}")}


def add(params: dict[str, Any], path: str, value: Any) -> None:
    """Add a value to the list at a path."""
    put(params, path, [*(value_of(params, path) or ()), value])


def bridge_told(old: Any, part: str, text: str, fields: Mapping[str, Schema]) -> Any:
    """What is said of a bridge, ``Son=wired``, with a part more, ``Son.wired_by=German``.

    :param fields: what may be said of one; the first is how it stands.
    """
    stands = next(iter(fields))
    words = [as_option(word, states_of(fields[stands])) for word in text.split(",")]
    value = words[0] if len(words) == 1 else words
    if not part:
        return {**old, stands: value} if isinstance(old, Mapping) else value
    known = old if isinstance(old, Mapping) else {} if old is None else {stands: old}
    return {**known, part: value_in(text, fields[part]) if part in fields else value}


def states_of(schema: Schema) -> tuple[str, ...]:
    """The words for how a bridge may stand: one of them, or a list of them."""
    return options_of(schema) or next(map(states_of, schema.get("anyOf", ())), ())


NONE = "none"
ANSWERS: Mapping[str, bool] = {"yes": True, "no": False}


def value_in(text: str, schema: Schema) -> Any:
    """The value of ``name=text``: as :func:`word_value`; ``none`` is an empty list or object,
    ``yes`` and ``no`` are true and false; hexes, words and figures between commas are a list."""
    kind = schema.get("type")
    text = as_option(text, options_of(schema))
    if text.casefold() == NONE and kind in ("array", "object"):
        return [] if kind == "array" else {}
    if kind == "boolean" and text.casefold() in ANSWERS:
        return ANSWERS[text.casefold()]
    words = text.split(",")
    if kind == "array" and len(words) > 1 and all(map(is_plain(schema), words)):
        return words
    inner = schema.get("items", schema).get("type", ())
    if kind == "array" and len(words) > 1 and inner == "integer" and all(map(is_whole, words)):
        return [int(word) for word in words]
    plain = "string" in inner and not text.startswith(("[", "{"))
    value = text if plain else word_value(text)
    return [value] if kind == "array" and not isinstance(value, list) else value


def as_option(text: str, options: Sequence[str]) -> str:
    """A text as the option that it is in other letters, or that people say for it."""
    words = (text, *vocabulary().synonyms.get(text.casefold(), ()))
    alike = (one for word in words for one in options if flattened(one) == flattened(word))
    return next(alike, text)


def is_plain(schema: Schema) -> Callable[[str], bool]:
    """What tells whether a part between commas is a value of a list: a hex or one of its words."""
    options = options_of(schema)
    return lambda text: text in options or names.BARE.fullmatch(text) is not None


def merged(state: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """A position with more said of it: a unit of the same name stands where it is said now."""
    found = dict(state)
    for name, value in more.items():
        old = found.get(name)
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            value = merged(old, value)
        elif name == "units" and isinstance(old, list) and value:
            now = {call for one in value for call in (one.get("name"), one.get("id")) if call}
            kept = [one for one in old if not now & {one.get("name"), one.get("id")}]
            gone = [one for one in old if one not in kept]
            value = [*kept, *(over(one, gone) for one in value)]
        found[name] = value
    return found


def over(unit: Mapping[str, Any], known: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A unit with what was said of it before."""
    call = unit.get("name") or unit.get("id")
    before = next((one for one in known if call in (one.get("name"), one.get("id"))), {})
    same = before if call else {}
    return {**same, **unit}


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
    def is_said(self) -> bool:
        """Whether the map is said, and not guessed."""
        return self.here.map == self.window

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

    def refuse(self, far: int, found: str, expected: str, near: Near = None) -> NoReturn:
        """:raises MisfitError: always."""
        raise MisfitError(far, InputError(Where(PART), found, expected, near))

    @cached_property
    def known(self) -> Names:
        """The names that can be said: the map's if the form takes any, and the units'."""
        lists, types = listed_in(series_at(self.window).kind), self.types
        called, ground = names.CALLED in types, not types.isdisjoint(GROUND)
        base = names_of(self.here.context, self.window, ground)
        key = (called, *sorted(types & lists.keys()))
        if key not in base.others:
            base.others[key] = (
                Names(None, by_key(names.calls_named(self.window)))
                if called
                else self.with_listed(base, lists)
            )
        return base.others[key] if called else self.with_units(base.others[key])

    def with_listed(self, found: Names, lists: Mapping[str, str]) -> Names:
        """Names, with those of what a method lists, if a slot of the form takes them."""
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
        return found.with_standing(standing) if standing else found

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
