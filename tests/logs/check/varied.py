"""The same log in other forms: cut in two, with dice, chat, undone or foreign steps put in, with a
drag split. None of them may make a verdict worse."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace

from clubroute.builder.vassal.atoms import Atom, Unknown
from tests.logs.check.scenario import Scenario
from tests.logs.check.tables import Recorded
from tests.logs.going_on import save_of
from tests.logs.recorder import Recorder

APART = 9_600_000
"""Ids of stacks that only what is put in makes."""
Ways = Mapping[int, tuple[str, Sequence[str]]]
"""By step: the piece that it drags, and the hexes it goes through."""
KINDS = ("dice", "chat", "undone", "undone and marked", "foreign")


def again(game: Recorded, scenario: Scenario) -> Recorded:
    """A table with the same set-up and no steps."""
    return Recorded(scenario, game.maps, 0)


def varied(game: Recorded, scenario: Scenario, kind: str, chance: random.Random) -> Recorded:
    """The log with something of a kind put in at several places."""
    found = again(game, scenario)
    recorder, steps = found.recorder, game.recorder.steps
    places = set(chance.sample(range(len(steps)), min(4, len(steps))))
    for number, step in enumerate(steps):
        if number in places:
            put_in(recorder, scenario, kind, step, chance)
        recorder.step(*step)
    return found


def put_in(
    recorder: Recorder, scenario: Scenario, kind: str, step: tuple[Atom, ...], chance: random.Random
) -> None:
    """Put something in before a step."""
    stacks = recorder.stacks
    recorder.stacks = max(APART, stacks)
    if kind == "dice":
        recorder.roll("d10", [chance.randrange(10)])
    elif kind == "chat":
        recorder.say("Bert", "your move, 7 MP?")
    elif kind == "foreign":
        recorder.step(Unknown("XYZ\tsomething else"))
    elif kind.startswith("undone"):
        unit = scenario.ids[chance.choice(scenario.stage.units)[0]]
        if recorder.game.pieces[unit].map == scenario.game.map:
            recorder.move(unit, scenario.game.map, *scenario.pixel(scenario.stage.wrong[0]))
            recorder.undo(marked="marked" in kind)
    recorder.stacks = max(recorder.stacks, stacks)


def split(game: Recorded, scenario: Scenario, ways: Ways, chance: random.Random) -> Recorded:
    """The log with each drag along a way made in two: the piece is put down on the way, first."""
    found = again(game, scenario)
    recorder = found.recorder
    for number, step in enumerate(game.recorder.steps):
        piece, between = ways.get(number, ("", ()))
        if between:
            stacks, recorder.stacks = recorder.stacks, max(APART, recorder.stacks)
            recorder.move(piece, scenario.game.map, *scenario.pixel(chance.choice(between)))
            recorder.stacks = stacks
        recorder.step(*step)
    return found


def cut(game: Recorded, scenario: Scenario, at: int, module: bytes) -> tuple[Recorded, Recorded]:
    """The log cut in two: the second begins where the first ends."""
    first = again(game, scenario)
    for step in game.recorder.steps[:at]:
        first.recorder.step(*step)
    setup = save_of(first.recorder.game, module, "3.6.0-SNAPSHOT")
    second = again(game, replace(scenario, setup=setup))
    for step in game.recorder.steps[at:]:
        second.recorder.step(*step)
    return first, second
