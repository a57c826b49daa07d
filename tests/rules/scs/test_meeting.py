"""Where rules meet, the answer is the rulebook's: each line of ``meeting.csv`` is a question that
was answered from it before it was asked (INS 1.5, 1.7, 1.8a, 1.8b, 1.9, 1.12a, 1.12b, 1.12c, 1.13,
1.14, 2.3, 3.2, 5.6 and more).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each
from tests.rules.scs.meeting_board import Meeting, board, meetings

MEETINGS = meetings()


def of(on: str, *starts: str) -> Callable[[Any], Any]:
    """The questions on the board or the map whose methods begin so, each a case of a test."""
    found = [one for one in MEETINGS if one.on == on and one.method.startswith(starts)]
    return each("one", found, ids=lambda one: f"{one.rule} {one.unit} {one.asked} {one.state}")


@of("board", "move.")
def test_moves(one: Meeting) -> None:
    judge(board(), one)


@of("board", "roadmarch.")
def test_road_marches(one: Meeting) -> None:
    judge(board(), one)


@of("board", "barrage.")
def test_barrages(one: Meeting) -> None:
    judge(board(), one)


@of("board", "combat.resolve", "overrun.")
def test_attacks(one: Meeting) -> None:
    judge(board(), one)


@of("board", "combat.retreat", "combat.advance")
def test_after_combat(one: Meeting) -> None:
    judge(board(), one)


@of("board", "supply.")
def test_traces(one: Meeting) -> None:
    judge(board(), one)


@of("board", "bridge.")
def test_bridges(one: Meeting) -> None:
    judge(board(), one)


@of("map", "bridge.", "ferry.")
def test_bridges_and_ferries_of_scenarios(ins_context: Context, one: Meeting) -> None:
    judge(ins_context, one)


@of("map", "airdrop.", "air.", "ammo.", "barrage.")
def test_drops_strikes_and_barrages_of_scenarios(ins_context: Context, one: Meeting) -> None:
    judge(ins_context, one)


@of("map", "supply.", "arrival.", "turn.", "victory.", "scenario.")
def test_supply_and_arrivals_of_scenarios(ins_context: Context, one: Meeting) -> None:
    judge(ins_context, one)


@of("map", "move.", "roadmarch.", "combat.", "overrun.")
def test_moves_of_scenarios(ins_context: Context, one: Meeting) -> None:
    judge(ins_context, one)


def test_every_question_is_asked() -> None:
    methods = ("move", "roadmarch", "barrage", "combat", "supply", "overrun", "bridge")
    assert {one.method.partition(".")[0] for one in MEETINGS if one.on == "board"} <= {*methods}
    assert len(MEETINGS) > 250


def judge(context: Context, one: Meeting) -> None:
    """Ask a question: its verdict, and a figure, a hex, or words of the answer."""
    answer = ask(context, one.method, one.params)
    assert not one.verdict or answer["verdict"] == one.verdict, answer
    kind, _, figure = one.says.partition(" ")
    if kind == "total":
        assert answer["total"] == float(figure)
    elif kind == "odds":
        assert answer["odds"] == figure
    elif kind in ("hexes", "not"):
        assert (figure in answer.get("hexes", ())) is (kind == "hexes"), answer
    else:
        assert one.says in json.dumps(answer, ensure_ascii=False), answer
