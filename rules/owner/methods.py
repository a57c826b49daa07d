"""``owner.tables``: which tables there are, which the owner has supplied, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.context import Context
from clubroute.rules.methods import Nothing, method
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.spec import TableSpec
from clubroute.rules.owner.tables import owner_table

TABLES_ANSWER: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "tables": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "file": {"type": "string"},
                    "holds": {"type": "string"},
                    "supplied": {"type": "boolean"},
                    "rows": {"type": "integer"},
                    "wrong": {"type": "string"},
                    "cites": {"type": "array", "items": {"type": "string"}},
                },
            },
        }
    },
}


@method("owner.tables", answers=TABLES_ANSWER)
def tables(context: Context, asked: Nothing) -> Any:
    """The tables an owner of the games may supply: which are there, and what is wrong with
    them. docs/owner-tables.md describes each."""
    return {"tables": [described(context, spec) for spec in TABLES]}


def described(context: Context, spec: TableSpec) -> dict[str, Any]:
    """One table as the owner has it."""
    record: dict[str, Any] = {"file": f"owner/{spec.file}", "holds": spec.summary}
    try:
        found = owner_table(context, spec.name)
    except InputError as error:
        record |= {"supplied": True, "wrong": str(error)}
    else:
        record["supplied"] = found is not None
        if found is not None:
            record["rows"] = len(found.rows)
    record["cites"] = list(spec.cites)
    return record
