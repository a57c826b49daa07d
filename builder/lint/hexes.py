"""Single hexes: those nobody reaches, and lone ones inside another terrain."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.grid import hexsides, neighbours
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.survey.facts import passable


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
