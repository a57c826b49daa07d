"""What a step holds besides moves, told by its commands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    Chat,
    MovePiece,
    MutableProperty,
    RemovePiece,
    TurnState,
    Undo,
    Unknown,
)
from clubroute.rules.logs.chat import NOTHING, Signs, signs_of

MOVE = MovePiece("1", "Map", 1, 2, None, "Map", 0, 0, None, "player1")
QUIET = (
    MOVE,
    ChangePiece("1", "new", "old"),
    AddPiece("2", "stack", "Map;1;2;1"),
    RemovePiece("2"),
    Chat("* A/1/502 moves 64.146 -> 64.145"),
    MutableProperty("Fuel", "1", "2", ""),
    Unknown("MODULE\tof its own"),
)


@pytest.mark.parametrize(
    ("commands", "signs"),
    [
        ((), NOTHING),
        (QUIET, NOTHING),
        ((Undo(True), MOVE, Undo(False)), Signs(undo=True)),
        ((Chat("* UNDO: * A/1/502 moves"), MOVE), Signs(undo=True)),
        ((MutableProperty("d10_result", "3", "7", ""),), Signs(dice=True)),
        ((TurnState("TurnTracker0", "0", "1;0;false;-1"),), Signs(turn=True)),
        ((Chat("&lt;Ann&gt; - well done"),), Signs(talk=True)),
        ((Chat("<Ann> - well done"),), Signs(talk=True)),
        ((Chat("*** d10 = 7 *** <Ann>"),), Signs(talk=True)),
        (
            (*QUIET, Chat("* UNDO: *** d10 = 7"), MutableProperty("d10_result", "7", "3", "")),
            Signs(undo=True, dice=True, talk=True),
        ),
    ],
)
def test_signs(commands: Sequence[Atom], signs: Signs) -> None:
    assert signs_of(commands) == signs
