"""A map's ground priced for a class of units, and as a position's bridges change it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from clubroute.rules.answer.model import Step
from clubroute.rules.asking.context import Context
from clubroute.rules.engine.ground import (
    Price,
    Steps,
    as_sure_as,
    onward,
    onward_by,
    step_price,
    steps_over,
)
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, PlacedFeature
from clubroute.rules.kit.search import Onward
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement import costs
from clubroute.rules.scs.position import Position
from clubroute.rules.scs.position.position import MOST_HEXES, STANDING, Bridge

Ways: TypeAlias = list[Onward]
"""By hex id what entering its neighbours costs in half-MP, cheapest first, and which cost so."""
NO_WORDS: frozenset[str] = frozenset()
KEPT = 8
"""The bridges of so many positions are kept."""


@dataclass(slots=True)
class PricedMap:
    """A map, priced. Reading of it never changes what is kept here but to keep more."""

    country: MapFile
    kept: dict[costs.MoverClass, Ways] = field(default_factory=dict)
    steps: dict[str, Sequence[Steps]] = field(default_factory=dict)
    enclosed: frozenset[int] = frozenset()
    spanned: frozenset[int] = frozenset()
    marked: Mapping[int, frozenset[str]] = field(default_factory=dict)
    paved: Mapping[int, frozenset[str]] = field(default_factory=dict)
    sea_lines: frozenset[int] = frozenset()
    bridges: frozenset[int] = frozenset()
    shores: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        country, every = self.country, range(len(self.country))
        kinds = [country.terrain_of(id_) for id_ in every]
        self.enclosed = frozenset(id_ for id_ in every if kinds[id_] == costs.ENCLOSED)
        self.spanned = frozenset(id_ for id_ in every if kinds[id_] == costs.FULL_HEX_BRIDGE)
        # Which bridges are Light is assumed: they bar nobody unless the position says so.
        self.marked = {
            place: frozenset(
                costs.BRIDGE if one.kind == costs.LIGHT and assumed(country, one) else one.kind
                for one in many
            )
            for place, many in country.sides.items()
        }
        self.paved = {
            place: frozenset(country.roads[link.road].kind for link in many)
            for place, many in country.links.items()
        }
        # A trace asks each hexside of the map: most hexes have no Sea Line at all.
        self.sea_lines = frozenset(p for p, kinds in self.marked.items() if costs.SEA_LINE in kinds)
        self.shores = frozenset(place // 6 for place in self.sea_lines)
        spanning = (p for p, kinds in self.marked.items() if not costs.BRIDGES.isdisjoint(kinds))
        self.bridges = frozenset(spanning)

    def ways(self, mover: costs.MoverClass) -> Ways:
        """The ways of a class over the map as printed, kept for the next question."""
        found = self.kept.get(mover)
        if found is None:
            steps = self.steps.get(mover.beside)
            if steps is None:
                steps = self.steps[mover.beside] = steps_over(mover.rules, self)
            found = self.kept[mover] = [
                onward_by(mover.rules, exits, mover.class_) for exits in steps
            ]
        return found

    @property
    def map(self) -> MapFile:
        """The compiled map."""
        return self.country

    def terrain(self, id_: int) -> str:
        """The terrain of a hex, as printed."""
        return self.country.terrain_of(id_)

    def sure(self, place: int, price: Price) -> Price:
        """A price, however sure the map."""
        return price

    def sides(self, place: int) -> frozenset[str]:
        """The kinds of what is on a hexside, as printed."""
        return self.marked.get(place, NO_WORDS)

    def along(self, place: int) -> frozenset[str]:
        """The kinds of Road that run through a hexside, as printed."""
        return self.paved.get(place, NO_WORDS)


def assumed(country: MapFile, feature: PlacedFeature) -> bool:
    """Whether a feature of a hexside is assumed."""
    return country.bases[feature.basis].provenance == "assumed"


def ground_of(context: Context, country: MapFile) -> PricedMap:
    """The ground of a map, kept for all questions."""
    key = ("scs ground", country.window)
    found: PricedMap | None = context.loaded.get(key)
    if found is None or found.country is not country:
        found = context.loaded[key] = PricedMap(country)
    return found


@dataclass(frozen=True, slots=True)
class Span:
    """A bridge as a position tells it: its name there, how it stands, and its hexsides (places).

    ``new``: it is built where none is printed. ``middle`` is the hex it is named by or leads
    through, ``fills`` what it makes of that hex, None if nothing. ``unshown``: the position tells
    that the map has it, and ours does not show it.
    """

    name: str
    bridge: Bridge
    places: frozenset[int]
    new: bool = False
    middle: int | None = None
    fills: str | None = None
    unshown: bool = False

    @property
    def ends(self) -> frozenset[int]:
        """The hexes at its ends, with the one between them that it fills."""
        return frozenset(place // 6 for place in self.places)

    @property
    def prepared(self) -> bool:
        """Whether it is wired for demolition (3.2)."""
        return self.bridge.word == "prepared"


@dataclass(frozen=True)
class Country:
    """A map as a position has it: what of its bridges is changed, by place and by hex.

    ``gone`` are places whose bridge does not stand; ``built`` those of Bridging units and the
    pontoon; ``light`` places whose bridge is said to be a Light one or not; ``hexes`` what a
    Full Hex Bridge that is blown or built makes of its hex. ``spans`` are the bridges the position
    tells of, ``unshown`` the places of those that our map does not show. ``kept`` are the ways of
    the classes that have been asked for, ``zoned`` the hexes that a zone from a hex reaches, by the
    reading of water, ``around`` the hexes beside one that are not Enclosed.
    """

    ground: PricedMap
    gone: frozenset[int] = frozenset()
    built: frozenset[int] = frozenset()
    light: Mapping[int, bool] = field(default_factory=dict)
    hexes: Mapping[int, str] = field(default_factory=dict)
    prepared: frozenset[int] = frozenset()
    spans: tuple[Span, ...] = ()
    unshown: frozenset[int] = frozenset()
    kept: dict[costs.MoverClass, Ways] = field(default_factory=dict, init=False, compare=False)
    zoned: dict[tuple[int, str], tuple[int, ...]] = field(
        default_factory=dict, init=False, compare=False
    )
    around: dict[int, tuple[int, ...]] = field(default_factory=dict, init=False, compare=False)

    @staticmethod
    def of(ground: PricedMap, spans: Iterable[Span]) -> Country:
        """The map with the bridges a position tells of. One that is built stands even where the
        printed one is blown.
        """
        gone, built, prepared, unshown = set[int](), set[int](), set[int](), set[int]()
        light: dict[int, bool] = {}
        hexes: dict[int, str] = {}
        known = tuple(spans)
        for span in sorted(known, key=lambda one: one.new):
            if span.bridge.word == "blown":
                gone |= span.places
            elif span.new:
                built |= span.places
            if span.prepared:
                prepared |= span.places
            if span.unshown:
                unshown |= span.places
                light |= dict.fromkeys(span.places, bool(span.bridge.light))
            elif span.bridge.light is not None:
                light |= dict.fromkeys(span.places, span.bridge.light)
            if span.middle is not None and span.fills is not None:
                hexes[span.middle] = span.fills
        gone -= built
        prepared -= gone | built
        return Country(
            ground,
            frozenset(gone),
            frozenset(built),
            light,
            hexes,
            frozenset(prepared),
            known,
            frozenset(unshown),
        )

    @property
    def map(self) -> MapFile:
        """The compiled map."""
        return self.ground.country

    def terrain(self, id_: int) -> str:
        """The terrain of a hex as it is now."""
        return self.hexes.get(id_) or self.map.terrain_of(id_)

    def sides(self, place: int) -> frozenset[str]:
        """The kinds of what is on a hexside as it is now; a built bridge spans its Sea Line."""
        told = self.ground.sides(place)
        if place in self.gone:
            return told - costs.BRIDGES
        if place in self.built:
            return told - {costs.SEA_LINE, *costs.BRIDGES}
        if place in self.light:
            stands = costs.LIGHT if self.light[place] else costs.BRIDGE
            return (told - costs.BRIDGES) | {stands}
        return told

    def along(self, place: int) -> frozenset[str]:
        """The kinds of Road along a step as it is now: a built bridge joins those of its banks,
        and one that the map has leads a road over, though ours does not show it."""
        told = self.ground.along(place)
        if place in self.unshown:
            return told.union(costs.roads(march=True))
        if place not in self.built:
            return told
        a, direction = divmod(place, 6)
        ends = a, self.map.beside[direction][a]
        joined = all(end in self.hexes or has_road(self.ground, end) for end in ends)
        return told.union(costs.roads(march=True)) if joined else told

    def road_along(self, place: int) -> bool:
        """Whether a road, no railroad, runs through a hexside; a built bridge joins its banks'."""
        return not self.along(place).isdisjoint(costs.roads(march=True))

    def sea_line(self, place: int) -> bool:
        """Whether a Sea Line runs along a hexside, bridged or not."""
        return place in self.ground.sea_lines

    def bridged(self, place: int) -> bool:
        """Whether a bridge stands there over the Sea Line."""
        return place in self.built or not costs.BRIDGES.isdisjoint(self.sides(place))

    def bridges(self) -> frozenset[int]:
        """The places of our map's hexsides where a bridge stands, as :meth:`bridged` has it."""
        printed = self.ground.bridges
        if not (self.gone or self.built or self.light):
            return printed
        standing = (printed.union(self.light) - self.gone).union(self.built)
        return standing.intersection(self.map.sides)

    def price(self, place: int, mover: costs.MoverClass) -> Price:
        """The price of a step, with its lines, each as sure as the map's fact it rests on."""
        return step_price(mover.rules, self, place, mover.class_)

    def sure(self, place: int, found: Price) -> Price:
        """A price as sure as the map's fact it rests on; that our map shows no Road or bridge is
        only as sure as our map.
        """
        b = self.map.beside[place % 6][place // 6]
        basis = self.map.provenance_of(b)
        if found.half_mp is None and place not in self.gone:
            basis = self.map.silence_of(b)
        lines = tuple(as_sure_as(line, basis) for line in found.steps)
        if place in self.unshown:
            lines = tuple(replace(line, provenance="assumed") for line in lines)
        if found.half_mp is not None and place in self.built:
            row = costs.rules()["bridging"]
            lines = (*lines, Step(row.text("built"), row.cite))
        return Price(found.half_mp, lines)

    @property
    def wired(self) -> frozenset[int]:
        """The hexes at the ends of Prepared Bridges."""
        return frozenset[int]().union(*(one.ends for one in self.spans if one.prepared))

    @property
    def spanned(self) -> frozenset[int]:
        """The hexes that Full Hex Bridges fill now."""
        full = costs.FULL_HEX_BRIDGE
        now = {id_ for id_, terrain in self.hexes.items() if terrain == full}
        return frozenset((self.ground.spanned - self.hexes.keys()) | now)

    @cached_property
    def enclosed(self) -> frozenset[int]:
        """The Enclosed hexes as they are now."""
        now = {id_ for id_, terrain in self.hexes.items() if terrain == costs.ENCLOSED}
        return frozenset((self.ground.enclosed | now) - (self.hexes.keys() - now))

    @cached_property
    def changed(self) -> frozenset[int]:
        """The hexes from which some step has another price than as printed."""
        places = {*self.gone, *self.built, *self.light}
        around = {id_ * 6 + d for id_ in self.hexes for d in range(6)}
        ends = {place // 6 for place in places | around}
        beside = {self.map.beside[p % 6][p // 6] for p in places | around}
        return frozenset((ends | beside) - {NOWHERE})

    def beside(self, a: int) -> tuple[int, ...]:
        """The hexes beside a hex that are not Enclosed; kept with the ground."""
        found = self.around.get(a)
        if found is None:
            enclosed = self.enclosed
            found = self.around[a] = tuple(b for b in self.map.around(a) if b not in enclosed)
        return found

    def ways(self, mover: costs.MoverClass) -> Ways:
        """The ways of a class, as the position's bridges leave them."""
        printed = self.ground.ways(mover)
        if not self.changed:
            return printed
        found = self.kept.get(mover)
        if found is None:
            found = list(printed)
            for a in self.changed:
                found[a] = onward(mover.rules, self, a, mover.class_)
            self.kept[mover] = found
        return found


def has_road(ground: PricedMap, id_: int) -> bool:
    """Whether a road of either type is in a hex; a railroad is none (1.3b)."""
    wanted = costs.roads(march=True)
    return any(not ground.along(id_ * 6 + d).isdisjoint(wanted) for d in range(6))


# The crossings of a position: how each bridge stands and where its ends are, which Ferries there
# are and whom they serve (INS 1.13 to 1.16, 3.2).


def country_as(context: Context, country: MapFile, state: Position) -> Country:
    """The map as a position's bridges have it; those of the last few are kept with their ways and
    zones, for in a game one position after another has the same bridges.

    :raises InputError: a hex that is not there.
    """
    ground, key = ground_of(context, country), ("scs countries", country.window)
    told = tuple((state.bridges or {}).items()), tuple(units_as_bridges(state))
    kept: tuple[tuple[object, Country], ...] = context.loaded.get(key) or ()
    for before, one in kept:
        if one.ground is ground and before == told:
            return one
    spans = [span_of(ground, *one) for one in told[0]]
    again = bridged_again(country, told[1], spans) if spans else ()
    made = Country.of(ground, (*spans, *again)) if spans else Country(ground)
    context.loaded[key] = ((told, made), *kept[: KEPT - 1])
    return made


def units_as_bridges(state: Position) -> Iterator[tuple[str, str]]:
    """The Bridging units that stand as bridges: what each is called, and its hex."""
    for unit in (*state.bridging, *(state.units or ())):
        if unit.as_bridge and unit.hex is not None:
            yield unit.call, unit.hex


def bridged_again(
    country: MapFile, units: Iterable[tuple[str, str]], spans: Sequence[Span]
) -> Iterator[Span]:
    """The bridges of Bridging units that stand as such by a blown one (1.15c)."""
    for call, hex_ in units:
        at = country.id(hex_)
        blown = [one for one in spans if one.bridge.word == "blown" and at in one.ends]
        if len(blown) == 1:
            fills = costs.FULL_HEX_BRIDGE if blown[0].fills else None
            built = Bridge(word="built")
            yield replace(blown[0], name=call, bridge=built, new=True, fills=fills)


def span_of(ground: PricedMap, name: str, bridge: Bridge) -> Span:
    """A bridge as a position tells it. :raises InputError: a hex that is not there."""
    middle = middle_of(ground.country, name)
    was = None if middle is None else ground.country.terrain_of(middle)
    places = crossing_places(ground, name, bridge.word == "built" or was == costs.ENCLOSED)
    printed = frozenset[str]().union(*map(ground.sides, places))
    # One that is said to stand over a Sea Line where none is printed was built there.
    # Told as Light, or Prepared, it is one of the map's that ours does not show.
    bare = costs.SEA_LINE in printed and printed.isdisjoint(costs.BRIDGES)
    unshown = bridge.word in STANDING and bare
    of_map = bridge.light is not None or bridge.word == "prepared"
    new = bridge.word == "built" or (unshown and not of_map)
    fills = None
    if middle is not None and bridge.word == "blown" and was == costs.FULL_HEX_BRIDGE:
        fills = costs.ENCLOSED
    elif middle is not None and (new or unshown) and ("/" in name or was == costs.ENCLOSED):
        fills = costs.FULL_HEX_BRIDGE
    return Span(name, bridge, frozenset(places), new, middle, fills, unshown and of_map)


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
