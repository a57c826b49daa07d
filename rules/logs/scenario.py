"""Which scenario is played, by its name or by the notes of a game."""

from __future__ import annotations

from clubroute.builder.errors import InputError
from clubroute.builder.vassal.sequence import decode
from clubroute.rules.logs.game import Game
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, read_told, scenario_files

NOTES = "NOTES"
"""The page of VASSAL's notes that our set-ups fill; its first line is the scenario's title."""


def scenario_named(series: str, name: str) -> ToldScenario:
    """Find a scenario by its id, a name or its title. :raises InputError: there is none."""
    try:
        return find_scenario(series, name)
    except InputError:
        for id_, path in scenario_files(series).items():
            if read_told(path).scenario.title.casefold() == name.casefold():
                return find_scenario(series, id_)
        raise


def scenario_noted(series: str, game: Game) -> ToldScenario | None:
    """The scenario a game's notes tell of, None if they tell of none."""
    fields = decode(game.notes.get(NOTES, ""), "\t")
    lines = decode(fields[0], "|") if fields and fields[0] else []
    title = lines[0].partition(" (")[0].strip() if lines else ""
    try:
        return scenario_named(series, title) if title else None
    except InputError:
        return None
