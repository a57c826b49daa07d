"""Reads pieces of a log: which Unit, marker or chit each one is, and how it stands."""

from __future__ import annotations

from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass
from clubroute.rules.gts.kinds import SIDES
from clubroute.rules.gts.logcheck.counter import Counter as Counter
from clubroute.rules.gts.logcheck.mapping import CounterMap
from clubroute.rules.logs.counters import PieceReader, Shown, Told, allowance
from clubroute.rules.logs.mapping import CounterRow
from clubroute.rules.logs.pieces import GamePiece

IMMOBILE = "immobile"
"""The class of counters that have no movement but on transport."""


class CounterReader(PieceReader[Counter]):
    """Reads the pieces of a log by a mapping."""

    def __init__(self, mapping: CounterMap) -> None:
        super().__init__(mapping, counter_of)
        self.mapping = mapping


def counter_of(piece: GamePiece, row: CounterRow, told: Told, shown: Shown) -> Counter:
    """Make the counter of a piece that a row fits."""
    unit, flipped = row.role == "unit", shown.get("reduced", False)
    mounted = shown.get("mounted")
    face = faced(told, "mounted" if mounted else "back" if flipped else "")
    return Counter(
        row.role,
        "",
        told.get("id", ""),
        piece.name,
        # A side nobody knows is none: two names of one would be enemies.
        side if (side := told.get("side", "")) in SIDES else "",
        told.get("division", ""),
        # Chits name what they activate.
        told.get("formation", "") or (piece.name if row.role == "chit" else ""),
        told.get("kind", ""),
        class_of(face.get("class")) if unit else None,
        shown.get("column"),
        flipped,
        allowance(piece, row, face) if unit else None,
        unit and (piece.hidden_by is not None or piece.masked_by is not None),
        unit and not flipped and told.get("class") == IMMOBILE,
        mounted,
        class_of(told.get("class")) if unit else None,
        class_of(told.get("mounted_class")) if unit else None,
    )


def faced(told: Told, face: str) -> Told:
    """What a row tells of a counter that shows a face: what it says of that face goes first."""
    if not face:
        return told
    before = f"{face}_"
    own = [(name, text) for name, text in told.items() if name.startswith(before)]
    return {**told, **{name.removeprefix(before): text for name, text in own}}


def class_of(word: str | None) -> MoveClass | None:
    """The movement class of a word, None for any other."""
    return next((known for known in MOVE_CLASSES if known == word), None)
