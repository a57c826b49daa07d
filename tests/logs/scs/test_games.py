"""Games of It Never Snows played by the rules and against them, on our own recorder."""

from __future__ import annotations

import pytest

from tests.cases import each
from tests.logs.scs.games import (
    KINDS,
    checked,
    complaint,
    cut_in_two,
    kind_of,
    playing,
)
from tests.logs.scs.habitual import HABITUAL, misdoing
from tests.logs.scs.scenario import InsGame
from tests.logs.scs.table import Recorded

GAMES = range(2 * len(KINDS))
EVERY = 8
"""Of the legal games so many are played of one; ``bench_ins_games`` plays them all."""
MENDED = (5058, 286, 780)
"""In them a German unit retreats in the Allied player turn and moves out of a ZOC in its own; one
advances that had moved in the log before; a slip of one hex beside the goal is set right."""
WITH_AN_ENGINEER = (2021,)
"""In them an engineer that was emplaced is one of the five in a hex."""


@each("number", [*[n for n in GAMES if kind_of(n)], *WITH_AN_ENGINEER], ids=kind_of)
def test_every_fault_is_found_and_nobody_else_accused(ins_game: InsGame, number: int) -> None:
    player, table, planted = playing(number, lambda luck: Recorded(ins_game, luck), ins_game)
    said = complaint(checked(ins_game, table.data()), planted)
    assert not said, f"{said}\n  " + "; ".join(player.deeds)


@pytest.mark.parametrize("number", [*[n for n in GAMES if not kind_of(n)][::EVERY], *MENDED])
def test_nobody_is_accused_of_a_legal_game_whole_or_cut_in_two(
    ins_game: InsGame, number: int
) -> None:
    player, _, _ = playing(number, lambda luck: Recorded(ins_game, luck), ins_game)
    table = player.table
    assert isinstance(table, Recorded)
    report = checked(ins_game, table.data())
    deeds = "; ".join(player.deeds)
    assert complaint(report, None) == "", deeds
    assert report.of("legal"), deeds
    assert cut_in_two(ins_game, table, report.steps // 2) == [], deeds


@pytest.mark.parametrize("kind", HABITUAL)
def test_a_fault_is_illegal_in_whatever_habit_it_is_made(kind: str, ins_game: InsGame) -> None:
    player, table, planted = misdoing(kind, 0, lambda luck: Recorded(ins_game, luck), ins_game)
    report = checked(ins_game, table.data())
    assert complaint(report, planted) == "", player.deeds
    accused = {one.unit for one in report.of("illegal") if one.check == planted.check}
    assert planted.unit in accused, [one.line() for one in report.findings]
