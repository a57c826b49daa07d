"""Where a Road March leads: the road hexes in order, and where it must stop (INS 1.12)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from clubroute.rules.kit.spread import spread
from clubroute.rules.scs.movement.costs import LIGHT, roads
from clubroute.rules.scs.readings import Readings
from clubroute.rules.scs.situation.ground import Country


class Leg(NamedTuple):
    """A step of a march: into a hex by a Road, -1 for that of a built bridge."""

    hex: int
    road: int
    place: int


class Halt(NamedTuple):
    """A hex a march can end in, the Road it came by (None: it began there), and whether it must
    stop there: the same hex may be passed by the same Road when it is come to from elsewhere.
    """

    hex: int
    road: int | None = None
    stops: bool = False


BUILT = -1
"""Stands for the road of a bridge a Bridging unit has built."""


@dataclass(frozen=True, slots=True)
class Marcher:
    """What of a marching unit and its surroundings matters.

    ``shut`` are hexes it may not enter, and what shuts each: friends, enemies or the hexes beside
    them, the XXX Corps Boundary; ``wired`` places it may not cross: Prepared Bridges; ``most`` the
    hexes it may go, None for any number.
    """

    country: Country
    shut: Mapping[int, str]
    wired: Collection[int]
    oval: bool
    most: int | None
    readings: Readings

    def legs(self, a: int) -> Iterator[Leg]:
        """The steps along a road out of a hex: over no Sea Line but by a bridge it may use."""
        country, kinds = self.country, roads(march=True)
        for place, b in country.map.exits(a):
            if place in country.built:
                if country.along(place):
                    yield Leg(b, BUILT, place)
                continue
            links = [
                link.road
                for link in country.map.links.get(place, ())
                if country.map.roads[link.road].kind in kinds
            ]
            if links and self.crosses(place):
                yield from (Leg(b, road, place) for road in links)

    def crosses(self, place: int) -> bool:
        """Whether a road runs on over a hexside for the unit."""
        country = self.country
        if not country.sea_line(place):
            return True
        light = LIGHT in country.sides(place)
        return country.bridged(place) and place not in self.wired and not (light and self.oval)

    def stops(self, leg: Leg) -> bool:
        """Whether a unit that takes a leg must stop in its hex: by a Sea Line its road crosses."""
        country = self.country
        if country.sea_line(leg.place):
            return True
        any_road = self.readings["march_sea_line"] == "any"
        for direction in range(6):
            place = leg.hex * 6 + direction
            if not country.sea_line(place):
                continue
            there = [link.road for link in country.map.links.get(place, ())]
            if place in country.built and country.along(place):
                there.append(leg.road)
            if leg.road in there or (any_road and self.has_road(there)):
                return True
        return False

    def has_road(self, there: Collection[int]) -> bool:
        """Whether one of some Roads is a road, no railroad."""
        kinds = roads(march=True)
        return any(road == BUILT or self.country.map.roads[road].kind in kinds for road in there)

    def onward(self, a: int, came: int | None, leg: Leg) -> bool:
        """Whether a march that came to a hex by a Road (None: began there) may take a leg.

        It stopped before a Sea Line that its way crosses, and does not change between Roads that
        do not meet.
        """
        if came is None:
            return True
        if self.country.sea_line(leg.place):
            return False
        low, high = sorted((came, leg.road))
        return (a, low, high) not in self.country.map.apart

    def halts(self, start: int) -> dict[Halt, Halt | None]:
        """Every way a march can come to a hex, the shortest first, with the one before it."""

        def onward(at: Halt) -> Iterator[Halt]:
            for leg in () if at.stops else self.legs(at.hex):
                shut = leg.hex in self.shut or leg.hex == start
                if not shut and self.onward(at.hex, at.road, leg):
                    yield Halt(leg.hex, leg.road, self.stops(leg))

        return spread((Halt(start),), onward, most=self.most)[0]
