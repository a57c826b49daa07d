"""A VASSAL extension (``.vmdx``): an archive whose elements VASSAL adds to a module it opens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from zipfile import ZIP_DEFLATED

from clubroute.builder.art.charts import ChartPicture, boxes_chart, table_chart, track_chart
from clubroute.builder.module.game import Beside, GameSource
from clubroute.builder.sources.text import filled_rows
from clubroute.builder.sources.toml_table import GameFolder, read_toml_table
from clubroute.builder.sources.windows import read_boxes
from clubroute.builder.vassal.archive import BUILD_FILE, EARLIEST, Entry, ZipDate, write_archive
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.buildfile import write as write_build_file
from clubroute.builder.vassal.metadata import Metadata

# What a game has drawn on its boards beside the map: ``[[beside]]`` of ``module.toml``.


def charts_beside(game: GameSource, folder: GameFolder) -> tuple[ChartPicture, ...]:
    """The charts of a game, in the order in which they take the room there is.

    :raises InputError: a file that is not there, a mistake in one.
    """
    return tuple(chart_of(one, game, folder) for one in game.beside)


def chart_of(one: Beside, game: GameSource, folder: GameFolder) -> ChartPicture:
    """A chart: a table, the boxes of a display, or without a file the track of turns."""
    if not one.file:
        return track_chart(one.title, game.days, game.times)
    path = folder.file(one.file)
    if not path.is_file():
        raise one.table.error("file", repr(one.file), "a file of the game's folder")
    if path.suffix == ".toml":
        boxes = read_boxes(read_toml_table(path), "boxes", None)
        return boxes_chart(one.title, [(box.title, box.at, box.size) for box in boxes])
    rows = filled_rows(path)
    if not rows:
        raise one.table.error("file", f"no rows in {one.file}", "a table")
    return table_chart(one.title, rows)


MODULE = "VASSAL.build.module"
EXTENSION_DATA = "extensiondata"


@dataclass(frozen=True, slots=True)
class Extension:
    """What an extension says of itself. ``module`` and ``module_version`` are those of the one
    module it is for, "" for any; ``vassal`` is the lowest version meant to open it."""

    id: str
    description: str
    version: str
    vassal: str
    module: str = ""
    module_version: str = ""

    def archive(
        self, elements: Iterable[Element], entries: Iterable[Entry], date: ZipDate = EARLIEST
    ) -> bytes:
        """The bytes of the ``.vmdx``: elements that become children of the module, and files."""
        any_module = not self.module
        root = element(
            f"{MODULE}.ModuleExtension",
            {
                "anyModule": any_module,  # first: the engine looks at the module's name by it
                "description": self.description,
                "extensionId": self.id,
                "module": self.module or "any",
                "moduleVersion": self.module_version or "0",
                "nextPieceSlotId": 0,
                "vassalVersion": self.vassal,
                "version": self.version,
            },
            *(element(f"{MODULE}.ExtensionElement", {"target": ""}, one) for one in elements),
        )
        told = Metadata(self.version, self.vassal, 0, self.description).write()
        if any_module:
            told = told.replace(b"</data>", b"<universal>true</universal></data>")
        return write_archive(
            [
                Entry(EXTENSION_DATA, told, date=date),
                Entry(BUILD_FILE, write_build_file(root), ZIP_DEFLATED, date),
                *entries,
            ]
        )
