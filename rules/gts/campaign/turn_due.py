"""Turns: the next one, one so many turns later, and what is due on any turn of any day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.answer.answers import INTEGER, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import the_game
from clubroute.rules.gts.campaign.turn_lists import list_for, turn_lists
from clubroute.rules.gts.games import answers, book
from clubroute.rules.gts.kinds import DATE, day_text
from clubroute.rules.gts.position.turns import NIGHT, TIME, TIMES, TURN, Turn
from clubroute.rules.position.record import needed, plain, said

EVENING = "1900"
LISTS = {"wed": "campaign", "mg": "combined", "tdc": "tdc"}
"""The list of the 1900 turn of each game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuestion:
    """The parameters of ``turn.next``."""

    turn: Turn = needed(TURN, "a turn: {date, time}")
    turns: int = said(
        plain({"type": "integer", "minimum": -400, "maximum": 400}),
        "so many turns later, or earlier if negative; 1 if left out",
        default=1,
    )
    to: Turn | None = said(TURN, "another turn: how many turns later it is")


@answers("turn.next", "decided", quick=True, turn=TURN.schema(), turns=INTEGER)
def turn_next(context: Context, asked: NextQuestion) -> Receipt:
    """The turn after a turn, or so many turns later or earlier, Night turns counted; or how many
    turns lie from one to another."""
    work, rules = Working(), book("turns", "wed")["day"]
    work.say(f"a day has {len(TIMES)} turns; {NIGHT} follows {TIMES[-2]}", rules.cite)
    turns = asked.turns if asked.to is None else asked.to.number - asked.turn.number
    found = asked.turn.later(turns)
    late = "later" if turns >= 0 else "earlier"
    one = "turn" if abs(turns) == 1 else "turns"
    return work.receipt(
        "decided",
        summary=f"{found} is {abs(turns)} {one} {late} than {asked.turn}",
        turn=found.record(),
        turns=turns,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class DueQuestion:
    """The parameters of ``turn.list``."""

    game: str = the_game()
    slot: int = needed(TIME, "the turn of the day: 0700 to 1900, or Night", name="time")
    day: int | None = said(DATE, "the day; without it what is due on any day", name="date")


@answers(
    "turn.list",
    "decided",
    text=lambda answer: list(due_lines(answer)),
    list={"type": "array", "items": {"type": "object"}},
    ask=TEXTS,
)
def turn_list(context: Context, asked: DueQuestion) -> Receipt:
    """What the game's rules add to a turn of the day, in order, with the method to ask.

    The series' sequence of play is not told. The 1900 turn is told in full.
    """
    time, work = TIMES[asked.slot], Working()
    rows = sorted(due(asked.game, time, asked.day), key=phase_of(asked.game))
    listed: list[dict[str, Any]] = [
        {
            "id": row.text("id"),
            "phase": row.text("phase"),
            "text": row.text("text"),
            "cite": row.cite,
            "ask": list(row.words("methods")),
            **({"on": list(row.words("on"))} if asked.day is None and row.words("on") else {}),
        }
        for row in rows
    ]
    if time == EVENING:
        listed += evening(context, asked)
    for one in listed:
        work.say(one["text"], one["cite"])
    work.leave("the series' own sequence of play")
    when = time if asked.day is None else f"{day_text(asked.day)} {time}"
    return work.receipt("decided", summary=f"{when}: {len(listed)} things due", list=listed)


def due(game: str, time: str, day: int | None) -> Iterator[Section]:
    """The rows that are due on a turn of the day, on a day or on any."""
    date = None if day is None else day_text(day)
    for row in book("turn_due", game).listed("due"):
        if row.words("times") and time not in row.words("times"):
            continue
        if date is not None and (
            date in row.words("not_on") or date not in (row.words("on") or (date,))
        ):
            continue
        yield row


def phase_of(game: str) -> Any:
    """The key that puts rows into the order of the turn."""
    order = book("turn_due", game)["phases"].words("order")
    return lambda row: order.index(row.text("phase"))


def evening(context: Context, asked: DueQuestion) -> list[dict[str, Any]]:
    """The steps of the 1900 turn, on a day only those of that day."""
    date = None if asked.day is None else day_text(asked.day)
    one = list_for(turn_lists(context), LISTS[asked.game])
    if date is not None and not one.first <= date <= one.last:
        expected = f"a day from {one.first} to {one.last}"
        raise InputError(Where("params", part="date"), date, expected)
    return [
        {"id": step.id, "phase": f"step {number}" if number else "reminder"}
        | {"text": step.title, "cite": step.cite, "ask": list(step.methods)}
        for number, step in zip(one.numbers, one.steps, strict=True)
        if date is None or (date in (step.on or (date,)) and date not in step.not_on)
    ]


def due_lines(answer: Mapping[str, Any]) -> Iterator[str]:
    """A turn's list for people."""
    yield answer["summary"]
    for one in answer["list"]:
        days = f" ({', '.join(one['on'])})" if one.get("on") else ""
        yield f"{one['phase']:>14}  {one['text']}{days} [{one['cite']}]"
        if one["ask"]:
            yield f"{'':>14}  ask: {', '.join(one['ask'])}"
