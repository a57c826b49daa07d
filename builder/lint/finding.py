"""What a check says: one line with a level, a rule, a place, and where to mend it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from clubroute.builder.cache import Cache
from clubroute.builder.grid import Hex
from clubroute.builder.sources.facts import Fact
from clubroute.builder.sources.readings import Reading
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain import TerrainMap

Level: TypeAlias = Literal["error", "warning", "note"]

LEVELS: tuple[Level, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing a check found.

    ``error``: the map contradicts itself, its own words or a rule. ``warning``: probably a
    mistake. ``note``: a slip of the rulebooks, with the reading taken.

    ``place`` is a printed hex or hexside, a Road's or an area's id, or a water's name; ``source``
    the file:row to mend, if known; ``hexes`` where on the map it is (none: everywhere).
    """

    level: Level
    rule: str
    place: str
    text: str
    source: str = ""
    hexes: tuple[Hex, ...] = ()

    def line(self) -> str:
        """The finding as one line."""
        where = f" [{self.source}]" if self.source else ""
        return f"{self.level} {self.rule} {self.place}: {self.text}{where}"

    def order(self) -> tuple[int, str, tuple[Hex, ...], str, str]:
        """Errors first; then by rule and place."""
        return LEVELS.index(self.level), self.rule, self.hexes[:1], self.place, self.text


@dataclass(frozen=True, slots=True)
class Subject:
    """A map and what it is held against.

    ``warnings`` are the survey's, each ``file:row: text``; without a ``style`` nothing is lettered.
    ``kept`` may have what is planned of the map's lines and names.
    """

    terrain: TerrainMap
    vocabulary: Vocabulary
    facts: tuple[Fact, ...] = ()
    readings: tuple[Reading, ...] = ()
    warnings: tuple[str, ...] = ()
    style: BoardStyle | None = None
    kept: Cache | None = None


Check: TypeAlias = Callable[[Subject], Iterator[Finding]]


@dataclass(frozen=True, slots=True)
class Outside:
    """Checks of another package, and a stamp that differs whenever that package does."""

    checks: tuple[Check, ...] = ()
    stamp: str = ""


NOTHING_OUTSIDE = Outside()
