"""An engine that dies, hangs or cannot open a module ends in an error, never in a hang."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.engine.driver import Engine, EngineError
from tests.engine.prepare import EngineFiles

pytestmark = pytest.mark.engine


def _is_running(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


def test_engine_that_dies(engine_files: EngineFiles, display: str, small_path: Path) -> None:
    with Engine(engine_files, display, small_path) as engine:
        os.kill(engine.process_id, signal.SIGKILL)
        with pytest.raises(EngineError, match=r"the engine (is gone|stopped without an answer)"):
            engine.validate()


def test_engine_that_hangs_is_closed_and_leaves_no_process(
    engine_files: EngineFiles, display: str, small_path: Path
) -> None:
    with Engine(engine_files, display, small_path) as engine:
        assert _is_running(engine.process_id)
        engine.patience = 0.5
        os.kill(engine.process_id, signal.SIGSTOP)
        with pytest.raises(EngineError, match=r"^validate: the engine hangs"):
            engine.validate()
    assert not _is_running(engine.process_id)
    with pytest.raises(EngineError, match=r"^validate: the engine is gone"):
        engine.validate()


def test_engine_gives_up_by_itself(
    engine_files: EngineFiles, display: str, small_path: Path
) -> None:
    with pytest.raises(EngineError, match=r"^open: no answer within 0 s"):
        Engine(engine_files, display, small_path, answer_seconds=0)


def test_a_game_is_saved_without_another_program(small_engine: Engine, tmp_path: Path) -> None:
    small_engine.new_game()
    small_engine.save(tmp_path / "game.vsav")
    small_engine.begin_log(tmp_path / "game.vlog")
    small_engine.end_log()
    threads = list(Path(f"/proc/{small_engine.process_id}/task").glob("*/children"))
    assert threads
    assert [one.read_text("ascii") for one in threads if one.read_text("ascii")] == []


def test_module_that_is_not_there(engine_files: EngineFiles, display: str, tmp_path: Path) -> None:
    with pytest.raises(EngineError, match=r"^open: there is no file .*none.vmod$"):
        Engine(engine_files, display, tmp_path / "none.vmod")
