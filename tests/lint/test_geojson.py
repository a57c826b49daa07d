"""A map goes out as GeoJSON and comes back unchanged; edits come back as rows that make them."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Point, shape

from clubroute.builder.cli import main
from clubroute.builder.exchange.geojson import Whereabouts, geojson_text, turns_left
from clubroute.builder.exchange.geojson_edits import chains, changes, read_edits
from clubroute.builder.grid import Hex, hexside, neighbours
from clubroute.builder.survey.compile import CompiledMap, compile_map
from clubroute.builder.survey.inputs import read_map_sources
from clubroute.builder.terrain.terrain_map import Basis
from tests.properties import examples
from tests.sources.example import ROOT, add_row, example_project

Json = dict[str, Any]


def exported(project: Path) -> tuple[Path, list[Json]]:
    """The example map as a file, and its features."""
    out = project / "testland.geojson"
    assert main(["export", "testland", "--project", str(project), "--out", str(out)]) == 0
    return out, json.loads(out.read_text(encoding="utf-8"))["features"]


def rewrite(path: Path, features: list[Json]) -> None:
    """Write the features as a geographic program would: indented, in one piece."""
    text = json.dumps({"type": "FeatureCollection", "features": features}, indent=1)
    path.write_text(text, encoding="utf-8")


def about(features: list[Json], **properties: str) -> Json:
    """The properties of the one feature that has these."""
    (found,) = [
        f["properties"]
        for f in features
        if all(f["properties"].get(key) == value for key, value in properties.items())
    ]
    assert isinstance(found, dict)
    return found


def run_import(
    project: Path, path: Path, capsys: pytest.CaptureFixture[str], *more: str
) -> tuple[list[str], list[str]]:
    """The lines of rows and of remarks."""
    capsys.readouterr()
    arguments = ["import", str(path), "--cite", "seen, on site", "--project", str(project)]
    assert main([*arguments, *more]) == 0
    told = capsys.readouterr()
    remarks = [line for line in told.err.splitlines() if not line.startswith("…")]
    return told.out.splitlines(), remarks


@pytest.mark.parametrize("window", ["wed", "tdc", "mg"])
def test_real_maps_come_back_unchanged(window: str, gts_map: CompiledMap, tmp_path: Path) -> None:
    terrain = gts_map.terrain
    assert gts_map.fit is not None
    text = geojson_text(terrain, Whereabouts(terrain.lattice, gts_map.fit.similarity), window)
    path = tmp_path / "map.geojson"
    path.write_text(text, encoding="utf-8")
    found = changes(
        read_edits(path), terrain, read_map_sources(ROOT, "gts"), Basis("assumed", "test")
    )
    assert not any(found.rows.values())
    assert found.remarks == []
    shown = terrain.window(window)
    features = json.loads(text)["features"]
    assert len(features) == (
        len(shown.hexes)
        + sum(len(many) for many in shown.hexsides.values())
        + sum(len(many) for many in shown.links.values())
    )


def test_hexes_lie_where_the_fit_puts_them(gts_map: CompiledMap) -> None:
    assert gts_map.fit is not None
    lattice = gts_map.terrain.lattice
    where = Whereabouts(lattice, gts_map.fit.similarity)
    features = json.loads(geojson_text(gts_map.terrain, where, "wed"))["features"]
    bridge = next(f for f in features if f["properties"].get("hex") == "75.129")
    ring = bridge["geometry"]["coordinates"][0]
    assert ring[0] == ring[-1]
    assert turns_left(ring[:-1])
    # Veghel's canal bridge, 51.612 N 5.531 E, to within two hexes of 0.41 km.
    polygon = shape(bridge["geometry"])
    assert polygon.distance(Point(5.531, 51.612)) < 0.008
    side = next(
        f
        for f in features
        if f["properties"].get("hexside") == "74.129/75.129"
        and f["properties"]["layer"] == "hexside"
    )
    assert all(end in ring for end in side["geometry"]["coordinates"])


def test_a_sketch_is_one_hundredth_of_a_degree_to_the_hex(tmp_path: Path) -> None:
    _, features = exported(example_project(tmp_path))
    link = next(f for f in features if f["properties"].get("hexside") == "5.05/5.06")
    (ax, ay), (bx, by) = link["geometry"]["coordinates"]
    assert (round(bx - ax, 7), round(by - ay, 7)) == (0.01, 0)


def no_edit(features: list[Json]) -> None:
    for f in features:
        f["properties"] |= {"added": 3, "note": f["properties"].get("note")}


def drop_most(features: list[Json]) -> None:
    del features[5:]


def move(features: list[Json]) -> None:
    for f in features:
        f["geometry"] = None


@pytest.mark.parametrize("edit", [no_edit, drop_most, move, list.reverse])
def test_what_is_no_edit_gives_no_row(
    edit: Callable[[list[Json]], None], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    path, features = exported(project)
    edit(features)
    rewrite(path, features)
    assert run_import(project, path, capsys) == ([], ["0 rows to append"])


def new(**properties: str) -> Json:
    """A feature drawn by hand."""
    return {"type": "Feature", "properties": {"map": "testland", **properties}, "geometry": None}


EDITS: dict[str, tuple[Callable[[list[Json]], Any], list[str], str]] = {
    # what is done: the rows, and what a remark says
    "terrain": (
        lambda fs: about(fs, hex="1.01").update(terrain="woods"),
        ["# map_sources/example/hexes.csv", '1.01,woods,,assumed,"seen, on site"'],
        "",
    ),
    "name": (
        lambda fs: about(fs, hex="1.01").update(name="Nook"),
        ["# map_sources/example/hexes.csv", '1.01,,Nook,assumed,"seen, on site"'],
        "",
    ),
    "hex with a row": (
        lambda fs: about(fs, hex="4.05").update(terrain="woods"),
        [],
        "4.05: change the row it has, example/hexes.csv:2",
    ),
    "new crest": (
        lambda fs: fs.append(new(layer="hexside", hexside="1.01/1.02", kind="crest", note="low")),
        ["# map_sources/example/hexsides.csv", '1.01/1.02,crest,,low,assumed,"seen, on site"'],
        "",
    ),
    "kind of a hexside": (
        lambda fs: about(fs, hexside="5.02/5.03").update(kind="stream"),
        ["# map_sources/example/hexsides.csv", '5.02/5.03,stream,,,assumed,"seen, on site"'],
        "5.02/5.03: crest stays; take it away in example/hexsides.csv:27",
    ),
    "dry where a row says river": (
        lambda fs: about(fs, hexside="3.01/4.01", layer="hexside").update(kind="dry"),
        [],
        "3.01/4.01: change the row it has, example/hexsides.csv:2",
    ),
    "dry where nothing flows": (
        lambda fs: fs.append(new(layer="hexside", hexside="1.01/1.02", kind="dry")),
        [],
        "",
    ),
    "new Road": (
        lambda fs: fs.extend(
            new(layer="link", hexside=side, road="lane", kind="road", name="Lane")
            for side in ("1.03/1.02", "1.01/1.02", "5.08/5.09")
        ),
        [
            "# map_sources/example/links.csv",
            'lane,road,Lane,1.01 1.02 1.03,assumed,"seen, on site"',
            'lane,road,Lane,5.08 5.09,assumed,"seen, on site"',
        ],
        "",
    ),
    "longer Road": (
        lambda fs: fs.append(
            new(layer="link", hexside="4.06/5.07", road="dam", kind="raised_road")
        ),
        [
            "# map_sources/example/links.csv",
            'dam,raised_road,The dam,4.06 5.07,assumed,"seen, on site"',
        ],
        "",
    ),
    "link of another Road": (
        lambda fs: about(fs, hexside="5.06/5.07").update(
            road="north-road", kind="road", name="North road"
        ),
        [
            "# map_sources/example/links.csv",
            'north-road,road,North road,5.06 5.07,assumed,"seen, on site"',
        ],
        "5.06/5.07: dam stays; take it away in example/links.csv:5",
    ),
    "kind of a Road": (
        lambda fs: about(fs, hexside="5.06/5.07").update(kind="road"),
        [],
        "dam: a Road's kind and name are changed in its own source, not link by link",
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_edits_give_rows(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    edit, rows, remark = EDITS[name]
    project = example_project(tmp_path)
    path, features = exported(project)
    edit(features)
    rewrite(path, features)
    found, said = run_import(project, path, capsys)
    assert found == rows
    assert said[:-1] == ([remark] if remark else [])
    # Appended, the rows are in the map: only what they could not say is said again.
    assert run_import(project, path, capsys, "--append")[0] == rows
    compile_map(project, "example")
    assert run_import(project, path, capsys) == ([], [*said[:-1], "0 rows to append"])


def test_a_road_drawn_as_a_line_is_laid_over_the_hexes_it_runs_through(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    path, features = exported(project)
    centres = {
        f["properties"]["hex"]: shape(f["geometry"]).centroid
        for f in features
        if f["properties"]["layer"] == "hex"
    }
    drawn = new(layer="link", road="lane", kind="road", name="Lane")
    # The bend lies off the centres; the line ends outside the map.
    points = [(centres[n].x + 0.002, centres[n].y - 0.001) for n in ("2.01", "1.02", "1.04")]
    drawn["geometry"] = {"type": "LineString", "coordinates": [*points, (points[-1][0], 0.03)]}
    rewrite(path, [*features, drawn])
    rows, said = run_import(project, path, capsys)
    assert rows == [
        "# map_sources/example/links.csv",
        'lane,road,Lane,1.04 1.03 1.02 2.01,assumed,"seen, on site"',
    ]
    assert said == ["1 rows to append"]
    # A geographic program leaves blank what nobody fills in.
    drawn["properties"] |= {"map": None, "hexside": None, "note": None}
    rewrite(path, [drawn, *features])
    assert run_import(project, path, capsys) == (rows, said)


def test_a_drawn_road_tells_the_water_it_crosses_without_a_bridge(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    path, features = exported(project)
    river = next(
        f["properties"]["hexside"]
        for f in features
        if f["properties"].get("kind") == "river"
        and not any(
            g["properties"].get("hexside") == f["properties"]["hexside"]
            and g["properties"]["layer"] == "link"
            for g in features
        )
    )
    ends = [
        shape(f["geometry"]).centroid.coords[0]
        for f in features
        if f["properties"].get("hex") in river.split("/")
    ]
    drawn = new(layer="link", road="ford", kind="road")
    drawn["geometry"] = {"type": "MultiLineString", "coordinates": [ends]}
    rewrite(path, [*features, drawn])
    rows, said = run_import(project, path, capsys)
    assert len(rows) == 2
    assert said[0] == f"{river}: ford crosses the river; a bridge is a row of hexsides.csv"


def test_a_line_beside_the_map_is_no_road(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    path, features = exported(project)
    drawn = new(layer="link", road="lane", kind="road")
    drawn["geometry"] = {"type": "LineString", "coordinates": [[5.0, 51.0], [5.1, 51.1]]}
    rewrite(path, [*features, drawn])
    assert main(["import", str(path), "--cite", "x", "--project", str(project)]) == 2
    assert "expected a line from hex to hex of the map" in capsys.readouterr().err


def test_what_was_deleted_is_told_and_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    path, features = exported(project)
    gone = ("3.01/4.01", "5.05/5.06")
    kept = [
        f
        for f in features
        if f["properties"].get("hexside") not in gone and f["properties"].get("hex") != "2.02"
    ]
    rewrite(path, kept)
    rows, said = run_import(project, path, capsys)
    assert rows == []
    assert said == [
        "2.02: a hex stays, deleted or not",
        "3.01/4.01: river was deleted and stays; take it away in example/hexsides.csv:2",
        "5.05/5.06: dam was deleted and stays; take it away in example/links.csv:5",
        "0 rows to append",
    ]


def test_rows_keep_the_line_ends_of_their_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = example_project(tmp_path)
    path, features = exported(project)
    about(features, hex="1.01").update(terrain="woods")
    rewrite(path, features)
    add_row(project, "hexes.csv", "1.02,woods,,rulebook,Testland 9")
    csv = project / "map_sources" / "example" / "hexes.csv"
    csv.write_bytes(csv.read_bytes().replace(b"\n", b"\r\n"))
    assert run_import(project, path, capsys)[1] == [
        "1.02: change the row it has, example/hexes.csv:9",
        "1 rows to append",
    ]
    run_import(project, path, capsys, "--append", "--provenance", "survey")
    assert csv.read_bytes().endswith(b'1.01,woods,,survey,"seen, on site"\r\n')


def test_assumed_does_not_overrule_the_survey(gts_map: CompiledMap, tmp_path: Path) -> None:
    terrain = gts_map.terrain
    lattice = terrain.lattice
    h = next(h for h, i in sorted(terrain.hexes.items()) if i.basis.provenance == "survey")
    kind = "swamp" if terrain.hexes[h].terrain != "swamp" else "woods"
    path = tmp_path / "edit.geojson"
    properties = {"layer": "hex", "map": "wed", "hex": lattice.format(h), "terrain": kind}
    properties["name"] = terrain.hexes[h].name
    rewrite(path, [{"type": "Feature", "properties": properties, "geometry": None}])
    sources = read_map_sources(ROOT, "gts")
    weak = changes(read_edits(path), terrain, sources, Basis("assumed", "test"))
    assert len(weak.rows["hexes"]) == 1
    assert "assumed does not overrule survey" in weak.remarks[0]
    strong = changes(read_edits(path), terrain, sources, Basis("survey", "test"))
    assert strong.rows["hexes"] == [
        {
            "hex": lattice.format(h),
            "terrain": kind,
            "name": "",
            "provenance": "survey",
            "cite": "test",
        }
    ]
    assert strong.remarks == []


BAD: dict[str, tuple[Callable[[list[Json]], Any], str]] = {
    "unknown terrain": (
        lambda fs: about(fs, hex="1.01").update(terrain="wods"),
        r":terrain: found 'wods', expected one of clear, .* (did you mean woods?)",
    ),
    "unknown kind": (
        lambda fs: about(fs, hexside="5.02/5.03").update(kind="crst"),
        ":kind: found 'crst'",
    ),
    "no hex": (lambda fs: about(fs, hex="1.01").update(hex="9.99"), ":hex: found '9.99'"),
    "number for a hex": (lambda fs: about(fs, hex="1.01").update(hex=1.01), ":hex: found 1.01"),
    "no hexside": (
        lambda fs: fs.append(new(layer="hexside", kind="crest")),
        ":hexside: found nothing, expected a hexside, .*Roads alone may be just drawn",
    ),
    "no neighbours": (
        lambda fs: fs.append(new(layer="hexside", kind="crest", hexside="1.01/1.03")),
        ":hexside: found '1.01/1.03'",
    ),
    "no Road": (
        lambda fs: fs.append(new(layer="link", kind="road", hexside="1.01/1.02")),
        ":road: found nothing",
    ),
    "other kind of Road": (
        lambda fs: fs.append(new(layer="link", kind="road", hexside="1.01/1.02", road="dam")),
        ":kind: found 'road', expected raised_road",
    ),
    "no layer": (lambda fs: fs.append(new(hex="1.01")), ":layer: found nothing"),
    "no properties": (lambda fs: fs.append({"type": "Feature"}), "found no properties"),
    "two maps": (
        lambda fs: about(fs, hex="1.01").update(map="wed"),
        ":map: found 'wed', expected 'testland'",
    ),
    "no map": (lambda fs: fs.clear(), "found no feature with a map"),
    "one hex in two ways": (
        lambda fs: fs.append(new(layer="hex", hex="1.01", terrain="woods")),
        "found 1.01 again",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_one_line(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit, said = BAD[name]
    project = example_project(tmp_path)
    path, features = exported(project)
    edit(features)
    rewrite(path, features)
    capsys.readouterr()
    assert main(["import", str(path), "--cite", "x", "--project", str(project)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    # A map may have to be compiled before: that is told, in a line of its own.
    (line,) = (line for line in told.err.splitlines() if not line.startswith("…"))
    for part in said.split(".*"):
        assert part in line


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"type": "FeatureCollection", "features": 3}'])
def test_no_geojson(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "x.geojson"
    path.write_text(text, encoding="utf-8")
    assert main(["import", str(path), "--cite", "x"]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_citation_is_needed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, _ = exported(example_project(tmp_path))
    assert main(["import", str(path), "--project", str(tmp_path)]) == 2
    assert main(["import", str(path), "--cite", " ", "--project", str(tmp_path)]) == 2
    assert "--cite: found a blank text" in capsys.readouterr().err


def test_a_file_without_the_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = example_project(tmp_path)
    rows = project / "map_sources" / "example" / "hexes.csv"
    rows.write_text("hex,terrain,provenance,cite\n", encoding="utf-8")
    path, features = exported(project)
    about(features, hex="1.01").update(name="Nook")
    rewrite(path, features)
    arguments = ["import", str(path), "--cite", "x", "--append", "--project", str(project)]
    assert main(arguments) == 2
    assert "hexes.csv: found no such column, expected column 'name'" in capsys.readouterr().err
    rows.unlink()
    assert main(arguments) == 0
    assert rows.read_text(encoding="utf-8") == (
        "hex,terrain,name,provenance,cite\n1.01,,Nook,assumed,x\n"
    )


@examples(60)
@given(
    st.sets(
        st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=14
    )
)
def test_chains_hold_every_link_once(picks: set[tuple[int, int, int]]) -> None:
    starts = [(Hex(line, 2 * n + (line + 1) % 2), k) for line, n, k in picks]
    sides = {hexside(h, neighbours(h)[k]) for h, k in starts}
    steps = [hexside(a, b) for chain in chains(sides) for a, b in pairwise(chain)]
    assert sorted(steps) == sorted(sides)


@pytest.mark.slow
@examples(15)
@given(
    st.dictionaries(
        st.sampled_from(["1.01", "1.02", "2.09", "3.03", "4.08", "5.09", "6.03"]),
        st.tuples(
            st.sampled_from(["clear", "woods", "village", "impassable"]),
            st.sampled_from(["", "Nook", '\'s-Ende, "Oost"']),
        ),
    )
)
def test_any_edit_of_hexes_comes_true(
    tmp_path_factory: pytest.TempPathFactory, wanted: dict[str, tuple[str, str]]
) -> None:
    project = example_project(tmp_path_factory.mktemp("edits"))
    path, features = exported(project)
    for number, (terrain, name) in wanted.items():
        about(features, hex=number).update(terrain=terrain, name=name)
    rewrite(path, features)
    before = compile_map(project, "example").terrain
    arguments = ["import", str(path), "--cite", "x", "--append", "--project", str(project)]
    assert main(arguments) == 0
    after = compile_map(project, "example").terrain
    for h, info in after.hexes.items():
        here = (before.hexes[h].terrain, before.hexes[h].name)
        assert (info.terrain, info.name) == wanted.get(after.lattice.format(h), here)
    assert after.hexsides == before.hexsides
    assert after.links == before.links
