"""What blocks in which game, read from ``rules/gts/tables/los.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

CLEAR: Final = 0
ORCHARD: Final = 1
UNKNOWN: Final = 2
BLOCKS: Final = 3
EFFECTS: Mapping[str, int] = {"clear": CLEAR, "orchard": ORCHARD, "blocks": BLOCKS}
"""What a hex does to a line through it. UNKNOWN is a hex off the map: nobody can say."""

TABLE = Path(__file__).parents[1] / "tables" / "los.toml"


@dataclass(frozen=True, slots=True)
class Blocking:
    """One game's blocking: terrain → effect, and the rule numbers."""

    terrain: Mapping[str, int]
    terrain_rule: Mapping[str, str]
    hexside_rule: Mapping[str, str]
    line_rule: Mapping[str, str]


@cache
def blocking_tables() -> Mapping[str, Blocking]:
    """The tables of every game by the name of its sheet (``wed``, ``tdc``)."""
    games = tomllib.loads(TABLE.read_text(encoding="utf-8"))
    return {
        game: Blocking(
            terrain={name: EFFECTS[row["effect"]] for name, row in table["terrain"].items()},
            terrain_rule={name: row["rule"] for name, row in table["terrain"].items()},
            hexside_rule={name: row["rule"] for name, row in table["hexside"].items()},
            line_rule={name: row["rule"] for name, row in table["line"].items()},
        )
        for game, table in games.items()
    }


def side_effects(orchard_side: str) -> bytes:
    """What a line along a hexside meets, by ``left * 4 + right`` of the effects on either side.

    Blocked only if both sides block (GTS series rule), so the better side counts.
    """
    found = bytearray(16)
    for left in range(4):
        for right in range(4):
            low, high = min(left, right), max(left, right)
            if orchard_side == "counts" and low == CLEAR and high == ORCHARD:
                found[left * 4 + right] = ORCHARD
            elif low == ORCHARD and high == UNKNOWN:
                found[left * 4 + right] = UNKNOWN
            else:
                found[left * 4 + right] = low
    return bytes(found)
