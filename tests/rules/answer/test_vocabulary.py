"""One vocabulary: verdicts from one documented list, and first lines one may paste into a chat."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.answer.model import VERDICTS
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Registry
from clubroute.rules.asking.schema import Schema
from tests.cases import each
from tests.rules.answer.silence import full_questions

ROOT = Path(__file__).parents[3]
OF_LOGS = {"unchecked", "possible"}
"""Verdicts on what a log shows (docs/check.md)."""


def test_every_verdict_is_in_the_one_list() -> None:
    for method in Registry().all():
        told = set(method.result.get("properties", {}).get("verdict", {}).get("enum", ()))
        assert told <= {*VERDICTS, *OF_LOGS}, method.name
        assert method.name == "log.finding" or not told & OF_LOGS, method.name


def test_every_verdict_is_documented() -> None:
    told = (ROOT / "docs" / "what-answers-rest-on.md").read_text(encoding="utf-8")
    section = told.partition("## Verdicts")[2].partition("\n## ")[0]
    assert [verdict for verdict in VERDICTS if f"`{verdict}`" not in section] == []


QUESTIONS = full_questions()


@pytest.fixture
def context(real_context: Context, ins_terrain: Path) -> Context:
    """A context with the maps of every series."""
    if not (real_context.folder / ins_terrain.name).exists():
        shutil.copy(ins_terrain, real_context.folder)
    return real_context


@each("name", sorted(QUESTIONS))
def test_the_first_line_of_an_answer_is_more_than_its_verdict(context: Context, name: str) -> None:
    for question in QUESTIONS[name]:
        answer = ask(context, name.partition("@")[0], question)
        if isinstance(answer, dict) and "verdict" in answer:
            words = answer["summary"].removeprefix(f"{answer['verdict']}: ")
            assert " " in words or ":" in words, answer["summary"]


def test_an_artillery_parks_range_is_its_answer(real_context: Context) -> None:
    unit = {"name": "x", "range": 40, "minimum": 3}
    asked = {"map": "wed", "park": "x", "number": 4, "hex": "75.129", "target": "75.142"}
    answer = ask(real_context, "artillery.range", {**asked, "unit": unit})
    assert answer["summary"] == "Range 17: in reach [WED S1.0]"


def test_a_map_asked_for_by_the_word_game_is_told_so(real_context: Context) -> None:
    for name in ("los.check", "weather.day", "step.cost"):
        with pytest.raises(InputError, match=r"game: found an unknown .*did you mean map\?"):
            ask(real_context, name, {"game": "wed"})


def test_no_method_asks_for_a_game() -> None:
    """It is told by ``map``. What the adviser calls ``game`` is the handle of a live one."""
    methods = [one for one in Registry().all() if not one.name.startswith("adviser.")]
    asked = {part.name for method in methods for part in method.params}
    assert "map" in asked
    assert "game" not in asked


def test_what_is_thrown_is_called_a_die_or_dice() -> None:
    asked = {part.name for method in Registry().all() for part in method.params}
    assert {"die", "dice", "bridge_dice"} <= asked
    assert [name for name in asked if name.endswith("rolls")] == []


def names_in(schema: Schema) -> Iterator[str]:
    """Every name and word of a JSON Schema, whatever its depth."""
    yield from (word for word in schema.get("enum", ()) if isinstance(word, str))
    for name, part in schema.get("properties", {}).items():
        yield name
        yield from names_in(part)
    for inner in ("items", "additionalProperties"):
        if isinstance(schema.get(inner), dict):
            yield from names_in(schema[inner])
    for part in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from names_in(part)


ONE_WORD = {
    "a Step Loss": (r"step_loss(es)?", r"loss|step_lost|steps_lost"),
    "off the map": (r"(\w+_)?off_map", r"off_?map|offmap|left_map"),
    "a Fire Zone": (r"(\w+_)?fire_zones", r"fire_?zone|zone_to"),
}
"""Of what has one word only: how a name that has it is written, and what tells that it means it."""


@pytest.mark.parametrize("thing", ONE_WORD)
def test_one_thing_has_one_word_in_every_question_and_answer(thing: str) -> None:
    right, about = (re.compile(form) for form in ONE_WORD[thing])
    told: set[str] = set()
    for method in Registry().all():
        told |= {method.name.partition(".")[0], *names_in(method.result)}
        for part in method.params:
            told |= {part.name, *names_in(part.schema())}
    found = {word for word in told if about.search(word)}
    assert found
    assert sorted(word for word in found if not right.fullmatch(word)) == []


def test_fire_zones_that_are_not_said_are_named_once_as_not_included(real_context: Context) -> None:
    unit = {"class": "leg", "side": "Allied", "column": False, "ma": 8}
    asked = {"map": "wed", "unit": unit}
    for name, way in (
        ("move.check", {"path": ["75.129", "75.128"]}),
        ("move.best", {"from": "75.129", "to": "75.128"}),
        ("move.reach", {"from": "75.129"}),
    ):
        answer = ask(real_context, name, {**asked, **way})
        assert "Fire Zone" not in answer["summary"]
        assert len([line for line in answer["unchecked"] if "Fire Zones" in line]) == 1
