"""Where a raised Road lies level with the ground: ramps of dikes, level crossings (2.16, 2.17).

The map keeps a level stretch as a Road of its own, which goes on from the raised one and has its
id with :data:`~clubroute.builder.terrain_head.LEVEL` behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, Hexside, Lattice
from clubroute.builder.sources.links import LinkRecord
from clubroute.builder.survey.junctions import Apart
from clubroute.builder.terrain import Link, Road
from clubroute.builder.terrain_head import LEVEL

HexLinks = Mapping[Hexside, tuple[Link, ...]]


def level_off(
    records: Iterable[LinkRecord], roads: Mapping[str, Road], links: HexLinks, lattice: Lattice
) -> tuple[dict[str, Road], dict[Hexside, tuple[Link, ...]]]:
    """The Roads and links with the stretches that rows of course ``level`` name.

    :raises InputError: a row names a hex that its Road does not pass.
    """
    found, laid = dict(roads), dict(links)
    for record in records:
        if record.course != "level":
            continue
        level = record.road + LEVEL
        found[level] = Road(level, record.kind, record.name or roads[record.road].name)
        sides = {side for side, many in links.items() if any(k.road == record.road for k in many)}
        for h in record.hexes:
            here = [side for side in sides if h in side]
            if not here:
                told = f"{lattice.format(h)}, which {record.road} does not pass"
                where = Where(record.path, record.row, "hexes")
                raise InputError(where, told, "hexes of the Road")
            for side in here:
                kept = (link for link in laid[side] if link.road not in (record.road, level))
                many = (*kept, Link(side, level, record.basis))
                laid[side] = tuple(sorted(many, key=lambda link: link.road))
    return {road: found[road] for road in sorted(found)}, laid


def apart_when_level(apart: Apart, links: HexLinks) -> Apart:
    """The pairs of Roads that do not meet, where either may go on as its level stretch."""
    here: dict[Hex, set[str]] = {}
    for side, many in links.items():
        for h in side:
            here.setdefault(h, set()).update(link.road for link in many)
    found = {}
    for (h, a, b), basis in apart.items():
        for one, other in product((a, a + LEVEL), (b, b + LEVEL)):
            if {one, other} <= here[h]:
                found[h, min(one, other), max(one, other)] = basis
    return {key: found[key] for key in sorted(found)}
