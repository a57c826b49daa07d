"""Single hexes: those nobody reaches, and lone ones inside another terrain."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clubroute.builder.grid import (
    Hex,
    connected,
    hexsides,
    neighbours,
)
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.survey.facts import passable
from clubroute.builder.terrain.shares import assumed_share, terrain_shares
from clubroute.builder.terrain.terrain_map import Basis

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
    from clubroute.builder.art.naming.lettering_plan import overlaps
    from clubroute.builder.passes.plan import names_of

    terrain = subject.terrain
    for label, other in overlaps(names_of(terrain, subject.style, subject.kept)):
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
