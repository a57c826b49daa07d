"""The kinds of ferries: how many engineers each hides, and what stops it (WED 2.18, TDC 2.18).

Using one, what befalls one and stacking under one all ask here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from clubroute.rules.book.rulebook import ChosenReadings, reading
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position.markers import Marker


@dataclass(frozen=True, slots=True)
class FerryReadings(ChosenReadings):
    """The readings of the rules about ferries."""

    only: ClassVar[Mapping[str, tuple[str, ...]]] = {"ferry_hit": ("tdc", "mg")}
    ferry_hit: str = reading(
        works="a ferry with a Cohesion Hit goes on: only Suppression stops it (TDC 2.18.3, 2.18.6)",
        stops="a Cohesion Hit stops a ferry until it Rallies, as the example of Where Eagles Dare "
        "has it (2.18)",
    )


@dataclass(frozen=True, slots=True)
class FerryKind:
    """A kind of ferry as a game has it. ``rule`` is "" where there is none of the kind.

    ``hidden`` engineers do not count for stacking while they are it, and do for the mass modifier.
    ``stop_rule`` is that of a Suppressed one, ``hit_rule`` of one with a Cohesion Hit, which stops
    it for certain where ``hit_stops``, else by :attr:`FerryReadings.ferry_hit`.
    """

    rule: str
    hidden: int
    stop_rule: str
    hit_rule: str
    hit_stops: bool

    def stopped_by_hit(self, readings: FerryReadings) -> bool:
        """Whether a Cohesion Hit stops it."""
        return self.hit_stops or readings.ferry_hit == "stops"


def ferry_kind(game: str, kind: str) -> FerryKind:
    """The kind of a ferry marker (``ferry``, ``improved_ferry``, ``assault_ferry``) in a game."""
    row = book("ferry", game)["kinds"].get(kind)
    return FerryKind(
        row.cite,
        row.number("hidden"),
        row.text("stop_rule"),
        row.text("hit_rule"),
        row.flag("hit_stops"),
    )


def ferries_in(markers: Iterable[Marker], number: str, game: str) -> list[FerryKind]:
    """The kinds of the ferries in a hex, a printed number."""
    return [ferry_kind(game, one.ferry) for one in markers if one.ferry and one.hex == number]
