"""What must hold between a scenario's rows, its counters and the map, checked before a build."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import (
    Callable,
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from clubroute.builder.errors import (
    ClubrouteError,
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.grid import Lattice
from clubroute.builder.lint.finding import Finding
from clubroute.builder.module.game import GameSource, read_game
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.counters import UnitCounter
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.map_rows import AREA_COLUMNS as AREA_COLUMNS
from clubroute.builder.sources.mistakes import Mistakes
from clubroute.builder.sources.order_of_battle import DeclaredColumn, ScenarioForm
from clubroute.builder.sources.regions import COLUMNS as REGION_COLUMNS
from clubroute.builder.sources.scenario_parts import playing
from clubroute.builder.sources.scenario_tables import DeclaredRow
from clubroute.builder.sources.scenario_units import ListedUnits
from clubroute.builder.sources.scenarios import Scenario
from clubroute.builder.sources.tables import read_rows
from clubroute.builder.sources.toml_table import game_folder, read_toml_table
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.sources.windows import Windows

LIMITS = "limits.toml"
Cells = Callable[[str], Iterator[tuple[DeclaredColumn, Any, DeclaredRow]]]
"""The cells of a kind in the tables of a scenario's series."""


def check_scenarios(
    counters: CounterSet, folder: Path, game: GameSource, lattice: Lattice, map_folder: Path
) -> None:
    """Check every scenario of a game.

    :param folder: the game's counters; ``limits.toml`` there is optional.
    :param map_folder: the lattice's map sources, whose areas the scenarios name.
    :raises InputError: a turn off the track or out of the scenario, or their number; a hex outside
        the playing area; an unknown map area; too many units in a hex, or both sides in it; a
        counter claimed by two things; an arrival, stick, area or pool nothing uses; a hexside that
        is none.
    """
    mistakes = Mistakes()
    for scenario in counters.scenarios:
        for check in checks_of(scenario, counters, folder, game, lattice, map_folder):
            mistakes.attempt(check)
    mistakes.settle()


def checks_of(
    scenario: Scenario,
    counters: CounterSet,
    folder: Path,
    game: GameSource,
    lattice: Lattice,
    map_folder: Path,
) -> tuple[Callable[[], None], ...]:
    """The checks of one scenario, each of which raises InputError at the first mistake."""
    units = {unit.id: unit for unit in counters.units}
    source, form = Path(scenario.path), counters.book.form
    cells = partial(cells_of, scenario, form)
    return (
        lambda: check_turns(scenario, game, cells, source),
        lambda: check_areas(scenario, map_areas(map_folder), cells),
        lambda: check_roads(scenario, map_folder),
        lambda: check_boxes(scenario, counters.windows),
        lambda: check_uses(scenario, source),
        lambda: check_hexsides(scenario, lattice, game.window, cells),
        lambda: check_claims(scenario, units),
        lambda: check_hexes(scenario, units, stacking_limit(game_folder(folder).file(LIMITS))),
        lambda: check_playing_area(scenario, lattice, game.window, form.boundary, source),
    )


@dataclass(frozen=True, slots=True)
class StartStacking:
    """The most units of a hex at the start, and the kinds of units that do not count."""

    units: int
    not_for: tuple[str, ...]


def stacking_limit(path: Path) -> StartStacking | None:
    """The limit of a game; None without such a file. :raises InputError: a mistake in it."""
    if not path.exists():
        return None
    top = read_toml_table(path)
    top.only(("stacking",))
    table = top.inner("stacking")
    table.only(("units", "not_for", "provenance", "cite"))
    return StartStacking(table.number("units", 1, 99), table.texts("not_for"))


def map_areas(folder: Path) -> tuple[str, ...]:
    """The ids of a map's areas and regions. :raises InputError: an unreadable file."""
    files = {"areas.csv": AREA_COLUMNS, "regions.csv": REGION_COLUMNS}
    return tuple(
        row.text("id")
        for name, columns in files.items()
        if (folder / name).exists()
        for row in read_rows(folder / name, columns)
    )


def check_roads(scenario: Scenario, folder: Path) -> None:
    """Check that the map knows the kinds of Road by which a scenario's areas go."""
    for area in scenario.areas:
        for kind in area.roads:
            valid = read_vocabulary(folder / "terrain.toml").roads
            if kind not in valid:
                near = nearest_name(kind, valid)
                raise InputError(area.where, repr(kind), one_of(valid), near)


def turn_index(text: str, game: GameSource, where: Where) -> int:
    """Where a turn ("0900, September 18") stands on the track. :raises InputError: nowhere."""
    parts = [part.strip() for part in text.split(",")]
    times = {time.lower(): index for index, time in enumerate(game.times)}
    time, day = parts[0].lower(), parts[1] if len(parts) > 1 else ""
    for part, valid in ((time, list(times)), (day, list(game.days))):
        if part not in valid:
            near = nearest_name(part, valid)
            raise InputError(where, f"turn {text!r}", "a turn of the track", near)
    return game.days.index(day) * len(times) + times[time]


def check_turns(scenario: Scenario, game: GameSource, cells: Cells, source: Path) -> None:
    """Check first, last and number of turns, and those that arrivals and other tables name."""
    if not scenario.turns.first:
        return
    whole, turns = Where.of(source), scenario.turns
    first, last = (turn_index(text, game, whole) for text in (turns.first, turns.last))
    count = last - first + 1
    if count != turns.count:
        raise InputError(
            Where(str(source), None, None, "turns.count"), str(turns.count), str(count)
        )
    told = [(one.where, one.when) for one in scenario.arrivals if one.trigger == "turn"]
    told += [(whole, turns.weather_until)] if turns.weather_until else []
    told += [
        (replace(row.where, column=column.name), text)
        for column, texts, row in cells("turns")
        for text in texts
    ]
    for where, text in told:
        if not first <= turn_index(text, game, where) <= last:
            raise InputError(where, f"turn {text!r}", "a turn of the scenario")


def check_areas(scenario: Scenario, valid: Collection[str], cells: Cells) -> None:
    """Check that the map has the areas a scenario names."""
    named = [(area.where, name) for area in scenario.areas for name in area.map_areas]
    named += [(row.where, name) for _, names, row in cells("areas") for name in names]
    for where, name in named:
        if name not in valid:
            near = nearest_name(name, valid)
            raise InputError(where, repr(name), "an area of areas.csv", near)


def check_boxes(scenario: Scenario, windows: Windows) -> None:
    """Check that a marker's box is one of a window."""
    titles = [box.title for window in windows.windows for box in window.boxes]
    for laid in scenario.laid:
        if laid.box and laid.box not in titles:
            near = nearest_name(laid.box, titles)
            raise InputError(laid.where, repr(laid.box), "a box of a window", near)


def check_uses(scenario: Scenario, source: Path) -> None:
    """Check that nothing is declared in vain and every stick has its drop and units."""
    rows = scenario.units
    used = {
        "area": {
            *(area for row in rows for area in row.areas),
            *(zone for stick in scenario.sticks for zone in stick.zones),
            *(laid.area for laid in scenario.laid if laid.area),
        },
        "pool": {row.pool for row in rows if row.pool},
        "stick": {row.arrival for row in rows if row.arrival},
    }
    declared = {
        "area": [area.id for area in scenario.areas],
        "pool": [pool.id for pool in scenario.pools],
        "stick": [stick.id for stick in scenario.sticks],
    }
    for kind, names in declared.items():
        for name in names:
            if name not in used[kind]:
                raise InputError(Where.of(source), f"{kind} {name!r} unused", "a row for it")
    coming = used["stick"]
    for arrival in scenario.arrivals:
        if arrival.id not in coming and not arrival.text:
            raise InputError(arrival.where, f"{arrival.id!r} without units", "units, or a text")
    drops = {drop.number for drop in scenario.drops}
    for stick in scenario.sticks:
        if stick.drop not in drops:
            raise InputError(stick.where, f"drop {stick.drop}", "a drop of this file")


def check_hexsides(scenario: Scenario, lattice: Lattice, window: str, cells: Cells) -> None:
    """Check that the series' own tables name hexsides, once each, and a unit that is said to be at
    one stands there."""
    seen: set[object] = set()
    standing = {(p.piece, p.hex) for p in scenario.standing}
    for _, text, row in cells("hexside"):
        try:
            side = lattice.parse_hexside(text, window)
        except (ClubrouteError, ValueError) as error:
            raise InputError(row.where, repr(text), f"a hexside ({error})") from None
        if side in seen:
            raise InputError(row.where, f"{text} again", f"each {row.table} once")
        seen.add(side)
    for column, unit, row in cells("unit"):
        at = row.cells.get(column.at)
        if at is not None and not any((unit, end) in standing for end in at.split("/")):
            raise InputError(row.where, repr(unit), f"a unit in {at}")


def cells_of(
    scenario: Scenario, form: ScenarioForm, kind: str
) -> Iterator[tuple[DeclaredColumn, Any, DeclaredRow]]:
    """Every cell of a kind in the series' own tables that is not blank, with its column and row."""
    for table in form.tables.values():
        for column in table.columns:
            for row in scenario.declared.get(table.name, ()):
                if column.kind == kind and row.cells[column.name] is not None:
                    yield column, row.cells[column.name], row


def check_claims(scenario: Scenario, units: Mapping[str, UnitCounter]) -> None:
    """Check that no counter is in a pool and on a row, and no pool is drawn dry."""
    named = Counter(row.unit for row in scenario.units if row.unit and not row.again)
    drawn = Counter(row.pool for row in scenario.units if row.pool)
    for pool in scenario.pools:
        row = next(row for row in scenario.units if row.pool == pool.id)
        for member in pool.units:
            if named[member]:
                raise InputError(row.where, f"{member!r} named and in a pool", "one of the two")
        if drawn[pool.id] > sum(units[member].copies for member in pool.units):
            raise InputError(row.where, f"{drawn[pool.id]} draws of {pool.id!r}", "fewer")
    carriers = Counter(row.carrier for row in scenario.units if row.carrier)
    for row in scenario.units:
        if row.carrier and carriers[row.carrier] > 1:
            raise InputError(row.where, f"{row.carrier!r} carries two", "one rider a vehicle")


def check_hexes(
    scenario: Scenario, units: Mapping[str, UnitCounter], most: StartStacking | None
) -> None:
    """Check stacking at the start, and that no hex holds units of both sides."""
    found: dict[str, list[ListedUnits]] = defaultdict(list)
    pools = {pool.id: pool.units for pool in scenario.pools}
    for row in scenario.units:
        if row.arrival is None and row.hex is not None:
            found[row.hex].append(row)
    for number, rows in found.items():
        sides = {units[who].side for row in rows for who in members(row, pools)[:1]}
        if len(sides) > 1:
            raise InputError(rows[-1].where, f"both sides in {number}", "one side")
        if most is not None:
            counted = sum(row.count for row in rows if counts(row, units, most))
            if counted > most.units:
                expected = f"at most {most.units}"
                raise InputError(rows[-1].where, f"{counted} units in {number}", expected)


def members(row: ListedUnits, pools: Mapping[str, Sequence[str]]) -> Sequence[str]:
    """The units a row may stand for."""
    return pools[row.pool] if row.pool else [row.unit] if row.unit else []


def counts(row: ListedUnits, units: Mapping[str, UnitCounter], most: StartStacking) -> bool:
    """Whether a row counts for stacking: not what rides on another, no kind that never does."""
    return row.carrier is None and (row.unit is None or units[row.unit].kind not in most.not_for)


def check_playing_area(
    scenario: Scenario, lattice: Lattice, window: str, boundary: str, source: Path
) -> None:
    """Check that the boundary markers lie at its corners and every hex named is inside."""
    area = scenario.playing_area
    if area is None:
        return
    markers = sorted(p.hex for p in scenario.markers if p.piece == boundary)
    if boundary and markers != sorted(area.corners):
        found = " ".join(markers) or "none"
        raise InputError(Where.of(source), f"{boundary} markers {found}", " ".join(area.corners))
    plays = playing(lattice, window, area)
    for where, number in hexes_of(scenario):
        if not plays(lattice.parse(number, window)):
            raise InputError(where, f"{number} outside the playing area", "a hex inside")


def hexes_of(scenario: Scenario) -> Iterator[tuple[Where, str]]:
    """Every hex in which something stands, arrives or may be placed."""
    for row in scenario.units:
        if row.hex is not None:
            yield row.where, row.hex
    for marker in scenario.markers:
        yield marker.where, marker.hex
    for area in scenario.areas:
        for number in area.hexes:
            yield area.where, number


# What is wrong with the scenarios of a game, or probably wrong.

SCENARIO_RULES: Mapping[str, str] = {
    "scenario": (
        "a scenario that contradicts its counters, its map or itself: a turn off the "
        "track, an unknown area, a hex outside the playing area, too many Units or both "
        "sides in a hex, a counter claimed twice, a bridge that is none, an arrival "
        "without Units"
    ),
    "scenario-idle": "a Unit said to be of a scenario in which nothing puts it into play",
}


def lint_scenarios(project: Project, window: str | None = None) -> tuple[Finding, ...]:
    """The findings of the scenarios of every game of the project, or of all played on one map.

    :raises InputError: a source that cannot be read at all.
    """
    names = project.games() if window else project.own_games()
    found = [f for name in names for f in game_findings(project, name, window)]
    return tuple(sorted(found, key=Finding.order))


def game_findings(project: Project, name: str, window: str | None) -> Iterator[Finding]:
    """The findings of one game, none if it is played on another map."""
    folder = project.game(name)
    game = read_game(folder / MODULE_FILE)
    if window not in (None, game.window):
        return
    map_folder = project.map_folder(game.lattice)
    lattice = read_lattice(map_folder / "lattice.toml").lattice
    # As a build reads them: a number two sheets have is the one of the game's own window.
    shown = name if name in lattice.windows else None
    counters = read_counter_set(folder, HexNumbers(lattice, shown))
    for scenario in counters.scenarios:
        for check in checks_of(scenario, counters, folder, game, lattice, map_folder):
            try:
                check()
            except InputError as error:
                place, _, text = str(error).partition(": ")
                yield Finding("error", "scenario", scenario.id, text, place)
        yield from idle(scenario, counters)


def idle(scenario: Scenario, counters: CounterSet) -> Iterator[Finding]:
    """Units tagged with a scenario whose lists, pools, groups and stock do not have them."""
    if not scenario.units_told:
        return
    used = {row.unit for row in scenario.units}
    used |= {unit for pool in scenario.pools for unit in pool.units}
    used |= {piece for available in scenario.available for piece in available.pieces}
    groups = {row.formation for row in scenario.units if row.formation is not None}
    for unit in counters.units:
        if scenario.id not in unit.scenarios or unit.id in used:
            continue
        if (unit.division, unit.formation) not in groups:
            text = f"{unit.id} is said to be of {scenario.id}, and nothing puts it into play"
            yield Finding("warning", "scenario-idle", scenario.id, text, str(unit.where))
