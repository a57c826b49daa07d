"""Which Roads that share a hex meet there: lines that cross, end or run side by side; overrides."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.grid import (
    Hex,
    Hexside,
    Lattice,
    Sheet,
    hexside,
)
from clubroute.builder.sources.map_rows import JunctionRecord, read_junctions
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.plane import Spot, centre_spot
from clubroute.builder.survey.snap_roads import Lines, roads_apart
from clubroute.builder.terrain.terrain_map import Basis, Link, Road

SHEET = Sheet("s", (1, 9), (1, 9), first_digits=1)
LATTICE = Lattice("s", "flat", (SHEET,), windows={"s": ("s",)})
BASIS = Basis("rulebook", "by hand")


def hexes(text: str) -> list[Hex]:
    return [LATTICE.parse(word) for word in text.split()]


def links(roads: dict[str, list[Hex]]) -> dict[Hexside, tuple[Link, ...]]:
    found: dict[Hexside, tuple[Link, ...]] = {}
    for road, chain in sorted(roads.items()):
        for a, b in pairwise(chain):
            side = hexside(a, b)
            found[side] = (*found.get(side, ()), Link(side, road, BASIS))
    return found


def line(chain: list[Hex], down: float = 0.0) -> list[list[Spot]]:
    spots = [centre_spot(LATTICE, h) for h in chain]
    return [[Spot(s.x, s.y + down) for s in spots]]


SORTS = {"road": "wheels", "main_road": "wheels", "railroad": "rails"}


def apart(
    roads: dict[str, list[Hex]], lines: Lines, *records: JunctionRecord, b: str = "railroad"
) -> dict[str, list[tuple[str, str]]]:
    """The pairs that keep apart by hex; Road b is a railroad unless told."""
    known = {id: Road(id, b if id == "b" else "road", id.upper()) for id in roads}
    found = roads_apart(LATTICE, known, links(roads), lines, records, SORTS)
    answer: dict[str, list[tuple[str, str]]] = {}
    for h, a, b in found:
        answer.setdefault(LATTICE.format(h), []).append((a, b))
    return answer


EAST = hexes("2.4 3.4 4.4 5.4 6.4")


def test_side_by_side_is_apart_but_where_one_ends() -> None:
    both = {"a": EAST, "b": EAST[1:]}
    lines = {"a": line(EAST), "b": line(EAST[1:], 0.3)}
    assert apart(both, lines) == {"4.4": [("a", "b")], "5.4": [("a", "b")]}


def test_two_roads_on_the_same_hexsides_are_one_road_there() -> None:
    both = {"a": EAST, "b": [*EAST[:3], *hexes("5.5")]}
    lines = {"a": line(EAST), "b": line(both["b"], 0.3)}
    assert apart(both, lines, b="main_road") == {}
    assert set(apart(both, lines)) == {"3.4", "4.4"}
    # Roads that only share a hex, without a hexside in common, are not.
    touching = {"a": EAST, "b": hexes("4.3 4.4 4.5")}
    far = [Spot(s.x + 40, s.y) for s in line(touching["b"])[0]]
    assert set(apart(touching, {"a": line(EAST), "b": [far]}, b="road")) == {"4.4"}


def test_a_crossing_meets_in_its_hex_only() -> None:
    long = hexes("1.4 2.4 3.4 4.4 5.4 6.4 7.4 8.4 9.4")
    spots = line(long)[0]
    across = [Spot(s.x, s.y + (0.4 if k < 3 else -0.4)) for k, s in enumerate(spots)]
    found = apart({"a": long, "b": long}, {"a": [spots], "b": [across]})
    assert set(found) == {"2.4", "5.4", "6.4", "7.4", "8.4"}


def test_a_crossing_belongs_to_the_nearest_hex_they_share() -> None:
    north = hexes("4.2 4.3 4.4 4.5 4.6")
    shifted = [Spot(s.x + 0.9, s.y) for s in line(north)[0]]
    assert apart({"a": EAST, "b": north}, {"a": line(EAST), "b": [shifted]}) == {}
    far = [Spot(s.x + 40, s.y) for s in line(north)[0]]
    assert apart({"a": EAST, "b": north}, {"a": line(EAST), "b": [far]}) == {"4.4": [("a", "b")]}


def test_a_road_by_hand_meets_all_it_shares_a_hex_with() -> None:
    assert apart({"a": EAST, "b": EAST}, {"a": line(EAST)}) == {}


def test_a_row_has_the_last_word() -> None:
    both = {"a": EAST, "b": EAST}
    lines = {"a": line(EAST), "b": line(EAST, 0.3)}
    here = LATTICE.parse("4.4")
    yes = JunctionRecord(here, ("a", "b"), True, BASIS, "junctions.csv", 2)
    assert set(apart(both, lines)) == {"3.4", "4.4", "5.4"}
    assert set(apart(both, lines, yes)) == {"3.4", "5.4"}
    no = replace(yes, meet=False, hex=LATTICE.parse("2.4"))
    assert set(apart(both, lines, no)) == {"2.4", "3.4", "4.4", "5.4"}
    with pytest.raises(InputError, match=r"junctions.csv:2:roads.*does not pass 1\.1"):
        apart(both, lines, replace(yes, hex=LATTICE.parse("1.1")))


def test_reading_rows(tmp_path: Path) -> None:
    path = tmp_path / "junctions.csv"
    head = "hex,roads,meet,provenance,cite\n"
    path.write_text(head + "4.4,b a,no,rulebook,Testland 2.5\n", encoding="utf-8")
    (record,) = read_junctions(path, LATTICE)
    assert (record.hex, record.roads, record.meet) == (LATTICE.parse("4.4"), ("a", "b"), False)
    for row, message in (
        ("4.4,a,no,rulebook,x", "two Roads or more"),
        ("4.4,a b,maybe,rulebook,x", "maybe"),
        ("40.4,a b,no,rulebook,x", r"40\.4"),
        ("4.4,a b,no,rulebook,x\n4.4,b a,yes,rulebook,x", "b again"),
    ):
        path.write_text(head + row + "\n", encoding="utf-8")
        with pytest.raises(InputError, match=message):
            read_junctions(path, LATTICE)


@pytest.mark.slow
def test_the_real_map_keeps_railroads_beside_roads_apart(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    pairs = {key[1:] for key in terrain.apart}
    assert ("nijmegen-arnhem-railway", "nijmegen-arnhem-road") in pairs
    for h, a, b in terrain.apart:
        assert {a, b} <= {link.road for link in terrain.links_at(h)}
        assert not terrain.meet(h, b, a)


def test_the_railway_over_the_waal_is_one_line(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    for number in ("37.65", "38.64", "38.63"):
        h = terrain.lattice.parse(number)
        assert terrain.meet(h, "nijmegen-arnhem-railway", "nijmegen-rail-bridge-approach")
