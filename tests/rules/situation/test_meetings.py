"""Where two rules meet: the answers were worked out from the rulebooks before they were asked.

Each line of ``meetings.jsonl`` is a question with the verdicts that are right, and with what the
answer must say besides, and what it must not (``lacks``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from tests.cases import each

TABLE = Path(__file__).with_name("meetings.jsonl")
MEETINGS = [json.loads(line) for line in TABLE.read_text("utf-8").splitlines()]


@each("row", MEETINGS, ids=[row["id"] for row in MEETINGS])
def test_where_two_rules_meet(real_context: Context, row: dict[str, Any]) -> None:
    try:
        answer = ask(real_context, row["method"], row["params"])
        verdict = answer["verdict"]
    except InputError as error:
        answer, verdict = {"summary": str(error)}, "refused"
    assert verdict in row["verdict"], (row["about"], answer["summary"])
    told = json.dumps(answer, ensure_ascii=False)
    assert all(words in told for words in row.get("says", ())), (row["about"], told)
    assert not any(words in told for words in row.get("lacks", ())), (row["about"], told)
