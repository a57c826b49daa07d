"""The crossings of a position: how each bridge stands and where its ends are, which Ferries there
are and whom they serve (INS 1.13 to 1.16, 3.2).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement import costs
from clubroute.rules.scs.position import Position
from clubroute.rules.scs.position.crossings import MOST_HEXES, STANDING, Bridge
from clubroute.rules.scs.situation.ground import Country, PricedMap, Span, ground_of, has_road


def country_as(context: Context, country: MapFile, state: Position) -> Country:
    """The map as a position's bridges have it. :raises InputError: a hex that is not there."""
    ground = ground_of(context, country)
    if not state.bridges:
        return Country(ground)
    spans = [span_of(ground, *one) for one in state.bridges.items()]
    return Country.of(ground, [*spans, *bridged_again(country, state, spans)])


def bridged_again(country: MapFile, state: Position, spans: Sequence[Span]) -> Iterator[Span]:
    """The bridges of Bridging units that stand as such by a blown one (1.15c)."""
    for unit in (*state.bridging, *(state.units or ())):
        if not unit.as_bridge or unit.hex is None:
            continue
        at = country.id(unit.hex)
        blown = [one for one in spans if one.bridge.word == "blown" and at in one.ends]
        if len(blown) == 1:
            fills = costs.FULL_HEX_BRIDGE if blown[0].fills else None
            built = Bridge(word="built")
            yield replace(blown[0], name=unit.call, bridge=built, new=True, fills=fills)


def span_of(ground: PricedMap, name: str, bridge: Bridge) -> Span:
    """A bridge as a position tells it. :raises InputError: a hex that is not there."""
    middle = middle_of(ground.country, name)
    was = None if middle is None else ground.country.terrain_of(middle)
    places = crossing_places(ground, name, bridge.word == "built" or was == costs.ENCLOSED)
    printed = frozenset[str]().union(*map(ground.sides, places))
    # One that is said to stand over a Sea Line where none is printed was built there.
    bare = costs.SEA_LINE in printed and printed.isdisjoint(costs.BRIDGES)
    new = bridge.word == "built" or (bridge.word in STANDING and bare)
    fills = None
    if middle is not None and bridge.word == "blown" and was == costs.FULL_HEX_BRIDGE:
        fills = costs.ENCLOSED
    elif middle is not None and new and ("/" in name or was == costs.ENCLOSED):
        fills = costs.FULL_HEX_BRIDGE
    return Span(name, bridge, frozenset(places), new, middle, fills)


def bridge_named(country: Country, name: str) -> Span | None:
    """What a position says of a bridge, by any name of it: a hex at either end, both, or both and
    the hex between; None if it says nothing.
    """
    places = frozenset(crossing_places(country.ground, name, False))
    here = middle_of(country.map, name)
    ours = [
        span
        for span in country.spans
        if span.places & places or (here is not None and span.middle == here)
    ]
    # Of two that share a hex, the one that has just these hexsides is meant; a built one before
    # the blown one it stands for.
    return min(ours, key=lambda span: (len(span.places ^ places), not span.new), default=None)


def ends_of_bridge(country: Country, name: str) -> frozenset[int]:
    """The hexes at the ends of a bridge by any name of it; one that fills its hex has that, too."""
    span = bridge_named(country, name)
    if span is not None:
        return span.ends
    return frozenset(place // 6 for place in crossing_places(country.ground, name, False))


def same_bridge(country: Country, name: str, other: str) -> bool:
    """Whether two names are of one bridge: they share a hexside, or the hex that it fills."""
    middles = {middle_of(country.map, one) for one in (name, other)}
    places = (frozenset(crossing_places(country.ground, one, False)) for one in (name, other))
    return (len(middles) == 1 and None not in middles) or bool(frozenset.intersection(*places))


def stands_at(country: Country, name: str) -> bool:
    """Whether the map shows a bridge by a name of it, over a hexside or filling its hex."""
    middle = middle_of(country.map, name)
    if middle is not None and country.terrain(middle) == costs.FULL_HEX_BRIDGE:
        return True
    return any(map(country.bridged, crossing_places(country.ground, name, False)))


def middle_of(country: MapFile, name: str) -> int | None:
    """The hex a crossing's name has between two others, or alone; None if it names a hexside."""
    hexes = name.split("/")
    if len(hexes) == MOST_HEXES:
        return country.id(hexes[1])
    return country.id(hexes[0]) if len(hexes) == 1 else None


def crossing_places(ground: PricedMap, name: str, new: bool) -> list[int]:
    """The places of a crossing, each hexside from both sides.

    One hex alone stands for all bridges over its Sea Lines; one that is ``new`` for what lies
    between it and the roads beside it.

    :raises InputError: hexes that are not on the map, or not beside each other.
    """
    country = ground.country
    ids = [country.id(one) for one in name.split("/")]
    if len(ids) == 1:
        (here,) = ids
        if new:
            pairs = [(here, b) for b in country.around(here) if has_road(ground, b)]
        else:
            over = country.exits(here)
            pairs = [(here, b) for place, b in over if ground.sides(place) & costs.BRIDGES]
    else:
        pairs = list(itertools.pairwise(ids))
    both = [ends for pair in pairs for ends in (pair, pair[::-1])]
    return [country.place(a, b, "state") for a, b in both]


@dataclass(frozen=True, slots=True)
class FerryWay:
    """A way over a Ferry: from a hex to a hex. An engineer's serves its ``side`` only (1.15b)."""

    start: int
    end: int
    name: str
    used: int | None = None
    side: str | None = None

    def serves(self, side: str | None) -> bool | None:
        """Whether it carries units of a side; None if that is not said."""
        return True if self.side is None else None if side is None else self.side == side


def ferries_of(country: MapFile, state: Position) -> Iterator[FerryWay]:
    """The ways by the Ferries of a position, either way."""
    for name, ferry in (state.ferries or {}).items():
        ids = [country.id(one) for one in name.split("/")]
        if len(ids) == 1:
            # In a whole hex of water: straight across it, from any side (1.15b).
            pairs = [(country.beside[d][ids[0]], country.beside[d + 3][ids[0]]) for d in range(3)]
        else:
            pairs = [(ids[0], ids[-1])]
        for a, b in (ends for pair in pairs if NOWHERE not in pair for ends in (pair, pair[::-1])):
            yield FerryWay(a, b, name, ferry.used, ferry.side)


def drawn_ferry(country: MapFile, a: int, b: int) -> bool:
    """Whether our map assumes a Ferry between two hexes."""
    return b in country.around(a) and costs.FERRY in country.features(country.place(a, b))


def crossing_facts(
    phase: str | None, used: int | None, room: bool | None
) -> Mapping[str, bool | None]:
    """What must hold for a unit to cross, by the names of ``crossing`` in the table of bridges.

    :param used: the units the Ferry has carried this turn.
    :param room: whether the far bank holds one unit more.
    """
    rule = book("bridges")["ferry"]
    return {
        "phase": None if phase is None else phase == rule.text("phase"),
        "used": None if used is None else used < rule.number("units"),
        "room": room,
    }
