"""``adviser.ready``: what will be asked of a live game is asked once, so that it is quick then."""

from __future__ import annotations

from contextlib import suppress

from clubroute.builder.errors import InputError
from clubroute.rules.adviser.asking import LiveTable
from clubroute.rules.adviser.drag import dragged
from clubroute.rules.adviser.menu import Picked, menu_of
from clubroute.rules.adviser.questions import MapPlace
from clubroute.rules.adviser.show import shown

MOST = 6
"""Units asked about: one of a side that moves as none before it does."""


def warmed(table: LiveTable) -> int:
    """Ask about a unit of each sort; how many there were."""
    sorts: set[tuple[str | None, ...]] = set()
    country = table.live.save.country
    for piece in table.live.board.counters:
        unit = table.unit(piece)
        sort = () if unit is None else (unit.side, unit.move_class)
        if unit is None or sort in sorts or len(sorts) == MOST:
            continue
        sorts.add(sort)
        start = country.id(unit.hex or "")
        near = country.number(country.around(start)[0])
        picked = Picked(piece, unit, unit.hex, near)
        with suppress(InputError):
            dragged(table, piece, MapPlace(location=near))
            for entry in menu_of(table, picked) if len(sorts) == 1 else ():
                shown(table, entry["ask"], picked, False)
    return len(sorts)
