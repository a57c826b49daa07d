"""Furniture: the neat line around the sheet, the legend, the scale and the compass.

The legend's samples are a small map of their own, drawn by the same layers as the map, so that no
sample can look other than what it stands for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from clubroute.builder.art.canvas import Canvas, Spot
from clubroute.builder.art.layers.paper import draw_chart, sheet_of_paper, write
from clubroute.builder.art.legend import (
    COLUMNS,
    CREDIT,
    HEAD,
    INSET,
    PAD,
    PITCHES,
    SECOND_BAR,
    SMALL_PRINT,
    rows_of,
    small_print,
)
from clubroute.builder.art.naming.label import Box, box_shows
from clubroute.builder.art.numbers import Frame
from clubroute.builder.art.parcels import unit_direction
from clubroute.builder.art.plan import BoardPlan, Furniture, Group, LegendEntry, Rule
from clubroute.builder.art.plate import BOLD, MEDIUM, width_of
from clubroute.builder.grid import Hex, Hexside, hexside, neighbours
from clubroute.builder.pixels import BoardView, Scale
from clubroute.builder.terrain.terrain_map import (
    Area,
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)

SAMPLE_LAYERS = frozenset(
    (
        "ground",
        "grid",
        "route",
        "water",
        "impassable",
        "crests",
        "bridges",
        "roads",
        "areas",
        "dots",
    )
)
HEADINGS: Mapping[Group, str] = {
    "hex": "TERRAIN",
    "hexside": "HEXSIDES",
    "road": "ROADS",
    "area": "MARKS",
}
WATER_OF = {"bridge": "canal", "culvert": "canal", "viaduct": "canal", "ferry": "river",
            "pontoon": "river", "stream_bridge": "stream", "unstable": "stream"}  # fmt: skip
BASIS = Basis("assumed", "a sample of the legend")
WORDS = 22.0
"""Size of the words beside a sample, px, at most."""

MARGIN_LINE = 29
"""Px from the edge of the sheet to the middle of what is written between neat line and hexes."""

COMPASS = 150
"""Px of the panel's width that the compass takes."""

BAR_END = 40
"""Px beyond the end of a scale that the number there takes."""

SLIM_HEXES = 3
"""Hexes of the scale there."""

PLAIN = "clear"
ROUTE_ROAD = "main_road"

DrawLayers = Callable[[Frame, Canvas, frozenset[str] | None], None]


def draw_furniture(frame: Frame, canvas: Canvas, draw_layers: DrawLayers) -> None:
    """Neat line and panel, where the plan has them. :param draw_layers: draws the samples."""
    furniture = frame.plan.furniture if frame.plan is not None else None
    if furniture is None:
        return
    for rule in furniture.rules:
        draw_rule(frame, canvas, rule)
    for box, chart in furniture.charts:
        if box_shows(box, frame.view, frame.unit):
            draw_chart(frame, canvas, box, chart)
    if furniture.panel is None:
        draw_margins(frame, canvas, furniture)
    elif box_shows(furniture.panel, frame.view, frame.unit):
        draw_panel(frame, canvas, furniture, furniture.panel, draw_layers)


def draw_margins(frame: Frame, canvas: Canvas, furniture: Furniture) -> None:
    """What a map without room for the panel tells between its neat line and its hexes: title and
    scale above, credits below."""
    left, top, right, bottom = furniture.sheet
    write(frame, canvas, (left + INSET, top + MARGIN_LINE), furniture.title, BOLD, 16, "name")
    told = f"{SLIM_HEXES} hexes"
    if furniture.hex_metres is not None:
        told += f", {SLIM_HEXES * furniture.hex_metres / 1000:.1f} km"
    start = right - INSET - SLIM_HEXES * 72
    at = (start - width_of(told, MEDIUM) * 14 - 10, top + MARGIN_LINE)
    write(frame, canvas, at, told, MEDIUM, 14, "road_name")
    blocks(frame, canvas, (start, at[1]), 72, SLIM_HEXES, 3)
    if furniture.credits:
        at = (left + INSET, bottom - MARGIN_LINE)
        write(frame, canvas, at, " · ".join(furniture.credits), MEDIUM, 14, "road_name")


def near_furniture(furniture: Furniture, view: BoardView) -> bool:
    """Whether any furniture may show on a picture: the panel, a chart, what is along the edges."""
    unit = view.scale.half / Scale().half
    edges = (
        Box(
            min(rule.start[0], rule.end[0]) - INSET,
            min(rule.start[1], rule.end[1]) - INSET,
            max(rule.start[0], rule.end[0]) + INSET,
            max(rule.start[1], rule.end[1]) + INSET,
        )
        for rule in furniture.rules
    )
    return any(box_shows(box, view, unit) for box in (*edges, *furniture.boxes()))


def draw_rule(frame: Frame, canvas: Canvas, rule: Rule) -> None:
    """A part of the neat line."""
    unit, (ax, ay), (bx, by) = frame.unit, rule.start, rule.end
    line = ((ax * unit, ay * unit), (bx * unit, by * unit))
    canvas.polyline(line, frame.style.paper["border"], rule.width * unit)


def draw_panel(
    frame: Frame, canvas: Canvas, furniture: Furniture, panel: Box, draw_layers: DrawLayers
) -> None:
    """The panel: its paper, title, compass, samples, scale."""
    unit, paper = frame.unit, frame.style.paper
    pitch = PITCHES[frame.view.lattice.orientation]
    sheet_of_paper(frame, canvas, panel)
    samples = lay_out(frame, furniture.entries, panel, furniture.columns)
    begin, wide = panel.left + PAD, panel.right - panel.left - 2 * PAD
    room = wide - (0 if furniture.north is None else COMPASS)
    size = min(46.0, room / width_of(furniture.title, BOLD))
    write(frame, canvas, (begin, panel.top + 66), furniture.title, BOLD, size, "name")
    if furniture.hex_metres is not None:
        told = f"A hex is {furniture.hex_metres:.0f} m from side to side"
        size = min(22.0, room / width_of(told, MEDIUM))
        write(frame, canvas, (begin, panel.top + 114), told, MEDIUM, size, "road_name")
    if furniture.north is not None:
        at = (panel.right - PAD - 62, panel.top + 106)
        compass(frame, canvas, (at[0] * unit, at[1] * unit), furniture.north)
    for heading, spot in samples.headings:
        write(frame, canvas, spot, heading, BOLD, 20, "road_name")
        start = spot[0] + width_of(heading, BOLD) * 20 + 12
        rule = ((start * unit, spot[1] * unit), ((panel.right - PAD) * unit, spot[1] * unit))
        canvas.polyline(rule, paper["grid"], 1.2 * unit)
    small = replace(frame, terrain=samples.terrain, plan=BoardPlan())
    draw_layers(small, canvas, SAMPLE_LAYERS)
    for text, (x, y), aside in samples.texts:
        room = pitch.column - 2 * pitch.half_wide - 32 - aside
        lines = fitting(text, room)
        size = min(WORDS, *(room / width_of(line, MEDIUM) for line in lines))
        for k, line in enumerate(lines):
            down = y + (k - (len(lines) - 1) / 2) * size * 1.1
            write(frame, canvas, (x, down), line, MEDIUM, size, "name")
    lines = small_print(furniture.credits, panel.right - panel.left)
    foot = panel.bottom - len(lines) * CREDIT
    beside = 2 * pitch.column if furniture.columns == COLUMNS else 0
    scale_bars(frame, canvas, (begin, foot - 66), furniture.hex_metres, beside, wide)
    for k, told in enumerate(lines):
        size = min(SMALL_PRINT, wide / width_of(told, MEDIUM))
        write(frame, canvas, (begin, foot - 14 + k * CREDIT), told, MEDIUM, size, "road_name")


def fitting(text: str, room: float) -> tuple[str, ...]:
    """A sample's words in one line, or where that would be too wide, in the two of which the wider
    is least wide."""
    words = text.split()
    if width_of(text, MEDIUM) * WORDS <= room or len(words) == 1:
        return (text,)
    halves = ((" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words)))
    return min(halves, key=lambda two: max(width_of(half, MEDIUM) for half in two))


@dataclass(frozen=True, slots=True)
class Samples:
    """The legend's small map, and its words with the px where they begin; of a text, too, how many
    px further right than others."""

    terrain: TerrainMap
    headings: tuple[tuple[str, Spot], ...]
    texts: tuple[tuple[str, Spot, int], ...]


def lay_out(frame: Frame, entries: Sequence[LegendEntry], panel: Box, columns: int) -> Samples:
    """Give every entry its hexes under the panel, so many of them side by side."""
    lattice = frame.view.lattice
    pitch = PITCHES[lattice.orientation]
    whole = replace(frame, view=replace(frame.view, scale=type(frame.view.scale)()))
    # The hex in whose row and column the first sample stands.
    first = whole.hex_at((panel.left + PAD + pitch.half_wide, panel.top + HEAD + pitch.row / 2))
    made = Maker(frame)
    headings: list[tuple[str, Spot]] = []
    texts: list[tuple[str, Spot, int]] = []
    row = 0
    for group, heading in HEADINGS.items():
        listed = [entry for entry in entries if entry.group == group]
        if not listed:
            continue
        x, y = whole.centre(first)
        headings.append((heading, (x - pitch.half_wide, y + row * pitch.row + 12)))
        row += 1
        tall, aside = pitch.tall[group], pitch.aside.get(group, 0)
        for k, entry in enumerate(listed):
            column, down = k % columns, row + k // columns * tall
            lines, halves = column * pitch.across, down * pitch.down
            if lattice.orientation == "pointy":
                lines, halves = halves, lines
            h = Hex(first.line + lattice.line_sign * lines, first.half + lattice.half_sign * halves)
            made.sample(entry, h)
            x, y = whole.centre(h)
            # Between the two hexes of a sample, where these stand one above the other.
            lower = pitch.row / 2 if tall > 1 else 0
            texts.append((entry.title, (x + 50 + aside, y + lower), aside))
        row += rows_of(entries, group, pitch, columns) - 1
    return Samples(made.terrain(), tuple(headings), tuple(texts))


class Maker:
    """Makes the legend's small map, entry by entry."""

    def __init__(self, frame: Frame) -> None:
        self.lattice = frame.terrain.lattice
        self.water = frame.terrain.water
        areas = frame.style.areas
        self.routes = [kind for kind, paint in areas.items() if paint.mark == "route"]
        self.downward = 3 if self.lattice.half_sign == 1 else 0
        self.hexes: dict[Hex, str] = {}
        self.sides: dict[Hexside, tuple[HexsideFeature, ...]] = {}
        self.roads: dict[str, Road] = {}
        self.links: dict[Hexside, tuple[Link, ...]] = {}
        self.areas: list[Area] = []

    def sample(self, entry: LegendEntry, h: Hex) -> None:
        """Put one entry on the small map at a hex."""
        self.hexes[h] = entry.kind if entry.group == "hex" else PLAIN
        name = f"{entry.group} {entry.kind}"
        if entry.group == "hexside":
            below = neighbours(h)[self.downward]
            side = hexside(h, below)
            self.hexes[below] = PLAIN
            water = WATER_OF.get(entry.kind)
            found = [HexsideFeature(side, water, BASIS)] if water else []
            if entry.kind == "unstable":
                found.append(HexsideFeature(side, "stream_bridge", BASIS, note="unstable"))
            else:
                found.append(HexsideFeature(side, entry.kind, BASIS))
            self.sides[side] = tuple(found)
            if entry.kind in ("bridge", "stream_bridge", "unstable"):
                self.road(name, "road", side)
        elif entry.group == "road":
            # From hex to hex: what runs through one would run into the words around it.
            below = neighbours(h)[self.downward]
            self.hexes[below] = PLAIN
            route = entry.kind in self.routes
            self.road(name, ROUTE_ROAD if route else entry.kind, hexside(h, below))
            if route:
                self.areas.append(Area(name, entry.kind, (h, below), BASIS))
        elif entry.group == "area":
            self.areas.append(Area(name, entry.kind, (h,), BASIS, name="A"))

    def road(self, name: str, kind: str, over: Hexside) -> None:
        """A Road over a hexside."""
        self.roads[name] = Road(name, kind)
        self.links[over] = (Link(over, name, BASIS),)

    def terrain(self) -> TerrainMap:
        """The small map."""
        return TerrainMap(
            self.lattice,
            {h: HexTerrain(h, kind, BASIS) for h, kind in sorted(self.hexes.items())},
            dict(sorted(self.sides.items())),
            self.roads,
            dict(sorted(self.links.items())),
            tuple(self.areas),
            self.water,
        )


def compass(frame: Frame, canvas: Canvas, at: Spot, north: float) -> None:
    """A rose whose long point shows north, ``north`` degrees clockwise of up."""
    unit, paper = frame.unit, frame.style.paper

    def spot(turn: float, far: float) -> Spot:
        up, aside = unit_direction(math.radians(north + turn))
        return at[0] + aside * far * unit, at[1] - up * far * unit

    ring = [spot(k * 7.5, 40) for k in range(49)]
    canvas.polyline(ring, paper["border"], 1.2 * unit)
    for turn, far in ((90, 44), (180, 44), (270, 44), (0, 62)):
        for hand, fill in ((-45, paper["border"]), (45, paper["halo"])):
            point = [spot(turn, far), spot(turn + hand, 11), at]
            canvas.polygon(point, fill)
            canvas.polyline([*point, point[0]], paper["border"], 1.2 * unit)
    x, y = spot(0, 76)
    canvas.text((x, y), "N", BOLD, 24 * unit, paper["name"], paper["halo"], 2 * unit)


def scale_bars(
    frame: Frame, canvas: Canvas, at: Spot, metres: float | None, beside: int, wide: float
) -> None:
    """Bars of hexes and, where the lattice has a place on earth, of kilometres.

    :param at: where the lowest begins. :param beside: px from one to the other, 0 if the second
        stands below. :param wide: px there is room for.
    """
    bars = [("hexes", 72.0, 6)]
    if metres is not None:
        bars.append(("km", 72.0 * 1000 / metres, 2))
    x, y = at
    y -= SECOND_BAR * (len(bars) - 1) if not beside else 0
    for name, step, most in bars:
        count = min(most, int((wide - (beside or BAR_END)) // step))
        if count:
            bar(frame, canvas, (x, y), name, step, count)
        x, y = x + beside, y + (0 if beside else SECOND_BAR)


def bar(frame: Frame, canvas: Canvas, at: Spot, name: str, step: float, count: int) -> None:
    """One bar of ``count`` parts of ``step`` px, numbered."""
    unit, paper = frame.unit, frame.style.paper
    blocks(frame, canvas, at, step, count, 6)
    for k in range(count + 1):
        text = f"{k} {name}" if k == count else str(k)
        middle = ((at[0] + k * step) * unit, (at[1] + 22) * unit)
        canvas.text(middle, text, MEDIUM, 18 * unit, paper["name"], paper["halo"], 0)


def blocks(frame: Frame, canvas: Canvas, at: Spot, step: float, count: int, half: float) -> None:
    """Parts of a bar, dark and light in turn; ``half`` half its height, px."""
    unit, paper = frame.unit, frame.style.paper
    for k in range(count):
        left, right = (at[0] + k * step) * unit, (at[0] + (k + 1) * step) * unit
        top, bottom = (at[1] - half) * unit, (at[1] + half) * unit
        box = [(left, top), (right, top), (right, bottom), (left, bottom)]
        canvas.polygon(box, paper["border"] if k % 2 == 0 else paper["halo"])
        canvas.polyline([*box, box[0]], paper["border"], 1.4 * unit)
