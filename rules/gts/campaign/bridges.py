"""A bridge of the map with what a state says of it, and who controls it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import HexNumberError, NotAdjacentError
from clubroute.builder.provenance import Provenance
from clubroute.rules.gts.campaign.ask import ENEMY, SIDES, fire_zones, need_fire_zones
from clubroute.rules.gts.campaign.history import Event, events
from clubroute.rules.gts.campaign.working import Working
from clubroute.rules.gts.games import book
from clubroute.rules.mapfile import NOWHERE, MapFile
from clubroute.rules.rulebook import Section

KINDS = ("bridge", "pontoon")


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge. ``ends`` are its hexes as printed, the northern one first.

    ``words`` are what the state says of it, ``wired_by`` the side that wired it ("" if not told).
    """

    name: str
    kind: str
    note: str
    ends: tuple[str, str]
    game: str
    provenance: Provenance
    words: tuple[str, ...] = ()
    wired_by: str = ""

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
        """Whether the state says so of it."""
        return word in self.words

    def at(self, hexside: str) -> bool:
        """Whether a printed hexside is its own, either hex first."""
        return set(hexside.replace(" ", "").split("/")) == set(self.ends)


def bridge_at(map: MapFile, hexside: str, state: Mapping[str, Any]) -> Bridge:
    """The bridge at a hexside, as the state has it. :raises InputError: there is none."""
    where = Where("params", part="bridge")
    try:
        side = map.lattice.parse_hexside(hexside, map.window)
    except (HexNumberError, NotAdjacentError) as error:
        raise InputError(where, str(error), "a hexside as 55.202/56.201") from None
    first, second = (map.find(h) for h in sorted(side, key=lambda h: h.half))
    if NOWHERE in (first, second):
        raise InputError(where, repr(hexside), f"a hexside of {map.window}")
    place = first * 6 + map.direction(first, second)
    for feature in map.sides.get(place, ()):
        if feature.kind in KINDS:
            ends = (map.number(first), map.number(second))
            words, wired_by = told_of(state, set(ends))
            return Bridge(
                feature.name,
                feature.kind,
                feature.note,
                ends,
                map.game(first),
                map.bases[feature.basis].provenance,
                words,
                wired_by,
            )
    raise InputError(where, f"no bridge at {hexside}", "a hexside with a bridge (2.15)")


def told_of(state: Mapping[str, Any], ends: set[str]) -> tuple[tuple[str, ...], str]:
    """What a state says of the bridge between two hexes: its words, and who wired it."""
    for key, told in state.get("bridges", {}).items():
        if set(key.replace(" ", "").split("/")) != ends:
            continue
        by = ""
        if isinstance(told, Mapping):
            by = str(told.get("wired_by", ""))
            if by and by not in SIDES:
                where = Where("params", part=f"state.bridges.{key}.wired_by")
                raise InputError(where, repr(by), "one of " + ", ".join(SIDES))
            told = told.get("state", "intact")
        words = told if isinstance(told, (list, tuple)) else (told,)
        return tuple(str(word) for word in words), by
    return (), ""


@dataclass(frozen=True, slots=True)
class Control:
    """Who controls a bridge: a side, or "" where it is contested; None where it is not known."""

    side: str | None
    last: tuple[str, str]
    set_up: bool = False


def control(
    work: Working,
    bridge: Bridge,
    state: Mapping[str, Any],
    set_up_counts: bool,
    entry: tuple[str, str] | None = None,
) -> Control:
    """Who controls a bridge, with the working.

    :param set_up_counts: whether a Unit that stands in an end hex nobody has entered counts.
    :param entry: one more entry (side, hex) after all others.
    """
    cite = bridge.book["control"].cite
    records = events(state, "entered", "controls")
    last: list[str] = []
    used_set_up = False
    for hex in bridge.ends:
        side = entry[0] if entry and entry[1] == hex else last_in(bridge, hex, records)
        if not side and set_up_counts:
            standing = {u.get("side") for u in state.get("units", ()) if u.get("hex") == hex}
            if len(standing) == 1:
                side, used_set_up = str(standing.pop() or ""), True
        last.append(side)
        text = f"{side} Units were last to enter" if side else "nobody is known to have entered"
        work.say(text, cite, bridge.provenance, hex)
    both = (last[0], last[1])
    if last[0] != last[1] or last[0] not in ENEMY:
        work.say("no side was last to enter both hexes: contested", cite)
        return Control("", both, used_set_up)
    enemy = ENEMY[last[0]]
    zones = fire_zones(state, enemy)
    if zones is None:
        work.need(need_fire_zones(enemy))
        return Control(None, both, used_set_up)
    covered = [hex for hex in bridge.ends if hex in zones]
    if covered:
        work.say(f"a {enemy} Fire Zone lies on {' and '.join(covered)}: contested", cite)
        return Control("", both, used_set_up)
    work.say(f"no {enemy} Fire Zone lies on either hex: {last[0]} controlled", cite)
    return Control(last[0], both, used_set_up)


def last_in(bridge: Bridge, hex: str, records: Sequence[Event]) -> str:
    """The side last to enter an end hex, "" if none has."""
    for event in reversed(records):
        if event.hex == hex if event.event == "entered" else bridge.at(event.hexside):
            return event.side
    return ""
