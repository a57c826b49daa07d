"""Owners' tables: what is read, and what is refused in one line that names the place."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.catalogue import TABLES, table_spec
from clubroute.rules.owner.read import TableSpec, read_table
from clubroute.rules.owner.tables import (
    by_die,
    example_text,
    game_rows,
    need,
    owner_rows,
    owner_table,
)

WEATHER = "game,date,low,high,weather,fog_number\n"
DROP = "game,arrival,low,high,delays,steps,eliminated\n"


@pytest.fixture
def context(tmp_path: Path) -> Context:
    """A context whose owner folder is a folder of the test."""
    return Context(tmp_path / "build", owner_folder=tmp_path)


def put(context: Context, name: str, text: str) -> None:
    """Write an owner's table."""
    (context.owner / f"{name}.csv").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("spec", TABLES, ids=lambda spec: spec.name)
def test_the_examples_of_every_table_can_be_read(spec: TableSpec, tmp_path: Path) -> None:
    path = tmp_path / spec.file
    path.write_text(example_text(spec), encoding="utf-8")
    assert len(read_table(path, spec).rows) == len(spec.examples) > 0


def test_an_absent_table_is_none_and_can_be_asked_for(context: Context) -> None:
    assert owner_table(context, "weather") is None
    assert owner_rows(context, "weather") is None
    assert game_rows(context, "weather", "wed") is None
    assert need("weather") == "supply owner/weather.csv: The Weather Table"
    assert need("stops", "the Stops of WED") == "supply owner/stops.csv: the Stops of WED"


def test_the_owner_folder_is_beside_the_maps_unless_named(tmp_path: Path) -> None:
    assert Context(tmp_path / "build").owner == tmp_path / "owner"
    assert Context(Path("build")).owner == Path("owner")
    assert Context(Path("build"), owner_folder=Path()).owner == Path()


def test_rows_are_typed(context: Context) -> None:
    put(context, "weather", WEATHER + "wed,1944-09-18,0,8,fog,5\nwed,1944-09-18,9,9,rain,\n")
    rows = owner_rows(context, "weather")
    assert rows is not None
    assert rows[0].values == {
        "game": "wed",
        "date": "1944-09-18",
        "low": 0,
        "high": 8,
        "weather": "fog",
        "fog_number": 5,
    }
    assert (rows[1].text("weather"), rows[1].number("fog_number")) == ("rain", None)
    put(context, "boxes", "box,neighbours,hexes\nwest,east; north,37.136 41.131\neast,,\n")
    boxes = owner_rows(context, "boxes")
    assert boxes is not None
    assert boxes[0].many("neighbours") == ("east", "north")
    assert boxes[0].many("hexes") == ("37.136", "41.131")
    assert boxes[1].many("hexes") == ()
    put(context, "zones", "zone,name,kind,starred,hexes\na,DZ A,dz,yes,70.126\n")
    zones = owner_rows(context, "zones")
    assert zones is not None
    assert zones[0].yes("starred")


def test_rows_for_a_game_or_for_every_game(context: Context) -> None:
    put(context, "zone_change", "game,low,high,result\n,0,9,abort\ntdc,0,9,success\n")
    for game, result in (("wed", "abort"), ("mg", "abort"), ("tdc", "success")):
        rows = game_rows(context, "zone_change", game)
        assert rows is not None
        assert [row.text("result") for row in rows] == [result]
    put(context, "zone_change", "game,low,high,result\ntdc,0,9,success\n")
    assert game_rows(context, "zone_change", "wed") is None


def test_a_row_is_found_by_the_die_also_beyond_the_faces(context: Context) -> None:
    put(context, "drop", DROP + ",,,5,0,0,no\n,,6,8,1,0,no\n,,9,,0,0,yes\n")
    rows = owner_rows(context, "drop")
    assert rows is not None
    found = [by_die(rows, die) for die in (-1, 5, 6, 8, 9, 14)]
    assert [row and row.number("delays") for row in found] == [0, 0, 1, 1, 0, 0]
    assert [row and row.yes("eliminated") for row in found] == [False] * 4 + [True] * 2


def test_a_changed_table_is_read_anew(context: Context) -> None:
    put(context, "stops", "hex,name,game\n61.141,,\n")
    assert len(owner_rows(context, "stops") or ()) == 1
    assert owner_table(context, "stops") is owner_table(context, "stops")
    put(context, "stops", "hex,name,game\n61.141,,\n66.157,Son,\n")
    assert len(owner_rows(context, "stops") or ()) == 2


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("weather", WEATHER + ",,0,9,sunny,", "2:weather: found 'sunny', expected one of clear"),
        ("weather", WEATHER + ",,0,9,claer,", "(did you mean clear?)"),
        ("weather", "gaem,date\n", "1:1: found column 'gaem', expected one of game"),
        ("weather", "date,low\n", "found a header without it, expected column 'high'"),
        ("weather", WEATHER + ",,0,9,fog,", "2:fog_number: found a blank cell"),
        ("weather", WEATHER + ",,0,9,rain,4", "2:fog_number: found '4', expected a blank cell"),
        ("weather", WEATHER + ",,0,9,fog,10", "2:fog_number: found 10, expected a whole number, 0"),
        ("weather", WEATHER + ",,0,9.5,clear,", "2:high: found '9.5', expected a whole number"),
        ("weather", WEATHER + ",18 Sep,0,9,clear,", "2:date: found '18 Sep', expected a date as"),
        ("weather", WEATHER + ",1944-02-30,0,9,clear,", "2:date: found '1944-02-30'"),
        ("weather", WEATHER + ",19440918,0,9,clear,", "2:date: found '19440918'"),
        ("weather", WEATHER + ",,0,4,clear,\n,,6,9,rain,", "3:low: found 6, expected 5"),
        ("weather", WEATHER + ",,0,4,clear,\n,,4,9,rain,", "3:low: found 4, expected 5"),
        ("weather", WEATHER + ",,0,4,clear,\n,,5,8,rain,", "3:high: found 8, expected 9, or a row"),
        ("weather", WEATHER + ",,1,9,clear,", "2:low: found 1, expected 0"),
        ("weather", WEATHER + ",,0,9,rain,\nwed,,3,9,rain,", "3:low: found 3, expected 0"),
        ("drop", DROP + ",,0,,0,0,no", "2:low: found 0, expected a blank cell: the first row"),
        ("drop", DROP + ",,,9,0,0,no", "2:high: found 9, expected a blank cell: the last row"),
        ("drop", DROP + ",,,,0,0,no\n,,4,,0,0,no", "2:high: found nothing, expected a number"),
        ("drop", DROP + ",,,4,0,0,no\n,,6,,0,0,no", "3:low: found 6, expected 5"),
        ("drop", DROP + ",,,4,0,0,no\n,,5,3,0,0,no\n,,4,,0,0,no", "found 4, expected 5"),
        ("drop", DROP + ",,,,0,0,maybe", "2:eliminated: found 'maybe', expected one of yes, no"),
        ("stops", "hex,name,game\n6114,,", "2:hex: found '6114', expected a hex number as 75.129"),
        ("stops", "hex,name,game\n61.141,,\n61.141,,", "3:hex: found 61.141 again"),
        ("zones", "zone,name,kind,starred,hexes\na,A,dz,no,70.126 70.126", "2:hexes: found 70.126"),
        ("boxes", "box,neighbours,hexes\nwest,a;;b,", "2:neighbours: found a blank name"),
        ("parks", "park,division,number,hexes\n,59th,4,", "2:park: found a blank cell, expected"),
    ],
)
def test_mistakes_are_one_line(context: Context, name: str, text: str, message: str) -> None:
    put(context, name, text)
    with pytest.raises(InputError) as caught:
        owner_table(context, name)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"{context.owner / name}.csv:")
    assert "\n" not in str(caught.value)


def test_a_folder_in_the_place_of_a_table_is_refused(context: Context) -> None:
    (context.owner / "weather.csv").mkdir()
    with pytest.raises(InputError, match=r"weather\.csv"):
        owner_table(context, "weather")


def test_an_unknown_table_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"did you mean weather\?"):
        table_spec("wether")
