"""How a module's maps stack pieces, as its build file says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubroute.rules.logs.pieces import GamePiece


@dataclass(frozen=True, slots=True)
class Layers:
    """Game Piece Layers of a map: pieces stack only with those of the same layer.

    ``property`` is the piece's property that names its layer, ``order`` the layers' names.
    """

    property: str
    order: tuple[str, ...]

    def of(self, piece: GamePiece) -> int:
        """The number of a piece's layer; one more than the last for pieces of none."""
        value = piece.property_value(self.property)
        return self.order.index(value) if value in self.order else len(self.order)


@dataclass(frozen=True, slots=True)
class Stacking:
    """How a module's maps stack: those that do not at all, and those with layers."""

    disabled: frozenset[str] = frozenset()
    layers: Mapping[str, Layers] = field(default_factory=dict)
    maps: frozenset[str] | None = None
    """The module's maps, if known; a move to any other map goes nowhere."""


PLAIN_STACKING = Stacking()
"""How maps of a module stack that nothing is known of: as modules come."""
