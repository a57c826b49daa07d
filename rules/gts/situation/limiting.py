"""Who is limited: a Unit on a map in a position, and all conditions it is under.

The kinds of limits are modules with a function ``conditions``, listed as ``limits`` in the series'
``series.toml``. A new kind is such a file and its row; whoever asks for conditions has it then.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TypeAlias

from clubroute.builder.grid import distance
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import SERIES, book
from clubroute.rules.gts.movement_tables import MovementTable, tables_of
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.gts.situation.condition import Condition, Limits, together


@dataclass(frozen=True, slots=True)
class Limiting:
    """A Unit that may be limited: on a map, in a position, in what is ``played`` (a scenario by the
    name rules use, None if that is not said). ``moves``: it moves, instead of being put somewhere;
    ``forced``: it retreats or runs away.
    """

    context: Context
    country: MapFile
    unit: Unit
    position: Position
    played: str | None = None
    moves: bool = True
    forced: bool = False

    @property
    def tables(self) -> Mapping[str, MovementTable]:
        """The movement tables by game."""
        return tables_of(self.context)

    @property
    def now(self) -> str:
        """The turn as limits are dated, ``1944-09-17 0900``; "" if it is not said."""
        return self.position.now.stamp if self.position.now else ""


@cache
def marker_kinds(window: str) -> frozenset[str]:
    """The kinds of markers on a map that some limit reads."""
    special = book("deploy", "wed").rows("special").values()
    parks = {kind for row in special if (kind := row.text("kind"))}
    return frozenset(parks).union(book("leaving", window).rows("marker"))


Kind: TypeAlias = Callable[[Limiting], Iterable[Condition]]


@cache
def kinds() -> tuple[Kind, ...]:
    """The kinds of limits, in the order of ``series.toml``."""
    return tuple(import_module(module).conditions for module in SERIES.limits)


def conditions_of(who: Limiting) -> Iterator[Condition]:
    """All conditions a Unit is under. :raises InputError: a hex of the position that is none."""
    for conditions in kinds():
        yield from conditions(who)


def limits_of(who: Limiting) -> Limits:
    """All conditions a Unit is under, joined; kept for as long as they are the same.

    To find what an answer rests on, a question asks again with parts of the position changed.
    """
    found = tuple(conditions_of(who))
    kept = who.context.kept("limits")
    # Conditions that are made once have one identity; the entry keeps them, so none is used again.
    key = ("limits", tuple(map(id, found)))
    known: Limits | None = kept.get(key)
    if known is None:
        known = kept[key] = together(found)
    return known


def distances(country: MapFile, places: Collection[int]) -> Mapping[int, int]:
    """By hex id of a map, how many hexes off the nearest of some hexes is."""
    near = [country.hex(place) for place in places]
    every = ((id_, country.hex(id_)) for id_ in range(len(country)))
    return {id_: min(distance(here, one) for one in near) for id_, here in every}


def tell_leaving(work: Working, condition: Condition, here: int, by_movement: bool) -> None:
    """Say what one condition does to a Unit that leaves its hex, ``here``.

    :param by_movement: it does so by a Movement Action, which alone may be forbidden for good.
    """
    if by_movement and here in condition.held:
        work.forbid(condition.why, condition.rule, condition.provenance)
    if here in condition.checks:
        work.need(condition.checks[here])


def tell(work: Working, country: MapFile, condition: Condition, place: int) -> bool:
    """Say what one condition does to a hex; returns whether it keeps the Unit out."""
    unplaced, number = condition.unplaced, country.number(place)
    if place in condition.brings:
        work.say(condition.why, condition.rule, condition.provenance, number)
    if place in condition.shut or place in condition.ends:
        work.forbid(condition.why, condition.rule, condition.provenance, number)
        return True
    if unplaced is not None:
        if country.game(place) == unplaced.game and place not in unplaced.within:
            work.need(unplaced.need)
    elif place in condition.doubts:
        work.need(condition.doubts[place])
    elif condition.fits is not None:
        line = condition.fits(place)
        if line:
            work.say(line, condition.rule, condition.provenance, number)
    return False
