"""The series of games with rules here, each a folder beside this file with a ``series.toml``.

A further series joins by its folder alone: what does not belong to one game (owner's tables, seals
of rulings, reports) asks here which games and maps there are.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = "series.toml"


@dataclass(frozen=True, slots=True)
class Game:
    """A game, or several joined (``base``). ``short`` is its rulebook as cited."""

    id: str
    title: str
    short: str
    base: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """A series. ``folder`` holds its rules, ``lattice`` is what its maps lie on."""

    id: str
    title: str
    short: str
    lattice: str
    folder: Path
    games: tuple[Game, ...]

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

    def game(self, id: str) -> Game:
        """The game of that id. :raises KeyError: there is none."""
        for game in self.games:
            if game.id == id:
                return game
        raise KeyError(id)

    def order(self, id: str) -> tuple[Game, ...]:
        """The games whose values a game takes, the first that has one: itself, then its bases."""
        game = self.game(id)
        return (game, *(self.game(base) for base in game.base))


@cache
def all_series() -> tuple[Series, ...]:
    """Every series, sorted by id."""
    paths = sorted(Path(__file__).parent.glob(f"*/{FILE}"))
    return tuple(read_series(path) for path in paths)


def series(id: str) -> Series:
    """The series of that id. :raises KeyError: there is none."""
    for one in all_series():
        if one.id == id:
            return one
    raise KeyError(id)


def all_games() -> tuple[str, ...]:
    """The ids of every series' games."""
    return tuple(id for one in all_series() for id in one.maps)


def read_series(path: Path) -> Series:
    """The series a ``series.toml`` declares; its id is the name of the folder."""
    with path.open("rb") as stream:
        record = tomllib.load(stream)
    games = tuple(
        Game(row["id"], row["title"], row["short"], tuple(row.get("base", ())))
        for row in record["games"]
    )
    folder = path.parent
    return Series(folder.name, record["title"], record["short"], record["lattice"], folder, games)
