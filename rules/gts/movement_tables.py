"""The movement numbers of one game, read from ``tables/<game>.toml``.

Costs are half-MP integers here; ``None`` is "may not". A number stands once in the file, with its
rule; nothing in the code knows a cost. Rows are named tuples: nine frozen dataclasses would cost
every question 4 ms to make.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.model import MOVE_CLASSES, MoveClass

Price: TypeAlias = int | Literal["road"] | None
"""Half-MP; ``road``: only along a Road, at the Road's cost; None: may not."""

FOLDER = Path(__file__).parent / "tables"
GAMES = ("wed", "tdc")
"""The games that have a movement table."""


class TerrainRow(NamedTuple):
    """What it costs to enter a terrain: by class, (not in Column, in Column)."""

    rule: str
    price: Mapping[MoveClass, tuple[Price, Price]]
    keeps_column: bool = False
    leave_by_road: bool = False


class RoadRow(NamedTuple):
    """What it costs in Column to enter a hex along a kind of Road, by class."""

    rule: str
    price: Mapping[MoveClass, int]


class Passage(NamedTuple):
    """A way below a canal or a raised Road: half-MP added, by class; absent classes may not."""

    rule: str
    extra: Mapping[MoveClass, int]


class Ferry(NamedTuple):
    """Where a ferry can be and who may use it."""

    rule: str
    site_rule: str
    sites: str  # "destroyed_bridge" or "printed"
    classes: tuple[str, ...]
    improved: tuple[str, ...]
    improved_rule: str
    assault: bool
    assault_rule: str


class Limit(NamedTuple):
    """Hexes some units (all, if ``who`` and ``side`` are empty) may not enter, or may not leave.

    ``area`` is the id of a set of hexes of the map, ``unsure`` that of the hexes of which nobody
    can tell without the printed map whether they belong to it. ``windows`` are the maps it holds
    on (all if empty), ``map`` a game whose whole map is meant, ``but`` groups among ``who`` it does
    not hold for. ``until`` is ``YYYY-MM-DD HHMM``, the first turn without the limit.
    ``unless`` names a condition that only the players can judge. ``route``: the area is the Club
    Route a state says has been declared, and a unit is asked whether it has been freed of it.
    """

    rule: str
    why: str
    who: tuple[str, ...]
    area: str = ""
    keep_out: bool = False
    side: str = ""
    unsure: str = ""
    windows: tuple[str, ...] = ()
    until: str = ""
    unless: str = ""
    map: str = ""
    route: bool = False
    but: tuple[str, ...] = ()


class Exit(NamedTuple):
    """Units that leave the map when they enter an exit hex, and the maps that is said of.

    ``recalled`` is the rule by which units come back and never leave again, ``lifted`` the one by
    which nobody leaves on any other map.
    """

    rule: str
    who: tuple[str, ...]
    why: str
    windows: tuple[str, ...]
    recalled: str
    lifted: str


class Piggyback(NamedTuple):
    """Infantry riding on a vehicle: who may, and what it costs the vehicle when they get off.

    ``dismount`` is the share of the printed allowance. ``who`` names the units that may on the maps
    ``windows`` (all, if empty); ``boards`` is the rule by which riders get on in play, if any.
    """

    rule: str
    dismount: float
    scope: str
    restrictions: str
    boards: str
    who: tuple[str, ...]
    windows: tuple[str, ...]


class Divisional(NamedTuple):
    """Divisional Trucks and Jeeps: whose Units may use them, and whether the rule is optional."""

    rule: str
    classes: tuple[str, ...]
    optional: bool


class MovementTable(NamedTuple):
    """One game's movement rules as data. Rules are without the game: see :meth:`cite`."""

    game: str
    short: str
    enter_column: int
    enter_rule: str
    leave_column: int
    leave_rule: str
    terrain: Mapping[str, TerrainRow]
    roads: Mapping[str, RoadRow]
    raised: frozenset[str]
    raised_rule: str
    raised_times: int
    stream: tuple[int, int]
    stream_rule: str
    rivers: frozenset[str]
    river_rule: str
    impassable: frozenset[str]
    impassable_rule: str
    passages: Mapping[str, Passage]
    ferry: Ferry
    bridges: Mapping[str, str]
    limits: tuple[Limit, ...]
    exit: Exit
    piggyback: Piggyback
    divisional: Divisional

    def cite(self, rule: str) -> str:
        """A rule of this game as cited: ``WED 2.11``."""
        return f"{self.short} {rule}"


def movement_table(game: str) -> MovementTable:
    """The table of a game (``wed``, ``tdc``). :raises InputError: no such game."""
    if game not in GAMES:
        raise InputError(
            Where("params", part="game"),
            repr(game),
            "one of " + ", ".join(GAMES),
            nearest_name(game, GAMES),
        )
    with (FOLDER / f"{game}.toml").open("rb") as stream:
        return parsed(tomllib.load(stream))


def parsed(record: Mapping[str, Any]) -> MovementTable:
    """A table from the values of its file."""
    column, raised, sides = record["column"], record["raised"], record["hexsides"]
    return MovementTable(
        game=record["game"],
        short=record["short"],
        enter_column=halves(column["enter"]),
        enter_rule=column["enter_rule"],
        leave_column=halves(column["leave"]),
        leave_rule=column["leave_rule"],
        terrain={
            name: TerrainRow(
                row["rule"],
                {c: (price(row[c][0]), price(row[c][1])) for c in MOVE_CLASSES},
                row.get("keeps_column", False),
                row.get("leave_by_road", False),
            )
            for name, row in record["terrain"].items()
        },
        roads={
            kind: RoadRow(row["rule"], {c: halves(row[c]) for c in MOVE_CLASSES})
            for row in record["roads"].values()
            for kind in row["kinds"]
        },
        raised=frozenset(raised["kinds"]),
        raised_rule=raised["rule"],
        raised_times=raised["times"],
        stream=(halves(sides["stream"]["leg"][0]), halves(sides["stream"]["leg"][1])),
        stream_rule=sides["stream"]["rule"],
        rivers=frozenset(sides["river"]["kinds"]),
        river_rule=sides["river"]["rule"],
        impassable=frozenset(sides["impassable"]["kinds"]),
        impassable_rule=sides["impassable"]["rule"],
        passages={name: passage(record["passages"], name) for name in record["passages"]},
        ferry=Ferry(
            **{
                **record["ferry"],
                "classes": tuple(record["ferry"]["classes"]),
                "improved": tuple(record["ferry"]["improved"]),
            }
        ),
        bridges=record["bridges"],
        limits=tuple(limit(row) for row in record["limits"]),
        exit=leaving(record["exit"]),
        piggyback=riding(record["piggyback"]),
        divisional=Divisional(
            record["transport"]["divisional"],
            tuple(record["transport"]["classes"]),
            record["transport"]["optional"],
        ),
    )


def riding(row: Mapping[str, Any]) -> Piggyback:
    """Infantry riding on vehicles, from the values of its table."""
    lists = {name: tuple(row[name]) for name in ("who", "windows")}
    return Piggyback(**{**row, **lists})


def leaving(row: Mapping[str, Any]) -> Exit:
    """Who leaves the map, from the values of its table."""
    who, windows = tuple(row["who"]), tuple(row["windows"])
    return Exit(row["rule"], who, row["why"], windows, row["recalled"], row["lifted"])


def limit(row: Mapping[str, Any]) -> Limit:
    """A limit from the values of its row."""
    lists = {name: tuple(row.get(name, ())) for name in ("who", "windows", "but")}
    return Limit(**{**row, **lists})


def passage(rows: Mapping[str, Any], name: str) -> Passage:
    """A way below, with the costs of the row it is said to be like."""
    row = rows[name]
    like = rows[row["same_as"]] if "same_as" in row else row
    allowed = row.get("only", MOVE_CLASSES)
    return Passage(row["rule"], {c: halves(like[c]) for c in MOVE_CLASSES if c in allowed})


def price(value: float | str) -> Price:
    """A cell of a terrain row."""
    if isinstance(value, str):
        return "road" if value == "road" else None
    return halves(value)


def halves(value: float) -> int:
    """Movement points as half-MP."""
    return round(value * 2)
