"""Where Roads run: through hexsides and centres as calmly as the rules allow.

Roads of one class (for trains, or for the rest) that meet in both hexes of a hexside share one
carriageway over it; those that do not (WED 2.5) keep a lane each, and so do a road and a railroad.
In a hex, Roads that meet run through one hub.

What blocks sight as a drawn line is not free to bend: raised Roads, and any Road over a bridge, run
straight from hex centre to hex centre, as a line of sight meets them (WED 2.15.4, 2.16). Only a
lane of their own, beside another Road, moves them aside; and at a hex centre, where they turn, the
corner is rounded, by no more than their own line is wide.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal, TypeAlias

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.borders import (
    Leeway,
    Place,
    half_way,
    hermite,
    relaxed,
)
from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.terrain.terrain_map import TerrainMap

RAILS = ("railroad", "raised_railroad")

ORDER = ("railroad", "raised_railroad", "raised_road", "road", "main_road")
"""The kinds of Road, the greatest last; kinds of another name are greater still."""

SIGHT_KINDS = ("raised_road", "raised_railroad")
"""Roads that are drawn as lines of sight meet them: straight from centre to centre."""

SIGHT_CROSSINGS = ("bridge",)
"""Crossings whose Road is drawn so on both sides of the hexside."""

LANE = 13.0
"""Px between two Roads on one hexside, at 72 px a hex."""

PORT = 14.0
"""Px by which a Road alone on a hexside may cross it off its middle."""

DRIFT = 6.0
"""Px by which a lane may be moved outwards."""

ROUNDED = 16.0
"""Px from a hex centre within which the corner of a straight Road is rounded: it leaves the centre
by a quarter of that at most."""

THROUGH, JUNCTION = 18.0, 10.0
"""Px by which a hub may leave its hex centre: of a Road running through, or where several meet."""

STEPS = 12
"""Parts of a curve over half a link."""

Train: TypeAlias = Literal["rail", "road"]
"""The two classes of Road, which share no carriageway."""


@dataclass(frozen=True, slots=True)
class Hub:
    """The spot in a hex through which Roads of a class that meet there run."""

    hex: Hex
    train: Train
    first: str


@dataclass(frozen=True, slots=True)
class RoadLane:
    """A carriageway over a hexside, and the Roads on it, sorted."""

    side: Hexside
    train: Train
    roads: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RoadPiece:
    """A carriageway's line in one hex, from the hexside to the hub; ``kinds`` greatest last."""

    hex: Hex
    side: Hexside
    roads: tuple[str, ...]
    kinds: tuple[str, ...]
    line: tuple[Spot, ...]

    @property
    def kind(self) -> str:
        """The kind it is drawn as."""
        return self.kinds[-1]


def rank(kind: str) -> int:
    """The place of a Road kind in the order of drawing; unknown kinds on top."""
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def road_pieces(terrain: TerrainMap, place: Place) -> tuple[RoadPiece, ...]:
    """All half links of a map."""
    return tuple(Net(terrain, place).pieces())


class Net:
    """A map's lanes and hubs, and how they hang together."""

    def __init__(self, terrain: TerrainMap, place: Place) -> None:
        self.terrain, self.place = terrain, place
        self.on_side: dict[Hexside, list[RoadLane]] = {}
        for side in sorted(terrain.links):
            roads = sorted({link.road for link in terrain.links[side]})
            self.on_side[side] = sorted(self.lanes(side, roads), key=lambda lane: lane.roads)
        in_hex: dict[tuple[Hex, Train], set[str]] = {}
        for lanes in self.on_side.values():
            for lane in lanes:
                for h in lane.side:
                    in_hex.setdefault((h, lane.train), set()).update(lane.roads)
        self.hub: dict[tuple[Hex, str], Hub] = {}
        for (h, train), there in in_hex.items():
            for group in self.meeting(sorted(there), [h]):
                for road in group:
                    self.hub[h, road] = Hub(h, train, group[0])
        self.arms: dict[Hub, list[RoadLane]] = {}
        for lanes in self.on_side.values():
            for lane in lanes:
                for h in lane.side:
                    self.arms.setdefault(self.hub[h, lane.roads[0]], []).append(lane)
        self.onward = {
            (hub, lane): other
            for hub, lanes in self.arms.items()
            for lane, other in self.runs(hub, lanes)
        }

    def lanes(self, side: Hexside, roads: Sequence[str]) -> Iterator[RoadLane]:
        """The carriageways over a hexside."""
        trains: tuple[Train, ...] = ("road", "rail")
        for train in trains:
            own = [r for r in roads if (self.terrain.roads[r].kind in RAILS) == (train == "rail")]
            for group in self.meeting(own, list(side)):
                yield RoadLane(side, train, group)

    def meeting(self, roads: Sequence[str], hexes: Sequence[Hex]) -> list[tuple[str, ...]]:
        """Roads in groups, each meeting another of its group in every one of some hexes."""
        groups = [{road} for road in roads]
        for a, b in combinations(roads, 2):
            if all(self.terrain.meet(h, a, b) for h in hexes):
                one, other = (next(g for g in groups if road in g) for road in (a, b))
                if one is not other:
                    groups.remove(other)
                    one |= other
        return [tuple(sorted(group)) for group in groups]

    def kinds(self, lane: RoadLane) -> tuple[str, ...]:
        """The kinds of Road on a lane, the greatest last."""
        found = {self.terrain.roads[road].kind for road in lane.roads}
        return tuple(sorted(found, key=lambda kind: (rank(kind), kind)))

    def straight(self, lane: RoadLane) -> bool:
        """Whether a lane must be drawn as lines of sight meet it."""
        return not set(SIGHT_KINDS).isdisjoint(self.kinds(lane)) or self.terrain.has(
            lane.side, *SIGHT_CROSSINGS
        )

    def runs(self, hub: Hub, lanes: Sequence[RoadLane]) -> Iterator[tuple[RoadLane, RoadLane]]:
        """Which lane runs on as which through a hub: the same Road's, then the straightest."""

        def fit(pair: tuple[RoadLane, RoadLane]) -> tuple[bool, int, float]:
            a, b = pair
            (ax, ay), (bx, by) = (self.place.middle(lane.side) for lane in pair)
            x, y = self.place.centre(hub.hex)
            # How little the way bends: middles on opposite sides of the centre point apart.
            turn = (ax - x) * (bx - x) + (ay - y) * (by - y)
            least = min(rank(self.kinds(a)[-1]), rank(self.kinds(b)[-1]))
            return not set(a.roads) & set(b.roads), -least, turn

        left = list(lanes)
        for a, b in sorted(combinations(lanes, 2), key=fit):
            if a in left and b in left:
                left.remove(a)
                left.remove(b)
                yield a, b
                yield b, a

    def home(self, lane: RoadLane) -> tuple[Spot, Leeway]:
        """Where a lane crosses its hexside at first, and how far it may move."""
        beside = self.on_side[lane.side]
        (x, y), way = self.place.middle(lane.side), self.place.way(lane.side)
        aside = (beside.index(lane) - (len(beside) - 1) / 2) * LANE
        spot = (x + way[0] * aside, y + way[1] * aside)
        if len(beside) == 1:
            return spot, Leeway(way=way, low=-PORT, high=PORT)
        return spot, Leeway(way=way, low=-DRIFT if aside < 0 else 0, high=DRIFT if aside > 0 else 0)

    def hub_home(self, hub: Hub) -> Spot:
        """A hub's hex centre; where all its lanes lie beside others, their mean way aside."""
        x, y = self.place.centre(hub.hex)
        lanes = self.arms[hub]
        if any(len(self.on_side[lane.side]) == 1 for lane in lanes):
            return x, y
        off = [(self.home(lane)[0], self.place.middle(lane.side)) for lane in lanes]
        dx = sum(spot[0] - middle[0] for spot, middle in off) / len(off)
        dy = sum(spot[1] - middle[1] for spot, middle in off) / len(off)
        return x + dx, y + dy

    def pieces(self) -> Iterator[RoadPiece]:
        """Relax lanes and hubs and draw the curves through them."""
        number: dict[RoadLane | Hub, int] = {}
        homes: list[Spot] = []
        limits: dict[int, Leeway] = {}
        fixed = {hub for hub, lanes in self.arms.items() if any(map(self.straight, lanes))}
        for lanes in self.on_side.values():
            for lane in lanes:
                spot, limit = self.home(lane)
                if not self.straight(lane):
                    limits[len(homes)] = limit
                number[lane] = len(homes)
                homes.append(spot)
        for hub, lanes in self.arms.items():
            if hub not in fixed:
                limits[len(homes)] = Leeway(THROUGH if len(lanes) == 2 else JUNCTION)
            number[hub] = len(homes)
            homes.append(self.hub_home(hub))
        bends = []
        for lanes in self.on_side.values():
            for lane in lanes:
                a, b = self.ends(lane)
                bends.append((number[a], number[lane], number[b]))
        for (hub, lane), other in self.onward.items():
            if number[lane] < number[other]:
                bends.append((number[lane], number[hub], number[other]))
        spots = relaxed(homes, bends, limits)
        where = {node: spots[k] for node, k in number.items()}
        corners = {hub: self.corner(hub, where) for hub in self.arms if hub in fixed}
        for lanes in self.on_side.values():
            for lane in lanes:
                for hub in self.ends(lane):
                    line = self.line(lane, hub, where, corners)
                    yield RoadPiece(hub.hex, lane.side, lane.roads, self.kinds(lane), line)

    def ends(self, lane: RoadLane) -> tuple[Hub, Hub]:
        """The hubs on both sides of a lane's hexside."""
        a, b = lane.side
        return self.hub[a, lane.roads[0]], self.hub[b, lane.roads[0]]

    def corner(self, hub: Hub, where: Mapping[RoadLane | Hub, Spot]) -> RoadCorner:
        """The rounded corner of the greatest Road that runs straight into a hub and on."""
        spot = where[hub]
        lanes = sorted(self.arms[hub], key=lambda lane: -rank(self.kinds(lane)[-1]))
        for lane in lanes:
            other = self.onward.get((hub, lane))
            if other is None or not (self.straight(lane) or self.straight(other)):
                continue
            if cosine(where[lane], spot, where[other]) < 0:
                (ux, uy), (vx, vy) = direction(spot, where[lane]), direction(spot, where[other])
                turn = (ux + vx, uy + vy)
                far = ROUNDED / max(1.0, math.hypot(*turn))
                apex = (spot[0] + turn[0] * far / 4, spot[1] + turn[1] * far / 4)
                return RoadCorner(
                    spot, apex, far, {lane: (vx - ux, vy - uy), other: (ux - vx, uy - vy)}
                )
        return RoadCorner(spot, spot, 0.0, {})

    def line(
        self,
        lane: RoadLane,
        hub: Hub,
        where: Mapping[RoadLane | Hub, Spot],
        corners: Mapping[Hub, RoadCorner],
    ) -> tuple[Spot, ...]:
        """The curve from a hexside to a hub; straight where sight meets it."""
        port, corner = where[lane], corners.get(hub)
        spot = corner.apex if corner else where[hub]
        if corner and self.straight(lane):
            return corner.straight_to(lane, port)
        beyond = next(one for one in self.ends(lane) if one != hub)
        leaves = half_way(where[beyond], where[hub])
        other = self.onward.get((hub, lane))
        through = corner.ways.get(lane) if corner else None
        if through is not None:
            share = 0.9 * math.dist(port, spot) / (math.hypot(*through) or 1.0)
            arrives = (through[0] * share, through[1] * share)
        elif other is None:
            arrives = (spot[0] - port[0], spot[1] - port[1])
        else:
            arrives = half_way(port, where[other])
        return hermite(port, leaves, spot, arrives, STEPS)


@dataclass(frozen=True, slots=True)
class RoadCorner:
    """How Roads meet at a hex centre that one of them runs straight to.

    ``apex`` is the spot they meet in, beside the centre ``at`` where one of them turns, which it
    begins to do ``far`` px before; ``ways`` are the directions in which the two that run on as each
    other arrive in it.
    """

    at: Spot
    apex: Spot
    far: float
    ways: Mapping[RoadLane, Spot]

    def straight_to(self, lane: RoadLane, port: Spot) -> tuple[Spot, ...]:
        """Straight from a hexside towards the centre, then to the apex."""
        if self.apex == self.at:
            return port, self.at
        way = direction(self.at, port)
        begin = (self.at[0] + way[0] * self.far, self.at[1] + way[1] * self.far)
        if lane not in self.ways:
            return port, begin, self.apex
        # Half of the curve from here to as far beyond the centre, about which it is alike.
        turn = (begin[0] + self.at[0]) / 2, (begin[1] + self.at[1]) / 2
        return port, *(bent(begin, turn, self.apex, k / BENDS) for k in range(BENDS + 1))


BENDS = 6
"""Parts of half a rounded corner."""


def bent(a: Spot, b: Spot, c: Spot, t: float) -> Spot:
    """A spot of the curve from a to c that is drawn towards b."""
    u, v, w = (1 - t) * (1 - t), 2 * t * (1 - t), t * t
    return u * a[0] + v * b[0] + w * c[0], u * a[1] + v * b[1] + w * c[1]


def direction(a: Spot, b: Spot) -> Spot:
    """The unit vector from a to b."""
    far = math.dist(a, b) or 1.0
    return (b[0] - a[0]) / far, (b[1] - a[1]) / far


def cosine(a: Spot, at: Spot, b: Spot) -> float:
    """The cosine of the angle at a spot between two others: below 0 where a way runs on."""
    (ux, uy), (vx, vy) = direction(at, a), direction(at, b)
    return ux * vx + uy * vy
