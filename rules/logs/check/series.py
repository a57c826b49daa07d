"""Finds the series whose judge a log gets, by name, by its module or by its file of counters."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.project import Project, shipped_project
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.asking.context import Context
from clubroute.rules.logs.check.judge import CounterFile
from clubroute.rules.logs.check.module import Module, module_of
from clubroute.rules.rulings.ruling import code_digest, folder_digest
from clubroute.rules.series import Series as OwnSeries
from clubroute.rules.series import (
    all_series,
    own_series,
    own_series_list,
    series,
)

if TYPE_CHECKING:
    from clubroute.rules.logs.audit.modules import Modules
    from clubroute.rules.logs.check.finding import LogFinding
    from clubroute.rules.logs.check.judge import (
        FindingPictures,
        JudgedSeries,
        Option,
        Record,
        Referee,
        Told,
        UnderWay,
    )
    from clubroute.rules.logs.game import Game
    from clubroute.rules.logs.read import GameLog
    from clubroute.rules.logs.replay import Moment


# Our own modules without a build: where their hexes lie, as their sources say.


def outlined(context: Context, title: str) -> Module | None:
    """Our own module of a name, from its sources, read once; None if it is none of ours."""
    from clubroute.builder.module.outline import module_outline

    key = ("module outline", title)
    found: Module | None = context.loaded.get(key)
    source = None if found is not None else source_of(context, title)
    if source is not None:
        found = context.loaded[key] = module_of(module_outline(*source))
    return found


def source_of(context: Context, title: str) -> tuple[Project, str] | None:
    """The project and the game of our own module of a name; None if it is none of ours."""
    from clubroute.builder.module.outline import game_named

    for project in (Project(context.folder.parent), shipped_project()):
        game = game_named(project, title)
        if game is not None:
            return project, game.name
    return None


def outline_digest(context: Context, title: str) -> str:
    """The digest of what an outlined module is made of; "" if none of that name is."""
    key = ("module outline digest", title)
    found: str | None = context.loaded.get(key)
    if found is None:
        source = source_of(context, title)
        digest = "" if source is None else folder_digest(source[0].counters, ("*.toml", "*.csv"))
        found = context.loaded[key] = f"{code_digest()} {digest}" if digest else ""
    return found


UNJUDGED = "clubroute.rules.logs.check.series"
"""The module of series whose logs nobody judges; it knows findings, which ask here for words."""


def series_named(name: str) -> JudgedSeries:
    """The series of a name, as its ``series.toml`` has it (:mod:`clubroute.rules.series`)."""
    found: JudgedSeries = importlib.import_module(series(name).judge).SERIES
    return found


def every_series() -> Iterator[JudgedSeries]:
    """All series, the first one first."""
    return (series_named(one.id) for one in all_series() if one.judge)


def series_of_module(module: str) -> JudgedSeries:
    """Find the series that a module of ours belongs to; one that judges nothing if none does."""
    claimed = next((one for one in every_series() if one.plays(module)), None)
    own = (one for one in own_series_list() if one.title == module)
    return claimed or next(map(own_logs, own), None) or unclaimed(module)


def own_logs(one: OwnSeries) -> JudgedSeries:
    """The logs of a game that is a series by itself."""
    found: JudgedSeries = importlib.import_module(one.judge).logs_of(one)
    return found


def unclaimed(module: str) -> JudgedSeries:
    """The series of a module that no series claims."""
    why = f"no series of games claims the module {module!r}"
    made: JudgedSeries = importlib.import_module(UNJUDGED).UnjudgedSeries(
        module, first_series().counters, "", why
    )
    return made


def series_of_window(window: str) -> JudgedSeries:
    """Find the series that is played on a map of the rules."""
    known = next((one for one in every_series() if window in one.windows), None)
    own = own_series(window) if known is None and window else None
    return known or (first_series() if own is None else own_logs(own))


def first_series() -> JudgedSeries:
    """Return the first series, which is asked where a file of counters names none."""
    return next(every_series())


@cache
def check_names() -> Mapping[str, str]:
    """Return the kinds of findings of all series, with the words people read."""
    return {check: words for one in every_series() for check, words in one.checks.items()}


@cache
def every_option() -> tuple[Option, ...]:
    """Return the options of all series, each name once."""
    named = {option.name: option for one in every_series() for option in one.options}
    return tuple(named.values())


def by_flag(error: InputError) -> InputError:
    """An error at an option's parameter, told at its flag to who gave that."""
    place = {Where("params", part=option.name): Where(option.flag) for option in every_option()}
    where = place.get(error.where)
    if where is None:
        return error
    return InputError(where, error.found, error.expected, error.nearest)


def unusual(told: Told) -> dict[str, Any]:
    """Return what was told without what is usual, in the order the options are declared."""
    return {
        option.name: told[option.name]
        for option in every_option()
        if option.name in told and told[option.name] != option.usual
    }


def settled(told: Told) -> tuple[tuple[str, Any], ...]:
    """Return what was told as plain pairs that never change: a list as a tuple."""
    return tuple(
        (name, tuple(value) if isinstance(value, list) else value) for name, value in told.items()
    )


def check_told(told: Told) -> None:
    """Hold options against what their series know, by whichever series a log is judged.

    :raises InputError: a value names nothing there is; it is told at the option's flag.
    """
    for option in every_option():
        if option.check is not None and told.get(option.name):
            try:
                option.check(told[option.name])
            except InputError as error:
                raise by_flag(error) from None


def open_referee(
    context: Context, module: str, counters: Path | None, scenario: str = ""
) -> Referee:
    """Open the referee for a module's logs; ``counters`` is a file for a module that is not ours.

    :raises InputError: the file cannot be read, or something in it does not fit.
    """
    if counters is None:
        own = series_of_module(module)
        file = CounterFile(own.counters, read_counters(own.counters), True)
        return own.referee(context, file, scenario)
    file = CounterFile(counters, read_counters(counters), False)
    return series_in(file).referee(context, file, scenario)


def series_in(counters: CounterFile) -> JudgedSeries:
    """The series that a file of counters names. :raises InputError: there is none such."""
    names = [one.id for one in all_series() if one.judge]
    name = counters.values.get("series", names[0])
    if name not in names:
        where = Where(str(counters.path), part="series")
        near = nearest_name(str(name), names)
        raise InputError(where, repr(name), one_of(names), near)
    return series_named(name)


def read_counters(path: Path) -> Mapping[str, Any]:
    """Read the values of a file of counters, those of its ``base`` behind its own.

    :raises InputError: it cannot be read, or there is no such base.
    """
    own = read_toml(path)
    base = own.pop(BASE, None)
    return own if base is None else over(own, read_toml(base_file(own, base, path)))


BASE = "base"
"""The name, in a file of counters, of one of ours that it goes on from."""


def base_file(own: Mapping[str, Any], base: object, path: Path) -> Path:
    """The file of a name beside that of our own counters. :raises InputError: there is none."""
    series = series_in(CounterFile(path, own, False))
    files = {one.stem: one for one in sorted(series.counters.parent.glob("*.toml"))}
    if not isinstance(base, str) or base not in files:
        where, near = Where(str(path), part=BASE), nearest_name(str(base), files)
        raise InputError(where, repr(base), one_of(files), near)
    return files[base]


def over(own: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """A file's values with those of its base: rows behind its own, tables filled in."""
    found = {**base, **own}
    for name in own.keys() & base.keys():
        mine, others = own[name], base[name]
        if isinstance(mine, dict) and isinstance(others, dict):
            found[name] = over(mine, others)
        elif name not in FIXED and isinstance(mine, list) and isinstance(others, list):
            found[name] = [*mine, *others]
    return found


FIXED = ("passive",)
"""Lists that a file's own word replaces."""


# What every series declares alike of the logs of our own modules.


class SeriesOfOurs:
    """A series whose file ``counters`` describes the counters of our modules."""

    counters: Path

    def plays(self, module: str) -> bool:
        """Tell whether our counters' file names a module."""
        return module in own_modules(self.counters)

    def pictures(self, context: Context, modules: Modules) -> FindingPictures:
        """Open what draws moves on the map."""
        from clubroute.rules.logs.audit.pictures import MovePictures

        return MovePictures(context, modules)


@cache
def own_modules(counters: Path) -> frozenset[str]:
    """Read the names of the modules that a file of counters is for."""
    return frozenset(read_counters(counters)["windows"])


# Logs that are read and replayed, and that nobody judges: no series' rules are theirs.


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
