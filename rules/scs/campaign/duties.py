"""What a side has to see to as its Movement Phase comes (INS 1.5, 2.2, 2.3, 3.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import ALLIED
from clubroute.rules.scs.games import book
from clubroute.rules.scs.movement.allowance import far_from_division
from clubroute.rules.scs.movement.costs import rules
from clubroute.rules.scs.position import Unit
from clubroute.rules.scs.situation.situation import Situation, boundary
from clubroute.rules.scs.unsaid import Guess


def duties(context: Context, board: Situation, side: str) -> Iterator[dict[str, Any]]:
    """What is due to a side, each with its hex, rule and a sentence."""
    outside = frozenset[int]()
    if side == ALLIED:
        yield from bridges(board)
        corps = Unit(side=ALLIED, corps=True)
        outside, _ = boundary(context, board.map, corps, ALLIED, Guess())
    for unit in board.state.units or ():
        if unit.side == side and unit.hex is not None and not unit.as_bridge:
            yield from of_armour(board, unit)
            yield from of_corps(board, unit, outside)
    for at, units in sorted(board.placed.items()):
        count, most = sum(one.side == side for one in units), board.most(at, side)
        if count > most:
            number = board.map.number(at)
            why = f"{count} units, {count - most} more than it holds: they are destroyed at the end"
            yield due(
                "stacking", number, f"{number} has {why} of the phase", rules()["stacking"].cite
            )


def due(what: str, hex_: str, why: str, rule: str, **more: Any) -> dict[str, Any]:
    """One thing that is due."""
    return {"what": what, "hex": hex_, "why": why, "rule": rule, **more}


def bridges(board: Situation) -> Iterator[dict[str, Any]]:
    """The Prepared Bridges the German decides on as the Allied Movement Phase begins (3.2)."""
    for span in board.country.spans:
        for at in sorted(span.ends) if span.prepared else ():
            units = [one.call for one in board.placed.get(at, ()) if one.side == ALLIED]
            if units:
                number = board.map.number(at)
                why = f"{', '.join(units)} by the Prepared Bridge {span.name}: the German decides"
                rule = book("bridges")["blow"].cite
                yield due("bridge", number, f"{why} whether to blow it", rule, bridge=span.name)
                break


def of_armour(board: Situation, unit: Unit) -> Iterator[dict[str, Any]]:
    """Where armour assigned to a division has to go (2.3)."""
    if unit.assigned is None or unit.hex is None:
        return
    row, at = rules()["assigned"], board.map.id(unit.hex)
    far = far_from_division(board.map, board.state, unit, at)
    most, where = row.number("hexes"), nearest_text(far, unit)
    if unit.released is False:
        why = f"{unit.call} must move to be with the {unit.assigned}{where}; it neither attacks nor"
        told = f"{why} overruns until one of its units passes a DZ of that division"
        yield due("armour", unit.hex, told, row.cite, **far)
    elif unit.released and far.get("away", 0) > most:
        why = (
            f"{unit.call} must move towards the {unit.assigned}, no unit of which is within {most}"
        )
        yield due("armour", unit.hex, f"{why} hexes{where}", row.cite, **far)


def nearest_text(far: Mapping[str, Any], unit: Unit) -> str:
    """Where a division's nearest airborne unit is, in words."""
    if not far:
        return f", of which no airborne unit of the {unit.assigned} is said to be in a hex"
    return f": {far['nearest']} in {far['towards']} is {so_many(far['away'], 'hex')} away"


def of_corps(board: Situation, unit: Unit, outside: Collection[int]) -> Iterator[dict[str, Any]]:
    """A unit of XXX Corps outside its Boundary has to come back (2.2)."""
    if unit.hex is None or not unit.of_corps or (unit.assigned and unit.released):
        return
    if board.map.id(unit.hex) in outside:
        why = f"{unit.call} is outside the XXX Corps Boundary and must come back inside"
        yield due("boundary", unit.hex, why, rules()["boundary"].cite)
