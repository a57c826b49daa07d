"""A module's tutorial: played to its end, and its log judged by the rules."""

from __future__ import annotations

import zipfile
from pathlib import Path

from clubroute.builder.module.tutorial import FILE
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_file
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.engine.reports import Piece


def play_tutorial(engine: Engine) -> dict[str, Piece]:
    """Play it a step at a time; the pieces at its end by their unit's id, or their name.

    Every piece always lies in a stack, each step speaks, and the game it ends in can be saved.
    """
    engine.tutorial()
    said = len(engine.chat())
    while engine.step():
        assert all(piece.stack for piece in engine.pieces() if not piece.deck)
    told = engine.chat()[said:]
    assert len(told) > 6
    assert all(line.startswith("- ") for line in told)
    assert engine.round_trip().same
    return {one.properties["UnitId"] or one.name: one for one in engine.pieces(["UnitId"])}


def tutorial_checked(module: BuiltModule, folder: Path) -> str:
    """What the check of a tutorial's log says; nothing in it is illegal."""
    with zipfile.ZipFile(module.path) as archive:
        log = Path(archive.extract(FILE, folder))
    report, _ = check_file(Context(module.path.parent), log, module=module.path)
    told = "\n".join(report.text())
    assert "illegal" not in told, told
    return told
