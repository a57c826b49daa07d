"""A small map across the 99/00 wrap on which every kind of thing stands once."""

from __future__ import annotations

from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    Sheet,
    hexside,
)
from clubroute.builder.pixels import BoardView, board_views
from clubroute.builder.sources.lattice import BoardSource
from clubroute.builder.terrain.terrain_map import (
    Area,
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)

BASIS = Basis("assumed", "a test")
TERRAINS = (
    "clear", "polder", "orchard", "woods", "village", "town",
    "city", "fortified", "impassable", "sand_dunes", "swamp",
)  # fmt: skip
CROSSINGS = ("bridge", "stream_bridge", "culvert", "viaduct", "ferry", "pontoon")
AREA_KINDS = (
    "drop_zone", "landing_zone", "supply_drop", "stop_hex", "entry_hex", "exit_hex",
    "scenario_boundary", "airfield", "objective",
)  # fmt: skip
ROADS = ("road", "main_road", "railroad", "raised_road", "raised_railroad")

SHEET = Sheet("main", (96, 107), (10, 23), wrap=100)
LATTICE = Lattice("test", "flat", (SHEET,), windows={"main": ("main",)})


def at(column: int, row: int) -> Hex:
    """The hex of a continuous column and a row."""
    return SHEET.place(column, row)


def terrain_hexes() -> dict[str, Hex]:
    """Where each terrain stands: row 11, a column each from 96."""
    return {terrain: at(96 + k, 11) for k, terrain in enumerate(TERRAINS)}


def crossing_sides() -> dict[str, Hexside]:
    """Where each crossing stands: the river between rows 14 and 15."""
    return {k: hexside(at(97 + n, 14), at(97 + n, 15)) for n, k in enumerate(CROSSINGS)}


def area_hexes() -> dict[str, Hex]:
    """Where each area kind is marked: row 22."""
    return {kind: at(97 + k, 22) for k, kind in enumerate(AREA_KINDS)}


def every_kind() -> TerrainMap:
    """The map."""
    ground = {h: t for t, h in terrain_hexes().items()}
    names = {at(100, 11): "Wrapstad"}
    hexes = {
        h: HexTerrain(h, ground.get(h, "clear"), BASIS, names.get(h, ""))
        for h in LATTICE.hexes("main")
    }
    features: dict[Hexside, list[HexsideFeature]] = {}
    for column in range(96, 108):
        features[hexside(at(column, 14), at(column, 15))] = [feature("river", column, 14)]
        features[hexside(at(column, 16), at(column, 17))] = [feature("canal", column, 16)]
        features[hexside(at(column, 12), at(column, 13))] = [feature("stream", column, 12)]
    for kind, side in crossing_sides().items():
        features[side].append(HexsideFeature(side, kind, BASIS))
    for n, kind in enumerate(("crest", "impassable")):
        side = hexside(at(98 + 2 * n, 18), at(98 + 2 * n, 19))
        features[side] = [HexsideFeature(side, kind, BASIS)]
    unstable = hexside(at(105, 12), at(105, 13))
    features[unstable].append(HexsideFeature(unstable, "stream_bridge", BASIS, note="unstable"))
    links: dict[Hexside, list[Link]] = {}
    for n, kind in enumerate(ROADS):
        for row in range(17, 21):
            side = hexside(at(97 + 2 * n, row), at(97 + 2 * n, row + 1))
            links.setdefault(side, []).append(Link(side, kind, BASIS))
    # A second Road shares every hexside of the first.
    for row in range(17, 20):
        side = hexside(at(97, row), at(97, row + 1))
        links[side].append(Link(side, "beside", BASIS))
    roads = {kind: Road(kind, kind) for kind in ROADS} | {"beside": Road("beside", "railroad")}
    areas = tuple(Area(k, k, (h,), BASIS, name=k) for k, h in area_hexes().items())
    route = Area("route", "club_route", tuple(at(99, r) for r in range(21, 16, -1)), BASIS)
    return TerrainMap(
        LATTICE,
        hexes,
        {s: tuple(features[s]) for s in sorted(features)},
        roads,
        {s: tuple(links[s]) for s in sorted(links)},
        (*areas, route),
        frozenset({"river", "canal", "stream"}),
    )


def feature(kind: str, column: int, row: int) -> HexsideFeature:
    """A feature under a hex."""
    return HexsideFeature(hexside(at(column, row), at(column, row + 1)), kind, BASIS)


def boards(*rows: tuple[int, int]) -> tuple[BoardView, ...]:
    """Views of ranges of rows, one below the other."""
    sources = tuple(
        BoardSource(f"board {n}", "main", SHEET.lines, span, (0, n)) for n, span in enumerate(rows)
    )
    return board_views(LATTICE, sources)


def sides_by_side(*columns: tuple[int, int]) -> tuple[BoardView, ...]:
    """Views of ranges of columns, side by side."""
    sources = tuple(
        BoardSource(f"board {n}", "main", span, SHEET.numbers, (n, 0))
        for n, span in enumerate(columns)
    )
    return board_views(LATTICE, sources)
