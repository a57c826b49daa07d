"""The limits of single scenarios: their boundary markers, and Units that may not do something."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.grid import distance
from clubroute.builder.playing_area import in_play
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.mapfile import MapFile
from clubroute.rules.position.names import same_unit
from clubroute.rules.rulebook import Section


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


def outside_scenario(work: Working, placing: Placing, scenario: str) -> None:
    """Say what the limits of a scenario do to a Unit."""
    rules = book("deploy", "wed")
    playing_area(work, placing, rules.rows("scenarios").get(scenario))
    for section in rules.rows("special").values():
        if section.text("scenario") == scenario:
            special(work, placing, section)


def playing_area(work: Working, placing: Placing, section: Section | None) -> None:
    """Whether a hex is within a scenario's boundary markers."""
    if section is None:
        return
    country = placing.country
    corners = next((a.hexes for a in country.areas if a.id == section.text("corners")), ())
    if not corners:
        work.need(f"the scenario boundary markers {section.text('corners')} on the map")
        return
    ring = [country.hex(corner) for corner in corners]
    inside = in_play(country.hex(placing.place), ring, section.flag("strip"))
    where = " ".join(country.number(corner) for corner in corners)
    work.check(
        inside,
        f"inside the scenario boundary markers {where}",
        f"outside the scenario boundary markers {where}: no Unit may move there",
        section.cite,
        provenance="survey",
    )


def special(work: Working, placing: Placing, section: Section) -> None:
    """Limits of single Units in a scenario."""
    unit, stay = placing.unit, section.text("stay")
    if section.text("side") and unit.side != section.text("side"):
        return
    if section.words("only") and placing.moves:
        only_mover(work, placing, section)
    if section.flag("road") and placing.is_one_of(section.words("units")):
        if unit.column is False:
            work.forbid("it may not leave Column", section.cite)
        on_road = any(link // 6 == placing.place for link in placing.country.links)
        work.check(
            on_road,
            "it stays in a road hex",
            f"it may not leave Column or a road hex: {placing.number} has no road",
            section.cite,
        )
    if stay and placing.moves and unit.hex == stay and placing.number != stay:
        work.forbid(f"the Allied Units in {stay} may not move", section.cite, hex_=stay)
    if section.value("near") and placing.moves:
        near_park(work, placing, section)


def only_mover(work: Working, placing: Placing, section: Section) -> None:
    """Scenario 1: one Unit moves, along Club Route between two hexes."""
    if not placing.is_one_of(section.words("only")):
        work.forbid(f"only {', '.join(section.words('only'))} may move", section.cite)
        return
    country = placing.country
    route = list(next(a.hexes for a in country.areas if a.id == "club-route"))
    ends = [country.id(section.text(end)) for end in ("from", "to")]
    first, last = sorted(route.index(end) for end in ends)
    work.check(
        placing.place in route[first : last + 1],
        f"on Club Route from {section.text('from')} to {section.text('to')}",
        f"it may not leave Club Route from {section.text('from')} to {section.text('to')}",
        section.cite,
    )


def near_park(work: Working, placing: Placing, section: Section) -> None:
    """Scenario 4: Allied Units keep off the German artillery park."""
    near, country = section.number("near"), placing.country
    parks = placing.position.markers_of(section.text("kind"))
    places = [country.hex(country.id(park.hex)) for park in parks if park.hex is not None]
    if not places:
        work.need(f"state.markers: the hex of the German {section.text('kind')}")
        return
    hexes = min(distance(country.hex(placing.place), place) for place in places)
    work.check(
        hexes > near,
        f"{hexes} hexes from the German artillery park",
        f"{hexes} hexes from the German artillery park: not within {near}",
        section.cite,
    )
