"""Methods of a series made up for tests; its one map is ``testland``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import method
from clubroute.rules.position.record import needed, plain


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the other series: a number of dice."""

    dice: int = needed(plain({"type": "integer"}))
    handle: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherQuestion:
    """The parameters of the other series' ``move.check``."""

    map_name: str = needed(plain({"type": "string"}), "the map", name="map")


@method("move.check", answers={"type": "object"})
def other_check(context: Context, asked: OtherQuestion) -> Any:
    """Whether a unit of the other series may move."""
    return {"answered_by": "the other series", "map": asked.map_name}
