"""Looks at the pictures of a module's boards, and ranks where they seem to show other than our map.

A board with terrain files needs no look. What is found is a list for a person to go through:
nothing of it counts until he has said so (:mod:`clubroute.rules.owner.modules.looked_csv`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from clubroute.builder.errors import InputError, Where
from clubroute.builder.grid import Hex, Hexside, hexsides
from clubroute.builder.project import Project
from clubroute.builder.terrain import TerrainMap
from clubroute.rules.ground.boards import Boards, boards_of
from clubroute.rules.owner.modules.digest import digest_of
from clubroute.rules.owner.modules.facts import HEX, HEXSIDE, LINE
from clubroute.rules.owner.modules.facts_csv import read_facts
from clubroute.rules.owner.modules.folder import TERRAIN
from clubroute.rules.owner.modules.looked_csv import Looked
from clubroute.rules.owner.modules.module_file import ModuleFile
from clubroute.rules.owner.modules.words import NONE, vocabulary_of
from clubroute.rules.owner.pictures.figures import (
    PictureFigures,
    SidePlace,
    hex_figures,
    side_figures,
)
from clubroute.rules.owner.pictures.objections import hex_objections, side_objections
from clubroute.rules.room.own_boards import laid_boards, on_map

if TYPE_CHECKING:
    from clubroute.rules.owner.pictures.figures import Floats, Place
    from clubroute.rules.room.art import LaidPicture

SURE = 255
"""The alpha of a place that a board's picture shows."""


@dataclass(slots=True)
class LookedBoards:
    """What came of a look: the places, the surest first, how many hexes were looked at, and which
    boards were not."""

    places: list[Looked]
    hexes: int
    left_out: list[str]


def look(project: Project, folder: Path, told: ModuleFile, base: TerrainMap) -> LookedBoards:
    """Look at the boards of a module that have no terrain file.

    :param base: our map.
    :raises InputError: the module's file is gone or another one, or scikit-learn is not installed.
    """
    path = Path(told.file)
    if digest_of(path) != told.digest:
        expected = "the module that was imported (clubroute owner import)"
        raise InputError(Where.of(path), "another file", expected)
    boards, window = boards_of(project, told.rules), base.window(told.rules)
    facts = read_facts(folder / TERRAIN, base.lattice, told.rules)
    known = {one.hex for one in facts if one.kind == HEX and (one.word or one.ours)}
    found = LookedBoards([], 0, [])
    seen: set[Hex] = set()
    for laid in laid_boards(path, told, boards, found.left_out):
        board = LookedBoard.of(laid, boards, window, known | seen)
        seen |= set(board.hexes)
        found.hexes += len(board.hexes)
        found.places += board.objections(window)
    found.places.sort(key=lambda one: (-one.sure, one.place[0], one.place[1]))
    return found


@dataclass(frozen=True, slots=True)
class LookedBoard:
    """A board's picture on our lattice: its hexes, the sides between two of them, and figures."""

    picture: PictureFigures
    corner: tuple[int, int]
    boards: Boards
    hexes: list[Hex]
    sides: list[Hexside]

    @classmethod
    def of(
        cls, laid: LaidPicture, boards: Boards, window: TerrainMap, known: set[Hex]
    ) -> LookedBoard:
        """Look at a board. :param known: hexes that need no look."""
        drawn = laid.draw()
        shown = np.asarray(drawn.getchannel("A"))

        def there(h: Hex) -> bool:
            x, y = on_map(h, boards)
            x, y = x - laid.x, y - laid.y
            inside = 0 <= x < shown.shape[1] and 0 <= y < shown.shape[0]
            return inside and int(shown[y, x]) == SURE

        hexes = [h for h in window.hexes if h not in known and there(h)]
        own = set(hexes)
        sides = sorted({s for h in hexes for s in hexsides(h) if s.a in own and s.b in own})
        corner = laid.x, laid.y
        return cls(PictureFigures.of(drawn), corner, boards, hexes, sides)

    def objections(self, window: TerrainMap) -> Iterator[Looked]:
        """Where the picture seems to show other than our map."""
        if not self.hexes or not self.sides:
            return
        terrain = [window.hexes[h].terrain for h in self.hexes]
        vertices = self._vertices(self.hexes[0])
        figures = hex_figures(self.picture, [self._place(h) for h in self.hexes], vertices)
        for one in hex_objections(figures, terrain):
            here, (word,) = self.hexes[one.index], one.picture
            yield Looked(HEX, here, None, terrain[one.index], word, one.sure)
        words = vocabulary_of(window.lattice.name).hexsides.values()
        crossing = {kind.name for kind in words if kind.crosses}
        figures = side_figures(self.picture, [self._side(side) for side in self.sides])
        features = [
            frozenset(f.kind for f in window.hexsides.get(side, ()) if f.kind not in crossing)
            for side in self.sides
        ]
        lines = [
            frozenset(window.roads[link.road].kind for link in window.links.get(side, ()))
            for side in self.sides
        ]
        yield from self._side_objections(HEXSIDE, figures, features)
        yield from self._side_objections(LINE, figures, lines)

    def _side_objections(
        self, kind: str, figures: Floats, labels: Sequence[frozenset[str]]
    ) -> Iterator[Looked]:
        for one in side_objections(figures, labels):
            ours, side = labels[one.index], self.sides[one.index]
            # The owner can say one line of a pair of hexes.
            if kind == LINE and max(len(ours), len(one.picture)) > 1:
                continue
            told = " ".join(sorted(ours)) or NONE, " ".join(sorted(one.picture)) or NONE
            yield Looked(kind, side.a, side.b, *told, one.sure)

    def _place(self, h: Hex) -> Place:
        x, y = on_map(h, self.boards)
        return x - self.corner[0], y - self.corner[1]

    def _vertices(self, h: Hex) -> list[Place]:
        view = self.boards.views[0]
        x, y = view.centre(h)
        return [(a - x, b - y) for a, b in view.polygon(h)]

    def _side(self, side: Hexside) -> SidePlace:
        view = self.boards.views[0]
        x, y = view.centre(side.a)
        here = self._place(side.a)
        a, b = (view.pixel(one) for one in view.lattice.hexside_ends(side))
        ends = [(p[0] - x + here[0], p[1] - y + here[1]) for p in (a, b)]
        return SidePlace((here, self._place(side.b)), (ends[0], ends[1]))
