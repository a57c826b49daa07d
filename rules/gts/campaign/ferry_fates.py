"""Events that befall a ferry and its engineers (WED 2.18.3; TDC 2.18.4, 2.18.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from clubroute.rules.answer.first_line import begun
from clubroute.rules.answer.model import Receipt, Step
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import the_game, the_options
from clubroute.rules.gts.ferries import FerryKind, FerryReadings, ferry_kind
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import choice
from clubroute.rules.gts.position.markers import FERRIES
from clubroute.rules.position.record import needed, plain, said

EVENTS: Mapping[str, str] = {
    "engineer_moves": "an engineer moves away",
    "suppressed": "it is Suppressed",
    "cohesion_hit": "it takes a Cohesion Hit",
    "step_loss": "it takes a Step Loss",
    "eliminated": "it is eliminated",
    "assaulted": "it is Assaulted",
    "bailey_placed": "a Bailey Bridge replaces the destroyed bridge",
    "turn_ends": "the turn ends",
}
"""The events that may befall a ferry."""
RESULTS: Mapping[str, str] = {
    "stays": "that does not end the ferry",
    "stopped": "it ferries nobody until it Rallies",
    "removed": "the ferry is removed",
}
"""What becomes of a ferry, whichever it is."""
EVENT = plain(
    {
        "type": "string",
        "enum": list(EVENTS),
        "description": "; ".join(f"{name}: {what}" for name, what in EVENTS.items()),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class FateQuestion:
    """The parameters of ``ferry.after``."""

    game: str = the_game()
    kind: str | None = said(choice(*FERRIES), "which ferry; if absent any that the game has")
    event: str = needed(EVENT, "what happens")
    readings: FerryReadings = the_options(FerryReadings)


@answers(
    "ferry.after",
    "decided",
    "illegal",
    "undetermined",
    result={"enum": ["stays", "stopped", "removed"]},
)
def after(context: Context, asked: FateQuestion) -> Receipt:
    """What an event does to a ferry and its engineers."""
    if asked.kind is not None:
        return fate(asked, asked.kind)
    rows = {kind: ferry_kind(asked.game, kind) for kind in FERRIES}
    found = {kind: fate(asked, kind) for kind, row in rows.items() if row.rule}
    first = next(iter(found.values()))
    if all(one.steps == first.steps for one in found.values()):
        return first
    each = "; ".join(f"{kind.replace('_', ' ')}: {one.gist}" for kind, one in found.items())
    need = f"kind: which ferry ({each.replace('decided: ', '')})"
    results = {one.extra["result"] for one in found.values()}
    if len(results) > 1:
        return Receipt("undetermined", needs=(need,))
    (result,) = results
    same = replace(first, steps=(), unchecked=(need,), summary=RESULTS[result])
    return replace(same, steps=(Step(RESULTS[result], first.steps[0].rule),))


def fate(asked: FateQuestion, kind: str) -> Receipt:
    """What the event does to a ferry of a kind."""
    rules, work = book("ferry", asked.game), Working()
    of_kind = ferry_kind(asked.game, kind)
    if not of_kind.rule:
        word = kind.replace("_ferry", "")
        cite = rules["improve"].text("none_rule")
        work.forbid(f"there are no {word} ferries in this game", cite)
        return work.receipt()
    cite = rules["assault" if kind == "assault_ferry" else "end"].cite
    if asked.event == "cohesion_hit":
        return hit(work, of_kind, asked.readings, kind)
    result, lines = effect(rules, kind, asked.event)
    for line in lines:
        work.say(line, cite)
    return work.receipt("decided", first_of(work), result=result)


def first_of(work: Working) -> str:
    """Say first what becomes of the ferry; what follows for others stands below."""
    line = work.steps[0]
    return f"{begun(line.why)} [{line.rule}]"


def hit(work: Working, of_kind: FerryKind, readings: FerryReadings, kind: str) -> Receipt:
    """Answer what a Cohesion Hit does to a ferry."""
    stops = of_kind.stopped_by_hit(readings)
    if not of_kind.hit_stops:
        work.note(readings.chosen("ferry_hit"))
    then = "ferries nobody until it Rallies" if stops else "goes on ferrying"
    work.say(f"it is marked on the ferry, which {then}", of_kind.hit_rule)
    takes = "the engineer takes" if kind == "ferry" else "both engineers take"
    work.say(f"if the engineer moves away, {takes} it", of_kind.hit_rule)
    return work.receipt("decided", first_of(work), result="stopped" if stops else "stays")


def effect(rules: Section, kind: str, event: str) -> tuple[str, Sequence[str]]:
    """Tell what becomes of the ferry, and the lines that say so."""
    both = kind != "ferry"
    engineers, s, are = ("both engineers", "", "are") if both else ("the engineer", "s", "is")
    match event:
        case "engineer_moves" if both:
            return "removed", (
                "the ferry is removed and does not become a ferry again",
                "the other engineer may try to build one the next time it activates",
            )
        case "engineer_moves":
            return "removed", ("the ferry is removed; a Cohesion Hit on it goes to the engineer",)
        case "suppressed":
            return "stopped", ("it stays in place but ferries nobody until it Rallies",)
        case "step_loss":
            return "removed", (f"the ferry is removed, {engineers} take{s} the Step Loss",)
        case "eliminated":
            return "removed", (f"the ferry is removed, {engineers} {are} eliminated",)
        case "assaulted":
            return "removed", (
                f"the ferry and {engineers} are eliminated when zero-step Units are",
            )
        case "turn_ends" if kind == "assault_ferry":
            return "removed", (
                "it is removed with the barrage markers",
                "if a Unit crossed, one engineer goes across (losing Organic Transport), the other "
                "stays; overstacking eliminates an engineer",
                "combat result markers stay with both engineers",
            )
        case "bailey_placed" if rules["end"].flag("bailey"):
            return "removed", ("the ferry is removed at once",)
        case _:
            return "stays", ("that does not end the ferry",)
