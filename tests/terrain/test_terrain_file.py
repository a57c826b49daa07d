"""The compiled file: what goes in comes out, the same bytes each time, damage is noticed."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.files.dump import terrain_lines
from clubroute.builder.grid import Hex, hexsides, within
from clubroute.builder.provenance import weakest
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.terrain.terrain_file import decode_terrain, encode_terrain, load_terrain
from clubroute.builder.terrain.terrain_map import (
    Area,
    Basis,
    HexsideFeature,
    HexTerrain,
    Link,
    Road,
    TerrainMap,
)
from clubroute.builder.terrain.views import graphml, listed, road_graph, terrain_graph

LATTICE = read_lattice(Path(__file__).parents[2] / "map_sources" / "gts" / "lattice.toml").lattice
PATCH = sorted(within(Hex(60, 401), 4))
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=12)


@st.composite
def maps(draw: st.DrawFn) -> TerrainMap:
    centre = Hex(60, 401)
    chosen = draw(st.lists(st.sampled_from(PATCH), unique=True, max_size=20)) or [centre]
    bases = st.builds(Basis, st.sampled_from(["rulebook", "survey", "assumed"]), TEXT, TEXT, TEXT)
    hexes = {
        h: HexTerrain(h, draw(st.sampled_from(["clear", "woods", "town"])), draw(bases), draw(TEXT))
        for h in sorted(chosen)
    }
    sides = sorted({s for h in chosen for s in hexsides(h)})
    features: dict[object, tuple[HexsideFeature, ...]] = {}
    links: dict[object, tuple[Link, ...]] = {}
    road_ids = sorted(draw(st.sets(st.sampled_from(["a", "b", "c"]), min_size=1)))
    for s in sorted(draw(st.lists(st.sampled_from(sides), unique=True, max_size=9))):
        kinds = draw(st.lists(st.sampled_from(["river", "bridge", "crest"]), max_size=3))
        if kinds:
            features[s] = tuple(
                HexsideFeature(s, kind, draw(bases), draw(TEXT), draw(TEXT)) for kind in kinds
            )
        if draw(st.booleans()):
            links[s] = (Link(s, draw(st.sampled_from(road_ids)), draw(bases)),)
    area = Area("x", "drop_zone", tuple(chosen), draw(bases), draw(TEXT), "wed")
    return TerrainMap(
        LATTICE,
        hexes,
        features,  # type: ignore[arg-type]
        {r: Road(r, "road", draw(TEXT)) for r in road_ids},
        links,  # type: ignore[arg-type]
        (area,),
        frozenset({"river", "canal"}),
        {
            (h, a, b): draw(bases)
            for h in draw(st.lists(st.sampled_from(sorted(chosen)), unique=True, max_size=3))
            for a, b in combinations(road_ids, 2)
            if draw(st.booleans())
        },
    )


@given(maps())
def test_what_is_saved_is_read_back(terrain: TerrainMap) -> None:
    data = encode_terrain(terrain)
    again = decode_terrain(data, "x")
    assert again == terrain
    assert encode_terrain(again) == data
    assert list(terrain_lines(again)) == list(terrain_lines(terrain))


@given(maps(), st.data())
def test_damage_is_one_clear_error(terrain: TerrainMap, data: st.DataObject) -> None:
    whole = encode_terrain(terrain)
    at = data.draw(st.integers(0, len(whole) - 1))
    other = bytes([whole[at] ^ 0xFF])
    damaged = data.draw(
        st.sampled_from([whole[:at], whole[:at] + other + whole[at + 1 :], b"", b"PK\3\4", b"\n"])
    )
    with pytest.raises(InputError) as caught:
        decode_terrain(damaged, "x.terrain")
    assert "\n" not in str(caught.value)
    assert str(caught.value).startswith("x.terrain")


def test_a_later_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.terrain"
    path.write_bytes(b"clubroute-terrain 99 sha256:00\n{}")
    with pytest.raises(
        InputError, match="found terrain form 99, expected form 2: a newer clubroute wrote it"
    ):
        load_terrain(path)


@given(maps())
def test_views_agree_with_the_map(terrain: TerrainMap) -> None:
    graph = terrain_graph(terrain)
    number = terrain.lattice.format
    assert set(graph.nodes) == {number(h) for h in terrain.hexes}
    for s in (s for h in terrain.hexes for s in hexsides(h) if {*s} <= set(terrain.hexes)):
        facts = graph.edges[number(s.a), number(s.b)]
        assert facts["features"] == ";".join(sorted({f.kind for f in terrain.features(s)}))
        assert facts["roads"] == listed(k.road for k in terrain.links.get(s, ()))
    roads = road_graph(terrain)
    links = [kind for _, _, kind in roads.edges(data="kind") if kind != "meet"]
    assert len(links) == sum(len(many) for many in terrain.links.values())
    for (h, a), (other, b), kind in roads.edges(data="kind"):
        assert (h == other and a != b) == (kind == "meet")
    assert road_graph(terrain, "railroad").number_of_edges() == 0


@given(maps())
def test_a_graph_comes_back_from_graphml(terrain: TerrainMap) -> None:
    graph = terrain_graph(terrain)
    again = networkx.parse_graphml(graphml(graph))
    assert dict(again.nodes(data=True)) == dict(graph.nodes(data=True))
    assert again.adj == graph.adj


def test_weakest_provenance() -> None:
    assert weakest(["rulebook", "survey"]) == "survey"
    assert weakest(["survey", "assumed", "rulebook"]) == "assumed"
    assert weakest([]) == "rulebook"


def test_window_keeps_only_what_it_shows() -> None:
    basis = Basis("assumed", "test")
    hexes = {h: HexTerrain(h, "clear", basis) for h in LATTICE.hexes()}
    whole = TerrainMap(LATTICE, hexes, {}, {}, {}, (Area("z", "x", tuple(hexes), basis),))
    part = whole.window("tdc")
    assert sorted(part.hexes) == LATTICE.hexes("tdc")
    assert part.areas == (
        replace(whole.areas[0], hexes=tuple(h for h in hexes if h in part.hexes)),
    )
