"""Small maps made for tests: a corner of map A of It Never Snows, its ground told hex by hex."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from clubroute.builder.grid import NEIGHBOUR_OFFSETS
from clubroute.builder.sources.lattice import read_lattice
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import (
    NOWHERE,
    MapArea,
    MapFile,
    PlacedFeature,
    Reason,
    RoadLink,
    RoadName,
    Run,
)

ROOT = Path(__file__).parents[3]
LATTICE = read_lattice(ROOT / "map_sources" / "ins" / "lattice.toml").lattice
ROADS = ("primary_road", "secondary_road", "railroad")
PRINTED = Reason("rulebook", "test", "", "")


def block(rows: int, numbers: int) -> list[str]:
    """The hexes of a block of map A: hexrows 20 on, numbers 10 on."""
    return [
        f"A{row}.{number:02}" for row in range(20, 20 + rows) for number in range(10, 10 + numbers)
    ]


def beside(hex_: str) -> list[str]:
    """The hexes beside a hex, by the parity of its hexrow."""
    row, number = int(hex_[1:3]), int(hex_[4:])
    low = number - (row % 2)
    pairs = [(row, number - 1), (row, number + 1)]
    pairs += [(r, n) for r in (row - 1, row + 1) for n in (low, low + 1)]
    return [f"A{r}.{n:02}" for r, n in pairs]


def made_map(
    hexes: Sequence[str],
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, Iterable[str]] | None = None,
    links: Mapping[str, Iterable[str]] | None = None,
    areas: Mapping[str, Sequence[str]] | None = None,
) -> MapFile:
    """A map of some hexes.

    ``terrain`` is by hex, clear where not told; ``sides`` are features by hexside, as
    ``A20.10/A20.11``; ``links`` the ids of the Roads through a hexside, each ``kind`` or
    ``kind:name``; ``areas`` are by id.
    """
    spots = sorted((LATTICE.parse(one, "ins"), one) for one in hexes)
    index = {(h.line, h.half): id_ for id_, (h, _) in enumerate(spots)}
    ids = {number: id_ for id_, (_, number) in enumerate(spots)}
    runs: dict[int, list[Run]] = {}
    for (line, half), id_ in index.items():
        known = runs.setdefault(line, [])
        if known and known[-1].half + 2 * known[-1].length == half:
            known[-1] = known[-1]._replace(length=known[-1].length + 1)
        else:
            known.append(Run(half, 1, id_))
    around = [
        array("i", [index.get((h.line + dl, h.half + dh), NOWHERE) for h, _ in spots])
        for dl, dh in NEIGHBOUR_OFFSETS
    ]
    kinds = tuple(dict.fromkeys(("clear", *(terrain or {}).values())))

    def places(hexside: str) -> tuple[int, int]:
        a, b = (ids[one] for one in hexside.split("/"))
        both = ((a, b), (b, a))
        first, second = (x * 6 + [d[x] for d in around].index(y) for x, y in both)
        return first, second

    names = sorted({road for many in (links or {}).values() for road in many})
    road_at = {name: number for number, name in enumerate(names)}
    sheet = [one.name for one in LATTICE.window("ins")]
    return MapFile(
        path="made",
        digest="made",
        window="ins",
        lattice=LATTICE,
        lines=array("i", [h.line for h, _ in spots]),
        halves=array("i", [h.half for h, _ in spots]),
        runs={line: tuple(many) for line, many in runs.items()},
        kinds=kinds,
        terrain=array("i", [kinds.index((terrain or {}).get(n, "clear")) for _, n in spots]),
        hex_basis=array("i", [0] * len(spots)),
        bases=(PRINTED,),
        beside=tuple(around),
        sheets=tuple(sheet),
        sheet=bytes([sheet.index("A")] * len(spots)),
        sides={
            place: tuple(PlacedFeature(kind, 0, "", "") for kind in many)
            for hexside, many in (sides or {}).items()
            for place in places(hexside)
        },
        links={
            place: tuple(RoadLink(road_at[name], 0) for name in many)
            for hexside, many in (links or {}).items()
            for place in places(hexside)
        },
        roads=tuple(RoadName(name, name.partition(":")[0], "") for name in names),
        areas=tuple(
            MapArea(
                id_,
                "entry_area" if id_.startswith("entry-") else "area",
                tuple(ids[one] for one in many),
                0,
                id_,
                "",
            )
            for id_, many in (areas or {}).items()
        ),
        names={},
        apart={},
    )


def context_of(made: MapFile) -> Context:
    """A context whose map ``ins`` is a made one."""
    found = Context(Path("nowhere"), owner_folder=Path("nowhere"))
    found.loaded["map", "ins"] = made
    return found


def hexside(a: str, b: str) -> str:
    """The name of a hexside, lower hex first."""
    return "/".join(sorted((a, b)))


def course(*hexes: str) -> list[str]:
    """The hexsides a Road through some hexes crosses."""
    return [hexside(a, b) for a, b in itertools.pairwise(hexes)]
