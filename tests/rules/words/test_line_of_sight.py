"""The question that a line of sight drawn in VASSAL ends with."""

from __future__ import annotations

import pytest

from clubroute.builder.module.game import read_game
from clubroute.rules.asking.context import Context
from clubroute.rules.words.grammar import Here, parse
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("game", "ends"),
    [("wed", ("75.129", "78.127")), ("tdc", ("37.54", "37.59")), ("mg", ("75.129", "78.127"))],
)
def test_a_line_of_sight_ends_with_a_question_that_is_understood(
    game: str, ends: tuple[str, str], all_maps: Context
) -> None:
    text = read_game(ROOT / "counters" / game / "module.toml").sight
    for name, number in zip(("$FromLocation$", "$ToLocation$"), ends, strict=True):
        text = text.replace(name, number)
    program, _, line = text.partition(" ")
    assert program == "clubroute"
    asked = parse(line, Here(all_maps))
    assert (asked.method, asked.params) == (
        "los.check",
        {"map": game, "from": ends[0], "to": ends[1]},
    )
