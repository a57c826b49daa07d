"""The ground a question is about: a map as a position has it, which rows of the charts hold where
it is entered or crossed, what a step costs by them, and where a zone reaches.

A step is known by the terrain it leads into, the rows of what it crosses and the Roads it may
follow: few are different, so each is priced once for a class of units, by whatever map.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, Protocol, TypeAlias

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Step
from clubroute.rules.engine.tables import ALL, GROUND, ChartRow, RuleTables
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import Onward

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


# What a step costs, or why it is refused; what leads on; and where a zone reaches.

EVERY_SIDE = frozenset(range(6))


@dataclass(frozen=True, slots=True)
class Price:
    """What a step costs in half-MP, None if it is refused, with a line for each part.

    ``whole``: it takes the whole allowance, which must not be touched before.
    """

    half_mp: int | None
    steps: tuple[Step, ...]
    whole: bool = False

    @property
    def dearness(self) -> tuple[bool, int, bool]:
        """What the cheapest price has least of; of two that cost the same the surer is told."""
        return self.whole, self.half_mp or 0, any(one.provenance == "assumed" for one in self.steps)


def step_price(rules: RuleTables, ground: MapNow, place: int, class_: str | None) -> Price:
    """The cheapest way to make a step, or the first refusal, with its lines as sure as the map."""
    return ground.sure(place, chart_price(rules, kind_of(rules, ground, place), class_))


def chart_price(rules: RuleTables, kind: StepKind, class_: str | None) -> Price:
    """The price of a kind of step; kept with the tables, for many steps are alike."""
    found: Price | None = rules.kept.get((kind, class_))
    if found is None:
        every = list(prices(rules, kind, class_))
        # Where a Road is no cheaper, the step is told off it.
        open_ = [one for one in (every[-1], *every[:-1]) if one.half_mp is not None]
        found = min(open_, key=lambda one: one.dearness) if open_ else every[0]
        rules.kept[kind, class_] = found
    return found


def prices(rules: RuleTables, kind: StepKind, class_: str | None) -> Iterator[Price]:
    """The prices of a step: along each kind of Road that runs there, then off all of them."""
    ground = [rules.terrain[one] for one in kind.terrain if one in rules.terrain]
    for name in sorted(rules.road) if kind.roads else ():
        row = rules.road[name]
        told = None if row.move is None else row.move.of(class_)
        if row.along not in kind.roads or told is None:
            continue
        rows = ground if told == GROUND else [row]
        if rows:
            yield summed(rules, rows, kind, class_, row)
    yield summed(rules, dearest(rules, ground, class_), kind, class_, None)


def dearest(rules: RuleTables, ground: list[ChartRow], class_: str | None) -> list[ChartRow]:
    """Of several terrains in a hex the one that counts: one that bars, else the dearest; one that
    costs as another does where it is alone."""
    if len(ground) < 2:
        return ground
    barred = [row for row in ground if cost_of(rules, row, class_) is None]
    own = [row for row in ground if like_of(row, class_) is None]
    return barred[:1] or [max(own or ground[:1], key=lambda row: cost_of(rules, row, class_) or 0)]


def like_of(row: ChartRow, class_: str | None) -> str | None:
    """The terrain that a row costs as, None if it has a cost of its own."""
    told = None if row.move is None else row.move.of(class_)
    return told if isinstance(told, str) else None


def cost_of(rules: RuleTables, row: ChartRow, class_: str | None) -> int | None:
    """What a row costs a class; that of another row where it says so."""
    told = 0 if row.move is None else row.move.of(class_)
    return cost_of(rules, rules.terrain[told], class_) if isinstance(told, str) else told


def summed(
    rules: RuleTables,
    rows: Sequence[ChartRow],
    kind: StepKind,
    class_: str | None,
    road: ChartRow | None,
) -> Price:
    """The price of entering by some rows, and of what is crossed unless the Road lifts that."""
    lifts = () if road is None else road.lifted(class_)
    every = in_effect(rules, kind.over, MOVE if road is None else ROAD)
    over = [
        row
        for row in ([] if "hexside" in lifts else every)
        if row.name not in lifts and row.along not in lifts
    ]
    for row in (*over, *rows):
        if cost_of(rules, row, class_) is None:
            why = row.refusal(class_, row in rows)
            return Price(None, (Step(why, row.rule, verdict="illegal"),))
    lines: list[Step] = []
    for row in (*rows, *over):
        cost = cost_of(rules, row, class_)
        like = like_of(row, class_)
        said = row.says(class_, row in rows)
        if cost == ALL:
            lines.append(Step(f"{said}: the whole allowance", row.rule))
        elif like is not None:
            other = rules.terrain[like]
            beside = f"{other.says(class_, True)} beside {said}"
            lines.append(Step(beside, other.rule, cost, provenance="assumed"))
        elif cost or row in rows:
            lines.append(Step(said, row.rule, cost))
    extra = rules.move.off_road if road is None and rules.move is not None else None
    if rules.move is not None and extra is not None and (more := extra.of(class_)):
        lines.append(Step("along no Road", rules.move.rule, more))
    whole = any(cost_of(rules, row, class_) == ALL for row in (*rows, *over))
    return Price(sum(line.cost or 0 for line in lines), tuple(lines), whole)


# What leads on from each hex.


def onward(rules: RuleTables, ground: MapNow, a: int, class_: str | None) -> Onward:
    """What leads on from a hex, the lowest price first."""
    steps = [(b, kind_of(rules, ground, place)) for place, b in ground.map.exits(a)]
    return onward_by(rules, steps, class_)


Steps: TypeAlias = Sequence[tuple[int, StepKind]]
"""Where the steps out of a hex lead, and of what kind each is."""


def onward_by(rules: RuleTables, steps: Steps, class_: str | None) -> Onward:
    """What leads on by some steps, the lowest price first. What takes the whole allowance is left
    to whoever begins there."""
    costs: dict[int, list[int]] = {}
    for b, kind in steps:
        price = chart_price(rules, kind, class_)
        if price.half_mp is not None and not price.whole:
            costs.setdefault(price.half_mp, []).append(b)
    return tuple((one, tuple(costs[one])) for one in sorted(costs))


def steps_over(rules: RuleTables, ground: MapNow) -> Sequence[Steps]:
    """The steps of a whole map, worked out once for all classes; one number object a hex, which is
    quicker to search than one for each way into it."""
    ids = tuple(range(len(ground.map)))
    alike: dict[StepKind, StepKind] = {}
    found = []
    for a in ids:
        kinds = ((b, kind_of(rules, ground, place)) for place, b in ground.map.exits(a))
        found.append([(ids[b], alike.setdefault(kind, kind)) for b, kind in kinds])
    return found


def zone_hexes(
    rules: RuleTables,
    ground: MapNow,
    at: int,
    class_: str | None = None,
    sides: Collection[int] = EVERY_SIDE,
) -> Iterator[int]:
    """The hexes that a Zone of Control from a hex reaches, those beside it first.

    :param sides: the directions in which it reaches at all.
    """
    zoc, known = rules.zoc, {at}
    edge = [at]
    for step in range(0 if zoc is None else zoc.far.of(class_) or 0):
        ways = EVERY_SIDE if step else sides
        ring = [b for a in edge for b in zone_beside(rules, ground, a, class_, ways)]
        edge = [b for b in dict.fromkeys(ring) if b not in known]
        known.update(edge)
        yield from edge


def zone_beside(
    rules: RuleTables, ground: MapNow, at: int, class_: str | None, sides: Collection[int]
) -> Iterator[int]:
    """The hexes beside a hex that a Zone of Control reaches from it."""
    zoc = rules.zoc
    for place, b in ground.map.exits(at) if zoc is not None else ():
        if zoc is None or place % 6 not in sides:
            continue
        row = rules.terrain.get(ground.terrain(b))
        over = crossed(rules, ground, place, ZOC)
        reaches = all(one.zoc.of(class_) for one in (row, *over) if one is not None)
        joined = not zoc.along or runs_along(rules, ground, place, zoc.along)
        if not reaches or not joined:
            continue
        kind = None if zoc.over else kind_of(rules, ground, place)
        if kind is None or chart_price(rules, kind, class_).half_mp is not None:
            yield b
