"""``windows.toml``: the windows, decks, buttons, charts and pages of a module beside its map.

docs/module.md describes each table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.errors import InputError, nearest_name
from clubroute.builder.sources.displays import (
    DisplayBox,
    display_size,
    grid_boxes,
    pair,
    read_boxes,
)
from clubroute.builder.sources.division_rows import NO_DIVISIONS, DivisionRows, division_boxes
from clubroute.builder.sources.game_folder import GameFolder
from clubroute.builder.sources.strokes import stroke
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table
from clubroute.builder.sources.turn_lists import TurnLists, read_turn_lists
from clubroute.builder.vassal.buildfile import Element, read

FILE = "windows.toml"
HOLDS = ("chits", "draws", "nothing")
"""What of a set-up lies in a deck: its chits, the markers it draws at random, or nothing."""
COUNTER = "counter"
"""The tag that stands for a counter of the game in a component."""
DECK_PX = 84


@dataclass(frozen=True, slots=True)
class WindowDeck:
    """A deck: always shuffled, face down. ``at`` is its centre, px of the window. ``picks``
    says whether players may choose what they take."""

    name: str
    title: str
    at: tuple[int, int]
    holds: str
    picks: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a window's toolbar that sends a key to the counters an expression picks; of a
    deck to its top one. ``window`` is "" for the main map."""

    text: str
    tooltip: str
    sends: str
    where: str
    tells: str
    window: str = ""
    deck: str = ""


@dataclass(frozen=True, slots=True)
class Window:
    """A window of boxes and decks; ``picture`` is a file that stands for its own drawing."""

    title: str
    button: str
    tooltip: str
    size: tuple[int, int]
    picture: Path | None
    boxes: tuple[DisplayBox, ...]
    decks: tuple[WindowDeck, ...]

    @property
    def image(self) -> str:
        """The name of its picture in the module."""
        name = "".join(c if c.isalnum() else "-" for c in self.title.lower())
        return f"board-{name}{self.picture.suffix if self.picture else '.png'}"


@dataclass(frozen=True, slots=True)
class WindowPage:
    """A page of a chart window or of the Help menu: an HTML, text or CSV file."""

    title: str
    path: Path


@dataclass(frozen=True, slots=True)
class Chart:
    """A window of pages, a tab each; ``turns`` are turn lists instead."""

    title: str
    button: str
    tooltip: str
    pages: tuple[WindowPage, ...]
    turns: TurnLists | None = None


@dataclass(frozen=True, slots=True)
class Component:
    """Any part of a module, as VASSAL's build file has it; ``window`` says where: "" for the main
    map, None for the module itself. A ``<counter id="…"/>`` within it is a counter of the game."""

    element: Element
    window: str | None

    @property
    def counters(self) -> Iterator[str]:
        """The ids of the game's counters that lie in it."""
        return (one.get("id") for one in self.element.walk() if one.tag == COUNTER)


@dataclass(frozen=True, slots=True)
class Windows:
    """All that a module has beside its map and its counters; ``arrivals`` is the title of the
    window that shows a scenario's Order of Arrival, "" for none."""

    windows: tuple[Window, ...] = ()
    buttons: tuple[Button, ...] = ()
    charts: tuple[Chart, ...] = ()
    pages: tuple[WindowPage, ...] = ()
    components: tuple[Component, ...] = ()
    arrivals: str = ""

    def decks(self) -> tuple[tuple[Window, WindowDeck], ...]:
        """Every deck with its window."""
        return tuple((window, deck) for window in self.windows for deck in window.decks)

    def menu(self, deck: WindowDeck) -> tuple[Button, ...]:
        """The buttons of a deck, which are lines of its menu, too."""
        return tuple(button for button in self.buttons if button.deck == deck.name)


def read_windows(
    folder: GameFolder,
    markers: Collection[str],
    rows: DivisionRows = NO_DIVISIONS,
    counters: Collection[str] = (),
) -> Windows:
    """The windows of a game: those it shares with others, then its own; none without a file.

    :param markers: ids of the game's markers.
    :param rows: the divisions that have a row in a window of divisions, and their points.
    :param counters: ids of all its counters.
    :raises InputError: a missing or unknown key, a file or window that is not there.
    """
    found = Windows()
    for place in (folder.shared, folder.path):
        if place is not None and (place / FILE).exists():
            found = with_more(found, read_toml_table(place / FILE), folder, markers, rows, counters)
    return found


def with_more(
    found: Windows,
    top: TomlTable,
    folder: GameFolder,
    markers: Collection[str],
    rows: DivisionRows,
    counters: Collection[str],
) -> Windows:
    """Windows and those of one more file."""
    top.only(("window", "button", "chart", "page", "component", "arrivals"))
    windows = found.windows
    for entry in top.repeats("window"):
        window = read_window(entry, folder, markers, rows)
        if window.title in [other.title for other in windows]:
            raise entry.error("title", f"{window.title!r} twice", "each window once")
        windows = (*windows, window)
    titles = [window.title for window in windows]
    decks = [deck.name for window in windows for deck in window.decks]
    return Windows(
        windows,
        found.buttons + tuple(read_button(one, titles, decks) for one in top.repeats("button")),
        found.charts + tuple(read_chart(one, folder) for one in top.repeats("chart")),
        found.pages + tuple(read_page(one, folder) for one in top.repeats("page")),
        found.components
        + tuple(read_component(one, titles, counters) for one in top.repeats("component")),
        top.optional("arrivals") or found.arrivals,
    )


def source_file(table: TomlTable, key: str, folder: GameFolder) -> Path:
    """A file of the game's folder. :raises InputError: there is none of that name."""
    name = table.value(key, str)
    path = folder.file(name)
    if not path.exists() or ".." in Path(name).parts:
        raise table.error(key, repr(name), "a file in the game's folder")
    return path


def read_window(
    table: TomlTable,
    folder: GameFolder,
    markers: Collection[str],
    rows: DivisionRows,
) -> Window:
    """A ``[[window]]`` table; with ``display`` the boxes of another file."""
    keys = ("title", "button", "tooltip", "size", "picture", "display", "box", "grid", "deck")
    table.only((*keys, "divisions"))
    boxes, title = read_boxes(table, "box", markers), table.optional("title")
    for grid in table.repeats("grid"):
        boxes = (*boxes, *grid_boxes(grid, markers))
    if "display" in table.table:
        display = read_toml_table(source_file(table, "display", folder))
        boxes = (*boxes, *read_boxes(display, "boxes", markers))
        title = title or display.value("title", str)
    title = title or table.value("title", str)
    if "divisions" in table.table:
        boxes = (*boxes, *division_boxes(table.inner("divisions"), rows, markers))
    decks = tuple(read_deck(entry) for entry in table.repeats("deck"))
    size = pair(table, "size", 60) if "size" in table.table else display_size(boxes)
    button = table.optional("button", title)
    return Window(
        title,
        button,
        table.optional("tooltip", title),
        size,
        source_file(table, "picture", folder) if "picture" in table.table else None,
        boxes,
        decks,
    )


def read_deck(table: TomlTable) -> WindowDeck:
    """A ``[[window.deck]]`` table."""
    table.only(("name", "title", "at", "holds", "picks"))
    name = table.value("name", str)
    return WindowDeck(
        name,
        table.optional("title", name),
        pair(table, "at", 0),
        table.optional_choice("holds", HOLDS) or "nothing",
        table.flag("picks", default=False),
    )


def read_button(table: TomlTable, windows: Collection[str], decks: Collection[str]) -> Button:
    """A ``[[button]]`` table."""
    table.only(("text", "tooltip", "sends", "where", "tells", "window", "deck"))
    table.value("sends", str)
    return Button(
        table.value("text", str),
        table.optional("tooltip"),
        stroke(table, "sends"),
        table.optional("where"),
        table.optional("tells"),
        table.optional_choice("window", windows) or "",
        table.optional_choice("deck", decks) or "",
    )


def read_page(table: TomlTable, folder: GameFolder) -> WindowPage:
    """A ``[[page]]`` or ``[[chart.page]]`` table."""
    table.only(("title", "file"))
    return WindowPage(table.value("title", str), source_file(table, "file", folder))


def read_chart(table: TomlTable, folder: GameFolder) -> Chart:
    """A ``[[chart]]`` table."""
    table.only(("title", "button", "tooltip", "page", "turns", "lists"))
    title = table.value("title", str)
    pages = tuple(read_page(entry, folder) for entry in table.repeats("page"))
    path = source_file(table, "turns", folder) if "turns" in table.table else None
    turns = read_turn_lists(path) if path else None
    if turns is not None and "lists" in table.table:
        chosen = table.choices("lists", [one.id for one in turns.lists])
        turns = replace(turns, lists=tuple(one for one in turns.lists if one.id in chosen))
    if (turns is None) != bool(pages):
        raise table.error("page", "both or neither", "pages, or a file of turn lists")
    button = table.optional("button", title)
    return Chart(title, button, table.optional("tooltip", title), pages, turns)


def read_component(
    table: TomlTable, windows: Collection[str], counters: Collection[str]
) -> Component:
    """A ``[[component]]`` table. :raises InputError: no XML, or a counter there is not."""
    table.only(("xml", "into"))
    xml = table.value("xml", str)
    try:
        part = read(xml.strip().encode("utf-8"))
    except InputError as error:
        raise table.error("xml", error.found, error.expected) from None
    into = table.optional_choice("into", ("module", "map", *windows)) or "module"
    found = Component(part, None if into == "module" else "" if into == "map" else into)
    for id_ in found.counters:
        if id_ not in counters:
            nearest = nearest_name(id_, counters)
            raise table.error("xml", f"counter {id_!r}", "the id of a counter", nearest)
    return found
