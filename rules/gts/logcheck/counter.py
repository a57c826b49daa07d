"""Describes a piece of a log as the rules see it: a Unit, a marker or an activation chit."""

from __future__ import annotations

from dataclasses import dataclass, replace

from clubroute.rules.answer.model import MoveClass
from clubroute.rules.kit.counter import LogCounter


@dataclass(frozen=True, slots=True)
class Counter(LogCounter):
    """A piece as the rules see it.

    ``column`` is None where the module shows no formation; ``ma`` half-MP, None if the piece does
    not show its allowance. ``hidden``: some player hid it or turned it face down.
    ``immobile``: the face it shows has no movement. ``mounted``: it shows its mounted face, None
    where the module has none; ``move_class`` is that of the face shown, ``own_class`` on foot,
    ``organic`` mounted.
    """

    move_class: MoveClass | None = None
    column: bool | None = None
    reduced: bool = False
    ma: int | None = None
    hidden: bool = False
    immobile: bool = False
    mounted: bool | None = None
    own_class: MoveClass | None = None
    organic: MoveClass | None = None

    def heir(self, first: str) -> Counter:
        """Copy the counter as that of a Unit which another piece was at first."""
        return replace(self, piece=first, id=first if self.id == self.piece else self.id)
