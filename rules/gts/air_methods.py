"""The methods about air strikes: ``air.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import air
from clubroute.rules.gts.campaign.answers import OUTCOMES
from clubroute.rules.gts.campaign.declarations import DIE_PARAM, GAME_PARAM, STATE_PARAM
from clubroute.rules.gts.maps import map_of
from clubroute.rules.gts.params import DIE, HEX, INTEGER, MAP_PARAM, TEXTS, YES, answer_of
from clubroute.rules.methods import Method, Param

SOURCE_PARAM = Param(
    "source",
    {"type": "string", "enum": list(air.SOURCES)},
    "what grants the strikes: an event, the opening of the campaign, a scenario's event, a drop, "
    "or German air Units",
    True,
)


def answer_strikes(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``air.strikes``."""
    return air.strikes(params)


def answer_target(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``air.target``."""
    return air.target(context, map_of(context, params["map"]), params)


METHODS = (
    Method(
        "air.strikes",
        "How many air strikes there are, and how strong.",
        (
            GAME_PARAM,
            SOURCE_PARAM,
            DIE_PARAM,
            Param(
                "dice",
                {"type": "array", "items": DIE, "maxItems": 9},
                "the three dice for German air Units",
            ),
            Param(
                "drop",
                {"type": "integer", "minimum": 1, "maximum": 20},
                "the number of the drop of this turn",
            ),
            STATE_PARAM,
        ),
        answer_of(
            "decided",
            "legal",
            "illegal",
            "undetermined",
            count=INTEGER,
            strength={"type": "string"},
            side={"type": "string"},
            banks={"type": "object"},
            turns=TEXTS,
            outcomes=OUTCOMES,
        ),
        ("WED S3.1", "WED MG 1.1", "WED MG 4.0", "TDC S4.3", "TDC S5.16"),
        answer_strikes,
    ),
    Method(
        "air.target",
        "Whether an air strike may go on a hex.",
        (
            MAP_PARAM,
            SOURCE_PARAM,
            Param("hex", HEX, "the hex", True),
            Param("leader", HEX, "the hex of the chosen Formation's Leader"),
            Param("seen", YES, "whether a Unit of the side sees the hex (los.check)"),
            Param(
                "terrain_modifier",
                {"type": "integer", "minimum": -20, "maximum": 20},
                "what terrain and markers in the hex add to fire",
            ),
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined", strength={"type": "string"}),
        ("WED S3.1", "WED MG 1.1", "TDC S4.3", "TDC S5.16"),
        answer_target,
    ),
)
"""What this module answers."""
