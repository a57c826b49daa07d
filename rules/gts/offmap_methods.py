"""The methods about the off-map display: ``offmap.*`` and ``flank.*``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.gts.campaign import offmap
from clubroute.rules.gts.campaign.answers import LEGALITY, OUTCOMES
from clubroute.rules.gts.campaign.declarations import DIE_PARAM, SIDE, STATE_PARAM
from clubroute.rules.gts.campaign.turns import TURN_SCHEMA
from clubroute.rules.gts.params import COUNT, HEX, INTEGER, NAME, YES, answer_of, options_param
from clubroute.rules.methods import Method, Param

GAME_PARAM = Param(
    "game",
    {"type": "string", "enum": ["wed", "mg"]},
    "wed, or mg for both games joined",
    True,
)
OPTIONS_PARAM = options_param(offmap.Readings)
CORPS: Mapping[str, Any] = {"type": "string", "enum": ["VIII", "XII"]}


def answer_advance(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``flank.advance``."""
    return offmap.advance(context, params, offmap.Readings.asked(params))


def answer_behind(context: Context, params: Mapping[str, Any]) -> Any:
    """Answer ``flank.behind``."""
    return offmap.behind(context, params, offmap.Readings.asked(params))


METHODS = (
    Method(
        "offmap.move",
        "Whether a German Formation may move on the off-map display in the 1900 turn.",
        (
            GAME_PARAM,
            Param("formation", NAME, "the Formation", True),
            Param("division", NAME, "its Division, as KG Chill", True),
            Param("to", NAME, "an adjacent box, or map_display", True),
            Param(
                "from",
                {"type": ["string", "array"], "items": NAME, "maxItems": 400},
                "the box it is in, or those of its Units; else state.off_map.formations",
            ),
            Param("side", SIDE, "who moves; German if absent"),
            Param("moved", YES, "whether it has moved on the display this turn"),
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined", arrives=TURN_SCHEMA),
        ("WED 5.0", "WED 5.1"),
        offmap.move,
    ),
    Method(
        "flank.advance",
        "Whether a flanking corps advances to its next box in the 1900 turn.",
        (
            GAME_PARAM,
            Param("corps", CORPS, "VIII or XII", True),
            DIE_PARAM,
            Param("box", NAME, "the box it is in; else state.off_map.corps, or its start box"),
            Param("failures", COUNT, "failed attempts; else those of state.history"),
            Param(
                "formations_in_box",
                COUNT,
                "German Formations in the box it would enter; else state.off_map.formations",
            ),
            Param("marker_off_map", YES, "whether the Club Route Marker is off the map"),
            Param("germans_moved", YES, "whether German Formations have made their off-map moves"),
            Param("rolled", YES, "whether it has rolled this turn"),
            Param("scenario", NAME, "campaign if absent"),
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        answer_of(
            "legal",
            "illegal",
            "decided",
            "undetermined",
            outcomes=OUTCOMES,
            number=INTEGER,
            modifier=INTEGER,
            target=NAME,
            advances=YES,
            box=NAME,
        ),
        ("WED 5.2",),
        answer_advance,
    ),
    Method(
        "flank.behind",
        "Whether German reinforcements may arrive at a hex, or a flanking corps has passed it.",
        (
            GAME_PARAM,
            Param("hex", HEX, "the reinforcement hex", True),
            STATE_PARAM,
            OPTIONS_PARAM,
        ),
        LEGALITY,
        ("WED 5.2",),
        answer_behind,
    ),
)
"""What this module answers."""
