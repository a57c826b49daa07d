"""The route of a rule set on a map: its graph, its Stop hexes, its spurs and its Road links."""

from __future__ import annotations

from collections.abc import (
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeAlias

from clubroute.builder.counting import is_whole
from clubroute.builder.grid import HexNumberError
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.ground.mapfile import (
    NOWHERE,
    MapArea,
    MapFile,
    RoadLink,
)
from clubroute.rules.gts.clubroute.ruleset import RouteScenario, RuleSet

# A route as a graph of hexes, each step leading north; which ways there are through it.
#
# Nothing here knows a map or a game: hexes are numbers. The route forks where a hex has two hexes
# ahead, and spurs come together again where two have the same one ahead.

Way: TypeAlias = tuple[int, ...]
"""Hexes from south to north, each ahead of the one before."""

MOST_WAYS = 512
"""Ways looked at between two hexes. The nine maps have a few dozen; only made-up states have more.
"""


@dataclass(frozen=True, slots=True)
class RouteGraph:
    """Steps north (``ahead``) and south (``behind``), by hex, each in ascending order."""

    ahead: Mapping[int, tuple[int, ...]]
    behind: Mapping[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def hexes(self) -> frozenset[int]:
        """Every hex of the route."""
        return frozenset((*self.ahead, *self.behind))

    def beyond(self, start: int) -> frozenset[int]:
        """A hex and every hex north of it."""
        return reached(self.ahead, start)

    def before(self, end: int) -> frozenset[int]:
        """A hex and every hex south of it."""
        return reached(self.behind, end)

    def without(self, closed: Collection[int]) -> RouteGraph:
        """The graph without some hexes."""
        return route_graph(
            (a, b) for a, many in self.ahead.items() for b in many if not {a, b} & set(closed)
        )

    def ended_at(self, end: int) -> RouteGraph:
        """The graph without the steps north of a hex."""
        return route_graph((a, b) for a, many in self.ahead.items() for b in many if a != end)

    def from_hex(self, start: int) -> RouteGraph:
        """The graph of the steps at and north of a hex."""
        inside = self.beyond(start)
        return route_graph((a, b) for a, many in self.ahead.items() if a in inside for b in many)


def route_graph(steps: Iterable[tuple[int, int]]) -> RouteGraph:
    """The graph of some steps, each from the southern hex to the northern."""
    ahead: dict[int, set[int]] = {}
    behind: dict[int, set[int]] = {}
    for a, b in steps:
        ahead.setdefault(a, set()).add(b)
        behind.setdefault(b, set()).add(a)
    return RouteGraph(
        {a: tuple(sorted(many)) for a, many in sorted(ahead.items())},
        {b: tuple(sorted(many)) for b, many in sorted(behind.items())},
    )


def reached(steps: Mapping[int, Sequence[int]], start: int) -> frozenset[int]:
    """The hexes some steps lead to, the start among them."""
    found, waiting = {start}, [start]
    while waiting:
        for hex_ in steps.get(waiting.pop(), ()):
            if hex_ not in found:
                found.add(hex_)
                waiting.append(hex_)
    return frozenset(found)


def ways(graph: RouteGraph, start: int, end: int) -> tuple[Way, ...]:
    """The ways from a hex to another that enter no hex twice, at most ``MOST_WAYS``."""
    useful = graph.beyond(start) & graph.before(end)
    found: list[Way] = []
    waiting: list[Way] = [(start,)] if useful else []
    while waiting and len(found) < MOST_WAYS:
        way = waiting.pop()
        if way[-1] == end:
            found.append(way)
            continue
        onward = [h for h in graph.ahead.get(way[-1], ()) if h in useful and h not in way]
        waiting += [(*way, hex_) for hex_ in reversed(onward)]
    return tuple(found)


def stretches(graph: RouteGraph, start: int, stops: Collection[int]) -> tuple[Way, ...]:
    """The ways from a hex to the next Stop hex, or to an end of the route, on every branch."""
    found: list[Way] = []
    waiting: list[Way] = [(start,)]
    while waiting and len(found) < MOST_WAYS:
        way = waiting.pop()
        onward = [hex_ for hex_ in graph.ahead.get(way[-1], ()) if hex_ not in way]
        if len(way) > 1 and (way[-1] in stops or not onward):
            found.append(way)
        else:
            waiting += [(*way, hex_) for hex_ in reversed(onward)]
    return tuple(found)


def through(candidates: Iterable[Way], hexes: Collection[int]) -> tuple[Way, ...]:
    """The ways that pass all of some hexes."""
    wanted = set(hexes)
    return tuple(way for way in candidates if wanted <= set(way))


def common(candidates: Sequence[Way]) -> frozenset[int]:
    """The hexes that every one of some ways passes."""
    return frozenset.intersection(*map(frozenset, candidates)) if candidates else frozenset()


RAILS = ("railroad", "raised_railroad")
BRIDGES = ("bridge", "pontoon")
"""Hexside features that can be destroyed, or are not there until they are assembled."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A Club Route Stop hex: its name, the rule and what it rests on."""

    name: str
    rule: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class RouteNetwork:
    """The route on a map.

    ``start`` is its southern hex and ``exit`` the one where the Marker leaves the map; ``marker``
    is where the Marker starts. Each is ``NOWHERE`` where the rule set has none. ``areas`` gives
    the area every step north belongs to, ``spurs`` the hexes that only a spur passes. ``known``
    are the hexes north of which every Stop hex is known. ``end`` is the northern hex of a scenario
    whose whole route is Club Route, without a Marker.
    """

    map: MapFile
    rules: RuleSet
    graph: RouteGraph
    areas: Mapping[tuple[int, int], MapArea]
    start: int
    exit: int
    marker: int
    stops: Mapping[int, Stop]
    known: frozenset[int]
    spurs: Mapping[str, frozenset[int]]
    end: int = NOWHERE

    def number(self, hex_: int) -> str:
        """A hex as printed."""
        return self.map.number(hex_)

    def place(self, a: int, b: int) -> int:
        """The place of the hexside between two adjacent hexes."""
        return self.map.place(a, b)

    def road(self, a: int, b: int) -> str:
        """The name of the Road the route takes from a hex to the next, "" if the map has none."""
        link = self.link(a, b)
        road = None if link is None else self.map.roads[link.road]
        return (road.name or road.id) if road else ""

    def link(self, a: int, b: int) -> RoadLink | None:
        """The Road link the route takes from a hex to the next, None if the map has none."""

        def order(link: RoadLink) -> tuple[bool, bool]:
            road = self.map.roads[link.road]
            return road.kind in RAILS, not road.id.startswith("club-route")

        return min(self.map.links.get(self.place(a, b), ()), key=order, default=None)

    def provenance(self, a: int, b: int) -> Provenance:
        """Return the provenance of the route's step from a hex to the next.

        That the route passes some hexes stands in a rulebook; where it runs between them is no
        surer than the Road it takes.
        """
        link = self.link(a, b)
        bases = [self.areas[a, b].basis, *([] if link is None else [link.basis])]
        return weakest(self.map.bases[basis].provenance for basis in bases)

    def bridge(self, a: int, b: int) -> tuple[str, str, bool]:
        """Return the crossing on a hexside: kind, name, and whether it is suspect (2.11).

        The kind is ``bridge``, ``pontoon``, ``stream_bridge`` or "".
        """
        features = self.map.sides.get(self.place(a, b), ())
        for kind in (*BRIDGES, "stream_bridge"):
            for feature in features:
                if feature.kind == kind:
                    suspect = kind == "stream_bridge" and "unstable" in feature.note
                    return kind, feature.name, suspect
        return "", "", False


def network_of(map_: MapFile, rules: RuleSet) -> RouteNetwork:
    """The route of a rule set on a map."""
    route, stops = rules["route"], rules["stops"]
    kinds, games = route.words("kinds"), route.words("games")
    chosen = [area for area in map_.areas if area.kind in kinds and area.game in games]
    areas: dict[tuple[int, int], MapArea] = {}
    for area in chosen:
        for a, b in pairwise(northward(map_, area)):
            if b in [column[a] for column in map_.beside]:
                areas.setdefault((a, b), area)
    graph = route_graph(areas)
    start, exit_ = place_of(map_, route.text("start")), place_of(map_, route.text("exit"))
    if exit_ != NOWHERE:
        graph = graph.ended_at(exit_)
    if start != NOWHERE:
        graph = graph.from_hex(start)
    found: dict[int, Stop] = {}
    for source in rules.stops:
        for area in map_.areas:
            if area.kind == source.kind and area.game in source.games:
                provenance = map_.bases[area.basis].provenance
                found[area.hexes[0]] = Stop(area.name, source.rule, provenance)
    known_from = place_of(map_, stops.text("known_from"))
    marker = place_of(map_, route.text("marker"))
    members = {area.id: frozenset(area.hexes) for area in map_.areas if area.kind == "spur"}
    spurs = {name: members.get(id_, frozenset()) for name, id_ in rules.spurs.items()}
    own = {
        name: hexes - frozenset().union(*(h for n, h in spurs.items() if n != name))
        for name, hexes in spurs.items()
    }
    return RouteNetwork(
        map=map_,
        rules=rules,
        graph=graph,
        areas=areas,
        start=start,
        exit=exit_,
        marker=marker,
        stops=found,
        known=frozenset() if known_from == NOWHERE else graph.beyond(known_from),
        spurs=own,
    )


def northward(map_: MapFile, area: MapArea) -> tuple[int, ...]:
    """A route's hexes from its southern end to its northern, however its source draws it."""
    first, last = area.hexes[0], area.hexes[-1]
    return area.hexes if map_.halves[first] >= map_.halves[last] else area.hexes[::-1]


def scenario_network(network: RouteNetwork, scenario: RouteScenario) -> RouteNetwork:
    """The route of a scenario: from its southern hex to its northern, without the spurs out."""
    map_ = network.map
    start, end = place_of(map_, scenario.start), place_of(map_, scenario.end)
    closed = frozenset().union(*(network.spurs[name] for name in scenario.out))
    graph = network.graph.without(closed).ended_at(end).from_hex(start)
    return RouteNetwork(
        map=map_,
        rules=network.rules,
        graph=graph,
        areas=network.areas,
        start=start,
        exit=NOWHERE,
        marker=NOWHERE,
        stops=network.stops,
        known=network.known,
        spurs=network.spurs,
        end=end,
    )


def place_of(map_: MapFile, name: str) -> int:
    """The first hex of an area, or a printed hex; ``NOWHERE`` for "" and what the map lacks."""
    for area in map_.areas:
        if area.id == name:
            return area.hexes[0]
    if not is_whole(name[:1]):
        return NOWHERE
    try:
        return map_.anywhere(name)
    except HexNumberError:
        return NOWHERE
