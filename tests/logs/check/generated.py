"""Making logs by the hundred, and holding what the check says of them to what was played."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.terrain.terrain_file import encode_terrain
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import ModuleArchive, entries_of
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.check import check_log
from clubroute.rules.logs.check.finding import CheckReport
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.logs.check.series import open_referee
from clubroute.rules.logs.read import log_of
from tests.logs.check.faults import FAULTS
from tests.logs.check.player import Planted, Player, UnluckyError
from tests.logs.check.scenario import STACK, Scenario, ratings
from tests.logs.check.scenes import SCENES
from tests.logs.check.tables import Table

KINDS = tuple(FAULTS)
LEGAL = tuple(SCENES)
LOGS = max(2 * len(KINDS), 4 * len(LEGAL))
"""So many hold each kind of fault and each legal scene (:func:`kind_of_log`)."""
OPTIONS = {"stacking": STACK}


def context_in(folder: Path, terrain: TerrainMap, told: Scenario) -> Context:
    """A context with the map and the owner's ratings."""
    (folder / "build").mkdir(exist_ok=True)
    (folder / "owner").mkdir(exist_ok=True)
    (folder / "build" / "gts.terrain").write_bytes(encode_terrain(terrain))
    (folder / "owner" / "ratings.csv").write_text(ratings(told), encoding="utf-8", newline="\n")
    return Context(folder / "build")


def module_in(scenario: Scenario) -> Module:
    """The scenario's module as the check reads it."""
    where = Where("scenario.vmod")
    return module_of(ModuleArchive(entries_of(scenario.module, where), where))


def kind_of_log(seed: int) -> str:
    """What the log of a number holds: every other one a fault, of each kind in turn, the others
    every other time a legal scene, "" if neither."""
    half, odd = divmod(seed, 2)
    if odd:
        return KINDS[half % len(KINDS)]
    return LEGAL[half // 2 % len(LEGAL)] if half % 2 else ""


def play(player: Player, kind: str) -> Planted | None:
    """Play a log of a kind. :raises UnluckyError: it cannot be made with this seed."""
    if not kind:
        player.play(1 + player.chance.randrange(2))
        return None
    began = {unit.piece: unit.hex for unit in player.units.values()}
    player.lead_in()
    moved = {unit.piece for unit in player.units.values() if unit.hex != began[unit.piece]}
    planted = (FAULTS[kind] if kind in FAULTS else SCENES[kind])(player)
    if kind in FAULTS:
        # Who moved in the activation before may go on with that, or put it right: no fault.
        if not moved.isdisjoint(planted.pieces):
            raise UnluckyError
        player.go_on(*planted.pieces)
    return planted


def playing(
    seed: int, open_table: Callable[[int], Table], scenario: Scenario, context: Context
) -> tuple[Player, Table, Planted | None]:
    """A log played to its end, on a table opened for it (again, where the luck was against it)."""
    kind = kind_of_log(seed)
    for again in range(60):
        table = open_table(seed + 1000 * again)
        player = Player(table, scenario, context, random.Random(seed + 100_000 * again))
        try:
            return player, table, play(player, kind)
        except UnluckyError:
            continue
    raise AssertionError(f"log {seed}: nobody is ever lucky with {kind}")


def checked(context: Context, module: Module, data: bytes) -> CheckReport:
    """What the check says of a log."""
    log = log_of(data, Where("game.vlog"))
    return check_log(log, module, open_referee(context, module.name, None), OPTIONS)


def complaint(report: CheckReport, planted: Planted | None, scenario: Scenario) -> str:
    """What is wrong with a report: what was planted is missed, or somebody accused for nothing."""
    illegal = report.of("illegal")
    if planted is None:
        return f"accused for nothing: {illegal[0].line()}" if illegal else ""
    names = {piece: id_ for id_, piece in scenario.ids.items()} | scenario.chits
    wanted = {names[piece].removesuffix("-2") for piece in planted.pieces}
    mine = [f for f in report.findings if f.check == planted.check and f.unit in wanted]
    right = [f for f in mine if f.verdict in planted.verdicts]
    missed = wanted - {f.unit for f in right}
    if missed:
        near = [f.line() for f in report.findings if f.unit in missed]
        return f"not found: {planted.kind} by {', '.join(sorted(missed))}: {near}"
    proven = [f for f in right if f.verdict == "illegal"]
    bare = [f for f in proven if f.receipt is None or f.receipt["verdict"] != "illegal"]
    if bare:
        return f"no receipt: {bare[0].line()}"
    others = [f for f in illegal if f not in proven]
    return f"accused for nothing: {others[0].line()}" if others else ""
