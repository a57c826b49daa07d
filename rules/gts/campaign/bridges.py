"""A bridge of the map with what a position says of it, and who controls it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import HexNumberError, NotAdjacentError
from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.gts.kinds import ENEMY
from clubroute.rules.gts.position import Position, need_fire_zones
from clubroute.rules.gts.position.bridges import UNSAID, Bridge
from clubroute.rules.gts.position.events import Event
from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.rulebook import Section

KINDS = ("bridge", "pontoon")


@dataclass(frozen=True, slots=True)
class MapBridge:
    """A bridge of the map. ``ends`` are its hexes as printed, the northern one first.

    ``said`` is what the position says of it.
    """

    name: str
    kind: str
    note: str
    ends: tuple[str, str]
    game: str
    provenance: Provenance
    said: Bridge = UNSAID

    @property
    def southern(self) -> str:
        """The hex at its southern end."""
        return self.ends[1]

    @property
    def book(self) -> Section:
        """The rules about bridges where it stands."""
        return book("bridge", self.game)

    @property
    def never(self) -> bool:
        """Whether it may never be wired, destroyed or improved."""
        return "never" in self.note

    def is_(self, word: str) -> bool:
        """Tell whether the position says so of it."""
        return self.said.is_(word)

    def at(self, hexside: str | None) -> bool:
        """Tell whether a printed hexside is its own, either hex first."""
        return set((hexside or "").replace(" ", "").split("/")) == set(self.ends)


def bridge_at(
    country: MapFile, hexside: str, position: Position, kinds: Sequence[str] = KINDS
) -> MapBridge:
    """Find the bridge at a hexside, as the position has it. :raises InputError: there is none."""
    where = Where("params", part="bridge")
    try:
        side = country.lattice.parse_hexside(hexside, country.window)
    except (HexNumberError, NotAdjacentError) as error:
        raise InputError(where, str(error), "a hexside as 55.202/56.201") from None
    first, second = (country.find(h) for h in sorted(side, key=lambda h: h.half))
    if NOWHERE in (first, second):
        raise InputError(where, repr(hexside), f"a hexside of {country.window}")
    place = first * 6 + country.direction(first, second)
    for feature in country.sides.get(place, ()):
        if feature.kind in kinds:
            ends = (country.number(first), country.number(second))
            return MapBridge(
                feature.name,
                feature.kind,
                feature.note,
                ends,
                country.game(first),
                country.bases[feature.basis].provenance,
                position.bridge(ends, country.game(first)),
            )
    raise InputError(where, f"no bridge at {hexside}", "a hexside with a bridge (2.15)")


@dataclass(frozen=True, slots=True)
class Control:
    """Who controls a bridge: a side, or "" where it is contested; None where it is not known."""

    side: str | None
    last: tuple[str, str]
    set_up: bool = False


def control(
    work: Working,
    bridge: MapBridge,
    position: Position,
    set_up_counts: bool,
    entry: tuple[str, str] | None = None,
) -> Control:
    """Tell who controls a bridge, with the working.

    :param set_up_counts: whether a Unit that stands in an end hex nobody has entered counts.
    :param entry: one more entry (side, hex) after all others.
    """
    cite = bridge.book["control"].cite
    records = position.events("entered", "controls")
    last: list[str] = []
    used_set_up = False
    for end in bridge.ends:
        side = entry[0] if entry and entry[1] == end else last_in(bridge, end, records)
        if not side and set_up_counts and bridge.said.control is None:
            standing = {unit.side for unit in position.units or () if unit.hex == end}
            if len(standing) == 1:
                side, used_set_up = standing.pop() or "", True
        text = f"{side} Units were last to enter" if side else "nobody is known to have entered"
        if not side and bridge.said.control is not None:
            side, text = bridge.said.control, f"said to be {bridge.said.control} controlled"
        last.append(side)
        work.say(text, cite, bridge.provenance, end)
    both = (last[0], last[1])
    unsaid = [end for end, side in zip(bridge.ends, last, strict=True) if not side]
    if unsaid and position.history is None:
        work.need(
            f"state.history: which side was last to enter {' and '.join(unsaid)}; if not the same "
            "in both hexes, the bridge is contested"
        )
        return Control(None, both, used_set_up)
    if last[0] != last[1] or last[0] not in ENEMY:
        work.say("no side was last to enter both hexes: contested", cite)
        return Control("", both, used_set_up)
    enemy = ENEMY[last[0]]
    zones = position.zones(enemy)
    if zones is None:
        work.need(need_fire_zones(enemy))
        return Control(None, both, used_set_up)
    covered = [end for end in bridge.ends if end in zones]
    if covered:
        work.say(f"a {enemy} Fire Zone lies on {' and '.join(covered)}: contested", cite)
        return Control("", both, used_set_up)
    work.say(f"no {enemy} Fire Zone lies on either hex: {last[0]} controlled", cite)
    return Control(last[0], both, used_set_up)


def last_in(bridge: MapBridge, end: str, records: Sequence[Event]) -> str:
    """Name the side last to enter an end hex, "" if none is known to have entered it."""
    for event in reversed(records):
        if event.hex == end if event.event == "entered" else bridge.at(event.hexside):
            return event.side or ""
    return ""
