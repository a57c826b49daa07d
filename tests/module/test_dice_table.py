"""A dice button that rolls on a table of the game (``[[dice]]`` with ``table``)."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.authoring.new_game import new_game
from clubroute.builder.errors import InputError
from clubroute.builder.module.buildfile import dice_buttons
from clubroute.builder.module.game import read_game


@pytest.mark.parametrize(
    ("instead", "told"),
    [
        ("charts/none.csv", "no file charts/none.csv"),
        ("charts/turn-track.csv", None),
        ("charts/combat-modifiers.csv", "without 1, 2, 3, 4, 5, 6"),
    ],
)
def test_a_table_has_a_row_for_each_sum(tmp_path: Path, instead: str, told: str | None) -> None:
    new_game(tmp_path, "lorne")
    path = tmp_path / "counters" / "lorne" / "module.toml"
    text = path.read_text(encoding="utf-8").replace("charts/combat-results.csv", instead)
    path.write_text(text, encoding="utf-8")
    if told is None:
        assert read_game(path).dice[1].told["Weather"][4] == "mud"
        return
    with pytest.raises(InputError, match=told):
        read_game(path)


def test_dice_on_a_table_have_a_button_for_each_column(tmp_path: Path) -> None:
    new_game(tmp_path, "lorne")
    plain, combat = read_game(tmp_path / "counters" / "lorne" / "module.toml").dice
    assert [one.get("tooltip") for one in dice_buttons(plain, "die.svg")] == ["2d6: roll 2 to 12"]
    *columns, menu = dice_buttons(combat, "die.svg")
    names = ["Combat 1:2", "Combat 1:1", "Combat 2:1", "Combat 3:1", "Combat 4:1"]
    assert [one.get("text") for one in columns] == names
    assert menu.get("menuItems") == ",".join(names)
    assert '(result == 1 ? "AR" : (result == 2 ? "-" : ' in columns[2].get("reportFormat")
