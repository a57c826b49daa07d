"""A lost connection: what the judge knows beside the position holds on where it can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import GoneError
from clubroute.rules.gts.logcheck.excuses import IN_PLAY
from clubroute.rules.saves.live import live_game
from tests.rules.adviser.table import GRENADIERS, MORTAR, PlayedTable
from tests.saves.test_tape import MAIN, pixel

DIVISION, FORMATION = "KG Walther Division", "502 PIR"
TO = {GRENADIERS: "93.150", MORTAR: "88.118"}


@pytest.fixture
def table(context: Context) -> PlayedTable:
    """A game under its third chit, with what was spent."""
    table = PlayedTable(context)
    table.send_whole()
    table.draw(DIVISION)
    table.move(table.piece(GRENADIERS), "93.149")
    table.draw(FORMATION)
    table.move(table.piece(MORTAR), "88.117")
    return table


def told(table: PlayedTable) -> dict[str, Any]:
    """What is said of each unit's next drag."""
    return {
        unit: table.ask("adviser.drag", piece=table.piece(unit), to=table.place(to))
        for unit, to in TO.items()
    }


def test_a_text_whose_answer_was_lost_is_not_played_twice(table: PlayedTable) -> None:
    before, digest = told(table), live_game(table.context, table.game, "game").game.digest()
    table.sent -= 1
    table.send(table.recorder.steps[-1])  # a drag
    assert live_game(table.context, table.game, "game").game.digest() == digest
    assert told(table) == before
    table.move(table.piece(GRENADIERS), "93.150")
    assert live_game(table.context, table.game, "game").texts == table.sent
    with pytest.raises(GoneError, match="the game whole again"):
        ask(
            table.context,
            "state.open",
            {"vassal": {"text": "CHAThello", "game": table.game, "number": table.sent}},
        )


def test_a_game_sent_again_where_it_was_is_judged_on(table: PlayedTable) -> None:
    before, earlier = told(table), table.game
    assert before[MORTAR]["chit"].startswith(FORMATION)
    table.send_whole(after=earlier)
    assert told(table) == before
    with pytest.raises(GoneError):
        table.ask("adviser.drag", game=earlier, piece=table.piece(MORTAR))
    # It goes on: the next drag adds to what was spent before.
    table.move(table.piece(GRENADIERS), "93.150")
    again = table.ask("adviser.drag", piece=table.piece(GRENADIERS), to=table.place("93.151"))
    assert again["spent"] == before[GRENADIERS]["spent"] + again["cost"]


def moved_unheard_of(table: PlayedTable) -> None:
    x, y = pixel("wed", "88.118")
    table.recorder.move(table.piece(MORTAR), MAIN, x, y)


def forgotten(table: PlayedTable) -> None:
    table.game = "g-0"  # of a service that is gone


def of_another_module(table: PlayedTable) -> None:
    live = live_game(table.context, table.game, "game")
    module = live.save.log.module
    assert module is not None
    metadata = replace(module, name="The Devil's Cauldron")
    live.save = replace(live.save, log=replace(live.save.log, module=metadata))


@pytest.mark.parametrize("lost", [moved_unheard_of, forgotten, of_another_module])
def test_what_nobody_can_know_is_unknown_and_said(
    table: PlayedTable, lost: Callable[[PlayedTable], None]
) -> None:
    """Three chits lie open, and their order in play was never in the position."""
    lost(table)
    table.send_whole(after=table.game)
    answer = table.ask("adviser.drag", piece=table.piece(GRENADIERS), to=table.place("93.150"))
    assert "chit" not in answer
    assert answer["verdict"] == "unchecked"
    assert IN_PLAY in answer["unknown"]
    assert "open: which of the chits that lie open is in play" in answer["line"]
    # The next chit is drawn before everybody's eyes: from then on all is known again.
    table.draw("501 PIR")
    answer = table.ask("adviser.drag", piece=table.piece(GRENADIERS), to=table.place("93.150"))
    assert answer["chit"].startswith("501 PIR")
