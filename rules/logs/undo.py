"""Which steps of a log take back which others.

VASSAL 3.6.7 and later put an undo between ``UNDO true`` and ``UNDO false``; older ones only
write the chat again behind ``* UNDO:`` and the inverse commands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from clubroute.builder.vassal.atoms import AddPiece, Atom, ChangePiece, Chat, MovePiece, RemovePiece
from clubroute.rules.logs.chat import UNDO_PREFIX
from clubroute.rules.logs.entries import LogStep


def undone_steps(steps: Sequence[LogStep]) -> Mapping[int, int | None]:
    """Index of each undo step to the index of the step it takes back.

    An undo takes back the last step that changed the same pieces or said the same and is not
    taken back yet; None if that step is not in the log (it was made before the log began).
    """
    undoes = {step.index: _touched(step.commands) for step in steps if step.signs.undo}
    if not undoes:
        return {}
    taken_back = frozenset[object]().union(*undoes.values())
    open_: dict[frozenset[object], list[int]] = {}
    taken: dict[int, int | None] = {}
    for step in steps[: max(undoes) + 1]:
        if step.index in undoes:
            waiting = open_.get(undoes[step.index])
            taken[step.index] = waiting.pop() if waiting else None
            continue
        first = _first_deed(step.commands)
        if first is None or first in taken_back:  # most steps are never taken back
            open_.setdefault(_touched(step.commands), []).append(step.index)
    return taken


_DEEDS: Mapping[type[Atom], str] = {
    MovePiece: "moved",
    ChangePiece: "changed",
    AddPiece: "there or not",
    RemovePiece: "there or not",
}


Deed: TypeAlias = tuple[str, str | None]
"""What is done, and the piece."""


def _touched(commands: Sequence[Atom]) -> frozenset[object]:
    """The pieces that commands do something to, and what; if there are none, what is said."""
    return frozenset(
        (_DEEDS[type(command)], command.id)
        for command in commands
        if isinstance(command, (MovePiece, ChangePiece, AddPiece, RemovePiece))
    ) or frozenset(
        command.line.removeprefix(UNDO_PREFIX) for command in commands if isinstance(command, Chat)
    )


def _first_deed(commands: Sequence[Atom]) -> Deed | None:
    for command in commands:
        if isinstance(command, (MovePiece, ChangePiece, AddPiece, RemovePiece)):
            return _DEEDS[type(command)], command.id
    return None
