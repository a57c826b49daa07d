"""The charts of a module are made from the tables that judge: nothing is typed twice."""

from __future__ import annotations

from clubroute.builder.project import SHIPPED
from clubroute.rules.asking.context import Context
from clubroute.rules.plain.game import game_of
from clubroute.rules.plain.page import charts_of, write_charts


def test_the_charts_of_testland_are_those_of_its_rules() -> None:
    made = charts_of(game_of("testland"))
    assert set(made) == {
        *("terrain-effects.csv", "combat-results.csv", "combat-modifiers.csv", "turn-track.csv")
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
    assert '\nWoods,2 MP,3 MP,2.5 MP,left 1,"TL 2.2, TL 9.3"\n' in chart
    assert write_charts(game) == []
