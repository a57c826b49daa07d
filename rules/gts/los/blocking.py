"""What blocks in which game, from ``tables/sight.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from clubroute.builder.errors import InputError, Where
from clubroute.rules.gts.games import GAMES, book

CLEAR: Final = 0
ORCHARD: Final = 1
UNKNOWN: Final = 2
BLOCKS: Final = 3
EFFECTS: Mapping[str, int] = {"clear": CLEAR, "orchard": ORCHARD, "blocks": BLOCKS}
"""What a hex does to a line through it. UNKNOWN is a hex off the map."""


@dataclass(frozen=True, slots=True)
class Blocking:
    """One game's blocking: terrain → effect, and the rules by terrain, hexside, drawn line
    and what may be crossed freely."""

    terrain: Mapping[str, int]
    terrain_rule: Mapping[str, str]
    hexside_rule: Mapping[str, str]
    line_rule: Mapping[str, str]
    harmless_rule: Mapping[str, str]


@cache
def blocking_table(game: str) -> Blocking:
    """The table of a game, the name of its sheet (``wed``, ``tdc``).

    :raises InputError: a game without one.
    """
    if game not in GAMES:
        raise InputError(
            Where("params", part="map"),
            f"a sheet of {game!r}",
            "a map of a game with rules for Line of Sight: " + ", ".join(sorted(GAMES)),
        )
    rules = book("sight", game)
    terrain = rules.rows("terrain")
    return Blocking(
        terrain={name: EFFECTS[row.text("effect")] for name, row in terrain.items()},
        terrain_rule={name: row.cite for name, row in terrain.items()},
        hexside_rule={name: row.cite for name, row in rules.rows("hexside").items()},
        line_rule={name: row.cite for name, row in rules.rows("line").items()},
        harmless_rule={name: row.cite for name, row in rules.rows("harmless").items()},
    )
