"""The counters of a game as they stand in its folder, or of the games it joins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from clubroute.builder.errors import InputError, Where
from clubroute.builder.mistakes import Mistakes
from clubroute.builder.sources.armament import FILE as ARMAMENT_FILE
from clubroute.builder.sources.armament import Armament, read_armaments
from clubroute.builder.sources.counter_style import CounterStyle, read_style
from clubroute.builder.sources.counters import Group, UnitCounter, read_groups, read_units
from clubroute.builder.sources.game_folder import game_folder
from clubroute.builder.sources.markers import Chit, MarkerKind, read_chits, read_markers
from clubroute.builder.sources.order_of_battle import (
    OrderOfBattle,
    read_order_of_battle,
    read_scenario_names,
)

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
    """Join the counters of several games; of what more than one has the first counts.

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
        divisions=each_once((one for book in books for one in book.divisions), lambda d: d.name),
        formations=each_once(
            (one for book in books for one in book.formations), lambda f: (f.division, f.name)
        ),
        scenarios=each_once(
            (*names, *(one for book in books for one in book.scenarios)), lambda s: s.id
        ),
    )
    styles = [base.style for base in bases]
    return GamePieces(
        book,
        joined_counters(one for base in bases for one in base.units),
        tuple(group for base in bases for group in base.groups),
        joined_counters(one for base in bases for one in base.markers),
        joined_counters(one for base in bases for one in base.chits),
        replace(
            first.style,
            divisions=first_of(style.divisions for style in styles),
            colours=first_of(style.colours for style in styles),
            markers=first_of(style.markers for style in styles),
            shorts=first_of(style.shorts for style in styles),
            headings=first_of(style.headings for style in styles),
        ),
        tuple(one for base in bases for one in base.armaments),
    )


def each_once(found: Iterable[T], key: Callable[[T], object]) -> tuple[T, ...]:
    """The first of those with the same key."""
    kept: dict[object, T] = {}
    for one in found:
        kept.setdefault(key(one), one)
    return tuple(kept.values())


def first_of(found: Iterable[Mapping[str, T]]) -> Mapping[str, T]:
    """Tables as one, the first counts."""
    return MappingProxyType({key: one[key] for one in reversed([*found]) for key in one})


def joined_counters(found: Iterable[Counter]) -> tuple[Counter, ...]:
    """Counters of several games: what two of them have is one counter, of the scenarios of both.

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
    """What is printed on a counter, and what else must be the same of it in every game."""
    told = {"cite", "note", "reason", "where", *FACTS_OF_ONE}
    return tuple(getattr(piece, one.name) for one in fields(piece) if one.name not in told)
