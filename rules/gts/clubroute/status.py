"""Whether the Club Route is Open or Cut: bridges, the German player's check, the 1900 turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.gts.clubroute.network import BRIDGES, RouteNetwork
from clubroute.rules.gts.clubroute.obstacles import GONE, Obstacles
from clubroute.rules.gts.clubroute.ruleset import RuleSet
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.clubroute.trace import Extent, extent_of, unchecked_in, unique

ASIDE = "set-aside"
FACES = 10
"""Of the die, 0 to 9."""


@dataclass(frozen=True, slots=True)
class Bridges:
    """The bridges that cut the route, as hexsides, with a line for each and what is not known."""

    cutting: tuple[str, ...]
    steps: tuple[Step, ...]
    needs: tuple[str, ...]


def bridges_of(
    network: RouteNetwork, situation: RouteSituation, obstacles: Obstacles, extent: Extent
) -> Bridges:
    """The bridges on Club Route that are destroyed, or not yet repaired and Allied (4.3.3)."""
    rules, map_ = network.rules, network.map
    rule = rules["check"].cite
    friend = rules["sides"].text("friend")
    cutting: list[str] = []
    steps: list[Step] = []
    needs: list[str] = []
    for way in extent.ways:
        for at, a in enumerate(way[:-1]):
            b = way[at + 1]
            place, (kind, name, _) = network.place(a, b), network.bridge(a, b)
            number = map_.hexside_number(place)
            if kind not in BRIDGES or number in cutting:
                continue
            if not {a, b} & (extent.actual | extent.doubtful):
                continue
            what = f"{name} {number}" if name else f"the bridge {number}"
            said, held = obstacles.crossings.get(place, ""), obstacles.control.get(place, "")
            sure = {a, b} & extent.actual
            if said == "destroyed" and not sure:
                needs += extent.needs
            elif said == "destroyed" or (said in GONE and number in situation.cut_by):
                cutting.append(number)
                why = f"{what} is destroyed: Cut until it is repaired and under Allied control"
                steps.append(Step(why, rule, None, "", number))
            elif number in situation.cut_by and held == friend:
                steps.append(Step(f"{what} is repaired and Allied", rule, None, "", number))
            elif number in situation.cut_by and held:
                cutting.append(number)
                why = f"{what} is repaired, but not under Allied control: still Cut"
                steps.append(Step(why, rule, None, "", number))
            elif number in situation.cut_by:
                needs.append(f"state.bridges.{number}.control: who controls {what} ({rule})")
    return Bridges(tuple(cutting), tuple(steps), tuple(dict.fromkeys(needs)))


def unsaid_bridges(
    network: RouteNetwork, situation: RouteSituation, obstacles: Obstacles, extent: Extent
) -> tuple[str, ...]:
    """Say what must be known of the bridges and is not told. What the Marker's Cut side shows
    tells of them all."""
    if "cut_by" not in situation.unsaid:
        return ()
    if not obstacles.bridges_told:
        need = f"whether a bridge on Club Route is destroyed ({network.rules['check'].cite})"
        return (f"state.bridges: {need}; if so it is Cut",)
    if not extent.ways:  # nobody says where the Marker is: any of them may decide
        gone = any(said in GONE for said in obstacles.crossings.values())
    else:  # one that lies on no way the route may have taken decides nothing
        gone = any(
            obstacles.crossings.get(network.place(a, b)) in GONE and {a, b} & extent.doubtful
            for way in extent.ways
            for a, b in pairwise(way)
        )
    return extent.needs if gone else ()


def status(
    network: RouteNetwork,
    situation: RouteSituation,
    obstacles: Obstacles,
    check: bool,
    die: int | None,
    activation: str,
    reset: bool,
) -> Receipt:
    """The status, after a check the German player demands or the 1900 turn's reset, if any.

    ``check``: he demands one now; ``activation``: the Division whose Activation comes up.
    """
    rules, extent = network.rules, extent_of(network, situation)
    bridges = bridges_of(network, situation, obstacles, extent)
    steps = list(bridges.steps)
    needs = [*bridges.needs, *unsaid_bridges(network, situation, obstacles, extent)]
    if not needs:
        situation = replace(situation, cut_by=bridges.cutting).known("cut_by")
    extra: dict[str, Any] = {"check": odds(network, situation)}
    if reset:
        steps.append(reset_step(situation, bridges, rules["check"].text("reset_rule")))
        situation = replace(situation, status="open").known("status")
    if check or die is not None:
        situation, line, need = checked(network, situation, die, activation)
        steps.append(line)
        needs += [need] if need else []
        if line.verdict == "illegal":
            return Receipt("illegal", tuple(steps), summary=line.why, extra=extra)
    needs += situation.needs(
        status="open or cut, as its marker shows; a Closed marker earned is no Cut yet"
    )
    shut = situation.status == "cut" or bool(bridges.cutting)
    extra |= {
        "status": "cut" if shut else "undetermined" if needs else "open",
        "club_route": situation.record(network.map),
    }
    if shut:
        steps.append(effect(network))
    elif not steps and "status" not in situation.unsaid:
        shows = "its marker shows" if needs else "Club Route is"
        steps.append(Step(f"{shows} {rules.display.open}", rules["check"].cite))
    return Receipt(
        "closed" if shut else "undetermined" if needs else "open",
        tuple(steps),
        needs=unique(needs),
        unchecked=unchecked_in(obstacles),
        summary=in_words(rules, shut, bool(needs)),
        extra=extra,
    )


def in_words(rules: RuleSet, shut: bool, unknown: bool) -> str:
    """The status as the status marker says it, or that it is not known."""
    if unknown and not shut:
        return f"whether Club Route is {rules.display.open} or {rules.display.cut} is not known"
    return f"Club Route is {rules.display.cut if shut else rules.display.open}"


def reset_step(situation: RouteSituation, bridges: Bridges, rule: str) -> Step:
    """The 1900 turn sets the status marker to Open; a bridge keeps the route Cut all the same."""
    if bridges.cutting:
        return Step("the status is set to Open, but a bridge keeps the route Cut", rule)
    if bridges.needs:
        return Step("whether the status is set to Open is not known", rule, verdict="undetermined")
    why = "set to Open" if situation.status == "cut" else "stays Open"
    return Step(f"the status is {why}", rule)


def value(network: RouteNetwork, situation: RouteSituation) -> int:
    """Add up the unused markers in the Hell's Highway box."""
    check = network.rules["check"]
    attacked, closed = check.number("attacked"), check.number("closed")
    return situation.attacked * attacked + situation.closed * closed


def odds(network: RouteNetwork, situation: RouteSituation) -> dict[str, Any] | None:
    """Return the odds of a check made now, None if the markers in the box are not told."""
    if {"attacked", "closed"} & set(situation.unsaid):
        return None
    most = value(network, situation)
    return {
        "value": most,
        "attacked": situation.attacked,
        "closed": situation.closed,
        "cut_on": list(range(min(most, FACES - 1) + 1)),
    }


def checked(
    network: RouteNetwork, situation: RouteSituation, die: int | None, activation: str
) -> tuple[RouteSituation, Step, str]:
    """A status check: all unused markers are used up, whether it succeeds or not."""
    rules = network.rules
    rule, wanted = rules["check"].cite, rules["check"].text("activation")
    if activation and wanted.casefold() not in activation.casefold():
        why = f"a check is made when the {wanted} Activation comes up, not {activation}"
        return situation, Step(why, rule, verdict="illegal"), ""
    unsaid = situation.needs(
        attacked="the Attacked markers in the box", closed="the Closed markers in the box"
    )
    if unsaid:
        line = Step("the markers in the box are not told", rule, verdict="undetermined")
        return situation, line, "; ".join(unsaid)
    most = value(network, situation)
    sum_ = f"{situation.attacked} Attacked and {situation.closed} Closed make {most}"
    if die is None:
        line = Step(f"{sum_}: Cut on a die of that or less", rule, verdict="undetermined")
        return situation, line, f"die: the die of the check, Cut on {most} or less ({rule})"
    hit = die <= most
    after = replace(
        situation,
        status="cut" if hit else situation.status,
        attacked=0,
        closed=0,
        used_attacked=situation.used_attacked + situation.attacked,
        used_closed=situation.used_closed + situation.closed,
    )
    after = after.known("status") if hit else after
    result = rules.display.cut if hit else "no effect"
    why = f"{sum_}; rolled {die}: {result}; all markers go to: {rules.display.box(ASIDE).title}"
    return after, Step(why, rule, verdict="closed" if hit else "open"), ""


def effect(network: RouteNetwork) -> Step:
    """Tell what a Cut route does to Units."""
    part = network.rules["effect"]
    who = " and ".join(part.words("divisions"))
    return Step(f"{who} Units: Troop Quality Rating {part.number('quality')}", part.cite)
