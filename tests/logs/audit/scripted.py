"""A log of the built module, played by a script: moves, dice, an undo, chat that means harm."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache
from pathlib import Path

from clubroute.builder.vassal.archive import ModuleArchive, read_module
from clubroute.builder.vassal.atoms import Chat, PlayerEntry, TurnState
from clubroute.builder.vassal.metadata import SAVE_DATA, Metadata
from clubroute.rules.logs.grids.maps import ModuleMaps, read_maps
from clubroute.rules.logs.pieces import GamePiece
from tests.logs.recorder import Recorder

MAP = "Market-Garden"
MODULE = "where-eagles-dare.vmod"
SETUP = "where-eagles-dare-wed-4.vsav"
PASSWORD = "correct-horse-battery"
HARM = (
    "</script><script>document.title='harm'</script><img src=x onerror=\"document.title='harm'\">"
)
EVIL = 'Bob"><svg onload=alert(1)>'
HEX = 36
"""px from a hex's centre to the middle of its upper side."""


@lru_cache(maxsize=2)
def opened(path: Path) -> tuple[ModuleArchive, ModuleMaps]:
    """A module and its maps, read once."""
    module = read_module(path)
    return module, read_maps(module)


def recorder(build: Path) -> Recorder:
    """A scenario with two players, one of them with a hostile name."""
    module, maps = opened(build / MODULE)
    players = (PlayerEntry(PASSWORD, "Ann", "Allied"), PlayerEntry("hunter2", EVIL, "German"))
    setup = module.read(SETUP)
    return Recorder(setup, maps, password=PASSWORD, players=players, version="3.6.19")


def units(game: Recorder) -> list[GamePiece]:
    """The Units on the map, by id."""
    found = [p for p in game.game.pieces.values() if p.map == MAP and p.property_value("UnitId")]
    return sorted(found, key=lambda piece: piece.property_value("UnitId") or "")


def draw(game: Recorder) -> None:
    """Draw a chit from the mug."""
    mug = next(g for g in game.game.groups.values() if g.deck_name == "Activation Mug")
    assert mug.map is not None
    game.draw(mug.pieces[0], mug.map, mug.x + 150, mug.y)


def up(game: Recorder, piece: GamePiece, hexes: int = 1) -> None:
    """Drag a Unit straight up."""
    now = game.game.pieces[piece.id]
    game.move(piece.id, MAP, now.x, now.y - 2 * HEX * hexes)


def of_side(game: Recorder, side: str) -> GamePiece:
    """The first Unit of a side whose class is known."""
    return next(
        one
        for one in units(game)
        if one.property_value("Side") == side and one.property_value("MoveClass")
    )


def play(build: Path, rolls: int = 40) -> Recorder:
    """A turn: a chit, a Unit that walks into an enemy's hex, dice, an undo, harm."""
    game = recorder(build)
    draw(game)
    unit = of_side(game, "Allied")
    up(game, unit)
    game.say("Ann", HARM.replace("<", "&lt;"))
    game.step(Chat(f"<Ann> - {HARM}"))
    for number in range(rolls):
        game.roll("d10", [number * 7 % 10])
    game.roll("d10", [0])
    game.undo()
    game.roll("d10", [9])
    game.set_property("Victory_Points", "3")
    for _ in range(2):
        up(game, unit)
    enemy = of_side(game, "German")
    game.move(unit.id, MAP, enemy.x, enemy.y)
    game.turn("* next", TurnState("TurnTracker0", "0", "1;0;false;-1"))
    return game


def dated(data: bytes, saved_ms: int) -> bytes:
    """A log that says when it was saved."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for entry in old.infolist():
            content = old.read(entry)
            if entry.filename == SAVE_DATA:
                content = Metadata("1.0", "3.6.19", saved_ms).write()
            new.writestr(entry, content)
    return made.getvalue()
