"""What our codecs write, the engine reads and writes again as it stands: traits, setups, XML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from clubroute.builder.vassal import buildfile, commands
from clubroute.builder.vassal.archive import BUILD_FILE
from clubroute.builder.vassal.atoms import (
    AddPiece,
    BoardSetup,
    PlacedBoard,
    read_atom,
)
from clubroute.builder.vassal.buildfile import Element, element
from clubroute.builder.vassal.metadata import Metadata
from clubroute.builder.vassal.pieces import (
    Piece,
    piece,
    piece_definition,
    read_definition,
    read_piece,
)
from clubroute.builder.vassal.setup import (
    PlacedPiece,
    Setup,
    setup_archive,
    setup_command,
)
from clubroute.builder.vassal.traits import BasicPiece, Trait
from tests.engine import handmade, small_board, small_module
from tests.engine.driver import Engine
from tests.engine.prepare import EngineFiles
from tests.vassal.test_traits import WRITTEN

pytestmark = pytest.mark.engine

NEWER = ("On;57348,0,on", ";true;0", "Common", "c 0,0,10", "M 0 0;L")
"""Parts of the trait texts that VASSAL 3.6 cannot write back: fields of later versions,
prototypes the small module lacks, shapes that are none."""
NAME = "Easy; \"odd/one\", é 'q'"
FIRST_GPID = 1000


def traits() -> list[Trait]:
    return [
        trait
        for trait, _ in WRITTEN
        if trait.id not in ("piece;", "stack", "deck;")
        and not any(part in trait.type + trait.state for part in NEWER)
    ]


def pieces() -> list[Piece]:
    """A piece for each trait, and one with all of them."""
    listed = traits()
    chains = [*([trait] for trait in listed), listed]
    return [
        piece(BasicPiece(f"{NAME} {n}", "allied.png", str(FIRST_GPID + n)), chain)
        for n, chain in enumerate(chains)
    ]


def with_pieces(root: Element) -> Element:
    """The build file with a slot for each of :func:`pieces` in the palette."""
    slots = tuple(
        element(
            "VASSAL.build.widget.PieceSlot",
            {"entryName": f"{NAME} {n}", "gpid": FIRST_GPID + n, "height": 20, "width": 20},
            text=piece_definition(one),
        )
        for n, one in enumerate(pieces())
    )
    return _inside(root, "VASSAL.build.widget.ListWidget", slots)


def _inside(node: Element, tag: str, more: tuple[Element, ...]) -> Element:
    content = tuple(
        _inside(child, tag, more) if isinstance(child, Element) else child for child in node.content
    )
    return Element(node.tag, node.attributes, content + more if node.tag == tag else content)


@pytest.fixture(scope="module")
def engine(
    engine_files: EngineFiles, display: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    files = small_module.small_module()
    root = with_pieces(buildfile.read(files[BUILD_FILE]))
    files[BUILD_FILE] = buildfile.write(root)
    path = handmade.write_module(files, tmp_path_factory.mktemp("codecs") / "small.vmod")
    with Engine(engine_files, display, path) as running:
        yield running


def test_the_engine_writes_every_trait_as_we_do(engine: Engine) -> None:
    root = buildfile.read(engine.build_file().encode())
    written = {
        slot.get("gpid"): read_definition(slot.text)
        for slot in root.walk()
        if slot.tag == "VASSAL.build.widget.PieceSlot"
    }
    for ours in pieces():
        theirs = written[BasicPiece.read(ours.basic).gpid]
        assert _continues(_types(theirs), _types(ours))


def test_a_setup_of_ours_is_saved_again_as_it_was(engine: Engine, tmp_path: Path) -> None:
    spots = list(small_board.hex_centres().values())
    placed = [
        PlacedPiece(one, small_board.MAP_NAME, *spots[n // 2]) for n, one in enumerate(pieces())
    ]
    board = BoardSetup(small_board.MAP_NAME, (PlacedBoard(small_board.BOARD_NAME, 0, 0),))
    setup = Setup(placed, [board])
    save = tmp_path / "setup.vsav"
    save.write_bytes(setup_archive(setup, Metadata("1.0", "3.6.0", 0, name="Small")))
    engine.load(save)
    ours = _added([child.text for child in setup_command(setup).children])
    theirs = _added(engine.state())
    assert len(ours) > 30
    assert theirs.keys() == ours.keys()
    for id_, one in ours.items():
        assert _continues(_types(theirs[id_]), _types(one))
        assert _continues(_states(theirs[id_]), _states(one))


def _types(one: Piece) -> list[str]:
    """The types, without the codes the engine deals out to named keys at each start."""
    return [re.sub(r"573[4-9]\d", "(code)", trait.type) for trait in one.traits]


def _continues(theirs: list[str], ours: list[str]) -> bool:
    """Equal, but for fields that an engine newer than 3.6 adds behind ours."""
    pairs = zip(theirs, ours, strict=True)
    return all(one == other or one.startswith(other + ";") for one, other in pairs)


def _added(texts: list[str]) -> dict[str, Piece]:
    atoms = [read_atom(node.text) for text in texts for node in commands.decode(text).walk()]
    return {
        str(atom.id): read_piece(atom.type, atom.state)
        for atom in atoms
        if isinstance(atom, AddPiece)
    }


def _states(one: Piece) -> list[str]:
    """The states; of the basic piece what is not the engine's own bookkeeping."""
    states = [trait.state for trait in one.traits]
    if one.basic.id != BasicPiece.PREFIX:
        return states
    basic = BasicPiece.read(one.basic)
    bare = BasicPiece(basic.name, basic.image, basic.gpid, basic.map, basic.x, basic.y)
    return [*states[:-1], bare.trait().state]
