"""What is said is used: every word of a position's vocabulary changes some answer, and what a
question says never stands under ``unchecked``.

The other way round of ``test_silence.py``, with its full questions and those of ``said.toml``: a
field is put in with each value it may have, a marker of each kind into each hex a question names.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import methods_of
from clubroute.rules.gts.position.bridges import CROSSINGS
from clubroute.rules.gts.position.markers import KINDS, MARKER
from clubroute.rules.gts.position.units import UNIT
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.tables import example_text
from clubroute.rules.series import all_series
from tests.cases import each
from tests.rules.answer.silence import alternatives, full_questions, said_of

Question: TypeAlias = dict[str, Any]
FULL = {name: asked for name, asked in full_questions().items() if "@" not in name}
OWN = tomllib.loads((Path(__file__).parent / "said.toml").read_text(encoding="utf-8"))["question"]
QUESTIONS: tuple[tuple[str, Question], ...] = (
    *((name, question) for name, asked in FULL.items() for question in asked),
    *((one["method"], {k: v for k, v in one.items() if k != "method"}) for one in OWN),
)
POOL = said_of({**FULL, "": [question for _, question in QUESTIONS]})
TAKING = {one.name for one in methods_of(all_series()[0].families) if one.takes_state}
HEX = re.compile(r"\b\d\d\.\d{2,3}\b")
MOST_HEXES = 8
PATH = re.compile(r"\b(unit|state)((?:\.[a-z_]+)+)")

UNIT_FIELDS = UNIT.schema()["properties"]
MARKER_FIELDS = MARKER.schema()["properties"]
NAMES_ONLY = {"id": "what an answer calls it", "name": "what an answer calls it"}
"""Fields of a marker that tell nothing of the game."""
NOT_READ = {
    "improved_position": "combat, which is the series'",
    "abandoned_transport": "the Unit under it has no Organic Transport: that is said of the Unit",
    "intact": "that a bridge stands as printed: it is as if nothing else were said",
}
"""Words that change no answer, with the reason."""


@pytest.fixture(scope="module")
def context(real_context: Context, tmp_path_factory: pytest.TempPathFactory) -> Context:
    """A context with an example of every owner's table, so that answers come to an end."""
    owner = tmp_path_factory.mktemp("owner")
    for spec in TABLES:
        (owner / spec.file).write_text(example_text(spec), encoding="utf-8")
    return Context(real_context.folder, real_context.loaded, owner_folder=owner)


def answered(context: Context, method: str, question: Question) -> Any:
    """The answer, or the refusal of the question in words."""
    try:
        return ask(context, method, question)
    except InputError as error:
        return f"refused: {error}"


def with_unit(question: Question, field: str, value: Any) -> Iterator[Question]:
    """The question with a field said of the Unit it is about, and of each Unit of its state."""
    if isinstance(question.get("unit"), dict):
        yield {**question, "unit": {**question["unit"], field: value}}
    units = question.get("state", {}).get("units") or ()
    for index, unit in enumerate(units):
        told = [*units[:index], {**unit, field: value}, *units[index + 1 :]]
        yield {**question, "state": {**question["state"], "units": told}}


def with_marker(question: Question, field: str, value: Any) -> Iterator[Question]:
    """The question with a field said of each marker of its state."""
    markers = question.get("state", {}).get("markers") or ()
    for index, marker in enumerate(markers):
        told = [*markers[:index], {**marker, field: value}, *markers[index + 1 :]]
        yield {**question, "state": {**question["state"], "markers": told}}


def with_kind(question: Question, kind: str) -> Iterator[Question]:
    """The question with a marker of a kind in a hex it names, one after the other."""
    state = question.get("state", {})
    markers = [one for one in state.get("markers") or () if one["kind"] != kind]
    hexes = sorted({*HEX.findall(json.dumps(question))})[:MOST_HEXES]
    for hex in hexes:
        laid = {"kind": kind, "hex": hex, "suppressed": False, "cohesion_hit": False}
        for to in hexes if kind.endswith("ferry") else ("",):
            one = {**laid, "to": to} if to else laid
            yield {**question, "state": {**state, "markers": [*markers, one]}}


def said_in(question: Question, path: str) -> bool:
    """Whether a question says something at a path, as ``unit.formation``."""
    value: Any = question
    for part in path.split("."):
        if not isinstance(value, dict) or value.get(part) is None:
            return False
        value = value[part]
    return True


def repeated(answer: Any, question: Question) -> list[str]:
    """The lines under ``unchecked`` that name something the question says."""
    lines = answer.get("unchecked", ()) if isinstance(answer, dict) else ()
    return [
        line
        for line in lines
        for root, rest in PATH.findall(line)
        if said_in(question, f"{root}{rest}")
    ]


Differs: TypeAlias = Callable[[int, Iterator[Question]], bool]


@pytest.fixture(scope="module")
def differs(context: Context) -> Differs:
    """Whether some questions have another answer than one of :data:`QUESTIONS`, by its index."""
    plain = [answered(context, method, question) for method, question in QUESTIONS]

    def asked(index: int, others: Iterator[Question]) -> bool:
        method, first = QUESTIONS[index][0], plain[index]
        if isinstance(first, str):
            return False
        found = (answered(context, method, other) for other in others)
        # A refusal to read a value is no use of it; that of an immobile Unit is.
        return any(
            one != first and not (isinstance(one, str) and "an immobile Unit" not in one)
            for one in found
        )

    return asked


@each("index", range(len(OWN)))
def test_the_questions_of_said_are_answered(context: Context, index: int) -> None:
    method, question = QUESTIONS[index - len(OWN)]
    assert not isinstance(answered(context, method, question), str)


@each("field", sorted(UNIT_FIELDS))
def test_each_thing_said_of_a_unit_changes_some_answer(differs: Differs, field: str) -> None:
    values = alternatives(UNIT_FIELDS[field], POOL.get(field, ()))
    assert any(
        differs(index, with_unit(question, field, value))
        for index, (_, question) in enumerate(QUESTIONS)
        for value in values
    )


@pytest.mark.parametrize("field", sorted({*MARKER_FIELDS} - {"kind", *NAMES_ONLY}))
def test_each_thing_said_of_a_marker_changes_some_answer(differs: Differs, field: str) -> None:
    values = alternatives(MARKER_FIELDS[field], POOL.get(field, ()))
    assert any(
        differs(index, with_marker(question, field, value))
        for index, (_, question) in enumerate(QUESTIONS)
        for value in values
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_marker_of_each_kind_changes_some_answer(differs: Differs, kind: str) -> None:
    read = any(
        differs(index, with_kind(question, kind))
        for index, (method, question) in enumerate(QUESTIONS)
        if method in TAKING and "markers" in question.get("state", {})
    )
    assert read is not (kind in NOT_READ)


@pytest.mark.parametrize("word", CROSSINGS)
def test_each_word_for_a_bridge_changes_some_answer(differs: Differs, word: str) -> None:
    def told(question: Question) -> Iterator[Question]:
        state = question.get("state", {})
        for side in state.get("bridges") or ():
            yield {**question, "state": {**state, "bridges": {side: word}}}

    read = any(
        differs(index, told(question))
        for index, (method, question) in enumerate(QUESTIONS)
        if method in TAKING
    )
    assert read or word in NOT_READ


@each("method", sorted({method for method, _ in QUESTIONS}))
def test_what_a_question_says_never_stands_unchecked(context: Context, method: str) -> None:
    for name, question in QUESTIONS:
        if name != method:
            continue
        asked = [question]
        for field, schema in UNIT_FIELDS.items():
            for value in alternatives(schema, POOL.get(field, ())[:2])[:3]:
                asked += with_unit(question, field, value)
        for one in asked:
            assert repeated(answered(context, method, one), one) == [], one
