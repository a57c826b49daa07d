"""The scenarios of the series' games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from clubroute.rules.gts.games import SERIES
from clubroute.rules.scenarios import book
from clubroute.rules.scenarios.book import Told


def scenario_files(project: Path | None = None) -> Mapping[str, Path]:
    """The file of each scenario by its id, a project's own first."""
    return book.scenario_files(SERIES.id, project)


def find_scenario(id_: str | None, project: Path | None = None, part: str = "scenario") -> Told:
    """Find a scenario by its id or a name of it. :raises InputError: there is none."""
    return book.find_scenario(SERIES.id, id_, project, part)
