"""A hundred lines in one conversation: commands, and what follows them as people say it."""

from __future__ import annotations

import csv
from pathlib import Path

from clubroute.rules.asking.context import Context
from clubroute.rules.words.follow import is_command
from clubroute.rules.words.items import Here, told_back
from clubroute.rules.words.shell import OWN, Talk

LINES = tuple(csv.DictReader(Path(__file__).with_name("talk.csv").open(encoding="utf-8")))
UNDERSTOOD = "understood: "


def test_a_hundred_lines_that_follow_others_are_understood(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    other = {}
    for number, row in enumerate(LINES, 1):
        told = talk.answer(row["line"]).splitlines()
        found = next((one for one in told if one.startswith(UNDERSTOOD)), UNDERSTOOD)
        words = sorted(found.removeprefix(UNDERSTOOD).partition("; ")[0].split())
        meant = " ".join(map(told_back, row["understood"].split()))
        if words != sorted(meant.split()):
            other[number, row["line"]] = found
    assert other == {}
    following = [row for row in LINES if follows(row["line"].split(), Here(all_maps))]
    assert len(following) >= 100


def follows(words: list[str], here: Here) -> bool:
    """Whether a line goes on with the one before: it begins with no command, nor with a word of the
    shell itself."""
    asks = words[0] == "what"
    return words[0] not in OWN and (asks or not is_command(words[0], here))


def test_what_is_replaced_is_told(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("los 75.129 78.127")
    assert "instead of: to=78.127" in talk.answer("and to 76.127?")
    assert "66.156/66.157=destroyed" in talk.answer("what if Son blown")
    assert "time=Night" in talk.answer("at night")


def test_a_command_alone_is_about_the_unit_before(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("move A/1/501 8mp 75.129 76.127")
    assert "unit=A/1/501 8mp from=75.129" in talk.answer("reach")


def test_what_is_looked_up_does_not_end_the_question_before(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("cost leg woods")
    assert "Artillery has no ZOC" in talk.answer("what about the zoc of artillery?")
    assert "features=stream" in talk.answer("and over a stream")


def test_a_game_is_said_as_a_line_or_beside_the_shell_and_a_list_to_its_end(
    all_maps: Context,
) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    assert talk.answer("map=tdc") == "map tdc"
    talk.answer("map wed")
    cut = talk.answer("sticks 1 die=4")
    assert "more: --all" in cut
    assert "more: --all" not in talk.answer("sticks 1 die=4 --all")
    assert "more: --all" not in talk.answer("--all")


def test_two_lines_that_are_looked_up_end_the_question_before(all_maps: Context) -> None:
    talk = Talk(Here(all_maps), lambda _: Here(all_maps))
    talk.answer("cost leg woods")
    talk.answer("what about the zoc of artillery?")
    talk.answer("How does a formation rout?")
    assert "features=stream" not in talk.answer("and over a stream")
