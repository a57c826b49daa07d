"""The advance of the Club Route Marker as a receipt: every stretch, the removal, what follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import weakest
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.clubroute.declare import (
    Advance,
    Removal,
    declare,
    reach_of,
    removal_of,
    stop_needs,
    wrong_turn,
)
from clubroute.rules.gts.clubroute.network import RouteNetwork, Way, stretches
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.clubroute.trace import (
    branch,
    chosen_ways,
    extent_of,
    unchecked_in,
    unique,
)
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position.markers import OFF_MAP


def advance(question: Advance, to: str | None, turn: str) -> Receipt:
    """Where the Marker may go, or whether it may go ``to`` a hex, ``stay`` or go ``off_map``.

    ``turn`` is ``YYYY-MM-DD HHMM``, "" if the state does not say.
    """
    network, situation = question.network, question.situation
    rules = network.rules
    if situation.off_map or situation.marker is None:
        return not_there(network, situation)
    extent = extent_of(network, situation)
    removal = removal_of(question)
    steps = [*turn_steps(network, turn), *stretch_steps(question)]
    sure, doubtful = reach_of(question)
    needs = list(extent.needs)
    for judged in (*doubtful, *(removal.ways if removal.verdict == "undetermined" else ())):
        needs += [line[2].need for line in judged.found if line[2].need]
    needs += stop_needs(question)
    clauses = {line[2].clause for judged in sure.values() for line in judged[0].found}
    if network.exit != NOWHERE:
        steps += removal_steps(question, removal)
        clauses |= {"whole_map", "whole_map_from"} if removal.turns else set()
    notes = [question.obstacles.readings.chosen(name) for name in sorted(clauses - {""})]
    extra: dict[str, Any] = {
        "reach": [network.number(hex_) for hex_ in sure],
        "removal": {"open": "compulsory", "closed": "no"}.get(removal.verdict, "undetermined"),
        "notes": notes,
        "bridges": checked_bridges(question),
    }
    if to is None:
        verdict: Verdict = "open" if sure or removal.verdict == "open" else "closed"
        if wrong_turn(rules, turn):
            verdict = "closed"
        elif needs and removal.verdict != "open":
            verdict = "undetermined"
        summary = reach_summary(network, sure, removal)
        if verdict == "undetermined" and not sure:
            summary = ""
    else:
        declared = declare(question, to, turn, removal)
        verdict, summary = declared.verdict, declared.why
        needs = list(declared.needs)
        steps.append(
            Step(
                summary,
                rules[declared.by].cite,
                None,
                *declared.ends(network),
                declared.basis(network),
                verdict,
            )
        )
        if verdict == "legal":
            extra["club_route"] = declared.situation.record(network.map)
    if removal.verdict == "open" and to in (None, OFF_MAP):
        steps += [Step(row.text("why"), row.cite) for row in rules.rows("removal")]
    return Receipt(
        verdict,
        tuple(steps),
        needs=unique(needs) if verdict == "undetermined" else (),
        unchecked=(*unchecked_in(question.obstacles), *turn_unchecked(network, turn)),
        summary=summary,
        extra=extra,
    )


def not_there(network: RouteNetwork, situation: RouteSituation) -> Receipt:
    """The answer when the Marker has left the map, or its place is not said."""
    rule = network.rules["advance"].cite
    extra = {"reach": [], "removal": "no", "notes": [], "bridges": {}}
    if situation.marker is None:
        needs = ("state.club_route.marker: where the Club Route Marker is",)
        return Receipt("undetermined", needs=needs, extra=extra)
    why = "the Club Route Marker has left the map and never comes back"
    step = Step(why, rule, verdict="closed")
    return Receipt("closed", (step,), summary=why, extra=extra)


def stretch_steps(question: Advance) -> list[Step]:
    """A line for every stretch between Stop hexes that a clear way leads to: it passes, or the
    first hex that fails it and why."""
    network = question.network
    rule = network.rules["advance"].cite
    choice = replace(question.situation, via=(), spur=question.chosen_spur)
    steps: list[Step] = []
    waiting, seen = [question.origin], {question.origin}
    while waiting:
        start = waiting.pop(0)
        for way in chosen_ways(network, choice, stretches(network.graph, start, network.stops)):
            judged = question.judge(way)
            fork = fork_of(network, way)
            along = f" by {fork}" if fork else ""
            ends = network.number(start), network.number(way[-1])
            basis = weakest(network.provenance(a, b) for a, b in pairwise(way))
            if judged.failing is not None:
                a, b, finding = judged.failing
                at = (
                    network.number(a) if a == b else network.map.hexside_number(network.place(a, b))
                )
                why = f"fails{along} at {at}: {finding.why}"
                steps.append(Step(why, finding.rule, None, *ends, finding.provenance, "closed"))
                continue
            if judged.verdict == "undetermined":
                a, b, finding = next(x for x in judged.found if x[2].verdict == "undetermined")
                why = f"in doubt{along} at {network.number(b)}: {finding.why}"
                steps.append(Step(why, finding.rule, None, *ends, basis, "undetermined"))
            else:
                steps.append(
                    Step(
                        f"passes{along}, {so_many(len(way) - 1, 'hex')}",
                        rule,
                        None,
                        *ends,
                        basis,
                        "open",
                    )
                )
            if way[-1] not in seen and way[-1] in network.stops:
                seen.add(way[-1])
                waiting.append(way[-1])
    return steps


def fork_of(network: RouteNetwork, way: Way) -> str:
    """Name the branch a way takes where the route forks, "" if it never does."""
    for a, b in pairwise(way):
        if len(network.graph.ahead.get(a, ())) > 1:
            return branch(network, b)
    return ""


def removal_steps(question: Advance, removal: Removal) -> list[Step]:
    """Whether the Marker must be removed, as a line."""
    network = question.network
    rule = network.rules["advance"].text("removal_rule")
    ends = network.number(network.start), network.number(network.exit)
    if removal.verdict == "open":
        why = "the whole route is clear: the Marker must be removed"
        return [Step(why, rule, None, *ends, verdict="open")]
    if removal.verdict == "undetermined":
        why = "whether the whole route is clear is not known"
        return [Step(why, rule, None, *ends, verdict="undetermined")]
    failing = next((one.failing for one in removal.ways if one.failing), None)
    where = f", {network.number(failing[1])}: {failing[2].why}" if failing else ""
    return [Step(f"the whole route is not clear{where}", rule, None, *ends)]


def turn_steps(network: RouteNetwork, turn: str) -> list[Step]:
    """A line if it is the wrong turn."""
    why = wrong_turn(network.rules, turn)
    rule = network.rules["advance"].text("time_rule")
    return [Step(why, rule, verdict="illegal")] if why else []


def turn_unchecked(network: RouteNetwork, turn: str) -> tuple[str, ...]:
    """That the turn is not known."""
    return () if turn else (f"that it is the {network.rules['advance'].text('time')} turn",)


def checked_bridges(question: Advance) -> Mapping[str, str]:
    """The suspect bridges the dice have settled, as a state has them from now on."""
    obstacles, map_ = question.obstacles, question.network.map
    fails = book("movement", question.network.map.window)["suspect"].value("fails_on")
    return {
        map_.hexside_number(place): "unstable" if die == fails else "stable"
        for place, die in sorted(obstacles.rolls.items())
        if map_.beside[place % 6][place // 6] > place // 6
    }


def reach_summary(network: RouteNetwork, sure: Mapping[int, Any], removal: Removal) -> str:
    """Where the Marker may go, in words."""
    if removal.verdict == "open":
        return "the whole route is clear: the Marker must be removed"
    if not sure:
        return "the Marker cannot advance to a listed Stop hex"
    return "the Marker may go to " + ", ".join(network.number(hex_) for hex_ in sure)
