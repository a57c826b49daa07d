"""The counters of a module as its palette has them: what is printed on them, by gpid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.errors import Where
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.definitions import SLOTS, definitions
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.logs.traits import SIDE, property_of

DECK = ".DrawPile"
FRONT, BACK, MOUNTED = "front", "back", "mounted"
FACES = (FRONT, BACK, MOUNTED)
MARKERS = ("Type", "Class", "Subclass", "Move", "Army", "Division", "Formation", "Step")
"""The markers of a counter that say what it is."""


@dataclass(frozen=True, slots=True)
class PaletteSlot:
    """A counter of the palette. ``told`` are its markers, ``rated`` what a face has by the fields
    of one side (:data:`SIDE`); a Leader has none."""

    gpid: str
    name: str
    told: Mapping[str, str]
    rated: Mapping[str, Mapping[str, str]]

    def get(self, marker: str) -> str:
        """The value of a marker, "" if the counter has none such."""
        return self.told.get(marker, "")


def slots_of(root: Element, where: Where) -> tuple[tuple[PaletteSlot, ...], list[str]]:
    """The counters of a module's palettes, and what could not be read of them, a line each.

    :raises InputError: more counters than any module has.
    """
    faults: list[str] = []
    found = [slot_of(o.gpid, o.name, o.piece.traits) for o in definitions(root, where, faults)]
    return tuple(found), faults


def slots_in(root: Element, deck: str, slots: Sequence[PaletteSlot]) -> list[PaletteSlot]:
    """Those of a module's counters that lie in a deck when a game begins."""
    decks = [one for one in root.walk() if one.tag.endswith(DECK) and one.get("name") == deck]
    there = {card.get("gpid") for one in decks for card in one.walk() if card.tag.endswith(SLOTS)}
    return [one for one in slots if one.gpid in there]


def slot_of(gpid: str, name: str, traits: Sequence[Trait]) -> PaletteSlot:
    """A counter by its traits."""

    def value(of: str) -> str:
        return next((told for one in traits if (told := property_of(one, of)) is not None), "")

    rated: dict[str, Mapping[str, str]] = {}
    if any(one.type.startswith("ratings;") for one in traits):
        rated[FRONT] = {field: value(f"Ratings_{field}") for field in SIDE}
        second = {field: value(f"Ratings2_{field}") for field in SIDE}
        if value("Ratings_Organic") == "true":
            rated[MOUNTED] = second
        if value("Ratings_DiffStep") == "true":
            rated[BACK] = second
    told = {marker: text for marker in MARKERS if (text := value(marker))}
    return PaletteSlot(gpid, name, told, rated)
