"""``check_log``: replays a log before the judge of its series, and reports the findings."""

from __future__ import annotations

from pathlib import PurePath
from typing import Protocol

from clubroute.builder.vassal.metadata import Metadata
from clubroute.rules.logs.check.finding import CheckReport
from clubroute.rules.logs.check.judge import Judge, Record, Referee, Told
from clubroute.rules.logs.check.module import Module
from clubroute.rules.logs.check.rounds import judged_by
from clubroute.rules.logs.game import Game, start
from clubroute.rules.logs.read import GameLog
from clubroute.rules.logs.replay import Moment, replay
from clubroute.rules.logs.rewind import Rewind


class ReplayListener(Protocol):
    """Hears of the replay that a check makes."""

    def begin(self, game: Game, judge: Judge) -> None:
        """Take over the game as the log restores it, before the first step."""

    def see(self, moment: Moment) -> None:
        """Take a step that was played and judged."""


def check_log(
    log: GameLog,
    module: Module,
    referee: Referee,
    told: Told,
    listener: ReplayListener | None = None,
    before: Record | None = None,
    rewind: Rewind | None = None,
) -> CheckReport:
    """Judge everything a log shows. ``listener`` hears of the replay, which is made once.
    ``before`` is what the log that this one continues left, None if that is not known;
    ``rewind`` takes what the steps change.

    :raises InputError: the referee knows no map of the module, or an owner's table is wrong.
    """
    judge = referee.judge(log, module, told)
    game = start(log, module.maps.stacking)
    judge.begin(game, before)
    if rewind is not None:
        rewind.begin(game)
    if listener is not None:
        listener.begin(game, judge)
    for moment in replay(log, module.maps.stacking, game):
        judge.follow(moment)
        if rewind is not None:
            rewind.see(moment.index, moment.change)
        if listener is not None:
            listener.see(moment)
    findings = sorted(judge.findings(), key=lambda f: (f.steps[:1], f.steps, f.check, f.unit))
    rules = judged_by(told)
    damages = [f"read up to the damage: {damage}" for damage in log.damages]
    return CheckReport(
        PurePath(log.where.path).name,
        told_module(log.module) or f"{module.name} {module.version}".strip(),
        log.save.vassal_version if log.save else "",
        len(log.steps),
        tuple(findings),
        (*([rules] if rules else []), *damages, *judge.notes()),
        judge.leaves(),
        judge.asks,
        judge.awaits,
    )


def told_module(data: Metadata | None) -> str:
    """Return the name and version a log gives its module."""
    return f"{data.name} {data.version}".strip() if data is not None else ""
