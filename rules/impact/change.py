"""What is put in place of what there is: a round's rules, a reading, tables, maps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.project import find_project
from clubroute.builder.terrain.compiled import CompiledMaps
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Method, Registry, UnknownMethodError
from clubroute.rules.logs.audit.examine import Settings
from clubroute.rules.logs.check.rounds import read_round
from clubroute.rules.logs.check.series import every_option, unusual
from clubroute.rules.logs.rulings import METHOD
from clubroute.rules.rulings.ruling import Ruling
from clubroute.rules.scs.games import choices

OPTIONS = "options"
"""The parameter of questions with the readings they are answered by."""
READINGS = "readings"
"""The option of a log's judge with the readings of a house."""


@dataclass(frozen=True, slots=True)
class PutMaps(CompiledMaps):
    """Maps as they lie in the folder ``put``; one it lacks is as ``others`` have it."""

    put: Path = Path()
    others: CompiledMaps | None = None

    def path(self, lattice: str) -> Path:
        """Find the file of a compiled map. :raises InputError: there is none."""
        there = self.put / f"{lattice}.terrain"
        return there if there.is_file() else Context(self.folder, maps=self.others).terrain(lattice)


@dataclass(frozen=True, slots=True)
class AskedWith:
    """What a season is asked with. ``maps`` is a folder of compiled maps that was named; ``rules``
    a round's file in place of each log's own, ``readings`` are chosen besides.
    """

    settings: Settings
    maps: Path | None = None
    rules: Path | None = None
    readings: tuple[tuple[str, str], ...] = ()

    def round_for(self, own: Path | None) -> Path | None:
        """Find the round's file that logs are judged by, whose own is another, perhaps."""
        return own if self.rules is None else self.rules

    def told_for(self, own: Path | None) -> dict[str, Any]:
        """Tell the judge of logs what is unusual. :raises InputError: a round's rules do not fit.

        :param own: their round's file, None for the usual rules.
        """
        rules = self.round_for(own)
        return self.with_readings({} if rules is None else unusual(read_round(rules)))

    def with_readings(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Add the readings that a judge of logs may be told."""
        mine = {name: choice for name, choice in self.readings if name in choices()}
        if not mine:
            return dict(told)
        others = [
            one for one in told.get(READINGS, ()) if one.partition("=")[0].strip() not in mine
        ]
        lines = [*others, *(f"{name}={choice}" for name, choice in mine.items())]
        return unusual({**told, READINGS: lines})

    def question(self, ruling: Ruling) -> Ruling:
        """Turn a record into the question that is asked instead.

        :raises InputError: a round's rules do not fit.
        """
        params = dict(ruling.params)
        if ruling.method == METHOD:
            names = {one.name for one in every_option()}
            told = {name: params.pop(name) for name in names & params.keys()}
            if self.rules is not None:
                one_log = {one.name for one in every_option() if one.one_log}
                kept = {name: value for name, value in told.items() if name in one_log}
                told = {**kept, **unusual(read_round(self.rules))}
            params |= self.with_readings(told)
        elif mine := self.readings_of(ruling):
            params[OPTIONS] = {**params.get(OPTIONS, {}), **mine}
        return replace(ruling, params=params)

    def in_project(self, context: Context) -> Context:
        """Put the maps that were named before those of a project."""
        if self.maps is None or context.maps is None:
            return context
        others = context.maps
        maps = PutMaps(others.project, others.folder, put=self.maps, others=others)
        return replace(context, maps=maps)

    def readings_of(self, ruling: Ruling) -> dict[str, str]:
        """Pick out the readings that the question of a record may be asked with."""
        if not self.readings:
            return {}
        try:
            known = readings_of(Registry().find(ruling.method, ruling.params))
        except UnknownMethodError:
            return {}
        return {name: choice for name, choice in self.readings if choice in known.get(name, ())}


def readings_of(method: Method) -> Mapping[str, list[str]]:
    """List the readings a method may be asked with, and the choices of each."""
    for part in method.params:
        if part.name == OPTIONS:
            properties = part.schema().get("properties", {})
            return {name: one["enum"] for name, one in properties.items() if "enum" in one}
    return {}


def every_reading() -> dict[str, list[str]]:
    """List the readings of all series, and the choices of each."""
    registry = Registry()
    found: dict[str, list[str]] = {name: list(told) for name, told in choices().items()}
    methods = (*registry.all(), *(one for many in registry.others().values() for one in many))
    for method in methods:
        for name, told in readings_of(method).items():
            found[name] = list(dict.fromkeys([*found.get(name, ()), *told]))
    return found


def changed(before: AskedWith, given: str) -> AskedWith:
    """Put what is given in place of what there is: a reading (``NAME=CHOICE``), a round's rules (a
    .toml file), a folder of owner's tables or of compiled maps.

    :raises InputError: it is none of these, or does not fit.
    """
    path = Path(given)
    settings = before.settings
    if not path.exists() and "=" in given:
        return replace(before, readings=(*before.readings, reading(given)))
    if path.is_dir():
        if any(path.glob("*.terrain")):
            others = settings.maps
            project = find_project(None) if others is None else others.project
            maps = PutMaps(project, settings.build, put=path, others=others)
            return replace(before, settings=replace(settings, maps=maps), maps=path)
        if any(path.glob("*.csv")):
            return replace(before, settings=replace(settings, owner=path))
    elif path.suffix == ".toml":
        read_round(path)
        return replace(before, rules=path)
    expected = (
        "READING=CHOICE, a round.toml, a folder with the owner's tables (.csv) or maps (.terrain)"
    )
    found = "something else" if path.exists() else "no such thing"
    raise InputError(Where.of(path), found, expected)


def reading(given: str) -> tuple[str, str]:
    """Take a reading, ``NAME=CHOICE``. :raises InputError: there is none such."""
    name, _, choice = (part.strip() for part in given.partition("="))
    known = every_reading()
    where = Where("--with")
    if name not in known:
        raise InputError(where, repr(given), "READING=CHOICE", nearest_name(name, known))
    if choice not in known[name]:
        near = nearest_name(choice, known[name])
        raise InputError(where, repr(given), f"{name}={one_of(known[name])}", near)
    return name, choice
