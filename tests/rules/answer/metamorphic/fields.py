"""The fields of a question that may be left out, and what each may say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from clubroute.rules.asking.schema import Schema
from tests.rules.answer.silence import Path_, own

Question: TypeAlias = Mapping[str, Any]

NO_FACTS = frozenset(("options", "costs", "receipt", "at", "ground", "chit", "module"))
"""Fields that choose readings, or what else is told."""
DICE = frozenset(("die", "dice", "bridge_dice", "modified", "check", "checks", "rolls"))
"""A die that is not thrown has every face: the answer lists what follows from each."""
NAMES = frozenset(("id", "name"))
"""Only what an answer calls a unit."""
HEX = re.compile(r"[A-Z]?\d{1,3}\.\d{1,3}")
HEXSIDE = re.compile(rf"{HEX.pattern}/{HEX.pattern}")
LISTED = 2
"""Of how many of a list's objects the fields are looked at."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field by the way to it, with its schema, and what the help says of what it stands in."""

    path: Path_
    schema: Schema
    about: str = ""

    @property
    def name(self) -> str:
        """The field as a player reads it, ``state.units[].side``."""
        parts = "".join("[]" if isinstance(part, int) else f".{part}" for part in self.path)
        return parts.removeprefix(".")

    @property
    def leaf(self) -> str:
        """The last name on the way to it."""
        return next(part for part in reversed(self.path) if isinstance(part, str))

    @property
    def documented(self) -> bool:
        """Whether its description says what it is where it is left out."""
        told = self.schema.get("description") or ""
        return bool(re.search(r"if absent|left out|else the campaign|; else|, else|owner/", told))

    @property
    def listed(self) -> bool:
        """Whether all that it may say can be listed."""
        return "enum" in self.schema or self.schema.get("type") == "boolean"

    @property
    def overrides(self) -> bool:
        """Whether its description says that it comes before what the position says."""
        told = f"{self.schema.get('description')} {self.about}"
        return bool(re.search(r"else state\.|the state's if|if not as the|come before what", told))


def objects_of(schema: Schema) -> Schema:
    """The schema of an object that a value may be, {} if it may be none."""
    kinds = (part for part in schema.get("anyOf", (schema,)) if part.get("type") == "object")
    return next(kinds, {})


def optional_fields(
    value: Any, schema: Schema, path: Path_ = (), about: str = ""
) -> Iterator[Field]:
    """The fields that may be left out, said or not: of the question, of the objects it has, and of
    a position, said or not."""
    for name, part in schema.get("properties", {}).items():
        here = (*path, name)
        if name in NO_FACTS | DICE:
            continue
        inner = value.get(name) if isinstance(value, Mapping) else None
        if name not in schema.get("required", ()) and name not in NAMES and here != ("state",):
            yield Field(here, part, about)
        objects = objects_of(part)
        if objects.get("properties") and (isinstance(inner, Mapping) or here == ("state",)):
            yield from optional_fields(inner or {}, objects, here, part.get("description") or "")
        elif isinstance(inner, list) and len(path) <= 1:
            item = objects_of(part.get("items", {}))
            for index, one in enumerate(inner[:LISTED]):
                if isinstance(one, Mapping):
                    yield from optional_fields(one, item, (*here, index))


def is_said(question: Any, path: Path_) -> bool:
    """Whether a question has a field."""
    for part in path:
        inside = isinstance(question, Mapping) and part in question
        if not inside and not (isinstance(question, list) and isinstance(part, int)):
            return False
        question = question[part]
    return True


def put(question: Question, path: Path_, value: Any) -> dict[str, Any]:
    """A copy of a question with a field said, and whatever is on the way to it."""

    def within(inner: Any, rest: Path_) -> Any:
        if not rest:
            return value
        head, tail = rest[0], rest[1:]
        if isinstance(inner, list):
            return [within(one, tail) if at == head else one for at, one in enumerate(inner)]
        known = inner if isinstance(inner, Mapping) else {}
        return {**known, head: within(known.get(head), tail)}

    found: dict[str, Any] = within(question, path)
    return found


def without(question: Question, path: Path_) -> dict[str, Any]:
    """A copy of a question without a field that it has."""
    head, rest = str(path[0]), path[1:]
    if not rest:
        return {name: value for name, value in question.items() if name != head}
    return {**question, head: without(question[head], rest)}


def named_values(value: Any, path: Path_ = ()) -> Iterator[tuple[Path_, Any]]:
    """Every named value within a value, with the way to it; the place in a list is left out."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield (*path, name), inner
            yield from named_values(inner, (*path, name))
    elif isinstance(value, list):
        for inner in value:
            yield from named_values(inner, path)


def places(question: Question) -> tuple[list[str], list[str]]:
    """The hexes and hexsides a question is about; those of its position if it names none."""
    asked = {name: value for name, value in question.items() if name != "state"}
    for told in (asked, question.get("state", {})):
        texts = [
            text
            for _, value in named_values(told)
            for text in (value if isinstance(value, list) else [value])
            if isinstance(text, str)
        ]
        sides = [text for text in texts if HEXSIDE.fullmatch(text)]
        ends = [end for side in sides for end in side.split("/")]
        hexes = [*(text for text in texts if HEX.fullmatch(text)), *ends]
        if hexes:
            return list(dict.fromkeys(hexes)), list(dict.fromkeys(sides))
    return [], []


STATES = ("intact", "destroyed", "wired", "not_wired", "bailey", "unstable", "stable", "out")
TURNS = (
    *(("1944-09-17", "1500"), ("1944-09-18", "0700"), ("1944-09-19", "1100")),
    *(("1944-09-20", "Night"), ("1944-09-24", "0900")),
)
SCENARIOS = {
    "wed": ("WED-1", "WED-2", "WED-3", "WED-4", "WED-CAMPAIGN"),
    "tdc": ("Campaign 1", "Campaign 2", "Campaign 3"),
    "mg": ("MG",),
}


def around(field: Field, question: Question, sides: Sequence[str]) -> list[Any]:
    """What a part of a position may say about the hexes of a question: enemies and friends there,
    markers of each kind, each state of its bridges, Fire Zones on them."""
    hexes, hexsides = places(question)
    bridges = [*hexsides, *(f"{a}/{b}" for a, b in pairwise(hexes[:4]))]
    match field.path:
        case ("state", "units"):
            units = [
                {"id": "x1", "side": side, "hex": hex_} for side in sides for hex_ in hexes[:3]
            ]
            return [[], *([unit] for unit in units)]
        case ("state", "markers"):
            parts = objects_of(field.schema.get("items", {})).get("properties", {})
            kinds = parts.get("kind", {}).get("enum", ())
            return [[], *([{"kind": kind, "hex": hex_}] for hex_ in hexes[:1] for kind in kinds)]
        case ("state", "bridges"):
            return [{}, *({side: state} for side in bridges[:2] for state in STATES)]
        case ("state", "fire_zones"):
            none: dict[str, Any] = {side: [] for side in sides}
            return [none, *({**none, side: hexes[:4]} for side in sides)]
        case ("state", "turn"):
            return [*({"date": date, "time": time} for date, time in TURNS), {"weather": "fog"}]
        case ("state", "history"):
            there = [{"hexside": side} for side in hexsides[:1]]
            events = [{"event": one, **at} for at in there for one in ("demolished", "controls")]
            events += [{"event": "entered", "hex": hex_} for hex_ in hexes[:2]]
            return [[], *([{**event, "side": side}] for event in events for side in sides)]
    return []


def own_values(field: Field) -> list[Any]:
    """What a field may say by its schema alone."""
    schema = field.schema
    numbers = [1, 2, 3] if schema.get("type") in ("integer", "number") else []
    low, high = schema.get("minimum", 0), schema.get("maximum", 3)
    return [*own(schema), *(number for number in numbers if low <= number <= high)]
