"""The counters of a module as its palette has them: what is printed on them, by gpid."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubroute.builder.errors import InputError, Where
from clubroute.builder.vassal.buildfile import Element
from clubroute.builder.vassal.pieces import Piece, expand, read_definition
from clubroute.builder.vassal.traits.base import Trait
from clubroute.builder.vassal.traits.basic import BasicPiece
from clubroute.rules.logs.traits import SIDE, property_of

SLOTS = ("PieceSlot", "CardSlot")
DECK = ".DrawPile"
PROTOTYPE = "PrototypeDefinition"
FRONT, BACK, MOUNTED = "front", "back", "mounted"
FACES = (FRONT, BACK, MOUNTED)
MARKERS = ("Type", "Class", "Subclass", "Move", "Army", "Division", "Formation", "Step")
"""The markers of a counter that say what it is."""
MOST_SLOTS = 20_000


@dataclass(frozen=True, slots=True)
class Slot:
    """A counter of the palette. ``told`` are its markers, ``rated`` what a face has by the fields
    of one side (:data:`SIDE`); a Leader has none."""

    gpid: str
    name: str
    told: Mapping[str, str]
    rated: Mapping[str, Mapping[str, str]]

    def get(self, marker: str) -> str:
        """The value of a marker, "" if the counter has none such."""
        return self.told.get(marker, "")


def slots_of(root: Element, where: Where) -> tuple[tuple[Slot, ...], list[str]]:
    """The counters of a module's palettes, and what could not be read of them, a line each.

    :raises InputError: more counters than any module has.
    """
    elements = list(root.walk())
    faults: list[str] = []
    prototypes: dict[str, Piece] = {}
    for one in elements:
        if one.tag.endswith(PROTOTYPE):
            read = piece_of(one, where, faults)
            if read is not None:
                prototypes[one.get("name")] = read
    found: dict[str, Slot] = {}
    slots = [one for one in elements if one.tag.endswith(SLOTS)]
    if len(slots) > MOST_SLOTS:
        raise InputError(where, f"{len(slots)} counters", f"at most {MOST_SLOTS}")
    for one in slots:
        read = piece_of(one, where, faults)
        if read is None:
            continue
        try:
            whole = expand(read, prototypes, where)
        except InputError as error:
            faults.append(f"{one.get('entryName')}: found {error.found}, read without prototypes")
            whole = read
        gpid = one.get("gpid")
        if gpid in found:
            faults.append(f"{one.get('entryName')}: gpid {gpid} again, the first counts")
        name = BasicPiece.read(whole.basic).name or one.get("entryName")
        found.setdefault(gpid, slot_of(gpid, name, whole.traits))
    return tuple(found.values()), faults


def slots_in(root: Element, deck: str, slots: Sequence[Slot]) -> list[Slot]:
    """Those of a module's counters that lie in a deck when a game begins."""
    decks = [one for one in root.walk() if one.tag.endswith(DECK) and one.get("name") == deck]
    there = {card.get("gpid") for one in decks for card in one.walk() if card.tag.endswith(SLOTS)}
    return [one for one in slots if one.gpid in there]


def piece_of(one: Element, where: Where, faults: list[str]) -> Piece | None:
    """The piece an element defines; None for one that cannot be read, with a fault."""
    if not one.text:
        return None
    try:
        return read_definition(one.text, where)
    except InputError as error:
        faults.append(f"{one.get('entryName') or one.get('name')}: found {error.found}, not read")
        return None


def slot_of(gpid: str, name: str, traits: Sequence[Trait]) -> Slot:
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
    return Slot(gpid, name, told, rated)
