"""The digests of families of records: what is kept in git, and what differs from that.

``digests.txt`` has a line a family: its name, how many questions it has, and a digest of their
records; ``records.txt`` the short digest of each record in order, so that the first question
answered otherwise is known without the old answers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tests.signature.asking import HERE, Record

FAMILIES, RECORDS = HERE / "digests.txt", HERE / "records.txt"
ALL = "all"
"""The last line: every record."""


@dataclass(frozen=True, slots=True)
class Family:
    """A family's records: how many, and their digest."""

    many: int
    digest: str


def short(text: str, digits: int) -> str:
    """The first digits of a text's SHA-256 (hex)."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:digits]


def by_family(records: Iterable[Record]) -> dict[str, list[Record]]:
    """Records by family, sorted by its name; those of a family in the order they were asked."""
    ordered = sorted(records, key=lambda record: record.family)
    return {name: list(group) for name, group in groupby(ordered, lambda record: record.family)}


def family_of(records: Sequence[Record]) -> Family:
    """The digest of some records, of what was asked as of what was answered."""
    whole = "".join(f"{record.asked}\n{record.text}\n" for record in records)
    return Family(len(records), short(whole, 16))


def families_of(records: Sequence[Record]) -> dict[str, Family]:
    """The digest of each family, and of all together."""
    found = {name: family_of(group) for name, group in by_family(records).items()}
    return {**found, ALL: family_of(records)}


def families_text(families: Mapping[str, Family]) -> str:
    """The text of ``digests.txt``."""
    lines = (f"{name:<24}{one.many:>6}  {one.digest}\n" for name, one in families.items())
    return "".join(lines)


def read_families(path: Path = FAMILIES) -> dict[str, Family]:
    """The digests that are kept; none where there is no file."""
    if not path.is_file():
        return {}
    rows = (line.rsplit(None, 2) for line in path.read_text(encoding="utf-8").splitlines())
    return {name: Family(int(many), digest) for name, many, digest in rows}


def records_text(records: Iterable[Record]) -> str:
    """The text of ``records.txt``."""
    return "".join(f"{short(record.text, 8)} {record.place}\n" for record in records)


def changed(records: Sequence[Record], path: Path = RECORDS) -> list[Record]:
    """The records that are not as ``records.txt`` keeps them, in order."""
    kept = set(path.read_text(encoding="utf-8").splitlines()) if path.is_file() else set()
    return [record for record in records if records_text((record,)).rstrip("\n") not in kept]


def differences(
    records: Sequence[Record], kept: Mapping[str, Family], path: Path = RECORDS
) -> list[str]:
    """A line for each family that is not as it is kept, with the first question that shows it."""
    families = families_of(records)
    others: dict[str, list[Record]] = {}
    for record in changed(records, path):
        others.setdefault(record.family, []).append(record)
    lines = []
    for name in sorted(families.keys() | kept.keys() - {ALL}):
        now, then = families.get(name), kept.get(name)
        if now == then or name == ALL:
            continue
        if now is None:
            lines.append(f"{name}: gone")
        elif then is None:
            lines.append(f"{name}: new, {now.many} records")
        else:
            first = next(iter(others.get(name, ())), None)
            where = f"; the first is {first.place}: {first.asked}" if first else ""
            lines.append(f"{name}: {len(others.get(name, ()))} of {now.many} records{where}")
    return lines
