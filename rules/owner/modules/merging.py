"""Keeps what the owner has changed in a file when its module is imported again."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Key = tuple[str, ...]
Line = tuple[str, ...]
KeyOf = Callable[[Mapping[str, str]], Key]


@dataclass(slots=True)
class Merged:
    """A file as it is to be: its text, what of the owner's is kept, what the module says anew."""

    text: str
    kept: list[str] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)


def merge_rows(name: str, base: str, mine: str, new: str, key: KeyOf) -> Merged:
    """A CSV file as newly read, with the rows the owner has changed, added or taken since ``base``.

    ``key`` tells a row by its cells. Rows come in the order they are newly read in, the
    owner's additions behind them.
    """
    head, were = rows_by_key(base, key)
    _, are = rows_by_key(mine, key, head)
    fresh_head, fresh = rows_by_key(new, key)
    if fresh_head != head:
        return Merged(new)
    merged = Merged("")
    rows: dict[Key, Line] = {}
    for one, row in fresh.items():
        was, own = were.get(one), are.get(one)
        if own in (was, row):
            rows[one] = row
            continue
        what = " ".join(part for part in one if part)
        if own is None:
            merged.kept.append(f"{name}: {what}: taken out")
        else:
            rows[one] = own
            merged.kept.append(f"{name}: {what}: {difference(head, row, own)}")
    for one, own in are.items():
        if one not in fresh and one not in were:
            rows[one] = own
            merged.kept.append(f"{name}: {' '.join(part for part in one if part)}: added")
    merged.changed = changes(name, head, were, fresh)
    out = io.StringIO(newline="")
    out.write("".join(f"{line}\n" for line in new.splitlines() if line.startswith("#")))
    write = csv.writer(out, lineterminator="\n")
    write.writerow(head)
    write.writerows(rows.values())
    merged.text = out.getvalue()
    return merged


def rows_by_key(text: str, key: KeyOf, like: Line | None = None) -> tuple[Line, dict[Key, Line]]:
    """The columns of a file and its rows by key, cells in the order of other columns if told."""
    told = (line for line in text.splitlines() if line.strip(" ,") and not line.startswith("#"))
    rows = list(csv.reader(told))
    own = tuple(cell.strip() for cell in rows[0]) if rows else ()
    head = own if like is None else like
    found: dict[Key, Line] = {}
    for row in rows[1:]:
        cells = dict(zip(own, (cell.strip() for cell in row), strict=False))
        line = tuple(cells.get(column, "") for column in head)
        found[key(cells)] = line
    return head, found


def difference(head: Line, before: Line, after: Line) -> str:
    """The first cell in which two rows differ."""
    for name, one, other in zip(head, before, after, strict=True):
        if one != other:
            return f"{name} {other or 'blank'}, the module has {one or 'nothing'}"
    return "the same"


def changes(
    name: str, head: Line, before: Mapping[Key, Line], after: Mapping[Key, Line]
) -> list[str]:
    """What a module says otherwise than the one imported before, a line each."""
    found = []
    for one in {**before, **after}:
        what = f"{name}: {' '.join(part for part in one if part)}"
        was, now = before.get(one), after.get(one)
        if was is None:
            found.append(f"{what}: new")
        elif now is None:
            found.append(f"{what}: gone")
        elif [*stripped(head, was)] != [*stripped(head, now)]:
            cells = zip(head, was, now, strict=True)
            column, old, fresh = next(one for one in cells if one[1] != one[2] and one[0] != "line")
            found.append(f"{what}: {column} was {old or 'blank'}, is {fresh or 'blank'}")
    return found


def stripped(head: Line, row: Line) -> Line:
    """A row without the place of its line, which moves when a line is put before it."""
    return tuple(cell for name, cell in zip(head, row, strict=True) if name != "line")
