"""The legend of a map: what it lists, and how large the panel is that it stands on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.art.lettering import MEDIUM, width_of
from clubroute.builder.art.plan import Furniture, Group, LegendEntry
from clubroute.builder.grid import Orientation
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.style import BoardStyle
from clubroute.builder.terrain import TerrainMap

LEGEND_PICTURE = "legend.png"
"""The file of the legend's picture in a module no board of which has room for the legend."""

COLUMNS = 4
"""Entries side by side in the legend, where there is room."""

PAD = 36
"""Px between the panel's frame and what stands in it."""

HEAD, FOOT = 150, 120
"""Px above the first row for the title and the compass, and below the last for the scale."""

CREDIT = 24
"""Px of a line of credits, below the scale."""

SMALL_PRINT = 16.0
"""Size of the words of credits, px."""

SECOND_BAR = 60
"""Px that a second scale takes below the first, where both do not fit side by side."""

INSET = 64
"""Px between the sheet's edge and the panel."""


@dataclass(frozen=True, slots=True)
class Pitch:
    """How the legend's samples follow each other on a lattice.

    ``column`` and ``row`` are the px between them, ``across`` and ``down`` the lines or halves
    that makes; ``half_wide`` half the width of a hex, px. ``tall`` are the hexes one above the
    other that a sample needs, ``aside`` the px by which words stand further right for those that
    need hexes side by side.
    """

    column: int
    row: int
    across: int
    down: int
    half_wide: int
    tall: Mapping[Group, int]
    aside: Mapping[Group, int]


PITCHES: Mapping[Orientation, Pitch] = {
    "flat": Pitch(252, 72, 4, 2, 42, {"hex": 1, "hexside": 2, "road": 2, "area": 1}, {}),
    "pointy": Pitch(
        288,
        126,
        8,
        2,
        36,
        {"hex": 1, "hexside": 1, "road": 1, "area": 1},
        {"hexside": 72, "road": 72},
    ),
}

UNSTABLE = "unstable"
NOTES: Mapping[str, str] = {UNSTABLE: "Unstable bridge"}
"""Looks that hang on a feature's note."""


def legend_entries(
    terrain: TerrainMap, style: BoardStyle, titles: Mapping[str, str]
) -> tuple[LegendEntry, ...]:
    """Every kind that stands on the map and that the style draws, in the style's order."""
    features = [f for many in terrain.hexsides.values() for f in many]
    present: dict[Group, set[str]] = {
        "hex": {h.terrain for h in terrain.hexes.values()},
        "hexside": {f.kind for f in features} | {UNSTABLE for f in features if UNSTABLE in f.note},
        "road": {terrain.roads[k.road].kind for many in terrain.links.values() for k in many},
        "area": {a.kind for a in terrain.areas if style.areas.get(a.kind) is not None},
    }
    drawn: dict[Group, Iterable[str]] = {
        "hex": style.hexes,
        "hexside": style.hexsides,
        "road": style.roads,
        "area": [k for k, paint in style.areas.items() if paint.mark != "none"],
    }
    routes = [k for k, paint in style.areas.items() if paint.mark == "route"]
    return tuple(
        LegendEntry("road" if kind in routes else group, kind, title_of(group, kind, titles))
        for group in drawn
        for kind in drawn[group]
        if kind in present[group]
    )


def title_of(group: Group, kind: str, titles: Mapping[str, str]) -> str:
    """What players call a kind."""
    plain = kind.replace("_", " ")
    return NOTES.get(kind) or titles.get(f"{group}.{kind}") or plain[0].upper() + plain[1:]


def rows_of(entries: Sequence[LegendEntry], group: Group, pitch: Pitch, columns: int) -> int:
    """Rows a group takes with its heading."""
    many = sum(entry.group == group for entry in entries)
    return 1 + math.ceil(many / columns) * pitch.tall[group] if many else 0


def panel_size(furniture: Furniture, pitch: Pitch, columns: int) -> tuple[int, int]:
    """Width and height of a panel with so many entries side by side, px."""
    groups: tuple[Group, ...] = ("hex", "hexside", "road", "area")
    rows = sum(rows_of(furniture.entries, group, pitch, columns) for group in groups)
    wide = columns * pitch.column + 2 * PAD
    foot = FOOT + len(small_print(furniture.credits, wide)) * CREDIT
    if furniture.hex_metres is not None and columns < COLUMNS:
        foot += SECOND_BAR
    return wide, HEAD + rows * pitch.row + foot


def small_print(credits_: Sequence[str], wide: float) -> tuple[str, ...]:
    """The lines in which a panel so wide (px) has its credits."""
    found: list[str] = []
    for told in credits_:
        line = ""
        for word in told.split():
            longer = f"{line} {word}".strip()
            if line and width_of(longer, MEDIUM) * SMALL_PRINT > wide - 2 * PAD:
                found.append(line)
                longer = word
            line = longer
        found.append(line)
    return tuple(found)


def room_for_panel(furniture: Furniture, view: BoardView) -> tuple[int, int, int]:
    """Width and height of a picture that has room for the panel below the hexes of a view, px, and
    how many entries the panel has side by side.

    The panel is no wider than the hexes, if they are not narrower than a single entry.
    """
    pitch = PITCHES[view.lattice.orientation]
    # It moves by up to half a hex to the lattice.
    aside = 2 * INSET + 2 * pitch.half_wide
    sizes = {n: panel_size(furniture, pitch, n) for n in range(COLUMNS, 0, -1)}
    columns = next((n for n, size in sizes.items() if size[0] <= view.width), 1)
    wide, high = sizes[columns]
    return max(view.width, wide + aside), view.height + high + INSET + pitch.row, columns
