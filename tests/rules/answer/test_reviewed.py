"""Questions that reviewers found answered wrongly, with what holds of the answers.

A row of ``reviewed.toml`` says why it is asked, what is asked, and the answer's verdict with what
its lines have in them, parted by ``|``; what follows ``!`` they have not. What is asked is a method
and its parameters in JSON, or a line as players type it.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.errors import ClubrouteError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.words.items import Here
from clubroute.rules.words.sentence import parse
from tests.cases import each
from tests.rules.needed import needed

TABLES = tomllib.loads(Path(__file__).with_name("reviewed.toml").read_text(encoding="utf-8"))
ROWS = tuple((table, *row) for table, rows in TABLES.items() for row in rows)


@pytest.fixture(scope="module")
def both_maps(
    map_folder: Path, ins_terrain: Path, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """A context for the maps of both series, with no tables of an owner."""
    found = tmp_path_factory.mktemp("reviewed")
    (found / "maps").mkdir()
    for file in (map_folder / "gts.terrain", ins_terrain):
        shutil.copy(file, found / "maps")
    return Context(found / "maps", owner_folder=found / "none")


def told(context: Context, question: str) -> str:
    """An answer as a text of its verdict, its lines and what it rests on, or why it is refused."""
    method, _, params = question.partition(" ")
    try:
        if params.startswith("{"):
            answer = ask(context, method, json.loads(params))
        else:
            found = parse(question, Here(context))
            answer = ask(context, found.method, found.params)
    except ClubrouteError as refused:
        return f"refused: {refused}"
    lines = [f"{step['why']} [{step['rule']}]" for step in answer["steps"]]
    more = [text for name in ("unchecked", "notes") for text in answer.get(name, ())]
    more += needed(answer)
    results = [f"{name}: {value}" for name, value in answer.items() if name not in ABOUT]
    rests = f"rests on: {answer['provenance']}"
    head = f"{answer['verdict']}: {answer['summary']}"
    return "\n".join((head, *lines, *more, *results, rests))


ABOUT = ("verdict", "summary", "steps", "needs", "unchecked", "notes", "provenance")


def broken(text: str, expected: str) -> Iterator[str]:
    """What of an answer is not as it must be."""
    head, *parts = (part.strip() for part in expected.split("|"))
    verdict, _, first = head.partition(": ")
    if not text.startswith(f"{verdict}:"):
        yield verdict
    for part in (first, *parts) if first else parts:
        if (part.removeprefix("!").casefold() in text.casefold()) is part.startswith("!"):
            yield part


@each("row", ROWS, ids=[f"{table} {why}" for table, why, _, _ in ROWS])
def test_a_question_of_a_review_is_answered_rightly(
    both_maps: Context, row: tuple[str, str, str, str]
) -> None:
    _, _, question, expected = row
    text = told(both_maps, question)
    assert list(broken(text, expected)) == [], text


def test_no_question_is_asked_twice() -> None:
    questions = [question for _, _, question, _ in ROWS]
    assert len(set(questions)) == len(questions)
