"""Declaring where the Club Route Marker goes: whether it may, and what the route is then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeAlias

from clubroute.builder.counting import so_many
from clubroute.builder.provenance import Provenance, weakest
from clubroute.rules.answer.model import Receipt, Step, Verdict
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.clubroute.network import RouteNetwork, Way, stretches, through, ways
from clubroute.rules.gts.clubroute.obstacles import Obstacle, Obstacles
from clubroute.rules.gts.clubroute.ruleset import RuleSet
from clubroute.rules.gts.clubroute.situation import RouteSituation
from clubroute.rules.gts.clubroute.trace import (
    branch,
    choice_need,
    chosen_ways,
    extent_of,
    findings,
    unchecked_in,
    unique,
    way_verdict,
)
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position.markers import OFF_MAP

# Moving the Club Route Marker north, Stop by Stop, in the 1900 turn (WED 4.2, 4.3.1).

Found: TypeAlias = list[tuple[int, int, Obstacle]]
"""An obstacle on a way: from, to and what it is."""


@dataclass(frozen=True, slots=True)
class JudgedWay:
    """A way with what spoils it or may."""

    way: Way
    found: Found
    verdict: Verdict

    @property
    def failing(self) -> tuple[int, int, Obstacle] | None:
        """The first hex or hexside that spoils it."""
        return next((line for line in self.found if line[2].verdict == "closed"), None)


@dataclass(frozen=True, slots=True)
class Advance:
    """A question about the Marker's advance.

    ``stops_known``: the owner has listed every Stop hex of the map. ``by`` are hexes the Marker
    is declared to pass, ``spur`` the spur.
    """

    network: RouteNetwork
    situation: RouteSituation
    obstacles: Obstacles
    stops_known: bool
    by: tuple[int, ...] = ()
    spur: str = ""

    @property
    def origin(self) -> int:
        """The hex the trace begins in: the Marker's, or the southern hex of the route."""
        marker = self.situation.marker
        return self.network.start if marker is None or marker == NOWHERE else marker

    def judge(self, way: Way, whole: bool = False) -> JudgedWay:
        """Judge a way by what spoils it. ``whole``: its first hex too."""
        found: Found = []
        if whole or (self.situation.south and way[0] == self.network.start):
            found += [(way[0], way[0], finding) for finding in self.obstacles.hex(way[0])]
        settled = way.index(self.origin) if whole and self.origin in way else 0
        found += findings(self.obstacles, way, settled)
        return JudgedWay(way, found, way_verdict(found))

    def ways_to(self, hex_: int) -> list[JudgedWay]:
        """The ways north from the Marker to a hex that the choices leave, judged."""
        graph, choice = self.network.graph, replace(self.situation, via=(), spur=self.chosen_spur)
        candidates = through(ways(graph, self.origin, hex_), self.by)
        return [self.judge(way) for way in chosen_ways(self.network, choice, candidates)]

    @property
    def chosen_spur(self) -> str:
        """The spur chosen earlier or declared now."""
        return self.situation.spur or self.spur


def reach_of(question: Advance) -> tuple[dict[int, list[JudgedWay]], list[JudgedWay]]:
    """The Stop hexes the Marker may go to, each with its clear ways, and the ways in doubt."""
    network, origin = question.network, question.origin
    ahead = network.graph.beyond(origin) - ({origin} if not question.situation.south else set())
    sure: dict[int, list[JudgedWay]] = {}
    doubtful: list[JudgedWay] = []
    for hex_ in sorted(ahead & network.stops.keys(), key=lambda h: order(network, origin, h)):
        judged = question.ways_to(hex_)
        clear = [one for one in judged if one.verdict == "open"]
        if clear:
            sure[hex_] = clear
        else:
            doubtful += [one for one in judged if one.verdict == "undetermined"]
    return sure, doubtful


def order(network: RouteNetwork, origin: int, hex_: int) -> tuple[int, int]:
    """Stop hexes from south to north: by the hexes one must pass, then by number."""
    return len(network.graph.before(hex_) & network.graph.beyond(origin)), hex_


@dataclass(frozen=True, slots=True)
class Removal:
    """Whether the whole route is clear, so that the Marker must go. ``turns``: readings decide."""

    verdict: Verdict
    ways: tuple[JudgedWay, ...] = ()
    turns: bool = False


def removal_of(question: Advance) -> Removal:
    """Whether every hex of the route is clear from end to end (WED 4.3.1)."""
    network = question.network
    if network.exit == NOWHERE:
        return Removal("closed")
    readings = question.obstacles.readings
    south = readings.whole_map_from == "start"
    first = network.start if south else question.origin
    everything = ways(network.graph, first, network.exit)
    if south:
        everything = through(everything, [question.origin])
    choice = replace(question.situation, spur=question.chosen_spur)
    if not south:
        choice = replace(choice, via=())
    left = chosen_ways(network, choice, everything)
    judged = tuple(question.judge(way, whole=south) for way in left)
    verdicts = {one.verdict for one in judged}
    every = readings.whole_map == "every_way"
    decisive: tuple[Verdict, ...] = (
        ("closed", "undetermined") if every else ("open", "undetermined")
    )
    other: Verdict = "open" if every else "closed"
    verdict = next((v for v in decisive if v in verdicts), other) if judged else "closed"
    return Removal(verdict, judged, verdict != "closed" or len(verdicts) > 1)


def stop_needs(question: Advance) -> list[str]:
    """Whether a printed Stop hex that no rulebook lists may lie where the trace is stopped."""
    network = question.network
    if question.stops_known:
        return []
    needs = []
    choice = replace(question.situation, via=(), spur=question.chosen_spur)
    waiting, seen = [question.origin], {question.origin}
    while waiting:
        start = waiting.pop(0)
        for way in chosen_ways(network, choice, stretches(network.graph, start, network.stops)):
            judged = question.judge(way)
            clear = clear_length(judged)
            unlisted = [hex_ for hex_ in way[1:clear] if hex_ not in network.known]
            passed = judged.verdict == "open" and way[-1] in network.stops
            if unlisted and not passed:
                ends = f"{network.number(unlisted[0])}–{network.number(unlisted[-1])}"
                needs.append(f"supply owner/stops.csv: the printed Stop hexes of {ends}")
            if passed and way[-1] not in seen:
                seen.add(way[-1])
                waiting.append(way[-1])
    return needs


def clear_length(judged: JudgedWay) -> int:
    """Count the hexes of a way, its first included, before the first that is spoiled."""
    if judged.failing is None:
        return len(judged.way)
    _, b, _ = judged.failing
    return judged.way.index(b)


def settled(question: Advance, way: Way) -> RouteSituation:
    """The situation once the Marker has gone along a way, with what its forks have chosen."""
    network, situation = question.network, question.situation
    via = list(situation.via)
    for a, b in pairwise(way):
        named = any(b in hexes for hexes in network.spurs.values())
        if len(network.graph.ahead.get(a, ())) > 1 and not named:
            via.append(b)
    spur = situation.spur or spur_of(network, way)
    return situation.moved(way[-1], tuple(dict.fromkeys(via)), spur)


def spur_of(network: RouteNetwork, way: Way) -> str:
    """The named spur a way takes, "" if none."""
    on = set(way)
    return next((name for name, hexes in network.spurs.items() if hexes & on), "")


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


# The advance of the Club Route Marker as a receipt: every stretch, the removal, what follows.


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
        return Receipt("undetermined", needs=needs, extra={**extra, "removal": "undetermined"})
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
