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
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.graph.touched import beside_railroad_bridges
from clubroute.rules.gts.movement.steps.judge import total

RIDING, ON_FOOT, BARE = range(3)
MODES = 3
KINDS = MODES * 2
NO_HEXES = frozenset[int]()


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
    half-MP, None where it is not done. ``mounts`` says in which hexes the unit may mount out of
    Column; in Column it may anywhere. ``raised`` are the hexes in which who dismounts loses the
    vehicles (2.16). ``leaves``: who rides may leave its vehicles behind at one of the ``bridges``.
    ``tells_start`` keeps a unit that has come back to its first hex apart from one that has not
    left it.
    """

    networks: Sequence[Network]
    mode: int
    mount: int | None
    dismount: int | None
    mounts: Mapping[int, bool]
    raised: Mapping[int, bool]
    bridges: frozenset[int]
    tells_start: bool = False
    leaves: bool = False

    def onward(self, place: int) -> Iterator[tuple[int, int]]:
        """Every step and change of mode from a place, with its half-MP."""
        node, kind = divmod(place, KINDS)
        mode, gone_on = divmod(kind, 2)
        per_hex = self.networks[mode].per_hex
        for there, lost, cost in self.steps(node, mode):
            after = BARE if lost else mode
            moved = gone_on or (self.tells_start and there // per_hex != node // per_hex)
            yield (there * MODES + after) * 2 + moved, cost
        if mode != BARE:
            for after, _, cost in self.changes(mode, (node,)):
                yield (node * MODES + after) * 2 + gone_on, cost

    def changes(self, mode: int, nodes: Sequence[int]) -> Iterator[tuple[int, list[int], int]]:
        """Mounting or dismounting in some nodes: the mode led to, where, half-MP."""
        per_hex, width = self.networks[mode].per_hex, self.networks[mode].width
        if mode == ON_FOOT and self.mount is not None:
            mounts = self.mounts
            able = [n for n in nodes if n // width & 1 or mounts[n // per_hex]]
            if able:
                yield RIDING, able, self.mount
        elif mode == RIDING and self.dismount is not None:
            raised = self.raised
            for after, loses in ((ON_FOOT, False), (BARE, True)):
                some = [n for n in nodes if raised[n // per_hex] is loses]
                if some:
                    yield after, some, self.dismount

    def steps(self, node: int, mode: int) -> Iterator[tuple[int, bool, int]]:
        """The steps of a mode: the node led to, whether transport is lost, half-MP."""
        network, on_foot = self.networks[mode], self.networks[ON_FOOT]
        beside = node // network.per_hex in self.crossed_from(mode)
        if mode != ON_FOOT or not beside:
            for there, cost in network.steps_of(node):
                yield there, False, cost
        for move in on_foot.moves(node) if beside else ():
            price = total(move.parts)
            lost = price is not None and on_foot.abandons(node, move)
            if price is not None and (lost or mode == ON_FOOT):
                yield move.node, lost, price

    def crossed_from(self, mode: int) -> frozenset[int]:
        """The hexes from which a Unit in a mode may lose its transport by a step."""
        return self.bridges if mode == ON_FOOT or (mode == RIDING and self.leaves) else NO_HEXES

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
        """Every place within an allowance (half-MP), with its cost."""
        return {
            node * KINDS + kind: cost
            for kind, costs in enumerate(self.reach_by_kind(starts, allowance))
            for node, cost in costs.items()
        }

    def reach_by_kind(self, starts: Sequence[int], allowance: int) -> list[dict[int, int]]:
        """Every place within an allowance (half-MP): by kind, its nodes with their costs.

        A kind is ``mode * 2 + gone_on``. As in a search of one graph, a bucket holds whole waves;
        each kind has buckets of its own, since most steps keep it.
        """
        found: list[dict[int, int]] = [{} for _ in range(KINDS)]
        buckets: list[list[list[Sequence[int]]]] = [
            [[] for _ in range(allowance + 1)] for _ in range(KINDS)
        ]
        buckets[self.mode * 2][0].append(starts)
        for cost in range(allowance + 1):
            while any(waiting[cost] for waiting in buckets):  # again where a change is free
                for kind in range(KINDS):
                    waves, buckets[kind][cost] = buckets[kind][cost], []
                    costs, fresh = found[kind], []
                    for wave in waves:
                        for node in wave:
                            if node not in costs:
                                costs[node] = cost
                                fresh.append(node)
                    if fresh:
                        self._go_on(kind, fresh, cost, buckets)
        return found

    def _go_on(
        self, kind: int, fresh: Sequence[int], cost: int, buckets: list[list[list[Sequence[int]]]]
    ) -> None:
        """Put what can be done from some nodes in the buckets, as far as these go."""
        mode, gone_on = divmod(kind, 2)
        network, mine = self.networks[mode], buckets[kind]
        waves, unfold, per_hex = network.waves, network.waves_of, network.per_hex
        room = len(mine) - 1 - cost
        tells = self.tells_start and not gone_on
        crosses = self.crossed_from(mode)
        plain: list[int] = []
        for node in fresh:
            if tells or node // per_hex in crosses:
                for place, price in self.onward(node * KINDS + kind):
                    if price <= room:
                        buckets[place % KINDS][cost + price].append((place // KINDS,))
            else:
                plain.append(node)
                for price, onward in waves[node] if node in waves else unfold(node):
                    if price > room:
                        break
                    mine[cost + price].append(onward)
        for after, some, price in self.changes(mode, plain):
            if price <= room:
                buckets[after * 2 + gone_on][cost + price].append(some)

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
        found = frozenset(beside_railroad_bridges(network.map, network.rules.tables))
        network.railroad_bridges.append(found)
    return network.railroad_bridges[0]
