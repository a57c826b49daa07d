"""A scenario as data: what stands where, what is in the mug, the points, the rules in short.

One TOML file each under ``scenarios/`` of a counter folder; the format is in docs/counters.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.errors import ClubrouteError, Where
from clubroute.builder.sources.counters import Unit
from clubroute.builder.sources.markers import Chit, Marker
from clubroute.builder.sources.order_of_battle import SIDES, OrderOfBattle
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

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
    top = read_toml_table(path)
    top.only(TABLES)
    ident = top.choice("id", [scenario.id for scenario in book.scenarios])
    pieces = {u.id: u.copies for u in units if ident in u.scenarios}
    marks = {m.id: m.copies for m in markers if not m.scenarios or ident in m.scenarios}
    return Scenario(
        ident,
        top.value("title", str),
        top.value("cite", str),
        top.texts("maps"),
        top.choice("side_first", SIDES) if "side_first" in top.table else None,
        read_turns(top.inner("turns")),
        placements(top.repeats("unit"), pieces, parse_hex),
        placements(top.repeats("marker"), marks, parse_hex, states=()),
        tuple(read_draw(entry, marks, parse_hex) for entry in top.repeats("draw")),
        read_mug(top.inner("mug"), [chit.id for chit in chits if ident in chit.scenarios]),
        tuple(read_command(entry, book) for entry in top.repeats("command")),
        tuple(read_note(entry, named=True) for entry in top.repeats("event")),
        tuple(read_note(entry, named=False) for entry in top.repeats("rule")),
        read_victory(top.inner("victory")),
    )


def read_mug(table: TomlTable, valid: Collection[str]) -> Mug:
    """The ``[mug]`` table. :raises InputError: a chit that is not of this scenario, or twice."""
    table.only(("chits", "first", "cite"))
    chits = tuple(table.checked("chits", chit, valid) for chit in table.texts("chits"))
    twice = [chit for chit, count in Counter(chits).items() if count > 1]
    if twice:
        raise table.error("chits", f"{twice[0]!r} twice", "each chit once")
    return Mug(chits, table.value("first", str), table.value("cite", str))


def read_victory(table: TomlTable) -> tuple[Note, ...]:
    """The ``[victory]`` table: a text a side. :raises InputError: another key, no citation."""
    table.only((*SIDES, "cite"))
    cite = table.value("cite", str)
    return tuple(Note(side, table.value(side, str), cite) for side in SIDES if side in table.table)


def read_turns(table: TomlTable) -> Turns:
    """The ``[turns]`` table. :raises InputError: a missing or wrong key."""
    table.only(("first", "last", "count", "steps", "weather"))
    steps = table.table.get("steps", [])
    if not isinstance(steps, list) or not all(type(step) is int and step > 0 for step in steps):
        raise table.error("steps", repr(steps), "a list of step numbers")
    return Turns(
        table.value("first", str),
        table.value("last", str),
        table.number("count", 1, 99),
        tuple(steps),
        table.value("weather", str),
    )


def placements(
    found: Sequence[TomlTable],
    valid: Mapping[str, int],
    parse_hex: Callable[[str], object] | None,
    states: Collection[str] = STATES,
) -> tuple[Placement, ...]:
    """Units or markers on the map. :raises InputError: see :func:`read_scenario`."""
    used: Counter[str] = Counter()
    placed = []
    for entry in found:
        entry.only((entry.name, "hex", *(("state",) if states else ())))
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


def hex_number(entry: TomlTable, parse_hex: Callable[[str], object] | None) -> str:
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
    entry: TomlTable, valid: Mapping[str, int], parse_hex: Callable[[str], object] | None
) -> Draw:
    """A ``[[draw]]`` table. :raises InputError: see :func:`read_scenario`."""
    entry.only(("markers", "hex", "face", "cite"))
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


def read_command(entry: TomlTable, book: OrderOfBattle) -> Command:
    """A ``[[command]]`` table: of a division, or of a side. :raises InputError: otherwise."""
    figures = ("command_rating", "command_points", "dispatch_rating", "dispatch_points")
    entry.only(("side", "division", *figures, "cite"))
    division = None
    if "division" in entry.table:
        division = book.division(entry.choice("division", [d.name for d in book.divisions]))
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


def figure(entry: TomlTable, key: str) -> int | None:
    """A rating or points, 0 to 99; None if absent. :raises InputError: otherwise."""
    return entry.number(key, 0, 99) if key in entry.table else None


def read_note(entry: TomlTable, *, named: bool) -> Note:
    """A ``[[rule]]`` or ``[[event]]`` table. :raises InputError: a missing or unknown key."""
    entry.only((*(("name",) if named else ()), "text", "cite"))
    name = entry.value("name", str) if named else ""
    return Note(name, entry.value("text", str), entry.value("cite", str))
