"""The position a question is about, parsed once."""

from __future__ import annotations

import re
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

from clubroute.builder.counting import is_whole
from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.kinds import (
    HEX_NUMBER,
    NAME,
    SIDES,
    YES,
)
from clubroute.rules.gts.position.bridges import (
    BRIDGE,
    UNSAID,
    Bridge,
    bridge_between,
    ends_key,
)
from clubroute.rules.gts.position.markers import (
    MARKER,
    ClubRoute,
    Marker,
    OffMap,
)
from clubroute.rules.gts.position.turns import (
    HISTORY,
    Event,
    Now,
    Turn,
)
from clubroute.rules.gts.position.units import UNIT, Unit
from clubroute.rules.position.record import (
    BESIDE,
    by_name,
    given,
    list_of,
    needed,
    plain,
    read_record,
    record,
    said,
)

# What a position has from the set-up of a scenario, where the state itself is silent.
#
# The state's word always comes first. What a set-up says holds while nothing later has been said
# of it: a bridge until the state or its history names it; Units, markers, Club Route and weather
# only in the first turn, before anything has happened.

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
    def fresh(self) -> bool:
        """Whether the position may still be the beginning."""
        return at_the_start(self.said, self.set_up)

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
    # Of a bridge in a later turn the set-up tells only with all that has happened since.
    whole = at_start or said.history is not None
    bridges = bridges_of(said, set_up, without) if whole else dict(said.bridges or {})
    told = said.bridges or {}
    parts += [ends for ends in bridges if bridges[ends] != told.get(ends, UNSAID)]
    if whole and set_up.other_bridges != UNSAID:
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


# Reads the turns that a module's turn tracker shows, for the rules' methods.

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
TURN = re.compile(
    r"(?P<month>[A-Za-z]+) (?P<day>[0-9]{1,2}),? (?P<time>[0-9]{4}|Night)", re.IGNORECASE
)


@lru_cache(maxsize=256)
def turn_record(text: str, year: int | None) -> Mapping[str, str] | None:
    """Read a turn's text for the rules' methods; None if it is no date and time."""
    match = TURN.fullmatch(text)
    if match is None or year is None:
        return None
    word = match["month"].lower()
    months = [one for one in MONTHS if one == word or (len(word) > 2 and one.startswith(word))]
    if not months:
        return None
    month = MONTHS.index(months[0]) + 1
    time = match["time"] if is_whole(match["time"]) else "Night"
    return {"date": f"{year:04}-{month:02}-{int(match['day']):02}", "time": time}


def time_of(now: Mapping[str, str] | None) -> str:
    """A turn as limits are dated, ``1944-09-17 0900``."""
    return read_record(Now, now, "turn").stamp if now else ""


# Fire Zones in a position: the hexes each side projects them into, or what a Fire Zone is.

MOST_HEXES = 20000


@dataclass(frozen=True, slots=True, kw_only=True)
class FireZoneRule:
    """The definition of a Fire Zone, supplied by an owner of the series rules."""

    range: int = needed(
        plain({"type": "integer", "minimum": 0, "maximum": 20}),
        "hexes from the Unit, itself included",
    )
    sight: bool = said(YES, "only where it sees; true if absent", default=True)
    column: bool = said(YES, "whether Units in Column have one; true if absent", default=True)
    suppressed: bool = said(YES, "whether Suppressed Units have one; true if absent", default=True)

    def holds_for(self, unit: Unit) -> bool | None:
        """Whether a Unit has a Fire Zone, None if what decides it is not said."""
        bars = [unit.column] if not self.column else []
        bars += [unit.suppressed] if not self.suppressed else []
        return False if True in bars else None if None in bars else True


@dataclass(frozen=True, slots=True, kw_only=True)
class FireZones:
    """The hexes in which each side projects Fire Zones. A side that is not said is None."""

    allied: tuple[str, ...] | None = said(list_of(HEX_NUMBER, MOST_HEXES), name="Allied")
    german: tuple[str, ...] | None = said(list_of(HEX_NUMBER, MOST_HEXES), name="German")
    definition: FireZoneRule | None = said(
        record(FireZoneRule),
        "what a Fire Zone is by your series rules: a side that is left out is worked out from its "
        "units by it",
    )

    worked_out: frozenset[str] = field(default=frozenset(), compare=False)
    """The sides whose hexes were worked out by the definition."""

    def of(self, side: str) -> frozenset[str] | None:
        """The hexes of a side's Fire Zones (printed numbers), None if it is not said."""
        told = dict(zip(SIDES, (self.allied, self.german), strict=True)).get(side)
        return None if told is None else frozenset(told)


MOST_PIECES = 5000


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A position, as far as it is known. A field that is not said is None.

    Hexes are printed numbers, ``bridges`` are by hexside (``55.202/56.201``). ``units`` being an
    empty tuple says that there are none; None says nothing. ``handle`` is that of an open state,
    "" for one that is not open. ``begun`` says what comes from the scenario's set-up.
    """

    scenario: str | None = said(
        NAME,
        "the scenario it began as, as WED-2: what a state does not say is as set up there, while "
        "nothing later is said of it",
    )

    module: str | None = said(
        NAME,
        "the module its counters are of, where it is none of ours: they are held to no counter of "
        "ours, and the ground is that module's if its owner has imported it",
    )
    under_way: bool | None = said(
        YES, "whether play has gone on from the set-up: then Units and markers may have changed"
    )
    units: tuple[Unit, ...] | None = said(list_of(UNIT, MOST_PIECES))
    beside_set_up: bool | None = said(YES, BESIDE)
    markers: tuple[Marker, ...] | None = said(list_of(MARKER, MOST_PIECES))
    bridges: Mapping[str, Bridge] | None = said(
        by_name(BRIDGE, MOST_PIECES, ends_key), "by hexside, how a bridge stands"
    )
    now: Now | None = said(record(Now), name="turn")
    fire_zones: FireZones | None = said(
        record(FireZones), "by side, the hexes in which it projects Fire Zones; or what one is"
    )
    history: tuple[Event, ...] | None = said(HISTORY, "what has happened, oldest first")
    club_route: ClubRoute | None = said(record(ClubRoute), "how the Club Route stands")
    off_map: OffMap | None = said(record(OffMap), "the off-map display")
    handle: str = field(default="", compare=False)
    begun: Begun | None = field(default=None, compare=False)
    other_bridges: Bridge = UNSAID
    listed: tuple[Unit, ...] = field(default=(), compare=False)
    """Units that surely stand there at the start, where the set-up does not list them all."""

    @property
    def played(self) -> str | None:
        """What is played, by the name the rules have for it; None if no scenario is said."""
        if self.scenario is None:
            return None
        names = SERIES.scenarios.items()
        return next((name for name, them in names if self.scenario in (name, *them)), None)

    @property
    def turn(self) -> Turn | None:
        """The turn, None unless its day and time are said."""
        return None if self.now is None else self.now.turn

    def units_in(self, hexes: Iterable[str], side: str) -> tuple[Unit, ...]:
        """The side's Units that are said to be in some hexes (printed numbers)."""
        where = set(hexes)
        return tuple(u for u in self.units or () if u.side == side and u.hex in where)

    def unit(self, id_: str) -> Unit | None:
        """The unit with an id, None if no unit is said to have it."""
        return next((unit for unit in self.units or () if unit.id == id_), None)

    def markers_of(self, *kinds: str) -> tuple[Marker, ...]:
        """The markers of some kinds."""
        return tuple(marker for marker in self.markers or () if marker.kind in kinds)

    def zones(self, side: str) -> frozenset[str] | None:
        """The hexes in which a side projects Fire Zones, None if it is not said."""
        return None if self.fire_zones is None else self.fire_zones.of(side)

    def in_zone(self, side: str, hexes: Collection[str]) -> bool | None:
        """Whether a side projects a Fire Zone into one of the hexes, None if it is not said."""
        zones = self.zones(side)
        return None if zones is None else not zones.isdisjoint(hexes)

    def bridge(self, ends: Iterable[str], game: str = "") -> Bridge:
        """Find the bridge between two hexes (printed numbers), on the map of a game."""
        found = bridge_between(self.bridges, set(ends))
        if found != UNSAID or self.other_bridges == UNSAID:
            return found
        if game and self.begun is not None and game != self.begun.set_up.others_in:
            return found
        return begun_bridge(self.other_bridges, UNSAID, set(ends), self.history or ())

    def bridge_is(self, ends: Iterable[str], word: str, game: str = "") -> bool | None:
        """Whether a word holds of the bridge between two hexes, None if no bridges are told.

        The bridges are told whole: one they do not name stands, as printed.
        """
        silent = self.bridges is None and self.other_bridges == UNSAID
        return None if silent else self.bridge(ends, game).is_(word)

    def held(self, side: str, hexes: Collection[str]) -> bool | None:
        """Whether a Unit of a side is in one of the hexes, None if that is not said."""
        maybe = self.units is None
        for unit in self.units or ():
            if unit.side in (None, side) and (unit.hex is None or unit.hex in hexes):
                if unit.side is not None and unit.hex is not None:
                    return True
                maybe = True
        return None if maybe else False

    def events(self, *names: str) -> tuple[Event, ...]:
        """The records of some events, oldest first."""
        return tuple(event for event in self.history or () if event.event in names)


def need_fire_zones(side: str | None, whose: str = "it") -> str:
    """Return the need of an answer that turns on a side's Fire Zones, which are not said.

    Where nobody said which side that is, ``side`` is None and ``whose`` tells it in words.
    """
    if side is None:
        return f"state.fire_zones: the hexes in which {whose} projects Fire Zones (series rules)"
    return f"state.fire_zones.{side}: the hexes in which it projects Fire Zones (series rules)"


NOTHING_SAID = Position()
"""The position of a question that says nothing of it."""
