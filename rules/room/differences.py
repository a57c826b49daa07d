"""What differs between two lists of records, and making one of the other.

Values that changed stand column by column, their rows as steps from one to the next: what repeats
lies together, and packs well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, TypeAlias

Record: TypeAlias = Mapping[str, Any]
Difference: TypeAlias = dict[str, Any]
"""``-``: rows of the first list that are gone. ``+``: rows of the second that are new, each with
its place. ``~``: by field, the rows where it is another, and what it is there. ``!``: by field, the
rows where it is no more. Rows count in the second list, each from the one before."""


def differences(old: Sequence[Record], new: Sequence[Record], key: Callable[[Record], str]) -> Any:
    """What differs, so that :func:`applied` makes ``new`` of ``old``; empty if nothing does.

    :param key: what a record is known by. It need not be the only one of its key.
    """
    before, after = list(map(key, old)), list(map(key, new))
    blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    pairs = [(b.a + i, b.b + i) for b in blocks for i in range(b.size)]
    kept_old, kept_new = {a for a, _ in pairs}, {b for _, b in pairs}
    found: Difference = {}
    if gone := [at for at in range(len(old)) if at not in kept_old]:
        found["-"] = steps(gone)
    if added := [at for at in range(len(new)) if at not in kept_new]:
        found["+"] = [steps(added), [dict(new[at]) for at in added]]
    changed: dict[str, tuple[list[int], list[Any]]] = {}
    lost: dict[str, list[int]] = {}
    for a, b in pairs:
        for field in sorted(new[b]):
            if field not in old[a] or old[a][field] != new[b][field]:
                rows, values = changed.setdefault(field, ([], []))
                rows.append(b)
                values.append(new[b][field])
        for field in sorted(set(old[a]) - set(new[b])):
            lost.setdefault(field, []).append(b)
    if changed:
        found["~"] = {one: [steps(rows), values] for one, (rows, values) in sorted(changed.items())}
    if lost:
        found["!"] = {field: steps(rows) for field, rows in sorted(lost.items())}
    return found


def applied(old: Sequence[Record], found: Record) -> list[dict[str, Any]]:
    """The second list. :raises ValueError: no difference of this list, whatever it is."""
    try:
        gone = set(rows_of(found.get("-", ())))
        if gone - set(range(len(old))):
            raise ValueError("a row that is not there")
        made = [dict(one) for at, one in enumerate(old) if at not in gone]
        places, records = found.get("+", ((), ()))
        for at, one in zip(rows_of(places), records, strict=True):
            if at > len(made):
                raise ValueError("a place that is not there")
            made.insert(at, dict(one))
        for field, (rows, values) in found.get("~", {}).items():
            for at, value in zip(rows_of(rows), values, strict=True):
                made[at][field] = value
        for field, rows in found.get("!", {}).items():
            for at in rows_of(rows):
                del made[at][field]
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise ValueError("no difference") from error
    return made


def steps(rows: Sequence[int]) -> list[int]:
    """Growing numbers, each as its distance from the one before."""
    return [row - before for row, before in zip(rows, (0, *rows), strict=False)]


def rows_of(told: Sequence[int]) -> list[int]:
    """The numbers that distances tell. :raises ValueError: they do not grow."""
    found, at = [], 0
    for step in told:
        if type(step) is not int or step < 0:
            raise ValueError("no row")
        at += step
        found.append(at)
    return found
