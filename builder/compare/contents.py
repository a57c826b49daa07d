"""Files that are compared: a module, extension, save or log, or a bare build file, as trees and
the bytes of all else in them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.compare.tree import (
    COMMAND,
    PIECE,
    STEP,
    Tree,
    TreePart,
    tree_of,
    with_children,
)
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.regular import read_file
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    OLD_BUILD_FILE,
    SAVED_GAME,
    Entry,
    SaveArchive,
    entries_of,
)
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.commands import LOG, Command
from clubroute.builder.vassal.limits import MODULE_LIMITS
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA
from clubroute.builder.vassal.pseudonyms import redact

EXPECTED = "a .vmod, .vmdx, .vsav, .vlog or a buildFile.xml"
BUILD, GAME = "build file", "game"
"""The trees of modules and of saves."""
EXTENSION_DATA = "extensiondata"
METADATA = (MODULE_DATA, EXTENSION_DATA, SAVE_DATA)
SAVED = (".vsav", ".vlog")
MARK = b"\xef\xbb\xbf"
"""What some programs put before UTF-8."""


@dataclass(frozen=True, slots=True)
class ComparedFile:
    """A file as it is compared. ``trees`` are its build file, game and metadata, by name;
    ``files`` everything else. ``build`` are the bytes of the build file."""

    where: Where
    kind: str
    trees: Mapping[str, Tree]
    files: Mapping[str, bytes]
    build: bytes = b""


def read_contents(path: Path) -> ComparedFile:
    """The file at a path. :raises InputError: it is missing, damaged, or no file of VASSAL's."""
    where = Where.of(path)
    return contents_of(read_file(path, where, EXPECTED, MODULE_LIMITS.total), where)


def contents_of(data: bytes, where: Where) -> ComparedFile:
    """The contents of a file's bytes. :raises InputError: as :func:`read_contents`."""
    if data.startswith(b"PK"):
        return of_entries(entries_of(data, where), where)
    if data.removeprefix(MARK).lstrip()[:1] == b"<":
        tree = tree_of(buildfile.read(data, where))
        return ComparedFile(where, "build file", {BUILD: tree}, {}, data)
    raise InputError(where, "another kind of file", EXPECTED)


def of_entries(entries: tuple[Entry, ...], where: Where) -> ComparedFile:
    """The contents of a zip. :raises InputError: it is none of VASSAL's."""
    trees: dict[str, Tree] = {}
    files: dict[str, bytes] = {}
    kind, build = "", b""
    for entry in entries:
        place = Where(where.path, part=entry.name)
        if entry.name in (BUILD_FILE, OLD_BUILD_FILE) and BUILD not in trees:
            trees[BUILD] = tree_of(buildfile.read(entry.data, place))
            kind, build = kind or "module", entry.data
        elif entry.name == SAVED_GAME:
            trees[GAME] = game_tree(SaveArchive(entries, where))
            kind = "game"
        elif entry.name in METADATA:
            trees[entry.name] = tree_of(buildfile.read(entry.data, place))
        else:
            files[entry.name] = entry.data
    if not kind:
        raise InputError(where, f"a zip without {SAVED_GAME} or {BUILD_FILE}", EXPECTED)
    return ComparedFile(where, kind, trees, files, build)


def inner_game(data: bytes, where: Where) -> ComparedFile | None:
    """The save in an entry of a module, None if it is none."""
    try:
        found = contents_of(data, where) if data.startswith(b"PK") else None
    except InputError:
        return None
    return found if found is not None and GAME in found.trees else None


def game_tree(save: SaveArchive) -> Tree:
    """The commands of a saved game or log, with no password in them."""
    parts: list[TreePart] = []
    below: dict[int, list[int]] = {}
    waiting: list[tuple[Command, int]] = [(redact(save.command()), -1)]
    while waiting:
        command, parent = waiting.pop()
        number = len(parts)
        below.setdefault(parent, []).append(number)
        parts.append(part_of(command.text, parent))
        waiting.extend((child, number) for child in reversed(command.children))
    return with_children(parts, below)


def part_of(text: str, parent: int) -> TreePart:
    """One command as a part."""
    inner = text.removeprefix(LOG)
    if inner != text:
        return TreePart(STEP, (), inner, parent, ())
    atom = read_atom(text)
    if isinstance(atom, AddPiece) and atom.id is not None:
        plain = AddPiece(None, atom.type, atom.state).text()
        if AddPiece(atom.id, atom.type, atom.state).text() == text:
            return TreePart(PIECE, (("id", atom.id),), plain, parent, ())
    return TreePart(COMMAND, (), text, parent, ())


def changed_files(
    old: Mapping[str, bytes], new: Mapping[str, bytes]
) -> Iterator[tuple[str, bytes | None, bytes | None]]:
    """The files that differ, by name; None where there is none."""
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield name, old.get(name), new.get(name)
