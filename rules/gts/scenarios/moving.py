"""Where a named scenario lets a Unit move, as limits by hex: its boundary and special rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
    limits = limits_of(context, country, unit, state, told)
    lines, doubts = limits.lines, {**limited.doubts, **limits.doubts}
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
        notes=(*limited.notes, *limits.notes),
    )


@dataclass(frozen=True, slots=True)
class HexLimits:
    """What a scenario forbids a Unit by hex, and leaves open; notes on what nobody looked at."""

    lines: Mapping[int, Step]
    doubts: Mapping[int, str]
    notes: tuple[str, ...]


def limits_of(
    context: Context, country: MapFile, unit: Unit, state: Position, told: Told
) -> HexLimits:
    """What a scenario says of a Unit in every hex.

    The last is kept: to find what an answer rests on, a question asks again with parts of the
    position changed, and these limits look at nothing of it but the Unit and the markers.
    """
    who = (unit.id, unit.name, unit.side, unit.column, unit.hex)
    key = (told.scenario.id, context.folder, country.window, who, repr(state.markers))
    last: tuple[object, HexLimits] | None = context.loaded.get(("limits", "scenario"))
    if last is not None and last[0] == key:
        return last[1]
    lines = dict(outside(context, country, told))
    doubts: dict[int, str] = {}
    notes: dict[str, None] = {}
    for place in set(range(len(country))) - lines.keys():
        work = Working()
        special_limits(work, Placing(country, unit, place, True, state), told)
        if work.forbidden:
            lines[place] = next(step for step in work.steps if step.verdict)
        elif work.needs:
            doubts[place] = work.needs[0]
        notes |= dict.fromkeys(work.unchecked)
    found = HexLimits(lines, doubts, tuple(notes))
    context.loaded[("limits", "scenario")] = (key, found)
    return found


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
