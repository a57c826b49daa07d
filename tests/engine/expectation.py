"""What a module should hold, told by its maker beside the .vmod: ``<module>.expect.json``.

``{"maps": [{"name", "boards": [{"name", "x", "y", "hexes": {printed number: [x, y]}}]}],
"setups": [{"name", "file", "pieces": [{"name", "gpid", "map", "hex", "x", "y"}]}],
"pieces": [{"gpid", "name"}], "sides": [...], "start": ""}``, all coordinates in map pixels.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ExpectedBoard:
    """A board at x, y of its map, and the centre of each of its hexes, all in map pixels."""

    name: str
    x: int
    y: int
    hexes: Mapping[str, tuple[int, int]]


@dataclass(frozen=True, slots=True)
class ExpectedMap:
    name: str
    boards: tuple[ExpectedBoard, ...]


@dataclass(frozen=True, slots=True, order=True)
class ExpectedPiece:
    """A piece in a setup; ``hex`` is its printed number or the name of its deck.

    An empty ``hex`` means that the place has no name worth checking.
    """

    name: str
    gpid: str
    map: str
    hex: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class ExpectedSetup:
    name: str
    file: str
    pieces: tuple[ExpectedPiece, ...]


@dataclass(frozen=True, slots=True)
class Expectation:
    """``pieces`` maps the gpid of each piece slot to its name; ``start`` is the setup that lays out
    the boards, where a new game asks for them."""

    maps: tuple[ExpectedMap, ...]
    setups: tuple[ExpectedSetup, ...]
    pieces: Mapping[str, str]
    sides: tuple[str, ...]
    start: str = ""


@dataclass(frozen=True, slots=True)
class BuiltModule:
    """A module file, and what its maker says it holds."""

    path: Path
    expected: Expectation


def read_expectation(path: Path) -> Expectation:
    told = json.loads(path.read_text(encoding="utf-8"))
    maps = tuple(
        ExpectedMap(
            one["name"],
            tuple(
                ExpectedBoard(
                    board["name"],
                    board["x"],
                    board["y"],
                    {name: (x, y) for name, (x, y) in board["hexes"].items()},
                )
                for board in one["boards"]
            ),
        )
        for one in told["maps"]
    )
    setups = tuple(
        ExpectedSetup(
            setup["name"],
            setup["file"],
            tuple(ExpectedPiece(**piece) for piece in setup["pieces"]),
        )
        for setup in told["setups"]
    )
    pieces = {str(piece["gpid"]): piece["name"] for piece in told["pieces"]}
    return Expectation(maps, setups, pieces, tuple(told["sides"]), told["start"])
