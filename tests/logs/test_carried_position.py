"""What lasts of a game from one log to the next, of damaged pieces too."""

from __future__ import annotations

import pytest

from clubroute.builder.vassal.pieces import join_chain
from clubroute.rules.logs.position import lasting

TYPE = join_chain(["mark;x", "hide;h", "obs;m", "piece;;;x;N"])
NOBODY = ["", "null", "null", ""]


def lasts(*states: str) -> bytes:
    return lasting(TYPE, join_chain(states))


@pytest.mark.parametrize("kept", range(1, 5))
def test_a_state_with_fewer_parts_than_the_type_has_traits_lasts_as_if_they_were_blank(
    kept: int,
) -> None:
    assert lasts(*NOBODY[:kept]) == lasts(*NOBODY[:kept], *[""] * (4 - kept))


def test_who_hides_a_piece_does_not_last_but_that_somebody_does() -> None:
    assert lasts("", "player1", "null", "") == lasts("", "player2", "null", "")
    assert lasts("", "player1", "null", "") != lasts(*NOBODY)
