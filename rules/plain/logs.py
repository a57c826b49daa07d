"""Declares how logs of games of one's own are judged. The judge is imported when needed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from clubroute.builder.project import MODULE_FILE
from clubroute.rules.logs.check.judge import Option
from clubroute.rules.logs.check.rounds import (
    DICE_ELSEWHERE,
    ERRORS,
    PILES,
    PLAY_FROM,
    ROUND,
    THROWS,
)
from clubroute.rules.logs.check.series import SeriesOfOurs, UnjudgedSeries
from clubroute.rules.plain.game import game_of
from clubroute.rules.scenarios.book import scenario_files
from clubroute.rules.series import Series

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.check.judge import CounterFile, JudgedSeries, Record, Referee

MOVE = "move"
"""The family of questions without which no move is judged."""


class OwnGameLogs(SeriesOfOurs):
    """The logs of a game of one's own (:class:`clubroute.rules.logs.check.judge.JudgedSeries`)."""

    checks: Mapping[str, str] = {
        "move": "move",
        "stacking": "stacking",
        "arrival": "arrival",
        "turn": "player turn",
        "off_map": "trip off the map",
        "undo": "undo",
        "dice": "dice",
    }
    options: tuple[Option, ...] = (ROUND, PLAY_FROM, DICE_ELSEWHERE, THROWS, PILES, ERRORS)
    standing = "Units on the map"

    def __init__(self, series: Series) -> None:
        self._series = series
        self.cites: tuple[str, ...] = (series.games[0].short,)
        self.counters = series.counters / series.id / MODULE_FILE
        self.windows: tuple[str, ...] = (series.id,)
        self.standing_head: tuple[str, ...] = game_of(series.id).sides

    def plays(self, module: str) -> bool:
        """Tell whether a module is that of the game."""
        return module == self._series.title

    def scenarios(self) -> Sequence[str]:
        """List the set-ups by their ids."""
        return tuple(scenario_files(self._series.id))

    def referee(self, context: Context, counters: CounterFile, scenario: str) -> Referee:
        """Open a referee. :raises InputError: mistakes in the rules."""
        from clubroute.rules.plain.logcheck.judge import OwnReferee

        return OwnReferee(context, self._series.id)

    def standing_row(self, turn: Record) -> Sequence[str]:
        """Put the counts of a turn's end into cells."""
        told: Mapping[str, Any] = turn.get("units", {})
        return tuple(str(told.get(name, "unknown")) for name in self.standing_head)

    def standing_line(self, turn: Record) -> str:
        """Put the counts of a turn's end on one line."""
        cells = zip(self.standing_head, self.standing_row(turn), strict=True)
        return ", ".join(f"{name} {cell}" for name, cell in cells)


def logs_of(series: Series) -> JudgedSeries:
    """The logs of a game that is a series by itself; nobody judges those of one without rules."""
    if MOVE in series.families:
        return OwnGameLogs(series)
    why = f"{series.title} has no rules.toml that tells how units move"
    module = series.counters / series.id / MODULE_FILE
    return UnjudgedSeries(series.title, module, series.id, why)
