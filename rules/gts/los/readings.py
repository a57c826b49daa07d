"""Readings of the line-of-sight rules that a referee may have to choose between.

Each is an option with a default. An answer that turns on one says so: ``referee: …``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.readings import Meanings, in_words, options_schema


@dataclass(frozen=True, slots=True)
class Readings:
    """The chosen readings, by name. See :data:`MEANINGS` for what each value means."""

    vertex_touch: str = "clear"
    orchard_side: str = "better"
    crest_along: str = "blocks"
    crest_touch: str = "clear"
    raised_along: str = "clear"
    raised_touch: str = "clear"
    barrage: str = "blocks"
    rubble: str = "terrain"
    destroyed_bridge: str = "clear"
    overlap: str = "first"

    def chosen(self, name: str) -> str:
        """A reading in words, as an answer says it."""
        return in_words(self, MEANINGS, name)


OF_THE_LINE = ("vertex_touch", "crest_along", "crest_touch", "raised_along", "raised_touch")
"""The readings that say what of a line decides; the others say what stands on the map."""

MEANINGS: Meanings = {
    "vertex_touch": {
        "clear": "a hex the line meets at one vertex only does not count",
        "blocks": "a hex the line meets at one vertex only counts as passed through",
    },
    "orchard_side": {
        "better": "along a hexside the better of the two hexes counts, an orchard as an orchard",
        "counts": "along a hexside an orchard on either side counts as one passed through",
    },
    "crest_along": {
        "blocks": "a crest hexside the line runs along blocks",
        "clear": "a crest hexside the line runs along does not block",
    },
    "crest_touch": {
        "clear": "a crest met at a vertex blocks only if it goes on to the line's other side",
        "blocks": "a crest hexside met at one vertex only blocks",
    },
    "raised_along": {
        "clear": "running along a raised Road is not crossing it",
        "blocks": "running along a raised Road outside the end hexes blocks",
    },
    "raised_touch": {
        "clear": "a raised Road met where it bends or ends blocks only if it goes on to the "
        "line's other side",
        "blocks": "a raised Road met where it bends or ends blocks",
    },
    "barrage": {
        "blocks": "a barrage marker makes its hex block (series rule)",
        "clear": "a barrage marker does not block",
    },
    "rubble": {
        "terrain": "a City or Fortified hex in rubble blocks as before (WED 2.9, 2.10 change "
        "only its defence)",
        "clear": "a hex in rubble does not block",
    },
    "destroyed_bridge": {
        "clear": "a destroyed bridge no longer blocks",
        "blocks": "a destroyed bridge blocks as before",
    },
    "overlap": {
        "first": "a hex on two maps has the rules of the first (WED before TDC)",
        "last": "a hex on two maps has the rules of the last (TDC after WED)",
    },
}
"""Every reading with its values; the first value of each is the default."""


def readings_of(values: Mapping[str, Any]) -> Readings:
    """The readings a caller chose (already checked against :func:`readings_schema`)."""
    return Readings(**values)


def readings_schema() -> dict[str, Any]:
    """JSON Schema of the ``options`` parameter."""
    return options_schema(Readings, MEANINGS)


def of_the_line(readings: Readings) -> Readings:
    """The readings with those that do not bear on a line's geometry at their default."""
    return Readings(**{name: getattr(readings, name) for name in OF_THE_LINE})


def others(readings: Readings, name: str) -> tuple[Readings, ...]:
    """The same readings with each other value of one of them."""
    return tuple(
        replace(readings, **{name: value})
        for value in MEANINGS[name]
        if value != getattr(readings, name)
    )
