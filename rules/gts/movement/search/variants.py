"""Which variants of a trip reach other hexes than the first, or at another cost: one search.

A variant is the trip by another reading. By most readings a unit comes to most places for what it
costs by the first, so that one search follows all variants together: a place is settled for a set
of them (bits of an integer), and only where the steps of a variant are not those of the first does
it go on alone. Variants that come to a place for the same cost by different ways go on together
from there: a bucket is settled as a whole before anything in it goes on.

A variant is dropped where a hex costs it more or less than the first; nothing else is asked of it.
So whoever is left has come to hexes of the first alone, for the same costs.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from clubroute.rules.gts.movement.search.modes import BARE, MODES, ON_FOOT, Modes


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
    """The places of several variants; ``left`` has those that have not been dropped, as bits."""

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
        """Begin where the first does, or where a variant begins instead."""
        together = 0
        for number, variant in enumerate(self.variants):
            if tuple(variant.starts) == tuple(starts):
                together |= 1 << number
            else:
                self.buckets[0].append((self.first.mode, 1 << number, variant.starts))
        self.buckets[0].append((self.first.mode, together, starts))

    def settled(self, cost: int) -> tuple[Fresh, ...]:
        """Settle what waits at a cost: by mode the new nodes."""
        waiting, self.buckets[cost] = self.buckets[cost], []
        found: tuple[Fresh, ...] = tuple({} for _ in range(MODES))
        left = self.left
        for mode, who, wave in waiting:
            who &= left
            seen, fresh = self._seen[mode], found[mode]
            for node in wave:
                known = seen.get(node, 0)
                if known | who != known:
                    fresh[node] = fresh.get(node, 0) | who & ~known
                    seen[node] = known | who
        # Whoever has its transport at hand can do all that is done without.
        at_hand, bare = self._seen[ON_FOOT], found[BARE]
        for node in at_hand.keys() & bare.keys():
            bare[node] &= ~at_hand[node]
            if not bare[node]:
                del bare[node]
        return found

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
        """Take the steps from a node: those of the first, but for what a variant has instead."""
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
        """Every variant of a set, with its bit."""
        while who:
            bit = who & -who
            yield bit, self.variants[bit.bit_length() - 1]
            who ^= bit
