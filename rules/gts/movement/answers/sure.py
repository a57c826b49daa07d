"""A sure way before a cheaper way that turns on a check, and the hexes surely in reach.

Some hexes are left only after a passed check (WED S3.1), and no unit has to go there. If another
way leads to a hex within the allowance, that way is the answer, and a note names the cheaper way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import MoveClass, Receipt, amount
from clubroute.rules.gts.movement.actions.plan import Stage
from clubroute.rules.gts.movement.answers.trips import Trip, best_trip, trips_in_reach
from clubroute.rules.gts.movement.answers.turning import Answered, Other
from clubroute.rules.gts.movement.graph.network import Network
from clubroute.rules.gts.situation.condition import Limits, together
from clubroute.rules.gts.situation.mover import Mover


def best_sure(trip: Trip, goal: int, column: bool | None, leaves: bool) -> Answered:
    """Return the cheapest way that turns on no check, else the cheapest, or why there is none.

    The way without checks may turn on everything else that the cheapest turns on. The parameters
    are those of :func:`best_trip`.
    """
    best = best_trip(trip, goal, column, leaves)
    limits = limits_of(trip)
    needs = frozenset(best.receipt.needs)
    if best.receipt.verdict != "undetermined" or not turns_on_checks(trip, limits, needs):
        return best
    sure = best_trip(without_checks(trip, limits), goal, column, leaves)
    hexes = {*best.hexes, *sure.hexes}
    if sure.receipt.verdict == "illegal" or not needs > frozenset(sure.receipt.needs):
        return replace(best, hexes=hexes)
    return Answered(with_cheaper(sure.receipt, best.receipt), hexes)


def limits_of(trip: Trip) -> Limits:
    """Return the limits of the Unit that takes a trip."""
    return trip.stage.network.position.limits


def turns_on_checks(trip: Trip, limits: Limits, needs: frozenset[str]) -> bool:
    """Tell whether some needs are checks to leave hexes other than the first."""
    begins = not trip.hexes.isdisjoint(limits.checks)
    return not begins and not needs.isdisjoint(limits.checks.values())


def without_checks(trip: Trip, limits: Limits) -> Trip:
    """Return the same trip without steps out of hexes that are left only by a check."""
    held = together(
        replace(condition, held=condition.held | condition.checks.keys())
        if condition.checks
        else condition
        for condition in limits.conditions
    )
    changes = frozenset(limits.checks)
    networks: dict[MoveClass, Network] = {}

    def kept(network: Network) -> Network:
        """Return the graph in which no step leads out of those hexes."""
        if network.move_class not in networks:
            position = replace(network.position, limits=held)
            networks[network.move_class] = network.in_position(position, changes)
        return networks[network.move_class]

    def network_of(mover: Mover) -> Network:
        return kept(trip.network_of(mover))

    stage = Stage(kept(trip.stage.network), trip.stage.mover)
    return replace(trip, stage=stage, network_of=network_of)


def with_cheaper(sure: Receipt, best: Receipt) -> Receipt:
    """Return a sure way with a note of the cheaper way, if there is one."""
    if sure.total is None or best.total is None or best.total >= sure.total:
        return sure
    by = "–".join(dict.fromkeys(entry["hex"] for entry in best.extra.get("path", ())))
    more = "; ".join(need for need in best.needs if need not in sure.needs)
    note = f"cheaper by {by}, {amount(best.total)} MP, which turns on {more}"
    return replace(sure, extra={**sure.extra, "notes": [*sure.extra.get("notes", ()), note]})


def reach_sure(trip: Trip, allowance: int, states: bool) -> Answered:
    """Return every hex surely within an allowance, and apart from these the hexes that turn on a
    check.

    The parameters are those of :func:`trips_in_reach`. From a hex that is left only by a check no
    hex is sure, and the two are not kept apart.
    """
    limits = limits_of(trip)
    if not limits.checks or not trip.hexes.isdisjoint(limits.checks):
        return trips_in_reach(trip, allowance, states)
    every = trips_in_reach(trip, allowance, False)
    if limits.checks.keys().isdisjoint(every.hexes):
        return trips_in_reach(trip, allowance, states) if states else every
    spared = without_checks(trip, limits)
    sure = trips_in_reach(spared, allowance, states)

    def compares(trips: Sequence[Trip], others: Sequence[Other]) -> Sequence[bool]:
        """Compare the hexes surely in reach by other readings."""
        judge = sure.compares
        held = [without_checks(other, limits) for other in trips]
        return judge(held, others) if judge is not None else ()

    return Answered(
        with_checked(sure.receipt, every.receipt),
        {*every.hexes, *sure.hexes},
        compares=compares if sure.compares is not None else None,
    )


def with_checked(sure: Receipt, every: Receipt) -> Receipt:
    """Return the hexes surely in reach, with those that are in reach only by a passed check."""
    mine: dict[str, Any] = sure.extra["hexes"]
    theirs: dict[str, Any] = every.extra["hexes"]
    by_check = {number: total for number, total in theirs.items() if number not in mine}
    cheaper = sum(total < mine[number] for number, total in theirs.items() if number in mine)
    unchecked = list(dict.fromkeys((*sure.unchecked, *every.unchecked)))
    if cheaper:
        unchecked.append(
            f"whether {so_many(cheaper, 'hex')} could be cheaper if it passes a check by the way"
        )
    found = replace(sure, unchecked=tuple(unchecked))
    if not by_check:
        return found
    summary = f"{sure.summary}; {len(by_check)} more if it passes a check by the way"
    return replace(found, summary=summary, extra={**sure.extra, "by_check": by_check})
