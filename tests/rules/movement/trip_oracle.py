"""Mounting, dismounting and coming back, a second time: every step of every mode, relaxed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from clubroute.builder.grid import (
    Hex,
    Hexside,
    hexside,
    neighbours,
)
from clubroute.rules.gts.movement.readings import MovementReadings
from tests.rules.movement.oracle import (
    CLASSES,
    ENTER,
    Oracle,
    State,
)
from tests.rules.movement.small_maps import Case

Place = tuple[str, bool, State]
"""Mode (riding, on foot, bare), whether the unit has left its first hex, where it is."""


@dataclass(frozen=True, slots=True)
class Costs:
    """MP to mount and to dismount, None where it is not done."""

    mount: float | None
    dismount: float | None


class TripOracle:
    """One case whose unit has transport of a class."""

    def __init__(
        self, case: Case, window: str, readings: MovementReadings, organic: str, costs: Costs
    ) -> None:
        self.walking = Oracle(replace(case, move_class="leg"), window, readings)
        self.driving = Oracle(replace(case, move_class=organic), window, readings)
        self.organic, self.costs, self.case = organic, costs, case

    def starts(self, mode: str) -> Iterator[Place]:
        oracle = self.driving if mode == "riding" else self.walking
        yield from ((mode, False, state) for state in oracle.states())

    def onward(self, place: Place) -> Iterator[tuple[Place, float]]:
        mode, gone, state = place
        oracle = self.driving if mode == "riding" else self.walking
        h, column, on = state
        for n in neighbours(h):
            if n not in oracle.inside or oracle.closed(n):
                continue
            side = hexside(h, n)
            lost = mode == "on foot" and self.for_trains(side)
            steps = list(oracle.over_land(h, n, side, column))
            if column:
                steps += oracle.by_road(h, n, side, on)
            for there, cost in steps:
                yield ("bare" if lost else mode, True, there), cost
            if mode == "riding" and self.for_trains(side):
                yield from self.left_behind(h, n, side, column, on)
        for there, cost in oracle.below(h, column):
            yield (mode, True, there), cost
        for there, cost in oracle.in_place(h, column, on):
            yield (mode, gone, there), cost
        if mode == "on foot" and self.costs.mount is not None and self.may_mount(state):
            yield ("riding", gone, state), self.costs.mount
        if mode == "riding" and self.costs.dismount is not None:
            after = "bare" if oracle.raised(h) else "on foot"
            yield (after, gone, state), self.costs.dismount

    def left_behind(
        self, h: Hex, n: Hex, side: Hexside, column: bool, on: str | None
    ) -> Iterator[tuple[Place, float]]:
        """The steps on foot of a unit that leaves its transport at a railroad bridge."""
        if self.walking.readings.railroad_transport == "left":
            steps = list(self.walking.over_land(h, n, side, column))
            if column:
                steps += self.walking.by_road(h, n, side, on)
            for there, cost in steps:
                yield ("bare", True, there), cost

    def for_trains(self, side: Hexside) -> bool:
        """Whether a hexside is a railroad bridge nobody improved."""
        features = self.case.terrain.features(side)
        water = any(f.kind in ("river", "canal") for f in features)
        bridge = any(f.kind == "bridge" and f.note == "railroad" for f in features)
        return water and bridge and self.case.bridges.get(side) != "improved"

    def may_mount(self, state: State) -> bool:
        """In Column, or where vehicles may be out of it."""
        h, column, _ = state
        terrain = self.case.terrain.hexes[h].terrain
        out_of_column = ENTER[terrain][CLASSES.index(self.organic)][0]
        unlisted = terrain in ("sand_dunes", "swamp") and self.driving.games[h] == "tdc"
        if unlisted and self.driving.readings.missing_terrain == "closed":
            out_of_column = None
        return column or (isinstance(out_of_column, int) and not self.driving.raised(h))

    def all(self, mode: str) -> dict[Place, float]:
        """MP to every place that can be reached: steps are relaxed until nothing changes."""
        found = dict.fromkeys(self.starts(mode), 0.0)
        steps: dict[Place, list[tuple[Place, float]]] = {}
        waiting = list(found)
        while waiting:
            place = waiting.pop(0)
            if place not in steps:
                steps[place] = list(self.onward(place))
            for there, price in steps[place]:
                cost = found[place] + price
                if cost < found.get(there, 1e9):
                    found[there] = cost
                    waiting.append(there)
        return found
