"""What the tests of the campaign's victory share: its lines, and asking for a score."""

from __future__ import annotations

from typing import Any

from tests.rules.campaign.conftest import Asking, september

LINES = (
    "released",
    "not_cut",
    "command",
    "dispatch",
    "steps_off",
    "steps_on_map",
    "cut",
    "attacked",
    "closed",
    "emergency",
)
GONE = {"club_route": {"removed": "1944-09-19"}}
NOTHING = dict.fromkeys(LINES, 0)


def campaign(asked: Asking, date: int, state: Any = GONE, **counts: int) -> Any:
    """The campaign's score at the end of a day of September, lines not named at 0."""
    return asked(
        "victory.score",
        scenario="campaign",
        date=f"1944-09-{date:02}",
        state=state,
        counts={**NOTHING, **counts},
    )


def status(day: int, word: str) -> dict[str, Any]:
    """A record of the status at a 1900 turn."""
    return {"event": "status", "turn": september(day, "1900"), "status": word}
