"""The charts of a module are made from the tables that judge: nothing is typed twice."""

from __future__ import annotations

from clubroute.builder.project import SHIPPED
from clubroute.rules.asking.context import Context
from clubroute.rules.plain.charts import charts_of, write_charts
from clubroute.rules.plain.game import game_of


def test_the_charts_of_testland_are_those_of_its_rules() -> None:
    made = charts_of(game_of("testland"))
    assert set(made) == {
        *("terrain-effects.csv", "combat-results.csv", "combat-modifiers.csv", "turn-track.csv"),
        "other-rules.csv",
    }
    for name, text in made.items():
        path = SHIPPED / "counters" / "testland" / "charts" / name
        assert path.read_text(encoding="utf-8") == text, name


def test_a_changed_rule_changes_the_chart(island: Context) -> None:
    game = game_of("island")
    rules = SHIPPED / "counters" / "testland" / "rules.toml"
    text = rules.read_text(encoding="utf-8").replace('guns = "no" }', "guns = 2.5 }")
    (game.folder / "rules.toml").write_text(text, encoding="utf-8")
    assert write_charts(game) == ["terrain-effects.csv"]
    chart = (game.folder / "charts" / "terrain-effects.csv").read_text(encoding="utf-8")
    assert '\nWoods,2 MP,3 MP,2½ MP,1 column to the left,"TL 2.2, TL 9.3"\n' in chart
    assert write_charts(game) == []


def test_the_chart_has_the_rows_of_weather_and_phases_and_titles_instead_of_ids(
    island: Context,
) -> None:
    game = game_of("island")
    shipped = SHIPPED / "counters" / "testland" / "rules.toml"
    rules = game.folder / "rules.toml"
    more = """
[phase."Blue movement".road.raised_road]
rule = "3.4"
move = "no"
"""
    rules.write_text(shipped.read_text(encoding="utf-8") + more, encoding="utf-8")
    lines = charts_of(game_of("island"))["terrain-effects.csv"].splitlines()
    assert "Clear (mud),2 MP,2 MP,2 MP,,TL 3.1" in lines
    assert "Raised road (Blue movement),no,no,no,the hexside adds nothing,TL 3.4" in lines
    assert not any("_" in line or "left 1" in line or ".5 MP" in line for line in lines)
    other = charts_of(game_of("island"))["other-rules.csv"].splitlines()
    assert 'Stacking,"at most 2 units, at the end of a move",TL 4.1' in other
