"""Where a Unit or a group begins in the scenarios of a game, and when it comes."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.answer.model import Receipt
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import NAME, choice
from clubroute.rules.gts.games import MAPS, SERIES, answers
from clubroute.rules.position.record import needed, said
from clubroute.rules.scenarios.set_up import ROWS, lines, whereabouts


@dataclass(frozen=True, slots=True, kw_only=True)
class WhereaboutsQuestion:
    """The parameters of ``scenario.whereabouts``."""

    game: str = needed(choice(*MAPS), "the game: wed, tdc or mg", name="map")
    about: str = needed(NAME, "a Unit, battalion, Formation or Division, by its name")
    scenario: str | None = said(NAME, "only what a scenario says of it")


@answers("scenario.whereabouts", "decided", text=lines, places=ROWS)
def scenario_whereabouts(context: Context, asked: WhereaboutsQuestion) -> Receipt:
    """Where a Unit, or the Units of a group, begin in each scenario of a game, and when, where and
    in which drop the others come.
    """
    return whereabouts(context, SERIES.id, asked.game, asked.about, asked.scenario)
