"""The set-ups of our modules as saved games, made from their sources without a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from clubroute.builder.module.outline import shelf_of
from clubroute.builder.module.setups import Shelf, empty_setup, setup_of
from clubroute.builder.project import shipped_project
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.setup import setup_archive

GAMES = ("wed", "tdc", "mg", "ins")


@cache
def shelf(game: str) -> Shelf:
    """What the set-ups of a game are made of."""
    return shelf_of(shipped_project(), game)


def metadata(game: str) -> Metadata:
    """What a save says of the module it belongs to."""
    source = shelf(game).game
    return Metadata(source.version, source.vassal, 0, source.description, source.name)


def set_ups(game: str) -> Iterator[tuple[str, bytes]]:
    """The saves of a game's scenarios, by the scenarios' ids."""
    for scenario in shelf(game).counters.setups:
        yield scenario.id, setup_archive(setup_of(scenario, shelf(game)), metadata(game))


@cache
def set_up(game: str, id_: str) -> bytes:
    """The save of a scenario."""
    (scenario,) = (one for one in shelf(game).counters.setups if one.id == id_)
    return setup_archive(setup_of(scenario, shelf(game)), metadata(game))


def empty(game: str) -> bytes:
    """The save of a map without a counter."""
    return setup_archive(empty_setup(shelf(game)), metadata(game))


def named(game: str) -> Iterator[str]:
    """The ids of a game's scenarios that are set-ups, as the heads of their files say them.

    Each process of a run names its tests by them; reading every counter would take it a second.
    """
    for path in sorted((shipped_project().game(game) / "scenarios").glob("*.toml")):
        head = path.read_text(encoding="utf-8").partition("\n[")[0]
        if re.search(r"^setup = true\b", head, re.MULTILINE):
            (id_,) = re.findall(r'^id = "(.+)"', head, re.MULTILINE)
            yield id_


SCENARIOS = tuple((game, id_) for game in GAMES for id_ in named(game))
