"""Texts of the sources that are written: TOML values, ids and CSV tables."""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from clubroute.builder.sources.tables import read_toml

# What a game folder cannot say of a module that was taken over, listed.

FILE = "adopted.csv"
SHOWN = 12
"""So many kinds of loss are told on the screen; the file has all."""


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """One thing that is otherwise than in the module: of which ``part`` (module, window, board,
    counter, prototype, picture, file), its name there, and what became of it."""

    part: str
    name: str
    what: str


@dataclass(slots=True)
class Losses:
    """All that is otherwise, in the order it was met."""

    found: list[Loss] = field(default_factory=list)

    def add(self, part: str, name: str, what: str) -> None:
        """Take note of one, each once."""
        loss = Loss(part, name, what)
        if loss not in self.found:
            self.found.append(loss)

    def text(self) -> str:
        """The report as CSV."""
        out = io.StringIO()
        table = csv.writer(out, lineterminator="\n")
        table.writerow(["part", "name", "what"])
        table.writerows((one.part, one.name, one.what) for one in self.found)
        return out.getvalue()

    def lines(self) -> Iterator[str]:
        """Tell the kinds of loss, a line each."""
        kinds = Counter((one.part, one.what) for one in self.found)
        first = {(one.part, one.what): one.name for one in reversed(self.found)}
        for (part, what), many in [*kinds.items()][:SHOWN]:
            named = f"{part} {first[part, what]!r}" + (f" and {many - 1} more" if many > 1 else "")
            yield f"{named}: {what}"
        if len(kinds) > SHOWN:
            yield f"… and {len(kinds) - SHOWN} more kinds of such lines"


@cache
def known_traits() -> frozenset[str]:
    """The traits of VASSAL itself (``known.toml``), by their beginnings."""
    return frozenset(read_toml(Path(__file__).with_name("known.toml"))["traits"])


def quoted(text: str) -> str:
    """A text as a TOML value.

    >>> quoted('Ctrl "K"')
    '"Ctrl \\\\"K\\\\""'
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def long_text(text: str) -> str:
    """A text of several lines as a TOML value that stands as it is, where it can."""
    plain = "'''" not in text and not text.endswith("'")
    if plain and all(c in "\n\t" or (c >= " " and c != "\x7f") for c in text):
        return f"'''\n{text}'''"
    return quoted(text)


def listed(texts: Sequence[str]) -> str:
    """A list of texts as a TOML value."""
    return f"[{', '.join(map(quoted, texts))}]"


def slug(text: str) -> str:
    """A text as an id: lower-case letters, digits and single hyphens; "x" if nothing is left.

    >>> slug("2./II. Fallschirmjäger")
    '2-ii-fallschirmjager'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:60].strip("-") or "x"


def unused(wanted: str, taken: Collection[str]) -> str:
    """An id, with a number where it is taken.

    Of a hundred thousand counters of one name each would try the numbers of all before it: so the
    first one that is free is looked for as in a dictionary.
    """
    if wanted not in taken:
        return wanted
    last, free = 1, 2
    while f"{wanted}-{free}" in taken:
        last, free = free, 2 * free
    while free - last > 1:
        middle = (last + free) // 2
        last, free = (middle, free) if f"{wanted}-{middle}" in taken else (last, middle)
    return f"{wanted}-{free}"


def table(
    columns: Sequence[str], rows: Sequence[Mapping[str, str]], always: Collection[str]
) -> str:
    """Rows as CSV, without the columns in which all of them are blank.

    :param always: the columns that are there even so.
    """
    told = [c for c in columns if c in always or any(row.get(c) for row in rows)]
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(told)
    writer.writerows([row.get(column, "") for column in told] for row in rows)
    return out.getvalue()


def one_line(text: str) -> str:
    """A text without line breaks and doubled spaces."""
    return " ".join(text.split())
