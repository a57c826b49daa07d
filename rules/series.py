"""The series of games with rules here, each a folder beside this file with a ``series.toml``.

A further series joins by its folder alone: what does not belong to one game (owner's tables, seals
of rulings, reports) asks here which games and maps there are, and the registry of methods who
answers which questions. Modules are named here and imported when first asked for, so that a
question pays only for its own kind.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.rules.position.record import read_record, record_schema

FILE = "series.toml"
STATE = "state"

Families: TypeAlias = Mapping[str, tuple[str, ...]]
"""The first part of a method's name → the modules that answer such methods."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, or several joined (``base``). ``short`` is its rulebook as cited."""

    id: str
    title: str
    short: str
    base: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """A series. ``folder`` holds its rules, ``lattice`` is what its maps lie on.

    ``position`` is the module whose ``Position`` is a state;
    ``scenarios`` has, by the name that rules use, what else a scenario is called; ``judge`` is the
    module whose ``SERIES`` judges its logs (:mod:`rules.logs.check.judge`), ``saves`` the one whose
    ``SAVES`` reads its saves (:mod:`rules.saves.series`); ``ratings`` the owner's table of what
    stands on its counters; ``pages`` the module whose ``own_sections`` tells what its scenarios
    have beside those of every series (:mod:`rules.scenarios.document`), ``charts`` the one whose
    ``charts`` makes the charts of its modules; ``limits`` are the modules whose ``conditions``
    limit where its units may be.
    """

    id: str
    title: str
    short: str
    lattice: str
    folder: Path
    games: tuple[Game, ...]
    position: str
    judge: str
    families: Families
    saves: str = ""
    scenarios: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ratings: str = ""
    pages: str = ""
    charts: str = ""
    limits: tuple[str, ...] = ()

    @property
    def maps(self) -> tuple[str, ...]:
        """The ids of all games, joined ones too: the maps a question may be about."""
        return tuple(game.id for game in self.games)

    @property
    def printed(self) -> tuple[str, ...]:
        """The ids of the games that have a rulebook and sheets of their own."""
        return tuple(game.id for game in self.games if not game.base)

    @property
    def map_file(self) -> str:
        """The name of the compiled map."""
        return f"{self.lattice}.terrain"

    @property
    def cite(self) -> str:
        """The series rules as cited: ``GTS series``."""
        return f"{self.short} series"

    @property
    def shorts(self) -> frozenset[str]:
        """The first words of complete citations."""
        return frozenset((self.short, *(game.short for game in self.games)))

    def read_state(self, value: Mapping[str, Any], handle: str = "") -> Any:
        """Parse a state, told its handle if it is to be open. :raises InputError: it is wrong."""
        if not self.position:
            where = Where("params", part="map")
            raise InputError(where, f"a map of the {self.title}", "one whose rules know positions")

        found = read_record(importlib.import_module(self.position).Position, value, STATE)
        return replace(found, handle=handle)

    def state_schema(self) -> Mapping[str, Any]:
        """The JSON Schema of a state."""
        return record_schema(importlib.import_module(self.position).Position)

    def game(self, id_: str) -> Game:
        """Find a game by its id. :raises KeyError: there is none."""
        for game in self.games:
            if game.id == id_:
                return game
        raise KeyError(id_)

    def order(self, id_: str) -> tuple[Game, ...]:
        """List the games whose values a game takes, the first that has one: itself, its bases."""
        game = self.game(id_)
        return (game, *(self.game(base) for base in game.base))


@cache
def all_series() -> tuple[Series, ...]:
    """Every series, sorted by id."""
    paths = sorted(Path(__file__).parent.glob(f"*/{FILE}"))
    return tuple(read_series(path) for path in paths)


def series(id_: str) -> Series:
    """Find a series by its id. :raises KeyError: there is none."""
    for one in all_series():
        if one.id == id_:
            return one
    raise KeyError(id_)


def all_games() -> tuple[str, ...]:
    """List the ids of the games of all series."""
    return tuple(id_ for one in all_series() for id_ in one.maps)


def read_series(path: Path) -> Series:
    """Read a series from its ``series.toml``. Its id is the name of the folder."""
    with path.open("rb") as stream:
        record = tomllib.load(stream)
    games = tuple(
        Game(row["id"], row["title"], row["short"], tuple(row.get("base", ())))
        for row in record["games"]
    )
    folder = path.parent
    package = f"clubroute.rules.{folder.name}"
    families = {
        name: tuple(module_named(package, module) for module in modules)
        for name, modules in record.get("families", {}).items()
    }
    return Series(
        folder.name,
        record["title"],
        record["short"],
        record["lattice"],
        folder,
        games,
        f"{package}.{record['position']}" if "position" in record else "",
        f"{package}.{record['judge']}" if "judge" in record else "",
        families,
        f"{package}.{record['saves']}" if "saves" in record else "",
        {name: tuple(names) for name, names in record.get("scenarios", {}).items()},
        record.get("ratings", ""),
        f"{package}.{record['pages']}" if "pages" in record else "",
        f"{package}.{record['charts']}" if "charts" in record else "",
        tuple(f"{package}.{module}" for module in record.get("limits", ())),
    )


def module_named(package: str, name: str) -> str:
    """Return a module's full name: ``rules.lookup`` is shared, others are the series' own."""
    return f"clubroute.{name}" if name.startswith("rules.") else f"{package}.{name}"


def series_of(params: Mapping[str, Any]) -> Series | None:
    """Find the series of a question's map, None if it names no known one."""
    told = params.get("map")
    return next((one for one in all_series() if told in one.maps), None)


def series_at(map_: str, where: Where | None = None) -> Series:
    """Find the series that has a map, named at ``where``. :raises InputError: none has."""
    found = series_of({"map": map_})
    if found is None:
        maps, where = all_games(), where or Where("params", part="map")
        raise InputError(where, repr(map_), one_of(maps), nearest_name(map_, maps))
    return found
