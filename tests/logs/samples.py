"""Logs for the fast tests, made once from the hand-made module of the engine tests."""

from __future__ import annotations

import io
import zipfile
from functools import lru_cache

from clubroute.builder.errors import Where
from clubroute.builder.vassal.archive import SAVED_GAME, ModuleArchive, entries_of
from clubroute.builder.vassal.atoms import PlayerEntry, TurnState, Unknown
from clubroute.builder.vassal.metadata import MODULE_DATA
from clubroute.rules.logs.grids.maps import ModuleMaps, read_maps
from tests.engine import small_module as small
from tests.engine.handmade import zip_bytes
from tests.engine.small_board import MAP_NAME, hex_centres
from tests.logs.recorder import Recorder

PASSWORD = "s3cret/pass;word"
OTHER_PASSWORD = "hunter\\2"
REPORT = "$pieceName$ moves from $previousLocation$ to $location$"


@lru_cache(maxsize=1)
def small_archive() -> ModuleArchive:
    """The small module, in memory."""
    where = Where("small.vmod")
    return ModuleArchive(entries_of(zip_bytes(small.small_module()), where), where)


@lru_cache(maxsize=1)
def small_maps() -> ModuleMaps:
    """Its maps."""
    return read_maps(small_archive())


def recorder(version: str = "3.6.0-SNAPSHOT") -> Recorder:
    """A recorder at the small module's setup, two players in the game."""
    archive = small_archive()
    setup = entry_of(archive.read(small.SETUP_FILE), SAVED_GAME)
    return Recorder(
        zip_bytes({SAVED_GAME: setup, MODULE_DATA: archive.read(MODULE_DATA)}),
        small_maps(),
        password=PASSWORD,
        report=REPORT,
        version=version,
        players=(
            PlayerEntry(PASSWORD, "Ann", "Allied"),
            PlayerEntry(OTHER_PASSWORD, "Bob", "German"),
        ),
    )


def play(game: Recorder) -> Recorder:
    """A bit of everything."""
    place = hex_centres()
    game.say("Ann", "good luck &amp; have fun")
    game.move("101", MAP_NAME, *place["99.118"])
    game.move("102", MAP_NAME, *place["99.118"])
    stack = game.game.stack_of(game.game.pieces["101"])
    assert stack is not None
    game.move_stack(stack.id, MAP_NAME, *place["01.117"])
    game.change("103", "rotate;", "2")
    game.undo(marked=True)
    game.roll("d10", [7])
    game.set_property("Supply", "4")
    game.turn("* Turn 2", TurnState("TurnTracker0", "0", "2;0;false;-1"))
    game.step(Unknown("VASL_CHAT\tsomething of a module's own"))
    game.move("103", MAP_NAME, *place["98.90"])
    game.undo()
    game.delete("102")
    return game


@lru_cache(maxsize=1)
def sample() -> bytes:
    """The bytes of a .vlog with a bit of everything."""
    return play(recorder()).log_bytes()


def with_entry(data: bytes, name: str, content: bytes, method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """The zip with one entry's bytes replaced, deflated as VASSAL writes them."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", method) as new:
        for entry in old.namelist():
            new.writestr(entry, content if entry == name else old.read(entry))
    return made.getvalue()


def entry_of(data: bytes, name: str) -> bytes:
    """One entry's bytes."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return archive.read(name)
