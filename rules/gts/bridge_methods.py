"""The methods about bridges: ``bridge.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import bridging, demolition
from clubroute.rules.gts.campaign.answers import OUTCOMES
from clubroute.rules.gts.campaign.ask import state_in
from clubroute.rules.gts.campaign.bridges import Bridge, bridge_at
from clubroute.rules.gts.campaign.declarations import DIE_PARAM, GAME_PARAM, SIDE, STATE_PARAM, UNIT
from clubroute.rules.gts.campaign.engineers import CHECK_PARAM
from clubroute.rules.gts.campaign.modifiers import bridge_modifier
from clubroute.rules.gts.campaign.turns import TURN_SCHEMA
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import (
    COUNT,
    HEX,
    HEXSIDE,
    MAP_PARAM,
    NAME,
    TEXTS,
    YES,
    answer_of,
    options_param,
)
from clubroute.rules.methods import Method, Param

BRIDGE_PARAM = Param("bridge", HEXSIDE, "its hexside, as 74.129/75.129", True)
UNIT_PARAM = Param("unit", UNIT, "the Unit: name, side, hex, column, engineer, tq …", True)
CONTROL_OPTIONS = options_param(demolition.Readings)
REPAIR_OPTIONS = options_param(bridging.Readings)
ENTERING: Mapping[str, Any] = {
    "type": "object",
    "required": ["side", "hex"],
    "properties": {"side": SIDE, "hex": HEX, "id": NAME},
}
ACTION = answer_of(
    "legal", "illegal", "undetermined", "decided", result={"type": "string"}, outcomes=OUTCOMES
)
SCHEDULE: Mapping[str, Any] = {
    "type": "array",
    "items": {"type": "object", "required": ["turn"], "properties": {"turn": TURN_SCHEMA}},
    "maxItems": 500,
}


def bridge_in(context: Context, params: Mapping[str, Any]) -> Bridge:
    """The bridge a question is about."""
    return bridge_at(map_of(context, params["map"]), params["bridge"], state_in(params))


def answer_control(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.control``."""
    return demolition.who_controls(
        bridge_in(context, params), state_in(params), demolition.Readings.asked(params)
    )


def answer_wire(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.wire``."""
    return demolition.wire(
        context, bridge_in(context, params), params, demolition.Readings.asked(params)
    )


def answer_improve(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.improve``."""
    return demolition.improve(context, bridge_in(context, params), params)


def answer_demolish(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.demolish``."""
    return demolition.demolish(
        bridge_in(context, params), params, demolition.Readings.asked(params)
    )


def answer_declare(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.declare``."""
    return bridging.declare(params["game"], params, bridging.Readings.asked(params))


def answer_bailey(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.bailey``."""
    return bridging.place_bailey(
        bridge_in(context, params), params, bridging.Readings.asked(params)
    )


def answer_repair(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.repair``."""
    return bridging.repair(context, bridge_in(context, params), params)


def answer_works(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.works``."""
    return bridging.works(bridge_in(context, params), params)


def answer_pontoon(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.pontoon``."""
    return bridging.pontoon(context, bridge_in(context, params), params)


def answer_modifier(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``bridge.modifier``."""
    return bridge_modifier(map_of(context, params["map"]), params)


METHODS = (
    Method(
        "bridge.control",
        "Who controls a bridge: the side last to enter both its hexes, if no enemy Fire Zone lies "
        "on either; else it is contested.",
        (MAP_PARAM, BRIDGE_PARAM, STATE_PARAM, CONTROL_OPTIONS),
        answer_of("controlled", "contested", "undetermined", side=SIDE, last=TEXTS),
        ("WED 2.15.5", "TDC 2.15.4"),
        answer_control,
    ),
    Method(
        "bridge.wire",
        "Whether an engineer may wire a bridge for demolition, and what its Troop Quality Check "
        "brings.",
        (
            MAP_PARAM,
            BRIDGE_PARAM,
            UNIT_PARAM,
            CHECK_PARAM,
            DIE_PARAM,
            Param("scenario", NAME, "the scenario, as Campaign 2 (The Devil's Cauldron)"),
            STATE_PARAM,
            CONTROL_OPTIONS,
        ),
        ACTION,
        ("WED 2.15.6", "TDC 2.15.5"),
        answer_wire,
    ),
    Method(
        "bridge.improve",
        "Whether an engineer may improve a railroad bridge for vehicles.",
        (MAP_PARAM, BRIDGE_PARAM, UNIT_PARAM, CHECK_PARAM, DIE_PARAM, STATE_PARAM),
        ACTION,
        ("WED 2.15.3", "WED 2.15.6", "TDC 2.15.3"),
        answer_improve,
    ),
    Method(
        "bridge.demolish",
        "Whether the side that wired a bridge may try to demolish it as a Unit enters one of its "
        "hexes, the number needed, and what each die brings.",
        (
            MAP_PARAM,
            BRIDGE_PARAM,
            Param("entering", ENTERING, "the Unit that enters: side and hex", True),
            Param("side", SIDE, "the side that wants to try; the one that wired it if absent"),
            DIE_PARAM,
            STATE_PARAM,
            CONTROL_OPTIONS,
        ),
        answer_of(
            "legal",
            "illegal",
            "undetermined",
            "decided",
            number={"type": "integer", "description": "the die or less"},
            result={"enum": ["demolished", "unwired"]},
            outcomes=OUTCOMES,
        ),
        ("WED 2.15.6", "TDC 2.15.5"),
        answer_demolish,
    ),
    Method(
        "bridge.declare",
        "Which Bridge Units the Allies may bring in after a demolition; in The Devil's Cauldron "
        "when the Unit arrives and how later XXX Corps reinforcements are delayed.",
        (
            GAME_PARAM,
            Param("turn", TURN_SCHEMA, "the turn at whose start it is declared", True),
            Param("unit", NAME, "the Bailey Bridge Unit wanted"),
            Param("schedule", SCHEDULE, "reinforcements of XXX Corps still to come, with turns"),
            STATE_PARAM,
            REPAIR_OPTIONS,
        ),
        answer_of(
            "legal",
            "illegal",
            "undetermined",
            units={"type": "array", "items": {"type": "object"}},
            unit={"type": "string"},
            arrives=TURN_SCHEMA,
            delay={"type": "integer", "description": "turns"},
            schedule=SCHEDULE,
        ),
        ("WED 2.15.7", "TDC 2.15.6"),
        answer_declare,
    ),
    Method(
        "bridge.bailey",
        "Whether a Bailey Bridge Unit may be placed at a destroyed bridge in this Impulse (Where "
        "Eagles Dare).",
        (
            MAP_PARAM,
            BRIDGE_PARAM,
            UNIT_PARAM,
            Param("activation", NAME, "the Division whose Divisional Activation it is"),
            Param("declared", YES, "whether it was declared at the start of the turn"),
            Param("on_club_route", YES, "whether the southern hex is on Club Route"),
            Param("placed_this_impulse", COUNT, "Bailey Bridge Units brought in this Impulse"),
            STATE_PARAM,
            REPAIR_OPTIONS,
        ),
        answer_of("legal", "illegal", "undetermined", hex=HEX),
        ("WED 2.15.7",),
        answer_bailey,
    ),
    Method(
        "bridge.repair",
        "Whether a Bridge Unit may repair a destroyed bridge, and what its Troop Quality Check "
        "brings.",
        (MAP_PARAM, BRIDGE_PARAM, UNIT_PARAM, CHECK_PARAM, DIE_PARAM, STATE_PARAM),
        ACTION,
        ("WED 2.15.7", "TDC 2.15.6"),
        answer_repair,
    ),
    Method(
        "bridge.works",
        "Whether a Bridge Unit that is the bridge acts as one after what has befallen it.",
        (
            MAP_PARAM,
            BRIDGE_PARAM,
            *(Param(name, YES, why) for name, why in bridging.CONDITIONS.items()),
        ),
        answer_of("open", "closed", result={"enum": ["bridge", "stopped", "destroyed"]}),
        ("WED 2.15.7", "TDC 2.15.6"),
        answer_works,
    ),
    Method(
        "bridge.pontoon",
        "Whether an engineer may assemble the Arnhem Pontoon Bridge, and what its Troop Quality "
        "Check brings.",
        (MAP_PARAM, BRIDGE_PARAM, UNIT_PARAM, CHECK_PARAM, DIE_PARAM, STATE_PARAM),
        ACTION,
        ("TDC 2.15.7",),
        answer_pontoon,
    ),
    Method(
        "bridge.modifier",
        "The modifier of a Unit fired on in a hex with a bridge hexside.",
        (
            MAP_PARAM,
            Param("hex", HEX, "its hex", True),
            Param("column", YES, "whether it is in Column", True),
            Param("side", SIDE, "its side, which matters at the pontoon bridge"),
            STATE_PARAM,
        ),
        answer_of(
            "decided",
            "undetermined",
            modifier={"type": "integer"},
            terrain={"type": "boolean", "description": "whether the hex's own terrain counts"},
        ),
        ("WED 2.15", "TDC 2.15", "TDC 2.15.7"),
        answer_modifier,
    ),
)
"""What this module answers."""
