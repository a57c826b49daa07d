"""The answers for a unit that does nothing by the way: the cheapest way, everything in reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.provenance import weakest
from clubroute.rules.answer.model import Receipt, mp
from clubroute.rules.gts.movement.actions.ferries import ferried
from clubroute.rules.gts.movement.actions.plan import Plan
from clubroute.rules.gts.movement.answers.declared import NO_ACTIONS, ride_receipt
from clubroute.rules.gts.movement.answers.lines import node_record
from clubroute.rules.gts.movement.answers.refusals import SearchFront, unreachable
from clubroute.rules.gts.movement.answers.saying import reach_said
from clubroute.rules.gts.movement.answers.telling import ToldPath
from clubroute.rules.gts.movement.answers.turning import Answered
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.cheapest import cheapest, reach
from clubroute.rules.gts.movement.search.declared import WalkedPath, Waypoint
from clubroute.rules.gts.situation.mover import Mover

NO_WAY = Receipt("illegal")
"""The answer to a question asked again, whose reason is not wanted."""


def best_way(
    network: Network,
    mover: Mover,
    starts: Sequence[int],
    goal: int,
    column: bool | None,
    plan: Plan = NO_ACTIONS,
    *,
    explains: bool = True,
) -> Answered:
    """The cheapest legal way to a hex (in the formation asked for), or why there is none.

    ``plan`` may have one action, number 0, which follows there; ``explains`` is false where only
    the verdict and the cost matter.
    """
    width, per_hex = network.width, network.per_hex

    def accepts(node: int) -> bool:
        return bool((node // width) & 1) == column

    wanted = None if column is None else accepts
    found = cheapest(network, starts, goal, wanted)
    hexes = frozenset(node // per_hex for node in found.reached)
    if found.cost is None:
        ride = None
        if not plan.acts:
            ride = ride_receipt(network, mover, starts[0] // per_hex, Waypoint(goal))
        if ride is not None:
            return Answered(ride, hexes)
        if not explains:
            return Answered(NO_WAY, hexes)
        why = unreachable([SearchFront(network, mover, found.reached)], goal)
        return Answered(why, hexes, found.reached)
    if not (explains or plan.acts) and mover.ma is not None and found.cost > mover.ma:
        return Answered(Receipt("illegal", (), found.cost), hexes)
    totals = found.totals
    told = ToldPath(network, mover)
    told.follow(WalkedPath(found.path, totals, ends=(len(totals) - 1,)), plan)
    return Answered(told.receipt(plan.refused is None), hexes)


@dataclass(frozen=True, slots=True)
class Reached:
    """The reach of an allowance: half-MP by hex, how many states, and a record of each."""

    hexes: Mapping[int, int]
    states: int
    records: Callable[[], list[dict[str, Any]]]


def reached_by(network: Network, starts: Sequence[int], allowance: int) -> Reached:
    """List the hexes a unit reaches that does nothing on its way."""
    costs = reach(network, starts, allowance)
    per_hex = network.per_hex
    # The search settles what is cheaper first: of the nodes in a hex the first one stays.
    hexes = {node // per_hex: costs[node] for node in reversed(costs)}

    def records() -> list[dict[str, Any]]:
        return [{**node_record(network, node), "total": mp(costs[node])} for node in sorted(costs)]

    return Reached(hexes, len(costs), records)


def in_reach(
    network: Network,
    mover: Mover,
    starts: Sequence[int],
    allowance: int,
    states: bool,
    reached: Reached | None = None,
) -> Receipt:
    """Every hex within an allowance and, if asked for, every state, with the least cost.

    ``reached`` is given where the unit does something by the way.
    """
    if reached is None:
        reached = reached_by(network, starts, allowance)
    per_hex, game_map, position = network.per_hex, network.map, network.position
    no_end = position.limits.ends
    hexes = {hex_id: cost for hex_id, cost in reached.hexes.items() if hex_id not in no_end}
    unchecked = list(position.unchecked)
    unchecked += sorted({f"not told, where its move may not end: {why}" for why in no_end.values()})
    if network.move_class != "leg":
        unchecked.append("suspect bridges not checked yet are taken as the options say")
    limits = position.limits
    start = starts[0] // per_hex if starts else None
    # Without the check it goes nowhere: all that it reaches turns on that.
    first = limits.checks.get(start, "") if start is not None else ""
    needs = {limits.doubts[hex_id] for hex_id in hexes.keys() & limits.doubts.keys()}
    needs |= {limits.checks[hex_id] for hex_id in hexes.keys() & limits.checks.keys()}
    unchecked += [f"unknown: {need}" for need in sorted(needs - {first})]
    ends = {end for site in position.ferries for end in (site.start, site.end)}
    rides = [
        game_map.number(end)
        for end in sorted(ends)
        if start is not None
        and (site := network.position.ferry(start, end)) is not None
        and not any(s.verdict for s in ferried(network, mover, start, end, site)[0])
    ]
    found: dict[str, Any] = {
        "allowance": mp(allowance),
        "hexes": {game_map.number(hex_id): mp(hexes[hex_id]) for hex_id in sorted(hexes)},
        "counts": {"hexes": len(hexes), "states": reached.states},
    }
    if states:
        found["states"] = reached.records()
    if rides:
        found["ferries"] = rides
    rests = weakest(game_map.provenance_of(hex_id) for hex_id in hexes)
    begun = game_map.number(start) if start is not None else ""
    summary = reach_said(mover, position, begun, len(hexes), allowance, rests)
    if first and len(hexes) > 1:
        passed = f"if it passes its check, {summary}"
        return Receipt("undetermined", (), None, (first,), tuple(unchecked), passed, found)
    return Receipt("legal", (), None, (), tuple(unchecked), summary, found)
