"""Reads from a TOML file which counter of a module is which Unit, marker or chit of the rules.

``mappings/clubroute.toml`` is the one for clubroute's own modules; docs/check.md describes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.kinds import SIDES
from clubroute.rules.gts.logcheck.counter import Counter, Role
from clubroute.rules.model import MOVE_CLASSES

MARKER_KINDS = (
    "",
    "bridge_destroyed",
    "stream_unstable",
    "road_block",
    "ferry",
    "suppressed",
    "club_route",
    "attacked",
    "closed",
    "air_raid",
    "drop",
    "event",
)
"""The kinds of markers; "" is one the checks need not know."""

TEXTS: Mapping[Role, tuple[str, ...]] = {
    "unit": ("id", "side", "division", "formation", "kind", "class", "allowance"),
    "marker": ("id", "kind"),
    "chit": ("id", "side", "division", "formation", "kind"),
}
"""The texts a row may give: a word as it stands, or ``$Name`` for the value of a property."""

TABLES = ("match", "column", "reduced")
TOP = {
    "series": str,
    "map": str,
    "mug": str,
    "passive": list,
    "windows": dict,
    "turn": dict,
    "boxes": dict,
    "values": dict,
    "stacking": dict,
    "units": list,
    "markers": list,
    "chits": list,
}
"""The names at the top of a mapping file, with what each holds."""
INNER: Mapping[str, tuple[str, ...]] = {
    "turn": ("year",),
    "boxes": ("map", "earned"),
    "stacking": ("units",),
    "values": tuple(dict.fromkeys(name for names in TEXTS.values() for name in names)),
}
"""The names in the tables at the top."""
ROLES: Mapping[str, Role] = {"units": "unit", "markers": "marker", "chits": "chit"}

Pattern: TypeAlias = tuple[tuple[str, re.Pattern[str]], ...]
"""Properties with what the whole value of each must match."""


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A row of a mapping: the counters it fits, and what it says of them.

    ``column`` and ``reduced`` are the properties that show the Unit in Column and on its back;
    None if the module does not show it. ``label`` is the property of a text label with ratings.
    """

    role: Role
    match: Pattern
    texts: Mapping[str, str]
    column: Pattern | None = None
    reduced: Pattern | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class CounterMap:
    """A mapping file.

    ``windows`` gives the rules' map (wed, tdc, mg) by the module's name; ``*`` stands for any.
    ``most`` is how many Units of a side may be in a hex, None if it is not said. ``looks`` is what
    pieces have turned out to be (:mod:`clubroute.rules.gts.logcheck.counters`).
    """

    map: str
    mug: str
    rows: tuple[CounterRow, ...]
    windows: Mapping[str, str]
    passive: frozenset[str] = frozenset()
    year: int | None = None
    box_map: str = ""
    earned: str = ""
    most: int | None = None
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    looks: dict[tuple[object, ...], Counter | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def window(self, module: str) -> str:
        """Return the rules' map for a module, "" if the file names none."""
        return self.windows.get(module, self.windows.get("*", ""))


def mapping_of(data: Mapping[str, Any], path: Path) -> CounterMap:
    """Make a mapping of a file's values. :raises InputError: a name or value does not fit."""

    def wrong(part: str, found: object, expected: str, nearest: str | None = None) -> InputError:
        return InputError(Where(str(path), part=part), repr(found), expected, nearest)

    for name, value in data.items():
        if name not in TOP:
            raise wrong(name, name, "one of " + ", ".join(TOP), nearest_name(name, TOP))
        if not isinstance(value, TOP[name]):
            raise wrong(name, value, f"a {TOP[name].__name__}")
    for name, known in INNER.items():
        for inner in data.get(name, {}):
            if inner not in known:
                expected = "one of " + ", ".join(known)
                raise wrong(f"{name}.{inner}", inner, expected, nearest_name(inner, known))
    if not data.get("map"):
        raise wrong("map", data.get("map"), "the name of the map window Units move on")
    rows: list[CounterRow] = []
    for table, role in ROLES.items():
        for number, row in enumerate(data.get(table, ())):
            part = f"{table}[{number}]"
            if not isinstance(row, dict):
                raise wrong(part, row, "a table")
            rows.append(row_of(role, row, path, part))
    turn, boxes, stacking = (data.get(name, {}) for name in ("turn", "boxes", "stacking"))
    year, most = turn.get("year"), stacking.get("units")
    for part, number in (("turn.year", year), ("stacking.units", most)):
        if number is not None and (type(number) is not int or number < 1):
            raise wrong(part, number, "a whole number")
    windows = texts_of(data.get("windows", {}), path, "windows")
    for name, window in windows.items():
        if window not in MAPS:
            raise wrong(f"windows.{name}", window, "wed, tdc or mg")
    values = {}
    for name, told in data.get("values", {}).items():
        if not isinstance(told, dict):
            raise wrong(f"values.{name}", told, "a table")
        values[name] = texts_of(told, path, f"values.{name}")
        for word, ours in values[name].items():
            check_word(ours, words_of("unit").get(name, (ours,)), path, f"values.{name}.{word}")
    named = texts_of(boxes, path, "boxes")
    passive = data.get("passive", [])
    return CounterMap(
        map=data["map"],
        mug=data.get("mug", ""),
        rows=tuple(rows),
        windows=windows,
        passive=frozenset(str(kind) for kind in passive),
        year=year,
        box_map=named.get("map", ""),
        earned=named.get("earned", ""),
        most=most,
        values=values,
    )


def row_of(role: Role, row: Mapping[str, Any], path: Path, part: str) -> CounterRow:
    """Read a row. :raises InputError: an unknown name, or text that is no pattern."""
    names = (*TEXTS[role], "match", *(("column", "reduced", "label") if role == "unit" else ()))
    for name in row:
        if name not in names:
            where = Where(str(path), part=f"{part}.{name}")
            expected = "one of " + ", ".join(names)
            raise InputError(where, repr(name), expected, nearest_name(name, names))
    patterns = {
        name: pattern_of(row[name], path, f"{part}.{name}") for name in TABLES if name in row
    }
    texts = texts_of({name: value for name, value in row.items() if name not in TABLES}, path, part)
    label = texts.pop("label", "")
    if not patterns.get("match"):
        where = Where(str(path), part=f"{part}.match")
        raise InputError(where, "nothing", "properties with what their values must match")
    for name, known in words_of(role).items():
        told = texts.get(name, "")
        if not told.startswith("$"):
            check_word(told, known, path, f"{part}.{name}")
    return CounterRow(
        role, patterns["match"], texts, patterns.get("column"), patterns.get("reduced"), label
    )


def words_of(role: Role) -> dict[str, tuple[str, ...]]:
    """List the texts of a row that must be words of the rules, with those words."""
    words: dict[str, tuple[str, ...]] = {"side": SIDES, "class": MOVE_CLASSES}
    return words | ({"kind": MARKER_KINDS} if role == "marker" else {})


def check_word(told: str, known: Sequence[str], path: Path, part: str) -> None:
    """Check a word of the rules; "" stands for none. :raises InputError: another word."""
    if told and told not in known:
        shown = ", ".join(word for word in known if word)
        expected, nearest = f"one of {shown}", nearest_name(told, known)
        raise InputError(Where(str(path), part=part), repr(told), expected, nearest)


def texts_of(told: Mapping[str, Any], path: Path, part: str) -> dict[str, str]:
    """Read names with texts. :raises InputError: a value that is no text."""
    for name, value in told.items():
        if not isinstance(value, str):
            raise InputError(Where(str(path), part=f"{part}.{name}"), repr(value), "a text")
    return dict(told)


def pattern_of(told: Any, path: Path, part: str) -> Pattern:
    """Read properties with patterns. :raises InputError: no regular expression."""
    if not isinstance(told, dict):
        raise InputError(Where(str(path), part=part), repr(told), "a table of properties")
    found = []
    for name, text in texts_of(told, path, part).items():
        try:
            found.append((name, re.compile(text, re.DOTALL)))
        except re.error as error:
            where = Where(str(path), part=f"{part}.{name}")
            raise InputError(where, repr(text), f"a regular expression ({error})") from None
    return tuple(found)
