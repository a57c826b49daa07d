"""The path of a supply trace over the map as a position has it (INS 1.8a)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from clubroute.rules.mapfile import NOWHERE
from clubroute.rules.scs.movement.costs import LIGHT
from clubroute.rules.scs.movement.ground import Country


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

    def beside(self, a: int) -> Iterable[tuple[int, int]]:
        """The hexes beside a hex, with the place of the hexside between."""
        country = self.country.map
        for direction in range(6):
            b = country.beside[direction][a]
            if b != NOWHERE:
                yield a * 6 + direction, b

    def by_series(self, a: int) -> Iterable[int]:
        """The hexes a trace of the series' kind goes on to: where movement is not prohibited."""
        country, enclosed = self.country, self.country.enclosed
        for place, b in self.beside(a):
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
        for place, b in self.beside(a):
            if not self.country.road_along(place):
                continue
            light = place not in self.country.built and LIGHT in self.country.sides(place)
            shut = light or place in self.wired or not self.country.bridged(place)
            if not (self.country.sea_line(place) and shut):
                yield b

    def freely(self, a: int) -> Iterable[int]:
        """The hexes beside a hex, whatever lies between: any terrain, prohibited too."""
        return (b for _, b in self.beside(a))


def spread(
    starts: Iterable[int],
    onward: Callable[[int], Iterable[int]],
    shut: Collection[int] = (),
    most: int | None = None,
    goals: Collection[int] = (),
) -> tuple[dict[int, int | None], int | None]:
    """Go out from some hexes: by hex the one before it, and the first goal that is come to."""
    before: dict[int, int | None] = dict.fromkeys(starts)
    waiting = deque((one, 0) for one in before)
    while waiting:
        a, hexes = waiting.popleft()
        if a in goals:
            return before, a
        if most is not None and hexes >= most:
            continue
        for b in onward(a):
            if b not in before and b not in shut:
                before[b] = a
                waiting.append((b, hexes + 1))
    return before, None


def back(before: dict[int, int | None], end: int) -> list[int]:
    """The hexes from where a spread began to one it came to."""
    found, at = [end], before[end]
    while at is not None:
        found.append(at)
        at = before[at]
    return found[::-1]


def series_path(tracing: Tracing, start: int, ends: Collection[int]) -> list[int] | None:
    """The shortest trace of the series' kind, None if there is none."""
    before, found = spread((start,), tracing.by_series, tracing.shut, goals=ends)
    return None if found is None else back(before, found)


def corps_path(
    tracing: Tracing, start: int, ends: Collection[int], most: int
) -> tuple[list[int], list[int]] | None:
    """The trace of XXX Corps: the hexes to a road, and from there along roads; None if none."""
    open_ = [end for end in ends if end not in tracing.shut]
    roads, _ = spread(open_, tracing.by_road, tracing.shut)
    before, found = spread((start,), tracing.freely, tracing.shut, most, roads)
    if found is None:
        return None
    return back(before, found), back(roads, found)[::-1]
