"""The whole counter folder of a game, read and checked together."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.mistakes import Mistakes, read_each
from clubroute.builder.module.prototypes import Traits, read_traits
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.division_rows import rows_of
from clubroute.builder.sources.game_folder import game_folder
from clubroute.builder.sources.game_pieces import GamePieces, read_pieces
from clubroute.builder.sources.joined_scenario import joined_scenario
from clubroute.builder.sources.markers import MarkerKind
from clubroute.builder.sources.order_of_battle import read_order_of_battle
from clubroute.builder.sources.printed import Printed, with_printed
from clubroute.builder.sources.scenario_units import check_hexes
from clubroute.builder.sources.scenarios import Scenario, read_scenario
from clubroute.builder.sources.translations import Translations, translations_of
from clubroute.builder.sources.tutorials import Tutorial, read_tutorial
from clubroute.builder.sources.windows import Windows, read_windows

ASSUMED = "assumed"


class AnyId(frozenset[str]):
    """Stands for the ids of counters that cannot be read: it holds every id."""

    def __contains__(self, one: object) -> bool:
        """Whether there may be a counter of an id."""
        return True


ANY = AnyId()
"""The ids of any counters."""


@dataclass(frozen=True, slots=True)
class CounterSet(GamePieces):
    """Everything under ``counters/<game>/``; each tuple is in source order."""

    scenarios: tuple[Scenario, ...]
    traits: Traits
    windows: Windows
    tutorial: Tutorial | None = None
    translations: Translations = field(default_factory=dict)

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


def read_counter_set(folder: Path, hex_numbers: HexNumbers | None = None) -> CounterSet:
    """Read a game's counter folder; its scenarios in the order of their file names.

    :param hex_numbers: see :func:`clubroute.builder.sources.scenarios.read_scenario`.
    :raises InputError: every mistake in the sources; an id that stands for two pieces.
    """
    game, mistakes = game_folder(folder), Mistakes()
    pieces = mistakes.attempt(lambda: read_pieces(folder))
    traits = mistakes.attempt(lambda: read_traits(game))
    tutorial = mistakes.attempt(lambda: read_tutorial(folder))
    translations = mistakes.attempt(lambda: translations_of(game))
    if pieces is None:
        # Of the lists of units their hexes can be checked without knowing any unit.
        for path in sorted((folder / "scenarios").glob("*.csv")):
            mistakes.attempt(lambda path=path: check_hexes(path, hex_numbers))  # type: ignore[misc]
        book = mistakes.attempt(lambda: read_order_of_battle(folder))
        if book is not None:
            mistakes.attempt(lambda: read_windows(game, ANY, rows_of(book, ()), ANY))
        mistakes.settle()
    assert pieces is not None
    others = [one for base in game.bases for one in read_counter_set(base, hex_numbers).scenarios]
    scenarios = mistakes.attempt(
        lambda: read_each(
            lambda path: joined_scenario(
                read_scenario(path, pieces, hex_numbers), others, pieces.book.form.tables
            ),
            sorted((folder / "scenarios").glob("*.toml")),
        )
    )
    ids = {marker.id for marker in pieces.markers}
    placed = [one.id for many in (pieces.units, pieces.markers, pieces.chits) for one in many]
    windows = mistakes.attempt(
        lambda: read_windows(game, ids, rows_of(pieces.book, pieces.chits), placed)
    )
    mistakes.settle()
    assert scenarios is not None
    assert traits is not None
    own: tuple[UnitCounter | MarkerKind, ...] = (*pieces.units, *pieces.markers)
    read_each(lambda one: check_prototype(one, traits), own)
    assert windows is not None
    return CounterSet(
        **{one.name: getattr(pieces, one.name) for one in fields(pieces)},
        scenarios=scenarios,
        traits=traits,
        windows=windows,
        tutorial=tutorial,
        translations=translations or {},
    )


def check_prototype(one: UnitCounter | MarkerKind, traits: Traits) -> None:
    """:raises InputError: a counter's own prototype that traits.toml does not have."""
    if one.prototype and one.prototype not in traits.prototypes:
        place = Where(one.where.path, one.where.row, "prototype")
        nearest = nearest_name(one.prototype, traits.prototypes)
        expected = "a [[prototype]] of traits.toml"
        raise InputError(place, repr(one.prototype), expected, nearest)
