"""Public views of a TerrainMap: a networkx graph of what connects, shapely geometry of it all.

Both are made on demand for study, checks and drawing; nothing on a hot path uses them. networkx
and shapely are imported here only, inside the functions, because they are slow to import.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from clubroute.builder.grid import Hex, Hexside, hexsides
from clubroute.builder.terrain import TerrainMap

if TYPE_CHECKING:
    import networkx as nx
    from shapely.geometry import LineString, Polygon


def adjacency_graph(terrain: TerrainMap) -> nx.Graph[Hex]:
    """Every hex with its neighbours.

    Node attributes: ``terrain``, ``name``, ``provenance``, ``number``. Edge attributes:
    ``features`` (kinds on the hexside, sorted), ``roads`` (ids of the Roads through it).
    """
    import networkx

    graph: nx.Graph[Hex] = networkx.Graph()
    for h, info in sorted(terrain.hexes.items()):
        graph.add_node(
            h,
            terrain=info.terrain,
            name=info.name,
            provenance=info.basis.provenance,
            number=terrain.lattice.format(h),
        )
    for h in sorted(terrain.hexes):
        for side in hexsides(h):
            if side.a == h and side.b in terrain.hexes:
                graph.add_edge(side.a, side.b, **edge_facts(terrain, side))
    return graph


def edge_facts(terrain: TerrainMap, side: Hexside) -> dict[str, Any]:
    """Edge attributes of a hexside."""
    return {
        "features": tuple(sorted({f.kind for f in terrain.features(side)})),
        "roads": tuple(sorted({link.road for link in terrain.links.get(side, ())})),
    }


def road_graph(terrain: TerrainMap, *kinds: str) -> nx.MultiGraph[tuple[Hex, str]]:
    """The Roads: a node is (hex, Road id), an edge a link of that Road (attribute ``kind``).

    Two Roads in one hex are two nodes, joined by an edge of kind ``meet`` unless they keep apart
    there (rule 2.5). Restricted to Roads of ``kinds`` if given.
    """
    import networkx

    graph: nx.MultiGraph[tuple[Hex, str]] = networkx.MultiGraph()
    found: dict[Hex, set[str]] = {}
    for side in sorted(terrain.links):
        for link in terrain.links[side]:
            kind = terrain.roads[link.road].kind
            if not kinds or kind in kinds:
                graph.add_edge((side.a, link.road), (side.b, link.road), kind=kind)
                for h in side:
                    found.setdefault(h, set()).add(link.road)
    for h, roads in sorted(found.items()):
        for a, b in combinations(sorted(roads), 2):
            if terrain.meet(h, a, b):
                graph.add_edge((h, a), (h, b), kind="meet")
    return graph


def hex_polygon(terrain: TerrainMap, h: Hex) -> Polygon:
    """A hex as a shapely polygon in affine integer coordinates."""
    from shapely.geometry import Polygon

    return Polygon(terrain.lattice.vertices(h))


def hexside_line(terrain: TerrainMap, side: Hexside) -> LineString:
    """A hexside as a shapely line in affine integer coordinates."""
    from shapely.geometry import LineString

    return LineString(terrain.lattice.hexside_ends(side))


def link_line(terrain: TerrainMap, side: Hexside) -> LineString:
    """A Road link as a straight shapely line between the two hex centres (affine integers)."""
    from shapely.geometry import LineString

    return LineString([terrain.lattice.centre(side.a), terrain.lattice.centre(side.b)])
