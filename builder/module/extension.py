"""A VASSAL extension (``.vmdx``): an archive whose elements VASSAL adds to a module it opens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from zipfile import ZIP_DEFLATED

from clubroute.builder.vassal.archive import BUILD_FILE, EARLIEST, Entry, ZipDate, write_archive
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.buildfile import write as write_build_file
from clubroute.builder.vassal.metadata import Metadata

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
