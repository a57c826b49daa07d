"""The parameters that words say by themselves, wherever they stand: ``column``, ``8mp``, a day."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NoReturn

from clubroute.builder.errors import InputError, Where
from clubroute.rules.asking.schema import Schema
from clubroute.rules.position.record import flattened
from clubroute.rules.series import series_at
from clubroute.rules.words.commands import Slot, on_map, vocabulary
from clubroute.rules.words.items import PART, Item, MisfitError
from clubroute.rules.words.names import BRIDGE, GROUPS, NUMBER
from clubroute.rules.words.naming import OVER, UNDECIDED, refuse_both, way_to_say
from clubroute.rules.words.scope import (
    MAP,
    MOMENTS,
    Scope,
    add,
    day_said,
    figures,
    is_list,
    options_of,
    preferred,
    put,
    same_type,
    value_of,
)

# Numbers that words before them name: ``fog number 4``, ``ma 12``, ``die 7``.

FIGURE = re.compile(r"[0-9]{1,3}")
NUMBERS = ("integer", "number")
DICE = {"die": "dice", "dice": "die"}
"""What a method may call what is thrown."""
MOST = 3
"""Words in the longest name of a number."""


def with_figures(scope: Scope, words: Sequence[str]) -> list[str]:
    """Words, each number beside its name, ``fog number 4``, ``two bulldozers``, as
    ``fog_number=4``."""
    known, numerals = numbers_of(scope), vocabulary().numerals
    figures = [numerals.get(word.casefold(), word) for word in words]
    found: list[str] = []
    at = 0
    while at < len(words):
        measure = words[at + 1].casefold() if at + 1 < len(words) else ""
        if FIGURE.fullmatch(words[at].rstrip("½")) and measure in vocabulary().figures:
            found.append(words[at] + measure)
            at += 2
            continue
        if FIGURE.fullmatch(figures[at]) and (of := counted(words[at + 1 :], known)):
            found.append(f"{known[of[1]]}={figures[at]}")
            at += 1 + of[0]
            continue
        for count in range(min(MOST, len(words) - at - 1), 0, -1):
            after = at + count
            if words[after].casefold() in vocabulary().noise and after + 1 < len(words):
                after += 1
            called = " ".join(words[at : at + count])
            same = vocabulary().synonyms.get(called.casefold(), (called,))[0]
            path = known.get(flattened(called)) or known.get(flattened(same))
            if path and FIGURE.fullmatch(figures[after]):
                found.append(f"{path}={figures[after]}")
                at = after + 1
                break
        else:
            found.append(words[at])
            at += 1
    return [in_dice(scope, word, found) for word in found]


def counted(words: Sequence[str], known: Mapping[str, str]) -> tuple[int, str] | None:
    """How many words after a number say what it counts, 4 dispatch, and its name; None where they
    do not, or where the number that they name follows them."""
    for count in range(min(MOST, len(words)), 0, -1):
        name = flattened(" ".join(words[:count])).removesuffix("_points") or POINTS
        named = next((one for one in (name, f"{name}s") if one in known and one not in DICE), None)
        if named and not any(map(FIGURE.fullmatch, words[count:][:1])):
            return count, named
    return None


POINTS = "points"
"""What may stand after the name of what is counted: 4 dispatch points."""


def numbers_of(scope: Scope) -> Mapping[str, str]:
    """The parameters that are numbers, by what they are called; by the last word of their name
    where it is of no other."""
    records = [one for one in vocabulary().spoken if scope.schema(one) is not None]
    inner = [
        (f"{record}.{name}", schema)
        for record in records
        for name, schema in (scope.schema(record) or {}).get("properties", {}).items()
    ]
    own = [(part.name, part.schema()) for part in scope.method.params]
    paths = [path for path, schema in (*own, *inner) if is_number(schema)]
    found = {path.rpartition(".")[2]: path for path in reversed(paths)}
    for record in records:
        if (path := f"{record}.number") in paths:
            found.setdefault(record.rpartition(".")[2], path)
    for path in paths:
        last = path.rpartition(".")[2].rpartition("_")[2]
        if sum(other.rpartition("_")[2] == last for other in paths) == 1:
            found.setdefault(last, path)
    for name, other in DICE.items():
        if other in found:
            found.setdefault(name, found[other])
    return found


def is_number(schema: Schema) -> bool:
    """Whether a schema is of a number, may be of one, or is of a list of them."""
    if "anyOf" in schema:
        return any(map(is_number, schema["anyOf"]))
    kinds = schema.get("items", schema).get("type")
    return kinds in NUMBERS or (isinstance(kinds, list) and set(kinds) <= {*NUMBERS, "null"})


def in_dice(scope: Scope, word: str, words: Sequence[str]) -> str:
    """What was thrown by the name that the method has for it: ``dice=4`` of ``die=4``; the die of
    one roll beside what else words say of that roll."""
    name, is_, value = word.partition("=")
    if not is_ or name not in DICE:
        return word
    names = {one.partition("=")[0] for one in words if "=" in one}
    for record in vocabulary().spoken:
        said = {one.removeprefix(f"{record}.") for one in names}
        own = (scope.schema(record) or {}).get("properties", {})
        if "die" in own and not said.isdisjoint(own.keys() - scope.parts.keys() - DICE.keys()):
            return f"{record}.die={value}"
    other = DICE[name]
    return f"{other}={value}" if other in scope.parts and name not in scope.parts else word


# The parameters that a command's words say by their places.

TEXT = "text"


def leads_to(slot: Slot) -> Collection[str]:
    """The leads of words that a slot may take: none, or its own where it has one."""
    leads = {"", *vocabulary().leads.values()}
    return {"", OVER, slot.path} if slot.path in leads else leads


def fill(scope: Scope, items: Sequence[Item], params: dict[str, Any]) -> list[Item]:
    """Give the slots their items; returns those left over.

    :raises MisfitError: one of the words that make the form, ``1900``, is missing.
    """
    left = literals(scope, items)
    slots = [(slot, scope.type_of(slot)) for slot in scope.form.slots if not slot.literal]
    for slot, type_ in slots:
        root = slot.path.split(".")[0]
        led = [one for one in left if one.lead == root and fits(slot, type_, one)]
        if led and not slot.many:
            put(params, slot.path, led[0].may[type_])
            left.remove(led[0])
    open_ = [(slot, type_) for slot, type_ in slots if value_of(params, slot.path) is None]
    for number, (slot, type_) in enumerate(open_):
        may = [one for one in left if fits(slot, type_, one) and one.lead in leads_to(slot)]
        needs = sum(
            (other.path == slot.path or same_type(kind, type_)) and not other.optional
            for other, kind in open_[number + 1 :]
        )
        if slot.many:
            taken = may[: len(may) - needs] if needs else may
            taken = taken if len(taken) >= slot.least else []
            if taken:
                put(params, slot.path, [one.may[type_] for one in taken])
        else:
            taken = may[:1] if not slot.optional or len(may) > needs else []
            for one in taken:
                alone = is_list(scope.schema(slot.path) or {})
                put(params, slot.path, as_list(type_, one.may[type_]) if alone else one.may[type_])
        left = [one for one in left if all(one is not other for other in taken)]
        if slot.only and not taken:
            scope.refuse(-1, "nothing", " or ".join(slot.only))
    return left


def as_list(type_: str, value: Any) -> list[Any]:
    """A value as a list has it: over a bridge, a way has the hexes at its ends."""
    return str(value).split("/") if type_ == BRIDGE else [value]


def fits(slot: Slot, type_: str, item: Item) -> bool:
    """Whether an item may be what a slot takes, of the values it takes."""
    if type_ == TEXT and not item.may.keys().isdisjoint(MOMENTS):
        return False  # a day or a time is no name
    if type_ == TEXT and any(isinstance(value, bool) for value in item.may.values()):
        return False  # nor is what is so or not so
    if type_ == TEXT and slot.path in CALLED and NUMBER.fullmatch(item.text):
        return False  # nor a hex, of another map though it be
    if slot.path in GROUPS and "side" in item.may:
        return False  # nor a side that of one Division
    if type_ == BRIDGE and slot.path == WAY and not is_one_bridge(item):
        return False  # a town's name is no way over one of its bridges
    return type_ in item.may and (not slot.only or item.may[type_] in slot.only)


CALLED = (*GROUPS, "kind")
"""Texts that are what something is called."""
WAY = "path"
"""The parameter that is a way, hex by hex."""


def is_one_bridge(item: Item) -> bool:
    """Whether an item is one bridge, said as such or by its hexside."""
    said = item.text.casefold().endswith(BRIDGE) or "/" in item.text
    return said and "/" in str(item.may.get(BRIDGE, ""))


def literals(scope: Scope, items: Sequence[Item]) -> list[Item]:
    """Items without those that are to be said as they are. :raises MisfitError: one is missing."""
    left = list(items)
    for slot in (one for one in scope.form.slots if one.literal):
        found = next((one for one in left if one.text == slot.path), None)
        if found is not None:
            left.remove(found)
        elif not slot.optional:
            scope.refuse(-1, "nothing", slot.path)
    return left


def too_few(scope: Scope, left: Sequence[Item], params: Mapping[str, Any]) -> bool:
    """Whether what is left over are some of the words a slot takes, and more are missing."""
    return any(
        slot.least > 1
        and value_of(params, slot.path) is None
        and all(scope.type_of(slot) in one.may and not one.lead for one in left)
        for slot in scope.form.slots
    )


# Words that say a parameter's value by themselves: ``leg`` is a class, ``column`` a formation.

Places = Mapping[str, Sequence[tuple[str, Any]]]
"""By a word, the parameters it may be said of, each with its value."""
KIND = "unit.kind"
"""The parameter whose words may be said with what they are kinds of: a bridge unit."""
MOST_VALUES = 3
"""Words in the longest value of a parameter."""


def spoken_words(scope: Scope) -> Places:
    """The words that name a parameter's value by themselves, and each value's place; those of a
    game of one's own as its files have them now."""
    if series_at(scope.window).home is not None:
        return spoken_of(scope)
    loaded, kept = scope.here.context.loaded, ("words", "spoken")
    known: dict[Any, Places] | None = loaded.get(kept)
    if known is None:
        known = loaded[kept] = {}
    key = scope.method.name, scope.window, scope.form, scope.is_said
    if key not in known:
        known[key] = spoken_of(scope)
    return known[key]


def spoken_of(scope: Scope) -> Places:
    """The same, made anew."""
    found: dict[str, list[tuple[str, Any]]] = {}
    for path, schema in sorted(said_parts(scope), key=preferred):
        for option in options_of(schema):
            found.setdefault(flattened(option), []).append((path, option))
            if path == KIND:
                found.setdefault(flattened(f"{option} unit"), []).append((path, option))
        if schema.get("type") == "boolean":
            found.setdefault(flattened(path.rpartition(".")[2]), []).append((path, True))
    for path, words in own_words(scope).items():
        for word in words if scope.schema(path) is not None else ():
            found.setdefault(flattened(word), []).append((path, word))
    for word, meant in vocabulary().denied.items():
        places = [(path, False) for path, value in found.get(meant, ()) if value is True]
        if places and word not in found:
            found[word] = places
    kind = series_at(scope.window).kind
    for word in () if scope.is_said else on_map(kind, "lacked_on", scope.window):
        found.pop(word, None)
    own = on_map(kind, "said_on", scope.window) if scope.is_said else {}
    for word, meant in own.items():
        if meant in found:
            found.setdefault(flattened(word), found[meant])
    for word, group in vocabulary().synonyms.items():
        alike = next((found[key] for one in group if (key := flattened(one)) in found), None)
        if alike and word not in found:
            found[word] = alike
        elif alike and word in vocabulary().classes:
            found[word] = [*alike, *(one for one in found[word] if one not in alike)]
    return found


def own_words(scope: Scope) -> Mapping[str, Sequence[str]]:
    """The words that a game of one's own has for its weather and its phases, by their place."""
    if series_at(scope.window).home is None:
        return {}
    from clubroute.rules.plain.game import game_of
    from clubroute.rules.plain.page import own_times

    return own_times(game_of(scope.window))


UNSPOKEN = (MAP, "options", "rules")
"""Parameters that are said by their names alone: which reading of the rules holds."""


def said_parts(scope: Scope) -> Iterator[tuple[str, Schema]]:
    """The parameters that can be said by their words: by path, with their schemas."""
    for part in scope.method.params:
        if part.name not in UNSPOKEN:
            yield part.name, part.schema()
    for slot in scope.form.slots:
        if slot.path.startswith("state.") and (schema := scope.schema(slot.path)) is not None:
            yield slot.path, schema
    for record in vocabulary().spoken:
        inner = scope.schema(record) or {}
        for name, schema in inner.get("properties", {}).items():
            yield f"{record}.{name}", schema


def singular(word: str) -> str:
    """A word without the ending of the plural: villages, marshes."""
    shorter = word.removesuffix("s")
    return shorter.removesuffix("e") if shorter.endswith(("she", "che", "xe")) else shorter


def spoken_run(words: Sequence[str], spoken: Places) -> tuple[int, dict[str, Any]]:
    """How many of the first words say a parameter's value, and the values by place."""
    for count in range(min(MOST_VALUES, len(words)), 0, -1):
        key = flattened(" ".join(words[:count]))
        found = spoken.get(key) or spoken.get(singular(key))
        if found:
            return count, dict(found)
    if day := day_said(words[:2]):
        return 2, day
    return figures(words[0])


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
    several = (*contested, *loose(scope, item))
    many = [path for path in several if is_list(scope.schema(path) or {})]
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
        way = value_of(params, other)
        if way in scope.options(path) and way not in (value_of(params, path) or ()):
            add(params, path, way)
    for said, path in vocabulary().implied.items():
        other, _, value = said.partition("=")
        unsaid = scope.schema(path) is not None and value_of(params, path) is None
        if unsaid and value_of(params, other) == value:
            put(params, path, True)
