"""Where the keys of a TOML file stand, which its reader does not tell; and mistakes at them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from clubroute.builder.errors import InputError, Where, nearest_name, one_of
from clubroute.builder.mistakes import InputErrors

KeyPath: TypeAlias = tuple[str, ...]
HEADER = re.compile(r"\s*\[\[?\s*([^\]]+?)\s*\]\]?\s*(?:#.*)?$")
KEY = re.compile(r"\s*((?:\"[^\"]*\"|[\w-]+)(?:\s*\.\s*(?:\"[^\"]*\"|[\w-]+))*)\s*=")
PART = re.compile(r"\"([^\"]*)\"|([\w-]+)")


def parts_of(text: str) -> KeyPath:
    """The parts of a dotted key."""
    return tuple(quoted or bare for quoted, bare in PART.findall(text))


def key_rows(text: str) -> Iterator[tuple[KeyPath, int]]:
    """Every key of a file that begins a line, and every header, with its row; tables of a list
    by their numbers, from 1."""
    at: KeyPath = ()
    many: dict[KeyPath, int] = {}
    for row, line in enumerate(text.splitlines(), start=1):
        header = HEADER.match(line)
        if header:
            at = parts_of(header[1])
            if line.lstrip().startswith("[["):
                many[at] = many.get(at, 0) + 1
                at = (*at, str(many[at]))
            yield from ((at[:far], row) for far in range(len(at), 0, -1))
        elif key := KEY.match(line):
            yield (*at, *parts_of(key[1])), row


class RuleSource:
    """A rules file as it is read: it keeps all its mistakes.

    :param name: the file's path as messages have it.
    """

    def __init__(self, path: Path, text: str) -> None:
        self.path, self._lines = path, text.splitlines()
        self._rows: dict[KeyPath, int] = {}
        for key, row in key_rows(text):
            self._rows.setdefault(key, row)
        self._found: dict[str, InputError] = {}

    def where(self, key: KeyPath) -> Where:
        """The place of a key: its row and column, or those of the nearest table around it."""
        part = ".".join(key)
        for far in range(len(key), 0, -1):
            row = self._rows.get(key[:far])
            if row is not None:
                line = self._lines[row - 1]
                word = key[-1] if far < len(key) else key[far - 1]
                return Where(str(self.path), row, max(line.find(word), 0) + 1, part)
        return Where(str(self.path), 1, 1, part)

    def mistake(self, key: KeyPath, found: str, expected: str, nearest: str | None = None) -> None:
        """Keep a mistake at a key."""
        error = InputError(self.where(key), found, expected, nearest)
        self._found.setdefault(str(error), error)

    def unknown(self, key: KeyPath, what: str, known: Iterable[str]) -> None:
        """Keep the mistake of a name that nothing has."""
        options = list(known)
        near = nearest_name(key[-1], options)
        self.mistake(key, f"no such {what} {key[-1]!r}", one_of(options), near)

    def settle(self) -> None:
        """Go on if there were no mistakes. :raises InputErrors: with all of them, by their rows."""
        found = sorted(self._found.values(), key=lambda one: (one.where.row or 0, str(one)))
        if len(found) == 1:
            raise found[0]
        if found:
            raise InputErrors(found)
