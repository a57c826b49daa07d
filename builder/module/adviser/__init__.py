"""The adviser inside VASSAL: its classes, for our modules and as an extension for any other.

The sources stand in ``java/``; ``make adviser`` compiles them anew into ``classes/``, byte for byte
the same wherever it runs. docs/adviser.md says what it does.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED

from clubroute.builder import __version__
from clubroute.builder.module.extension import Extension
from clubroute.builder.vassal.archive import EARLIEST, Entry, ZipDate
from clubroute.builder.vassal.buildfile import Element, element

CLASS = "clubroute.adviser.Adviser"
FOLDER = Path(__file__).parent
CLASSES = FOLDER / "classes"
SOURCES = FOLDER / "java"
LOWEST = "3.6.0"
"""The VASSAL whose names the classes use; later ones have them, too."""


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
    told = Extension("clubroute", "The clubroute adviser", __version__, LOWEST)
    return told.archive([adviser_element()], class_entries())
