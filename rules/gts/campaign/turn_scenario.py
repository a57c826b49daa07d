"""What a scenario itself has due on a turn: its chits, points and arrivals; and what of the game's
own list it leaves out (its sequence of play, its fixed weather, the campaign's book-keeping)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.rules.book.rulebook import Section
from clubroute.rules.gts.games import book
from clubroute.rules.gts.position.turns import Turn
from clubroute.rules.gts.scenarios.set_up import turn_of
from clubroute.rules.gts.scenarios.tables import command_text, commands
from clubroute.rules.scenarios.book import ToldScenario
from clubroute.rules.scenarios.listing import coming
from clubroute.rules.scenarios.rows import name_of, names_of

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
    due = [one for one in scenario.arrivals if one.trigger == "turn" and turn_of(one.when) == turn]
    if due:
        names = [name_of(told, it) for _, rows in coming(told, due, None) for it in rows]
        text = f"Reinforcements of this turn: {', '.join(dict.fromkeys(names))}."
        yield row("arrivals", REINFORCEMENTS, text, due[0].cite, "scenario.reinforcements")
    if mug.chits and first:
        chits = ", ".join(names_of(told, mug.chits))
        yield row("mug", "chits", f"In the mug: {chits}.", mug.cite, "scenario.values")
    if mug.first and first:
        yield row("first_chit", "activations", f"First in play: {mug.first}.", mug.cite)
    if scenario.cup is not None:
        text = f"Events: {scenario.cup.trigger}."
        yield row("events", "activations", text, scenario.cup.cite, "scenario.events")
    if last:
        end = f" {mug.last[0].upper()}{mug.last[1:]}." if mug.last else ""
        yield row("last", "end", f"This is the last turn.{end}", turns.cite, "victory.score")


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
