"""Where a named scenario lets a Unit move, as limits by hex: its boundary and special rules."""

from __future__ import annotations

from dataclasses import replace

from clubroute.rules.context import Context
from clubroute.rules.gts.asked import played_in
from clubroute.rules.gts.campaign.scenario_limits import Placing, special_limits
from clubroute.rules.gts.movement.limits import Limited
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.mapfile import MapFile
from clubroute.rules.model import Step
from clubroute.rules.scenarios.book import Told
from clubroute.rules.scenarios.places import inside
from clubroute.rules.working import Working


def with_scenario(
    context: Context, country: MapFile, unit: Unit, state: Position, limited: Limited
) -> Limited:
    """Add to a Unit's limits those of the scenario its position names; ``unit.hex`` is its own."""
    played = played_in(None, state)
    told = find_scenario(played, context.folder.parent) if played else None
    if told is None or told.scenario.playing_area is None:
        return limited
    lines = dict(outside(context, country, told))
    doubts, notes = dict(limited.doubts), dict[str, None]()
    for place in set(range(len(country))) - lines.keys():
        work = Working()
        special_limits(work, Placing(country, unit, place, True, state), told)
        if work.forbidden:
            lines[place] = next(step for step in work.steps if step.verdict)
        elif work.needs:
            doubts[place] = work.needs[0]
        notes |= dict.fromkeys(work.unchecked)
    hexes = {**limited.hexes, **{place: line.why for place, line in lines.items()}}
    rests = {**limited.rests, **{line.why: line.provenance for line in lines.values()}}
    return replace(
        limited,
        hexes=hexes,
        doubts=doubts,
        rests=rests,
        barred=tuple(rests),
        own=frozenset(hexes),
        cites={line.why: line.rule for line in lines.values()},
        notes=(*limited.notes, *notes),
    )


def outside(context: Context, country: MapFile, told: Told) -> dict[int, Step]:
    """The hexes outside a scenario's boundary markers, each with the line that says so."""
    key = ("outside", (told.scenario.id, context.folder.parent, country.window))
    found: dict[int, Step] | None = context.loaded.get(key)
    if found is None:
        found = {}
        for place in range(len(country)):
            work = Working()
            inside(work, country, told, place)
            if work.forbidden:
                found[place] = work.steps[0]
        context.loaded[key] = found
    return found
