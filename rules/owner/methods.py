"""``owner.tables``: which tables there are, which the owner has supplied, and what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from clubroute.builder.errors import InputError
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import Nothing, method
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
                    "unlocks": {"type": "array", "items": {"type": "string"}},
                },
            },
        }
    },
}


@method("owner.tables", answers=TABLES_ANSWER, text=lambda answer: table_lines(answer))
def tables(context: Context, asked: Nothing) -> Any:
    """The tables an owner of the games may supply: which are there, what is wrong with them, and
    which answers each unlocks. docs/owner-tables.md describes each."""
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
    record["unlocks"] = list(spec.unlocks)
    return record


def table_lines(answer: Mapping[str, Any]) -> list[str]:
    """The tables as lines for people: what is there, and what each missing one would unlock."""
    tables = answer["tables"]
    there = [one for one in tables if one["supplied"] and "wrong" not in one]
    lines = [f"{len(there)} of {len(tables)} tables are there"]
    for one in tables:
        state = "missing"
        if one["supplied"]:
            state = f"wrong: {one['wrong']}" if "wrong" in one else f"{one['rows']} rows"
        lines.append(f"{one['file']}: {state}")
        lines.append(f"    {one['holds']}")
        lines.append(f"    unlocks {', '.join(one['unlocks'])}")
    if len(there) < len(tables):
        lines.append("clubroute owner --init DIR writes the missing ones as templates to fill in")
    return lines
