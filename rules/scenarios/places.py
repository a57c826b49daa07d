"""Where a scenario lets a unit stand: inside its playing area, and where its rows place it; by
which hexes it comes, and when."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from clubroute.builder.grid import HexNumberError, distance
from clubroute.builder.provenance import PROVENANCES, Provenance
from clubroute.builder.sources.scenario_parts import playing
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.position.names import same_group, same_unit
from clubroute.rules.scenarios.book import ToldScenario, place_of, trigger_text

if TYPE_CHECKING:
    from clubroute.builder.sources.scenario_parts import Arrival, PlacementArea, PlayingArea
    from clubroute.builder.sources.scenario_units import ListedUnits


@dataclass(frozen=True, slots=True)
class Asked:
    """Whether a unit, called ``name``, may be put in a hex (printed ``number``).

    ``stands`` tells the hex of a unit of the list by its id, ``with_formation`` whether a unit of a
    division's formation is in the hex asked about; None where that is not known.
    """

    country: MapFile
    told: ToldScenario
    number: str
    name: str
    stands: Callable[[str], str | None]
    with_formation: Callable[[tuple[str, str]], bool | None]


MARKERS = "the scenario boundary markers"


def inside(
    work: Working, country: MapFile, told: ToldScenario, place: int, marks: str = MARKERS
) -> None:
    """Say whether a hex is in a scenario's playing area.

    :param marks: its bounds in the rulebook's words.
    """
    area, number = told.scenario.playing_area, country.number(place)
    if area is None:
        work.say(f"{number} is on its maps, and all of them are in play", told.scenario.cite)
        return
    where = " ".join(area.corners)
    work.check(
        playing(country.lattice, window_of(area, country), area)(country.hex(place)),
        f"{number} is inside {marks} {where}",
        f"outside {marks} {where}: no Unit may be there",
        area.cite,
    )


def out_of_play(country: MapFile, told: ToldScenario) -> list[int]:
    """The hexes of a map outside a scenario's playing area, by id."""
    area = told.scenario.playing_area
    if area is None:
        return []
    plays = playing(country.lattice, window_of(area, country), area)
    return [id_ for id_ in range(len(country)) if not plays(country.hex(id_))]


def window_of(area: PlayingArea, country: MapFile) -> str | None:
    """The sheets that a playing area's corners are printed on: those asked about, else any."""
    try:
        for corner in area.corners:
            country.lattice.parse(corner, country.window)
    except HexNumberError:
        return None
    return country.window


def area_answer(
    told: ToldScenario, here: tuple[MapFile, int] | None, shape: str, marks: str = MARKERS
) -> Receipt:
    """The playing area of a scenario, or whether a hex of a map is in play.

    :param shape: how its corners are told of, where it is not all of the scenario's maps.
    :param marks: how its rulebook calls the area's bounds.
    """
    work, area = Working(), told.scenario.playing_area
    corners = list(area.corners) if area else None
    if here is not None:
        inside(work, here[0], told, here[1], marks)
        return work.receipt(corners=corners)
    text = "all of its maps" if area is None else f"{shape} {' '.join(area.corners)}"
    work.say(text, told.scenario.cite if area is None else area.cite)
    return work.receipt("decided", corners=corners, maps=list(told.scenario.maps))


def rows_of(
    told: ToldScenario, id_: str | None, name: str | None, division: str | None = None
) -> list[ListedUnits]:
    """The rows that may be a unit: its own, or those its counter may be drawn for.

    A name that counters of several divisions have means those of ``division``, where it is said.
    """
    if id_ is not None and id_ in told.units:
        ids = {id_}
    else:
        ids = {
            one
            for one, counter in told.units.items()
            if any(same_unit(name, own) for own in (counter.name, *counter.aliases))
        }
    if division is not None and len(ids) > 1:
        theirs = {one for one in ids if same_group(division, told.units[one].division)}
        ids = theirs or ids
    pools = {pool.id for pool in told.scenario.pools if ids & set(pool.units)}
    return [row for row in told.scenario.units if row.unit in ids or row.pool in pools]


def judge_rows(work: Working, asked: Asked, rows: Sequence[ListedUnits]) -> None:
    """Judge a hex by rows of which any will do."""
    outcomes = []
    for row in rows:
        trial = Working()
        judge_row(trial, asked, row)
        outcomes.append(trial)
    order = ("legal", "undetermined", "illegal")
    best = min(outcomes, key=lambda trial: order.index(trial.verdict))
    work.steps += best.steps
    for need in best.needs:
        work.need(need)


def judge_row(work: Working, asked: Asked, row: ListedUnits) -> None:
    """Judge a hex by one row: a hex; a radius, areas, or both."""
    told, country, number = asked.told, asked.country, asked.number
    name = asked.name or told.name(row.unit or "")
    if row.hex is not None:
        work.check(
            is_hex(country, row.hex, number),
            f"{name} is listed in {number}",
            f"{name} is listed in {row.hex}, not in {number}",
            row.cite,
        )
    if row.within is not None:
        centre = asked.stands(row.of or "") if row.of in told.units else row.of
        where = place_of(told, row)
        if centre is None:
            work.need(f"where {told.name(row.of or '')} stands: {name} is set up {where}")
            return
        away = distance(country.hex(country.id(centre)), country.hex(country.id(number)))
        work.check(
            away <= row.within,
            f"{number} is within {row.within} of {told.name(row.of or '')}",
            f"{number} is {away} hexes from {centre}: {name} stands {where}",
            row.cite,
        )
    if row.areas:
        areas = [area for area in told.scenario.areas if area.id in row.areas]
        judge_areas(work, asked, areas, name)
    if row.hex is None and row.within is None and not row.areas:
        work.need(f"the drop zone of {name}'s stick: ask drop.plan")


def is_hex(country: MapFile, listed: str, number: str) -> bool:
    """Whether a listed hex is that of a number: where maps meet, one hex has two."""
    try:
        return listed == number or country.known(listed) == country.known(number) != NOWHERE
    except HexNumberError:
        return False


def judge_areas(work: Working, asked: Asked, areas: Sequence[PlacementArea], name: str) -> None:
    """Judge a hex by the areas a unit may be placed in, any of which will do."""
    held = [(area, *in_area(asked, area)) for area in areas]
    texts = " or ".join(area.text for area, *_ in held)
    cite = held[0][0].cite
    basis = next((one for _, holds, one in held if holds), None)
    if basis is not None:
        work.say(f"{asked.number} is {texts}", cite, basis)
    elif any(holds is None for _, holds, _ in held):
        unsure = next((area.unsure for area, holds, _ in held if holds is None and area.unsure), "")
        reason = f" ({unsure})" if unsure else ""
        work.need(f"whether {asked.number} is {texts}{reason}: {name} is placed there")
    else:
        work.forbid(f"{asked.number} is not {texts}, where {name} is placed", cite)


def in_area(asked: Asked, area: PlacementArea) -> tuple[bool | None, Provenance]:
    """Whether a hex is in an area of a scenario, None if that is not known, and what tells it.

    Who is not where an area is assumed to be, or where no Road is drawn, may yet be there on the
    printed map.
    """
    country = asked.country
    if area.box:
        return False, "rulebook"
    if area.hexes:
        return any(is_hex(country, one, asked.number) for one in area.hexes), "rulebook"
    place = country.id(asked.number)
    if area.map_areas:
        found = [one for one in country.areas if one.id in area.map_areas]
        bases = [country.bases[one.basis].provenance for one in found if place in one.hexes]
        if bases:
            return True, min(bases, key=PROVENANCES.index)
        sure = all(country.bases[one.basis].provenance != "assumed" for one in found)
        return (False if found and sure else None), "survey"
    if area.roads:
        links = [link for d in range(6) for link in country.links.get(place * 6 + d, ())]
        bases = [
            country.bases[link.basis].provenance
            for link in links
            if country.roads[link.road].kind in area.roads
        ]
        return (True, min(bases, key=PROVENANCES.index)) if bases else (None, "survey")
    held = asked.with_formation(area.formation) if area.formation is not None else None
    return held, "rulebook"


def arrival_of(told: ToldScenario, row: ListedUnits) -> Arrival | None:
    """The arrival a row comes with, None for a stick."""
    return next((one for one in told.scenario.arrivals if one.id == row.arrival), None)


# What a scenario has come: when, and by which hexes.


@dataclass(frozen=True, slots=True)
class Arriving:
    """A unit (by the name on its counter) that comes with an arrival of its scenario, by any of
    some rows of its lists."""

    told: ToldScenario
    name: str
    arrival: Arrival
    rows: Sequence[ListedUnits]

    def place(self, country: MapFile, number: str) -> Working:
        """Judge a hex it comes onto the map in."""
        work = Working()
        nowhere = Asked(country, self.told, number, self.name, lambda _: None, lambda _: None)
        judge_rows(work, nowhere, self.rows)
        return work

    def hexes(self, country: MapFile) -> frozenset[int]:
        """List the hexes of a map it may come in by, as far as its lists name them."""
        areas = [one for one in self.told.scenario.areas if self._has(one.id)]
        numbers = [row.hex for row in self.rows if row.hex is not None]
        numbers += [number for area in areas for number in area.hexes]
        drawn = {id_ for area in areas for id_ in area.map_areas}
        found = {country.known(number) for number in numbers}
        return frozenset(found).union(*(one.hexes for one in country.areas if one.id in drawn))

    def _has(self, area: str) -> bool:
        return any(area in row.areas for row in self.rows)

    @property
    def where(self) -> str:
        """Say where it comes in."""
        named = [row.hex or place_of(self.told, row) for row in self.rows]
        return " or ".join(dict.fromkeys(named))

    @property
    def when(self) -> str:
        """Say when it comes."""
        return trigger_text(self.told, self.arrival)


def every_arriving(tolds: Iterable[ToldScenario], id_: str, name: str) -> tuple[Arriving, ...]:
    """Find a unit among the arrivals of all scenarios that may be played; none where it comes in
    one of them otherwise, but for those in which it is there from the start or never."""
    found = []
    for told in tolds:
        rows = rows_of(told, id_, name) if id_ in told.units else []
        if rows and all(row.arrival is not None for row in rows):
            one = arriving(told, id_, name)
            if one is None:
                return ()
            found.append(one)
    return tuple(found)


def arriving(told: ToldScenario | None, id_: str, name: str) -> Arriving | None:
    """Find a unit among the arrivals of a scenario; None if it is not only there, or its place is
    drawn by lot, or it comes by air drop."""
    if told is None or id_ not in told.units:
        return None
    rows = [row for row in rows_of(told, id_, name) if not row.again]
    arrivals = {row.arrival: arrival_of(told, row) for row in rows}
    arrival = next(iter(arrivals.values()), None)
    if len(arrivals) != 1 or arrival is None or any(row.unit is None for row in rows):
        return None
    return Arriving(told, name, arrival, rows)


def too_early(listed: Arriving, due: int | None, turn: int | None) -> tuple[str, str] | None:
    """Say why a scenario has a unit come later, and by which rule; None if it does not."""
    if due is None or turn is None or turn >= due:
        return None
    return f"it comes {listed.when}, turn {due}: this is turn {turn}", listed.arrival.cite
