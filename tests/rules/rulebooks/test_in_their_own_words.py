"""Sentences of the rulebooks asked in their own words: the answers' verdicts, numbers and rules.

A row of ``*.toml`` is a rule, what it says in short, the question as typed after ``clubroute ask``,
and what the text of the answer begins with and has in it, parted by ``|``; what follows ``!`` it
has not. The numbers were read off the rulebooks, not off the answers.
"""

from __future__ import annotations

import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.question import ask_text
from clubroute.rules.words.grammar import Here, parse
from tests.cases import each
from tests.rules.needed import needed

Row = tuple[str, str, str, str]


def rows() -> Iterator[Row]:
    """Every row of the tables."""
    for file in sorted(Path(__file__).parent.glob("*.toml")):
        for rule, words, question, answer in tomllib.loads(file.read_text("utf-8"))["rows"]:
            yield f"{file.stem} {rule}", words, question, answer


ROWS = tuple(rows())


def told(context: Context, question: str) -> str:
    """An answer's verdict, what a player reads, and everything the record has; or a refusal."""
    try:
        asked = parse(shlex.split(question), Here(context))
        record = ask(context, asked.method, asked.params)
        read = ask_text(context, asked.method, asked.params, "text")
    except InputError as refused:
        return f"refused: {refused}"
    if not isinstance(record, dict) or "verdict" not in record:
        return read
    total = f", {record['total']:g} MP" if record.get("total") else ""
    lines = [f"{record['verdict']}{total}: {record['summary']}", read]
    for step in record["steps"]:
        end = f" — {step['verdict']}" if "verdict" in step else ""
        lines.append(f"{step['why']} [{step['rule']}]{end}")
    lines.append(f"rests on: {record['provenance']}")
    lines += [f"needs: {one}" for one in needed(record)]
    lines.append(f"not checked: {'; '.join(record.get('unchecked', ()))}")
    return "\n".join(lines)


@each("row", ROWS, ids=[f"{rule}: {words}" for rule, words, _, _ in ROWS])
def test_a_sentence_of_the_rulebooks(real_context: Context, row: Row) -> None:
    _, _, question, expected = row
    text = told(real_context, question).casefold()
    begin, *parts = (part.strip() for part in expected.casefold().split("|"))
    verdict, _, rest = begin.partition(":")
    assert text.startswith(verdict), text
    for part in (*parts, rest.strip()):
        if part.startswith("!"):
            assert part.removeprefix("!") not in text, text
        else:
            assert part in text, text


def test_no_question_is_asked_twice() -> None:
    questions = [question for _, _, question, _ in ROWS]
    assert len(set(questions)) == len(questions)
