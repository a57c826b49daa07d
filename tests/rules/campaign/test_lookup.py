"""Areas by name, and distances."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from tests.rules.campaign.conftest import Asking


@pytest.mark.parametrize(
    ("start", "end", "far"),
    [("75.129", "75.129", 0), ("75.129", "74.129", 1), ("75.129", "78.127", 3)],
)
def test_how_far_two_hexes_are_apart(asked: Asking, start: str, end: str, far: int) -> None:
    for one, other in ((start, end), (end, start)):
        told = {"from": one, "to": other}
        answer = asked("hex.distance", map="wed", **told)
        assert answer["distance"] == far
    assert ("hexes" in answer["summary"]) == (far != 1)


def test_areas_are_listed_by_kind_and_by_hex(asked: Asking) -> None:
    zones = asked("area.list", map="tdc", kind="drop_zone")["areas"]
    assert {"DZ/LZ X", "DZ N", "DZ/LZ* K"} <= {one["name"] for one in zones}
    assert all(one["provenance"] == "rulebook" for one in zones if one["cite"] == "TDC 3.3")
    here = asked("area.list", map="wed", hex="57.150")["areas"]
    assert {"dz-b", "dz-c", "lz-w"} <= {one["id"] for one in here}
    with pytest.raises(InputError, match="drop_zone"):
        asked("area.list", map="tdc", kind="drop_zones")


@pytest.mark.parametrize("name", ["sdp-v", "SDP V", "SDPV", "sdp v"])
def test_an_area_answers_to_its_id_and_its_name(asked: Asking, name: str) -> None:
    """TDC 3.3."""
    answer = asked("area.hexes", map="tdc", area=name)
    told = ["41.22", "41.23", "42.21", "42.22", "42.23", "43.22", "43.23"]
    assert answer["hexes"] == told


def test_the_owners_area_comes_before_the_maps(asked: Asking, owner: Path) -> None:
    (owner / "areas.csv").write_text("area,hexes\nooij-polder,50.60 50.61\n", encoding="utf-8")
    answer = asked("area.hexes", map="tdc", area="Ooij polder")
    assert answer["hexes"] == ["50.60", "50.61"]


def test_no_such_area_is_refused_with_the_nearest(asked: Asking) -> None:
    with pytest.raises(InputError) as caught:
        asked("area.hexes", map="tdc", area="Ooij poldr")
    assert caught.value.nearest == "Ooij polder"
