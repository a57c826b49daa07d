"""Games of It Never Snows in the real engine: every fault found, nobody accused."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.survey.compile import CompiledMap
from tests.engine.driver import Engine
from tests.engine.ins_played import InsPlayed
from tests.engine.prepare import EngineFiles
from tests.logs.scs.games import checked, complaint, playing
from tests.logs.scs.scenario import game_on

pytestmark = pytest.mark.engine

GAMES = range(1000, 1012)
"""Other games than our own recorder plays."""


def test_every_fault_is_found_and_nobody_accused(
    engine_files: EngineFiles,
    display: str,
    ins_build: Path,
    ins_map: CompiledMap,
    tmp_path: Path,
) -> None:
    game = game_on(ins_map.terrain, tmp_path)
    setup, log = tmp_path / "setup.vsav", tmp_path / "game.vlog"
    setup.write_bytes(game.told.setup)
    wrong = []
    with Engine(engine_files, display, ins_build / "it-never-snows.vmod") as engine:
        for number in GAMES:
            player, table, planted = playing(number, lambda _: InsPlayed(engine, setup, log), game)
            if said := complaint(checked(game, table.data()), planted):
                wrong.append(f"game {number}: {said}\n  " + "; ".join(player.deeds))
        assert engine.problems == []
    assert not wrong, "\n".join(wrong)
