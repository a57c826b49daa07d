"""Which scenario a save began as, and whether it has gone on from its set-up."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.sequence import decode
from clubroute.rules.ground.mapfile import NOWHERE, hex_id
from clubroute.rules.logs.game import Game
from clubroute.rules.saves.board import Board
from clubroute.rules.saves.position import SourceNote
from clubroute.rules.saves.series import CounterBook
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, read_told, scenario_files
from clubroute.rules.series import Series, series_of

NOTES = "NOTES"
"""The page of VASSAL's notes that our set-ups fill; its first line is the scenario's title."""
UNNAMED = "the scenario: the file does not name it (--scenario)"


@dataclass(frozen=True, slots=True)
class Begun:
    """How a game began: the scenario's id, and whether any counter has left its set-up."""

    scenario: str | None
    under_way: bool | None
    notes: tuple[SourceNote, ...]


def begun_as(book: CounterBook, board: Board, game: Game, named: str | None) -> Begun:
    """How a game began: as the scenario that is named, else as the one its notes tell of.

    :raises InputError: there is no scenario of the name.
    """
    series = series_of({"map": book.window})
    if series is None:
        return Begun(None, None, ())
    told = scenario_named(series, named) if named else scenario_told(series, game)
    if told is None:
        return Begun(None, None, (SourceNote("scenario", "unknown", UNNAMED),))
    source = "as you say" if named else "by the file's notes"
    moved = elsewhere(told, board)
    text = f"{told.scenario.id}, {told.scenario.title} ({source})"
    return Begun(told.scenario.id, moved, (SourceNote("scenario", "file", text),))


def scenario_named(series: Series, name: str) -> ToldScenario:
    """Find a scenario by its id, a name or its title. :raises InputError: there is none."""
    try:
        return find_scenario(series.id, name)
    except InputError:
        for id_, path in scenario_files(series.id).items():
            if read_told(path).scenario.title.casefold() == name.casefold():
                return find_scenario(series.id, id_)
        raise


def scenario_told(series: Series, game: Game) -> ToldScenario | None:
    """The scenario a game's notes tell of, None if they tell of none."""
    fields = decode(game.notes.get(NOTES, ""), "\t")
    lines = decode(fields[0], "|") if fields and fields[0] else []
    title = lines[0].partition(" (")[0].strip() if lines else ""
    try:
        return scenario_named(series, title) if title else None
    except InputError:
        return None


def elsewhere(told: ToldScenario, board: Board) -> bool:
    """Whether any counter that a set-up puts in a hex is not there."""
    country = board.country
    there = {(one.id, one.hex) for one in board.counters.values() if one.role == "unit"}
    # Adjoining maps may print one hex under two numbers.
    rows = [(row.unit, hex_id(country, row.hex)) for row in told.scenario.units if row.standing]
    placed = {(unit, country.number(id_)) for unit, id_ in rows if id_ != NOWHERE}
    return not placed <= there
