"""``adviser.show``: the answer to a question, as lines and as marks on VASSAL's own map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.adviser.asking import LiveTable
from clubroute.rules.adviser.menu import QUESTIONS, Picked
from clubroute.rules.adviser.words import MOST_SAID, cited, cut, mp_text
from clubroute.rules.asking.question import people_lines
from clubroute.rules.rulings.asking import rule

RANGE = 10
"""Hexes within which it is asked what a hex sees."""
UP_TO = 8
"""MP up to which reach is shown of a unit whose allowance nobody says."""
ASK = "ask:"
MOST_LINES = 60
MOST_MARKS = 1500


def shown(table: LiveTable, ask: str, picked: Picked, publish: bool) -> dict[str, Any]:
    """Answer a question of the menu. :raises InputError: it does not fit what is picked."""
    name = QUESTIONS[ask].method
    told, remark = asked_of(table, ask, picked)
    params = table.params(name, told)
    if ask == "reach" and "allowance" not in params:
        remark = ""  # this series asks for a unit's own, and says so
    method = table.context.registry.find(name, params)
    answer = table.context.registry.ask(table.context, name, params)
    line = cut(summary_of(ask, answer) + remark, most=MOST_SAID)
    found: dict[str, Any] = {
        "line": line,
        "text": [one for one in people_lines(method, answer) if not programs(one)][:MOST_LINES],
        "marks": list(marks(table, ask, answer))[:MOST_MARKS],
        "ways": list(ways(table, ask, picked, answer)),
        "map": table.whereabouts.layout.name,
    }
    if publish:
        found["publish"] = published(table, name, params, line)
    return found


def programs(line: str) -> bool:
    """Whether a line is for programs alone: it names the method that tells more."""
    return line.strip().startswith(ASK)


def asked_of(table: LiveTable, ask: str, picked: Picked) -> tuple[dict[str, Any], str]:
    """The parameters that say what is picked, and a remark on them for the answer's line."""
    told: dict[str, Any] = {"from": picked.start, "to": picked.to}
    remark = ""
    if picked.unit is not None:
        told["unit"] = table.record(picked.unit)
        now = table.live.judging.under_way(picked.piece)
        if ask == "command" and now is not None and now.chit:
            told["chit"] = now.chit
        if ask == "reach":
            most = None if now is None else now.allowance
            spent = (now.spent if now is not None else None) or 0
            told["allowance"] = UP_TO if most is None else max(most - spent, 0)
            remark = f"; allowance unknown, shown up to {UP_TO} MP" if most is None else ""
            if most is not None and spent:
                remark = f"; {mp_text(spent)} of {mp_text(most)} spent"
    if ask == "sees":
        told["range"] = RANGE
    return told, remark


def summary_of(ask: str, answer: Any) -> str:
    """The answer in a line."""
    if isinstance(answer, Mapping):
        return str(answer.get("summary") or answer.get("title") or ask)
    return ask


def marks(table: LiveTable, ask: str, answer: Mapping[str, Any]) -> Iterable[dict[str, Any]]:
    """What to mark on the map."""
    for number, text, kind in QUESTIONS[ask].drawn.marks(answer):
        yield from at(table, number, text, kind)


def at(table: LiveTable, number: str, text: str, kind: str) -> Iterable[dict[str, Any]]:
    """A mark in a hex, none where the window does not show it."""
    point = table.whereabouts.pixel(number)
    if point is not None:
        yield {"x": point.x, "y": point.y, "hex": number, "text": text, "kind": kind}


def ways(
    table: LiveTable, ask: str, picked: Picked, answer: Mapping[str, Any]
) -> Iterable[dict[str, Any]]:
    """What lines to draw."""
    numbers, kind = QUESTIONS[ask].drawn.way(picked.start, picked.to, answer)
    points = [point for one in numbers if (point := table.whereabouts.pixel(one)) is not None]
    if len(points) > 1:
        yield {"kind": kind, "points": [[one.x, one.y] for one in points]}


def published(table: LiveTable, name: str, params: Mapping[str, Any], line: str) -> str:
    """The answer's line for everybody, with the id of the ruling that asks it again."""
    state = params.get("state")
    whole = dict(params)
    if isinstance(state, str):
        whole["state"] = table.live.position().state
    try:
        made = rule(table.context, name, whole)
    except InputError:
        return line
    return f"{line} {cited([f'ruling {made.seal}'])}"
