"""Our map written as somebody else's module and imported: the same terrain but for what is listed,
and the same lines of sight."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clubroute.builder.grid import Hex, Hexside, distance
from clubroute.builder.survey.compile import CompiledMap
from clubroute.builder.terrain.terrain_map import TerrainMap
from clubroute.rules.answer.receipt_text import compare
from clubroute.rules.asking.ask import ask
from clubroute.rules.asking.context import Context
from clubroute.rules.owner.modules.commands import import_here
from clubroute.rules.owner.modules.facts import read_facts
from clubroute.rules.owner.modules.module_file import read_module_file
from clubroute.rules.owner.modules.overlay import LaidGround, lay
from tests.rules.owner.modules.writer import (
    Numbers,
    Sheet,
    module,
    written,
)

LINES, FURTHEST = 1_250, 12
"""Lines of sight of each game, and hexes of the longest: 2,500 in all."""
BOARDS = {"wed": ((36, 28), (86, 50)), "tdc": ((103, 20), (6, 30))}
"""Where the nine boards of a game begin and how large they are: columns, then rows. Together they
show all of its map."""
ZONE = 100
"""The column from which the printed numbers begin anew."""


@dataclass(frozen=True, slots=True)
class Imported:
    """A module of nine boards of our map, imported."""

    context: Context
    game: str
    ours: TerrainMap
    ground: LaidGround

    @property
    def told(self) -> set[str]:
        """The places that the report lists."""
        listed = (*self.ground.differences, *self.ground.open, *self.ground.bridges)
        return {one.place for one in listed}


def numbers(columns: range) -> Numbers:
    """How a board with some columns writes its numbers."""
    stagger, beyond = columns[0] % 2 == 0, columns[0] >= ZONE
    seam = ZONE if columns[0] < ZONE <= columns[-1] else None
    return Numbers(stagger=stagger, less=ZONE if beyond else 0, zone=seam)


@pytest.fixture(scope="module", params=["wed", "tdc"])
def imported(
    request: pytest.FixtureRequest,
    gts_map: CompiledMap,
    map_folder: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Imported:
    game, folder = request.param, tmp_path_factory.mktemp(request.param)
    (column, wide), (row, high) = BOARDS[game]
    sheets = [
        Sheet(
            f"Sheet {across}{down}",
            columns := range(column + across * wide, column + (across + 1) * wide),
            range(row + down * high, row + (down + 1) * high),
            numbers(columns),
            (across, down),
        )
        for across in range(3)
        for down in range(3)
    ]
    path = folder / "ours.vmod"
    path.write_bytes(
        module(written(gts_map.terrain, sheets), name="GTS ours", ruleset=game.upper())
    )
    context = Context(map_folder, owner_folder=folder / "owner")
    import_here(context, path)
    own = folder / "owner" / "modules" / "gts-ours"
    told = read_module_file(own / "module.toml")
    assert told.rules == game
    facts = read_facts(own / "terrain.csv", gts_map.terrain.lattice, told.rules)
    return Imported(context, game, gts_map.terrain, lay(gts_map.terrain, facts, told))


def test_the_terrain_is_ours_but_for_the_list(imported: Imported) -> None:
    ours, theirs = imported.ours, imported.ground.terrain
    assert len(theirs.hexes) > 1_500
    number = ours.lattice.format_hexside
    for h, info in theirs.hexes.items():
        assert info.terrain == ours.hexes[h].terrain
    sides = {*ours.hexsides, *theirs.hexsides, *ours.links, *theirs.links}
    inside = [one for one in sides if one.a in theirs.hexes and one.b in theirs.hexes]
    assert len(inside) > 500
    apart = [one for one in inside if told_of(ours, one) != told_of(theirs, one)]
    assert {number(one) for one in apart} <= imported.told


def told_of(terrain: TerrainMap, side: Hexside) -> object:
    """What is on a hexside and what crosses it, with a crest's high side."""
    features = sorted((one.kind, one.note) for one in terrain.hexsides.get(side, ()))
    roads = sorted(terrain.roads[one.road].kind for one in terrain.links.get(side, ()))
    return features, roads


@pytest.mark.slow
def test_lines_of_sight_are_ours(imported: Imported) -> None:
    hexes = sorted(imported.ground.terrain.hexes)
    chance, number = random.Random(33), imported.ours.lattice.format
    verdicts: dict[str, int] = {}
    asked = own = 0
    while asked < LINES:
        first = chance.choice(hexes)
        last = Hex(
            first.line + chance.randint(-FURTHEST, FURTHEST),
            first.half + chance.randint(-2 * FURTHEST, 2 * FURTHEST),
        )
        if last not in imported.ground.terrain.hexes or not 1 < distance(first, last) <= FURTHEST:
            continue
        asked += 1
        line = {"map": imported.game, "from": number(first), "to": number(last)}
        ours = ask(imported.context, "los.check", line)
        theirs = ask(imported.context, "los.check", {**line, "ground": "GTS ours"})
        assert seen(theirs) == seen(ours), line
        # What its boards cannot say, a bridge, is answered from ours, and the answer says so.
        whole = theirs.get("ground") == "owner"
        assert ("your module's" in theirs["summary"]) == whole, line
        assert whole != ("(our map)" in compare(theirs)[0]), line
        own += whole
        verdicts[ours["verdict"]] = verdicts.get(ours["verdict"], 0) + 1
    assert min(verdicts["clear"], verdicts["blocked"]) > LINES / 10
    assert own > 0.95 * LINES


def seen(answer: dict[str, Any]) -> object:
    """What an answer says of a line of sight, but for whose ground that is."""
    steps = [{**one, "provenance": ""} for one in answer["steps"]]
    return answer["verdict"], steps, answer["summary"].split()[:4]
