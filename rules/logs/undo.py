"""Which steps of a log take back which others.

VASSAL 3.6.7 and later put an undo between ``UNDO true`` and ``UNDO false``; older ones only
write the chat again behind ``* UNDO:`` and the inverse commands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from builder.vassal.atoms import AddPiece, Atom, ChangePiece, Chat, MovePiece, RemovePiece, Undo
from rules.logs.chat import UNDO_PREFIX
from rules.logs.entries import Step


def is_undo(step: Step) -> bool:
    """Whether the step takes something back."""
    for command in step.commands:
        match command:
            case Undo():
                return True
            case Chat(line=line) if line.startswith(UNDO_PREFIX):
                return True
            case _:
                pass
    return False


def undone_steps(steps: Sequence[Step]) -> Mapping[int, int]:
    """Index of each undo step to the index of the step it takes back.

    An undo takes back the last step that changed the same pieces or said the same and is not
    taken back yet. An undo whose step is not in the log (it was made before the log began) is
    left out.
    """
    open_: dict[frozenset[str], list[int]] = {}
    taken: dict[int, int] = {}
    for step in steps:
        if not is_undo(step):
            open_.setdefault(_touched(step.commands), []).append(step.index)
            continue
        waiting = open_.get(_touched(step.commands))
        if waiting:
            taken[step.index] = waiting.pop()
    return taken


def _touched(commands: Sequence[Atom]) -> frozenset[str]:
    touched = set()
    said = []
    for command in commands:
        match command:
            case MovePiece(id=id_):
                touched.add(f"M{id_}")
            case ChangePiece(id=id_):
                touched.add(f"D{id_}")
            case AddPiece(id=id_) | RemovePiece(id=id_):
                touched.add(f"+{id_}")
            case Chat(line=line):
                said.append(line.removeprefix(UNDO_PREFIX))
            case _:
                pass
    return frozenset(touched) if touched else frozenset(said)
