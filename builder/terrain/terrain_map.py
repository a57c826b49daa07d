"""The TerrainMap: what stands in every hex, on every hexside and along every Road.

A TerrainMap is plain values keyed by :class:`~clubroute.builder.grid.Hex` and
:class:`~builder.grid.Hexside`. Adjacent is not connected: whether one may go from a hex to its
neighbour depends on the features of the hexside and on the Roads through it, so a Road is never
an attribute of a hex but a chain of *links*, each between two adjacent hexes.

Every fact carries its provenance, its citation, and the value it replaced, if any.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    hexsides,
)
from clubroute.builder.provenance import SOURCES, Provenance


@dataclass(frozen=True, slots=True)
class Basis:
    """Why a fact is in the map: provenance, citation, source place, and what it replaced."""

    provenance: Provenance
    cite: str
    source: str = ""  # file:row of the source record
    replaced: str = ""  # the weaker value this fact overrode, with its provenance


@dataclass(frozen=True, slots=True)
class HexTerrain:
    """The terrain of one hex. ``terrain`` is a key of the lattice's terrain vocabulary."""

    hex: Hex
    terrain: str
    basis: Basis
    name: str = ""  # the place's name to letter on the map


HIGH_GROUND = "high ground in "
"""A crest's note begins so where it is known which of its two hexes is the higher."""


@dataclass(frozen=True, slots=True)
class HexsideFeature:
    """One feature on a hexside: river, canal, stream, crest, bridge, culvert, impassable…"""

    side: Hexside
    kind: str
    basis: Basis
    name: str = ""
    note: str = ""  # e.g. "unstable", "railroad", "pontoon", "not wired", "high ground in 45.66"

    def high_hex(self, lattice: Lattice) -> Hex | None:
        """The hex on the high side of a crest; None where nothing tells it."""
        told = [h for h in self.side if self.note == HIGH_GROUND + lattice.format(h)]
        return told[0] if told else None


@dataclass(frozen=True, slots=True)
class Road:
    """A Road's identity (rule 2.5's capital-R Road: road, railroad, raised road or railroad)."""

    id: str
    kind: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """One step of a Road between two adjacent hexes."""

    side: Hexside
    road: str  # id of the Road
    basis: Basis


@dataclass(frozen=True, slots=True)
class Area:
    """A named set of hexes: drop zone, Stop hex, entry hex, town, scenario boundary, Club Route…

    ``hexes`` is in the source's order, which matters for routes.
    """

    id: str
    kind: str
    hexes: tuple[Hex, ...]
    basis: Basis
    name: str = ""
    game: str = ""  # "wed", "tdc", or "" for both


@dataclass(frozen=True, slots=True)
class TerrainMap:
    """All facts of a lattice (or of one window of it).

    ``hexsides`` holds the features of each hexside that has any; ``links`` the Road links of each
    hexside that has any. Both are in a fixed order. ``apart`` says where two Roads share a hex
    without meeting (rule 2.5): (hex, Road id, Road id), the lower id first, with its basis. Roads
    that share a hex and are not in it meet there.
    """

    lattice: Lattice
    hexes: Mapping[Hex, HexTerrain]
    hexsides: Mapping[Hexside, tuple[HexsideFeature, ...]]
    roads: Mapping[str, Road]
    links: Mapping[Hexside, tuple[Link, ...]]
    areas: tuple[Area, ...] = ()
    water: frozenset[str] = field(default_factory=frozenset)
    apart: Mapping[tuple[Hex, str, str], Basis] = field(default_factory=dict)

    def features(self, side: Hexside, kind: str | None = None) -> tuple[HexsideFeature, ...]:
        """The features on a hexside, or those of one kind."""
        found = self.hexsides.get(side, ())
        return found if kind is None else tuple(f for f in found if f.kind == kind)

    def has(self, side: Hexside, *kinds: str) -> bool:
        """Whether a hexside has a feature of any of the kinds."""
        return any(f.kind in kinds for f in self.hexsides.get(side, ()))

    def links_at(self, h: Hex) -> tuple[Link, ...]:
        """Every Road link that touches a hex, in hexside order."""
        return tuple(link for side in hexsides(h) for link in self.links.get(side, ()))

    def links_of(self, road: str) -> tuple[Link, ...]:
        """The links of one Road, in hexside order."""
        return tuple(
            link for side in sorted(self.links) for link in self.links[side] if link.road == road
        )

    def meet(self, h: Hex, a: str, b: str) -> bool:
        """Whether two Roads that share a hex meet in it (a Road meets itself)."""
        return (h, min(a, b), max(a, b)) not in self.apart

    def areas_of(self, kind: str) -> tuple[Area, ...]:
        """The areas of one kind, in source order."""
        return tuple(area for area in self.areas if area.kind == kind)

    def area(self, id_: str) -> Area:
        """The area with that id. :raises KeyError:"""
        for area in self.areas:
            if area.id == id_:
                return area
        raise KeyError(id_)

    def window(self, name: str) -> TerrainMap:
        """The part of the map that a window shows; areas keep only their hexes inside."""
        shown = set(self.lattice.hexes(name))
        sides = {s for s in (*self.hexsides, *self.links) if s.a in shown and s.b in shown}
        links = {s: v for s, v in self.links.items() if s in sides}
        used = {link.road for many in links.values() for link in many}
        return TerrainMap(
            lattice=self.lattice,
            hexes={h: v for h, v in self.hexes.items() if h in shown},
            hexsides={s: v for s, v in self.hexsides.items() if s in sides},
            roads={r: v for r, v in self.roads.items() if r in used},
            links=links,
            areas=tuple(
                Area(a.id, a.kind, inside, a.basis, a.name, a.game)
                for a in self.areas
                if (inside := tuple(h for h in a.hexes if h in shown))
            ),
            water=self.water,
            apart={k: v for k, v in self.apart.items() if k[0] in shown and used.issuperset(k[1:])},
        )

    def provenance_shares(self) -> dict[str, dict[str, float]]:
        """For hexes, hexsides and links: the share (0..1) of each provenance."""
        groups: dict[str, list[Provenance]] = {
            "hexes": [v.basis.provenance for v in self.hexes.values()],
            "hexsides": [f.basis.provenance for many in self.hexsides.values() for f in many],
            "links": [link.basis.provenance for many in self.links.values() for link in many],
        }
        return {
            group: {p: values.count(p) / len(values) if values else 0.0 for p in SOURCES}
            for group, values in groups.items()
        }
