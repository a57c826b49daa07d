"""Displays: windows of named boxes beside the map, each a TOML table or a file of its own."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from clubroute.builder.sources.toml_table import TomlTable

MOST_PX = 4000
"""No box lies farther out than this."""
MARGIN = 30


@dataclass(frozen=True, slots=True)
class Start:
    """A marker (id) that begins in a box where a scenario tells a fact with a value: the weather,
    a division's points. ``value`` None: where it names the fact without a number."""

    marker: str
    fact: str
    value: str | int | None
    back: bool = False


@dataclass(frozen=True, slots=True)
class DisplayBox:
    """A box: ``at`` its upper left corner, ``size`` its width and height, px. ``markers`` may
    lie in it, by id; ``label`` is drawn instead of its title."""

    id: str
    title: str
    at: tuple[int, int]
    size: tuple[int, int]
    markers: tuple[str, ...] = ()
    cite: str = ""
    label: str = ""
    starts: tuple[Start, ...] = ()

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle, px."""
        return self.at[0] + self.size[0] // 2, self.at[1] + self.size[1] // 2


def display_size(boxes: Sequence[DisplayBox]) -> tuple[int, int]:
    """The picture that holds every box and a margin, px."""
    right = max((box.at[0] + box.size[0] for box in boxes), default=300)
    bottom = max((box.at[1] + box.size[1] for box in boxes), default=200)
    return right + MARGIN, bottom + MARGIN


def read_boxes(top: TomlTable, key: str, markers: Collection[str] | None) -> tuple[DisplayBox, ...]:
    """The boxes of a table, each title and id once. :raises InputError: naming the key."""
    tables = top.repeats(key)
    boxes = tuple(read_box(table, markers) for table in tables)
    for name, values in (("id", [b.id for b in boxes]), ("title", [b.title for b in boxes])):
        for index, value in enumerate(values):
            if value in values[:index]:
                raise tables[index].error(name, f"{value!r} twice", "each once")
    return boxes


def grid_boxes(table: TomlTable, markers: Collection[str] | None) -> tuple[DisplayBox, ...]:
    """The boxes of a ``grid`` table: alike, row by row. :raises InputError: naming the key."""
    table.only(("titles", "labels", "numbers", "title", "at", "size", "step", "columns", "starts"))
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
            starts=tuple(
                Start(marker, fact, int(title) if title.isdigit() else title)
                for fact, marker in begin.items()
            ),
        )
        for index, (title, label) in enumerate(zip(titles, labels, strict=True))
    )


def read_box(table: TomlTable, markers: Collection[str] | None) -> DisplayBox:
    """One box. :raises InputError: naming the key."""
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
    """The marker of a box that stands for a weather. :raises InputError: no such marker."""
    marker = table.choice("marker", markers) if markers else table.value("marker", str)
    return (Start(marker, "weather", table.value("weather", str)),)


def pair(table: TomlTable, key: str, low: int) -> tuple[int, int]:
    """Two whole numbers, px. :raises InputError: otherwise."""
    value = table.value(key, list)
    fits = all(
        isinstance(n, int) and not isinstance(n, bool) and low <= n <= MOST_PX for n in value
    )
    if len(value) != 2 or not fits:
        raise table.error(key, repr(value), f"two whole numbers from {low} to {MOST_PX}")
    return value[0], value[1]
