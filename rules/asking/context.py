"""The surroundings of a question: compiled maps by name, opened states, the owner's data."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Lock
from typing import (
    TYPE_CHECKING,
    Any,
    Protocol,
    TypeAlias,
)

from clubroute.builder.errors import InputError, Where, nearest_name
from clubroute.rules.asking.methods import Registry

if TYPE_CHECKING:
    from clubroute.builder.terrain.compiled import CompiledMaps
    from clubroute.rules.series import Series


# Open states: a position sent once and referred to by its handle.
#
# A handle is made from the state's content and its series, so opening the same state twice gives
# the same handle, on every machine. Only so many stay open: the one longest unused makes room, and
# whoever still refers to it is told to open it again.

MAX_STATES = 64
"""Of all clients together; an asker who comes back to an older one sends it again."""
MAX_BYTES = 16 * 1024 * 1024
"""All open states together, as compact JSON."""


@dataclass(slots=True)
class OpenState:
    """An open state: parsed, its size in bytes of JSON, and how often it was opened."""

    position: Any
    size: int
    opened: int = 1


class States:
    """The states that are open, by handle. May be used by several threads at once."""

    def __init__(self, most: int = MAX_STATES, most_bytes: int = MAX_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._open: OrderedDict[str, OpenState] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._open)

    def open(self, value: Mapping[str, Any], series: Series | None = None) -> str:
        """Keep a state as its series reads it, the first one if None; returns its handle.

        :raises InputError: wrong, or too big to keep.
        """
        import hashlib  # loads a big library; most runs never open a state

        from clubroute.rules.series import all_series  # reads TOML, as few runs need

        reader = series or all_series()[0]
        told = {"series": reader.id, "state": value}
        text = json.dumps(told, sort_keys=True, separators=(",", ":")).encode("ascii")
        if len(text) > self._most_bytes:
            raise InputError(
                Where("params", part="state"),
                f"{len(text)} bytes",
                f"a state of at most {self._most_bytes} bytes",
            )
        handle = "s-" + hashlib.sha256(text).hexdigest()[:16]
        with self._lock:
            if handle in self._open:
                self._open[handle].opened += 1
                self._open.move_to_end(handle)
                return handle
        # Outside the lock: parsing a big state takes a while, and others need not wait for it.
        kept = OpenState(reader.read_state(value, handle), len(text))
        with self._lock:
            if handle not in self._open:
                self._open[handle] = kept
                self._size += kept.size
            while len(self._open) > self._most or self._size > self._most_bytes:
                _, dropped = self._open.popitem(last=False)
                self._size -= dropped.size
        return handle

    def position(self, handle: str) -> Any:
        """Return the open state, parsed. :raises InputError: there is none with that handle."""
        with self._lock:
            found = self._find(handle)
            self._open.move_to_end(handle)
            return found.position

    def close(self, handle: str) -> bool:
        """Close a state as often as it was opened; returns whether that was the last time.

        :raises InputError: there is none with that handle.
        """
        with self._lock:
            found = self._find(handle)
            found.opened -= 1
            if found.opened:
                return False
            del self._open[handle]
            self._size -= found.size
            return True

    def _find(self, handle: str) -> OpenState:
        found = self._open.get(handle)
        if found is None:
            raise InputError(
                Where("params", part="state"),
                repr(handle),
                "the handle of an open state (open it again with state.open)",
                nearest_name(handle, self._open),
            )
        return found


MOST_LOADED = 48
"""Things kept at once. A question may name any combination of map and readings, and a program may
go through them all; the three maps with the readings people use fit in easily."""

MOST_POSITIONS = 16
"""Of what depends on a state at once, by kind. Players ask about one position, or a few."""

Key: TypeAlias = tuple[str, Hashable]


class Loaded:
    """A cache of values by kind and name, in which the longest unused makes room.

    May be used by several threads at once; two that miss the same value both make it, and one copy
    is kept.
    """

    def __init__(self, most: int = MOST_LOADED) -> None:
        self._most = most
        self._kept: OrderedDict[Key, Any] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Key) -> Any:
        """Return the value kept under a key, or None."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def __setitem__(self, key: Key, value: Any) -> None:
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)


@dataclass(frozen=True, slots=True)
class LogFiles:
    """Logs at hand for questions that name one by its digest (:mod:`clubroute.rules.logs.rulings`).

    ``files`` are their bytes by that name. ``module`` and ``counters`` are a module's file and the
    mapping of its counters, where the logs are of no built module. ``told`` are the rules of their
    round, which no log has.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    module: Path | None = None
    counters: Path | None = None
    told: Mapping[str, Any] = field(default_factory=dict)


class Ground(Protocol):
    """The ground of a map: ours, or that of a module the owner has.

    ``key`` differs from that of every other ground, and from its own before its files were changed;
    "" is ours. ``window`` is the rules' map it is for: any other is ours.
    """

    @property
    def name(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def window(self) -> str: ...

    def path(self, base: Path) -> Path:
        """Return its compiled map, made from ours. :raises InputError: the map cannot be made."""


@dataclass(frozen=True, slots=True)
class OurGround:
    """The ground of our own map."""

    name: str = "ours"
    key: str = ""
    window: str = ""

    def path(self, base: Path) -> Path:
        """Return our compiled map."""
        return base


OURS = OurGround()


@dataclass(slots=True)
class FollowedGames:
    """The live games that pages follow.

    ``address`` is that of the map room in this process, with its token; "" if there is none, and
    then no game is followed. A game opened anew, as after a lost connection, takes the place of the
    one of its name.
    """

    address: str = ""
    _handles: dict[str, str] = field(default_factory=dict)

    def follow(self, name: str, handle: str) -> None:
        """Let pages follow a game under a name."""
        self._handles[name] = handle

    def handles(self) -> Mapping[str, str]:
        """Return the handles by name, the game opened first at the front."""
        return dict(self._handles)


@dataclass(slots=True)
class Context:
    """The surroundings of a question.

    ``folder`` holds what a build left: compiled ``.terrain`` files and modules; ``maps`` finds or
    makes compiled maps that it lacks or that are too old there (if None, they must be there).
    ``owner_folder`` holds the tables the owner has supplied (``owner`` beside ``folder`` if None).
    ``loaded`` keeps what was read from them, by kind and map name; each reader puts its values
    there. ``states`` are opened positions by handle, ``registry`` the methods that can be asked,
    ``logs`` the logs at hand, ``files`` the folders whose files a question may name (``at``), None
    for any. ``compared`` is the answer with which another is only compared: a method that sees that
    its answer differs may raise ``AnotherAnswerError``. ``ground`` is the ground that answers rest
    on, None where a question's position or the owner says it (:meth:`on`). ``followed`` are the
    live games that the pages of a map room follow. Questions may be answered in several threads at
    once: a value put into ``loaded`` is complete, or stands being used by several.
    """

    folder: Path
    loaded: Loaded = field(default_factory=Loaded)
    states: States = field(default_factory=States)
    registry: Registry = field(default_factory=Registry)
    owner_folder: Path | None = None
    logs: LogFiles = field(default_factory=LogFiles)
    maps: CompiledMaps | None = None
    files: Sequence[Path] | None = ()
    compared: Any = None
    ground: Ground | None = None
    grounds: dict[str, Loaded] = field(default_factory=dict)
    followed: FollowedGames = field(default_factory=FollowedGames)

    def on(self, ground: Ground) -> Context:
        """Return the same surroundings on a ground, with the values loaded for that ground."""
        if ground is self.ground:
            return self
        if self.ground is None:
            self.grounds.setdefault(OURS.key, self.loaded)
        return replace(self, ground=ground, loaded=self.grounds.setdefault(ground.key, Loaded()))

    def terrain(self, lattice: str, window: str = "") -> Path:
        """Return the file of a lattice's compiled map; compile it if it is missing or too old.

        :param window: the map asked about, which may have another ground.
        :raises InputError: there is none, or its sources have a mistake.
        """
        base = self._terrain(lattice)
        if self.ground is None or not window or self.ground.window != window:
            return base
        return self.ground.path(base)

    def _terrain(self, lattice: str) -> Path:
        if self.maps is not None:
            return self.maps.path(lattice)
        path = self.folder / f"{lattice}.terrain"
        if not path.is_file():
            expected = "a compiled map: clubroute build puts one there"
            raise InputError(Where.of(path), "no such file", expected)
        return path

    @property
    def owner(self) -> Path:
        """The folder of the owner's tables."""
        return self.folder.parent / "owner" if self.owner_folder is None else self.owner_folder

    def kept(self, kind: str) -> Loaded:
        """Return the cache of one kind for open states, at most ``MOST_POSITIONS`` of them."""
        found: Loaded | None = self.loaded.get(("kept", kind))
        if found is None:
            found = Loaded(MOST_POSITIONS)
            self.loaded["kept", kind] = found
        return found
