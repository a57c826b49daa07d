"""Tells on which Units the module's Column markers lie: they say what the Units' own sign would."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

COLUMN = "column"
"""The kind of the markers."""


class Formed(Protocol):
    """A counter that shows a formation, or none."""

    @property
    def column(self) -> bool | None: ...


class Placed(Protocol):
    """A counter in a hex (an id of the map)."""

    @property
    def hex(self) -> int: ...
    @property
    def counter(self) -> Formed: ...


@dataclass(slots=True)
class ColumnMarkers:
    """Holds the Units (piece ids) that each marker (a piece id) may lie on: one, or all that were
    in its hex as it was put there."""

    on: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _hexes: dict[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.on)

    def lies(self, marker: str, now: Placed | None, units: Mapping[str, Placed]) -> None:
        """Take note of where a marker lies, None if nowhere. Where it is put it lies on its Unit if
        that is there, else on Units that have no sign and no marker yet; where nobody is it goes
        before its Unit, or was left behind."""
        owners, was = self.on.pop(marker, ()), self._hexes.pop(marker, None)
        if now is None:
            return
        self._hexes[marker] = now.hex
        if owners and was == now.hex:
            self.on[marker] = owners
            return
        taken = {many[0] for many in self.on.values() if len(many) == 1}
        here = [
            unit
            for unit, one in units.items()
            if one.hex == now.hex and one.counter.column is False and unit not in taken
        ]
        self.on[marker] = tuple(one for one in here if one in owners) or tuple(here) or owners

    def shown(self, unit: str, hex_: int, markers: Mapping[str, Placed]) -> bool | None:
        """Say what the markers make of a Unit in a hex: True for one that a marker lies on, None
        where that is open, False where there is none."""
        found: bool | None = False
        for marker, owners in self.on.items():
            if unit in owners and marker in markers:
                if len(owners) == 1 and markers[marker].hex == hex_:
                    return True
                found = None
        return found

    def owned(self) -> Collection[str]:
        """List the Units that some marker may lie on."""
        return {unit for owners in self.on.values() for unit in owners}
