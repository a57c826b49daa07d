"""The charts of the It Never Snows module are what the tables say, and what the rulebook prints."""

from __future__ import annotations

import csv
import io

from clubroute.rules.book.charts import main
from clubroute.rules.scs.games import charts


def rows(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(charts("ins")[f"{name}.csv"])))


def test_the_charts_in_the_repository_are_up_to_date() -> None:
    assert main(["--check"]) == 0


def test_the_combat_table_has_every_sum_of_two_dice_and_seven_columns() -> None:
    found = rows("combat")
    assert [row["Two dice"] for row in found] == [str(dice) for dice in range(2, 13)]
    assert [len(row) for row in found] == [1 + 7 + 1] * 11
    assert (found[5]["3:1"], found[10]["5:1+"]) == ("D1r2d1", "D2r6d4")


def test_the_terrain_chart_is_that_of_the_rulebook() -> None:
    found = {row["Terrain"]: row for row in rows("terrain")}
    assert found["Polder"]["MP"] == "2 (5 if the printed MA is 8 or more)"
    assert (found["Woods"]["Combat"], found["Woods"]["Barrage"]) == ("Left 1", "-1")
    assert found["City"]["Combat"] == "Left 1, Alternate Result"
    assert [name for name, row in found.items() if row["Overrun"] == "yes"] == ["Clear", "Polder"]
    assert found["River"]["MP"] == "+2 (DUKWs +1)"
    assert found["Sea Line"]["MP"] == "prohibited (DUKWs +3)"


def test_every_row_of_a_chart_cites_its_rule() -> None:
    for name in charts("ins"):
        found = rows(name.removesuffix(".csv"))
        assert found
        assert all(row["Rule"] for row in found), name
