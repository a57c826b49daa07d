"""Deployment: whether a Unit may be set up, be, move or retreat in a hex on a date.

The limits are those of movement (``tables/movement.toml``); this adds what becomes of Units beyond
them, the hexes an owner supplies for them, and the limits of single scenarios.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from clubroute.builder.grid import Hex, distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.areas import named_area
from clubroute.rules.gts.campaign.ask import state_in
from clubroute.rules.gts.campaign.playing_area import in_play
from clubroute.rules.gts.campaign.turns import turn_or_none
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.movement.limits import concerns, is_over, limits_of, stamp_of
from clubroute.rules.gts.movement.position import freed_of_route
from clubroute.rules.gts.movement_tables import Limit, MovementTable
from clubroute.rules.gts.position.position import read_position
from clubroute.rules.gts.position.units import read_unit
from clubroute.rules.gts.route_limit import holding_route
from clubroute.rules.mapfile import MapFile
from clubroute.rules.rulebook import Section

Tables = Mapping[str, MovementTable]
ACTS = ("setup", "be", "move", "retreat", "barrage")


def check(context: Context, map: MapFile, tables: Tables, params: Mapping[str, Any]) -> Any:
    """Answer ``deploy.check``."""
    work, unit, state = Working(), params["unit"], state_in(params)
    turn_or_none(state.get("turn"), "state.turn")
    hex, act = map.id(params["hex"]), params.get("act", "be")
    eliminated = False
    if act == "barrage":
        barrage(work, context, map, tables, unit, hex, state)
        return work.record()
    for game, limit in limits_for(map, tables, unit, stamp_of(read_position(state))):
        barred = judge(work, context, map, tables[game], game, limit, hex, unit, state)
        if barred:
            eliminated |= is_eliminated(work, limit, act)
    scenario = params.get("scenario", "")
    if scenario:
        playing_area(work, map, scenario, hex)
        special(work, context, map, scenario, params, hex)
        if act == "setup":
            work.leave("the scenario's own list of where each Unit is set up")
    if not work.forbidden and not work.needs:
        rule = work.steps[-1].rule if work.steps else book("deploy", params["map"])["limits"].cite
        work.say(f"no limit keeps it out of {params['hex']}", rule)
    return work.record(eliminated=True if eliminated else None)


def limits_for(
    map: MapFile, tables: Tables, unit: Mapping[str, Any], now: str
) -> Iterator[tuple[str, Limit]]:
    """The limits that concern a Unit on a map and are not over, with the game of each."""
    groups = tuple(str(unit[name]) for name in ("formation", "division") if unit.get(name))
    for game in sorted(set(map.sheets)):
        for limit in tables[game].limits if game in tables else ():
            if concerns(limit, groups, str(unit.get("side", ""))) and not is_over(
                limit, map.window, now
            ):
                yield game, limit


def judge(
    work: Working,
    context: Context,
    map: MapFile,
    table: MovementTable,
    game: str,
    limit: Limit,
    hex: int,
    unit: Mapping[str, Any],
    state: Mapping[str, Any],
) -> bool:
    """Say what one limit does to a hex; returns whether it keeps the Unit out."""
    groups = tuple(str(unit[name]) for name in ("formation", "division") if unit.get(name))
    only, side, now = (
        {game: table._replace(limits=(limit,))},
        unit.get("side", ""),
        stamp_of(read_position(state)),
    )
    told = read_position(state).club_route
    route = holding_route(context, map, only, groups, side, told, now)
    found = limits_of(map, only, groups, side, now, route, freed_of_route(read_unit(unit)))
    cite, number = limit.rule, map.number(hex)
    if found.unplaced:
        return by_owner(work, context, map, game, limit, hex)
    if hex in found.doubts:
        work.need(found.doubts[hex])
        return False
    rests: Provenance = found.rests.get(limit.why, "assumed")
    if hex in found.hexes:
        work.forbid(limit.why, cite, rests, number)
        return True
    work.say(f"{limit.why}: {number} is not beyond it", cite, rests, number)
    return False


def by_owner(
    work: Working, context: Context, map: MapFile, game: str, limit: Limit, hex: int
) -> bool:
    """Judge a limit whose hexes the map does not know by the owner's area."""
    cite, number = limit.rule, map.number(hex)
    if map.game(hex) != game:
        return False
    area = named_area(context, map, limit.area)
    unless = f", unless {limit.unless}" if limit.unless else ""
    if area is None:
        work.need(f"supply owner/areas.csv: {limit.area} ({limit.why}{unless}, {cite})")
        return False
    if (hex in area) == limit.keep_out:
        if limit.unless:
            work.need(f"whether {limit.unless}: {limit.why} ({cite})")
            return False
        work.forbid(limit.why, cite, "rulebook", number)
        return True
    work.say(f"{limit.why}: {number} is not beyond it", cite, "rulebook", number)
    return False


def is_eliminated(work: Working, limit: Limit, act: str) -> bool:
    """Whether a Unit beyond a limit is eliminated; says so."""
    if limit.eliminated == "always":
        work.say("a Unit that is there for any reason is eliminated at once", limit.rule)
        return True
    if act == "retreat" and limit.eliminated == "retreat":
        work.say("a Unit forced to retreat there is eliminated", limit.rule)
        return True
    return False


def barrage(
    work: Working,
    context: Context,
    map: MapFile,
    tables: Tables,
    unit: Mapping[str, Any],
    hex: int,
    state: Mapping[str, Any],
) -> None:
    """Whether artillery of a side may barrage a hex."""
    section = book("deploy", map.game(hex))["barrage"]
    cite = section.cite or section.text("none_rule")
    if not section.holds or unit.get("side") != section.text("side"):
        work.say("no limit of what it barrages", cite)
        return
    for game, limit in limits_for(map, tables, unit, stamp_of(read_position(state))):
        if limit.rule == section.cite:
            judge(work, context, map, tables[game], game, limit, hex, unit, state)
    if not work.steps and not work.needs:
        work.say("no limit of what it barrages", cite)


# ---------------------------------------------------------------- single scenarios


def playing_area(work: Working, map: MapFile, scenario: str, hex: int) -> None:
    """Whether a hex is within a scenario's boundary markers."""
    rows = book("deploy", "wed").rows("scenarios")
    section = rows.get(scenario)
    if section is None:
        return
    corners = next((a.hexes for a in map.areas if a.id == section.text("corners")), ())
    if not corners:
        work.need(f"the scenario boundary markers {section.text('corners')} on the map")
        return
    inside = in_play(map.hex(hex), [map.hex(corner) for corner in corners], section.flag("strip"))
    where = " ".join(map.number(corner) for corner in corners)
    work.check(
        inside,
        f"inside the scenario boundary markers {where}",
        f"outside the scenario boundary markers {where}: no Unit may move there",
        section.cite,
        provenance="survey",
    )


def special(
    work: Working,
    context: Context,
    map: MapFile,
    scenario: str,
    params: Mapping[str, Any],
    hex: int,
) -> None:
    """What single Units of a scenario may not do."""
    unit, rules = params["unit"], book("deploy", "wed")
    for section in rules.rows("special").values():
        if section.text("scenario") != scenario:
            continue
        if section.text("side") and unit.get("side") != section.text("side"):
            continue
        names = {squeezed(str(unit.get(key, ""))) for key in ("id", "name")} - {""}
        moves = params.get("act") in ("move", "retreat")
        if section.words("only") and moves:
            only_mover(work, context, map, rules, params, hex, names)
        if section.flag("road") and names & {squeezed(n) for n in section.words("units")}:
            if unit.get("column") is False:
                work.forbid("it may not leave Column", section.cite)
            on_road = any(place // 6 == hex for place in map.links)
            work.check(
                on_road,
                "it stays in a road hex",
                f"it may not leave Column or a road hex: {params['hex']} has no road",
                section.cite,
            )
        stay = section.text("stay")
        if stay and moves and unit.get("hex") == stay and params["hex"] != stay:
            work.forbid(f"the Allied Units in {stay} may not move", section.cite, hex=stay)
        if section.value("near") and moves:
            near_park(work, map, rules, params, hex)


def squeezed(name: str) -> str:
    """A Unit's name without spaces and case."""
    return name.replace(" ", "").casefold()


def only_mover(
    work: Working,
    context: Context,
    map: MapFile,
    rules: Section,
    params: Mapping[str, Any],
    hex: int,
    names: set[str],
) -> None:
    """Scenario 1: one Unit moves, along Club Route between two hexes."""
    section = rules.rows("special")["drive"]
    allowed = {squeezed(name) for name in section.words("only")}
    if not names & allowed:
        work.forbid(f"only {', '.join(section.words('only'))} may move", section.cite)
        return
    route = list(next(a.hexes for a in map.areas if a.id == "club-route"))
    ends = [map.id(section.text(end)) for end in ("from", "to")]
    first, last = sorted(route.index(end) for end in ends)
    work.check(
        hex in route[first : last + 1],
        f"on Club Route from {section.text('from')} to {section.text('to')}",
        f"it may not leave Club Route from {section.text('from')} to {section.text('to')}",
        section.cite,
    )


def near_park(
    work: Working, map: MapFile, rules: Section, params: Mapping[str, Any], hex: int
) -> None:
    """Scenario 4: Allied Units keep off the German artillery park."""
    section = rules.rows("special")["park"]
    near, state = section.number("near"), state_in(params)
    parks = [m for m in state.get("markers", ()) if m.get("kind") == section.text("kind")]
    if not parks:
        work.need(f"state.markers: the hex of the German {section.text('kind')}")
        return
    places: Sequence[Hex] = [map.hex(map.id(str(park["hex"]))) for park in parks]
    hexes = min(distance(map.hex(hex), place) for place in places)
    work.check(
        hexes > near,
        f"{hexes} hexes from the German artillery park",
        f"{hexes} hexes from the German artillery park: not within {near}",
        section.cite,
    )
