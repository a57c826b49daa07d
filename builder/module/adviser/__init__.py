"""The adviser inside VASSAL: its classes, for our modules and as an extension for any other.

The sources stand in ``java/``; ``make adviser`` compiles them anew into ``classes/``, byte for byte
the same wherever it runs. docs/adviser.md says what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED

from clubroute.builder import __version__
from clubroute.builder.vassal.archive import BUILD_FILE, EARLIEST, Entry, ZipDate, write_archive
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.buildfile import write as write_build_file
from clubroute.builder.vassal.metadata import Metadata

CLASS = "clubroute.adviser.Adviser"
FOLDER = Path(__file__).parent
CLASSES = FOLDER / "classes"
SOURCES = FOLDER / "java"
MODULE = "VASSAL.build.module"
LOWEST = "3.6.0"
"""The VASSAL whose names the classes use; later ones have them, too."""
EXTENSION_DATA = "extensiondata"


def adviser_element() -> Element:
    """The child of a module, or of an extension, that starts it."""
    return element(CLASS)


def class_entries(date: ZipDate = EARLIEST) -> Iterator[Entry]:
    """The classes, as files of a module or extension."""
    for path in sorted(CLASSES.rglob("*.class")):
        name = path.relative_to(CLASSES).as_posix()
        yield Entry(name, path.read_bytes(), ZIP_DEFLATED, date)


def extension() -> bytes:
    """The bytes of a ``.vmdx`` that brings it to any module of one player's."""
    root = element(
        f"{MODULE}.ModuleExtension",
        {
            "anyModule": True,  # first: the engine looks at the module's name as it reads that
            "description": "The clubroute adviser",
            "extensionId": "clubroute",
            "module": "any",
            "moduleVersion": "0",
            "nextPieceSlotId": 0,
            "vassalVersion": LOWEST,
            "version": __version__,
        },
        element(f"{MODULE}.ExtensionElement", {"target": ""}, adviser_element()),
    )
    told = Metadata(__version__, LOWEST, 0, "The clubroute adviser").write()
    told = told.replace(b"</data>", b"<universal>true</universal></data>")
    return write_archive(
        [
            Entry(EXTENSION_DATA, told),
            Entry(BUILD_FILE, write_build_file(root), ZIP_DEFLATED),
            *class_entries(),
        ]
    )
