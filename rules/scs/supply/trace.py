"""To where a unit traces supply, and by which path over the map as a position has it (INS 1.8a,
5.x).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import GERMAN
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.lookup import named_area, owned_area
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.kit.search import back, spread
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement.costs import LIGHT
from clubroute.rules.scs.position import Position, Unit
from clubroute.rules.scs.position.position import DIVISIONS, division_named
from clubroute.rules.scs.situation.ground import Country
from clubroute.rules.scs.unsaid import Guess

GERMAN_TRACE, AIRBORNE_TRACE, CORPS_TRACE = "german", "airborne", "corps"


@dataclass(frozen=True, slots=True)
class SupplySource:
    """Where a trace ends: the hexes by id, their rule, and what tells them. ``kind`` is how it is
    traced."""

    kind: str
    hexes: frozenset[int]
    title: str
    rule: str
    basis: Provenance = "rulebook"


def kind_of(unit: Unit, state: Position, guess: Guess, work: Working) -> str | None:
    """How a unit traces: as a German, as airborne, or as XXX Corps; None if it is not said."""
    if unit.side is None:
        work.need("unit.side: whose unit it is")
        return None
    if unit.side == GERMAN:
        return GERMAN_TRACE
    division = unit.airborne
    if unit.of_corps is None:
        work.need("unit.division: its division; or corps, that it entered by Entry Area A")
        return None
    if division is None or unit.of_corps:
        return CORPS_TRACE
    linked = state.link_up(division)
    if state.scenario in book("supply")["scenario"].values:
        return AIRBORNE_TRACE
    need = f"whether XXX Corps has broken through to division {division}, which then traces as it"
    return CORPS_TRACE if guess(linked, "state.linked", need, good=False) else AIRBORNE_TRACE


def source_of(
    context: Context, country: MapFile, unit: Unit, state: Position, guess: Guess, work: Working
) -> SupplySource | None:
    """The end of a unit's trace; None if it is not known, and then what is needed."""
    kind = kind_of(unit, state, guess, work)
    if kind is None:
        return None
    row = book("supply")[kind]
    printed = book("supply")["scenario"].get(state.scenario or "")
    if printed.holds:
        hexes = {country.id(one) for one in printed.words(kind)}
        areas = printed.words("areas") if kind == GERMAN_TRACE else ()
        hexes.update(*(named_area(context, country, one) or () for one in areas))
        basis = basis_of(context, country, areas)
        return SupplySource(
            kind, frozenset(hexes), "the scenario's supply source", printed.cite, basis
        )
    if kind == AIRBORNE_TRACE:
        return zone_source(country, unit, state, work)
    found = [named_area(context, country, area) for area in row.words("areas")]
    known = [hexes for hexes in found if hexes is not None]
    if not known:
        areas_ = f"{row.words('areas')[0]} … {row.words('areas')[-1]}"
        work.need(f"supply owner/areas.csv: the hexes of {row.text('title')} ({areas_})")
        return None
    basis = basis_of(context, country, row.words("areas"))
    return SupplySource(kind, frozenset[int]().union(*known), row.text("title"), row.cite, basis)


def basis_of(context: Context, country: MapFile, areas: Collection[str]) -> Provenance:
    """What tells where some areas are; the owner's word is as good as the rulebook's."""
    left = [one for one in country.areas if one.id in areas and not owned_area(context, one.id)]
    return weakest(country.bases[one.basis].provenance for one in left)


def zone_source(
    country: MapFile, unit: Unit, state: Position, work: Working
) -> SupplySource | None:
    """The DZ/LZ a division traces to; the Poles any of them."""
    row = book("supply")[AIRBORNE_TRACE]
    told, printed = divisional_zones(country, state)
    if printed.holds and printed.text("captured") == unit.airborne:
        title = f"{row.text('title')}, which {printed.text('captured_by')}"
        return SupplySource(AIRBORNE_TRACE, frozenset(), title, printed.cite)
    if told is None:
        work.need("state.drop_zones: the hex of its division's Glider & Divisional Troops DZ/LZ")
        return None
    division = unit.airborne or ""
    poles = row.text("poles")
    own = [hex_ for name, hex_ in told.items() if division in (poles, division_named(name) or name)]
    if not own:
        work.need(f"state.drop_zones.{division}: its Glider & Divisional Troops DZ/LZ")
        return None
    title = "a Glider & Divisional Troops DZ/LZ" if division == poles else row.text("title")
    return SupplySource(AIRBORNE_TRACE, frozenset(country.id(one) for one in own), title, row.cite)


def divisional_zones(country: MapFile, state: Position) -> tuple[Mapping[str, str] | None, Section]:
    """By division the hex of its Glider & Divisional Troops DZ/LZ, as the position has it, else as
    its scenario prints it (then with that row); None where neither tells it.
    """
    row = book("supply")["zones"]
    if state.drop_zones is not None:
        return state.drop_zones, row.get("")
    printed = row.get(state.scenario or "")
    if not printed.holds:
        return None, printed
    areas = {area.id: area for area in country.areas}
    told = {
        division: country.number(areas[printed.text(division)].hexes[0])
        for division in DIVISIONS
        if printed.text(division)
    }
    return told, printed


@dataclass(frozen=True, slots=True)
class Tracing:
    """The ground of a trace.

    ``shut`` are hexes it may not enter: enemy units, enemy Zones of Control that nothing negates.
    ``wired`` are places it may not cross: Prepared Bridges, for the Allies. ``ferries`` are the
    pairs of hexes that Ferries join.
    """

    country: Country
    shut: Collection[int]
    wired: Collection[int] = ()
    ferries: Collection[tuple[int, int]] = ()
    anywhere: bool = False

    def by_series(self, a: int) -> Iterable[int]:
        """The hexes a trace of the series' kind goes on to: where movement is not prohibited."""
        country, enclosed = self.country, self.country.enclosed
        if self.anywhere or a not in country.ground.shores:
            yield from (b for b in country.map.around(a) if b not in enclosed)
        else:
            for place, b in country.map.exits(a):
                if b not in enclosed and (not country.sea_line(place) or self.crossed(place)):
                    yield b
        yield from (end for start, end in self.ferries if start == a)

    def crossed(self, place: int) -> bool:
        """Whether a bridge that the trace may use stands over a Sea Line."""
        return self.country.bridged(place) and place not in self.wired

    def by_road(self, a: int) -> Iterable[int]:
        """The hexes XXX Corps' trace goes on to: along a road, over no Light or Prepared Bridge."""
        for place, b in self.country.map.exits(a):
            if not self.country.road_along(place):
                continue
            light = place not in self.country.built and LIGHT in self.country.sides(place)
            shut = light or place in self.wired or not self.country.bridged(place)
            if not (self.country.sea_line(place) and shut):
                yield b


def series_path(tracing: Tracing, start: int, ends: Collection[int]) -> list[int]:
    """The shortest trace of the series' kind, empty if there is none."""
    before, found = spread((start,), tracing.by_series, tracing.shut, goals=ends)
    return [] if found is None else back(before, found)


def corps_path(
    tracing: Tracing, start: int, ends: Collection[int], most: int
) -> tuple[list[int], list[int]]:
    """The trace of XXX Corps: the hexes to a road, and from there along roads; empty if none.

    To the road any terrain will do, prohibited too.
    """
    open_ = [end for end in ends if end not in tracing.shut]
    roads, _ = spread(open_, tracing.by_road, tracing.shut)
    before, found = spread((start,), tracing.country.map.around, tracing.shut, most, roads)
    if found is None:
        return [], []
    return back(before, found), back(roads, found)[::-1]
