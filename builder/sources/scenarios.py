"""A scenario as data: what stands where, what is in the mug, the points, the rules in short.

One TOML file each under ``scenarios/`` of a counter folder; the format is in docs/counters.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from builder.errors import ClubrouteError, InputError, Where, nearest_name
from builder.sources.counters import Unit
from builder.sources.markers import Chit, Marker
from builder.sources.order_of_battle import SIDES, OrderOfBattle
from builder.sources.tables import only_keys, read_toml, require, toml_error

T = TypeVar("T")

STATES = ("column", "ip", "entrenched", "mounted", "piggybacked", "reduced")
FACES = ("front", "back")
TABLES = (
    "id",
    "title",
    "cite",
    "maps",
    "side_first",
    "turns",
    "unit",
    "marker",
    "draw",
    "mug",
    "command",
    "event",
    "rule",
    "victory",
)


@dataclass(frozen=True, slots=True)
class Turns:
    """First and last turn as the players say them, how many, the steps of the sequence of play
    that are used (empty: all), and the weather."""

    first: str
    last: str
    count: int
    steps: tuple[int, ...]
    weather: str


@dataclass(frozen=True, slots=True)
class Placement:
    """A unit or marker (by id) in a hex (printed number) at the start."""

    piece: str
    hex: str
    state: tuple[str, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class Draw:
    """One of several markers, taken at random, in a hex; ``back`` is face down."""

    markers: tuple[str, ...]
    hex: str
    face: str
    cite: str
    where: Where


@dataclass(frozen=True, slots=True)
class Mug:
    """The activation chits (ids) in the mug at the start, and how the first is found."""

    chits: tuple[str, ...]
    first: str
    cite: str


@dataclass(frozen=True, slots=True)
class Command:
    """Ratings and points of a division, or of a whole side; None is not used or not printed."""

    side: str
    division: str | None
    command_rating: int | None
    command_points: int | None
    dispatch_rating: int | None
    dispatch_points: int | None
    cite: str


@dataclass(frozen=True, slots=True)
class Note:
    """A rule, event or victory condition in our own words, with its citation."""

    name: str
    text: str
    cite: str


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario, complete enough to write its set-up."""

    id: str
    title: str
    cite: str
    maps: tuple[str, ...]
    side_first: str | None
    turns: Turns
    units: tuple[Placement, ...]
    markers: tuple[Placement, ...]
    draws: tuple[Draw, ...]
    mug: Mug
    commands: tuple[Command, ...]
    events: tuple[Note, ...]
    rules: tuple[Note, ...]
    victory: tuple[Note, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """One ``[[name]]`` table of the file: knows its place, so that errors do."""

    path: Path
    name: str
    index: int
    table: Mapping[str, Any]

    def error(self, key: str, found: str, expected: str, nearest: str | None = None) -> InputError:
        """An error at one key of this table; the row is that of the key, or of the table."""
        return InputError(
            Where(str(self.path), self.row(key), None, f"{self.name}[{self.index + 1}].{key}"),
            found,
            expected,
            nearest,
        )

    def row(self, key: str) -> int | None:
        """The row of ``key`` in this table; that of the table's header if it is not there."""
        lines = self.path.read_text(encoding="utf-8-sig").splitlines()
        header = rf"\s*\[\[\s*{re.escape(self.name)}\s*\]\]"
        starts = [n for n, line in enumerate(lines) if re.match(header, line)]
        if len(starts) <= self.index:
            return None
        start = starts[self.index]
        for n in range(start + 1, len(lines)):
            if lines[n].lstrip().startswith("["):
                break
            if re.match(rf"\s*{re.escape(key)}\s*=", lines[n]):
                return n + 1
        return start + 1

    def value(self, key: str, kind: type[T]) -> T:
        """A required key. :raises InputError: absent or of another type."""
        if key not in self.table:
            raise self.error(key, "no such key", f"{key} = …", nearest_name(key, self.table))
        value = self.table[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise self.error(key, repr(value), f"a {kind.__name__}")
        return value

    def choice(self, key: str, valid: Collection[str]) -> str:
        """A required text, one of ``valid``. :raises InputError: with the nearest."""
        return self.checked(key, self.value(key, str), valid)

    def checked(self, key: str, value: str, valid: Collection[str]) -> str:
        """``value`` if it is one of ``valid``. :raises InputError: with the nearest."""
        if value not in valid:
            expected = "one of " + ", ".join(valid) if len(valid) < 12 else f"a known {key}"
            raise self.error(key, repr(value), expected, nearest_name(value, valid))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty if absent. :raises InputError: anything else."""
        value = self.table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
            raise self.error(key, repr(value), "a list of texts")
        return tuple(value)

    def only(self, *keys: str) -> None:
        """Refuse any other key. :raises InputError: with the nearest."""
        for key in self.table:
            if key not in keys:
                raise self.error(
                    key, "an unknown key", "one of " + ", ".join(keys), nearest_name(key, keys)
                )


def read_scenario(
    path: Path,
    book: OrderOfBattle,
    units: Sequence[Unit],
    markers: Sequence[Marker],
    chits: Sequence[Chit],
    parse_hex: Callable[[str], object] | None = None,
) -> Scenario:
    """The scenario of one file.

    :param parse_hex: how the game's map reads a hex number; raises if there is no such hex.
        Without it only the form of the number is checked.
    :raises InputError: bad TOML; an unknown or missing key; a unit, marker, chit or division
        that is not in the sources or not in this scenario; a bad hex number; more pieces than
        there are counters.
    """
    table = read_toml(path)
    only_keys(table, TABLES, path)
    ident = require(table, "id", str, path)
    known = [scenario.id for scenario in book.scenarios]
    if ident not in known:
        raise toml_error(
            path, "id", repr(ident), "one of " + ", ".join(known), nearest_name(ident, known)
        )
    pieces = {u.id: u.copies for u in units if ident in u.scenarios}
    marks = {m.id: m.copies for m in markers if not m.scenarios or ident in m.scenarios}
    side_first = table.get("side_first")
    if side_first is not None and side_first not in SIDES:
        raise toml_error(path, "side_first", repr(side_first), "Allied or German")
    mug = Entry(path, "mug", 0, require(table, "mug", dict, path))
    mug.only("chits", "first", "cite")
    valid_chits = [chit.id for chit in chits if ident in chit.scenarios]
    victory = require(table, "victory", dict, path)
    only_keys(victory, (*SIDES, "cite"), path, "victory.")
    cite = require(victory, "cite", str, path, "victory.")
    return Scenario(
        ident,
        require(table, "title", str, path),
        require(table, "cite", str, path),
        tuple(str(name) for name in require(table, "maps", list, path)),
        side_first,
        read_turns(require(table, "turns", dict, path), path),
        placements(entries(table, "unit", path), pieces, parse_hex),
        placements(entries(table, "marker", path), marks, parse_hex, states=()),
        tuple(read_draw(entry, marks, parse_hex) for entry in entries(table, "draw", path)),
        Mug(
            tuple(mug.checked("chits", chit, valid_chits) for chit in mug.texts("chits")),
            mug.value("first", str),
            mug.value("cite", str),
        ),
        tuple(read_command(entry, book) for entry in entries(table, "command", path)),
        tuple(read_note(entry, named=True) for entry in entries(table, "event", path)),
        tuple(read_note(entry, named=False) for entry in entries(table, "rule", path)),
        tuple(
            Note(side, require(victory, side, str, path, "victory."), cite)
            for side in SIDES
            if side in victory
        ),
    )


def entries(table: Mapping[str, Any], name: str, path: Path) -> list[Entry]:
    """The ``[[name]]`` tables. :raises InputError: if ``name`` is something else."""
    value = table.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise toml_error(path, name, repr(value), f"[[{name}]] tables")
    return [Entry(path, name, index, item) for index, item in enumerate(value)]


def read_turns(table: Mapping[str, Any], path: Path) -> Turns:
    """The ``[turns]`` table. :raises InputError: a missing or wrong key."""
    only_keys(table, ("first", "last", "count", "steps", "weather"), path, "turns.")
    count = require(table, "count", int, path, "turns.")
    if not 1 <= count <= 99:
        raise toml_error(path, "turns.count", str(count), "1 to 99 turns")
    steps = table.get("steps", [])
    if not isinstance(steps, list) or not all(type(step) is int and step > 0 for step in steps):
        raise toml_error(path, "turns.steps", repr(steps), "a list of step numbers")
    return Turns(
        require(table, "first", str, path, "turns."),
        require(table, "last", str, path, "turns."),
        count,
        tuple(steps),
        require(table, "weather", str, path, "turns."),
    )


def placements(
    found: Sequence[Entry],
    valid: Mapping[str, int],
    parse_hex: Callable[[str], object] | None,
    states: Collection[str] = STATES,
) -> tuple[Placement, ...]:
    """Units or markers on the map. :raises InputError: see :func:`read_scenario`."""
    used: Counter[str] = Counter()
    placed = []
    for entry in found:
        entry.only(entry.name, "hex", *(("state",) if states else ()))
        piece = entry.choice(entry.name, valid)
        used[piece] += 1
        if used[piece] > valid[piece]:
            raise entry.error(entry.name, f"{piece!r} again", f"at most {valid[piece]} of it")
        placed.append(
            Placement(
                piece,
                hex_number(entry, parse_hex),
                tuple(entry.checked("state", state, states) for state in entry.texts("state")),
                Where(str(entry.path), entry.row("hex")),
            )
        )
    return tuple(placed)


def hex_number(entry: Entry, parse_hex: Callable[[str], object] | None) -> str:
    """The ``hex`` key. :raises InputError: not of the form 44.224, or not on the map."""
    text = entry.value("hex", str)
    if not re.fullmatch(r"\d{1,3}\.\d{1,3}", text):
        raise entry.error("hex", repr(text), "a hex number such as 44.224")
    if parse_hex is not None:
        try:
            parse_hex(text)
        except (ClubrouteError, ValueError) as error:
            raise entry.error("hex", repr(text), f"a hex of the map ({error})") from None
    return text


def read_draw(
    entry: Entry, valid: Mapping[str, int], parse_hex: Callable[[str], object] | None
) -> Draw:
    """A ``[[draw]]`` table. :raises InputError: see :func:`read_scenario`."""
    entry.only("markers", "hex", "face", "cite")
    markers = tuple(entry.checked("markers", marker, valid) for marker in entry.texts("markers"))
    if not markers:
        raise entry.error("markers", "no markers", "a list of marker ids")
    return Draw(
        markers,
        hex_number(entry, parse_hex),
        entry.choice("face", FACES),
        entry.value("cite", str),
        Where(str(entry.path), entry.row("markers")),
    )


def read_command(entry: Entry, book: OrderOfBattle) -> Command:
    """A ``[[command]]`` table: of a division, or of a side. :raises InputError: otherwise."""
    figures = ("command_rating", "command_points", "dispatch_rating", "dispatch_points")
    entry.only("side", "division", *figures, "cite")
    division = None
    if "division" in entry.table:
        name = entry.choice("division", [d.name for d in book.divisions])
        division = book.division(name)
    side = division.side if division is not None else entry.choice("side", SIDES)
    return Command(
        side,
        None if division is None else division.name,
        figure(entry, "command_rating"),
        figure(entry, "command_points"),
        figure(entry, "dispatch_rating"),
        figure(entry, "dispatch_points"),
        entry.value("cite", str),
    )


def figure(entry: Entry, key: str) -> int | None:
    """A rating or points, 0 to 99; None if absent. :raises InputError: otherwise."""
    if key not in entry.table:
        return None
    value = entry.value(key, int)
    if not 0 <= value <= 99:
        raise entry.error(key, str(value), "0 to 99")
    return value


def read_note(entry: Entry, *, named: bool) -> Note:
    """A ``[[rule]]`` or ``[[event]]`` table. :raises InputError: a missing or unknown key."""
    entry.only(*(("name",) if named else ()), "text", "cite")
    name = entry.value("name", str) if named else ""
    return Note(name, entry.value("text", str), entry.value("cite", str))
