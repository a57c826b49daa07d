"""What commands of a log do to pieces, stacks and decks: how moves stack.

This follows VASSAL's MovePiece, Map, Stack and StackMetrics (3.6 to 3.8) move by move, odd cases
included; the comments name what is surprising about them. What is hidden from whom is judged for
the player who moves, whose VASSAL wrote the log.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TypeVar

from clubroute.builder.vassal.atoms import MovePiece
from clubroute.rules.logs.pieces import GONE, Basic, Dialect, GamePiece, PieceGroup, Stacking

# Dictionaries whose changes can be taken back.

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Table(dict[K, V]):
    """A mapping that notes what has changed since :meth:`mark`: of each key the value then and now.

    It is changed by its methods below alone; whoever else holds it has it as a ``Mapping``. Order
    is that of first insertion; a key put back by :meth:`restore` comes last.
    """

    __slots__ = ("_changed",)

    def __init__(self) -> None:
        super().__init__()
        self._changed: dict[K, tuple[V | None, V | None]] = {}

    def find(self, key: K) -> V | None:
        """The value of a key, None if there is none."""
        return self.get(key)

    def put(self, key: K, value: V) -> None:
        changed = self._changed
        changed[key] = changed[key][0] if key in changed else self.get(key), value
        self[key] = value

    def drop(self, key: K) -> None:
        if key in self:
            changed = self._changed.get(key)
            before = self[key] if changed is None else changed[0]
            self._changed[key] = before, None
            del self[key]

    def wipe(self) -> None:
        for key in tuple(self):
            self.drop(key)

    def mark(self) -> dict[K, tuple[V | None, V | None]]:
        """The changes since the last mark, key to value before and now; starts anew."""
        changed = self._changed
        if not changed:
            return {}
        self._changed = {}
        for before, now in changed.values():
            if before is now:
                return {key: pair for key, pair in changed.items() if pair[0] is not pair[1]}
        return changed

    def restore(self, changed: Mapping[K, tuple[V | None, V | None]]) -> None:
        """Take changes back that :meth:`mark` gave."""
        for key, (before, _) in changed.items():
            if before is None:
                self.pop(key, None)
            else:
                self[key] = before


# Where pieces, stacks and decks lie: in whose contents, or on which spot of which map, on top of
# what. Putting one somewhere takes it from where it was, as VASSAL's Map and Stack do.

Place = tuple[str, int, int]


class Lying:
    """The pieces, stacks and decks of a game, and where each lies."""

    def __init__(self) -> None:
        self.pieces: Table[str, GamePiece] = Table()
        self.groups: Table[str, PieceGroup] = Table()
        # What lies directly on a map (not within a stack), in the order it was put there; and what
        # has changed of that since the last mark.
        self._order: dict[str, int] = {}
        self._reordered: list[tuple[str, int | None]] = []
        self._spots: dict[Place, set[str]] = {}
        self._next = 0

    def mark(
        self,
    ) -> tuple[
        Mapping[str, tuple[GamePiece | None, GamePiece | None]],
        Mapping[str, tuple[PieceGroup | None, PieceGroup | None]],
        Sequence[tuple[str, int | None]],
    ]:
        """The changes since the last mark; of the order the values before, one after another."""
        order, self._reordered = self._reordered, []
        return self.pieces.mark(), self.groups.mark(), order

    def restore(
        self,
        pieces: Mapping[str, tuple[GamePiece | None, GamePiece | None]],
        groups: Mapping[str, tuple[PieceGroup | None, PieceGroup | None]],
        order: Sequence[tuple[str, int | None]],
    ) -> None:
        """Take changes back."""
        touched = [*pieces, *groups, *[id_ for id_, _ in order]]
        for id_ in touched:
            self._leave_spot(id_)
        self.pieces.restore(pieces)
        self.groups.restore(groups)
        for id_, before in reversed(order):
            if before is None:
                self._order.pop(id_, None)
            else:
                self._order[id_] = before
        for id_ in touched:
            self._enter_spot(id_)

    def wipe(self) -> None:
        self.pieces.wipe()
        self.groups.wipe()
        for id_ in tuple(self._order):
            self._unlay(id_)
        self._spots.clear()

    def new_id(self) -> str:
        """An id for what VASSAL would name by the clock."""
        while True:
            self._next += 1
            id_ = f"new{self._next}"
            if id_ not in self.groups and id_ not in self.pieces:
                return id_

    def live_group(self, id_: str) -> PieceGroup | None:
        """A stack or deck that commands can still name."""
        return self.groups.get(id_)

    def standing_at(self, map_: str, x: int, y: int) -> tuple[GamePiece, ...]:
        found: list[GamePiece] = []
        for id_ in self._lying_at((map_, x, y)):
            group = self.groups.get(id_)
            if group is None:
                found.append(self.pieces[id_])
            elif not group.is_deck:
                found += (self.pieces[child] for child in group.pieces)
        return tuple(found)

    def _place_of(self, id_: str) -> Place | None:
        thing = self.pieces.get(id_) or self.groups.get(id_)
        return None if thing is None or thing.map is None else (thing.map, thing.x, thing.y)

    def _lying_at(self, place: Place) -> Iterator[str]:
        found = self._spots.get(place)
        if not found:
            return iter(())
        if len(found) == 1:
            return iter(tuple(found))
        return iter(sorted(found, key=self._order.__getitem__))

    def _settle(self, id_: str, map_: str, x: int, y: int) -> None:
        """Map.placeAt: on the map itself; a stack's piece leaves its stack."""
        piece = self.pieces.get(id_)
        thing = piece or self.groups[id_]
        lay = id_ in self._order
        if lay:
            self._leave_spot(id_)
        if not lay or thing.map != map_:
            self._leave_group(id_)
            self._lay(id_)
        if piece is not None:
            self.pieces.put(id_, piece.put(map_, x, y, None))
        else:
            group = self.groups[id_].put(map_, x, y)
            self.groups.put(id_, group)
            for child in group.pieces:
                self.pieces.put(child, self.pieces[child].put(map_, x, y, id_))
        self._enter(id_, (map_, x, y))

    def _stacked(self, id_: str, map_: str | None, x: int, y: int) -> str:
        """Put a piece into a new stack of its own, on a map if there is one."""
        self._leave_group(id_)
        self._leave_order(id_)
        stack = PieceGroup(self.new_id(), "stack", map_, x, y, (id_,))
        self.groups.put(stack.id, stack)
        self.pieces.put(id_, self.pieces[id_].put(map_, x, y, stack.id))
        if map_ is not None:
            self._lay(stack.id)
            self._enter(stack.id, (map_, x, y))
        return stack.id

    def _lay(self, id_: str) -> None:
        """On top of all that lies on maps."""
        self._next += 1
        self._reordered.append((id_, self._order.get(id_)))
        self._order[id_] = self._next

    def _unlay(self, id_: str) -> None:
        """Out of that order, in which it is."""
        self._reordered.append((id_, self._order.pop(id_)))

    def _insert(self, group_id: str, id_: str, index: int) -> None:
        """Stack.insert: a piece that is in the stack already only changes its height."""
        contents = self.groups[group_id].pieces
        if id_ not in contents:
            self._insert_child(group_id, id_, index)
            return
        rest = [child for child in contents if child != id_]
        rest.insert(max(min(index, len(rest)), 0), id_)
        if rest == list(contents):
            return
        self.groups.put(group_id, self.groups[group_id].holding(tuple(rest)))

    def _insert_child(self, group_id: str, id_: str, index: int) -> None:
        """Stack.insertChild: the piece leaves its stack, or the map if it is loose."""
        self._leave_group(id_)
        self._leave_order(id_)
        group = self.groups[group_id]
        contents = list(group.pieces)
        contents.insert(max(min(index, len(contents)), 0), id_)
        self.groups.put(group_id, group.holding(tuple(contents)))
        self.pieces.put(id_, self.pieces[id_].put(group.map, group.x, group.y, group_id))

    def _leave_group(self, id_: str) -> None:
        """Take a piece out of the contents of its stack or deck."""
        piece = self.pieces.get(id_)
        if piece is None or piece.group is None:
            return
        group = self.groups.get(piece.group)
        if group is not None:
            contents = group.pieces
            # Most stacks are of one.
            rest = () if contents == (id_,) else tuple([c for c in contents if c != id_])
            self.groups.put(piece.group, group.holding(rest))

    def _take_off_map(self, id_: str) -> None:
        """Map.removePiece: off the map's list; the piece itself keeps the map's name."""
        self._leave_order(id_)

    def _forget(self, id_: str) -> None:
        """Out of the game. Pieces of a removed stack stay in it, on no map."""
        self._leave_order(id_)
        if id_ in self.pieces:
            self._leave_group(id_)
            self.pieces.drop(id_)
        group = self.groups.get(id_)
        if group is not None:
            for child in group.pieces:
                piece = self.pieces[child]
                self.pieces.put(child, piece.put(None, piece.x, piece.y, GONE))
            self.groups.drop(id_)

    def _leave_order(self, id_: str) -> None:
        if id_ in self._order:
            self._leave_spot(id_)
            self._unlay(id_)

    def _leave_spot(self, id_: str) -> None:
        if id_ in self._order and (place := self._place_of(id_)) is not None:
            spot = self._spots.get(place)
            if spot is not None:
                spot.discard(id_)
                if not spot:
                    del self._spots[place]

    def _enter_spot(self, id_: str) -> None:
        if id_ in self._order and (place := self._place_of(id_)) is not None:
            self._enter(id_, place)

    def _enter(self, id_: str, place: Place) -> None:
        spot = self._spots.get(place)
        if spot is None:
            self._spots[place] = {id_}
        else:
            spot.add(id_)


class MapTable(Lying):
    """The pieces, stacks and decks of a game, as commands put and move them."""

    def __init__(self, stacking: Stacking, dialect: Dialect) -> None:
        super().__init__()
        self._stacking = stacking
        self._maps = stacking.maps
        self._dialect = dialect
        self._viewer: str | None = None

    def add_piece(self, piece: GamePiece, map_: str | None) -> None:
        id_, x, y = piece.id, piece.x, piece.y
        if id_ in self.pieces or id_ in self.groups:
            self._forget(id_)
        if map_ is None or not self._known(map_):
            self.pieces.put(id_, piece)
            return
        self.pieces.put(id_, piece.put(map_, x, y, None))
        self._lay(id_)
        self._enter(id_, (map_, x, y))

    def add_group(self, group: PieceGroup) -> None:
        if group.id in self.groups or group.id in self.pieces:
            self._forget(group.id)
        self._fill(group, None)

    def set_group(self, group: PieceGroup) -> None:
        """Give a stack or deck a new state: place and contents (Stack.setState)."""
        present = self.groups[group.id]
        self._leave_spot(group.id)
        for child in present.pieces:
            piece = self.pieces[child]
            self.pieces.put(child, piece.put(piece.map, piece.x, piece.y, None))
        self.groups.put(group.id, present.holding(()))
        self._fill(group, present.map)

    def _fill(self, group: PieceGroup, map_before: str | None) -> None:
        """Put a stack or deck in its place and its pieces into it."""
        id_, map_, x, y, named = group.id, group.map, group.x, group.y, group.pieces
        if map_ is None:
            x, y = 0, 0
        elif not self._known(map_):
            map_ = None
        pieces = self.pieces
        # A piece named twice stays where it is named last.
        children = tuple(filter(pieces.__contains__, named))
        if len(children) > 1:
            children = tuple(dict.fromkeys(reversed(children)))[::-1]
        for child in children:
            piece = pieces[child]
            if piece.group is not None:
                self._leave_group(child)
            if child in self._order:
                self._leave_order(child)
            pieces.put(child, piece.put(map_, x, y, id_))
        if map_ is None or children != named:
            group = group.put(map_, x, y).holding(children)
        self.groups.put(id_, group)
        if map_ != map_before and id_ in self._order:
            self._unlay(id_)
        if map_ is not None:
            if map_ != map_before or id_ not in self._order:
                self._lay(id_)
            self._enter(id_, (map_, x, y))

    def set_piece_state(self, piece: GamePiece, outer: str, place: Basic) -> None:
        """Give a piece new trait states and a new basic state."""
        # In a stack the piece's own position counts for nothing, the stack's does.
        x, y = (place.x, place.y) if piece.group is None else (piece.x, piece.y)
        self._leave_spot(piece.id)
        changed = piece._replace(
            outer=outer, x=x, y=y, gpid=place.gpid, persistent=place.persistent
        )
        self.pieces.put(piece.id, changed)
        self._enter_spot(piece.id)
        map_ = place.map if place.map is not None and self._known(place.map) else None
        if map_ == piece.map:
            return
        if map_ is not None:
            self._settle(piece.id, map_, place.x, place.y)
        else:
            self._take_off_map(piece.id)
            self.pieces.put(piece.id, changed.put(None, x, y, piece.group))

    def remove(self, id_: str) -> bool:
        """Take a piece or stack out of the game; False if there is none."""
        if id_ in self.pieces:
            self._forget(id_)
            return True
        if id_ not in self.groups:
            return False
        self._forget(id_)
        return True

    def move(self, id_: str, to: MovePiece) -> bool:
        """Execute a move (MovePiece.executeCommand); False if there is no such piece."""
        if id_ not in self.pieces and id_ not in self.groups:
            return False
        self._viewer = to.player
        if to.to_map is None or not self._known(to.to_map):
            if to.from_map is not None:
                self._take_off_map(id_)
            return True
        place = (to.to_map, to.to_x, to.to_y)
        under = to.to_under
        if under is not None and self._place_of(under) == place:
            self._merge(under, id_)
            return True
        if not self._find_merge(place, id_):
            self._stack_or_place(id_, place)
        elif under is None and (piece := self.pieces.get(id_)) and piece.group is not None:
            # Under nothing means: at the bottom.
            self._insert(piece.group, id_, 0)
        return True

    def _known(self, map_: str) -> bool:
        return self._maps is None or map_ in self._maps

    def _find_merge(self, place: Place, id_: str) -> bool:
        if place not in self._spots:
            return False
        for lying in self._lying_at(place):
            group = self.groups.get(lying)
            if group is not None and group.is_deck:
                self._merge(lying, id_)
                return True
            if not self._can_stack(id_, place[0]) or not self._can_merge(id_, lying, place[0]):
                continue
            self._merge(lying, id_)
            return True
        return False

    def _can_stack(self, id_: str, map_: str) -> bool:
        if map_ in self._stacking.disabled:
            return False
        piece = self.pieces.get(id_)
        return piece is None or piece.stacks

    def _can_merge(self, moving: str, lying: str, map_: str) -> bool:
        """Whether they make one stack; ``lying`` is no deck."""
        group = self.groups.get(moving)
        if group is not None and group.is_deck:
            return True
        second = self._shown(lying)
        if second is None:  # a stack that all have left
            return False
        first = self._shown(moving)
        if first is None or not (first.stacks and second.stacks):
            return False
        if not (self._sees(first) and self._sees(second)):
            return False
        layers = self._stacking.layers.get(map_)
        return layers is None or layers.of(first) == layers.of(second)

    def _shown(self, id_: str) -> GamePiece | None:
        group = self.groups.get(id_)
        return self.pieces.get(id_) if group is None else self._top(group)

    def _top(self, group: PieceGroup) -> GamePiece | None:
        """The topmost piece the mover sees."""
        for child in reversed(group.pieces):
            piece = self.pieces[child]
            if self._sees(piece):
                return piece
        return None

    def _sees(self, piece: GamePiece) -> bool:
        # Moves older than the field for the mover are taken for made by who hid the piece.
        return self._viewer is None or piece.hidden_by in (None, self._viewer)

    def _merge(self, fixed: str, moving: str) -> None:
        """StackMetrics.merge: put ``moving`` on ``fixed``; a stack is put on its top piece."""
        group = self.groups.get(fixed)
        if group is not None:
            top = self._top(group)
            if top is not None:
                self._merge(top.id, moving)
                return
            parent: str | None = fixed if moving != fixed else None
            index = len(group.pieces)
            if parent is None:
                return
        else:
            parent = self.pieces[fixed].group
            if moving in (fixed, parent):
                return
            if parent is None:
                parent, index = self._new_stack(fixed), 1
            else:
                index = self.groups[parent].pieces.index(fixed) + 1
        moved = self.groups.get(moving)
        if moved is not None:
            for child in moved.pieces:
                self._insert_child(parent, child, index)
                index += 1
            return
        if self.pieces[moving].group == parent:
            contents = self.groups[parent].pieces
            if not self._dialect.sure_height or contents.index(moving) < index:
                index -= 1
        self._insert(parent, moving, index)

    def _new_stack(self, id_: str) -> str:
        """A new stack around a loose piece, where that is."""
        piece = self.pieces[id_]
        return self._stacked(id_, piece.map, piece.x, piece.y)

    def _stack_or_place(self, id_: str, place: Place) -> None:
        piece = self.pieces.get(id_)
        if piece is not None and self._gets_stack(piece) and self._can_stack(id_, place[0]):
            self._stacked(id_, *place)
        else:
            self._settle(id_, *place)

    def _gets_stack(self, piece: GamePiece) -> bool:
        return self._dialect.stacks_all or (self._dialect.stacks_loose and piece.group is None)
