"""Water: that it goes on, and that every Road over it has something to cross by."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Point,
    neighbours,
)
from clubroute.builder.lint.finding import Finding, Level, Subject
from clubroute.builder.terrain.terrain_map import HexsideFeature, TerrainMap


def waters(subject: Subject) -> dict[tuple[str, str], list[HexsideFeature]]:
    """Every water's hexsides by (kind, name), both sorted; a nameless water's name is blank."""
    found: dict[tuple[str, str], list[HexsideFeature]] = {}
    for side in sorted(subject.terrain.hexsides):
        for f in subject.terrain.hexsides[side]:
            if subject.vocabulary.hexsides[f.kind].water:
                found.setdefault((f.kind, f.name), []).append(f)
    return {key: found[key] for key in sorted(found)}


def inland(vertex: Point, side: Hexside, terrain: TerrainMap) -> bool:
    """Whether the map holds all three hexes around an end of a hexside."""
    around = {*side, *neighbours(side.a)}
    return all(h in terrain.hexes for h in around if vertex in terrain.lattice.vertices(h))


def vertex_counts(sides: set[Hexside], terrain: TerrainMap) -> Counter[Point]:
    """At each vertex, how many of the hexsides end."""
    return Counter(end for side in sides for end in terrain.lattice.hexside_ends(side))


def water_ends(subject: Subject) -> Iterator[Finding]:
    """Water that ends inland without joining other water.

    Water that bars no way, a stream, may rise inland: one such end of each is its spring. So may a
    canal end in a settlement: in its basin.
    """
    terrain, words = subject.terrain, subject.vocabulary
    wet = {side for side in terrain.hexsides if terrain.has(side, *words.water)}
    counts = vertex_counts(wet, terrain)
    for (kind, name), features in waters(subject).items():
        ends = [
            (end, f)
            for f in features
            for end in terrain.lattice.hexside_ends(f.side)
            if counts[end] == 1 and inland(end, f.side, terrain) and not basin(end, f, subject)
        ]
        if name and len(ends) == 1 and not words.hexsides[kind].bars:
            continue
        for _, f in ends:
            number = terrain.lattice.format_hexside(f.side)
            text = f"{kind} {name or '(no name)'} ends here, inland and at no other water"
            yield Finding("warning", "water-end", number, text, f.basis.source, tuple(f.side))


def basin(vertex: Point, feature: HexsideFeature, subject: Subject) -> bool:
    """Whether an end of a hexside can be a canal's basin: a settlement touches it.

    A river does not end so; the vocabulary says which water can (``basins``).
    """
    terrain, words = subject.terrain, subject.vocabulary
    if not words.hexsides[feature.kind].basins:
        return False
    around = {*feature.side, *neighbours(feature.side.a)}
    return any(
        words.hexes[terrain.hexes[h].terrain].holds_centre
        for h in around
        if vertex in terrain.lattice.vertices(h)
    )


def water_lines(subject: Subject) -> Iterator[Finding]:
    """A named water that forks, has more than two ends inland, or is broken.

    Where water skirts the map's edge the hexsides beyond it are missing, so it may be in parts; but
    a break inland leaves two parts with an end inland each.
    """
    terrain = subject.terrain
    for (kind, name), features in waters(subject).items():
        sides = {f.side for f in features}
        counts = vertex_counts(sides, terrain)
        forks = sum(n > 2 for n in counts.values())
        ends = [
            f.side
            for f in features
            for end in terrain.lattice.hexside_ends(f.side)
            if counts[end] == 1 and inland(end, f.side, terrain)
        ]
        pieces = line_parts(sides, terrain)
        if name and (forks or len(ends) > 2 or (pieces > 1 and len(ends) > 1)):
            numbers = ", ".join(terrain.lattice.format_hexside(side) for side in ends) or "none"
            text = f"this {kind} has {forks} forks, {pieces} parts; ends inland: {numbers}"
            at_fork = [
                side
                for side in sorted(sides)
                if any(counts[end] > 2 for end in terrain.lattice.hexside_ends(side))
            ]
            hexes: tuple[Hex, ...] = tuple(h for side in [*ends, *at_fork] for h in side)
            source = features[0].basis.source
            yield Finding("warning", "water-line", name, text, source, hexes)


def line_parts(sides: set[Hexside], terrain: TerrainMap) -> int:
    """How many connected lines some hexsides form."""
    parts: list[set[Point]] = []
    for side in sorted(sides):
        ends = set(terrain.lattice.hexside_ends(side))
        touching = [part for part in parts if part & ends]
        parts = [part for part in parts if not part & ends]
        parts.append(ends.union(*touching))
    return len(parts)


def unbridged(subject: Subject) -> Iterator[Finding]:
    """A Road over water with nothing to cross it by; an error where the water bars the way."""
    terrain, words = subject.terrain, subject.vocabulary
    for side, links in sorted(terrain.links.items()):
        here = [words.hexsides[f.kind] for f in terrain.features(side)]
        for kind in here:
            if kind.water and not any(kind.name in other.crosses for other in here):
                roads = " and ".join(sorted(link.road for link in links))
                text = f"{roads} crosses a {kind.name} that nothing leads over"
                number = terrain.lattice.format_hexside(side)
                source = links[0].basis.source
                level: Level = "error" if kind.bars else "warning"
                yield Finding(level, "unbridged", number, text, source, tuple(side))


def crossings(subject: Subject) -> Iterator[Finding]:
    """A bridge, culvert or ferry over nothing; a bridge that carries no Road."""
    terrain, words = subject.terrain, subject.vocabulary
    for side, features in sorted(terrain.hexsides.items()):
        here = {f.kind for f in features}
        number = terrain.lattice.format_hexside(side)
        for f in features:
            kind = words.hexsides[f.kind]
            source, where = f.basis.source, tuple(side)
            if kind.crosses and not here & set(kind.crosses):
                text = f"{f.kind} {f.name}".strip() + f" crosses no {' or '.join(kind.crosses)}"
                yield Finding("warning", "bridge-no-water", number, text, source, where)
            if kind.carries and not terrain.links.get(side):
                text = f"{f.kind} {f.name}".strip() + " carries no Road"
                yield Finding("warning", "bridge-no-road", number, text, source, where)
