"""The main map window: boards, stacking, moving, zoom, overview, LOS thread, reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from zipfile import ZIP_DEFLATED

from clubroute.builder import __version__
from clubroute.builder.art.layers.provenance import INKS
from clubroute.builder.art.outlines import rings, stitched
from clubroute.builder.errors import InputError, Where
from clubroute.builder.files.atomic import digest
from clubroute.builder.grid import Hex
from clubroute.builder.module.counters import RATED, has_blanks, one_of_each, one_sided, rated
from clubroute.builder.module.extension import Extension
from clubroute.builder.module.game import BOARD, GameSource, board_setup, picker, read_game
from clubroute.builder.module.icons import CAMERA, HIDDEN, OVERVIEW, SHOWN, SOURCES, THREAD
from clubroute.builder.module.numbered_zones import zones
from clubroute.builder.module.parts import (
    MAP,
    MODULE,
    OVERVIEW_PX,
    map_attributes,
    opening_zoom,
    stacking,
    workings,
    zoomer,
)
from clubroute.builder.module.pictures import FACES, outlined, unit_face
from clubroute.builder.module.viewer import viewer
from clubroute.builder.pixels import BoardView, image_name
from clubroute.builder.project import MODULE_FILE, Project
from clubroute.builder.provenance import SOURCES as KINDS
from clubroute.builder.provenance import Provenance
from clubroute.builder.sources.counter_set import CounterSet, read_counter_set
from clubroute.builder.sources.counter_style import Printed
from clubroute.builder.sources.vocabulary import Vocabulary
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.builder.vassal.archive import EARLIEST, Entry, ZipDate
from clubroute.builder.vassal.buildfile import ALT, Element, element, encode, key, read

# What the map rests on as a layer of the map window: lines of a menu that hatch hexes.
#
# VASSAL draws a zone's highlight over its board while a property names it. A zone for each
# provenance covers its hexes on a board; its button sets the property, and again takes it away.
# This costs no picture: a picture of every board would be 56 MB each in the player's memory.

PROPERTIES = "VASSAL.build.module.properties"
GRID = "VASSAL.build.module.map.boardPicker.board.mapgrid"

TITLES: Mapping[Provenance, str] = MappingProxyType(
    {"rulebook": "Rulebook", "survey": "Survey", "assumed": "Assumed"}
)
STYLES: Mapping[Provenance, tuple[str, int]] = MappingProxyType(
    {"rulebook": ("Plain", 35), "survey": ("Striped", 80), "assumed": ("Crosshatched", 80)}
)
"""How a highlight fills its hexes, and how opaque it is (percent): apart without colour, too."""

TOOLTIPS: Mapping[Provenance, str] = MappingProxyType(
    {
        "rulebook": "Show the hexes whose terrain a rulebook or scenario gives",
        "survey": "Show the hexes whose terrain was surveyed from the real country",
        "assumed": "Show the hexes whose terrain nobody vouches for",
    }
)


def property_name(provenance: Provenance) -> str:
    """The map's property that switches one provenance on: its title, or nothing."""
    return f"Show{TITLES[provenance]}"


def provenance_zones(view: BoardView, terrain: TerrainMap) -> list[Element]:
    """A zone for each provenance that a board shows. They stand after the zones that name hexes.

    VASSAL takes the first zone that holds a point for its name, and draws the highlights of all.
    """
    found = []
    by_provenance: dict[Provenance, list[Hex]] = {provenance: [] for provenance in KINDS}
    for h in view.lattice.hexes(view.window):
        if h in terrain.hexes and view.touches(h):
            by_provenance[terrain.hexes[h].basis.provenance].append(h)
    for provenance, hexes in by_provenance.items():
        corners = [view.pixel(point) for point in stitched(rings(view.lattice, hexes))]
        if corners:
            found.append(
                element(
                    f"{GRID}.Zone",
                    {
                        "name": f"{view.name} {TITLES[provenance]}",
                        "locationFormat": "$name$",
                        "path": ";".join(f"{x},{y}" for x, y in corners),
                        "useParentGrid": True,
                        "useHighlight": True,
                        "highlightProperty": property_name(provenance),
                    },
                )
            )
    return found


def highlighter() -> Element:
    """How each provenance is highlighted."""
    return element(
        f"{GRID}.ZonedGridHighlighter",
        {},
        *(
            element(
                f"{GRID}.ZoneHighlight",
                {
                    "name": TITLES[provenance],
                    "color": ",".join(map(str, INKS[provenance])),
                    "coverage": "Entire Zone",
                    "width": 1,
                    "style": STYLES[provenance][0],
                    "image": "",
                    "opacity": STYLES[provenance][1],
                },
            )
            for provenance in KINDS
        ),
    )


def provenance_buttons() -> Element:
    """The properties of the map window with their buttons, which the menu gathers."""
    return element(
        f"{PROPERTIES}.GlobalProperties",
        {},
        *(switch(provenance) for provenance in KINDS),
    )


def provenance_menu() -> Element:
    """The button that has the others in its menu."""
    return element(
        "VASSAL.build.module.ToolbarMenu",
        {
            "description": "What the map rests on",
            "text": "",
            "tooltip": "What the map rests on: hatch the hexes of a source, or of none",
            "icon": SOURCES,
            "hotkey": "",
            "menuItems": encode([TITLES[provenance] for provenance in KINDS], ","),
        },
    )


def switch(provenance: Provenance) -> Element:
    """One property and the button that turns it on and off."""
    name, title = property_name(provenance), TITLES[provenance]
    toggled = f'{{{name}=="{title}" ? "" : "{title}"}}'
    return element(
        f"{PROPERTIES}.GlobalProperty",
        {
            "name": name,
            "initialValue": "",
            "description": TOOLTIPS[provenance],
            "isNumeric": False,
            "min": "null",
            "max": "null",
            "wrap": False,
        },
        element(
            f"{PROPERTIES}.ChangePropertyButton",
            {
                "text": title,
                "tooltip": TOOLTIPS[provenance],
                "hotkey": "",
                "icon": "",
                "reportFormat": "",
                "propChanger": encode(("P", toggled), ","),
            },
        ),
    )


# The boards of a map window with the zones whose grids name hexes as the map does.


def board_picker(
    map_name: str, views: tuple[BoardView, ...], terrain: TerrainMap, *, asks: bool, sources: bool
) -> Element:
    """The board picker with all boards, laid out without asking unless it ``asks``."""
    setup = None if asks else board_setup(map_name, views)
    return picker(setup, *(board(view, terrain, sources=sources) for view in views))


def board(view: BoardView, terrain: TerrainMap, *, sources: bool = True) -> Element:
    """One board with its picture and its numbered grid, with ``sources`` what its hexes rest on; or
    with the grid its author gives. :raises InputError: that is none."""
    if view.grid is not None:
        grid = read(view.grid.read_bytes(), Where.of(view.grid))
        return element(
            f"{BOARD}.Board",
            {"image": image_name(view), "name": view.name, "reversible": False},
            *grid.children,
        )
    return element(
        f"{BOARD}.Board",
        {"image": image_name(view), "name": view.name, "reversible": False},
        element(
            f"{BOARD}.board.ZonedGrid",
            {},
            *([] if view.blank else zones(view)),
            *(
                [*provenance_zones(view, terrain), highlighter()]
                if sources and not view.blank
                else []
            ),
        ),
    )


# An owner's ratings as a VASSAL extension: the module stays as everybody has it.
#
# Unit pieces have a layer for faces that are in no module
# (:func:`~clubroute.builder.module.counters.rated_layer`). The extension brings those faces, and
# the property by which the layer shows them.


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


@dataclass(frozen=True, slots=True)
class WindowGround:
    """What the map window tells of every hex: the boards, and the mouse-over viewer."""

    boards: Element
    viewer: Element


def ground_of(
    game: GameSource, terrain: TerrainMap, views: tuple[BoardView, ...], words: Vocabulary
) -> WindowGround:
    """What a game's map window tells of the hexes of its map."""
    return WindowGround(
        board_picker(
            game.map, views, terrain, asks=bool(game.chooser), sources=game.has("Sources")
        ),
        viewer(terrain, game.window, words),
    )


def main_map(
    game: GameSource, ground: WindowGround, views: tuple[BoardView, ...], *more: Element
) -> Element:
    """The map window with all boards of a module."""
    laid = [view for view in views if not view.choice]
    width = max(view.map_x + view.width for view in laid)
    height = max(view.map_y + view.height for view in laid)
    whole = element(
        f"{MODULE}.Map",
        map_attributes(game.map, main=True, edge=game.edge),
        ground.boards,
        *([provenance_buttons(), provenance_menu()] if game.has("Sources") else []),
        stacking(),
        *workings(),
        element(f"{MAP}.HighlightLastMoved", {"color": "200,0,0", "enabled": True, "thickness": 2}),
        ground.viewer,
        overview(width, height),
        los_thread(views[0], game.sight),
        zoomer(opening_zoom(width, height)),
        element(
            f"{MAP}.HidePiecesButton",
            {
                "buttonText": "",
                "hiddenIcon": HIDDEN,
                "hotkey": key("H", ALT),
                "showingIcon": SHOWN,
                "tooltip": "Hide all counters, show them again",
            },
        ),
        element(
            f"{MAP}.ImageSaver",
            {
                "buttonText": "",
                "hotkey": "",
                "icon": CAMERA,
                "tooltip": "Save the map as a picture",
            },
        ),
        *more,
    )
    return replace(whole, content=tuple(one_of_each(whole.children)))


LARGEST = 0.06
"""The scale of the overview at most."""


def overview(width: int, height: int) -> Element:
    """The small map of the whole map, of so many px."""
    scale = min(LARGEST, OVERVIEW_PX[0] / width, OVERVIEW_PX[1] / height)
    return element(
        f"{MAP}.GlobalMap",
        {
            "buttonText": "",
            "color": "200,0,0",
            "hotkey": key("O", ALT),
            "icon": OVERVIEW,
            "scale": f"{scale:.4f}",
            "tooltip": "Show or hide the overview",
        },
    )


def los_thread(view: BoardView, sight: str) -> Element:
    """A thread from hex centre to hex centre that reports the range in hexes.

    :param sight: what the report adds: how to ask what blocks, of which VASSAL knows nothing.
    """
    return element(
        f"{MAP}.LOS_Thread",
        {
            "drawRange": True,
            "global": "Never",
            "hideCounters": False,
            "hideOpacity": 0,
            "hotkey": key("L", ALT),
            "iconName": THREAD,
            "label": "",
            "persistence": "Ctrl-Click & Drag",
            "persistentIconName": THREAD,
            "rangeBg": "255,255,240",
            "rangeFg": "0,0,0",
            "report": "$PlayerId$ looks from $FromLocation$ to $ToLocation$, range $Range$"
            + (f" ({sight})" if sight else ""),
            "round": "Nearest whole number",
            "scale": view.scale.hex_pitch,
            "snapEnd": True,
            "snapStart": True,
            "threadColor": "200,0,0",
            "threadName": "LOS",
            "tooltip": "Line of sight thread",
        },
    )
