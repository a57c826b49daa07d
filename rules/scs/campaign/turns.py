"""The turn, phase by phase (INS 1.1, 5.0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from clubroute.rules.context import Context
from clubroute.rules.kinds import SIDE, SIDES
from clubroute.rules.model import Receipt
from clubroute.rules.position.record import said
from clubroute.rules.scs.asked import AboutState
from clubroute.rules.scs.games import answers, book
from clubroute.rules.working import Working


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnQuestion(AboutState):
    """The parameters of ``turn.list``."""

    side: str | None = said(SIDE, "one player turn; if absent both")


@answers(
    "turn.list", "decided", "undetermined", phases={"type": "array", "items": {"type": "object"}}
)
def turn_list(context: Context, asked: TurnQuestion) -> Receipt:
    """The phases of a turn in order, for both sides, with what each has and the method to ask."""
    work, rules, scenario = Working(), book("turns"), asked.state.scenario
    turn = asked.state.now.number if asked.state.now else None
    if scenario is None:
        work.need("state.scenario: which scenario is played")
    if turn is None:
        work.need("state.turn.number: the turn")
    if scenario is None or turn is None:
        return work.receipt()
    row = rules.rows("scenarios").get(scenario)
    if row is None:
        return work.lacking(f"the turns of scenario {scenario}, which the rulebook does not give")
    first, last = row.number("first"), row.number("last")
    if not first <= turn <= last:
        return work.lacking(f"a turn of scenario {scenario}: {first} to {last}")
    work.say(f"turn {turn} of {first} to {last}: {'AM' if turn % 2 == 0 else 'PM'}", row.cite)
    skipped = row.text("skip") if turn == first else ""
    if skipped:
        work.say(f"turn {turn} has no {skipped} player turn", row.cite)
    none = scenario in book("airdrop")["points"].words("none")
    drops = not none and (turn == 1 or turn % 2 == 0)
    phases: list[dict[str, Any]] = []
    for side in [asked.side] if asked.side else SIDES:
        for phase in rules.listed("phases"):
            if phase.text("side") != side or side == skipped:
                continue
            if phase.text("when") == "drop" and not drops:
                when = f"in scenario {scenario}" if none else "on a PM turn after the first"
                work.say(f"no Air Drops {when}", row.cite if none else phase.cite)
                continue
            told = {name: phase.text(name) for name in ("side", "id", "title", "does")}
            phases.append({**told, "rule": phase.cite, "ask": list(phase.words("ask"))})
    return work.receipt("decided", phases=phases, summary=f"turn {turn}: {len(phases)} phases")
