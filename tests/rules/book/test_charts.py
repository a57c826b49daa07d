"""The charts of the modules are what the tables say."""

from __future__ import annotations

import csv
import io

import pytest

from clubroute.rules.book.charts import main
from clubroute.rules.gts.charts import charts
from clubroute.rules.gts.games import book


def rows(game: str, name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(charts(game)[f"{name}.csv"])))


def test_the_charts_in_the_repository_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_the_terrain_chart_has_every_terrain_with_cost_fire_and_sight() -> None:
    found = {row["Terrain"]: row for row in rows("wed", "terrain")}
    assert len(found) == len(book("movement", "wed").rows("terrain"))
    woods = found["Woods"]
    assert (woods["Leg"], woods["Wheeled"]) == ("3 / 2", "no / along a Road")
    assert (woods["Fire"], woods["Line of Sight"], woods["Rule"]) == ("-2", "blocks", "WED 2.4")


def test_the_games_differ_where_their_rules_do() -> None:
    sight = {
        game: {row["Terrain"]: row["Line of Sight"] for row in rows(game, "terrain")}
        for game in ("wed", "tdc")
    }
    assert (sight["wed"]["Village"], sight["tdc"]["Village"]) == ("open", "blocks")
    assert "Swamp" not in sight["tdc"]
    assert [row["Rule"] for row in rows("tdc", "fire") if "viaduct" in row["Fire at a Unit"]] == [
        "TDC 2.17"
    ]
    assert "totals.csv" not in charts("tdc")


@pytest.mark.parametrize("game", ["wed", "tdc", "mg"])
def test_every_row_of_a_chart_cites_its_rule(game: str) -> None:
    for name in charts(game):
        found = rows(game, name.removesuffix(".csv"))
        assert found
        assert all(row["Rule"] for row in found), name


def test_single_figures_come_from_the_tables() -> None:
    release = book("clubroute", "wed")["release"]
    told = {row["Club Route"]: row[""] for row in rows("wed", "club-route")}
    assert told["Release roll: Club Route is Cut"] == f"{release.number('cut'):+d}"
    assert told["Release roll: Dispatch Points at most"] == str(release.number("most_dispatch"))
