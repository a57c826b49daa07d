"""The boards of every game as they are built, not samples: every hex of a terrain looks like its
terrain, and unlike every other."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from clubroute.builder.grid import Hex, hexsides, neighbours
from clubroute.builder.pixels import BoardView, board_views, image_name
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import Area, TerrainMap
from tests.art.conftest import GTS
from tests.art.test_colour_blind import (
    APART,
    JUST,
    SEEN,
    features,
    lab,
)
from tests.cases import each

pytestmark = pytest.mark.slow

FEW = 3
"""Hexes without Road or water that a terrain must have to be compared."""

MOST = 1500
"""Hexes of one terrain that are looked at, from all over the boards."""

HALF = 22
"""Half the side of what is looked at of a hex, px."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game, the map it is played on, its module, and terrains there is enough of."""

    id: str
    lattice: str
    file: str
    terrains: frozenset[str]


GAMES = (
    Game(
        "wed",
        "gts",
        "where-eagles-dare",
        frozenset({"polder", "village", "town", "city", "swamp", "sand_dunes"}),
    ),
    Game(
        "tdc",
        "gts",
        "the-devils-cauldron",
        frozenset({"polder", "village", "town", "city", "swamp", "orchard"}),
    ),
    Game(
        "mg",
        "gts",
        "operation-market-garden",
        frozenset({"polder", "village", "town", "city", "swamp", "sand_dunes", "orchard"}),
    ),
    Game("ins", "ins", "it-never-snows", frozenset({"polder", "village", "city"})),
)


@pytest.fixture(scope="module", params=GAMES, ids=lambda game: game.id)
def game(request: pytest.FixtureRequest) -> Game:
    found: Game = request.param
    return found


@pytest.fixture(scope="module")
def seen(game: Game, request: pytest.FixtureRequest) -> Mapping[str, Any]:
    """The inner part (44 × 44 px) of hexes without Road, water or mark, by terrain: linear RGB,
    with the dots, numbers and names that stand on it."""
    compiled: CompiledMap = request.getfixturevalue(f"{game.lattice}_map")
    build: Path = request.getfixturevalue(f"{game.id}_build")
    folder = GTS.parent / game.lattice
    source = read_lattice(folder / "lattice.toml")
    views = board_views(source.lattice, source.boards_of(game.id))
    shown = compiled.terrain.window(game.id)
    bare = bare_hexes(shown, views[0], folder)
    found: dict[str, list[Any]] = {}
    for view in views:
        with (
            zipfile.ZipFile(build / f"{game.file}.vmod") as module,
            module.open(f"images/{image_name(view)}") as data,
            Image.open(data) as picture,
        ):
            pixels = np.asarray(picture.convert("RGB"))
        for h, kind in bare.items():
            x, y = view.centre(h)
            if 30 <= x < view.width - 30 and 30 <= y < view.height - 30:
                part = pixels[y - HALF : y + HALF, x - HALF : x + HALF]
                found.setdefault(kind, []).append(part.copy())
    shares = {kind: np.stack(many) / 255 for kind, many in found.items() if len(many) >= FEW}
    return {
        kind: np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
        for kind, part in shares.items()
    }


def bare_hexes(terrain: TerrainMap, view: BoardView, folder: Path) -> dict[Hex, str]:
    """The terrain of some hexes that no Road, water or mark stands in: of each kind at most
    :data:`MOST`."""
    style = read_board_style(folder / "style.toml")
    marks = {kind: paint.mark for kind, paint in style.areas.items()}
    shut = {h for area in terrain.areas for h in marked(area, marks.get(area.kind), view)}
    found: dict[str, list[Hex]] = {}
    for h, facts in terrain.hexes.items():
        wet = any(side in terrain.links or side in terrain.hexsides for side in hexsides(h))
        if not wet and h not in shut:
            found.setdefault(facts.terrain, []).append(h)
    return {h: kind for kind, many in found.items() for h in many[:: max(1, -(-len(many) // MOST))]}


def marked(area: Area, mark: str | None, view: BoardView) -> Iterator[Hex]:
    """The hexes in which an area is marked: along its edge and under its name, or all."""
    if mark in (None, "none"):
        return
    if mark not in ("outline", "border"):
        yield from area.hexes
        return
    inside = set(area.hexes)
    middle = np.mean([view.centre(h) for h in area.hexes], axis=0)
    for h in area.hexes:
        beside = any(n not in inside for n in neighbours(h))
        if beside or np.hypot(*(np.array(view.centre(h)) - middle)) < 2 * view.scale.hex_pitch:
            yield h


def test_there_is_enough_to_look_at(game: Game, seen: Mapping[str, Any]) -> None:
    assert len(seen["clear"]) > 400
    assert len(seen["woods"]) > 50
    assert game.terrains <= set(seen)


@each("eye", SEEN)
def test_terrains_stay_apart_on_the_boards(eye: str, seen: Mapping[str, Any]) -> None:
    kinds = {}
    for kind, hexes in seen.items():
        some = hexes[:: max(1, len(hexes) // 60)]
        told = [features(one, SEEN[eye]) for one in some]
        kinds[kind] = tuple(np.mean([part[k] for part in told], axis=0) for k in (0, 1))
    near = []
    for a, b in combinations(sorted(kinds), 2):
        if {a, b} == {"city", "fortified"}:
            continue  # told apart by the ring inside the hex (WED 2.0)
        colour = float(np.linalg.norm(kinds[a][0] - kinds[b][0]))
        texture = float(np.abs(kinds[a][1] - kinds[b][1]).sum())
        if (colour + texture) / JUST < APART.get(eye, 4.0):
            near.append((a, b, round(colour, 1), round(texture, 1)))
    assert near == []


def test_fields_do_not_look_like_terrain(seen: Mapping[str, Any]) -> None:
    """Every open hex is within 8 (CIE76) of the mean of all: pasture and plough tell nothing."""
    means = lab(seen["clear"]).mean(axis=(1, 2))
    far = np.linalg.norm(means - means.mean(axis=0), axis=1)
    assert float(np.quantile(far, 0.99)) < 8
    assert float(far.max()) < 12
