"""Questions that ask a single clause of a single game, and what its rulebook answers.

``asked.toml`` has them by clause. A rule that both games share is asked of each, so that breaking
one game's own clause is noticed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from tests.rules.clauses.coverage import proofs

TABLE = Path(__file__).with_name("asked.toml")
ASKED: Mapping[str, Sequence[Mapping[str, Any]]] = tomllib.loads(TABLE.read_text("utf-8"))
PARTS = {"method", "ask", "answer", "lines", "unchecked", "refused"}
"""What a row may have: a question, and what its answer has, which lines it has by their rules, what
it leaves unchecked, or what it is refused with."""


def held(expected: Any, found: Any) -> bool:
    """Whether an answer has what is expected of it; objects may have more."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(name in found and held(one, found[name]) for name, one in expected.items())
    return bool(expected == found)


def is_told(line: str, answer: Any) -> bool:
    """Whether an answer has a line, ``TDC 2.5: a road does not block``: its whole rule, and words
    of its sentence."""
    rule, _, words = line.partition(": ")
    return any(step["rule"] == rule and words in step["why"] for step in answer["steps"])


@pytest.mark.slow
@pytest.mark.parametrize("clause", ASKED)
def test_what_the_clause_answers(
    clause: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    ground = "ins_context" if clause.startswith("ins ") else "real_context"
    context = replace(request.getfixturevalue(ground), owner_folder=tmp_path)
    for row in ASKED[clause]:
        assert row.keys() <= PARTS
        assert "answer" in row or "lines" in row or "refused" in row
        if "refused" in row:
            with pytest.raises(InputError) as caught:
                ask(context, row["method"], row["ask"])
            assert row["refused"] in str(caught.value)
            continue
        answer = ask(context, row["method"], row["ask"])
        assert held(row.get("answer", {}), answer), answer
        for line in row.get("lines", ()):
            assert is_told(line, answer), (line, answer["steps"])
        assert set(row.get("unchecked", ())) <= set(answer.get("unchecked", ()))


def test_every_clause_of_the_table_is_proved_by_it() -> None:
    name = "clauses/test_asked.py::test_what_the_clause_answers"
    by_row = {test: " ".join(key) for key, test in proofs().items() if test.startswith(name)}
    assert by_row == {f"{name}[{clause}]": clause for clause in ASKED}
