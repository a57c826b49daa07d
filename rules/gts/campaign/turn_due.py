"""Turns: the next one, one so many turns later, and what is due on any turn of any day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where, one_of
from clubroute.rules.answer.answers import INTEGER, TEXTS
from clubroute.rules.answer.model import Receipt
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.asked import the_game
from clubroute.rules.gts.campaign.turn_lists import list_for, turn_lists
from clubroute.rules.gts.games import MAPS, answers, book
from clubroute.rules.gts.kinds import (
    DATE,
    NAME,
    choice,
    day_text,
)
from clubroute.rules.gts.position.turns import (
    NIGHT,
    TIME,
    TIMES,
    TURN,
    Turn,
)
from clubroute.rules.gts.scenarios.book import find_scenario
from clubroute.rules.gts.scenarios.set_up import turn_of
from clubroute.rules.gts.scenarios.tables import command_text, commands, strikes
from clubroute.rules.position.record import needed, plain, said
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.listing import coming
from clubroute.rules.scenarios.set_up import name_of, names_of

# What a scenario itself has due on a turn: its chits, points and arrivals; and what of the game's
# own list it leaves out (its sequence of play, its fixed weather, the campaign's book-keeping).

EVENING = "1900"
REINFORCEMENTS = "reinforcements"
"""The phase of which the rulebook says which step of the sequence of play it is."""


def within(told: ToldScenario, turn: Turn) -> None:
    """Hold a turn to those of a scenario. :raises InputError: it is none of them."""
    turns = told.scenario.turns
    if not turn_of(turns.first) <= turn <= turn_of(turns.last):
        expected = f"a turn of {told.scenario.id}: {turns.first} to {turns.last}"
        raise InputError(Where("params", part="time"), str(turn), expected)


def holds(row: Section, told: ToldScenario, game: str) -> bool:
    """Whether a row of the game's list is due in a scenario, as far as its rules say."""
    scenario = told.scenario
    only = row.words("scenarios")
    if only and scenario.id not in only:
        return False
    phases = book("turn_due", game)["phases"]
    order, step = phases.words("order"), phases.number("reinforcement_step")
    before = set(range(1, step)) <= set(scenario.turns.never) or (
        bool(scenario.turns.steps) and min(scenario.turns.steps) > step
    )
    if before and order.index(row.text("phase")) < order.index(REINFORCEMENTS):
        return False
    only_steps = scenario.turns.steps
    return not (only_steps and row.text("phase") == REINFORCEMENTS and step not in only_steps)


def own_rows(told: ToldScenario, turn: Turn) -> Iterator[dict[str, Any]]:
    """The rows of a scenario's own, each of a phase of the turn."""
    scenario = told.scenario
    turns, mug = scenario.turns, scenario.mug
    first, last = turn == turn_of(turns.first), turn == turn_of(turns.last)
    if text := steps_text(told, first):
        yield row("sequence", "start", text, turns.cite)
    points = [one for one in commands(scenario) if first and one.command_points is not None]
    if points:
        said = "; ".join(map(command_text, points))
        yield row("points", "start", f"Command values: {said}.", points[0].cite, "scenario.values")
    yield from coming_rows(told, turn)
    if mug.chits and first:
        chits = ", ".join(names_of(told, mug.chits))
        yield row("mug", "chits", f"In the mug: {chits}.", mug.cite, "scenario.values")
    if mug.first and first:
        text = f"First in play: {mug.first.rstrip('.')}."
        yield row("first_chit", "activations", text, mug.cite)
    if scenario.cup is not None:
        text = f"Events: {scenario.cup.trigger}."
        yield row("events", "activations", text, scenario.cup.cite, "scenario.events")
    if last:
        end = f" {mug.last[0].upper()}{mug.last[1:]}." if mug.last else ""
        yield row("last", "end", f"This is the last turn.{end}", turns.cite, "victory.score")


def coming_rows(told: ToldScenario, turn: Turn) -> Iterator[dict[str, Any]]:
    """The rows of what a scenario has arrive on a turn, and of its strikes then.

    The list of the 1900 turn has a step for the strikes of its own.
    """
    scenario = told.scenario
    for strike in strikes(scenario) if turn.time != EVENING else ():
        if turn in map(turn_of, strike.turns):
            start = turn == turn_of(scenario.turns.first)
            count = f"up to {strike.count}" if len(strike.turns) > 1 else str(strike.count)
            yield row(
                "strikes",
                "start" if start else "activations",
                f"{strike.what[0].upper()}{strike.what[1:]}, {count}: {strike.text}",
                strike.cite,
                "air.strikes",
            )
    due = [one for one in scenario.arrivals if one.trigger == "turn" and turn_of(one.when) == turn]
    names = [name_of(told, it) for _, rows in coming(told, due) for it in rows]
    if names:
        text = f"Reinforcements of this turn: {', '.join(dict.fromkeys(names))}."
        yield row("arrivals", REINFORCEMENTS, text, due[0].cite, "scenario.reinforcements")


def row(id_: str, phase: str, text: str, cite: str, *ask: str) -> dict[str, Any]:
    """A row of the list."""
    return {"id": id_, "phase": phase, "text": text, "cite": cite, "ask": list(ask)}


def steps_text(told: ToldScenario, first: bool) -> str:
    """What a scenario says of the steps of the sequence of play; nothing if all are taken."""
    turns = told.scenario.turns
    said = []
    if turns.begins_with is not None and first:
        said.append(f"Play begins with step {turns.begins_with} of the sequence of play")
    if turns.steps:
        said.append(f"only steps {numbers(turns.steps)} of the sequence of play are taken")
    if turns.never:
        said.append(f"steps {numbers(turns.never)} are never taken")
    if turns.not_first_day and first:
        said.append(f"steps {numbers(turns.not_first_day)} are not taken on the first day")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def numbers(steps: tuple[int, ...]) -> str:
    """Numbers as people say them: ``1 to 4``, ``1 and 3``."""
    if len(steps) > 2 and steps == tuple(range(steps[0], steps[-1] + 1)):
        return f"{steps[0]} to {steps[-1]}"
    return " and ".join(map(str, steps))


def where_in(told: ToldScenario, turn: Turn) -> str:
    """Which turn of a scenario it is: ``turn 1 of 2``."""
    turns = told.scenario.turns
    return f"turn {turn.number - turn_of(turns.first).number + 1} of {turns.count}"


LISTS = {"wed": "campaign", "mg": "combined", "tdc": "tdc"}
"""The list of the 1900 turn of each game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextQuestion:
    """The parameters of ``turn.next``."""

    game: str = said(
        choice(*MAPS),
        "the map, whose game's rules hold; wed if absent",
        name="map",
        default=MAPS[0],
    )
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
    work, rules = Working(), book("turns", asked.game)["day"]
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
    slot: int | None = said(
        TIME,
        "the turn of the day: 0700 to 1900, or Night; a scenario's first if left out",
        name="time",
    )
    day: int | None = said(DATE, "the day; without it what is due on any day", name="date")
    scenario: str | None = said(
        NAME, "a scenario: only what is due in it, with its own chits, points and arrivals"
    )


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
    told = None if asked.scenario is None else find_scenario(asked.scenario, context.folder.parent)
    turn = turn_asked(asked, told)
    slot = asked.slot if turn is None else turn.slot
    if slot is None:
        raise InputError(Where("params", part="time"), "nothing", one_of(TIMES))
    day = asked.day if turn is None else turn.day
    time, work = TIMES[slot], Working()
    if told is None and day is not None:
        campaign = book("turn_due", asked.game)["campaign"].text("scenario")
        usual = find_scenario(campaign, context.folder.parent)
        turn = Turn(day, slot)
        within(usual, turn)
        own = list(coming_rows(usual, turn))
    else:
        own = list(own_rows(told, turn)) if told is not None and turn is not None else []
    rows = sorted(due(asked.game, time, day), key=phase_of(asked.game))
    if told is not None:
        rows = [row for row in rows if holds(row, told, asked.game)]
    listed: list[dict[str, Any]] = [
        {
            "id": row.text("id"),
            "phase": row.text("phase"),
            "text": row.text("text"),
            "cite": row.cite,
            "ask": list(row.words("methods")),
            **({"on": list(row.words("on"))} if day is None and row.words("on") else {}),
            **({"first": row.text("first")} if day is None and row.text("first") else {}),
        }
        for row in rows
    ]
    if time == EVENING:
        listed += evening(context, asked.game, told, day)
    if own:
        order = book("turn_due", asked.game)["phases"].words("order")
        of = {name: place for place, name in enumerate(order)}
        # What is of no phase comes between the last two.
        listed = sorted([*own, *listed], key=lambda one: of.get(one["phase"], len(of) - 1.5))
    for one in listed:
        work.say(one["text"], one["cite"])
    work.leave("the series' own sequence of play")
    when = time if day is None else f"{day_text(day)} {time}"
    if told is not None and turn is not None:
        when = f"{told.scenario.id}, {when} ({where_in(told, turn)})"
    things = f"{len(listed)} {'thing' if len(listed) == 1 else 'things'} due"
    return work.receipt("decided", summary=f"{when}: {things}", list=listed)


def turn_asked(asked: DueQuestion, told: ToldScenario | None) -> Turn | None:
    """The turn of a scenario that is asked about, its first if none is said; None without one.

    :raises InputError: it is not a turn of the scenario.
    """
    if told is None:
        return None
    if asked.slot is None and asked.day is not None:
        raise InputError(Where("params", part="time"), "nothing", one_of(TIMES))
    first = turn_of(told.scenario.turns.first)
    last = turn_of(told.scenario.turns.last)
    slot = first.slot if asked.slot is None else asked.slot
    days = range(first.day, last.day + 1) if asked.day is None else (asked.day,)
    turns = [Turn(day, slot) for day in days]
    turn = next((one for one in turns if first <= one <= last), turns[0])
    within(told, turn)
    return turn


def due(game: str, time: str, day: int | None) -> Iterator[Section]:
    """The rows that are due on a turn of the day, on a day or on any."""
    date = None if day is None else day_text(day)
    turn = f"{date} {time}"
    for row in book("turn_due", game).listed("due"):
        if row.words("times") and time not in row.words("times"):
            continue
        if date is not None and (
            date not in (row.words("on") or (date,))
            or not (row.text("first") or turn) <= turn <= (row.text("last") or turn)
        ):
            continue
        yield row


def phase_of(game: str) -> Any:
    """The key that puts rows into the order of the turn."""
    order = book("turn_due", game)["phases"].words("order")
    return lambda row: order.index(row.text("phase"))


def evening(
    context: Context, game: str, told: ToldScenario | None, day: int | None
) -> list[dict[str, Any]]:
    """The steps of the 1900 turn, on a day only those of that day; of a scenario's own list where
    it has one."""
    date, lists = None if day is None else day_text(day), turn_lists(context)
    own = told is not None and any(one.id == told.scenario.id for one in lists.lists)
    one = list_for(lists, told.scenario.id if told is not None and own else LISTS[game])
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
        days = f" (from {one['first']})" if one.get("first") else days
        yield f"{one['phase']:>14}  {one['text']}{days} [{one['cite']}]"
        if one["ask"]:
            yield f"{'':>14}  ask: {', '.join(one['ask'])}"
