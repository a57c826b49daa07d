"""The whole counter folder of a game, read and checked together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.errors import InputError, Where
from clubroute.builder.module.prototypes import Traits, read_traits
from clubroute.builder.sources.armament import FILE as ARMAMENT_FILE
from clubroute.builder.sources.armament import Armament, read_armaments
from clubroute.builder.sources.counter_style import CounterStyle, read_style
from clubroute.builder.sources.counters import Group, Unit, read_groups, read_units
from clubroute.builder.sources.division_rows import with_chits
from clubroute.builder.sources.game_folder import game_folder
from clubroute.builder.sources.markers import Chit, Marker, read_chits, read_markers
from clubroute.builder.sources.order_of_battle import OrderOfBattle, read_order_of_battle
from clubroute.builder.sources.printed import Printed, with_printed
from clubroute.builder.sources.scenarios import Scenario, read_scenario
from clubroute.builder.sources.windows import Windows, read_windows

ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class CounterSet:
    """Everything under ``counters/<game>/``; each tuple is in source order."""

    book: OrderOfBattle
    units: tuple[Unit, ...]
    groups: tuple[Group, ...]
    markers: tuple[Marker, ...]
    chits: tuple[Chit, ...]
    style: CounterStyle
    scenarios: tuple[Scenario, ...]
    traits: Traits
    windows: Windows
    armaments: tuple[Armament, ...] = ()

    def without_assumed(self) -> CounterSet:
        """Only what the rulebook names: no counter of the set is assumed."""
        return replace(
            self,
            units=tuple(unit for unit in self.units if unit.provenance != ASSUMED),
            markers=tuple(marker for marker in self.markers if marker.provenance != ASSUMED),
            chits=tuple(chit for chit in self.chits if chit.provenance != ASSUMED),
        )

    def printed(self, printed: Printed) -> CounterSet:
        """With the ratings of an owner's table. :raises InputError: one that is no rating."""
        faces = printed.of(self.units)
        return replace(self, units=with_printed(self.units, faces, self.book.layout))

    @property
    def setups(self) -> tuple[Scenario, ...]:
        """The scenarios the module offers as predefined setups."""
        return tuple(scenario for scenario in self.scenarios if scenario.setup)


def read_counter_set(folder: Path, parse_hex: Callable[[str], object] | None = None) -> CounterSet:
    """Read a game's counter folder; its scenarios in the order of their file names.

    :param parse_hex: see :func:`clubroute.builder.sources.scenarios.read_scenario`.
    :raises InputError: the first mistake found in any of the sources; an id that stands for two
        pieces.
    """
    book = read_order_of_battle(folder)
    style = read_style(folder / "style.toml", book)
    units = read_units(folder / "units.csv", book, style.colours)
    markers = read_markers(folder / "markers.csv", book, style.markers)
    chits = read_chits(folder / "chits.csv", book)
    pieces: list[Unit | Marker | Chit] = [*units, *markers, *chits]
    seen: dict[str, Where] = {}
    for piece in pieces:
        if piece.id in seen:
            where = Where(piece.where.path, piece.where.row, "id")
            raise InputError(where, f"{piece.id!r} again", f"a new id (first at {seen[piece.id]})")
        seen[piece.id] = piece.where
    game = game_folder(folder)
    armament = folder / ARMAMENT_FILE
    groups = read_groups(folder / "groups.csv", book, units)
    return CounterSet(
        book,
        units,
        groups,
        markers,
        chits,
        style,
        tuple(
            read_scenario(path, book, units, markers, chits, groups, parse_hex)
            for path in sorted((folder / "scenarios").glob("*.toml"))
        ),
        read_traits(game),
        read_windows(game, {m.id for m in markers}, with_chits(book.divisions, chits)),
        read_armaments(armament, [unit.id for unit in units]) if armament.exists() else (),
    )
