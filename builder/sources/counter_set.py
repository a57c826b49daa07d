"""The whole counter folder of a game, read and checked together."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from pathlib import Path

from clubroute.builder.module.prototypes import Traits, read_traits
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.division_rows import rows_of
from clubroute.builder.sources.game_folder import game_folder
from clubroute.builder.sources.game_pieces import GamePieces, read_pieces
from clubroute.builder.sources.joined_scenario import joined_scenario
from clubroute.builder.sources.printed import Printed, with_printed
from clubroute.builder.sources.scenarios import Scenario, read_scenario
from clubroute.builder.sources.tutorials import Tutorial, read_tutorial
from clubroute.builder.sources.windows import Windows, read_windows

ASSUMED = "assumed"


@dataclass(frozen=True, slots=True)
class CounterSet(GamePieces):
    """Everything under ``counters/<game>/``; each tuple is in source order."""

    scenarios: tuple[Scenario, ...]
    traits: Traits
    windows: Windows
    tutorial: Tutorial | None = None

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
    :raises InputError: the first mistake found in any of the sources; an id that stands for two
        pieces.
    """
    game, pieces = game_folder(folder), read_pieces(folder)
    others = [one for base in game.bases for one in read_counter_set(base, hex_numbers).scenarios]
    return CounterSet(
        **{one.name: getattr(pieces, one.name) for one in fields(pieces)},
        scenarios=tuple(
            joined_scenario(
                read_scenario(path, pieces, hex_numbers), others, pieces.book.form.tables
            )
            for path in sorted((folder / "scenarios").glob("*.toml"))
        ),
        traits=read_traits(game),
        windows=read_windows(
            game,
            {marker.id for marker in pieces.markers},
            rows_of(pieces.book, pieces.chits),
        ),
        tutorial=read_tutorial(folder),
    )
