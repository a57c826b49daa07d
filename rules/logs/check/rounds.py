"""Reads the rules of a round, ``round.toml``: what its players agreed that no log tells.

``title`` is what the report calls them; every other name is an option of a series' judge
(:func:`clubroute.rules.logs.check.series.every_option`), with its value.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.logs.check.errors import ErrorRules, lines_of
from clubroute.rules.logs.check.judge import Option
from clubroute.rules.logs.check.series import every_option, unusual
from clubroute.rules.logs.check.throws import Throws

if TYPE_CHECKING:
    from clubroute.rules.logs.check.judge import Told


# Declares what the judges of several series may be told.

PLAY_FROM = Option(
    "play_from",
    {"type": "integer", "minimum": 0},
    "the step play begins with, for a log without activation chits",
    None,
    "--play-from",
    "The step play begins with.",
    one_log=True,
)
DICE_ELSEWHERE = Option(
    "dice_elsewhere",
    {"type": "boolean"},
    "whether dice were rolled that the log does not show; false if absent",
    False,
    "--dice-elsewhere",
    "Dice were rolled outside VASSAL.",
)
PILES = Option(
    "piles",
    {"type": "array", "items": {"type": "string", "maxLength": 20}, "maxItems": 99},
    "the hexes where eliminated units are piled: a unit there is off the map",
    None,
    "--pile",
    "A hex where eliminated units are piled (may be given again).",
)
ROUND = Option(
    "round",
    {"type": "string", "maxLength": 200},
    "what the rules of the round are called that the log is judged by; the report says so",
    None,
    "--round-title",
    "What the round's rules are called.",
)
THROWS = Option(
    "throws",
    {"type": "array", "items": {"type": "string", "maxLength": 80}, "maxItems": 20},
    "who throws which die, each DIE: WHO (a side, a player, active, other, anybody; nobody for a "
    "die that settles no combat): what somebody else throws is told, and settles nothing",
    None,
    "--throws",
    "Who throws which die, as d10: active (may be given again).",
    check=Throws.of,
)

ERRORS = Option(
    "errors",
    {"type": "array", "items": {"type": "string", "maxLength": 200}, "maxItems": 20},
    "what the round does about an error, each NAME=VALUE (docs/rounds.md): what seals it, and what "
    "is done before and after that",
    None,
    "--error-rule",
    "What is done about an error, as unsealed=redo movement (may be given again).",
    check=ErrorRules.of,
)


TITLE = "title"
KINDS: Mapping[str, tuple[type, str]] = {
    "integer": (int, "a whole number"),
    "boolean": (bool, "true or false"),
    "string": (str, "a text"),
    "array": (list, "a list of texts"),
}
"""Python's type of each kind of option, and what it is called."""


def read_round(path: Path) -> dict[str, Any]:
    """Read what a round's file tells a judge, by option.

    :raises InputError: it cannot be read, names no option, or a value does not fit.
    """
    values = dict(read_toml(path))
    title = values.pop(TITLE, None)
    if not isinstance(title, str) or not title.strip():
        raise InputError(Where(str(path), part=TITLE), repr(title), "what the rules are called")
    options = {one.name: one for one in every_option() if not one.one_log and one.name != "round"}
    told: dict[str, Any] = {"round": title}
    table = values.get(ERRORS.name)
    if isinstance(table, dict):
        values[ERRORS.name] = lines_of(table, Where(str(path), part=ERRORS.name))
    for name, value in values.items():
        if name not in options:
            near = nearest_name(name, options)
            raise InputError(Where(str(path), part=name), "an unknown name", one_of(options), near)
        told[name] = fitting(options[name], value, Where(str(path), part=name))
    return told


def fitting(option: Option, value: object, where: Where) -> Any:
    """Take a value of an option. :raises InputError: it does not fit its schema."""
    schema = option.schema
    kind, called = KINDS[schema["type"]]
    if "enum" in schema:
        if value not in schema["enum"]:
            near = nearest_name(str(value), schema["enum"])
            raise InputError(where, repr(value), one_of(schema["enum"]), near)
        return value
    right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if right and isinstance(value, list):
        right = all(isinstance(one, str) and one for one in value)
    if right and isinstance(value, int) and kind is int:
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        called = f"{called} from {low} to {high}"
        right = low <= value <= high
    if not right:
        raise InputError(where, repr(value), called)
    if option.check is not None:
        try:
            option.check(value)
        except InputError as error:
            raise InputError(where, error.found, error.expected, error.nearest) from None
    return value


def judged_by(told: Told) -> str:
    """Say by which rules a log is judged, "" where no round's are named."""
    title = told.get("round")
    if not title:
        return ""
    names = {option.name: option for option in every_option()}
    bits = [
        f"{name} = {word_of(value)}"
        for name, value in unusual(told).items()
        if name != "round" and name in names
    ]
    return f"judged by the rules of {title}: {'; '.join(bits) or 'nothing unusual'}"


def word_of(value: object) -> str:
    """Write a value as the file has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
