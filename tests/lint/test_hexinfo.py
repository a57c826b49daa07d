"""``clubroute hex`` tells all that is known of a hex, each fact with its source row."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.cli import main
from tests.sources.example import ROOT, add_row, example_project

pytestmark = pytest.mark.slow


def ask(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(["hex", "--json", *arguments]) == 0
    return json.loads(capsys.readouterr().out)


def test_bridgend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = str(example_project(tmp_path))
    told = ask(capsys, "4.05", "--project", project)
    assert (told["terrain"], told["name"], told["title"]) == ("village", "Bridgend", "Village")
    assert told["basis"] == {
        "provenance": "rulebook",
        "cite": "Testland 2.3",
        "source": "example/hexes.csv:2",
        "replaced": "clear (assumed)",
    }
    assert told["lon_lat"] is None
    sides = {side["neighbour"]: side for side in told["hexsides"]}
    assert set(sides) == {"4.04", "4.06", "3.05", "3.06", "5.05", "5.06"}
    bridged = sides["3.05"]
    assert [f["kind"] for f in bridged["features"]] == ["river", "bridge"]
    assert bridged["features"][1]["note"] == "wired"
    assert bridged["features"][1]["basis"]["source"] == "example/hexsides.csv:21"
    assert [road["road"] for road in bridged["roads"]] == ["north-road"]
    assert [area["area"] for area in told["areas"]] == ["bridgend", "advance"]
    assert "testland-10" in [fact["fact"] for fact in told["facts"]]
    assert all(fact["wrong"] is None for fact in told["facts"])
    assert told["boards"] == [{"map": "testland", "board": "Testland", "px": [400, 271]}]


def test_roads_that_meet_and_roads_that_do_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = str(example_project(tmp_path))
    (apart,) = ask(capsys, "2.05", "--project", project)["junctions"]
    assert (apart["roads"], apart["meet"]) == (["brook-road", "north-road"], False)
    assert apart["basis"]["source"] == "example/junctions.csv:2"
    (met,) = ask(capsys, "5.05", "--project", project)["junctions"]
    assert (met["roads"], met["meet"]) == (["dam", "north-road"], True)


def test_the_edge_and_a_wrong_fact(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = example_project(tmp_path)
    add_row(project, "facts.csv", "testland-99,testland,1.01,terrain_in,woods,Testland 9,stated")
    told = ask(capsys, "1.01", "--project", str(project))
    assert [side["neighbour"] for side in told["hexsides"]].count(None) == 4
    assert [fact["wrong"] for fact in told["facts"]] == ["is clear"]
    assert main(["hex", "1.01", "--project", str(project)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1.01 (example)"
    assert (
        "fact testland-99 1.01 terrain_in woods (Testland 9, stated): WRONG: is clear"
        " [example/facts.csv:13]"
    ) in lines


def test_veghel_bridge(capsys: pytest.CaptureFixture[str]) -> None:
    told = ask(capsys, "75.129", "--map", "wed", "--project", str(ROOT))
    (bridged,) = [side for side in told["hexsides"] if side["neighbour"] == "74.129"]
    assert {f["kind"] for f in bridged["features"]} == {"canal", "bridge"}
    lon, lat = told["lon_lat"]
    # Veghel's canal bridge is near 51.612 N 5.531 E; the fit is good to half a hex, 0.2 km.
    away = math.hypot((lon - 5.531) * 69.2, (lat - 51.612) * 111.2)
    assert away < 1.0
    shown = {(board["map"], board["board"]) for board in told["boards"]}
    assert shown == {("wed", "Veghel"), ("mg", "Veghel")}
    slip = ask(capsys, "71.125", "--project", str(ROOT))["readings"]
    assert [reading["read"] for reading in slip] == ["71.125"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["199.99"], "found '199.99', which is on no map, expected a hex number"),
        (["Son"], "found 'Son', which is on no map, expected a hex number as printed"),
        (["1.01", "--map", "testlnd"], "did you mean testland?"),
        (["9.99", "--map", "testland"], "is on no sheet of testland"),
    ],
)
def test_bad_questions(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = str(example_project(tmp_path))
    assert main(["hex", *arguments, "--project", project]) == 2
    assert said in capsys.readouterr().err


def test_a_number_of_two_lattices(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = example_project(tmp_path)
    twin = project / "map_sources" / "twin"
    twin.mkdir()
    for path in sorted((project / "map_sources" / "example").iterdir()):
        text = path.read_text(encoding="utf-8").replace('window = "testland"', 'window = "twin"')
        text = text.replace("testland = [", "twin = [").replace('"example"', '"twin"')
        (twin / path.name).write_text(text.replace(",testland,", ",twin,"), encoding="utf-8")
    assert main(["hex", "1.01", "--project", str(project)]) == 2
    assert "a hex of example and twin, expected --map" in capsys.readouterr().err
    assert main(["hex", "1.01", "--map", "twin", "--project", str(project)]) == 0
    assert capsys.readouterr().out.startswith("1.01 (twin)")
