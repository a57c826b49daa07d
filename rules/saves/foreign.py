"""The position of a game that no mapping knows: its pieces by window and place, as its module names
them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clubroute.builder.counting import so_many
from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.archive import read_module
from clubroute.builder.vassal.buildfile import Element, decode
from clubroute.builder.vassal.definitions import SLOTS
from clubroute.rules.logs.check.check import ours
from clubroute.rules.logs.container import (
    LOG_LIMITS,
    Mode,
    is_archive,
    read_bytes,
)
from clubroute.rules.logs.game import Clock, Game, start
from clubroute.rules.logs.grids.layout import MapLayout
from clubroute.rules.logs.grids.maps import read_maps
from clubroute.rules.logs.pieces import GamePiece
from clubroute.rules.logs.read import GameLog, log_of
from clubroute.rules.saves.at import STEP

BASIC_NAME = "basicName;"
"""The trait by which a piece is called otherwise than its definition."""
NOWHERE = "In no window"
NAMELESS = "(no name)"
SIDES = ("Side", "Army", "Nation", "Faction", "Owner")
"""Properties that modules keep a piece's side in."""


@dataclass(frozen=True, slots=True)
class ForeignPosition:
    """A game after so many of its steps, and the windows of its module if that is at hand."""

    file: str
    log: GameLog
    game: Game
    step: int
    layouts: Mapping[str, MapLayout]
    slots: Mapping[str, str]

    def name(self, piece: GamePiece) -> str:
        """What a piece is called: by itself, else by its slot in the module."""
        return name_of(piece) or self.slots.get(piece.gpid, "")

    def place(self, piece: GamePiece) -> str:
        """What the module calls the place of a piece, "" where nothing does."""
        layout = self.layouts.get(piece.map or "")
        return (layout.location(piece.x, piece.y) or "") if layout is not None else ""

    def record(self) -> dict[str, Any]:
        """JSON values."""
        module = self.log.module
        return {
            "module": module.name if module is not None else None,
            "version": module.version if module is not None else None,
            "step": self.step,
            "steps": len(self.log.steps),
            "pieces": [
                {
                    "piece": one.id,
                    "name": self.name(one),
                    "window": one.map,
                    "place": self.place(one) or None,
                    "x": one.x,
                    "y": one.y,
                    "side": side_of(one),
                }
                for one in self.game.pieces.values()
                if not is_hidden(one)
            ],
        }

    def lines(self) -> Iterator[str]:
        """The pieces by window and place, like ones counted."""
        module = self.log.module
        named = f"{module.name} {module.version}".strip() if module is not None else "a set-up"
        moment = f", {self.step} of {len(self.log.steps)} steps played" if self.log.steps else ""
        yield f"{self.file}{moment}: {named}"
        shown = [one for one in self.game.pieces.values() if not is_hidden(one)]
        hidden = len(self.game.pieces) - len(shown)
        windows: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        for one in shown:
            place = self.place(one) or (f"{one.x},{one.y}" if one.map else "")
            windows[one.map or NOWHERE][place][self.name(one) or NAMELESS] += 1
        for window, places in sorted(windows.items()):
            count = sum(names.total() for names in places.values())
            yield from ("", f"{window}: {so_many(count, 'piece')}")
            for place, names in sorted(places.items()):
                said = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())
                yield f"  {place}: {said}" if place else f"  {said}"
        if hidden:
            yield from ("", f"Hidden or masked: {so_many(hidden, 'piece')}")
        if not self.layouts:
            yield from ("", "Places are px of their windows. With their names: --module FILE.vmod")


def name_of(piece: GamePiece) -> str:
    """What a piece is called: what its basicName trait says, if that is no expression, else the
    name VASSAL shows."""
    for trait in piece.traits:
        if trait.type.startswith(BASIC_NAME):
            said = decode(trait.type[len(BASIC_NAME) :], ";")[0]
            if said and not said.startswith("{") and "$" not in said:
                return said
    return piece.shown_name


def slot_names(root: Element) -> dict[str, str]:
    """The names of a module's counters by their numbers."""
    slots = (one for one in root.walk() if one.tag.endswith(SLOTS))
    return {one.get("gpid"): one.get("entryName") for one in slots}


def side_of(piece: GamePiece) -> str | None:
    """The side of a piece by one of the properties that modules keep it in, None without."""
    return next((said for name in SIDES if (said := piece.property_value(name))), None)


def is_hidden(piece: GamePiece) -> bool:
    """Whether a player has masked or hidden a piece: then it is his to show."""
    return bool(piece.hidden_by or piece.masked_by)


def foreign_position(file: str, step: int | None, module: Path | None) -> ForeignPosition | None:
    """The position in a save or log of a game that is none of ours, or in a set-up that names no
    module; None for any other file.

    :raises InputError: the log has not so many steps, or the module cannot be read.
    """
    if step is None and not Path(file).is_file() and (found := STEP.fullmatch(file)):
        file, step = found["file"], int(found["step"])
    path = Path(file)
    data = read_bytes(path, LOG_LIMITS.total)
    if not is_archive(data):
        return None
    log = log_of(data, Where.of(path), Mode.TOLERANT)
    named = log.module.name if log.module is not None else None
    if ours(named) if named else log.damages:
        return None
    many = len(log.steps) if step is None else step
    if many > len(log.steps):
        raise InputError(Where(file, part="step"), str(many), f"a step from 0 to {len(log.steps)}")
    archive = read_module(module) if module is not None else None
    maps = read_maps(archive) if archive is not None else None
    slots = slot_names(archive.build_file()) if archive is not None else {}
    game, clock = start(log), Clock(log.where)
    for one in log.steps[:many]:
        clock.check(f"{one.index} of {many} steps played")
        game.apply(one.commands)
    version = log.save.vassal_version if log.save is not None else ""
    layouts = maps.laid_out(game.boards, version) if maps is not None else {}
    return ForeignPosition(path.name, log, game, many, layouts, slots)
