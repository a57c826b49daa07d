"""Logs of modules of the format: counters with ratings traits, put down and dragged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from clubroute.builder.vassal.atoms import BoardSetup, PlacedBoard
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import Piece, piece, piece_definition
from clubroute.builder.vassal.setup import PlacedPiece, Setup, setup_archive
from clubroute.builder.vassal.traits import BasicPiece, Marks
from clubroute.builder.vassal.traits.base import Trait
from clubroute.rules.logs.grids.maps import read_maps
from tests.logs.recorder import Recorder
from tests.rules.owner.modules.writer import WrittenSheet

LAYER = (
    "emb2;{0};130;O;;128;;;128;;;;1;false;0;0;on.png;+ ({0});false;{0};;;false;;1;1;false;79,130;"
    ";;;1.0;;true"
)
ORGANIC = "ratings;3;Pink;5;White;false;2;0;false;7;{move};White;true;" + (
    "1;White;No;White;false;1;+1;true;7;14;Black;false;No;false;No;false"
)


def company(name: str, gpid: str, move: int = 6, image: str = "", **told: str) -> Piece:
    """A company of Infantry with Organic Transport; ``told`` are markers that are otherwise."""
    markers = {
        "Type": "Unit",
        "Class": "Infantry",
        "Move": "Leg",
        "Army": "British",
        "Division": "1AB",
        "Formation": "1st Brigade",
        **told,
    }
    traits = [
        Trait(ORGANIC.format(move=move)),
        Marks(tuple(markers.items())).trait(),
        *(Trait(LAYER.format(name), "-1") for name in ("Column", "Trn", "Step")),
        Trait("markmoved;moved.png;0;0;Mark Moved;77,130;;false", "false"),
    ]
    return piece(BasicPiece(name, image, gpid=gpid), traits)


def palette(pieces: Mapping[str, Piece]) -> Element:
    """The counters of a module, by gpid."""
    slots = [
        element(
            "VASSAL.build.widget.PieceSlot",
            {"entryName": gpid, "gpid": gpid},
            text=piece_definition(one),
        )
        for gpid, one in pieces.items()
    ]
    return element("VASSAL.build.module.PieceWindow", {"name": "Counters"}, *slots)


def recorder(
    archive: object,
    boards: Sequence[WrittenSheet],
    placed: Sequence[tuple[Piece, tuple[int, int]]],
    name: str,
    version: str = "1.0",
    saved: int = 0,
) -> Recorder:
    """A recorder at a set-up: pieces in px of the first board.

    :param saved: when the module was saved, as its metadata says.
    """
    here = tuple(PlacedBoard(b.sheet.name, *b.sheet.place, False) for b in boards)
    setup = Setup(
        [PlacedPiece(one, "Map", x, y) for one, (x, y) in placed], [BoardSetup("Map", here)]
    )
    data = setup_archive(setup, Metadata(version, "3.6.0", saved, name=name))
    return Recorder(data, read_maps(archive))  # type: ignore[arg-type]
