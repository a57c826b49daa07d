"""The games of the Grand Tactical Series and their rulebooks (``series.toml``, ``tables/``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import (
    TYPE_CHECKING,
    Literal,
    NamedTuple,
    TypeAlias,
)

from clubroute.builder.errors import (
    InputError,
    Where,
    nearest_name,
    one_of,
)
from clubroute.builder.project import shipped_project
from clubroute.rules.answer.model import MOVE_CLASSES, MoveClass
from clubroute.rules.book.rulebook import Section, answers_of, topic
from clubroute.rules.series import series

if TYPE_CHECKING:
    from clubroute.rules.asking.context import Context


# Source files the rules share with the module: what its windows show, players are told too.


def source_file(name: str, project: Path | None = None) -> Path:
    """A file of a project's sources, ``counters/wed/club_route.toml``, else the one shipped.

    :raises InputError: there is neither.
    """
    shipped = shipped_project().root / name
    own = shipped if project is None else project / name
    for path in (own, shipped):
        if path.is_file():
            return path
    raise InputError(Where.of(shipped), "no such file", "a source file of clubroute")


SERIES = series("gts")
answers = partial(answers_of, SERIES.id)
"""Declares the function that answers a method of the series with a receipt."""
MAPS = SERIES.maps
"""The maps of the series: one a game, and one of all of them joined."""
GAMES = SERIES.printed
"""The games that have a rulebook of their own."""


def book(name: str, game: str) -> Section:
    """A topic's rules as a game, or a rule set, has them. :raises KeyError: no such game.

    >>> book("bridge", "wed").where.path.endswith("bridge.toml")
    True
    """
    return topic(SERIES.id, name, game)


# The movement numbers of one game, from ``tables/movement.toml``, as types.
#
# Costs are half-MP integers here; ``None`` is "may not". A number stands once in the file, with
# its rule; nothing in the code knows a cost. Rules are as cited, ``WED 2.11``. Rows are named
# tuples: nine frozen dataclasses would cost every question 4 ms to make.

Price: TypeAlias = int | Literal["road"] | None
"""Half-MP; ``road``: only along a Road, at the Road's cost; None: may not."""


class TerrainRow(NamedTuple):
    """The cost of entering a terrain: by class, (not in Column, in Column)."""

    rule: str
    price: Mapping[MoveClass, tuple[Price, Price]]
    keeps_column: bool = False
    leave_by_road: bool = False


class RoadRow(NamedTuple):
    """The cost, in Column, of entering a hex along a kind of Road, by class."""

    rule: str
    price: Mapping[MoveClass, int]


class Passage(NamedTuple):
    """A way below a canal or a raised Road: half-MP added, by class; absent classes may not."""

    rule: str
    extra: Mapping[MoveClass, int]


class FerryPlaces(NamedTuple):
    """Where a ferry can be and who may use it."""

    rule: str
    site_rule: str
    sites: str  # "destroyed_bridge" or "printed"
    classes: tuple[str, ...]
    improved_rule: str
    assault_rule: str
    improved: tuple[str, ...] = ()
    assault: bool = False


class Limit(NamedTuple):
    """Hexes some units (all, if ``who`` and ``side`` are empty) may not enter, or may not leave.

    ``area`` is the id of a set of hexes of the map, ``unsure`` that of the hexes of which nobody
    can tell without the printed map whether they belong to it. ``windows`` are the maps it holds
    on (all if empty), ``map`` a game whose whole map is meant, ``but`` groups among ``who`` it does
    not hold for. ``until`` is ``YYYY-MM-DD HHMM``, the first turn without the limit.
    ``unless`` names a condition that only the players can judge. ``route``: the area is the Club
    Route a state says has been declared, and a unit is asked whether it has been freed of it.
    ``bridge`` is the hexside of the bridge whose control by ``held_by`` lifts it. With ``told_by``,
    a field of a unit that is so anyway, it keeps nobody out, but is told of who goes there.
    ``also`` is a game whose own hexes a unit is kept out of as well. ``within`` are areas that
    surely lie inside, ``beyond`` those that surely do not, but for the hexes of ``beyond_but``.
    ``eliminated``: a unit beyond it is, if forced to retreat there (``retreat``) or ``always``.
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
    eliminated: str = ""
    bridge: str = ""
    held_by: str = ""
    told_by: str = ""
    also: str = ""
    within: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()
    beyond_but: tuple[str, ...] = ()


class Exit(NamedTuple):
    """Units that leave the map when they enter an exit hex, and the maps that is said of.

    Those of ``recalled`` come back by ``recalled_rule`` and never leave again; by ``lifted_rule``
    nobody leaves on any other map. All is empty in a game where nobody leaves.
    """

    rule: str = ""
    who: tuple[str, ...] = ()
    why: str = ""
    windows: tuple[str, ...] = ()
    recalled_rule: str = ""
    recalled: str = ""
    lifted_rule: str = ""


class Piggyback(NamedTuple):
    """Infantry riding on a vehicle: who may, and what it costs the vehicle when they get off.

    ``dismount`` is the share of the printed allowance. ``who`` names the units that may on the maps
    ``windows``, and on all unless ``freed_rule`` frees others; by ``boards_rule`` riders get on in
    play, never where they are limited and it is empty.
    """

    rule: str
    dismount: float
    scope_rule: str
    together_rule: str
    restrictions_rule: str
    boards_rule: str = ""
    who: tuple[str, ...] = ()
    windows: tuple[str, ...] = ()
    freed_rule: str = ""

    def limits(self, window: str) -> bool:
        """Whether on a map only some Units ride, as they arrive or are set up."""
        return bool(self.who) and (window in self.windows or not self.freed_rule)


class Divisional(NamedTuple):
    """Divisional Trucks and Jeeps: whose Units may use them, and whether the rule is optional."""

    rule: str
    classes: tuple[str, ...]
    optional: bool = False


class MovementTable(NamedTuple):
    """One game's movement rules. ``short`` is its rulebook, as cited."""

    game: str
    short: str
    enter_column: int
    enter_rule: str
    leave_column: int
    leave_rule: str
    terrain: Mapping[str, TerrainRow]
    closed: frozenset[str]
    roads: Mapping[str, RoadRow]
    called: Mapping[str, tuple[str, ...]]
    raised: frozenset[str]
    raised_rule: str
    raised_times: int
    stream: tuple[int, int]
    stream_rule: str
    rivers: frozenset[str]
    river_rule: str
    impassable: frozenset[str]
    impassable_rule: str
    crest_rule: str
    passages: Mapping[str, Passage]
    ferry: FerryPlaces
    bridges: Mapping[str, str]
    first_bridge: str
    fails_on: int
    limits: tuple[Limit, ...]
    exit: Exit
    piggyback: Piggyback
    divisional: Divisional


def tables_of(context: Context) -> Mapping[str, MovementTable]:
    """Every game's table, read once."""
    key = ("tables", "movement")
    found: Mapping[str, MovementTable] | None = context.loaded.get(key)
    if found is None:
        found = {game: movement_table(game) for game in GAMES}
        context.loaded[key] = found
    return found


def movement_table(game: str) -> MovementTable:
    """The table of a game (``wed``, ``tdc``). :raises InputError: no such game."""
    if game not in GAMES:
        raise InputError(
            Where("params", part="map"),
            repr(game),
            one_of(GAMES),
            nearest_name(game, GAMES),
        )
    rules = book("movement", game)
    column, raised, sides = rules["column"], rules["raised"], rules["hexsides"]
    called, suspect = rules["called"], rules["suspect"]
    stream, rivers, impassable = sides["stream"], sides["river"], sides["impassable"]
    rows = {name: terrain(row) for name, row in rules.rows("terrain").items()}
    on_foot, in_column = stream.value("leg")
    return MovementTable(
        game=game,
        short=SERIES.game(game).short,
        enter_column=halves(column.value("enter")),
        enter_rule=column.text("enter_rule"),
        leave_column=halves(column.value("leave")),
        leave_rule=column.text("leave_rule"),
        terrain=rows,
        closed=frozenset(name for name, row in rows.items() if row.price["leg"] == (None, None)),
        roads={
            kind: RoadRow(row.cite, {c: halves(row.value(c)) for c in MOVE_CLASSES})
            for row in rules.rows("roads").values()
            for kind in row.words("kinds")
        },
        called={word: called.words(word) for word in called.values if word != "rule"},
        raised=frozenset(raised.words("kinds")),
        raised_rule=raised.cite,
        raised_times=raised.number("times"),
        stream=(halves(on_foot), halves(in_column)),
        stream_rule=stream.cite,
        rivers=frozenset(rivers.words("kinds")),
        river_rule=rivers.cite,
        impassable=frozenset(impassable.words("kinds")),
        impassable_rule=impassable.cite,
        crest_rule=sides["crest"].cite,
        passages={name: passage(row) for name, row in rules.rows("passages").items()},
        ferry=rules["ferry"].typed(FerryPlaces),
        bridges={
            "suspect": suspect.cite,
            **{name: row.cite for name, row in rules.rows("bridges").items()},
        },
        first_bridge=suspect.text("first") if suspect.holds else "",
        fails_on=suspect.number("fails_on"),
        limits=tuple(row.typed(Limit) for row in rules.listed("limits")),
        exit=rules["exit"].typed(Exit),
        piggyback=rules["piggyback"].typed(Piggyback),
        divisional=rules["divisional"].typed(Divisional),
    )


def terrain(row: Section) -> TerrainRow:
    """A terrain's row."""
    prices = {c: row.value(c) for c in MOVE_CLASSES}
    return TerrainRow(
        row.cite,
        {c: (price(plain), price(column)) for c, (plain, column) in prices.items()},
        row.flag("keeps_column"),
        row.flag("leave_by_road"),
    )


def passage(row: Section) -> Passage:
    """A way below, for the classes that have a cost."""
    costs = {c: row.value(c) for c in MOVE_CLASSES}
    return Passage(row.cite, {c: halves(mp) for c, mp in costs.items() if mp is not None})


def price(value: float | str) -> Price:
    """A cell of a terrain row."""
    if isinstance(value, str):
        return "road" if value == "road" else None
    return halves(value)


def halves(value: float) -> int:
    """Movement points as half-MP."""
    return round(value * 2)
