"""The compiled maps: precedence of provenance, continuity, the hand-made example."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from clubroute.builder.grid import Hex, Hexside, neighbours
from clubroute.builder.sources.vocabulary import read_vocabulary
from clubroute.builder.survey.compile import CompiledMap, compile_map
from clubroute.builder.survey.facts import failure, read_map_facts
from clubroute.builder.terrain.terrain_head import LEVEL
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.terrain.views import road_graph
from tests.sources.example import ROOT, add_row, example_project

EXAMPLE = ROOT / "map_sources" / "example"


def test_the_example_has_sixty_hexes_and_keeps_its_facts(example: CompiledMap) -> None:
    words = read_vocabulary(EXAMPLE / "terrain.toml")
    facts = read_map_facts(EXAMPLE / "facts.csv")
    assert len(example.terrain.hexes) == 60
    assert example.warnings == ()
    assert example.fit is None
    assert len(facts) > 10
    assert [failure(fact, example.terrain, words) for fact in facts] == [None] * len(facts)


def test_two_roads_in_one_hex_are_not_connected(example: CompiledMap) -> None:
    h = example.terrain.lattice.parse("2.05")
    assert {link.road for link in example.terrain.links_at(h)} == {"north-road", "brook-road"}
    graph = road_graph(example.terrain)
    assert not graph.has_edge((h, "north-road"), (h, "brook-road"))


def test_a_hand_made_map_says_what_is_assumed(example: CompiledMap) -> None:
    terrain = example.terrain
    plain = terrain.hexes[terrain.lattice.parse("2.02")]
    assert (plain.terrain, plain.basis.provenance) == ("clear", "assumed")
    wood = terrain.hexes[terrain.lattice.parse("5.01")]
    assert (wood.basis.provenance, wood.basis.source) == ("rulebook", "example/hexes.csv:4")
    assert wood.basis.replaced == "clear (assumed)"


def test_an_area_can_be_the_hexes_of_roads(example: CompiledMap) -> None:
    course = example.terrain.area("advance").hexes
    assert [example.terrain.lattice.format(h) for h in course] == (
        ["1.05", "2.05", "3.05", "4.05", "5.05", "6.05", "5.05", "5.06", "5.07", "6.07"]
    )


def test_a_bridge_over_nothing_is_warned_of(tmp_path: Path) -> None:
    project = example_project(tmp_path)
    number = add_row(project, "hexsides.csv", "1.01/1.02,bridge,,,rulebook,x")
    warnings = compile_map(project, "example").warnings
    assert warnings == (
        f"example/hexsides.csv:{number}: bridge at 1.01/1.02 crosses nothing (no river there)",
        f"example/hexsides.csv:{number}: bridge at 1.01/1.02 carries no Road",
    )


def test_rows_in_another_order_compile_to_the_same_hexes_and_links(
    tmp_path: Path, example: CompiledMap
) -> None:
    project = example_project(tmp_path)
    for name in ("hexes.csv", "hexsides.csv", "links.csv"):
        path = project / "map_sources" / "example" / name
        head, *rows = path.read_text(encoding="utf-8").splitlines()
        path.write_text("\n".join([head, *reversed(rows)]) + "\n", encoding="utf-8")
    turned = compile_map(project, "example").terrain
    assert list(turned.hexes) == list(example.terrain.hexes)
    for h, info in turned.hexes.items():
        assert (info.terrain, info.name) == (
            example.terrain.hexes[h].terrain,
            example.terrain.hexes[h].name,
        )
    assert features(turned) == features(example.terrain)
    assert list(turned.links) == list(example.terrain.links)


def features(terrain: TerrainMap) -> list[tuple[Hexside, str, str]]:
    """Every hexside feature, in order, without its source place."""
    return [(s, f.kind, f.note) for s, many in terrain.hexsides.items() for f in many]


def test_the_corridor_compiles_without_warnings_and_twice_the_same(gts_map: CompiledMap) -> None:
    assert gts_map.warnings == ()
    assert compile_map(ROOT, "gts") == gts_map


def test_the_rulebooks_overrule_the_survey_and_keep_what_they_overruled(
    gts_map: CompiledMap,
) -> None:
    terrain = gts_map.terrain
    overruled = {
        terrain.lattice.format(info.hex): (info.terrain, info.basis.provenance, info.basis.replaced)
        for info in terrain.hexes.values()
        if info.basis.replaced
    }
    assert overruled == {
        "47.219": ("woods", "rulebook", "clear (assumed)"),
        "66.118": ("orchard", "assumed", "polder (assumed)"),
        "66.119": ("orchard", "assumed", "polder (assumed)"),
    }


def test_links_join_adjacent_hexes_of_the_map(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    for side, many in terrain.links.items():
        assert side.b in neighbours(side.a)
        assert side.a in terrain.hexes
        assert side.b in terrain.hexes
        assert {link.side for link in many} == {side}
        assert {link.road for link in many} <= set(terrain.roads)


def test_each_road_is_one_chain_unless_it_leaves_the_map(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    inner = {h for h in terrain.hexes if all(n in terrain.hexes for n in neighbours(h))}
    for road in terrain.roads:
        ends: dict[Hex, int] = {}
        level = [] if road + LEVEL not in terrain.roads else terrain.links_of(road + LEVEL)
        if road.endswith(LEVEL):
            continue  # its stretches are parts of the chain of the raised Road
        for link in (*terrain.links_of(road), *level):
            for h in link.side:
                ends[h] = ends.get(h, 0) + 1
        loose = [h for h, count in ends.items() if count % 2]
        assert len([h for h in loose if h in inner]) <= 2, road


def test_water_never_ends_in_the_country_without_reason(gts_map: CompiledMap) -> None:
    """Each named water is one chain: two ends, and more only at the edge of the map."""
    terrain = gts_map.terrain
    lattice = terrain.lattice
    degree: dict[str, dict[tuple[int, int], int]] = {}
    for side, many in terrain.hexsides.items():
        for feature in many:
            if feature.kind in terrain.water:
                for vertex in lattice.hexside_ends(side):
                    counts = degree.setdefault(feature.name, {})
                    counts[vertex] = counts.get(vertex, 0) + 1
    # The map's border vertices belong to fewer than three hexes of it.
    holders: dict[tuple[int, int], int] = {}
    for h in terrain.hexes:
        for corner in lattice.vertices(h):
            holders[corner] = holders.get(corner, 0) + 1
    for name, counts in degree.items():
        inland = [v for v, count in counts.items() if count == 1 and holders[v] == 3]
        assert len(inland) <= 2, name


def test_roads_cross_barred_water_only_at_crossings(gts_map: CompiledMap) -> None:
    terrain = gts_map.terrain
    for side in terrain.links:
        if terrain.has(side, "river", "canal"):
            assert terrain.has(side, "bridge"), terrain.lattice.format_hexside(side)
        if terrain.has(side, "stream"):
            assert terrain.has(side, "stream_bridge", "bridge"), terrain.lattice.format_hexside(
                side
            )


def test_no_road_turns_straight_back(gts_map: CompiledMap) -> None:
    for kind in ("club_route", "spur"):
        for area in gts_map.terrain.areas_of(kind):
            for a, c in zip(area.hexes, area.hexes[2:], strict=False):
                assert a != c
            for a, b in pairwise(area.hexes):
                assert b in neighbours(a)


def test_the_country_is_plausible(gts_map: CompiledMap) -> None:
    counts: dict[str, int] = {}
    for info in gts_map.terrain.hexes.values():
        counts[info.terrain] = counts.get(info.terrain, 0) + 1
    total = len(gts_map.terrain.hexes)
    assert 0.08 < counts["woods"] / total < 0.25
    assert 0.10 < counts["polder"] / total < 0.25
    assert 150 < counts["city"] < 350
    assert 150 < counts["town"] < 350
    assert 100 < counts["village"] < 300


def test_a_raised_road_is_level_where_a_row_says_so(gts_map: CompiledMap) -> None:
    """It goes on there as a Road of its own, at the same hexsides and apart from the same Roads."""
    terrain = gts_map.terrain
    lent, ressen = (terrain.lattice.parse(number, "tdc") for number in ("40.60", "38.54"))
    for h, road in ((lent, "nijmegen-arnhem-road"), (ressen, "nijmegen-arnhem-railway")):
        here = {link.road for link in terrain.links_at(h)}
        assert road not in here
        assert road + LEVEL in here
        assert not terrain.roads[road + LEVEL].kind.startswith("raised")
        assert terrain.roads[road + LEVEL].name == terrain.roads[road].name
    beside = terrain.lattice.parse("38.55", "tdc")
    rail, road = "nijmegen-arnhem-railway", "nijmegen-arnhem-road"
    for one in (rail, rail + LEVEL):
        for other in (road, road + LEVEL):
            assert not terrain.meet(beside, one, other)
