"""Ways, stretches and the Marker's reach against brute force, on random graphs and the real map."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.clubroute.declare import Advance, reach_of
from clubroute.rules.gts.clubroute.network import (
    RouteGraph,
    RouteNetwork,
    Stop,
    common,
    network_of,
    route_graph,
    stretches,
    through,
    ways,
)
from clubroute.rules.gts.clubroute.obstacles import Obstacles
from clubroute.rules.gts.clubroute.ruleset import RouteReadings, rule_set
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.situation.zones import ZoneVerdict
from tests.properties import examples

pytestmark = pytest.mark.slow

NODES = st.integers(0, 8)
STEPS = st.frozensets(st.tuples(NODES, NODES).filter(lambda s: s[0] != s[1]), max_size=18)


def digraph(graph: RouteGraph) -> nx.DiGraph[int]:
    """The same steps for networkx."""
    found: nx.DiGraph[int] = nx.DiGraph()
    found.add_nodes_from(graph.hexes)
    found.add_edges_from((a, b) for a, many in graph.ahead.items() for b in many)
    return found


@given(STEPS, NODES, NODES)
def test_ways_are_all_simple_paths(steps: frozenset[tuple[int, int]], start: int, end: int) -> None:
    graph = route_graph(steps)
    peer = digraph(graph)
    expected: set[tuple[int, ...]] = {(start,)} if start == end else set()
    if start != end and start in peer and end in peer:
        expected = {tuple(path) for path in nx.all_simple_paths(peer, start, end)}
    found = ways(graph, start, end)
    assert len(found) == len(set(found))
    assert set(found) == expected


@given(STEPS, NODES)
def test_what_lies_beyond_and_before(steps: frozenset[tuple[int, int]], hex: int) -> None:
    graph = route_graph(steps)
    peer = digraph(graph)
    peer.add_node(hex)
    assert graph.beyond(hex) == nx.descendants(peer, hex) | {hex}
    assert graph.before(hex) == nx.ancestors(peer, hex) | {hex}


@given(STEPS, NODES, st.frozensets(NODES))
def test_stretches_end_at_the_next_stop(
    steps: frozenset[tuple[int, int]], start: int, stops: frozenset[int]
) -> None:
    graph = route_graph(steps)
    for way in stretches(graph, start, stops):
        assert way[0] == start
        assert len(way) > 1
        assert len(set(way)) == len(way)
        assert not stops & set(way[1:-1])
        onward = set(graph.ahead.get(way[-1], ())) - set(way)
        assert way[-1] in stops or not onward


@given(STEPS, NODES, NODES, st.frozensets(NODES, max_size=2))
def test_ways_through_and_in_common(
    steps: frozenset[tuple[int, int]], start: int, end: int, hexes: frozenset[int]
) -> None:
    found = ways(route_graph(steps), start, end)
    assert set(through(found, hexes)) == {way for way in found if hexes <= set(way)}
    assert common(found) == (set.intersection(*map(set, found)) if found else set())


@given(STEPS, NODES, st.frozensets(NODES, max_size=3))
def test_cut_graphs(steps: frozenset[tuple[int, int]], hex: int, closed: frozenset[int]) -> None:
    graph = route_graph(steps)
    assert set(pairs(graph.without(closed))) == {s for s in steps if not closed & set(s)}
    assert set(pairs(graph.ended_at(hex))) == {s for s in steps if s[0] != hex}
    inside = graph.beyond(hex)
    assert set(pairs(graph.from_hex(hex))) == {s for s in steps if s[0] in inside}


def pairs(graph: RouteGraph) -> Iterable[tuple[int, int]]:
    """The steps of a graph."""
    return ((a, b) for a, many in graph.ahead.items() for b in many)


# ------------------------------------------------------------ reach on random routes of a real map


def flood(steps: Iterable[tuple[int, int]], origin: int, blocked: frozenset[int]) -> frozenset[int]:
    """Hexes reached from the Marker by steps that enter no blocked hex. Written for the tests."""
    ahead: dict[int, list[int]] = {}
    for a, b in steps:
        ahead.setdefault(a, []).append(b)
    seen, queue = {origin}, deque([origin])
    while queue:
        for b in ahead.get(queue.popleft(), []):
            if b not in seen and b not in blocked:
                seen.add(b)
                queue.append(b)
    return frozenset(seen)


@pytest.fixture(scope="module")
def networks(real_context: Context) -> dict[str, RouteNetwork]:
    """The routes of the real maps."""
    return {name: network_of(map_of(real_context, name), rule_set(name)) for name in ("wed", "mg")}


def advance_on(
    network: RouteNetwork, marker: int, units: Iterable[int], zones: Iterable[int]
) -> Advance:
    """A question with enemy Units and Fire Zones in some hexes, no bridges of interest."""
    held = frozenset(units)
    inside = frozenset(zones)
    fire = {
        hex_: ZoneVerdict("closed" if hex_ in inside else "open", "in an enemy Fire Zone")
        for hex_ in network.graph.hexes
    }
    obstacles = Obstacles(
        network,
        RouteReadings(),
        dict.fromkeys(held, ("KG",)),
        fire,
        crossings={},
        control={},
        rolls=dict.fromkeys(network.map.sides, 0),
    )
    return Advance(network, RouteSituation(marker=marker), obstacles, stops_known=True)


@examples(150)
@given(st.data())
def test_reach_on_random_routes(networks: dict[str, RouteNetwork], data: st.DataObject) -> None:
    """Stop by Stop is plain reachability: any route, any Stop hexes, any obstacles."""
    real = networks["wed"]
    map = real.map
    corner = map.id("70.140")
    patch = [corner]
    for hex in patch:
        if len(patch) >= 30:
            break
        patch += [n for column in map.beside if (n := column[hex]) >= 0 and n not in patch]
    beside = [(a, b) for a in patch for column in map.beside if (b := column[a]) in patch]
    steps = data.draw(st.frozensets(st.sampled_from(beside), max_size=40))
    graph = route_graph(steps)
    members = sorted(graph.hexes) or [corner]
    marker = data.draw(st.sampled_from(members))
    stops = data.draw(st.frozensets(st.sampled_from(members), max_size=8))
    units = data.draw(st.frozensets(st.sampled_from(members), max_size=4))
    zones = data.draw(st.frozensets(st.sampled_from(members), max_size=4))
    if len(ways(graph, marker, members[-1])) > 400:
        return  # beyond what ways() promises to look at
    area = next(iter(real.areas.values()))
    network = RouteNetwork(
        map=map,
        rules=real.rules,
        graph=graph,
        areas=dict.fromkeys(steps, area),
        start=marker,
        exit=-1,
        marker=-1,
        stops={hex: Stop("", "WED 4.1", "rulebook") for hex in stops},
        known=frozenset(members),
        spurs={},
    )
    sure, doubtful = reach_of(advance_on(network, marker, units, zones))
    assert not doubtful
    expected = flood(steps, marker, units | zones) & stops - {marker}
    assert set(sure) == expected


@examples(40)
@given(st.data())
def test_reach_on_the_real_routes(networks: dict[str, RouteNetwork], data: st.DataObject) -> None:
    network = networks[data.draw(st.sampled_from(["wed", "mg"]))]
    hexes = sorted(network.graph.hexes)
    stops = sorted(network.stops)
    marker = data.draw(st.sampled_from(stops))
    units = data.draw(st.frozensets(st.sampled_from(hexes), max_size=5))
    zones = data.draw(st.frozensets(st.sampled_from(hexes), max_size=5))
    sure, doubtful = reach_of(advance_on(network, marker, units, zones))
    assert not doubtful
    steps = list(pairs(network.graph))
    assert set(sure) == flood(steps, marker, units | zones) & set(stops) - {marker}


@examples(25)
@given(st.data())
def test_the_method_agrees(
    real_context: Context, networks: dict[str, RouteNetwork], data: st.DataObject
) -> None:
    """The answer players get is the same, and the whole route is clear only if nothing is on it."""
    network = networks["wed"]
    hexes = sorted(network.graph.hexes)
    units = data.draw(st.frozensets(st.sampled_from(hexes), max_size=3))
    told: dict[str, Any] = {
        "units": [{"id": "KG", "side": "German", "hex": network.number(h)} for h in sorted(units)],
        "bridges": {},
        "fire_zones": {"German": []},
        "club_route": {"marker": "42.229"},
    }
    dice = {"63.185/63.186": 0, "76.127/77.127": 0, "86.118/87.118": 0}
    answer = ask(
        real_context, "clubroute.advance", {"map": "wed", "state": told, "bridge_dice": dice}
    )
    steps = list(pairs(network.graph))
    reached = flood(steps, network.marker, units)
    expected = reached & set(network.stops) - {network.marker}
    assert set(answer["reach"]) == {network.number(hex) for hex in expected}
    south = flood([(b, a) for a, b in steps], network.marker, units)
    whole = network.exit in reached and network.start in south and network.marker not in units
    assert (answer["removal"] == "compulsory") is whole
