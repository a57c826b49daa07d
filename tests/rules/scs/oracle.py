"""A second opinion on movement, Road March and supply of It Never Snows, by rules written again.

Works on printed numbers and plain dictionaries, without the rules' code: every way is tried to its
end, however long it takes. Maps and positions are drawn from a seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.rules.scs.made_map import (
    beside,
    block,
    context_of,
    hexside,
    made_map,
)

OFF_ROAD = {"clear": 2, "woods": 4, "village": 2, "city": 2, "enclosed": 2}
BRIDGES = ("bridge", "light_bridge")
ENTRY, ZONE, GATE = "A20.12", "A24.14", "A24.10"


@dataclass
class World:
    """A small map and who stands on it."""

    hexes: list[str]
    terrain: dict[str, str] = field(default_factory=dict)
    sides: dict[str, list[str]] = field(default_factory=dict)
    links: dict[str, list[str]] = field(default_factory=dict)
    bridges: dict[str, str] = field(default_factory=dict)
    ferries: dict[str, int] = field(default_factory=dict)
    enemies: dict[str, bool] = field(default_factory=dict)  # hex: whether it exerts a zone
    friends: dict[str, int] = field(default_factory=dict)
    unit: dict[str, Any] = field(default_factory=dict)
    start: str = ""

    def around(self, a: str) -> list[str]:
        """The hexes beside a hex that are on the map."""
        return [b for b in beside(a) if b in self.hexes]

    def bridge(self, a: str, b: str) -> str:
        """The bridge over a hexside now: its kind, ``built``, or nothing."""
        side = hexside(a, b)
        if self.bridges.get(side) == "built":
            return "built"
        if self.bridges.get(side) == "blown":
            return ""
        return next((one for one in self.sides.get(side, ()) if one in BRIDGES), "")

    def wet(self, a: str, b: str) -> bool:
        """Whether a Sea Line runs between two hexes."""
        return "sea_line" in self.sides.get(hexside(a, b), ())

    def roads(self, a: str, b: str) -> list[str]:
        """The kinds of Road between two hexes."""
        return [one.partition(":")[0] for one in self.links.get(hexside(a, b), ())]

    def has_road(self, a: str) -> bool:
        """Whether a road, no railroad, is in a hex."""
        return any(one != "railroad" for b in self.around(a) for one in self.roads(a, b))

    def zone(self) -> set[str]:
        """The hexes in enemy Zones of Control."""
        return {
            b
            for a, has in self.enemies.items()
            if has
            for b in self.around(a)
            if not self.wet(a, b) or self.bridge(a, b)
        }

    def record(self) -> Mapping[str, Any]:
        """The position as JSON."""
        german = {"side": "German", "kind": "infantry", "dg": False, "oos": False}
        units = [
            {**german, "name": f"g{a}", "hex": a, "ma": 5 if has else 0}
            for a, has in self.enemies.items()
        ]
        for a, many in self.friends.items():
            units += [
                {**german, "side": "Allied", "name": f"a{a}{n}", "hex": a, "ma": 5}
                for n in range(many)
            ]
        return {
            "units": units,
            "bridges": self.bridges,
            "ferries": {name: {"used": used} for name, used in self.ferries.items()},
            "drop_zones": {"82": ZONE},
            "linked": [],
        }

    def context(self) -> Any:
        """A context with the map."""
        areas = {"entry-a": [ENTRY], "entry-h": [GATE]}
        return context_of(made_map(self.hexes, self.terrain, self.sides, self.links, areas))


def world(seed: int) -> World:
    """A small map and position, drawn from a seed."""
    chance = Random(seed)
    made = World(block(5, 6))
    pairs = sorted({hexside(a, b) for a in made.hexes for b in made.around(a)})
    kinds = ["clear"] * 4 + ["woods", "polder", "village", "city"]
    made.terrain = {a: chance.choice(kinds) for a in made.hexes}
    for side in pairs:
        roll = chance.random()
        if roll < 0.12:
            made.sides[side] = ["river"]
        elif roll < 0.32:
            made.sides[side] = ["sea_line"]
    for number in range(3):
        kind = chance.choice(["primary_road", "secondary_road", "secondary_road", "railroad"])
        at = chance.choice(made.hexes)
        for _ in range(8):
            on = chance.choice(made.around(at))
            side = hexside(at, on)
            made.links.setdefault(side, [])
            if not any(one.endswith(f":{number}") for one in made.links[side]):
                made.links[side].append(f"{kind}:{number}")
            at = on
    for side in made.links:
        if "sea_line" in made.sides.get(side, ()):
            made.sides[side] = ["sea_line", chance.choice(BRIDGES)]
            if chance.random() < 0.3:
                made.bridges[side] = chance.choice(["blown", "prepared", "stands"])
    dry = [side for side, many in made.sides.items() if many == ["sea_line"]]
    for side in chance.sample(dry, min(2, len(dry))):
        if chance.random() < 0.5:
            made.bridges[side] = "built"
        else:
            made.ferries[side] = chance.choice([0, 3, 4])
    free = chance.sample(made.hexes, 7)
    made.start = free.pop()
    made.enemies = {a: chance.random() < 0.6 for a in free[: chance.choice([0, 0, 1, 2])]}
    made.friends = {a: chance.choice([1, 3, 4]) for a in free[3 : 3 + chance.choice([0, 1, 3])]}
    made.unit = {
        "name": "mover",
        "side": "Allied",
        "division": "82",
        "ma": chance.choice([3, 4, 7, 8, 10]),
        "dukw": chance.random() < 0.2,
        "oval": chance.random() < 0.4,
        "dg": chance.random() < 0.15,
        "oos": chance.random() < 0.15,
        "landed": False,
        "ferried": False,
        "corps": False,
        "exploit": True,
    }
    return made


def halves(made: World) -> int:
    """The half-MP a unit has."""
    left = made.unit["ma"]
    for marker in ("dg", "oos"):
        if made.unit[marker]:
            left = (left + 1) // 2
    return 2 * left


def price(made: World, a: str, b: str) -> int | None:
    """What a step costs in half-MP, None if it is prohibited."""
    told, found = made.sides.get(hexside(a, b), []), []
    bridge, wet = made.bridge(a, b), made.wet(a, b)
    roads = list(made.roads(a, b))
    if bridge == "built" and made.has_road(a) and made.has_road(b):
        roads.append("primary_road")
    for road in roads:
        if wet and (not bridge or (bridge == "light_bridge" and made.unit["oval"])):
            continue
        found.append(2 if road == "railroad" else 1)
    dukw = made.unit["dukw"]
    ground = made.terrain[b]
    cost = OFF_ROAD.get(ground, 4 if dukw or made.unit["ma"] < 8 else 10)
    if wet and bridge != "built":
        if dukw:
            found.append(cost + 6)
    elif "river" in told:
        found.append(cost + (2 if dukw else 4))
    else:
        found.append(cost)
    return min(found) if found else None


def reach(made: World) -> dict[str, float]:
    """Every hex the unit can end in, with its least cost, by relaxing until nothing changes."""
    most, zone = halves(made), made.zone()
    costs = {made.start: 0}
    changed = True
    while changed:
        changed = False
        for a in list(costs):
            if a in zone and a != made.start:
                continue
            for b in made.around(a):
                step = None if b in made.enemies else price(made, a, b)
                if step is None or costs[a] + step > most:
                    continue
                if costs[a] + step < costs.get(b, most + 1):
                    costs[b] = costs[a] + step
                    changed = True
    ends = dict(costs)
    for name, used in made.ferries.items():
        for a, b in (name.split("/"), name.split("/")[::-1]):
            if a not in costs or (a in zone and a != made.start) or used >= 4:
                continue
            # Allied units in Entry Area A are exempt from the stacking limit (1.5).
            if b not in made.enemies and (b == ENTRY or made.friends.get(b, 0) < 4):
                ends[b] = min(ends.get(b, most + 1), costs[a])
    return {a: cost / 2 for a, cost in ends.items()} if most else {}


def marches(made: World) -> dict[str, int] | None:
    """Every hex a Road March can end in, with the fewest hexes; None if it may not begin."""
    start = made.start
    if made.unit["dg"] or made.unit["oos"] or start in made.friends or not made.has_road(start):
        return None
    near = {start}
    for _ in range(3):
        near |= {b for a in near for b in made.around(a)}
    if any(enemy in near for enemy in made.enemies):
        return None
    shut = {*made.enemies, *made.friends, *(b for a in made.enemies for b in made.around(a))}
    found: dict[str, int] = {}
    for path in ways(made, [start], None, shut - {start}):
        end = path[-1]
        found[end] = min(found.get(end, 99), len(path) - 1)
    return found


def ways(made: World, path: list[str], came: str | None, shut: set[str]) -> Iterator[list[str]]:
    """Every march on from a path, hex by hex, none twice."""
    a = path[-1]
    for b in made.around(a):
        if b in path or b in shut:
            continue
        wet, bridge = made.wet(a, b), made.bridge(a, b)
        if wet and came is not None:
            continue  # it stopped before the water
        roads = [one for one in made.links.get(hexside(a, b), ()) if not one.startswith("rail")]
        if wet:
            if not bridge or made.bridges.get(hexside(a, b)) == "prepared":
                continue
            if bridge == "light_bridge" and made.unit["oval"]:
                continue
        if bridge == "built":
            roads = ["built"] if made.has_road(a) and made.has_road(b) else roads
        for road in roads:
            on = [*path, b]
            yield on
            if not wet and not stops(made, b, road):
                yield from ways(made, on, road, shut)


def stops(made: World, b: str, road: str) -> bool:
    """Whether the road a march came on crosses a Sea Line of the hex."""
    for other in made.around(b):
        if not made.wet(b, other):
            continue
        if road in made.links.get(hexside(b, other), ()):
            return True
        joined = made.has_road(b) and made.has_road(other)
        if made.bridges.get(hexside(b, other)) == "built" and joined:
            return True
    return False


def traced(made: World, kind: str) -> int | None:
    """The fewest hexes of a trace from the start, None if there is none."""
    allied = kind != "german"
    shut = set(made.enemies) | (made.zone() - set(made.friends) - {made.start})
    wired = {side for side, word in made.bridges.items() if word == "prepared" and allied}

    def open_(a: str, b: str) -> bool:
        over = bool(made.bridge(a, b)) and hexside(a, b) not in wired
        return not made.wet(a, b) or over or hexside(a, b) in made.ferries

    def road(a: str, b: str) -> bool:
        kinds = [one for one in made.roads(a, b) if one != "railroad"]
        bridge = made.bridge(a, b)
        if bridge == "built":
            return bool(kinds) or (made.has_road(a) and made.has_road(b))
        good = bridge == "bridge" and hexside(a, b) not in wired
        return bool(kinds) and (not made.wet(a, b) or good)

    if kind != "corps":
        goal = ZONE if allied else GATE
        return steps_to({made.start}, {goal} - (shut - {made.start}), made, open_, shut, 99)
    net, more = {ENTRY} - shut, True
    while more:
        new = {b for a in net for b in made.around(a) if b not in shut and road(a, b)} - net
        net, more = net | new, bool(new)
    return steps_to({made.start}, net, made, lambda a, b: True, shut, 5)


def steps_to(
    at: set[str], goals: set[str], made: World, open_: Any, shut: set[str], most: int
) -> int | None:
    """The steps from some hexes to the nearest goal, all hexes at one distance at a time."""
    seen = set(at)
    for count in range(most + 1):
        if at & goals:
            return count
        at = {b for a in at for b in made.around(a) if b not in shut and open_(a, b)} - seen
        seen |= at
    return None
