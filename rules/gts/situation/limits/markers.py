"""Markers on the map that Units do not leave, or leave only by a check (WED S3.1), and Artillery
Parks, whose Units are lost as an enemy Unit enters the hex (WED and TDC S1.0)."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.rules.gts.games import book
from clubroute.rules.gts.situation.condition import Condition, Limiting
from clubroute.rules.gts.situation.crossings import hex_of

PARK = "artillery_park"


def conditions(who: Limiting) -> Iterator[Condition]:
    """The limits of the markers on the map, and what a Unit that moves brings upon its parks."""
    if who.moves:
        yield from events(who)
        yield from parks(who)


def events(who: Limiting) -> Iterator[Condition]:
    """The limits of Event markers on the map: Dutch, and minefields."""
    rules = book("leaving", who.country.window)
    for index, marker in enumerate(who.position.markers or ()):
        if marker.kind not in rules.rows("marker") or not marker.hex:
            continue
        place = hex_of(who.country, marker.hex, f"state.markers[{index}].hex")
        if place is None:
            continue
        row = rules.rows("marker")[marker.kind]
        why = row.text("why").format(hex=marker.hex)
        if row.flag("checked"):
            need = f"{row.text('need').format(hex=marker.hex)} ({row.cite})"
            yield Condition(why, row.cite, checks={place: need})
        else:
            yield Condition(why, row.cite, held=frozenset((place,)))


def parks(who: Limiting) -> Iterator[Condition]:
    """What a Unit that moves brings upon the enemy's parks on the map: it limits nothing."""
    for index, marker in enumerate(who.position.markers or ()):
        if marker.kind != PARK or not marker.hex:
            continue
        place = hex_of(who.country, marker.hex, f"state.markers[{index}].hex")
        if place is None:
            continue
        rules = book("artillery", who.country.game(place))["overrun"]
        if marker.side is None or who.unit.side is None:
            unsaid = "whose it is" if marker.side is None else "unit.side is not given"
            told = f"the Artillery Park in {marker.hex} ({unsaid}; {rules.cite})"
            yield Condition("", rules.cite, notes=(f"whether it overruns {told}",))
        elif marker.side != who.unit.side:
            lost = rules.text("lost").format(hex=marker.hex, side=marker.side)
            yield Condition(lost, rules.cite, brings=frozenset((place,)))
