"""Every example of a command, and of the page for players, is a question that is answered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clubroute.rules.context import Context
from clubroute.rules.question import ask_text
from clubroute.rules.words.commands import all_commands
from clubroute.rules.words.grammar import Here, parse

PAGE = Path(__file__).parents[3] / "docs" / "questions.md"
SHOWN = re.findall(r"\| `clubroute ([^`]+)` \|", PAGE.read_text("utf-8"))
EXAMPLES = [line for command in all_commands() for line in command.examples]


@pytest.mark.parametrize("line", dict.fromkeys((*EXAMPLES, *SHOWN)))
def test_an_example_is_answered(line: str, all_maps: Context) -> None:
    asked = parse(line, Here(all_maps))
    assert ask_text(all_maps, asked.method, asked.params, "text")


def test_a_command_asks_a_method_of_its_own_series(all_maps: Context) -> None:
    maps = {"gts": "wed", "scs": "ins", "": "wed"}
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
