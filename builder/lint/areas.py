"""Areas: holes in them, and parts that hang on nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clubroute.builder.grid import Hex, neighbours
from clubroute.builder.lint.finding import Finding, Subject


def connected(hexes: Iterable[Hex]) -> list[tuple[Hex, ...]]:
    """The connected parts of a set of hexes, each sorted, the largest first."""
    left = set(hexes)
    found = []
    while left:
        front = [min(left)]
        part: list[Hex] = []
        while front:
            h = front.pop()
            if h in left:
                left.discard(h)
                part.append(h)
                front += neighbours(h)
        found.append(tuple(sorted(part)))
    return sorted(found, key=lambda part: (-len(part), part))


def area_parts(subject: Subject) -> Iterator[Finding]:
    """An area of several parts, if it is meant to be one.

    It is if half its hexes or more touch another of it; the corners of a scenario's boundary or
    two objectives do not.
    """
    for area in subject.terrain.areas:
        parts = connected(area.hexes)
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
        own = set(area.hexes)
        lines = [h.line for h in own]
        halves = [h.half for h in own]
        if not own:
            yield Finding("error", "area-hole", area.id, "has no hexes", area.basis.source)
            continue
        low, high = (min(lines) - 1, min(halves) - 2), (max(lines) + 1, max(halves) + 2)
        box = {
            Hex(line, half)
            for line in range(low[0], high[0] + 1)
            for half in range(low[1], high[1] + 1)
            if (line + half) % 2
        }
        edge = {h for h in box if h.line in (low[0], high[0]) or h.half < min(halves)}
        for part in connected(box - own):
            open_side = edge & set(part) or any(h.half > max(halves) for h in part)
            if not open_side and not settled(part, area.hexes, subject):
                numbers = " ".join(subject.terrain.lattice.format(h) for h in part)
                text = f"has a hole: {numbers}"
                yield Finding("warning", "area-hole", area.id, text, area.basis.source, part)


def settled(hole: Iterable[Hex], area: Iterable[Hex], subject: Subject) -> bool:
    """Whether a hole in an area of one terrain is nothing but settlements."""
    found, words = subject.terrain.hexes, subject.vocabulary.hexes
    if len({found[h].terrain for h in area if h in found}) > 1:
        return False
    return all(h in found and words[found[h].terrain].holds_centre for h in hole)
