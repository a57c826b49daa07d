"""A game of It Never Snows to play logs of: the units that stand in a hex in scenario 5.4, with
ratings of our own for all counters."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import ModuleArchive, entries_of
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.module import Module, module_of
from tests.logs.check.scenario import ROOT, Scenario, scenario
from tests.logs.check.stages import Stage

GAME = ROOT / "counters" / "ins"
TURNS = [(f"September {day}", half) for day in range(17, 26) for half in ("AM", "PM")][1:]
FIRST = 6
"""The turn of the set-up: September 20 AM."""
EXTRA = (("17fest-1", "A52.25", ()), ("107-1-pz", "A21.05", ()), ("107-2-pz", "A20.04", ()))
"""More units: one that does not move, two beside the Allied ones."""
BLOWN, PREPARED = "bridge-mook", "bridge-nijmegen"
FAST = (
    *("armour", "arm-infantry-gun", "arm-car", "arm-recon", "assault-gun"),
    *("jagdpanzer", "abn-recon", "tank-destroyer"),
)
SLOW = ("garrison", "sailor")
GUNS = (
    *("artillery", "arm-artillery", "abn-artillery", "glider-artillery", "gun-75", "gun-88"),
    *("mortar", "abn-mortar", "nebelwerfer", "aa", "glider-aa"),
)
RATINGS = ("unit,face,steps,attack,barrage,range,defence,move,exploit,yellow,oval,dukw,glider",)


@dataclass(frozen=True, slots=True)
class InsGame:
    """The scenario, its module as the check reads it, and a context with ratings."""

    told: Scenario
    module: Module
    context: Context


def rows(name: str) -> list[dict[str, str]]:
    """Read a table of the game."""
    with (GAME / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def ratings() -> str:
    """An owner's table: movement by kind, who is Exploit Capable, who fires."""
    lines = [*RATINGS]
    for row in rows("units.csv"):
        kind = row["kind"]
        gun, fast = kind in GUNS, kind in FAST
        move = "Na" if kind in SLOW else "8" if fast else "4" if gun else "5"
        yes = "yes" if fast else "no"
        fires = "3,12" if gun else ","
        yellow = "no" if gun else ""
        for face, steps in (("front", 2), ("back", 1)):
            attack = "" if gun else "3"
            lines.append(
                f"{row['id']},{face},{steps},{attack},{fires},3,{move},{yes},{yellow},{yes},no,no"
            )
    return "\n".join(lines) + "\n"


@cache
def lying() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """The units of scenario 5.4 that stand in a hex, and two bridges' markers."""
    units = [
        (row["unit"], row["hex"], tuple(filter(None, (row["state"],))))
        for row in rows("scenarios/ins-5-4.csv")
        if row["hex"] and not (row["arrival"] or row["within"])
    ]
    return tuple(dict.fromkeys((*units, *EXTRA)))


def game_on(terrain: TerrainMap, folder: Path) -> InsGame:
    """The game on a compiled map; ``folder`` takes the map and the owner's table."""
    pieces = (*lying(), (BLOWN, "B4.24", ("back",)), (PREPARED, "B23.33", ()))
    day, half = TURNS[FIRST - 1]
    told = scenario(terrain, Stage(game="ins", day=day, time=half, units=pieces))
    where = Where("ins.vmod")
    module = module_of(ModuleArchive(entries_of(told.module, where), where))
    (folder / "build").mkdir(exist_ok=True)
    (folder / "owner").mkdir(exist_ok=True)
    (folder / "build" / "ins.terrain").write_bytes(encode_terrain(terrain))
    (folder / "owner" / "ins_ratings.csv").write_text(ratings(), encoding="utf-8", newline="\n")
    return InsGame(told, module, Context(folder / "build"))
