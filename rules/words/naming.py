"""The parameters and the parts of a position that are said by name: ``range=6``, ``Son=wired``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.asking.kinds import HEX, HEX_NUMBER
from clubroute.rules.asking.methods import STATE
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import flattened, unknown_name
from clubroute.rules.words import names
from clubroute.rules.words.commands import vocabulary
from clubroute.rules.words.items import PART, AmbiguousError, Item, MisfitError
from clubroute.rules.words.scope import (
    MAP,
    Scope,
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

# Which hex a word of the ground describes: the one that is left, or the one that is entered.
#
# ``raised`` may be said of either. Its place among the words decides, or else nothing does: then
# the command is refused, with both ways to say it.

LEFT, ENTERED = "from", "to"
HEXES: Mapping[str, str] = {LEFT: "the hex it leaves", ENTERED: "the hex it enters"}
"""The records that describe a hex, as a refused line calls them."""
TERRAIN = "terrain"
OVER = "across"
"""The lead of a word about the hexside between them."""


@dataclass(slots=True)
class Described:
    """A word that describes a hex: its place among the items, what it says, which hex if known."""

    at: int
    field: str
    lead: str
    hex: str = ""

    @property
    def is_terrain(self) -> bool:
        """Whether it names a terrain, of which a hex has one."""
        return self.field == TERRAIN


def with_hexes(scope: Scope, items: Sequence[Item], named: Sequence[str] = ()) -> list[Item]:
    """Items, each word about the ground with the one hex that it describes.

    It is the hex of the ``from`` or ``to`` before it; else that of the terrain beside it; else the
    only one that is described, and that is the one entered where none is.

    :param named: what else is said, by name: ``from.terrain=woods`` describes a hex, too.
    :raises MisfitError: it could be either.
    """
    found = list(described(scope, items))
    runs = runs_of(found)
    in_place = is_in_place(scope)
    name_terrains(scope, items, found, in_place)
    for run in runs:
        beside_terrain(scope, items, run)
    hexes = {one.hex for one in found if one.hex}
    hexes |= {hex_ for hex_ in HEXES if any(word.startswith(f"{hex_}.") for word in named)}
    for one in (one for one in found if not one.hex):
        if len(hexes) > 1 or (hexes == {LEFT} and not in_place):
            refuse_both(scope, items[one.at])
        one.hex = next(iter(hexes), LEFT if in_place else ENTERED)
    settled = [over(scope, one) for one in items]
    for one in found:
        settled[one.at] = said_of(items[one.at], one)
    return settled


def described(scope: Scope, items: Sequence[Item]) -> Iterator[Described]:
    """The words that may describe either hex, in their order.

    :raises MisfitError: one that may as well be said of something else, and has no lead.
    """
    for at, item in enumerate(items):
        field = either(item)
        if not field or (item.lead == OVER and others(scope, item)):
            continue
        lead = item.lead if item.lead in HEXES else ""
        if not lead and others(scope, item):
            refuse_both(scope, item)
        yield Described(at, field, lead, lead)


def either(item: Item) -> str:
    """What an item says of both hexes alike, ``raised``; nothing if it does not."""
    fields = (path.partition(".") for path in item.may)
    return next((f for hex_, _, f in fields if hex_ == LEFT and f"{ENTERED}.{f}" in item.may), "")


def others(scope: Scope, item: Item) -> list[str]:
    """The parameters an item may be said of that describe no hex."""
    paths = [path for path in item.may if path.partition(".")[0] not in HEXES]
    return [path for path in paths if scope.schema(path) is not None]


def over(scope: Scope, item: Item) -> Item:
    """An item of the hexside, if it comes after ``over`` and may be one."""
    field = either(item) if item.lead == OVER and others(scope, item) else ""
    hexes = {f"{hex_}.{field}" for hex_ in HEXES}
    may = {path: value for path, value in item.may.items() if path not in hexes}
    return replace(item, may=may) if field else item


def is_in_place(scope: Scope) -> bool:
    """Whether the form describes only the hex that a unit is in."""
    roots = {slot.path.partition(".")[0] for slot in scope.form.slots}
    return LEFT in roots and ENTERED not in roots


def runs_of(found: Sequence[Described]) -> list[list[Described]]:
    """Words that stand beside each other, those after a lead by themselves."""
    runs: list[list[Described]] = []
    for one in found:
        if runs and runs[-1][-1].at == one.at - 1 and not one.lead:
            runs[-1].append(one)
        else:
            runs.append([one])
    for run in runs:
        terrain = next((one for one in run if one.is_terrain), run[0])
        terrain.hex = terrain.hex or run[0].lead
    return runs


def name_terrains(
    scope: Scope, items: Sequence[Item], found: Sequence[Described], in_place: bool
) -> None:
    """Say of which hex each terrain is: two are of the hex left and the hex entered, in this order.

    :raises MisfitError: one after that of the hex entered, which nobody said to be of the other.
    """
    terrains = [one for one in found if one.is_terrain]
    for number, one in enumerate(terrains):
        if one.hex:
            continue
        before = {other.hex for other in terrains[:number]}
        after = {other.hex for other in terrains[number + 1 :]} | {
            ENTERED for other in terrains[number + 1 :] if not other.hex
        }
        if in_place:
            one.hex = LEFT
        elif ENTERED in before:
            refuse_both(scope, items[one.at])
        else:
            one.hex = LEFT if ENTERED in after and LEFT not in before else ENTERED


def beside_terrain(scope: Scope, items: Sequence[Item], run: Sequence[Described]) -> None:
    """Say of which hex the other words of a run are: that of its terrain.

    :raises MisfitError: one stands between two terrains of different hexes.
    """
    for number, one in enumerate(run):
        before = [other.hex for other in run[:number] if other.is_terrain][-1:]
        after = [other.hex for other in run[number + 1 :] if other.is_terrain][:1]
        if not one.hex:
            beside = {*before, *after}
            if len(beside) > 1:
                refuse_both(scope, items[one.at])
            one.hex = next(iter(beside), run[0].lead)


def refuse_both(scope: Scope, item: Item) -> NoReturn:
    """Show every way to say a word that could mean several things. :raises MisfitError: always."""
    ways = [path for path in item.may if scope.schema(path) is not None]
    told = [way_to_say(path, item.may[path]) for path in ways]
    asked = "which hex it describes: " if all(way.split(".")[0] in HEXES for way in ways) else ""
    error = AmbiguousError(Where(PART), repr(item.text), asked + " or ".join(told))
    raise MisfitError(UNDECIDED, error)


UNDECIDED = 1000
"""How far a command fits that is refused only because a word could mean two things: further than
one that is refused for what it does not understand."""


def way_to_say(path: str, value: Any) -> str:
    """A parameter by its name, ``to.raised=yes``, and what that is in words."""
    text = "yes" if value is True else str(value)
    label = HEXES.get(path.partition(".")[0]) or vocabulary().labels.get(path)
    return f"{path}={text}" + (f" ({label})" if label else "")


def said_of(item: Item, one: Described) -> Item:
    """An item that describes one hex."""
    other = ENTERED if one.hex == LEFT else LEFT
    may = {path: value for path, value in item.may.items() if path != f"{other}.{one.field}"}
    return replace(item, may=may, lead=one.hex)


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
    if schema is None or (is_whole(text) and schema.get("type") == "object"):
        path = in_a_record(scope, path, word, params, words)
        schema = scope.schema(path)
    if schema is None and place(scope, path, text, params):
        return
    if path in hexes(scope) and scope.whole_country.find(text) is None:
        near = scope.whole_country.near(text, [names.HEX], ())
        scope.refuse(0, repr(text), f"a hex or a place of {scope.window}", near)
    numbered = (schema or {}).get("properties", {}).get("number")
    if numbered is not None and is_whole(text):
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
    fields = (field, f"{field}s") if is_whole(word.partition("=")[2]) else (field,)
    inner = (f"{one}.{name}" for one in records for name in fields)
    found = [path for path in inner if scope.schema(path) is not None]
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
    if known.looks_numbered.fullmatch(ends[0]) and not known.has_hex(ends[0]) and may == {}:
        scope.refuse(0, repr(text), f"a hex of {scope.window}")
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
    elif HELD in scope.parts and (held := of_position(scope, "units.items.side", text)):
        put(params, HELD, {**(params.get(HELD) or {}), may.get(names.HEX, called): held})
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


HELD = "held"
"""The parameter for who controls a hex: C16.15=Allied."""


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
