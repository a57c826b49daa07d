"""The pictures of boards without terrain files: what they object to, and that only what a person
says yes to counts."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image, ImageDraw

from clubroute.builder.errors import InputError
from clubroute.builder.grid import Hex, Hexside, hexsides
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain import TerrainMap
from clubroute.builder.terrain_file import load_terrain
from clubroute.rules.__main__ import main
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules import known
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.owner.modules.looked_csv import read_looked
from tests.rules.owner.modules.writer import DX, DY, Numbers, Sheet, WrittenSheet, module, written

pytestmark = pytest.mark.slow
NAME = "GTS pictured"
SHEET = Sheet("Arnhem", range(131, 151), range(20, 40), Numbers(less=100), text=False)
INKS = {"river": (40, 90, 200), "canal": (60, 120, 220), "stream": (90, 160, 230)}
OTHER, GONE = 12, 6
"""Hexes that the picture shows as another terrain, and hexsides whose River it does not show."""
FOUND, RIGHT = 0.9, 0.6
"""Shares that are found, and of objections that are right: of flat colours, and 400 hexes."""


class Painted:
    """A module whose picture shows our map but for a few places."""

    def __init__(self, terrain: TerrainMap, folder: Path) -> None:
        self.terrain = terrain
        (self.board,) = boards = written(terrain, [SHEET])
        chance = Random(7)
        own = [h for h in self.board.cells if h in terrain.hexes]
        surveyed = [h for h in own if terrain.hexes[h].basis.provenance != "rulebook"]
        words = {h: terrain.hexes[h].terrain for h in own}
        self.hexes: dict[Hex, str] = {}
        for h in chance.sample([h for h in surveyed if words[h] in ("clear", "woods")], OTHER):
            self.hexes[h] = "woods" if words[h] == "clear" else "clear"
        rivers = [
            side
            for side, many in sorted(terrain.hexsides.items())
            if {f.kind for f in many} == {"river"}
            and all(f.basis.provenance != "rulebook" for f in many)
            and side.a in self.board.cells
            and side.b in self.board.cells
        ]
        self.sides = set(chance.sample(rivers, GONE))
        self.shown = {**words, **self.hexes}
        self.vmod = folder / "pictured.vmod"
        self.vmod.write_bytes(module(boards, name=NAME, picture=self.picture))

    def centre(self, h: Hex) -> tuple[float, float]:
        """Px of a hex."""
        (x0, y0), (c, r) = self.board.origin, self.board.cells[h]
        return x0 + DX * c, y0 + DY * r + (DY / 2 if c % 2 else 0)

    def picture(self, board: WrittenSheet) -> bytes:
        """The board: a colour a terrain, a blue line along water, a grain over all."""
        chance = Random(3)
        picture = Image.new("RGB", board.size, (255, 255, 255))
        pen = ImageDraw.Draw(picture)
        colours: dict[str, tuple[int, int, int]] = {}
        for word in sorted(set(self.shown.values())):
            colours[word] = tuple(chance.randrange(60, 240) for _ in range(3))  # type: ignore[assignment]
        around = [(-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1)]
        for h, word in self.shown.items():
            x, y = self.centre(h)
            pen.polygon([(x + a * DX / 3, y + b * DY / 2) for a, b in around], colours[word])
        for side in {s for h in self.shown for s in hexsides(h)} - self.sides:
            for one in self.terrain.hexsides.get(side, ()):
                if one.kind in INKS and side.a in self.shown and side.b in self.shown:
                    pen.line(self.edge(side), INKS[one.kind], 9)
        noise = Image.effect_noise(board.size, 12).convert("RGB")
        out = BytesIO()
        Image.blend(picture, noise, 0.15).save(out, "PNG")
        return out.getvalue()

    def edge(self, side: Hexside) -> Sequence[tuple[float, float]]:
        """Px of the ends of a hexside."""
        (ax, ay), (bx, by) = self.centre(side.a), self.centre(side.b)
        x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
        turn = DX / 3 * 2 / DY
        return [(x - dy * turn / 2, y + dx * turn / 2), (x + dy * turn / 2, y - dx * turn / 2)]


@pytest.fixture
def painted(
    own_cache: None,
    gts_map: CompiledMap,
    map_folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> tuple[Painted, Context, Callable[..., int]]:
    monkeypatch.setattr(known, "LOOK_AGAIN", 0.0)
    made = Painted(gts_map.terrain, tmp_path)
    context = Context(map_folder, owner_folder=tmp_path / "owner")
    import_here(context, made.vmod)

    def run(*words: str) -> int:
        return main([*words, "--maps", str(map_folder), "--owner", str(tmp_path / "owner")])

    return made, context, run


def test_planted_differences_are_found_and_count_once_a_person_says_so(
    painted: tuple[Painted, Context, Callable[..., int]], capsys: pytest.CaptureFixture[str]
) -> None:
    made, context, run = painted
    folder = context.owner / "modules" / "gts-pictured"
    assert run("owner", "look", "gts-pictured") == 0
    assert "the surest first, yes or no is yours to say" in capsys.readouterr().out
    lattice = made.terrain.lattice
    told = read_looked(folder, lattice, "tdc")
    assert [one.sure for one in told] == sorted((one.sure for one in told), reverse=True)
    hexes = {one.hex: one.picture for one in told if one.kind == "hex"}
    right = [h for h, word in made.hexes.items() if hexes.get(h) == word]
    assert len(right) >= FOUND * OTHER
    assert len(right) >= RIGHT * len(hexes)
    sides = {Hexside(one.hex, one.beside) for one in told if one.kind == "hexside" and one.beside}
    assert len(sides & made.sides) >= FOUND * GONE
    # Nobody has looked: nothing of it counts.
    assert ground(context) == {h: made.terrain.hexes[h].terrain for h in made.shown}

    path = folder / "looked.csv"
    h, side = right[0], min(sides & made.sides)
    numbers = lattice.format(h), [lattice.format(one) for one in side]
    say(path, lambda row: "yes" if row[1] == numbers[0] and row[0] == "hex" else "")
    say(path, lambda row: "yes" if row[1:3] == numbers[1] and row[0] == "hexside" else row[-1])
    theirs = load_terrain(context.on(own(context).ground).terrain("gts", "tdc"))
    assert theirs.hexes[h].terrain == made.hexes[h]
    assert theirs.hexes[h].basis.provenance == "owner"
    assert not theirs.features(side, "river")
    changed = {one for one in made.shown if theirs.hexes[one].basis.provenance == "owner"}
    assert changed == {h}
    kept = {s: theirs.hexsides.get(s) for s in hexsides(h) if s in made.terrain.hexsides}
    assert kept == {s: made.terrain.hexsides[s] for s in kept}

    # What was said stays, and is not asked again.
    assert run("owner", "look", "gts-pictured") == 0
    again = read_looked(folder, lattice, "tdc")
    assert [one.said for one in again].count("yes") == 2
    assert len({one.place for one in again}) == len(again)


def test_a_wrong_answer_is_one_line(
    painted: tuple[Painted, Context, Callable[..., int]], capsys: pytest.CaptureFixture[str]
) -> None:
    _, context, run = painted
    path = context.owner / "modules" / "gts-pictured" / "looked.csv"
    path.write_text("fact,hex,beside,picture,said\nhex,42.34,,wood,yes\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"looked\.csv:2:picture: found 'wood'.*mean woods"):
        ground(context)
    path.write_text("fact,hex,beside,picture,said\nhex,42.34,,woods,sure\n", encoding="utf-8")
    assert run("owner", "look", "gts-pictured") == 2
    assert "looked.csv:2:said: found 'sure', expected yes, no" in capsys.readouterr().err


def say(path: Path, what: Callable[[list[str]], str]) -> None:
    """Write into ``said`` of each row."""
    told = path.read_text("utf-8").splitlines()
    rows = list(csv.reader(line for line in told if not line.startswith("#")))
    rows[1:] = ([*row[:-1], what(row)] for row in rows[1:])
    path.write_text("".join(f"{','.join(row)}\n" for row in rows), encoding="utf-8")


def own(context: Context) -> known.OwnModule:
    """The module."""
    return known.find_module(context, "gts-pictured")


def ground(context: Context) -> dict[Hex, str]:
    """The terrain of the hexes on the module's ground."""
    theirs = load_terrain(context.on(own(context).ground).terrain("gts", "tdc"))
    return {h: one.terrain for h, one in theirs.hexes.items()}
