"""What a fact rests on shows on request, on the picture and as zones of the module."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageChops

from clubroute.builder.art.board import LAYER_NAMES
from clubroute.builder.art.layers.provenance import INKS
from clubroute.builder.art.outlines import rings, stitched
from clubroute.builder.grid import Hex, Point
from clubroute.builder.module.window import (
    TITLES,
    highlighter,
    property_name,
    provenance_buttons,
    provenance_zones,
)
from clubroute.builder.provenance import SOURCES, Provenance
from clubroute.builder.sources.style import read_board_style
from clubroute.builder.terrain.terrain_map import Basis, HexTerrain, TerrainMap
from clubroute.builder.vassal.buildfile import Element
from tests.art.parts import draw_part

from .every_kind import LATTICE, at, boards, every_kind

STYLE = read_board_style()
HEXES = LATTICE.hexes("main")


def said(item: Element) -> dict[str, str]:
    """The attributes of an element."""
    return dict(item.attributes)


def resting_on(provenance: Provenance) -> TerrainMap:
    """Open ground, all known in one way."""
    basis = Basis(provenance, "a test")
    return TerrainMap(LATTICE, {h: HexTerrain(h, "clear", basis) for h in HEXES}, {}, {}, {})


@pytest.mark.parametrize("provenance", SOURCES)
def test_each_provenance_has_its_ink_and_its_pattern(provenance: Provenance) -> None:
    layers = frozenset({"ground", "provenance"})
    image = draw_part(resting_on(provenance), [at(101, 16)], STYLE, layers=layers)
    pixels = np.asarray(image).reshape(-1, 3).astype(int)
    shares = {p: (np.abs(pixels - INKS[p]).sum(axis=1) < 100).mean() for p in SOURCES}
    assert shares[provenance] > 0.002
    assert max(shares, key=lambda p: shares[p]) == provenance


def test_patterns_differ_without_colour() -> None:
    layers = frozenset({"ground", "provenance"})
    grey = [
        np.asarray(draw_part(resting_on(p), [at(101, 16)], STYLE, layers=layers).convert("L")) < 200
        for p in SOURCES
    ]
    for k in range(3):
        assert (grey[k] != grey[k - 1]).mean() > 0.02


def test_it_is_drawn_only_when_asked_for() -> None:
    terrain = every_kind()
    plain = draw_part(terrain, [at(101, 16)], STYLE)
    shown = draw_part(terrain, [at(101, 16)], STYLE, layers=frozenset({"ground", "provenance"}))
    bare = draw_part(terrain, [at(101, 16)], STYLE, layers=frozenset({"ground"}))
    assert ImageChops.difference(shown, bare).getbbox() is not None
    everything = draw_part(terrain, [at(101, 16)], STYLE, layers=frozenset(LAYER_NAMES))
    assert ImageChops.difference(plain, everything).getbbox() is None


def inside(point: tuple[float, float], polygon: list[Point]) -> bool:
    """The even-odd rule, as the engine fills a zone."""
    found = False
    x, y = point
    for (ax, ay), (bx, by) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


@given(st.sets(st.sampled_from(HEXES), max_size=40))
def test_a_stitched_outline_covers_its_hexes_and_no_other(hexes: set[Hex]) -> None:
    polygon = stitched(rings(LATTICE, hexes))
    assert bool(polygon) == bool(hexes)
    for h in HEXES:
        x, y = LATTICE.centre(h)
        # A little off the centre, where no stitch runs.
        covered = bool(polygon) and inside((x + 0.1713, y + 0.0917), polygon)
        assert covered == (h in hexes)


def test_zones_cover_the_hexes_of_their_provenance() -> None:
    (view,) = boards((10, 23))
    basis = Basis("rulebook", "a test")
    terrain = every_kind()
    known = {at(98, 12), at(103, 20)}
    mixed = replace(
        terrain,
        hexes={h: replace(v, basis=basis) if h in known else v for h, v in terrain.hexes.items()},
    )
    zones = {said(zone)["name"]: zone for zone in provenance_zones(view, mixed)}
    assert set(zones) == {f"{view.name} Rulebook", f"{view.name} Assumed"}
    path = said(zones[f"{view.name} Rulebook"])["path"]
    corners = [Point(*map(int, pair.split(","))) for pair in path.split(";")]
    for h in terrain.hexes:
        x, y = view.centre(h)
        assert inside((x + 3.7, y + 2.3), corners) == (h in known)


def test_every_button_names_a_highlight() -> None:
    names = {said(child)["name"] for child in highlighter().children}
    assert names == set(TITLES.values())
    switches = provenance_buttons().children
    assert [said(s)["name"] for s in switches] == [property_name(p) for p in SOURCES]
    for switch, provenance in zip(switches, SOURCES, strict=True):
        (button,) = switch.children
        assert TITLES[provenance] in said(button)["propChanger"]
