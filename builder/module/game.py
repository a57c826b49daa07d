"""Reading ``module.toml``: the name, sides, turns and dice of a module."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from clubroute.builder.errors import InputError, nearest_name, one_of
from clubroute.builder.pixels import BoardView, board_views
from clubroute.builder.sources.lattice import LatticeSource
from clubroute.builder.sources.mistakes import Mistakes, read_each
from clubroute.builder.sources.text import filled_rows
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table
from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element

KEYS = (
    "name",
    "file",
    "version",
    "vassal",
    "description",
    "lattice",
    "window",
    "map",
    "shared",
    "counters",
    "sides",
    "observers",
    "turns",
    "dice",
    "empty",
    "opens",
    "greeting",
    "chooser",
    "assumed_counters",
    "beside",
    "sight",
    "edge",
    "without",
)
PARTS = (
    *("BasicCommandEncoder", "Documentation", "PlayerRoster", "GlobalOptions"),
    *("PrototypesContainer", "Map", "PieceWindow", "NotesWindow", "Language"),
    *("Adviser", "Beside", "Legend", "Sources"),
)
"""What every build adds to a module and a game can do without, by the last word of its class. Map
is the main window; Sources are the buttons, menu and page that say what the map rests on."""
MOST_EDGE = 10_000
VASSAL = "3.5.8"
"""The version a module asks for. VASSAL warns when one asks for more than it is."""


@dataclass(frozen=True, slots=True)
class Dice:
    """A button that rolls ``count`` dice; their faces run from ``lowest`` up. ``told`` is by column
    of a table of the game what that says of each sum, none where it rolls on no table."""

    name: str
    sides: int
    lowest: int = 1
    count: int = 1
    told: Mapping[str, Mapping[int, str]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Beside:
    """A chart on the boards beside the map; without a ``file`` the track of turns."""

    title: str
    file: str
    table: TomlTable = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class GameSource:
    """What ``module.toml`` says. ``days`` × ``times`` are the turns, in order, none if the game
    has no track; ``empty`` is what a start without counters is called, "" for none, ``chooser``
    what one is called that asks for its boards; ``opens`` is the hex
    a game opens at where no unit stands on the map; ``greeting`` are lines for the chat as a game
    begins, ``sight`` what the chat adds to a line of sight drawn. ``edge`` are the px of the map
    window beside and above its boards. ``assumed_counters`` says whether counters that no rulebook
    names are in the module. ``without`` are those of :data:`PARTS` that it does not have."""

    name: str
    file: str
    version: str
    vassal: str
    description: str
    lattice: str
    window: str
    map: str
    sides: tuple[str, ...]
    observers: tuple[str, ...] = ()
    days: tuple[str, ...] = ()
    times: tuple[str, ...] = ()
    dice: tuple[Dice, ...] = ()
    empty: str = ""
    opens: str = ""
    greeting: tuple[str, ...] = ()
    chooser: str = ""
    counters: tuple[str, ...] = ()
    assumed_counters: bool = True
    beside: tuple[Beside, ...] = ()
    sight: str = ""
    edge: tuple[int, int] = (0, 0)
    without: tuple[str, ...] = ()

    def has(self, part: str) -> bool:
        """Whether a build adds one of :data:`PARTS` to its module."""
        return part not in self.without


def read_game(path: Path) -> GameSource:
    """The module a ``module.toml`` describes. :raises InputError: each key that is wrong."""
    top = read_toml_table(path)
    mistakes = Mistakes()
    keep = mistakes.attempt
    keep(lambda: top.only(KEYS))
    days, times = keep(lambda: read_turns(top)) or ((), ())
    game = GameSource(
        name=keep(lambda: top.value("name", str)) or "",
        file=keep(lambda: read_file_name(top)) or "",
        version=keep(lambda: read_version(top, top.value("version", str), "version")) or "",
        vassal=keep(lambda: read_version(top, top.optional("vassal", VASSAL), "vassal")) or "",
        description=keep(lambda: top.optional("description")) or "",
        lattice=keep(lambda: top.value("lattice", str)) or "",
        window=keep(lambda: top.value("window", str)) or "",
        map=keep(lambda: top.optional("map", "Map")) or "",
        sides=keep(lambda: names(top, "sides")) or (),
        observers=keep(lambda: names(top, "observers") if "observers" in top.table else ()) or (),
        days=days,
        times=times,
        dice=keep(lambda: read_each(lambda one: read_dice(one, path.parent), top.repeats("dice")))
        or (),
        empty=keep(lambda: top.optional("empty")) or "",
        opens=keep(lambda: top.optional("opens")) or "",
        greeting=keep(lambda: top.texts("greeting")) or (),
        chooser=keep(lambda: top.optional("chooser")) or "",
        counters=keep(lambda: top.texts("counters")) or (),
        assumed_counters=keep(lambda: top.flag("assumed_counters", default=True)) is not False,
        beside=keep(lambda: read_each(lambda one: read_beside(one, days), top.repeats("beside")))
        or (),
        sight=keep(lambda: top.optional("sight")) or "",
        edge=keep(lambda: read_edge(top)) or (0, 0),
        without=keep(lambda: read_without(top)) or (),
    )
    mistakes.settle()
    return game


def lattice_named(path: Path) -> str | None:
    """The lattice that a ``module.toml`` names, whatever else is wrong there; None if it cannot be
    told."""
    try:
        return read_toml_table(path).value("lattice", str)
    except InputError:
        return None


def read_file_name(top: TomlTable) -> str:
    """The name of the module's file. :raises InputError: another than files may have."""
    file = top.value("file", str)
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", file):
        raise top.error("file", repr(file), "lower-case letters, digits and hyphens")
    return file


def read_version(top: TomlTable, text: str, key: str) -> str:
    """A version. :raises InputError: other than numbers with dots."""
    if not re.fullmatch(r"[0-9]+\.[0-9]+(\.[0-9]+)?", text):
        raise top.error(key, repr(text), "a version such as 3.6.0")
    return text


def read_turns(top: TomlTable) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The days and times of ``[turns]``, none without it. :raises InputError: none in it."""
    if "turns" not in top.table:
        return (), ()
    turns = top.inner("turns")
    turns.only(("days", "times", "cite"))
    return names(turns, "days"), names(turns, "times")


def read_without(top: TomlTable) -> tuple[str, ...]:
    """The parts that a module does not have. :raises InputError: one that no build adds."""
    found = top.texts("without")
    for name in found:
        if name not in PARTS:
            expected = one_of(PARTS)
            raise top.error("without", repr(name), expected, nearest_name(name, PARTS))
    return found


def read_edge(top: TomlTable) -> tuple[int, int]:
    """The ``edge`` of the map window. :raises InputError: no two numbers of px."""
    value = top.value("edge", list) if "edge" in top.table else [0, 0]
    if len(value) != 2 or not all(type(n) is int and 0 <= n <= MOST_EDGE for n in value):
        raise top.error("edge", repr(value), f"[x, y] in px, each 0 to {MOST_EDGE}")
    return value[0], value[1]


def read_beside(table: TomlTable, days: tuple[str, ...]) -> Beside:
    """A ``[[beside]]`` table. :raises InputError: a track of a game without turns."""
    table.only(("title", "file"))
    file = table.optional("file")
    if not file and not days:
        raise table.error("file", "none, and no [turns]", "a file, or turns for a track")
    return Beside(table.value("title", str), file, table)


def read_dice(table: TomlTable, folder: Path) -> Dice:
    """A ``[[dice]]`` table; its ``table`` is a CSV file of the game, with a row for each sum.

    :raises InputError: a sum without a row.
    """
    table.only(("name", "sides", "lowest", "count", "table", "cite"))
    dice = Dice(
        table.value("name", str),
        table.number("sides", 2, 1000),
        table.number("lowest", -9, 9) if "lowest" in table.table else 1,
        table.number("count", 1, 50) if "count" in table.table else 1,
    )
    file = table.optional("table")
    if not file:
        return dice
    if not (folder / file).exists():
        raise table.error("table", f"no file {file}", "a CSV file beside module.toml")
    head, *rows = filled_rows(folder / file) or [[]]
    told = {int(row[0]): row[1:] for row in rows if re.fullmatch(r"-?[0-9]+", row[0])}
    sums = range(dice.count * dice.lowest, dice.count * (dice.lowest + dice.sides - 1) + 1)
    if missing := [roll for roll in sums if roll not in told]:
        expected = f"a row for each sum, {sums[0]} to {sums[-1]}"
        raise table.error("table", f"{file} without {', '.join(map(str, missing))}", expected)
    columns = {
        column: {roll: told[roll][k] for roll in sums if k < len(told[roll])}
        for k, column in enumerate(head[1:])
    }
    return replace(dice, told=columns)


def names(table: TomlTable, key: str) -> tuple[str, ...]:
    """A list of distinct names without the delimiters VASSAL uses in its own lists."""
    found = table.texts(key)
    if not found:
        raise table.error(key, "no names", "at least one name")
    for index, name in enumerate(found):
        if not name or set(name) & set(",;\t\\"):
            raise table.error(key, repr(name), "a name without , ; or \\")
        if name in found[:index]:
            raise table.error(key, f"{name!r} twice", "each name once")
    return found


# The boards of a map window: their pictures' names, where they lie, how they are picked.

PICKER = "VASSAL.build.module.map.BoardPicker"
BOARD = "VASSAL.build.module.map.boardPicker"


def game_views(game: GameSource, source: LatticeSource, path: Path) -> tuple[BoardView, ...]:
    """The boards of a game's window. :raises InputError: no such window, or it has no boards."""
    module = read_toml_table(path)
    module.checked("window", game.window, source.lattice.windows)
    views = board_views(source.lattice, source.boards_of(game.window))
    if not views:
        raise module.error("window", f"{game.window!r} without boards", "a window with boards")
    across, down = game.edge
    return tuple(replace(v, map_x=v.map_x + across, map_y=v.map_y + down) for v in views)


def board_setup(map_name: str, views: tuple[BoardView, ...]) -> BoardSetup:
    """The command that lays a map's boards out, as saves and default setups hold it."""
    return BoardSetup(map_name, tuple(PlacedBoard(v.name, *v.place) for v in views if not v.choice))


def picker(setup: BoardSetup | None, *boards: Element) -> Element:
    """A board picker with the boards it lays out by itself; None: players choose."""
    return element(
        PICKER,
        {
            "addColumnText": "Add column",
            "addRowText": "Add row",
            "boardPrompt": "Select board",
            "slotHeight": 125,
            "slotScale": "0.2",
            "slotWidth": 350,
            "title": "Choose Boards",
        },
        element("setup", {}, text=setup.text() if setup else ""),
        *boards,
    )
