"""Parameters and results that the campaign's methods share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.rules.gts.campaign.ask import SIDES
from clubroute.rules.gts.games import MAPS
from clubroute.rules.gts.old_states import STATE_SCHEMA
from clubroute.rules.gts.params import DIE, HEX, NAME, YES
from clubroute.rules.methods import Param

SIDE: Mapping[str, Any] = {"type": "string", "enum": list(SIDES)}

GAME_PARAM = Param(
    "game",
    {"type": "string", "enum": list(MAPS)},
    "whose rules: wed, tdc, or mg for both games joined",
    True,
)
STATE_PARAM = Param(
    "state", STATE_SCHEMA, "the position and its history (docs/campaign.md); or a handle"
)
DIE_PARAM = Param("die", DIE, "the die, 0 to 9; without it every face's result is listed")

UNIT: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "id": NAME,
        "name": NAME,
        "side": SIDE,
        "hex": HEX,
        "class": {"type": "string", "enum": ["leg", "wheeled", "tracked"]},
        "column": YES,
        "engineer": YES,
        "division": NAME,
        "formation": NAME,
        "tq": {"type": "integer", "minimum": -9, "maximum": 19},
        "back": {"type": "boolean", "description": "whether its back is up"},
        "range": {"type": "integer", "minimum": 0, "maximum": 999},
        "minimum": {"type": "integer", "minimum": 0, "maximum": 999},
    },
}
"""A Unit asked about; docs/campaign.md lists what else it may say."""
