"""The boards as they are built, not samples: every hex of a terrain looks like its terrain."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from clubroute.builder.grid import hexsides
from clubroute.builder.module.boards import image_name
from clubroute.builder.pixels import board_views
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.terrain import TerrainMap
from tests.art.conftest import GTS
from tests.art.test_colour_blind import APART, JUST, SEEN, features, lab

FEW = 3
"""Hexes without Road or water that a terrain must have to be compared."""


@pytest.fixture(scope="module")
def seen(wed: TerrainMap, wed_build: Path) -> Mapping[str, Any]:
    """The inner part (44 × 44 px) of every hex without Road, water or mark, by terrain: linear RGB,
    with the dots, numbers and names that stand on it."""
    source = read_lattice(GTS / "lattice.toml")
    marked = {h for area in wed.areas if area.kind != "deployment" for h in area.hexes}
    found: dict[str, list[Any]] = {}
    for view in board_views(source.lattice, source.boards_of("wed")):
        with (
            zipfile.ZipFile(wed_build / "where-eagles-dare.vmod") as module,
            module.open(f"images/{image_name(view)}") as data,
            Image.open(data) as picture,
        ):
            pixels = np.asarray(picture.convert("RGB"))
        for h, facts in wed.hexes.items():
            x, y = view.centre(h)
            inside = 30 <= x < view.width - 30 and 30 <= y < view.height - 30
            bare = not any(side in wed.links or side in wed.hexsides for side in hexsides(h))
            if inside and bare and h not in marked:
                found.setdefault(facts.terrain, []).append(pixels[y - 22 : y + 22, x - 22 : x + 22])
    shares = {kind: np.stack(many) / 255 for kind, many in found.items() if len(many) >= FEW}
    return {
        kind: np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
        for kind, part in shares.items()
    }


def test_there_is_enough_to_look_at(seen: Mapping[str, Any]) -> None:
    assert len(seen["clear"]) > 2000
    assert {"woods", "polder", "village", "town", "city", "swamp", "sand_dunes"} <= set(seen)


@pytest.mark.parametrize("eye", SEEN)
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
