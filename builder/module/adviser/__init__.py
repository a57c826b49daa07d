"""Programs inside VASSAL: the adviser, for our modules and as an extension for any other, what lays
windows out as a game begins, the sheets of the counters and the pages of charts.

The sources stand in ``java/``; ``make adviser`` compiles them anew into ``classes/``, byte for byte
the same wherever it runs. docs/adviser.md says what it does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED

from clubroute.builder import __version__
from clubroute.builder.module.extension import Extension
from clubroute.builder.vassal.archive import EARLIEST, Entry, ZipDate
from clubroute.builder.vassal.buildfile import Element, element

ADVISER, BESIDE = "clubroute.adviser.Adviser", "clubroute.windows.Beside"
SHELF, PAGES = "clubroute.windows.ShelfPanelWidget", "clubroute.windows.PagesWidget"
FOLDER = Path(__file__).parent
CLASSES = FOLDER / "classes"
SOURCES = FOLDER / "java"
LOWEST = "3.6.0"
"""The VASSAL whose names the classes use; later ones have them, too."""


def adviser_element() -> Element:
    """The child of a module, or of an extension, that starts it."""
    return element(ADVISER)


def beside_element(window: str) -> Element:
    """The child of a module that gives each window the size of its map, opens one beside the board,
    if anything lies in it, and the overview, if not all counters are in sight.

    :param window: the title of that one, "" for none."""
    return element(BESIDE, {"window": window})


def class_entries(parts: Iterable[Element], date: ZipDate = EARLIEST) -> Iterator[Entry]:
    """The classes of the programs among some parts, as files of a module or extension."""
    named = {part.tag.rpartition(".")[0] for part in parts}
    for path in sorted(CLASSES.rglob("*.class")):
        name = path.relative_to(CLASSES)
        if ".".join(name.parent.parts) in named:
            yield Entry(name.as_posix(), path.read_bytes(), ZIP_DEFLATED, date)


def extension() -> bytes:
    """The bytes of a ``.vmdx`` that brings it to any module of one player's."""
    told = Extension("clubroute", "The clubroute adviser", __version__, LOWEST)
    return told.archive([adviser_element()], class_entries([adviser_element()]))
