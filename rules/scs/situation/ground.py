"""A map's ground priced for a class of units, and as a position's bridges change it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Step
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, PlacedFeature
from clubroute.rules.scs.movement import costs
from clubroute.rules.scs.position.crossings import Bridge

Ways: TypeAlias = list[tuple[tuple[int, tuple[int, ...]], ...]]
"""By hex id what entering its neighbours costs in half-MP, cheapest first, and which cost so."""
NO_WORDS: frozenset[str] = frozenset()


@dataclass(slots=True)
class PricedMap:
    """A map, priced. Reading of it never changes what is kept here but to keep more."""

    country: MapFile
    kept: dict[costs.MoverClass, Ways] = field(default_factory=dict)
    enclosed: frozenset[int] = frozenset()
    spanned: frozenset[int] = frozenset()
    marked: Mapping[int, frozenset[str]] = field(default_factory=dict)
    paved: Mapping[int, frozenset[str]] = field(default_factory=dict)
    sea_lines: frozenset[int] = frozenset()
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

    def ways(self, mover: costs.MoverClass) -> Ways:
        """The ways of a class over the map as printed, kept for the next question."""
        found = self.kept.get(mover)
        if found is None:

            def cost(place: int, b: int) -> int | None:
                terrain, sides = (self.country.terrain_of(b),), self.sides(place)
                return costs.step_price(terrain, sides, self.along(place), mover).half_mp

            # One number object a hex, and not one for each way into it, is quicker to search.
            ids = tuple(range(len(self.country)))
            found = self.kept[mover] = [steps_of(self.country, a, ids, cost) for a in ids]
        return found

    def sides(self, place: int) -> frozenset[str]:
        """The kinds of what is on a hexside, as printed."""
        return self.marked.get(place, NO_WORDS)

    def along(self, place: int) -> frozenset[str]:
        """The kinds of Road that run through a hexside, as printed."""
        return self.paved.get(place, NO_WORDS)


def assumed(country: MapFile, feature: PlacedFeature) -> bool:
    """Whether a feature of a hexside is assumed."""
    return country.bases[feature.basis].provenance == "assumed"


def steps_of(
    country: MapFile, a: int, ids: Sequence[int], cost: Callable[[int, int], int | None]
) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """The hexes beside a hex by what entering them costs, cheapest first.

    :param ids: by hex id the object that stands for it.
    :param cost: the half-MP of a step by its place and the hex it enters, None if it is prohibited.
    """
    steps: dict[int, list[int]] = {}
    for place, b in country.exits(a):
        if (price := cost(place, b)) is not None:
            steps.setdefault(price, []).append(ids[b])
    return tuple((price, tuple(steps[price])) for price in sorted(steps))


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
    through, ``fills`` what it makes of that hex, None if nothing.
    """

    name: str
    bridge: Bridge
    places: frozenset[int]
    new: bool = False
    middle: int | None = None
    fills: str | None = None

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
    tells of. ``kept`` are the ways of the classes that have been asked for, ``zoned`` the hexes
    that a zone from a hex reaches, over water or not.
    """

    ground: PricedMap
    gone: frozenset[int] = frozenset()
    built: frozenset[int] = frozenset()
    light: Mapping[int, bool] = field(default_factory=dict)
    hexes: Mapping[int, str] = field(default_factory=dict)
    prepared: frozenset[int] = frozenset()
    spans: tuple[Span, ...] = ()
    kept: dict[costs.MoverClass, Ways] = field(default_factory=dict, init=False, compare=False)
    zoned: dict[tuple[int, bool], tuple[int, ...]] = field(
        default_factory=dict, init=False, compare=False
    )

    @staticmethod
    def of(ground: PricedMap, spans: Iterable[Span]) -> Country:
        """The map with the bridges a position tells of. One that is built stands even where the
        printed one is blown.
        """
        gone, built, prepared = set[int](), set[int](), set[int]()
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
            if span.bridge.light is not None:
                light |= dict.fromkeys(span.places, span.bridge.light)
            if span.middle is not None and span.fills is not None:
                hexes[span.middle] = span.fills
        gone -= built
        prepared -= gone | built
        return Country(
            ground, frozenset(gone), frozenset(built), light, hexes, frozenset(prepared), known
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
        """The kinds of Road along a step as it is now: a built bridge joins those of its banks."""
        told = self.ground.along(place)
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

    def price(self, place: int, mover: costs.MoverClass) -> costs.Price:
        """The price of a step, with its lines, each as sure as the map's fact it rests on."""
        b = self.map.beside[place % 6][place // 6]
        return self.on_map(place, self.chart_price(place, b, mover))

    def chart_price(self, place: int, b: int, mover: costs.MoverClass) -> costs.Price:
        """The price of a step into a hex as the chart has it, however sure the map is."""
        return costs.step_price((self.terrain(b),), self.sides(place), self.along(place), mover)

    def on_map(self, place: int, found: costs.Price) -> costs.Price:
        """A price as sure as the map's fact it rests on; that our map shows no Road or bridge is
        only as sure as our map.
        """
        b = self.map.beside[place % 6][place // 6]
        basis = self.map.provenance_of(b)
        if found.half_mp is None and place not in self.gone:
            basis = self.map.silence_of(b)
        lines = tuple(on_map(line, basis) for line in found.steps)
        if found.half_mp is not None and place in self.built:
            row = costs.rules()["bridging"]
            lines = (*lines, Step(row.text("built"), row.cite))
        return costs.Price(found.half_mp, lines)

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

    def ways(self, mover: costs.MoverClass) -> Ways:
        """The ways of a class, as the position's bridges leave them."""
        printed = self.ground.ways(mover)
        if not self.changed:
            return printed
        found = self.kept.get(mover)
        if found is None:
            found, ids = list(printed), range(len(printed))

            def cost(place: int, b: int) -> int | None:
                return self.chart_price(place, b, mover).half_mp

            for a in self.changed:
                found[a] = steps_of(self.map, a, ids, cost)
            self.kept[mover] = found
        return found


def on_map(line: Step, basis: Provenance) -> Step:
    """A line of the chart, as sure as the ground is."""
    if line.provenance == "rulebook" and basis != "rulebook":
        rests: Provenance = "owner" if basis == "owner" else "survey"
        return Step(line.why, line.rule, line.cost, provenance=rests, verdict=line.verdict)
    return line


def has_road(ground: PricedMap, id_: int) -> bool:
    """Whether a road of either type is in a hex; a railroad is none (1.3b)."""
    wanted = costs.roads(march=True)
    return any(not ground.along(id_ * 6 + d).isdisjoint(wanted) for d in range(6))
