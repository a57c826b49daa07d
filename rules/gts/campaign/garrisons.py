"""The garrisons of Grave and Mook (TDC S5.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.builder.grid import distance
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import same_name, state_in
from clubroute.rules.gts.campaign.turns import turn_of, turn_or_none
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position.position import read_position
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows
from clubroute.rules.rulebook import Section


def battalion_of(unit: Mapping[str, Any]) -> str:
    """The battalion of an American Unit, ``2/504`` of ``D/2/504``; "" if its name has none."""
    for name in (unit.get("id"), unit.get("name")):
        parts = [part.strip() for part in str(name or "").split("/")]
        if len(parts) == 3 and parts[1].isdigit():
            return "/".join(parts[1:])
    return ""


def town_row(context: Context, town: str) -> OwnerRow | None:
    """The owner's row of a town, None if there is none."""
    rows = owner_rows(context, "garrisons") or ()
    return next((row for row in rows if row.text("town") == town), None)


def town_hexes(work: Working, context: Context, map: MapFile, town: str) -> tuple[int, ...] | None:
    """The hexes of a town; else they are needed.

    :raises InputError: a hex of the owner's that is not on the map.
    """
    row = town_row(context, town)
    if row is None:
        work.need(need("garrisons", f"the hexes of {town}"))
        return None
    try:
        return tuple(map.id(hex) for hex in row.many("hexes"))
    except InputError as error:
        raise row.source.error("hexes", error.found, error.expected) from None


def away(map: MapFile, hex: str, town: Sequence[int]) -> int:
    """How many hexes a hex is from the nearest of a town's."""
    here = map.hex(map.id(hex))
    return min(distance(here, map.hex(one)) for one in town)


def demolished(map: MapFile, section: Section, params: Mapping[str, Any]) -> bool | None:
    """Whether a town's bridge is demolished, None if nobody says."""
    if "bridge_demolished" in params:
        return bool(params["bridge_demolished"])
    state, name = state_in(params), section.text("bridge")
    if not name or "bridges" not in state:
        return None
    for place, features in map.sides.items():
        if any(feature.name == name for feature in features):
            ends = map.hexside_number(place).split("/")
            return read_position(state).bridge(ends).is_("destroyed")
    return None


def required(
    work: Working, map: MapFile, rules: Section, params: Mapping[str, Any], town: str
) -> bool | None:
    """Whether a town must be garrisoned now, None if that is not known; says why."""
    section, general = rules.rows("towns")[town], rules["garrison"]
    cite = general.cite
    route = params.get("route_town")
    if route is not None:
        if route == town:
            work.say(f"Club Route passes through {town}: garrisoned whatever its bridge", cite)
            return True
        work.say(f"Club Route is declared and passes through {route}: {town} needs none", cite)
        return False
    gone = demolished(map, section, params)
    if gone:
        work.say(f"the bridge of {town} is demolished: it needs no garrison", cite)
        return False
    now = turn_or_none(state_in(params).get("turn"), "state.turn")
    by = turn_of(general.value("by"), "by")
    if now is not None and now < by:
        work.say(f"{town} must be garrisoned by the beginning of {by}", cite)
        return False
    if gone is None:
        work.need(f"bridge_demolished: whether the bridge of {town} is demolished")
        return None
    if now is None:
        work.need("state.turn")
        return None
    work.say(f"its bridge stands: {town} must be garrisoned from {by} on", cite)
    return True


def check(context: Context, map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.check``."""
    rules, work, town = book("garrison", params["map"]), Working(), params["town"]
    section = rules["garrison"]
    must = required(work, map, rules, params, town)
    if must is None:
        return work.record()
    hexes = town_hexes(work, context, map, town)
    state = state_in(params)
    battalions = in_play(section, state.get("units", ()))
    chosen = params.get("battalion")
    if not must and chosen is None:
        work.needs.clear()
        return work.record("legal", required=False)
    if hexes is None:
        return work.record(required=must)
    within = section.number("within")
    ready = {name: outside(map, hexes, units, within) for name, units in sorted(battalions.items())}
    able = [name for name, out in ready.items() if not out]
    if chosen is None:
        work.check(
            bool(able),
            f"all Units of {', '.join(able)} are within {within} hexes of {town}",
            f"no American battalion has all its Units within {within} hexes of {town}",
            section.cite,
        )
        return work.record(required=must, battalions=able)
    if chosen not in battalions:
        work.forbid(
            f"no Unit of {chosen} is in play: another American battalion must be chosen",
            section.cite,
        )
        return work.record(required=must, battalions=able)
    for label, hexes_away in ready[chosen].items():
        work.forbid(
            f"{label} is {hexes_away} hexes from {town}, more than {within}: its activations "
            "must be used to come within range, by counterattack if enemy action drove it off",
            section.cite,
        )
    if not ready[chosen]:
        work.say(f"all Units of {chosen} are within {within} hexes of {town}", section.cite)
    return work.record(required=must, battalions=able)


def in_play(
    section: Section, units: Iterable[Mapping[str, Any]]
) -> dict[str, list[Mapping[str, Any]]]:
    """By American battalion, its Units in play."""
    found: dict[str, list[Mapping[str, Any]]] = {}
    for unit in units:
        division = str(unit.get("division") or section.text("division"))
        battalion = battalion_of(unit)
        american = same_name(division, section.text("division"))
        if battalion and american and unit.get("side") == section.text("side"):
            found.setdefault(battalion, []).append(unit)
    return found


def outside(
    map: MapFile, town: Sequence[int], units: Iterable[Mapping[str, Any]], within: int
) -> dict[str, int]:
    """By Unit, how far off those are that are out of range."""
    found = {str(u.get("id") or u.get("name")): away(map, str(u["hex"]), town) for u in units}
    return {label: hexes for label, hexes in found.items() if hexes > within}


def move(context: Context, map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.move``: where a Unit of a garrison may move."""
    rules, work, town = book("garrison", params["map"]), Working(), params["town"]
    section = rules["garrison"]
    hexes = town_hexes(work, context, map, town)
    if hexes is None:
        return work.record()
    within = section.number("within")
    before, after = away(map, params["from"], hexes), away(map, params["to"], hexes)
    if after <= within:
        work.say(f"{params['to']} is {after} hexes from {town}, within {within}", section.cite)
    elif before <= within:
        work.forbid(
            f"{params['to']} is {after} hexes from {town}: no more than {within}", section.cite
        )
    else:
        work.check(
            after < before,
            f"out of range it comes nearer: {before} to {after} hexes",
            f"out of range it must come within {within} hexes, not from {before} to {after}",
            section.cite,
        )
    return work.record()


def relief(context: Context, map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.relief``: whether a relieved garrison may go."""
    rules, work, town = book("garrison", params["map"]), Working(), params["town"]
    section = rules["relief"]
    hexes = town_hexes(work, context, map, town)
    if hexes is None:
        return work.record()
    row = town_row(context, town)
    order = row.many("relief") if row is not None else ()
    by, at = params["by"], params["hexes"]
    if not order:
        work.need(need("garrisons", f"the Units designated to relieve {town}"))
    else:
        done = list(params.get("relieved_by", ()))
        left = [name for name in order if name not in done]
        work.check(
            bool(left) and left[0] == by,
            f"{by} is designated to relieve {town} next",
            f"{by} is not next to relieve {town}: {left[0] if left else 'nobody is'}",
            section.cite,
        )
    within = rules["garrison"].number("within")
    far = [hex for hex in at if away(map, hex, hexes) > within]
    work.check(
        not far,
        f"{by} is in position: the relieved garrison may depart",
        f"{by} is not yet in position ({', '.join(far)}): the garrison may not depart",
        section.cite,
    )
    return work.record()


def leave_route(map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``garrison.leave_route``: whether relieving Units may move off Club Route."""
    rules, work = book("garrison", params["map"]), Working()
    section = rules.rows("towns")[params["town"]]
    bridge = section.text("cross")
    work.check(
        params.get("crossed"),
        f"it has crossed {bridge}: it may leave Club Route",
        f"it may leave Club Route once it has crossed {bridge}",
        section.cite,
        f"crossed: whether it has crossed {bridge}",
    )
    return work.record()
