"""The scenarios of a series, read from the rows the modules are built from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.files.atomic import not_staged
from clubroute.builder.project import Project, shipped_project
from clubroute.builder.sources.tables import read_free_rows
from clubroute.builder.sources.text import read_text
from clubroute.rules.answer.unsaid import either
from clubroute.rules.position.record import flattened
from clubroute.rules.series import Series, all_series, series

if TYPE_CHECKING:
    from clubroute.builder.sources.counters import UnitCounter as Counter
    from clubroute.builder.sources.markers import Chit, GamePieces
    from clubroute.builder.sources.markers import MarkerKind as Laid
    from clubroute.builder.sources.order_of_battle import DeclaredTable, Formation
    from clubroute.builder.sources.scenario_parts import (
        Arrival,
        Drop,
        ScenarioEvent,
        Stick,
    )
    from clubroute.builder.sources.scenario_units import ListedUnits
    from clubroute.builder.sources.scenarios import Scenario
    from clubroute.builder.sources.stocks import Stock


INDEX = "scenarios.csv"
FOLDER = "scenarios"


@dataclass(frozen=True, slots=True)
class ToldScenario:
    """A scenario with the counters it names, each by its id.

    ``game`` is the one it is played in, ``heavy`` are the flak Units that are 88s, ``joined`` the
    scenarios whose rows it has, too, ``tables`` those that its series has besides every game's,
    ``formations`` those of the game.
    """

    game: str
    scenario: Scenario
    units: Mapping[str, Counter]
    markers: Mapping[str, Laid]
    chits: Mapping[str, Chit]
    heavy: frozenset[str]
    tables: Mapping[str, DeclaredTable]
    formations: tuple[Formation, ...]
    joined: tuple[ToldScenario, ...] = ()

    def name(self, piece: str) -> str:
        """What is printed on a counter."""
        for known in (self.units, self.markers, self.chits):
            if piece in known:
                return known[piece].name
        return piece


def scenario_files(of: str, project: Path | None = None) -> Mapping[str, Path]:
    """Find the file of each scenario of a series by its id, a project's own first.

    >>> list(scenario_files("scs"))[:2]
    ['INS-5.1', 'INS-5.2']
    """
    own = series(of)
    return kept_files(of, project) if own.home is None else dict(files_in(own))


def files_in(of: Series) -> Iterator[tuple[str, Path]]:
    """The files of the scenarios of games that are a series by themselves, as they are now."""
    for game in of.maps:
        index = of.counters / game / INDEX
        for id_ in ids_in(index) if index.exists() else ():
            path = file_of(index.parent, id_)
            if path is not None:
                yield id_, path


@cache
def kept_files(of: str, project: Path | None) -> Mapping[str, Path]:
    """The file of each scenario of a series of several games, looked for once."""
    games = series(of).maps
    found: dict[str, Path] = {}
    roots = [shipped_project()] if project is None else [Project(project), shipped_project()]
    for root in roots:
        for index in sorted(not_staged(root.counters.glob(f"*/{INDEX}"), root.counters)):
            if index.parent.name not in games:
                continue
            files = {id_: file_of(index.parent, id_) for id_ in ids_in(index)}
            found = {**{id_: path for id_, path in files.items() if path is not None}, **found}
    return found


def ids_in(index: Path) -> list[str]:
    """The ids of the scenarios that a table lists. :raises InputError: it cannot be read."""
    rows = read_free_rows(index, ("id",))
    return [id_ for row in rows if (id_ := row.optional("id")) is not None]


def file_of(folder: Path, id_: str) -> Path | None:
    """The file of a scenario in a folder of counters, None if it has none."""
    named = folder / FOLDER / f"{id_.lower()}.toml"
    if named.is_file():
        return named
    stated = f'id = "{id_}"'
    inside = folder / FOLDER
    files = sorted(not_staged(inside.glob("*.toml"), inside))
    return next((path for path in files if stated in read_text(path)), None)


def find_scenario(
    of: str, id_: str | None, project: Path | None = None, part: str = "scenario"
) -> ToldScenario:
    """Find a scenario of a series by its id or a name of it.

    :raises InputError: none is named, or there is none.
    """
    files = scenario_files(of, project)
    if id_ is None:
        raise InputError(Where("params", part=part), "nothing", one_of(files))
    name = named(of, id_, files)
    if name not in files:
        if other := other_map(of, id_):
            found = f"another map, {id_!r} is a scenario of {other}"
            raise InputError(Where("params", part="map"), found, f"map {other}")
        where = Where("params", part=part)
        raise InputError(where, repr(id_), one_of(files), nearest_name(name, files))
    told = read_told(files[name])
    if not told.scenario.joins:
        return told
    from clubroute.builder.sources.joined_scenario import joined_scenario

    joined = tuple(find_scenario(of, one, project, part) for one in told.scenario.joins)
    whole = joined_scenario(told.scenario, [one.scenario for one in joined], told.tables)
    return replace(told, scenario=whole, joined=joined)


def other_map(of: str, id_: str) -> str:
    """The map of another series that a scenario is of, "" if no other has it."""
    for one in all_series():
        if one.id != of and named(one.id, id_, files := scenario_files(one.id)) in files:
            return one.maps[0]
    return ""


def named(of: str, told: str, known: Collection[str]) -> str:
    """The id of a scenario by its id in any case, or by another name of it."""
    names = {flattened(one): one for one in known}
    for name, them in series(of).scenarios.items():
        ids = [one for one in (name, *them) if one in known]
        names.update({flattened(one): ids[0] for one in (name, *them) if ids})
    return names.get(flattened(told), told)


@lru_cache(maxsize=64)  # more than all games have: a list of them reads each in turn
def read_told(path: Path) -> ToldScenario:
    """Read a scenario's file with the counters beside it. :raises InputError: a mistake in them."""
    from clubroute.builder.sources.scenarios import read_scenario

    folder = path.parents[1]
    pieces = pieces_in(folder)
    return ToldScenario(
        folder.name,
        read_scenario(path, pieces),
        {unit.id: unit for unit in pieces.units},
        {marker.id: marker for marker in pieces.markers},
        {chit.id: chit for chit in pieces.chits},
        frozenset(one.unit for one in pieces.armaments if one.armament == "88"),
        pieces.book.form.tables,
        pieces.book.formations,
    )


@lru_cache(maxsize=16)  # more than there are games
def pieces_in(folder: Path) -> GamePieces:
    """The counters of a game, read once for all its scenarios."""
    from clubroute.builder.sources.markers import read_pieces

    return read_pieces(folder)


# The parts of a scenario in words.


def place_of(told: ToldScenario, row: ListedUnits) -> str:
    """Where a Unit is to be placed."""
    areas = either([area.text for area in told.scenario.areas if area.id in row.areas])
    if row.within is not None:
        centre = told.name(row.of or "") if row.of in told.units else row.of
        return f"within {row.within} of {centre}" + (f", {areas}" if areas else "")
    return areas


def event_text(one: ScenarioEvent) -> str:
    """An event as a line."""
    count = "number not printed" if one.count is None else f"{one.count} of it"
    return f"{one.name} ({count}): {one.text}"


def stock_text(one: Stock) -> str:
    """How many points a side has, in words."""
    parts = [
        "unlimited" if one.unlimited else "",
        f"{one.at_start} at the start" if one.at_start is not None else "",
        f"{one.each_turn} each turn" if one.each_turn is not None else "",
        f"from {one.from_turn}" if one.from_turn else "",
        one.text or (f"the roll for them divided by {one.divided_by}" if one.divided_by else ""),
    ]
    return ", ".join(part for part in parts if part)


def points_text(division: str, figures: Mapping[str, int]) -> str:
    """Points an arrival brings, by their kind."""
    told = ", ".join(f"{number} {kind.title()}" for kind, number in figures.items())
    return f"{division}: {told} Points"


def trigger_text(told: ToldScenario, arrival: Arrival) -> str:
    """When an arrival comes, in words."""
    if arrival.trigger == "event":
        draw = f", draw {arrival.draw}" if arrival.draw else ""
        return f"event {told.name(arrival.when)}{draw}"
    words = {"turn": "at", "release": "released:", "call": "called:", "daily": "every day:"}
    return f"{words[arrival.trigger]} {arrival.when}"


def sticks_of(told: ToldScenario, drop: Drop) -> list[Stick]:
    """The sticks of a drop."""
    return [stick for stick in told.scenario.sticks if stick.drop == drop.number]


def sticks_with(told: ToldScenario, unit: str) -> list[Stick]:
    """The sticks that a unit drops with."""
    coming = {row.arrival for row in told.scenario.units if row.unit == unit}
    return [stick for stick in told.scenario.sticks if stick.id in coming]


def zone_names(told: ToldScenario, stick: Stick) -> list[str]:
    """The drop zones of a stick in words."""
    areas = {area.id: area.text for area in told.scenario.areas}
    return [areas[zone] for zone in stick.zones]
