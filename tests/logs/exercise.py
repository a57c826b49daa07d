"""Everything a caller may do with a log, for tests that only care that nothing breaks."""

from __future__ import annotations

from clubroute.builder.errors import InputError, Where
from clubroute.rules.logs.container import Mode
from clubroute.rules.logs.game import start
from clubroute.rules.logs.grids.maps import ModuleMaps
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.replay import replay

WHERE = Where("mutated.vlog")


def exercise(data: bytes, maps: ModuleMaps) -> str:
    """Read in both modes, play, undo and name places; what came of it, in a word."""
    tolerant, strict = _read(data, Mode.TOLERANT), _read(data, Mode.STRICT)
    if strict is not None:
        assert tolerant is not None
        assert not tolerant.damages
        _play(strict, maps)
        return "whole"
    if tolerant is None:
        return "refused"
    assert tolerant.damages
    _play(tolerant, maps)
    return "in part"


def _read(data: bytes, mode: Mode) -> GameLog | None:
    try:
        return log_of(data, WHERE, mode)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    return None


def _play(log: GameLog, maps: ModuleMaps) -> None:
    game = start(log, maps.stacking)
    before = game.digest()
    changes = []
    for moment in replay(log, maps.stacking, game):
        changes.append(moment.change)
        assert moment.chat is not None
        assert moment.rolls is not None
    for piece in game.pieces.values():
        group = game.stack_of(piece)
        assert group is None or piece.id in group.pieces
        assert piece.shown_name is not None
        piece.property_value("Moved")
        piece.state_text()
    layouts = maps.laid_out(game.boards, log.save.vassal_version if log.save else "")
    for piece in game.pieces.values():
        layout = layouts.get(piece.map or "")
        if layout is not None:
            layout.hex_at(piece.x, piece.y)
    for change in reversed(changes):
        game.undo(change)
    assert game.digest() == before
