"""Declared paths with a ride on a ferry: what else a unit may do in the same activation (2.18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.movement.actions.ferries import ferry_between
from clubroute.rules.gts.movement.actions.plan import Stage, planned
from clubroute.rules.gts.movement.answers.paths import check_path, ride_receipt
from clubroute.rules.gts.movement.answers.saying import ride_said
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.movement.search.declared import EXIT, Waypoint, walk
from clubroute.rules.gts.situation.ferries import FerrySite
from clubroute.rules.gts.situation.mover import Mover
from clubroute.rules.model import Receipt, Step, Verdict


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
    site = ferry_between(stage.network, start, waypoints[0].hex)
    if site is not None and rides(stage.network, starts, waypoints):
        return ride_and_more(stage, start, waypoints, site, network_of, costs)
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
