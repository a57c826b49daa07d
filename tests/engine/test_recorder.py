"""The logs our tests make by themselves hold what the engine records for the same moves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clubroute.builder.vassal.archive import read_module
from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    MovePiece,
    RemovePiece,
    Unknown,
)
from clubroute.builder.vassal.pieces import split_chain
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.logs.pieces import version_number
from clubroute.rules.logs.read import GameLog, read_log
from clubroute.rules.logs.replay import final
from tests.engine.driver import Engine
from tests.engine.expectation import BuiltModule
from tests.logs.recorder import Recorder

pytestmark = pytest.mark.engine

TRAIL = re.compile(r"\A((?:true|false);[^;]*;\d+(?:;-?\d+,-?\d+)*);(?:true|false)(?:;\d+)?\Z")
"""A movement trail as engines from 3.7 on write it: at the end whether it was ever shown, and from
3.8 on a number more."""
MARKS_UNDO = (3, 6, 7, 0)
"""From this version on a log says where an undo begins and ends."""


@pytest.fixture(scope="module")
def engine(wed_engine: Engine) -> Engine:
    return wed_engine


def _compared(log: GameLog) -> list[list[object]]:
    """The commands with new stacks numbered and without persistent properties."""
    numbers: dict[str, str] = {}
    steps: list[list[object]] = []
    for step in log.steps:
        for command in step.commands:
            if isinstance(command, AddPiece) and command.type == "stack" and command.id:
                numbers.setdefault(command.id, f"stack{len(numbers)}")
        commands = [_plain(c, numbers) for c in step.commands if not isinstance(c, Unknown)]
        if commands:
            steps.append(commands)
    return steps


def _plain(command: Atom, numbers: dict[str, str]) -> object:
    match command:
        case ChangePiece(id=id_, new_state=new, old_state=str() as old):
            new_parts, old_parts = split_chain(new), split_chain(old)
            return "D", id_, _traits(new_parts), _traits(old_parts), new_parts[-1].split(";")[:4]
        case AddPiece(id=str() as id_, type="stack"):
            return command._replace(id=numbers[id_])
        case RemovePiece(id=id_):
            return RemovePiece(numbers.get(id_, id_))
        case MovePiece(id=str() as id_):
            return command._replace(id=numbers.get(id_, id_))
        case _:
            return command


def _traits(parts: list[str]) -> list[str]:
    """The states of a piece's traits as every engine writes them."""
    return [TRAIL.sub(r"\1", part) for part in parts[:-1]]


def test_the_same_script_gives_the_same_log(
    engine: Engine, built_module: BuiltModule, tmp_path: Path
) -> None:
    setup = built_module.expected.setups[0]
    module = read_module(built_module.path)
    ours = Recorder(module.read(setup.file), read_maps(module))
    engine.start_setup(setup.name)
    theirs = tmp_path / "theirs.vlog"
    engine.begin_log(theirs)
    map_ = setup.pieces[0].map
    pieces = [p for p in ours.game.pieces.values() if p.map == map_]
    stacks = [g for g in ours.game.groups.values() if g.map == map_ and len(g.pieces) > 1]
    x, y = pieces[0].x, pieces[0].y
    spots = [(x + dx, y + dy) for dx, dy in ((126, 72), (189, 108), (126, 144), (200, 90))]
    for number, piece in enumerate(pieces[:6]):
        spot = spots[number % 3]
        engine.move(piece.id, map_, spot)
        ours.move(piece.id, map_, *spot)
    for stack in stacks[:2]:
        engine.move(stack.id, map_, spots[3])
        ours.move_stack(stack.id, map_, *spots[3])
    engine.undo()
    ours.undo(marked=(version_number(engine.engine_version) or ()) >= MARKS_UNDO)
    engine.move(pieces[1].id, map_, spots[1])
    ours.move(pieces[1].id, map_, *spots[1])
    engine.say("&lt;Tester&gt; - good bye")
    ours.say("Tester", "good bye")
    deck = engine.position().decks[0]
    engine.draw(engine.decks()[0].name, 1, (300, 300))
    (drawn,) = set(deck.cards) - set(engine.position().decks[0].cards)
    ours.draw(drawn, deck.map, 300, 300)
    engine.end_log()
    ours.write(tmp_path / "ours.vlog")
    mine, recorded = read_log(tmp_path / "ours.vlog"), read_log(theirs)
    for one, other in zip(_compared(mine), _compared(recorded), strict=True):
        assert one == other
    assert len(mine.steps) > 10
    engine.load(tmp_path / "ours.vlog")
    while engine.step():
        pass
    here = {p.id: (p.map, p.x, p.y, p.index) for p in engine.position().pieces}
    game = final(mine)
    assert here.keys() == game.pieces.keys()
    for piece in game.pieces.values():
        group = game.stack_of(piece)
        height = -1 if group is None else group.pieces.index(piece.id)
        assert here[piece.id] == (piece.map, piece.x, piece.y, height)
