"""The parameters and the parts of a position that are said by name: ``range=6``, ``Son=wired``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.asking.kinds import HEX, HEX_NUMBER
from clubroute.rules.asking.methods import STATE
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import flattened, unknown_name
from clubroute.rules.words import names
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.ground import ENTERED, LEFT, UNDECIDED, is_in_place, way_to_say
from clubroute.rules.words.items import PART, MisfitError
from clubroute.rules.words.scope import MAP, Scope
from clubroute.rules.words.values import (
    add,
    as_option,
    bridge_told,
    merged,
    put,
    states_of,
    steps_of,
    value_in,
    value_of,
)


def name_all(scope: Scope, words: Sequence[str], params: dict[str, Any], far: int) -> None:
    """Tell what words say by name. :raises MisfitError: one that nothing has, or cannot be so."""
    for word in words:
        try:
            name(scope, word, params, words)
        except InputError as error:
            raise MisfitError(far, error) from None
        for path in params.keys() - scope.parts.keys():
            raise MisfitError(far, unknown_name(path, path, scope.parts))


def name(scope: Scope, word: str, params: dict[str, Any], words: Sequence[str] = ()) -> None:
    """Tell a parameter by its name, ``range=6``; that of a part of one need not say of which.

    What no parameter is called may be told of the position: ``Son=destroyed``,
    ``German=66.153``, ``A/1/501=75.129``. A name that nothing has is left for the method to
    refuse, with the nearest.

    :param words: everything that is said by name.
    """
    path, _, text = word.partition("=")
    if path == MAP and MAP not in scope.parts:
        return  # it has told the series
    schema = scope.schema(path)
    if schema is None:
        path = in_a_record(scope, path, word, params, words)
        schema = scope.schema(path)
    if schema is None and place(scope, path, text, params):
        return
    if path in hexes(scope) and scope.whole_country.find(text) is None:
        near = scope.whole_country.near(text, [names.HEX], ())
        scope.refuse(0, repr(text), f"a hex or a place of {scope.window}", near)
    numbered = (schema or {}).get("properties", {}).get("number")
    if numbered is not None and text.isdecimal():
        path, schema = f"{path}.number", numbered
    value = value_in(text, schema or {})
    make_objects(scope, path, params)
    old = value_of(params, path)
    if isinstance(old, list) and isinstance(value, list):
        value = [*old, *value]
    put(params, path, value)


def in_a_record(
    scope: Scope, field: str, word: str, params: Mapping[str, Any], words: Sequence[str]
) -> str:
    """The path of a field by its name alone; the field itself if no record has it.

    :raises MisfitError: it may be of the hex left and of the hex entered.
    """
    records = (*vocabulary().spoken, *vocabulary().named)
    found = [path for one in records if scope.schema(path := f"{one}.{field}") is not None]
    left, entered = f"{LEFT}.{field}", f"{ENTERED}.{field}"
    if not {left, entered} <= set(found):
        return found[0] if found else field
    if is_in_place(scope):
        return left
    if LEFT in params or any(one.startswith(f"{LEFT}.") for one in words):
        text = word.partition("=")[2]
        ways = " or ".join(way_to_say(path, text) for path in (left, entered))
        expected = f"which hex it describes: {ways}"
        raise MisfitError(UNDECIDED, InputError(Where(PART), repr(word), expected))
    return entered


def make_objects(scope: Scope, path: str, params: dict[str, Any]) -> None:
    """Begin what is on the way to a parameter and no list, though a figure names its part."""
    steps = steps_of(path)
    for at in range(1, len(steps)):
        inner = ".".join(steps[:at])
        schema = scope.schema(inner)
        if schema is not None and schema.get("type") == "object":
            put(params, inner, value_of(params, inner) or {})


def hexes(scope: Scope) -> Iterator[str]:
    """The parameters that are hexes."""
    for part in scope.method.params:
        if part.kind in (HEX, HEX_NUMBER):
            yield part.name


def place(scope: Scope, called: str, text: str, params: dict[str, Any]) -> bool:
    """Tell of the position where a unit, one of a side, or a marker is, or how a bridge is;
    or something else of a unit, ``Beek.ma=4``, or of a Ferry, ``A44.10/A44.11.used=3``.

    False if a name is none of these.
    """
    if STATE not in scope.parts:
        return False
    known = scope.whole_country
    part = ""
    if known.find(called) is None and "." in called:
        called, _, part = called.rpartition(".")
    may = found.may if (found := known.find(called)) else {}
    if part and names.UNIT in may and names.BRIDGE not in may:
        told = {"name": called, part: of_unit(scope, part, text)}
        put(params, STATE, merged(params.get(STATE) or {}, {"units": [told]}))
        return True
    ends = [
        one.may.get(names.HEX, end) if (one := known.find(end)) else end for end in text.split("/")
    ]
    side = of_position(scope, "units.items.side", called)
    kind = of_position(scope, "markers.items.kind", called)
    if side or names.UNIT in may:
        told = {"side": side} if side else {"name": called}
        add(params, f"{STATE}.units", {**told, "hex": ends[0]})
    elif names.BRIDGE in may and is_ferry(scope, part, text):
        make_objects(scope, f"{STATE}.ferries.all", params)
        at = f"{STATE}.ferries.{may[names.BRIDGE]}"
        told = {part: value_in(text, scope.schema(f"{at}.{part}") or {})}
        put(params, at, (value_of(params, at) or {}) | (told if part else {}))
    elif is_bridge(scope, may, part, text):
        bridges = value_of(params, f"{STATE}.bridges") or {}
        side_ = may.get(names.BRIDGE) or may[names.HEX]
        how = bridge_told(bridges.get(side_), part, text, of_bridges(scope))
        put(params, f"{STATE}.bridges", {**bridges, side_: how})
    elif kind:
        told = {"hex": ends[0], "to": ends[1]} if len(ends) > 1 else {"hex": ends[0]}
        add(params, f"{STATE}.markers", {"kind": kind, **told})
    else:
        return False
    return True


def of_bridges(scope: Scope) -> Mapping[str, Schema]:
    """What the position may say of a bridge, by name; nothing if it tells of none."""
    kinds = (scope.schema(f"{STATE}.bridges.any") or {}).get("anyOf", ())
    return next((kind["properties"] for kind in kinds if "properties" in kind), {})


def bridge_states(scope: Scope) -> tuple[str, ...]:
    """How a bridge may stand, as far as the question takes a position."""
    return states_of(next(iter(of_bridges(scope).values()), {}))


def is_bridge(scope: Scope, may: Mapping[str, Any], part: str, text: str) -> bool:
    """Whether something is said of a bridge: by its name or hexside, or by the hex it fills."""
    fields = of_bridges(scope)
    states = states_of(next(iter(fields.values()), {}))
    filled = names.HEX in may and (part in fields if part else as_option(text, states) in states)
    return bool(fields) and (names.BRIDGE in may or filled)


def is_ferry(scope: Scope, part: str, text: str) -> bool:
    """Whether something said of a hexside is said of a Ferry: ``ferry``, or what one has."""
    ferry = scope.schema(f"{STATE}.ferries.any") or {}
    known = ferry.get("properties", {})
    return part in known if part else bool(known) and flattened(text) == "ferry"


def of_unit(scope: Scope, called: str, text: str) -> Any:
    """The value of what a unit is said to be. :raises MisfitError: nothing is so called."""
    path = f"{STATE}.units.items"
    schema = scope.schema(f"{path}.{called}")
    if schema is None:
        known = (scope.schema(path) or {}).get("properties", {})
        scope.refuse(0, repr(called), one_of(known), nearest_name(called, known))
    return value_in(text, schema)


def of_position(scope: Scope, path: str, word: str) -> str | None:
    """The word of a field of the position that a text is, None if it is none of them."""
    options = scope.options(f"{STATE}.{path}")
    return next((one for one in options if flattened(one) == flattened(word)), None)
