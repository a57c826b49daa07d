"""Where a saved game or log is broken, and how much of it could be read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from clubroute.builder.errors import InputError, Where


class Mode(Enum):
    """How a reader takes damage: refuse the file, or read on and tell."""

    STRICT = "strict"
    TOLERANT = "tolerant"


@dataclass(frozen=True, slots=True)
class Damage:
    """One broken place.

    ``where`` names the file and the zip entry. ``command`` is the index, from 0, of the top-level
    command of the saved game at which reading broke, None where it broke before the commands.
    """

    where: Where
    found: str
    expected: str
    command: int | None = None

    @property
    def place(self) -> Where:
        """``where``, down to the command."""
        if self.command is None:
            return self.where
        entry = f"{self.where.part} " if self.where.part else ""
        return Where(self.where.path, part=f"{entry}command {self.command}")

    def __str__(self) -> str:
        return f"{self.place}: found {self.found}, expected {self.expected}"


class DamageReport:
    """Collects the damage of one file; in strict mode the first one ends the reading."""

    def __init__(self, mode: Mode) -> None:
        self._mode = mode
        self._found: list[Damage] = []

    def add(self, damage: Damage) -> None:
        """Note a broken place. Raises :class:`InputError` in strict mode."""
        if self._mode is Mode.STRICT:
            raise InputError(damage.place, damage.found, damage.expected)
        if len(self._found) < MAX_REPORTED:
            self._found.append(damage)

    @property
    def damages(self) -> tuple[Damage, ...]:
        return tuple(self._found)


MAX_REPORTED = 100
"""Broken places kept of one file; a hostile one could have millions."""
