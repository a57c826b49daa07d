"""The lines of Roads, waters and borders: relaxed once for a whole map, cut out for a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from clubroute.builder.art.canvas import Spot
from clubroute.builder.art.courses.borders import Border, Place, border_pieces
from clubroute.builder.art.courses.roads import RoadPiece, road_pieces
from clubroute.builder.art.courses.waters import WaterPiece, water_pieces
from clubroute.builder.grid import (
    Hex,
    Hexside,
    Point,
    hexsides,
)
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain.terrain_map import TerrainMap

FACED = 130.0
"""Px from a parish to the Road or water it faces, at most."""

K = TypeVar("K")
V = TypeVar("V")


@dataclass(frozen=True)
class Courses:
    """Lines in map px, by hexside and half link."""

    waters: tuple[WaterPiece, ...] = ()
    roads: tuple[RoadPiece, ...] = ()
    borders: tuple[Border, ...] = ()

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

    @cached_property
    def between(self) -> dict[tuple[Point, Point], Border]:
        """The borders by the vertices they run between."""
        return {border.ends: border for border in self.borders}

    @cached_property
    def middles(self) -> tuple[Any, list[float]]:
        """The middle of every piece of Road and water (an array), and its direction (radians)."""
        import numpy as np

        lines = [road.line for road in self.roads] + [water.line for water in self.waters]
        spots = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, *_, b in lines]
        angles = [math.atan2(b[1] - a[1], b[0] - a[0]) for a, *_, b in lines]
        return np.array(spots).reshape(-1, 2), angles

    def facing(self, spot: Spot) -> float | None:
        """The direction (radians) of the Road or water nearest to a spot; None if none is near."""
        spots, angles = self.middles
        if not angles:
            return None
        dx, dy = spots[:, 0] - spot[0], spots[:, 1] - spot[1]
        gaps = dx * dx + dy * dy
        nearest = int(gaps.argmin())
        return angles[nearest] if gaps[nearest] <= FACED * FACED else None

    def near(self, hexes: Iterable[Hex]) -> Courses:
        """The Roads in some hexes, and the waters round them."""
        sides = dict.fromkeys(side for h in hexes for side in hexsides(h))
        inside = {h for side in sides for h in side}
        return Courses(
            tuple(water for side in sides for water in self.water_on.get(side, ())),
            tuple(road for h in sorted(inside) for road in self.in_hex.get(h, ())),
        )

    @cached_property
    def by_hex(self) -> dict[Hex, list[tuple[int, WaterPiece | RoadPiece | Border]]]:
        """Every line with its number, by the hex it is in or by the first of its hexside."""
        pieces: list[WaterPiece | RoadPiece | Border]
        pieces = [*self.waters, *self.roads, *self.borders]
        found: dict[Hex, list[tuple[int, WaterPiece | RoadPiece | Border]]] = {}
        for n, piece in enumerate(pieces):
            h = piece.hex if isinstance(piece, RoadPiece) else piece.side.a
            found.setdefault(h, []).append((n, piece))
        return found

    def inside(self, hexes: Iterable[Hex]) -> Courses:
        """The lines of some hexes, in their order."""
        told = sorted((line for h in hexes for line in self.by_hex.get(h, ())), key=itemgetter(0))
        pieces = [piece for _, piece in told]
        return Courses(
            tuple(p for p in pieces if isinstance(p, WaterPiece)),
            tuple(p for p in pieces if isinstance(p, RoadPiece)),
            tuple(p for p in pieces if isinstance(p, Border)),
        )

    def shown(self, near: Callable[[Hex], bool], unit: float = 1.0) -> Courses:
        """The lines near some hexes, ``unit`` times as large."""

        def grown(line: tuple[Spot, ...]) -> tuple[Spot, ...]:
            return tuple((x * unit, y * unit) for x, y in line)

        waters = tuple(p for p in self.waters if near(p.side.a))
        roads = tuple(p for p in self.roads if near(p.hex))
        borders = tuple(p for p in self.borders if near(p.side.a))
        if unit == 1:
            return Courses(waters, roads, borders)
        return Courses(
            tuple(replace(p, line=grown(p.line)) for p in waters),
            tuple(replace(p, line=grown(p.line)) for p in roads),
            tuple(replace(p, line=grown(p.line)) for p in borders),
        )


def grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, tuple[V, ...]]:
    """Values by key, in their order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in found.items()}


def courses_of(terrain: TerrainMap, style: BoardStyle) -> Courses:
    """Relax all lines of a map. Takes about two seconds for 13,000 hexes.

    :raises InputError: a terrain that the style does not draw.
    """
    return with_borders(line_courses(terrain, style), terrain, style)


def line_courses(terrain: TerrainMap, style: BoardStyle) -> Courses:
    """The lines of a map's Roads and waters. What its hexes are of does not bend them."""
    place, (raised, bridge) = Place(terrain.lattice), sways(style)
    return Courses(water_pieces(terrain, place), road_pieces(terrain, place, raised, bridge))


def sways(style: BoardStyle) -> tuple[float, float]:
    """By how much Roads that are raised or over bridges may leave a hex centre, px."""
    return style.size["raised_sway"], style.size["bridge_sway"]


def with_borders(lines: Courses, terrain: TerrainMap, style: BoardStyle) -> Courses:
    """Lines, and the borders between a map's terrains.

    :raises InputError: a terrain that the style does not draw.
    """
    place = Place(terrain.lattice)
    soft = border_pieces(terrain, place, lambda kind: style.hex_paint(kind).soft)
    return replace(lines, borders=soft)
