"""Plays a log step by step."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import (
    Collection,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from clubroute.builder.vassal.atoms import (
    AddPiece,
    Atom,
    ChangePiece,
    Chat,
    MovePiece,
    RemovePiece,
    TurnState,
)
from clubroute.builder.vassal.traits import Layer, Trail
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.logs.chat import (
    UNDO_PREFIX,
    ChatLine,
    Roll,
    chat_lines,
    rolls,
)
from clubroute.rules.logs.game import (
    Change,
    Clock,
    Game,
    PropertyKey,
    start,
)
from clubroute.rules.logs.mapping import MOST_LOOKS, Look, look_of
from clubroute.rules.logs.pieces import (
    PLAIN_STACKING,
    GamePiece,
    PieceGroup,
    Stacking,
)
from clubroute.rules.logs.position import position_of
from clubroute.rules.logs.read import GameLog, LogStep

# Goes back from the end of a replay to the positions before its steps.

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class PastGame:
    """A game as it stood some steps ago."""

    pieces: dict[str, GamePiece]
    groups: dict[str, PieceGroup]
    turns: dict[str, TurnState]
    properties: dict[PropertyKey, str]

    def saved_properties(self) -> Sequence[tuple[PropertyKey, str]]:
        """List the global properties that a saved game holds."""
        return list(self.properties.items())

    def undo(self, change: Change) -> None:
        """Go back before a change."""
        put_back(self.pieces, change.pieces)
        put_back(self.groups, change.groups)
        put_back(self.turns, change.turns)
        saved = {key: pair for key, pair in change.properties.items() if key in self.properties}
        put_back(self.properties, saved)


def put_back(values: dict[K, V], changed: Mapping[K, tuple[V | None, V | None]]) -> None:
    """Give the keys that changed the values they had."""
    for key, (before, _) in changed.items():
        if before is None:
            values.pop(key, None)
        else:
            values[key] = before


@dataclass(slots=True)
class Rewind:
    """Holds what the steps of a replay changed. The game may not change after the last step."""

    _game: Game | None = None
    _changes: list[tuple[int, Change]] = field(default_factory=list)

    def begin(self, game: Game) -> None:
        """Take over the game as the log restores it."""
        self._game = game

    def see(self, step: int, change: Change) -> None:
        """Take a step, by its index."""
        self._changes.append((step, change))

    @property
    def changes(self) -> Sequence[tuple[int, Change]]:
        """What each step changed, by its index, in order."""
        return self._changes

    def pieces_in(self, step: int) -> Mapping[str, tuple[GamePiece | None, GamePiece | None]]:
        """The pieces that a step changed, before and after it."""
        at = bisect_left(self._changes, step, key=itemgetter(0))
        found = self._changes[at : at + 1]
        return found[0][1].pieces if found and found[0][0] == step else {}

    def pieces(self) -> Iterator[tuple[str, GamePiece]]:
        """Every piece there was, by id, as it was at some time; some more than once."""
        for _, change in self._changes:
            yield from ((id_, old) for id_, (old, _) in change.pieces.items() if old is not None)
        if self._game is not None:
            yield from self._game.pieces.items()

    def last(self, id_: str) -> GamePiece | None:
        """A piece as it is after the last step; None if there is none."""
        return None if self._game is None else self._game.pieces.get(id_)

    def positions(self, steps: Collection[int]) -> dict[int, str]:
        """Digest the position before each of some steps."""
        found: dict[int, str] = {}
        game = self._game
        if game is None or not steps:
            return found
        saved = dict(game.saved_properties())
        past = PastGame(dict(game.pieces), dict(game.groups), dict(game.turns), saved)
        first = min(steps)
        for index, change in reversed(self._changes):
            if index < first:
                break
            past.undo(change)
            if index in steps:
                found[index] = position_of(past).digest
        return found


# Tells which pictures of its module a piece shows, and since when.

NOTHING: frozenset[str] = frozenset()


def faces(piece: GamePiece) -> tuple[tuple[str, ...], str]:
    """The pictures of a piece that lie one over the other, and what its layers add to its name."""
    pictures = pictures_of(piece.kind.image, piece.traits)
    return pictures, piece.shown_name.replace(piece.name, "", 1).strip()


def pictures_of(image: str, traits: Sequence[Trait]) -> tuple[str, ...]:
    """The pictures of a piece with a basic picture ("" for none), the lowest first."""
    layers = (shown_by(one) for one in reversed(traits) if one.id == Layer.PREFIX)
    return tuple(filter(None, (image, *layers)))


@lru_cache(maxsize=4096)
def shown_by(trait: Trait) -> str:
    """The picture a layer shows, "" if it shows none."""
    layer = Layer.read(trait)
    if layer is None or not 0 < layer.level <= len(layer.images):
        return ""
    return layer.images[layer.level - 1]


def open_faces(piece: GamePiece) -> tuple[str, ...]:
    """The pictures of a piece that all players see; none of one that is hidden or masked."""
    if piece.hidden_by is not None or piece.masked_by is not None:
        return ()
    return faces(piece)[0]


def mover(rewind: Rewind, steps: Collection[int], unit: str) -> str:
    """The id of the piece that some steps changed and that is a unit: by the picture of its
    counter, which our modules name like the unit, or by its own id; "" if none is."""
    for step in steps:
        for id_, (before, after) in rewind.pieces_in(step).items():
            piece = before or after
            if piece is not None and unit in (id_, piece.kind.image.rpartition(".")[0]):
                return id_
    return ""


class Faces:
    """Tells which pictures pieces showed in a replay.

    What a look shows is kept: other copies of the piece have it too, and the next log.
    """

    def __init__(self) -> None:
        self._known: dict[Look, tuple[str, ...]] = {}

    def shown(self, piece: GamePiece, look: Look) -> tuple[str, ...]:
        """Return the open faces of a piece of that look, as :func:`open_faces` does."""
        found = self._known.get(look)
        if found is None:
            if len(self._known) >= MOST_LOOKS:
                self._known.clear()
            found = self._known[look] = open_faces(piece)
        return found

    def by_step(self, rewind: Rewind, wanted: Collection[str]) -> dict[str, list[dict[str, Any]]]:
        """The pictures some pieces or units show before the first step, and anew before which ones,
        as JSON."""
        ids = pieces_of(rewind, wanted)
        looks: dict[str, list[tuple[int, GamePiece]]] = {}
        for step, change in rewind.changes:
            for id_, (before, after) in change.pieces.items():
                if id_ not in ids:
                    continue
                if id_ not in looks:
                    looks[id_] = [] if before is None else [(0, before)]
                # Most moves leave alone what it shows.
                if after is not None and (before is None or before.outer != after.outer):
                    looks[id_].append((step + 1, after))
        found: dict[str, list[dict[str, Any]]] = {}
        for id_, names in ids.items():
            told: list[dict[str, Any]] = []
            last, seen = rewind.last(id_), None
            for step, piece in looks.get(id_, [] if last is None else [(0, last)]):
                look = look_of(piece, NOTHING)
                if look == seen:
                    continue
                seen, pictures = look, [*self.shown(piece, look)]
                if pictures != (told[-1]["pictures"] if told else []):
                    told.append({"step": step, "pictures": pictures})
            if told:
                found |= dict.fromkeys(names, told)
        return dict(sorted(found.items()))


def pieces_of(rewind: Rewind, wanted: Collection[str]) -> dict[str, list[str]]:
    """Which ids each piece is wanted by: its own, or that of a unit that it alone is by its
    picture, as :func:`mover` knows it."""
    units: dict[str, set[str]] = {name: set() for name in wanted if rewind.last(name) is None}
    for id_, piece in rewind.pieces() if units else ():
        unit = piece.kind.image.rpartition(".")[0]
        if unit in units:
            units[unit].add(id_)
    found = {name: [name] for name in wanted}
    for name, pieces in units.items():
        for id_ in pieces if len(pieces) == 1 else ():
            found.setdefault(id_, []).append(name)
    return found


# Reads the Movement Trail of a piece: where it stood before each move since its moved mark was
# last cleared. VASSAL adds the place a piece leaves whenever it marks it as moved.

Place = tuple[int, int]
PREFIX = "footprint;"
MOST_PIXELS = 1_000_000
"""No map is as large."""
MOST_POINTS = 40
"""Points looked at of a trail from before a log; more of them are no single activation's."""


def points_of(piece: GamePiece) -> tuple[Place, ...]:
    """Read the points of a piece's trail, map px, oldest first; none if it leaves no trail."""
    if PREFIX not in piece.type:
        return ()
    for trait in piece.traits:
        if trait.type.startswith(PREFIX):
            points = Trail.read(trait).points
            far = any(abs(x) > MOST_PIXELS or abs(y) > MOST_PIXELS for x, y in points)
            return () if far else points  # a damaged trail tells nothing
    return ()


def places_between(old: GamePiece, new: GamePiece) -> tuple[Place, ...]:
    """List where a piece stood between two states of it, by its trail; none if that does not tell.

    A move adds the place it began at. What more was added are the places it was moved on from.
    """
    # One point more is what any drag leaves; points are what commas come from.
    if new.outer.count(",") - old.outer.count(",") < 2 or old.map != new.map:
        return ()
    before, after = points_of(old), points_of(new)
    if after[: len(before)] != before:
        return ()  # cleared in between
    added = after[len(before) :]
    here = (old.x, old.y)
    if added[:1] == (here,):
        return added[1:]
    # A trail that ends where the piece stands does not get that point again.
    return added if before[-1:] == (here,) else ()


def places_before(piece: GamePiece) -> tuple[Place, ...]:
    """List where a piece stood before it came here, by its trail, oldest first."""
    points = points_of(piece)
    here = (piece.x, piece.y)
    while points and points[-1] == here:
        points = points[:-1]
    return points if len(points) <= MOST_POINTS else ()


def way_to(hexes: Iterable[int], start: int) -> tuple[int, ...]:
    """List the hexes of a trail that leads to ``start``, without standing still."""
    way = [hex_ for hex_, _ in groupby(hexes)]
    return tuple(way[:-1] if way[-1:] == [start] else way)


# Which steps of a log take back which others.
#
# VASSAL 3.6.7 and later put an undo between ``UNDO true`` and ``UNDO false``; older ones only
# write the chat again behind ``* UNDO:`` and the inverse commands.


def undone_steps(steps: Sequence[LogStep]) -> Mapping[int, int | None]:
    """Index of each undo step to the index of the step it takes back.

    An undo takes back the last step that changed the same pieces or said the same and is not
    taken back yet; None if that step is not in the log (it was made before the log began).
    """
    undoes = {step.index: _touched(step.commands) for step in steps if step.signs.undo}
    if not undoes:
        return {}
    taken_back = frozenset[object]().union(*undoes.values())
    open_: dict[frozenset[object], list[int]] = {}
    taken: dict[int, int | None] = {}
    for step in steps[: max(undoes) + 1]:
        if step.index in undoes:
            waiting = open_.get(undoes[step.index])
            taken[step.index] = waiting.pop() if waiting else None
            continue
        first = _first_deed(step.commands)
        if first is None or first in taken_back:  # most steps are never taken back
            open_.setdefault(_touched(step.commands), []).append(step.index)
    return taken


_DEEDS: Mapping[type[Atom], str] = {
    MovePiece: "moved",
    ChangePiece: "changed",
    AddPiece: "there or not",
    RemovePiece: "there or not",
}


Deed: TypeAlias = tuple[str, str | None]
"""What is done, and the piece."""


def _touched(commands: Sequence[Atom]) -> frozenset[object]:
    """The pieces that commands do something to, and what; if there are none, what is said."""
    return frozenset(
        (_DEEDS[type(command)], command.id)
        for command in commands
        if isinstance(command, (MovePiece, ChangePiece, AddPiece, RemovePiece))
    ) or frozenset(
        command.line.removeprefix(UNDO_PREFIX) for command in commands if isinstance(command, Chat)
    )


def _first_deed(commands: Sequence[Atom]) -> Deed | None:
    for command in commands:
        if isinstance(command, (MovePiece, ChangePiece, AddPiece, RemovePiece)):
            return _DEEDS[type(command)], command.id
    return None


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a log (by its ``index``), played.

    ``game`` is the game after the step; it is one object that goes on changing with the next
    moment. ``change`` says what the step changed, with values before and after. ``takes_back``
    is the index of the step this one undoes, ``taken_back`` the index of the one that undoes
    this later in the log.
    """

    index: int
    step: LogStep
    game: Game
    change: Change
    undo: bool
    takes_back: int | None
    taken_back: int | None

    @property
    def chat(self) -> tuple[ChatLine, ...]:
        return chat_lines(self.step.commands)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        return rolls(self.step.commands)

    @property
    def mover(self) -> str | None:
        """Who moved pieces in the step (``player1``), None if nothing moved or nobody is named."""
        return mover_of(self.step.commands)

    @property
    def player(self) -> str:
        """The name of who moved something in the step, or his place; "" if nobody knows."""
        id_ = self.mover
        player = self.game.players.get(id_) if id_ else None
        return (player.name if player and player.name else id_) or ""


def mover_of(commands: Iterable[Atom]) -> str | None:
    """Who moved pieces by commands (``player1``), None if nothing moved or nobody is named."""
    for command in commands:
        if isinstance(command, MovePiece) and command.player:
            return command.player
    return None


def replay(
    log: GameLog,
    stacking: Stacking = PLAIN_STACKING,
    game: Game | None = None,
    begin: int = 0,
) -> Iterator[Moment]:
    """Play a log step by step.

    ``game`` is the game to play it on; without it the one the log restores. On it the steps before
    ``begin`` have been played. What a step names and
    the game has not is in ``change.unmatched``.

    :raises InputError: it takes longer than any game, with what is done between the steps.
    """
    playing = start(log, stacking) if game is None else game
    undoes = undone_steps(log.steps)
    undone = {taken: by for by, taken in undoes.items() if taken is not None}
    clock = Clock(log.where)
    for step in log.steps[begin:]:
        clock.check(f"{step.index} of {len(log.steps)} steps played")
        change = playing.apply(step.commands)
        index = step.index
        undo = index in undoes
        yield Moment(index, step, playing, change, undo, undoes.get(index), undone.get(index))


def final(log: GameLog, stacking: Stacking = PLAIN_STACKING) -> Game:
    """The game at the end of a log. :raises InputError: it takes longer than any game."""
    game, clock = start(log, stacking), Clock(log.where)
    for step in log.steps:
        clock.check(f"{step.index} of {len(log.steps)} steps played")
        game.apply(step.commands)
    return game


# Whether one log goes on where another ended.


class Continuation(Enum):
    """How a later log follows an earlier one.

    ``AFTER``: it begins where the earlier one ended. ``REPLAYED``: it begins where the earlier
    one began and repeats its steps first, as VASSAL records when a log is stepped through while
    another is kept. ``NOT``: neither.
    """

    AFTER = "after"
    REPLAYED = "replayed"
    NOT = "not"


def continuation(
    earlier: GameLog, later: GameLog, stacking: Stacking = PLAIN_STACKING
) -> Continuation:
    """How ``later`` follows ``earlier``. Positions are compared, not file names or dates."""
    begun = position_of(start(later, stacking)).digest
    if begun == position_of(final(earlier, stacking)).digest:
        return Continuation.AFTER
    if begun == position_of(start(earlier, stacking)).digest and repeats(earlier, later):
        return Continuation.REPLAYED
    return Continuation.NOT


def repeats(earlier: GameLog, later: GameLog) -> bool:
    """Whether the steps of ``later`` begin with those of ``earlier`` that can be replayed."""
    first = [step.commands for step in earlier.steps if step.commands]
    again = [step.commands for step in later.steps if step.commands][: len(first)]
    return bool(first) and first == again
