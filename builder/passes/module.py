"""Pass ``module``: build file, set-ups and archive, and what the engine must find in it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any
from zipfile import ZIP_DEFLATED, ZIP_STORED

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import Cache, digest
from clubroute.builder.files.deflating import deflated
from clubroute.builder.files.regular import read_file
from clubroute.builder.module.adviser import class_entries
from clubroute.builder.module.buildfile import build_file, keys_sheet, sources_sheet
from clubroute.builder.module.charts import dressed, help_sheets, sheets_of
from clubroute.builder.module.game import GameSource
from clubroute.builder.module.icons import icons_in
from clubroute.builder.module.setups import (
    Shelf,
    deck_contents,
    empty_setup,
    first_chits,
    placed_counters,
)
from clubroute.builder.module.translations import property_files
from clubroute.builder.module.trays import tray_window, tray_windows
from clubroute.builder.module.tutorial import FILE
from clubroute.builder.module.window import WindowGround, ground_of
from clubroute.builder.own_code import code_digest
from clubroute.builder.passes.counters import read_pictures, write_pictures
from clubroute.builder.pixels import BoardView
from clubroute.builder.sources.scenarios import Scenario
from clubroute.builder.sources.toml_table import GameFolder, packed_files
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    Entry,
    ZipDate,
    epoch_seconds,
    write_archive,
)
from clubroute.builder.vassal.buildfile import Element, element, read, write
from clubroute.builder.vassal.buildfile import write as write_build_file
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.metadata import MODULE_DATA, Metadata
from clubroute.builder.vassal.setup import game_archive, setup_archive

# What the engine must find in a module, told from the sources and not from the module itself.


def expect(shelf: Shelf) -> dict[str, Any]:
    """What the engine must find in the module: hex names by pixel, setups, pieces, sides."""
    game, views, lattice = shelf.game, shelf.views, shelf.views[0].lattice
    boards = []
    for view in views:
        hexes = {}
        for h in view.hexes():
            x, y = view.centre(h)
            hexes[lattice.format(h)] = [x + view.map_x, y + view.map_y]
        boards.append({"name": view.name, "x": view.map_x, "y": view.map_y, "hexes": hexes})
    setups = [
        {
            "name": scenario.title,
            "file": f"{game.file}-{scenario.id.lower()}.vsav",
            "pieces": expected_pieces(scenario, shelf),
        }
        for scenario in shelf.counters.setups
    ]
    if game.empty:
        setups.append({"name": game.empty, "file": f"{game.file}-empty.vsav", "pieces": []})
    return {
        "module": game.name,
        "maps": [{"name": game.map, "boards": boards}] if game.has("Map") else [],
        "setups": setups,
        "pieces": [{"gpid": item.gpid, "name": item.name} for item in shelf.pieces.values()],
        "start": game.empty if game.chooser else "",
        "sides": [*game.sides, *game.observers],
    }


def expected_pieces(scenario: Scenario, shelf: Shelf) -> list[dict[str, Any]]:
    """What the engine must find of a scenario: counters where they lie, chits and decks."""
    pieces = shelf.pieces
    found = [
        (stood.counter, stood.map, stood.place, (stood.x, stood.y))
        for stood in placed_counters(scenario, shelf)
    ]
    windows = shelf.counters.windows
    found += [
        (pieces[one.chit], one.window, one.box, one.at) for one in first_chits(scenario, windows)
    ]
    found += [
        (pieces[id_], held.window.title, held.deck.name, held.deck.at)
        for held in deck_contents(scenario, windows)
        for id_ in held.ids
    ]
    return [
        {
            "name": counter.name,
            "gpid": counter.gpid,
            "map": map_name,
            "hex": place,
            "x": x,
            "y": y,
        }
        for counter, map_name, place, (x, y) in found
    ]


# Pass ``module``, its dear part: what the map window tells of every hex, as it was last time.

GROUND = "ground"
"""What a cache calls it."""


def kept_ground(
    game: GameSource,
    terrain: TerrainMap,
    views: tuple[BoardView, ...],
    words: Vocabulary,
    cache: Cache,
    name: str,
    made_of: str,
) -> WindowGround:
    """What a game's map window tells of its hexes, made anew only for another map.

    :param made_of: :func:`clubroute.builder.passes.boards.map_digest`.
    """
    key = digest(
        made_of, game.map, game.window, game.chooser, repr(game.without), repr(views), code_digest()
    )
    kept = cache.read(f"{name}-{GROUND}", key)
    if kept is not None:
        return WindowGround(*map(bare, read(kept).children))
    ground = ground_of(game, terrain, views, words)
    cache.write(f"{name}-{GROUND}", key, write(element("kept", None, ground.boards, ground.viewer)))
    return ground


def bare(kept: Element) -> Element:
    """An element that was written, without the line breaks between those in it."""
    nodes = (bare(node) if isinstance(node, Element) else node for node in kept.content)
    content = tuple(node for node in nodes if not isinstance(node, str) or node.strip())
    return Element(kept.tag, kept.attributes, content)


# Files of an archive as they were packed last time: packing a thousand pictures takes a while.

PACKED = "packed"
"""What a cache calls them."""


class Packing:
    """Packs files, and keeps in a cache what it packed."""

    def __init__(self, cache: Cache, name: str) -> None:
        self._cache, self._kind = cache, f"{name}-{PACKED}"
        self._kept = read_pictures(cache.read(self._kind, code_digest()))
        self._used: dict[str, bytes] = {}

    def pack(self, data: bytes) -> bytes:
        """A file packed."""
        key = digest(data)
        self._used[key] = packed = self._kept.get(key) or deflated(data)
        return packed

    def keep(self) -> None:
        """Keep what was packed, and nothing else."""
        if self._used.keys() != self._kept.keys():
            self._cache.write(self._kind, code_digest(), write_pictures(self._used))


MOST_FILE = 256 << 20
"""Bytes of a file an author has packed into his module."""


def module_entries(
    shelf: Shelf,
    ground: WindowGround,
    terrain: TerrainMap,
    saved: Mapping[str, Command],
    begun: Command | None,
    date: ZipDate,
    credits_: tuple[str, ...] = (),
    *,
    legend: bool = False,
) -> list[Entry]:
    """What a module holds but for its pictures.

    :param saved: the setups of the scenarios, by id. :param begun: the tutorial's set-up and
        steps. :param credits_: whom its map is owed to.
    :param legend: whether the map's legend has a window.
    """
    game, counters = shelf.game, shelf.counters
    seconds = epoch_seconds(os.environ)
    metadata = Metadata(
        game.version, game.vassal, 1000 * (seconds or 0), game.description, game.name
    )
    setups = [
        (
            scenario.title,
            f"{game.file}-{scenario.id.lower()}.vsav",
            game_archive(saved[scenario.id], metadata, date),
        )
        for scenario in counters.setups
    ]
    if game.empty:
        empty = setup_archive(empty_setup(shelf), metadata, date)
        setups.append((game.empty, f"{game.file}-empty.vsav", empty))
    tutorial = [(FILE, game_archive(begun, metadata, date))] if begun else []
    helps = [*help_sheets(counters.windows), keys_sheet(counters.traits, counters.windows)]
    if credits_ and game.has("Sources"):
        helps.append(sources_sheet(credits_, terrain.window(game.window).provenance_shares()))
    root = build_file(
        shelf,
        ground,
        [(title, file) for title, file, _ in setups],
        [tray_window(window, counters) for window in tray_windows(counters)]
        if counters.setups
        else [],
        helps,
        legend=legend,
    )
    charts = [sheet for chart in counters.windows.charts for sheet in sheets_of(chart)]
    told = helps if game.has("Documentation") else []
    pages = {sheet.file: dressed(sheet.data) for sheet in (*charts, *told)}
    return [
        Entry(MODULE_DATA, metadata.write(), date=date),
        Entry(BUILD_FILE, write_build_file(root), ZIP_DEFLATED, date),
        *(Entry(file, data, date=date) for _, file, data in setups),
        *(Entry(file, data, date=date) for file, data in tutorial),
        *(Entry(file, pages[file], ZIP_DEFLATED, date) for file in sorted(pages)),
        *(
            Entry(file, data, ZIP_DEFLATED, date)
            # A module that brings its languages brings their words.
            for file, data in (
                property_files(root, counters.translations) if game.has("Language") else ()
            )
        ),
        *(Entry(f"images/{file}", data, ZIP_DEFLATED, date) for file, data in icons_in(root)),
        *class_entries(root.walk(), date),
    ]


def own_entries(folder: GameFolder, taken: Mapping[str, bytes], date: ZipDate) -> list[Entry]:
    """What an author has packed into his module as it stands.

    :param taken: all else in it by name; a counter's picture may be one of these files.
    :raises InputError: a file whose name something else has, or too large.
    """
    found = []
    for name, path in packed_files(folder).items():
        data = read_file(path, Where.of(path), "a file of the module", MOST_FILE)
        if name in taken:
            if taken[name] == data:
                continue
            raise InputError(Where.of(path), name, "a name that nothing else in the module has")
        found.append(Entry(name, data, packing(name), date))
    return found


def module_archive(
    entries: Sequence[Entry],
    pictures: Mapping[str, bytes],
    date: ZipDate,
    pack: Callable[[bytes], bytes] = deflated,
) -> bytes:
    """The module's bytes. :param pictures: by file name. :param pack: packs a file."""
    images = (
        Entry(f"images/{file}", pictures[file], packing(file), date) for file in sorted(pictures)
    )
    return write_archive([*entries, *images], pack)


def packing(file: str) -> int:
    """How a picture is kept in the zip: PNG is packed already."""
    return ZIP_STORED if file.endswith((".png", ".jpg", ".jpeg", ".gif")) else ZIP_DEFLATED
