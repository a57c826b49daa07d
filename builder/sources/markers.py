"""Markers and activation chits as typed rows: ``markers.csv`` and ``chits.csv``."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import (
    dataclass,
    field,
    fields,
    replace,
)
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from clubroute.builder.art.mark_names import MARKER_SIGNS
from clubroute.builder.errors import InputError, Where
from clubroute.builder.sources.armament import FILE as ARMAMENT_FILE
from clubroute.builder.sources.armament import Armament, read_armaments
from clubroute.builder.sources.counter_style import CounterStyle, read_style
from clubroute.builder.sources.counters import (
    Group,
    UnitCounter,
    read_groups,
    read_units,
    told,
)
from clubroute.builder.sources.mistakes import Mistakes, read_each
from clubroute.builder.sources.order_of_battle import (
    PROVENANCES,
    OrderOfBattle,
    chosen_names,
    division_and_formation,
    identifier,
    read_order_of_battle,
    read_scenario_names,
)
from clubroute.builder.sources.tables import Row, optional_rows, unique
from clubroute.builder.sources.toml_table import game_folder


@dataclass(frozen=True, slots=True)
class MarkerKind:
    """A kind of marker. ``front`` and ``back`` are lines of text; an empty back is blank.

    ``colour`` and ``back_colour`` name marker colours of style.toml. ``scenarios`` is empty for
    all of them.
    """

    id: str
    name: str
    kind: str
    side: str | None
    front: tuple[str, ...]
    back: tuple[str, ...]
    colour: str
    back_colour: str
    symbol: str | None
    copies: int
    scenarios: tuple[str, ...]
    pictures: Mapping[str, str]
    prototype: str
    provenance: str
    cite: str
    note: str
    where: Where = field(compare=False)


@dataclass(frozen=True, slots=True)
class Chit:
    """A chit of the mug. ``words`` stand in its middle."""

    id: str
    side: str
    division: str | None
    kind: str
    formation: str | None
    name: str
    words: str
    scenarios: tuple[str, ...]
    pictures: Mapping[str, str]
    provenance: str
    cite: str
    note: str
    where: Where = field(compare=False)


def read_markers(
    path: Path, book: OrderOfBattle, colours: Collection[str]
) -> tuple[MarkerKind, ...]:
    """Read the markers of ``markers.csv``, in source order.

    :param colours: the marker colours that style.toml defines.
    :raises InputError: an unreadable source; an unknown column, kind, side, colour, symbol or
        scenario (with the nearest name); a repeated id; a text of more than three lines.
    """
    columns = {"id": True, "name": True, "kind": True, "side": True, "front": True, "back": True}
    columns |= {
        "colour": True,
        "back_colour": False,
        "symbol": False,
        "copies": False,
        "scenarios": False,
    }
    columns |= {"picture": False, "back_picture": False, "prototype": False}
    columns |= {"provenance": False, "cite": False, "note": False}
    rows = optional_rows(path, columns)
    unique(rows, "id")
    return read_each(lambda row: read_marker(row, book, colours), rows)


def read_marker(row: Row, book: OrderOfBattle, colours: Collection[str]) -> MarkerKind:
    """Read one row of ``markers.csv``. :raises InputError: see :func:`read_markers`."""
    return MarkerKind(
        id=identifier(row),
        name=row.text("name"),
        kind=row.choice("kind", kinds) if (kinds := book.layout.markers) else row.text("kind"),
        side=row.optional_choice("side", book.sides),
        front=lines(row, "front", row.text("front")),
        back=lines(row, "back", row.optional("back") or ""),
        colour=row.choice("colour", sorted(colours)),
        back_colour=row.optional_choice("back_colour", sorted(colours)) or row.text("colour"),
        symbol=row.optional_choice("symbol", MARKER_SIGNS),
        copies=1 if row.optional("copies") is None else row.integer("copies", low=1, high=99),
        scenarios=chosen_names(row, "scenarios", [s.id for s in book.scenarios]),
        pictures=told(row, {"front": "picture", "back": "back_picture"}),
        prototype=row.optional("prototype") or "",
        provenance=row.optional_choice("provenance", PROVENANCES) or "assumed",
        cite=row.optional("cite") or "",
        note=row.optional("note") or "",
        where=row.where(),
    )


def lines(row: Row, column: str, text: str) -> tuple[str, ...]:
    """Return a counter text as lines, separated by ``|``. :raises InputError: more than three."""
    parts = tuple(part.strip() for part in text.split("|")) if text else ()
    if len(parts) > 3:
        raise row.error(column, f"{len(parts)} lines", "at most three, separated by '|'")
    return parts


def read_chits(path: Path, book: OrderOfBattle) -> tuple[Chit, ...]:
    """Read the chits of ``chits.csv``, in source order.

    :raises InputError: an unreadable source; an unknown column, side, division, formation, kind
        or scenario (with the nearest name); a repeated id; a chit without the division or
        formation its kind needs, or with one it does not.
    """
    columns = {"id": True, "side": True, "division": True, "kind": True, "formation": True}
    columns |= {"name": True, "face": False, "picture": False, "scenarios": False}
    columns |= {"provenance": False, "cite": False, "note": False}
    rows = optional_rows(path, columns)
    unique(rows, "id")
    return read_each(lambda row: read_chit(row, book), rows)


def read_chit(row: Row, book: OrderOfBattle) -> Chit:
    """Read one row of ``chits.csv``. :raises InputError: see :func:`read_chits`."""
    side = row.choice("side", book.sides) if book.sides else row.text("side")
    division, formation = division_and_formation(row, book, side)
    kinds = book.layout.chits
    kind = row.choice("kind", kinds) if kinds else row.text("kind")
    for column, value in (("division", division), ("formation", formation)):
        if kinds and (value is not None) != (column in kinds[kind].needs):
            found = "a blank cell" if value is None else repr(value)
            expected = f"a {column}" if value is None else "a blank cell"
            raise row.error(column, found, f"{expected} for a {kind} chit")
    shows = kinds[kind].shows if kinds else "division" if division else "side"
    known = book.division(division or "")
    names = {"side": side, "division": known.short if known else side, "formation": formation}
    return Chit(
        identifier(row),
        side,
        division,
        kind,
        formation,
        row.text("name"),
        row.optional("face") or names[shows] or side,
        chosen_names(row, "scenarios", [s.id for s in book.scenarios]),
        told(row, {"front": "picture"}),
        row.optional_choice("provenance", PROVENANCES) or "assumed",
        row.optional("cite") or "",
        row.optional("note") or "",
        row.where(),
    )


# The counters of a game as they stand in its folder, or of the games it joins.

OWN_FILES = ("divisions.csv", "formations.csv", "units.csv", "markers.csv", "chits.csv")
FACTS_OF_ONE = frozenset(("aliases", "scenarios", "attached", "copies", "provenance", "assumed"))
"""What two games may say differently of one counter, besides its citation."""

Counter = TypeVar("Counter", UnitCounter, MarkerKind, Chit)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class GamePieces:
    """The counters of a game; each tuple is in source order."""

    book: OrderOfBattle
    units: tuple[UnitCounter, ...]
    groups: tuple[Group, ...]
    markers: tuple[MarkerKind, ...]
    chits: tuple[Chit, ...]
    style: CounterStyle
    armaments: tuple[Armament, ...]


def read_pieces(folder: Path) -> GamePieces:
    """Read the counters of a game's folder.

    :raises InputError: every mistake in the sources; an id that stands for two pieces.
    """
    bases = game_folder(folder).bases
    if bases:
        return joined_pieces(folder, [read_pieces(base) for base in bases])
    book = read_order_of_battle(folder)
    style = read_style(folder / "style.toml", book)
    mistakes = Mistakes()
    units = mistakes.attempt(lambda: read_units(folder / "units.csv", book, style.colours)) or ()
    markers = (
        mistakes.attempt(lambda: read_markers(folder / "markers.csv", book, style.markers)) or ()
    )
    chits = mistakes.attempt(lambda: read_chits(folder / "chits.csv", book)) or ()
    mistakes.settle()
    pieces: list[UnitCounter | MarkerKind | Chit] = [*units, *markers, *chits]
    seen: dict[str, Where] = {}
    for piece in pieces:
        if piece.id in seen:
            where = Where(piece.where.path, piece.where.row, "id")
            raise InputError(where, f"{piece.id!r} again", f"a new id (first at {seen[piece.id]})")
        seen[piece.id] = piece.where
    armament = folder / ARMAMENT_FILE
    return GamePieces(
        book,
        units,
        read_groups(folder / "groups.csv", book, units),
        markers,
        chits,
        style,
        read_armaments(armament, [unit.id for unit in units], book.layout.armaments)
        if armament.exists()
        else (),
    )


def joined_pieces(folder: Path, bases: Sequence[GamePieces]) -> GamePieces:
    """Join the counters of several games; of a counter that several have the first counts.

    :raises InputError: a file of counters in the folder itself; an id that is another counter in
        another game.
    """
    own = next((folder / name for name in OWN_FILES if (folder / name).exists()), None)
    if own is not None:
        raise InputError(
            Where.of(own), "a file of counters", "none: module.toml names whose it has"
        )
    first, names = bases[0], read_scenario_names(folder / "scenarios.csv")
    books = [base.book for base in bases]
    book = replace(
        first.book,
        divisions=each_once(
            (division for book in books for division in book.divisions), lambda d: d.name
        ),
        formations=each_once(
            (formation for book in books for formation in book.formations),
            lambda f: (f.division, f.name),
        ),
        scenarios=each_once(
            (*names, *(scenario for book in books for scenario in book.scenarios)), lambda s: s.id
        ),
    )
    styles = [base.style for base in bases]
    return GamePieces(
        book,
        joined_counters(unit for base in bases for unit in base.units),
        tuple(group for base in bases for group in base.groups),
        joined_counters(marker for base in bases for marker in base.markers),
        joined_counters(chit for base in bases for chit in base.chits),
        replace(
            first.style,
            divisions=first_of(style.divisions for style in styles),
            colours=first_of(style.colours for style in styles),
            markers=first_of(style.markers for style in styles),
            shorts=first_of(style.shorts for style in styles),
            headings=first_of(style.headings for style in styles),
        ),
        tuple(armament for base in bases for armament in base.armaments),
    )


def each_once(found: Iterable[T], key: Callable[[T], object]) -> tuple[T, ...]:
    """Return the first item of each key."""
    kept: dict[object, T] = {}
    for item in found:
        kept.setdefault(key(item), item)
    return tuple(kept.values())


def first_of(found: Iterable[Mapping[str, T]]) -> Mapping[str, T]:
    """Join tables, of which the first counts."""
    return MappingProxyType({key: table[key] for table in reversed([*found]) for key in table})


def joined_counters(found: Iterable[Counter]) -> tuple[Counter, ...]:
    """Join counters of several games: a counter of two games is one, of the scenarios of both.

    :raises InputError: an id that is another counter in another game.
    """
    kept: dict[str, Counter] = {}
    for one in found:
        if one.id not in kept:
            kept[one.id] = one
            continue
        other = kept[one.id]
        if faces(one) != faces(other):
            where = Where(one.where.path, one.where.row, "id")
            raise InputError(
                where, f"{one.id!r} again", f"the counter of {other.where}, or a new id"
            )
        # No scenario named is all of them.
        all_of_them = () in (one.scenarios, other.scenarios)
        both = () if all_of_them else tuple(dict.fromkeys(other.scenarios + one.scenarios))
        kept[one.id] = replace(other, scenarios=both)
    return tuple(kept.values())


def faces(piece: UnitCounter | MarkerKind | Chit) -> tuple[object, ...]:
    """Return the facts of a counter that must be the same in every game."""
    told = {"cite", "note", "reason", "where", *FACTS_OF_ONE}
    return tuple(getattr(piece, part.name) for part in fields(piece) if part.name not in told)
