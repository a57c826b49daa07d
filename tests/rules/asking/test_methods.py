"""Parameters against their declarations, and the registry."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.rules.answer.answers import answer_of
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import (
    Method,
    Registry,
    UnknownMethodError,
    answered,
    method,
)
from clubroute.rules.asking.schema import check_value
from clubroute.rules.position.record import needed, plain, said
from clubroute.rules.series import own_games
from tests.cases import each
from tests.properties import examples

NUMBER = {"type": "number", "minimum": 0, "maximum": 10, "multipleOf": 0.5}
UNIT = {
    "type": "object",
    "required": ["class"],
    "additionalProperties": False,
    "properties": {"class": {"type": "string", "enum": ["leg", "wheeled"]}, "ma": NUMBER},
}


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (1, {}),
        ([1, {"a": None}], {}),
        (0, NUMBER),
        (2.5, NUMBER),
        (10, NUMBER),
        (3, {"type": "integer"}),
        (None, {"type": ["string", "null"]}),
        ("abc", {"type": "string", "maxLength": 3}),
        ([1, 2], {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}),
        ({"class": "leg", "ma": 1.5}, UNIT),
        ({"x": 1}, {"type": "object"}),
        ("a", {"enum": ["a", 1, None]}),
        (None, {"enum": ["a", 1, None]}),
    ],
    ids=repr,
)
def test_values_that_fit(value: Any, schema: dict[str, Any]) -> None:
    check_value(value, schema, "p")


@each(
    ("value", "schema", "message"),
    [
        ("1", NUMBER, "params:p: found '1', expected a value of type number"),
        (True, NUMBER, "params:p: found True, expected a value of type number"),
        (True, {"type": "integer"}, "type integer"),
        (1.0, {"type": "integer"}, "type integer"),
        ((1, 2), {"type": "array"}, "type array"),
        (1, {"type": ["string", "null"]}, "type string or null"),
        (-0.5, NUMBER, "a number from 0 to 10"),
        (10.5, NUMBER, "a number from 0 to 10"),
        (1.25, NUMBER, "a multiple of 0.5"),
        (10**400, {"multipleOf": 0.5}, "a multiple of 0.5"),
        (1e300, {"multipleOf": 3}, "a multiple of 3"),
        (float("nan"), {"type": "number"}, "a finite number"),
        (float("-inf"), {}, "a finite number"),
        ("abcd", {"maxLength": 3}, "found 4 characters, expected at most 3"),
        ([1], {"minItems": 2}, "found 1 item, expected at least 2"),
        ([1, 2, 3], {"maxItems": 2}, "found 3 items, expected at most 2"),
        ([1, 2, 3], {"minItems": 2, "maxItems": 2}, "found 3 items, expected 2"),
        ([], {"minItems": 1, "maxItems": 2}, "found 0 items, expected 1 to 2"),
        ([1, "x"], {"items": {"type": "number"}}, "params:p[1]: found 'x'"),
        ({}, UNIT, "params:p.class: found nothing"),
        ({"class": "legs"}, UNIT, "params:p.class: found 'legs', expected one of leg, wheeled"),
        ({"class": "legs"}, UNIT, "(did you mean leg?)"),
        ({"class": "leg", "mb": 1}, UNIT, "params:p.mb: found an unknown name"),
        ({"class": "leg", "ma": -1}, UNIT, "params:p.ma: found -1"),
        (["leg"], {"enum": ["leg"]}, "one of leg"),
    ],
)
def test_values_that_do_not_fit(value: Any, schema: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        check_value(value, schema, "p")
    assert message in str(caught.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The parameters of a question for tests."""

    unit: Any = needed(plain(UNIT), "a unit")
    number: float | None = said(plain(NUMBER), "a number")


@method("step.test", answers={})
def step(context: Context, asked: Step) -> Any:
    """Say what was asked."""
    return [asked.unit, asked.number]


METHOD: Method = vars(step)["__method__"]


def test_parameters_are_known_and_given(real_context: Context) -> None:
    given = {"unit": {"class": "leg"}, "number": 2}
    assert answered(METHOD, real_context, given) == [{"class": "leg"}, 2]
    for params, message in (
        ({}, "params:unit: found nothing, expected a unit"),
        ({"units": {}}, "params:units: found an unknown parameter, expected one of unit, number"),
        ({"unit": {"class": "leg"}, "numbr": 1}, "(did you mean number?)"),
    ):
        with pytest.raises(InputError) as caught:
            answered(METHOD, real_context, params)
        assert message in str(caught.value)


def test_a_registry_finds_what_was_added_and_what_modules_declare() -> None:
    registry = Registry({"rpc": ("clubroute.rules.service.faults",)}, [METHOD], ())
    assert registry.find("step.test") is METHOD
    assert registry.find("rpc.ping").name == "rpc.ping"
    assert [one.name for one in registry.all()] == [
        "hello",
        "rpc.ping",
        "step.test",
    ]
    with pytest.raises(UnknownMethodError) as caught:
        registry.find("step.tset")
    assert caught.value.nearest == "step.test"


def test_a_method_of_another_series_is_told_with_its_maps() -> None:
    with pytest.raises(UnknownMethodError) as caught:
        Registry().find("supply.link_up", {"map": "wed"})
    assert str(caught.value) == "method: found supply.link_up on map wed, expected it on ins"


@pytest.mark.parametrize(
    ("method", "maps"),
    [
        ("los.check", "wed, tdc, mg"),
        ("supply.link_up", "ins"),
        ("move.check", "wed, tdc, mg, ins, ombrey"),
    ],
)
def test_a_wrong_map_is_told_those_of_the_method(method: str, maps: str) -> None:
    with pytest.raises(InputError) as caught:
        Registry().find(method, {"map": "xyzzy"})
    expected = caught.value.expected.removeprefix("one of ").split(", ")
    assert [one for one in expected if one not in {*own_games()} - {"ombrey"}] == maps.split(", ")


def test_every_module_is_named_by_the_first_part_of_its_methods() -> None:
    registry = Registry()
    for one in registry.all():
        assert Registry().find(one.name) == one


def nested(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The same values, and lists and objects of them."""
    return inner | st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner)


LEAF = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.sampled_from(["wed", "leg", "75.129", "75.130", "", "1000.1000", "-1.-1", "road"]),
    st.text(max_size=5),
)
JSON = nested(nested(LEAF))


def fitting(schema: Any, depth: int = 3) -> st.SearchStrategy[Any]:
    """Values that mostly fit a schema."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "properties" in schema and depth:
        required = schema.get("required", ())
        parts = {name: fitting(part, depth - 1) for name, part in schema["properties"].items()}
        needed = {name: part for name, part in parts.items() if name in required}
        rest = {name: part for name, part in parts.items() if name not in required}
        return st.fixed_dictionaries(needed, optional=rest)
    if schema.get("type") == "array":
        return st.lists(fitting(schema.get("items", {}), depth), max_size=4)
    if schema.get("type") == "number" or schema.get("type") == "integer":
        return st.integers(0, 20)
    if schema.get("type") == "boolean":
        return st.booleans()
    return JSON


METHODS = Registry().all()


@functools.cache  # to make a strategy takes longer than to draw from it
def values_of(name: str) -> Mapping[str, st.SearchStrategy[Any]]:
    """For each parameter of a method, values that mostly fit it, or anything at all."""
    return {
        param.name: fitting(param.kind.schema()) | JSON for param in Registry().find(name).params
    }


@examples(20)
@given(data=st.data())
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_whatever_is_asked_the_answer_is_an_answer_or_an_input_error(
    method: Method, data: st.DataObject, real_context: Context
) -> None:
    """Never a traceback: questions that mostly fit, with some parameters anything at all."""
    values = values_of(method.name)
    params = {
        param.name: data.draw(values[param.name])
        for param in method.params
        if param.required or data.draw(st.booleans())
    }
    with suppress(InputError):
        real_context.registry.ask(real_context, method.name, params)


def test_no_method_may_give_a_result_the_name_of_a_part_of_every_receipt() -> None:
    with pytest.raises(ValueError, match="every receipt has steps"):
        answer_of("decided", steps={"type": "integer"})


def test_a_reading_that_another_game_alone_leaves_open_is_refused(real_context: Context) -> None:
    """In Where Eagles Dare the rule itself decides what The Devil's Cauldron leaves to choose."""
    asked = {"kind": "ferry", "event": "cohesion_hit", "options": {"ferry_hit": "works"}}
    ask = real_context.registry.ask
    with pytest.raises(InputError, match="a reading that nothing turns on in wed, expected it on"):
        ask(real_context, "ferry.after", {"map": "wed", **asked})
    (chosen,) = ask(real_context, "ferry.after", {"map": "tdc", **asked})["notes"]
    assert chosen.startswith("referee: ")


def test_what_an_open_position_says_is_not_taken_for_granted(real_context: Context) -> None:
    told = {"scenario": "WED-4", "units": []}
    handle = ask(real_context, "state.open", {"map": "wed", "state": told})["state"]
    unit = {"side": "Allied", "division": "Guards Armored"}
    asked = {"map": "wed", "unit": unit, "hex": "66.156"}
    assert "notes" not in ask(real_context, "deploy.check", {**asked, "state": handle})
    assert "notes" not in ask(real_context, "deploy.check", {**asked, "state": told})
    (taken,) = ask(real_context, "deploy.check", {**asked, "state": {"units": []}})["notes"]
    assert taken.startswith("Taken for granted: no scenario's own rules or limits")


def test_what_lies_on_the_board_is_never_taken_for_granted(real_context: Context) -> None:
    asked = {"map": "wed", "rule": "dutch", "hex": "75.129", "facts": {}}
    answer = ask(real_context, "special.check", asked)
    assert "markers there (markers)" in answer["unchecked"]
    assert not any("markers" in note for note in answer.get("notes", ()))
