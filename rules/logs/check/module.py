"""What the check of a log asks of its module: name, version, maps, turn trackers."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.vassal.archive import ModuleArchive
from clubroute.rules.logs.check.turns import TurnNames, read_turns
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.maps import ModuleMaps, read_maps


@dataclass(frozen=True, slots=True)
class Module:
    """A module, read for checking."""

    name: str
    version: str
    maps: ModuleMaps
    turns: TurnNames

    def turn_of(self, game: Game) -> str:
        """Where the game's turn trackers stand, as ``September 17 0900``; "" if none tells."""
        texts = (self.turns.text(turn) for _, turn in sorted(game.turns.items()))
        return next((text for text in texts if text), "")


def module_of(archive: ModuleArchive) -> Module:
    """Read a module for checking. :raises InputError: its build file cannot be read."""
    root = archive.build_file()
    return Module(root.get("name"), root.get("version"), read_maps(archive), read_turns(archive))
