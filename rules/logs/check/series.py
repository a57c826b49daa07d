"""Finds the series whose judge a log gets, by name, by its module or by its file of counters."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.sources.tables import read_toml
from clubroute.rules.logs.check.judge import CounterFile
from clubroute.rules.series import Series as OwnSeries
from clubroute.rules.series import all_series, own_series, own_series_list, series

if TYPE_CHECKING:
    from pathlib import Path

    from clubroute.rules.asking.context import Context
    from clubroute.rules.logs.check.judge import JudgedSeries, Option, Referee, Told


UNJUDGED = "clubroute.rules.logs.check.unjudged"
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
