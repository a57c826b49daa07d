"""The state of a game, changed by commands exactly as VASSAL changes its own."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from sys import intern
from types import MappingProxyType
from typing import Any, NamedTuple

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    BoardSetup,
    ChangePiece,
    Chat,
    GlobalProperty,
    MovePiece,
    MutableProperty,
    PlayerEntry,
    PlayerRemoval,
    RemovePiece,
    SaveMark,
    TurnState,
    Unknown,
)
from clubroute.builder.vassal.buildfile import decode, encode
from clubroute.builder.vassal.pieces import split_chain
from clubroute.rules.logs.pieces import (
    GONE,
    NEWEST,
    OLDEST,
    PLAIN_STACKING,
    Dialect,
    GamePiece,
    PieceGroup,
    Stacking,
    dialect_of,
    is_group,
    kind_of,
    outer_of,
    read_basic,
    read_group,
    split_state,
)
from clubroute.rules.logs.read import GameLog, Player
from clubroute.rules.logs.table import MapTable, Table
from clubroute.rules.scenarios.book import ToldScenario, find_scenario, read_told, scenario_files

# How long a log may be worked on: a hostile one could make every step dearer than the last.

thread_time = time.thread_time if hasattr(time, "thread_time") else time.process_time
"""CPU time, s: of this thread, or where Python has no threads, as in a browser, of all of it."""
MOST_SECONDS = 300.0
"""CPU time of one replay, with all that follows each step. A log of 500 steps is checked in one."""


class Clock:
    """Measures the work on a log from now on, in CPU time: other programs do not count."""

    def __init__(self, where: Where, most: float = MOST_SECONDS) -> None:
        self._where, self._most = where, most
        self._end = thread_time() + most

    def check(self, done: str) -> None:
        """Look whether there is time left.

        :param done: how far the work has come, in words.
        :raises InputError: there is none.
        """
        if thread_time() > self._end:
            found = f"{self._most:.0f} seconds of work, {done}"
            raise InputError(self._where, found, "a log of a game")


PropertyKey = tuple[str, str]
"""Container (``Module``, a map's name, ``map:zone``) and name of a global property."""

AT_ONCE = 1000
"""Commands of a set-up between two looks at the clock."""
_NOTES = ("NOTES\t", "PNOTES\t")


class Change(NamedTuple):
    """What one step did: each thing that differs, with its value before and after.

    None stands for "not there". It is all :meth:`Game.undo` needs: ``order`` is bookkeeping,
    how high things lay before, one change after another.
    """

    pieces: Mapping[str, tuple[GamePiece | None, GamePiece | None]]
    groups: Mapping[str, tuple[PieceGroup | None, PieceGroup | None]]
    properties: Mapping[PropertyKey, tuple[str | None, str | None]]
    turns: Mapping[str, tuple[TurnState | None, TurnState | None]]
    players: Mapping[str, tuple[Player | None, Player | None]]
    boards: Mapping[str, tuple[BoardSetup | None, BoardSetup | None]]
    order: Sequence[tuple[str, int | None]]
    notes: Mapping[str, tuple[str | None, str | None]]
    unmatched: tuple[Atom, ...] = ()


class Game:
    """A running game. :meth:`apply` executes commands and :meth:`undo` takes them back.

    All values in it are frozen; the mappings are views and change with the game. ``stacking``
    tells how the module's maps stack, as far as that is known; without it every map stacks
    pieces of one spot, which is how modules come. ``dialect`` is the way of the VASSAL version.
    """

    def __init__(self, stacking: Stacking = PLAIN_STACKING, dialect: Dialect = NEWEST) -> None:
        self._table = MapTable(stacking, dialect)
        self._properties: Table[PropertyKey, str] = Table()
        # Which of them saved games hold: not those of dice, which are as they fell last.
        self._saved: set[PropertyKey] = set()
        self._turns: Table[str, TurnState] = Table()
        self._players: Table[str, Player] = Table()
        self._boards: Table[str, BoardSetup] = Table()
        self._notes: Table[str, str] = Table()
        self._unmatched: list[Atom] = []

    @property
    def pieces(self) -> Mapping[str, GamePiece]:
        """Every counter, marker and card by id."""
        return self._table.pieces

    @property
    def groups(self) -> Mapping[str, PieceGroup]:
        """Every stack and deck by id, empty ones too."""
        return self._table.groups

    @property
    def properties(self) -> Mapping[PropertyKey, str]:
        """Global properties: (container, name) to value."""
        return self._properties

    @property
    def turns(self) -> Mapping[str, TurnState]:
        """Where each turn tracker stands, by its id (``TurnTracker0``)."""
        return self._turns

    @property
    def players(self) -> Mapping[str, Player]:
        """Who plays, by ``player1``…"""
        return self._players

    @property
    def boards(self) -> Mapping[str, BoardSetup]:
        """The boards each map shows, by the map's name."""
        return self._boards

    @property
    def notes(self) -> Mapping[str, str]:
        """The scenario's (``NOTES``) and the public (``PNOTES``) notes."""
        return self._notes

    def property_value(self, name: str, container: str = "Module") -> str | None:
        """The value of a global property, None if the game has none of that name."""
        return self._properties.find((container, name))

    def saved_properties(self) -> list[tuple[PropertyKey, str]]:
        """The global properties that a saved game holds: not those of dice."""
        return [item for item in self._properties.items() if item[0] in self._saved]

    def at(self, map_: str, x: int, y: int) -> tuple[GamePiece, ...]:
        """The pieces standing exactly there, bottom first; cards in decks are not."""
        return self._table.standing_at(map_, x, y)

    def stack_of(self, piece: GamePiece) -> PieceGroup | None:
        """The stack or deck a piece is in, None for a loose one."""
        return None if piece.group is None else self._table.groups.find(piece.group)

    def apply(self, commands: Iterable[Atom]) -> Change:
        """Execute commands and tell what changed.

        Never fails: as in the engine, a command for a piece that is not there has no effect; it
        is listed in ``unmatched``. Commands of a module's own have no effect either.
        """
        beside = False
        for command in commands:
            deed = _DEEDS.get(type(command))
            if deed is not None:
                deed(self, command)
            elif type(command) is not Chat:
                self._execute(command)
                beside = True
        return self._mark(beside)

    def undo(self, change: Change) -> None:
        """Take back the last change (or the last but one after it, and so on)."""
        self._table.restore(change.pieces, change.groups, change.order)
        self._properties.restore(change.properties)
        self._turns.restore(change.turns)
        self._players.restore(change.players)
        self._boards.restore(change.boards)
        self._notes.restore(change.notes)

    def digest(self) -> str:
        """Sixteen hex digits that are equal for equal positions.

        Counted are pieces (traits, place, order in stacks), decks, turns and the global properties
        that a saved game holds; not those of dice, which it does not, nor the persistent properties
        (where a piece was before), which logs do not carry.
        """
        hasher = hashlib.sha256()
        for line in self.lines():
            hasher.update(line.encode("utf-8", "surrogatepass"))
            hasher.update(b"\n")
        return hasher.hexdigest()[:16]

    def lines(self) -> list[str]:
        """The position, one thing a line, sorted; what :meth:`digest` counts."""
        lines = []
        for piece in self.pieces.values():
            group = self.stack_of(piece)
            height = group.pieces.index(piece.id) if group and piece.id in group.pieces else -1
            place = f"{piece.map}\t{piece.x}\t{piece.y}\t{height}"
            lines.append(f"piece\t{piece.id}\t{place}\t{piece.type}\t{piece.outer}")
        for deck in self.groups.values():
            if deck.is_deck:
                lines.append(f"deck\t{deck.id}\t{deck.state_text()}")
        lines += [f"property\t{c}\t{n}\t{value}" for (c, n), value in self.saved_properties()]
        lines += [f"turn\t{turn.text()}" for turn in self._turns.values()]
        return sorted(lines)

    def _mark(self, beside: bool) -> Change:
        """The change since the last mark; ``beside`` is whether there may be any beside the
        pieces' and stacks'."""
        pieces, groups, order = self._table.mark()
        unmatched: tuple[Atom, ...] = ()
        if self._unmatched:
            unmatched = tuple(self._unmatched)
            self._unmatched.clear()
        if not beside:
            none = _UNCHANGED
            return Change(pieces, groups, none, none, none, none, order, none, unmatched)
        return Change(
            pieces,
            groups,
            self._properties.mark(),
            self._turns.mark(),
            self._players.mark(),
            self._boards.mark(),
            order,
            self._notes.mark(),
            unmatched,
        )

    def _execute(self, command: Atom) -> None:
        """Execute a command that :data:`_DEEDS` has not: most are of its kinds or chat."""
        match command:
            case RemovePiece(id=id_):
                if not self._table.remove(id_):
                    self._unmatched.append(command)
            case MutableProperty(name=name, new=value, container=container):
                self._properties.put((container or "Module", name), value)
            case GlobalProperty(name=name, value=value, container=container):
                key = restored_key(name, container)
                self._properties.put(key, value)
                self._saved.add(key)
            case TurnState(tracker=tracker):
                self._turns.put(tracker, command)
            case PlayerEntry(password=id_, name=name, side=side):
                self._players.put(id_, Player(id_, name, side))
            case PlayerRemoval(password=id_):
                self._players.drop(id_)
            case BoardSetup(map=map_):
                self._boards.put(map_, command)
            case SaveMark(begin=True):
                self._wipe()
            case Unknown(verbatim=text) if text.startswith(_NOTES):
                head, _, rest = text.partition("\t")
                self._notes.put(head, rest)
            case _:
                pass

    def _wipe(self) -> None:
        self._table.wipe()
        for table in (self._turns, self._players, self._boards, self._notes):
            table.wipe()
        self._properties.wipe()

    def _add(self, command: AddPiece) -> None:
        id_, type_, state = command
        if id_ is None:
            id_ = self._table.new_id()
        if id_ == GONE:
            return
        if is_group(type_):
            self._table.add_group(read_group(id_, type_, state))
            return
        # Types are long and looked up again and again: one object for all that are equal.
        type_ = intern(type_)
        outer, basic = split_state(type_, state)
        place = read_basic(basic)
        self._table.add_piece(
            GamePiece(
                id_,
                type_,
                outer,
                None,
                place.x,
                place.y,
                place.gpid,
                place.persistent,
                None,
            ),
            place.map,
        )

    def _change(self, command: ChangePiece) -> None:
        table = self._table
        id_, new_state, old_state = command
        piece = table.pieces.get(id_)
        if piece is None:
            group = table.live_group(id_)
            if group is None:
                self._unmatched.append(command)
            else:
                table.set_group(merged_group(group, command))
            return
        outer, basic = split_state(piece.type, new_state)
        if old_state is None:
            table.set_piece_state(piece, outer, read_basic(basic))
            return
        if old_state == piece.outer + basic:
            # Only traits have changed, and of those nothing the command does not know of.
            table.pieces.put(id_, piece.with_traits(outer))
            return
        old_outer, old_basic = split_state(piece.type, old_state)
        merged = outer if old_outer == piece.outer else _merged(piece, outer, old_outer)
        if basic == old_basic:
            table.pieces.put(id_, piece.with_traits(merged))
        else:
            table.set_piece_state(piece, merged, read_basic(basic))

    def _move(self, command: MovePiece) -> None:
        if command.id is None or not self._table.move(command.id, command):
            self._unmatched.append(command)


_DEEDS: Mapping[type[Atom], Callable[[Game, Any], None]] = {
    ChangePiece: Game._change,
    MovePiece: Game._move,
    AddPiece: Game._add,
}
"""How the kinds are executed that a log has by the hundred."""
_UNCHANGED: Mapping[Any, Any] = MappingProxyType({})


def restored_key(name: str, container: str) -> PropertyKey:
    """The property a saved game restores. That of a zone is saved by its name, its zone's, board's
    and map's, and no container."""
    fields = decode(name, "\t")
    if not container and len(fields) == 4:
        return f"{fields[3]}:{fields[1]}", fields[0]
    return container or "Module", name


def merged_group(group: PieceGroup, command: ChangePiece) -> PieceGroup:
    """A stack or deck changed as Stack.mergeState does: pieces the command knows nothing of
    stay where they are in relation to the piece below them."""
    old, new = command.old_state, command.new_state
    if old is None or old == group.state_text():
        return read_group(group.id, group.type, new)
    fresh, before = decode(new, ";"), decode(old, ";")
    contents = fresh[3:]
    for index, id_ in enumerate(group.pieces):
        if id_ not in contents and id_ not in before[3:]:
            below = group.pieces[index - 1] if index else None
            at = contents.index(below) + 1 if below in contents else 0
            contents.insert(at, id_)
    text = encode([*fresh[:3], *contents], ";", lossy_ok=True)
    return read_group(group.id, group.type, text)


def _merged(piece: GamePiece, new: str, old: str) -> str:
    """The traits' states, trait by trait: only those the command changes are set."""
    depth = len(kind_of(piece.type).types)
    states = list(piece.states)
    after, before = (split_chain(text, depth) for text in (new, old))
    for index in range(min(len(states), len(after), len(before))):
        if after[index] != before[index]:
            states[index] = after[index]
    return outer_of(states)


def start(log: GameLog, stacking: Stacking = PLAIN_STACKING) -> Game:
    """The game a log or save restores, before its first step, to be played on in the way of the
    VASSAL that wrote the file.

    :raises InputError: it takes longer than any game.
    """
    game = Game(stacking, dialect_of(log.save.vassal_version) if log.save else OLDEST)
    clock = Clock(log.where)
    for at in range(0, len(log.setup), AT_ONCE):
        game.apply(log.setup[at : at + AT_ONCE])
        clock.check(f"{at} of {len(log.setup)} commands set up")
    return game


# Which scenario is played, by its name or by the notes of a game.

NOTES = "NOTES"
"""The page of VASSAL's notes that our set-ups fill; its first line is the scenario's title."""


def scenario_named(series: str, name: str) -> ToldScenario:
    """Find a scenario by its id, a name or its title. :raises InputError: there is none."""
    try:
        return find_scenario(series, name)
    except InputError:
        for id_, path in scenario_files(series).items():
            if read_told(path).scenario.title.casefold() == name.casefold():
                return find_scenario(series, id_)
        raise


def scenario_noted(series: str, game: Game) -> ToldScenario | None:
    """The scenario a game's notes tell of, None if they tell of none."""
    fields = decode(game.notes.get(NOTES, ""), "\t")
    lines = decode(fields[0], "|") if fields and fields[0] else []
    title = lines[0].partition(" (")[0].strip() if lines else ""
    try:
        return scenario_named(series, title) if title else None
    except InputError:
        return None
