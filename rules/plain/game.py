"""What a game has beside its map: its counters with their columns, its sides, its states' words."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from clubroute.builder.project import MODULE_FILE
from clubroute.builder.sources.tables import read_toml
from clubroute.builder.sources.text import read_text
from clubroute.rules.position.names import squeezed
from clubroute.rules.series import series_at

UNITS, TRAITS = "units.csv", "traits.toml"
BACK = "back_"
"""What the columns of a counter's back begin with."""
BACK_LAYER = "Back"
"""The layer that covers the front of a counter."""


@dataclass(frozen=True, slots=True)
class GameCounter:
    """A counter of ``units.csv``. ``columns`` are its cells by the names in the header."""

    id: str
    name: str
    side: str
    kind: str
    columns: Mapping[str, str]

    def column(self, name: str, back: bool | None) -> str | None:
        """A cell of the side that is up, None if it is blank; the front's where the back has
        no column of its own."""
        own = f"{BACK}{name}"
        told = self.columns.get(own if back and own in self.columns else name, "")
        return told.strip() or None


@dataclass(frozen=True, slots=True)
class PlainGame:
    """A game of one's own. ``turns`` are the days and times of its track, in order. ``words`` are
    what set-ups say of units, each with its layer; ``map`` is the map window of its module."""

    id: str
    title: str
    folder: Path
    map: str
    sides: tuple[str, ...]
    turns: tuple[tuple[str, str], ...]
    words: Mapping[str, str]
    counters: Mapping[str, GameCounter]

    @property
    def states(self) -> tuple[str, ...]:
        """The words of states, but for those that say which side of a counter is up."""
        return tuple(word for word, layer in self.words.items() if layer != BACK_LAYER)

    @property
    def turned(self) -> frozenset[str]:
        """The words that say a counter's back is up."""
        return frozenset(word for word, layer in self.words.items() if layer == BACK_LAYER)

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of its counters, in order."""
        return tuple(dict.fromkeys(one.kind for one in self.counters.values()))

    def called(self, name: str) -> GameCounter | None:
        """The counter of an id or a name; case and spaces do not count."""
        wanted = squeezed(name)
        same = (one for one in self.counters.values() if squeezed(one.name) == wanted)
        return self.counters.get(name) or next(same, None)


def game_of(window: str) -> PlainGame:
    """The game of a map, read again only when its files have changed.

    :raises InputError: there is none, or one of its files cannot be read.
    """
    folder = series_at(window).counters / window
    files = [folder / name for name in (MODULE_FILE, UNITS, TRAITS)]
    changed = tuple((one.stat().st_mtime_ns if one.is_file() else 0) for one in files)
    return read_plain_game(folder, changed)


@lru_cache(maxsize=16)
def read_plain_game(folder: Path, changed: object) -> PlainGame:
    """A game as its files have it. :raises InputError: one cannot be read."""
    module = read_toml(folder / MODULE_FILE)
    traits = read_toml(folder / TRAITS) if (folder / TRAITS).is_file() else {}
    turns = module.get("turns", {})
    named = [(str(a), str(b)) for a in turns.get("days", ()) for b in turns.get("times", ())]
    return PlainGame(
        folder.name,
        str(module.get("name", folder.name)),
        folder,
        str(module.get("map", "Map")),
        tuple(map(str, module.get("sides", ()))),
        tuple(named),
        {str(word): str(layer) for word, layer in traits.get("words", {}).items()},
        {one.id: one for one in read_counters(folder / UNITS)},
    )


def read_counters(path: Path) -> Iterator[GameCounter]:
    """The counters of ``units.csv``. :raises InputError: it cannot be read."""
    text = read_text(path) if path.is_file() else ""
    for row in csv.DictReader(line for line in text.splitlines() if not line.startswith("#")):
        cells: dict[str, Any] = {key: value or "" for key, value in row.items() if key}
        if cells.get("id"):
            id_, name, side, kind = (
                cells.get(one, "").strip() for one in ("id", "name", "side", "kind")
            )
            yield GameCounter(id_, name, side, kind, cells)
