"""The position and the units a question is about, read as every series reads them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.kinds import NAME, YES
from clubroute.rules.asking.schema import Schema, shown
from clubroute.rules.position.record import (
    Kind,
    Rests,
    given,
    needed,
    read_record,
    record,
    said,
)

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context

B = TypeVar("B", bound="BegunPosition")
P = TypeVar("P")
T = TypeVar("T")
LONGEST_HANDLE = 100


class SaidUnit:
    """A unit as far as a question tells it, in any series."""

    __slots__ = ()
    id: str | None
    name: str | None

    @property
    def call(self) -> str:
        """Its name in messages, or its id; "the unit" if it has neither."""
        return self.name or self.id or "the unit"

    def over(self, known: Any) -> Any:
        """Return this unit, completed from another that tells what this one leaves out."""
        return replace(known, **given(self))


class BegunPosition(Protocol):
    """A position, some of which is as its scenario sets it up: by part, the line that says so."""

    @property
    def begun(self) -> Mapping[str, Step]: ...


def rests_on_set_up(without: Callable[[B, str], B]) -> Rests:
    """Make what says of an answer what of the set-up it rests on: that without which it would be
    another.

    :param without: a position without a part of its set-up.
    """

    def rests(position: B, answer: Any, again: Callable[[B], Any]) -> Any:
        if not position.begun or not isinstance(answer, Receipt):
            return answer
        lines = {
            part: line
            for part, line in position.begun.items()
            if line not in answer.steps and again(without(position, part)) != answer
        }
        found = answer.after(tuple(lines.values())) if lines else answer
        more: tuple[str, ...] = getattr(position, "to_place", ()) if "units" in lines else ()
        return replace(found, unchecked=(*found.unchecked, *more)) if more else found

    return rests


def needed_unit(kind: Kind, summary: str = "the unit, or its id or name") -> Any:
    """Declare the unit a question is about."""
    return needed(kind, summary)


def said_once(name: str, own: T | None, in_position: T | None) -> T | None:
    """Return what a question says of a field, or else its position.

    :raises InputError: both say it, and differ.
    """
    if own is not None and in_position is not None and own != in_position:
        where = Where("params", part=name)
        raise InputError(where, f"{own}, where the position has {in_position}", "one of the two")
    return in_position if own is None else own


def one_of_two(name: str, value: object, other: str, instead: object) -> None:
    """Refuse a question that says two things of which one stands in place of the other.

    :raises InputError: it says both.
    """
    if value is not None and instead is not None:
        raise InputError(Where("params", part=name), f"both {name} and {other}", "one of the two")


def a_state(nothing: P, opens: Callable[..., P], rests: Rests) -> Kind:
    """Declare a position, or the handle of an open one.

    :param nothing: the position that says nothing; those of its class are read.
    """
    cls: type[P] = type(nothing)

    def read(value: Any, path: str) -> P | str:
        if value is None:
            return nothing
        if isinstance(value, str):
            if len(value) > LONGEST_HANDLE:
                where = Where("params", part=path)
                raise InputError(where, shown(value), "a handle, or a position")
            return value
        return read_record(cls, value, path)

    return Kind(record(cls).schema, read, opens, rests)


def opened(context: Context, value: object, cls: type[P]) -> P:
    """Look up the open position a handle stands for; one that is told whole is taken as it is.

    :raises InputError: no such handle, or a position of another series.
    """
    position = context.states.position(value) if isinstance(value, str) else value
    if not isinstance(position, cls):
        where = Where("params", part="state")
        raise InputError(where, f"{value!r}, a position of another series", "one of this series")
    return position


def a_unit(unit: Kind, opens: Callable[..., Any], rests: Rests) -> Kind:
    """Declare a unit a question is about: as ``unit``, or by its id or name alone."""

    def schema() -> Schema:
        return {**unit.schema(), "type": ["object", "string"], "maxLength": 100}

    def read(value: Any, path: str) -> Any:
        return str(NAME.read(value, path)) if isinstance(value, str) else unit.read(value, path)

    return Kind(schema, read, opens, rests)


def the_beginning(summary: str) -> Any:
    """Declare the premise that a unit's move begins here, with nothing before it in the turn.

    What is said of the unit comes first; an answer tells what it has by the premise alone.
    """
    return said(replace(YES, premise=True), summary)
