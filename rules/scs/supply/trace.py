"""The path of a supply trace over the map as a position has it (INS 1.8a)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from clubroute.rules.scs.movement.costs import LIGHT
from clubroute.rules.scs.movement.ground import Country
from clubroute.rules.scs.movement.spread import back, spread


@dataclass(frozen=True, slots=True)
class Tracing:
    """The ground of a trace.

    ``shut`` are hexes it may not enter: enemy units, enemy Zones of Control that nothing negates.
    ``wired`` are places it may not cross: Prepared Bridges, for the Allies. ``ferries`` are the
    pairs of hexes that Ferries join.
    """

    country: Country
    shut: Collection[int]
    wired: Collection[int] = ()
    ferries: Collection[tuple[int, int]] = ()
    anywhere: bool = False

    def by_series(self, a: int) -> Iterable[int]:
        """The hexes a trace of the series' kind goes on to: where movement is not prohibited."""
        country, enclosed = self.country, self.country.enclosed
        for place, b in self.country.map.exits(a):
            if b in enclosed:
                continue
            # Few hexsides have a Sea Line: that is asked first.
            if not country.sea_line(place) or self.anywhere or self.crossed(place):
                yield b
        yield from (end for start, end in self.ferries if start == a)

    def crossed(self, place: int) -> bool:
        """Whether a bridge that the trace may use stands over a Sea Line."""
        return self.country.bridged(place) and place not in self.wired

    def by_road(self, a: int) -> Iterable[int]:
        """The hexes XXX Corps' trace goes on to: along a road, over no Light or Prepared Bridge."""
        for place, b in self.country.map.exits(a):
            if not self.country.road_along(place):
                continue
            light = place not in self.country.built and LIGHT in self.country.sides(place)
            shut = light or place in self.wired or not self.country.bridged(place)
            if not (self.country.sea_line(place) and shut):
                yield b


def series_path(tracing: Tracing, start: int, ends: Collection[int]) -> list[int] | None:
    """The shortest trace of the series' kind, None if there is none."""
    before, found = spread((start,), tracing.by_series, tracing.shut, goals=ends)
    return None if found is None else back(before, found)


def corps_path(
    tracing: Tracing, start: int, ends: Collection[int], most: int
) -> tuple[list[int], list[int]] | None:
    """The trace of XXX Corps: the hexes to a road, and from there along roads; None if none.

    To the road any terrain will do, prohibited too.
    """
    open_ = [end for end in ends if end not in tracing.shut]
    roads, _ = spread(open_, tracing.by_road, tracing.shut)
    before, found = spread((start,), tracing.country.map.around, tracing.shut, most, roads)
    if found is None:
        return None
    return back(before, found), back(roads, found)[::-1]
