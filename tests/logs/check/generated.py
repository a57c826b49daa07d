"""Making logs by the hundred, and holding what the check says of them to what was played."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from builder.errors import Where
from builder.terrain import TerrainMap
from builder.terrain_file import encode_terrain
from builder.vassal.archive import ModuleArchive, entries_of
from rules.context import Context
from rules.logs.check.check import Module, check_log, module_of
from rules.logs.check.finding import CheckReport
from rules.logs.check.mapping import OWN, read_mapping
from rules.logs.read import log_of
from tests.logs.check.player import FAULTS, Planted, Player, UnluckyError
from tests.logs.check.scenario import Scenario, ratings
from tests.logs.check.tables import Table

KINDS = tuple(FAULTS)


def context_in(folder: Path, terrain: TerrainMap) -> Context:
    """A context with the map and the owner's ratings."""
    (folder / "build").mkdir(exist_ok=True)
    (folder / "owner").mkdir(exist_ok=True)
    (folder / "build" / "gts.terrain").write_bytes(encode_terrain(terrain))
    (folder / "owner" / "ratings.csv").write_text(ratings(), encoding="utf-8", newline="\n")
    return Context(folder / "build")


def module_in(scenario: Scenario) -> Module:
    """The scenario's module as the check reads it."""
    where = Where("scenario.vmod")
    return module_of(ModuleArchive(entries_of(scenario.module, where), where))


def play(player: Player, seed: int) -> Planted | None:
    """Play the log of a number: every other one has a fault, of each kind in turn.

    :raises UnluckyError: the fault cannot be made with this seed.
    """
    if seed % 2 == 0:
        player.play(1 + player.chance.randrange(2))
        return None
    return player.fault(KINDS[seed // 2 % len(KINDS)])


def playing(
    seed: int, open_table: Callable[[int], Table], scenario: Scenario, context: Context
) -> tuple[Player, Table, Planted | None]:
    """A log played to its end, on a table opened for it (again, where the luck was against it)."""
    for again in range(20):
        table = open_table(seed + 1000 * again)
        player = Player(table, scenario, context, random.Random(seed + 100_000 * again))
        try:
            return player, table, play(player, seed)
        except UnluckyError:
            continue
    raise AssertionError(f"log {seed}: nobody is ever lucky with {KINDS[seed // 2 % len(KINDS)]}")


def checked(context: Context, module: Module, data: bytes) -> CheckReport:
    """What the check says of a log."""
    log = log_of(data, Where("game.vlog"))
    return check_log(context, log, module, read_mapping(OWN))


def complaint(report: CheckReport, planted: Planted | None, scenario: Scenario) -> str:
    """What is wrong with a report: a fault that is not found, or somebody accused for nothing."""
    illegal = report.of("illegal")
    if planted is None:
        return f"accused for nothing: {illegal[0].line()}" if illegal else ""
    names = {piece: id_ for id_, piece in scenario.ids.items()} | scenario.chits
    wanted = names[planted.piece].removesuffix("-2")
    mine = [f for f in illegal if f.check == planted.check and f.unit == wanted]
    others = [f for f in illegal if f not in mine]
    if not mine:
        near = [f.line() for f in report.findings if f.unit == wanted]
        return f"not found: {planted.kind} by {wanted}: {near}"
    if mine[0].receipt is None and planted.kind != "not_drawn":
        return f"no receipt: {mine[0].line()}"
    return f"accused for nothing: {others[0].line()}" if others else ""
