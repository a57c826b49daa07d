"""The questions about the Club Route: ``clubroute.*``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.answer.answers import INTEGER, LEGALITY, TEXTS
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE
from clubroute.rules.gts.asked import AboutMap, the_options, the_state, the_unit
from clubroute.rules.gts.clubroute.attacks import Happening, play
from clubroute.rules.gts.clubroute.declare import STAY, Advance, advance
from clubroute.rules.gts.clubroute.declared import choose, declared_status, declared_trace, lock
from clubroute.rules.gts.clubroute.question import Listed, Question, Terms, line_in, question_of
from clubroute.rules.gts.clubroute.release import Order, RollAlone, release, roll_alone
from clubroute.rules.gts.clubroute.ruleset import RouteReadings
from clubroute.rules.gts.clubroute.trace import status, trace, unique
from clubroute.rules.gts.games import answers
from clubroute.rules.gts.kinds import DIE, HEX, NAME, POINTS, YES, choice, one_scenario
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.markers import OFF_MAP
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.names import folded
from clubroute.rules.position.record import by_name, derived, list_of, needed, record, said

HEXES = list_of(HEX, 1000)
WAYS = list_of(NAME, 1000)
"""Spurs and hexes; a spur may have the name of a place."""
REASONS = list_of(NAME, 100)
OBJECT: Mapping[str, Any] = {"type": "object"}
OPEN = ("open", "closed", "undetermined")
OF_STATE = "units, markers, bridges, fire_zones, turn and club_route; or an open state's handle"
BY = "which way it takes: a spur (best, son), or hexes it passes"


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteQuestion(AboutMap):
    """The parameters that all questions about the route share."""

    state: Position = the_state(OF_STATE)
    played: str = said(
        choice("printed", "marker"),
        "tdc: printed, or marker for the rule of MG 2.5; printed if absent",
        name="rules",
        default="printed",
    )
    question: Question = derived(lambda context, asked: question_of(context, asked.terms()))

    def terms(self) -> Terms:
        """Return the terms on which the route is judged."""
        return Terms(self.country, self.state, self.played)


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteScenarioQuestion(RouteQuestion):
    """A question that may be about a scenario with a Club Route of its own."""

    scenario: str | None = said(one_scenario(), "what is played; WED-4 has a Club Route of its own")

    def terms(self) -> Terms:
        """Return the terms on which the route is judged."""
        return replace(RouteQuestion.terms(self), scenario=self.scenario)


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceQuestion(RouteScenarioQuestion):
    """The parameters of ``clubroute.trace``."""

    bridge_dice: Mapping[str, int] = said(
        by_name(DIE, 1000),
        "by hexside, the dice of suspect bridges checked as the route is traced over them",
        default={},
    )
    readings: RouteReadings = the_options(RouteReadings)

    def terms(self) -> Terms:
        """Return the terms on which the route is judged."""
        return replace(
            RouteScenarioQuestion.terms(self),
            bridge_dice=self.bridge_dice,
            readings=self.readings,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkerAdvanceQuestion(TraceQuestion):
    """The parameters of ``clubroute.advance``."""

    to: str | None = said(
        NAME, f"where the Allied player moves it: a Stop hex, {STAY} or {OFF_MAP}"
    )
    by: tuple[str, ...] = said(WAYS, BY, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovalQuestion(TraceQuestion):
    """The parameters of ``clubroute.remove``."""

    by: tuple[str, ...] = said(WAYS, BY, default=())


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteTurnQuestion(RouteScenarioQuestion):
    """The parameters of ``clubroute.turn``."""

    events: tuple[Happening, ...] = said(
        list_of(record(Happening), 1000),
        "what happened in the turn, in order; German Units of the state count as well",
        default=(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusQuestion(RouteScenarioQuestion):
    """The parameters of ``clubroute.status``."""

    check: bool = said(YES, "the German player demands a check", default=False)
    die: int | None = said(DIE, "its die, 0 to 9")
    activation: str | None = said(NAME, "the Division whose Activation comes up")
    reset: bool = said(YES, "step 3 of the 1900 turn: set it to Open", default=False)
    closed_by_scenario: tuple[str, ...] = said(
        REASONS,
        "The Devil's Cauldron: why the scenario closes it now; it does not if absent",
        default=(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseQuestion(RouteQuestion):
    """The parameters of ``clubroute.release``."""

    formations: tuple[Listed, ...] | None = said(
        list_of(record(Listed), 100),
        "the Formations in line with the numbers on their markers, in order; else "
        "owner/formations.csv",
    )
    dice: tuple[int, ...] = said(
        list_of(DIE, 100), "the dice in the order they are rolled", default=()
    )
    dispatch: Mapping[str, int] = said(
        by_name(POINTS, 100), "by Formation, Dispatch Points paid for its roll", default={}
    )
    roll: RollAlone | None = said(
        record(RollAlone), "one roll alone, without a position: what modifies it"
    )
    readings: RouteReadings = the_options(RouteReadings)

    def terms(self) -> Terms:
        """Return the terms on which the route is judged."""
        return replace(RouteQuestion.terms(self), readings=self.readings)


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredQuestion(AboutMap):
    """A question about a Club Route that is declared once (The Devil's Cauldron)."""

    state: Position = the_state(OF_STATE)
    question: Question = derived(
        lambda context, asked: question_of(context, Terms(asked.country, asked.state, "printed"))
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceQuestion(DeclaredQuestion):
    """The parameters of ``clubroute.choose``."""

    route: tuple[str, ...] = needed(HEXES, "the hexes he picks")
    symbols: tuple[str, ...] = said(
        HEXES, "the hexes of the two Club Route symbols on the printed map", default=()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class LockQuestion(DeclaredQuestion):
    """The parameters of ``clubroute.lock``."""

    unit: Unit = the_unit(
        "the Unit: division, formation, airborne, reinforcement (entered after the declaration), "
        "relieving (a garrison), crossed (its bridge), reached_end (Nijmegen), retreat (forced)"
    )
    to: str = needed(HEX, "the hex it enters")
    reinforcement_hexes: tuple[str, ...] = said(
        HEXES, "those of Hohenstaufen and Frundsberg, which its Units shut (S5.8)", default=()
    )


def finished(question: Question, receipt: Receipt) -> Receipt:
    """Add to a receipt what was not checked."""
    return replace(receipt, unchecked=unique((*receipt.unchecked, *question.unplaced)))


def not_here(question: Question, rule: str) -> Receipt:
    """Answer a question that the rule set has no rule for."""
    why = "these rules have no such thing here; see rules, and the map"
    return finished(
        question, Receipt("illegal", (Step(why, rule, verdict="illegal"),), summary=why)
    )


@answers("clubroute.trace", *OPEN, route=TEXTS, doubtful=TEXTS, potential=TEXTS, spoiled=TEXTS)
def trace_route(context: Context, asked: TraceQuestion) -> Receipt:
    """The Club Route from the Marker south: every hex with its Road, the spurs, what spoils it."""
    question = asked.question
    tracing = {"marker": trace, "declared": declared_trace}[question.rules.system]
    told = tracing(question.network, question.situation, question.obstacles)
    return finished(question, told)


@answers(
    "clubroute.advance",
    *(*OPEN, "legal", "illegal"),
    reach=TEXTS,
    removal={"enum": ["compulsory", "no", "undetermined"]},
    bridges=OBJECT,
    club_route=OBJECT,
)
def advance_marker(context: Context, asked: MarkerAdvanceQuestion) -> Receipt:
    """Where the Club Route Marker may go in the 1900 turn, Stop by Stop, and why no farther."""
    return advanced(asked, asked.to, asked.by)


@answers("clubroute.remove", "legal", "illegal", "closed", "undetermined", club_route=OBJECT)
def remove_marker(context: Context, asked: RemovalQuestion) -> Receipt:
    """Whether the Marker must leave the map, the whole route being clear, and what that does."""
    return advanced(asked, OFF_MAP, asked.by)


def advanced(asked: TraceQuestion, to: str | None, by: tuple[str, ...]) -> Receipt:
    """Answer a question about moving the Marker."""
    question = asked.question
    if question.rules.system != "marker" or question.network.end != NOWHERE:
        return not_here(question, question.rules["route"].cite)
    spurs = [name for name in by if name.casefold() in question.network.spurs]
    way = Advance(
        network=question.network,
        situation=question.situation,
        obstacles=question.obstacles,
        stops_known=question.stops_known,
        by=tuple(asked.country.id(number) for number in by if number not in spurs),
        spur=spurs[0].casefold() if spurs else "",
    )
    return finished(question, advance(way, to, question.turn))


@answers("clubroute.turn", "decided", "illegal", "undetermined", earned=OBJECT, club_route=OBJECT)
def judge_turn(context: Context, asked: RouteTurnQuestion) -> Receipt:
    """The Attacked and Closed markers a Game Turn earns against the route, the air raid's apart."""
    question = asked.question
    if question.rules.system != "marker":
        return not_here(question, question.rules["route"].cite)
    told = play(question.network, question.situation, question.obstacles, asked.events)
    return finished(question, told)


@answers(
    "clubroute.status", *OPEN, "illegal", status={"type": "string"}, check=OBJECT, club_route=OBJECT
)
def tell_status(context: Context, asked: StatusQuestion) -> Receipt:
    """Whether the Club Route is Open or Cut (closed), after a check or the 1900 turn's reset."""
    question = asked.question
    parts = (question.network, question.situation, question.obstacles)
    if question.rules.system == "declared":
        return finished(question, declared_status(*parts, asked.closed_by_scenario, question.turn))
    told = status(
        *parts,
        check=asked.check,
        die=asked.die,
        activation=asked.activation or "",
        reset=asked.reset,
    )
    return finished(question, told)


@answers(
    "clubroute.release",
    *OPEN,
    *("illegal", "decided"),
    modifier=INTEGER,
    released={"type": "array", "items": OBJECT},
    rolls={"type": "array", "items": OBJECT},
    club_route=OBJECT,
)
def release_formations(context: Context, asked: ReleaseQuestion) -> Receipt:
    """Which XXX Corps Formations come in the 1900 turn, each with its roll and modifiers."""
    question = asked.question
    if question.rules.system != "marker":
        return not_here(question, question.rules["lock"].cite)
    paid = {folded(name): points for name, points in asked.dispatch.items()}
    order = Order(question.network, question.readings, paid)
    if asked.roll is not None:
        return roll_alone(order, asked.roll)
    line = line_in(context, question, asked.formations)
    for name in asked.dispatch if line else ():
        if not any(folded(name) == folded(one.name) for one in line or ()):
            known = [one.name for one in line or ()]
            found, near = f"{name!r}", nearest_name(name, known)
            raise InputError(Where("params", part="dispatch"), found, one_of(known), near)
    now = asked.state.now
    before = [
        one.formation or one.division or "a Formation"
        for one in asked.state.events("released")
        if now
        and one.turn
        and not one.missed
        and (one.turn.day, one.turn.slot) == (now.day, now.slot)
    ]
    told = release(order, question.situation, line, asked.dice, question.turn, before)
    return finished(question, told)


@answers("clubroute.choose", *LEGALITY, begins={"enum": list(OPEN)})
def choose_route(context: Context, asked: ChoiceQuestion) -> Receipt:
    """Whether the Allied player may declare these hexes as Club Route (The Devil's Cauldron)."""
    country = asked.country
    question = asked.question
    if question.rules.system != "declared":
        return not_here(question, question.rules["route"].cite)
    told = choose(
        question.network,
        question.situation,
        question.obstacles,
        [country.id(number) for number in asked.route],
        [country.id(number) for number in asked.symbols],
        question.turn,
    )
    return finished(question, told)


@answers("clubroute.lock", *LEGALITY)
def lock_unit(context: Context, asked: LockQuestion) -> Receipt:
    """Whether the declared Club Route lets a Unit enter a hex (The Devil's Cauldron)."""
    country = asked.country
    question = asked.question
    if question.rules.system != "declared":
        why = "Club Route holds no Units here"
        step = Step(why, question.rules["route"].cite, verdict="legal")
        return finished(question, Receipt("legal", (step,), summary=why))
    to = country.id(asked.to)
    entries = [country.id(number) for number in asked.reinforcement_hexes]
    told = lock(question.network, question.situation, asked.unit, to, question.turn, entries)
    return finished(question, told)
