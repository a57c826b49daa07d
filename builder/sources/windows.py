"""``windows.toml``: the windows, decks, buttons, charts and pages of a module beside its map.

docs/module.md describes each table.
"""

from __future__ import annotations

from collections.abc import (
    Collection,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from pathlib import Path

from clubroute.builder.art.mark_names import ICON_NAMES, icon_for
from clubroute.builder.counting import is_whole
from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.builder.files.regular import read_file
from clubroute.builder.sources.markers import Chit
from clubroute.builder.sources.order_of_battle import Division, OrderOfBattle
from clubroute.builder.sources.strokes import stroke
from clubroute.builder.sources.toml_table import GameFolder, TomlTable, read_toml_table
from clubroute.builder.sources.turn_lists import TurnLists, read_turn_lists
from clubroute.builder.vassal.buildfile import MOST_BYTES, Element, read

# Displays: windows of named boxes beside the map, each a TOML table or a file of its own.

MOST_PX = 4000
"""No box lies farther out than this."""
MARGIN = 24
"""Right of and below the boxes, px."""
HEADING = 18
"""Px of a box that its name takes where it stands inside."""


@dataclass(frozen=True, slots=True)
class Start:
    """A marker (id) that begins in a box if a scenario says a fact with that value.

    Such facts are the weather and a division's points. ``value`` None: the scenario names the fact
    without a number.
    """

    marker: str
    fact: str
    value: str | int | None
    back: bool = False


@dataclass(frozen=True, slots=True)
class DisplayBox:
    """A box: ``at`` its upper left corner, ``size`` its width and height, px. ``markers`` may
    lie in it, by id; ``label`` is drawn instead of its title, above it or ``inside``."""

    id: str
    title: str
    at: tuple[int, int]
    size: tuple[int, int]
    markers: tuple[str, ...] = ()
    cite: str = ""
    label: str = ""
    starts: tuple[Start, ...] = ()
    inside: bool = False

    @property
    def centre(self) -> tuple[int, int]:
        """The middle of its room for counters, px."""
        top = HEADING if self.inside else 0
        return self.at[0] + self.size[0] // 2, self.at[1] + (self.size[1] + top) // 2


def display_size(boxes: Sequence[DisplayBox]) -> tuple[int, int]:
    """Return the picture that holds every box and a margin, px."""
    # Without a box the window still has room for its title and buttons.
    right = max((box.at[0] + box.size[0] for box in boxes), default=300)
    bottom = max((box.at[1] + box.size[1] for box in boxes), default=200)
    return right + MARGIN, bottom + MARGIN


def read_boxes(top: TomlTable, key: str, markers: Collection[str] | None) -> tuple[DisplayBox, ...]:
    """Read the boxes of a table, each title and id once. :raises InputError: naming the key."""
    tables = top.repeats(key)
    boxes = tuple(read_box(table, markers) for table in tables)
    for name, values in (("id", [b.id for b in boxes]), ("title", [b.title for b in boxes])):
        for index, value in enumerate(values):
            if value in values[:index]:
                raise tables[index].error(name, f"{value!r} twice", "each once")
    return boxes


def grid_boxes(table: TomlTable, markers: Collection[str] | None) -> tuple[DisplayBox, ...]:
    """Return the boxes of a ``grid`` table: alike, row by row. :raises InputError: naming the
    key."""
    keys = ("titles", "labels", "numbers", "title", "at", "size", "step", "columns", "starts")
    table.only((*keys, "inside"))
    titles = table.texts("titles")
    if "numbers" in table.table:
        low, high = pair(table, "numbers", 0)
        words = table.optional("title", "{}")
        titles = (*titles, *(words.replace("{}", str(n)) for n in range(low, high + 1)))
    if not titles:
        raise table.error("titles", "no titles", "titles, or numbers from and to")
    (left, top), (wide, high_), columns = (
        pair(table, "at", 0),
        pair(table, "step", 40),
        table.number("columns", 1, 100),
    )
    labels = table.texts("labels") or ("",) * len(titles)
    if len(labels) != len(titles):
        raise table.error("labels", f"{len(labels)} labels", f"{len(titles)}, one a title")
    facts = table.inner("starts") if "starts" in table.table else None
    begin = {f: facts.choice(f, markers or ()) for f in facts.table} if facts else {}
    return tuple(
        DisplayBox(
            title,
            title,
            (left + index % columns * wide, top + index // columns * high_),
            pair(table, "size", 40),
            label=label,
            inside=table.flag("inside", default=False),
            starts=tuple(
                Start(marker, fact, int(title) if is_whole(title) else title)
                for fact, marker in begin.items()
            ),
        )
        for index, (title, label) in enumerate(zip(titles, labels, strict=True))
    )


def read_box(table: TomlTable, markers: Collection[str] | None) -> DisplayBox:
    """Read one box. :raises InputError: naming the key."""
    table.only(("id", "title", "at", "size", "markers", "cite", "weather", "marker"))
    ids = table.texts("markers")
    for id_ in ids:
        if markers is not None:
            table.checked("markers", id_, markers)
    title = table.value("title", str)
    return DisplayBox(
        id=table.optional("id", title),
        title=title,
        at=pair(table, "at", 0),
        size=pair(table, "size", 40),
        markers=ids,
        cite=table.optional("cite"),
        starts=weather_start(table, markers) if "weather" in table.table else (),
    )


def weather_start(table: TomlTable, markers: Collection[str] | None) -> tuple[Start, ...]:
    """Return the marker of a box that stands for a weather. :raises InputError: no such marker."""
    marker = table.choice("marker", markers) if markers else table.value("marker", str)
    return (Start(marker, "weather", table.value("weather", str)),)


def pair(table: TomlTable, key: str, low: int) -> tuple[int, int]:
    """Return two whole numbers, px. :raises InputError: otherwise."""
    value = table.value(key, list)
    fits = all(
        isinstance(n, int) and not isinstance(n, bool) and low <= n <= MOST_PX for n in value
    )
    if len(value) != 2 or not fits:
        raise table.error(key, repr(value), f"two whole numbers from {low} to {MOST_PX}")
    return value[0], value[1]


# ``[window.divisions]``: a row of boxes for each division that has an activation chit.
#
# A box for the division's name, a track of numbered boxes for the points it has, and, if wanted, a
# box beside the track.

HEAD = 120
"""Width of the box with a division's name, px."""
GAP = 8
"""Between rows, and before and after a track, px."""


@dataclass(frozen=True, slots=True)
class DivisionRows:
    """The divisions that have a row, and the kinds of points a scenario says of each."""

    divisions: tuple[Division, ...] = ()
    points: tuple[str, ...] = ()


NO_DIVISIONS = DivisionRows()
"""A game without divisions."""


def division_rows(book: OrderOfBattle, chits: Collection[Chit]) -> DivisionRows:
    """Return a row for each division that has an activation chit."""
    named = {chit.division for chit in chits}
    found = tuple(division for division in book.divisions if division.name in named)
    return DivisionRows(found, book.form.points)


def division_boxes(
    table: TomlTable, rows: DivisionRows, markers: Collection[str]
) -> Iterator[DisplayBox]:
    """Yield the boxes of every row. :raises InputError: an unknown key or marker."""
    table.only(("at", "most", "cell", "points", "beside"))
    (x, y), (width, height) = pair(table, "at", 0), pair(table, "cell", 40)
    most = table.number("most", 1, 60)
    points = table.inner("points")
    points.only(rows.points)
    laid = {kind: points.choice(kind, markers) for kind in points.table}
    beside = table.optional("beside")
    for row, division in enumerate(rows.divisions):
        top, name = y + row * (height + GAP), division.short
        unknown = tuple(
            Start(marker, f"{kind} {division.name}", None) for kind, marker in laid.items()
        )
        yield DisplayBox(name, name, (x, top), (HEAD, height), starts=unknown, inside=True)
        for number in range(most + 1):
            left = x + HEAD + GAP + number * width
            starts = tuple(
                Start(marker, f"{kind} {division.name}", number + over, back=over > 0)
                for kind, marker in laid.items()
                for over in (0, most)
                if number or not over
            )
            yield DisplayBox(
                f"{name} {number}",
                f"{name} {number}",
                (left, top),
                (width, height),
                label=str(number),
                starts=starts,
                inside=True,
            )
        if beside:
            left = x + HEAD + 2 * GAP + (most + 1) * width
            title = f"{name} {beside}"
            yield DisplayBox(title, title, (left, top), (HEAD, height), label=beside, inside=True)


FILE = "windows.toml"
HOLDS = ("chits", "draws", "nothing")
"""What of a set-up lies in a deck: its chits, the markers it draws at random, or nothing."""
COUNTER = "counter"
"""The tag that stands for a counter of the game in a component."""
DECK_PX = 84
"""Side of the square in which a deck shows, px: as wide as a hex of the boards."""


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
    icon: str = ""


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
    icon: str = ""

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
    icon: str = ""


@dataclass(frozen=True, slots=True)
class Component:
    """A part of a module in VASSAL's own words; ``window`` says where: "" for the main map, None
    for the module itself. A ``<counter id="…"/>`` within it is a counter of the game."""

    element: Element
    window: str | None

    @property
    def counters(self) -> Iterator[str]:
        """The ids of the game's counters that lie in it."""
        return (element.get("id") for element in self.element.walk() if element.tag == COUNTER)

    @property
    def definitions(self) -> Iterator[tuple[str, str]]:
        """The definitions of counters that are written here, by id."""
        own = (
            element for element in self.element.walk() if element.tag == COUNTER and element.text
        )
        return ((element.get("id"), element.text) for element in own)


@dataclass(frozen=True, slots=True)
class Windows:
    """The parts of a module beside its map and its counters; ``arrivals`` is the title of the
    window that shows a scenario's Order of Arrival, "" for none."""

    windows: tuple[Window, ...] = ()
    buttons: tuple[Button, ...] = ()
    charts: tuple[Chart, ...] = ()
    pages: tuple[WindowPage, ...] = ()
    components: tuple[Component, ...] = ()
    arrivals: str = ""

    @property
    def definitions(self) -> Mapping[str, str]:
        """The definitions of counters that components write, by id."""
        return {id_: text for component in self.components for id_, text in component.definitions}

    def decks(self) -> tuple[tuple[Window, WindowDeck], ...]:
        """Return every deck with its window."""
        return tuple((window, deck) for window in self.windows for deck in window.decks)

    def menu(self, deck: WindowDeck) -> tuple[Button, ...]:
        """Return the buttons of a deck, which are lines of its menu, too."""
        return tuple(button for button in self.buttons if button.deck == deck.name)


def read_windows(
    folder: GameFolder,
    markers: Collection[str],
    rows: DivisionRows = NO_DIVISIONS,
    counters: Collection[str] = (),
) -> Windows:
    """Read the windows of a game: those it shares with others, then its own; none without a file.

    :param markers: ids of the game's markers.
    :param rows: the divisions that have a row in a window of divisions, and their points.
    :param counters: ids of all its counters.
    :raises InputError: a missing or unknown key, a file or window that is not there.
    """
    windows = Windows()
    for place in (folder.shared, folder.path):
        if place is not None and (place / FILE).exists():
            windows = with_more(
                windows, read_toml_table(place / FILE), folder, markers, rows, counters
            )
    return with_icons(windows)


def with_icons(found: Windows) -> Windows:
    """Give each window, chart and button that names no icon one that no other has."""
    shown: tuple[Window | Chart | Button, ...] = (*found.windows, *found.charts, *found.buttons)
    taken = {one.icon for one in shown}

    def chosen(form: str, given: str, *texts: str) -> str:
        icon = given or icon_for(form, texts, taken)
        taken.add(icon)
        return icon

    return replace(
        found,
        windows=tuple(
            replace(one, icon=chosen("window", one.icon, one.button, one.title, one.tooltip))
            for one in found.windows
        ),
        charts=tuple(
            replace(one, icon=chosen("chart", one.icon, one.button, one.title, one.tooltip))
            for one in found.charts
        ),
        buttons=tuple(
            replace(one, icon=chosen("send", one.icon, one.text, one.tooltip))
            for one in found.buttons
        ),
    )


def with_more(
    found: Windows,
    top: TomlTable,
    folder: GameFolder,
    markers: Collection[str],
    rows: DivisionRows,
    counters: Collection[str],
) -> Windows:
    """Add the windows of another file."""
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
        found.buttons + tuple(read_button(entry, titles, decks) for entry in top.repeats("button")),
        found.charts + tuple(read_chart(entry, folder) for entry in top.repeats("chart")),
        found.pages + tuple(read_page(entry, folder) for entry in top.repeats("page")),
        found.components
        + tuple(
            read_component(entry, titles, counters, folder) for entry in top.repeats("component")
        ),
        top.optional("arrivals") or found.arrivals,
    )


def source_file(table: TomlTable, key: str, folder: GameFolder) -> Path:
    """Return a file of the game's folder. :raises InputError: there is none of that name."""
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
    """Read a ``[[window]]`` table; with ``display`` the boxes of another file."""
    keys = (
        "title",
        "button",
        "icon",
        "tooltip",
        "size",
        "picture",
        "display",
        "box",
        "grid",
        "deck",
    )
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
        read_icon(table),
    )


def read_icon(table: TomlTable) -> str:
    """Read the name of an icon, "" where there is none."""
    return table.optional_choice("icon", ICON_NAMES) or ""


def read_deck(table: TomlTable) -> WindowDeck:
    """Read a ``[[window.deck]]`` table."""
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
    """Read a ``[[button]]`` table."""
    table.only(("text", "tooltip", "icon", "sends", "where", "tells", "window", "deck"))
    table.value("sends", str)
    return Button(
        table.value("text", str),
        table.optional("tooltip"),
        stroke(table, "sends"),
        table.optional("where"),
        table.optional("tells"),
        table.optional_choice("window", windows) or "",
        table.optional_choice("deck", decks) or "",
        read_icon(table),
    )


def read_page(table: TomlTable, folder: GameFolder) -> WindowPage:
    """Read a ``[[page]]`` or ``[[chart.page]]`` table."""
    table.only(("title", "file"))
    return WindowPage(table.value("title", str), source_file(table, "file", folder))


def read_chart(table: TomlTable, folder: GameFolder) -> Chart:
    """Read a ``[[chart]]`` table."""
    table.only(("title", "button", "icon", "tooltip", "page", "turns", "lists"))
    title = table.value("title", str)
    pages = tuple(read_page(entry, folder) for entry in table.repeats("page"))
    path = source_file(table, "turns", folder) if "turns" in table.table else None
    turns = read_turn_lists(path) if path else None
    if turns is not None and "lists" in table.table:
        chosen = table.choices("lists", [listed.id for listed in turns.lists])
        turns = replace(turns, lists=tuple(listed for listed in turns.lists if listed.id in chosen))
    if (turns is None) != bool(pages):
        raise table.error("page", "both or neither", "pages, or a file of turn lists")
    button = table.optional("button", title)
    tooltip = table.optional("tooltip", title)
    return Chart(title, button, tooltip, pages, turns, read_icon(table))


def read_component(
    table: TomlTable, windows: Collection[str], counters: Collection[str], folder: GameFolder
) -> Component:
    """Read a ``[[component]]`` table. :raises InputError: no XML, or a counter there is not."""
    table.only(("xml", "file", "into"))
    if "file" in table.table:
        key, path = "file", source_file(table, "file", folder)
        part = read(read_file(path, Where.of(path), "a component", MOST_BYTES), Where.of(path))
    else:
        key = "xml"
        try:
            part = read(table.value("xml", str).strip().encode("utf-8"))
        except InputError as error:
            raise table.error("xml", error.found, error.expected) from None
    into = table.optional_choice("into", ("module", "map", *windows)) or "module"
    found = Component(part, None if into == "module" else "" if into == "map" else into)
    for id_ in found.counters:
        if id_ not in counters:
            nearest = nearest_name(id_, counters)
            raise table.error(key, f"counter {id_!r}", "the id of a counter", nearest)
    return found
