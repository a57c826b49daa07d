"""The methods about the Club Route: ``clubroute.*``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.clubroute.advance import Advance
from clubroute.rules.gts.clubroute.advance_receipt import advance
from clubroute.rules.gts.clubroute.attacks import EVENT_SCHEMA, play
from clubroute.rules.gts.clubroute.declarations import (
    BASE,
    BY_PARAM,
    HEXES,
    OBJECT,
    OPEN,
    OPTIONS_PARAM,
    POINTS,
    RULES_PARAM,
    SCENARIO_PARAM,
    STATE_PARAM,
)
from clubroute.rules.gts.clubroute.declare import STAY
from clubroute.rules.gts.clubroute.declared import (
    UNIT_SCHEMA,
    choose,
    declared_status,
    declared_trace,
    lock,
)
from clubroute.rules.gts.clubroute.fire_zones import Sees
from clubroute.rules.gts.clubroute.question import Question, line_in, question_of
from clubroute.rules.gts.clubroute.queue import FORMATION_SCHEMA, folded
from clubroute.rules.gts.clubroute.release import Order, release
from clubroute.rules.gts.clubroute.ruleset import System
from clubroute.rules.gts.clubroute.situation import OFF_MAP
from clubroute.rules.gts.clubroute.status import status
from clubroute.rules.gts.clubroute.trace import trace, unique
from clubroute.rules.gts.clubroute.wording import receipt_text
from clubroute.rules.gts.los.blocking import CLEAR, UNKNOWN
from clubroute.rules.gts.los_methods import scene_of, sight_of
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import DIE, HEX, MAP_PARAM, TEXTS, answer_of
from clubroute.rules.mapfile import NOWHERE
from clubroute.rules.methods import Method, Param, check_value
from clubroute.rules.model import Receipt, Step


def sees_on(context: Context, params: Mapping[str, Any]) -> Sees | None:
    """Lines of Sight on the map of a question, where a Fire Zone's definition needs them."""
    definition = params.get("fire_zone")
    if definition is None or not definition.get("sight", True):
        return None
    map = map_of(context, params["map"])
    sight = sight_of(context, scene_of(map, {"state": params.get("state")}))

    def sees(a: int, b: int) -> bool | None:
        outcome = sight.look(map.hex(a), map.hex(b))
        return None if outcome == UNKNOWN else outcome == CLEAR

    return sees


def asked(context: Context, params: Mapping[str, Any]) -> Question:
    """The question with the map's Lines of Sight at hand."""
    return question_of(context, params, sees_on(context, params))


def other_rules(question: Question, rule: str) -> Receipt:
    """The answer where the rule set knows nothing of what is asked."""
    cite = question.rules.cite(rule)
    why = "these rules have no such thing here; see rules, and the map"
    return Receipt("illegal", (Step(why, cite, verdict="illegal"),), summary=why)


def told(question: Question, receipt: Receipt) -> Any:
    """A receipt as JSON, with what was not looked at."""
    record = receipt.record()
    unchecked = unique((*record.get("unchecked", ()), *question.unplaced))
    if unchecked:
        record["unchecked"] = list(unchecked)
    return record


def clubroute_trace(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.trace``."""
    question = asked(context, params)
    tracing = {"marker": trace, "declared": declared_trace}[question.rules.system]
    return told(question, tracing(question.network, question.situation, question.obstacles))


def advance_of(question: Question, params: Mapping[str, Any]) -> Advance:
    """The advance that is asked about."""
    map, by = question.network.map, params.get("by", ())
    spurs = [name for name in by if name.casefold() in question.network.spurs]
    return Advance(
        network=question.network,
        situation=question.situation,
        obstacles=question.obstacles,
        stops_known=question.stops_known,
        by=tuple(map.id(number) for number in by if number not in spurs),
        spur=spurs[0].casefold() if spurs else "",
    )


def clubroute_advance(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.advance``."""
    question = asked(context, params)
    if question.rules.system != "marker" or question.network.end != NOWHERE:
        return told(question, other_rules(question, question.rules.part("route")["rule"]))
    return told(question, advance(advance_of(question, params), params.get("to"), question.turn))


def clubroute_remove(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.remove``."""
    return clubroute_advance(context, {**params, "to": OFF_MAP})


def clubroute_turn(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.turn``."""
    question = asked(context, params)
    if question.rules.system != "marker":
        return told(question, other_rules(question, question.rules.part("route")["rule"]))
    events = params.get("events", ())
    return told(question, play(question.network, question.situation, question.obstacles, events))


def marker_status(question: Question, params: Mapping[str, Any]) -> Receipt:
    """The status where markers and checks decide it."""
    return status(
        question.network,
        question.situation,
        question.obstacles,
        check=params.get("check", False),
        die=params.get("die"),
        activation=params.get("activation", ""),
        reset=params.get("reset", False),
    )


def route_status(question: Question, params: Mapping[str, Any]) -> Receipt:
    """The status of a declared route."""
    closed = params.get("closed_by_scenario", ())
    return declared_status(question.network, question.situation, question.obstacles, closed)


STATUS: Mapping[System, Callable[[Question, Mapping[str, Any]], Receipt]] = {
    "marker": marker_status,
    "declared": route_status,
}


def clubroute_status(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.status``."""
    question = asked(context, params)
    return told(question, STATUS[question.rules.system](question, params))


def clubroute_release(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.release``."""
    question = asked(context, params)
    if question.rules.system != "marker":
        return told(question, other_rules(question, question.rules.part("lock")["rule"]))
    paid: dict[str, int] = {}
    for name, points in params.get("dispatch", {}).items():
        check_value(points, POINTS, f"dispatch.{name}")
        paid[folded(name)] = points
    order = Order(question.network, question.readings, paid)
    line = line_in(context, question, params)
    dice: Sequence[int] = params.get("rolls", ())
    return told(question, release(order, question.situation, line, dice, question.turn))


def clubroute_choose(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.choose``."""
    question = asked(context, params)
    if question.rules.system != "declared":
        return told(question, other_rules(question, question.rules.part("route")["rule"]))
    map = question.network.map
    route = [map.id(number) for number in params["route"]]
    symbols = [map.id(number) for number in params.get("symbols", ())]
    return told(
        question,
        choose(
            question.network,
            question.situation,
            question.obstacles,
            route,
            symbols,
            question.turn,
        ),
    )


def clubroute_lock(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``clubroute.lock``."""
    question = asked(context, params)
    if question.rules.system != "declared":
        why = "Club Route holds no Units here"
        rule = question.rules.cite(question.rules.part("route")["rule"])
        step = Step(why, rule, verdict="legal")
        return told(question, Receipt("legal", (step,), summary=why))
    network = question.network
    to = network.map.id(params["to"])
    entries = [network.map.id(number) for number in params.get("reinforcement_hexes", ())]
    return told(
        question, lock(network, question.situation, params["unit"], to, question.turn, entries)
    )


METHODS: tuple[Method, ...] = (
    Method(
        "clubroute.trace",
        "The Club Route from the Marker south: every hex with its Road, the spurs, what spoils it.",
        (*BASE, OPTIONS_PARAM),
        answer_of(*OPEN, route=TEXTS, doubtful=TEXTS, potential=TEXTS, spoiled=TEXTS),
        ("WED 4.0", "WED 4.1", "WED 4.2", "WED scenario 4", "TDC 4.2"),
        clubroute_trace,
        receipt_text,
    ),
    Method(
        "clubroute.advance",
        "Where the Club Route Marker may go in the 1900 turn, Stop by Stop, and why no farther.",
        (
            *BASE,
            Param("to", HEX, f"where the Allied player moves it: a Stop hex, {STAY} or {OFF_MAP}"),
            BY_PARAM,
            OPTIONS_PARAM,
        ),
        answer_of(
            *OPEN,
            "legal",
            "illegal",
            reach=TEXTS,
            removal={"enum": ["compulsory", "no", "undetermined"]},
            bridges=OBJECT,
            club_route=OBJECT,
        ),
        ("WED 4.2", "WED 4.3.1", "WED 2.11", "WED MG 2.1", "WED MG 2.5"),
        clubroute_advance,
        receipt_text,
    ),
    Method(
        "clubroute.remove",
        "Whether the Marker must leave the map, the whole route being clear, and what that does.",
        (*BASE, BY_PARAM, OPTIONS_PARAM),
        answer_of("legal", "illegal", "closed", "undetermined", club_route=OBJECT),
        ("WED 4.2", "WED 4.3.1", "WED 5.2", "WED S7.2.0"),
        clubroute_remove,
        receipt_text,
    ),
    Method(
        "clubroute.turn",
        "What a Game Turn earns against the route: Attacked and Closed markers, the air raid's.",
        (
            MAP_PARAM,
            STATE_PARAM,
            RULES_PARAM,
            SCENARIO_PARAM,
            Param(
                "events",
                {"type": "array", "items": EVENT_SCHEMA, "maxItems": 1000},
                "what happened in the turn, in order; German Units of the state count as well",
            ),
        ),
        answer_of(*OPEN, "illegal", earned=OBJECT, club_route=OBJECT),
        ("WED 4.3.3", "WED S3.1", "WED S5.2"),
        clubroute_turn,
        receipt_text,
    ),
    Method(
        "clubroute.status",
        "Whether the Club Route is Open or Cut (closed), after a check or the 1900 turn's reset.",
        (
            MAP_PARAM,
            STATE_PARAM,
            RULES_PARAM,
            SCENARIO_PARAM,
            Param("check", {"type": "boolean"}, "the German player demands a check"),
            Param("die", DIE, "its die, 0 to 9"),
            Param(
                "activation",
                {"type": "string", "maxLength": 100},
                "the Division whose Activation comes up",
            ),
            Param("reset", {"type": "boolean"}, "step 3 of the 1900 turn: set it to Open"),
            Param(
                "closed_by_scenario", TEXTS, "The Devil's Cauldron: why the scenario closes it now"
            ),
        ),
        answer_of(*OPEN, "illegal", status={"type": "string"}, check=OBJECT, club_route=OBJECT),
        ("WED 4.3.3", "WED S6.1.2", "WED The 1900 Turn", "TDC 4.1", "TDC 4.2", "TDC S5.1.2"),
        clubroute_status,
        receipt_text,
    ),
    Method(
        "clubroute.release",
        "Which XXX Corps Formations come in the 1900 turn, each with its roll and modifiers.",
        (
            MAP_PARAM,
            STATE_PARAM,
            RULES_PARAM,
            Param(
                "formations",
                {"type": "array", "items": FORMATION_SCHEMA, "maxItems": 100},
                "the Formations in line with the numbers on their markers, in order; else "
                "owner/formations.csv",
            ),
            Param(
                "rolls",
                {"type": "array", "items": DIE, "maxItems": 100},
                "the dice in the order they are rolled",
            ),
            Param(
                "dispatch", {"type": "object"}, "by Formation, Dispatch Points paid for its roll"
            ),
            OPTIONS_PARAM,
        ),
        answer_of(
            *OPEN,
            "illegal",
            released={"type": "array", "items": OBJECT},
            rolls={"type": "array", "items": OBJECT},
            club_route=OBJECT,
        ),
        ("WED 4.3.1", "WED 4.3.2", "WED 3.5", "WED MG 2.2", "WED MG 2.3", "WED MG 2.4"),
        clubroute_release,
        receipt_text,
    ),
    Method(
        "clubroute.choose",
        "Whether the Allied player may declare these hexes as Club Route (The Devil's Cauldron).",
        (
            MAP_PARAM,
            Param("route", HEXES, "the hexes he picks", True),
            Param("symbols", HEXES, "the hexes of the two Club Route symbols on the printed map"),
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined", begins={"enum": list(OPEN)}),
        ("TDC 4.2",),
        clubroute_choose,
        receipt_text,
    ),
    Method(
        "clubroute.lock",
        "Whether the declared Club Route lets a Unit enter a hex (The Devil's Cauldron).",
        (
            MAP_PARAM,
            Param(
                "unit",
                UNIT_SCHEMA,
                "the Unit: division, formation, airborne, reinforcement (entered after the "
                "declaration), relieving (a garrison), reached_end (Nijmegen), retreat (forced)",
                True,
            ),
            Param("to", HEX, "the hex it enters", True),
            Param(
                "reinforcement_hexes",
                HEXES,
                "those of Hohenstaufen and Frundsberg, which its Units shut (S5.8)",
            ),
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined"),
        ("TDC 4.3", "TDC S5.5", "TDC S5.8", "WED MG 2.1"),
        clubroute_lock,
        receipt_text,
    ),
)
"""What this module answers."""
