"""Conditions: what limits where a Unit may be and go, each with its reason, rule and provenance.

A condition is made by one kind of limit (``situation/limits/``), and asked by every method that
judges where a Unit is or moves: none of them knows what kinds there are.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Mapping,
)
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import TypeAlias

from clubroute.builder.grid import distance
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.working import Working
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.mapfile import MapFile
from clubroute.rules.gts.games import (
    SERIES,
    MovementTable,
    book,
    tables_of,
)
from clubroute.rules.gts.position import Position
from clubroute.rules.gts.position.units import Unit

NO_HEXES: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Unplaced:
    """A limit whose hexes the map does not know: on whose map, as need and as note.

    ``within`` are hexes (ids of the map) that surely lie inside it.
    """

    game: str
    need: str
    note: str
    within: frozenset[int] = NO_HEXES


@dataclass(frozen=True, slots=True)
class Condition:
    """One reason why a Unit may not be in hexes, or not leave them, and what it rests on.

    Hexes are ids of the map. ``shut`` are those it may not enter or be in; ``doubts`` has, by hex,
    what must be known to tell. It never leaves those ``held`` by moving, and those in ``checks``
    only as is needed there. ``in_column``: it may not leave Column. ``unplaced``: the map does not
    know its hexes. ``notes`` are what of it nobody looked at. ``eliminated``: a Unit beyond it is,
    if forced to retreat there (``retreat``) or ``always``. ``fits`` says of a hex not shut why not.
    Its move may pass through hexes of ``ends`` but not end there. As it enters a hex of ``brings``
    what ``why`` says befalls others.
    It holds no step from a hex of ``freed``: whoever is there has come free of it. ``still``: it
    takes no Movement Action at all; None: that hangs on what ``why`` needs.
    """

    why: str
    rule: str
    provenance: Provenance = "rulebook"
    shut: frozenset[int] = NO_HEXES
    doubts: Mapping[int, str] = field(default_factory=dict)
    held: frozenset[int] = NO_HEXES
    checks: Mapping[int, str] = field(default_factory=dict)
    in_column: bool = False
    unplaced: Unplaced | None = None
    notes: tuple[str, ...] = ()
    eliminated: str = ""
    ends: frozenset[int] = NO_HEXES
    brings: frozenset[int] = NO_HEXES
    freed: frozenset[int] = NO_HEXES
    still: bool | None = False
    fits: Callable[[int], str] | None = field(default=None, compare=False)

    @property
    def steps(self) -> Hashable:
        """A key of the steps it refuses: conditions with equal keys refuse the same."""
        return self.why, self.shut, self.held, self.in_column, self.freed


@dataclass(frozen=True, slots=True)
class Limits:
    """All conditions of a Unit together, by hex id: why it may not enter, what must be known first,
    why it may not leave, what it needs to leave. ``column`` says why it may not leave Column, "" if
    it may; ``ends`` why its move may not end in a hex. ``freed`` has, by hex, the refusal that no
    longer holds from there, ``spared`` what need not be known any more.
    """

    conditions: tuple[Condition, ...] = ()
    shut: Mapping[int, str] = field(default_factory=dict)
    doubts: Mapping[int, str] = field(default_factory=dict)
    held: Mapping[int, str] = field(default_factory=dict)
    checks: Mapping[int, str] = field(default_factory=dict)
    column: str = ""
    ends: Mapping[int, str] = field(default_factory=dict)
    freed: Mapping[int, str] = field(default_factory=dict)
    spared: Mapping[int, str] = field(default_factory=dict)

    @property
    def still(self) -> Condition | None:
        """The condition by which it takes no Movement Action, None if there is none."""
        return next((one for one in self.conditions if one.still), None)

    def doubt(self, start: int, end: int) -> str | None:
        """What must be known to tell whether it may go from a hex to another, None if nothing."""
        need = self.doubts.get(end) if start != end else None
        return None if need is None or need == self.spared.get(start) else need

    @property
    def unplaced(self) -> tuple[Unplaced, ...]:
        """The limits the map has no hexes for."""
        return tuple(one.unplaced for one in self.conditions if one.unplaced is not None)

    @property
    def notes(self) -> tuple[str, ...]:
        """What nobody looked at."""
        return tuple(note for one in self.conditions for note in one.notes)

    @property
    def steps(self) -> Hashable:
        """A key of the steps they refuse: limits with equal keys refuse the same."""
        return tuple(one.steps for one in self.conditions if one.shut or one.held or one.in_column)

    def brought(self, entered: Iterable[int]) -> tuple[tuple[int, Condition], ...]:
        """What the hexes entered bring, by what condition, each with the first of them."""
        bringing = [one for one in self.conditions if one.brings]
        hexes = list(dict.fromkeys(entered)) if bringing else []
        firsts = ((next((h for h in hexes if h in one.brings), None), one) for one in bringing)
        found = [(place, one) for place, one in firsts if place is not None]
        return tuple(sorted(found, key=lambda pair: hexes.index(pair[0])))

    def condition(self, why: str) -> Condition:
        """Find the condition a refusal names. :raises KeyError: there is none."""
        for one in self.conditions:
            if one.why == why:
                return one
        raise KeyError(why)


UNLIMITED = Limits()


def together(conditions: Iterable[Condition]) -> Limits:
    """Join a Unit's conditions; of several for a hex the last one is told."""
    known = tuple(conditions)
    if not known:
        return UNLIMITED
    shut: dict[int, str] = {}
    doubts: dict[int, str] = {}
    held: dict[int, str] = {}
    checks: dict[int, str] = {}
    ends: dict[int, str] = {}
    freed: dict[int, str] = {}
    spared: dict[int, str] = {}
    # Of several refusals of a hex one is told: one that nothing lifts comes last.
    for one in sorted(known, key=lambda one: not one.freed):
        shut.update(dict.fromkeys(one.shut, one.why))
        if one.shut:
            freed.update(dict.fromkeys(one.freed, one.why))
        for need in set(one.doubts.values()) if one.freed else ():
            spared.update(dict.fromkeys(one.freed, need))
        held.update(dict.fromkeys(one.held, one.why))
        ends.update(dict.fromkeys(one.ends, one.why))
        doubts.update(one.doubts)
        checks.update(one.checks)
    column = next((one.why for one in known if one.in_column), "")
    return Limits(known, shut, doubts, held, checks, column, ends, freed, spared)


# Who is limited: a Unit on a map in a position, and all conditions it is under.
#
# The kinds of limits are modules with a function ``conditions``, listed as ``limits`` in the
# series' ``series.toml``. A new kind is such a file and its row; whoever asks for conditions has
# it then.


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
