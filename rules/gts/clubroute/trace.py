"""Club Route and potential Club Route; the trace from the Marker south (WED 4.0)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.clubroute.network import BRIDGES, RouteNetwork, Way, common, through, ways
from clubroute.rules.gts.clubroute.obstacles import GONE, Obstacle, Obstacles
from clubroute.rules.gts.clubroute.ruleset import RuleSet
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.position.names import same_group


@dataclass(frozen=True, slots=True)
class Extent:
    """The extent of Club Route, by hex.

    ``ways`` are the ways the established route may have taken, from its southern hex to the
    Marker's: one, unless the state leaves a spur open. ``actual`` is Club Route whichever it was,
    ``doubtful`` is if the way passes there. ``potential`` is north of the Marker. The Marker's
    own hex is neither.
    """

    ways: tuple[Way, ...]
    actual: frozenset[int]
    doubtful: frozenset[int]
    potential: frozenset[int]
    needs: tuple[str, ...] = ()


def extent_of(network: RouteNetwork, situation: RouteSituation) -> Extent:
    """Work out what is Club Route in a situation."""
    if network.end != NOWHERE:
        whole = ways(network.graph, network.start, network.end)
        return along(network, situation, whole, marked=False)
    if situation.south:
        return Extent((), frozenset(), frozenset(), network.graph.hexes)
    if situation.off_map:
        whole = ways(network.graph, network.start, network.exit)
        return along(network, situation, whole, marked=False)
    if situation.marker is None:
        need = "state.club_route.marker: where the Club Route Marker is"
        return Extent((), frozenset(), network.graph.hexes, frozenset(), (need,))
    candidates = ways(network.graph, network.start, situation.marker)
    return along(network, situation, candidates, marked=True)


def along(
    network: RouteNetwork, situation: RouteSituation, candidates: Sequence[Way], marked: bool
) -> Extent:
    """The extent of a route that took one of some ways; ``marked``: the Marker is at their end."""
    chosen = chosen_ways(network, situation, candidates)
    cut = {situation.marker} if marked else set()
    sure = common(chosen) - cut
    doubtful = frozenset().union(*chosen) - sure - cut
    needs = (choice_need(network, doubtful),) if len(chosen) > 1 else ()
    beyond = network.graph.beyond(situation.marker or 0) - cut if marked else frozenset()
    return Extent(chosen, frozenset(sure), doubtful, beyond, needs)


def chosen_ways(
    network: RouteNetwork, situation: RouteSituation, candidates: Sequence[Way]
) -> tuple[Way, ...]:
    """The ways that fit the spur and the hexes the state names."""
    found = through(candidates, situation.via)
    if situation.spur:
        own = network.spurs[situation.spur]
        others = frozenset().union(*(h for n, h in network.spurs.items() if n != situation.spur))
        passing = tuple(way for way in found if own & set(way))
        found = passing or tuple(way for way in found if not others & set(way))
    return found


def choice_need(network: RouteNetwork, doubtful: frozenset[int]) -> str:
    """Return the need of an answer that cannot tell the ways apart."""
    names = [name for name, hexes in network.spurs.items() if hexes & doubtful]
    if names:
        return f"state.club_route.spur: which spur was taken, {' or '.join(names)}"
    return "state.club_route.via: a hex of every branch that was taken"


def findings(
    obstacles: Obstacles, way: Way, settled: int = 0
) -> Iterator[tuple[int, int, Obstacle]]:
    """List what spoils a way or may, as (from, to, obstacle); equal hexes for a hex.

    Its first hex is not looked at. Its first ``settled`` steps are Club Route already.
    """
    for index, (a, b) in enumerate(pairwise(way)):
        yield from obstacles.step(a, b, index < settled)


def way_verdict(found: Sequence[tuple[int, int, Obstacle]]) -> Verdict:
    """Judge a way by its obstacles: closed if anything spoils it, else as far as is known."""
    verdicts = {finding.verdict for _, _, finding in found}
    return worst(verdicts)


def worst(verdicts: Collection[Verdict]) -> Verdict:
    """The verdict of several together: one that is closed closes all."""
    if "closed" in verdicts:
        return "closed"
    return "undetermined" if "undetermined" in verdicts else "open"


def trace(network: RouteNetwork, situation: RouteSituation, obstacles: Obstacles) -> Receipt:
    """The Club Route from the Marker south: every hex, its Roads, the spurs, what spoils it."""
    extent = extent_of(network, situation)
    rule = network.rules["route"].cite
    if not extent.ways:
        return no_route(network, situation, extent, rule)
    steps: list[Step] = []
    needs: list[str] = list(extent.needs)
    verdicts: set[Verdict] = {"undetermined"} if extent.needs else set()
    clauses: set[str] = set()
    general: dict[str, Obstacle] = {}
    marked = situation.marker is not None and situation.marker != NOWHERE
    way = extent.ways[0]
    shown = [hex_ for hex_ in reversed(way) if hex_ in extent.actual]
    if marked:
        here = network.number(way[-1])
        why = "the Club Route Marker; its hex is not Club Route, north of it all is potential"
        potential = network.rules["route"].text("potential_rule")
        steps.append(Step(why, potential, end=here))
    for hex_ in shown:
        at = way.index(hex_)
        north = way[at + 1] if at + 1 < len(way) else None
        joined = north is not None and (north in extent.actual or north == situation.marker)
        said = (
            list(obstacles.side(hex_, north, settled=True)) if north is not None and joined else []
        )
        said += obstacles.hex(hex_)
        own = [finding for finding in said if not finding.everywhere]
        forks = north in extent.doubtful
        steps += hex_steps(network, hex_, north if joined else None, own, forks)
        general |= {finding.why: finding for finding in said if finding.everywhere}
        verdicts |= {finding.verdict for finding in said}
        needs += [finding.need for finding in said if finding.need]
        clauses |= {finding.clause for finding in said if finding.clause}
    steps += [finding.step("", "") for finding in general.values()]
    steps += spur_steps(network, extent, marked)
    verdict = worst(verdicts)
    return Receipt(
        verdict,
        tuple(steps),
        needs=unique(needs),
        unchecked=unchecked_in(obstacles),
        summary=trace_summary(network, shown, verdict),
        extra={
            "route": [network.number(hex_) for hex_ in shown],
            "doubtful": sorted(network.number(hex_) for hex_ in extent.doubtful),
            "potential": sorted(network.number(hex_) for hex_ in extent.potential),
            "spoiled": [step.end for step in steps if step.verdict == "closed" and step.end],
            "notes": [obstacles.readings.chosen(name) for name in sorted(clauses)],
        },
    )


def no_route(
    network: RouteNetwork, situation: RouteSituation, extent: Extent, rule: str
) -> Receipt:
    """The answer where there is no way to the Marker, or it is not known where it is."""
    potential = sorted(network.number(hex_) for hex_ in extent.potential)
    extra: dict[str, Any] = {"route": [], "doubtful": [], "potential": potential, "spoiled": []}
    if situation.south:
        step = Step("the Club Route Marker has not come onto the map: nothing is Club Route", rule)
        return Receipt("open", (step,), summary=step.why, extra=extra)
    if extent.needs:
        return Receipt("undetermined", needs=extent.needs, extra=extra)
    why = "no way from the southern end of the route to the Marker passes what the state names"
    step = Step(why, rule, verdict="closed")
    return Receipt("closed", (step,), summary=why, extra=extra)


def hex_steps(
    network: RouteNetwork,
    hex_: int,
    north: int | None,
    said: Sequence[Obstacle],
    forks: bool = False,
) -> Iterator[Step]:
    """The lines of a hex of the route: how it is joined to the one north of it, what spoils it.

    ``forks``: which way it goes on north is not known.
    """
    rule, number = network.rules["route"].cite, network.number(hex_)
    start = "" if north is None else network.number(north)
    road = "" if north is None else network.road(hex_, north)
    why = f"Club Route along {road}" if road else "Club Route"
    if forks and not road:
        why = "Club Route; which spur it takes from here is not known"
    basis = "rulebook" if north is None else network.provenance(hex_, north)
    yield Step(why, rule, None, start, number, basis)
    for finding in said:
        yield finding.step("", number)


def spur_steps(network: RouteNetwork, extent: Extent, marked: bool) -> Iterator[Step]:
    """Which branches were taken and which are closed for good (4.2)."""
    rule = network.rules["route"].cite
    spur_rule = network.rules["route"].get("spurs").cite
    if len(extent.ways) > 1:
        return
    way = extent.ways[0]
    on = set(way)
    told: set[int] = set()
    for a, b in pairwise(way):
        for other in network.graph.ahead.get(a, ()):
            if other == b or other in on:
                continue
            taken, refused = branch(network, b), branch(network, other)
            told.add(other)
            why = f"takes {taken}; {refused} is never Club Route any more"
            cite = spur_rule if network.spurs else rule
            yield Step(why, cite, None, network.number(a), network.number(b))


def branch(network: RouteNetwork, hex_: int) -> str:
    """Return the name of a branch, by its first hex."""
    for name, hexes in network.spurs.items():
        if hex_ in hexes:
            return f"the {name.title()} spur"
    return f"the branch by {network.number(hex_)}"


def trace_summary(network: RouteNetwork, shown: Sequence[int], verdict: Verdict) -> str:
    """The trace in words."""
    if not shown:
        return "no hex is Club Route"
    ends = f"{network.number(shown[0])}–{network.number(shown[-1])}"
    if verdict != "open":
        return ""
    return f"Open: nothing spoils Club Route {ends}, {so_many(len(shown), 'hex')}"


def unchecked_in(obstacles: Obstacles) -> tuple[str, ...]:
    """List what the answer could not check."""
    names = [name for here in obstacles.sideless.values() for name in here]
    return (f"Units whose side is not given: {', '.join(names)}",) if names else ()


def unique(texts: Sequence[str]) -> tuple[str, ...]:
    """Texts without repetition, in order."""
    return tuple(dict.fromkeys(texts))


# Whether the Club Route is Open or Cut: bridges, the German player's check, the 1900 turn.

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
    changes = reset or check or die is not None
    bridges = bridges_of(network, situation, obstacles, extent)
    steps = list(bridges.steps)
    if situation.status == "open" and "status" not in situation.unsaid and not changes:
        steps.insert(0, Step(f"its marker shows {rules.display.open}", rules["check"].cite))
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
    return Receipt(
        "closed" if shut else "undetermined" if needs else "open",
        tuple(steps),
        needs=unique(needs),
        unchecked=unchecked_in(obstacles),
        summary=in_words(rules, shut, bool(needs), extra["check"]),
        extra=extra,
    )


def in_words(rules: RuleSet, shut: bool, unknown: bool, chance: dict[str, Any] | None) -> str:
    """The status as the status marker says it; where it is not known, the chance of a check."""
    if unknown and not shut:
        if chance is None:
            return ""
        return f"A check makes it {rules.display.cut} on {chance['cut_on'][-1]} or less"
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
    if activation and not same_group(activation, wanted):
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
