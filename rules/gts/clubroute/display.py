"""The Club Route display of a game: ``counters/<game>/club_route.toml``.

The module draws a window from the same file; here stands what the rules assistant calls the boxes,
the statuses and the markers.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from clubroute.builder.errors import Where
from clubroute.builder.sources.displays import DisplayBox, read_boxes
from clubroute.builder.sources.toml_table import TomlTable, read_toml_table


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
    boxes = read_boxes(top, "boxes", markers)
    if not boxes:
        raise top.error("boxes", "no boxes", "at least one [[boxes]]")
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


def marker_id(table: TomlTable, key: str, markers: Collection[str] | None) -> str:
    """The id of a marker. :raises InputError: no such marker."""
    value = table.value(key, str)
    return value if markers is None else table.checked(key, value, markers)
