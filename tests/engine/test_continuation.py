"""A log that was begun where another ended is seen to be, however it was begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.vassal.archive import read_module
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.logs.pieces import Stacking
from clubroute.rules.logs.read import read_log
from clubroute.rules.logs.replay import Continuation, continuation
from tests.engine import foreign_module as foreign
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.player import (
    Places,
    RandomPlayer,
    keys_of,
    record,
)

pytestmark = pytest.mark.engine


def played_on(engine: Engine, player: RandomPlayer, folder: Path, stacking: Stacking) -> None:
    """Play a log; one more at once; one after stepping through the first; one from a save."""
    paths = {name: folder / f"{name}.vlog" for name in ("first", "next", "stepped", "saved")}
    save = folder / "between.vsav"
    record(engine, player, paths["first"], 40)
    engine.save(save)
    record(engine, player, paths["next"], 30)
    engine.replay(paths["first"])
    record(engine, player, paths["stepped"], 30)
    engine.load(save)
    record(engine, player, paths["saved"], 30)
    logs = {name: read_log(path) for name, path in paths.items()}
    between = read_log(save)
    for name in ("next", "stepped", "saved"):
        assert continuation(logs["first"], logs[name], stacking) is Continuation.AFTER, name
        assert continuation(between, logs[name], stacking) is Continuation.AFTER, name
        assert continuation(logs[name], logs["first"], stacking) is Continuation.NOT
    assert continuation(logs["next"], logs["stepped"], stacking) is Continuation.NOT
    assert continuation(logs["first"], between, stacking) is Continuation.AFTER


@pytest.mark.parametrize("seed", range(2))
def test_foreign_module(
    foreign_engine: Engine, foreign_path: Path, tmp_path: Path, seed: int
) -> None:
    places: Places = {
        foreign.SEA: [(90, 110), (150, 160), (500, 250)],
        # Not the deck's own place: a card drawn there lies on the deck, but in a log goes into it.
        foreign.BOX: [(75, 75), (125, 75)],
    }
    foreign_engine.new_game()
    keys = [f"ctrl {letter}" for letter in "FXMCDIKSEG"]
    player = RandomPlayer(foreign_engine, seed, places, keys, ["2d6"])
    played_on(foreign_engine, player, tmp_path, read_maps(read_module(foreign_path)).stacking)


def test_built_module(wed_engine: Engine, built_module: BuiltModule, tmp_path: Path) -> None:
    setup = built_module.expected.setups[0]
    first = setup.pieces[0]
    spots = [(first.x + 63 * dx, first.y + 72 * dy) for dx, dy in ((0, 0), (2, 1), (4, -1))]
    wed_engine.start_setup(setup.name)
    keys = keys_of(wed_engine.keys())
    wed_engine.start_setup(setup.name)
    player = RandomPlayer(wed_engine, 5, {first.map: spots}, keys, ["d10"])
    played_on(wed_engine, player, tmp_path, read_maps(read_module(built_module.path)).stacking)
