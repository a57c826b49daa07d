"""What is wrong with the scenarios of a game, or probably wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clubroute.builder.errors import InputError
from clubroute.builder.lint.finding import Finding
from clubroute.builder.module.game import read_game
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.scenario_checks import checks_of
from clubroute.builder.sources.cells import HexNumbers
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.scenarios import Scenario

SCENARIO_RULES: Mapping[str, str] = {
    "scenario": "a scenario that contradicts its counters, its map, its limits or itself",
    "scenario-idle": "a unit said to be of a scenario in which nothing puts it into play",
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
