"""``adviser.drag``: what a unit's drag into a hex costs, and whether it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.adviser.asking import LiveTable
from clubroute.rules.adviser.questions import MapPlace
from clubroute.rules.adviser.words import line_of
from clubroute.rules.logs.check.judge import UnderWay

NOTHING: Mapping[str, Any] = {"line": "", "verdict": "none"}
"""The answer for what is no unit in a hex, or goes to no hex: no line rather than a wrong one."""


def one_of_them(table: LiveTable, pieces: Sequence[str]) -> str:
    """The first unit of what is dragged, "" if there is none, or units of both sides."""
    units = [(piece, unit.side) for piece in pieces if (unit := table.unit(piece)) is not None]
    return units[0][0] if len({side for _, side in units}) == 1 else ""


def dragged(table: LiveTable, piece: str, to: MapPlace | None) -> Mapping[str, Any]:
    """What a drag comes to, made or not. Without ``to`` it is the one that was made last."""
    unit = table.unit(piece)
    goal = table.hex(to)
    if unit is None or (to is not None and goal is None):
        return NOTHING
    now = table.live.judging.under_way(piece, goal)
    if now is None or now.before == now.hex:
        return NOTHING
    # Where nothing leads there, all of the map would be searched to say so once more.
    best = {} if now.step is None else way_of(table, piece, now)
    legal = best.get("verdict") == "legal"
    lines = best.get("steps", ()) if legal else ()
    rules = [one["rule"] for one in lines if "cost" in one]
    finding = now.finding
    illegal = finding is not None and finding.verdict == "illegal"
    told: dict[str, Any] = {
        "line": line_of(now, rules),
        "verdict": "set-up" if finding is None else finding.verdict,
        "from": now.before,
        "to": now.hex,
        "chit": now.chit,
        "cost": now.step,
        "spent": now.spent,
        "allowance": now.allowance,
        "rules": [finding.rule] if finding is not None and illegal else list(dict.fromkeys(rules)),
        "way": [one["hex"] for one in best.get("path", ())] if legal else [],
        "why": "" if finding is None else finding.why,
        "unknown": [*(() if finding is None else finding.needs), *best.get("unchecked", ())],
    }
    return {name: value for name, value in told.items() if value not in (None, "", [])}


def way_of(table: LiveTable, piece: str, now: UnderWay) -> Mapping[str, Any]:
    """The cheapest way of the last drag; empty where the rules cannot be asked. That of a drag
    which was asked about just before it was made is what was answered then."""
    unit, live = table.unit(piece), table.live
    drag = (piece, now.before, now.hex)
    if live.way is not None and live.way[0] == drag and live.texts - live.way[1] <= 1:
        return live.way[2]
    if unit is None:
        return {}
    told = {"unit": table.record(unit), "from": now.before, "to": now.hex}
    try:
        found: Mapping[str, Any] = table.ask("move.best", told)
    except InputError:  # a leader, of whom nobody says how he moves, say
        return {}
    live.way = drag, live.texts, found
    return found
