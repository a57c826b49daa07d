"""What blocks in which game, read from ``rules/gts/tables/sight``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from clubroute.builder.errors import InputError, Where

CLEAR: Final = 0
ORCHARD: Final = 1
UNKNOWN: Final = 2
BLOCKS: Final = 3
EFFECTS: Mapping[str, int] = {"clear": CLEAR, "orchard": ORCHARD, "blocks": BLOCKS}
"""What a hex does to a line through it. UNKNOWN is a hex off the map: nobody can say."""

FOLDER = Path(__file__).parents[1] / "tables" / "sight"


@dataclass(frozen=True, slots=True)
class Blocking:
    """One game's blocking: terrain → effect, and the rules by terrain, hexside and drawn line."""

    terrain: Mapping[str, int]
    terrain_rule: Mapping[str, str]
    hexside_rule: Mapping[str, str]
    line_rule: Mapping[str, str]


@cache
def blocking_table(game: str) -> Blocking:
    """The table of a game, the name of its sheet (``wed``, ``tdc``).

    :raises InputError: a game without one.
    """
    path = FOLDER / f"{game}.toml"
    games = sorted(found.stem for found in FOLDER.glob("*.toml"))
    if game not in games:
        raise InputError(
            Where("params", part="map"),
            f"a sheet of {game!r}",
            "a map of a game with rules for Line of Sight: " + ", ".join(games),
        )
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return Blocking(
        terrain={name: EFFECTS[row["effect"]] for name, row in table["terrain"].items()},
        terrain_rule={name: row["rule"] for name, row in table["terrain"].items()},
        hexside_rule={name: row["rule"] for name, row in table["hexside"].items()},
        line_rule={name: row["rule"] for name, row in table["line"].items()},
    )
