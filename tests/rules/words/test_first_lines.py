"""The first line of an answer is what was asked (``first_lines.csv``): the questions of the table,
each with the line that a player wants, and what stands further down.

The questions were written down before any documentation was read; the figures are the rulebook's.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.rules.answer.first_line import WIDEST
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.words.grammar import Here, parse, words_of
from clubroute.rules.words.plain import answered, plain_lines
from tests.cases import each

with Path(__file__).with_name("first_lines.csv").open(encoding="utf-8", newline="") as rows:
    ROWS = list(csv.DictReader(rows))
SCREEN = 24
"""Lines of a terminal's screen; two lists may be cut with a line each."""
VERDICTS = re.compile(r"(undetermined|legal|illegal|decided|closed|open|controlled)\b")
EXAMPLES = re.compile(r"\(as: ([^()]+)\)")
PATTERN = re.compile(r"[A-Z]{3,}=")
"""An example that is no word to type but its form: UNIT=HEX."""


def test_there_are_as_many_as_were_asked() -> None:
    assert len(ROWS) == 52
    assert len({row["command"] for row in ROWS}) == 52


@each("row", ROWS, ids=lambda row: row["command"])
def test_the_first_line_is_the_answer(row: dict[str, str], all_maps: Context) -> None:
    asked = parse(row["command"], Here(all_maps))
    lines = plain_lines(answered(asked, Here(all_maps)), asked.window).splitlines()
    assert lines[0] == row["first"]
    assert len(lines[0]) <= WIDEST
    assert not VERDICTS.match(lines[0])
    assert len(lines) <= SCREEN + 3
    for words in filter(None, row["below"].split(" | ")):
        assert words in "\n".join(lines)


@each("row", ROWS, ids=lambda row: row["command"])
def test_every_example_that_an_answer_prints_is_accepted(
    row: dict[str, str], all_maps: Context
) -> None:
    here = Here(all_maps)
    words = words_of(row["command"])
    first = parse(words, here)
    lines = plain_lines(answered(first, here), first.window).splitlines()
    for example in (one for line in lines for one in examples_in(line)):
        asked = parse([*words, *words_of(example)], here)
        answered(asked, here)


def examples_in(line: str) -> Iterator[str]:
    """The words that a line says may be typed."""
    for told in EXAMPLES.findall(line):
        for one in re.split(r", or: |, ", told):
            if not PATTERN.match(one):
                yield one


@pytest.mark.usefixtures("gts_map")
def test_the_command_line_prints_it_without_a_word_of_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)  # nothing of the player's own lies there
    code = main([*ROWS[0]["command"].split(), "--text"])
    told = capsys.readouterr()
    errors = [line for line in told.err.splitlines() if not line.startswith("… compiling")]
    assert (code, errors) == (0, [])
    assert told.out.splitlines()[0] == ROWS[0]["first"]
