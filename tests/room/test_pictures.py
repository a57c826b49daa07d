"""Pictures: made one after another, for maps that there are, and shown to the room's own page."""

from __future__ import annotations

import http.client
import threading
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.room.app import Room, art_path
from clubroute.rules.room.pictures import Pictures
from clubroute.rules.room.positions import scenario_tape
from clubroute.rules.saves.writing import laid_out
from tests.room.serving import (
    TOKEN,
    Served,
    bare_room,
    opened,
    serving,
)

TILE = b"RIFF    WEBP"
NAMES = ("wed", "tdc")
SIDE = 8


class Drawing:
    """Makes pictures once it may, and keeps what is made and how many at once."""

    def __init__(self) -> None:
        self.may, self.made, self.at_once, self.most = threading.Event(), list[Any](), 0, 0

    def __call__(self, kind: str, name: str, say: Callable[[str], None]) -> Mapping[str, bytes]:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        assert self.may.wait(20)
        self.made.append((kind, name))
        self.at_once -= 1
        return {"0/0/0.webp": TILE}


@pytest.fixture
def drawing() -> Drawing:
    return Drawing()


@pytest.fixture
def pictured(
    gts_map: CompiledMap, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Served]:
    """A room that draws nothing before it may."""
    monkeypatch.setattr(Room, "warm_up", lambda _: None)
    room = bare_room()
    room.pictures = Pictures(drawing, NAMES)
    with serving(room) as found:
        yield found
    drawing.may.set()


def test_one_thread_makes_all_pictures_the_faces_of_a_map_first(drawing: Drawing) -> None:
    pictures, before = Pictures(drawing, NAMES), set(threading.enumerate())
    for _ in range(100):
        for name in NAMES:
            assert pictures.progress(name) is not None
    assert len(set(threading.enumerate()) - before) == 1
    drawing.may.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
    assert drawing.made == [(kind, name) for name in NAMES for kind in ("faces", "tiles")]
    assert drawing.most == 1
    assert set(threading.enumerate()) <= before


@pytest.mark.usefixtures("gts_map", "ins_map")
@pytest.mark.parametrize("name", ["tdc", "ins"])
def test_a_room_begun_with_a_file_draws_the_map_of_that_file_and_no_other(
    name: str, tmp_path: Path, drawing: Drawing
) -> None:
    """The board of one's own game once came after all boards of another."""
    saved = laid_out(bare_room().context, name, {})
    (tmp_path / "mine.vsav").write_bytes(saved.data)
    room = bare_room(tmp_path / "mine.vsav")
    room.pictures = Pictures(drawing, (*NAMES, "ins"))
    drawing.may.set()
    room._warm_up()
    assert room.pictures.begun == {name}


def test_a_game_of_ones_own_waits_for_no_other_games_boards(drawing: Drawing) -> None:
    own = Drawing()
    own.may.set()

    def make(kind: str, name: str, say: Callable[[str], None]) -> Mapping[str, bytes]:
        return (own if name == "island" else drawing)(kind, name, say)

    pictures = Pictures(make, (*NAMES, "island"))
    pictures.progress("wed")  # whose boards are drawn for as long as nobody lets them be ready
    before = set(threading.enumerate())
    first = pictures.progress("island")
    for thread in set(threading.enumerate()) - before:
        thread.join(20)
    told = pictures.progress("island")
    assert first is not None
    assert told is not None
    assert (told["ready"], told["counters"]) == (True, True)
    assert (own.made, drawing.made) == ([("faces", "island"), ("tiles", "island")], [])
    drawing.may.set()


def test_of_a_map_that_is_none_nothing_is_begun_or_kept(pictured: Served, drawing: Drawing) -> None:
    before = set(threading.enumerate())  # of which some may end meanwhile
    for number in range(200):
        path = f"{art_path(TOKEN)}/zz{number}/tiles/0/0/0"
        assert pictured.request("GET", path, x_clubroute_token="")[0] == 404
        assert pictured.room.pictures.of("tiles", f"zz{number}") is None
    assert (set(threading.enumerate()) - before, drawing.at_once) == (set(), 0)
    assert not pictured.room.pictures.begun


def test_without_the_token_no_picture_is_begun(pictured: Served, drawing: Drawing) -> None:
    for path in ("/art/wed/tiles/0/0/0", f"/art/{'0' * 32}/wed/tiles/0/0/0", "/art", "/art/"):
        assert pictured.request("GET", path, x_clubroute_token="")[0] == 403
    path = f"{art_path(TOKEN)}/wed/tiles/0/0/0.webp"
    for site in ("cross-site", "same-site"):
        told = pictured.request("GET", path, x_clubroute_token="", sec_fetch_site=site)
        assert told[0] == 403
    assert not pictured.room.pictures.begun


def test_a_page_is_told_where_pictures_are_and_sees_them_without_a_header(
    pictured: Served, drawing: Drawing
) -> None:
    _, _, told = pictured.request("GET", "/art")
    assert told == f'{{"art":"{art_path(TOKEN)}"}}'.encode()
    assert TOKEN.encode() not in told
    path = f"{art_path(TOKEN)}/wed/tiles/0/0/0.webp"
    shown = {"x_clubroute_token": "", "sec_fetch_site": "same-origin"}
    assert pictured.request("GET", path, **shown)[0] == 503
    drawing.may.set()
    while (found := pictured.request("GET", path, **shown))[0] == 503:
        continue
    assert (found[0], found[1]["content-type"], found[2]) == (200, "image/webp", TILE)


def test_a_picture_opened_by_its_own_address_is_no_document_of_the_room(
    pictured: Served, drawing: Drawing
) -> None:
    drawing.may.set()
    path = f"{art_path(TOKEN)}/wed/tiles/0/0/0.webp"
    while pictured.request("GET", path)[0] == 503:
        continue
    client = http.client.HTTPConnection("127.0.0.1", pictured.port, timeout=30)
    client.request("GET", path)
    policies = client.getresponse().headers.get_all("content-security-policy")
    client.close()
    assert policies is not None
    assert "sandbox" in policies
    assert any("default-src 'self'" in one for one in policies)


def test_a_browser_shows_tiles_and_counters(gts_map: CompiledMap, browser: Browser) -> None:
    picture = BytesIO()
    Image.new("RGB", (SIDE, SIDE)).save(picture, "WEBP")
    places = [f"{z}/{x}/{y}.webp" for z in range(-4, 1) for x in range(40) for y in range(40)]
    room = bare_room()
    counters = scenario_tape(room.context, "wed", "WED-2")["counters"]
    faces = [name for one in counters for name in one.get("pictures", ())]
    found = dict.fromkeys((*places, *faces), picture.getvalue())
    room.pictures = Pictures(lambda kind, name, say: found, NAMES)
    with serving(room) as served:
        page = opened(browser, served.address)
        page.evaluate("clubroute.source.scenario('wed', 'WED-2')")
        page.wait_for_selector("img.leaflet-tile-loaded")
        tile = "document.querySelector('img.leaflet-tile-loaded').naturalWidth"
        assert page.evaluate(tile) == SIDE
        face = "[...clubroute.pieces.pictures.values()].find(one => one)?.wide ?? 0"
        for _ in range(200):
            if page.evaluate(face):
                break
            page.wait_for_timeout(50)
        assert page.evaluate(face) == SIDE
        page.close()


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/fonts/x", "/start", "/maps/wed", "/rpc"])
def test_whatever_comes_from_another_site_is_refused(served: Served, path: str) -> None:
    method = "POST" if path == "/rpc" else "GET"
    assert served.request(method, path, sec_fetch_site="cross-site")[0] == 403
    assert served.request(method, path, sec_fetch_site="same-origin")[0] != 403
