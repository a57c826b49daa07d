"""Roads: where they end, whether each is one chain, and which keep apart."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.grid import (
    Hex,
    connected,
    hexsides,
    neighbours,
)
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.terrain.terrain_head import LEVEL
from clubroute.builder.terrain.terrain_map import Link, TerrainMap
from clubroute.builder.terrain.views import road_graph


def links_by_road(terrain: TerrainMap) -> dict[str, list[Link]]:
    """Every Road's links in hexside order, Roads by id; level stretches with their raised Road."""
    found: dict[str, list[Link]] = {}
    for side in sorted(terrain.links):
        for link in terrain.links[side]:
            found.setdefault(link.road.removesuffix(LEVEL), []).append(link)
    return {road: found[road] for road in sorted(found)}


def degrees(links: list[Link]) -> dict[Hex, int]:
    """By hex: how many of its hexsides a Road passes."""
    found: dict[Hex, int] = {}
    for link in links:
        for h in link.side:
            found[h] = found.get(h, 0) + 1
    return found


def at_edge(h: Hex, terrain: TerrainMap) -> bool:
    """Whether the map ends beside a hex."""
    return any(n not in terrain.hexes for n in neighbours(h))


def is_place(h: Hex, subject: Subject) -> bool:
    """Whether a Road may end in a hex: a settlement, a lettered place, a crossing site."""
    terrain, words = subject.terrain, subject.vocabulary
    info = terrain.hexes[h]
    if info.name or words.hexes[info.terrain].holds_centre:
        return True
    kinds = (words.hexsides[f.kind] for side in hexsides(h) for f in terrain.features(side))
    # A bridge carries its Road on; a ferry or pontoon site is where one ends.
    return any(kind.crosses and not kind.carries for kind in kinds)


def road_ends(subject: Subject) -> Iterator[Finding]:
    """A Road that ends inland where there is no other Road and no place."""
    terrain = subject.terrain
    for road, links in links_by_road(terrain).items():
        for h, n in sorted(degrees(links).items()):
            others = {link.road for link in terrain.links_at(h)} - {road}
            if n == 1 and not others and not at_edge(h, terrain) and not is_place(h, subject):
                last = next(link for link in links if h in link.side)
                text = f"Road {road} ends in {terrain.hexes[h].terrain} ground, at no other Road"
                number = terrain.lattice.format(h)
                yield Finding("warning", "road-end", number, text, last.basis.source, (h,))


def road_chains(subject: Subject) -> Iterator[Finding]:
    """A Road in several parts (unless it left the map between), or one that forks."""
    terrain = subject.terrain
    for road, links in links_by_road(terrain).items():
        count = degrees(links)
        hexes = tuple(sorted(count))
        source = links[0].basis.source
        forks = [h for h in hexes if count[h] > 2]
        for h in forks:
            text = f"forks in {terrain.lattice.format(h)}"
            yield Finding("warning", "road-chain", road, text, source, (h,))
        loose = [
            part
            for part in parts(links)
            if not any(count[h] == 1 and at_edge(h, terrain) for h in part)
        ]
        pieces = len(parts(links))
        if loose and pieces > 1:
            text = f"is in {pieces} parts, one of them without an end at the map's edge"
            yield Finding("warning", "road-chain", road, text, source, loose[0])
        if not forks and not any(n == 1 for n in count.values()):
            yield Finding("warning", "road-chain", road, "is a ring", source, hexes)
    for road in sorted(
        set(terrain.roads) - {link.road for m in terrain.links.values() for link in m}
    ):
        yield Finding("warning", "road-chain", road, "has no link")


def parts(links: list[Link]) -> list[tuple[Hex, ...]]:
    """The connected parts of a Road, in order of their first hex."""
    beside: dict[Hex, list[Hex]] = {}
    for link in links:
        beside.setdefault(link.side.a, []).append(link.side.b)
        beside.setdefault(link.side.b, []).append(link.side.a)
    return sorted(connected(beside, beside.__getitem__))


def road_islands(subject: Subject) -> Iterator[Finding]:
    """Pieces of Road that meet each other only, and of which none leaves the map.

    The largest net of Roads is none, wherever it lies.
    """
    import networkx

    terrain = subject.terrain
    nets = sorted(networkx.connected_components(road_graph(terrain)), key=len)
    for net in nets[:-1]:
        hexes = tuple(sorted({h for h, _ in net}))
        if not any(at_edge(h, terrain) for h in hexes):
            roads = sorted({road for _, road in net})
            number = terrain.lattice.format(hexes[0])
            text = f"{', '.join(roads)} meets no other Road and does not leave the map"
            source = next(k.basis.source for k in terrain.links_at(hexes[0]) if k.road in roads)
            yield Finding("warning", "road-island", number, text, source, hexes)


def strays_apart(subject: Subject) -> Iterator[Finding]:
    """Roads said to keep apart in a hex that they do not share."""
    terrain = subject.terrain
    for (h, a, b), basis in sorted(terrain.apart.items()):
        here = {link.road for link in terrain.links_at(h)}
        absent = [road for road in (a, b) if road not in here]
        number = terrain.lattice.format(h)
        if absent or a >= b:
            text = f"{a} and {b} keep apart here"
            text += f", but {' and '.join(absent)} does not pass" if absent else ", in wrong order"
            yield Finding("error", "apart-stray", number, text, basis.source, (h,))
