"""Logs that are read and replayed, and that nobody judges: no series' rules are theirs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.rules.logs.check.ours import SeriesOfOurs

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.check.finding import LogFinding
    from clubroute.rules.logs.check.judge import (
        CounterFile,
        Option,
        Record,
        Told,
        UnderWay,
    )
    from clubroute.rules.logs.check.module import Module
    from clubroute.rules.logs.game import Game
    from clubroute.rules.logs.read import GameLog
    from clubroute.rules.logs.replay import Moment


class UnjudgedLog:
    """Follows a log and finds nothing (:class:`clubroute.rules.logs.check.judge.Judge`).

    :param why: why nobody judges it.
    """

    asks = False
    awaits = False

    def __init__(self, why: str) -> None:
        self._why = why

    def begin(self, game: Game, before: Record | None = None) -> None:
        """Take over the game."""

    def follow(self, moment: Moment) -> None:
        """Take a step."""

    def under_way(self, piece: str, to: str | None = None) -> UnderWay | None:
        """Say nothing of what goes on."""
        return None

    def findings(self) -> Sequence[LogFinding]:
        """Give none."""
        return ()

    def notes(self) -> Sequence[str]:
        """Say that the log was not judged."""
        return (f"replayed, not judged: {self._why}",)

    def leaves(self) -> dict[str, Any]:
        """Leave nothing to the judge of the next log."""
        return {}

    def standing(self, turn: str) -> dict[str, Any]:
        """Count nothing."""
        return {}


class UnjudgedReferee:
    """Knows the map of a log's module at most (:class:`clubroute.rules.logs.check.judge.Referee`).

    :param map_: the rules' map, "" if it is not known.
    """

    deck = ""

    def __init__(self, map_: str, why: str) -> None:
        self._map, self._why = map_, why

    def window(self, module: str) -> str:
        """Return the map."""
        return self._map

    def judge(self, log: GameLog, module: Module, told: Told) -> UnjudgedLog:
        """Name what follows a log."""
        return UnjudgedLog(self._why)


class UnjudgedSeries(SeriesOfOurs):
    """A series whose logs nobody judges (:class:`clubroute.rules.logs.check.judge.JudgedSeries`).

    :param module: the name of its one module. :param counters: a file that changes when what is
        known of the module does.
    """

    checks: Mapping[str, str] = {}
    options: tuple[Option, ...] = ()
    cites: tuple[str, ...] = ()
    standing = "Nothing is counted"
    standing_head: tuple[str, ...] = ()

    def __init__(self, module: str, counters: Path, map_: str, why: str) -> None:
        self._module, self._map, self._why = module, map_, why
        self.counters = counters
        self.windows: tuple[str, ...] = (map_,) if map_ else ()

    def plays(self, module: str) -> bool:
        """Tell whether a module is the one."""
        return module == self._module

    def scenarios(self) -> Sequence[str]:
        """List no names of scenarios."""
        return ()

    def referee(self, context: Context, counters: CounterFile, scenario: str) -> UnjudgedReferee:
        """Open a referee."""
        return UnjudgedReferee(self._map, self._why)

    def standing_row(self, turn: Record) -> Sequence[str]:
        """Put nothing into cells."""
        return ()

    def standing_line(self, turn: Record) -> str:
        """Put nothing on a line."""
        return ""
