"""Trying all relations on questions, and what came of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

from tests.rules.answer.metamorphic.answers import (
    Answer,
    Asker,
    has_verdict,
    is_decided,
    short,
)
from tests.rules.answer.metamorphic.elsewhere import ELSEWHERE
from tests.rules.answer.metamorphic.fields import (
    SCENARIOS,
    Field,
    around,
    is_said,
    named_values,
    optional_fields,
    own_values,
    put,
)
from tests.rules.answer.metamorphic.questions import (
    Base,
    asked,
    bases_of,
    own_questions,
    rank,
)
from tests.rules.answer.metamorphic.relations import (
    ALONE,
    HEARD,
    SAID,
    Heard,
    Said,
    changes,
    is_asked_for,
)
from tests.signature.asking import canonical

FIELDS, VALUES = 24, 12
"""Of a question, how many fields it leaves out are said, and how many values of each."""
SHARE = 45
"""A sample has every so manieth question."""
ENOUGH = 3
"""In how many questions a field must have been said to be called dead."""
LONGEST = 1200
"""The characters of a value that questions have of a field."""


@dataclass(frozen=True, slots=True)
class Row:
    """A method, a field and the relation that does not hold there."""

    method: str
    field: str
    relation: str

    def __str__(self) -> str:
        return f"{self.relation} {self.method} {self.field}"


@dataclass(frozen=True, slots=True)
class Violation:
    """A relation that does not hold, with a call: what is asked and answered, then with what else
    said and answered so."""

    row: Row
    how: str
    asked: str
    answer: str
    value: str
    fuller: str

    def __str__(self) -> str:
        lines = f"{self.row}: {self.how}", f"  {self.asked} → {self.answer}"
        return "\n".join((*lines, f"  with {self.value} → {self.fuller}" if self.value else ""))


@dataclass(slots=True)
class Tried:
    """What came of trying: the shortest call of each violation, and how often fields that were said
    changed an answer."""

    violations: dict[Row, Violation] = field(default_factory=dict)
    heard: dict[tuple[str, str], list[bool]] = field(default_factory=dict)
    beside: set[tuple[str, str, str, Kind]] = field(default_factory=set)
    passed: list[tuple[Base, Answer, Field]] = field(default_factory=list)
    calls: int = 0

    def is_new(self, base: Base, answer: Answer, field_: Field) -> bool:
        """Whether no question of its kind has had a field said; else it is passed over."""
        place = base.game, base.key, field_.name, kind_of(base, answer)
        if place in self.beside:
            self.passed.append((base, answer, field_))
            return False
        self.beside.add(place)
        return True

    def add(self, found: Iterable[Violation]) -> None:
        """Keep violations that are new, or shorter than what is kept."""
        for one in found:
            kept = self.violations.get(one.row)
            if kept is None or len(one.asked + one.value) < len(kept.asked + kept.value):
                self.violations[one.row] = one

    def dead(self) -> Iterator[Violation]:
        """R9: what was said in several questions and changed no answer."""
        for (method, name), changed in sorted(self.heard.items()):
            if len(changed) >= ENOUGH and not any(changed) and may_be_dead(name):
                how = f"changed none of {len(changed)} answers"
                yield Violation(Row(method, name, "R9"), how, method, "", "", "")


def may_be_dead(name: str) -> bool:
    """Whether a field must change some answer. Of what lies in a record that many methods share (a
    turn, a unit) a method may read some."""
    return "." not in name


Kind: TypeAlias = tuple[object, ...]


def kind_of(base: Base, answer: Answer) -> Kind:
    """Everything that a question says, whatever it says of it; the verdict, by which rules and how
    sure, what is lacking and what was left out: questions that are alike in all this go the same
    way through the rules, and what else is said meets the same there."""
    names = frozenset(names_in(base.params))
    lines = frozenset((step["rule"], step.get("provenance")) for step in answer.get("steps", ()))
    left = tuple(canonical(answer.get(name, ())) for name in ("needs", "unchecked"))
    return (names, answer["verdict"], lines, *left)


def names_in(value: Any, path: str = "") -> Iterator[str]:
    """The way to everything that a value says, and whether a list has none, one or more."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield f"{path}.{name}"
            yield from names_in(inner, f"{path}.{name}")
    elif isinstance(value, list):
        yield f"{path}[{min(len(value), 2)}]"
        for inner in value:
            yield from names_in(inner, f"{path}[]")


def try_all(asker: Asker, bases: Iterable[Base], whole: bool = True) -> Tried:
    """Try every relation on questions; of dead fields only who has asked everything can tell.

    :param whole: a field is said with every question, and not with one of each kind of answer.
    """
    tried = Tried()
    for base in bases:
        answer = asker(base)
        tried.add(alone(base, answer))
        if not has_verdict(answer):
            continue
        tried.add(elsewhere(asker, base, answer))
        for field_ in fields_of(base, answer):
            if whole or tried.is_new(base, answer, field_):
                tried.add(said(asker, base, answer, field_, tried))
    for base, answer, field_ in tried.passed:
        # What was passed over may still be heard: only who was asked everything is dead.
        if may_be_dead(field_.name) and not any(tried.heard[base.key, field_.name]):
            tried.add(said(asker, base, answer, field_, tried))
    return tried


def alone(base: Base, answer: Answer) -> Iterator[Violation]:
    """What does not hold of one answer."""
    for relation, (name, broken) in ALONE.items():
        if how := broken(base.params, answer):
            yield Violation(Row(base.key, name, relation), how, base.text, short(answer), "", "")


def elsewhere(asker: Asker, base: Base, answer: Answer) -> Iterator[Violation]:
    """What does not hold in other surroundings."""
    for relation, broken in ELSEWHERE.items():
        for name, how in broken(asker, base, answer):
            if how:
                row = Row(base.key, name, relation)
                yield Violation(row, how, base.text, short(answer), "", "")


def fields_of(base: Base, answer: Answer) -> list[Field]:
    """Some fields that a question leaves out; of an undetermined answer those that it needs."""
    known = own_questions().get(base)
    left_out = [
        field_
        for field_ in optional_fields(base.params, base.schema)
        if not is_said(base.params, field_.path)
        and (
            is_decided(answer)
            or is_asked_for(field_, answer)
            or (known is not None and field_.path == known[0])
        )
    ]
    left_out.sort(key=lambda field_: base.rank(field_.name))
    if known:
        left_out.sort(key=lambda field_: field_.path != known[0])
    return left_out[:FIELDS]


def said(
    asker: Asker, base: Base, answer: Answer, field_: Field, tried: Tried
) -> Iterator[Violation]:
    """What does not hold where a field that was left out is said."""
    fuller: list[Answer] = []
    values = values_of(base, field_)
    for value in values:
        with_it = base.asking(put(base.params, field_.path, value))
        other = asker(with_it)
        tried.calls += 1
        yield from alone(with_it, other)
        if not has_verdict(other):
            continue
        fuller.append(other)
        step = Said(base.params, answer, field_, value, other)
        for relation, broken in () if is_asked_about(base.key, field_.name) else SAID.items():
            if how := broken(step):
                row = Row(base.key, field_.name, relation)
                text = f"{field_.name}={canonical(value)}"
                yield Violation(row, how, base.text, short(answer), text, short(other))
    heard = Heard(base.params, answer, field_, fuller)
    tried.heard.setdefault((base.key, field_.name), []).append(changes(heard))
    for relation, judged in HEARD.items():
        if how := judged(heard):
            text = f"{field_.name}={canonical(values)}"
            row = Row(base.key, field_.name, relation)
            yield Violation(row, how, base.text, short(answer), text, short(fuller[0]))


ASKED = Path(__file__).with_name("asked.toml")
"""By method the fields that say what is asked about, and not what is so."""


@cache
def asked_about() -> Mapping[str, list[str]]:
    """Read the fields that say what is asked about."""
    return tomllib.loads(ASKED.read_text(encoding="utf-8"))


def is_asked_about(key: str, name: str) -> bool:
    """Whether a field of a method says what is asked about: another value is another question."""
    return name in asked_about().get(key, ())


def values_of(base: Base, field_: Field) -> list[Any]:
    """Some values of a field: what questions say there, what its schema has, what is around the
    question's hexes, what other questions of the series say under its name."""
    if field_.leaf == "scenario" and base.game == "gts":
        values: list[Any] = list(SCENARIOS.get(str(base.params.get("map")), ()))
    else:
        there, anywhere = said_in(base.key.partition("@")[2])
        sides = [one for one in anywhere.get("side", ()) if isinstance(one, str)][:2]
        near = around(field_, base.params, sorted(sides))
        path = tuple(part for part in field_.path if isinstance(part, str))
        known, pool, nearer = (
            sorted(many, key=lambda value: base.rank(f"{field_.name}={canonical(value)}"))
            for many in (there.get((base.key, *path), ()), anywhere.get(field_.leaf, ()), near)
        )
        values = [*own_values(field_)[:6], *known[:3], *nearer[:6], *pool]
    ours = own_questions().get(base)
    if ours and ours[0] == field_.path:
        values.insert(0, ours[1])
    return list({canonical(value): value for value in values}.values())[:VALUES]


@cache
def said_in(series: str) -> tuple[Mapping[tuple[str, ...], list[Any]], Mapping[str, list[Any]]]:
    """What the questions of a series say, by method and the way there, and by name."""
    there: dict[tuple[str, ...], dict[str, Any]] = {}
    anywhere: dict[str, dict[str, Any]] = {}
    for key, bases in asked().items():
        if key.partition("@")[2] != series:
            continue
        for path, value in chain.from_iterable(named_values(base.params) for base in bases):
            text = canonical(value)
            if len(text) <= LONGEST:
                there.setdefault((key, *path), {}).setdefault(text, value)
                anywhere.setdefault(str(path[-1]), {}).setdefault(text, value)
    by_path = {path: list(values.values()) for path, values in there.items()}
    return by_path, {name: list(values.values()) for name, values in anywhere.items()}


def every_base(only: Iterable[str] = ()) -> Iterator[Base]:
    """The questions everything is tried on, of all methods or of some."""
    wanted = set(only)
    for key in asked():
        if not wanted or key in wanted:
            yield from bases_of(key)


def sample(share: int = SHARE) -> Iterator[Base]:
    """Every so manieth of them, the same in every run."""
    return (base for base in every_base() if rank(base.text) % share == 0)
