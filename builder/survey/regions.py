"""Areas that a rule describes ("south of the Rhine"), worked out from the compiled map."""

from __future__ import annotations

from collections.abc import Mapping

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, hexsides, neighbours
from clubroute.builder.sources.lattice import BoardSource
from clubroute.builder.sources.regions import RegionRecord
from clubroute.builder.terrain import Area, TerrainMap


def region_areas(
    records: tuple[RegionRecord, ...], terrain: TerrainMap, outlined: Mapping[Hex, str]
) -> tuple[tuple[Area, ...], list[str]]:
    """The regions as areas, and a warning for each that is left out because a water is broken.

    ``outlined`` names the surveyed outline a hex has its terrain from.

    :raises InputError: a region with an area's id.
    """
    taken = {area.id for area in terrain.areas}
    found: list[Area] = []
    warnings: list[str] = []
    for record in records:
        if record.id in taken:
            raise InputError(
                Where(record.path, record.row, "id"), repr(record.id), "an id that no area has"
            )
        shown = set(terrain.lattice.hexes(record.game)) if record.game else set(terrain.hexes)
        hexes = on_this_side(record, terrain, shown)
        leaks = [terrain.lattice.format(h) for h in record.outside if h in hexes]
        if leaks:
            waters = ", ".join(record.waters)
            warnings.append(
                f"{record.basis.source}: region {record.id} is left out: {waters} does not part "
                f"it from {' '.join(leaks)}"
            )
            continue
        hexes |= named_hexes(record, terrain, outlined) & shown
        if hexes:
            members = tuple(sorted(hexes))
            found.append(
                Area(record.id, record.kind, members, record.basis, record.name, record.game)
            )
    return tuple(found), warnings


def on_this_side(record: RegionRecord, terrain: TerrainMap, shown: set[Hex]) -> set[Hex]:
    """What can be reached from a region's first hexes without crossing its waters."""
    free = shown.difference(record.walls)
    found = free.intersection(record.start)
    waiting = sorted(found)
    sides, waters = terrain.hexsides, frozenset(record.waters)
    while waiting:
        h = waiting.pop()
        for other, side in zip(neighbours(h), hexsides(h), strict=True):
            if other not in free or other in found:
                continue
            if any(f.name in waters for f in sides.get(side, ())):
                continue
            found.add(other)
            waiting.append(other)
    return found


def named_hexes(record: RegionRecord, terrain: TerrainMap, outlined: Mapping[Hex, str]) -> set[Hex]:
    """The hexes a region's row names, by number, outline or board."""
    found = set(record.hexes)
    found.update(h for h, name in outlined.items() if name in record.outlines)
    for board in record.boards:
        found.update(board_hexes(board, terrain))
    return found


def board_hexes(board: BoardSource, terrain: TerrainMap) -> set[Hex]:
    """The hexes of a board: of its lines and numbers, as its window's first sheet counts them."""
    sheet = terrain.lattice.window(board.window)[0]
    first, last = board.numbers
    return {
        h
        for line in range(board.lines[0], board.lines[1] + 1)
        for number in range(first, last + 1)
        if (h := sheet.place(line, number)) in sheet
    }
