"""What every other check relies on: known words, ids used once, real hexsides on the map."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from clubroute.builder.errors import nearest_name
from clubroute.builder.grid import Hex, Hexside, adjacent
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.terrain.terrain_map import Basis


def unknown_words(subject: Subject) -> Iterator[Finding]:
    """Terrain, hexside, Road and area kinds that the vocabulary does not have."""
    terrain, words = subject.terrain, subject.vocabulary
    lattice = terrain.lattice

    def check(
        word: str, known: Mapping[str, object], place: str, source: str, hexes: tuple[Hex, ...]
    ) -> Iterator[Finding]:
        if word not in known:
            near = nearest_name(word, known)
            hint = f" (did you mean {near}?)" if near else ""
            text = f"{word!r} is not in terrain.toml{hint}"
            yield Finding("error", "unknown-word", place, text, source, hexes)

    for h, info in sorted(terrain.hexes.items()):
        yield from check(info.terrain, words.hexes, lattice.format(h), info.basis.source, (h,))
    for side, many in sorted(terrain.hexsides.items()):
        for f in many:
            number = lattice.format_hexside(side)
            yield from check(f.kind, words.hexsides, number, f.basis.source, tuple(side))
    for id_, road in sorted(terrain.roads.items()):
        yield from check(road.kind, words.roads, id_, "", ())
    for area in terrain.areas:
        yield from check(area.kind, words.areas, area.id, area.basis.source, area.hexes)


def duplicates(subject: Subject) -> Iterator[Finding]:
    """Ids used twice, the same fact twice on a hexside, facts filed under another's place."""
    terrain = subject.terrain
    lattice = terrain.lattice

    def finding(place: str, text: str, basis: Basis | None, hexes: tuple[Hex, ...]) -> Finding:
        return Finding("error", "duplicate-id", place, text, basis.source if basis else "", hexes)

    seen: set[str] = set()
    for area in terrain.areas:
        if area.id in seen:
            yield finding(area.id, "two areas have this id", area.basis, area.hexes)
        seen.add(area.id)
    for id_, road in sorted(terrain.roads.items()):
        if road.id != id_:
            yield finding(id_, f"this Road calls itself {road.id}", None, ())
    for h, info in sorted(terrain.hexes.items()):
        if info.hex != h:
            text = f"holds the facts of {lattice.format(info.hex)}"
            yield finding(lattice.format(h), text, info.basis, (h,))
    for side, features in sorted(terrain.hexsides.items()):
        for kind, n in Counter(f.kind for f in features).items():
            if n > 1:
                text = f"{kind} {n} times"
                yield finding(lattice.format_hexside(side), text, features[-1].basis, tuple(side))
    for side, links in sorted(terrain.links.items()):
        for road_id, n in Counter(link.road for link in links).items():
            if n > 1:
                text = f"Road {road_id} {n} times"
                yield finding(lattice.format_hexside(side), text, links[-1].basis, tuple(side))


def places(subject: Subject) -> Iterator[Finding]:
    """Hexsides between hexes that are no neighbours, facts off the map, links of unknown Roads."""
    terrain = subject.terrain
    lattice = terrain.lattice
    bases: dict[Hexside, str] = {
        s: link.basis.source for s, many in terrain.links.items() for link in many
    }
    bases |= {s: f.basis.source for s, many in terrain.hexsides.items() for f in many}
    for side in sorted(bases):
        number = lattice.format_hexside(side)
        if not adjacent(side.a, side.b) or side.b < side.a:
            text = "no hexside: the two hexes are not neighbours in ascending order"
            yield Finding("error", "not-neighbours", number, text, bases[side], tuple(side))
        for h in side:
            if h not in terrain.hexes:
                text = f"{lattice.format(h)} is not on the map"
                yield Finding("error", "off-map", number, text, bases[side], tuple(side))
    for area in terrain.areas:
        for h in area.hexes:
            if h not in terrain.hexes:
                text = f"{lattice.format(h)} is not on the map"
                yield Finding("error", "off-map", area.id, text, area.basis.source, area.hexes)
    for side, many in sorted(terrain.links.items()):
        for link in many:
            if link.road not in terrain.roads:
                number = lattice.format_hexside(side)
                text = f"a link of {link.road!r}, which is no Road"
                yield Finding("error", "unknown-road", number, text, link.basis.source, tuple(side))
