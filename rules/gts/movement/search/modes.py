"""Cheapest ways and reach of a unit that may mount and dismount on its way.

Such a unit is in one of three modes: riding (it moves as its transport's class), on foot with its
transport at hand, or bare, its transport lost for ever. A place is a node of the state graph, which
means the same in every mode, together with the mode and with whether the unit has left its first
hex: ``(node * 3 + mode) * 2 + gone_on``. The graphs of the modes are searched as one.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
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
    half-MP, None if the unit does not. ``mounts`` are the hexes in which the unit may mount out of
    Column; in Column it may anywhere. ``raised`` are the hexes in which a unit that dismounts loses
    its vehicles (2.16). ``leaves``: a riding unit may leave its vehicles behind at one of the
    ``bridges``. ``tells_start`` keeps a unit that has come back to its first hex apart from one
    that has not left it.
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
        """Yield every step and change of mode from a place, with its half-MP."""
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
        """Yield the changes of mode in some nodes: the new mode, the nodes, half-MP."""
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
        """Yield the steps of a mode: the next node, whether transport is lost, half-MP."""
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
        """Return the hexes from which a Unit in a mode may lose its transport by a step."""
        return self.bridges if mode == ON_FOOT or (mode == RIDING and self.leaves) else NO_HEXES

    def begun(self, starts: Sequence[int]) -> list[int]:
        """Return the places a unit begins at."""
        return [(node * MODES + self.mode) * 2 for node in starts]

    def node(self, place: int) -> int:
        """Return the node of a place."""
        return place // KINDS

    def mode_of(self, place: int) -> int:
        """Return the mode of a place."""
        return place // 2 % MODES

    def reach(self, starts: Sequence[int], allowance: int) -> dict[int, int]:
        """Return every place within an allowance (half-MP), with its cost."""
        return {
            node * KINDS + kind: cost
            for kind, costs in enumerate(self.reach_by_kind(starts, allowance))
            for node, cost in costs.items()
        }

    def reach_by_kind(self, starts: Sequence[int], allowance: int) -> list[dict[int, int]]:
        """Return every place within an allowance (half-MP): by kind, its nodes with their costs.

        A kind is ``mode * 2 + gone_on``. As in a search of one graph, a bucket holds whole waves;
        each kind has buckets of its own, since most steps keep it.
        """
        reached: list[dict[int, int]] = [{} for _ in range(KINDS)]
        buckets: list[list[list[Sequence[int]]]] = [
            [[] for _ in range(allowance + 1)] for _ in range(KINDS)
        ]
        buckets[self.mode * 2][0].append(starts)
        for cost in range(allowance + 1):
            while any(waiting[cost] for waiting in buckets):  # again where a change is free
                for kind in range(KINDS):
                    waves, buckets[kind][cost] = buckets[kind][cost], []
                    costs, fresh = reached[kind], []
                    for wave in waves:
                        for node in wave:
                            if node not in costs:
                                costs[node] = cost
                                fresh.append(node)
                    if fresh:
                        self._go_on(kind, fresh, cost, buckets)
        return reached

    def _go_on(
        self, kind: int, fresh: Sequence[int], cost: int, buckets: list[list[list[Sequence[int]]]]
    ) -> None:
        """Put the steps and changes from some nodes into the buckets, as far as these go."""
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
        """Return a cheapest way to a hex, to a place there that ``accepts`` if given.

        The most promising places come first: no way costs less than half a point a hex.
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
    """Return the places up to one, from where the unit began."""
    path = [place]
    while path[-1] in came:
        path.append(came[path[-1]])
    return tuple(reversed(path))


def railroad_bridge_hexes(network: Network) -> frozenset[int]:
    """Return the hexes beside a railroad bridge, improved or not."""
    if not network.railroad_bridges:
        found = frozenset(beside_railroad_bridges(network.map, network.rules.tables))
        network.railroad_bridges.append(found)
    return network.railroad_bridges[0]


# Which variants of a trip reach other hexes than the first, or at another cost: one search.
#
# A variant is the trip by another reading. By most readings a unit comes to most places for what
# it costs by the first, so that one search follows all variants together: a place is settled for a
# set of them (bits of an integer), and only where the steps of a variant are not those of the
# first does it go on alone. Variants that come to a place for the same cost by different ways go
# on together from there: a bucket is settled as a whole before anything in it goes on.
#
# A variant is dropped where a hex costs it more or less than the first; nothing else is asked of
# it. So whoever is left has come to hexes of the first alone, for the same costs.


@dataclass(frozen=True, slots=True)
class Variant:
    """A trip by another reading, and the hexes of the first in which its steps may differ.

    ``leaving``: only those of a unit in Column do.
    """

    modes: Modes
    starts: Sequence[int]
    hexes: Collection[int]
    leaving: bool = False


@dataclass(frozen=True, slots=True)
class Compared:
    """Which variants differ, in their order, and the hexes they looked at beside the first's."""

    differ: tuple[bool, ...]
    looked: Collection[int]


Wave = tuple[int, int, Sequence[int]]
"""Nodes that cost the same, with the mode they are entered in and the variants, as bits."""

Fresh = dict[int, int]
"""Nodes newly come to, with the variants (bits) that have."""


def compared(
    first: Modes,
    starts: Sequence[int],
    hexes: Mapping[int, int],
    variants: Sequence[Variant],
    allowance: int,
) -> Compared:
    """Compare the reach of variants with that of the first, ``hexes`` with their half-MP.

    No mode may tell whether the unit has left its first hex.
    """
    search = Search(first, variants, allowance)
    search.begin(starts)
    due: list[dict[int, int]] = [{} for _ in range(allowance + 1)]
    for hex_id, cost in hexes.items():
        due[cost][hex_id] = 0
    beyond: set[int] = set()
    per_hex = first.networks[0].per_hex
    for cost, arrivals in enumerate(due):
        while search.left and search.buckets[cost]:
            for mode, fresh in enumerate(search.settled(cost)):
                for node, who in fresh.items():
                    hex_id = node // per_hex
                    if hex_id in arrivals:
                        arrivals[hex_id] |= who
                    elif hex_id not in hexes or hexes[hex_id] > cost:
                        search.left &= ~who
                        beyond.add(hex_id)
                search.go_on(mode, fresh, cost)
        for came in arrivals.values():
            search.left &= came
        if not search.left:
            break
    return Compared(
        tuple(not search.left >> number & 1 for number in range(len(variants))),
        beyond.difference(hexes),
    )


class Search:
    """The search of several variants at once; ``left`` has those not yet dropped, as bits."""

    def __init__(self, first: Modes, variants: Sequence[Variant], allowance: int) -> None:
        self.first, self.variants, self.allowance = first, variants, allowance
        self.left = (1 << len(variants)) - 1
        self.buckets: list[list[Wave]] = [[] for _ in range(allowance + 1)]
        self._seen: tuple[Fresh, ...] = tuple({} for _ in range(MODES))
        # By formation and hex, the variants whose steps may differ: on foot, and in Column.
        self._alone: tuple[dict[int, int], dict[int, int]] = {}, {}
        for number, variant in enumerate(variants):
            for alone in self._alone[variant.leaving :]:
                for hex_id in variant.hexes:
                    alone[hex_id] = alone.get(hex_id, 0) | 1 << number

    def begin(self, starts: Sequence[int]) -> None:
        """Begin at the starts of the first, or at a variant's own."""
        together = 0
        for number, variant in enumerate(self.variants):
            if tuple(variant.starts) == tuple(starts):
                together |= 1 << number
            else:
                self.buckets[0].append((self.first.mode, 1 << number, variant.starts))
        self.buckets[0].append((self.first.mode, together, starts))

    def settled(self, cost: int) -> tuple[Fresh, ...]:
        """Settle the places that wait at a cost, and return the new nodes by mode."""
        waiting, self.buckets[cost] = self.buckets[cost], []
        nodes: tuple[Fresh, ...] = tuple({} for _ in range(MODES))
        left = self.left
        for mode, who, wave in waiting:
            who &= left
            seen, fresh = self._seen[mode], nodes[mode]
            for node in wave:
                known = seen.get(node, 0)
                if known | who != known:
                    fresh[node] = fresh.get(node, 0) | who & ~known
                    seen[node] = known | who
        # Whoever has its transport at hand can do all that is done without.
        at_hand, bare = self._seen[ON_FOOT], nodes[BARE]
        for node in at_hand.keys() & bare.keys():
            bare[node] &= ~at_hand[node]
            if not bare[node]:
                del bare[node]
        return nodes

    def go_on(self, mode: int, fresh: Fresh, cost: int) -> None:
        """Let variants go on from the nodes they have come to in a mode."""
        network = self.first.networks[mode]
        waves, unfold = network.waves, network.waves_of
        per_hex, width, room = network.per_hex, network.width, self.allowance - cost
        crosses = self.first.bridges if mode != BARE else frozenset[int]()
        changing: dict[int, list[int]] = {}
        for node, who in fresh.items():
            hex_id = node // per_hex
            alone = who & self._alone[node // width & 1].get(hex_id, 0)
            if hex_id in crosses:
                self._cross(mode, who, alone, node, cost)
            elif alone:
                self._step_apart(mode, who, alone, node, cost)
            else:
                for price, onward in waves[node] if node in waves else unfold(node):
                    if price > room:
                        break
                    self.buckets[cost + price].append((mode, who, onward))
            for bit, variant in self._each(alone):
                self._change(variant.modes, mode, bit, (node,), cost)
            changing.setdefault(who & ~alone, []).append(node)
        for who, nodes in changing.items():
            self._change(self.first, mode, who, nodes, cost)

    def _step_apart(self, mode: int, who: int, alone: int, node: int, cost: int) -> None:
        """Take the steps from a node: those of the first, and a variant's own where they differ."""
        network, buckets, room = self.first.networks[mode], self.buckets, self.allowance - cost
        instead: dict[int, int] = {}
        for bit, variant in self._each(alone):
            for price, onward in network.differing(variant.modes.networks[mode], node).items():
                instead[price] = instead.get(price, 0) | bit
                if onward and price <= room:
                    buckets[cost + price].append((mode, bit, onward))
        for price, onward in network.waves_of(node):
            if price > room:
                break
            some = who & ~instead[price] if price in instead else who
            if some:
                buckets[cost + price].append((mode, some, onward))

    def _cross(self, mode: int, who: int, alone: int, node: int, cost: int) -> None:
        """Take the steps beside a railroad bridge, where the transport may be lost."""
        each = [(bit, variant.modes) for bit, variant in self._each(alone)]
        for some, modes in ((who & ~alone, self.first), *each):
            for there, lost, price in modes.steps(node, mode):
                if some and cost + price <= self.allowance:
                    self.buckets[cost + price].append((BARE if lost else mode, some, (there,)))

    def _change(self, modes: Modes, mode: int, who: int, nodes: Sequence[int], cost: int) -> None:
        """Mount or dismount in some nodes."""
        if who:
            for after, some, price in modes.changes(mode, nodes):
                if some and cost + price <= self.allowance:
                    self.buckets[cost + price].append((after, who, some))

    def _each(self, who: int) -> Iterator[tuple[int, Variant]]:
        """Yield every variant of a set, with its bit."""
        while who:
            bit = who & -who
            yield bit, self.variants[bit.bit_length() - 1]
            who ^= bit
