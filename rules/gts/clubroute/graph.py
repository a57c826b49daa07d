"""A route as a graph of hexes, each step leading north; which ways there are through it.

Nothing here knows a map or a game: hexes are numbers. The route forks where a hex has two hexes
ahead, and spurs come together again where two have the same one ahead.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

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
