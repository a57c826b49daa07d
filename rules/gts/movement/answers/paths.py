"""The answers for a unit without actions on its way: the cheapest way, everything in reach."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.grid import distance
from clubroute.rules.answer.first_line import ground_named
from clubroute.rules.answer.model import (
    Receipt,
    Step,
    Verdict,
    mp,
)
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.actions.ferries import ferried
from clubroute.rules.gts.movement.actions.plan import (
    Plan,
    Stage,
    planned,
    with_leaving,
)
from clubroute.rules.gts.movement.answers.lines import (
    ToldPath,
    brought,
    node_record,
    reach_said,
    refusal,
    ride_said,
)
from clubroute.rules.gts.movement.answers.turning import Answered
from clubroute.rules.gts.movement.graph.network import HERE, Move, Network
from clubroute.rules.gts.movement.search.cheapest import cheapest, reach
from clubroute.rules.gts.movement.search.declared import (
    EXIT,
    WalkedPath,
    Waypoint,
    fits,
    walk,
)
from clubroute.rules.gts.movement.steps.judge import total
from clubroute.rules.gts.situation.crossings import FerrySite
from clubroute.rules.gts.situation.mover import Mover

# Refusals: where a declared path stops, and what keeps a hex out of reach.


def stopped(network: Network, mover: Mover, found: WalkedPath, waypoint: Waypoint) -> list[Step]:
    """Say why a path goes no further, from the cheapest place it reached."""
    end = waypoint.hex
    if not found.front:
        return [Step("no Road of that name to begin on, or not in that formation", SERIES.cite)]
    here = found.front[0] // network.per_hex
    site = network.position.ferry(here, end)
    if site is not None and waypoint.via in (None, "ferry"):
        table = network.rules.tables[network.map.game(site.start)]
        rule = table.ferry.assault_rule if site.assault else table.ferry.rule
        missing = "a Unit uses a ferry only from the hex it begins its activation in, first of all"
        numbers = (network.map.number(here), network.map.number(end))
        return [Step(missing, rule, None, *numbers, verdict="illegal")]
    for node in found.front:
        hex_id, column, _ = network.place(node)
        forms = waypoint.column is not None and waypoint.column != column
        for move in sorted(network.moves(node), key=lambda m: m.road < 0):
            if total(move.parts) is not None:
                continue
            there = network.place(move.node)
            if forms and there[:2] == (hex_id, waypoint.column):
                return [refusal(network, node, move, hex_id, mover)]
            if not forms and fits(network, node, move, waypoint):
                return [refusal(network, node, move, end, mover)]
    if here == end:
        missing = "the Unit is there already"
    elif end not in [column[here] for column in network.map.beside]:
        missing = "the hexes are not adjacent"
    elif waypoint.via == "ferry":
        missing = "no ferry is there"
    else:
        missing = f"no way {waypoint.via!r} leads there from where the Unit is"
    return [refusal(network, found.front[0], None, end, mover, missing)]


@dataclass(frozen=True, slots=True)
class SearchFront:
    """The nodes a search reached on one graph, with half-MP."""

    network: Network
    mover: Mover
    reached: Mapping[int, int]


def unreachable(fronts: Sequence[SearchFront], goal: int) -> Receipt:
    """Say why a hex cannot be reached: the refusals at the frontier nearest to it.

    There are several fronts if the unit may change its class on the way.
    """
    network = fronts[0].network
    number = network.map.number(goal)
    inside = {node // network.per_hex for front in fronts for node in front.reached}
    if goal in inside:
        said = f"{number} can be reached, but not in that formation"
        tried = [(front, *move) for front in fronts for move in formation_moves(front, goal)]
    else:
        said = f"{number} is unreachable because at the nearest frontier"
        tried = frontier_moves(fronts, inside, goal)
    lines: dict[tuple[str, str], Step] = {}
    for front, node, move in tried:
        line = refusal(front.network, node, move, move.node // network.per_hex, front.mover)
        lines.setdefault((line.start, line.why), line)
    steps = tuple(lines.values()) or (no_hex_beyond(network.map, inside, goal),)
    reason = "; ".join(dict.fromkeys(line.why for line in steps))
    return Receipt("illegal", steps, None, (), network.position.unchecked, f"{said}: {reason}")


def no_hex_beyond(country: MapFile, inside: Collection[int], goal: int) -> Step:
    """Return the line for a search that nothing leads out of: the map shows no hex beyond."""
    target = country.hex(goal)
    near = min(inside, key=lambda hex_id: (distance(country.hex(hex_id), target), hex_id))
    rests, number = country.silence_of(near), country.number(near)
    none = f"{ground_named(rests)} shows no hex there"
    why = f"no way leads on from {number} towards {country.number(goal)}: {none}"
    return Step(why, SERIES.cite, None, number, provenance=rests, verdict="illegal")


Refused = list[tuple[SearchFront, int, Move]]
"""Steps refused, with the front and the node they were tried from."""


def formation_moves(front: SearchFront, goal: int) -> list[tuple[int, Move]]:
    """Return the changes of formation refused in a hex that was reached."""
    return [
        (node, move)
        for node in sorted(front.reached)
        if node // front.network.per_hex == goal
        for move in front.network.moves(node, goal)
        if move.direction == HERE and total(move.parts) is None
    ]


def frontier_moves(fronts: Sequence[SearchFront], inside: Collection[int], goal: int) -> Refused:
    """Return the refused steps into the unreached hex that is nearest to the goal."""
    network = fronts[0].network
    target = network.map.hex(goal)
    edge = {
        hex_id: ends.difference(inside)
        for hex_id in inside
        if any(column[hex_id] not in inside for column in network.map.beside)
        and not (ends := network.leads_to(hex_id)).issubset(inside)
    }
    outside = frozenset[int]().union(*edge.values())
    if not outside:
        return []
    nearest = min(outside, key=lambda hex_id: (distance(network.map.hex(hex_id), target), hex_id))
    return [
        (front, node, move)
        for front in fronts
        for node in sorted(front.reached)
        if nearest in edge.get(node // network.per_hex, ())
        for move in front.network.moves(node, nearest)
    ]


# Declared paths: whether a unit may take one, with all it does by the way and a ferry (2.18).

NO_ACTIONS = Plan()


def check_declared(
    stage: Stage,
    start: int,
    starts: Sequence[int],
    waypoints: Sequence[Waypoint],
    network_of: Callable[[Mover], Network],
    costs: Mapping[str, int],
) -> Receipt:
    """Judge a declared path with all its actions, and price it.

    ``network_of`` gives the graph of a mover of another class; ``costs`` the half-MP that the
    series' rules charge for an action, if the caller says it.
    """
    site = stage.network.position.ferry(start, waypoints[0].hex)
    if site is not None and rides(stage.network, starts, waypoints):
        return ride_and_more(stage, start, waypoints, site, network_of, costs)
    waypoints = with_leaving(stage, start, waypoints)
    plan = planned(stage, start, waypoints, network_of, costs)
    return check_path(stage.network, stage.mover, starts, waypoints, plan)


def rides(network: Network, starts: Sequence[int], waypoints: Sequence[Waypoint]) -> bool:
    """Tell whether a path begins with a ferry and goes on from there."""
    first = waypoints[0]
    if len(waypoints) == 1 and not first.action:
        return False
    if first.via is not None:
        return first.via == "ferry"
    return walk(network, starts, [replace(first, action="")]).stop is not None


def ride_and_more(
    stage: Stage,
    start: int,
    waypoints: Sequence[Waypoint],
    site: FerrySite,
    network_of: Callable[[Mover], Network],
    costs: Mapping[str, int],
) -> Receipt:
    """Return a ride and what follows it.

    A ferry takes the whole activation, so that nothing but leaving the map can follow; an assault
    ferry takes one Action, and a Second Action may follow, with the allowance anew.
    """
    network, end = stage.network, waypoints[0].hex
    alone = ride_receipt(network, stage.mover, start, waypoints[0])
    assert alone is not None
    if alone.verdict == "illegal":
        return alone
    table = network.rules.tables[network.map.game(site.start)]
    rest = list(waypoints[1:])
    if waypoints[0].action:
        rest.insert(0, Waypoint(end, action=waypoints[0].action))
    mover = stage.mover
    if not site.improved:
        mover = replace(mover, organic=None, mounted=False, move_class=mover.on_foot)
    after = Stage(network_of(mover), mover)
    node = after.network.starts(end, mover.column)
    if [way.action for way in rest] == [EXIT]:
        plan = planned(after, start, rest, network_of, costs)
        return together(alone, check_path(after.network, mover, node, rest, plan))
    if not site.assault:
        why = "using a ferry is the whole activation: nothing else can be done in it"
        number = network.map.number(end)
        ends = network.map.number(start), number
        line = Step(why, table.ferry.rule, None, number, verdict="illegal")
        return replace(
            alone,
            verdict="illegal",
            steps=(*alone.steps, line),
            needs=(),
            summary=ride_said("illegal", ends, why),
        )
    plan = planned(after, end, rest, network_of, costs)
    onward = check_path(after.network, mover, node, rest, plan)
    cite = table.ferry.assault_rule
    second = f"that the Unit has a Second Action ({cite}; {SERIES.cite})"
    return together(alone, replace(onward, unchecked=(*onward.unchecked, second)))


def together(ride: Receipt, onward: Receipt) -> Receipt:
    """Return a ride and what follows as one receipt; its total is that of what follows."""
    verdict: Verdict = onward.verdict
    needs = () if verdict == "illegal" else tuple(sorted({*ride.needs, *onward.needs}))
    if needs:
        verdict = "undetermined"
    then = f"; then {onward.summary}"
    return Receipt(
        verdict,
        (*ride.steps, *onward.steps),
        onward.total,
        needs,
        tuple(dict.fromkeys((*ride.unchecked, *onward.unchecked))),
        ride.summary + then,
        onward.extra,
    )


def check_path(
    network: Network,
    mover: Mover,
    starts: Sequence[int],
    waypoints: Sequence[Waypoint],
    plan: Plan = NO_ACTIONS,
) -> Receipt:
    """Judge a declared path, with every cost.

    A path the rules forbid ends at the step that is refused. Without an allowance the path is
    judged as such, and what was not checked says so. ``plan`` has the actions on the way.
    """
    start = starts[0] // network.per_hex if starts else waypoints[0].hex
    if len(waypoints) == 1 and not plan.acts:
        ride = ride_receipt(network, mover, start, waypoints[0])
        if ride is not None:
            return ride
    declared = waypoints if plan.refused is None else waypoints[: plan.refused + 1]
    found = walk(network, starts, declared, plan.networks)
    told = ToldPath(network, mover)
    told.follow(found, plan)
    if found.stop is not None:
        told.lines += stopped(told.network, told.mover, found, waypoints[found.stop])
    return told.receipt(found.stop is None and plan.refused is None)


def ride_receipt(network: Network, mover: Mover, start: int, waypoint: Waypoint) -> Receipt | None:
    """Return the receipt of a ride on a ferry to a waypoint; None if there is no ferry to it."""
    if waypoint.via not in (None, "ferry"):
        return None
    end = waypoint.hex
    site = network.position.ferry(start, end)
    if site is None:
        return None
    lines, needs, unchecked = ferried(network, mover, start, end, site)
    legal = not any(line.verdict == "illegal" for line in lines)
    areas, unlooked = network.position.without_areas(network.map, [end] if legal else [])
    needs += areas
    limits = network.position.limits
    doubt, check = limits.doubt(start, end), limits.checks.get(start)
    needs += [need for need in (doubt, check) if need is not None]
    verdict: Verdict = ("undetermined" if needs else "legal") if legal else "illegal"
    refusal = next((line.why for line in lines if line.verdict == "illegal"), "")
    ends = network.map.number(start), network.map.number(end)
    told = (*lines, *(brought(network, [end]) if legal else ()))
    return Receipt(
        verdict,
        told,
        None,
        tuple(needs if legal else ()),
        (*unlooked, *unchecked),
        ride_said(verdict, ends, refusal or (needs[0] if needs else "")),
    )


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
    """Return the cheapest legal way to a hex (in the formation asked for), or why there is none.

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
    """The reach of an allowance: half-MP by hex, the number of states, and a record of each."""

    hexes: Mapping[int, int]
    states: int
    records: Callable[[], list[dict[str, Any]]]


def reached_by(network: Network, starts: Sequence[int], allowance: int) -> Reached:
    """List the hexes that a unit reaches without actions on its way."""
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
    """Return every hex within an allowance and, if asked for, every state, with the least cost.

    ``reached`` is given if the unit acts on its way.
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
    summary = reach_said(mover, len(hexes), allowance)
    if first and len(hexes) > 1:
        passed = f"If it passes its check: {summary}"
        return Receipt("undetermined", (), None, (first,), tuple(unchecked), passed, found)
    return Receipt("legal", (), None, (), tuple(unchecked), summary, found)
