"""Reads from a TOML file which counter of a module is which unit, marker or chit of the rules.

A series says by a :class:`MappingForm` what its files may hold; docs/check.md describes the format.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name, one_of

Role: TypeAlias = str
"""What a row's counters are: ``unit``, ``marker``, ``chit``."""
UNIT: Role = "unit"
Pattern: TypeAlias = tuple[tuple[str, re.Pattern[str]], ...]
"""Properties with what the whole value of each must match."""
FACES = ("mounted", "back")
"""Faces of a counter that a row may tell of apart: a text's name has the face before it."""
TOP: Mapping[str, type] = {"series": str, "map": str, "windows": dict, "values": dict}
"""The names at the top of every mapping file, with what each holds."""


@dataclass(frozen=True, slots=True)
class MappingForm:
    """Says what the mapping files of a series may hold.

    ``maps`` are the rules' maps. ``tables`` gives the role of the counters of each table of rows,
    ``texts`` by role the texts a row may give (a word as it stands, or ``$Name`` for the value of a
    property), ``words`` those of them that must be words of the rules. ``shown`` are states of a
    unit that properties show. ``top`` and ``inner`` are further names at the top, and those inside
    tables there.
    """

    maps: tuple[str, ...]
    tables: Mapping[str, Role]
    texts: Mapping[Role, tuple[str, ...]]
    words: Mapping[Role, Mapping[str, tuple[str, ...]]]
    shown: tuple[str, ...]
    top: Mapping[str, type] = field(default_factory=dict)
    inner: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A row of a mapping: the counters it fits, and what it says of them.

    ``shown`` are the properties that show a state of the unit; a state is not among them if the
    module does not show it. ``label`` is the property of a text label with ratings.
    """

    role: Role
    match: Pattern
    texts: Mapping[str, str]
    shown: Mapping[str, Pattern]
    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceMap:
    """A mapping file.

    ``windows`` gives the rules' map by the module's name; ``*`` stands for any. ``slots`` are texts
    of single counters by gpid, which go before those of their row. ``looks`` is what
    pieces have turned out to be (:mod:`clubroute.rules.logs.counters`).
    """

    map: str
    rows: tuple[CounterRow, ...]
    windows: Mapping[str, str]
    values: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    slots: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    looks: dict[tuple[object, ...], Any] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def window(self, module: str) -> str:
        """Return the rules' map for a module, "" if the file names none."""
        return self.windows.get(module, self.windows.get("*", ""))

    def map_of(self, module: str, where: Where) -> str:
        """Return the rules' map for a module. :raises InputError: the file names none."""
        window = self.window(module)
        if not window:
            expected = "a module the mapping names: " + (", ".join(self.windows) or "(none)")
            raise InputError(where, repr(module), expected, nearest_name(module, self.windows))
        return window


def read_mapping(data: Mapping[str, Any], path: Path, form: MappingForm) -> dict[str, Any]:
    """Read the fields of a :class:`PieceMap` from a file's values.

    :raises InputError: a name or value does not fit.
    """
    top = {**TOP, **dict.fromkeys(form.tables, list), **form.top}
    texts = {name: None for names in form.texts.values() for name in names}
    inner_names = {**form.inner, "values": tuple(texts)}
    for name, value in data.items():
        if name not in top:
            raise wrong(path, name, name, one_of(top), nearest_name(name, top))
        if not isinstance(value, top[name]):
            raise wrong(path, name, value, f"a {top[name].__name__}")
    for name, known in inner_names.items():
        for inner in data.get(name, {}):
            if inner not in known:
                expected = one_of(known)
                raise wrong(path, f"{name}.{inner}", inner, expected, nearest_name(inner, known))
    if not data.get("map"):
        raise wrong(path, "map", data.get("map"), "the name of the map window Units move on")
    rows: list[CounterRow] = []
    for table, role in form.tables.items():
        for number, row in enumerate(data.get(table, ())):
            part = f"{table}[{number}]"
            if not isinstance(row, dict):
                raise wrong(path, part, row, "a table")
            rows.append(row_of(role, row, path, part, form))
    return {
        "map": data["map"],
        "rows": tuple(rows),
        "windows": windows_of(data, path, form),
        "values": values_of(data, path, form),
    }


def windows_of(data: Mapping[str, Any], path: Path, form: MappingForm) -> dict[str, str]:
    """Read the rules' maps of modules. :raises InputError: there is no such map."""
    windows = texts_of(data.get("windows", {}), path, "windows")
    for name, window in windows.items():
        if window not in form.maps:
            *most, last = form.maps
            expected = f"{', '.join(most)} or {last}" if most else last
            raise wrong(path, f"windows.{name}", window, expected)
    return windows


def values_of(
    data: Mapping[str, Any], path: Path, form: MappingForm
) -> dict[str, Mapping[str, str]]:
    """Read whose words stand for ours. :raises InputError: they do not."""
    values: dict[str, Mapping[str, str]] = {}
    for name, told in data.get("values", {}).items():
        if not isinstance(told, dict):
            raise wrong(path, f"values.{name}", told, "a table")
        values[name] = texts_of(told, path, f"values.{name}")
        for word, ours in values[name].items():
            known = form.words[UNIT].get(face_text(name)[1], (ours,))
            check_word(ours, known, path, f"values.{name}.{word}")
    return values


def row_of(
    role: Role, row: Mapping[str, Any], path: Path, part: str, form: MappingForm
) -> CounterRow:
    """Read a row. :raises InputError: an unknown name, or text that is no pattern."""
    shown = form.shown if role == UNIT else ()
    names = (*form.texts[role], "match", *shown, *(("label",) if role == UNIT else ()))
    for name in row:
        if name not in names:
            expected = one_of(names)
            raise wrong(path, f"{part}.{name}", name, expected, nearest_name(name, names))
    patterns = {
        name: pattern_of(row[name], path, f"{part}.{name}")
        for name in ("match", *form.shown)
        if name in row
    }
    told = {name: value for name, value in row.items() if name not in ("match", *form.shown)}
    texts = texts_of(told, path, part)
    label = texts.pop("label", "")
    match = patterns.pop("match", ())
    if not match:
        where = Where(str(path), part=f"{part}.match")
        raise InputError(where, "nothing", "properties with what their values must match")
    words = form.words.get(role, {})
    for name, text in texts.items():
        known = words.get(face_text(name)[1])
        if known is not None and not text.startswith("$"):
            check_word(text, known, path, f"{part}.{name}")
    return CounterRow(role, match, texts, patterns, label)


def face_text(name: str) -> tuple[str, str]:
    """The face that a text of a row is for, "" for any, and what it tells: ``mounted_class``."""
    face, _, told = name.rpartition("_")
    return (face, told) if face in FACES else ("", name)


def check_word(told: str, known: Sequence[str], path: Path, part: str) -> None:
    """Check a word of the rules; "" stands for none. :raises InputError: another word."""
    if told and told not in known:
        shown = ", ".join(word for word in known if word)
        raise wrong(path, part, told, f"one of {shown}", nearest_name(told, known))


def texts_of(told: Mapping[str, Any], path: Path, part: str) -> dict[str, str]:
    """Read names with texts. :raises InputError: a value that is no text."""
    for name, value in told.items():
        if not isinstance(value, str):
            raise wrong(path, f"{part}.{name}", value, "a text")
    return dict(told)


def pattern_of(told: Any, path: Path, part: str) -> Pattern:
    """Read properties with patterns. :raises InputError: no regular expression."""
    if not isinstance(told, dict):
        raise wrong(path, part, told, "a table of properties")
    found = []
    for name, text in texts_of(told, path, part).items():
        try:
            found.append((name, re.compile(text, re.DOTALL)))
        except re.error as error:
            raise wrong(path, f"{part}.{name}", text, f"a regular expression ({error})") from None
    return tuple(found)


def wrong(
    path: Path, part: str, found: object, expected: str, nearest: str | None = None
) -> InputError:
    """Make the error of a part of the file."""
    return InputError(Where(str(path), part=part), repr(found), expected, nearest)
