"""The ground of a module beside our map: every difference as a mark on a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clubroute.builder.art.board import (
    HexLabel,
    HexRing,
    HexsideBar,
    Mark,
    Thread,
)
from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Lattice
from clubroute.builder.terrain.terrain_file import load_terrain
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.facts import HEX, LINE, read_facts
from clubroute.rules.owner.modules.known import REPORT_TEXT, TERRAIN, find_module
from clubroute.rules.owner.modules.overlay import Difference, lay

INKS: Mapping[str, tuple[int, int, int]] = {
    "owner": (200, 75, 0),
    "rulebook": (20, 90, 170),
    "assumed": (123, 45, 140),
}
"""By whose word counts: the module's, a rulebook's, nobody's. Told apart by colour-blind eyes."""
WHOSE: Mapping[str, str] = {
    "owner": "orange: the module's counts",
    "rulebook": "blue: a rulebook's counts",
    "assumed": "purple: a bridge that is assumed",
}
LETTERS = 3
"""Of a word that stand in a hex."""


@dataclass(frozen=True, slots=True)
class AgainstModule:
    """The differences as marks, and lines that say how many there are and where the list is."""

    marks: list[Mark]
    lines: list[str]


def against_module(context: Context, window: str, name: str) -> AgainstModule:
    """Where the ground of a module is not our map's.

    :raises InputError: the owner has no such module, its files are wrong, or it is of another map.
    """
    own = find_module(context, name)
    if own.told.rules != window:
        raise InputError(Where("map"), repr(window), own.told.rules)
    base = load_terrain(context.terrain(own.told.lattice))
    laid = lay(base, read_facts(own.folder / TERRAIN, base.lattice, window), own.told)
    found = [*laid.differences, *laid.bridges]
    marks = [mark for one in found for mark in marks_of(base.lattice, window, one)]
    counted = Counter(one.sort for one in found)
    told = ", ".join(f"{many} {sort}" for sort, many in sorted(counted.items())) or "none"
    lines = [f"{own.told.called}, differences from our map: {told}"]
    lines += [text for whose, text in WHOSE.items() if any(one.counts == whose for one in found)]
    lines.append(f"each by its place: {own.folder / REPORT_TEXT}")
    return AgainstModule(marks, lines)


def marks_of(lattice: Lattice, window: str, one: Difference) -> Iterator[Mark]:
    """The marks of a difference: a hex with the module's word, a bar, or a line."""
    ink = INKS[one.counts]
    ends = [lattice.parse(number, window) for number in one.place.split("/")]
    if one.sort == HEX:
        yield HexRing(ends[0], ink)
        yield HexLabel(ends[0], one.theirs[:LETTERS] or "–", ink)
    elif one.sort == LINE:
        yield Thread(ends[0], ends[1], ink)
    else:
        yield HexsideBar(ends[0], ends[1], ink)
