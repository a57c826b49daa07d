"""Cheapest ways and reach of a unit that may mount and dismount by the way.

Such a unit is in one of three modes: riding (it moves as its transport's class), on foot with its
transport at hand, or bare, its transport lost for ever. A place is a node of the state graph, which
means the same in every mode, together with the mode and with whether the unit has left its first
hex: ``(node * 3 + mode) * 2 + gone_on``. The graphs of the modes are searched as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from clubroute.builder.grid import distance
from clubroute.rules.gts.movement.graph.abandoning import move_abandons
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import hexes_with
from clubroute.rules.gts.movement.steps.judge import total

RIDING, ON_FOOT, BARE = range(3)
MODES = 3
KINDS = MODES * 2


@dataclass(frozen=True, slots=True)
class Ways:
    """The result of a search: the places of a cheapest way, and half-MP by place reached."""

    path: tuple[int, ...]
    cost: int | None
    reached: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Modes:
    """The joined graph of a unit's modes.

    ``networks`` has the graph of each mode, ``mode`` is the first. ``mount`` and ``dismount`` are
    half-MP, None where it is not done. ``mounts`` says in which nodes the unit may mount.
    ``tells_start`` keeps a unit that has come back to its first hex apart from one that has not
    left it.
    """

    networks: Sequence[Network]
    mode: int
    mount: int | None
    dismount: int | None
    mounts: Callable[[int], bool]
    bridges: frozenset[int]
    tells_start: bool = False

    def onward(self, place: int) -> Iterator[tuple[int, int]]:
        """Every step and change of mode from a place, with its half-MP."""
        rest, gone_on = divmod(place, 2)
        node, mode = divmod(rest, MODES)
        network = self.networks[mode]
        hex_id = node // network.per_hex
        for there, lost, cost in self.steps(node, mode):
            after = BARE if lost else mode
            moved = gone_on or (self.tells_start and there // network.per_hex != hex_id)
            yield (there * MODES + after) * 2 + moved, cost
        yield from self.changes(node, mode, gone_on)

    def changes(self, node: int, mode: int, gone_on: int) -> Iterator[tuple[int, int]]:
        """Mounting or dismounting in a node: the place it leads to, with its half-MP."""
        if mode == ON_FOOT and self.mount is not None and self.mounts(node):
            yield (node * MODES + RIDING) * 2 + gone_on, self.mount
        elif mode == RIDING and self.dismount is not None:
            network = self.networks[mode]
            after = BARE if network.ground(node // network.per_hex).raised else ON_FOOT
            yield (node * MODES + after) * 2 + gone_on, self.dismount

    def steps(self, node: int, mode: int) -> Iterator[tuple[int, bool, int]]:
        """The steps of a mode: the node led to, whether transport is lost, half-MP."""
        network = self.networks[mode]
        if mode == ON_FOOT and node // network.per_hex in self.bridges:
            for move in network.moves(node):
                cost = total(move.parts)
                if cost is not None:
                    yield move.node, move_abandons(network, node, move), cost
        else:
            for there, cost in network.steps_of(node):
                yield there, False, cost

    def begun(self, starts: Sequence[int]) -> list[int]:
        """The places a unit begins at."""
        return [(node * MODES + self.mode) * 2 for node in starts]

    def node(self, place: int) -> int:
        """The node of a place."""
        return place // KINDS

    def mode_of(self, place: int) -> int:
        """The mode of a place."""
        return place // 2 % MODES

    def reach(self, starts: Sequence[int], allowance: int) -> dict[int, int]:
        """Every place within an allowance (half-MP), with its cost.

        Steps that keep the mode and the mark of having gone on come cheapest first, as the graph
        has them: those which cost too much are not looked at.
        """
        costs: dict[int, int] = {}
        changing = {RIDING: self.dismount, ON_FOOT: self.mount, BARE: None}
        buckets: list[list[int]] = [[] for _ in range(allowance + 1)]
        buckets[0] += self.begun(starts)
        for cost, bucket in enumerate(buckets):
            room = allowance - cost
            for place in bucket:  # grows while it is walked when a step is free
                if place in costs:
                    continue
                costs[place] = cost
                node, kind = divmod(place, KINDS)
                mode, gone_on = divmod(kind, 2)
                if self.keeps_kind(node, mode, gone_on):
                    for there, price in self.networks[mode].steps_of(node):
                        if price > room:
                            break
                        buckets[cost + price].append(there * KINDS + kind)
                    change = changing[mode]
                    dear = change is None or change > room
                    others = () if dear else self.changes(node, mode, gone_on)
                else:
                    others = self.onward(place)
                for there, price in others:
                    if price <= room:
                        buckets[cost + price].append(there)
        return costs

    def keeps_kind(self, node: int, mode: int, gone_on: int) -> bool:
        """Whether no step from a node loses the transport or is told apart as having gone on."""
        if self.tells_start and not gone_on:
            return False
        return mode != ON_FOOT or node // self.networks[mode].per_hex not in self.bridges

    def cheapest(
        self, starts: Sequence[int], goal: int, accepts: Callable[[int], bool] | None = None
    ) -> Ways:
        """A cheapest way to a hex, to a place there that ``accepts`` if given.

        What may still be shortest is tried first: no way costs less than half a point a hex.
        """
        game_map, per_hex = self.networks[0].map, self.networks[0].per_hex
        target = game_map.hex(goal)
        per_place = per_hex * KINDS
        far: dict[int, int] = {}
        costs = dict.fromkeys(self.begun(starts), 0)
        came: dict[int, int] = {}
        done: set[int] = set()
        heap = [(0, place) for place in sorted(costs)]
        while heap:
            _, place = heappop(heap)
            if place in done:
                continue
            done.add(place)
            cost = costs[place]
            if place // per_place == goal and (accepts is None or accepts(place)):
                return Ways(walked(came, place), cost, costs)
            for there, price in self.onward(place):
                reached = cost + price
                if there not in costs or reached < costs[there]:
                    costs[there], came[there] = reached, place
                    hex_id = there // per_place
                    if hex_id not in far:
                        far[hex_id] = distance(game_map.hex(hex_id), target)
                    heappush(heap, (reached + far[hex_id], there))
        return Ways((), None, costs)


def walked(came: Mapping[int, int], place: int) -> tuple[int, ...]:
    """The places up to one, from where the unit began."""
    path = [place]
    while path[-1] in came:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def railroad_bridge_hexes(network: Network) -> frozenset[int]:
    """The hexes beside a railroad bridge, improved or not."""
    if not network.railroad_bridges:
        found = hexes_with(
            network.map, lambda kind, note: kind == "bridge" and note.startswith("railroad")
        )
        network.railroad_bridges.append(found)
    return network.railroad_bridges[0]
