"""No decided answer rests on what nobody said: every method of every series, field by field."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, Registry, methods_of
from clubroute.rules.asking.schema import Schema
from clubroute.rules.gts.roster import roster_of
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.tables import example_text
from clubroute.rules.series import all_series
from tests.cases import each
from tests.rules.answer.silence import (
    Silence,
    alternatives,
    conflict,
    full_questions,
    said_of,
    shorter,
)
from tests.rules.needed import needed

METHODS = {m.name: m for m in methods_of(all_series()[0].families)} | {
    f"{m.name}@{series}": m for series, methods in Registry().others().items() for m in methods
}
"""The questions about games; those of the frame are about logs, tables and the service."""
QUESTIONS = full_questions()

NO_FACTS: Mapping[str, str] = {
    "die": "a die not thrown: every face's result is listed",
    "dice": "dice not thrown: the answer lists every result, or says whose the next one is",
    "check": "a Troop Quality Check not made: both results are listed",
    "bridge_dice": "dice not thrown: the answer says which bridge needs one",
    "options": "readings: the answer names those it turns on",
    "costs": "readings of the series' rules: the answer says what it does not know",
    "receipt": "whether to tell the working",
    "chit": "whether to tell, too, if a chit makes the Unit active",
    "units[]": "whose fate to tell, too",
    "others": "which further hexes to tell of, too",
    "schedule": "what to tell the new turns of, too",
    "markers[].improved": "the kind of the marker says it",
    "markers[].assault": "the kind of the marker says it",
    **dict.fromkeys(("step.cost:from.terrain", "step.cost:to.terrain"), "clear, and told so"),
    "clubroute.lock:unit.airborne": "its Division, which is said, tells it",
    "drop.modifiers:unit.ox_and_bucks": "the zone, which is said, tells it: theirs is one hex",
    "deploy.check:unit.side": "its Division, which is said, is of one side",
    "state.units[].id": "only what an answer calls a Unit",
    "supply.markers@scs:state.units[].name": "only what an answer calls a unit",
    **dict.fromkeys(
        ("ammo.spend@scs:unit.corps", "supply.link_up@scs:state.units[].corps"),
        "its division, which is said, is an Airborne one and none of XXX Corps (2.2)",
    ),
    **dict.fromkeys(
        ("scenario.area:hex", "scenario.area@scs:hex", "scenario.values:division"),
        "what to tell, too",
    ),
}
"""Fields that say no fact of the game, with the reason."""


def said_with(silence: Silence) -> Mapping[str, Any]:
    """What the question says beside the field, in the same record."""
    value: Any = silence.question
    for part in silence.path[:-1]:
        value = value[part]
    return value if isinstance(value, Mapping) else {}


def is_no_fact(method: str, silence: Silence) -> bool:
    """Whether the field left out is none that an answer could take for a fact."""
    told = silence.schema.get("description", "")
    if any(
        words in told
        for words in ("if absent", "left out", "else the campaign", "else campaign", "owner/")
    ):
        return True  # the documentation says what it is then, or the owner's table
    field = silence.field
    if field.rpartition(".")[2] == "side" and "division" in said_with(silence):
        return True  # a Division is of one side
    formation = said_with(silence).get("formation", "")
    if field.rpartition(".")[2] == "division" and roster_of(None).division_of(formation):
        return True  # a Formation is of one Division
    bare = "".join(c for c in field if not c.isdigit())
    names = (bare, f"{method}:{bare}")
    return any(name in names or bare.endswith(f".{name}") for name in NO_FACTS)


def schema_of(method: Method) -> Schema:
    """The JSON Schema of a method's parameters."""
    parts = {p.name: {**p.schema(), "description": p.summary} for p in method.params}
    return {"properties": parts, "required": [p.name for p in method.params if p.required]}


@pytest.fixture(scope="module")
def context(
    real_context: Context, ins_terrain: Path, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """A context with an example of every owner's table, so that only facts are missing."""
    owner: Path = tmp_path_factory.mktemp("owner")
    for spec in TABLES:
        (owner / spec.file).write_text(example_text(spec), encoding="utf-8")
    if not (real_context.folder / ins_terrain.name).exists():
        shutil.copy(ins_terrain, real_context.folder)
    return Context(real_context.folder, real_context.loaded, owner_folder=owner)


def answered(context: Context, name: str, question: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The answer with a verdict, None if the question is refused or its answer has none."""
    try:
        answer = ask(context, name.partition("@")[0], question)
    except InputError:
        return None
    return answer if isinstance(answer, dict) and "verdict" in answer else None


def test_every_method_has_a_full_question() -> None:
    assert sorted(set(METHODS) - set(QUESTIONS)) == []
    assert sorted(set(QUESTIONS) - set(METHODS)) == []


@each("name", QUESTIONS)
def test_no_decided_answer_rests_on_what_is_not_said(context: Context, name: str) -> None:
    schema, family = schema_of(METHODS[name]), name.partition(".")[0]
    pool = said_of({n: q for n, q in QUESTIONS.items() if n.partition(".")[0] == family})
    rests: list[str] = []
    for full in QUESTIONS[name]:
        ask(context, name.partition("@")[0], full)  # a full question is no wrong one
        for silence in shorter(full, schema):
            if is_no_fact(name, silence):
                continue
            answer = answered(context, name, silence.question)
            if answer is None or answer["verdict"] == "undetermined":
                continue
            for value in alternatives(silence.schema, pool.get(str(silence.path[-1]), ())):
                fuller = answered(context, name, silence.with_field(value))
                said = is_granted(silence, answer) or (
                    owned_up(name, answer)
                    and (silence.field != "unit.column" or "out of Column" in answer["summary"])
                )
                if fuller is not None and conflict(answer, fuller) and not said:
                    rests.append(
                        f"{silence.field} not said: {answer['summary']}; "
                        f"{value!r}: {fuller['summary']}"
                    )
                    break
    assert rests == []


def is_granted(silence: Silence, answer: Mapping[str, Any]) -> bool:
    """Whether an answer says that it takes the fact for granted."""
    told = [step["why"] for step in answer["steps"] if step["provenance"] == "assumed"]
    return any("taken for granted" in why and str(silence.path[-1]) in why for why in told)


def owned_up(name: str, answer: Mapping[str, Any]) -> bool:
    """Whether an answer about ground says that it is about ground alone."""
    if name.partition("@")[0] == "step.cost":
        return "clear" in answer["summary"]
    ground = name.partition(".")[0] in ("move", "los", "hex")
    route = name in ("clubroute.advance", "clubroute.remove", "clubroute.release")
    told = answer.get("unchecked") or "not looked at" in answer["summary"]
    return (ground or route) and bool(told)


@each("name", QUESTIONS)
def test_with_nothing_but_the_question_nothing_is_decided(context: Context, name: str) -> None:
    """The bare question is undetermined, or decided as every full one that asks the same is."""
    schema = schema_of(METHODS[name])
    for full in QUESTIONS[name]:
        facts = {
            silence.field for silence in shorter(full, schema) if not is_no_fact(name, silence)
        }
        bare = {part: value for part, value in full.items() if part not in facts}
        for question in (bare, {**bare, "state": {}} if METHODS[name].takes_state else bare):
            answer = answered(context, name, question)
            if answer is None or answer["verdict"] == "undetermined" or owned_up(name, answer):
                continue
            fuller = answered(context, name, full)
            assert fuller is not None
            assert not conflict(answer, fuller), (question, answer["summary"], fuller["summary"])


@each("name", QUESTIONS)
def test_what_is_missing_is_named_in_words(context: Context, name: str) -> None:
    """Each need of a bare question says what it is of; none tells a value nobody gave."""
    required = {p.name for p in METHODS[name].params if p.required}
    for full in QUESTIONS[name]:
        answer = answered(
            context, name, {part: value for part, value in full.items() if part in required}
        )
        for need in needed(answer) if answer else ():
            assert " " in need, need
            assert "None" not in need, need
