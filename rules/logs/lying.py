"""Where pieces, stacks and decks lie: in whose contents, or on which spot of which map, on top of
what. Putting one somewhere takes it from where it was, as VASSAL's Map and Stack do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clubroute.rules.logs.journal import Table
from clubroute.rules.logs.pieces import GONE, GamePiece, PieceGroup

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
