"""Artillery parks: placing, joining, range, loss, moving (WED S1.0, TDC S1.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.context import Context
from clubroute.rules.gts.campaign.ask import (
    ENEMY,
    in_fire_zone,
    need_fire_zones,
    same_name,
    state_in,
)
from clubroute.rules.gts.campaign.engineers import rating_of
from clubroute.rules.gts.campaign.leaders import leaders_of, reach_of
from clubroute.rules.gts.campaign.turns import turn_of
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.mapfile import MapFile
from clubroute.rules.owner.read import OwnerRow
from clubroute.rules.owner.tables import need, owner_rows


def park_row(context: Context, name: str) -> OwnerRow | None:
    """The owner's row of a park, None if there is none."""
    for row in owner_rows(context, "parks") or ():
        if same_name(row.text("park"), name):
            return row
    return None


def number_of(work: Working, context: Context, params: Mapping[str, Any]) -> int | None:
    """The number on a park's marker: as told, or the owner's; else it is needed."""
    if "number" in params:
        return int(params["number"])
    row = park_row(context, params.get("park", ""))
    number = None if row is None else row.number("number")
    if number is None:
        work.need(f"number, or {need('parks', 'the number on the park marker')}")
    return number


def place(context: Context, map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.place``: where a park may come into play."""
    work, state = Working(), state_in(params)
    rules = book("artillery", params["map"])["place"]
    hex = map.id(params["hex"])
    work.say(f"in a {rules.text('phase')}", rules.cite)
    number = number_of(work, context, params)
    if number is None:
        return work.record()
    if number:
        row = park_row(context, params["park"])
        hexes = row.many("hexes") if row is not None else ()
        work.check(
            map.number(hex) in hexes if hexes else None,
            f"{params['hex']} is a reinforcement hex of its Division",
            f"a park with a number is placed in a reinforcement hex: {' '.join(hexes)}",
            rules.cite,
            need("parks", "its Division's reinforcement hexes"),
        )
        return work.record(number=number)
    division = params.get("division", "")
    near, unknown = [], False
    for leader in leaders_of(state, division):
        reach = reach_of(context, leader)
        if reach is None:
            unknown = True
        elif distance(map.hex(hex), map.hex(map.id(leader["hex"]))) <= reach:
            near.append(str(leader.get("name", leader.get("id", "a Leader"))))
    work.check(
        True if near else None if unknown else False,
        f"within Command Range of {', '.join(near)}",
        f"not within Command Range of a Leader of {division or 'its Division'}",
        rules.cite,
        need("ratings", "the Leaders' Command Range"),
    )
    enemy = ENEMY[params["side"]]
    zone = in_fire_zone(state, enemy, (map.number(hex),))
    work.check(
        None if zone is None else not zone,
        "in no enemy Fire Zone",
        "in an enemy Fire Zone",
        rules.cite,
        need_fire_zones(enemy),
    )
    return work.record(number=number)


def join(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.join``: whether a Unit may enter a park's box."""
    work, unit = Working(), params["unit"]
    cite = book("artillery", params["game"])["join"].cite
    indirect = unit.get("indirect")
    if indirect is None and (row := rating_of(context, unit)) is not None:
        indirect = row.yes("indirect")
    work.check(
        indirect,
        "it has Indirect HE fire",
        "only Indirect HE Units may enter",
        cite,
        f"unit.indirect, or {need('ratings', 'whether it has Indirect HE fire')}",
    )
    work.check(
        unit["hex"] == params["hex"] if unit.get("hex") else None,
        f"it is in {params['hex']}, the park's hex",
        f"it must be in {params['hex']}, the park's hex",
        cite,
        "unit.hex",
    )
    if not work.forbidden:
        work.say("it goes to the Artillery Park Box and can never leave it", cite)
        work.say("it is always In Command; from its next activation it may fire indirectly", cite)
        work.say("it may never Direct Fire", cite)
    return work.record()


def park_range(context: Context, map: MapFile, params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.range``: the range from a park to a target, in hexes."""
    work = Working()
    cite = book("artillery", params["map"])["range"].cite
    number = number_of(work, context, params)
    start, end = map.id(params["hex"]), map.id(params["target"])
    hexes = distance(map.hex(start), map.hex(end))
    work.say(f"{hexes} hexes from the marker in {params['hex']} to {params['target']}", cite)
    if number is None:
        return work.record()
    total = hexes + number
    work.say(f"and the {number} printed on it: range {total}, for maximum and minimum alike", cite)
    unit = params.get("unit", {})
    row = rating_of(context, unit) if unit else None
    longest = unit.get("range", row.number("range") if row is not None else None)
    shortest = unit.get("minimum", row.number("minimum") if row is not None else None)
    if longest is None:
        work.leave("the Unit's longest range (unit.range, or owner/ratings.csv)")
    else:
        far = f"beyond its range of {longest}"
        work.check(total <= longest, f"within its range of {longest}", far, cite)
    if shortest is None:
        work.leave("the Unit's minimum range (unit.minimum, or owner/ratings.csv)")
    else:
        near = f"nearer than its minimum range of {shortest}"
        work.check(total >= shortest, f"at its minimum range of {shortest} or more", near, cite)
    return work.record(range=total)


def overrun(params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.entered``: what a Unit that enters the park's hex does to it."""
    work = Working()
    cite = book("artillery", params["game"])["overrun"].cite
    if params["entering"] != ENEMY[params["side"]]:
        work.say("a friendly Unit changes nothing", cite)
        return work.record("decided", eliminated=False)
    work.say(
        "an enemy Unit is in the hex: all Units in the Artillery Park Box are eliminated", cite
    )
    work.say("the park is no Unit and is never a target of fire", cite)
    return work.record("decided", eliminated=True)


def move(params: Mapping[str, Any]) -> Any:
    """Answer ``artillery.move``: taking a park off the map, to place it elsewhere."""
    work = Working()
    rules = book("artillery", params["game"])["move"]
    if rules.flag("never"):
        work.forbid("once placed an artillery park never moves", rules.cite)
        return work.record()
    points, turns = rules.number("points"), rules.number("turns")
    work.check(
        params.get("points", points) >= points,
        f"{points} Dispatch Points of its Division are paid",
        f"it takes {points} Dispatch Points of its Division",
        rules.cite,
    )
    if work.forbidden:
        return work.record()
    back = turn_of(params["turn"], "turn").later(turns)
    work.say(f"it may come back with all its Units on {back}, {turns} turns later", rules.cite)
    return work.record(returns=back.record(), points=points)
