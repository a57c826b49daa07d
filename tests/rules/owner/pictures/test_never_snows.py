"""A module of It Never Snows with a picture and no terrain: imported, looked at, and confirmed by
a click each in the room; only what was confirmed is the module's ground."""

from __future__ import annotations

import shutil
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser

from clubroute.builder.grid import Hex, adjacent
from clubroute.builder.project import Project
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain_file import load_terrain
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules import known
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.owner.modules.looked_csv import read_looked
from clubroute.rules.owner.pictures.looking import look_here
from clubroute.rules.room.app import Room
from clubroute.rules.room.pictures import Pictures
from tests.room.counters import counters_in
from tests.room.serving import ROOT, opened, serving
from tests.rules.owner.pictures.never_snows import (
    BOARD,
    NAME,
    module,
    painted,
    part_of_a_map,
    shown_hexes,
)

pytestmark = pytest.mark.slow
BOX = 300, 300, 1500, 1100
OTHER = 12
"""Hexes that the picture shows as another terrain."""
FOUND, SIDE = 0.9, 512


class Pictured:
    """The module, imported; its picture shows our map but for a few places."""

    def __init__(self, terrain: CompiledMap, maps: Path, folder: Path) -> None:
        ours, view = terrain.terrain, part_of_a_map(BOX)
        self.lattice = ours.lattice
        shown = shown_hexes(view, ours)
        words = {h: ours.hexes[h].terrain for h in shown}
        plain = [h for h in shown if words[h] in ("clear", "woods")]
        chosen = Random(7).sample(plain, OTHER)
        self.other = {h: "woods" if words[h] == "clear" else "clear" for h in chosen}
        vmod = folder / "snows.vmod"
        vmod.write_bytes(module(view, shown, painted(view, ours, words | self.other)))
        self.context = Context(maps, owner_folder=folder / "owner", files=None)
        self.report = import_here(self.context, vmod)
        self.folder = Path(self.report.folder)

    def asked(self, method: str, ground: str = NAME, **told: Any) -> Any:
        """An answer on the module's ground."""
        return ask(self.context, method, {"map": "ins", **told, "ground": ground})

    def terrain_of(self, h: Hex) -> tuple[str, str]:
        """The terrain of a hex on the module's ground, and whose word it is."""
        told = self.asked("hex.describe", hex=self.lattice.format(h))
        return told["terrain"], told["provenance"]


@pytest.fixture
def pictured(
    own_cache: None,
    ins_map: CompiledMap,
    ins_terrain: Path,
    map_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Pictured:
    monkeypatch.setattr(known, "LOOK_AGAIN", 0.0)
    maps = tmp_path / "maps"
    maps.mkdir()
    for one in (ins_terrain, map_folder / "gts.terrain"):
        shutil.copy(one, maps)
    return Pictured(ins_map, maps, tmp_path)


def test_its_boards_are_known_by_their_numbers(pictured: Pictured) -> None:
    told = known.find_module(pictured.context, NAME).told
    assert (told.rules, told.boards[BOARD].sheet) == ("ins", "E")
    assert "no terrain files: the ground is our map's" in "\n".join(pictured.report.summary())


@pytest.fixture
def green(pictured: Pictured, monkeypatch: pytest.MonkeyPatch) -> Room:
    """A room whose own drawing of the map is all green."""
    monkeypatch.setattr(Room, "warm_up", lambda _: None)
    picture = BytesIO()
    Image.new("RGB", (SIDE, SIDE), (20, 120, 40)).save(picture, "WEBP")
    places = [f"{z}/{x}/{y}.webp" for z in range(-4, 1) for x in range(40) for y in range(40)]
    tiles = dict.fromkeys(places, picture.getvalue())
    room = Room(pictured.context, Project(ROOT), None)
    room.pictures = Pictures(lambda kind, name, say: tiles, ("wed", "ins"))
    return room


def test_places_are_confirmed_by_a_click_each(
    pictured: Pictured, green: Room, browser: Browser
) -> None:
    look_here(pictured.context, NAME)
    places = read_looked(pictured.folder, pictured.lattice, "ins")
    hexes = {one.hex: one.picture for one in places if one.kind == "hex"}
    right = [h for h, word in pictured.other.items() if hexes.get(h) == word]
    assert len(right) >= FOUND * OTHER
    first, second = places[:2]
    assert first.kind == "hex"
    assert first.hex in pictured.other
    ours = {h: pictured.terrain_of(h) for h in hexes}
    assert all(whose != "owner" for _, whose in ours.values())

    with serving(green) as served:
        page = opened(browser, served.address)
        counters_in(page, "ins", "empty")
        page.get_by_role("button", name=f"Look at {len(places)} places of {NAME}").click()
        number = pictured.lattice.format(first.hex)
        page.get_by_text(
            f"1 of {len(places)}, {len(places)} to be looked at: hex {number}"
        ).wait_for()
        page.get_by_role("button", name="Yes").click()
        left = f"2 of {len(places)}, {len(places) - 1} to be looked at"
        page.get_by_text(left).wait_for()
        page.get_by_role("button", name="No, ").click()
        page.get_by_text(f"3 of {len(places)}").wait_for()
        page.close()

    said = {one.place: one.said for one in read_looked(pictured.folder, pictured.lattice, "ins")}
    assert (said[first.place], said[second.place]) == ("yes", "no")
    assert pictured.terrain_of(first.hex) == (first.picture, "owner")
    for h, was in ours.items():
        if h != first.hex:
            assert pictured.terrain_of(h) == was


def test_what_is_confirmed_is_the_ground_that_answers_rest_on(pictured: Pictured) -> None:
    h = next(iter(pictured.other))
    number, word = pictured.lattice.format(h), pictured.other[h]
    rows = f"fact,hex,beside,map,picture,sure,said\nhex,{number},,,{word},0.9,yes\n"
    (pictured.folder / "looked.csv").write_text(rows, encoding="utf-8")
    country = load_terrain(
        pictured.context.on(known.find_module(pictured.context, NAME).ground).terrain("ins", "ins")
    )
    near = next(one for one in country.hexes if adjacent(one, h))
    state: dict[str, Any] = {"units": []}
    step = {"unit": {"ma": 8, "side": "Allied"}, "path": [pictured.lattice.format(near), number]}
    theirs = pictured.asked("move.check", **step, state=state)
    assert "owner" in {line.get("provenance") for line in theirs["steps"]}
    ours = pictured.asked("move.check", "ours", **step, state=state)
    assert "owner" not in {line.get("provenance") for line in ours["steps"]}
    # A position of the module's counters rests on its ground without being told so.
    asked = {"map": "ins", "state": {**state, "module": NAME}, **step}
    assert ask(pictured.context, "move.check", asked)["steps"] == theirs["steps"]
