"""SightReadings of the line-of-sight rules that a referee may have to choose between.

Each is an option with a default. An answer that turns on one says so: ``referee: …``.
"""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.rules.book.readings import ChosenReadings, reading


@dataclass(frozen=True, slots=True)
class SightReadings(ChosenReadings):
    """The chosen readings, by name."""

    vertex_touch: str = reading(
        clear="a hex the line meets at one vertex only does not count",
        blocks="a hex the line meets at one vertex only counts as passed through",
    )
    orchard_side: str = reading(
        better="along a hexside the better of the two hexes counts, an orchard as an orchard",
        counts="along a hexside an orchard on either side counts as one passed through",
    )
    crest_along: str = reading(
        blocks="a crest hexside the line runs along blocks",
        clear="a crest hexside the line runs along does not block",
    )
    crest_touch: str = reading(
        clear="a crest met at a vertex blocks only if it goes on to the line's other side",
        blocks="a crest hexside met at one vertex only blocks",
    )
    raised_along: str = reading(
        clear="running along a raised Road is not crossing it",
        blocks="running along a raised Road outside the end hexes blocks",
    )
    raised_touch: str = reading(
        clear="a raised Road met where it bends or ends blocks only if it goes on to the "
        "line's other side",
        blocks="a raised Road met where it bends or ends blocks",
    )
    barrage: str = reading(
        blocks="a barrage marker makes its hex block (series rule)",
        clear="a barrage marker does not block",
    )
    rubble: str = reading(
        terrain="a City or Fortified hex in rubble blocks as before (WED 2.9, 2.10 change "
        "only its defence)",
        clear="a hex in rubble does not block",
    )
    destroyed_bridge: str = reading(
        clear="a destroyed bridge no longer blocks",
        blocks="a destroyed bridge blocks as before",
    )
    overlap: str = reading(
        first="a hex on two maps has the rules of the first (WED before TDC)",
        last="a hex on two maps has the rules of the last (TDC after WED)",
    )
