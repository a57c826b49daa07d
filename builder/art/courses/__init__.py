"""The lines of Roads and waters: relaxed once for a whole map, cut out for each picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.place import Place
from clubroute.builder.art.courses.roads import RoadPiece, road_pieces
from clubroute.builder.art.courses.waters import WaterPiece, water_pieces
from clubroute.builder.grid import Hex, Hexside
from clubroute.builder.terrain import TerrainMap

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Courses:
    """Lines in map px, by hexside and half link."""

    waters: tuple[WaterPiece, ...] = ()
    roads: tuple[RoadPiece, ...] = ()

    @cached_property
    def in_hex(self) -> dict[Hex, tuple[RoadPiece, ...]]:
        """The pieces of Roads in each hex."""
        return grouped((piece.hex, piece) for piece in self.roads)

    @cached_property
    def on_side(self) -> dict[Hexside, tuple[RoadPiece, ...]]:
        """The pieces of Roads that begin on each hexside, two a carriageway."""
        return grouped((piece.side, piece) for piece in self.roads)

    @cached_property
    def water_on(self) -> dict[Hexside, tuple[WaterPiece, ...]]:
        """The waters of each hexside."""
        return grouped((piece.side, piece) for piece in self.waters)

    def shown(self, near: Callable[[Hex], bool], unit: float = 1.0) -> Courses:
        """The lines near some hexes, ``unit`` times as large."""

        def grown(line: tuple[Spot, ...]) -> tuple[Spot, ...]:
            return line if unit == 1 else tuple((x * unit, y * unit) for x, y in line)

        return Courses(
            tuple(replace(p, line=grown(p.line)) for p in self.waters if near(p.side.a)),
            tuple(replace(p, line=grown(p.line)) for p in self.roads if near(p.hex)),
        )


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    """Values by key, in their order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def courses_of(terrain: TerrainMap) -> Courses:
    """Relax all Roads and waters of a map. Takes about a second for 13,000 hexes."""
    place = Place(terrain.lattice)
    return Courses(water_pieces(terrain, place), road_pieces(terrain, place))
