"""Public views of a TerrainMap as networkx graphs: what lies beside what, and the Roads.

Made on demand, for checks and for programs of others; networkx is imported in the functions, for it
is slow to import.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from clubroute.builder.grid import Hex, hexsides
from clubroute.builder.provenance import weakest
from clubroute.builder.terrain.terrain_map import TerrainMap

if TYPE_CHECKING:
    import networkx as nx


def terrain_graph(terrain: TerrainMap) -> nx.Graph[str]:
    """Every hex, by its printed number, joined to its neighbours on the map.

    Node attributes: ``terrain``, ``name``, ``provenance``, ``cite``, ``source`` and ``apart``
    (pairs of Roads that do not meet in the hex, rule 2.5). Edge attributes: ``features`` (kinds on
    the hexside), ``names`` (of features), ``roads`` (ids), ``road_kinds``, and ``provenance``, the
    weakest of what is there. Several values are separated by ``;`` and blank if there are none.
    """
    import networkx

    graph: nx.Graph[str] = networkx.Graph(lattice=terrain.lattice.name)
    number = terrain.lattice.format
    apart: dict[Hex, list[str]] = {}
    for h, a, b in sorted(terrain.apart):
        apart.setdefault(h, []).append(f"{a}/{b}")
    for h, info in sorted(terrain.hexes.items()):
        graph.add_node(
            number(h),
            terrain=info.terrain,
            name=plain(info.name),
            provenance=info.basis.provenance,
            cite=plain(info.basis.cite),
            source=plain(info.basis.source),
            apart=listed(apart.get(h, ())),
        )
    for h in sorted(terrain.hexes):
        for side in hexsides(h):
            if side.a == h and side.b in terrain.hexes:
                features, links = terrain.features(side), terrain.links.get(side, ())
                known = [f.basis.provenance for f in features]
                known += [link.basis.provenance for link in links]
                graph.add_edge(
                    number(side.a),
                    number(side.b),
                    features=listed(feature.kind for feature in features),
                    names=listed(feature.name for feature in features),
                    roads=listed(link.road for link in links),
                    road_kinds=listed(terrain.roads[link.road].kind for link in links),
                    provenance=weakest(known) if known else "",
                )
    return graph


def listed(values: Iterable[str]) -> str:
    """Different values in one text, sorted, without blank ones."""
    return ";".join(sorted({plain(value) for value in values} - {""}))


def plain(text: str) -> str:
    """A text without what XML cannot hold or would change."""
    return "".join(c if c.isprintable() else " " for c in text)


def graphml(graph: nx.Graph[str]) -> str:
    """A graph as GraphML."""
    import networkx

    return "\n".join(networkx.generate_graphml(graph)) + "\n"


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
