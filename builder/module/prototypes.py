"""Prototypes: what every unit, marker and chit can do, written once and used by name."""

from __future__ import annotations

from clubroute.builder.vassal.keys import key
from clubroute.builder.vassal.pieces import Piece, piece
from clubroute.builder.vassal.traits import (
    BasicPiece,
    Delete,
    Label,
    Layer,
    Mask,
    MovedMark,
    Report,
    Trail,
    UsePrototype,
)

COUNTER = "Counter"
UNIT = "Unit"
MARKER = "Marker"
CHIT = "Chit"

FLIP = key("F")
COLUMN = key("K")
SUPPRESSED = key("U")
COHESION = key("H")
RATINGS = key("R")
MOVED = key("M")
TRAIL = key("T")
DELETE = key("D")
CHIT_BACK = "chit-back.png"
"""The back that all chits share: whoever draws one must not know it."""
STATE_IMAGES = {
    "Column": ("state-column.png",),
    "Suppressed": ("state-suppressed.png",),
    "CohesionHits": ("state-cohesion-hit.png", "state-cohesion-hits-2.png"),
}
"""Layer of the Unit prototype → its pictures, level by level."""


def prototypes() -> dict[str, Piece]:
    """Every prototype by name."""
    return {COUNTER: counter(), UNIT: unit(), MARKER: marker(), CHIT: chit()}


def counter() -> Piece:
    """What all counters share: removing, the moved flag, the movement trail."""
    return piece(
        BasicPiece(""),
        [
            Delete("Delete", DELETE),
            MovedMark(icon="/images/moved.gif", x_offset=30, y_offset=-38, key=MOVED),
            Trail(key=TRAIL, radius=8, line="120,0,0", width=2.0),
        ],
    )


def unit() -> Piece:
    """A unit: Column, Suppressed, Cohesion Hits and a place for the owner's ratings."""
    return piece(
        BasicPiece(""),
        [
            Report(
                (COLUMN, SUPPRESSED, COHESION, FLIP), "$location$: $oldPieceName$ $menuCommand$"
            ),
            Label(
                key=RATINGS,
                menu="Ratings…",
                size=9,
                foreground="0,0,0",
                background="255,255,240",
                vertical="b",
                vertical_offset=0,
                vertical_justify="b",
                format="$pieceName$",
                property="Ratings",
                description="Ratings of the unit, from the owner's counters",
            ),
            state_layer("Column", "Column on/off", COLUMN, x_offset=25, y_offset=-25),
            state_layer("Suppressed", "Suppressed on/off", SUPPRESSED, x_offset=-25, y_offset=-25),
            Layer(
                name="CohesionHits",
                images=("", *STATE_IMAGES["CohesionHits"]),
                names=("", "+ (1 Cohesion Hit)", "+ (2 Cohesion Hits)"),
                increase=("Cohesion Hits: next", COHESION),
                loop=True,
                x_offset=32,
            ),
            UsePrototype(COUNTER),
        ],
    )


def state_layer(name: str, menu: str, stroke: str, *, x_offset: int, y_offset: int) -> Layer:
    """A state that is on or off: level 1 shows nothing, level 2 the sign."""
    return Layer(
        name=name,
        images=("", *STATE_IMAGES[name]),
        names=("", f"+ ({name})"),
        increase=(menu, stroke),
        loop=True,
        x_offset=x_offset,
        y_offset=y_offset,
    )


def marker() -> Piece:
    """A marker: removed and moved like any counter, without states of its own."""
    return piece(
        BasicPiece(""),
        [Report((FLIP,), "$location$: $oldPieceName$ $menuCommand$"), UsePrototype(COUNTER)],
    )


def chit() -> Piece:
    """An activation chit: it lives in the mug, face down, and never leaves a trail."""
    return piece(BasicPiece(""), [Delete("Delete", DELETE), Mask(CHIT_BACK, menu="Face down")])
