"""A diff of two files as a whole: what is shown of it, and the form that can be applied."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.compare.changes import (
    TreeChange,
    apply,
    changes_of,
    read_change,
)
from clubroute.builder.compare.contents import ComparedFile, changed_files, inner_game
from clubroute.builder.compare.lines import shown_lines
from clubroute.builder.compare.matching import Pairs, match
from clubroute.builder.compare.noise import Sifted, sift
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import IN_MEMORY

VERSION = 1
SAME_FILES = 4
"""Files that are listed by name where many of a folder changed alike; else their number is said."""


@dataclass(frozen=True, slots=True)
class TreeDiff:
    """What differs in one tree of a file."""

    name: str
    pairs: Pairs
    changes: tuple[TreeChange, ...]
    sifted: Sifted

    def lines(self, *, everything: bool) -> list[str]:
        """What is shown of it; with ``everything``, noise too."""
        shown = Sifted(self.changes, {}) if everything else self.sifted
        return shown_lines(self.pairs, shown)


@dataclass(frozen=True, slots=True)
class Diff:
    """What differs in two files. ``inner`` are the set-ups in a module."""

    trees: tuple[TreeDiff, ...]
    files: tuple[tuple[str, bytes | None, bytes | None], ...]
    inner: Mapping[str, tuple[TreeDiff, ...]]

    @property
    def noise(self) -> Mapping[str, int]:
        """How many changes are noise of the editor, by what it is."""
        counted: Counter[str] = Counter()
        for tree in self.trees:
            counted.update(tree.sifted.noise)
        return counted

    @property
    def is_real(self) -> bool:
        """Whether anybody has changed anything."""
        return bool(self.files) or any(tree.sifted.real for tree in self.trees)

    def lines(self, *, everything: bool = False) -> list[str]:
        """The diff as lines to read."""
        rows: list[str] = []
        for tree in self.trees:
            rows += tree.lines(everything=everything)
        for name, trees in self.inner.items():
            inside = [line for tree in trees for line in tree.lines(everything=everything)]
            rows += [f"Set-up {name}", *(f"  {line}" for line in inside)]
        return rows + list(file_lines([row for row in self.files if row[0] not in self.inner]))

    def document(self) -> dict[str, Any]:
        """The diff as an object: what is shown, and all that makes the second file of the first."""
        return {
            "version": VERSION,
            "real": self.is_real,
            "lines": self.lines(),
            "noise": dict(self.noise),
            "trees": {
                tree.name: [change.as_json() for change in tree.changes] for tree in self.trees
            },
            "files": {
                name: None if new is None else base64.b64encode(new).decode("ascii")
                for name, _, new in self.files
            },
        }


def diff(old: ComparedFile, new: ComparedFile) -> Diff:
    """What differs in two files. :raises InputError: they are of different kinds."""
    if old.kind != new.kind:
        raise InputError(new.where, f"a {new.kind}", f"a {old.kind}, as {old.where.path} is")
    files = tuple(changed_files(old.files, new.files))
    inner = {}
    for name, before, after in files:
        if before is not None and after is not None:
            place = Where(new.where.path, part=name)
            games = inner_game(before, place), inner_game(after, place)
            if games[0] is not None and games[1] is not None:
                inner[name] = tuple(tree_diffs(games[0], games[1]))
    return Diff(tuple(tree_diffs(old, new)), files, inner)


def tree_diffs(old: ComparedFile, new: ComparedFile) -> Iterator[TreeDiff]:
    """What differs in the trees of two files; a tree that only one has counts as a file would."""
    for name in old.trees:
        if name in new.trees:
            pairs = match(old.trees[name], new.trees[name])
            made = changes_of(pairs)
            yield TreeDiff(name, pairs, made, sift(pairs, made))


def file_lines(rows: Sequence[tuple[str, bytes | None, bytes | None]]) -> Iterator[str]:
    """Files that came, went or changed, by folder."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name, old, new in rows:
        folder, _, own = name.rpartition("/")
        act = "added" if old is None else "removed" if new is None else "changed"
        groups.setdefault((folder, act), []).append(own)
    for (folder, act), names in groups.items():
        where = f" in {folder}/" if folder else ""
        listed = ", ".join(f"'{name}'" for name in names[:SAME_FILES])
        more = f" and {len(names) - SAME_FILES} more" if len(names) > SAME_FILES else ""
        files = "File" if len(names) == 1 else f"{len(names)} files"
        yield f"{files}{where} {act}: {listed}{more}"


def patched(old: ComparedFile, document: Mapping[str, Any]) -> ComparedFile:
    """What a diff's object makes of the file it begins with.

    :raises InputError: it is of another file, or no diff.
    """
    if document.get("version") != VERSION:
        raise InputError(IN_MEMORY, "no diff", f"what diff --json prints, version {VERSION}")
    trees = dict(old.trees)
    for name, made in document["trees"].items():
        trees[name] = apply(trees[name], map(read_change, made))
    files = dict(old.files)
    for name, packed in document["files"].items():
        if packed is None:
            files.pop(name, None)
        else:
            files[name] = base64.b64decode(packed)
    return ComparedFile(old.where, old.kind, trees, files)


def as_text(found: Diff, *, everything: bool = False) -> str:
    """The diff to read, a line saying so if nothing differs."""
    lines = found.lines(everything=everything)
    if not found.is_real and not everything:
        return "\n".join(["Nothing that anybody changed differs.", *lines])
    return "\n".join(lines)


def as_markdown(found: Diff, name: str) -> str:
    """The diff for a comment on a pull request."""
    lines = as_text(found)
    fence = "```"
    while fence in lines:
        fence += "`"
    return f"**{name}**\n\n{fence}\n{lines}\n{fence}\n"


def as_json(found: Diff) -> str:
    """The diff's object as text."""
    return json.dumps(found.document(), ensure_ascii=False, indent=1)
