"""A bridge of the map with what a position says of it, and who controls it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import HexNumberError, NotAdjacentError
from clubroute.builder.provenance import Provenance
from clubroute.rules.answer.first_line import ground_named
from clubroute.rules.answer.working import Working
from clubroute.rules.book.rulebook import Section
from clubroute.rules.ground.mapfile import NOWHERE, MapFile
from clubroute.rules.gts.asked import hexside_of
from clubroute.rules.gts.games import book
from clubroute.rules.gts.kinds import ENEMY, HEXSIDE
from clubroute.rules.gts.position import Position, need_fire_zones
from clubroute.rules.gts.position.bridges import UNSAID, Bridge
from clubroute.rules.gts.position.turns import Event
from clubroute.rules.gts.situation.crossings import crossings_of
from clubroute.rules.position.record import derived

KINDS = ("bridge", "pontoon")


@dataclass(frozen=True, slots=True)
class MapBridge:
    """A bridge of the map. ``ends`` are its hexes as printed, the northern one first.

    ``said`` is what the position says of it, ``told`` whether it tells how the bridges stand.
    """

    name: str
    kind: str
    note: str
    ends: tuple[str, str]
    game: str
    provenance: Provenance
    said: Bridge = UNSAID
    told: bool = False

    @property
    def call(self) -> str:
        """What an answer calls it: its name, else its hexside."""
        return self.name or f"the bridge at {'/'.join(self.ends)}"

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

    def is_(self, word: str) -> bool | None:
        """Tell whether a word holds of it, None if the position does not tell how bridges stand."""
        return self.said.is_(word) if self.told else None

    @property
    def stands(self) -> bool | None:
        """Whether it is not destroyed, None if that is not told."""
        gone = self.is_("destroyed")
        return None if gone is None else not gone

    @property
    def part(self) -> str:
        """The place in a question that tells how it stands."""
        return f"state.bridges.{'/'.join(self.ends)}"

    def at(self, hexside: str | None) -> bool:
        """Tell whether a printed hexside is its own, either hex first."""
        return set((hexside or "").replace(" ", "").split("/")) == set(self.ends)


def bridge_at(
    country: MapFile, hexside: str, position: Position, kinds: Sequence[str] = KINDS
) -> MapBridge:
    """Find the bridge at a hexside, as the position has it. :raises InputError: there is none."""
    where = Where("params", part="bridge")
    if "/" in hexside:
        hexside = HEXSIDE.read(hexside, "bridge")
    else:
        hexside = hexside_of(country, hexside, kinds, "bridge")
    try:
        side = country.lattice.parse_hexside(hexside, country.window)
    except (HexNumberError, NotAdjacentError) as error:
        raise InputError(where, str(error), "a hexside as 55.202/56.201") from None
    first, second = (country.find(h) for h in sorted(side, key=lambda h: h.half))
    if NOWHERE in (first, second):
        raise InputError(where, repr(hexside), f"a hexside of {country.window}")
    place = country.place(first, second)
    crossings_of(country, position.bridges or {})  # what is said of bridges that are none
    for feature in country.sides.get(place, ()):
        if feature.kind in kinds:
            ends = (country.number(first), country.number(second))
            return MapBridge(
                feature.name or f"the bridge {'/'.join(ends)}",
                feature.kind,
                feature.note,
                ends,
                country.game(first),
                country.bases[feature.basis].provenance,
                position.bridge(ends, country.game(first)),
                position.bridge_is(ends, "destroyed") is not None,
            )
    named = book("bridge", country.game(first))["named"]
    if "stream_bridge" in country.features(place):
        rule = named.text("stream_rule")
        expected = f"a bridge over a river: what leads over a stream is plain Road ({rule})"
    else:
        ground = ground_named(country.silence_of(first))
        expected = f"a hexside with a bridge on {ground} ({named.cite})"
    raise InputError(where, f"no bridge at {hexside}", expected)


def the_crossing(
    named: Callable[[Any], str | None] = attrgetter("bridge"),
    position: Callable[[Any], Position] = attrgetter("state"),
    kinds: Sequence[str] = KINDS,
) -> Any:
    """Declare the bridge a question is about, found once as the question is read.

    :param named: gives its name or hexside; None where the question is about none.
    :param position: gives the position whose words about it hold.
    """

    def crossing(_context: Any, asked: Any) -> MapBridge | None:
        name = named(asked)
        return None if name is None else bridge_at(asked.country, name, position(asked), kinds)

    return derived(crossing)


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
    if bridge.said.control is not None and entry is None:
        held = bridge.said.control
        work.say(f"{held} controlled, as the position says", cite)
        return Control(held, (held, held))
    last: list[str] = []
    unsaid: list[str] = []
    used_set_up = False
    for end in bridge.ends:
        side = bridge.said.control or last_in(bridge, end, records)
        if entry and entry[1] == end:
            side = entry[0]
        if side == "" and set_up_counts:
            standing = {unit.side for unit in position.units or () if unit.hex == end}
            if len(standing) == 1:
                side, used_set_up = standing.pop() or "", True
        if side is None or (side == "" and position.history is None):
            unsaid.append(end)
        last.append(side or "")
        text = f"{side} Units were last to enter" if side else "nobody is known to have entered"
        work.say(text, cite, bridge.provenance, end)
    both = (last[0], last[1])
    if unsaid:
        work.need(
            f"state.history: which side was last to enter {' and '.join(unsaid)}; if not the same "
            f"in both hexes, the bridge is contested; or {bridge.part}.control"
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


def last_in(bridge: MapBridge, end: str, records: Sequence[Event]) -> str | None:
    """Name the side last to enter an end hex, "" if none has; None if a record leaves it open."""
    for event in reversed(records):
        entered = event.event == "entered"
        if (event.hex if entered else event.hexside) is None:
            return None
        if event.hex == end if entered else bridge.at(event.hexside):
            return event.side
    return ""
