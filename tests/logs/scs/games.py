"""Making games by the hundred, and holding what the check says of them to what was played."""

from __future__ import annotations

import random
from collections.abc import Callable

from clubroute.builder.errors import Where
from clubroute.rules.logs.check.check import check_log, referee_in
from clubroute.rules.logs.check.finding import CheckReport
from clubroute.rules.logs.check.judge import Record
from clubroute.rules.logs.read import log_of
from tests.logs.scs.faults import FAULTS, Planted
from tests.logs.scs.player import Player, UnluckyError
from tests.logs.scs.scenario import InsGame
from tests.logs.scs.table import Recorded, Table

KINDS = tuple(FAULTS)


def kind_of(number: int) -> str:
    """What the game of a number holds: every other one a fault, of each kind in turn."""
    half, odd = divmod(number, 2)
    return KINDS[half % len(KINDS)] if odd else ""


def playing(
    number: int, open_table: Callable[[int], Table], game: InsGame
) -> tuple[Player, Table, Planted | None]:
    """A game played to its end, on a table opened for it (again, where luck was against it)."""
    kind = kind_of(number)
    for again in range(60):
        table = open_table(number + 1000 * again)
        player = Player(table, game, random.Random(number + 100_000 * again))
        try:
            if not kind:
                player.play(1 + player.chance.randrange(2))
                return player, table, None
            if player.chance.random() < 0.5:
                player.player_turn("Allied", 3)
            table.next_turn()
            player.moved.clear()
            player.roll()
            planted = FAULTS[kind](player)
            table.next_turn()
            return player, table, planted
        except UnluckyError:
            continue
    raise AssertionError(f"game {number}: nobody is ever lucky with {kind}")


def checked(
    game: InsGame, data: bytes, before: Record | None = None, **told: list[str]
) -> CheckReport:
    """What the check says of a log; ``before`` is what the one before it left."""
    referee = referee_in(game.context, game.module.name, None)
    return check_log(log_of(data, Where("game.vlog")), game.module, referee, told, before=before)


def cut_in_two(game: InsGame, table: Recorded, at: int) -> list[str]:
    """Accusations in a legal log cut in two: each half alone, and the second after the first."""
    first, second = (half.data() for half in table.cut(at))
    begun = checked(game, first)
    reports = begun, checked(game, second), checked(game, second, begun.leaves)
    return [one.line() for report in reports for one in report.of("illegal")]


def complaint(report: CheckReport, planted: Planted | None) -> str:
    """What is wrong with a report: what was planted is missed, or somebody accused for nothing."""
    illegal = report.of("illegal")
    if planted is None:
        return f"accused for nothing: {illegal[0].line()}" if illegal else ""
    mine = [
        one
        for one in report.findings
        if one.check == planted.check
        and one.unit in (planted.unit or one.unit)
        and one.verdict in ("illegal", "unchecked")
    ]
    if not mine:
        near = [one.line() for one in report.findings if one.unit == planted.unit]
        return f"not found: {planted.kind} {planted.unit}: {near}"
    if any(one.verdict == "illegal" and one.receipt is None for one in mine):
        return f"no receipt: {mine[0].line()}"
    others = [one for one in illegal if one not in mine]
    return f"accused for nothing: {others[0].line()}" if others else ""
