"""Counters as pieces: one definition per unit, marker and chit, with its prototype and marks."""

from __future__ import annotations

from dataclasses import dataclass

from clubroute.builder.module.gpids import assign_gpids
from clubroute.builder.module.prototypes import CHIT, FLIP, MARKER, UNIT
from clubroute.builder.sources.counter_set import CounterSet
from clubroute.builder.sources.counters import Unit
from clubroute.builder.sources.markers import Chit, Marker
from clubroute.builder.vassal.pieces import Piece, piece
from clubroute.builder.vassal.traits import BasicPiece, Layer, Marks, Mask, TraitValue, UsePrototype


@dataclass(frozen=True, slots=True)
class ModulePiece:
    """A counter of the module: its slot, its pictures, and where the palette keeps it.

    ``shelf`` is the path in the palette: side, division, formation, or the like.
    """

    id: str
    gpid: str
    name: str
    shelf: tuple[str, ...]
    front: str
    back: str | None
    definition: Piece


def module_pieces(counters: CounterSet) -> tuple[ModulePiece, ...]:
    """Every counter of a set, in source order: units, markers, chits."""
    everything: list[Unit | Marker | Chit] = [
        *counters.units,
        *counters.markers,
        *counters.chits,
    ]
    gpids = assign_gpids(item.id for item in everything)
    return (
        *(unit_piece(unit, gpids[unit.id]) for unit in counters.units),
        *(marker_piece(marker, gpids[marker.id]) for marker in counters.markers),
        *(chit_piece(chit, gpids[chit.id]) for chit in counters.chits),
    )


def picture(id_: str, face: str) -> str:
    """File name of a counter's picture in the module. Only units, markers have a back."""
    return f"{id_}.png" if face == "front" else f"{id_}-back.png"


def face_layer(id_: str, menu: str, suffix: str) -> Layer:
    """The back of a counter as a layer that covers its front."""
    return Layer(
        name="Back",
        images=("", picture(id_, "back")),
        names=("", suffix),
        increase=(menu, FLIP),
        loop=True,
    )


def unit_piece(unit: Unit, gpid: str) -> ModulePiece:
    """A unit's piece. Its marks are what logs and reports know it by."""
    marks = Marks(
        (
            ("UnitId", unit.id),
            ("Side", unit.side),
            ("Division", unit.division),
            ("Formation", unit.formation or ""),
            ("Kind", unit.kind),
            ("MoveClass", unit.move_class or ""),
        )
    )
    traits: list[TraitValue] = [
        UsePrototype(UNIT),
        face_layer(unit.id, "Flip", "+ (reduced)" if unit.back == "reduced" else ""),
        marks,
    ]
    front = picture(unit.id, "front")
    return ModulePiece(
        unit.id,
        gpid,
        unit.name,
        (unit.side, unit.division, unit.formation or "Division"),
        front,
        picture(unit.id, "back"),
        piece(BasicPiece(unit.name, front, gpid), traits),
    )


def marker_piece(marker: Marker, gpid: str) -> ModulePiece:
    """A marker's piece, with a back only if the marker has one."""
    marks = Marks((("MarkerId", marker.id), ("MarkerKind", marker.kind)))
    traits: list[TraitValue] = [UsePrototype(MARKER)]
    if marker.kind == "event" and marker.back:
        # Events are drawn from a deck, which shows the mask of its top piece.
        traits.append(Mask(picture(marker.id, "back"), menu="Face down"))
    elif marker.back:
        traits.append(face_layer(marker.id, "Flip", ""))
    front = picture(marker.id, "front")
    return ModulePiece(
        marker.id,
        gpid,
        marker.name,
        ("Markers", marker.kind.capitalize()),
        front,
        picture(marker.id, "back") if marker.back else None,
        piece(BasicPiece(marker.name, front, gpid), [*traits, marks]),
    )


def chit_piece(chit: Chit, gpid: str) -> ModulePiece:
    """An activation chit's piece. Its marks say whom it activates."""
    marks = Marks(
        (
            ("ChitId", chit.id),
            ("Side", chit.side),
            ("ChitKind", chit.kind),
            ("Division", chit.division or ""),
            ("Formation", chit.formation or ""),
        )
    )
    front = picture(chit.id, "front")
    return ModulePiece(
        chit.id,
        gpid,
        chit.name,
        ("Chits", chit.side),
        front,
        None,
        piece(BasicPiece(chit.name, front, gpid), [UsePrototype(CHIT), marks]),
    )
