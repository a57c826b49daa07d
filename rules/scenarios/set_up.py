"""What stands where when a scenario begins, as an answer."""

from __future__ import annotations

import re
from collections.abc import (
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass
from itertools import groupby
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from clubroute.builder.counting import is_whole, so_many
from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.grid import NUMBER, distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.receipt_text import receipt_lines
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import SIDE
from clubroute.rules.ground.maps import map_of
from clubroute.rules.position.names import same_group, squeezed
from clubroute.rules.scenarios.book import (
    ToldScenario,
    find_scenario,
    named,
    place_of,
    points_text,
    scenario_files,
    trigger_text,
    zone_names,
)

if TYPE_CHECKING:
    from clubroute.builder.sources.counters import UnitCounter as Counter
    from clubroute.builder.sources.scenario_parts import Arrival
    from clubroute.builder.sources.scenario_units import ListedUnits
    from clubroute.rules.ground.mapfile import MapFile


# The rows of a scenario as JSON and as lines of an answer.

ROWS: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}


def elsewhere(told: ToldScenario) -> tuple[str, ...]:
    """What an answer about a scenario leaves to others: Units of another book."""
    if told.scenario.units_told:
        return ()
    return ("Units: their list is in a book of scenarios that is not in this text",)


def filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """Values without those that are blank or not said."""
    blank: tuple[Any, ...] = (None, "", (), [])
    return {name: value for name, value in values.items() if value not in blank}


def row_record(told: ToldScenario, row: ListedUnits) -> dict[str, Any]:
    """A row of a unit list as JSON."""
    counter = counter_of(told, row)
    division, formation = posting_of(told, row)
    return filled(
        {
            "unit": row.unit,
            "name": name_of(told, row),
            "side": side_of_row(told, row),
            "division": division,
            "formation": formation,
            "class": counter.move_class if counter else None,
            "count": row.count if row.count > 1 else None,
            "hex": row.hex,
            "to_place": place_of(told, row) if to_place(row) else None,
            "state": list(row.state),
            "may": list(row.may),
            "on": told.name(row.carrier) if row.carrier else None,
            "cite": row.cite,
            "open": row.unsure,
        }
    )


def counter_of(told: ToldScenario, row: ListedUnits) -> Counter | None:
    """A row's counter, or the first of those it may be drawn of; None if it is a whole group's."""
    pool = next((pool for pool in told.scenario.pools if pool.id == row.pool), None)
    return told.units.get(row.unit or (pool.units[0] if pool else ""))


def posting_of(told: ToldScenario, row: ListedUnits) -> tuple[str | None, str | None]:
    """The division and formation of a row's counters."""
    if row.formation:
        return row.formation
    counter = counter_of(told, row)
    return counter.posting(told.scenario.id) if counter else (None, None)


def side_of_row(told: ToldScenario, row: ListedUnits) -> str | None:
    """The side of a row's counters."""
    counter = counter_of(told, row)
    return counter.side if counter else side_of(told, posting_of(told, row)[0])


def to_place(row: ListedUnits) -> bool:
    """Whether a row's owner places its counters: within a radius, or in an area."""
    return row.hex is None and (row.within is not None or bool(row.areas))


def name_of(told: ToldScenario, row: ListedUnits) -> str:
    """What a row's counter is called."""
    if row.unit is not None:
        return told.name(row.unit)
    if row.formation is not None:
        return f"all Units of {row.formation[1]}"
    pool = next(pool for pool in told.scenario.pools if pool.id == row.pool)
    return f"one drawn at random: {pool.text}"


def side_of(told: ToldScenario, division: str | None) -> str | None:
    """The side of a division, by its counters."""
    return next((one.side for one in told.units.values() if one.division == division), None)


def line(why: str, cite: str, hex_: str = "", provenance: str = "rulebook") -> Step:
    """A line of an answer with a row's citation."""
    return Step(why, cite, start=hex_, provenance=cast(Provenance, provenance))


def row_lines(told: ToldScenario, rows: Iterable[ListedUnits]) -> Iterator[Step]:
    """Rows of a unit list as lines of an answer, those that stand together in one."""

    def together(row: ListedUnits) -> tuple[str, str, str, str]:
        where = f": {place_of(told, row)}" if to_place(row) else ""
        unsure = f" ({row.unsure})" if row.unsure else ""
        return row.hex or "", where, unsure, row.cite

    for (hex_, where, unsure, cite), many in groupby(rows, key=together):
        names = ", ".join(row_text(told, row) for row in many)
        yield line(f"{names}{where}{unsure}", cite, hex_)


def row_text(told: ToldScenario, row: ListedUnits) -> str:
    """A row's counters: how many, of what name, and how they stand."""
    count = f"{row.count} " if row.count > 1 else ""
    state = f" ({', '.join(row.state)})" if row.state else ""
    on = f" on {told.name(row.carrier)}" if row.carrier else ""
    return f"{count}{name_of(told, row)}{state}{on}"


def names_of(told: ToldScenario, pieces: Iterable[str]) -> list[str]:
    """What counters are called."""
    return [told.name(piece) for piece in pieces]


def on_side(told: ToldScenario, rows: Sequence[ListedUnits], side: str | None) -> list[ListedUnits]:
    """The rows of a side; all if none is said."""
    return [row for row in rows if side is None or side_of_row(told, row) == side]


def coming_with(told: ToldScenario, id_: str) -> list[ListedUnits]:
    """The rows that come with an arrival or stick."""
    return [row for row in told.scenario.units if row.arrival == id_]


def arrival_lines(told: ToldScenario, arrival: Arrival, rows: list[ListedUnits]) -> Iterator[Step]:
    """An arrival and its Units as lines."""
    chits = names_of(told, arrival.chits)
    parts = [arrival.text, *(f"{chit} joins the mug" for chit in chits)]
    parts += [points_text(one.division, one.figures) for one in arrival.points]
    what = "; ".join(part for part in parts if part)
    yield line(f"{trigger_text(told, arrival)}{': ' if what else ''}{what}", arrival.cite)
    yield from row_lines(told, rows)


def arrival_record(told: ToldScenario, arrival: Arrival, rows: list[ListedUnits]) -> dict[str, Any]:
    """An arrival as JSON."""
    return filled(
        {
            "id": arrival.id,
            "trigger": arrival.trigger,
            "when": told.name(arrival.when),
            "draw": arrival.draw,
            "text": arrival.text,
            "units": [row_record(told, row) for row in rows],
            "chits": names_of(told, arrival.chits),
            "points": [{"division": one.division, **one.figures} for one in arrival.points],
            "cite": arrival.cite,
            "open": arrival.unsure,
        }
    )


# Where a Unit, or the Units of a group, begin in each scenario of a game, and when others come.

MOST_NAMED = 8
"""Units named in a line; of more only how many they are is told beside these."""
START = "at the start"


@dataclass(frozen=True, slots=True)
class Beginning:
    """Units that begin in one place, or come together: when, where, and the rows they are."""

    when: str
    where: str
    cite: str
    rows: tuple[ListedUnits, ...]
    drops: bool = False
    """Whether they come by a drop."""


def whereabouts(
    context: Context, series: str, game: str, about: str, scenario: str | None
) -> Receipt:
    """Tell of each scenario of a game, or of one, where what is called so begins or comes.

    :param about: a Unit, a battalion, a Formation, a Division, or a kind of Units.
    :raises InputError: no counter of the game is called so, or there is no such scenario.
    """
    project = context.folder.parent
    files = scenario_files(series, project)
    only = None if scenario is None else named(series, scenario, files)
    every = [find_scenario(series, id_, project) for id_ in files]
    tolds = [one for one in every if one.game == game]
    tolds = [find_scenario(series, only, project)] if only else tolds
    counters = {id_: unit for one in tolds for id_, unit in counters_of(one).items()}
    meant = called_just_so(tolds, counters, about) or {
        id_ for id_, unit in counters.items() if is_called(unit, about)
    }
    known = (unit for one in every if one.game == game for unit in counters_of(one).values())
    if not meant and not any(
        same_group(group, about) for unit in known for group in groups_of(unit)
    ):
        meant = {
            id_
            for id_, unit in counters.items()
            if any(same_number(group, about) for group in groups_of(unit))
        }
    groups = formations_called(tolds, about)
    if not meant and NUMBER.fullmatch(about):
        return standing_in(tolds, about.upper(), map_of(context, game))
    if not meant and not groups:
        raise InputError(
            Where("params", part="about"),
            repr(about),
            "a Unit, battalion, Formation or Division of the game",
            nearest_name(about, [unit.name for unit in counters.values()]),
        )
    found = [(told, place) for told in tolds for place in places_of(told, meant, groups)]
    steps = [step_of(told, place) for told, place in found]
    having = {told.scenario.id for told, _ in found}
    missing = [one.scenario for one in tolds if one.scenario.id not in having]
    if missing:
        ids = ", ".join(one.id for one in missing)
        steps.append(
            line(f"not in the lists of {ids}", "; ".join({one.cite: 0 for one in missing}))
        )
    names = sorted({counters[id_].name for id_ in meant})
    who = names[0] if len(names) == 1 else about
    drops_first = sorted(found, key=lambda one: not one[1].drops)
    told_of = [told_in(told, place) for told, place in drops_first]
    few = "; ".join(told_of[:MOST_PLACES]) + ("; …" if len(told_of) > MOST_PLACES else "")
    shown = few or f"not in the lists of {ids}"
    places = [record_of(told, place) for told, place in found]
    return Receipt("decided", tuple(steps), summary=f"{who}: {shown}", extra={"places": places})


def standing_in(tolds: Sequence[ToldScenario], hex_: str, country: MapFile) -> Receipt:
    """Tell of some scenarios what is set up in a hex, and what may be placed there."""
    found = [
        (told, Beginning(START, where, rows[0].cite, rows))
        for told in tolds
        for where, rows in (
            (hex_, tuple(row for row in told.scenario.units if is_set_up_in(row, hex_))),
            *near_hex(told, hex_, country).items(),
        )
        if rows
    ]
    steps = [step_of(told, place) for told, place in found]
    having = ", ".join(dict.fromkeys(told.scenario.id for told, _ in found))
    others = [one.scenario for one in tolds if one.scenario.id not in having.split(", ")]
    if others:
        ids = ", ".join(one.id for one in others)
        cites = "; ".join(dict.fromkeys(one.cite for one in others))
        steps.append(line(f"nothing is set up there in {ids}", cites))
    summary = f"{hex_}: set up there in {having}" if having else f"{hex_}: nothing is set up there"
    places = [record_of(told, place) for told, place in found]
    return Receipt("decided", tuple(steps), summary=summary, extra={"places": places})


def near_hex(
    told: ToldScenario, hex_: str, country: MapFile
) -> Mapping[str, tuple[ListedUnits, ...]]:
    """The rows whose owner may place them in a hex, by where they may stand."""
    rows = [row for row in told.scenario.units if row.arrival is None and not row.again]
    rows = [row for row in rows if reaches(told, row, hex_, country)]
    places = dict.fromkeys(place_of(told, row) for row in rows)
    return {at: tuple(row for row in rows if place_of(told, row) == at) for at in places}


def is_set_up_in(row: ListedUnits, hex_: str) -> bool:
    """Whether a row stands in a hex at the start."""
    return row.hex == hex_ and row.arrival is None and not row.again


def told_in(told: ToldScenario, place: Beginning) -> str:
    """A place in a few words: its scenario, when, and where."""
    when = f"{told.scenario.id} {place.when}".strip()
    return f"{when}, {place.where}" if place.where else when


def lines(answer: Mapping[str, Any]) -> list[str]:
    """The answer for people: its lines tell the places already."""
    return receipt_lines({name: part for name, part in answer.items() if name != "places"})


MOST_PLACES = 3
"""Places told in the first line."""


def counters_of(told: ToldScenario) -> dict[str, Counter]:
    """The counters of a scenario, and of those that it joins."""
    return {id_: unit for one in (told, *told.joined) for id_, unit in one.units.items()}


def called_just_so(
    tolds: Sequence[ToldScenario], counters: Mapping[str, Counter], about: str
) -> set[str]:
    """The counters of a Division, or else of a Formation, that has just this name or alias."""
    name = squeezed(about)
    whole = {id_ for id_, unit in counters.items() if squeezed(unit.division or "") == name}
    own = formations_called(tolds, about)
    parts = {id_ for id_, one in counters.items() if (one.division, one.formation) in own}
    return whole or parts


def formations_called(tolds: Sequence[ToldScenario], about: str) -> set[tuple[str, str]]:
    """The Formations that have just this name or alias, each with its Division; some have no
    counters that the rulebooks name."""
    return {
        (one.division, one.name)
        for told in tolds
        for of in (told, *told.joined)
        for one in of.formations
        if squeezed(about) in map(squeezed, (one.name, *one.aliases))
    }


def is_called(unit: Counter, about: str) -> bool:
    """Whether a counter, its battalion, its Formation, its Division or its kind is called so."""
    names = [unit.name, *unit.aliases, unit.id]
    counted = [re.sub(r" [0-9]+$", "", one) for one in names]
    if any(squeezed(about) in (squeezed(one), f"{squeezed(one)}s") for one in (*names, *counted)):
        return True
    if any(squeezed(one).endswith(f"/{squeezed(about)}") and "/" in about for one in names):
        return True
    kind = unit.kind.replace("-", " ")
    if about.casefold().replace("-", " ") in (kind, f"{kind}s"):
        return True
    return any(same_group(one, about) for one in groups_of(unit))


def groups_of(unit: Counter) -> list[str]:
    """The Division and the Formation of a counter."""
    return [one for one in (unit.division, unit.formation) if one]


def same_number(one: str, other: str) -> bool:
    """Whether one of two names of a brigade or regiment is the other with words left out between
    its number and its last word: 214 Bde, 214 Inf Bde."""
    first, second = one.split(), other.split()
    if min(len(first), len(second)) < 2 or not is_whole(first[0]):
        return False
    ends = (first[0], first[-1]) == (second[0], second[-1])
    left_out = set(first) <= set(second) or set(second) <= set(first)
    return ends and left_out


def places_of(
    told: ToldScenario, meant: set[str], groups: Collection[tuple[str, str]]
) -> Iterator[Beginning]:
    """The places of a scenario's rows that are asked about, in the order of its lists."""
    places: dict[tuple[str, str], list[ListedUnits]] = {}
    for row in told.scenario.units:
        if not row.again and is_meant(told, row, meant, groups):
            places.setdefault(place_in(told, row), []).append(row)
    for (when, where), rows in places.items():
        sticks = {stick.id for stick in told.scenario.sticks}
        yield Beginning(when, where, rows[0].cite, tuple(rows), rows[0].arrival in sticks)


def is_meant(
    told: ToldScenario, row: ListedUnits, meant: set[str], groups: Collection[tuple[str, str]]
) -> bool:
    """Whether a row is of what is asked about."""
    if row.unit is not None:
        return row.unit in meant
    if row.formation is not None:
        units, named_too = counters_of(told), {one.unit for one in told.scenario.units}
        rest = [units[id_] for id_ in meant - named_too if id_ in units]
        own = {(one.division, one.formation) for one in rest}
        return row.formation in own or row.formation in groups
    pool = next(pool for pool in told.scenario.pools if pool.id == row.pool)
    return not meant.isdisjoint(pool.units)


def place_in(told: ToldScenario, row: ListedUnits) -> tuple[str, str]:
    """When a row's Units are there, and where."""
    where = row.hex or place_of(told, row)
    scenario = told.scenario
    arrival = next((one for one in scenario.arrivals if one.id == row.arrival), None)
    if arrival is not None:
        return trigger_text(told, arrival), where or arrival.text
    stick = next((one for one in scenario.sticks if one.id == row.arrival), None)
    if stick is not None:
        day = next((drop.day for drop in scenario.drops if drop.number == stick.drop), 0)
        after = f", {day} {'day' if day == 1 else 'days'} after the first" if day else ""
        by = f" by {stick.by}" if stick.by else ""
        zones = " or ".join(zone_names(told, stick))
        return f"Drop {stick.drop}{after}, stick {stick.number}{by}", f"on {zones}" * bool(zones)
    return "" if row.formation is not None else START, where


def step_of(told: ToldScenario, place: Beginning) -> Step:
    """A place as a line."""
    names = [name_of(told, row) for row in place.rows]
    shown = ", ".join(names[:MOST_NAMED])
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return line(f"{told_in(told, place)}: {shown}{more}", place.cite)


def record_of(told: ToldScenario, place: Beginning) -> dict[str, Any]:
    """A place as JSON."""
    units = [row_record(told, row) for row in place.rows]
    return filled(
        {
            "scenario": told.scenario.id,
            "when": place.when,
            "where": place.where,
            "units": units,
            "cite": place.cite,
        }
    )


SET_UP: Mapping[str, Any] = {
    **dict.fromkeys(("units", "to_place", "markers", "known", "open"), ROWS),
    "sets_up_first": SIDE.schema(),
}
"""The values of the answer, by name."""


def set_up_answer(
    told: ToldScenario,
    side: str | None,
    group: str | None,
    hex_: str | None,
    lines: Sequence[Step] = (),
    own: Mapping[str, Any] = MappingProxyType({}),
    *,
    part: str = "division",
    country: MapFile | None = None,
) -> Receipt:
    """Tell the set-up, or what of it is a side's, a division's or formation's, or in a hex, with
    what its owner may place there.

    :param lines: what a series has there beside units and markers.
    :param own: the same as values of the answer. :param part: the parameter that names the group.
    :param country: the map that the hex is of.
    :raises InputError: no counter is of such a division or formation.
    """
    scenario = told.scenario
    if group is not None:
        known_group(told, group, part)
    rows = [row for row in scenario.units if row.arrival is None and not row.again]
    rows = [row for row in on_side(told, rows, side) if wanted(told, row, group)]
    free = [row for row in rows if hex_ is not None and row.hex is None and row.within is None]
    rows = [row for row in rows if hex_ in (None, row.hex) or reaches(told, row, hex_, country)]
    whole = side is None and group is None
    laid = [one for one in scenario.laid if whole and hex_ in (None, one.hex)]
    steps = [*row_lines(told, rows)]
    steps += [line(told.name(one.marker), one.cite, one.hex or one.area or "") for one in laid]
    steps += lines
    if not steps:
        there = (
            "nothing is set up there by its hex" if free else "nothing stands there at the start"
        )
        nothing = there if group is None else f"nothing of {group} stands there at the start"
        if group is not None and hex_ is None:
            nothing = f"nothing of {group} is set up at the start"
        steps = [line(nothing, scenario.cite, hex_ or "")]
    everything = whole and hex_ is None
    waiting = [row for row in rows if row.hex is None]
    extra: dict[str, Any] = {
        "units": [row_record(told, row) for row in rows if row.hex is not None],
        "to_place": [row_record(told, row) for row in waiting],
        "markers": [
            filled(
                {
                    "marker": told.name(one.marker),
                    "hex": one.hex,
                    "area": one.area,
                    "back": True if one.state else None,
                    "cite": one.cite,
                }
            )
            for one in laid
        ],
        **own,
    }
    if everything:
        extra["known"] = [
            {"what": one.what, "text": one.text, "provenance": one.provenance, "cite": one.cite}
            for one in scenario.known
        ]
        extra["open"] = [{"text": one.text, "cite": one.cite} for one in scenario.unsettled]
        extra["sets_up_first"] = scenario.sets_up_first
    standing = sum(row.count for row in rows if row.hex is not None)
    placed = f"{standing} in their hexes, {len(waiting)} to place"
    first = f"; {scenario.sets_up_first} first" if everything and scenario.sets_up_first else ""
    summary = f"{scenario.title}: {so_many(standing + len(waiting), 'unit')}, {placed}{first}"
    if not rows and not waiting and steps:
        summary = steps[0].why
    unchecked = elsewhere(told)
    if free:
        names = ", ".join(name_of(told, row) for row in free[:MOST_NAMED])
        unchecked += (f"whether one of the {so_many(len(free), 'unit')} placed by areas: {names}",)
    return Receipt("decided", tuple(steps), unchecked=unchecked, summary=summary, extra=extra)


def known_group(told: ToldScenario, group: str, part: str) -> None:
    """Look a division or formation up. :raises InputError: the game has none called so."""
    counters = [unit for one in (told, *told.joined) for unit in one.units.values()]
    names = {name for unit in counters for name in (unit.division, unit.formation) if name}
    if not any(same_group(name, group) for name in names):
        expected = f"a division or formation of {told.scenario.title}"
        raise InputError(Where("params", part=part), repr(group), expected, near(group, names))


def near(group: str, names: Collection[str]) -> str | None:
    """The name nearest to another, or nearest to it in one of its words."""
    words = {word: name for name in sorted(names, reverse=True) for word in (name, *name.split())}
    found = nearest_name(group, words)
    return None if found is None else words[found]


def reaches(told: ToldScenario, row: ListedUnits, hex_: str, country: MapFile | None) -> bool:
    """Whether a row's owner may place it in a hex by how near that is to its centre."""
    rows = (one.hex for one in told.scenario.units if one.unit == row.of)
    centre = next(rows, None) if row.of in told.units else row.of
    if row.hex is not None or row.within is None or centre is None or country is None:
        return False
    ends = (country.hex(country.id(one)) for one in (centre, hex_))
    return distance(*ends) <= row.within


def wanted(told: ToldScenario, row: ListedUnits, group: str | None) -> bool:
    """Whether a row is among those asked about."""
    return group is None or any(one and same_group(one, group) for one in posting_of(told, row))
