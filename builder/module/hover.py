"""What the mouse-over viewer says of a hex: place, terrain, Roads, bridges, named areas."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.builder.grid import Hex, hexsides
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain import TerrainMap

BETWEEN = " · "


def hover_texts(terrain: TerrainMap, window: str, words: Vocabulary) -> dict[Hex, str]:
    """The text of every hex of a window, without its number."""
    shown = {"", window, *terrain.lattice.windows[window]}
    named: dict[Hex, list[str]] = {}
    for area in terrain.areas:
        kind = words.areas[area.kind]
        if kind.hover and area.game in shown:
            for h in area.hexes:
                named.setdefault(h, []).append(area.name or kind.title)
    sheets = terrain.lattice.window(window)
    hexes = [h for h in terrain.lattice.hexes(window) if h in terrain.hexes]
    for h in hexes:
        for number in dict.fromkeys(sheet.format(h) for sheet in sheets if h in sheet):
            if number != terrain.lattice.format(h):
                named.setdefault(h, []).append(f"also printed {number}")
    return {
        h: BETWEEN.join(dict.fromkeys((*parts(terrain, h, words), *named.get(h, ()))))
        for h in hexes
    }


def parts(terrain: TerrainMap, h: Hex, words: Vocabulary) -> Iterator[str]:
    """Terrain with the place's name, Roads, and what crosses the water at the hexsides."""
    info = terrain.hexes[h]
    title = words.hexes[info.terrain].title
    yield f"{info.name} ({title})" if info.name else title
    for link in terrain.links_at(h):
        road = terrain.roads[link.road]
        yield road.name or words.roads[road.kind].title
    for side in hexsides(h):
        for feature in terrain.features(side):
            kind = words.hexsides[feature.kind]
            if kind.crosses or kind.carries:
                note = f" ({feature.note})" if feature.note else ""
                yield (feature.name or kind.title) + note
