"""An owner's ratings as a VASSAL extension: the module stays as everybody has it.

Unit pieces have a layer for faces that are in no module
(:func:`~clubroute.builder.module.counters.rated_layer`). The extension brings those faces, and the
property by which the layer shows them.
"""

from __future__ import annotations

from collections.abc import Iterator
from zipfile import ZIP_DEFLATED

from clubroute.builder import __version__
from clubroute.builder.cache import digest
from clubroute.builder.errors import InputError, Where
from clubroute.builder.module.counters import RATED, has_blanks, one_sided, rated
from clubroute.builder.module.extension import Extension
from clubroute.builder.module.game import GameSource, read_game
from clubroute.builder.module.pictures import FACES, outlined, unit_face
from clubroute.builder.module.provenance import PROPERTIES
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.printed import Printed
from clubroute.builder.vassal.archive import EARLIEST, Entry, ZipDate
from clubroute.builder.vassal.buildfile import Element, element


def extension_of(project: Project, name: str, printed: Printed, date: ZipDate = EARLIEST) -> bytes:
    """The extension for the module of a game of a project.

    :raises InputError: a mistake in the game's sources or in the owner's table, or a game all of
        whose ratings its author has told.
    """
    project = project.with_game(name)
    game = read_game(project.game(name) / MODULE_FILE)
    counters = read_counter_set(project.game(name))
    if not game.assumed_counters:
        counters = counters.without_assumed()
    if not any(has_blanks(unit, counters.book.layout) for unit in counters.units):
        place = Where.of(project.game(name) / MODULE_FILE)
        raise InputError(place, "no counter with a blank rating", "a game whose ratings are yours")
    return ratings_extension(game, counters, counters.printed(printed), date)


def ratings_extension(
    game: GameSource, plain: CounterSet, printed: CounterSet, date: ZipDate = EARLIEST
) -> bytes:
    """The bytes of a ``.vmdx`` for the module of a game.

    :param plain: its counters as the module has them.
    :param printed: the same with the ratings of an owner's table.
    """
    faces = tuple(face_entries(plain, printed, date))
    # Two tables make two extensions: a save tells which of them it was played with.
    version = f"{__version__}-{digest(*(entry.data for entry in faces))[:8]}"
    told = Extension(
        "clubroute-ratings",
        f"The ratings of {game.name}, as an owner wrote them down",
        version,
        game.vassal,
        game.name,
        game.version,
    )
    return told.archive([shown_property()], faces, date)


def face_entries(plain: CounterSet, printed: CounterSet, date: ZipDate) -> Iterator[Entry]:
    """The faces with ratings of each unit that has a place for them in the module. All faces of a
    unit are there, told of or not: its layer shows one of them."""
    layout, style = printed.book.layout, printed.style
    blank = {unit.id for unit in plain.units if has_blanks(unit, layout)}
    for unit in printed.units:
        if unit.id in blank:
            for face in FACES[:1] if one_sided(unit, layout) else FACES:
                drawn = outlined(unit_face(unit, style, face))()
                yield Entry(f"images/{rated(unit.id, face)}", drawn, ZIP_DEFLATED, date)


def shown_property() -> Element:
    """The property of the module that turns the layers of all units to their ratings."""
    return element(
        f"{PROPERTIES}.GlobalProperty",
        {
            "name": RATED,
            "initialValue": "2",
            "description": "Counters show the ratings of this extension",
            "isNumeric": False,
            "min": "null",
            "max": "null",
            "wrap": False,
        },
    )
