"""Where Roads run: through hexsides and centres as calmly as the rules allow.

Roads of one class (for trains, or for the rest) that meet in both hexes of a hexside share one
carriageway over it; those that do not (WED 2.5) keep a lane each, and so do a road and a railroad.
In a hex, Roads that meet run through one hub.

What blocks sight as a drawn line is less free to bend: of raised Roads, and of any Road over a
bridge, a line of sight meets the line from hex centre to hex centre (WED 2.15.4, 2.16). They wind
about it, and it lies under them all the way: they leave it by no more than half of what is drawn of
them. A style in which no line of sight meets them lets them bend as all others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain.terrain_map import TerrainMap

RAILS = ("railroad", "raised_railroad")

ORDER = ("railroad", "raised_railroad", "raised_road", "road", "main_road")
"""The kinds of Road, the greatest last; kinds of another name are greater still."""

SIGHT_KINDS = ("raised_road", "raised_railroad")
"""Roads that lines of sight meet, from centre to centre."""

SIGHT_CROSSINGS = ("bridge",)
"""Crossings whose Road they meet on both sides of the hexside."""


EMBANKMENT = 6.0
"""Px that the hachures of a raised Road stand out beyond its edge."""

LANE = 13.0
"""Px between two Roads on one hexside, at 72 px a hex."""

PORT = 14.0
"""Px by which a Road alone on a hexside may cross it off its middle."""

DRIFT = 6.0
"""Px by which a lane may be moved outwards."""

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


def half_drawn(style: BoardStyle, kinds: Collection[str]) -> float:
    """Half of how wide a Road of some kinds, the greatest last, is drawn, px at 72 px a hex."""
    last = [*kinds][-1]
    paint = style.road_paint(style.drawn.get(last, last))
    bank = 0.0 if set(SIGHT_KINDS).isdisjoint(kinds) else EMBANKMENT
    return paint.width / 2 + paint.rim + bank


def rank(kind: str) -> int:
    """The place of a Road kind in the order of drawing; unknown kinds on top."""
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def road_pieces(
    terrain: TerrainMap, place: Place, raised: float, bridge: float
) -> tuple[RoadPiece, ...]:
    """All half links of a map. :param raised: px by which a raised Road may leave a hex centre.
    :param bridge: the same of a Road over a bridge."""
    return tuple(Net(terrain, place, raised, bridge).pieces())


class Net:
    """A map's lanes and hubs, and how they hang together."""

    def __init__(self, terrain: TerrainMap, place: Place, raised: float, bridge: float) -> None:
        self.terrain, self.place, self.raised, self.bridge = terrain, place, raised, bridge
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

    def sway(self, lane: RoadLane) -> float | None:
        """By how much a lane that lines of sight meet may leave a hex centre, px; None: of others,
        and where it is free."""
        raised = not set(SIGHT_KINDS).isdisjoint(self.kinds(lane))
        met = raised or self.terrain.has(lane.side, *SIGHT_CROSSINGS)
        sway = self.raised if raised else self.bridge
        return sway if met and sway < THROUGH else None

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
        for lanes in self.on_side.values():
            for lane in lanes:
                spot, limit = self.home(lane)
                if self.sway(lane) is None:
                    limits[len(homes)] = limit
                number[lane] = len(homes)
                homes.append(spot)
        for hub, lanes in self.arms.items():
            usual = THROUGH if len(lanes) == 2 else JUNCTION
            sways = [sway for lane in lanes if (sway := self.sway(lane)) is not None]
            limits[len(homes)] = Leeway(min((usual, *sways)))
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
        for lanes in self.on_side.values():
            for lane in lanes:
                for hub in self.ends(lane):
                    line = self.line(lane, hub, where)
                    yield RoadPiece(hub.hex, lane.side, lane.roads, self.kinds(lane), line)

    def ends(self, lane: RoadLane) -> tuple[Hub, Hub]:
        """The hubs on both sides of a lane's hexside."""
        a, b = lane.side
        return self.hub[a, lane.roads[0]], self.hub[b, lane.roads[0]]

    def line(
        self, lane: RoadLane, hub: Hub, where: Mapping[RoadLane | Hub, Spot]
    ) -> tuple[Spot, ...]:
        """The curve from a hexside to a hub."""
        port, spot = where[lane], where[hub]
        beyond = next(one for one in self.ends(lane) if one != hub)
        leaves = half_way(where[beyond], where[hub])
        other = self.onward.get((hub, lane))
        arrives = half_way(port, where[other]) if other else (spot[0] - port[0], spot[1] - port[1])
        return hermite(port, leaves, spot, arrives, STEPS)
