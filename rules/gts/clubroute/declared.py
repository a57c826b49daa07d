"""The Club Route of The Devil's Cauldron: declared once, then open or closed (TDC 4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.grid import connected, distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.gts.clubroute.network import BRIDGES, RouteNetwork
from clubroute.rules.gts.clubroute.obstacles import GONE, Obstacles
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.clubroute.trace import effect, hex_steps, unchecked_in, unique
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
    purple = network.graph.hexes
    for hex_ in route:
        if hex_ not in purple:
            # Which roads are purple our map only assumes.
            basis = "assumed" if network.map.roads_in(hex_) else network.map.silence_of(hex_)
            refusals.append(Step("no purple road in the hex", rule, None, "", number(hex_), basis))
    chosen = frozenset(route) & purple
    parts = joined(network, chosen)
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


def joined(network: RouteNetwork, hexes: frozenset[int]) -> list[tuple[int, ...]]:
    """Sets of hexes into connected parts along the purple roads, the biggest first."""
    ahead, behind = network.graph.ahead, network.graph.behind
    return connected(hexes, lambda hex_: (*ahead.get(hex_, ()), *behind.get(hex_, ())))


def declared_status(
    network: RouteNetwork,
    situation: RouteSituation,
    obstacles: Obstacles,
    closed_turns: Sequence[str],
) -> Receipt:
    """Whether the declared route is open: no German Unit on it, no barrage, no bridge down.

    ``closed_turns`` are what the scenario says closes it this turn.
    """
    rules = network.rules
    rule = rules["spoil"].cite
    if not situation.route:
        return Receipt("undetermined", needs=(NO_ROUTE,))
    steps = [Step(f"the scenario: {why}", rule, verdict="closed") for why in closed_turns]
    for hex_ in situation.route:
        number = network.number(hex_)
        if names := obstacles.units.get(hex_):
            why = f"German Unit: {', '.join(names)}"
            steps.append(Step(why, rule, None, "", number, verdict="closed"))
        if hex_ in obstacles.barrages:
            steps.append(Step("a barrage marker", rule, None, "", number, verdict="closed"))
    doubtful: list[str] = []
    for a, b in beside_each_other(network, situation.route):
        place, (kind, name, _) = network.place(a, b), network.bridge(a, b)
        if kind not in BRIDGES or obstacles.crossings.get(place) not in GONE:
            continue
        side = network.map.hexside_number(place)
        why = f"{name or 'the bridge'} is demolished"
        if basis := crossed(network, situation.route, a, b):
            steps.append(Step(why, rule, None, "", side, basis, verdict="closed"))
        else:
            part = "state.club_route.route"
            doubtful.append(f"{part}: whether Club Route crosses {side}; if so closed, as {why}")
    shut = bool(steps)
    needs = () if shut else (*doubtful, *unsaid_of(obstacles, situation))
    if shut:
        steps.append(effect(network))
    elif not needs:
        steps.append(Step("nothing on it closes it", rule))
    verdict: Verdict = "closed" if shut else "undetermined" if needs else "open"
    return Receipt(
        verdict,
        tuple(steps),
        needs=needs,
        unchecked=unchecked_in(obstacles),
        summary=f"Club Route is {verdict}",
        extra={"status": verdict},
    )


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


def unsaid_of(obstacles: Obstacles, situation: RouteSituation) -> tuple[str, ...]:
    """Say what must be known of a route on which nothing known lies."""
    needs = [one.need for hex_ in situation.route for one in obstacles.doubts(hex_)]
    if not obstacles.markers_told:
        needs.append("state.markers: whether a barrage marker lies on Club Route; if so closed")
    if not obstacles.bridges_told:
        needs.append("state.bridges: whether a bridge on Club Route is demolished; if so closed")
    return unique(needs)


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
    if not situation.route and not (hold.held is False and unit.side == network.rules.enemy):
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
