"""Lettering: names that would be printed over one another on the boards."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.lint.finding import Finding, Subject


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
