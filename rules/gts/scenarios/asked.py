"""What questions about scenarios share: which scenario."""

from __future__ import annotations

from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.kinds import NAME
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.position.record import said
from clubroute.rules.scenarios.book import Told


def the_scenario() -> Any:
    """Declare the scenario a question is about."""
    return said(NAME, "the scenario, as WED-2 or WED-CAMPAIGN; else state.scenario")


def told_in(context: Context, scenario: str | None, state: Position) -> Told:
    """Find the scenario of a question. :raises InputError: none is named, or there is none."""
    return find_scenario(scenario or state.scenario, context.folder.parent)
