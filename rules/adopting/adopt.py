"""A module taken over as a game folder: its boards, counters, traits, windows and pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from clubroute.builder.authoring.new_game import put_new
from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.picture_size import SUFFIXES
from clubroute.builder.files.staging import Say, silent
from clubroute.builder.module.window import ICONS, provenance_buttons, provenance_menu
from clubroute.builder.vassal.archive import BUILD_FILE, OLD_BUILD_FILE, ModuleArchive, read_module
from clubroute.builder.vassal.buildfile import HEADER, Element, write
from clubroute.builder.vassal.metadata import MODULE_DATA
from clubroute.rules.adopting.counters import Counters, ModulePictures
from clubroute.rules.adopting.losses import FILE, Losses
from clubroute.rules.adopting.maps import ADVISER, OURS, MainMap, kind_of, main_map, plain_part
from clubroute.rules.adopting.writing import listed, long_text, one_line, quoted, read_words, slug

# The parts of a module that have no table of their own: kept as VASSAL has them.

HELP = ("HelpFile", "BrowserHelpFile")
MODULE, MAP = "module", "map"


def kept_parts(
    root: Element, main: Element | None, counters: Counters, losses: Losses
) -> Iterator[tuple[str, Element]]:
    """The parts of the module and of its map that a build adds to its own, with where each goes.

    :param main: the window that is the map.
    """
    words = counters.words
    for part in root.children:
        if part is main:
            yield from of_map(part, counters, losses)
            continue
        kind = kind_of(part)
        if kind in words.module:
            note(part, kind, words.module, "module", losses)
            continue
        found = plain_part(part, part.get("name") or kind, losses)
        if found is not None:
            yield MODULE, counters.element(found)


def of_map(part: Element, counters: Counters, losses: Losses) -> Iterator[tuple[str, Element]]:
    """The parts of the map's window."""
    if not part.tag.startswith(OURS):
        losses.add("window", part.get("mapName"), f"{part.tag}: is a plain map window")
    losses.add("window", part.get("mapName"), "its colours, keys and reports are every build's")
    for child in part.children:
        kind = kind_of(child)
        made = next((one for one in counters.words.map if kind.endswith(one)), None)
        if made is not None:
            note(child, made, counters.words.map, "window", losses)
            continue
        if any(alike(child, one) for one in (provenance_buttons(), provenance_menu())):
            continue
        found = plain_part(child, child.get("name") or kind, losses)
        if found is not None:
            yield MAP, counters.element(found, (part.get("mapName"),))


def alike(a: Element, b: Element) -> bool:
    """Whether two parts say the same of themselves."""
    return (a.tag, dict(a.attributes)) == (b.tag, dict(b.attributes))


def note(part: Element, kind: str, made: Mapping[str, str], where: str, losses: Losses) -> None:
    """List what becomes of a part that every build makes."""
    if made[kind]:
        losses.add(where, kind, made[kind])
    if not part.tag.startswith((OURS, ADVISER)):
        losses.add(where, kind, f"{part.tag} of the module's own program: left out")


def pages_of(
    root: Element, entries: Mapping[str, bytes], losses: Losses
) -> Iterator[tuple[str, str]]:
    """The pages of the Help menu: title, and the file in the module."""
    for one in root.walk():
        kind = kind_of(one)
        title = one.get("title") or one.get("menuTitle") or "Help"
        if kind in HELP:
            file = one.get("fileName") or one.get("contents")
            if (
                kind == "HelpFile"
                and one.get("fileType", "archive") == "archive"
                and file in entries
            ):
                yield one_line(title), file
            else:
                losses.add("page", title, "a page that is no file of the module: left out")
        elif kind in ("AboutScreen", "Tutorial"):
            losses.add("page", title, f"{kind}: left out")


def windows_text(parts: Sequence[tuple[str, Element]], pages: Sequence[tuple[str, str]]) -> str:
    """``windows.toml``."""
    lines = [
        "# The module's windows, decks, buttons and palettes, as VASSAL has them. A counter in"
    ]
    lines += ["# them is a row of units.csv or markers.csv."]
    for title, file in pages:
        lines += ["", "[[page]]", f"title = {quoted(title)}", f"file = {quoted(file)}"]
    for into, part in parts:
        xml = write(part).decode("utf-8").removeprefix(HEADER)
        lines += ["", "[[component]]", f'into = "{into}"', f"xml = {long_text(xml)}"]
    return "\n".join(lines) + "\n"


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
    """Make the sources of a module. :raises InputError: a damaged one."""
    losses = Losses()
    root = module.build_file()
    pictures = ModulePictures(module, losses)
    entries = {one.name: one.data for one in module.entries if not one.name.endswith("/")}
    sides = sides_of(root, losses)
    # No counter's picture may be called as one that is packed as it is.
    stems = {PurePosixPath(one).stem.lower() for one in entries}
    counters = Counters(sides, pictures, losses, read_words(), module.where, set(stems))
    main = main_map(module, root, name, pictures, losses)
    counters.read_prototypes(root)
    parts = [*kept_parts(root, main.element, counters, losses)]
    pages = [*pages_of(root, entries, losses)]
    told = [text for _, part in parts for text in texts_of(part)]
    told += [trait.type for one in counters.prototypes.values() for trait in one.traits]
    told += [trait.type for chain in counters.chains for trait in chain]
    made = {*ICONS, *(f"board-{slug(one)}{kind}" for one in main.boards for kind in SUFFIXES)}
    packed = packed_files(entries, pictures, {file for _, file in pages}, made, told, losses)
    game = {
        "module.toml": module_text(module, root, name, main, sides, losses),
        "units.csv": counters.units_text(),
        "markers.csv": counters.markers_text(),
        "traits.toml": counters.traits_text(),
        "layout.toml": counters.layout_text(),
        "style.toml": counters.style_text(),
        "windows.toml": windows_text(parts, [(title, f"pages/{file}") for title, file in pages]),
        FILE: losses.text(),
    }
    files = {path: text.encode("utf-8") for path, text in game.items()}
    files |= {f"pages/{file}": entries[file] for _, file in pages}
    files |= pictures.files | packed
    return Adopted(main.files, files, losses, (len(counters.units), len(counters.markers)))


def texts_of(part: Element) -> list[str]:
    """All that a part says, where names of pictures may be."""
    return [text for one in part.walk() for text in (one.text, *(v for _, v in one.attributes))]


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


def packed_files(
    entries: Mapping[str, bytes],
    pictures: ModulePictures,
    pages: set[str],
    made: set[str],
    told: Sequence[str],
    losses: Losses,
) -> dict[str, bytes]:
    """What is packed as it stands: all but what the sources hold and what the build makes."""
    said = "\n".join(told)
    found = {}
    for name, data in entries.items():
        own = PurePosixPath(name)
        if name in (BUILD_FILE, OLD_BUILD_FILE, MODULE_DATA) or name in pages:
            continue
        if own.suffix == ".class":
            losses.add("file", name, "a program: left out")
            continue
        called = own.stem if own.suffix == ".gif" else own.name
        if name in pictures.taken and called not in said:
            continue
        if name.startswith("images/") and own.name in made:
            if own.name not in ICONS:
                losses.add("file", name, "called as a picture the build makes: left out")
        else:
            found[f"files/{name}"] = data
    return found


def module_text(
    module: ModuleArchive,
    root: Element,
    name: str,
    main: MainMap,
    sides: Sequence[str],
    losses: Losses,
) -> str:
    """``module.toml``."""
    title = one_line(root.get("name")) or name
    version = re.match(r"[0-9]+\.[0-9]+(\.[0-9]+)?", root.get("version"))
    if version is None or version[0] != root.get("version"):
        kept = version[0] if version else "0.1.0"
        losses.add("module", "version", f"is {root.get('version')!r}, here {kept}")
    vassal = re.match(r"[0-9]+\.[0-9]+(\.[0-9]+)?", root.get("VassalVersion"))
    lines = [
        f"# {title}, taken over from {PurePosixPath(module.where.path).name}.",
        "",
        f"name = {quoted(title)}",
        f"file = {quoted(name)}",
        f"version = {quoted(version[0] if version else '0.1.0')}",
        f"vassal = {quoted(vassal[0] if vassal else '3.5.8')}",
        f"description = {quoted(one_line(root.get('description')))}",
        f"lattice = {quoted(name)}",
        f"window = {quoted(name)}",
        f"map = {quoted(main.title)}",
        f"sides = {listed(sides)}",
    ]
    if any(main.edge):
        lines.append(f"edge = [{main.edge[0]}, {main.edge[1]}]")
    if main.asks:
        lines.append('chooser = "New game"')
    return "\n".join(lines) + "\n"
