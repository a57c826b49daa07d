"""Ways on the real map, held to a plain search of the whole graph."""

from __future__ import annotations

import heapq
import random
from collections.abc import Mapping

import pytest

from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.ground.maps import map_of
from clubroute.rules.gts.logcheck.board import ShownBridges, Snapshot
from clubroute.rules.gts.logcheck.ground import ground_of
from clubroute.rules.gts.movement import arrivals
from clubroute.rules.gts.movement.arrivals import Shut
from clubroute.rules.gts.movement.graph.network import Network

EMPTY = Snapshot({}, {}, {}, ShownBridges({}, frozenset()), frozenset())
OPEN = Shut(frozenset(), {})
HEXES = ("75.129", "61.141", "47.201", "66.157", "58.146")


def searched(
    network: Network, front: arrivals.Front, shut: Shut, most: int, goal: int
) -> arrivals.Front:
    """Every node within a cost, by Dijkstra's algorithm without any bound of what is left: what
    comes long after the goal's first node is asked of by nobody."""
    found: arrivals.Front = {}
    waiting = [(cost, node) for node, cost in front.items()]
    heapq.heapify(waiting)
    while waiting:
        cost, node = heapq.heappop(waiting)
        if node in found or cost > most:
            continue
        found[node] = cost
        if node // network.per_hex == goal:
            most = min(most, cost + arrivals.WIDE)
        for there, price, *_ in network.steps_of(node):
            hex_ = there // network.per_hex
            if hex_ not in shut or hex_ == node // network.per_hex:
                heapq.heappush(waiting, (cost + price, there))
    return found


def around(network: Network, hex_: int, rings: int) -> set[int]:
    """The hexes within so many of one."""
    near = {hex_}
    for _ in range(rings):
        near |= {side[h] for side in network.map.beside for h in near if side[h] != NOWHERE}
    return near


@pytest.mark.parametrize("move_class", MOVE_CLASSES)
@pytest.mark.parametrize("number", HEXES)
def test_ways_equal_a_search_of_the_whole_graph(
    context: Context, move_class: MoveClass, number: str
) -> None:
    mapfile = map_of(context, "wed")
    network = ground_of(context, mapfile).graph(move_class, EMPTY)
    chance = random.Random(number)
    start = mapfile.id(number)
    near = sorted(around(network, start, 6) - {start})
    for goal in chance.sample(near, 3):
        held = frozenset(chance.sample(near, 12))
        for shut in (OPEN, Shut(held, {}), Shut(frozenset(), dict.fromkeys(held, "a limit"))):
            front = arrivals.begin(network, start, chance.choice((None, True, False)))
            whole = searched(network, front, shut, 60, goal)
            there = {n: cost for n, cost in whole.items() if n // network.per_hex == goal}
            least = min(there.values(), default=None)
            for slack in (0, arrivals.SLACK, arrivals.WIDE):
                wanted = {
                    n: c for n, c in there.items() if least is not None and c <= least + slack
                }
                assert arrivals.travelled(network, front, goal, shut, slack) == wanted
            for column in (None, True, False):
                in_it = cheapest_in(network, there, column)
                if in_it is not None and least is not None and in_it <= least + arrivals.WIDE:
                    assert list(arrivals.ended(network, front, goal, shut, column).values()) == [
                        in_it
                    ]


def cheapest_in(network: Network, found: Mapping[int, int], column: bool | None) -> int | None:
    """The least cost in a formation."""
    fit = (c for node, c in found.items() if column in (None, network.place(node)[1]))
    return min(fit, default=None)


@pytest.mark.parametrize("number", HEXES)
def test_entrances_are_the_hexes_some_step_leads_from(context: Context, number: str) -> None:
    mapfile = map_of(context, "wed")
    network = ground_of(context, mapfile).graph("tracked", EMPTY)
    for goal in sorted(around(network, mapfile.id(number), 1)):
        wanted = {
            hex_
            for hex_ in around(network, goal, 3) - {goal}
            for node in network.nodes_in(hex_)
            if any(there // network.per_hex == goal for there, *_ in network.steps_of(node))
        }
        assert arrivals.entrances(network, goal) == wanted


def test_where_nothing_leads_in_nothing_is_searched(context: Context) -> None:
    mapfile = map_of(context, "wed")
    network = ground_of(context, mapfile).graph("leg", EMPTY)
    start, goal = mapfile.id("75.129"), mapfile.id("78.132")
    shut = Shut(arrivals.entrances(network, goal), {})
    front = arrivals.begin(network, start, False)
    assert not arrivals.enterable(network, goal, front, shut)
    assert arrivals.travelled(network, front, goal, shut) == {}
    # Who stands in such a hex himself may go on.
    beside = min(arrivals.entrances(network, goal))
    assert arrivals.enterable(network, goal, arrivals.begin(network, beside, False), shut)


def test_the_ground_is_kept_from_log_to_log(context: Context) -> None:
    mapfile = map_of(context, "wed")
    ground = ground_of(context, mapfile)
    assert ground_of(context, mapfile) is ground
    graph = ground.graph("leg", EMPTY)
    assert ground.graph("leg", EMPTY) is graph
    same = Snapshot({}, {}, {}, ShownBridges({}, frozenset()), frozenset())
    assert ground.graph("leg", same) is graph
    broken = ShownBridges({"74.129/75.129": "destroyed"}, frozenset())
    other = ground.graph("leg", Snapshot({}, {}, {}, broken, frozenset()))
    crossed = mapfile.id("74.129"), mapfile.id("75.129")
    node = graph.node(crossed[0], True)

    def joined(network: Network) -> bool:
        ends = (there // network.per_hex for there, *_ in network.steps_of(node))
        return crossed[1] in ends

    assert joined(graph)
    assert not joined(other)
