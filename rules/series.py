"""The series of games with rules here, each a folder beside this file with a ``series.toml``.

A further series joins by its folder alone, here or in an installed package: what does not belong
to one game (owner's tables, seals of rulings, reports) asks here which games and maps there are,
and the registry of methods who answers which questions. Modules are named here and imported when
first asked for, so that a question pays only for its own kind.

A game of the project around us that no series has is a series by itself
(:mod:`clubroute.rules.plain`): its map has the name of its folder.
"""

from __future__ import annotations

import importlib
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.files.regular import changed
from clubroute.builder.project import (
    MODULE_FILE,
    SERIES_GROUP,
    SHIPPED,
    TEMPLATE,
    Project,
    below,
    packages_in,
    project_here,
)
from clubroute.rules.position.record import read_record, record_schema

FILE = "series.toml"
STATE = "state"
PLAIN = "plain"
RULES_FILE = "rules.toml"
"""A game's rules as tables, beside its counters."""

Families: TypeAlias = Mapping[str, tuple[str, ...]]
"""The first part of a method's name → the modules that answer such methods."""


@dataclass(frozen=True, slots=True)
class SeriesGame:
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
    ``SAVES`` reads its saves (:mod:`rules.saves.position`); ``ratings`` the owner's table of what
    stands on its counters; ``pages`` the module whose ``own_sections`` tells what its scenarios
    have beside those of every series (:mod:`rules.scenarios.document`), ``charts`` the one whose
    ``charts`` makes the charts of its modules; ``limits`` are the modules whose ``conditions``
    limit where its units may be. ``home`` is the folder with the sources of a game that is a series
    by itself, None where clubroute brings them; ``windows`` has what its lattice calls a map that
    has another name here. ``opens`` is the scenario that a map room begins with: one in which
    most units may move at once.
    """

    id: str
    title: str
    short: str
    lattice: str
    folder: Path
    games: tuple[SeriesGame, ...]
    position: str
    judge: str
    families: Families
    saves: str = ""
    scenarios: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ratings: str = ""
    pages: str = ""
    charts: str = ""
    limits: tuple[str, ...] = ()
    home: Path | None = None
    windows: Mapping[str, str] = field(default_factory=dict)
    opens: str = ""

    @property
    def counters(self) -> Path:
        """The folder with a folder of counters for each of its games."""
        return Project(SHIPPED if self.home is None else self.home).counters

    @property
    def shipped(self) -> bool:
        """Whether it comes with clubroute, and not from a project's folder or a package."""
        return self.counters == SHIPPED / "counters"

    @property
    def kind(self) -> str:
        """What its commands in words are told by: its id, or for a game that is a series by itself
        what those have in common."""
        return self.folder.name if self.home is not None else self.id

    @property
    def key(self) -> str:
        """What its methods are known by: its id, with what it answers where that may change."""
        if self.home is None:
            return self.id
        modules = sorted({one for many in self.families.values() for one in many})
        return f"{self.id} {' '.join(modules)}"

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

    def game(self, id_: str) -> SeriesGame:
        """Find a game by its id. :raises KeyError: there is none."""
        for game in self.games:
            if game.id == id_:
                return game
        raise KeyError(id_)

    def order(self, id_: str) -> tuple[SeriesGame, ...]:
        """List the games whose values a game takes, the first that has one: itself, its bases."""
        game = self.game(id_)
        return (game, *(self.game(base) for base in game.base))


@cache
def all_series() -> tuple[Series, ...]:
    """Find every series of several games, sorted by id: ours, then those that packages bring.

    >>> [series.id for series in all_series()]
    ['gts', 'scs']
    """
    here = sorted(Path(__file__).parent.glob(f"*/{FILE}"))
    brought = [
        replace(read_series(folder / FILE, module), id=name)
        for name, module, folder in packages_in(SERIES_GROUP)
        if (folder / FILE).is_file()
    ]
    return (*(read_series(path) for path in here), *brought)


def series(id_: str) -> Series:
    """Find a series by its id. :raises KeyError: there is none."""
    for one in all_series():
        if one.id == id_:
            return one
    own = own_series(id_)
    if own is None:
        raise KeyError(id_)
    return own


def all_games() -> tuple[str, ...]:
    """List the ids of the games of all series of several games."""
    return tuple(id_ for one in all_series() for id_ in one.maps)


def every_map() -> tuple[str, ...]:
    """List every map there is: those of all series, then those of games that are one each."""
    return (*all_games(), *own_games())


def own_games() -> tuple[str, ...]:
    """List the games that no series has: those of the project around us, ours that come with
    rules as tables, and those of packages. The example that ``clubroute new`` copies is none.
    """
    shipped = SHIPPED / "counters"
    names = (
        name
        for one in project_here().places()
        for name in one.own_games()
        if name != TEMPLATE or one.counters != shipped
    )
    known = all_games()
    return tuple(dict.fromkeys(name for name in names if name not in known))


def own_series_list() -> Iterator[Series]:
    """The games of :func:`own_games`, each a series; those whose files cannot be read are left
    out, since who asks about another game has no use for their mistakes."""
    for name in own_games():
        with suppress(InputError):
            if (found := own_series(name)) is not None:
                yield found


def own_series(name: str) -> Series | None:
    """A game that no series has, as a series; None if there is none of that name.

    Our own example is one, too, though no list has it. :raises InputError: its files cannot be
    read.
    """
    if not name.replace("-", "").isalnum() or name in all_games():
        return None
    home = project_here().with_game(name)
    module, rules = (below(home.counters, name, file) for file in (MODULE_FILE, RULES_FILE))
    stamp = changed(module), changed(rules)
    return None if stamp[0] is None else game_as_series(home.root, module, stamp)


@lru_cache(maxsize=32)
def game_as_series(home: Path, path: Path, changed: object) -> Series:
    """A game as a series, as its ``module.toml`` has it.

    Which questions it answers follows from the tables of its ``rules.toml``
    (``plain/families.toml``). :raises InputError: one of the two cannot be read.
    """
    from clubroute.builder.sources.tables import read_toml
    from clubroute.builder.sources.toml_table import read_toml_table

    told = read_toml_table(path)
    lattice, title = told.value("lattice", str), told.value("name", str)
    beside = path.with_name(RULES_FILE)
    rules = read_toml(beside) if beside.exists() else {}
    package = f"clubroute.rules.{PLAIN}"
    folder = Path(__file__).with_name(PLAIN)
    families: dict[str, tuple[str, ...]] = {}
    for row in read_toml(folder / "families.toml")["family"]:
        if rules.keys() >= set(row.get("needs", ())):
            modules = tuple(module_named(package, one) for one in row["modules"])
            families[row["name"]] = families.get(row["name"], ()) + modules
    name, window = path.parent.name, told.optional("window", path.parent.name)
    short = str(rules.get("short", title))
    return Series(
        name,
        title,
        short,
        lattice,
        folder,
        (SeriesGame(name, title, short),),
        f"{package}.game",
        f"{package}.logs",
        families,
        f"{package}.saves",
        home=home,
        windows={name: window},
    )


def read_series(path: Path, package: str = "") -> Series:
    """Read a series from its ``series.toml``. Its id is the name of the folder.

    :param package: that of its modules; ours by default.
    """
    with path.open("rb") as stream:
        record = tomllib.load(stream)
    games = tuple(
        SeriesGame(row["id"], row["title"], row["short"], tuple(row.get("base", ())))
        for row in record["games"]
    )
    folder = path.parent
    package = package or f"clubroute.rules.{folder.name}"
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
        opens=record.get("opens", ""),
    )


def module_named(package: str, name: str) -> str:
    """Return a module's full name: ``rules.lookup`` is shared, others are the series' own."""
    return f"clubroute.{name}" if name.startswith("rules.") else f"{package}.{name}"


def series_of(params: Mapping[str, Any]) -> Series | None:
    """Find the series of a question's map, None if it names no known one."""
    told = params.get("map")
    known = next((one for one in all_series() if told in one.maps), None)
    return own_series(told) if known is None and isinstance(told, str) else known


def series_at(map_: str, where: Where | None = None) -> Series:
    """Find the series that has a map, named at ``where``. :raises InputError: none has.

    >>> series_at("wed").id
    'gts'
    """
    found = series_of({"map": map_})
    if found is None:
        maps, where = every_map(), where or Where("params", part="map")
        raise InputError(where, repr(map_), one_of(maps), nearest_name(map_, maps))
    return found
