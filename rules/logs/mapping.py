"""Reads from a TOML file which counter of a module is which unit, marker or chit of the rules.

A series says by a :class:`MappingForm` what its files may hold; docs/mapping.md describes the
format.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from pathlib import Path
from typing import (
    Any,
    Generic,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
)

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.vassal.buildfile import decode
from clubroute.builder.vassal.pieces import TAB
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.logs.pieces import GamePiece, kind_of, property_in

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
    pieces have turned out to be (:mod:`clubroute.rules.logs.mapping`).
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


# Reads pieces of a log by a mapping: which unit, marker or chit each one is, and how it stands.

MP = re.compile(r"\s*([0-9]{1,2})(\.5|½)? ?MP\s*", re.IGNORECASE)
"""How a label on the piece names a movement allowance: ``7 MP`` and nothing else."""


RESTLESS = ("markmoved;", "footprint;")
"""Traits that every move changes; the first has the property :data:`MOVED`."""
MOVED = "Moved"
FLEETING = frozenset(("CurrentMap", "CurrentX", "CurrentY", "PieceId"))
"""Properties that copies of a piece differ in, or that every move changes."""

Look: TypeAlias = tuple[object, ...]
"""What a piece shows, as far as it tells which counter it is and how it stands."""
MOST_LOOKS = 20_000
"""Looks whose meaning is kept; a game shows some hundreds."""


class Copied(Protocol):
    """A counter that can be put onto another piece with the same look."""

    def on(self, piece: str) -> Self:
        """Copy it onto another piece."""


Told: TypeAlias = Mapping[str, str]
Shown: TypeAlias = Mapping[str, bool]
C = TypeVar("C", bound=Copied)
Make: TypeAlias = Callable[[GamePiece, CounterRow, Told, Shown], C]
"""What makes a series' counter of a piece: by its row, the row's texts filled in, and which of the
states that the row can show it shows."""


class PieceReader(Generic[C]):
    """Reads the pieces of a log by a mapping.

    A piece is read again only when its look has changed, which most moves leave alone. What a look
    means is kept with the mapping: other copies of the piece have it too, and the next log.
    """

    def __init__(self, mapping: PieceMap, make: Make[C]) -> None:
        self._map = mapping
        self._make = make
        self._asked = asked_of(mapping.rows)
        self._kept = self._asked.isdisjoint(FLEETING)
        self._last: dict[str, tuple[GamePiece, Look, C | None]] = {}

    def read(self, piece: GamePiece) -> C | None:
        """Read a piece as a counter; None if the mapping does not know it."""
        if not self._kept:
            return on(meaning(piece, self._map, self._make), piece)
        last = self._last.get(piece.id)
        if last is not None and last[0].outer == piece.outer and last[0].type == piece.type:
            return last[2]
        look = look_of(piece, self._asked)
        if self._map.slots:
            look = (*look, piece.gpid)
        if last is not None and last[1] == look:
            counter = last[2]
        else:
            counter = on(self._meaning(piece, look), piece)
        self._last[piece.id] = piece, look, counter
        return counter

    def _meaning(self, piece: GamePiece, look: Look) -> C | None:
        known: dict[Look, C | None] = self._map.looks
        if look not in known:
            if len(known) >= MOST_LOOKS:
                known.clear()
            known[look] = meaning(piece, self._map, self._make)
        return known[look]


def on(counter: C | None, piece: GamePiece) -> C | None:
    """Put a counter that belongs to no piece yet onto a piece."""
    return None if counter is None else counter.on(piece.id)


def asked_of(rows: Sequence[CounterRow]) -> frozenset[str]:
    """Collect the properties that rows ask for."""
    patterns = (part for row in rows for part in (row.match, *row.shown.values()))
    told = (name for row in rows for text in row.texts.values() for name in properties_of(text))
    return frozenset(name for pattern in patterns for name, _ in pattern) | frozenset(told)


def properties_of(text: str) -> list[str]:
    """The properties whose values a text of a row stands for: ``$Name``, ``$Type $Class``; none
    for a word that stands for itself."""
    return text[1:].split(" $") if text.startswith("$") else []


def look_of(piece: GamePiece, asked: frozenset[str]) -> Look:
    """Return the type and the written states of a piece without those every move changes.

    All of them where a state holds a TAB of its own, so that one trait's end cannot be told so
    simply. Of its persistent properties (which logs do not carry) those that are asked for.
    """
    own = piece.persistent
    told = own if own and not asked.isdisjoint(own[::2]) else ()
    return piece.type, told, still_states(piece.type, piece.outer, MOVED in asked)


@lru_cache(maxsize=1024)
def still_states(type_: str, outer: str, moves_matter: bool) -> object:
    """The written states of a piece that a move leaves alone; asked of most pieces twice, by the
    judge and for their pictures."""
    pick, depth = still_parts(type_, moves_matter)
    parts = outer.split(TAB)
    return pick(parts) if len(parts) == depth + 1 else outer


@lru_cache(maxsize=4096)
def still_parts(type_: str, moves_matter: bool) -> tuple[Callable[[list[str]], object], int]:
    """What picks, of the written states of a type's traits, those that a move leaves alone (and
    the end, where the quotes are closed); and how many traits there are."""
    types = kind_of(type_).types[:-1]
    still = (n for n, one in enumerate(types) if moves_matter or not one.startswith(RESTLESS))
    return itemgetter(*still, -1), len(types)


def meaning(piece: GamePiece, mapping: PieceMap, make: Make[C]) -> C | None:
    """Read a piece by the rows of a mapping; None if no row fits.

    The result belongs to no single piece: every copy with this look is the same counter.
    """
    traits = piece.traits
    row = next((row for row in mapping.rows if shows(traits, piece, row.match)), None)
    if row is None:
        return None
    told = filled(traits, piece, row, mapping.values)
    if row.role == UNIT:
        told |= mapping.slots.get(piece.gpid, {})
    shown = {name: shows(traits, piece, pattern) for name, pattern in row.shown.items()}
    return make(piece, row, told, shown)


def filled(
    traits: Sequence[Trait],
    piece: GamePiece,
    row: CounterRow,
    values: Mapping[str, Mapping[str, str]],
) -> dict[str, str]:
    """Fill the texts of a row with the values of the piece's properties."""
    found = {}
    for name, text in row.texts.items():
        told = [property_in(traits, piece, one) or "" for one in properties_of(text)]
        value = " ".join(told) if told else text
        found[name] = values.get(face_text(name)[1], {}).get(value, value)
    return found


def allowance(piece: GamePiece, row: CounterRow, told: Told) -> int | None:
    """Read the allowance the piece itself shows, in half-MP."""
    if told.get("allowance"):
        return half_mp(told["allowance"])
    label = label_of(piece.traits, row.label) if row.label else ""
    return shown_allowance(label) if label else None


PROPERTY_FIELD = 16
"""Place of the property's name among the settings of a text label, ``label`` itself being 0."""


def label_of(traits: Sequence[Trait], name: str) -> str:
    """Find the text of the label that a property names; "" if the piece has none."""
    for trait in traits:
        if trait.state and trait.type.startswith("label;"):
            fields = decode(trait.type, ";")
            if len(fields) > PROPERTY_FIELD and fields[PROPERTY_FIELD] == name:
                return trait.state
    return ""


def shows(traits: Sequence[Trait], piece: GamePiece, pattern: Pattern) -> bool:
    """Tell whether every property of a piece has a value its pattern matches as a whole."""
    for name, wanted in pattern:
        value = property_in(traits, piece, name)
        if value is None or wanted.fullmatch(value) is None:
            return False
    return True


def half_mp(text: str) -> int | None:
    """Read ``7`` or ``7.5`` as half-MP; None if it is no number of movement points."""
    match = re.fullmatch(r"([0-9]{1,2})(\.5|½|\.0)?", text.strip())
    if match is None:
        return None
    return int(match[1]) * 2 + (1 if match[2] in (".5", "½") else 0)


def shown_allowance(label: str) -> int | None:
    """Read the allowance a label shows, in half-MP; None if it is not exactly one, as ``7 MP``."""
    found = MP.fullmatch(label)
    return None if found is None else int(found[1]) * 2 + (1 if found[2] else 0)
