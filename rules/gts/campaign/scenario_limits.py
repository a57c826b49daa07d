"""The limits of single scenarios: their boundary markers, and Units that may not do something."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from clubroute.builder.grid import distance
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.markers import Marker
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.mapfile import MapFile
from clubroute.rules.position.names import same_unit
from clubroute.rules.rulebook import Section
from clubroute.rules.scenarios.book import Told
from clubroute.rules.scenarios.places import inside
from clubroute.rules.working import Working


@dataclass(frozen=True, slots=True)
class Placing:
    """A Unit that is, or moves, in a hex (an id of the map)."""

    country: MapFile
    unit: Unit
    place: int
    moves: bool
    position: Position

    @property
    def number(self) -> str:
        """The hex as printed."""
        return self.country.number(self.place)

    def is_one_of(self, names: tuple[str, ...]) -> bool:
        """Whether the Unit has one of some names, as its id or printed on it."""
        own = (self.unit.id, self.unit.name)
        return any(same_unit(one, name) for one in own for name in names)


def outside_scenario(work: Working, placing: Placing, told: Told) -> None:
    """Say what the limits of a scenario do to a Unit."""
    inside(work, placing.country, told, placing.place)
    special_limits(work, placing, told)


def special_limits(work: Working, placing: Placing, told: Told) -> None:
    """Say what single Units may not do in a scenario."""
    for section in special_rules(told.scenario.id):
        special(work, placing, section)


@cache
def special_rules(scenario: str) -> tuple[Section, ...]:
    """The limits of single Units in a scenario, by its id: they are looked at hex by hex."""
    rows = book("deploy", "wed").rows("special").values()
    return tuple(section for section in rows if section.text("scenario") == scenario)


def markers_for(section: Section, position: Position) -> tuple[Marker, ...]:
    """The markers that a limit looks at."""
    return tuple(position.markers_of(section.text("kind"))) if section.value("near") else ()


def looked_at(placing: Placing, section: Section) -> tuple[object, ...]:
    """What a limit looks at in a hex: it says the same of a Unit in all hexes alike in that."""
    country, place, found = placing.country, placing.place, list[object]()
    if section.words("only"):
        found.append(place in drive(country, section))
    if section.flag("road"):
        found.append(on_road(placing))
    if section.text("stay"):
        found.append(placing.number == section.text("stay"))
    if section.value("near"):
        found.append(from_parks(placing, section))
    return tuple(found)


def special(work: Working, placing: Placing, section: Section) -> None:
    """Limits of single Units in a scenario."""
    unit, stay = placing.unit, section.text("stay")
    side, named = section.text("side"), (*section.words("only"), *section.words("units"))
    if side and unit.side not in (None, side):
        return
    if named and not (unit.id or unit.name):
        if placing.moves:
            who = ", ".join(named)
            work.need(f"unit.id or unit.name: whether it is {who} ({section.cite})")
        return
    if side and unit.side is None and not named:
        work.leave(f"what limits {side} Units (unit.side is not given; {section.cite})")
        return
    if section.words("only") and placing.moves:
        only_mover(work, placing, section)
    if section.flag("road") and placing.is_one_of(section.words("units")):
        if unit.column is False:
            work.forbid("it may not leave Column", section.cite)
        work.leave(f"that it stays in Column ({section.cite})")
        work.check(
            on_road(placing),
            "it stays in a road hex",
            "it may not leave Column or a road hex: here is no road",
            section.cite,
        )
    if stay and placing.moves and unit.hex == stay and placing.number != stay:
        work.forbid(f"the Allied Units in {stay} may not move", section.cite, hex_=stay)
    elif stay and placing.moves and unit.hex is None:
        work.leave(f"whether it is in {stay}, where none may move ({section.cite})")
    if section.value("near") and placing.moves:
        near_park(work, placing, section)


def only_mover(work: Working, placing: Placing, section: Section) -> None:
    """Scenario 1: one Unit moves, along Club Route between two hexes."""
    if not placing.is_one_of(section.words("only")):
        work.forbid(f"only {', '.join(section.words('only'))} may move", section.cite)
        return
    work.check(
        placing.place in drive(placing.country, section),
        f"on Club Route from {section.text('from')} to {section.text('to')}",
        f"it may not leave Club Route from {section.text('from')} to {section.text('to')}",
        section.cite,
    )


def on_road(placing: Placing) -> bool:
    """Whether a Road leads off the hex."""
    return any(placing.place * 6 + side in placing.country.links for side in range(6))


def drive(country: MapFile, section: Section) -> tuple[int, ...]:
    """Scenario 1: the hexes of Club Route between two hexes."""
    route = next(tuple(a.hexes) for a in country.areas if a.id == "club-route")
    ends = [country.id(section.text(end)) for end in ("from", "to")]
    first, last = sorted(route.index(end) for end in ends)
    return route[first : last + 1]


def from_parks(placing: Placing, section: Section) -> int | None:
    """How many hexes away the nearest German artillery park is; None if none is told of."""
    country, parks = placing.country, markers_for(section, placing.position)
    places = [country.hex(country.id(park.hex)) for park in parks if park.hex is not None]
    here = country.hex(placing.place)
    return min((distance(here, place) for place in places), default=None)


def near_park(work: Working, placing: Placing, section: Section) -> None:
    """Scenario 4: Allied Units keep off the German artillery park."""
    near, hexes = section.number("near"), from_parks(placing, section)
    if hexes is None:
        work.need(f"state.markers: the hex of the German {section.text('kind')}")
        return
    work.check(
        hexes > near,
        f"{hexes} hexes from the German artillery park",
        f"{hexes} hexes from the German artillery park: not within {near}",
        section.cite,
    )
