"""docs/owner-tables.md, made from the declarations.

python -m clubroute.rules.owner.document [--check] [FILE]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from clubroute.rules.book.charts import write_or_check
from clubroute.rules.owner.catalogue import TABLES
from clubroute.rules.owner.read import TableSpec
from clubroute.rules.owner.tables import column_text, example_text

TARGET = Path("docs/owner-tables.md")

INTRODUCTION = """# Tables you supply

<!-- Made by `python -m clubroute.rules.owner.document`; edit rules/owner/catalogue.py. -->

Some numbers stand on the games' cards, counters and maps, not in the rulebooks, and are not here.
If you own the games you can write them into CSV files in a folder `owner/` at the project's root
(or anywhere: `--owner DIR`). A question that needs a table you have not supplied is answered
`undetermined`, and `needs` names the file.

```sh
clubroute owner                        # which are there, what is wrong, what the others unlock
clubroute owner --init owner           # writes a template of each that is missing, to fill in
clubroute template weather drop        # writes owner/weather.csv and owner/drop.csv
clubroute owner import its.vmod        # the module you own: own-module.md
```

A template is never written over a file that is there unless you say `--force`. A mistake in a
table is one line: `owner/weather.csv:9:weather: found 'sunny', expected one of clear, overcast, …`.
Rows that begin with `#` are remarks. A table read by a die has columns `low` and `high`, the
results a row stands for; every result must have one row. A column `game` says which game a row is
for (`mg` is both games joined); rows without it hold for every game that has no row of its own.
"""


def document_text() -> str:
    """The document, as Markdown."""
    lines = [INTRODUCTION, *overview(), *(line for spec in TABLES for line in table_lines(spec))]
    return "\n".join(lines)


def overview() -> Iterator[str]:
    """A row a table: what it holds, and the answers it unlocks."""
    yield "## Which table unlocks what\n"
    yield "Without its table such an answer is `undetermined`, or names what it left out.\n"
    yield "| table | answers |"
    yield "|---|---|"
    for spec in TABLES:
        methods = ", ".join(f"`{name}`" for name in spec.unlocks)
        yield f"| [{spec.file}](#{spec.file.replace('.', '')}) | {methods} |"
    yield ""


def table_lines(spec: TableSpec) -> Iterator[str]:
    """A table's section."""
    yield f"## {spec.file}\n"
    yield f"{spec.summary} Printed: {spec.printed}. Used by {', '.join(spec.cites)}.\n"
    yield "| column | |"
    yield "|---|---|"
    for column in spec.columns:
        yield f"| `{column.name}` | {column_text(column)} |"
    yield "\nThe shape, with made-up numbers:\n"
    yield "```csv"
    yield example_text(spec) + "```\n"


def main(arguments: Sequence[str]) -> int:
    """Write the document, or with ``--check`` say whether it is what would be written."""
    return write_or_check(arguments, TARGET, document_text(), "clubroute.rules.owner.document")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
