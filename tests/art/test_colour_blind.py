"""Terrain never rests on hue alone: seen with any colour blindness, or in grey, it stays apart.

Colour vision deficiency is simulated after Machado, Oliveira and Fernandes (2009), severity 1.0, in
linear RGB. What is compared is a hex as it is drawn, dot and number left out: its mean colour in
CIE L*a*b* and its texture, as the spread of lightness and as how fast lightness changes across and
down.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from clubroute.builder.grid import Hex, within
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.terrain.terrain_map import Area, HexTerrain, TerrainMap
from tests.art.parts import draw_part

from .every_kind import BASIS, LATTICE, TERRAINS, at

pytestmark = pytest.mark.slow

STYLE = read_board_style(Path(__file__).parents[2] / "map_sources" / "gts" / "style.toml")
MIDDLE = at(101, 16)
SEEN: Mapping[str, Any] = {
    "colour": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
    "grey": np.tile(np.array([0.2126, 0.7152, 0.0722]), (3, 1)),
}  # fmt: skip

JUST = 2.3
"""A just noticeable difference in L*a*b*, for flat colours side by side."""

APART = {"grey": 2.0}
"""How many of them two terrains must differ by in all: 4, but in grey."""


HILL = "clear, on heights"


def drawn(terrain: str) -> Any:
    """Linear RGB (0..1) of the inner part of a hex amid others of its terrain, number above."""
    terrain, _, high = terrain.partition(", ")
    hexes = {
        h: HexTerrain(h, terrain if h in set(within(MIDDLE, 2)) else "clear", BASIS)
        for h in LATTICE.hexes("main")
    }
    heights = (Area("hill", "heights", tuple(hexes), BASIS),) if high else ()
    made = TerrainMap(LATTICE, hexes, {}, {}, {}, heights)
    image = draw_part(made, [Hex(*MIDDLE)], STYLE, 0, layers=frozenset({"ground"}))
    pixels = np.asarray(image.crop((14, 20, 70, 70)), np.float64) / 255
    return np.where(pixels <= 0.04045, pixels / 12.92, ((pixels + 0.055) / 1.055) ** 2.4)


def lab(linear: Any) -> Any:
    """CIE L*a*b* (D65) of linear RGB."""
    xyz = linear @ np.array(
        [[0.4124, 0.2126, 0.0193], [0.3576, 0.7152, 0.1192], [0.1805, 0.0722, 0.9505]]
    )
    xyz = np.clip(xyz / np.array([0.9505, 1.0, 1.089]), 0, None)
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1
    )


def features(linear: Any, eye: Any) -> tuple[Any, Any]:
    """What an eye sees of a hex: its mean colour, its texture."""
    seen = lab(np.clip(linear @ eye.T, 0, 1))
    light = seen[..., 0]
    texture = [
        light.std(),
        np.abs(np.diff(light, axis=1)).mean(),
        np.abs(np.diff(light, axis=0)).mean(),
    ]
    return seen.reshape(-1, 3).mean(axis=0), np.array(texture)


@pytest.fixture(scope="module")
def hexes() -> dict[str, Any]:
    return {terrain: drawn(terrain) for terrain in (*TERRAINS, HILL)}


@pytest.mark.parametrize("eye", SEEN)
def test_all_terrains_stay_apart(eye: str, hexes: dict[str, Any]) -> None:
    found = {terrain: features(pixels, SEEN[eye]) for terrain, pixels in hexes.items()}
    near = []
    for a, b in combinations(found, 2):
        if {a, b} in ({"city", "fortified"}, {"clear", HILL}):
            continue  # drawn alike: the border inside the hex tells (WED 2.0); one terrain
        colour = float(np.linalg.norm(found[a][0] - found[b][0]))
        texture = float(np.abs(found[a][1] - found[b][1]).sum())
        if (colour + texture) / JUST < APART.get(eye, 4.0):
            near.append((a, b, round(colour, 1), round(texture, 1)))
    assert near == []


def test_without_hue_texture_alone_tells_what_grows_from_open_ground(
    hexes: dict[str, Any],
) -> None:
    plain = features(hexes["clear"], SEEN["grey"])[1]
    for terrain in set(TERRAINS) - {"clear", "impassable"}:
        texture = features(hexes[terrain], SEEN["grey"])[1]
        assert np.abs(texture - plain).sum() > JUST, terrain


@pytest.mark.parametrize("eye", ["protanopia", "deuteranopia", "tritanopia"])
def test_grey_stays_grey_in_the_simulation(eye: str) -> None:
    grey = np.full((2, 2, 3), 0.4)
    assert np.allclose(grey @ SEEN[eye].T, grey, atol=0.01)


def test_open_ground_on_heights_is_tinted(hexes: dict[str, Any]) -> None:
    plain, high = (features(hexes[kind], SEEN["grey"])[0][0] for kind in ("clear", HILL))
    assert 1 < plain - high < 8
