"""The route of a rule set on a map: its graph, its Stop hexes, its spurs and its Road links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

from clubroute.builder.grid import HexNumberError
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.ground.mapfile import NOWHERE, MapArea, MapFile, RoadLink
from clubroute.rules.gts.clubroute.graph import RouteGraph, route_graph
from clubroute.rules.gts.clubroute.ruleset import RouteScenario, RuleSet

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
    if not name[:1].isdigit():
        return NOWHERE
    try:
        return map_.anywhere(name)
    except HexNumberError:
        return NOWHERE
