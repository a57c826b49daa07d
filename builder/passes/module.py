"""Pass ``module``: the build file and the setups; and the archive that holds them all."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from zipfile import ZIP_DEFLATED, ZIP_STORED

from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.deflating import deflated
from clubroute.builder.files.regular import read_file
from clubroute.builder.module.adviser import class_entries
from clubroute.builder.module.buildfile import build_file, keys_sheet, sources_sheet
from clubroute.builder.module.charts import help_sheets, sheets_of
from clubroute.builder.module.setups import Shelf, empty_setup
from clubroute.builder.module.translations import property_files
from clubroute.builder.module.trays import tray_window, tray_windows
from clubroute.builder.module.tutorial import FILE
from clubroute.builder.module.window import ICONS, WindowGround
from clubroute.builder.sources.toml_table import GameFolder, packed_files
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import (
    BUILD_FILE,
    Entry,
    ZipDate,
    epoch_seconds,
    write_archive,
)
from clubroute.builder.vassal.buildfile import write as write_build_file
from clubroute.builder.vassal.commands import Command
from clubroute.builder.vassal.metadata import MODULE_DATA, Metadata
from clubroute.builder.vassal.setup import game_archive, setup_archive

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
    pages = {sheet.file: sheet.data for sheet in (*charts, *told)}
    return [
        Entry(MODULE_DATA, metadata.write(), date=date),
        Entry(BUILD_FILE, write_build_file(root), ZIP_DEFLATED, date),
        *(Entry(file, data, date=date) for _, file, data in setups),
        *(Entry(file, data, date=date) for file, data in tutorial),
        *(Entry(file, pages[file], ZIP_DEFLATED, date) for file in sorted(pages)),
        *(
            Entry(file, data, ZIP_DEFLATED, date)
            for file, data in property_files(root, counters.translations)
        ),
        *(
            Entry(f"images/{file}", ICONS[file], ZIP_DEFLATED, date)
            for file in (sorted(ICONS) if game.has("Map") else ())
        ),
        *(class_entries(date) if game.has("Adviser") else ()),
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
