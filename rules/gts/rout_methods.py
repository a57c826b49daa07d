"""The methods about rout: ``rout.*``."""

from __future__ import annotations

from clubroute.rules.gts.campaign import fates, rout
from clubroute.rules.gts.campaign.answers import OUTCOMES
from clubroute.rules.gts.campaign.declarations import DIE_PARAM, GAME_PARAM, SIDE, STATE_PARAM
from clubroute.rules.gts.campaign.turns import TURN_SCHEMA
from clubroute.rules.gts.params import COUNT, HEX, NAME, YES, answer_of
from clubroute.rules.methods import Method, Param

SCENARIO_PARAM = Param(
    "scenario",
    {"type": "string", "enum": ["campaign", "WED-1", "WED-2", "WED-3", "WED-4"]},
    "what is played; campaign if absent",
)

METHODS = (
    Method(
        "rout.check",
        "Whether a Formation routs, what becomes of each Unit, and when they return.",
        (
            GAME_PARAM,
            SCENARIO_PARAM,
            Param("formation", NAME, "the Formation"),
            Param("division", NAME, "its Division", True),
            Param("side", SIDE, "whose it is; German if absent"),
            Param("losses", COUNT, "the Steps the Formation has lost"),
            Param("in_fire_zone", YES, "whether a Unit of it is in an enemy Fire Zone"),
            Param("step_lost", YES, "whether a Unit of it has just taken a Step Loss"),
            Param("independent", YES, "whether the Unit that took it is Independent"),
            Param("hex", HEX, "scenario 2: where its Units are"),
            Param("points", COUNT, "Command or Dispatch Points spent on the die"),
            DIE_PARAM,
            Param(
                "units",
                {"type": "array", "items": fates.UNIT_FATE, "maxItems": 400},
                "its Units and the Independent ones near it, to tell what becomes of each",
            ),
            STATE_PARAM,
        ),
        answer_of(
            "legal",
            "illegal",
            "decided",
            "undetermined",
            outcomes=OUTCOMES,
            routs=YES,
            returns=TURN_SCHEMA,
            units={"type": "object", "description": "by Unit: " + ", ".join(fates.WORDS)},
        ),
        (
            "WED S3.1",
            "WED scenario 2",
            "WED scenario 3",
            "WED scenario 4",
            "TDC S4.4",
            "WED MG 1.3",
            "WED MG 5.0",
        ),
        rout.check,
    ),
    Method(
        "rout.voluntary",
        "Whether a German Unit may rout voluntarily, and when it returns.",
        (
            Param(
                "game",
                {"type": "string", "enum": ["wed", "mg"]},
                "wed, or mg for both games joined",
                True,
            ),
            SCENARIO_PARAM,
            Param(
                "unit",
                {
                    "type": "object",
                    "properties": {
                        "id": NAME,
                        "name": NAME,
                        "side": SIDE,
                        "ma": {"type": "number", "minimum": 0, "maximum": 1000},
                    },
                },
                "the Unit; ma is its Movement Allowance on the better side, else owner/ratings.csv",
                True,
            ),
            STATE_PARAM,
        ),
        answer_of("legal", "illegal", "undetermined", returns=TURN_SCHEMA),
        ("WED S7.4.0",),
        rout.voluntary,
    ),
)
"""What this module answers."""
