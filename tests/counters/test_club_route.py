"""The Club Route display's source: what it holds, and mistakes told by row."""

from __future__ import annotations

from pathlib import Path

import pytest

from clubroute.builder.errors import InputError
from clubroute.builder.module.parts import zone
from clubroute.rules.gts.clubroute.ruleset import read_club_route
from tests.conftest import ROOT
from tests.counters.places import committed

WED = ROOT / "counters" / "wed"
SOURCE = (WED / "club_route.toml").read_text(encoding="utf-8")


def test_it_is_part_of_the_counter_folder() -> None:
    counters = committed("wed")
    display = read_club_route(WED / "club_route.toml", {m.id for m in counters.markers})
    (window,) = [one for one in counters.windows.windows if one.title == display.title]
    assert window.boxes == display.boxes
    assert [box.id for box in display.boxes] == [
        *("status", "hells-highway", "set-aside"),
        *("line", "released"),
    ]
    markers = {marker.id: marker for marker in counters.markers}
    # The status marker's faces say what the display calls its two states.
    status = markers[display.status]
    assert display.open.upper() in status.front
    assert display.cut.upper() in status.back
    assert "ATTACKED" in markers[display.attacked].front
    assert "CLOSED" in markers[display.closed].front


def test_every_release_marker_has_a_place() -> None:
    counters = committed("wed")
    display = read_club_route(WED / "club_route.toml")
    release = {marker.id for marker in counters.markers if marker.kind == "release"}
    for box in ("line", "released"):
        assert set(display.box(box).markers) == release


def test_boxes_do_not_overlap() -> None:
    display = read_club_route(WED / "club_route.toml")
    for i, a in enumerate(display.boxes):
        for b in display.boxes[i + 1 :]:
            apart = any(
                a.at[k] + a.size[k] <= b.at[k] or b.at[k] + b.size[k] <= a.at[k] for k in (0, 1)
            )
            assert apart, (a.id, b.id)
    first = zone(display.boxes[0])
    assert first.get("name") == "Club Route Status"
    assert first.get("path") == "24,84;174,84;174,234;24,234"


def test_no_such_box() -> None:
    with pytest.raises(KeyError):
        read_club_route(WED / "club_route.toml").box("mug")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('marker = "club-route-status"', 'marker = "club-route-stutus"', "did you mean club-route"),
        ('"release-hot", ', '"release-hat", ', "did you mean release-hot"),
        ('title = "Hell\'s Highway"', 'titel = "Hell\'s Highway"', "did you mean title"),
        ("size = [150, 150]", "size = [150]", "two whole numbers"),
        ("size = [150, 150]", "size = [150, 3]", "two whole numbers from 40"),
        ("at = [24, 84]", 'at = ["24", 84]', "two whole numbers"),
        ('id = "set-aside"', 'id = "line"', "'line' twice"),
        ('title = "Set aside by checks"', 'title = "Released Formations"', "twice"),
        ('open = "Open"', "open = 1", "expected a text"),
        ("[[boxes]]", "[[boxen]]", "did you mean boxes"),
    ],
)
def test_mistakes(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = tmp_path / "club_route.toml"
    path.write_text(SOURCE.replace(old, new), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != SOURCE
    markers = {marker.id for marker in committed("wed").markers}
    with pytest.raises(InputError, match=rf"club_route\.toml:\d*:?.*{message}"):
        read_club_route(path, markers)


def test_a_display_without_boxes(tmp_path: Path) -> None:
    path = tmp_path / "club_route.toml"
    path.write_text(SOURCE.partition("[[boxes]]")[0], encoding="utf-8")
    with pytest.raises(InputError, match="at least one"):
        read_club_route(path)
