"""What every series knows of a piece of a log that is one of its counters."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from clubroute.rules.logs.mapping import Role

AnyCounter = TypeVar("AnyCounter", bound="LogCounter")


@dataclass(frozen=True, slots=True)
class LogCounter:
    """A piece as the rules see it: what it is, whose, of which group; "" where that is not known.

    ``piece`` is the id VASSAL knows it by, ``id`` that of the counter or, without one, the piece's.
    """

    role: Role
    piece: str
    id: str
    name: str
    side: str = ""
    division: str = ""
    formation: str = ""
    kind: str = ""

    def on(self: AnyCounter, piece: str) -> AnyCounter:
        """Copy the counter onto another piece, whose id it takes if it has none of its own."""
        return replace(self, piece=piece, id=self.id or piece)
