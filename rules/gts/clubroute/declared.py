"""The Club Route of The Devil's Cauldron: declared once, then open or closed (TDC 4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.grid import connected, distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.cases import Case, in_every_case
from clubroute.rules.answer.facts import GameFact, yes_or_no
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.gts.clubroute.network import BRIDGES, RouteNetwork
from clubroute.rules.gts.clubroute.obstacles import GONE, Obstacles
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.clubroute.trace import (
    effect,
    hex_steps,
    unchecked_in,
    unique,
)
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.limits.route import hold_of

NO_ROUTE = "state.club_route.route: the hexes the Allied player has declared"
NO_SYMBOLS = "symbols: the two hexes of the Club Route symbols on the printed map"


def choose(
    network: RouteNetwork,
    situation: RouteSituation,
    obstacles: Obstacles,
    route: Sequence[int],
    symbols: Sequence[int],
    turn: str,
) -> Receipt:
    """Whether the Allied player may declare some hexes as the Club Route.

    ``turn`` is ``YYYY-MM-DD HHMM``, "" if the state does not say.
    """
    when = network.rules["declare"]
    rule, wanted = when.cite, f"{when.text('date')} {when.text('time')}"
    number = network.number
    refusals: list[Step] = []
    if situation.route and set(situation.route) != set(route):
        refusals.append(Step("the Club Route has been declared and never changes", rule))
    if turn and turn != wanted:
        why = f"it is declared at the beginning of {wanted}, not of {turn}"
        refusals.append(Step(why, rule))
    steps = []
    # Which roads are purple our map only assumes: of other hexes nobody here knows.
    perhaps = frozenset(route) - network.graph.hexes
    chosen = frozenset(route)
    parts = joined(network, chosen, perhaps)
    if len(parts) > 1:
        apart = min(parts[1])
        why = "not connected to the rest by consecutive purple road hexes"
        ends = number(min(parts[0])), number(apart)
        refusals.append(Step(why, rule, None, *ends, network.map.silence_of(apart)))
    for hex_ in symbols:
        if hex_ not in chosen:
            why = "a Club Route symbol it does not reach"
            refusals.append(Step(why, rule, None, "", number(hex_)))
    for a, b in sorted(network.areas):
        if a in chosen and b in chosen:
            basis = network.provenance(a, b)
            road = network.road(a, b)
            why = f"purple road {road}".rstrip()
            steps.append(Step(why, rule, None, number(a), number(b), basis))
    needs = (NO_SYMBOLS,) if len(symbols) < 2 else ()
    if perhaps:
        where = ", ".join(number(hex_) for hex_ in route if hex_ in perhaps)
        needs = (*needs, f"whether the printed map has a purple road in {where}; else illegal")
        for hex_ in (hex_ for hex_ in route if not network.map.roads_in(hex_)):
            basis = network.map.silence_of(hex_)
            steps.append(Step("our map has no Road there", rule, None, "", number(hex_), basis))
    if not turn:
        needs = (*needs, f"state.turn: it is declared at the beginning of {wanted} only")
    verdict: Verdict = "illegal" if refusals else "undetermined" if needs else "legal"
    summary = f"No: {refusals[0].why}" if refusals else "" if needs else "Yes: it is declared"
    extra: dict[str, Any] = {}
    if verdict == "legal":
        after = RouteSituation(route=tuple(route))
        begins = declared_status(network, after, obstacles, ())
        steps += [step for step in begins.steps if step.verdict == "closed"]
        summary += f"; it begins {begins.verdict}"
        extra = {"begins": begins.verdict, "club_route": {"route": [number(h) for h in route]}}
    return Receipt(
        verdict,
        (*refusals, *steps),
        needs=needs if verdict == "undetermined" else (),
        summary=summary,
        extra=extra,
    )


def joined(
    network: RouteNetwork, hexes: frozenset[int], perhaps: frozenset[int]
) -> list[tuple[int, ...]]:
    """Sets of hexes into connected parts along the purple roads, the biggest first.

    :param perhaps: hexes that may have a purple road: it may lead anywhere from there.
    """
    ahead, behind = network.graph.ahead, network.graph.behind

    def on(hex_: int) -> Iterator[int]:
        yield from (*ahead.get(hex_, ()), *behind.get(hex_, ()))
        around = network.map.around(hex_)
        yield from around if hex_ in perhaps else perhaps.intersection(around)

    return connected(hexes, on)


def declared_status(
    network: RouteNetwork,
    situation: RouteSituation,
    obstacles: Obstacles,
    closed_turns: Sequence[str],
    turn: str = "",
) -> Receipt:
    """Whether the declared route is open: no German Unit on it, no barrage, no bridge down.

    ``closed_turns`` are what the scenario says closes it this turn, ``turn`` is ``YYYY-MM-DD HHMM``
    or "" where that is not said.
    """
    declare = network.rules["declare"]
    first = f"{declare.text('date')} {declare.text('time')}"
    if turn and turn < first:
        step = Step(f"Club Route is chosen at {first}: nothing closes it before", declare.cite)
        return Receipt("open", (step,), extra={"status": "open"}, summary=f"None before {first}")
    if not (situation.route or closed_turns or "status" in situation.unsaid):
        verdict: Verdict = "closed" if situation.status == "cut" else "open"
        step = Step(f"{verdict}, as the players have it", network.rules["spoil"].cite)
        return Receipt(
            verdict, (step,), extra={"status": verdict}, summary=f"Club Route is {verdict}"
        )
    told = in_every_case(lambda case: on_route(case, network, situation, obstacles, closed_turns))
    shut = told.verdict != "open"
    summary = f"Club Route is {told.verdict}" if situation.route else ""
    return replace(
        told,
        unchecked=(
            *unchecked_in(obstacles),
            *(
                []
                if turn or not situation.route
                else [f"state.turn: that it is not before {first}"]
            ),
            *([] if closed_turns or shut else [BY_SCENARIO]),
        ),
        summary=summary,
        extra={"status": told.verdict} if situation.route else {},
    )


BY_SCENARIO = "whether it is closed by scenario rules this turn (closed_by_scenario)"


def on_route(
    case: Case,
    network: RouteNetwork,
    situation: RouteSituation,
    obstacles: Obstacles,
    closed_turns: Sequence[str],
) -> Receipt:
    """The same in one case."""
    rule = network.rules["spoil"].cite
    route = case(GameFact("state.club_route.route", situation.route or None, need=NO_ROUTE))
    for why in closed_turns:
        case.close(f"the scenario: {why}", rule)
    for hex_ in route:
        if names := obstacles.units.get(hex_):
            case.close(f"German Unit: {', '.join(names)}", rule, network.number(hex_))
        if hex_ in obstacles.barrages:
            case.close("a barrage marker, whosever it is", rule, network.number(hex_))
    doubtful = [*bridges_on(case, network, route, obstacles)]
    for fact in () if case.closed else (*doubtful, *unsaid_of(obstacles, route)):
        if case(fact):
            case.close(fact.name, rule)
            break
    if case.closed:
        case.steps.append(effect(network))
    else:
        case.say("nothing on it closes it", rule)
    verdict: Verdict = "closed" if case.closed else "open"
    return case.receipt(verdict, f"Club Route is {verdict}")


def bridges_on(
    case: Case, network: RouteNetwork, route: Sequence[int], obstacles: Obstacles
) -> Iterator[GameFact[bool]]:
    """Close a route by the bridges on it that are down; what is given is whether it crosses those
    of which that is not known."""
    rule = network.rules["spoil"].cite
    for a, b in beside_each_other(network, route):
        place, (kind, name, _) = network.place(a, b), network.bridge(a, b)
        if kind not in BRIDGES or obstacles.crossings.get(place) not in GONE:
            continue
        why = f"{name or 'the bridge'} is demolished"
        if obstacles.crossings[place] == "out":
            case.note(obstacles.readings.chosen("bailey_out"))
            why = f"the Bridge Unit at {name or 'the bridge'} cannot act as a bridge now"
            if obstacles.readings.bailey_out == "open":
                continue
        side = network.map.hexside_number(place)
        if basis := crossed(network, route, a, b):
            case.saw(basis)
            case.close(why, rule, side)
        else:
            need = f"state.club_route.route: whether Club Route crosses {side}, where {why}"
            yield yes_or_no(f"{why}, on Club Route", None, need)


def beside_each_other(network: RouteNetwork, route: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of hexes of a route that share a hexside."""
    beside = network.map.beside
    pairs = combinations(sorted(set(route)), 2)
    return [(a, b) for a, b in pairs if any(column[a] == b for column in beside)]


def crossed(network: RouteNetwork, route: Sequence[int], a: int, b: int) -> Provenance | None:
    """What it rests on that a route crosses the hexside of two of its hexes, None if that is not
    known: it is declared from one to the other, or a purple road leads over it."""
    if any({one, two} == {a, b} for one, two in pairwise(route)):
        return "rulebook"
    way = next((way for way in ((a, b), (b, a)) if way in network.areas), None)
    return None if way is None else network.provenance(*way)


def unsaid_of(obstacles: Obstacles, route: Sequence[int]) -> Iterator[GameFact[bool]]:
    """What is not said of a route on which nothing known lies, and would close it."""
    for need in unique([one.need for hex_ in route for one in obstacles.doubts(hex_)]):
        yield yes_or_no(f"a German Unit on Club Route ({need})", None, need)
    for part, what in (("markers", "a barrage marker"), ("bridges", "a bridge that is demolished")):
        if not getattr(obstacles, f"{part}_told"):
            need = f"state.{part}: whether {what} is on Club Route"
            yield yes_or_no(f"{what} on Club Route", None, need)


def declared_trace(
    network: RouteNetwork, situation: RouteSituation, obstacles: Obstacles
) -> Receipt:
    """Every hex of the declared route with its Road, and what closes it."""
    if not situation.route:
        return Receipt("undetermined", needs=(NO_ROUTE,))
    told = declared_status(network, situation, obstacles, ())
    steps: list[Step] = []
    chosen = set(situation.route)
    for hex_ in situation.route:
        north = next((h for h in network.graph.ahead.get(hex_, ()) if h in chosen), None)
        steps += hex_steps(network, hex_, north, ())
    closing = [step for step in told.steps if step.verdict == "closed"]
    route = [network.number(hex_) for hex_ in situation.route]
    return Receipt(
        told.verdict,
        (*steps, *closing),
        unchecked=told.unchecked,
        notes=told.notes,
        summary=f"Club Route {route[0]}–{route[-1]}, {so_many(len(route), 'hex')}: {told.verdict}",
        extra={"route": route, "spoiled": [step.end for step in closing if step.end]},
    )


def lock(
    network: RouteNetwork,
    situation: RouteSituation,
    unit: Unit,
    to: int,
    turn: str,
    entries: Sequence[int] = (),
) -> Receipt:
    """Whether a Unit may enter a hex, as far as the declared Club Route holds it.

    ``unit``: division, formation, hex, airborne, reinforcement (entered after the declaration),
    relieving (goes to relieve the garrison of Mook or Grave), crossed (its bridge), reached_end
    (has entered Nijmegen), retreat (forced). ``entries`` are the reinforcement hexes
    of Hohenstaufen and Frundsberg: a held Division may come near them, and shuts them.
    """
    part, number = network.rules["lock"], network.number(to)
    divisions = part.words("divisions")
    hold = hold_of(network.map, unit, situation.route)

    def answer(verdict: Verdict, why: str, cite: str, *needs: str) -> Receipt:
        steps = [Step(why, cite, None, unit.hex or "", number, hold.provenance, verdict=verdict)]
        if verdict == "legal" and any(unit.of(one) for one in divisions):
            steps += entry_steps(network, to, entries)
        return Receipt(verdict, tuple(steps), needs=unique(needs), summary=why)

    declare = network.rules["declare"]
    if not situation.route and hold.held is not False:
        if turn and turn < f"{declare.text('date')} {declare.text('time')}":
            why = f"no Club Route yet: Guards Armored Units enter in {part.text('entry')}"
            return answer("legal", why, part.cite)
        return answer("undetermined", "no Club Route is declared", part.cite, NO_ROUTE)
    if to in set(situation.route):
        return answer("legal", f"{number} is on the Club Route", part.cite)
    if hold.held is None:
        return answer("undetermined", hold.why, hold.rule, *hold.needs)
    if hold.held and unit.retreat:
        who = " ".join(one for one in (unit.division, unit.formation, unit.id) if one)
        why = f"{who or 'the Unit'} is forced off the Club Route: eliminated"
        return answer("illegal", why, hold.rule)
    return answer("illegal" if hold.held else "legal", hold.why, hold.rule)


def entry_steps(network: RouteNetwork, to: int, entries: Sequence[int]) -> list[Step]:
    """The enemy reinforcement hexes that a Unit in a hex shuts (TDC S5.8)."""
    part = network.rules["lock"]
    steps = []
    for entry in entries:
        span = distance(network.map.hex(to), network.map.hex(entry))
        if span == 0:
            why = (
                "this reinforcement hex is out of play for good; German Units in it are eliminated"
            )
        elif span <= part.number("closes"):
            why = f"{so_many(span, 'hex')} off: this reinforcement hex cannot be used this turn"
        else:
            continue
        steps.append(Step(why, part.text("closes_rule"), None, "", network.number(entry)))
    return steps
