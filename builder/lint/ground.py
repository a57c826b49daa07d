"""Hexes nobody reaches or alone in other terrain; Roads that break off; water that ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from clubroute.builder.grid import Hex, Hexside, Point, connected, hexsides, neighbours
from clubroute.builder.lint.finding import Finding, Level, Subject
from clubroute.builder.survey.facts import passable
from clubroute.builder.terrain.shares import assumed_share, terrain_shares
from clubroute.builder.terrain.terrain_head import LEVEL
from clubroute.builder.terrain.terrain_map import Basis, HexsideFeature, Link, TerrainMap
from clubroute.builder.terrain.views import road_graph

# Roads: where they end, whether each is one chain, and which keep apart.


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


# Water: that it goes on, and that every Road over it has something to cross by.


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


# Areas: holes in them, and parts that hang on nothing.

SHORTEST_RING = 6
"""Hexes of the smallest ring that shuts a hex in."""


def area_parts(subject: Subject) -> Iterator[Finding]:
    """An area of several parts, if it is meant to be one.

    It is if half its hexes or more touch another of it; the corners of a scenario's boundary or
    two objectives do not.
    """
    for area in subject.terrain.areas:
        parts = connected(area.hexes, neighbours)
        touching = sum(len(part) for part in parts if len(part) > 1)
        if len(parts) > 1 and 2 * touching >= len(area.hexes):
            format_hex = subject.terrain.lattice.format
            small = ", ".join(" ".join(format_hex(h) for h in part) for part in parts[1:])
            text = f"is in {len(parts)} parts; the smaller: {small}"
            yield Finding("warning", "area-parts", area.id, text, area.basis.source, parts[1])


def area_holes(subject: Subject) -> Iterator[Finding]:
    """Hexes outside an area that are shut in by it.

    An area that is all of one terrain, a polder, ends where that terrain does: a settlement in it
    is no hole.
    """
    for area in subject.terrain.areas:
        if not area.hexes:
            yield Finding("error", "area-hole", area.id, "has no hexes", area.basis.source)
        for hole in shut_in(frozenset(area.hexes)):
            if not settled(hole, area.hexes, subject):
                numbers = " ".join(subject.terrain.lattice.format(h) for h in hole)
                text = f"has a hole: {numbers}"
                yield Finding("warning", "area-hole", area.id, text, area.basis.source, hole)


def shut_in(own: frozenset[Hex]) -> Iterator[tuple[Hex, ...]]:
    """The parts of the ground outside some hexes that they shut in.

    A ring round a hole is one part of them: hexes meet at hexsides only.
    """
    for part in connected(own, neighbours):
        for hole in holes(set(part)) if len(part) >= SHORTEST_RING else ():
            outside = tuple(h for h in hole if h not in own)
            if outside:
                yield outside


def holes(own: set[Hex]) -> list[tuple[Hex, ...]]:
    """The parts of the ground that a connected set of hexes shuts in."""
    lines, halves = [h.line for h in own], [h.half for h in own]
    west, east = min(lines) - 1, max(lines) + 1
    top, bottom = min(halves) - 2, max(halves) + 2
    box = {
        Hex(line, half)
        for line in range(west, east + 1)
        for half in range(top, bottom + 1)
        if (line + half) % 2
    }

    def at_edge(h: Hex) -> bool:
        return h.line in (west, east) or not top + 1 < h.half < bottom - 1

    return [part for part in connected(box - own, neighbours) if not any(map(at_edge, part))]


def settled(hole: Iterable[Hex], area: Iterable[Hex], subject: Subject) -> bool:
    """Whether a hole in an area of one terrain is nothing but settlements."""
    found, words = subject.terrain.hexes, subject.vocabulary.hexes
    if len({found[h].terrain for h in area if h in found}) > 1:
        return False
    return all(h in found and words[found[h].terrain].holds_centre for h in hole)


# What is assumed: never without a reason, and not too much of a map.

MOST_ASSUMED = 0.05
"""Share of a window's hexes (0..1) that may be assumed to be other than the default terrain."""


def reasons(subject: Subject) -> Iterator[Finding]:
    """An assumed hex, hexside feature, link or area that does not say why."""
    terrain = subject.terrain
    grid = terrain.lattice
    bases: list[tuple[Basis, str, tuple[Hex, ...]]] = [
        *((info.basis, grid.format(h), (h,)) for h, info in terrain.hexes.items()),
        *(
            (feature.basis, grid.format_hexside(side), tuple(side))
            for side, many in terrain.hexsides.items()
            for feature in many
        ),
        *(
            (link.basis, link.road, tuple(side))
            for side, many in terrain.links.items()
            for link in many
        ),
        *((area.basis, area.id, area.hexes) for area in terrain.areas),
    ]
    for basis, place, hexes in bases:
        if basis.provenance == "assumed" and not basis.cite.strip():
            yield Finding(
                "error", "no-reason", place, "is assumed and does not say why", basis.source, hexes
            )


def much_assumed(subject: Subject) -> Iterator[Finding]:
    """A window of which more than :data:`MOST_ASSUMED` is assumed to be other than the default."""
    terrain, default = subject.terrain, subject.vocabulary.default
    for window in terrain.lattice.windows:
        if not all(h in terrain.hexes for h in terrain.lattice.hexes(window)):
            continue
        share = assumed_share(terrain_shares(terrain, window), default)
        if share > MOST_ASSUMED:
            most = f"{MOST_ASSUMED:.0%}"
            text = f"{share:.1%} of its hexes are assumed and not {default}: more than {most}"
            yield Finding("warning", "much-assumed", window, text)


# Lettering: names that would be printed over one another on the boards.


def letterings(subject: Subject) -> Iterator[Finding]:
    """Two names that stand on one another where the boards letter them, halo included.

    The boards look for room for every name first; these have found none.
    """
    if subject.style is None:
        return
    from clubroute.builder.art.legend import as_drawn
    from clubroute.builder.art.naming.lettering_plan import overlaps
    from clubroute.builder.passes.plan import kept_plan

    terrain = as_drawn(subject.terrain, subject.style.drawn)
    plan = kept_plan(terrain, subject.style, subject.kept)
    for label, other in overlaps(plan.labels):
        first, second = sorted((label, other), key=lambda x: (x.home, x.text))
        number, beside = terrain.lattice.format(first.home), terrain.lattice.format(second.home)
        text = f"{first.text} is lettered over {second.text} ({beside})"
        known = terrain.hexes.get(first.home)
        source = known.basis.source if known is not None else ""
        yield Finding("warning", "lettering", number, text, source, (first.home, second.home))


def orphans(subject: Subject) -> Iterator[Finding]:
    """A hex that can be entered, with no hexside over which anyone can."""
    terrain, words = subject.terrain, subject.vocabulary
    for h, info in sorted(terrain.hexes.items()):
        if not words.hexes[info.terrain].enterable:
            continue
        if not any(passable(side, terrain, words) for side in hexsides(h)):
            number = terrain.lattice.format(h)
            text = "nobody can enter it from any neighbour"
            yield Finding("warning", "orphan-hex", number, text, info.basis.source, (h,))


def lone_hexes(subject: Subject) -> Iterator[Finding]:
    """One hex of a terrain with a single other terrain all around.

    Settlements often are one hex, and what a rulebook says or an author has lettered is meant.
    """
    terrain, words = subject.terrain, subject.vocabulary
    for h, info in sorted(terrain.hexes.items()):
        if info.name or info.basis.provenance == "rulebook":
            continue
        if words.hexes[info.terrain].holds_centre:
            continue
        around = {terrain.hexes[n].terrain if n in terrain.hexes else "" for n in neighbours(h)}
        if len(around) == 1 and not around & {info.terrain, ""}:
            number = terrain.lattice.format(h)
            text = f"one hex of {info.terrain} in {around.pop()}"
            yield Finding("warning", "lone-hex", number, text, info.basis.source, (h,))
