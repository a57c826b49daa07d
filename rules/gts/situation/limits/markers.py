"""Event markers that Units do not leave, or leave only by a check (WED S3.1)."""

from __future__ import annotations

from collections.abc import Iterator

from clubroute.rules.gts.games import book
from clubroute.rules.gts.situation.condition import Condition, Limiting
from clubroute.rules.gts.situation.crossings import hex_of


def conditions(who: Limiting) -> Iterator[Condition]:
    """The limits of Event markers on the map: Dutch, and minefields."""
    if not who.moves:
        return
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
