"""Areas: holes in them, and parts that hang on nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clubroute.builder.grid import Hex, connected, neighbours
from clubroute.builder.lint.finding import Finding, Subject

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
