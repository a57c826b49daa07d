"""Reads the position in a .vsav or .vlog, as it is after some of its steps."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where, one_of
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import NOWHERE, MapFile, hex_id
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.check.check import (
    LogModule,
    find_module,
    module_in,
    our_module,
)
from clubroute.rules.logs.check.finding import DAMAGE
from clubroute.rules.logs.check.module import WEATHER, Module
from clubroute.rules.logs.container import LOG_LIMITS, Mode, read_bytes
from clubroute.rules.logs.game import (
    Clock,
    Game,
    scenario_named,
    scenario_noted,
    start,
)
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.logs.rulings import name_of_log
from clubroute.rules.saves.position import (
    CounterBook,
    FilePosition,
    Seen,
    SeenCounters,
    SourceNote,
    book_of,
)
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.series import series_of

# Finds the module of a save: the one that is named, a built one, or our own as its sources say.


def module_for(
    context: Context, log: GameLog, module: Path | None = None, counters: Path | None = None
) -> LogModule:
    """The module of a save or log, with its maps in place; read once.

    One of ours need not be built: its sources say where its hexes lie.

    :raises InputError: it is none of ours, the owner has it not, and no file of it is named.
    """

    def read(path: Path) -> Module:
        return module_in(context, path)

    return find_module(context, log, our_module, read, (module, counters))


# Which scenario a save began as, and whether it has gone on from its set-up.

UNNAMED = "the scenario: the file does not name it (--scenario)"


@dataclass(frozen=True, slots=True)
class GameStart:
    """How a game began: the scenario's id, and whether any counter has left its set-up."""

    scenario: str | None
    under_way: bool | None
    notes: tuple[SourceNote, ...]


def begun_as(book: CounterBook, board: SeenCounters, game: Game, named: str | None) -> GameStart:
    """How a game began: as the scenario that is named, else as the one its notes tell of.

    :raises InputError: there is no scenario of the name.
    """
    series = series_of({"map": book.window})
    if series is None:
        return GameStart(None, None, ())
    told = scenario_named(series.id, named) if named else scenario_noted(series.id, game)
    if told is None:
        return GameStart(None, None, (SourceNote("scenario", "unknown", UNNAMED),))
    source = "as you say" if named else "by the file's notes"
    moved = elsewhere(told, board)
    text = f"{told.scenario.id}, {told.scenario.title} ({source})"
    return GameStart(told.scenario.id, moved, (SourceNote("scenario", "file", text),))


def elsewhere(told: ToldScenario, board: SeenCounters) -> bool:
    """Whether any counter that a set-up puts in a hex is not there."""
    country = board.country
    there = {(one.id, one.hex) for one in board.counters.values() if one.role == "unit"}
    # Adjoining maps may print one hex under two numbers.
    rows = [(row.unit, hex_id(country, row.hex)) for row in told.scenario.units if row.standing]
    placed = {(unit, country.number(id_)) for unit, id_ in rows if id_ != NOWHERE}
    return not placed <= there


MOST_NAMED = 8
"""So many names of unknown pieces a note tells."""


@dataclass(frozen=True, slots=True)
class ToldOfFile:
    """What the file does not say: the .vmod, a mapping file for its counters, the scenario."""

    module: Path | None = None
    counters: Path | None = None
    scenario: str | None = None


NOTHING_TOLD = ToldOfFile()


@dataclass(frozen=True, slots=True)
class SaveFile:
    """A save or log, read, with its module, the book of its counters and its map."""

    name: str
    digest: str
    log: GameLog
    module: Module
    book: CounterBook
    country: MapFile
    told: ToldOfFile
    found: LogModule

    def game(self) -> Game:
        """The game as the file restores it, before the first step of a log."""
        return start(self.log, self.module.maps.stacking)

    def board(self, game: Game) -> SeenCounters:
        """The board of the game. :raises InputError: the module has no such map window."""
        version = self.log.save.vassal_version if self.log.save else ""
        board = SeenCounters(self.module, self.book, self.country, game, version)
        if self.book.map not in board.maps:
            found = f"a module without a map {self.book.map}"
            raise InputError(self.log.where, found, one_of(board.maps))
        return board

    def position(
        self, game: Game, board: SeenCounters, begun: GameStart, step: int
    ) -> FilePosition:
        """The position on the board; ``begun`` is how it began."""
        counters = tuple(board.counters.values())
        turn = self.module.turn_of(game)
        under_way = True if step else begun.under_way
        weather = self.module.value_of(game, WEATHER)
        seen = Seen(self.country, counters, turn, begun.scenario, under_way, weather)
        state, notes = self.book.state(seen)
        if state.get("module") and self.found is not None and self.found.label:
            state |= {"module": self.found.label}
        return FilePosition(
            self.name,
            self.digest,
            self.book.window,
            f"{self.module.name} {self.module.version}".strip(),
            begun.scenario,
            step,
            len(self.log.steps),
            turn,
            state,
            counters,
            (*begun.notes, *notes, *odd(self.found), *unseen(board), *damages(self.log)),
        )


def read_position(
    context: Context, path: Path, step: int | None = None, told: ToldOfFile = NOTHING_TOLD
) -> FilePosition:
    """Read the position in a .vsav, or in a .vlog.

    ``step`` is how many steps are played: the position before the step that ``clubroute check``
    calls by that number. Without it all are.

    :raises InputError: a file that cannot be read, a module that is not known, or no such step.
    """
    return position_at(open_save(context, path, told), step)


def open_save(context: Context, path: Path, told: ToldOfFile = NOTHING_TOLD) -> SaveFile:
    """Read a save or log. :raises InputError: as :func:`read_position`."""
    return save_of(context, read_bytes(path, LOG_LIMITS.total), path.name, told)


def save_of(context: Context, data: bytes, name: str, told: ToldOfFile = NOTHING_TOLD) -> SaveFile:
    """Open a save as :func:`open_save` does, from the bytes of a file with that name."""
    log = log_of(data, Where(name), Mode.TOLERANT)
    return save_read(context, log, name, name_of_log(data), told)


def save_read(
    context: Context, log: GameLog, name: str, digest: str, told: ToldOfFile = NOTHING_TOLD
) -> SaveFile:
    """A save or log that is read, with its module. :raises InputError: that is not known."""
    found = module_for(context, log, told.module, told.counters)
    book = book_of(found.context, found.module.name, found.counters)
    country = map_of(found.context, book.window)
    return SaveFile(name, digest, log, found.module, book, country, told, found)


def position_at(save: SaveFile, step: int | None = None) -> FilePosition:
    """The position after so many steps. :raises InputError: the log has not so many."""
    steps = save.log.steps
    if step is not None and not 0 <= step <= len(steps):
        where = Where(save.log.where.path, part="step")
        raise InputError(where, str(step), f"a step from 0 to {len(steps)}")
    game = save.game()
    board = save.board(game)
    begun = begun_as(save.book, board, game, save.told.scenario)
    many = len(steps) if step is None else step
    changed: set[str] = set()
    laid = False
    clock = Clock(save.log.where)
    for one in steps[:many]:
        clock.check(f"{one.index} of {many} steps played")
        change = game.apply(one.commands)
        changed.update(change.pieces)
        laid = laid or bool(change.boards)
    if laid:
        board.lay_out()
    board.put((id_, game.pieces.get(id_)) for id_ in changed)
    return save.position(game, board, begun, many)


def unseen(board: SeenCounters) -> list[SourceNote]:
    """What lies on the board and is not in the position."""
    notes = []
    if board.hidden:
        text = f"not read: {so_many(len(board.hidden), 'counter')}, hidden or face down"
        notes.append(SourceNote("units", "unknown", text))
    names = sorted(set(board.unknown.values()))
    if names:
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        text = f"pieces the mapping does not know: {', '.join(names[:MOST_NAMED])}{more}"
        notes.append(SourceNote("units", "unknown", text))
    return notes


def odd(found: LogModule) -> list[SourceNote]:
    """What is odd about the file's module."""
    return [SourceNote("module", "unknown", f"the module is {found.note}")] if found.note else []


def damages(log: GameLog) -> list[SourceNote]:
    """What of a broken file could not be read."""
    return [SourceNote("file", "unknown", f"{DAMAGE}{one}") for one in log.damages]
