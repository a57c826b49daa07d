"""What a judge of any series knows of the log before it looks at a move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import TypeVar

from clubroute.builder.errors import InputError, Where, one_of
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.grids.maps import ModuleMaps
from clubroute.rules.logs.mapping import Role
from clubroute.rules.logs.read import GameLog

# What every series knows of a piece of a log that is one of its counters.

AnyCounter = TypeVar("AnyCounter", bound="LogCounter")


@dataclass(frozen=True, slots=True)
class LogCounter:
    """A piece as the rules see it: what it is, whose, of which group; "" where that is not known.

    ``piece`` is the id VASSAL knows it by, ``id`` that of the counter or, without one, the piece's.
    """

    role: Role
    piece: str
    id: str
    name: str
    side: str = ""
    division: str = ""
    formation: str = ""
    kind: str = ""

    def on(self: AnyCounter, piece: str) -> AnyCounter:
        """Copy the counter onto another piece, whose id it takes if it has none of its own."""
        return replace(self, piece=piece, id=self.id or piece)


@dataclass(frozen=True, slots=True)
class SeenCounter(LogCounter):
    """A counter as the players see it. ``shown`` has the states its module shows, with whether they
    are on; ``ma`` is MP, None if the piece does not show its allowance. ``hidden``: some player hid
    it or turned it face down."""

    shown: tuple[tuple[str, bool], ...] = ()
    ma: int | None = None
    hidden: bool = False

    def is_(self, state: str) -> bool | None:
        """Tell whether it shows a state, None if the module does not show it."""
        return dict(self.shown).get(state)


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
