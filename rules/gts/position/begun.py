"""What a position has from the set-up of a scenario, where the state itself is silent.

The state's word always comes first. What a set-up says holds while nothing later has been said of
it: a bridge until the state or its history names it; Units, markers, Club Route and weather only in
the first turn, before anything has happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.position.bridges import UNSAID, Bridge, bridge_between
from clubroute.rules.gts.position.events import Event
from clubroute.rules.gts.position.markers import Marker
from clubroute.rules.gts.position.route import ClubRoute
from clubroute.rules.gts.position.turns import Now, Turn
from clubroute.rules.gts.position.units import Unit
from clubroute.rules.position.record import given

if TYPE_CHECKING:
    from clubroute.rules.gts.position.position import Position

R = TypeVar("R", Bridge, ClubRoute)
UNITS = "units"
IN_HEX = "units "
"""The part of a position that are the Units in one hex begins so."""


@dataclass(frozen=True, slots=True)
class SetUpFact:
    """Something a set-up says: in a player's words, with its citation.

    ``part`` is the part of a position it fills: turn, weather, units, markers, route, history, or
    a bridge's hexside ("" for all bridges not named). ``units 45.223`` are those in one hex.
    """

    part: str
    text: str
    cite: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class SetUp:
    """The beginning of a scenario as parts of a position, and the facts they are.

    ``bridges`` are by hexside, ``other_bridges`` is how all others stand. ``units`` holds those
    that are to be placed, too, without a hex: they are ``waiting``, and ``to_place`` says in the
    same order where each may be. ``weather`` is that of every turn until ``weather_until``.
    ``units`` and ``markers`` are None where the rulebook leaves them to another book: then
    ``listed`` are those it tells. ``others_in`` is the game whose other bridges are meant.
    """

    scenario: str
    first: Turn
    weather: str | None
    weather_until: Turn
    units: tuple[Unit, ...] | None
    waiting: tuple[Unit, ...]
    to_place: tuple[str, ...]
    markers: tuple[Marker, ...] | None
    bridges: Mapping[str, Bridge]
    other_bridges: Bridge
    route: ClubRoute | None
    facts: tuple[SetUpFact, ...]
    others_in: str = ""
    listed: tuple[Unit, ...] = ()

    def beside(self, units: Sequence[Unit]) -> tuple[SetUp, tuple[Unit, ...]]:
        """The set-up, which tells all its Units, without those that are said; and these as they
        were set up."""
        from clubroute.rules.position.beside import laid_over, units_text  # few say units so

        stood = [unit for unit in self.units or () if unit.hex is not None]
        left, said = laid_over((*stood, *self.waiting), units)
        standing = tuple(stood[index] for index in left if index < len(stood))
        to_place = [index - len(stood) for index in left if index >= len(stood)]
        waiting = tuple(self.waiting[index] for index in to_place)
        text = units_text(len(standing), len(waiting), "Unit") + ", beside those said"
        facts = (replace(one, text=text) if one.part == UNITS else one for one in self.facts)
        found = replace(
            self,
            units=(*standing, *waiting),
            waiting=waiting,
            to_place=tuple(self.to_place[index] for index in to_place),
            facts=tuple(facts),
        )
        return found, tuple(said)


@dataclass(frozen=True, slots=True)
class Begun:
    """A set-up at work in a position: what the state itself said, and the parts taken over.

    ``beside`` are the Units said beside those of the set-up, which no longer has them.
    ``complete`` adds to a position what follows from it, set-up or none: its Fire Zones.
    """

    set_up: SetUp
    said: Position
    parts: tuple[str, ...]
    complete: Callable[[Position], Position]
    beside: tuple[Unit, ...] = ()

    @property
    def facts(self) -> tuple[SetUpFact, ...]:
        """The facts the position has from the set-up."""
        return tuple(fact for fact in self.set_up.facts if fact.part in self.parts)

    def without(self, parts: frozenset[str]) -> Position:
        """The position that lacks some parts of the set-up."""
        return taken_over(self.said, self.set_up, self.beside, self.complete, parts)

    def alone(self) -> Position:
        """The position without the set-up."""
        said = replace(self.said, units=None, listed=self.beside) if self.beside else self.said
        return self.complete(said)


def begin(said: Position, set_up: SetUp, complete: Callable[[Position], Position]) -> Position:
    """Complete what a state says from a set-up. Where that leaves its Units to another book, those
    that are said are all there are to judge by."""
    units: tuple[Unit, ...] = ()
    told = set_up.units is not None and at_the_start(said, set_up)
    if said.beside_set_up and said.units and told:
        set_up, units = set_up.beside(said.units)
    return taken_over(said, set_up, units, complete, frozenset())


def taken_over(
    said: Position,
    set_up: SetUp,
    units: tuple[Unit, ...],
    complete: Callable[[Position], Position],
    without: frozenset[str],
) -> Position:
    """Complete what a state says from a set-up, save for the parts in ``without``.

    :param units: those said beside the set-up's, which it no longer has.
    """
    now, at_start = said.now, at_the_start(said, set_up)
    parts: list[str] = []
    if at_start and (now is None or (now.day is None and now.slot is None)):
        weather = None if now is None else now.weather
        now = Now(day=set_up.first.day, slot=set_up.first.slot, weather=weather)
        parts.append("turn")
    turn = None if now is None else now.turn
    known = turn is not None and set_up.first <= turn <= set_up.weather_until
    if now is not None and now.weather is None and set_up.weather and known:
        parts.append("weather")
    if at_start:
        lists = {
            UNITS: (said.units is None or bool(units))
            and bool(set_up.units is not None or set_up.listed),
            "markers": said.markers is None and set_up.markers is not None,
            "history": said.history is None,
        }
        parts += [name for name, missing in lists.items() if missing]
        if set_up.route is not None and merged(said.club_route, set_up.route) != said.club_route:
            parts.append("route")
    bridges = bridges_of(said, set_up, without)
    told = said.bridges or {}
    parts += [ends for ends in bridges if bridges[ends] != told.get(ends, UNSAID)]
    if set_up.other_bridges != UNSAID:
        parts.append("")
    taken = tuple(part for part in parts if part not in without)
    if "turn" in parts and "turn" in without:
        now = said.now
    elif "weather" in taken and now is not None:
        now = replace(now, weather=set_up.weather)
    stand, listed = said.units, tuple[Unit, ...]()
    if UNITS in taken:
        others, listed = units_of(set_up.units, without), units_of(set_up.listed, without) or ()
        stand = None if others is None else (*others, *units)
    elif units:
        stand, listed = None, units
    begun = replace(
        said,
        now=now,
        units=stand,
        markers=set_up.markers if "markers" in taken else said.markers,
        history=() if "history" in taken else said.history,
        club_route=merged(said.club_route, set_up.route) if "route" in taken else said.club_route,
        bridges=bridges or said.bridges,
        other_bridges=set_up.other_bridges if "" in taken else UNSAID,
        listed=listed,
        begun=Begun(set_up, said, taken, complete, units),
        handle=said.handle and "-".join((said.handle, set_up.scenario, *sorted(without))),
    )
    return complete(begun)


def units_of(units: tuple[Unit, ...] | None, without: frozenset[str]) -> tuple[Unit, ...] | None:
    """Units of a set-up, save for those in some hexes; None where it does not tell them all."""
    gone = {part.removeprefix(IN_HEX) for part in without if part.startswith(IN_HEX)}
    return units and tuple(unit for unit in units if unit.hex not in gone)


def at_the_start(said: Position, set_up: SetUp) -> bool:
    """Whether a state may still be the beginning: no other turn is said, and nothing happened."""
    now = said.now
    if said.under_way:
        return False
    if now is not None and (now.day, now.slot) != (None, None) and now.turn != set_up.first:
        return False
    return not said.history


def merged(said: R | None, begun: R | None) -> R | None:
    """A record completed from another that tells what it leaves out."""
    if said is None or begun is None:
        return said or begun
    return replace(begun, **given(said))


def bridges_of(said: Position, set_up: SetUp, without: frozenset[str]) -> dict[str, Bridge]:
    """The bridges of a state, completed from a set-up where nothing later is said of them."""
    found = dict(said.bridges or {})
    for ends, begun in set_up.bridges.items():
        hexes = set(ends.split("/"))
        name = next((one for one in found if set(one.split("/")) == hexes), ends)
        if name in without or ends in without:
            continue
        stands = begun_bridge(begun, bridge_between(found, hexes), hexes, said.history or ())
        if stands != UNSAID:
            found[name] = stands
    return found


def begun_bridge(begun: Bridge, said: Bridge, ends: set[str], history: tuple[Event, ...]) -> Bridge:
    """One bridge of a set-up as a state and its history leave it."""
    for event in history:
        if event.hexside is not None and set(event.hexside.split("/")) == ends:
            return said
        if event.event == "entered" and event.hex in ends:
            begun = replace(begun, control=None)
    if said.wired is not None:
        begun = replace(begun, wired_by=None)
    words = said.words
    if words is not None and begun.wired is not None and said.wired is None:
        # The state says how it stands and not whether it is wired: the set-up says that.
        words = (*words, *(("not_wired",) if begun.is_("not_wired") else ()))
    return replace(begun, **given(said) | ({"words": words} if words is not None else {}))
