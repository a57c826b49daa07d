"""What is assumed: never without a reason, and not too much of a map."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.grid import Hex
from clubroute.builder.lint.finding import Finding, Subject
from clubroute.builder.shares import assumed_share, terrain_shares
from clubroute.builder.terrain import Basis

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
