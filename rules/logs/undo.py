"""Which steps of a log take back which others.

VASSAL 3.6.7 and later put an undo between ``UNDO true`` and ``UNDO false``; older ones only
write the chat again behind ``* UNDO:`` and the inverse commands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.vassal.atoms import AddPiece, Atom, ChangePiece, Chat, MovePiece, RemovePiece
from rules.logs.chat import UNDO_PREFIX
from rules.logs.entries import Step


def undone_steps(steps: Sequence[Step]) -> Mapping[int, int | None]:
    """Index of each undo step to the index of the step it takes back.

    An undo takes back the last step that changed the same pieces or said the same and is not
    taken back yet; None if that step is not in the log (it was made before the log began).
    """
    left = sum(step.signs.undo for step in steps)
    if not left:
        return {}
    open_: dict[frozenset[object], list[int]] = {}
    taken: dict[int, int | None] = {}
    for step in steps:
        if not left:
            break
        touched = _touched(step.commands)
        if not step.signs.undo:
            open_.setdefault(touched, []).append(step.index)
            continue
        left -= 1
        waiting = open_.get(touched)
        taken[step.index] = waiting.pop() if waiting else None
    return taken


_DEEDS: Mapping[type[Atom], str] = {
    MovePiece: "moved",
    ChangePiece: "changed",
    AddPiece: "there or not",
    RemovePiece: "there or not",
}


def _touched(commands: Sequence[Atom]) -> frozenset[object]:
    """The pieces that commands do something to, and what; if there are none, what is said."""
    touched = frozenset(
        (_DEEDS[type(command)], command.id)
        for command in commands
        if isinstance(command, (MovePiece, ChangePiece, AddPiece, RemovePiece))
    )
    return touched or frozenset(
        command.line.removeprefix(UNDO_PREFIX) for command in commands if isinstance(command, Chat)
    )
