"""Which scenario a save began as, and whether it has gone on from its set-up."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.ground.mapfile import NOWHERE, hex_id
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.scenario import scenario_named, scenario_noted
from clubroute.rules.saves.board import SeenCounters
from clubroute.rules.saves.position import SourceNote
from clubroute.rules.saves.series import CounterBook
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.series import series_of

UNNAMED = "the scenario: the file does not name it (--scenario)"


@dataclass(frozen=True, slots=True)
class GameStart:
    """How a game began: the scenario's id, and whether any counter has left its set-up."""

    scenario: str | None
    under_way: bool | None
    notes: tuple[SourceNote, ...]


def begun_as(book: CounterBook, board: SeenCounters, game: Game, named: str | None) -> GameStart:
    """How a game began: as the scenario that is named, else as the one its notes tell of.

    :raises InputError: there is no scenario of the name.
    """
    series = series_of({"map": book.window})
    if series is None:
        return GameStart(None, None, ())
    told = scenario_named(series.id, named) if named else scenario_noted(series.id, game)
    if told is None:
        return GameStart(None, None, (SourceNote("scenario", "unknown", UNNAMED),))
    source = "as you say" if named else "by the file's notes"
    moved = elsewhere(told, board)
    text = f"{told.scenario.id}, {told.scenario.title} ({source})"
    return GameStart(told.scenario.id, moved, (SourceNote("scenario", "file", text),))


def elsewhere(told: ToldScenario, board: SeenCounters) -> bool:
    """Whether any counter that a set-up puts in a hex is not there."""
    country = board.country
    there = {(one.id, one.hex) for one in board.counters.values() if one.role == "unit"}
    # Adjoining maps may print one hex under two numbers.
    rows = [(row.unit, hex_id(country, row.hex)) for row in told.scenario.units if row.standing]
    placed = {(unit, country.number(id_)) for unit, id_ in rows if id_ != NOWHERE}
    return not placed <= there
