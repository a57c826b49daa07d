"""Where a named scenario lets a Unit move, as limits by hex: its boundary and special rules."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace

from clubroute.rules.context import Context
from clubroute.rules.gts.asked import played_in
from clubroute.rules.gts.campaign.scenario_limits import (
    Placing,
    looked_at,
    markers_for,
    special_limits,
    special_rules,
)
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
    kept, key = context.kept("scenario moves"), ("moves", (id(limited), id(limits)))
    found: tuple[Limited, HexLimits, Limited] | None = kept.get(key)
    if found is None:  # what is kept stays where it is, and no other has its id
        found = kept[key] = limited, limits, both(limited, limits)
    return found[2]


@dataclass(frozen=True, slots=True)
class HexLimits:
    """What a scenario forbids a Unit by hex, and leaves open; notes on what nobody looked at."""

    lines: Mapping[int, Step]
    doubts: Mapping[int, str]
    notes: tuple[str, ...]


def both(limited: Limited, limits: HexLimits) -> Limited:
    """A Unit's limits and those of its scenario."""
    lines = limits.lines
    hexes = {**limited.hexes, **{place: line.why for place, line in lines.items()}}
    told = {line.why: line for line in lines.values()}
    rests = {**limited.rests, **{why: line.provenance for why, line in told.items()}}
    return replace(
        limited,
        hexes=hexes,
        doubts={**limited.doubts, **limits.doubts},
        rests=rests,
        barred=tuple(rests),
        own=frozenset(hexes),
        cites={why: line.rule for why, line in told.items()},
        notes=(*limited.notes, *limits.notes),
    )


def limits_of(
    context: Context, country: MapFile, unit: Unit, state: Position, told: Told
) -> HexLimits:
    """What a scenario says of a Unit in every hex; kept by what it looks at of Unit and position.

    To find what an answer rests on, a question asks again with parts of the position changed.
    """
    sections = special_rules(told.scenario.id)
    markers = tuple(one for section in sections for one in markers_for(section, state))
    who = (unit.id, unit.name, unit.side, unit.column, unit.hex) if sections else ()
    kept = context.kept("scenario limits")
    key = ("limits", (told.scenario.id, context.folder, country.window, who, markers))
    found: HexLimits | None = kept.get(key)
    if found is not None:
        return found
    lines = dict(outside(context, country, told))
    doubts: dict[int, str] = {}
    notes: dict[str, None] = {}
    alike: dict[Hashable, Working] = {}
    for place in set(range(len(country))) - lines.keys() if sections else ():
        placing = Placing(country, unit, place, True, state)
        ground = tuple(looked_at(placing, section) for section in sections)
        if ground not in alike:
            alike[ground] = Working()
            special_limits(alike[ground], placing, told)
        work = alike[ground]
        if work.forbidden:
            lines[place] = next(step for step in work.steps if step.verdict)
        elif work.needs:
            doubts[place] = work.needs[0]
        notes |= dict.fromkeys(work.unchecked)
    found = kept[key] = HexLimits(lines, doubts, tuple(notes))
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
