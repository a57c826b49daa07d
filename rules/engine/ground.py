"""The ground a question is about: a map as a position has it, whoever tells what is changed; and
which rows of the charts hold where it is entered or crossed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, Protocol

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Step
from clubroute.rules.engine.tables import ChartRow, RuleTables
from clubroute.rules.ground.mapfile import MapFile

if TYPE_CHECKING:
    from clubroute.rules.engine.price import Price

MOVE, ROAD, ZOC, COMBAT, SUPPLY = USES = ("move", "road", "zoc", "combat", "supply")
"""What a row of a hexside may hold for: a step off all Roads, one along a Road, and the rest."""
NOTHING: frozenset[str] = frozenset()


class MapNow(Protocol):
    """A map with what a position changes of it: bridges that are blown or built, say."""

    @property
    def map(self) -> MapFile:
        """The compiled map."""

    def terrain(self, id_: int) -> str:
        """The terrain of a hex as it is now."""

    def sides(self, place: int) -> frozenset[str]:
        """The kinds of what lies along a hexside as it is now."""

    def along(self, place: int) -> frozenset[str]:
        """The kinds of Road that run through a hexside as it is now."""

    def sure(self, place: int, price: Price) -> Price:
        """A price whose lines are as sure as the map's facts they rest on."""


@dataclass(frozen=True, slots=True)
class AsPrinted:
    """A map of which a position changes nothing. It is its author's own, whose word is as good as
    that of the rulebook."""

    map: MapFile

    def terrain(self, id_: int) -> str:
        """The terrain of a hex."""
        return self.map.terrain_of(id_)

    def sides(self, place: int) -> frozenset[str]:
        """The kinds of what lies along a hexside."""
        return self.map.features(place) if place in self.map.sides else NOTHING

    def along(self, place: int) -> frozenset[str]:
        """The kinds of Road that run through a hexside."""
        links = self.map.links.get(place)
        return frozenset(self.map.roads[one.road].kind for one in links) if links else NOTHING

    def sure(self, place: int, price: Price) -> Price:
        """A price as it is."""
        return price


def as_sure_as(line: Step, basis: Provenance) -> Step:
    """A line of the chart, as sure as the ground is."""
    if line.provenance != "rulebook" or basis == "rulebook":
        return line
    return replace(line, provenance="owner" if basis == "owner" else "survey")


class StepKind(NamedTuple):
    """A kind of step: into some terrain (several of a hex's), over some rows, along some Roads."""

    terrain: tuple[str, ...]
    over: frozenset[str] = frozenset()
    roads: frozenset[str] = frozenset()


def kind_of(rules: RuleTables, ground: MapNow, place: int) -> StepKind:
    """The kind of a step over a hexside, out of the place's own hex."""
    b = ground.map.beside[place % 6][place // 6]
    return StepKind((ground.terrain(b),), named_over(rules, ground, place), ground.along(place))


def crossed(rules: RuleTables, ground: MapNow, place: int, use: str = MOVE) -> Sequence[ChartRow]:
    """The rows of what lies along a hexside, as it is crossed out of the place's own hex."""
    return in_effect(rules, named_over(rules, ground, place), use)


def in_effect(rules: RuleTables, names: frozenset[str], use: str) -> Sequence[ChartRow]:
    """Of some rows of hexsides those that hold for a use and that none of them lifts."""
    if not names:
        return ()
    known: Sequence[ChartRow] | None = rules.kept.get((names, use))
    if known is None:
        rows = [rules.hexside[name] for name in sorted(names)]
        rows = [row for row in rows if not row.uses or use in row.uses]
        lifted = {name for row in rows for name in row.lifts}
        known = tuple(row for row in rows if lifted.isdisjoint((row.name, row.along)))
        rules.kept[names, use] = known
    return known


def named_over(rules: RuleTables, ground: MapNow, place: int) -> frozenset[str]:
    """The names of the rows of what lies along a hexside, crossed out of the place's own hex."""
    kinds = ground.sides(place)
    if not kinds:
        return kinds
    names = rows_along(rules, kinds)
    if not rules.sloped:
        return names
    a, b = place // 6, ground.map.beside[place % 6][place // 6]
    return frozenset(name for name in names if leads(ground.map, rules.hexside[name], a, b))


def rows_along(rules: RuleTables, kinds: frozenset[str]) -> frozenset[str]:
    """The names of the rows of some kinds along a hexside, whatever way it is crossed."""
    known: frozenset[str] | None = rules.kept.get(kinds)
    if known is None:
        rows = rules.hexside.values()
        known = rules.kept[kinds] = frozenset(row.name for row in rows if row.along in kinds)
    return known


def runs_along(rules: RuleTables, ground: MapNow, place: int, names: Collection[str]) -> bool:
    """Whether a Road of some rows of the chart runs through a hexside."""
    kinds = ground.along(place)
    return any(rules.road[name].along in kinds for name in names)


def leads(country: MapFile, row: ChartRow, a: int, b: int) -> bool:
    """Whether a row of a hexside holds for what crosses it from one hex to another."""
    return goes_into(country, row.into, a, b) and goes_into(country, row.out_of, b, a)


def goes_into(country: MapFile, places: tuple[str, ...], a: int, b: int) -> bool:
    """Whether a step leads from outside into some areas or terrain; so it does where none are
    named."""
    return not places or (lies_in(country, places, b) and not lies_in(country, places, a))


def lies_in(country: MapFile, places: tuple[str, ...], id_: int) -> bool:
    """Whether a hex is of one of some areas, of an area of some kind, or of some terrain."""
    if country.terrain_of(id_) in places:
        return True
    return any(id_ in one.hexes for one in country.areas if one.id in places or one.kind in places)
