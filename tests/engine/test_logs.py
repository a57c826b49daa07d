"""A game played, recorded and stepped through again ends where it ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.vassal import archive, commands, obfuscation
from tests.engine import small_module as small
from tests.engine.driver import Engine
from tests.engine.reports import Piece
from tests.engine.small_board import MAP_NAME, hex_centres

pytestmark = pytest.mark.engine

STEPS = 11  # what _play does, each die a step of its own


def _by_gpid(engine: Engine) -> dict[str, Piece]:
    return {piece.gpid or "": piece for piece in engine.pieces()}


def _standing(engine: Engine) -> list[tuple[str | None, ...]]:
    """Pieces with their hex, their stack and the way they face."""
    return sorted(
        (piece.gpid, piece.location, piece.stack, piece.properties["Facing_Facing"])
        for piece in engine.pieces(["Facing_Facing"])
    )


def _play(engine: Engine) -> None:
    """Move, stack, move a stack, rotate, undo, roll, say, next turn, delete."""
    pieces = _by_gpid(engine)
    first, second, third = (pieces[gpid] for gpid in ("1", "2", "3"))
    engine.move(first.id, MAP_NAME, hex_centres()["99.118"])
    engine.move(second.id, MAP_NAME, hex_centres()["99.118"])
    stack = _by_gpid(engine)["1"].stack
    assert stack is not None
    engine.move(stack, MAP_NAME, hex_centres()["01.117"])
    engine.press(third.id, "ctrl CLOSE_BRACKET")
    engine.move(third.id, MAP_NAME, hex_centres()["98.90"])
    engine.undo()
    engine.dice("d10", 2)
    engine.say("<b>Thanks</b> & good bye, Nijmegen ½")
    engine.turn(1)
    engine.press(second.id, "ctrl D")


def test_a_drag_puts_the_piece_where_it_was_dropped(small_engine: Engine) -> None:
    small_engine.start_setup(small.SETUP_NAME)
    x, y = hex_centres()["99.101"]
    small_engine.move("103", MAP_NAME, (x + 9, y - 12))
    moved = _by_gpid(small_engine)["3"]
    assert (moved.location, (moved.x, moved.y)) == ("99.101", (x, y))
    assert small_engine.chat()[-1].endswith("moves from 00.119 to 99.101")
    small_engine.undo()
    assert _by_gpid(small_engine)["3"].location == "00.119"


def test_replay_ends_where_the_game_ended(small_engine: Engine, tmp_path: Path) -> None:
    small_engine.start_setup(small.SETUP_NAME)
    log = tmp_path / "game.vlog"
    small_engine.begin_log(log)
    _play(small_engine)
    small_engine.end_log()
    played = _standing(small_engine)
    assert [(gpid, place, facing) for gpid, place, _, facing in played] == [
        ("1", "01.117", "1"),
        ("3", "00.119", "2"),
    ]
    assert small_engine.turn(0) == ["Turn 2"]
    small_engine.start_setup(small.SETUP_NAME)
    assert small_engine.replay(log) == STEPS
    # Not the whole state: where a piece was before is no command, so replay cannot restore it.
    assert _standing(small_engine) == played
    assert small_engine.turn(0) == ["Turn 2"]


@pytest.mark.parametrize("kind", ["save", "log"])
def test_our_codec_keeps_what_the_engine_wrote(
    small_engine: Engine, tmp_path: Path, kind: str
) -> None:
    small_engine.start_setup(small.SETUP_NAME)
    path = tmp_path / f"game.{kind}"
    if kind == "log":
        small_engine.begin_log(path)
        _play(small_engine)
        small_engine.end_log()
    else:
        _play(small_engine)
        small_engine.save(path)
    entries = {entry.name: entry.data for entry in archive.read_entries(path)}
    text = obfuscation.read_text(entries["savedGame"])
    assert commands.encode(commands.decode(text)) == text
    # The engine reads what our codec writes, plain or with any key, and is in the same state.
    if kind == "save":
        state = small_engine.state()
        entries["savedGame"] = obfuscation.write_text(text, 0xA7)
        ours = tmp_path / "ours.vsav"
        ours.write_bytes(
            archive.write_archive(archive.Entry(name, data) for name, data in entries.items())
        )
        small_engine.load(ours)
        assert sorted(small_engine.state()) == sorted(state)
