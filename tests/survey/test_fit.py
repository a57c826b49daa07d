"""The similarity: exact on exact points, and its figures on the real control points."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clubroute.builder.errors import InputError
from clubroute.builder.sources.checks import ControlPoint, read_controls
from clubroute.builder.sources.lattice import read_lattice
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.survey.fit import (
    CAP,
    Metres,
    Tie,
    fit_controls,
    fit_similarity,
    make_warp,
    ties,
)
from clubroute.builder.survey.plane import Spot

ROOT = Path(__file__).resolve().parents[2]
GTS = ROOT / "map_sources" / "gts"


def tie(east: float, north: float, spot: Spot, accuracy: float = 100) -> Tie:
    """A control point of the given accuracy (m)."""
    control = ControlPoint((), "p", 0, 0, accuracy, "pub", "control", 1)
    return Tie(control, Metres(east, north), spot)


@given(
    st.floats(100, 1000),
    st.floats(-3, 3),
    st.floats(-1e5, 1e5),
    st.floats(-1e5, 1e5),
    st.lists(
        st.tuples(st.integers(-200, 200), st.integers(-200, 200)),
        min_size=3,
        max_size=8,
        unique=True,
    ),
)
def test_points_of_a_similarity_are_fitted_exactly(
    spacing: float, angle: float, east: float, north: float, spots: list[tuple[int, int]]
) -> None:
    points = []
    for x, y in spots:
        # y of the map counts downwards
        z = spacing * complex(x, -y) * complex(math.cos(angle), math.sin(angle))
        points.append(tie(east + z.real, north + z.imag, Spot(x, y)))
    found = fit_similarity(points)
    assert found.hex_metres == pytest.approx(spacing, rel=1e-6)
    for point in points:
        assert math.dist(found.spot(point.metres), point.spot) < 1e-4
        back = found.metres(found.spot(point.metres))
        assert math.dist(back, point.metres) < 1e-2


def test_an_accurate_point_weighs_more() -> None:
    good = [tie(0, 0, Spot(0, 0), 10), tie(1000, 0, Spot(10, 0), 10)]
    stray = tie(0, -1000, Spot(3, 10), 1000)
    found = fit_similarity([*good, stray])
    assert math.dist(found.spot(good[0].metres), good[0].spot) < 0.01
    assert math.dist(found.spot(stray.metres), stray.spot) > 2.5


def test_too_few_points_are_refused() -> None:
    with pytest.raises(InputError, match="three or more at different places"):
        fit_controls([tie(0, 0, Spot(0, 0)), tie(1, 1, Spot(1, 1))], "controls.csv")


def test_the_real_control_points_agree_to_half_a_hex(gts_map: CompiledMap) -> None:
    fit = gts_map.fit
    assert fit is not None
    assert fit.similarity.hex_metres == pytest.approx(409.7, abs=0.5)
    assert fit.similarity.rotation == pytest.approx(0.775, abs=0.05)
    assert fit.rms == pytest.approx(0.549, abs=0.005)
    assert fit.left_out_rms == pytest.approx(0.628, abs=0.005)
    roles = {r.role for r in fit.residuals}
    assert roles == {"control", "check"}


def test_no_place_from_memory_is_a_control() -> None:
    """Memory is corrected until it fits; such a place would be fitted twice."""
    found = read_controls(GTS / "controls.csv", read_lattice(GTS / "lattice.toml").lattice)
    used = [c for c in found if c.role == "control"]
    assert len(used) == 20
    assert {c.basis for c in used} == {"pub", "geonames", "osm"}
    # A printed place is known to its hex or hexside only.
    assert min(c.accuracy_m for c in used) >= 200


def test_the_culvert_is_a_check_that_says_how_far_it_is_off(gts_map: CompiledMap) -> None:
    assert gts_map.fit is not None
    (culvert,) = (r for r in gts_map.fit.residuals if "culvert" in r.place)
    assert culvert.role == "check"
    assert culvert.fitted == pytest.approx(1.71, abs=0.02)


def test_the_warp_is_better_than_the_similarity_on_points_left_out() -> None:
    lattice = read_lattice(GTS / "lattice.toml").lattice
    points = [
        t
        for t in ties(read_controls(GTS / "controls.csv", lattice), lattice)
        if t.control.role == "control"
    ]
    plain, bent = [], []
    for point in points:
        others = [t for t in points if t is not point]
        similarity = fit_similarity(others)
        place = make_warp(similarity, others).spot(point.control.lon, point.control.lat)
        plain.append(math.dist(similarity.spot(point.metres), point.spot) ** 2)
        bent.append(math.dist(place, point.spot) ** 2)
    assert math.sqrt(sum(plain) / len(plain)) == pytest.approx(0.628, abs=0.005)
    assert math.sqrt(sum(bent) / len(bent)) < 0.45


def test_the_correction_is_capped_and_fades_away() -> None:
    points = [
        tie(0, 0, Spot(0, 0), 10),
        tie(10_000, 0, Spot(100, 0), 10),
        tie(5_000, 0, Spot(50, 9), 1),
    ]
    warp = make_warp(fit_similarity(points[:2]), points)
    assert math.hypot(*warp.correction(Spot(50, 0))) == pytest.approx(CAP)
    assert warp.correction(Spot(50, 80)) == (0, 0)
