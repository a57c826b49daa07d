"""hexes, hexsides, links, areas and facts: every mistake is told at its cell."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import compile_map
from clubroute.builder.survey.facts import read_map_facts
from tests.sources.example import ROOT, add_row, example_project

MISTAKES = [
    ("hexes.csv", "7.01,clear,,rulebook,x", "hex", "on no sheet"),
    ("hexes.csv", "7-01,clear,,rulebook,x", "hex", "is no hex number"),
    ("hexes.csv", "4.05,clear,,rulebook,x", "hex", "once (first in row 2)"),
    ("hexes.csv", "2.02,wods,,rulebook,x", "terrain", "did you mean woods?"),
    ("hexes.csv", "2.02,,,rulebook,x", "terrain", "a terrain or a name"),
    ("hexes.csv", "2.02,woods,,rumour,x", "provenance", "found 'rumour'"),
    ("hexes.csv", "2.02,woods,,rulebook,", "cite", "a blank cell"),
    ("hexes.csv", "2.02,woods,,rulebook", None, "found 4 cells, expected 5 cells"),
    ("hexsides.csv", "1.01/1.03,stream,,,rulebook,x", "hexside", "not adjacent"),
    ("hexsides.csv", "1.01,stream,,,rulebook,x", "hexside", "is no hexside"),
    ("hexsides.csv", "1.01/0.01,stream,,,rulebook,x", "hexside", "on no sheet"),
    ("hexsides.csv", "1.01/1.02,steam,,,rulebook,x", "kind", "did you mean stream?"),
    ("hexsides.csv", "1.08/1.07,stream,,,rulebook,x", "hexside", "each kind once"),
    ("hexsides.csv", "1.08/1.07,dry,,,rulebook,x", "kind", "either water or dry"),
    ("links.csv", "lane,road,,1.01 1.02 1.04,rulebook,x", "hexes", "1.02 then 1.04"),
    ("links.csv", "lane,road,,1.01,rulebook,x", "hexes", "two or more hexes"),
    ("links.csv", "lane,rode,,1.01 1.02,rulebook,x", "kind", "did you mean road?"),
    ("links.csv", "dam,road,,1.01 1.02,rulebook,x", "kind", "raised_road, the kind of dam"),
    ("areas.csv", "bridgend,objective,,,1.01,,rulebook,x", "id", "first in row 2"),
    ("areas.csv", "home,objectiv,,,1.01,,rulebook,x", "kind", "did you mean objective?"),
    ("areas.csv", "home,objective,,,1.01 1.01,,rulebook,x", "hexes", "each hex once"),
    ("areas.csv", "home,objective,,,,,rulebook,x", "hexes", "neither hexes nor roads"),
    ("areas.csv", "home,objective,,,1.01,dam,rulebook,x", "hexes", "both hexes and roads"),
    ("areas.csv", "home,objective,,,,damm,rulebook,x", "roads", "did you mean dam?"),
    ("areas.csv", "home,objective,,testlant,1.01,,rulebook,x", "game", "did you mean testland?"),
]


@pytest.mark.parametrize(("name", "row", "column", "message"), MISTAKES)
def test_a_wrong_row_is_told_in_one_line(
    tmp_path: Path, name: str, row: str, column: str | None, message: str
) -> None:
    project = example_project(tmp_path)
    number = add_row(project, name, row)
    with pytest.raises(InputError) as caught:
        compile_map(project, "example")
    error = caught.value
    assert (Path(error.where.path).name, error.where.row) == (name, number)
    assert error.where.column == column
    assert message in str(error)
    assert "\n" not in str(error)


def test_a_via_row_needs_a_surveyed_road(tmp_path: Path) -> None:
    project = example_project(tmp_path)
    path = project / "map_sources" / "example" / "links.csv"
    path.write_text(
        "road,kind,course,hexes,provenance,cite\nlane,road,via,1.01 1.05,rulebook,x\n",
        encoding="utf-8",
    )
    with pytest.raises(InputError, match="the id of a Road in the geography"):
        compile_map(project, "example")


def test_a_missing_lattice_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such folder"):
        compile_map(example_project(tmp_path), "nowhere")


def test_a_sheet_of_a_billion_hexes_is_refused_at_once(tmp_path: Path) -> None:
    project = example_project(tmp_path)
    path = project / "map_sources" / "example" / "lattice.toml"
    text = path.read_text(encoding="utf-8").replace("hexes = [1, 10]", "hexes = [1, 1000000000]", 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="at most 250,000"):
        compile_map(project, "example")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("f,t,1.01,has_bridge,,x,stated", "found 'has_bridge'"),
        ("f,t,1.01,on_road,,x,told", "found 'told'"),
        ("a,t,1.01,on_road,,x,stated", "'a' again"),
    ],
)
def test_a_wrong_fact_row_is_told(tmp_path: Path, row: str, message: str) -> None:
    path = tmp_path / "facts.csv"
    head = "id,game,subject,predicate,object,cite,status\na,t,1.01,on_road,,x,stated\n"
    path.write_text(head + row + "\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_map_facts(path)
    assert message in str(caught.value)
    assert caught.value.where.row == 3


CONTROLS = "at,place,lat,lon,accuracy_m,basis,role\n"


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("59.199,V,91,5.4,100,pub,control", "lat"),
        ("59.199,V,51.3,nan,100,pub,control", "lon"),
        ("59.199,V,51.3,5.4,0,pub,control", "accuracy_m"),
        ("59.199,V,51.3,5.4,100,guess,control", "basis"),
        ("59.199,V,51.3,5.4,100,pub,controll", "role"),
        ("20.199,V,51.3,5.4,100,pub,control", "at"),
    ],
)
def test_a_wrong_control_point_is_told(tmp_path: Path, row: str, column: str) -> None:
    from clubroute.builder.sources.checks import read_controls
    from clubroute.builder.sources.lattice import read_lattice

    lattice = read_lattice(ROOT / "map_sources" / "gts" / "lattice.toml").lattice
    path = tmp_path / "controls.csv"
    path.write_text(CONTROLS + row + "\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_controls(path, lattice)
    assert (caught.value.where.row, caught.value.where.column) == (2, column)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("dam,road,level,1.01,rulebook,x", "1.01, which dam does not pass"),
        ("dam,raised_road,level,2.02,rulebook,x", "a kind of Road that is not raised"),
        ("lane,road,level,1.01,rulebook,x", "the id of a raised Road"),
        ("dan,road,level,2.02,rulebook,x", "did you mean dam?"),
    ],
)
def test_a_level_stretch_is_of_a_raised_road_that_passes_there(
    tmp_path: Path, row: str, message: str
) -> None:
    project = example_project(tmp_path)
    path = project / "map_sources" / "example" / "links.csv"
    dam = "dam,raised_road,exact,2.02 2.03 2.04,rulebook,x"
    lane = "lane,road,exact,1.01 1.02,rulebook,x"
    for name in ("areas", "facts", "junctions"):
        (path.parent / f"{name}.csv").unlink(missing_ok=True)
    path.write_text(
        f"road,kind,course,hexes,provenance,cite\n{dam}\n{lane}\n{row}\n", encoding="utf-8"
    )
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        compile_map(project, "example")
    assert (Path(caught.value.where.path).name, caught.value.where.row) == ("links.csv", 4)
