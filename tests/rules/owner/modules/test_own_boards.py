"""The boards of a module that the owner has, in the room: where they lie, who sees them, and that
nothing that is shared has a byte of them."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect

from clubroute.builder.errors import ClubrouteError
from clubroute.builder.grid import Hex
from clubroute.builder.project import Project
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.vassal.archive import read_module
from clubroute.rules.asking.context import Context
from clubroute.rules.ground.boards import boards_of
from clubroute.rules.ground.maps import map_of
from clubroute.rules.logs.audit.examine import Auditor, Settings
from clubroute.rules.owner.modules import known
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.room import own_module
from clubroute.rules.room.addresses import opened as linked_tape
from clubroute.rules.room.app import Room, art_path
from clubroute.rules.room.own_module import on_map
from clubroute.rules.room.pictures import Pictures
from tests.room.serving import ROOT, TOKEN, Served, opened, serving
from tests.rules.owner.modules.played import company, palette, recorder
from tests.rules.owner.modules.writer import (
    DX,
    DY,
    Numbers,
    Sheet,
    WrittenSheet,
    module,
    written,
    zipped,
)

NAME = "GTS pictured"
SHEETS = [
    Sheet("West", range(131, 141), range(20, 36), Numbers(less=100)),
    Sheet("East", range(141, 151), range(20, 36), Numbers(True, "", start=1, less=100), (1, 0)),
]
"""Two boards side by side, of either stagger; the second has no separator in its numbers."""
OURS, SIDE = (20, 120, 40), 512
FACE, YELLOW = "acompany.png", (240, 220, 0)
NEAR = 2
"""Px that a hex of a board may lie beside ours: grids round to whole ones."""


def colour(h: Hex) -> tuple[int, int, int]:
    """The colour a hex is painted in: no two near each other have the same, none is green."""
    return 180 + 25 * (h.line % 4), 0, 60 + 24 * (h.half % 9)


def painted(board: WrittenSheet) -> bytes:
    """A board whose hexes are all of one colour each."""
    picture = Image.new("RGB", board.size, (255, 0, 255))
    pen = ImageDraw.Draw(picture)
    x0, y0 = board.origin
    for h, (c, r) in board.cells.items():
        x, y = x0 + DX * c, y0 + DY * r + (DY / 2 if c % 2 else 0)
        shape = [(-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1)]
        pen.polygon([(x + a * DX / 3, y + b * DY / 2) for a, b in shape], colour(h))
    out = BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def plain(side: int, ink: tuple[int, int, int], form: str) -> bytes:
    """A picture of one colour."""
    out = BytesIO()
    Image.new("RGB", (side, side), ink).save(out, form)
    return out.getvalue()


class Owned:
    """A module with pictures that the owner has imported, and a log of it."""

    def __init__(self, gts_map: CompiledMap, maps: Path, folder: Path) -> None:
        self.boards = written(gts_map.terrain, SHEETS)
        unit = company("A Company", "1", image=FACE)
        self.face = plain(60, YELLOW, "PNG")
        self.vmod = folder / "pictured.vmod"
        self.vmod.write_bytes(
            module(
                self.boards,
                name=NAME,
                more=[palette({"1": unit})],
                picture=painted,
                extra={f"images/{FACE}": self.face},
            )
        )
        self.context = Context(maps, owner_folder=folder / "owner", files=None)
        import_here(self.context, self.vmod)
        self.folder = self.context.owner / "modules" / "gts-pictured"
        first = self.boards[0]
        c, r = next(iter(first.cells.values()))
        at = int(first.origin[0] + DX * c), int(first.origin[1] + DY * r)
        self.log = folder / "logs" / "game.vlog"
        self.log.parent.mkdir()
        recorder(read_module(self.vmod), self.boards, [(unit, at)], NAME).write(self.log)


@pytest.fixture
def owned(
    own_cache: None,
    gts_map: CompiledMap,
    map_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Owned:
    monkeypatch.setattr(known, "LOOK_AGAIN", 0.0)
    return Owned(gts_map, map_folder, tmp_path)


def told_of(owned: Owned) -> dict[str, Any]:
    """What a page is told of the module."""
    return own_module.shown_module(owned.context, Project(ROOT), "tdc", "gts-pictured")


def test_every_hex_of_a_board_lies_on_ours(owned: Owned) -> None:
    boards, country = boards_of(Project(ROOT), "tdc"), map_of(owned.context, "tdc")
    told = told_of(owned)
    assert told["left_out"] == []
    laid = {one["name"]: one for one in told["boards"]}
    for board in owned.boards:
        one = laid[board.sheet.name]
        assert {country.number(country.find(h)) for h in board.cells} <= set(one["hexes"])
        x0, y0 = board.origin
        for h, (c, r) in board.cells.items():
            centre = x0 + DX * c, y0 + DY * r + (DY / 2 if c % 2 else 0)
            places = zip(centre, one["scale"], one["shift"], on_map(h, boards), strict=True)
            assert max(abs(px * scale + aside - ours) for px, scale, aside, ours in places) <= NEAR


def test_a_counter_of_ours_has_the_pictures_of_the_modules(owned: Owned) -> None:
    path = owned.folder / "ratings.csv"
    text = path.read_text(encoding="utf-8")
    head, row = (line.split(",") for line in text.splitlines()[2:4])
    row[head.index("unit")], row[head.index("match")] = "1ab-a-1-1", "matched"
    path.write_text(f"{','.join(head)}\n{','.join(row)}\n", encoding="utf-8")
    assert told_of(owned)["counters"] == {"1ab-a-1-1": (FACE,)}


def test_a_module_that_is_another_one_now_is_not_shown(owned: Owned) -> None:
    entries = {one.name: one.data for one in read_module(owned.vmod).entries}
    owned.vmod.write_bytes(zipped({**entries, "more.txt": b"more"}))
    with pytest.raises(ClubrouteError, match="found another file, expected the module that was"):
        told_of(owned)
    import_here(owned.context, owned.vmod)
    assert len(told_of(owned)["boards"]) == len(SHEETS)


def test_a_picture_that_runs_is_taken_for_what_it_draws(owned: Owned) -> None:
    entries = {one.name: one.data for one in read_module(owned.vmod).entries}
    entries[f"images/{FACE}"] = b'<svg onload="f()"><script>f()</script><g/></svg>'
    owned.vmod.write_bytes(zipped(entries))
    found = own_module.module_picture(owned.context, "tdc", "gts-pictured", FACE)
    assert found == (b"<svg><g></g></svg>", "image/svg+xml")


@pytest.fixture
def shown(owned: Owned, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A room started with the log, whose own drawing is all green."""
    monkeypatch.setattr(Room, "warm_up", lambda _: None)
    green = plain(SIDE, OURS, "WEBP")
    places = [f"{z}/{x}/{y}.webp" for z in range(-4, 1) for x in range(40) for y in range(40)]
    room = Room(owned.context, Project(ROOT), owned.log)
    found = dict.fromkeys(places, green)
    room.pictures = Pictures(lambda kind, name, say: found, ("tdc", "wed", "mg"))
    with serving(room) as served:
        yield served


def own_told(served: Served, path: str = "") -> tuple[int, dict[str, str], Any]:
    """What the room tells of the modules with boards of TDC."""
    status, headers, data = served.request("GET", f"/maps/tdc/own{path}")
    return status, headers, json.loads(data)


PICTURE = "/maps/tdc/own/gts-pictured/picture?name={}"


def test_pictures_are_for_who_shows_the_token_and_kept_nowhere(
    shown: Served, owned: Owned, tmp_path: Path
) -> None:
    path = PICTURE.format(FACE)
    status, headers, data = shown.request("GET", path)
    assert (status, headers["cache-control"], data) == (200, "no-store", owned.face)
    assert shown.request("GET", path, x_clubroute_token="")[0] == 403
    assert shown.request("GET", path, x_clubroute_token="other")[0] == 403
    # Below the path of our own pictures, which a page loads without the token, there are none.
    for kind in ("own", "tiles", "counters"):
        open_path = f"{art_path(TOKEN)}/gts-pictured/{kind}/{FACE}"
        assert shown.request("GET", open_path, x_clubroute_token="")[0] == 404
    holders = [one for one in tmp_path.rglob("*") if one.is_file() and data in one.read_bytes()]
    assert [one for one in holders if one != owned.vmod] == []


def test_a_module_that_is_moved_away_is_told(shown: Served, owned: Owned) -> None:
    assert own_told(shown)[2][0]["gone"] is False
    owned.vmod.rename(owned.vmod.with_name("elsewhere.vmod"))
    (told,) = own_told(shown)[2]
    assert (told["name"], told["gone"]) == (NAME, True)
    status, _, why = own_told(shown, "/gts-pictured")
    assert (status, "found no such file" in why["error"]) == (400, True)
    assert shown.request("GET", PICTURE.format(FACE))[0] == 400
    body = {"jsonrpc": "2.0", "id": 1, "method": "hex.distance"}
    body["params"] = {"map": "tdc", "from": "39.30", "to": "40.30"}  # type: ignore[assignment]
    assert b'"result"' in shown.request("POST", "/rpc", json.dumps(body).encode())[2]


ABSENT = {
    "/maps/wed/own": 200,
    "/maps/nothing/own": 400,
    "/maps/wed/own/gts-pictured": 400,
    "/maps/tdc/own/nothing": 400,
    PICTURE.format("nothing.png"): 400,
    PICTURE.format("..%2f..%2fmodule.toml"): 400,
}
"""What is asked for and is not there, and the status of the answer."""


def test_what_is_not_there_is_one_line(shown: Served) -> None:
    for path, status in ABSENT.items():
        found, _, data = shown.request("GET", path)
        assert found == status, path
        assert b"Traceback" not in data
        assert status != 200 or data == b"[]"


SHARE = """async () => { const [main] = document.querySelectorAll("script[src$='main.js']");
    const {Share} = await import(new URL("share.js", main.src));
    return new Share(clubroute).html(); }"""


def shared(page: Page) -> tuple[str, Image.Image]:
    """The page that Share makes, and the picture in it."""
    text: str = page.evaluate(SHARE)
    found = re.search(r"data:image/webp;base64,([^\"]+)", text)
    assert found is not None
    return text, Image.open(BytesIO(base64.b64decode(found[1]))).convert("RGB")


def many_of(picture: Image.Image) -> tuple[int, int, int]:
    """How many px of a picture are our green, how many the module's reds, and how many the yellow
    of its counter."""
    red, green, blue = (layer.astype(int) for layer in np.moveaxis(np.asarray(picture), 2, 0))
    ours = (green > red + 40) & (green > blue + 40)
    theirs = (red > green + 90) & (blue > green + 20)
    yellow = (red > 200) & (green > 180) & (blue < 90)
    return int(ours.sum()), int(theirs.sum()), int(yellow.sum())


SETTLED = """() => new Promise(requestAnimationFrame).then(() =>
    [...document.querySelectorAll(".leaflet-tile")].every(one => one.complete && !one.naturalWidth
        || one.classList.contains("leaflet-tile-loaded") && (one.style.opacity || "1") === "1")
    && !document.querySelector(".leaflet-zoom-anim, .leaflet-pan-anim"))"""
"""Whether every tile is there and no longer fades in, but for those that have no picture."""


def settled(page: Page) -> None:
    """Wait until nothing on the map changes any more, and it is drawn so."""
    page.wait_for_function(SETTLED)
    page.evaluate("() => new Promise(requestAnimationFrame).then(() => null)")


def on_screen(page: Page) -> tuple[int, int, int]:
    """The same of what is on the screen, where the map is."""
    data = page.locator("#map").screenshot()
    return many_of(Image.open(BytesIO(data)).convert("RGB"))


def looked_at(page: Page) -> None:
    """Look where the module's boards are, once they are shown."""
    page.wait_for_selector(".own-boards canvas.leaflet-tile-loaded")
    page.evaluate(
        """() => { const {position, lattice, view} = clubroute;
            view.fit([position.counters[0].hex, "37.25"].map(one => lattice.find(one))); }"""
    )
    page.wait_for_function(
        "() => [...clubroute.pieces.pictures].some(([name, it]) => it && name.startsWith('own'))"
    )
    settled(page)


def test_the_map_shows_them_and_what_is_shared_does_not(
    shown: Served, owned: Owned, browser: Browser
) -> None:
    page = opened(browser, shown.address)
    looked_at(page)
    assert page.evaluate("document.getElementById('boards').value") == "own gts-pictured"
    assert page.evaluate("clubroute.lattice.ground") == NAME
    green, red, yellow = on_screen(page)
    assert red > 50_000
    assert green < red / 50
    assert yellow > 500
    text, picture = shared(page)
    kept = many_of(picture)
    assert kept[0] > 50_000
    assert kept[1:] == (0, 0)
    page.select_option("#boards", "over gts-pictured")
    page.wait_for_selector(".own-boards canvas.leaflet-tile-loaded")
    page.select_option("#boards", "")
    settled(page)
    _, red, yellow = on_screen(page)
    assert red < 1_000
    assert yellow == 0
    assert shared(page)[0] == text
    position = page.evaluate(
        "fetch('/clubroute', {method: 'POST', headers: {'x-clubroute-token': '" + TOKEN + "'},"
        "body: JSON.stringify({map: 'tdc', state: {}})}).then(one => one.text())"
    )
    settings = Settings(owned.context.folder, owned.context.owner)
    audited = json.dumps(Auditor(settings).audit(owned.log))
    address = page.evaluate("clubroute.links.address()")
    linked = json.dumps(linked_tape(owned.context, address.partition("#p=")[2].partition("&")[0]))
    assert NAME not in address
    board = painted(owned.boards[0])
    for one in (text, position, audited, address, linked):
        for data in (board, owned.face):
            for form in (base64.b64encode(data).decode(), data.hex(), data.decode("latin-1")):
                assert form[40:200] not in one
    page.close()


def test_a_board_without_a_picture_is_named_and_the_other_is_shown(
    owned: Owned, shown: Served, browser: Browser
) -> None:
    entries = {one.name: one.data for one in read_module(owned.vmod).entries}
    entries["images/board1.png"] = entries["images/board1.png"][:33] + b"no picture" * 40
    owned.vmod.write_bytes(zipped(entries))
    import_here(owned.context, owned.vmod)
    page = opened(browser, shown.address)
    expect(page.locator("#news")).to_have_text("Not shown: East: no picture that can be shown here")
    looked_at(page)
    assert on_screen(page)[1] > 10_000
    page.close()


def test_a_page_says_that_the_pictures_are_gone(
    shown: Served, owned: Owned, browser: Browser
) -> None:
    owned.vmod.unlink()
    page = opened(browser, shown.address)
    option = page.locator("#boards option[disabled]")
    option.wait_for(state="attached")
    assert option.text_content() == f"{NAME}: its pictures are gone"
    told = "document.getElementById('boards').selectedOptions[0].textContent"
    assert page.evaluate(told) == f"Boards: our drawing ({NAME}: its pictures are gone)"
    assert page.evaluate("clubroute.lattice.ground") == NAME
    page.close()
