"""``clubroute help QUESTION``: every word it shows beside a question can be said with it."""

from __future__ import annotations

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.words.commands import WordedCommand, all_commands
from clubroute.rules.words.echo import question_page, taken
from clubroute.rules.words.grammar import Here, parse


TWICE = "one "
"""How the refusal of a value begins that the example says already: one weather."""


def is_taken(command: WordedCommand, say: str, here: Here) -> bool:
    """Whether some example of a command is understood with a word more."""
    for line in command.examples:
        try:
            parse(f"{line} {say}", here)
        except InputError as error:
            if not error.expected.startswith(TWICE):
                continue
        return True
    return False


def test_what_a_page_of_help_shows_can_be_said(all_maps: Context) -> None:
    here, refused, many = Here(all_maps), list[str](), 0
    for command in all_commands():
        for say in taken([command], all_maps):
            many += 1
            if not say.partition("=")[2].isupper() and not is_taken(command, say, here):
                refused.append(f"{command.name} {say}")
    assert refused == []
    assert many > 150


def test_a_page_shows_what_its_question_takes_and_holds_to_a_screen(all_maps: Context) -> None:
    page = question_page("release", all_maps).splitlines()
    assert "  bulldozers=3        Bulldozers placed the preceding Game Day" in page
    for name in sorted({command.name for command in all_commands()}):
        told = question_page(name, all_maps).splitlines()
        assert len(told) <= 32, name
        assert all(len(line) <= 80 for line in told[1:] if "clubroute" not in line), name
