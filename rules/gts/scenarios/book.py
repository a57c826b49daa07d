"""The scenarios of the series' games."""

from __future__ import annotations

from pathlib import Path

from clubroute.rules.gts.games import SERIES
from clubroute.rules.scenarios import book
from clubroute.rules.scenarios.book import ToldScenario


def id_of(name: str, project: Path | None = None) -> str:
    """The id of a scenario by any name of it; the name itself if it is none's."""
    return book.named(SERIES.id, name, book.scenario_files(SERIES.id, project))


def game_of_scenario(name: str, project: Path | None = None) -> str | None:
    """The game a scenario is played in, by any name of it; None if there is no such one."""
    files = book.scenario_files(SERIES.id, project)
    path = files.get(book.named(SERIES.id, name, files))
    return None if path is None else path.parents[1].name


def find_scenario(
    id_: str | None, project: Path | None = None, part: str = "scenario"
) -> ToldScenario:
    """Find a scenario by its id or a name of it. :raises InputError: there is none."""
    return book.find_scenario(SERIES.id, id_, project, part)
