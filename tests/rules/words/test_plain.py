"""No path of a parameter reaches a player: answers and refusals are told in words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from clubroute.builder.errors import ClubrouteError, InputError, Where
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import ask_text
from clubroute.rules.cli_options import context_of
from clubroute.rules.words.commands import all_commands, examples
from clubroute.rules.words.items import Here
from clubroute.rules.words.plain import (
    in_plain_words,
    plain_lines,
    plain_refusal,
    plainly,
)
from clubroute.rules.words.sentence import parse
from tests.properties import sample

PATHS = re.compile(r"params:|words:|\[\d+\]|\b(?:state|unit|turn|entering)\.[a-z_]")
"""What no player should read: ``state.units[4].hex``, ``params:way``."""


@pytest.fixture(scope="module")
def context() -> Context:
    return context_of(None, None)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Say also: unit.dg: whether it is Disorganized; else illegal",
         "Say also: whether it is Disorganized (as: dg, or: not dg); else illegal"),
        ("Say also: unit.ma: the movement allowance", "Say also: the movement allowance (as: 8mp)"),
        ("Say also: state.units[255].ma, dg, oos and 3 more: whether Beek exerts a Zone of Control",
         "Say also: whether Beek exerts a Zone of Control"),
        ("Say also: state.units: the units on the map",
         "Say also: the units on the map (as: UNIT=HEX, or: units=none)"),
        ("Say also: on_ice: whether it holds; else 2 MP",
         "Say also: whether it holds (as: on_ice=yes, or: on_ice=no); else 2 MP"),
        ("Say also: fog_number: the number it has",
         "Say also: the number it has (as: fog number 4)"),
        ("Tell me last_chit: whether it was the last",
         "Tell me whether it was the last (as: last_chit=yes, or: last_chit=no)"),
        ("Say also: command_range, or supply owner/ratings.csv: the range",
         "Say also: command range, or supply owner/ratings.csv: the range"),
        ("to_place: (none)", "to_place: (none)"),
        ("undetermined: turns on unit.column: whether it is in Column; if so: 2 MP",
         "undetermined: turns on whether it is in Column; if so: 2 MP"),
        ("Say also: state.bridges.63.185/63.186: unstable (else nothing to repair)",
         "Say also: the bridge 63.185/63.186: unstable (else nothing to repair) "
         "(as: 63.185/63.186=unstable)"),
        ("the road of the unit. It is", "the road of the unit. It is"),
        ("Say also: state.turn.date, or state.history",
         "Say also: the date, or what happened before"),
    ],
)  # fmt: skip
def test_a_path_gives_way_to_words(said: str, told: str) -> None:
    assert plainly(said) == told


@pytest.mark.parametrize(
    ("where", "found", "expected", "told"),
    [
        ("unit.class", "nothing", "one of leg, tracked",
         "missing: its class: one of leg, tracked (as: leg)"),
        ("way, hex", "nothing", "a value of each", "missing: its way, hex by hex and the hex"),
        ("turn", "nothing", "the present turn",
         "missing: the present turn (as: 1944-09-18 0900)"),
        ("state.units[1].hex", "'x'", "a hex", "B/9, its hex: found 'x', expected a hex"),
        ("about", "'x'", "a rule", "found 'x', expected a rule"),
    ],
)  # fmt: skip
def test_a_refusal_names_what_is_missing_and_how_it_is_said(
    where: str, found: str, expected: str, told: str
) -> None:
    params = {"state": {"units": [{"name": "A/9"}, {"name": "B/9"}]}}
    error = InputError(Where("params", part=where), found, expected)
    assert plain_refusal(error, params) == told


def test_a_mistake_in_a_file_keeps_its_place() -> None:
    error = InputError(Where("owner/ratings.csv", 3, "move"), "'x'", "a number")
    assert plain_refusal(error) == str(error)


def spoilt(seed: int) -> Iterator[str]:
    """Every example of every command with a word too few, too many, or another."""
    chance = Random(seed)
    for line in (line for command in all_commands() for line in command.examples):
        head, *rest = line.split()
        at = chance.randrange(len(rest) + 1)
        yield " ".join([head, *rest[:at], *rest[at + 1 :]])
        yield " ".join([head, *rest[:at], chance.choice(["Nowhere", "99", "column"]), *rest[at:]])


JOINED = re.compile(r"(?<![\w./])[a-z]+_[a-z_]+(?![\w./]*\.csv)")
"""A name as methods write it."""
EXAMPLE = re.compile(r"\(as: [^()]*\)")
"""What is to be said so."""


@pytest.mark.slow
def test_what_a_method_needs_is_told_without_joined_names(context: Context) -> None:
    """Every example of every method, as it stands and without its last word."""
    lines = {line for many in examples().values() for line in many}
    shown, asked = [], 0
    for line in sample(sorted({*lines, *(one.rpartition(" ")[0] for one in lines)} - {""}), 60):
        try:
            with in_plain_words() as asking:
                asking.question = question = parse(line, Here(context))
                params = question.params
                told = plain_lines(ask_text(context, question.method, params, "text"))
        except ClubrouteError as error:
            told = f"Say also: {error}"
        needs = [one for one in told.split("\n") if one.startswith(("Say also: ", "Tell me "))]
        asked += len(needs)
        bare = [EXAMPLE.sub("", one) for one in needs if "expected " not in one]
        shown += [(line, one) for one in bare if JOINED.search(one)]
    assert shown == []
    assert asked > 10


@pytest.mark.slow
def test_no_line_however_bad_brings_a_path_to_a_player(context: Context) -> None:
    shown = []
    for line in sample(spoilt(7), 40):
        try:
            with in_plain_words() as asking:
                asking.question = asked = parse(line, Here(context))
                told = plain_lines(ask_text(context, asked.method, asked.params, "text"))
        except ClubrouteError as error:
            told = str(error)
        # What a set-up lists is data by its names; sentences are for people.
        shown += [(line, row) for row in told.split("\n") if PATHS.search(EXAMPLE.sub("", row))]
    assert shown == []
