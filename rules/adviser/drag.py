"""``adviser.drag``: what a drag into a hex costs and whether it may, and what is drawn of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from clubroute.builder.errors import InputError
from clubroute.rules.adviser.questions import LiveTable, MapPlace
from clubroute.rules.answer.model import MOVE_CLASSES
from clubroute.rules.logs.check.judge import UnderWay

# The one line that a player reads while dragging a unit, and writes of numbers in it.

MOST = 80
"""Letters of a drag's line: a label under the pointer, and the same in VASSAL's chat."""
MOST_SAID = 240
"""Letters of an answer's line, which is in the chat alone."""
UNKNOWN = "allowance unknown"
MORE = "…"


def mp_text(mp: float) -> str:
    """Write movement points as players do: 1½."""
    whole, half = divmod(round(mp * 2), 2)
    return f"{whole or ''}½" if half else str(whole)


def cited(rules: Sequence[str]) -> str:
    """Name rules in brackets, a rulebook once: ``[WED 2.5, 2.7]``."""
    told, before = [], ""
    for rule in dict.fromkeys(rules):
        book, _, number = rule.rpartition(" ")
        told.append(number if book == before and book else rule)
        before = book
    return f"[{', '.join(told)}]" if told else ""


def line_of(now: UnderWay, rules: Sequence[str]) -> str:
    """The line for a unit that was dragged, or is being dragged, into a hex."""
    head, finding, tail = f"{now.hex}: ", now.finding, cited(rules)
    if finding is not None and finding.verdict == "illegal":
        tail = cited([finding.rule] if finding.rule else [])
        return cut(f"{head}illegal: {finding.why}", tail, keep=True)
    if now.setup:
        return cut(f"{head}{paid(now)}; set-up, not judged", tail)
    if now.open and finding is not None:
        # What stands against it goes before what is not known of its allowance.
        need = f"open: {now.open[0].partition(':')[0]}"
        against = need if finding.check == "move" else finding.why
        return cut(f"{head}{paid(now, plain=True)}; {against}", tail)
    possible = finding is not None and finding.verdict == "possible"
    return cut(head + paid(now) + (", possible" if possible else ""), tail)


def paid(now: UnderWay, plain: bool = False) -> str:
    """What the last drag cost, and what is spent of the allowance. ``plain``: that the allowance is
    not known goes without saying."""
    step, spent, most = now.step, now.spent, now.allowance
    parts = [] if step is None else [f"{mp_text(step)} MP"]
    if spent is not None and most is not None:
        parts.append(f"{mp_text(spent)} of {mp_text(most)}")
    elif spent is not None:
        parts += [f"{mp_text(spent)} spent"] if spent != step else []
        parts += [] if plain else [UNKNOWN]
    return ", ".join(parts) or "cost unknown"


def cut(text: str, tail: str = "", keep: bool = False, most: int = MOST) -> str:
    """A line of so many letters at most. The rules at its end are left out where there is no room,
    unless they are to be kept."""
    text = " ".join(text.split())
    whole = f"{text} {tail}" if tail else text
    if len(whole) <= most:
        return whole
    if keep and tail and len(tail) <= most // 2:
        return text[: most - len(tail) - 2].rstrip(" ,;:") + f"{MORE} {tail}"
    return text if len(text) <= most else text[: most - 1].rstrip(" ,;:") + MORE


NOTHING: Mapping[str, Any] = {"line": "", "verdict": "none"}
"""The answer for what is no unit in a hex, or goes to no hex: no line rather than a wrong one."""


UNDETERMINED = "undetermined"
PRICED = ("legal", UNDETERMINED)
"""Verdicts on a way all of whose steps may have a price."""


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
    best = way_of(table, piece, now)
    legal = best.get("verdict") == "legal"
    lines = best.get("steps", ()) if legal else ()
    rules = [one["rule"] for one in lines if "cost" in one]
    if priced(best):
        now = replace(now, step=cost_of(now, best["total"]))
    elif not best and unit.move_class is None:  # a gun that is not mounted, say: none may be asked
        now = replace(now, step=None, spent=None)
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


def cost_of(now: UnderWay, total: float) -> float | None:
    """What the last drag costs by itself, MP. Where all of the activation can be had for less, it
    is read otherwise than it was dragged, and what the drag adds to it counts."""
    return total if now.spent is None or total <= now.spent else now.step


def way_of(table: LiveTable, piece: str, now: UnderWay) -> Mapping[str, Any]:
    """The way of the last drag: a single step in the formation that is shown, else the cheapest
    way; empty where the rules cannot be asked. That of a drag which was asked about just before it
    was made is what was answered then."""
    unit, live = table.unit(piece), table.live
    drag = (piece, now.before, now.hex)
    if live.way is not None and live.way[0] == drag and live.texts - live.way[1] <= 1:
        return live.way[2]
    if unit is None:
        return {}
    record = table.record(unit)
    found = way_as(table, record, now) or least_step(table, record, now)
    live.way = drag, live.texts, found
    return found


def least_step(table: LiveTable, record: Mapping[str, Any], now: UnderWay) -> Mapping[str, Any]:
    """What a single step costs at least of one of whom nobody says how he moves, of a leader, say.
    Ways are not looked for: one that some class cannot go takes long to find."""
    ways = [step_as(table, {**record, "class": one}, now) for one in MOVE_CLASSES]
    total = min((one["total"] for one in ways if priced(one)), default=None)
    return {} if total is None else {"verdict": UNDETERMINED, "total": total}


def way_as(table: LiveTable, record: Mapping[str, Any], now: UnderWay) -> Mapping[str, Any]:
    """The way of a unit as it is shown: the single step, else the cheapest."""
    found = step_as(table, record, now)
    # Where nothing leads there, all of the map would be searched to say so once more.
    if not priced(found) and now.spent is not None:
        asks = {"unit": record, "from": now.before, "to": now.hex}
        found = answer_of(table, "move.best", asks)
    return found


def step_as(table: LiveTable, record: Mapping[str, Any], now: UnderWay) -> Mapping[str, Any]:
    """The single step of a unit as it is shown."""
    return answer_of(table, "move.check", {"unit": record, "path": [now.before, now.hex]})


def priced(answer: Mapping[str, Any]) -> bool:
    """Whether all steps of a way have a price."""
    return answer.get("verdict") in PRICED and "total" in answer


def answer_of(table: LiveTable, name: str, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """The answer to a question, empty where it cannot be asked."""
    try:
        found: Mapping[str, Any] = table.ask(name, told)
    except InputError:
        return {}
    return found


# What of an answer is drawn on VASSAL's map: marks in hexes, and a line through some.

Answer: TypeAlias = Mapping[str, Any]
Mark: TypeAlias = tuple[str, str, str]
"""A hex's number, the text in it, the kind of mark."""
Way: TypeAlias = tuple[Sequence[str], str]
"""The hexes of a line in order, and its kind."""


def no_marks(answer: Answer) -> Iterator[Mark]:
    """Mark nothing."""
    yield from ()


def no_way(start: str | None, to: str | None, answer: Answer) -> Way:
    """Draw no line."""
    return (), "way"


@dataclass(frozen=True, slots=True)
class AnswerDrawing:
    """How the answers to a question are drawn."""

    marks: Callable[[Answer], Iterator[Mark]] = no_marks
    way: Callable[[str | None, str | None, Answer], Way] = no_way


def costs(answer: Answer) -> Iterator[Mark]:
    """Mark each hex of a reach with its cost."""
    found = answer.get("hexes", {})
    for number, cost in found.items() if isinstance(found, Mapping) else ():
        yield number, mp_text(cost), "reach"


def seen(answer: Answer) -> Iterator[Mark]:
    """Mark what is seen, and what may be."""
    for kind, name, text in (("clear", "clear", "●"), ("unknown", "undetermined", "?")):
        for number in answer.get(name, ()):
            yield number, text, kind


def blocking(answer: Answer) -> Iterator[Mark]:
    """Mark the hexes that block a line of sight."""
    for step in answer.get("steps", ()):
        if step.get("verdict") == "blocked" and step.get("from"):
            yield step["from"], "×", "blocking"


def totals(answer: Answer) -> Iterator[Mark]:
    """Mark each hex of a path with what it has cost so far."""
    before = None
    for node in answer.get("path", ()):
        if node["hex"] != before and node["total"]:
            yield node["hex"], mp_text(node["total"]), "reach"
        before = node["hex"]


def holes(answer: Answer) -> Iterator[Mark]:
    """Mark where a Club Route is doubtful, and where it is cut."""
    for kind, name, text in (("unknown", "doubtful", "?"), ("blocking", "spoiled", "×")):
        for number in answer.get(name, ()):
            yield str(number), text, kind


def sight(start: str | None, to: str | None, answer: Answer) -> Way:
    """The line of sight, as it is decided."""
    verdict = str(answer.get("verdict"))
    return (start or "", to or ""), verdict if verdict in ("clear", "blocked") else "unknown"


def path(start: str | None, to: str | None, answer: Answer) -> Way:
    """The cheapest path."""
    return [node["hex"] for node in answer.get("path", ())], "way"


def route(start: str | None, to: str | None, answer: Answer) -> Way:
    """The Club Route."""
    return list(answer.get("route") or ()), "route"
