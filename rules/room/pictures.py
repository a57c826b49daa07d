"""The pictures of each map, made once while pages already ask."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from clubroute.builder.errors import ClubrouteError, one_line
from clubroute.builder.project import Project
from clubroute.rules.asking.context import Context
from clubroute.rules.asking.methods import methods_in, on_ground
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.ground.mapfile import PlacedFeature
from clubroute.rules.ground.maps import map_of
from clubroute.rules.owner.modules.known import own_modules
from clubroute.rules.room.mistakes import LOG, report
from clubroute.rules.series import Series, all_games, series_at

if TYPE_CHECKING:
    from clubroute.rules.room.art import Kind


# How the boards of a map are cut into tiles.

TILE = 512
"""Side of a tile, px."""
LEVELS = 5
"""Sizes the boards are cut at: as drawn (level 0), half as large (-1), and so on."""


# A map as a page needs it: where its hexes lie on the boards, and what stands in them.

STANDING: Mapping[str, tuple[str, ...]] = {
    "gts": ("intact", "destroyed", "wired"),
    "scs": ("stands", "blown", "prepared"),
}
"""How a bridge may stand, by series."""
SUSPECT = ("stable", "unstable", "unchecked")
"""How one over a stream may stand that the map marks (WED 2.11)."""


def states_of(name: str, bridge: PlacedFeature) -> tuple[str, ...]:
    """How a bridge of a map may stand, as far as its rules say: one over a stream is a Road and can
    be neither blown nor wired (WED 2.11, TDC 2.11); for others the map's note says it (2.15.6)."""
    series = series_at(name).id
    standing = STANDING.get(series, ())
    if series != "gts":
        return standing
    if bridge.kind == "stream_bridge":
        return SUSPECT if "unstable" in bridge.note else ()
    if "never wired" in bridge.note:
        return ()
    return (*standing, "improved") if "railroad" in bridge.note else standing


def answered_by(series: Series) -> set[str]:
    """The methods that a game's own rules answer."""
    modules = {one for many in series.families.values() for one in many}
    return {method.name for one in modules for method in methods_in(one)}


def country_record(context: Context, project: Project, name: str) -> dict[str, Any]:
    """A map as JSON: its lattice, its boards in px, and every hex.

    ``hexes`` is flat, five values a hex: line, half, printed number, index of its terrain in
    ``terrains``, place name. :raises InputError: no such map, or it cannot be made.
    """
    country = map_of(context, name)
    boards = boards_of(project, name)
    lattice = country.lattice
    hexes: list[Any] = []
    for id_ in range(len(country)):
        h = country.hex(id_)
        place = country.names.get(id_, "")
        hexes += [h.line, h.half, country.number(id_), country.terrain[id_], place]
    # A hexside is there from both its hexes.
    bridges = {
        country.hexside_number(place): max(here, key=lambda one: len(one.name))
        for place, many in sorted(country.sides.items())
        if (here := [one for one in many if "bridge" in one.kind])
    }
    # What only our games' rules answer is not offered on the map of a game of one's own.
    series = series_at(name)
    own = {} if series.home is None else {"own": sorted(answered_by(series))}
    return {
        **own,
        "map": name,
        "title": boards.game.name,
        "flat": lattice.orientation == "flat",
        "signs": [lattice.line_sign, lattice.half_sign],
        "scale": list(boards.views[0].units),
        "corner": [boards.left, boards.top],
        "size": [boards.width, boards.height],
        "tile": TILE,
        "levels": LEVELS,
        "boards": [
            {"name": v.name, "x": v.map_x, "y": v.map_y, "width": v.width, "height": v.height}
            for v in boards.views
        ],
        "terrains": list(country.kinds),
        "hexes": hexes,
        "bridges": [
            {"hexside": ends, "name": one.name, "states": list(states_of(name, one))}
            for ends, one in bridges.items()
        ],
        "areas": [
            {"kind": area.kind, "name": area.name, "hexes": list(map(country.number, area.hexes))}
            for area in country.areas
        ],
    }


Make: TypeAlias = "Callable[[Kind, str, Callable[[str], None]], Mapping[str, bytes]]"
"""Makes the tiles or faces of a map, told whom to say what is done."""


@dataclass(slots=True)
class Made:
    """What is being made: ``files`` once it is, ``stage`` what is done meanwhile."""

    files: Mapping[str, bytes] | None = None
    stage: str = "waiting"
    failed: str = ""


class Pictures:
    """Makes the pictures of maps, one after another in a thread that is there while something is
    due; those of a game of one's own in another: drawing ours takes minutes.

    :param names: the maps there are; of others nothing is begun or kept.
    """

    def __init__(self, make: Make, names: Container[str]) -> None:
        self._make, self._names = make, names
        self._made: dict[tuple[Kind, str], Made] = {}
        self._due: dict[bool, deque[tuple[Kind, str]]] = {}
        self._lock = threading.Lock()

    @property
    def begun(self) -> frozenset[str]:
        """The maps whose pictures are made, or due."""
        return frozenset(name for _, name in self._made)

    def of(self, kind: Kind, name: str) -> Made | None:
        """The pictures of a map, due from the first call on; None where there is no such map."""
        if name not in self._names:
            return None
        with self._lock:
            found = self._made.get((kind, name))
            if found is None:
                found = self._made[kind, name] = Made()
                ours = name in all_games()
                begun = ours in self._due
                self._due.setdefault(ours, deque()).append((kind, name))
                if not begun:
                    threading.Thread(target=self._work, args=(ours,), daemon=True).start()
        return found

    def _work(self, ours: bool) -> None:
        while True:
            with self._lock:
                if not self._due[ours]:
                    del self._due[ours]
                    return
                kind, name = self._due[ours].popleft()
                made = self._made[kind, name]
            self._run(kind, name, made)

    def _run(self, kind: Kind, name: str, made: Made) -> None:
        def say(stage: str) -> None:
            LOG.info("%s: %s", name, stage)
            made.stage = stage

        try:
            made.files = self._make(kind, name, say)
        except ClubrouteError as error:
            made.failed = one_line(str(error))
        except Exception as error:
            report(f"{kind} of {name}", error)
            made.failed = type(error).__name__
        finally:
            made.stage = "ready" if made.files is not None else "failed"

    def progress(self, name: str) -> dict[str, Any] | None:
        """How far the pictures of a map are, as JSON; None where there is no such map. The faces
        of counters are made first: they take a moment."""
        faces, tiles = self.of("faces", name), self.of("tiles", name)
        if faces is None or tiles is None:
            return None
        ready = tiles.files is not None
        told = {"ready": ready, "stage": tiles.stage, "failed": tiles.failed}
        return {**told, "counters": faces.files is not None}


def ground_name(context: Context, window: str, module: object) -> str:
    """The module whose ground answers about a position rest on, "" for ours."""
    told = {"map": window, "state": {"module": module} if isinstance(module, str) else {}}
    here, _ = on_ground(context, told)
    ground = here.ground
    if ground is None or ground.window != window:
        return ""
    known = own_modules(context)
    found = (known.label(one) for one in known.modules if one.ground is ground)
    return next(found, ground.name)
