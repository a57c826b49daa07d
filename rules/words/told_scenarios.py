"""The scenarios that words name, and the maps they are played on."""

from __future__ import annotations

from clubroute.rules.scenarios.book import named, scenario_files
from clubroute.rules.series import all_games, all_series, series_at


def scenario_names() -> frozenset[str]:
    """What scenarios are called that no map is: campaign, combined."""
    names = {name for series in all_series() for name in series.scenarios}
    return frozenset(names) - set(all_games()) - {name for name in names if "-" in name}


def game_of(scenario: str) -> str | None:
    """The game, whose map has its name, in which a scenario is played; None if there is none."""
    for series in all_series():
        files = scenario_files(series.id)
        file = files.get(named(series.id, scenario, files))
        if file is not None:
            return next(path.name for path in file.parents if path.name in series.maps)
    return None


def plays_on(scenario: str, window: str) -> bool:
    """Whether a scenario is played on a map, or on one that it is joined with; of one that nobody
    knows the method tells."""
    game = game_of(scenario)
    if game is None or series_at(game) != series_at(window):
        return True
    series = series_at(window)
    if scenario.casefold() in scenario_names() and len(series.order(window)) > 1:
        return game == window  # each of the games that are joined has a campaign of its own
    ends = {one.id for one in series.order(game)}, {one.id for one in series.order(window)}
    return window in ends[0] or game in ends[1]
