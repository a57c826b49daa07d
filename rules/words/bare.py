"""The parameters that words say by themselves, wherever they stand: ``column``, ``8mp``, a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from clubroute.builder.errors import InputError, Where
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.ground import UNDECIDED, refuse_both, way_to_say
from clubroute.rules.words.items import PART, Item, MisfitError
from clubroute.rules.words.scope import Scope
from clubroute.rules.words.spoken import said_parts
from clubroute.rules.words.values import MOMENTS, is_list, put, value_of


def tell(scope: Scope, items: Sequence[Item], params: dict[str, Any]) -> list[Item]:
    """Tell what words mean by themselves; returns what is left over.

    :raises MisfitError: a word means two things, or something else than what is said already.
    """
    left = []
    for one in items:
        path = place_of(scope, one, params)
        if path is None:
            left.append(one)
            continue
        type_ = next(t for t in (path, path.rpartition(".")[2], "number") if t in one.may)
        value = one.may[type_]
        many = is_list(scope.schema(path) or {})
        put(params, path, [*(value_of(params, path) or ()), value] if many else value)
    return left


def place_of(scope: Scope, item: Item, params: Mapping[str, Any]) -> str | None:
    """The parameter that a word says; None where it says none, or one that is said already."""
    said = [path for path in item.may if scope.schema(path) is not None]
    if item.lead in said:
        return item.lead
    contested = [path for path in said if "." in path or scope.options(path)]
    if len(contested) > 1:
        return the_preferred(scope, item, contested, params)
    free = [path for path in (*said, *loose(scope, item)) if value_of(params, path) is None]
    many = [path for path in contested if is_list(scope.schema(path) or {})]
    if free or many or same(item, said, params):
        return (free or many or said)[0]
    if contested:
        refuse_contradiction(item, contested[0], (), params)
    return None


def the_preferred(
    scope: Scope, item: Item, paths: Sequence[str], params: Mapping[str, Any]
) -> str | None:
    """The first of several parameters, if it is one that a word is said of before others.

    :raises MisfitError: it is none, or something else is said of it.
    """
    first, *others = paths
    if first not in vocabulary().prefer:
        refuse_both(scope, item)
    many = is_list(scope.schema(first) or {})
    if not many and value_of(params, first) is not None and not same(item, [first], params):
        refuse_contradiction(item, first, others, params)
    return first


def same(item: Item, paths: Sequence[str], params: Mapping[str, Any]) -> str | None:
    """The parameter of some that has the value which a word says; None if none has."""
    return next((path for path in paths if value_of(params, path) == item.may[path]), None)


def refuse_contradiction(
    item: Item, path: str, others: Sequence[str], params: Mapping[str, Any]
) -> NoReturn:
    """Say what is said already, and how else a word may be meant. :raises MisfitError: always."""
    ways = [way_to_say(other, item.may[other]) for other in others]
    said = "yes" if value_of(params, path) is True else value_of(params, path)
    expected = " or ".join((f"one {path.rpartition('.')[2]}: {said}", *ways))
    raise MisfitError(UNDECIDED, InputError(Where(PART), repr(item.text), expected))


def loose(scope: Scope, item: Item) -> list[str]:
    """The parameters that a number, a date or a time standing by itself may be."""
    numbers = vocabulary().loose if "number" in item.may else ()
    said = [path for path, _ in said_parts(scope)] if set(MOMENTS) & set(item.may) else []
    moments = [path for path in said if path.rpartition(".")[2] in item.may]
    return [*(one for one in numbers if one in scope.parts), *moments]


def take_the_way(scope: Scope, params: dict[str, Any]) -> None:
    """Go through what is on the hexside, ``culvert``, unless a Road over it is said."""
    for path, other in vocabulary().both.items():
        ways = scope.options(other)
        through = [one for one in value_of(params, path) or () if one in ways]
        if through and value_of(params, other) is None:
            put(params, other, through[0])
    for said, path in vocabulary().implied.items():
        other, _, value = said.partition("=")
        unsaid = scope.schema(path) is not None and value_of(params, path) is None
        if unsaid and value_of(params, other) == value:
            put(params, path, True)
