"""Declared paths: whether a unit may take one, with all it does by the way and a ferry (2.18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.actions.ferries import ferried
from clubroute.rules.gts.movement.actions.plan import Plan, Stage, planned, with_leaving
from clubroute.rules.gts.movement.answers.refusals import stopped
from clubroute.rules.gts.movement.answers.saying import ride_said
from clubroute.rules.gts.movement.answers.telling import ToldPath, brought
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.declared import EXIT, Waypoint, walk
from clubroute.rules.gts.situation.ferries import FerrySite
from clubroute.rules.gts.situation.mover import Mover

NO_ACTIONS = Plan()


def check_declared(
    stage: Stage,
    start: int,
    starts: Sequence[int],
    waypoints: Sequence[Waypoint],
    network_of: Callable[[Mover], Network],
    costs: Mapping[str, int],
) -> Receipt:
    """Whether a unit may take a declared path with all it does by the way, and what it costs.

    ``network_of`` gives the graph of a mover of another class; ``costs`` what the series' rules
    charge for an action, in half-MP, where the caller says it.
    """
    site = stage.network.position.ferry(start, waypoints[0].hex)
    if site is not None and rides(stage.network, starts, waypoints):
        return ride_and_more(stage, start, waypoints, site, network_of, costs)
    waypoints = with_leaving(stage, start, waypoints)
    plan = planned(stage, start, waypoints, network_of, costs)
    return check_path(stage.network, stage.mover, starts, waypoints, plan)


def rides(network: Network, starts: Sequence[int], waypoints: Sequence[Waypoint]) -> bool:
    """Whether a path that could begin with a ferry is more than that, and does begin with it."""
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
    """A ride and what follows it.

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
            summary=ride_said(stage.mover, "illegal", ends, why),
        )
    plan = planned(after, end, rest, network_of, costs)
    onward = check_path(after.network, mover, node, rest, plan)
    cite = table.ferry.assault_rule
    second = f"that the Unit has a Second Action ({cite}; {SERIES.cite})"
    return together(alone, replace(onward, unchecked=(*onward.unchecked, second)))


def together(ride: Receipt, onward: Receipt) -> Receipt:
    """A ride and what follows as one receipt; its total is that of what follows."""
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
    """Whether a unit may take a declared path, with every cost.

    A path the rules forbid ends at the step that is refused. Without an allowance the path is
    judged as such, and what was not checked says so. ``plan`` has the actions by the way.
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
    """The receipt of a ride on a ferry to a waypoint; None if there is no ferry to it."""
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
        ride_said(mover, verdict, ends, refusal or (needs[0] if needs else "")),
    )
