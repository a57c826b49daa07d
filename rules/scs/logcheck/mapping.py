"""Says what a mapping file of the Standard Combat Series may hold (:mod:`rules.logs.mapping`).

``mappings/clubroute.toml`` is the one for clubroute's own module; docs/check.md describes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.rules.asking.kinds import ALLIED, GERMAN
from clubroute.rules.logs.mapping import MappingForm, PieceMap, read_mapping, texts_of, wrong
from clubroute.rules.scs.games import MAPS
from clubroute.rules.scs.position.position import LAST_TURN

SIDES = (ALLIED, GERMAN)
BRIDGE_KINDS = ("prepared", "blown", "built")
MARKER_KINDS = ("", *BRIDGE_KINDS, "zone", "ferry")
"""The kinds of markers; "" is one the checks need not know. ``zone``: a DZ."""
STATES = ("reduced", "dg", "oos", "exploited", "fired", "emplaced")
"""What a unit may show."""
FORM = MappingForm(
    maps=MAPS,
    tables={"units": "unit", "markers": "marker"},
    texts={
        "unit": ("id", "side", "division", "formation", "kind", "allowance"),
        "marker": ("id", "kind"),
    },
    words={"unit": {"side": SIDES}, "marker": {"kind": MARKER_KINDS}},
    shown=STATES,
    top={"turn": dict},
    inner={"turn": ("first",)},
)
HALF_DAY = re.compile(r".*?(?P<day>\d{1,2})\D*?(?P<half>AM|PM)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class CounterMap(PieceMap):
    """A mapping file. ``first`` is the half day of turn 1, as the turn tracker names it."""

    first: int | None = None

    def turn(self, text: str) -> int | None:
        """Read the number of a turn of the tracker, None if it names no half day of the game."""
        told = half_day(text)
        if told is None or self.first is None:
            return None
        number = told - self.first + 1
        return number if 1 <= number <= LAST_TURN else None


def half_day(text: str) -> int | None:
    """Count the half days of a month up to ``September 17 PM``; None if the text names none."""
    found = HALF_DAY.fullmatch(text.strip())
    return None if found is None else 2 * int(found["day"]) + (found["half"].upper() == "PM")


def mapping_of(data: Mapping[str, Any], path: Path) -> CounterMap:
    """Make a mapping of a file's values. :raises InputError: a name or value does not fit."""
    told = read_mapping(data, path, FORM)
    turn = texts_of(data.get("turn", {}), path, "turn")
    first = half_day(turn["first"]) if "first" in turn else None
    if "first" in turn and first is None:
        raise wrong(path, "turn.first", turn["first"], "a half day, as September 17 PM")
    return CounterMap(**told, first=first)
