"""What a position has from its scenario's set-up where it is silent: its Prepared Bridges (3.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from clubroute.rules.model import Receipt, Step
from clubroute.rules.scs.games import SERIES
from clubroute.rules.scs.position import Position
from clubroute.rules.scs.position.crossings import Bridge

if TYPE_CHECKING:
    from clubroute.rules.context import Context

PREPARED = Bridge(word="prepared")


def begin(context: Context, said: Position) -> Position:
    """Take the bridges of a scenario's set-up for those of a position that does not tell them.

    They hold in the first turn only: later some are blown, and others safe.
    """
    if said.scenario is None or said.bridges is not None:
        return said
    from clubroute.rules.scenarios.book import find_scenario, named, scenario_files
    from clubroute.rules.scs.scenarios import turn_number  # few questions name a scenario

    project = context.folder.parent
    files = scenario_files(SERIES.id, project)
    if named(SERIES.id, said.scenario, files) not in files:
        return said
    told = find_scenario(SERIES.id, said.scenario, project)
    first = turn_number(told.scenario.turns.first)
    if said.now is not None and said.now.number not in (None, first):
        return said
    laid = [
        one
        for one in told.scenario.laid
        if one.hex and told.markers[one.marker].kind == "bridge" and "back" not in one.state
    ]
    hexes = ", ".join(sorted(one.hex or "" for one in laid))
    text = f"Prepared Bridges in {hexes}, no others" if laid else "no Prepared Bridges"
    cite = laid[0].cite if laid else told.scenario.cite
    line = Step(f"as set up, {told.scenario.id}: {text}", cite)
    bridges = {one.hex: PREPARED for one in laid if one.hex}
    return replace(said, bridges=bridges, begun=(line,))


def rests(position: Position, answer: Any, again: Callable[[Position], Any]) -> Any:
    """Say of an answer that it rests on the set-up, if it would be another without it."""
    if not position.begun or not isinstance(answer, Receipt):
        return answer
    bare = again(replace(position, bridges=None, begun=()))
    return answer if bare == answer else answer.after(position.begun)
