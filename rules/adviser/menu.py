"""``adviser.menu``: the questions that make sense about what a player has picked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from clubroute.rules.adviser import drawn
from clubroute.rules.adviser.asking import LiveTable
from clubroute.rules.adviser.drawn import AnswerDrawing
from clubroute.rules.adviser.questions import MenuQuestion
from clubroute.rules.saves.position import FileCounter


@dataclass(frozen=True, slots=True)
class Picked:
    """What a player has picked: a piece, which is a unit or not; a hex; another hex."""

    piece: str
    unit: FileCounter | None
    start: str | None
    to: str | None


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A question of the menu: the method that answers it, its words, when it makes sense, what is
    drawn of its answer, whether it needs another hex."""

    method: str
    label: str
    sensible: Callable[[Picked], bool]
    drawn: AnswerDrawing = AnswerDrawing()
    to: bool = False


def of_unit(picked: Picked) -> bool:
    """A unit is picked."""
    return picked.unit is not None


def of_hex(picked: Picked) -> bool:
    """A hex is picked."""
    return picked.start is not None


def of_two(picked: Picked) -> bool:
    """Two hexes are picked, or one, from which a player may pick the other."""
    return picked.start is not None and picked.to != picked.start


def of_unit_to(picked: Picked) -> bool:
    """A unit is picked and another hex, or none yet."""
    return of_unit(picked) and of_two(picked)


def always(picked: Picked) -> bool:
    """Whatever is picked."""
    return True


QUESTIONS: Mapping[str, MenuEntry] = {
    "reach": MenuEntry("move.reach", "Reach", of_unit, AnswerDrawing(drawn.costs)),
    "cost": MenuEntry(
        "move.best", "Cost to a hex", of_unit_to, AnswerDrawing(drawn.totals, drawn.path), to=True
    ),
    "sees": MenuEntry("los.fan", "What it sees", of_hex, AnswerDrawing(drawn.seen)),
    "sight": MenuEntry(
        "los.check",
        "Line of sight to a hex",
        of_two,
        AnswerDrawing(drawn.blocking, drawn.sight),
        to=True,
    ),
    "command": MenuEntry("command.check", "Command", of_unit),
    "route": MenuEntry(
        "clubroute.trace", "Club Route", always, AnswerDrawing(drawn.holes, drawn.route)
    ),
    "turn": MenuEntry("turn.list", "Checklist of the turn", always),
}


def menu_of(table: LiveTable, picked: Picked) -> list[dict[str, Any]]:
    """The questions that make sense, in order."""
    return [
        {"ask": ask, "label": entry.label, "to": entry.to}
        for ask, entry in QUESTIONS.items()
        if entry.sensible(picked) and table.method(entry.method) is not None
    ]


def picked(at: LiveTable, asked: MenuQuestion) -> Picked:
    """What a player has picked: a unit, hexes."""
    unit = at.unit(asked.piece)
    start = at.hex(asked.start) or (unit.hex if unit is not None else None)
    return Picked(asked.piece or "", unit, start, at.hex(asked.to))
