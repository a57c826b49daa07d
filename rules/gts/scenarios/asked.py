"""What questions about scenarios share: which scenario."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.asking.context import Context
from clubroute.rules.gts.asked import the_state
from clubroute.rules.gts.kinds import NAME
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.position.record import said
from clubroute.rules.scenarios.book import ToldScenario


@dataclass(frozen=True, slots=True, kw_only=True)
class AboutScenario:
    """A question about a scenario."""

    scenario: str | None = said(NAME, "the scenario, as WED-2 or WED-CAMPAIGN; else state.scenario")
    state: Position = the_state()

    def told(self, context: Context) -> ToldScenario:
        """Find the scenario. :raises InputError: none is named, or there is none."""
        return find_scenario(self.scenario or self.state.scenario, context.folder.parent)
