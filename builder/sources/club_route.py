"""The Club Route display of a game: ``counters/<game>/club_route.toml``.

One source for the module's window and for what the rules assistant calls the boxes, the statuses
and the markers.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table

FILE = "club_route.toml"
MOST_PX = 4000
"""No box lies farther out than this."""


@dataclass(frozen=True, slots=True)
class DisplayBox:
    """A box: ``at`` its upper left corner, ``size`` its width and height, px. ``markers`` may
    lie in it, by id."""

    id: str
    title: str
    at: tuple[int, int]
    size: tuple[int, int]
    markers: tuple[str, ...]
    cite: str

    @property
    def centre(self) -> tuple[int, int]:
        """Its middle, px."""
        return self.at[0] + self.size[0] // 2, self.at[1] + self.size[1] // 2


@dataclass(frozen=True, slots=True)
class RouteDisplay:
    """The display. ``status`` is the status marker's id, ``open`` and ``cut`` what its faces say;
    ``attacked`` and ``closed`` are the ids of the markers a turn earns."""

    title: str
    status: str
    open: str
    cut: str
    attacked: str
    closed: str
    boxes: tuple[DisplayBox, ...]
    cite: str
    where: Where = field(compare=False)

    def box(self, id_: str) -> DisplayBox:
        """The box of that id. :raises KeyError: there is none."""
        for box in self.boxes:
            if box.id == id_:
                return box
        raise KeyError(id_)

    @property
    def size(self) -> tuple[int, int]:
        """The picture that holds every box and a margin, px."""
        right = max(box.at[0] + box.size[0] for box in self.boxes)
        bottom = max(box.at[1] + box.size[1] for box in self.boxes)
        return right + MARGIN, bottom + MARGIN


MARGIN = 30


def read_club_route(path: Path, markers: Collection[str] | None = None) -> RouteDisplay:
    """The display of a ``club_route.toml``.

    :param markers: the ids of the game's markers, None to leave them unchecked.
    :raises InputError: an unreadable source, a missing or unknown key, a marker that does not
        exist, a box without room or a title that stands twice.
    """
    top = read_toml_table(path)
    top.only(("title", "cite", "status", "earned", "boxes"))
    status, earned = top.inner("status"), top.inner("earned")
    status.only(("marker", "open", "cut", "cite"))
    earned.only(("attacked", "closed", "cite"))
    boxes = tuple(read_box(table, markers) for table in top.repeats("boxes"))
    if not boxes:
        raise top.error("boxes", "no boxes", "at least one [[boxes]]")
    for key, values in (("id", [b.id for b in boxes]), ("title", [b.title for b in boxes])):
        for index, value in enumerate(values):
            if value in values[:index]:
                raise top.repeats("boxes")[index].error(key, f"{value!r} twice", "each once")
    return RouteDisplay(
        title=top.value("title", str),
        status=marker_id(status, "marker", markers),
        open=status.value("open", str),
        cut=status.value("cut", str),
        attacked=marker_id(earned, "attacked", markers),
        closed=marker_id(earned, "closed", markers),
        boxes=boxes,
        cite=top.value("cite", str),
        where=Where(str(path)),
    )


def read_box(table: TomlTable, markers: Collection[str] | None) -> DisplayBox:
    """One box. :raises InputError: naming the key."""
    table.only(("id", "title", "at", "size", "markers", "cite"))
    ids = table.texts("markers")
    for id_ in ids:
        if markers is not None:
            table.checked("markers", id_, markers)
    return DisplayBox(
        id=table.value("id", str),
        title=table.value("title", str),
        at=pair(table, "at", 0),
        size=pair(table, "size", 40),
        markers=ids,
        cite=table.value("cite", str),
    )


def pair(table: TomlTable, key: str, low: int) -> tuple[int, int]:
    """Two whole numbers, px. :raises InputError: otherwise."""
    value = table.value(key, list)
    fits = all(
        isinstance(n, int) and not isinstance(n, bool) and low <= n <= MOST_PX for n in value
    )
    if len(value) != 2 or not fits:
        raise table.error(key, repr(value), f"two whole numbers from {low} to {MOST_PX}")
    return value[0], value[1]


def marker_id(table: TomlTable, key: str, markers: Collection[str] | None) -> str:
    """The id of a marker. :raises InputError: no such marker."""
    value = table.value(key, str)
    return value if markers is None else table.checked(key, value, markers)
