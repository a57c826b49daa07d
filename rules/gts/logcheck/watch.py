"""Follows a log step by step: activations opened and closed, and what happened in between."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from typing import Any

from clubroute.builder.vassal.atoms import MovePiece
from clubroute.rules.ground.mapfile import NOWHERE, hex_id
from clubroute.rules.gts.logcheck.board import (
    Battlefield,
    Changes,
    Snapshot,
    Standing,
)
from clubroute.rules.gts.logcheck.chits import ChitMug, Oddities, activates
from clubroute.rules.gts.logcheck.counters import Counter, CounterMap, CounterReader
from clubroute.rules.gts.logcheck.proof import carried_by
from clubroute.rules.gts.logcheck.track import (
    ChitBack,
    ChitOut,
    ChitTakenUp,
    Circumstances,
    Closed,
    Drag,
    Event,
    MarkerMoved,
    MarkerTaken,
    PutDown,
    TakenBack,
    Track,
    Turned,
    TurnOver,
    names_unit,
)
from clubroute.rules.logs.check.finding import LogFinding
from clubroute.rules.logs.check.places import UnplacedMoves
from clubroute.rules.logs.check.throws import Heard, Throws
from clubroute.rules.logs.game import Game
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.replay import (
    Moment,
    places_before,
    places_between,
    way_to,
)

NOT_YET = -1
"""The step of a drag that has not been made."""


@dataclass(slots=True)
class LogWatch:
    """Follows a log.

    ``turn_of`` reads the turn of a game, ``layouts`` gives its maps as they are laid out.
    ``heard`` holds what is said in the chat, ``announcing`` the name of the marker that announces a
    Second Action. ``throws`` says whose dice settle combat.
    """

    mapping: CounterMap
    board: Battlefield
    reader: CounterReader
    turn_of: Callable[[Game], str]
    layouts: Callable[[Game], Mapping[str, MapLayout]]
    oddities: Oddities
    unplaced: UnplacedMoves
    heard: Heard = field(default_factory=Heard)
    announcing: str = ""
    throws: Throws = field(default_factory=Throws)
    mug: ChitMug = field(default_factory=ChitMug)
    turn: str = ""
    rolls: int = 0
    lone: bool = False
    owed: str | None = ""
    entered: int = 0
    unknown: dict[str, list[int]] = field(default_factory=dict)
    _open: dict[str, Track] = field(default_factory=dict)
    _decks: frozenset[str] = frozenset()
    _mug_map: str | None = None
    _laid: Mapping[str, MapLayout] = field(default_factory=dict)
    _came: dict[str, GamePiece] = field(default_factory=dict)
    _entered: set[str] = field(default_factory=set)
    _changed: Changes = field(default_factory=dict)
    _parted: dict[str, Closed] = field(default_factory=dict)
    _spent: dict[str, int] = field(default_factory=dict)
    _event: bool = False
    _marked: set[int] = field(default_factory=set)
    _player: str = ""
    _before_draw: tuple[int, bool, str | None] = (0, False, "")
    _fought: bool = False
    _flagged: frozenset[str] = frozenset()
    _lay: tuple[Counter, ...] = ()

    def begin(
        self, game: Game, before: Mapping[str, Any] | None = None, fresh: bool = False
    ) -> None:
        """Take over the game as the log restores it. ``before`` is what the log that this one
        continues left (:meth:`leaves`); ``fresh``: it begins with a scenario's set-up."""
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
        self.lone = (bool(lying) and not fresh) or not self._decks
        if before is not None:
            self._resume(before, game)
        elif self.lone:
            self._lay = tuple(lying)
            self._flagged = frozenset(
                id_ for id_ in self.board.snapshot().units if shows_moved(game.pieces.get(id_))
            )
        self._came = dict(game.pieces) if self.lone else {}
        self.turn = self.turn_of(game)

    def _resume(self, before: Mapping[str, Any], game: Game) -> None:
        chit = game.pieces.get(before["mug"]["chit"])
        pieces = [game.pieces.get(id_) for id_ in before["mug"]["waiting"]]
        waiting = [one for piece in pieces if (one := self._chit(piece)) is not None]
        passed = self._chit(game.pieces.get(before["mug"]["passed"]))
        self.mug.resume(before["mug"], self._chit(chit), waiting, passed)
        self.rolls, self.lone, self.owed = before["dice"]
        self._event, self._entered = bool(before["event"]), set(before["entered"])
        self._fought = bool(before["fought"])
        self._spent = dict(before["spent"])
        self.heard.said = list(before["said"])
        self._marked = {hex_id(self.board.map, number) for number in before["marked"]}

    def leaves(self) -> dict[str, Any]:
        """Tell what a log that goes on here must know, as JSON values."""
        return {
            "mug": self.mug.leaves(),
            "dice": [self.rolls, self.lone, self.owed],
            "event": self._event or bool(self.heard.told_events),
            "fought": self._fought or self.heard.combat,
            "said": list(self.heard.said),
            "marked": [self.board.map.number(hex_) for hex_ in sorted(self._marked)],
            "entered": sorted(self._entered),
        }

    @property
    def _setting_up(self) -> bool:
        return self.uses_chits and not self.mug.begun

    @property
    def uses_chits(self) -> bool:
        """Tell whether the game has a mug that activation chits come from."""
        return bool(self._decks)

    def step(self, moment: Moment) -> Iterator[Event]:
        """Tell what a step did. Steps that are undone, or undo, only change the board."""
        change, game = moment.change, moment.game
        self._player = moment.player
        self.heard.listen(moment)
        counts = not moment.undo and moment.taken_back is None
        chits = self._chits(moment) if counts else ([], [], [])
        if moment.undo and moment.takes_back is None:
            for id_ in moment.change.pieces:  # it was moved in the log before
                self._spent.pop(id_, None)
            yield TakenBack(tuple(moment.change.pieces))
        if moment.step.signs.dice or moment.taken_back is not None:
            taken = self._chits(moment)[0] if moment.taken_back is not None else []
            yield from self.oddities.undone(moment, taken, self._player)
        drawn, placed, back = chits
        turned = counts and bool(change.turns)
        may_wait = counts and self.mug.waiting and not self.rolls
        waited = self._waited(change.pieces) if may_wait else None
        if drawn or placed or back or turned or waited:
            yield from self.close()
        if waited is not None:
            self._chit_over(moment.index)
            self.mug.take_up(waited)
            yield ChitTakenUp(moment.index, waited, self._player, self.turn)
        before = self.board.snapshot()
        self._changed = self.board.changes(change.pieces)
        if change.boards:
            self._laid = self.layouts(game)
            self.board.lay_out(self._laid.get(self.mapping.map), game.pieces.items())
        self.board.put((id_, after) for id_, (_, after) in self._changed.items())
        if turned:
            self.turn = self.turn_of(game)
            self._chit_over(moment.index)
            self.mug.turn_over()
            yield TurnOver(moment.index)
        unused = self.mug.back(back) if back else None
        if unused is not None:
            self._chit_back()
            yield ChitBack(moment.index, unused, self._player, self.turn)
        for many, from_mug in ((drawn, True), (placed, False)):
            if many:
                self._chit_over(moment.index)
            for one in self.mug.out(many, from_mug) if many else ():
                yield ChitOut(moment.index, one, self._player, self.turn)
        # Nobody can unsee a die, undone or not.
        if moment.step.signs.dice:
            yield from self._rolled(moment)
        if counts:
            chit = self.mug.current
            self.oddities.turn, self.oddities.chit = self.turn, chit.name if chit else ""
            yield from self._pieces(moment, before)

    def _rolled(self, moment: Moment) -> Iterator[LogFinding]:
        """Take note of dice that settle combat; report who threw one that is not theirs."""
        settled = True
        if self.throws.rules:
            players, chit = moment.game.players.values(), self.mug.current
            side = chit.side if chit else ""
            settled, wrong = self.throws.settles(moment.rolls, players, side)
            yield from self.oddities.thrown(moment.index, wrong)
        if settled:
            self.rolls += 1
            self.mug.used()

    def _waited(self, pieces: Changes) -> Counter | None:
        """Find the chit that was drawn before the one in play and comes into play as Units are
        dragged that only it activates. After a die a drag may be a retreat, or a pile's."""
        chit, units, board = self.mug.current, self.board.snapshot().units, self.board
        who: list[Counter] = []
        for id_, (_, new) in pieces.items():
            unit, end = units.get(id_), board.hex_of(new)
            if unit is not None and end not in (unit.hex, NOWHERE):
                who.append(unit.counter)
        window = board.map.window
        if chit is None or any(activates(window, chit, one) is not False for one in who):
            return None
        return next(
            (one for one in self.mug.waiting if any(activates(window, one, unit) for unit in who)),
            None,
        )

    def begin_play(self) -> None:
        """Take what comes from now on for play, chit or no chit."""
        self.mug.begun, self.rolls = True, 0

    def _chit_back(self) -> None:
        """Go on with the chit before: the one in play was drawn by mistake."""
        self.rolls, self.lone, self.owed = self._before_draw

    def _chit_over(self, step: int) -> None:
        """Begin to count dice anew; what was rolled before may make Units retreat late."""
        self._before_draw = self.rolls, self.lone, self.owed
        chit = self.mug.current
        if self.lone:
            self.owed = None
        elif chit is not None:  # between two chits it stays what it was
            self.owed = chit.side if self.rolls else ""
        self.rolls, self.lone, self._event = 0, False, False
        self.oddities.next_chit(step)
        self.heard.next_chit()
        self._marked.clear()
        self._entered.clear()
        self._spent.clear()

    def close(self, over: bool = True) -> Iterator[Closed]:
        """End every activation that goes on. ``over``: by what comes next, not by the log's end."""
        after = self.board.snapshot()
        tracks, self._open = self._open, {}
        parted, self._parted = self._parted, {}
        self._came.clear()
        yield from parted.values()
        for track in tracks.values():
            if track.legs and not track.idle:
                yield self._closed(track, after, tracks.values(), over)

    def going_on(self, id_: str, to: int | None = None) -> Closed | None:
        """Say what a Unit's activation comes to so far, or would with a drag into a hex; it goes
        on. None for what is no Unit on the map."""
        after = self.board.snapshot()
        standing = after.units.get(id_)
        if standing is None:
            return None
        track = self._open.get(id_)
        if track is None:
            track = self._new_track(id_, standing, self._came.get(id_))
        if to not in (None, standing.hex):
            assert to is not None
            drag = Drag(NOT_YET, to, standing.counter.column, after, "", self.rolls)
            track = track.with_legs([*track.legs, drag])
            after = self.board.with_unit(id_, to)
        others = (one for other, one in self._open.items() if other != id_)
        return self._closed(track, after, others, over=False)

    def _closed(
        self, track: Track, after: Snapshot, others: Iterable[Track], over: bool = True
    ) -> Closed:
        mug, who = self.mug, track.counter
        setup = self.uses_chits and not mug.begun
        went = [
            one.counter
            for one in others
            if one is not track and one.start == track.start and track.end in one.hexes
        ]
        told = Circumstances(
            self.rolls > 0,
            self.lone,
            self.owed,
            over,
            who.piece in self._entered,
            self._event or self._tells_event(who, after),
            carried_by(went, who),
            tuple(mug.lying if mug.current is None else mug.waiting),
            mug.taken_up,
            mug.passed,
            said=tuple(self.heard.said),
            marked=frozenset(self._marked),
            fought=self._fought or self.heard.combat or self._fired_at(track),
            left=self._may_have_moved(who),
        )
        return Closed(track, mug.current, setup, after, told)

    def _fired_at(self, track: Track) -> bool:
        """Tell whether the chit in play activates an enemy of a Unit, who may fire from afar."""
        chit, side, drags = self.mug.current, track.counter.side, track.drags
        if chit is None or not side or not drags or chit.side == side:
            return False
        window = self.board.map.window
        return any(
            one.counter.side not in ("", side) and activates(window, chit, one.counter) is not False
            for one in drags[0].before.units.values()
        )

    def _may_have_moved(self, unit: Counter) -> bool:
        """Tell whether the log before may have moved a Unit in the turn."""
        if self._flagged or not self._lay:
            return not self._flagged or unit.piece in self._flagged
        window = self.board.map.window
        return any(activates(window, chit, unit) is not False for chit in self._lay)

    def _tells_event(self, unit: Counter, after: Snapshot) -> bool:
        """Tell whether somebody said under the chit that an event befell a Unit, or anybody."""
        if not self.heard.told_events:
            return False
        others = [one.counter for one in after.units.values()]
        return names_unit(self.heard.told_events, unit, others)

    def _pieces(self, moment: Moment, before: Snapshot) -> Iterator[Event]:
        after = self.board.snapshot()
        dragged: list[tuple[str, Standing, Standing]] = []
        for id_, (old, new) in self._changed.items():
            was, now = before.units.get(id_), after.units.get(id_)
            if was is not None and now is not None:
                if was.hex != now.hex:
                    dragged.append((id_, was, now))
                    self.oddities.moved(moment.index, was, now)
                    continue
                if was is not now:  # most changes say nothing to the rules
                    lost = now.counter.reduced and not was.counter.reduced
                    self._fought = self._fought or (lost and not now.counter.mounted)
                    yield from self.oddities.turned(
                        moment.index, was.counter, now.counter, now.hex, self._player
                    )
                self._turned(moment, id_, before, was.counter, now.counter)
                continue
            start, end = self.board.hex_of(old), self.board.hex_of(new)
            if was is None and now is None:
                yield from self._marker(moment, old, new, start, end, before)
            elif start != end:
                # A piece that becomes a Unit, or is one no longer, comes and goes likewise.
                if was is not None:
                    self._gone(id_, before)
                    self._fought = self._fought or self.mug.begun
                    self.oddities.left(moment.index, was)
                elif now is not None and not self._goes_on(id_, now):
                    self.entered += 1
                    self._entered.add(id_)
                if now is not None and not self._setting_up:
                    player = self._player
                    yield from self.oddities.came(moment.index, now, player, after)
        for id_ in sorted(self.board.formed - self._changed.keys()):
            self._formed(moment, id_, before, after.units[id_].counter)
        yield from self.oddities.markers(moment.index, before, after, self._player)
        if self.mug.begun:
            yield from self._put_down(moment, before, after)
        together: dict[tuple[int, int], list[Counter]] = {}
        for _, was, now in dragged if len(dragged) > 1 else ():
            together.setdefault((was.hex, now.hex), []).append(was.counter)
        for id_, was, now in dragged:
            self._dragged(moment, id_, was, now, before, together)

    def _put_down(self, moment: Moment, before: Snapshot, after: Snapshot) -> Iterator[PutDown]:
        """Tell of Units that came onto the map and markers put into a hex or turned."""
        for id_, (old, _) in self._changed.items():
            unit, marker = after.units.get(id_), after.markers.get(id_)
            now = marker if unit is None or id_ in before.units else unit
            if now is not None and (now is unit or before.markers.get(id_) != now):
                player, chit = self._player, self.mug.current
                tray = old is not None and old.map not in (None, self.mapping.map)
                yield PutDown(moment.index, now, player, self.turn, chit, before, tray)

    def _dragged(
        self,
        moment: Moment,
        id_: str,
        was: Standing,
        now: Standing,
        before: Snapshot,
        together: Mapping[tuple[int, int], Sequence[Counter]],
    ) -> None:
        """Add a drag of a Unit into another hex. ``together`` are the Units of a step that drags
        several, by the ends of their drags."""
        step, column = moment.index, was.counter.column
        track = self._track(id_, before)
        carried = carried_by(together.get((was.hex, now.hex), ()), was.counter)
        here = was.hex
        for hex_ in (*self._between(moment, id_), now.hex):
            if hex_ != here:
                track.legs.append(Drag(step, hex_, column, before, carried, self.rolls))
            here = hex_
        track.player = track.player or self._player  # a change of Column names nobody
        turned = now.counter.column
        if turned is not None and turned != column:
            track.legs.append(Turned(step, turned, before))
        track.last = now.counter

    def _between(self, moment: Moment, id_: str) -> list[int]:
        """List the hexes a step took a Unit through, by its trail: one key may move it often."""
        old, new = self._changed[id_]
        places = places_between(old, new) if old and new else ()
        if not places or old is None:
            return []
        went = [c for c in moment.step.commands if isinstance(c, MovePiece) and c.id == old.id]
        # A trail does not say on which map its points are.
        return self.board.hexes(old, places) if all(c.to_map == old.map for c in went) else []

    def _gone(self, id_: str, before: Snapshot) -> None:
        """End the activation of a Unit that leaves the map, unless it comes back where it was."""
        track = self._open.pop(id_, None)
        if track is not None and track.legs and not track.idle:
            self._parted[id_] = self._closed(track, before, self._open.values())

    def _goes_on(self, id_: str, now: Standing) -> bool:
        """Go on with the activation of a Unit that comes back onto the map where it left it; tell
        whether it does."""
        parted = self._parted.get(id_)
        if parted is None or parted.track.end != now.hex:
            return False
        self._open[id_] = self._parted.pop(id_).track
        return True

    def _turned(
        self, moment: Moment, id_: str, before: Snapshot, was: Counter, now: Counter
    ) -> None:
        """Take note of a Unit that was changed where it stands."""
        if now.column is not None and now.column != was.column:
            self._formed(moment, id_, before, now)
        elif not self.uses_chits and id_ in self._open and unmarked(*self._changed[id_]):
            # Where no chits are drawn, clearing the flags is all that tells activations apart.
            self._open[id_].known = False
        if id_ in self._came and unmarked(*self._changed[id_]):
            del self._came[id_]

    def _formed(self, moment: Moment, id_: str, before: Snapshot, now: Counter) -> None:
        """Take note of a Unit that is shown in Column, or out of it, where it stands; of one whose
        marker comes after it, that it shows what it showed."""
        track = self._open.get(id_)
        if now.column is not None and (track is None or track.shown != now.column):
            if track is None and before.units[id_].counter.column in (None, now.column):
                return
            track = self._track(id_, before)
            track.legs.append(Turned(moment.index, now.column, before))
        if track is not None:
            track.last = now

    def _track(self, id_: str, before: Snapshot) -> Track:
        found = self._open.get(id_)
        if found is None:
            chit, unit = self.mug.current, before.units[id_].counter
            window = self.board.map.window
            self.mug.used(chit is not None and activates(window, chit, unit) is False)
            found = self._new_track(id_, before.units[id_], self._came.pop(id_, None))
            self._open[id_] = found
        return found

    def _new_track(self, id_: str, standing: Standing, came: GamePiece | None) -> Track:
        chit = self.mug.current
        trail: tuple[int, ...] = ()
        if came is not None and self.board.hex_of(came) == standing.hex:
            trail = way_to(self.board.hexes(came, places_before(came)), standing.hex)
        return Track(
            standing.counter,
            standing.hex,
            self._player,
            self.turn,
            chit.name if chit else "",
            self.uses_chits and chit is not None,
            standing.counter,
            trail=trail,
            spent=self._spent.get(id_, 0),
        )

    def _marker(
        self,
        moment: Moment,
        old: GamePiece | None,
        new: GamePiece | None,
        start: int,
        end: int,
        before: Snapshot,
    ) -> Iterator[Event]:
        piece = new or old
        if piece is None:
            return
        if self.announcing and end != NOWHERE and piece.name.casefold() == self.announcing:
            self._marked.add(end)
        counter = self.reader.read(piece)
        if counter is not None and counter.role == "unit" and old and new:
            player = self._player
            self.unplaced.moved(moment.index, old, new, counter, self._laid, player, self.turn)
            return
        self._event = self._event or (counter is not None and counter.kind == "event")
        suppresses = counter is not None and counter.kind == "suppressed"
        self._fought = self._fought or (suppresses and end != NOWHERE)
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
                self._player,
                self.turn,
                chit.name if chit else "",
                before,
                self.uses_chits and not self.mug.begun,
            )

    def _in_box(self, piece: GamePiece | None) -> bool:
        if piece is None or piece.map is None or piece.map != self.mapping.box_map:
            return False
        layout = self._laid.get(piece.map)
        return layout is not None and layout.zone_at(piece.x, piece.y) == self.mapping.earned

    def _chits(self, moment: Moment) -> tuple[list[Counter], list[Counter], list[str]]:
        """Find the chits a step drew from the mug, put into play from elsewhere, and put back."""
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

    def _chit(self, piece: GamePiece | None) -> Counter | None:
        counter = None if piece is None else self.reader.read(piece)
        return counter if counter is not None and counter.role == "chit" else None


def shows_moved(piece: GamePiece | None) -> bool:
    """Tell whether a piece is marked as moved, or leaves a trail."""
    return piece is not None and (
        piece.property_value("Moved") == "true" or bool(places_before(piece))
    )


def unmarked(old: GamePiece | None, new: GamePiece | None) -> bool:
    """Tell whether the flag that a piece has moved was taken off it."""
    return (
        old is not None
        and new is not None
        and old.outer != new.outer
        and old.property_value("Moved") == "true"
        and new.property_value("Moved") == "false"
    )
