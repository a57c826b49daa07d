"""The position a question is about, parsed once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from clubroute.rules.gts.games import SERIES
from clubroute.rules.gts.kinds import NAME, YES
from clubroute.rules.gts.position.begun import Begun, begun_bridge
from clubroute.rules.gts.position.bridges import (
    BRIDGE,
    UNSAID,
    Bridge,
    bridge_between,
    ends_key,
)
from clubroute.rules.gts.position.events import HISTORY, Event
from clubroute.rules.gts.position.markers import MARKER, Marker
from clubroute.rules.gts.position.route import ClubRoute, OffMap
from clubroute.rules.gts.position.turns import Now, Turn
from clubroute.rules.gts.position.units import UNIT, Unit
from clubroute.rules.gts.position.zones import FireZones
from clubroute.rules.position.record import BESIDE, by_name, list_of, record, said

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
