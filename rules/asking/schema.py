"""Check JSON values against the part of JSON Schema that our declarations use."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from clubroute.builder.counting import so_many
from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)

Schema: TypeAlias = Mapping[str, Any]

KINDS: Mapping[type, frozenset[str]] = {
    str: frozenset(("string",)),
    bool: frozenset(("boolean",)),
    int: frozenset(("integer", "number")),
    float: frozenset(("number",)),
    list: frozenset(("array",)),
    dict: frozenset(("object",)),
    type(None): frozenset(("null",)),
}
"""The names JSON Schema has for a value of a type (true and false are no numbers)."""
NO_KIND: frozenset[str] = frozenset()


def check_value(value: Any, schema: Schema, path: str) -> None:
    """Check a JSON value against the part of JSON Schema that our declarations use.

    Known keywords: type (a name or a list), enum, items, minItems, maxItems, properties,
    required, additionalProperties (false), minimum, maximum, multipleOf, maxLength.

    :raises InputError: naming the path of the first value that does not fit.
    """
    kind = type(value)
    wanted = schema.get("type")
    if wanted is not None:
        names = (wanted,) if type(wanted) is str else wanted
        if KINDS.get(kind, NO_KIND).isdisjoint(names):
            expected = "a value of type " + " or ".join(names)
            raise InputError(Where("params", part=path), shown(value), expected)
    options = schema.get("enum")
    if options is not None and value not in options:
        texts = [str(option) for option in options]
        nearest = nearest_name(str(value), texts)
        expected = one_of(texts)
        raise InputError(Where("params", part=path), shown(value), expected, nearest)
    if kind is dict:
        check_object(value, schema, path)
    elif kind is list:
        low, high = schema.get("minItems", 0), schema.get("maxItems")
        if len(value) < low or (high is not None and len(value) > high):
            found = so_many(len(value), "item")
            raise InputError(Where("params", part=path), found, how_many(low, high))
        inner = schema.get("items")
        if inner:
            for index, item in enumerate(value):
                check_value(item, inner, f"{path}[{index}]")
    elif kind is str:
        if len(value) > schema.get("maxLength", len(value)):
            found, expected = f"{len(value)} characters", f"at most {schema['maxLength']}"
            raise InputError(Where("params", part=path), found, expected)
    elif kind is int or kind is float:
        check_number(value, schema, path)


def check_number(value: float, schema: Schema, path: str) -> None:
    """Check range and step of a number; NaN and infinities are never right."""
    if value != value or value in INFINITE:
        raise InputError(Where("params", part=path), shown(value), "a finite number")
    low, high = schema.get("minimum"), schema.get("maximum")
    if (low is not None and value < low) or (high is not None and value > high):
        expected = f"a number from {low} to {high}"
        raise InputError(Where("params", part=path), shown(value), expected)
    step = schema.get("multipleOf")
    if step is not None and (abs(value) > MOST_STEPS * step or value % step):
        raise InputError(Where("params", part=path), shown(value), f"a multiple of {step}")


INFINITE = (float("inf"), float("-inf"))
MOST_STEPS = 2**52
"""Beyond it a float cannot tell one step from the next."""


def how_many(low: int, high: int | None) -> str:
    """Say how many items a list takes: ``2``, ``at least 2``, ``1 to 3``, ``at most 3``."""
    if high is None:
        return f"at least {low}"
    if low == high:
        return str(low)
    return f"{low} to {high}" if low else f"at most {high}"


def check_object(value: Mapping[str, Any], schema: Schema, path: str) -> None:
    """Check the properties of an object: known, required, and each of its own form."""
    properties: Mapping[str, Schema] = schema.get("properties", {})
    if schema.get("additionalProperties") is False:
        for name in value:
            if name not in properties:
                raise InputError(
                    Where("params", part=f"{path}.{name}"),
                    "an unknown name",
                    one_of(properties),
                    nearest_name(name, properties),
                )
    for name in schema.get("required", ()):
        if name not in value:
            raise InputError(Where("params", part=f"{path}.{name}"), "nothing", f"{name}")
    for name, part in properties.items():
        if name in value:
            check_value(value[name], part, f"{path}.{name}")


def shown(value: Any) -> str:
    """Return a JSON value in a message, cut short."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def kind_name(value: Any) -> str:
    """Tell in words what kind of JSON value it is."""
    if value is None:
        return "null"
    names = {bool: "a boolean", str: "a string", list: "an array", dict: "an object"}
    return names.get(type(value), "a number")


def type_text(schema: Mapping[str, Any]) -> str:
    """Describe a JSON Schema in a few words."""
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    kinds = schema.get("type", "any value")
    text = kinds if isinstance(kinds, str) else " or ".join(kinds)
    if "items" in schema:
        text += f" of {type_text(schema['items'])}"
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None or high is not None:
        text += f" {low if low is not None else ''}…{high if high is not None else ''}"
    if "multipleOf" in schema:
        text += f" in steps of {schema['multipleOf']}"
    return text
