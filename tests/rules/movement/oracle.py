"""The movement rules a second time, written from the rulebooks without looking at the first.

Slow and plain: a unit is at (hex, in Column, Road id or ""); every hex's six sides are looked at
for every Road; costs are written out here again. Cheapest ways are found by relaxing every step
until nothing changes.
"""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.grid import (
    Hex,
    Hexside,
    hexside,
    neighbours,
)
from clubroute.rules.gts.movement.readings import MovementReadings
from tests.rules.movement.small_maps import Case

State = tuple[Hex, bool, str]

# MP to enter, by terrain: leg, wheeled, tracked; each (not in Column, in Column). None: never;
# "R": by Road only. WED and TDC 2.1–2.10, WED 2.19, 2.20.
ENTER: dict[str, tuple[tuple[object, object], ...]] = {
    "clear": ((2, 1), (3, 2), (2, 1)),
    "polder": ((2, 1), (5, 3), (3, 2)),
    "orchard": ((2, 1), (8, 2), (4, 1)),
    "woods": ((3, 2), (None, "R"), (None, "R")),
    "village": ((2, 1), (6, 1), (4, 1)),
    "town": ((2, 1), (None, 1), (None, 1)),
    "city": ((2, 1), (None, 1), (None, 1)),
    "fortified": ((2, 1), (None, 3), (None, 2)),
    "impassable": ((None, None), (None, None), (None, None)),
    "sand_dunes": ((2, 1), (4, 3), (3, 2)),
    "swamp": ((4, 3), (None, "R"), (None, "R")),
}
CLASSES = ("leg", "wheeled", "tracked")
RAIL = {"leg": 0.5, "wheeled": 2.0, "tracked": 1.0}
BELOW = {"leg": 2.0, "wheeled": 6.0, "tracked": 4.0}


class Oracle:
    """One case under one set of readings."""

    def __init__(self, case: Case, window: str, readings: MovementReadings) -> None:
        self.case = case
        self.map = case.terrain
        self.readings = readings
        self.vehicle = case.move_class != "leg"
        self.inside = set(self.map.lattice.hexes(window))
        sheets = self.map.lattice.window(window)
        self.games = {h: next(s.name for s in sheets if h in s) for h in self.inside}

    def base(self, h: Hex, column: bool) -> float | str | None:
        """MP of the hex's terrain; "R" by Road only; None never."""
        terrain = self.map.hexes[h].terrain
        unlisted = terrain in ("sand_dunes", "swamp") and self.games[h] == "tdc"
        if unlisted and self.readings.missing_terrain == "closed":
            return None
        value = ENTER[terrain][CLASSES.index(self.case.move_class)][column]
        return float(value) if isinstance(value, int) else value  # type: ignore[return-value]

    def closed(self, h: Hex) -> bool:
        """No step of ours ever ends there."""
        if h in self.case.enemies or self.map.hexes[h].terrain == "impassable":
            return True
        return self.base(h, True) is None

    def through(self, h: Hex) -> dict[str, int]:
        """The Roads in a hex with the number of hexsides each passes."""
        found: dict[str, int] = {}
        for n in neighbours(h):
            if n in self.inside:
                for link in self.map.links.get(hexside(h, n), ()):
                    found[link.road] = found.get(link.road, 0) + 1
        return found

    def is_raised(self, road: str) -> bool:
        return self.map.roads[road].kind.startswith("raised")

    def raised(self, h: Hex) -> bool:
        return any(self.is_raised(road) for road in self.through(h))

    def ramp(self, h: Hex, road: str) -> bool:
        """Whether a Road leads on or off the raised Roads of a hex."""
        if self.is_raised(road):
            return True
        if self.readings.raised_ends == "closed":
            return False
        return any(
            self.is_raised(other) and count == 1 and self.map.meet(h, road, other)
            for other, count in self.through(h).items()
        )

    def pontoon_ramp(self, h: Hex, kinds: set[str]) -> bool:
        """Whether a pontoon leads off and onto the raised Road of a hex, since one ends there."""
        ends = any(self.is_raised(road) and n == 1 for road, n in self.through(h).items())
        return "pontoon" in kinds and ends and self.readings.raised_ends == "open"

    def states(self) -> Iterator[State]:
        """The states to begin from."""
        h, column = self.case.start, self.case.column
        if column and self.raised(h):
            yield from ((h, True, road) for road in self.through(h) if self.is_raised(road))
        else:
            yield (h, column, "")

    def steps(self, state: State) -> Iterator[tuple[State, float]]:
        """Every legal step with its cost in MP."""
        h, column, on = state
        for n in neighbours(h):
            if n not in self.inside or self.closed(n):
                continue
            side = hexside(h, n)
            if column:
                yield from self.by_road(h, n, side, on)
            yield from self.over_land(h, n, side, column)
        yield from self.below(h, column)
        yield from self.in_place(h, column, on)

    def by_road(self, h: Hex, n: Hex, side: Hexside, on: str) -> Iterator[tuple[State, float]]:
        for link in self.map.links.get(side, ()):
            road = link.road
            if self.raised(h) and not self.ramp(h, road):
                continue
            if self.raised(n) and (n in self.case.road_blocks or not self.ramp(n, road)):
                continue
            if not self.bridge_carries(side):
                continue
            meets = on in ("", road) or self.map.meet(h, on, road)
            if meets:
                rail = self.map.roads[road].kind.endswith("railroad")
                yield (n, True, road), RAIL[self.case.move_class] if rail else 0.5
            elif self.readings.change_road == "next_hex" and not self.raised(h):
                cost = self.base(n, True)
                if isinstance(cost, float):
                    yield (n, True, road), cost

    def bridge_carries(self, side: Hexside) -> bool:
        """Whether what is on a hexside lets a Unit in Column along a Road pass."""
        kinds = {f.kind for f in self.map.features(side)}
        told = self.case.bridges.get(side, "")
        if kinds & {"river", "canal"}:
            if "bridge" in kinds:
                if told in ("destroyed", "bailey_out"):
                    return False
                note = next(f.note for f in self.map.features(side) if f.kind == "bridge")
                for_trains = note == "railroad" and told != "improved"
                return not (for_trains and self.vehicle)
            return "pontoon" in kinds and told == "assembled"
        if "stream" in kinds and self.vehicle:
            if told == "unstable":
                return False
            if told == "unchecked":
                return self.readings.unchecked_bridge == "cross"
        return True

    def over_land(
        self, h: Hex, n: Hex, side: Hexside, column: bool
    ) -> Iterator[tuple[State, float]]:
        kinds = {f.kind for f in self.map.features(side)}
        if "impassable" in kinds:
            return
        if kinds & {"river", "canal"}:
            # A bridge without any Road on it is crossed at the terrain's cost.
            if side in self.map.links or not column or not self.bridge_carries(side):
                return
            if not kinds & {"bridge", "pontoon"}:
                return
        cost = self.base(n, column)
        if not isinstance(cost, float):
            return
        if column:
            if any(self.raised(x) and not self.pontoon_ramp(x, kinds) for x in (h, n)):
                return
            if self.raised(n) and n in self.case.road_blocks:
                return
        elif self.raised(n):
            if self.vehicle:
                return
            cost *= 2
        if "stream" in kinds:
            if self.vehicle:
                return
            road = side in self.map.links and self.readings.stream_on_foot == "road"
            if column or not road:
                cost += 1 if column else 2
        if self.vehicle and self.games[h] == "tdc" and self.map.hexes[h].terrain == "woods":
            return
        yield (n, column, ""), cost

    def below(self, h: Hex, column: bool) -> Iterator[tuple[State, float]]:
        """Culverts and viaducts."""
        if not column or self.raised(h):
            return
        for n in neighbours(h):
            if n not in self.inside:
                continue
            for feature in self.map.features(hexside(h, n)):
                if feature.kind == "culvert":
                    yield from self.beyond(h, n, False)
                if feature.kind != "viaduct":
                    continue
                if self.named(h, feature.name, n):
                    continue  # we are under the raised Road ourselves
                further = self.named(n, feature.name, h)
                low = feature.note == "leg only"
                for end in further or [n]:
                    yield from self.beyond(h, end, low)

    def named(self, h: Hex, name: str, but: Hex) -> list[Hex]:
        """The hexes beyond the other viaducts of that name around a hex."""
        return [
            n
            for n in neighbours(h)
            if n != but
            and n in self.inside
            and any(
                f.kind == "viaduct" and f.name == name for f in self.map.features(hexside(h, n))
            )
        ]

    def beyond(self, h: Hex, n: Hex, low: bool) -> Iterator[tuple[State, float]]:
        cost = self.base(n, True)
        if self.closed(n) or self.raised(n) or not isinstance(cost, float):
            return
        if low and self.vehicle:
            return
        if self.vehicle and self.games[h] == "tdc" and self.map.hexes[h].terrain == "woods":
            return
        yield (n, True, ""), cost + BELOW[self.case.move_class]

    def in_place(self, h: Hex, column: bool, on: str) -> Iterator[tuple[State, float]]:
        terrain = self.map.hexes[h].terrain
        if not column:
            if self.raised(h):
                for road in self.through(h):
                    if self.is_raised(road):
                        yield (h, True, road), 1
            else:
                yield (h, True, ""), 1
            return
        if self.vehicle:
            kept = terrain in ("woods", "town", "city", "fortified") or (
                terrain == "swamp" and self.readings.swamp_column == "kept"
            )
            if not kept and not self.raised(h):
                yield (h, False, ""), 0 if self.readings.leave_column == "free" else 1
        elif self.raised(h):
            yield (h, False, ""), 0 if self.readings.leave_raised == "hit" else 1
        else:
            yield (h, False, ""), 0 if self.readings.leave_column == "free" else 1
        if self.readings.change_road == "in_hex" and on and not self.raised(h):
            cost = self.base(h, True)
            others = [r for r in self.through(h) if not self.map.meet(h, on, r)]
            if others and isinstance(cost, float):
                yield (h, True, ""), cost


def cheapest_of_all(oracle: Oracle) -> dict[State, float]:
    """MP to every state that can be reached, by exhaustive relaxation (Bellman and Ford)."""
    found = dict.fromkeys(oracle.states(), 0.0)
    changed = True
    while changed:
        changed = False
        for state, cost in list(found.items()):
            for there, price in oracle.steps(state):
                if cost + price < found.get(there, 1e9):
                    found[there] = cost + price
                    changed = True
    return found
