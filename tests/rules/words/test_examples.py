"""Every example of a command, and of the page for players, is a question that is answered."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import methods_of
from clubroute.rules.asking.question import ask_text
from clubroute.rules.position.record import parts_of
from clubroute.rules.series import series_at
from clubroute.rules.words.commands import all_commands, example_of, examples, examples_in
from clubroute.rules.words.grammar import Here, parse, words_of
from clubroute.rules.words.plain import answered, plain_lines
from clubroute.rules.words.shell import help_lines
from tests.cases import each

PAGE = Path(__file__).parents[3] / "docs" / "questions.md"
SHOWN = re.findall(r"\| `clubroute ([^`]+)` \|", PAGE.read_text("utf-8"))
ANSWERS = re.findall(r"\| `clubroute ([^`]+)` \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
EXAMPLES = [line for lines in examples().values() for line in lines]
OBJECTS = {
    *("log.finding", "log.validate", "state.close"),
    *("adviser.drag", "adviser.menu", "adviser.ready", "adviser.room", "adviser.show"),
}
"""Methods that take what is no words: logs, the handle of an open state, pieces of a live game."""


@each("line", dict.fromkeys((*EXAMPLES, *SHOWN)))
def test_an_example_is_answered(line: str, all_maps: Context) -> None:
    asked = parse(line, Here(all_maps))
    assert ask_text(all_maps, asked.method, asked.params, "text")


def test_an_example_names_what_the_map_has_that_is_asked_about(all_maps: Context) -> None:
    """A refused line shows one: who plays The Devil's Cauldron has neither Son nor A/1/501."""
    for method in examples_in("gts"):
        part = parts_of(all_maps.registry.find(method, {"map": "tdc"}).asks).get("map")
        line = example_of(method, "gts", "tdc") or ""
        asks = part is not None and "tdc" in part.schema().get("enum", ("tdc",))
        if asks and "map=" not in line and method != "bridge.bulldozer":  # none is unstable there
            assert parse(f"{line} map=tdc", Here(all_maps)).window == "tdc", line


@each(("line", "answer"), ANSWERS)
def test_the_page_shows_how_each_answer_begins(line: str, answer: str, all_maps: Context) -> None:
    asked = parse(line, Here(all_maps))
    first, *_ = plain_lines(answered(asked, Here(all_maps)), asked.window).splitlines()
    assert first == answer


def test_the_page_shows_rows_of_the_table_of_first_lines() -> None:
    with Path(__file__).with_name("first_lines.csv").open(encoding="utf-8", newline="") as rows:
        told = {row["command"] for row in csv.DictReader(rows)}
    assert {line for line, _ in ANSWERS} <= told
    assert len(ANSWERS) >= 12


@each("line", dict.fromkeys((*EXAMPLES, *SHOWN)))
def test_what_was_understood_can_be_typed(line: str, all_maps: Context) -> None:
    """Spelled out, a command asks the same question."""
    asked = parse(line, Here(all_maps))
    window = asked.params.get("map")
    about = [f"map={window}"] if window else []
    again = parse([asked.method, *about, *words_of(" ".join(asked.spelled))], Here(all_maps))
    assert (again.method, again.params) == (asked.method, asked.params)


def test_every_method_that_can_be_asked_in_words_has_an_example(all_maps: Context) -> None:
    every = {method.name for method in all_maps.registry.all()}
    assert every - set(examples()) == OBJECTS
    own = {method.name for method in methods_of(series_at("testland").families)}
    assert set(examples()) <= every | own


def test_the_help_of_every_method_shows_a_line_to_type(all_maps: Context) -> None:
    for name in sorted({method.name for method in all_maps.registry.all()}):
        assert any(line.startswith("clubroute ") for line in help_lines(all_maps, name)), name


def test_objects_of_a_list_are_said_by_their_places(all_maps: Context) -> None:
    first, second = (f"plan.{n}.formation=50{n} plan.{n}.drop={n}" for n in (1, 2))
    assert parse(f"drop.plan map=wed {first} {second}", Here(all_maps)).params["plan"] == [
        {"formation": "501", "drop": 1},
        {"formation": "502", "drop": 2},
    ]
    with pytest.raises(InputError, match=r"found plan\.2, expected plan\.1 before it"):
        parse("drop.plan map=wed plan.2.zone=dz-b", Here(all_maps))


def test_the_help_of_a_method_shows_its_example(all_maps: Context) -> None:
    told = help_lines(all_maps, "weather.day")
    assert "clubroute weather 1944-09-19 6" in told


def test_the_help_of_a_method_is_that_of_the_map_it_is_asked_about(all_maps: Context) -> None:
    told = help_lines(all_maps, "ferry.use", "ins")
    assert "  map (ins)" in told
    assert told[-2] == "On the map wed: clubroute ask ferry.use wed --help"
    assert "  map (wed, tdc, mg)" in help_lines(all_maps, "ferry.use")


def test_a_command_asks_a_method_of_its_own_series(all_maps: Context) -> None:
    maps = {"gts": "wed", "scs": "ins", "plain": "testland", "": "wed"}
    for command in all_commands():
        for form in command.forms:
            found = all_maps.registry.find(form.method, {"map": maps[command.series]})
            assert found.name == form.method


def test_no_name_is_of_two_commands_of_a_series() -> None:
    names = [
        (command.series, name)
        for command in all_commands()
        for name in (command.name, *command.also)
    ]
    assert len(names) == len(set(names))
