"""The first turn of a setup, as somebody plays it who opens the module for the first time.

``python -m tests.engine.first_turn FOLDER`` builds the module of Where Eagles Dare, plays its first
setup and takes the picture of docs/first-evening.md.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from clubroute.builder.cli import main as build
from tests.engine.display import virtual_display
from tests.engine.driver import Engine
from tests.engine.expectation import Expectation, ExpectedSetup, read_expectation
from tests.engine.prepare import prepare
from tests.engine.reports import Piece
from tests.logs.check.tables import DRAWN_AT, MUG

MOVE = ("armour", "infantry", "parachute", "recce", "abn-infantry", "glider-infantry")
SET_UP = "Set-up"  # the window of what stands in no hex yet


@dataclass(frozen=True, slots=True)
class Play:
    """How a game is played: its file, the key that puts a unit into a state, its die, and how much
    of the map a picture shows, px."""

    file: str
    key: str = "ctrl K"
    die: str = "d10"
    view: tuple[int, int] = (900, 560)


MODULES = {
    "wed": Play("where-eagles-dare"),
    "tdc": Play("the-devils-cauldron"),
    "mg": Play("operation-market-garden"),
    "ins": Play("it-never-snows", key="ctrl G", die="2d6", view=(600, 380)),
}


@dataclass(frozen=True, slots=True)
class FirstTurn:
    """What came of a first turn: the chit drawn (None: the mug is empty), the unit that moved and
    where it stands, what the chat said, and the turn it is then."""

    chit: str | None
    unit: str
    moved_from: str
    at: Piece
    chat: tuple[str, ...]
    turn: str


def first_turn(
    engine: Engine, expected: Expectation, setup: ExpectedSetup, play: Play = MODULES["wed"]
) -> FirstTurn:
    """Draw a chit if there is a mug, move a unit a hex (out of its tray, if none stands on the
    map), press the key of a state, roll the dice and go to the next turn."""
    engine.start_setup(setup.name)
    said = len(engine.chat())
    full = any(deck.cards for deck in engine.decks() if deck.name == MUG)
    chit = engine.draw(MUG, 1, DRAWN_AT)[0] if full else None
    (game_map,) = expected.maps
    hexes = {number: at for board in game_map.boards for number, at in board.hexes.items()}
    first = (game_map.name, SET_UP)  # before units of an Order of Arrival
    unit = min(
        movers(engine, hexes, game_map.name),
        key=lambda one: first.index(one.map) if one.map in first else len(first),
    )
    middle = list(game_map.boards[0].hexes.values())[len(game_map.boards[0].hexes) // 2]
    x, y = (unit.x, unit.y) if unit.map == game_map.name else middle
    places = sorted(hexes.values(), key=lambda at: (at[0] - x) ** 2 + (at[1] - y) ** 2)
    engine.move(unit.id, game_map.name, places[1])
    engine.press(unit.id, play.key)
    engine.dice(play.die, 1)
    *_, turn = engine.turn(1)
    (at,) = [piece for piece in engine.pieces() if piece.id == unit.id]
    return FirstTurn(chit, unit.name, unit.location or "", at, tuple(engine.chat()[said:]), turn)


def movers(engine: Engine, hexes: dict[str, tuple[int, int]], map_name: str) -> Iterator[Piece]:
    """The units a player may move: those in a hex, and those in a tray."""
    for piece in engine.pieces(("UnitId", "Kind")):
        told = piece.properties
        if told["UnitId"] and told["Kind"] in MOVE and piece.deck is None:
            if piece.map == map_name and piece.location not in hexes:
                continue
            yield piece


def picture(engine: Engine, turn: FirstTurn, name: str, view: tuple[int, int]) -> None:
    """A picture of the map around the unit that moved."""
    from PIL import Image

    from tests.art.pictures import PICTURES, keep

    width, height = view
    x, y = max(0, turn.at.x - width // 2), max(0, turn.at.y - height // 2)
    path = PICTURES / f"{name}.png"
    engine.screenshot(turn.at.map or "", path, region=(x, y, width, height))
    with Image.open(path) as image:
        keep(image.convert("RGB"), name)


def take_picture(folder: Path, game: str = "wed", name: str = "tour-wed-1") -> None:
    """Play the first setup of a module, and take the picture of it."""
    files, play = prepare(), MODULES[game]
    assert build(["build", game, "--out", str(folder), "--quiet"]) == 0
    expected = read_expectation(folder / f"{play.file}.expect.json")
    with (
        virtual_display(files.display) as display,
        Engine(files, display, folder / f"{play.file}.vmod") as engine,
    ):
        setup = next(one for one in expected.setups if one.pieces)
        picture(engine, first_turn(engine, expected, setup, play), name, play.view)


if __name__ == "__main__":
    take_picture(Path(sys.argv[1]))
