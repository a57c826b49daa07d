"""Reads ``rules.toml`` whole: its tables in each weather and phase, and for each side."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from clubroute.builder.sources.tables import toml_of
from clubroute.rules.engine.keys import CHARTS, NAMES, OTHERS, OVERLAYS, Facts, KeyPath, RuleSource
from clubroute.rules.engine.laws import OverlayTable, hold_together, laid_together
from clubroute.rules.engine.reading import RuleReader
from clubroute.rules.engine.tables import GameRules, RuleTables, Times
from clubroute.rules.engine.values import table


@lru_cache(maxsize=32)
def read_rules(path: Path, text: str, facts: Facts) -> GameRules:
    """Read the rules of a game. :raises InputError: mistakes in them, all at once."""
    return rules_told(RuleSource(path, text), toml_of(text, path), facts)


def rules_told(source: RuleSource, told: Mapping[str, Any], facts: Facts) -> GameRules:
    """The rules that a file tells. :raises InputError: mistakes in them, all at once."""
    for name in told.keys() - set(NAMES):
        source.unknown((name,), "table", NAMES)
    classes = table(source, ("class",), told.get("class", {}))
    named = [one for one in facts.sides if one not in classes]
    sided = False
    for key, value in sided_values(told, named):
        sided = True
        if OTHERS not in value and (missing := [one for one in named if one not in value]):
            source.mistake(key, f"nothing for {', '.join(missing)}", f"it, or {OTHERS} = …")
    tables: dict[Times, RuleTables] = {}
    for side in ("", *facts.sides) if sided else ("",):
        own = as_side(told, named, side) if sided else told
        reader = RuleReader(source, facts)
        for (weather, phase), one in under_overlays(source, own, reader):
            tables[weather, phase, side] = one
    hold_together(tables["", "", ""], tables.values(), source)
    source.settle()
    timed = tables["", "", ""].turns
    weathers = dict.fromkeys([*told.get("weather", {}), *(timed.weather.values() if timed else ())])
    return GameRules(tables, tuple(weathers), sided)


def under_overlays(
    source: RuleSource, told: Mapping[str, Any], reader: RuleReader
) -> Iterator[tuple[tuple[str, str], RuleTables]]:
    """The tables of a file in each weather and phase that lays others over them."""
    overlays = {name: table(source, (name,), told.get(name, {})) for name in OVERLAYS}
    base = {name: value for name, value in told.items() if name not in OVERLAYS}
    plain = reader.tables(base, ())
    yield ("", ""), plain
    timed = plain.turns
    known_phases = [one.name for one in timed.phases] if timed else []
    for name in overlays["weather"]:
        if timed is None or name not in timed.weather.values():
            known_weathers = dict.fromkeys(timed.weather.values()) if timed else ()
            source.unknown(("weather", name), "weather", known_weathers)
    for name in overlays["phase"]:
        if name not in known_phases:
            source.unknown(("phase", name), "phase", known_phases)
    for weather, phase in product(("", *overlays["weather"]), ("", *overlays["phase"])):
        if weather or phase:
            laid = [
                laid_table(reader, kind, name, overlays, base)
                for kind, name in (("weather", weather), ("phase", phase))
                if name
            ]
            many = laid[0].told if len(laid) == 1 else laid_together(source, *laid)
            merged = over(base, many)
            under = ("weather", weather) if weather else ("phase", phase)
            yield (weather, phase), reader.tables(merged, under)


# Values that differ by the side of who does something: each side has the tables with its own.

OF_SIDES = ("source", "points", "begin")
"""The keys whose tables are by side by their nature."""
OF_OTHERS = ("zoc", "defence")
"""The keys of a row that say what the other side does: no side of one's own there."""
OF_MOVERS = ("enter", "leave", "zone_to_zone", "most")
"""The keys of [zoc] that say what who moves does."""


def sided_values(
    told: Any, sides: Collection[str], key: KeyPath = ()
) -> Iterator[tuple[KeyPath, Mapping[str, Any]]]:
    """The values of some tables that are told by side."""
    if isinstance(told, list):
        for one in told:
            yield from sided_values(one, sides, key)
    elif isinstance(told, Mapping) and not by_nature(key):
        if is_sided(told, sides, key):
            yield key, told
        for name, value in told.items():
            yield from sided_values(value, sides, (*key, name))


def by_nature(key: KeyPath) -> bool:
    """Whether a table is by side by its nature, so that its sides are no values."""
    return bool(key) and (key[-1] in OF_SIDES or key[-2:] == ("entry", "hexes"))


def is_sided(told: Mapping[str, Any], sides: Collection[str], key: KeyPath) -> bool:
    """Whether a table is a value with a key for each side, or for some and all others."""
    if len(key) < 2 or key[-1] in OF_OTHERS or (key[-2] == "zoc" and key[-1] not in OF_MOVERS):
        return False
    return not told.keys().isdisjoint(sides) and told.keys() <= {*sides, OTHERS}


def as_side(told: Any, sides: Sequence[str], side: str, key: KeyPath = ()) -> Any:
    """Some tables with the values of a side; for ``""`` with those of all others, else of the first
    side."""
    if isinstance(told, list):
        return [as_side(one, sides, side, key) for one in told]
    if not isinstance(told, Mapping) or by_nature(key):
        return told
    found = {}
    for name, value in told.items():
        inner = (*key, name)
        if isinstance(value, Mapping) and is_sided(value, sides, inner):
            first = next(one for one in (OTHERS, *sides) if one in value)
            value = value.get(side, value[first])
        found[name] = as_side(value, sides, side, inner)
    return found


def known(
    source: RuleSource, key: KeyPath, laid: Mapping[str, Any], base: Mapping[str, Any]
) -> None:
    """Hold an overlay against what it is laid over: it may name no row that is not there."""
    for name, value in laid.items():
        if name not in base:
            source.unknown((*key, name), "table", base)
        elif name in CHARTS and isinstance(value, Mapping):
            for row in value.keys() - base[name].keys() - {"rule"}:
                source.unknown((*key, name, row), name, base[name])


def over(base: Mapping[str, Any], laid: Mapping[str, Any], depth: int = 0) -> dict[str, Any]:
    """A table with another laid over it, table by table. A value by class that says what holds for
    all others (``else``) takes the place of the one below.

    :param depth: how many tables stand about this one.
    """
    found = dict(base)
    for name, value in laid.items():
        below = found.get(name)
        whole = not isinstance(value, Mapping) or (depth > 0 and OTHERS in value)
        if not whole and isinstance(below, Mapping):
            found[name] = over(below, value, depth + 1)
        else:
            found[name] = value
    return found


def laid_table(
    reader: RuleReader,
    kind: str,
    name: str,
    overlays: Mapping[str, Mapping[str, Any]],
    base: Mapping[str, Any],
) -> OverlayTable:
    """A table that is laid over the rules, held against them."""
    key = (kind, name)
    told = dict(table(reader.source, key, overlays[kind][name]))
    others = {one: key for key in OVERLAYS if key != kind for one in (key, *overlays[key])}
    named = reader.words((*key, "over"), told.pop("over", ()), others, "overlay")
    known(reader.source, key, told, base)
    over = (
        (others[one], two)
        for one in named
        for two in overlays[others[one]]
        if one in (two, others[one])
    )
    return OverlayTable(key, told, tuple(over))
