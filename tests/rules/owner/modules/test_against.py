"""The ground of a module beside our map, as marks on a picture."""

from __future__ import annotations

import json
from pathlib import Path

import numpy
import pytest
from PIL import Image

from clubroute.builder.art.board import (
    HexLabel,
    HexRing,
    HexsideBar,
    Thread,
)
from clubroute.builder.errors import InputError
from clubroute.builder.survey.compile import CompiledMap
from clubroute.rules.asking.context import Context
from clubroute.rules.cli import main
from clubroute.rules.owner.modules.against import INKS, against_module
from clubroute.rules.owner.modules.commands import import_here
from tests.rules.owner.modules.writer import (
    Numbers,
    Sheet,
    module,
    written,
)

SHEET = Sheet("North", range(65, 85), range(120, 136), Numbers())


@pytest.fixture(scope="module")
def context(
    gts_map: CompiledMap, map_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Context:
    """A module whose board has other words in four hexes and lacks three lines."""
    (board,) = boards = written(gts_map.terrain, [SHEET])
    hexes = [at for at, line in enumerate(board.lines) if line.startswith("h,")][40::60][:4]
    for at in hexes:
        before, _, word = board.lines[at].rpartition(",")
        board.lines[at] = f"{before},{'Town' if word == 'Woods' else 'Woods'}"
    gone = [at for at, line in enumerate(board.lines) if line.startswith("l,")][::20][:3]
    board.lines = [line for at, line in enumerate(board.lines) if at not in gone]
    folder = tmp_path_factory.mktemp("against")
    path = folder / "against.vmod"
    path.write_bytes(module(boards, name="GTS against", ruleset="WED"))
    found = Context(map_folder, owner_folder=folder / "owner")
    import_here(found, path)
    return found


def test_every_difference_of_the_report_is_marked(context: Context) -> None:
    report = json.loads((context.owner / "modules/gts-against/report.json").read_text("utf-8"))
    differences = [*report["differences"], *report["bridges"]]
    told = against_module(context, "wed", "gts-against")
    bars = [one for one in told.marks if isinstance(one, HexsideBar | Thread)]
    rings = [one for one in told.marks if isinstance(one, HexRing)]
    labels = [one for one in told.marks if isinstance(one, HexLabel)]
    assert len(rings) + len(bars) == len(differences) >= 6
    assert len(rings) == len(labels) == sum(one["sort"] == "hex" for one in differences) > 0
    assert {one.text for one in labels} <= {"woo", "tow"}
    assert told.lines[0].startswith("GTS against 1.0, differences from our map: ")
    assert told.lines[-1].endswith("report.txt")


def test_another_map_or_module_is_one_line(context: Context) -> None:
    with pytest.raises(InputError, match="map: found 'tdc', expected wed"):
        against_module(context, "tdc", "gts-against")
    with pytest.raises(InputError, match="did you mean gts-against"):
        against_module(context, "wed", "gts-agianst")


def test_the_command_draws_them(
    context: Context, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "drawn.png"
    own = ("--owner", str(context.owner), "--out", str(out))
    hexes = ("--hexes", "65.120-72.127")
    assert main(["draw", "wed", "--against", "GTS against", *hexes, *own]) == 0
    assert "orange: the module's counts" in capsys.readouterr().out
    marked = numpy.asarray(Image.open(out).convert("RGB"))
    # Nothing else on a board has that colour.
    assert (marked == INKS["owner"]).all(axis=2).sum() > 100
