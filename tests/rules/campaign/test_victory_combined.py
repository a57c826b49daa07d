"""Who wins both games together (MG 11.0), and The Devil's Cauldron."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.campaign.conftest import Asking, reasons
from tests.rules.campaign.scoring import GONE, NOTHING
from tests.rules.needed import needed


def test_tdc_has_no_conditions_in_its_rulebook(asked: Asking) -> None:
    found = asked("victory.score", scenario="tdc")
    assert (found["verdict"], found["winner"]) == ("undetermined", "undefined")


@pytest.mark.parametrize(
    ("not_cut", "tdc", "winner"),
    [
        (20, "major", "Allied"),
        (20, "minor", "Allied"),
        (20, "draw", "German"),
        (20, "german", "German"),
        (0, "major", "German"),
        (0, None, "German"),
    ],
)
def test_both_games(asked: Asking, not_cut: int, tdc: Any, winner: str) -> None:
    found = asked(
        "victory.score",
        scenario="combined",
        date="1944-09-24",
        state=GONE,
        counts={**NOTHING, "not_cut": not_cut},
        **({"tdc": tdc} if tdc else {}),
    )
    assert found["winner"] == winner
    assert "WED MG 11.0" in reasons(found)


def test_a_draw_in_where_eagles_dare_is_no_allied_victory(asked: Asking) -> None:
    counts = {**NOTHING, "not_cut": 1}
    found = asked(
        "victory.score",
        scenario="combined",
        date="1944-09-20",
        tdc="major",
        state={"club_route": {"removed": "1944-09-18"}},
        counts=counts,
    )
    assert (found["wed"]["winner"], found["winner"]) == ("draw", "German")


def test_both_games_with_one_result_missing(asked: Asking) -> None:
    counts = {**NOTHING, "not_cut": 20}
    found = asked(
        "victory.score", scenario="combined", date="1944-09-24", state=GONE, counts=counts
    )
    assert found["verdict"] == "undetermined"
    assert needed(found)[0].startswith("tdc: ")
