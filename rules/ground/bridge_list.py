"""``bridge.list``: the bridges of a map by their names, all of them or those of a town."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.kinds import NAME, any_map
from clubroute.rules.asking.methods import method
from clubroute.rules.ground.bridge_names import named_sides, parts_of_name
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.position.names import squeezed
from clubroute.rules.position.record import said


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgesQuestion:
    """The parameters of ``bridge.list``."""

    country: MapFile = any_map()
    town: str | None = said(NAME, "only those in whose name it stands: Arnhem")


@method(
    "bridge.list",
    answers={
        "type": "object",
        "required": ["bridges"],
        "properties": {
            "bridges": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string"},
                        "name": {"type": "string"},
                        "hexsides": {"type": "array", "items": {"type": "string"}},
                    },
                },
            }
        },
    },
    text=lambda answer: [
        f"{one['name']}: {', '.join(one['hexsides'])}" for one in answer["bridges"]
    ],
    quick=True,
)
def bridge_list(context: Context, asked: BridgesQuestion) -> Any:
    """Which bridges have a name, with their hexsides; ``id`` is the town, whose bridges may be
    several. :raises InputError: none has the town's name."""
    sides = named_sides(asked.country)
    key = squeezed(asked.town or "")
    found = {name: sides[name] for name in sorted(sides) if key in squeezed(name)}
    if asked.town is not None and not found:
        where, near = Where("params", part="town"), nearest_name(asked.town, sides)
        raise InputError(where, repr(asked.town), "part of a bridge's name", near)
    return {
        "bridges": [
            {"id": parts_of_name(name)[0], "name": name, "hexsides": found[name]} for name in found
        ]
    }
