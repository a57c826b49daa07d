"""The questions that everything is tried on, and the shorter ones made of them.

They are the recorded questions of ``tests/signature``, the full questions of ``tests/rules`` and,
in ``questions.jsonl`` beside this file, what neither has.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.project import TEMPLATE, project_named
from clubroute.rules.asking.methods import Method, Registry
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import read_parts
from tests.rules.answer.metamorphic.fields import (
    is_said,
    objects_of,
    optional_fields,
    put,
    without,
)
from tests.rules.answer.silence import Path_, full_questions
from tests.signature.asking import (
    NEW,
    ROOT,
    STRANGERS,
    canonical,
    read_questions,
)

OWN = Path(__file__).with_name("questions.jsonl")
FRAME = "frame"
"""Questions about logs, tables and the service; they are about no game."""
SUFFIX: Mapping[str, str] = {"gts": "", "ins": "@scs"}
"""How the methods of a series are told from the first one's; those of games of one's own are
``@plain``."""
LATE = {"turn": {"date": "1944-09-20", "time": "0900"}, "under_way": True}
"""A late day of a game whose beginning is known."""
LATE_SCENARIOS = {"tdc": "Campaign 1", "wed": "WED-CAMPAIGN"}
SEED = 7
BASES, PICKED = 18, 5
"""Of how many questions, a method, everything is tried; and from how many these are made."""
FEWER: Mapping[str, int] = {
    **{"move.best": 8, "move.best@scs": 8, "move.reach": 8, "move.reach@scs": 8},
    **{"roadmarch.reach@scs": 8, "supply.trace@scs": 5, "supply.markers@scs": 2},
}
"""Methods that take long to answer."""


@dataclass(frozen=True, eq=False)
class Base:
    """A question: the game in whose project it is asked, its method and its parameters."""

    game: str
    name: str
    params: Mapping[str, Any]

    @property
    def key(self) -> str:
        """The method, as ``move.check@scs`` where another series answers it."""
        return self.name + SUFFIX.get(self.game, "@plain")

    @property
    def text(self) -> str:
        """The question as one line."""
        return f"{self.key} {canonical(self.params)}"

    @cached_property
    def method(self) -> Method:
        """The method that answers it."""
        home, params = STRANGERS / self.game, self.params
        if self.game == NEW:
            params = {**params, "map": TEMPLATE}
        with project_named(home if home.is_dir() else ROOT):
            return registry().find(self.name, params)

    @cached_property
    def schema(self) -> Schema:
        """The JSON Schema of its parameters."""
        return schema_of(self.method)

    def asking(self, params: Mapping[str, Any]) -> Base:
        """The same method asked something else."""
        return replace(self, params=params)

    def rank(self, value: object) -> int:
        """Rank something among what may be tried with the question."""
        return rank(self.game, self.text, value)


def rank(*parts: object) -> int:
    """Rank something among others of which only some are tried: as good as by chance, the same in
    every run, and the same whatever else there is, so that one question more changes little."""
    return zlib.crc32(" ".join(map(str, (SEED, *parts))).encode())


@cache
def registry() -> Registry:
    """The methods there are."""
    return Registry()


def schema_of(method: Method) -> Schema:
    """The JSON Schema of a method's parameters."""
    parts = {part.name: {**part.schema(), "description": part.summary} for part in method.params}
    required = [part.name for part in method.params if part.required]
    return {"type": "object", "properties": parts, "required": required}


@cache
def asked() -> Mapping[str, tuple[Base, ...]]:
    """Every question about a game that is whole in itself, by method, without repeats."""
    found: dict[str, dict[str, Base]] = {}
    for base in every_question():
        whole = not {"at", "ground"} & base.params.keys()
        if whole and isinstance(base.params.get("state", {}), dict) and is_known(base):
            found.setdefault(base.key, {}).setdefault(base.text, base)
    return {key: tuple(bases.values()) for key, bases in sorted(found.items())}


def every_question() -> Iterator[Base]:
    """The questions of all sources, the fullest first."""
    for name, questions in full_questions().items():
        method, _, series = name.partition("@")
        for question in questions:
            yield Base("ins" if series else "gts", method, question)
    yield from own_questions()
    for kept in read_questions():
        if kept.game != FRAME:
            yield Base(kept.game, kept.method, kept.params)


@cache
def own_questions() -> Mapping[Base, tuple[Path_, Any] | None]:
    """The questions of this folder, each with the field that has been taken for said, and a value
    that is answered otherwise."""
    found: dict[Base, tuple[Path_, Any] | None] = {}
    for line in OWN.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        base = Base(row["game"], row["method"], row["params"])
        path = tuple(row["field"].split(".")) if "field" in row else ()
        found[base] = (path, row["value"]) if path else None
    return found


def is_known(base: Base) -> bool:
    """Whether a question's method and map are there and its parameters fit: some are asked to be
    refused."""
    try:
        read_parts(base.method.asks, base.params, "")
    except InputError:
        return False
    return True


def bases_of(key: str) -> tuple[Base, ...]:
    """The questions of a method on which everything is tried: ours, and others as asked, shorter,
    and later on."""
    own = tuple(base for base in own_questions() if base.key == key)
    known = {base.text for base in own}
    forms: dict[str, Base] = {}
    for base in of_each_shape(asked()[key]):
        forms.setdefault(base.text, base)
        for form in forms_of(base):
            forms.setdefault(form.text, form)
    first, *rest = (base for text, base in forms.items() if text not in known)
    rest.sort(key=lambda base: rank(base.text))
    return (*own, *[first, *rest][: FEWER.get(key, BASES)])


def of_each_shape(bases: tuple[Base, ...], most: int = PICKED) -> list[Base]:
    """Some questions, first one of each map and set of parameters, then a second of each."""
    shapes: dict[str, list[Base]] = {}
    for base in bases:
        state = base.params.get("state") or {}
        shape = canonical([base.game, base.params.get("map"), sorted(base.params), sorted(state)])
        shapes.setdefault(shape, []).append(base)
    rows = sorted(shapes.values(), key=lambda row: row[0].rank("shape"))
    turns = (row[turn] for turn in range(most) for row in rows if turn < len(row))
    return [base for base, _ in zip(turns, range(most), strict=False)]


def forms_of(base: Base) -> Iterator[Base]:
    """A question with only what it must have, without each field it may leave out, without its
    position, and with no position but a late day of a game."""
    params = base.params
    required = base.schema["required"]
    yield base.asking({name: params[name] for name in required if name in params})
    for field in optional_fields(params, base.schema):
        in_list = any(isinstance(part, int) for part in field.path)
        if is_said(params, field.path) and len(field.path) <= 3 and not in_list:
            yield base.asking(without(params, field.path))
    if "state" in params:
        yield base.asking({name: value for name, value in params.items() if name != "state"})
    scenario = LATE_SCENARIOS.get(str(params.get("map")))
    if scenario and objects_of(base.schema["properties"].get("state", {})):
        late = {name: value for name, value in params.items() if name != "scenario"}
        yield base.asking(put(late, ("state",), {"scenario": scenario, **LATE}))
