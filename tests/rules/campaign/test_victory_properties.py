"""A score only grows with what scores, and is the sum of its lines."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.properties import examples
from tests.rules.campaign.conftest import september
from tests.rules.campaign.scoring import GONE, LINES

RECORDS = st.lists(
    st.one_of(
        st.fixed_dictionaries(
            {
                "event": st.just("earned"),
                "attacked": st.integers(0, 1),
                "closed": st.integers(0, 1),
            }
        ),
        st.fixed_dictionaries(
            {
                "event": st.just("guards_activation"),
                "steps_off": st.integers(0, 9),
                "steps_on_map": st.integers(0, 9),
            }
        ),
        st.fixed_dictionaries({"event": st.just("emergency_call")}),
        st.fixed_dictionaries({"event": st.just("released"), "formation": st.text(max_size=2)}),
    ),
    max_size=12,
)


@examples(40)
@given(records=RECORDS)
def test_neither_side_ever_loses_points_as_a_day_goes_on(
    real_context: Context, records: list[dict[str, Any]]
) -> None:
    counts = {"not_cut": 0, "cut": 0, "command": 0, "dispatch": 0}
    seen: list[tuple[int, int]] = []
    history: list[dict[str, Any]] = [{"event": "guards_activation"}]
    for record in [{"event": "guards_activation"}, *records]:
        history.append({**record, "turn": september(22, "0900")})
        state = {"club_route": {"removed": "1944-09-19"}, "history": history}
        params = {"scenario": "campaign", "date": "1944-09-22", "counts": counts, "state": state}
        found = ask(real_context, "victory.score", params)
        assert found["verdict"] == "decided"
        seen.append((found["allied"], found["german"]))
    for before, after in pairwise(seen):
        assert before[0] <= after[0]
        assert before[1] <= after[1]


COUNTS = st.fixed_dictionaries({name: st.integers(0, 40) for name in LINES})
ALLIES = ("released", "not_cut", "command", "dispatch")


@examples(60)
@given(counts=COUNTS, more=st.sampled_from(LINES), day=st.integers(18, 24))
def test_more_of_a_line_never_helps_the_other_side(
    real_context: Context, counts: dict[str, int], more: str, day: int
) -> None:
    def scored(told: dict[str, int]) -> Any:
        params = {
            "scenario": "campaign",
            "date": f"1944-09-{day}",
            "state": GONE,
            "counts": told,
        }
        return ask(real_context, "victory.score", params)

    before, after = scored(counts), scored({**counts, more: counts[more] + 1})
    order = ["German", "draw", "Allied"]
    if more in ALLIES:
        assert after["score"] > before["score"]
        assert order.index(after["winner"]) >= order.index(before["winner"])
    else:
        assert after["score"] <= before["score"]
        assert order.index(after["winner"]) <= order.index(before["winner"])
    assert after["score"] == after["allied"] - after["german"]
    listed = sum(
        line["points"] * (1 if line["side"] == "Allied" else -1) for line in after["lines"].values()
    )
    assert listed == after["score"]
