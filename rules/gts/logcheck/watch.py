"""Following a log step by step: activations opened and closed, and what happened in between."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from clubroute.builder.vassal.atoms import MovePiece
from clubroute.rules.gts.logcheck.board import Board, Snapshot, Standing
from clubroute.rules.gts.logcheck.chits import Drawn, Mug
from clubroute.rules.gts.logcheck.counters import Counter, CounterReader
from clubroute.rules.gts.logcheck.mapping import CounterMap
from clubroute.rules.gts.logcheck.track import Drag, Track, Turned
from clubroute.rules.gts.logcheck.trail import places_before, places_between, way_to
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import Piece
from clubroute.rules.logs.replay import Moment
from clubroute.rules.mapfile import NOWHERE

VEHICLES = ("wheeled", "tracked")
CARRIER = "transport"


@dataclass(frozen=True, slots=True)
class Closed:
    """An activation that is over.

    ``chit`` is the one in play, None between chits; ``setup``: no chit had been in play yet.
    ``rolled``: dice were rolled while the chit was in play. ``after`` is the board as it was then.
    """

    track: Track
    chit: Counter | None
    setup: bool
    rolled: bool
    after: Snapshot


@dataclass(frozen=True, slots=True)
class ChitOut:
    """A chit came into play in a step."""

    step: int
    drawn: Drawn
    player: str
    turn: str


@dataclass(frozen=True, slots=True)
class MarkerMoved:
    """A marker of the Club Route went from a hex (NOWHERE: from off the map) to another, or
    (``box``) into the box of what a turn earned. ``setup``: no chit had been in play yet."""

    step: int
    counter: Counter
    start: int
    end: int
    box: bool
    player: str
    turn: str
    chit: str
    before: Snapshot
    setup: bool = False


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """A marker (a piece's id) was taken out of the box of what a turn earned."""

    step: int
    piece: str


@dataclass(frozen=True, slots=True)
class TurnOver:
    """The turn tracker was moved."""

    step: int


Event = Closed | ChitOut | MarkerMoved | MarkerTaken | TurnOver


@dataclass(slots=True)
class Watch:
    """Follows a log.

    ``turn_of`` reads the turn of a game, ``layouts`` gives its maps as they are laid out.
    """

    mapping: CounterMap
    board: Board
    reader: CounterReader
    turn_of: Callable[[Game], str]
    layouts: Callable[[Game], Mapping[str, MapLayout]]
    mug: Mug = field(default_factory=Mug)
    turn: str = ""
    rolled: bool = False
    entered: int = 0
    unknown: dict[str, list[int]] = field(default_factory=dict)
    _open: dict[str, Track] = field(default_factory=dict)
    _decks: frozenset[str] = frozenset()
    _mug_map: str | None = None
    _laid: Mapping[str, MapLayout] = field(default_factory=dict)
    _came: dict[str, Piece] = field(default_factory=dict)

    def begin(self, game: Game) -> None:
        """Take over the game as the log restores it."""
        mugs = [g for g in game.groups.values() if g.is_deck and g.deck_name == self.mapping.mug]
        self._decks = frozenset(group.id for group in mugs)
        self._mug_map = mugs[0].map if mugs else None
        self._laid = self.layouts(game)
        self.board.put(game.pieces.items())
        inside = {child for group in mugs for child in group.pieces}
        lying = [
            chit
            for piece in game.pieces.values()
            if piece.map == self._mug_map is not None and piece.id not in inside
            if (chit := self._chit(piece)) is not None
        ]
        self.mug.set_up(inside, lying)
        # A log may begin in the middle of an activation: trails tell what came before.
        self._came = dict(game.pieces) if lying or not self._decks else {}
        self.turn = self.turn_of(game)

    @property
    def uses_chits(self) -> bool:
        """Whether the game has a mug that activation chits come from."""
        return bool(self._decks)

    def step(self, moment: Moment) -> Iterator[Event]:
        """What a step did. Steps that are undone, or undo, only change the board."""
        change, game = moment.change, moment.game
        counts = not moment.undo and moment.taken_back is None
        chits = self._chits(moment) if counts else ([], [], [])
        drawn, placed, back = chits
        turned = counts and bool(change.turns)
        if drawn or placed or back or turned:
            yield from self.close()
        before = self.board.snapshot()
        if change.boards:
            self._laid = self.layouts(game)
            self.board.lay_out(self._laid.get(self.mapping.map), game.pieces.items())
        self.board.put((id_, after) for id_, (_, after) in change.pieces.items())
        if turned:
            self.turn = self.turn_of(game)
            self.mug.turn_over()
            self.rolled = False
            yield TurnOver(moment.index)
        if back:
            self.mug.back(back)
        for many, from_mug in ((drawn, True), (placed, False)):
            for one in self.mug.out(many, from_mug) if many else ():
                self.rolled = False
                yield ChitOut(moment.index, one, self._player(moment), self.turn)
        # Nobody can unsee a die, undone or not.
        self.rolled = self.rolled or moment.step.signs.dice
        if counts:
            yield from self._pieces(moment, before)

    def close(self) -> Iterator[Closed]:
        """End every activation that goes on."""
        after = self.board.snapshot()
        tracks, self._open = self._open, {}
        self._came.clear()
        for track in tracks.values():
            if track.legs and not track.idle:
                yield self._closed(track, after)

    def _closed(self, track: Track, after: Snapshot) -> Closed:
        mug = self.mug
        setup = self.uses_chits and not mug.begun
        if self.rolled:
            track.known = False
        return Closed(track, mug.current, setup, self.rolled, after)

    def _pieces(self, moment: Moment, before: Snapshot) -> Iterator[Event]:
        after = self.board.snapshot()
        dragged: list[tuple[str, Standing, Standing]] = []
        for id_, (old, new) in moment.change.pieces.items():
            was, now = before.units.get(id_), after.units.get(id_)
            if was is not None and now is not None:
                if was.hex != now.hex:
                    dragged.append((id_, was, now))
                else:
                    self._turned(moment, id_, before, was.counter, now.counter)
                continue
            start, end = self.board.hex_of(old), self.board.hex_of(new)
            if was is None and now is None:
                yield from self._marker(moment, old, new, start, end, before)
            elif start != end:
                # A piece that becomes a Unit, or is one no longer, comes and goes likewise.
                self.entered += now is not None
                yield from self._gone(id_, before)
        carriers: set[tuple[int, int]] = set()
        for _, was, now in dragged:
            if carries(now.counter):
                carriers.add((was.hex, now.hex))
        for id_, was, now in dragged:
            self._dragged(moment, id_, was, now, before, carriers)

    def _dragged(
        self,
        moment: Moment,
        id_: str,
        was: Standing,
        now: Standing,
        before: Snapshot,
        carriers: Collection[tuple[int, int]],
    ) -> None:
        """A Unit was put into another hex. ``carriers`` are the ends of what the step did with
        vehicles and transport."""
        step, column = moment.index, was.counter.column
        track = self._track(moment, id_, before)
        carried = (was.hex, now.hex) in carriers and not carries(was.counter)
        here = was.hex
        for hex in (*self._between(moment, id_), now.hex):
            if hex != here:
                track.legs.append(Drag(step, hex, column, before, carried, self.rolled))
            here = hex
        turned = now.counter.column
        if turned is not None and turned != column:
            track.legs.append(Turned(step, turned, before))
        track.last = now.counter

    def _between(self, moment: Moment, id_: str) -> list[int]:
        """The hexes a step took a Unit through, by its trail: one key may move it several times."""
        old, new = moment.change.pieces[id_]
        places = places_between(old, new) if old and new else ()
        if not places or old is None:
            return []
        went = [c for c in moment.step.commands if isinstance(c, MovePiece) and c.id == old.id]
        # A trail does not say on which map its points are.
        return self.board.hexes(old, places) if all(c.to_map == old.map for c in went) else []

    def _gone(self, id_: str, before: Snapshot) -> Iterator[Closed]:
        """A Unit that comes onto the map or leaves it: its activation so far is over."""
        track = self._open.pop(id_, None)
        if track is not None and track.legs and not track.idle:
            yield self._closed(track, before)

    def _turned(
        self, moment: Moment, id_: str, before: Snapshot, was: Counter, now: Counter
    ) -> None:
        """A Unit was changed where it stands."""
        if now.column is not None and now.column != was.column:
            track = self._track(moment, id_, before)
            track.legs.append(Turned(moment.index, now.column, before))
            track.last = now
        elif not self.uses_chits and id_ in self._open and unmarked(*moment.change.pieces[id_]):
            # Where no chits are drawn, clearing the flags is all that tells activations apart.
            self._open[id_].known = False
        if id_ in self._came and unmarked(*moment.change.pieces[id_]):
            del self._came[id_]

    def _track(self, moment: Moment, id_: str, before: Snapshot) -> Track:
        found = self._open.get(id_)
        if found is None:
            standing = before.units[id_]
            chit = self.mug.current
            came = self._came.pop(id_, None)
            trail: tuple[int, ...] = ()
            if came is not None and self.board.hex_of(came) == standing.hex:
                trail = way_to(self.board.hexes(came, places_before(came)), standing.hex)
            found = self._open[id_] = Track(
                standing.counter,
                standing.hex,
                self._player(moment),
                self.turn,
                chit.name if chit else "",
                self.uses_chits and chit is not None,
                standing.counter,
                trail=trail,
            )
        return found

    def _marker(
        self,
        moment: Moment,
        old: Piece | None,
        new: Piece | None,
        start: int,
        end: int,
        before: Snapshot,
    ) -> Iterator[Event]:
        piece = new or old
        if piece is None:
            return
        counter = self.reader.read(piece)
        if counter is None:
            if NOWHERE not in (start, end) and start != end:
                self.unknown.setdefault(piece.name, []).append(moment.index)
            return
        earns = counter.kind in ("attacked", "closed")
        inside = (earns and self._in_box(old), earns and self._in_box(new))
        if inside == (True, False):
            yield MarkerTaken(moment.index, piece.id)
        box = inside == (False, True)
        moves = counter.kind == "club_route" and start != end
        if box or (moves and NOWHERE not in (start, end)):
            chit = self.mug.current
            yield MarkerMoved(
                moment.index,
                counter,
                start,
                end,
                box,
                self._player(moment),
                self.turn,
                chit.name if chit else "",
                before,
                self.uses_chits and not self.mug.begun,
            )

    def _in_box(self, piece: Piece | None) -> bool:
        if piece is None or piece.map is None or piece.map != self.mapping.box_map:
            return False
        layout = self._laid.get(piece.map)
        return layout is not None and layout.zone_at(piece.x, piece.y) == self.mapping.earned

    def _chits(self, moment: Moment) -> tuple[list[Counter], list[Counter], list[str]]:
        """The chits a step drew from the mug, put into play from elsewhere, and put back."""
        drawn: list[Counter] = []
        placed: list[Counter] = []
        back: list[str] = []
        decks, mug_map = self._decks, self._mug_map
        for id_, (old, new) in moment.change.pieces.items() if decks else ():
            inside = old is not None and old.group in decks
            lies = new is not None and new.map == mug_map and new.group not in decks
            lay = old is not None and old.map == mug_map and not inside
            if lies == lay:
                continue  # most of what moves does so elsewhere, and need not be read
            chit = self._chit(new or old)
            if chit is None:
                continue
            if lay:
                back.append(id_)
            else:
                (drawn if inside else placed).append(chit)
        return drawn, placed, back

    def _chit(self, piece: Piece | None) -> Counter | None:
        counter = None if piece is None else self.reader.read(piece)
        return counter if counter is not None and counter.role == "chit" else None

    def _player(self, moment: Moment) -> str:
        id_ = moment.mover
        player = moment.game.players.get(id_) if id_ else None
        return (player.name if player and player.name else id_) or ""


def carries(counter: Counter) -> bool:
    """Whether others may ride on a Unit."""
    return counter.move_class in VEHICLES or counter.kind == CARRIER


def unmarked(old: Piece | None, new: Piece | None) -> bool:
    """Whether the flag that a piece has moved was taken off it."""
    return (
        old is not None
        and new is not None
        and old.outer != new.outer
        and old.property_value("Moved") == "true"
        and new.property_value("Moved") == "false"
    )
