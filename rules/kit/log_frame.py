"""What a judge of any series knows of the log before it looks at a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePath

from clubroute.builder.errors import InputError, Where, one_of
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.grids.maps import ModuleMaps
from clubroute.rules.logs.read import GameLog


@dataclass(frozen=True, slots=True)
class LogFrame:
    """The frame of a log: its file's ``name``, the module's ``maps`` and their ``version``.

    ``dice`` and ``tracked`` tell whether dice, or moves of the turn tracker, are in it. It does not
    hold the log, so that what holds the frame does not keep the log alive.
    """

    where: Where
    name: str
    maps: ModuleMaps
    version: str
    dice: bool
    tracked: bool

    @classmethod
    def of(cls, log: GameLog, module: Module) -> LogFrame:
        """Look through a log for what its frame tells."""
        return cls(
            log.where,
            PurePath(log.where.path).name,
            module.maps,
            log.save.vassal_version if log.save else "",
            any(step.signs.dice for step in log.steps),
            any(step.signs.turn for step in log.steps),
        )

    def layouts(self, game: Game) -> Mapping[str, MapLayout]:
        """Lay out the module's maps, by name, for the boards a game is played on."""
        return self.maps.laid_out(game.boards, self.version)

    def layout(self, layouts: Mapping[str, MapLayout], map_: str) -> MapLayout:
        """Find the map window that a mapping names.

        :raises InputError: the module has no such window.
        """
        found = layouts.get(map_)
        if found is None:
            raise InputError(self.where, f"a module without a map {map_}", one_of(layouts))
        return found
