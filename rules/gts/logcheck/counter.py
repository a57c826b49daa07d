"""A piece of a log as the rules see it: a Unit, a marker or an activation chit.

A chit is one anew whenever it is turned over: it is a named tuple, made several times faster than a
frozen dataclass.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from clubroute.rules.model import MoveClass

Role: TypeAlias = Literal["unit", "marker", "chit"]


class Counter(NamedTuple):
    """A piece as the rules see it.

    ``column`` is None where the module shows no formation; ``ma`` half-MP, None if the piece does
    not show its allowance. ``hidden``: some player hid it or turned it face down.
    """

    role: Role
    piece: str
    id: str
    name: str
    side: str = ""
    division: str = ""
    formation: str = ""
    kind: str = ""
    move_class: MoveClass | None = None
    column: bool | None = None
    reduced: bool = False
    ma: int | None = None
    hidden: bool = False

    def on(self, piece: str) -> Counter:
        """The same counter on another piece, by whose id it goes if it has none of its own."""
        return Counter(
            self.role,
            piece,
            self.id or piece,
            self.name,
            self.side,
            self.division,
            self.formation,
            self.kind,
            self.move_class,
            self.column,
            self.reduced,
            self.ma,
            self.hidden,
        )
