"""A module taken over as a game folder: its boards, counters, traits, windows and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from clubroute.builder.authoring.new_game import put_new
from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.staging import Say, silent
from clubroute.builder.module.game import PARTS, VASSAL
from clubroute.builder.vassal import commands, obfuscation
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    OLD_BUILD_FILE,
    SAVED_GAME,
    ModuleArchive,
    SaveArchive,
    entries_of,
    read_module,
    write_archive,
)
from clubroute.builder.vassal.atoms import AddPiece, read_atom
from clubroute.builder.vassal.buildfile import HEADER, Element, write
from clubroute.builder.vassal.metadata import MODULE_DATA
from clubroute.builder.vassal.pieces import Piece, read_piece
from clubroute.rules.adopting.counters import (
    FILE,
    Counters,
    Losses,
    ModulePictures,
    known_traits,
    listed,
    long_text,
    one_line,
    quoted,
    slug,
)
from clubroute.rules.adopting.maps import MainMap, kind_of, main_map, plain_part

INLINE = 2_000
"""Letters of a part that stands in windows.toml itself; a longer one has a file."""
PARTS_FOLDER = "parts"


def kept_parts(root: Element, counters: Counters, losses: Losses) -> Iterator[Element]:
    """The parts of the module, as it has them; of its own program's what VASSAL itself has."""
    for part in root.children:
        found = plain_part(part, part.get("name") or kind_of(part), losses)
        if found is not None:
            yield counters.element(found, (part.get("mapName"),) if part.get("mapName") else ())


def windows_files(parts: Sequence[Element]) -> dict[str, str]:
    """``windows.toml``, and the files of parts that are long, by their names."""
    lines = [
        "# The parts of the module, as VASSAL has them. A counter in them is a row of units.csv or",
        "# markers.csv; what it can do stands here.",
    ]
    files: dict[str, str] = {}
    for number, part in enumerate(parts, start=1):
        xml = write(part).decode("utf-8").removeprefix(HEADER)
        lines += ["", "[[component]]"]
        if len(xml) <= INLINE:
            lines.append(f"xml = {long_text(xml)}")
            continue
        name = part.get("name") or part.get("mapName") or kind_of(part)
        file = f"{PARTS_FOLDER}/{number:02}-{slug(name)}.xml"
        files[file] = HEADER + xml + "\n"
        lines.append(f"file = {quoted(file)}")
    return {"windows.toml": "\n".join(lines) + "\n", **files}


NAME = r"[a-z][a-z0-9-]*"
SIDE = "Player"


@dataclass(frozen=True, slots=True)
class Adopted:
    """A module as sources: the files of ``map_sources/NAME`` and ``counters/NAME`` by their names
    there, what is otherwise, and how many units and markers there are."""

    map: Mapping[str, bytes]
    game: Mapping[str, bytes]
    losses: Losses
    counted: tuple[int, int]


def adopt(file: Path, root: Path, name: str | None, say: Say = silent) -> list[str]:
    """Write a module as a game of a project; returns lines about it.

    :param name: of the game; None: that of the file. :param say: is told of a command that was
        killed or is at work there.
    :raises InputError: no module, a damaged one, a name that cannot be one, a folder there already.
    """
    name = name or slug(file.stem)
    if not re.fullmatch(NAME, name):
        expected = "lower-case letters, digits and hyphens, a letter first (--name)"
        raise InputError(Where("NAME"), repr(name), expected)
    folders = root / "map_sources" / name, root / "counters" / name
    found = adopted(read_module(file), name)
    made = dict(zip(folders, (found.map, found.game), strict=True))
    put_new(root, name, made, "choose another name (--name)", say)
    units, markers = found.counted
    return [
        f"{folders[0]}: the map",
        f"{folders[1]}: {so_many(units, 'unit')}, {so_many(markers, 'marker')}",
        f"{folders[1] / FILE}: {len(found.losses.found)} things are otherwise than in the module",
        *found.losses.lines(),
        f"now: clubroute build {name}",
    ]


def adopted(module: ModuleArchive, name: str) -> Adopted:
    """Make the sources of a module. :raises InputError: a damaged one, or an extension."""
    losses = Losses()
    root = module.build_file()
    if kind_of(root) == EXTENSION:
        raise InputError(module.where, "an extension", "a module: a .vmod")
    pictures = ModulePictures(module, losses)
    sides = sides_of(root, losses)
    entries = {one.name: one.data for one in module.entries if not one.name.endswith("/")}
    # No counter's picture may be called as one that is packed as it is.
    stems = {PurePosixPath(one).stem.lower() for one in entries}
    counters = Counters(sides, pictures, losses, module.where, set(stems))
    main = main_map(module, root, name, pictures, losses)
    counters.read_prototypes(root)
    parts = [*kept_parts(root, counters, losses)]
    own = {part.kind for part in parts}
    without = [one for one in PARTS if one in own or one not in NEEDED]
    game = {
        "module.toml": module_text(module, root, name, main, sides, without, losses),
        "units.csv": counters.units_text(),
        "markers.csv": counters.markers_text(),
        "traits.toml": TRAITS,
        "layout.toml": counters.layout_text(),
        "style.toml": counters.style_text(),
        **windows_files(parts),
    }
    files = {path: text.encode("utf-8") for path, text in game.items()}
    files |= pictures.files | packed_files(entries, losses)
    files[FILE] = losses.text().encode("utf-8")  # last: each part above adds to it
    return Adopted(main.files, files, losses, (len(counters.units), len(counters.markers)))


EXTENSION = "ModuleExtension"
NEEDED = ("BasicCommandEncoder", "PlayerRoster", "GlobalOptions")
"""What a build adds where the module has none; of all else it has its own or none."""
TRAITS = """\
# What counters can do stands with the parts of windows.toml that they lie in.

[use]

[words]

[flip]
menu = "Turn over"
key = "Ctrl F"
"""


def sides_of(root: Element, losses: Losses) -> list[str]:
    """The sides of the module's roster; one if it has none."""
    rosters = [one for one in root.children if one.tag.endswith("PlayerRoster")]
    found: list[str] = []
    for entry in (child for one in rosters for child in one.children if child.tag == "entry"):
        plain = one_line(re.sub(r"[,;\\]", " ", entry.text))
        if plain and plain not in found:
            found.append(plain)
            if plain != entry.text:
                losses.add("module", entry.text, f"a side: is called {plain}")
    if not found:
        losses.add("module", "PlayerRoster", f"has no sides: {SIDE!r} is one")
    return found or [SIDE]


def packed_files(entries: Mapping[str, bytes], losses: Losses) -> dict[str, bytes]:
    """What is packed as it stands: all but what the build makes."""
    found = {}
    small: dict[str, str] = {}
    for name, data in entries.items():
        if name in (BUILD_FILE, OLD_BUILD_FILE, MODULE_DATA):
            continue
        if (other := small.setdefault(name.casefold(), name)) != name:
            what = f"is called {other} but for capitals: one is lost where these do not count"
            losses.add("file", name, what)
        if PurePosixPath(name).suffix == ".class":
            losses.add("file", name, "a program: left out")
        else:
            found[f"files/{name}"] = plain_setup(name, data, losses)
    return found


def plain_setup(name: str, data: bytes, losses: Losses) -> bytes:
    """A set-up without the traits of the module's own program, which counters have lost, too; any
    other file as it is."""
    if not data.startswith(b"PK"):
        return data
    where = Where(name)
    try:
        save = SaveArchive(entries_of(data, where), where)
        tree = save.command() if SAVED_GAME in save else None
    except InputError:
        return data  # a zip of its own, or a save that VASSAL cannot read either
    if tree is None:
        return data
    texts = [plain_command(node.text, name, losses) for node in tree.walk()]
    if texts == [node.text for node in tree.walk()]:
        return data
    game = obfuscation.write_text(commands.encode(commands.with_texts(tree, iter(texts))))
    return write_archive(
        replace(one, data=game) if one.name == SAVED_GAME else one for one in save.entries
    )


def plain_command(text: str, setup: str, losses: Losses) -> str:
    """A command that brings in a piece, without traits that are not VASSAL's; others as they
    are."""
    atom = read_atom(text)
    if not isinstance(atom, AddPiece):
        return text
    try:
        piece = read_piece(atom.type, atom.state)
    except InputError:
        return text
    kept = [one for one in piece.traits[:-1] if one.id in known_traits()]
    if len(kept) == len(piece.traits) - 1:
        return text
    for one in piece.traits[:-1]:
        if one.id not in known_traits():
            losses.add("set-up", setup, f"trait {one.id} of the module's own program: left out")
    plain = Piece((*kept, piece.basic))
    return AddPiece(atom.id, plain.type_text(), plain.state_text()).text()


def version_number(text: str) -> tuple[int, ...]:
    """The first three numbers of a version."""
    found = re.match(r"([0-9]{1,3})\.([0-9]{1,3})(?:\.([0-9]{1,3}))?", text)
    return tuple(int(one or 0) for one in found.groups()) if found else (0, 0, 0)


def module_text(
    module: ModuleArchive,
    root: Element,
    name: str,
    main: MainMap,
    sides: Sequence[str],
    without: Sequence[str],
    losses: Losses,
) -> str:
    """``module.toml``."""
    title = one_line(root.get("name")) or name
    version = re.match(r"[0-9]+\.[0-9]+(\.[0-9]+)?", root.get("version"))
    if version is None or version[0] != root.get("version"):
        kept = version[0] if version else "0.1.0"
        losses.add("module", "version", f"is {root.get('version')!r}, here {kept}")
    vassal = max(root.get("VassalVersion"), VASSAL, key=version_number)
    if vassal != root.get("VassalVersion"):
        said = root.get("VassalVersion") or "none"
        losses.add("module", "VassalVersion", f"is {said}, here {vassal}: the lowest that opens it")
    for key in ("ModuleOther1", "ModuleOther2"):
        if root.get(key):
            losses.add("module", key, f"{root.get(key)!r}: left out")
    lines = [
        f"# {title}, taken over from {PurePosixPath(module.where.path).name}.",
        "",
        f"name = {quoted(title)}",
        f"file = {quoted(name)}",
        f"version = {quoted(version[0] if version else '0.1.0')}",
        f"vassal = {quoted('.'.join(map(str, version_number(vassal))))}",
        f"description = {quoted(one_line(root.get('description')))}",
        f"lattice = {quoted(name)}",
        f"window = {quoted(name)}",
        f"map = {quoted(main.title)}",
        f"sides = {listed(sides)}",
    ]
    if any(main.edge):
        lines.append(f"edge = [{main.edge[0]}, {main.edge[1]}]")
    lines.append(f"without = {listed(without)}  # parts that a build would add")
    return "\n".join(lines) + "\n"
