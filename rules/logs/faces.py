"""Tells which pictures of its module a piece shows, and since when."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any

from clubroute.builder.vassal.traits import Layer
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.logs.counters import MOST_LOOKS, Look, look_of
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.rewind import Rewind

NOTHING: frozenset[str] = frozenset()


def faces(piece: GamePiece) -> tuple[tuple[str, ...], str]:
    """The pictures of a piece that lie one over the other, and what its layers add to its name."""
    pictures = [piece.kind.image] if piece.kind.image else []
    for trait in reversed(piece.traits):
        image = shown_by(trait) if trait.id == Layer.PREFIX else ""
        pictures += [image] if image else []
    return tuple(pictures), piece.shown_name.replace(piece.name, "", 1).strip()


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
        """As :func:`open_faces`, of a piece of that look."""
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
