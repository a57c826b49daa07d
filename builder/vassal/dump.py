"""A .vmod, .vsav or .vlog as canonical text, for reading, comparing and goldens.

One fact a line, two spaces a level. Passwords are always redacted. The text depends on the
content only, not on dates or compression of the zip.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import PurePath

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.regular import read_file
from clubroute.builder.vassal import buildfile
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    OLD_BUILD_FILE,
    SAVED_GAME,
    Archive,
    Entry,
    ModuleArchive,
    SaveArchive,
    entries_of,
    read_entries,
)
from clubroute.builder.vassal.atoms import AddPiece, ChangePiece, read_atom
from clubroute.builder.vassal.buildfile import Comment, Element, Instruction
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.metadata import MODULE_DATA, SAVE_DATA, Metadata
from clubroute.builder.vassal.pieces import (
    Piece,
    read_definition,
    read_piece,
    split_chain,
)
from clubroute.builder.vassal.pseudonyms import redact

_DEFINITION = "+/"
_NOTHING = "(nothing)"


def dump_file(path: PurePath | str) -> str:
    """The text of a module, save or log, by what is in the zip.

    Raises :class:`InputError` for anything that is none of them.
    """
    return _dump(read_entries(path), Where.of(path))


def dump_build_file(path: PurePath | str) -> str:
    """The text of a build file outside of its module. Raises :class:`InputError` for others."""
    where = Where.of(path)
    root = buildfile.read(read_file(path, where, "a build file", buildfile.MOST_BYTES), where)
    return "".join(line + "\n" for line in ("build file", *_element_lines(root, 1)))


def dump_bytes(data: bytes, where: Where) -> str:
    """Dump a file as :func:`dump_file` does, from the bytes of the zip."""
    return _dump(entries_of(data, where), where)


def _dump(entries: tuple[Entry, ...], where: Where) -> str:
    archive = Archive(entries, where)
    if SAVED_GAME in archive:
        lines = _save_lines(SaveArchive(entries, where))
    elif BUILD_FILE in archive or OLD_BUILD_FILE in archive:
        lines = _module_lines(ModuleArchive(entries, where))
    else:
        raise InputError(where, f"a zip without {SAVED_GAME} or {BUILD_FILE}", "a VASSAL file")
    return "".join(line + "\n" for line in lines)


def _save_lines(save: SaveArchive) -> Iterator[str]:
    yield "saved game"
    yield from _entry_lines(save)
    if SAVE_DATA in save:
        yield from _metadata_lines(SAVE_DATA, save.metadata())
    if MODULE_DATA in save:
        yield from _metadata_lines(MODULE_DATA, save.module_metadata())
    yield "commands"
    yield from command_lines(save.command(), 1)


def _module_lines(module: ModuleArchive) -> Iterator[str]:
    yield "module"
    yield from _entry_lines(module)
    if MODULE_DATA in module:
        yield from _metadata_lines(MODULE_DATA, module.metadata())
    yield "build file"
    yield from _element_lines(module.build_file(), 1)


def _entry_lines(archive: Archive) -> Iterator[str]:
    yield "entries"
    for entry in archive.entries:
        if entry.name == SAVED_GAME:
            # Its bytes hold passwords and a key the engine picks at random.
            yield f"  {_shown(entry.name)}"
        else:
            digest = hashlib.sha256(entry.data).hexdigest()
            yield f"  {_shown(entry.name)} {len(entry.data)} bytes sha256 {digest}"


def _metadata_lines(name: str, data: Metadata) -> Iterator[str]:
    yield name
    rows = (
        ("name", data.name or ""),
        ("version", data.version),
        ("VASSAL", data.vassal_version),
        ("saved", str(data.saved_ms)),
        ("description", data.description),
        ("extra1", data.extra1),
        ("extra2", data.extra2),
    )
    for label, value in rows:
        if value:
            yield f"  {label} {_shown(value)}"


def command_lines(command: Command, level: int = 0) -> Iterator[str]:
    """The tree, redacted: one command a line, children indented, the traits of each piece below
    it."""
    stack = [(redact(command), level)]
    while stack:
        node, depth = stack.pop()
        yield from _atom_lines(node.text, "  " * depth)
        stack.extend((child, depth + 1) for child in reversed(node.children))


def _atom_lines(text: str, indent: str) -> Iterator[str]:
    inner = text.removeprefix("LOG\t")
    prefix = "LOG " if inner != text else ""
    atom = read_atom(inner)
    match atom:
        case AddPiece(id=id_, type=type_, state=state):
            yield f"{indent}{prefix}AddPiece {id_ or 'null'}"
            yield from _piece_lines(type_, state, indent + "  ")
        case ChangePiece(id=id_, new_state=new, old_state=old):
            yield f"{indent}{prefix}ChangePiece {_shown(id_)}"
            yield from _change_lines(new, old, indent + "  ")
        case _:
            yield f"{indent}{prefix}{_shown(inner) or _NOTHING}"


def _piece_lines(type_: str, state: str, indent: str) -> Iterator[str]:
    try:
        piece = read_piece(type_, state)
    except InputError:
        yield f"{indent}type {_shown(type_)}"
        yield f"{indent}state {_shown(state)}"
        return
    yield from _trait_lines(piece, indent)


def _trait_lines(piece: Piece, indent: str) -> Iterator[str]:
    for trait in piece.traits:
        state = f" = {_shown(trait.state)}" if trait.state else ""
        yield f"{indent}{_shown(trait.type)}{state}"


def _change_lines(new: str, old: str | None, indent: str) -> Iterator[str]:
    before = [] if old is None else split_chain(old)
    for index, state in enumerate(split_chain(new)):
        if index >= len(before):
            yield f"{indent}{index}: {_shown(state) or _NOTHING}"
        elif before[index] != state:
            old_state = _shown(before[index]) or _NOTHING
            yield f"{indent}{index}: {old_state} -> {_shown(state) or _NOTHING}"


def _element_lines(element: Element, level: int) -> Iterator[str]:
    indent = "  " * level
    yield f"{indent}{_shown(element.tag)}"
    for name, value in sorted(element.attributes):
        yield f"{indent}  @{_shown(name)} = {_shown(value)}".rstrip(" ")
    text = element.text
    if text.startswith(_DEFINITION):
        yield from _definition_lines(text, indent + "  ")
    elif text:
        yield f"{indent}  = {_shown(text)}"
    for node in element.content:
        match node:
            case Element():
                yield from _element_lines(node, level + 1)
            case Comment() | Instruction():
                yield f"{indent}  # {_shown(node.text)}"
            case str():
                pass


def _definition_lines(text: str, indent: str) -> Iterator[str]:
    try:
        definition = read_definition(text)
    except InputError:
        yield f"{indent}= {_shown(text)}"
        return
    yield from _trait_lines(definition, indent)


def _shown(text: str) -> str:
    r"""``text`` on one line: control and other unprintable characters as \x1b, \t, \n…

    A backslash of the text itself stays single, as VASSAL users know these strings.
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)
