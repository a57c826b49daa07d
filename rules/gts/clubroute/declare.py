"""Declaring where the Club Route Marker goes: whether it may, and what the route is then."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.model import Verdict
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.clubroute.advance import Advance, JudgedWay, Removal, settled, spur_of
from clubroute.rules.gts.clubroute.network import RouteNetwork
from clubroute.rules.gts.clubroute.ruleset import RuleSet
from clubroute.rules.gts.clubroute.situation import OFF_MAP, RouteSituation
from clubroute.rules.gts.clubroute.trace import choice_need, unique

STAY = "stay"


@dataclass(frozen=True, slots=True)
class Declared:
    """The outcome of declaring where the Marker goes."""

    verdict: Verdict
    why: str
    situation: RouteSituation
    needs: tuple[str, ...] = ()
    end: int = NOWHERE
    off: int = NOWHERE
    """The hex it may not go to because our map has no route, or no Stop, there."""
    by: str = "advance"
    """The section of the rule set whose rule decides."""

    def ends(self, network: RouteNetwork) -> tuple[str, str]:
        """From where to where, as printed."""
        marker = self.situation.marker
        start = "" if marker is None or marker == NOWHERE else network.number(marker)
        there = "" if self.off == NOWHERE else network.number(self.off)
        return ("", start) if self.verdict == "legal" else (start, there)

    def basis(self, network: RouteNetwork) -> Provenance:
        """What the line rests on."""
        return "rulebook" if self.off == NOWHERE else network.map.silence_of(self.off)


def declare(question: Advance, to: str, turn: str, removal: Removal) -> Declared:
    """Whether the Marker may go where the Allied player says, and what the route is then."""
    network, situation = question.network, question.situation
    wrong = wrong_turn(network.rules, turn)
    if wrong:
        return Declared("illegal", wrong, situation)
    if to == OFF_MAP:
        return leave(question, removal)
    if removal.verdict == "open":
        return Declared("illegal", "the whole route is clear: the Marker must leave", situation)
    if to == STAY:
        return stayed(question, removal, situation)
    hex_ = network.map.id(to)
    origin, number = question.origin, network.map.number(hex_)
    if hex_ == origin and not situation.south:
        return stayed(question, removal, situation)
    if hex_ not in network.graph.hexes:
        return Declared("illegal", f"{number} is not on the route", situation, off=hex_)
    if hex_ in network.graph.before(origin):
        return Declared(
            "illegal", f"{number} is south of the Marker: it never goes back", situation
        )
    judged = question.ways_to(hex_)
    if not judged:
        why = f"no way to {number} is left: the branch it lies on was not chosen"
        return Declared("illegal", why, situation)
    listed = question.stops_known or hex_ in network.known
    if hex_ not in network.stops and listed:
        off = NOWHERE if question.stops_known else hex_
        return Declared("illegal", f"{number} is no Stop hex", situation, off=off, by="stops")
    clear = [one for one in judged if one.verdict == "open"]
    doubt = [one for one in judged if one.verdict == "undetermined"]
    if not clear and not doubt:
        failing = judged[0].failing
        why = failing[2].why if failing else "spoiled"
        at = network.number(failing[1]) if failing else number
        return Declared("illegal", f"the trace to {number} fails at {at}: {why}", situation)
    needs = [] if clear else needed(doubt)
    if hex_ not in network.stops:
        needs.append(f"supply owner/stops.csv: whether {number} is a Stop hex")
    if removal.verdict == "undetermined":
        needs += needed(removal.ways)
    if len(clear) > 1:
        split = frozenset().union(*(one.way for one in clear)) - frozenset.intersection(
            *(frozenset(one.way) for one in clear)
        )
        told = choice_need(network, split).partition(": ")[2]
        needs.append(f"by: {told}")
    if needs:
        return Declared("undetermined", f"{number} cannot be judged yet", situation, tuple(needs))
    after = settled(question, clear[0].way)
    return Declared("legal", f"the Marker goes to {number}", after, end=hex_)


def stayed(question: Advance, removal: Removal, situation: RouteSituation) -> Declared:
    """Leaving the Marker where it is: allowed, unless it must leave the map."""
    if removal.verdict == "undetermined":
        why = "it may stay unless the whole route is clear"
        return Declared("undetermined", why, situation, unique(needed(removal.ways)))
    return Declared("legal", "the Marker stays; the Allied player need not move it", situation)


def leave(question: Advance, removal: Removal) -> Declared:
    """The removal of the Marker."""
    situation = question.situation
    if removal.verdict == "closed":
        return Declared("illegal", "the whole route is not clear: the Marker stays", situation)
    if removal.verdict == "undetermined":
        needs = unique(needed(removal.ways))
        return Declared("undetermined", "whether it is clear is not known", situation, needs)
    clear = [one.way for one in removal.ways if one.verdict == "open"]
    spurs = {spur_of(question.network, way) for way in clear}
    spur = spurs.pop() if len(spurs) == 1 else question.chosen_spur
    after = replace(situation, marker=NOWHERE, off_map=True, south=False, spur=spur)
    return Declared("legal", "the Marker is removed from the game", after)


def needed(ways: Iterable[JudgedWay]) -> list[str]:
    """List what must be known to judge some ways."""
    return [finding.need for one in ways for _, _, finding in one.found if finding.need]


def wrong_turn(rules: RuleSet, turn: str) -> str:
    """Why the Marker may not advance in a turn (``YYYY-MM-DD HHMM``), "" if it may."""
    when = rules["advance"]
    if turn and turn[11:] != when.text("time"):
        return f"the Marker advances in the {when.text('time')} turn, not at {turn[11:]}"
    if turn and turn[:10] < when.text("first"):
        return f"the Marker does not come onto the map before {when.text('first')}"
    return ""
